"""Values of all spellings are found: misspelt, shortened, written together, with accents, with a word twice."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of

from factcheck.text_index.postings import PackedPostings

CITIES = [
    "Orléans", "California", "St_Gallen", "New York New York", "SanFrancisco", "rio_de_janeiro", "Zürich", "Ærøskøbing",
    "Côte-d'Or", "A/B test", "Møre og Romsdal", "50% off",
    "Stratford-upon-Avon", "Bradford/Leeds", "Zone 40-59",
]  # fmt: skip


@pytest.fixture(scope="module")
def session(database, admin, analyst_name):
    admin.execute("CREATE TABLE public.parcel (city text, weight integer)")
    for place, city in enumerate(CITIES, 11):
        admin.execute("INSERT INTO public.parcel SELECT %s, 1 FROM generate_series(1, %s)", [city, place])
    admin.execute("CREATE VIEW public.parcel_view AS TABLE public.parcel")
    admin.execute("SELECT factcheck.add_table('public.parcel'), factcheck.add_table('public.parcel_view')")
    admin.execute(f"GRANT SELECT ON public.parcel, public.parcel_view TO {analyst_name}")
    with session_of(database, analyst_name) as connection:
        yield connection


def found(session, said, city, table):
    count = 11 + CITIES.index(city)
    document = f"There were {count} parcels to {said}."
    [row] = session.execute(
        "SELECT verdict, query FROM fact_check(%s, tables => ARRAY[%s::regclass])", [document, table]
    ).fetchall()
    value = city.replace("'", "''")
    assert row == ("supported", f"SELECT count(*) FROM public.{table} WHERE city = '{value}'")


SAID = [
    ("Orléans", "Orléans"),
    ("Orleans", "Orléans"),
    ("ORLÉANS", "Orléans"),
    ("Orle\u0301ans", "Orléans"),
    ("California", "California"),
    ("St Gallen", "St_Gallen"),
    ("St. Gallen", "St_Gallen"),
    ("New York", "New York New York"),
    ("San Francisco", "SanFrancisco"),
    ("Rio de Janeiro", "rio_de_janeiro"),
    ("Zurich", "Zürich"),
    ("Zürich", "Zürich"),
    ("Ærøskøbing", "Ærøskøbing"),
    ("Côte-d'Or", "Côte-d'Or"),
    ("Møre og Romsdal", "Møre og Romsdal"),
    ("Stratford-upon-Avon", "Stratford-upon-Avon"),
    ("Stratford upon Avon", "Stratford-upon-Avon"),
    ("Bradford/Leeds", "Bradford/Leeds"),
    ("Bradford and Leeds", "Bradford/Leeds"),
]


@pytest.mark.parametrize(("said", "city"), SAID)
@pytest.mark.parametrize("table", ["parcel", "parcel_view"])
def test_a_value_is_found_as_texts_write_it(session, said, city, table):
    found(session, said, city, table)


MISSPELT = [
    ("Orleanz", "Orléans"),
    ("Orlean", "Orléans"),
    ("Californa", "California"),
    ("Zurrich", "Zürich"),
    ("Romsdall", "Møre og Romsdal"),
]


@pytest.mark.parametrize(("said", "city"), MISSPELT)
def test_a_misspelt_value_is_found(session, said, city):
    found(session, said, city, "parcel")


def test_a_shortened_value_is_found(database, admin, session, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.depot AS
        SELECT (ARRAY['Calif', 'Wisc', 'Penns'])[1 + g % 3] AS state FROM generate_series(1, 90) AS g;
        SELECT factcheck.add_table('public.depot');
        GRANT SELECT ON public.depot TO {analyst_name};
    """)
    [row] = session.execute("SELECT verdict, query FROM fact_check('There were 30 depots in California.')").fetchall()
    assert row == ("supported", "SELECT count(*) FROM public.depot WHERE state = 'Calif'")


def test_a_word_twice_in_a_value_counts_once(admin, session):
    rows = admin.execute("SELECT visibility_id, postings FROM factcheck.text_index ORDER BY 1").fetchall()
    found = PackedPostings(rows).of_terms(["new", "york"])
    assert (sorted(found.term.tolist()), found.sizes.tolist()) == ([0, 1], [1, 1])


def test_words_that_hyphens_and_slashes_join_are_terms_and_the_whole_is_none(admin, session):
    """No word of a sentence is the whole: a value with such a term would never be said in full."""
    rows = admin.execute("SELECT visibility_id, postings FROM factcheck.text_index ORDER BY 1").fetchall()
    joined = ["stratford-upon-avon", "stratford", "avon", "bradford/leeds", "bradford", "leed", "-59", "59"]
    found = PackedPostings(rows).of_terms(joined)
    terms = [found.terms[at] for at in sorted(set(found.term.tolist()))]
    assert terms == ["stratford", "avon", "bradford", "leed", "59"]


def test_no_word_is_found_alike_where_the_setting_leaves_it_out(admin, session):
    admin.execute("UPDATE factcheck.setting SET value = 5 WHERE name = 'misspelling_terms'")
    try:
        admin.execute("UPDATE public.parcel SET city = 'Orléans ' || city WHERE city = 'Zürich'")
        admin.execute("SELECT factcheck.refresh('public.parcel')")
        assert admin.execute("SELECT count(*) FROM factcheck.spelling s JOIN factcheck.visibility USING (visibility_id)"
                             " JOIN factcheck.data_column USING (column_id)"
                             " JOIN factcheck.data_table dt USING (table_id)"
                             " WHERE dt.relation = 'public.parcel'::regclass").fetchone() == (0,)  # fmt: skip
        has_spelling = "SELECT has_spelling FROM factcheck.text_index"
        assert (False,) in admin.execute(has_spelling).fetchall()
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'misspelling_terms'")
