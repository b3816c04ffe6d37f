"""``doctor`` tells the role that asks, by name, which tables its checks leave out, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

Connection = psycopg.Connection[Any]


@pytest.fixture(scope="module")
def tables(admin: Connection, analyst_name: str, role: Callable[[], str], sales: str) -> Iterator[str]:
    """Besides sales: a view of another role's, a table without rights, one altered, one without an index."""
    owner = role()
    admin.execute(f"""
        GRANT USAGE, CREATE ON SCHEMA public TO {owner};
        CREATE FUNCTION public.shown(integer) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN true; END';
        ALTER FUNCTION public.shown OWNER TO {owner};
        CREATE VIEW public.big_sales AS SELECT * FROM public.sales WHERE public.shown(units);
        ALTER VIEW public.big_sales OWNER TO {owner};
        GRANT SELECT ON public.sales TO {owner};
        CREATE TABLE public.salaries (name text, pay integer);
        CREATE TABLE public.visits (town text, visitors integer);
        CREATE TABLE public.towns (town text);
        INSERT INTO public.towns VALUES ('Leeds');
        GRANT SELECT ON public.big_sales, public.visits, public.towns TO {analyst_name};
        SELECT factcheck.add_table(name::regclass)
        FROM unnest(ARRAY['public.big_sales', 'public.salaries', 'public.visits', 'public.towns']) AS name;
        ALTER TABLE public.visits ALTER visitors TYPE text;
        SELECT factcheck.forget('public.towns');
    """)
    yield owner
    admin.execute("DROP VIEW public.big_sales; DROP TABLE public.salaries, public.visits, public.towns")
    admin.execute(f"SELECT factcheck.refresh(); DROP OWNED BY {owner}")


def findings(connection: Connection) -> dict[str, tuple[str, str, str]]:
    rows = connection.execute("SELECT item, status, detail, hint FROM factcheck.doctor() WHERE item LIKE 'tables %'")
    return {item: (status, detail, hint) for item, *rest in rows for status, detail, hint in [rest]}


def test_every_reason_is_told_with_the_tables_and_the_next_step(tables: str, analyst: Connection) -> None:
    assert findings(analyst) == {
        "tables not readable": (
            "ok",
            "no part of your checks: public.salaries",
            "Ask for SELECT on them, and USAGE on their schemas, if claims are about them.",
        ),
        "tables not trusted": (
            "warning",
            "skipped by your checks, since reading them runs code of its owner: public.big_sales",
            "If the owner is to be trusted, a superuser has to say so:"
            " SELECT factcheck.add_table('public.big_sales', trust_owner => true).",
        ),
        "tables altered": (
            "warning",
            "their changed columns are left out of your checks: public.visits",
            "Ask an administrator to run SELECT factcheck.refresh('public.visits');",
        ),
        "tables not indexed": (
            "warning",
            "your checks find none of their values: public.towns",
            "Ask an administrator to run SELECT factcheck.refresh('public.towns');",
        ),
    }


def test_a_superuser_may_read_everything(tables: str, admin: Connection) -> None:
    assert "tables not readable" not in findings(admin)


def test_what_is_skipped_is_what_a_check_warns_of(tables: str, analyst: Connection) -> None:
    warned: list[str] = []

    def listen(notice: psycopg.errors.Diagnostic) -> None:
        warned.append(notice.message_primary or "")

    analyst.add_notice_handler(listen)
    try:
        analyst.execute("SELECT * FROM fact_check('There were 240 sales.')")
    finally:
        analyst.remove_notice_handler(listen)
    by_name = [table for table in ("big_sales", "visits", "towns") if any(table in message for message in warned)]
    assert by_name == ["big_sales", "visits", "towns"]
    assert not any("salaries" in message for message in warned)


def test_of_many_tables_the_first_are_named(tables: str, admin: Connection, analyst: Connection) -> None:
    with admin.transaction(force_rollback=True):
        for number in range(12):
            admin.execute(f"CREATE TABLE public.closed_{number} (n integer)".encode())
            admin.execute(f"SELECT factcheck.add_table('public.closed_{number}')".encode())
        admin.execute(b"SET LOCAL ROLE " + analyst.info.user.encode())
        assert findings(admin)["tables not readable"][1].endswith("public.closed_7 and 3 more")


def test_nothing_skipped_is_nothing_told(sales: str, analyst: Connection, admin: Connection) -> None:
    with admin.transaction(force_rollback=True):
        admin.execute("DELETE FROM factcheck.data_table WHERE relation <> 'public.sales'::regclass")
        assert findings(admin) == {}
