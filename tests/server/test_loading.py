"""What a session loads of the Python part: what its first call needs, and an error where a part of it is missing."""

from __future__ import annotations

import importlib

import psycopg
import pytest

from factcheck import server

LOADED = """
CREATE FUNCTION public.loaded() RETURNS SETOF text LANGUAGE plpython3u AS
$$ import sys; return [name for name in sys.modules if name.startswith('factcheck.')] $$
"""


@pytest.fixture
def session(database, sales):
    """A fresh session of a superuser, who alone may make functions in Python."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


def test_every_function_is_where_it_is_looked_for():
    for module, names in server.ENTRIES.items():
        assert [hasattr(importlib.import_module(f"factcheck.server.{module}"), name) for name in names] == [True] * len(
            names
        )


def rooms_loaded(session, statement):
    """Return the rooms that a session has loaded modules of after a statement."""
    session.execute(LOADED)
    session.execute(statement)
    loaded = {name.split(".")[1] for (name,) in session.execute("SELECT public.loaded()")}
    session.execute("DROP FUNCTION public.loaded()")
    return loaded


def test_a_check_loads_nothing_of_questions_charts_and_corrections(session):
    loaded = rooms_loaded(session, "SELECT * FROM public.fact_check('There were 240 sales.')")
    assert loaded & {"check", "questions", "charts", "stored"} == {"check"}


def test_adding_a_table_loads_nothing_of_checks(session):
    session.execute("CREATE TABLE public.lorries (lorry_id integer PRIMARY KEY, colour text)")
    loaded = rooms_loaded(session, "SELECT factcheck.add_table('public.lorries')")
    session.execute("SELECT factcheck.remove_table('public.lorries'); DROP TABLE public.lorries")
    of_checks = {"check", "claims", "retrieval", "candidates", "evaluation", "inference", "nlp", "dictionaries"}
    assert loaded & {"text_index", *of_checks} == {"text_index"}


def test_a_missing_part_is_told_and_the_rest_works(session):
    session.execute("DO LANGUAGE plpython3u $$ import sys; sys.modules['factcheck.server.categories'] = None $$")
    with pytest.raises(psycopg.errors.UndefinedFile) as told:
        session.execute("SELECT factcheck.is_a('Leeds', 'city')")
    assert told.value.diag.message_primary == "the Python part of factcheck cannot be loaded"
    assert "factcheck.server.categories" in told.value.diag.message_detail
    assert "extension/install.sh" in told.value.diag.message_hint
    rows = session.execute("SELECT verdict, found_value FROM public.fact_check('There were 240 sales.')").fetchall()
    assert rows == [("supported", 240)]
