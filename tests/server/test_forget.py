"""What was indexed or kept of a table's values is gone at once after ``factcheck.forget``, for whomever it was."""

from __future__ import annotations

import contextlib

import psycopg
import pytest

SECRET = "Zyxolite"
TEXT = f"There were 12 orders by {SECRET}."
OTHER = "There were 30 shops in Leeds."
CHECK = "SELECT verdict, found_value FROM fact_check(%s)"
LOST = (
    "SELECT count(*) FROM factcheck.cube_cache WHERE NOT columns <@ ARRAY(SELECT column_id FROM factcheck.data_column)"
)


@pytest.fixture(scope="module")
def names(admin, role):
    """Two analysts, and an administrator who may read no table."""
    made = {name: role() for name in ("one", "other", "steward")}
    for name, made_role in made.items():
        level = "admin" if name == "steward" else "analyst"
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [made_role, level])
    return made


@pytest.fixture(scope="module")
def sessions(database, names):
    with contextlib.ExitStack() as opened:
        yield {
            name: opened.enter_context(psycopg.connect(database, user=user, autocommit=True))
            for name, user in names.items()
        }


@pytest.fixture
def orders(admin, names, sessions):
    """Tracked tables, one with many values, over which everybody has checked texts."""
    admin.execute(f"""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, customer text, city text);
        COMMENT ON COLUMN public.orders.customer IS 'Who bought';
        INSERT INTO public.orders
        SELECT g, CASE WHEN g <= 12 THEN '{SECRET}' ELSE 'Customer number ' || g END, 'Leeds'
        FROM generate_series(1, 2000) AS g;
        INSERT INTO public.orders SELECT g, 'Customer', '{SECRET}ville' FROM generate_series(2001, 2003) AS g;
        CREATE TABLE public.shops AS SELECT g AS shop_id, 'Leeds' AS city FROM generate_series(1, 30) AS g;
        GRANT SELECT ON public.orders, public.shops TO {names["one"]}, {names["other"]};
        SELECT factcheck.add_table('public.orders', track => true), factcheck.add_table('public.shops', track => true);
    """)
    for session in (admin, sessions["one"], sessions["other"]):
        assert check(session, TEXT) == [("supported", 12)]
        assert check(session, OTHER) == [("supported", 30)]
    yield "public.orders"
    for table in ("orders", "shops"):
        with contextlib.suppress(psycopg.errors.UndefinedObject):
            admin.execute(f"SELECT factcheck.remove_table('public.{table}')")
        admin.execute(f"DROP TABLE public.{table}")
    admin.execute("DELETE FROM factcheck.cube_cache; DELETE FROM factcheck.parse_cache")


def check(session, text):
    return session.execute(CHECK, [text]).fetchall()


def showing(admin):
    """The tables of the extension in which a superuser finds the secret, but for the parsed texts."""
    relations = admin.execute(
        "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace AND relkind = 'r'"
        " AND relname NOT IN ('lexicon', 'parse_cache') ORDER BY 1"
    ).fetchall()
    signs = ["yxolit", SECRET.lower().encode().hex()[2:-2]]
    return [
        relation.removeprefix("factcheck.")
        for (relation,) in relations
        for (found,) in admin.execute(f"SELECT string_agg(lower(r::text), ' ') FROM {relation} AS r").fetchall()
        if found and any(sign in found for sign in signs)
    ]


def cubes(admin, table):
    """Roles that have something kept about a table."""
    return {
        row[0]
        for row in admin.execute(
            "SELECT role_name FROM factcheck.cube_cache_entries WHERE %s::regclass = ANY (tables)", [table]
        ).fetchall()
    }


def test_values_are_gone_at_once_and_come_back_with_the_next_index(admin, names, sessions, orders):
    everybody = {"postgres", names["one"], names["other"]}
    assert showing(admin) == ["column_value", "cube_cache", "fragment", "posting", "spelling"]
    assert cubes(admin, orders) == everybody
    keywords = "SELECT count(*) FROM factcheck.column_keyword JOIN factcheck.data_column USING (column_id)"
    before = admin.execute(keywords).fetchone()
    admin.execute(f"DELETE FROM {orders} WHERE customer = '{SECRET}' OR city = '{SECRET}ville'")
    sessions["steward"].execute(f"SELECT factcheck.forget('{orders}')")
    assert showing(admin) == []
    assert cubes(admin, orders) == set()
    assert cubes(admin, "public.shops") == everybody
    assert admin.execute(keywords).fetchone() == before
    assert admin.execute(
        "SELECT count(*) FROM factcheck.index_coverage WHERE data_table = %s::regclass", [orders]
    ).fetchone() == (0,)
    admin.execute(f"INSERT INTO {orders} SELECT g, '{SECRET}', 'York' FROM generate_series(1, 12) AS g")
    admin.execute(f"SELECT factcheck.refresh('{orders}')")
    assert "fragment" in showing(admin)
    assert check(sessions["one"], TEXT) == [("supported", 12)]


def test_a_check_warns_of_a_table_whose_values_were_forgotten(admin, sessions, orders):
    told = []
    one = sessions["one"]
    one.add_notice_handler(lambda d: told.append((d.severity_nonlocalized, d.message_primary, d.message_hint)))
    sessions["steward"].execute(f"SELECT factcheck.forget('{orders}'), factcheck.forget('{orders}')")
    assert check(one, "There were 2,003 orders.") == [("supported", 2003)]
    assert check(one, OTHER) == [("supported", 30)]
    warning = (
        "WARNING",
        "the values of table public.orders are not indexed",
        "Ask an administrator to index it anew: SELECT factcheck.refresh('public.orders').",
    )
    assert told == [warning, warning]
    finding = admin.execute("SELECT status, detail FROM factcheck.doctor() WHERE item = 'tables'").fetchone()
    assert finding[0] == "warning"
    assert "1 not indexed" in finding[1]
    admin.execute("SELECT factcheck.refresh()")
    told.clear()
    assert check(one, TEXT) == [("supported", 12)]
    assert told == []


def test_only_what_was_added_is_forgotten_and_only_by_administrators(sessions, names, admin, orders):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        sessions["one"].execute(f"SELECT factcheck.forget('{orders}')")
    for table in ("'pg_class'", "NULL"):
        with pytest.raises(psycopg.errors.UndefinedObject, match="was not added"):
            sessions["steward"].execute(f"SELECT factcheck.forget({table})")
    assert "fragment" in showing(admin)


def test_an_administrator_empties_what_nobody_can_be_served_and_nothing_else(admin, names, sessions, orders):
    """Not by any statement: neither live rows of others, nor anything put into a row."""
    steward = sessions["steward"]
    state = "SELECT md5(string_agg(c::text, '' ORDER BY c::text)) FROM factcheck.cube_cache c"
    before = admin.execute(state).fetchone()
    emptied = "anchor = 0, tables = '{}', columns = '{}', contents = '', relations = '{}', signatures = '{}'"
    assert steward.execute(f"UPDATE factcheck.cube_cache SET {emptied}, cube = ''").rowcount == 0
    assert steward.execute("SELECT count(*) FROM factcheck.cube_cache").fetchone() == (0,)
    assert admin.execute(state).fetchone() == before
    admin.execute("DELETE FROM factcheck.data_column WHERE column_name = 'customer'")
    lost = admin.execute(LOST).fetchone()[0]
    assert lost >= 3
    assert steward.execute("SELECT count(*) FROM factcheck.cube_cache").fetchone() == (0,)
    for change in ("cube = 'x'", f"{emptied}, cube = 'x'", "last_used = now()"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            steward.execute(f"UPDATE factcheck.cube_cache SET {change}")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        steward.execute(f"UPDATE factcheck.cube_cache SET {emptied}, cube = '', role_name = current_user")
    assert sessions["one"].execute(f"UPDATE factcheck.cube_cache SET {emptied}, cube = '' WHERE true").rowcount > 0
    assert admin.execute(LOST).fetchone()[0] == lost  # an analyst meets its own alone
    assert steward.execute(f"UPDATE factcheck.cube_cache SET {emptied}, cube = ''").rowcount == lost
    assert admin.execute(LOST).fetchone()[0] == 0


@pytest.mark.parametrize("who", ["steward", "admin"])
def test_a_new_index_leaves_nothing_that_nobody_can_be_served(admin, names, sessions, orders, who):
    """Columns whose values changed get new numbers: what was kept under the old ones is of no use to anybody."""
    session = {"admin": admin, **sessions}[who]
    admin.execute(f"GRANT SELECT ON public.orders, public.shops TO {names['steward']}")
    admin.execute(f"UPDATE {orders} SET customer = customer || '!'")
    session.execute("SELECT factcheck.refresh()")
    assert admin.execute(LOST).fetchone() == (0,)
    admin.execute(f"UPDATE {orders} SET customer = customer || '!'")
    assert check(sessions["one"], "There were 2,003 orders.") == [("supported", 2003)]
    session.execute(f"SELECT factcheck.remove_table('{orders}')")
    assert admin.execute(LOST).fetchone() == (0,)


def test_what_a_transaction_is_at_is_forgotten_after_it(admin, sessions, orders):
    """An index is renewed all the same; to forget waits, or says that it could not."""
    steward, one = sessions["steward"], sessions["one"]
    one.execute("BEGIN; SELECT FROM factcheck.cube_cache FOR UPDATE")
    admin.execute(f"UPDATE {orders} SET customer = customer || '!'")
    admin.execute("SELECT factcheck.refresh()")
    assert admin.execute(LOST).fetchone()[0] > 0
    steward.execute("SET lock_timeout = '200ms'")
    with pytest.raises(psycopg.errors.LockNotAvailable):
        steward.execute(f"SELECT factcheck.forget('{orders}')")
    one.execute("COMMIT")
    steward.execute(f"SELECT factcheck.forget('{orders}'); RESET lock_timeout")
    assert admin.execute(LOST).fetchone() == (0,)


def test_rows_of_dropped_roles_go_when_a_superuser_indexes(admin, database, orders):
    name = "factcheck_test_leaver"
    admin.execute(f"CREATE ROLE {name} LOGIN; GRANT SELECT ON {orders} TO {name}")
    admin.execute(f"SELECT factcheck.grant_usage('{name}', 'analyst')")
    with psycopg.connect(database, user=name, autocommit=True) as leaver:
        assert check(leaver, TEXT) == [("supported", 12)]
    admin.execute(f"DROP OWNED BY {name}; DROP ROLE {name}")
    left = [
        f"SELECT count(*) FROM factcheck.{cache} WHERE role_name = '{name}'" for cache in ("parse_cache", "cube_cache")
    ]
    assert all(admin.execute(each).fetchone() != (0,) for each in left)
    admin.execute("SELECT factcheck.refresh()")
    assert [admin.execute(each).fetchone() for each in left] == [(0,), (0,)]
