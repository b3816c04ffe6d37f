"""A table can be changed through its partitions, its children and the parents of all these: each way counts."""

from __future__ import annotations

import pytest


@pytest.fixture
def trips(admin, visits):
    """A fresh tracked table with a partition and two partitions of a partition, each of one row."""
    name = visits.replace("visits", "trips")
    admin.execute(f"""
        CREATE TABLE {name} (trip_id integer, region integer) PARTITION BY LIST (region);
        CREATE TABLE {name}_1 PARTITION OF {name} FOR VALUES IN (1);
        CREATE TABLE {name}_2 PARTITION OF {name} FOR VALUES IN (2, 3) PARTITION BY LIST (region);
        CREATE TABLE {name}_22 PARTITION OF {name}_2 FOR VALUES IN (2);
        CREATE TABLE {name}_23 PARTITION OF {name}_2 FOR VALUES IN (3);
        INSERT INTO {name} VALUES (1, 1), (2, 2), (3, 3);
        SELECT factcheck.add_table('{name}', track => true);
    """)
    yield name
    admin.execute(f"SELECT factcheck.remove_table('{name}'); DROP TABLE {name}")


@pytest.fixture
def one(trips, counting):
    return counting()


@pytest.fixture
def other(trips, counting):
    return counting()


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO {0} VALUES (4, 1)",
        "INSERT INTO {0}_1 VALUES (4, 1)",
        "INSERT INTO {0}_2 VALUES (4, 2)",
        "INSERT INTO {0}_22 VALUES (4, 2)",
        "UPDATE {0} SET region = 1 WHERE region = 2",
        "TRUNCATE {0}",
        "TRUNCATE {0}_22",
        "CREATE TABLE {0}_4 PARTITION OF {0} FOR VALUES IN (4)",
        "CREATE TABLE {0}_4 (trip_id integer, region integer); INSERT INTO {0}_4 VALUES (4, 4);"
        " ALTER TABLE {0} ATTACH PARTITION {0}_4 FOR VALUES IN (4)",
        "ALTER TABLE {0} DETACH PARTITION {0}_1; DROP TABLE {0}_1",
        "ALTER TABLE {0}_2 DETACH PARTITION {0}_22 CONCURRENTLY; DROP TABLE {0}_22",
        "DROP TABLE {0}_1",
        "ALTER TABLE {0}_22 DISABLE TRIGGER factcheck_log_change",
    ],
)
def test_no_change_of_a_partition_goes_unnoticed(one, other, trips, change):
    assert one.keep(trips)
    assert one.kept(trips) == 3
    for statement in change.format(trips).split("; "):
        other.execute(statement)
    assert (one.kept(trips), other.kept(trips)) == (None, None)


@pytest.mark.parametrize("written", ["{0}", "{0}_4"])
def test_a_new_partition_stops_the_keeping_until_a_refresh(one, other, trips, written):
    one.keep(trips)
    other.execute(f"CREATE TABLE {trips}_4 PARTITION OF {trips} FOR VALUES IN (4)")
    assert not one.keep(trips)
    other.execute(f"INSERT INTO {written.format(trips)} VALUES (4, 4)")
    assert one.kept(trips) is None
    other.execute(f"SELECT factcheck.refresh('{trips}')")
    assert one.keep(trips)
    assert one.kept(trips) == 4
    other.execute(f"INSERT INTO {trips}_4 VALUES (5, 4)")
    assert one.kept(trips) is None


def test_rows_that_come_through_the_parents_count_in_a_partition(one, other, admin, trips):
    part = f"{trips}_22"
    admin.execute(f"SELECT factcheck.add_table('{part}', track => true)")
    for target in (trips, f"{trips}_2", part):
        assert one.keep(part)
        assert one.kept(part) is not None
        other.execute(f"INSERT INTO {target} VALUES (4, 2)")
        assert one.kept(part) is None
    assert one.keep(part)
    other.execute(f"INSERT INTO {trips}_1 VALUES (4, 1)")
    assert one.kept(part) == one.count(part)
    admin.execute(f"SELECT factcheck.remove_table('{part}')")


def test_a_child_changes_through_any_of_its_parents(one, other, admin, visits):
    aunt = f"{visits}_aunt"
    admin.execute(f"""
        CREATE TABLE {aunt} (visit_id integer);
        CREATE TABLE {visits}_child () INHERITS ({visits}, {aunt});
        INSERT INTO {visits}_child VALUES (1, 'Hull');
        SELECT factcheck.track('{visits}');
    """)
    assert one.keep(visits)
    assert one.kept(visits) == 101
    other.execute(f"DELETE FROM {aunt}")  # takes the child's row, which is a row of the other parent, too
    assert (one.kept(visits), one.count(visits)) == (None, 100)


def test_a_partition_elsewhere_cannot_be_tracked(admin, one, trips):
    admin.execute(f"""
        CREATE EXTENSION IF NOT EXISTS postgres_fdw;
        CREATE SERVER IF NOT EXISTS away FOREIGN DATA WRAPPER postgres_fdw;
        CREATE FOREIGN TABLE {trips}_far PARTITION OF {trips} FOR VALUES IN (9) SERVER away;
    """)
    assert not one.observe(trips).signatures
    warnings = []
    one.connection.add_notice_handler(lambda d: warnings.append((d.message_primary, d.message_detail)))
    admin_refresh = "SELECT factcheck._repair_change_triggers(%s::regclass)"
    one.execute(admin_refresh, [trips])
    table, far = (name.removeprefix("public.") for name in (trips, f"{trips}_far"))
    assert warnings == [
        (
            f"results about table public.{table} are not kept: a trigger is missing",
            f"The reason: changes of public.{far} cannot be tracked.",
        )
    ]


@pytest.mark.parametrize("written", ["PARTITION OF", "INHERITS"])
def test_what_an_old_snapshot_finds_in_new_parts_is_not_kept(one, other, trips, visits, written):
    """Which parts a table has follows no snapshot: rows of one attached meanwhile are counted."""
    table = trips if written == "PARTITION OF" else visits
    attach, detach = {
        trips: (
            f"ALTER TABLE {trips} ATTACH PARTITION {trips}_4 FOR VALUES IN (4)",
            f"ALTER TABLE {trips} DETACH PARTITION {trips}_4",
        ),
        visits: (f"ALTER TABLE {visits}_4 INHERIT {visits}", f"ALTER TABLE {visits}_4 NO INHERIT {visits}"),
    }[table]
    other.execute(f"CREATE TABLE {table}_4 (LIKE {table}); INSERT INTO {table}_4 VALUES (4, '4')")
    for statement in (attach, f"SELECT factcheck.track('{table}')", detach):
        other.execute(statement)
    rows = one.count(table)
    one.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    one.execute("SELECT 1")
    other.execute(attach)
    one.keep(table)
    one.execute("COMMIT")
    other.execute(detach)
    assert one.kept(table) in (None, rows)
    other.execute(f"DROP TABLE {table}_4")
    assert one.keep(table)
    assert one.kept(table) == rows
