"""A hot standby: checks give the same answers there, and nothing is written."""

from __future__ import annotations

import psycopg
import pytest
from support.bad_inputs import Answer, require_outcome

RIGHT = Answer((("12", "supported", 12),))


@pytest.fixture(scope="module")
def standby(private_servers):
    private_servers.make("primary")
    primary = private_servers.start("primary")
    with psycopg.connect(primary, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning; CREATE EXTENSION factcheck SCHEMA public CASCADE")
        connection.execute("INSERT INTO factcheck.lexicon VALUES ('new', 'a', 'old', 'synonym', 1)")
        connection.execute("""
            CREATE TABLE public.parcel AS
            SELECT g AS parcel_id, (ARRAY['Oslo', 'Rome'])[1 + g % 2] AS city FROM generate_series(1, 12) AS g
        """)
        connection.execute("SELECT factcheck.add_table('public.parcel', track => true)")
    require_outcome(psycopg.connect(primary, autocommit=True), "There were 12 parcels.", RIGHT)
    arguments = ("-d", primary, "--write-recovery-conf", "-c", "fast", "-N")
    private_servers.run("pg_basebackup", "-D", "standby", *arguments)
    return private_servers.start("standby")


def test_a_standby_answers_as_the_primary_does(standby):
    with psycopg.connect(standby, autocommit=True) as session:
        assert session.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
        for document, expected in (
            ("There were 12 parcels.", RIGHT),  # twice: nothing is remembered
            ("There were 12 parcels.", RIGHT),
            ("There were 7 parcels to Oslo.", Answer((("7", "refuted", 6),))),
            ("", Answer(warns="no checkable claim found")),
        ):
            require_outcome(session, document, expected)
        page = session.execute("SELECT factcheck.check_html('There were 12 parcels.')").fetchone()[0]
        assert '<mark class="factcheck-claim factcheck-supported' in page
        assert session.execute("SELECT count(*) FROM factcheck.explain('There were 12 parcels.')").fetchone() == (1,)
        assert session.execute("SELECT count(*) > 0 FROM factcheck.doctor()").fetchone() == (True,)


def test_what_writes_is_refused_on_a_standby(standby):
    with psycopg.connect(standby, autocommit=True) as session:
        for call in (
            "SELECT factcheck.add_table('public.parcel')",
            "SELECT factcheck.refresh()",
            "SELECT factcheck.remove_table('public.parcel')",
            "UPDATE factcheck.setting SET value = 0.9 WHERE name = 'p_true'",
        ):
            with pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught:
                session.execute(call)
            assert "read-only transaction" in caught.value.diag.message_primary
        require_outcome(session, "There were 12 parcels.", RIGHT)
