"""Markdown: its paragraphs, its structure, and where in the source each character stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factcheck.documents.document import Document, read_document
from factcheck.documents.html import HtmlReader
from factcheck.documents.markdown import walk_markdown


def read(source: str) -> Document:
    document = read_document(source)
    assert document.format == "markdown"
    return document


def shown(source: str) -> list[tuple[str, str]]:
    return [(paragraph.kind, paragraph.text) for paragraph in read(source).paragraphs]


def written(source: str, text: str) -> str:
    """How the source writes a text that is shown."""
    for paragraph in read(source).paragraphs:
        if text in paragraph.text:
            at = paragraph.text.index(text)
            return source[paragraph.starts[at] : paragraph.ends[at + len(text) - 1]]
    raise AssertionError(f"{text} is not shown")


def test_kinds() -> None:
    assert shown(
        "# One\n\nA **bold**\n*word*\n\n- a\n- b\n\n  more\n\n1. c\n   - d\n\n> e\nlazy\n\n"
        "| f | g |\n|---|---|\n| 1 | 2 |\n\nTwo\n---\nlast"
    ) == [
        ("headline", "One"),
        ("paragraph", "A bold word"),
        ("list_item", "a"),
        ("list_item", "b"),
        ("list_item", "more"),
        ("list_item", "c"),
        ("list_item", "d"),
        ("paragraph", "e lazy"),
        ("table_cell", "f"),
        ("table_cell", "g"),
        ("table_cell", "1"),
        ("table_cell", "2"),
        ("headline", "Two"),
        ("paragraph", "last"),
    ]


def test_sections_nest_by_level() -> None:
    levels = {p.text: p.section.level for p in read("# A\n\na\n\n### C\n\nc\n\nB\n---\n\nb\n").paragraphs}
    assert levels == {"A": 1, "a": 1, "C": 3, "c": 3, "B": 2, "b": 2}


@pytest.mark.parametrize(
    "source",
    [
        "---\nauthor: Ann\ntitle: Sales\ndate: 2023\n---\n\nWe sold 5.",
        '---\ntitle: "Sales"\n---\nWe sold 5.',
        "+++\r\ntitle = 'Sales'\r\n+++\r\nWe sold 5.",
    ],
)
def test_the_title_stands_in_the_front_matter(source: str) -> None:
    assert shown(source) == [("title", "Sales"), ("paragraph", "We sold 5.")]
    assert read(source).title == 0
    assert written(source, "Sales") == "Sales"


def test_front_matter_without_a_title_is_not_shown() -> None:
    assert shown("---\ndate: 2023\n---\n# Sales\n") == [("headline", "Sales")]


@pytest.mark.parametrize(
    "unseen",
    [
        "```\n5\n```",
        "~~~ sql\nselect 5\n~~~",
        "    x = 5",
        "<!-- 5 -->",
        "<!--\n5\n\n5\n-->",
        "<div hidden>5</div>",
        "<script>\nx = 5\n</script>",
        "[a]: http://example.org/5",
        "***",
    ],
)
def test_blocks_that_are_not_shown(unseen: str) -> None:
    assert shown(f"# A\n\nbefore\n\n{unseen}\n\nafter") == [
        ("headline", "A"),
        ("paragraph", "before"),
        ("paragraph", "after"),
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("~~5~~ 6", "6"),
        ('![a 5](b5.png "5")6', "6"),
        ('[6](http://example.org/5 "5")', "6"),
        ("[6][a]\n\n[a]: 5", "6"),
        ("<http://example.org/6>", "http://example.org/6"),
        ("6<!-- 5 --><i hidden>5</i>7", "67"),
        ("6[^1] a\n\n[^1]: ", "6 a"),
        ("10<sup>th</sup> 5<sup>2</sup>", "10th 5"),
        (r"\*6\* 1\.5 a\b", r"*6* 1.5 a\b"),
        ("6 &lt; 7 &copy; AT&T &copy", "6 < 7 \u00a9 AT&T &copy"),
        ("a  \nb\\\nc\nd", "a\nb\nc d"),
        ("5 * 6 * 7 _ 8 [9] ![", "5 * 6 * 7 _ 8 [9] !["),
        ("**a *b* `c`** ***d***", "a b c d"),
        ("[**6** *x*](y) [a [b]](c)", "6 x a [b]"),
    ],
)
def test_inline_marks(source: str, text: str) -> None:
    assert shown(f"# A\n\n{source}")[1:] == [("paragraph", text)]


def test_code_within_a_text_is_known() -> None:
    [_, paragraph] = read("# A\n\nx `a 5` and ``b ` 6`` 7").paragraphs
    assert paragraph.text == "x a 5 and b ` 6 7"
    assert [paragraph.text[start:end] for start, end in paragraph.code] == ["a 5", "b ` 6"]
    places = [paragraph.text.index(digit) for digit in "567"]
    assert [paragraph.is_code(place, place + 1) for place in places] == [True, True, False]


@pytest.mark.parametrize(
    ("source", "text", "raw"),
    [
        ("# **5** units #\n", "5 units", "5** units"),
        ("# # **5** #\n", "# 5", "# **5"),
        ("a **1.2** million\n\n# A", "1.2 million", "1.2** million"),
        ("**a** 5\n  000", "5 000", "5\n  000"),
        ("**a**\r\n5\r\n6", "a 5 6", "a**\r\n5\r\n6"),
        ("> **a** 5\n> 000\n", "5 000", "5\n> 000"),
        ("1. > **a** 5\n   >\t000\n", "5 000", "5\n   >\t000"),
        ("- **a**\n\n\t5 units\n", "5 units", "5 units"),
        ("| **a** | 5 \\| 6 |\n|---|---|\n", "5 | 6", "5 \\| 6"),
        ("> - a | 5\n>   -|-\n>   6 | 7\n", "7", "7"),
        ("**a** &#53;&nbsp;000", "5\u00a0000", "&#53;&nbsp;000"),
        (r"**a** 5\.5", "5.5", r"5\.5"),
        ("**a** <b>5</b>6", "56", "5</b>6"),
        ("# A\n\n<p>5&nbsp;<b>6</b></p>", "5\u00a06", "5&nbsp;<b>6"),
        ("**a**\n\n> <p>5\n> 6</p>", "5 6", "5\n> 6"),
        ("**a** 12\u200f,345", "12,345", "12\u200f,345"),
        ("**\U0001f600** e\u0301 5", "e\u0301 5", "e\u0301 5"),
        ("**5** a **5** `5` [5](5) b 5", "b 5", "b 5"),
    ],
)
def test_a_text_is_found_in_the_source(source: str, text: str, raw: str) -> None:
    assert written(source, text) == raw


blocks = st.sampled_from("- > 1. # ## ``` ~~~ | |-|-| --- === <div> </div> <!-- -->".split())
inlines = st.sampled_from(
    "* ** _ ~~ ` `` [ ] ( ) ](a) ![ \\ \\* \\| &amp; & &#53; <b> </b> <http://a/5> [^1] 5 6,7 a".split()
)
spaces = st.sampled_from([" ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "\r", "\0", "\x0b", "\x85", "\u2003"])


@given(st.lists(blocks | inlines | spaces | st.text(max_size=4), max_size=40).map("".join))
@settings(max_examples=150)
def test_every_character_stands_in_its_place(source: str) -> None:
    reader = HtmlReader()
    walk_markdown(source, reader)
    reached = 0
    for block in reader.finish():
        for character, start, end in zip(block.text, block.starts, block.ends, strict=True):
            raw = source[start:end]
            assert reached <= start < end
            assert character == raw or raw.startswith("&") or character in " \n"
            reached = start if raw.startswith("&") else end


def test_nothing_is_lost_in_quotations_and_lists() -> None:
    for container in ("> " * 20, "- " * 20, "1. > " * 10, ">- " * 15):
        assert shown(f"# A\n\n{container}5 units\n")[-1][1] == "5 units"


def test_what_nests_too_deep_is_read_as_plain_text() -> None:
    document = read_document("# A\n\n" + "> " * 150 + "5 units\n")
    assert document.format == "plain"
    assert document.paragraphs[-1].text.endswith("5 units")


def test_a_table_of_nothing_is_read_as_plain_text() -> None:
    document = read_document("|" + "a|" * 2000 + "\n|" + "-|" * 2000 + "\n" + "5\n" * 1000)
    assert document.format == "plain"


@pytest.mark.parametrize(
    "piece",
    ["[", "![", "*a ", "**a", "a** ", "_a_", "`a", "``a`", ">", "> ", "- ", "|", "|a", "a|b\n", "<a ", "<!--", "&a",
     "\\", "~~a", "# a\n", "1. ", "[a](", "](", "[]", "[a]: b\n", "[^1]", "<div>\n\n", "```\n", "\t", "x\n", "> - ",
     "<b>"],
)  # fmt: skip
def test_any_repetition_in_linear_time(
    require_linear_time: Callable[[Callable[[int], object], int], None], piece: str
) -> None:
    require_linear_time(lambda length: read_document("# A\n\n**b** " + piece * (length // len(piece))), 5_000)
