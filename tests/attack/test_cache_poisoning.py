"""Attack: false rows in the caches, to be served to another role.

The attacker, an analyst, may write to ``factcheck.parse_cache`` and ``factcheck.cube_cache``, since a check runs with
its caller's rights.  It tries to enter rows under another name, to change or delete those of others, and to have a
superuser, whom row security does not bind, take its rows.

Protection: no right to insert or update the columns that say whose a row is; row security with USING and WITH CHECK on
both tables, also for whoever has these rights; the name and the OID of the role in every query for those whom row
security does not bind.  ``test_without_row_security_the_poison_works`` removes the policy.  What an analyst does to its
own rows harms itself alone.  More of the cube cache: tests/server/test_cube_cache_rights.py; of locks and numbers:
tests/attack/test_locked_tables.py.
"""

from __future__ import annotations

import contextlib
import json
import zlib

import psycopg
import pytest

TEXT = "There were 40 orders. Of these, 20 went to Leeds."
QUESTION = "SELECT verdict, found_value, claim_text FROM public.fact_check(%s)"


@pytest.fixture(scope="module")
def expected(orders, root, victim, attacker):
    """What everybody's check gives; each has it kept."""
    answers = [session.rows(QUESTION, [TEXT]) for session in (root, victim, attacker)]
    assert answers[0] == answers[1] == answers[2]
    assert [verdict for verdict, *_ in answers[0]] == ["supported", "supported"]
    return answers[0]


def columns(session, table):
    """The columns that a role may insert."""
    names = session.rows(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
        " AND has_column_privilege(attrelid, attnum, 'INSERT') ORDER BY attnum",
        [f"factcheck.{table}"],
    )
    return [name for (name,) in names]


def state(root, table, name):
    return root.rows(f"SELECT md5(c::text) FROM factcheck.{table} c WHERE role_name = %s ORDER BY 1", [name])


@pytest.fixture(params=["an analyst's", "all"])
def rights(request, root, attacker):
    """What the attacker may do with the caches: what analysts may, and more than that."""
    name = attacker.connection.info.user
    refusal = "permission denied"
    if request.param == "all":
        root.execute(f"GRANT ALL ON factcheck.parse_cache, factcheck.cube_cache TO {name}")
        refusal = "row-level security"
    yield refusal
    if request.param == "all":
        root.execute(f"REVOKE ALL ON factcheck.parse_cache, factcheck.cube_cache FROM {name}")
        root.execute(f"SELECT factcheck.grant_usage('{name}', 'analyst')")


@pytest.mark.parametrize("table", ["parse_cache", "cube_cache"])
def test_no_row_gets_under_another_name(expected, root, victim, attacker, rights, table):
    before = state(root, table, victim.connection.info.user)
    assert before
    names = ", ".join(name for name in columns(attacker, table) if name not in {"role_name", "role_id", "bytes"})
    for name in (victim.connection.info.user, "postgres"):
        copied = f"INSERT INTO factcheck.{table} (role_name, {names}) SELECT '{name}', {names} FROM factcheck.{table}"
        for statement in (
            copied,
            f"UPDATE factcheck.{table} SET role_name = '{name}'",
            f"{copied} ON CONFLICT DO NOTHING",
            f"MERGE INTO factcheck.{table} c USING (SELECT 1) AS one ON c.role_name = current_user"
            f" WHEN MATCHED THEN UPDATE SET role_name = '{name}'",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match=rights):
                attacker.execute(statement)
        with (
            pytest.raises(psycopg.Error, match=f"{rights}|COPY FROM not supported with row-level security"),
            attacker.connection.cursor().copy(f"COPY factcheck.{table} (role_name) FROM STDIN") as copy,
        ):
            copy.write(f"{name}\n")
    assert state(root, table, victim.connection.info.user) == before


@pytest.mark.parametrize("table", ["parse_cache", "cube_cache"])
def test_no_row_of_others_is_read_changed_or_deleted(expected, root, victim, attacker, table):
    name = victim.connection.info.user
    before = state(root, table, name)
    attacker.execute("BEGIN")
    assert attacker.rows(f"SELECT FROM factcheck.{table} WHERE role_name <> current_user") == []
    attacker.execute(f"UPDATE factcheck.{table} SET last_used = '-infinity'")
    attacker.execute("COMMIT")
    assert state(root, table, name) == before
    for statement in (
        f"DELETE FROM factcheck.{table}",
        f"UPDATE factcheck.{table} SET role_id = role_id",
        f"UPDATE factcheck.{table} SET entry_id = gen_random_uuid()",
        f"TRUNCATE factcheck.{table}",
        f"ALTER TABLE factcheck.{table} DISABLE ROW LEVEL SECURITY",
        f"DROP POLICY of_role ON factcheck.{table}",
        f"CREATE TRIGGER own BEFORE INSERT ON factcheck.{table} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        f"CREATE RULE own AS ON SELECT TO factcheck.{table} DO INSTEAD SELECT 1",
        f"CREATE INDEX ON factcheck.{table} (role_name)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            attacker.execute(statement)


@pytest.mark.parametrize("attribute", ["NOSUPERUSER", "SUPERUSER"])
def test_a_later_role_of_the_same_name_gets_nothing(expected, root, make_role, connect, attribute):
    """Rows stay when a role is renamed or dropped; its name may be given to somebody else."""
    name = make_role("analyst")

    def kept(session):
        mine = "role_name = current_user AND role_id = current_user::regrole"
        return [
            session.value(f"SELECT count(*) FROM factcheck.{table} WHERE {mine}")
            for table in ("parse_cache", "cube_cache")
        ]

    first = connect(name)
    assert first.rows(QUESTION, [TEXT]) == expected
    assert kept(first) == [1, 1]
    root.execute(f"ALTER ROLE {name} RENAME TO {name}_left; CREATE ROLE {name} LOGIN {attribute}")
    try:
        root.execute(f"SELECT factcheck.grant_usage('{name}', 'analyst')")
        later = connect(name)
        assert kept(later) == [0, 0]
        assert later.rows(QUESTION, [TEXT]) == expected
        assert kept(later) == [1, 1]
    finally:
        root.execute(f"DROP OWNED BY {name}; DROP ROLE {name}; ALTER ROLE {name}_left RENAME TO {name}")


def poison(root):
    """A row of the parse cache by which the document has other words."""
    [(parsed,)] = root.rows(
        "SELECT parsed FROM factcheck.parse_cache WHERE role_name = current_user AND document_hash ="
        " sha256(convert_to(%s, 'UTF8'))",
        [TEXT],
    )
    plain = json.loads(zlib.decompress(parsed))
    plain = [[] for _ in plain]
    return zlib.compress(json.dumps(plain).encode())


def test_a_superuser_is_not_served_the_attackers_rows(expected, root, attacker):
    attacker.rows(QUESTION, [TEXT])
    attacker.execute("UPDATE factcheck.parse_cache SET parsed = %s", [poison(root)])
    attacker.execute("UPDATE factcheck.cube_cache SET cube = ''")
    assert root.rows(QUESTION, [TEXT]) == expected
    root.execute("DELETE FROM factcheck.parse_cache WHERE role_name = current_user")
    assert root.rows(QUESTION, [TEXT]) == expected


def test_what_an_attacker_does_to_its_own_rows_ends_in_a_message(expected, root, attacker):
    """Nothing in a row is run: neither pickle nor SQL."""
    forget = f"DELETE FROM factcheck.{{}} WHERE role_name = '{attacker.connection.info.user}'"
    root.execute(forget.format("parse_cache") + ";" + forget.format("cube_cache"))
    attacker.rows(QUESTION, [TEXT])
    for parsed in (b"no zip", zlib.compress(b"[" * 100_000), b"\x80\x04cposix\nsystem\n."):
        attacker.execute("UPDATE factcheck.parse_cache SET parsed = %s", [parsed])
        with pytest.raises(psycopg.Error):
            attacker.rows(QUESTION, [TEXT])
    root.execute(forget.format("parse_cache"))
    attacker.rows(QUESTION, [TEXT])
    for contents in ("", "{}", "'; DROP TABLE public.orders; --", "[]"):
        attacker.execute("UPDATE factcheck.cube_cache SET contents = %s, cube = 'x'", [contents])
        with contextlib.suppress(psycopg.Error):
            assert attacker.rows(QUESTION, [TEXT]) == expected
    assert root.value("SELECT count(*) FROM public.orders") == 40
    root.execute(forget.format("cube_cache"))
    assert attacker.rows(QUESTION, [TEXT]) == expected


def test_without_row_security_the_poison_works(expected, root, victim, attacker):
    root.execute("ALTER TABLE factcheck.parse_cache DISABLE ROW LEVEL SECURITY")
    attacker.execute(
        "UPDATE factcheck.parse_cache SET parsed = %s WHERE role_name = %s",
        [poison(root), victim.connection.info.user],
    )
    served = victim.rows(QUESTION, [TEXT])
    root.execute("ALTER TABLE factcheck.parse_cache ENABLE ROW LEVEL SECURITY; DELETE FROM factcheck.parse_cache")
    assert served != expected
    assert victim.rows(QUESTION, [TEXT]) == expected
