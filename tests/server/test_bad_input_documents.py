"""Documents that nobody would hand in, and what becomes of each; docs/bad-input.md shows the table.

Markup, marks of direction and endless words in small doses are in test_odd_documents.py.
"""

from __future__ import annotations

import psycopg
import pytest
from support.bad_inputs import Answer, Refusal, require_on_page, require_outcome

RIGHT = Answer((("240", "supported", 240),))
NOTHING = Answer(warns="no checkable claim found")


def read_as_240(text):
    return Answer(((text, "supported", 240),))


SENTENCE = "There were 240 sales."
CASES = {
    "NULL": (None, Answer()),
    "empty": ("", NOTHING),
    "white space only": (" \n\t\u00a0\u2003\u2028 ", NOTHING),
    "punctuation only": ("!!! ??? … — %$€", NOTHING),
    "a number only": ("240", RIGHT),
    "zero-width space in a number": ("There were 2\u200b40 sales.", read_as_240("2\u200b40")),
    "zero-width joiner in a number": ("There were 2\u200d40 sales.", read_as_240("2\u200d40")),
    "word joiner in a number": ("There were 2\u206040 sales.", read_as_240("2\u206040")),
    "soft hyphen in a number": ("There were 2\u00ad40 sales.", read_as_240("2\u00ad40")),
    "tag character in a number": ("There were 2\U000e002040 sales.", read_as_240("2\U000e002040")),
    "variation selector in a number": ("There were 2\ufe0e40 sales.", read_as_240("2\ufe0e40")),
    "digits isolated from right to left": ("There were \u2067240\u2069 sales.", RIGHT),
    "digits that a bidi override turns round": ("There were \u202e042\u202c sales.", NOTHING),
    "full-width digits": ("There were \uff12\uff14\uff10 sales.", read_as_240("\uff12\uff14\uff10")),
    "Arabic-Indic digits": ("There were \u0662\u0664\u0660 sales.", read_as_240("\u0662\u0664\u0660")),
    "Devanagari digits": ("There were \u0968\u096a\u0966 sales.", read_as_240("\u0968\u096a\u0966")),
    "mathematical bold digits": (
        "There were \U0001d7d0\U0001d7d2\U0001d7ce sales.",
        read_as_240("\U0001d7d0\U0001d7d2\U0001d7ce"),
    ),
    "a Latin and a Cyrillic O in place of a zero": ("There were 24O sales, not 24\u041e.", NOTHING),
    "a Cyrillic a in a word": ("There were 240 s\u0430les.", RIGHT),
    "control characters": ("There were\x01 240\x02 sales\x7f.", RIGHT),
    "a byte order mark": ("\ufeffThere were 240 sales.", RIGHT),
    "noncharacters": ("There were 240 sales \uffff\U0010ffff.", RIGHT),
    "20,000 combining accents": ("There were 240 sales" + "\u0301" * 20_000 + ".", RIGHT),
    "a word of 200,000 letters": ("There were 240 sales of " + "x" * 200_000 + ".", RIGHT),
    "a number of 100,000 digits": ("There were " + "7" * 100_000 + " sales.", NOTHING),
    "1,000,000 spaces in a line": ("There were" + " " * 1_000_000 + "240 sales.", RIGHT),
    "200,000 line ends": ("\n" * 200_000 + SENTENCE, RIGHT),
    "50,000 dots": ("There were 240 sales " + "." * 50_000, RIGHT),
    "5,000 signs of two kinds": ("There were 240 sales " + "<>" * 2_500, RIGHT),
    "HTML nested 100,000 deep": ("<div>" * 100_000 + SENTENCE + "</div>" * 100_000, RIGHT),
    "HTML lists nested 5,000 deep, not closed": ("<ul><li>" * 5_000 + SENTENCE, RIGHT),
    "HTML tables nested 5,000 deep, not closed": ("<table><tr><td>" * 5_000 + SENTENCE, RIGHT),
    "an HTML tag of 100,000 attributes": (
        "<p " + " ".join(f"a{n}='5'" for n in range(100_000)) + f">{SENTENCE}</p>",
        RIGHT,
    ),
    "an HTML comment that is never closed": (f"<p>{SENTENCE}</p><!-- " + "5 - " * 50_000, RIGHT),
    "HTML references of no character": (f"<p>{SENTENCE} &#0; &#xD800; &#x110000; &unknown;</p>", RIGHT),
    "Markdown quotations nested 2,000 deep": ("# A\n\n" + "> " * 2_000 + SENTENCE, RIGHT),
    "Markdown lists nested 2,000 deep": ("# A\n\n" + "- " * 2_000 + SENTENCE, RIGHT),
    "Markdown emphasis nested 20,000 deep": ("# A\n\n" + "*" * 20_000 + SENTENCE + "*" * 20_000, RIGHT),
    "Markdown links nested 10,000 deep": ("# A\n\n" + "[a](" * 10_000 + f"\n\n{SENTENCE}", RIGHT),
    "a Markdown table of 2,000 columns": (
        "# A\n\n" + "\n".join("|" + cell * 2_000 for cell in ("a|", "-|", "b|")) + f"\n\n{SENTENCE}",
        RIGHT,
    ),
    "JSON": ('{"sales": 240, "month": "May"}', RIGHT),
    "CSV": ("month,sales\n" + "May,240\n", RIGHT),
    "a PDF file": (
        "%PDF-1.4\n%\u00e2\u00e3\u00cf\nThere were 240 sales.\n%%EOF",
        Refusal("22023", "document is a PDF file, not text", "Convert it to plain text, HTML or Markdown"),
    ),
    "an RTF file": (
        r"{\rtf1\ansi There were 240 sales.}",
        Refusal("22023", "document is an RTF file, not text", "Convert it to plain text, HTML or Markdown"),
    ),
    "a zipped file, as of a word processor": (
        "PK\x03\x04\x14 word/document.xml There were 240 sales.",
        Refusal("22023", "document is a ZIP file, not text", "Convert it to plain text, HTML or Markdown"),
    ),
    "an XML file with entities of its own": (
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b '66'>]><a><p>There were 240 sales &b;.</p></a>",
        RIGHT,
    ),
    "SQL": ("'; DROP TABLE sales; -- There were 240 sales.", RIGHT),
}


@pytest.fixture(scope="module")
def session(database, analyst_name, sales):
    with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
        yield connection


@pytest.mark.parametrize(("document", "expected"), CASES.values(), ids=CASES.keys())
def test_what_becomes_of_a_document(session, document, expected):
    require_outcome(session, document, expected)
    require_outcome(session, "There were 250 sales.", Answer((("250", "refuted", 240),)))


def test_the_page_shows_these_cases():
    require_on_page("documents", CASES)
