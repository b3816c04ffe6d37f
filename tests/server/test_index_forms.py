"""The index of a column is kept in one piece or in rows, by its number of values; which of them changes no score."""

from __future__ import annotations

import random

import pytest
from support.databases_in_turn import session_of

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import read_tables
from factcheck.claims.keywords import Keyword
from factcheck.retrieval.retrieve import retrieve
from factcheck.settings import read_settings
from factcheck.text_index import posting_store
from factcheck.text_index.build import index_table
from factcheck.text_index.spelling import similar_terms


@pytest.fixture(scope="module")
def towns(admin, analyst_name):
    """A table with a column of few values and one of many, and a secret one of each kind at the limit."""
    admin.execute(f"""
        CREATE TABLE public.town AS
        SELECT g AS town_id, CASE WHEN g = 7 THEN 'Port Xanadu' ELSE 'north bank ' || g % 990 END AS quarter,
               CASE WHEN g = 9 THEN 'Mount Zembla' ELSE 'south bank ' || g END AS street,
               'Vexmoor ' || g % 1000 AS owner, 'Tilbury ' || g AS tenant
        FROM generate_series(1, 1001) AS g;
        GRANT SELECT (town_id, quarter, street) ON public.town TO {analyst_name};
        SELECT factcheck.add_table('public.town');
    """)
    return "public.town"


@pytest.fixture(scope="module")
def analyst(database, analyst_name, towns):
    with session_of(database, analyst_name) as connection:
        yield connection


def relevance(connection, *words):
    """All scores of a claim of these words, by what they score."""
    database = PsycopgDatabase(connection)
    tables = read_tables(database, None)
    keywords = [Keyword(word, word, 1 / place) for place, word in enumerate(words, 1)]
    names = {column.column_id: column.name for table in tables for column in table.columns}
    [found] = retrieve([keywords], tables, database, read_settings(database))
    columns = {names[number]: score for number, score in found.columns.items()}
    return columns, [(p.column.name, p.literal, seen.score) for p, seen in found.predicates]


def test_columns_with_many_values_are_kept_in_rows_and_the_others_in_one_piece(admin, towns):
    rows = admin.execute("""
        SELECT dc.column_name, i.literals, i.postings IS NULL,
               (SELECT count(*) FROM factcheck.posting p WHERE p.visibility_id = i.visibility_id) > 0
        FROM factcheck.text_index i JOIN factcheck.visibility USING (visibility_id)
        JOIN factcheck.data_column dc USING (column_id)
        WHERE dc.column_type = 'text'::regtype ORDER BY 2, 1
    """).fetchall()
    assert rows == [
        ("quarter", 991, False, False),
        ("owner", 1000, False, False),
        ("street", 1001, True, True),
        ("tenant", 1001, True, True),
    ]


def test_values_of_both_kinds_are_found(analyst):
    for value, column in (("Port Xanadu", "quarter"), ("Mount Zembla", "street")):
        [row] = analyst.execute("SELECT query FROM fact_check(%s)", [f"There was 1 town in {value}."]).fetchall()
        assert row == (f"SELECT count(*) FROM public.town WHERE {column} = '{value}'",)


def test_values_of_neither_kind_are_seen_without_the_right_to_read_them(admin, analyst):
    for word, column in (("vexmoor", "owner"), ("tilbury", "tenant")):
        assert column in {found[0] for found in relevance(admin, word)[1]}
        assert column not in {found[0] for found in relevance(analyst, word)[1]}
    numbers = dict(
        admin.execute(
            "SELECT column_name, visibility_id FROM factcheck.visibility JOIN factcheck.data_column USING (column_id)"
        ).fetchall()
    )
    for table in ("text_index", "posting", "fragment", "spelling"):
        seen = {row[0] for row in analyst.execute(f"SELECT visibility_id FROM factcheck.{table}").fetchall()}
        assert seen.isdisjoint({numbers["owner"], numbers["tenant"]})


@pytest.mark.parametrize("most", [-1, 1_001])
def test_scores_are_the_same_in_either_form(admin, towns, monkeypatch, most):
    claims = (("north", "bank"), ("port", "xanadu", "town"), ("px",), ("zembla", "bank", "south"), ("vexmor",))
    expected = [relevance(admin, *words) for words in claims]
    monkeypatch.setattr(posting_store, "MOST_IN_ONE_PIECE", most)
    with admin.transaction(force_rollback=True):
        admin.execute("UPDATE factcheck.text_index SET content_hash = ''")  # as if all values had changed
        database = PsycopgDatabase(admin)
        index_table(database, towns.removeprefix("public."), read_settings(database))
        kept = admin.execute("SELECT count(postings), count(*) FROM factcheck.text_index").fetchone()
        assert kept in {(0, kept[1]), (kept[1], kept[1])}
        assert (kept[0] == 0) == (most < 0)
        found = [relevance(admin, *words) for words in claims]
    for (columns, predicates), (own_columns, own_predicates) in zip(expected, found, strict=True):
        assert own_columns == pytest.approx(columns, abs=1e-12)
        assert predicates
        assert [entry[:2] for entry in own_predicates] == [entry[:2] for entry in predicates]
        assert [entry[2] for entry in own_predicates] == pytest.approx([entry[2] for entry in predicates], abs=1e-12)


def test_terms_spelt_alike_are_all_those_half_alike(admin, towns):
    draw = random.Random(1)
    names = {"".join(draw.choices("aeilnrst", k=draw.randint(4, 9))) for _ in range(600)}
    admin.execute("CREATE TABLE public.harbour (name text, berth text)")
    admin.execute("INSERT INTO public.harbour SELECT n, reverse(n) FROM unnest(%s::text[]) AS n", [sorted(names)])
    admin.execute("SELECT factcheck.add_table('public.harbour')")
    terms = (
        "SELECT DISTINCT t.term FROM factcheck.spelling s JOIN factcheck.visibility v USING (visibility_id),"
        " unnest(s.terms) AS t (term) WHERE v.column_id = ANY (%s)"
    )
    columns = [
        row[0]
        for row in admin.execute(
            "SELECT dc.column_id FROM factcheck.data_column dc JOIN factcheck.data_table dt USING (table_id)"
            " WHERE dt.relation = 'public.harbour'::regclass"
        )
    ]
    misspelt = {name[:2] + name[3:] for name in draw.sample(sorted(names), 60) if len(name) > 4}
    words = [*sorted(misspelt), "élanstir", "aaaa", "satellite"]
    expected = admin.execute(
        f"SELECT w.word, own.term, similarity(w.word, own.term) FROM unnest(%s::text[]) AS w (word), ({terms}) AS own"
        " WHERE similarity(w.word, own.term) >= 0.5 AND w.word <> own.term ORDER BY 1, 2",
        [words, columns],
    ).fetchall()
    found = similar_terms(PsycopgDatabase(admin), words, columns)
    assert len(expected) > 20
    assert [(word, term) for word, own in sorted(found.items()) for term, _ in sorted(own)] == [
        (word, term) for word, term, _ in expected
    ]
    for word, term, similarity in expected:
        assert dict(found[word])[term] == pytest.approx(similarity, abs=1e-6)
    admin.execute("SELECT factcheck.remove_table('public.harbour')")
