"""Nobody is served what another role kept, or what may no longer be read; nobody changes another role's entries."""

from __future__ import annotations

import psycopg
import pytest

LARGE = 10**9


@pytest.fixture(scope="module")
def names(admin, role):
    """Two roles of level analyst."""
    made = [role(), role()]
    for name in made:
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
    return made


@pytest.fixture
def two(admin, names, visits, counting):
    """A session of each of two analysts who may read the table."""
    admin.execute(f"GRANT SELECT ON {visits} TO {names[0]}, {names[1]}")
    return [counting(user=name) for name in names]


def blobs(session):
    return session.execute("SELECT count(*) FROM factcheck.cube_cache WHERE bytes > 0").fetchone()[0]


def test_each_role_has_its_own_entries(two, visits):
    first, second = two
    assert first.keep(visits)
    assert first.kept(visits) == 100
    assert second.kept(visits) is None
    assert (blobs(first), blobs(second)) == (1, 0)
    assert second.execute("TABLE factcheck.cube_cache_entries").fetchall() == []


def test_nobody_puts_an_entry_under_another_name(two, names, visits):
    first, second = two
    first.keep(visits)
    copied = (
        "INSERT INTO factcheck.cube_cache"
        " (role_name, anchor, tables, columns, contents, cube, relations, signatures, snapshot, writer)"
        " SELECT %s, anchor, tables, columns, contents, '7', relations, signatures, snapshot, writer"
        " FROM factcheck.cube_cache"
    )
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        first.execute(copied, [names[1]])
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        first.execute("UPDATE factcheck.cube_cache SET role_name = %s", [names[1]])
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        second.execute("DELETE FROM factcheck.cube_cache")
    assert second.execute("UPDATE factcheck.cube_cache SET cube = '7'").rowcount == 0
    assert (first.kept(visits), second.kept(visits)) == (100, None)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM factcheck.change_log",
        "UPDATE factcheck.change_log SET writer = '3'",
        "INSERT INTO factcheck.change_log (relation) VALUES (0)",
        "TRUNCATE factcheck.change_log",
        "CREATE TEMP TABLE own (); CREATE TRIGGER own BEFORE INSERT ON own EXECUTE FUNCTION factcheck._log_change()",
    ],
)
def test_nobody_writes_the_log_by_hand(two, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        two[0].execute(statement)


def test_whoever_may_write_to_a_table_is_logged_without_rights_on_the_log(two, admin, role, database, visits):
    first, _ = two
    writer = role()
    admin.execute(f"GRANT INSERT ON {visits} TO {writer}")
    first.keep(visits)
    with psycopg.connect(database, user=writer, autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE change_log (relation oid, writer xid8 DEFAULT pg_current_xact_id())")
        connection.execute("SET search_path = pg_temp, public, pg_catalog")
        connection.execute(f"INSERT INTO {visits} VALUES (101)")
        assert connection.execute("SELECT count(*) FROM pg_temp.change_log").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT FROM factcheck.change_log")
    assert (first.kept(visits), first.count(visits)) == (None, 101)


@pytest.mark.parametrize(
    ("taken", "given"),
    [
        ("REVOKE SELECT ON {0} FROM {1}", "GRANT SELECT ON {0} TO {1}"),
        ("REVOKE SELECT ON {0} FROM {1}; GRANT SELECT (visit_id) ON {0} TO {1}", "GRANT SELECT (city) ON {0} TO {1}"),
    ],
)
def test_a_right_that_was_revoked_is_missed_at_once(two, names, admin, visits, taken, given):
    first, _ = two
    first.keep(visits)
    admin.execute(taken.format(visits, names[0]))
    assert first.found(visits) == []
    assert blobs(first) == 0  # not even by looking into the cache itself
    admin.execute(given.format(visits, names[0]))
    assert blobs(first) == 1


def test_a_schema_that_was_closed_is_missed_at_once(two, names, admin, visits):
    first, _ = two
    first.keep(visits)
    admin.execute("REVOKE USAGE ON SCHEMA public FROM PUBLIC")
    try:
        assert first.execute("SELECT count(*) FROM factcheck.cube_cache").fetchone() == (0,)
        table_id = admin.execute("SELECT table_id FROM factcheck.data_table WHERE relation = %s::regclass", [visits])
        found = first.execute("SELECT FROM factcheck._valid_cube_entries(ARRAY[%s])", table_id.fetchone())
        assert found.fetchall() == []
    finally:
        admin.execute("GRANT USAGE ON SCHEMA public TO PUBLIC")


def test_nothing_is_kept_or_served_of_a_table_under_row_security(two, admin, visits):
    first, _ = two
    first.keep(visits)
    admin.execute(
        f"ALTER TABLE {visits} ENABLE ROW LEVEL SECURITY; CREATE POLICY most ON {visits} USING (visit_id < 9)"
    )
    assert (first.kept(visits), blobs(first), first.count(visits)) == (None, 0, 8)
    assert not first.keep(visits)
    admin.execute(f"ALTER TABLE {visits} DISABLE ROW LEVEL SECURITY")
    assert (first.kept(visits), first.count(visits)) == (None, 100)


def test_the_entries_used_longest_ago_make_room(two, admin, visits):
    first, second = two
    admin.execute("DELETE FROM factcheck.cube_cache")
    for contents in ("a", "b", "c"):
        assert first.keep(visits, contents=contents)
    second.keep(visits)
    size = first.found(visits)[0].size
    first.execute("UPDATE factcheck.cube_cache SET last_used = now() - interval '2 hours' WHERE contents <> 'a'")
    first.execute("UPDATE factcheck.cube_cache SET last_used = now() - interval '3 hours' WHERE contents = 'b'")
    assert first.keep(visits, contents="d", budget=3 * size)
    assert sorted(entry.contents for entry in first.found(visits)) == ["a", "c", "d"]
    assert len(second.found(visits)) == 1  # each role has a budget of its own
    assert not first.keep(visits, contents="e", budget=2)
    assert not first.found(visits)  # a lower budget holds for what was kept before, too
    assert len(second.found(visits)) == 1


def test_an_entry_that_serves_is_not_the_next_to_go(two, admin, visits):
    first, _ = two
    admin.execute("DELETE FROM factcheck.cube_cache")
    first.keep(visits)
    first.execute("UPDATE factcheck.cube_cache SET last_used = now() - interval '2 hours'")
    [entry] = first.found(visits)
    assert not entry.is_fresh
    first.serve(visits)
    [entry] = first.found(visits)
    assert entry.is_fresh


def test_equal_contents_replace_each_other(two, admin, visits):
    first, _ = two
    admin.execute("DELETE FROM factcheck.cube_cache")
    first.keep(visits)
    first.keep(visits)
    first.keep(visits, contents="other")
    assert [entry.contents for entry in first.found(visits)] == ["rows", "other"]


def test_a_large_result_comes_back_byte_for_byte(two, visits):
    first, _ = two
    cube = bytes(range(256)) * 8192
    assert first.keep_bytes(visits, cube, budget=LARGE)
    assert first.read(visits) == cube
