"""What query fragments words find, for whom."""

from __future__ import annotations

import psycopg
import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def parades(admin, analyst_name, sales):
    """A table of places whose names are long, shortened, or nearly the same."""
    admin.execute(f"""
        CREATE TABLE public.parades (parade_id integer, city text, state text, county text, floats integer, fee text);
        INSERT INTO public.parades
        SELECT g, (ARRAY['New Orleans', 'Mobile', 'Pasadena'])[1 + g % 3], (ARRAY['Calif.', 'La.', 'Ala.'])[1 + g % 3],
               'County ' || chr(64 + g / 26) || chr(65 + g % 26), g, 'Waived' FROM generate_series(26, 145) AS g;
        GRANT SELECT (parade_id, city, state, county, floats) ON public.parades TO {analyst_name};
        SELECT factcheck.add_table('public.parades');
    """)


@pytest.fixture(scope="module")
def reader(database, analyst_name, parades):
    with session_of(database, analyst_name) as connection:
        yield connection


def find(connection, keywords, **arguments):
    named = "".join(f', "{name}" => %({name})s' for name in arguments)
    with connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute(
            f"SELECT * FROM factcheck.find_fragments(%(keywords)s{named})", {"keywords": keywords, **arguments}
        )
        return cursor.fetchall()


def test_words_find_functions_columns_and_predicates(reader):
    rows = find(reader, "Average revenue, tea")
    assert {(row["kind"], row["fragment"]) for row in rows[:3]} == {
        ("function", "avg"),
        ("column", "public.sales.revenue"),
        ("predicate", "public.sales.product = 'Tea'"),
    }
    scores = [row["score"] for row in rows]
    assert scores == sorted(scores, reverse=True)
    [tea] = [row for row in rows if row["literal"] == "Tea"]
    assert (tea["table_name"], tea["column_name"], tea["keywords"][0]) == ("sales", "product", "tea")
    [average] = [row for row in rows if row["fragment"] == "avg"]
    assert (average["table_name"], average["column_name"], average["keywords"]) == (None, None, ["average"])


def test_a_table_is_found_as_its_rows(reader):
    [row] = [row for row in find(reader, "parades", kind="column") if row["column_name"] is None]
    assert (row["fragment"], row["table_name"], row["keywords"]) == ("public.parades.*", "parades", ["parades"])


def test_a_fragment_is_found_only_for_a_word_that_speaks_for_it(reader):
    rows = find(reader, "coffee nothingness")
    assert [(row["fragment"], row["keywords"]) for row in rows] == [("public.sales.product = 'Coffee'", ["coffee"])]
    assert find(reader, "nothingness") == []


@pytest.mark.parametrize(
    ("keywords", "fragment"),
    [
        ("Orleanz", "public.parades.city = 'New Orleans'"),
        ("California", "public.parades.state = 'Calif.'"),
        ("PASADENA", "public.parades.city = 'Pasadena'"),
        ("county dq", "public.parades.county = 'County DQ'"),
    ],
)
def test_misspelt_and_shortened_words(reader, keywords, fragment):
    [best, *_] = find(reader, keywords, kind="predicate")
    assert best["fragment"] == fragment
    assert set(best["keywords"]) == {word.lower() for word in keywords.split()}


@pytest.mark.parametrize("kind", ["function", "column", "predicate"])
def test_one_kind_only(reader, kind):
    rows = find(reader, "total units in May", kind=kind)
    assert {row["kind"] for row in rows} == {kind}


def test_as_many_as_are_wanted(reader):
    every = find(reader, "county", limit=200)
    assert len([row for row in every if row["column_name"] == "county" and row["kind"] == "predicate"]) == 120
    assert find(reader, "county", limit=7) == every[:7]
    assert len(find(reader, "county")) == len(find(reader, "county", limit=None)) == 20
    assert find(reader, "county", limit=0) == []


def test_only_in_the_tables_named(reader):
    rows = find(reader, "units floats", tables="{public.parades}")
    assert {row["table_name"] for row in rows} <= {"parades", None}
    assert "public.parades.floats" in {row["fragment"] for row in rows}


def test_what_one_may_not_read_is_not_found(reader, admin):
    assert [row["fragment"] for row in find(admin, "waived fee", kind="predicate")] == ["public.parades.fee = 'Waived'"]
    assert find(reader, "waived fee") == []


def test_under_row_security_only_values_of_rows_the_role_sees(reader, admin, berths):
    assert {row["literal"] for row in find(admin, "Kilrush Dingle", kind="predicate")} == {"Kilrush", "Dingle"}
    assert {row["literal"] for row in find(reader, "Kilrush Dingle", kind="predicate")} == {"Kilrush"}


def test_values_of_views_are_found(reader, admin, analyst_name):
    admin.execute(f"""
        CREATE VIEW public.shouted AS SELECT upper(product) || ' Deluxe' AS title, units FROM public.sales;
        GRANT SELECT ON public.shouted TO {analyst_name};
        SELECT factcheck.add_table('public.shouted');
    """)
    assert "public.shouted.title = 'COCOA Deluxe'" in {row["fragment"] for row in find(reader, "cocoa deluxe")}


@pytest.mark.parametrize(
    ("keywords", "arguments", "message", "hint"),
    [
        ("tea", {"kind": "value"}, 'kind "value" is not known', "function, column and predicate"),
        ("tea", {"limit": -1}, "limit cannot be -1", "from 0 to 1000"),
        ("tea", {"limit": 1001}, "limit cannot be 1001", "from 0 to 1000"),
        (" ".join(f"w{n}" for n in range(101)), {}, "too many keywords: 101", "factcheck.explain"),
        ("tea", {"tables": "{pg_catalog.pg_class}"}, "table pg_class was not added", "factcheck.add_table"),
    ],
)
def test_arguments_out_of_range(reader, keywords, arguments, message, hint):
    with pytest.raises(psycopg.Error) as caught:
        find(reader, keywords, **arguments)
    assert caught.value.diag.message_primary == message
    assert hint in caught.value.diag.message_hint


def test_no_keyword(reader):
    notices = []
    reader.add_notice_handler(lambda diagnostic: notices.append(diagnostic.message_primary))
    assert find(reader, None) == []
    assert notices == []
    assert find(reader, " ,; ") == []
    assert notices == ["no keyword given"]


def test_odd_keywords(reader):
    for keywords in ("'; DROP TABLE x; --", "x" * 5000, "\\ % _ \U0001f6a2", "tea " * 1000):
        find(reader, keywords)
