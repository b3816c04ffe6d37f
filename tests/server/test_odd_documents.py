"""Documents as they come: each claim stands where it says, each is marked, and nothing is told but what helps."""

from __future__ import annotations

import psycopg
import pytest
from support.fuzz_documents import fuzzed_document

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
    with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
        yield connection


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
    assert page.count('<mark class="claim ') == len(rows)
    for number, *_, verdict in rows:
        assert page.count(f'<mark class="claim {verdict}" id="claim-{number}"') == 1


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
        assert page.count('<mark class="claim ') == len(rows)
    assert checked > 2 * 12


def test_markdown_is_shown_with_its_structure(session):
    document = "# Sales\n\n- There were **240** sales.\n- `x`\n\n<script>5</script>\n"
    page = session.execute("SELECT factcheck.check_html(%s)", [document]).fetchone()[0]
    main = page[page.index("<main>") : page.index("</main>")]
    assert main.startswith("<main><h1>Sales</h1><ul><li>There were <strong><mark ")
    assert "<li><code>x</code></li></ul>" in main
    assert "script" not in main


def test_numbers_in_attributes_and_comments_are_neither_claims_nor_marked(session):
    found = session.execute("SELECT claim_text FROM fact_check(%s)", [ODD_DOCUMENTS["attributes"]]).fetchall()
    assert found == [("240",), ("80",)]
    page = session.execute("SELECT factcheck.check_html(%s)", [ODD_DOCUMENTS["attributes"]]).fetchone()[0]
    assert '<img alt="66">' in page
    assert "55" not in page


def test_a_document_that_is_too_long_is_refused(session, admin):
    with pytest.raises(psycopg.errors.ProgramLimitExceeded) as caught:
        session.execute("SELECT * FROM fact_check(repeat('x ', 2500001))")
    assert caught.value.diag.message_primary == "document is too long: 5000002 characters"
    assert "document_characters" in caught.value.diag.message_hint
