"""Tables of one name in several schemas: a reader is told which one a value comes from."""

from __future__ import annotations

import pytest

TEXT = "There were 60 bookings. The average booking cost $31.10."


@pytest.fixture(scope="module")
def hotels(admin, analyst_name):
    for schema, rows in (("hotel_live", 60), ("hotel_test", 57)):
        admin.execute(f"CREATE SCHEMA {schema}")
        admin.execute(f"CREATE TABLE {schema}.bookings (booking_id integer PRIMARY KEY, cost numeric)")
        admin.execute(f"INSERT INTO {schema}.bookings SELECT g, g FROM generate_series(1, {rows}) AS g")
        admin.execute(f"GRANT USAGE ON SCHEMA {schema} TO {analyst_name}")
        admin.execute(f"GRANT SELECT ON {schema}.bookings TO {analyst_name}")
        admin.execute(f"SELECT factcheck.add_table('{schema}.bookings')")


def descriptions(connection, arguments=""):
    rows = connection.execute(f"SELECT description, message FROM fact_check(%s {arguments})", [TEXT]).fetchall()
    return [row[0] for row in rows], [row[1] for row in rows]


def test_tables_of_one_name_are_told_with_their_schemas(analyst, hotels):
    [count, average], [_, refuted] = descriptions(analyst)
    assert count == "the number of rows in hotel_live.bookings"
    assert average.startswith("the average of cost in hotel_")
    assert "hotel_live.bookings" in refuted


def test_one_that_is_checked_alone_is_told_by_its_name(analyst, hotels):
    [count, average], _ = descriptions(analyst, ", tables => '{hotel_live.bookings}'")
    assert (count, average) == ("the number of rows in bookings", "the average of cost in bookings")


def test_one_that_nobody_may_read_is_told_nowhere(admin, analyst, analyst_name, hotels):
    admin.execute(f"REVOKE SELECT ON hotel_test.bookings FROM {analyst_name}")
    try:
        [count, _], messages = descriptions(analyst)
        assert count == "the number of rows in bookings"
        assert not any("hotel" in message for message in messages)
    finally:
        admin.execute(f"GRANT SELECT ON hotel_test.bookings TO {analyst_name}")
