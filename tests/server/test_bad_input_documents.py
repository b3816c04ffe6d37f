"""Documents that nobody would hand in, and what becomes of each; docs/bad-input.md shows the table.

Of those that have claims, in odd markup, odd characters and at random, each claim stands where it says, each is marked,
and nothing is told but what helps.
"""

from __future__ import annotations

import re

import pytest
from support.bad_inputs import Answer, Refusal, require_on_page, require_outcome
from support.databases_in_turn import session_of
from support.fuzz_documents import fuzzed_document

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
    "JSON": ('{"sales": 240, "region": "all"}', RIGHT),
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


ODD_DOCUMENTS = {
    "emoji": "\U0001f600 There were 240 sales \U0001f469\u200d\U0001f469\u200d\U0001f467, \U0001f4af of them good.",
    "combining": "The cafe\u0301 had 240 sales, of which 80 in M\u0301ay.",
    "zero width": "There were 2\u200b40 sales and 8\u00ad0 in May\ufeff.",
    "right to left": "\u202eThere were 240 sales\u202c, \u0662\u0664\u0660 \u0645\u0628\u064a\u0639, 80 in May.",
    "full width": "There were \uff12\uff14\uff10 sales, ½ of them in May.",
    "control": "There were\x01 240\x02 sales\x7f \x0b and 80\x85 in May.\u2028Of 240 sales",
    "quotes": "There were 240 sales'; DROP TABLE sales; -- \\' %s {} $1 $$ E'\\000' and 80 more.",
    "endless word": "There were 240 sales of " + "qwertzuiopasdfgh" * 300 + " in May.",
    "endless number": "There were " + "9" * 2000 + " sales, 0." + "1" * 60 + " of them, and 240 more. 1e999999999 too.",
    "attributes": '<p title="33 sales" id=\'44\'>There were 240 sales<!-- 55 -->, <img alt="66">80 in May</p>',
    "broken": "<p><b>There were <i>240</b> sales</i> <a href='x>in May <td>80</p></table> of <x 5=6 ",
    "title": "<title>240 sales</title><h1>80 in May</h1><p>There were 1<b>2</b>0 &#50;4&#48; sales.",
    "markdown": "# Sales\n\nThere were **240** sales, 8*0* in `May`\\.\n\n> Of 240 \\\nsales ~~12~~ 80 were in May.\n\n"
    "- There were 2&#52;0 sales.\n- In [May](x 'y') 80.\n\n| a | b |\n|---|---|\n| There were 240 sales \\| | 80 |\n",
    "markdown, windows": "---\r\ntitle: 240 sales\r\n---\r\nThere were\r\n**240**\u200f sales, \u202a8\u202c0 in May.",
    "plain, windows": "SALES IN MAY\r\nThere were 240 sales\r\nin May 8\u200f0.\r\n\r\n- There were 240 sales.\r\n",
    "deep markdown": "# A\n\n" + "> " * 200 + "There were 240 sales.",
    "deep": "<div>" * 5000 + "There were 240 sales." + "</div>" * 5000,
    "many": " ".join(f"There were {n} sales in May." for n in range(2, 152)),
}


@pytest.fixture(scope="module")
def session(database, analyst_name, sales):
    with session_of(database, analyst_name) as connection:
        yield connection


@pytest.mark.parametrize(("document", "expected"), CASES.values(), ids=CASES.keys())
def test_what_becomes_of_a_document(session, document, expected):
    require_outcome(session, document, expected)
    require_outcome(session, "There were 250 sales.", Answer((("250", "refuted", 240),)))


def test_the_page_shows_these_cases():
    require_on_page("documents", CASES)


@pytest.mark.parametrize("document", ODD_DOCUMENTS.values(), ids=ODD_DOCUMENTS.keys())
def test_claims_stand_where_they_say_and_each_is_marked(session, document):
    notices = []
    session.add_notice_handler(lambda diagnostic: notices.append(diagnostic.message_primary))
    rows = session.execute(
        "SELECT claim_no, claim_text, substr(%(document)s, claim_start, claim_length), claim_start, verdict"
        " FROM fact_check(%(document)s)",
        {"document": document},
    ).fetchall()
    assert rows
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert all(row[1] == row[2] for row in rows)
    starts = [row[3] for row in rows]
    assert starts == sorted(set(starts))
    assert notices == []
    page = session.execute("SELECT factcheck.check_html(%s)", [document]).fetchone()[0]
    assert page.count('<mark class="factcheck-claim ') == len(rows)
    for number, *_, verdict in rows:
        mark = rf'<mark class="factcheck-claim factcheck-{verdict}( factcheck-unsure)?" id="claim-{number}"'
        assert len(re.findall(mark, page)) == 1


@pytest.mark.parametrize("document_format", ["html", "markdown", "plain"])
def test_claims_of_random_documents_stand_where_they_say(session, document_format):
    checked = 0
    for seed in range(12):
        document, _ = fuzzed_document(document_format, seed)
        document += {"html": "<p>", "markdown": "\n\n", "plain": "\n\n"}[document_format] + "There were 240 sales."
        rows = session.execute(
            "SELECT claim_no, claim_text, substr(%(document)s, claim_start, claim_length)"
            " FROM fact_check(%(document)s)",
            {"document": document},
        ).fetchall()
        assert rows[-1][1] == "240"
        assert all(row[1] == row[2] for row in rows)
        checked += len(rows)
        page = session.execute("SELECT factcheck.check_html(%s)", [document]).fetchone()[0]
        assert page.count('<mark class="factcheck-claim ') == len(rows)
    assert checked > 2 * 12


def test_markdown_is_shown_with_its_structure(session):
    document = "# Sales\n\n- There were **240** sales.\n- `x`\n\n<script>5</script>\n"
    page = session.execute("SELECT factcheck.check_html(%s)", [document]).fetchone()[0]
    main = page[page.index("<main>") : page.index("</main>")]
    assert main.startswith('<main><div class="factcheck-document"><h1>Sales</h1><ul><li>There were <strong><mark ')
    assert "<li><code>x</code></li></ul>" in main
    assert "script" not in main


def test_numbers_in_attributes_and_comments_are_neither_claims_nor_marked(session):
    found = session.execute("SELECT claim_text FROM fact_check(%s)", [ODD_DOCUMENTS["attributes"]]).fetchall()
    assert found == [("240",), ("80",)]
    page = session.execute("SELECT factcheck.check_html(%s)", [ODD_DOCUMENTS["attributes"]]).fetchone()[0]
    assert '<img alt="66">' in page
    assert "55" not in page
