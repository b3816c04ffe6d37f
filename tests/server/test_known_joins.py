"""What asking for known joins takes: no foreign key is looked at but those of added tables."""

from __future__ import annotations

import pytest


@pytest.fixture
def calls(admin):
    """Counts how often a function is called by a statement."""

    def total(function: str) -> int:
        [[number]] = admin.execute(
            "SELECT coalesce(sum(calls), 0)::integer FROM pg_stat_xact_user_functions"
            " WHERE schemaname = 'factcheck' AND funcname = %s",
            [function],
        ).fetchall()
        return number

    def count(statement: str, function: str) -> int:
        with admin.transaction():
            admin.execute("SET LOCAL track_functions = 'all'")
            before = total(function)  # of transactions that the server has not yet counted elsewhere
            admin.execute(statement)
            return total(function) - before

    yield count
    admin.execute("DROP TABLE public.item, public.depot; SELECT factcheck.refresh()")


def test_only_what_may_join_is_looked_at(admin, calls):
    admin.execute("""
        CREATE TABLE public.depot (depot_id integer PRIMARY KEY, town text);
        CREATE TABLE public.item (item_id integer PRIMARY KEY, depot_id integer REFERENCES public.depot);
        INSERT INTO public.depot SELECT g, 'Town ' || g FROM generate_series(1, 3) AS g;
        INSERT INTO public.item SELECT g, 1 + g % 3 FROM generate_series(1, 9) AS g;
    """)
    assert calls("SELECT factcheck.add_table('public.depot')", "joins") == 0
    assert calls("SELECT * FROM factcheck.joins()", "_is_key") == 0
    assert calls("SELECT factcheck.add_table('public.item')", "joins") == 1
    assert calls("SELECT * FROM factcheck.joins()", "_is_key") == 2  # for the filter, and for what the row says
