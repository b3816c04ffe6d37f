"""Plain texts as people write them: headlines, lists, tables, mails."""

from __future__ import annotations

import pytest

from factcheck.documents.document import read_document


def shown(source):
    document = read_document(source)
    assert document.format == "plain"
    return [(paragraph.kind, paragraph.text) for paragraph in document.paragraphs]


def levels(source):
    paragraphs = read_document(source).paragraphs
    return [(p.text, p.section.level) for p in paragraphs if p.kind == "headline"]


def test_underlined_headlines():
    source = "Sales\n=====\n\nWe sold 5.\n\nMay 2023\n--------\nIt was 6.\n\nNext\n----\nIt was 7.\n"
    assert levels(source) == [("Sales", 1), ("May 2023", 2), ("Next", 2)]
    assert [text for kind, text in shown(source) if kind == "paragraph"] == ["We sold 5.", "It was 6.", "It was 7."]


def test_headlines_in_capitals_need_no_blank_line():
    assert shown("SALES OF TEA\nWe sold 5 units.\n\nIN MAY 2023\nIt was 6.") == [
        ("headline", "SALES OF TEA"),
        ("paragraph", "We sold 5 units."),
        ("headline", "IN MAY 2023"),
        ("paragraph", "It was 6."),
    ]


@pytest.mark.parametrize("source", ["WE SOLD 5 UNITS\nIN MAY", "TOTAL: 5\nMean: 6", "5 USD\nwere paid", "A\n5"])
def test_capitals_alone_make_no_headline(source):
    assert "headline" not in {kind for kind, _ in shown(source)}


def test_lines_with_a_name_and_a_number_each_are_entries():
    assert shown("Units sold\nNorth: 12\nthe South: $1,204 (34 %)\nThat is all: 5 more\nwere given away.") == [
        ("paragraph", "Units sold"),
        ("list_item", "North: 12"),
        ("list_item", "the South: $1,204 (34 %)"),
        ("list_item", "That is all: 5 more"),
        ("paragraph", "were given away."),
    ]
    assert shown("What they sold is as\nfollows: 12 in May, and\nin June: 7.") == [
        ("paragraph", "What they sold is as\nfollows: 12 in May, and\nin June: 7.")
    ]


@pytest.mark.parametrize("source", ["**Sold**\n\nNorth: 12\nSouth: 7\n", "<p>North: 12<br>South: 7</p>"])
def test_entries_are_found_in_markdown_and_in_html(source):
    entries = [paragraph for paragraph in read_document(source).paragraphs if paragraph.kind == "list_item"]
    assert [entry.text for entry in entries] == ["North: 12", "South: 7"]
    assert all(source[entry.starts[0] : entry.ends[-1]] == entry.text for entry in entries)


def test_numbered_headlines_nest():
    source = "1. Introduction\n\nWe sold 5.\n\n2. Results\n\n2.1 May\n\nIt was 6.\n\n2.1.1 Tea\n\nIt was 7."
    assert levels(source) == [("1. Introduction", 1), ("2. Results", 2), ("2.1 May", 3), ("2.1.1 Tea", 4)]


def test_lines_that_separate_are_no_text():
    assert shown("We sold 5.\n\n-----\n\nIt was 6.\n* * *\nThen 7.\n-- \nAnn") == [
        ("paragraph", "We sold 5."),
        ("paragraph", "It was 6."),
        ("paragraph", "Then 7."),
        ("paragraph", "Ann"),
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lists_with_any_line_ends(line_end):
    source = "We found:\n1) five\n2) six\n   or more\n\n\u2022seven\n\u2013 eight\n(a) nine".replace("\n", line_end)
    assert shown(source) == [
        ("paragraph", "We found:"),
        ("list_item", "1) five"),
        ("list_item", "2) six\nor more"),
        ("list_item", "seven"),
        ("list_item", "\u2013 eight"),
        ("list_item", "(a) nine"),
    ]


TABLES = {
    "tabs": "Units\tMay\nTea\t5",
    "commas": "Units,May,June\nTea,5,6",
    "semicolons": "Units;May\nTea;5",
    "bars": "| Units | May |\n| Tea | 5 |",
    "bars inside": " Units | May \n-------+-----\n Tea   |   5",
    "gaps": "Units     May   June\nTea         5     17\nCoffee     16      8",
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_tables(table):
    for before, after in [("", ""), ("The data in brief:\n", "\nWe sold 5 units.")]:
        kinds = [kind for kind, _ in shown(before + table + after)]
        expected = ["table_cell"] * (kinds.count("table_cell"))
        assert kinds == ["paragraph"] * bool(before) + expected + ["paragraph"] * bool(after)
    cells = [text for _, text in shown(table)]
    assert {"Units", "May", "Tea", "5"} <= set(cells)


@pytest.mark.parametrize(
    "source",
    [
        "We sold 1,204 units, and 1,300 in June.\nWe sold 1,108 units, and 1,400 in July.",
        "We sold 5.  In June it was 6.\nIt grew.  In July it was 7.\nIt fell.  In May it was 8.",
        "We sold 5; in June it was 6.\nIt grew; in July it was 7.",
        "Orders: 5\nReturns: 3",
        "a | b",
        "one,two,three",
        "It was 1,2\u200e04 and 1,\u200f300 in May\nIt was 1\u00ad,108 and 1,4\u200d00 in July",
    ],
)
def test_sentences_are_no_tables(source):
    assert "table_cell" not in {kind for kind, _ in shown(source)}


def test_a_mail():
    source = (
        "From: Ann <ann@example.org>\nSubject: Sales in 2023\nDate: 3 May 2023\n\nHi,\n\n"
        "we sold 5 units.\n\nBob wrote:\n"
        "> How many units did\n> we sell in May?\n>\n>> I guess 7.\n"
    )
    document = read_document(source)
    assert document.title == 0
    assert shown(source) == [
        ("title", "Sales in 2023"),
        ("paragraph", "Hi,"),
        ("paragraph", "we sold 5 units."),
        ("paragraph", "Bob wrote:"),
        ("paragraph", "How many units did\nwe sell in May?"),
        ("paragraph", "I guess 7."),
    ]


def test_a_sign_before_a_number_is_no_quotation():
    assert shown("We sold\n> 5 units in May.") == [("paragraph", "We sold\n> 5 units in May.")]


@pytest.mark.parametrize(
    "piece",
    ["a|b\n", "-|-\n", "a,b,c\n", "a  b\n", "> ", ">\n", "A\n==\n", "1. a\n", "A\n\n", "a\t", "a  ", "--|--\nx|y\n"],
)
def test_any_repetition_in_linear_time(require_linear_time, piece):
    require_linear_time(lambda count: read_document("x" + piece * count), 1_000)


@pytest.mark.parametrize(
    "piece", [" ", "\u00a0", "\t ", "-", "=-", "|", "| ", " ;", ", ", "a,b\n", ">", "> a\n", "1. "]
)
def test_any_repetition_before_a_word_in_linear_time(require_linear_time, piece):
    require_linear_time(lambda count: read_document("There were" + piece * count + "240 sales."), 2_500)
