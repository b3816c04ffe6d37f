"""What check_html and the client make of a check: pages, fragments, and what a notebook shows."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

import factcheck.client
from factcheck.errors import FactcheckError

Connection = psycopg.Connection[Any]
DOCUMENT = (
    "<title>Gardens of the town</title><h1>Gardens</h1>"
    "<p>In 2023, there were 40 gardens. The gardens have 1,308 trees in total.</p>"
)


@pytest.fixture(scope="module")
def gardens(admin: Connection, analyst_name: str) -> None:
    admin.execute("CREATE TABLE garden AS SELECT n AS garden_id, n + 5 AS trees FROM generate_series(1, 40) n")
    admin.execute(f"GRANT SELECT ON garden TO {analyst_name}".encode())
    admin.execute("SELECT factcheck.add_table('garden', data_set => 'town')")


def html(connection: Connection, form: str) -> str:
    [(text,)] = connection.execute("SELECT factcheck.check_html(%s, form => %s)", [DOCUMENT, form]).fetchall()
    return str(text)


def test_a_page_says_what_was_found_and_what_was_not_checked(analyst: Connection, gardens: None) -> None:
    page = html(analyst, "page")
    assert "<title>Gardens of the town – checked</title>" in page
    assert page.count("Gardens of the town") == 1
    assert "<strong>2 claims checked:</strong> 1 refuted, 1 supported." in page
    assert "1 number was not checked." in page
    assert '<span class="factcheck-unchecked" title="Not checked: a year">2023</span>' in page
    assert "<span>Stated <b>1,308</b></span> <span>Found <b>1,020</b></span>" in page
    assert 'role="img" aria-label="stated 1,308, found 1,020"' in page
    assert "<code>SELECT sum(trees) FROM public.garden</code>" in page
    assert page.count("Other readings") >= 1


def test_a_fragment_is_no_page(analyst: Connection, gardens: None) -> None:
    fragment = html(analyst, "fragment")
    assert fragment.startswith('<div class="factcheck"><style>')
    assert fragment.endswith("</div>\n")
    for sign in ("<html", "<body", "<head>", "<title", "<main", "factcheck-page", ' id="claim-1"'):
        assert sign not in fragment


@pytest.mark.parametrize("form", ["Page", "", None])
def test_a_form_that_does_not_exist_is_refused(analyst: Connection, gardens: None, form: str | None) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="is not known") as refused:
        analyst.execute("SELECT factcheck.check_html(%s, form => %s)", [DOCUMENT, form])
    assert refused.value.diag.message_hint is not None


@pytest.mark.parametrize("where", [{}, {"data_set": "town"}, {"tables": ["public.garden"]}])
def test_the_client_returns_rows_and_what_a_notebook_shows(
    database: str, analyst_name: str, gardens: None, where: dict[str, Any]
) -> None:
    # whatever rows the connection makes
    with psycopg.connect(database, user=analyst_name, row_factory=dict_row) as connection:
        checked = factcheck.client.check(connection, DOCUMENT, **where)
        assert [(row["claim_text"], row["verdict"]) for row in checked.rows] == [
            ("40", "supported"),
            ("1,308", "refuted"),
        ]
        assert checked._repr_html_() == checked.html
        [shown] = connection.execute(
            "SELECT factcheck.check_html(%s, form => 'fragment') AS html", [DOCUMENT]
        ).fetchall()
        assert checked.html == shown["html"]


def test_the_client_takes_tables_or_a_data_set(analyst: Connection, gardens: None) -> None:
    with pytest.raises(FactcheckError):
        factcheck.client.check(analyst, DOCUMENT, data_set="town", tables=["garden"])
