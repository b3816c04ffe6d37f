"""Values are equal as their type says: the operator comes from the catalogue, whatever schema it is in."""

from __future__ import annotations

import secrets

import psycopg
import pytest

KINDS = ["cat", "dog", "cow", "hen", "owl", "fox", "bat", "eel", "ant", "bee", "elk"]


@pytest.fixture(scope="module")
def extensions(admin):
    """citext and isn in a schema that no search path names."""
    available = admin.execute("SELECT FROM pg_available_extensions WHERE name IN ('citext', 'isn')").fetchall()
    if len(available) < 2:
        pytest.skip("the server has no citext or no isn")
    admin.execute("CREATE SCHEMA ext; CREATE EXTENSION citext SCHEMA ext; CREATE EXTENSION isn SCHEMA ext")


@pytest.fixture(scope="module")
def pets(admin, analyst_name, extensions):
    """Animals whose kinds are written in any case: one cat, two dogs, and so on; their homes by a key of that type."""
    admin.execute(f"""
        CREATE TABLE public.home (kind ext.citext PRIMARY KEY, place text);
        CREATE TABLE public.pet (kind ext.citext REFERENCES public.home, legs integer);
        GRANT SELECT ON public.home, public.pet TO {analyst_name};
        GRANT USAGE ON SCHEMA ext TO {analyst_name};
    """)
    for number, kind in enumerate(KINDS, 1):
        place = "barn" if kind in {"cow", "hen"} else "wood"
        admin.execute("INSERT INTO public.home VALUES (%s, %s)", [kind.upper(), place])
        for way in range(number):
            spelled = (kind, kind.title(), kind.upper())[way % 3]
            admin.execute("INSERT INTO public.pet VALUES (%s, 4)", [spelled])
    admin.execute("SELECT factcheck.add_table('public.home'), factcheck.add_table('public.pet')")


def check(session, document, tables=None):
    rows = session.execute(
        "SELECT verdict, found_value::integer, query FROM fact_check(%s, tables => %s::regclass[])", [document, tables]
    ).fetchall()
    for _, found, query in rows:
        assert session.execute(query).fetchone()[0] == found, query
    return rows


@pytest.mark.parametrize("named", [2, 8, 9, len(KINDS)])
def test_citext_is_compared_in_any_case_however_many_values_are_named(analyst, pets, named):
    document = " ".join(f"There were {number} {kind} pets." for number, kind in enumerate(KINDS[:named], 1))
    rows = check(analyst, document, ["public.pet"])
    assert [row[:2] for row in rows] == [("supported", number) for number in range(1, named + 1)]


def test_of_several_spellings_one_is_the_literal(admin, pets):
    rows = admin.execute(
        "SELECT f.literal, f.frequency FROM factcheck.fragment f JOIN factcheck.visibility USING (visibility_id)"
        " JOIN factcheck.data_column dc USING (column_id)"
        " JOIN factcheck.data_table dt USING (table_id) WHERE dt.relation = 'public.pet'::regclass"
        " AND dc.column_name = 'kind' AND f.literal ~* 'bee'"
    ).fetchall()
    assert rows == [("BEE", 10)]


def test_a_key_of_citext_joins_in_any_case(analyst, pets):
    [row] = check(analyst, "There were 7 pets in the barn.", ["public.pet", "public.home"])
    assert row[:2] == ("supported", 7)
    assert 'public.home."kind" OPERATOR(ext.=) public.pet."kind"' in row[2]


@pytest.fixture(scope="module")
def books(admin, analyst_name, extensions):
    """Sales of books, which a key of the type isbn tells apart; nothing in pg_catalog compares it."""
    admin.execute(f"""
        CREATE TABLE public.book (isbn ext.isbn PRIMARY KEY, title text);
        INSERT INTO public.book VALUES ('0-395-19395-8', 'The Hobbit'), ('0-7356-6745-4', 'Roverandom');
        CREATE TABLE public.sale AS SELECT isbn FROM public.book, generate_series(1, 5);
        ALTER TABLE public.sale ADD FOREIGN KEY (isbn) REFERENCES public.book;
        CREATE TABLE public.tree AS SELECT 'oak'::text AS wood FROM generate_series(1, 12);
        GRANT SELECT ON public.book, public.sale, public.tree TO {analyst_name};
        GRANT USAGE ON SCHEMA ext TO {analyst_name};
        SELECT factcheck.add_table(name) FROM unnest('{{book,sale,tree}}'::regclass[]) AS name;
    """)


def test_a_key_of_isbn_stops_no_check_and_joins(analyst, pets, books):
    [row] = check(analyst, "There were 12 oak trees.")
    assert row[:2] == ("supported", 12)
    [row] = check(analyst, "There were 5 sales of Roverandom.")
    assert row[:2] == ("supported", 5)
    assert 'ON public.book."isbn" OPERATOR(ext.=) public.sale."isbn"' in row[2]


def test_a_join_that_a_person_adds_is_compared_by_its_type(admin, analyst, analyst_name, books):
    told = []
    admin.add_notice_handler(lambda d: told.append(d.message_primary))
    admin.execute(f"""
        CREATE TABLE public.review AS SELECT isbn FROM public.book, generate_series(1, 4);
        GRANT SELECT ON public.review TO {analyst_name};
        SELECT factcheck.add_table('public.review');
        SELECT factcheck.add_join('review', '{{isbn}}', 'book');
    """)
    assert [text for text in told if "partner" in text] == []
    [row] = check(analyst, "There were 4 reviews of Roverandom.", ["public.review", "public.book"])
    assert row[:2] == ("supported", 4)
    assert "OPERATOR(ext.=)" in row[2]


@pytest.fixture
def outsider(database, admin, role, pets, books):
    """An analyst who may read all tables, but not use the schema of their types."""
    name = role()
    admin.execute(
        f"SELECT factcheck.grant_usage('{name}', 'analyst'); GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}"
    )
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        yield connection


def test_what_a_role_cannot_compare_costs_itself_and_a_warning(outsider):
    told = []
    outsider.add_notice_handler(
        lambda d: told.append((d.severity, d.message_primary, d.message_detail, d.message_hint))
    )
    [row] = check(outsider, "There were 12 oak trees.")
    assert row[:2] == ("supported", 12)
    assert (
        "WARNING",
        "values of column kind of table public.pet were not looked at: they cannot be compared",
        "The type ext.citext, or its equality, is in a schema that you may not use.",
        "Ask for USAGE on the schema.",
    ) in told
    assert (
        "WARNING",
        "tables public.sale and public.book were not joined: their columns cannot be compared",
        "You may not use the schema of what compares (isbn), or nothing does.",
        "Ask for USAGE on the schema of the type, or remove the join with factcheck.remove_join.",
    ) in told
    document = " ".join(f"There were {number} {kind} pets." for number, kind in enumerate(KINDS, 1))
    assert all("WHERE kind" not in query for _, _, query in check(outsider, document))
    outsider.execute("SELECT FROM factcheck.explain(%s, 1)", [document])
    outsider.execute("SELECT FROM factcheck.explain_plan(%s)", [document])
    outsider.execute("SELECT FROM factcheck.find_fragments('cat pets')")


def test_a_domain_over_an_enum_is_restricted_and_joins_nothing(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TYPE public.mood AS ENUM ('happy', 'sad');
        CREATE DOMAIN public.own_mood AS public.mood;
        CREATE TABLE public.song (mood public.own_mood, title text);
        INSERT INTO public.song SELECT 'happy', g FROM generate_series(1, 6) AS g;
        INSERT INTO public.song SELECT 'sad', g FROM generate_series(1, 3) AS g;
        CREATE TABLE public.moods (mood public.own_mood, colour text);
        INSERT INTO public.moods VALUES ('happy', 'red'), ('sad', 'blue');
        GRANT SELECT ON public.song, public.moods TO {analyst_name};
        SELECT factcheck.add_table('public.song'), factcheck.add_table('public.moods');
    """)
    [row] = check(analyst, "There were 6 happy songs.", ["public.song"])
    assert row == ("supported", 6, "SELECT count(*) FROM public.song WHERE mood::text = 'happy'")
    with pytest.raises(psycopg.errors.DatatypeMismatch):
        admin.execute("SELECT factcheck.add_join('song', '{mood}', 'moods')")


def test_an_operator_of_somebody_else_for_a_columns_type_is_not_in_the_query(admin, analyst, analyst_name, role):
    """Whoever runs the query that is shown may have the operator's schema in the search path."""
    name = f"other_{secrets.token_hex(4)}"
    admin.execute(f"""
        CREATE SCHEMA {name};
        CREATE TYPE public.size AS ENUM ('small', 'large');
        CREATE TABLE public.box AS
        SELECT (ARRAY['small', 'large'])[1 + g % 2]::public.size AS size FROM generate_series(1, 40) AS g;
        GRANT SELECT ON public.box TO {analyst_name};
        SELECT factcheck.add_table('public.box');
        CREATE FUNCTION {name}.never(public.size, public.size) RETURNS boolean LANGUAGE sql AS 'SELECT false';
        CREATE OPERATOR {name}.= (FUNCTION = {name}.never, LEFTARG = public.size, RIGHTARG = public.size);
        GRANT USAGE ON SCHEMA {name} TO {analyst_name};
    """)
    analyst.execute(f"SET search_path = public, {name}")
    try:
        [row] = check(analyst, "There were 20 small boxes.", ["public.box"])
        assert row == ("supported", 20, "SELECT count(*) FROM public.box WHERE size OPERATOR(pg_catalog.=) 'small'")
        plain = analyst.execute("SELECT count(*) FROM public.box WHERE size = 'small'").fetchone()
        assert plain == (0,)
    finally:
        analyst.execute("RESET search_path")
