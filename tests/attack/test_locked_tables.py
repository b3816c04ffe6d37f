"""Attack: what an analyst holds, locks, prepares or inserts in the extension's tables, to keep others from checking.

Every check reads tables of the schema factcheck and writes to its two caches, whoever calls it.  The attacker locks
these tables, leaves transactions open or prepared that have written to them, takes the numbers of rows to come, and
runs serializable transactions beside those of others.

Protection: analysts have no right to a whole table that would let them lock it, only to columns of the caches, and
none to the columns that identify a row; a row's number is random, so there is none to come; what another transaction
is at is passed over; serializable transactions leave the caches alone; and what goes wrong in keeping is a warning.
``test_with_a_right_to_the_whole_table_everybody_waits`` and ``test_with_numbers_that_can_be_taken_nothing_is_kept``
take the protection away.
"""

from __future__ import annotations

import contextlib
import secrets

import psycopg
import pytest

TEXT = "There were 40 orders. Of these, 20 went to Leeds."
QUESTION = "SELECT verdict, found_value, claim_text FROM public.fact_check(%s)"
CACHES = ["parse_cache", "cube_cache"]
MODES = [
    "ROW SHARE",
    "ROW EXCLUSIVE",
    "SHARE UPDATE EXCLUSIVE",
    "SHARE",
    "SHARE ROW EXCLUSIVE",
    "EXCLUSIVE",
    "ACCESS EXCLUSIVE",
]
NAME = f"left_by_the_attacker_{secrets.token_hex(4)}"  # prepared transactions are the server's, not the database's


@pytest.fixture(scope="module")
def expected(orders, root, attacker):
    """What everybody's check gives; the attacker has it kept."""
    answers = [session.rows(QUESTION, [TEXT]) for session in (root, attacker)]
    assert [verdict for verdict, *_ in answers[0]] == ["supported", "supported"]
    assert answers[0] == answers[1]
    return answers[0]


@pytest.fixture
def hurried(victim):
    """The victim's session, which waits for nobody for long."""
    victim.execute("SET statement_timeout = '30s'; SET lock_timeout = '1s'")
    victim.told.clear()
    yield victim
    victim.execute("RESET statement_timeout; RESET lock_timeout")


@pytest.fixture(scope="module")
def relations(root):
    return [
        name
        for (name,) in root.rows(
            "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace"
            " AND relkind IN ('r', 'v') ORDER BY 1"
        )
    ]


def kept(root, session):
    """Entries of a role in both caches."""
    return [
        root.value(
            f"SELECT count(*) FROM factcheck.{cache} WHERE role_name = %s AND bytes > 0", [session.connection.info.user]
        )
        for cache in CACHES
    ]


def can_prepare(root):
    if root.value("SHOW max_prepared_transactions") == "0":
        pytest.skip("the server prepares no transactions: max_prepared_transactions is 0")


def test_no_table_of_the_extension_can_be_locked(expected, attacker, relations):
    assert len(relations) > 15
    for relation in relations:
        for mode in MODES:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                attacker.execute(f"BEGIN; LOCK TABLE {relation} IN {mode} MODE")
            attacker.execute("ROLLBACK")


def test_no_lock_is_left_in_a_prepared_transaction(expected, root, attacker, relations, hurried):
    can_prepare(root)
    attacker.execute("BEGIN")
    for relation in relations:
        for mode in MODES:
            with pytest.raises(psycopg.errors.InsufficientPrivilege), attacker.transaction():
                attacker.execute(f"LOCK TABLE {relation} IN {mode} MODE")
        with contextlib.suppress(psycopg.errors.InsufficientPrivilege), attacker.transaction():
            attacker.execute(f"SELECT FROM {relation}")
    attacker.execute(f"SELECT pg_current_xact_id(); PREPARE TRANSACTION '{NAME}'")
    try:
        modes = root.rows(
            "SELECT DISTINCT l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation"
            " WHERE c.relnamespace = 'factcheck'::regnamespace AND l.pid IS NULL"
            " AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())"
        )
        assert modes == [("AccessShareLock",)]
        assert hurried.rows(QUESTION, [TEXT]) == expected
    finally:
        root.execute(f"ROLLBACK PREPARED '{NAME}'")


def test_nothing_that_identifies_a_row_can_be_inserted_or_updated(expected, root, attacker):
    for cache in CACHES:
        name = f"factcheck.{cache}"
        keys = root.rows(
            "SELECT a.attname FROM pg_index i"
            " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)"
            " WHERE i.indrelid = %s::regclass AND i.indisunique",
            [name],
        )
        assert len(keys) == 3
        for (column,) in keys:
            for statement in (
                f"INSERT INTO {name} ({column}) SELECT {column} FROM {name}",
                f"INSERT INTO {name} ({column}) OVERRIDING SYSTEM VALUE SELECT {column} FROM {name}",
                f"INSERT INTO {name} ({column}) OVERRIDING USER VALUE SELECT {column} FROM {name}",
                f"INSERT INTO {name} ({column}) VALUES (DEFAULT) ON CONFLICT DO NOTHING",
                f"UPDATE {name} SET {column} = {column}",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    attacker.execute(statement)


def test_no_sequence_counts_what_others_keep(attacker, root):
    """The numbers of entries are random; a role's own say nothing of others'."""
    owned = root.rows(
        "SELECT FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' WHERE d.refobjid ="
        " ANY (ARRAY['factcheck.parse_cache', 'factcheck.cube_cache']::regclass[])"
    )
    assert owned == []


def write_everywhere(attacker):
    """Insert into both caches all that may be inserted, update all and lock all rows."""
    for cache in CACHES:
        columns = ", ".join(
            name
            for (name,) in attacker.rows(
                "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
                " AND has_column_privilege(attrelid, attnum, 'INSERT')",
                [f"factcheck.{cache}"],
            )
        )
        for _ in range(3):
            attacker.execute(f"INSERT INTO factcheck.{cache} ({columns}) SELECT {columns} FROM factcheck.{cache}")
        attacker.execute(f"UPDATE factcheck.{cache} SET last_used = now()")
        attacker.execute(f"SELECT FROM factcheck.{cache} FOR UPDATE")


@pytest.mark.parametrize("state", ["open", "prepared"])
def test_what_an_attacker_has_written_keeps_nobody_from_checking(expected, root, attacker, hurried, state):
    can_prepare(root)
    root.execute(f"DELETE FROM factcheck.cube_cache WHERE role_name = '{hurried.connection.info.user}'")
    before = kept(root, hurried)
    attacker.execute("BEGIN")
    write_everywhere(attacker)
    try:
        if state == "prepared":
            attacker.execute(f"PREPARE TRANSACTION '{NAME}'")
        assert hurried.rows(QUESTION, [f"{TEXT} This is {state}."]) == expected
        after = kept(root, hurried)
    finally:
        if state == "prepared":
            root.execute(f"ROLLBACK PREPARED '{NAME}'")
        attacker.execute("ROLLBACK")
    assert after[0] == before[0] + 1
    assert after[1] > 0
    assert hurried.told == []


def test_a_serializable_transaction_of_the_attacker_makes_no_check_fail(expected, attacker, hurried):
    attacker.execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
    for cache in CACHES:
        attacker.execute(f"SELECT FROM factcheck.{cache}")
    hurried.execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
    assert hurried.rows(QUESTION, [f"{TEXT} This is serializable."]) == expected
    write_everywhere(attacker)
    attacker.execute("COMMIT")
    hurried.execute("COMMIT")
    assert hurried.told == []


FAILING = {
    "a constraint": (
        "ALTER TABLE factcheck.{0} ADD CONSTRAINT odd CHECK (bytes = 0) NOT VALID",
        "ALTER TABLE factcheck.{0} DROP CONSTRAINT odd",
        'violates check constraint "odd"',
    ),
    "a trigger": (
        "CREATE FUNCTION public.odd() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN RAISE EXCEPTION ''no entry today'' USING ERRCODE = ''ZZ042''; END';"
        "CREATE TRIGGER odd BEFORE INSERT OR UPDATE ON factcheck.{0} EXECUTE FUNCTION public.odd()",
        "DROP TRIGGER odd ON factcheck.{0}; DROP FUNCTION public.odd()",
        "no entry today",
    ),
    "a right that is missing": (
        "REVOKE ALL ON factcheck.{0} FROM {1}; GRANT SELECT ON factcheck.{0} TO {1}",
        "SELECT factcheck.grant_usage('{1}', 'analyst')",
        "permission denied for table {0}",
    ),
}


@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("reason", FAILING)
def test_what_cannot_be_kept_is_a_warning(expected, root, hurried, cache, reason):
    name = hurried.connection.info.user
    made, undone, told = (text.format(cache, name) for text in FAILING[reason])
    root.execute(f"DELETE FROM factcheck.{cache} WHERE role_name = '{name}'; {made}")
    try:
        assert hurried.rows(QUESTION, [TEXT]) == expected
    finally:
        root.execute(undone)
    [warning] = hurried.told
    assert warning.startswith("nothing of this check was kept for later ones The server said: ")
    assert told in warning
    assert "The rows are complete" in warning
    hurried.told.clear()
    assert hurried.rows(QUESTION, [TEXT]) == expected
    assert (hurried.told, all(kept(root, hurried))) == ([], True)


def test_a_timeout_while_something_is_kept_is_no_warning(expected, root, victim):
    root.execute(f"""
        DELETE FROM factcheck.cube_cache WHERE role_name = '{victim.connection.info.user}';
        CREATE FUNCTION public.slow() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
        CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON factcheck.cube_cache EXECUTE FUNCTION public.slow();
    """)
    victim.execute("SELECT factcheck.warm_up(); SET statement_timeout = '5s'")
    try:
        with pytest.raises(psycopg.errors.QueryCanceled):
            victim.rows(QUESTION, [TEXT])
    finally:
        root.execute("DROP TRIGGER slow ON factcheck.cube_cache; DROP FUNCTION public.slow()")
        victim.execute("RESET statement_timeout")


@pytest.mark.parametrize("cache", CACHES)
def test_with_a_right_to_the_whole_table_everybody_waits(expected, root, attacker, victim, cache):
    name = attacker.connection.info.user
    root.execute(f"GRANT UPDATE ON factcheck.{cache} TO {name}")
    victim.execute("SELECT factcheck.warm_up(); SET lock_timeout = '1s'")
    attacker.execute(f"BEGIN; LOCK TABLE factcheck.{cache} IN ACCESS EXCLUSIVE MODE")
    try:
        with pytest.raises(psycopg.errors.LockNotAvailable):
            victim.rows(QUESTION, [TEXT])
    finally:
        attacker.execute("ROLLBACK")
        victim.execute("RESET lock_timeout")
        root.execute(f"REVOKE UPDATE ON factcheck.{cache} FROM {name}")
        root.execute(f"SELECT factcheck.grant_usage('{name}', 'analyst')")
    assert victim.rows(QUESTION, [TEXT]) == expected


def test_with_numbers_that_can_be_taken_nothing_is_kept(expected, root, attacker, victim):
    """Numbers that all roles share, counted and insertable: the attacker takes the next one."""
    root.execute(f"""
        DELETE FROM factcheck.cube_cache;
        CREATE SEQUENCE public.numbers; GRANT USAGE ON SEQUENCE public.numbers TO PUBLIC;
        ALTER TABLE factcheck.cube_cache ADD number bigint NOT NULL UNIQUE DEFAULT nextval('public.numbers');
        GRANT INSERT (number) ON factcheck.cube_cache TO {attacker.connection.info.user};
    """)
    try:
        attacker.execute(
            "INSERT INTO factcheck.cube_cache (number, anchor, tables, columns, contents, cube, relations, signatures,"
            " snapshot, writer) SELECT g, 0, '{}', '{}', 'x', '', '{}', '{}', pg_current_snapshot(), '3'"
            " FROM generate_series(1, 20) AS g"
        )
        victim.told.clear()
        assert victim.rows(QUESTION, [TEXT]) == expected
    finally:
        root.execute("ALTER TABLE factcheck.cube_cache DROP number; DROP SEQUENCE public.numbers")
        root.execute("DELETE FROM factcheck.cube_cache")
    [warning] = victim.told
    assert "duplicate key value violates unique constraint" in warning
