"""Labelled claims are found in the source of a document, and rows of a check beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factcheck.errors import FactcheckError
from factcheck.quality.cases.case import LabelledClaim, find_cases, locate_claims, read_case
from factcheck.quality.cases.source_text import SourceText, Span
from factcheck.quality.judging.matching import LabelledNumber, SpottedNumber, match


def slices(source: str, sentence: str, value_text: str) -> list[str]:
    return [source[span.start : span.end] for span in SourceText(source).numbers(sentence, value_text)]


def starts(source: str, sentence: str, value_text: str) -> list[int]:
    return [span.start for span in SourceText(source).numbers(sentence, value_text)]


def test_sentences_are_found_through_markup_entities_and_line_breaks() -> None:
    source = "<h1>12</h1>\n<p>Sales\n  of &lt;10&gt; &amp; <b>1,204</b> units\tin May.</p><!-- 1,204 -->"
    sentence = "Sales of <10> & 1,204 units in May."
    assert slices(source, sentence, "1,204") == ["1,204"]
    assert slices(source, sentence, "10") == ["10"]
    assert slices(source, sentence, "12") == []
    assert slices(source, "No such sentence.", "12") == []


def test_numbers_inside_longer_numbers_and_words_do_not_count() -> None:
    text = "In 2016, 16 of 16.5 or 1,016 and 16% were sixteen; someone is no one."
    assert starts(text, text, "16") == [9, 31 + 2]
    assert len(starts(text, text, "one")) == 1
    assert starts("10th of p75", "10th of p75", "75") == [9]


def test_a_plain_text_is_its_own_source() -> None:
    text = "If a < b and b > 5, then 5."
    assert starts(text, text, "5") == [17, 25]


def labelled(sentence: str, value_text: str, value: float) -> LabelledClaim:
    return LabelledClaim(sentence, value_text, value, None, None, True)


def test_claims_on_equal_numbers_are_taken_in_reading_order() -> None:
    text = SourceText("We won 3, lost 3 and drew 4.")
    two = [labelled(text.text, "3", 3), labelled(text.text, "3", 3)]
    assert locate_claims(text, two) == [(Span(7, 8),), (Span(15, 16),)]
    assert locate_claims(text, two[:1]) == [(Span(7, 8), Span(15, 16))]


def test_rows_match_by_place_and_number() -> None:
    mentions = [
        LabelledNumber((Span(10, 15),), "$18.7", 18.7),
        LabelledNumber((Span(30, 31),), "five", 5),
        LabelledNumber((Span(40, 43),), "63%", 63),
        LabelledNumber((Span(50, 51),), "2", 2),
    ]
    spotted = [
        SpottedNumber(Span(10, 23), "$18.7 million", 18_700_000),
        SpottedNumber(Span(25, 31), "one in five", 20),
        SpottedNumber(Span(40, 43), "63%", 0.63),
        SpottedNumber(Span(70, 71), "2", 2),
    ]
    assert match(mentions, spotted) == [0, None, 2, None]


def test_a_range_matches_both_its_ends_and_another_number_only_one_claim() -> None:
    mentions = [LabelledNumber((Span(0, 1),), "5", 5), LabelledNumber((Span(6, 8),), "10", 10)]
    assert match(mentions, [SpottedNumber(Span(0, 8), "5 to 10", 5, 10)]) == [0, 0]
    places = (Span(0, 1), Span(5, 6))
    twice = [LabelledNumber(places, "3", 3), LabelledNumber(places, "3", 3)]
    rows = [SpottedNumber(Span(0, 1), "3", 3), SpottedNumber(Span(5, 6), "3", 3)]
    assert match(twice, rows) == [0, 1]
    assert match(twice, rows[1:]) == [0, None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("shop_a", "shop_b"):
        case = tmp_path / name
        (case / "data").mkdir(parents=True)
        (case / "article.html").write_text("<p>We sold 3.</p>")
        (case / "data" / "Sales.csv").write_text("n\n3\n")
        claims = [
            {
                "sentence": "We sold 3.",
                "value_text": "3",
                "value": 3,
                "sql": None,
                "correct": True,
            }
        ]
        (case / "claims.json").write_text(json.dumps(claims))
    (tmp_path / "shop_b" / "meta.json").write_text(
        json.dumps(
            {
                "group": "shops",
                "unlabelled": [{"sentence": "We sold 3.", "value_text": "3", "why": ""}],
            }
        )
    )
    return tmp_path


def test_cases_are_found_in_folders_and_by_name(folder: Path) -> None:
    assert [path.name for path in find_cases([folder])] == ["shop_a", "shop_b"]
    assert [path.name for path in find_cases([folder], "*_b")] == ["shop_b"]
    assert [path.name for path in find_cases([folder / "shop_a"])] == ["shop_a"]
    with pytest.raises(FactcheckError, match="no case in folder"):
        find_cases([folder / "shop_a" / "data"])
    with pytest.raises(FactcheckError, match="no case is called"):
        find_cases([folder], "none*")


def test_a_case_is_read(folder: Path) -> None:
    case = read_case(folder / "shop_a")
    assert (case.data_set, case.unlabelled, case.claims[0].result) == (
        "shop_a",
        (),
        None,
    )
    case = read_case(folder / "shop_b")
    assert (case.data_set, case.unlabelled) == ("shops", (("We sold 3.", "3"),))
    assert [path.name for path in case.data] == ["Sales.csv"]


def test_broken_cases_are_told(folder: Path) -> None:
    (folder / "shop_a" / "claims.json").write_text('[{"sentence": "We sold 3."}]')
    with pytest.raises(FactcheckError, match="case shop_a is not in the format of a case"):
        read_case(folder / "shop_a")
    (folder / "shop_b" / "article.html").unlink()
    with pytest.raises(FactcheckError, match="case shop_b is not complete"):
        read_case(folder / "shop_b")


GOOD = {"sentence": "We sold 5.", "value_text": "5", "value": 5, "sql": "SELECT 5", "result": 5, "correct": True}


def write_labels(folder: Path, labels: str, meta: str = "{}") -> Path:
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "sales.csv").write_text("a\n1\n")
    (folder / "article.html").write_text("We sold 5.")
    (folder / "meta.json").write_text(meta)
    (folder / "claims.json").write_text(labels)
    return folder


@pytest.mark.parametrize(
    ("changed", "detail"),
    [
        ({"sentence": None}, "claim 1 has no text as sentence."),
        ({"sentence": ["We sold 5."]}, "claim 1 has no text as sentence."),
        ({"value_text": 5}, "claim 1 has no text as value_text."),
        ({"value": None}, "claim 1 has no number as value."),
        ({"value": True}, "claim 1 has no number as value."),
        ({"value": [5]}, "claim 1 has no number as value."),
        ({"value": "five"}, "claim 1 has no number as value."),
        ({"value": 10**400}, "claim 1 has no number as value."),
        ({"value": float("nan")}, "claim 1 has no finite number as value."),
        ({"result": float("inf")}, "claim 1 has no finite number as result."),
        ({"sql": {"query": "SELECT 5"}}, "claim 1 has no text as sql."),
        ({"sql": "SELECT 5" + " " * 10_000}, "the query of claim 1 has 10008 characters, more than 10000."),
        ({"sql": "SELECT '\0'"}, "sql of claim 1 holds U+0000, which is no text."),
        ({"sql": "SELECT '\ud800'"}, "sql of claim 1 holds U+D800, which is no text."),
        ({"correct": "yes"}, "claim 1 says neither true nor false as correct."),
    ],
)
def test_a_label_of_a_wrong_type_is_told(tmp_path: Path, changed: dict[str, object], detail: str) -> None:
    with pytest.raises(FactcheckError) as caught:
        read_case(write_labels(tmp_path / "shop", json.dumps([GOOD | changed])))
    assert (caught.value.message, caught.value.detail) == ("case shop is not in the format of a case", detail)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("labels", "meta", "detail"),
    [
        ("{}", "{}", "claims is no list."),
        ("[5]", "{}", "claim 1 is no object."),
        ("[" * 100_000, "{}", "A file is nested too deeply."),
        ('[{"sentence": ' * 100_000, "{}", "A file is nested too deeply."),
        ("[]", "[]", "meta.json is no object."),
        ("[]", '{"group": [1]}', "meta.json has no text as group."),
        ("[]", '{"unlabelled": [["a", "b"]]}', "unlabelled is no object."),
    ],
)
def test_files_of_another_form_are_told(tmp_path: Path, labels: str, meta: str, detail: str) -> None:
    with pytest.raises(FactcheckError) as caught:
        read_case(write_labels(tmp_path / "shop", labels, meta))
    assert (caught.value.message, caught.value.detail) == ("case shop is not in the format of a case", detail)
