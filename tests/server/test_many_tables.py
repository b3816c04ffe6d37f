"""Numbers of short sentences in a database of many tables: what chance finds elsewhere does not decide."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

Connection = psycopg.Connection[Any]
TOWNS = {"Harwick": 3, "Ostermouth": 6, "Dunfell": 2}
"""How many members live in each."""


@pytest.fixture(scope="module", autouse=True)
def tables(admin: Connection, analyst_name: str) -> None:
    admin.execute(f"""
        CREATE TABLE branch (branch_id integer PRIMARY KEY, street text);
        INSERT INTO branch SELECT n, 'street ' || n FROM generate_series(1, 5) n;
        CREATE TABLE member (member_id integer PRIMARY KEY, surname text, town text, joined_at integer);
        INSERT INTO member SELECT n, 'surname ' || n, CASE WHEN n <= 3 THEN 'Harwick' WHEN n <= 9 THEN 'Ostermouth'
            WHEN n <= 11 THEN 'Dunfell' ELSE 'Elsewhere' END, n % 5 + 1 FROM generate_series(1, 40) n;
        CREATE TABLE book (book_id integer PRIMARY KEY, title text, pages integer, shelf text);
        INSERT INTO book SELECT n, 'Walks near ' || (ARRAY['Harwick', 'Dunfell', 'Loxton'])[n % 3 + 1] || ' ' || n,
            90 + n, 'shelf ' || n % 8 FROM generate_series(1, 120) n;
        CREATE TABLE loan (loan_id integer PRIMARY KEY, member_id integer REFERENCES member,
            book_id integer REFERENCES book, branch_id integer REFERENCES branch, member_town text, days integer);
        INSERT INTO loan SELECT n, n % 40 + 1, n % 120 + 1, n % 5 + 1,
            (SELECT town FROM member m WHERE m.member_id = n % 40 + 1), n % 30 FROM generate_series(1, 300) n;
        CREATE TABLE librarian (librarian_id integer PRIMARY KEY, forename text, town text,
            branch_id integer REFERENCES branch);
        INSERT INTO librarian SELECT n, 'forename ' || n, 'Harwick', n % 5 + 1 FROM generate_series(1, 8) n;
        GRANT SELECT ON branch, member, book, loan, librarian TO {analyst_name};
        SELECT factcheck.add_table(name) FROM unnest('{{branch,member,book,loan,librarian}}'::text[]) AS name;
    """)


def verdict(connection: Connection, stated: int, town: str) -> tuple[str, str]:
    """The verdict on a number of members, with the description of the reading behind it."""
    rows = connection.execute(
        "SELECT verdict::text, description FROM fact_check(%s)", (f"{stated} members live in {town}.",)
    ).fetchall()
    assert len(rows) == 1
    return rows[0]


@pytest.mark.parametrize("town", TOWNS)
def test_members_of_a_town(analyst: Connection, town: str) -> None:
    """The rows of the table that the number counts by its name are meant."""
    says, description = verdict(analyst, TOWNS[town], town)
    assert says == "supported"
    assert description == f"the number of rows in member where town is '{town}'"


@pytest.mark.parametrize("town", TOWNS)
@pytest.mark.parametrize("stated", [5, 8, 15, 21])
def test_rows_of_other_tables(analyst: Connection, town: str, stated: int) -> None:
    """Neither five branches nor 21 loans to members of a town make as many members of it."""
    says, description = verdict(analyst, stated, town)
    assert says != "supported", description
