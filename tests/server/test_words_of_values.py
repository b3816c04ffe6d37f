"""Words that name values in another form, what a number counts, and what the sentence before says."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def ferry(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ferry_guest (
            guest_id text, island text, food_satisfaction integer, cabin_class integer, churn text,
            fare numeric(6, 2), booking text
        );
        INSERT INTO public.ferry_guest
        SELECT 'G' || g % 71, (ARRAY['Uist', 'Barra', 'Skye', 'Mull'])[1 + g * g % 4], 1 + g * 13 % 37 % 4, 1 + g % 3,
               CASE WHEN g * 7 % 11 < 4 THEN 'Yes' ELSE 'No' END, g * 7919 % 200,
               (ARRAY['Paid', 'Lost', 'Open'])[1 + g * 5 % 13 % 3]
        FROM generate_series(1, 211) AS g;
        GRANT SELECT ON public.ferry_guest TO {analyst_name};
        SELECT factcheck.add_table('public.ferry_guest');
    """)


def check(analyst, document):
    """The verdict and the query of the last claim of a document."""
    *_, row = analyst.execute("SELECT verdict::text, query FROM fact_check(%s)", [document]).fetchall()
    return row


@pytest.mark.parametrize(
    ("document", "condition"),
    [
        ("{} guests were very dissatisfied with the food.", "food_satisfaction = 1"),
        ("{} guests were very satisfied with the food.", "food_satisfaction = 4"),
        ("In cabin class II there were {} guests.", "cabin_class = 2"),
        ("{} guests left us.", "churn = 'Yes'"),
        ("{} guests stayed with us.", "churn = 'No'"),
        ("{} guests pay for the booking.", "booking = 'Paid'"),
        ("Let us look at guests from Barra. Of them, {} stayed.", "churn = 'No' AND island = 'Barra'"),
    ],
)
def test_rows_of_a_value_said_in_other_words_are_counted(analyst, ferry, document, condition):
    sql = f"SELECT count(*) FROM public.ferry_guest WHERE {condition}"
    [(number,)] = analyst.execute(sql).fetchall()
    verdict, query = check(analyst, document.format(number))
    assert verdict == "supported"
    assert sorted(query.partition(" WHERE ")[2].split(" AND ")) == sorted(condition.split(" AND "))
    assert check(analyst, document.format(number * 3 + 7))[0] != "supported"


@pytest.mark.parametrize("document", ["The ferry had {} different guests.", "The number of unique guests is {}."])
def test_different_values_of_what_is_counted_are_counted(analyst, ferry, document):
    verdict, query = check(analyst, document.format(71))
    assert (verdict, query) == ("supported", "SELECT count(DISTINCT guest_id) FROM public.ferry_guest")


NAMES = ("United States", "Peru")


@pytest.fixture(scope="module")
def parcels(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.parcels (country text, continent text, sent_in integer, parcels integer);
        INSERT INTO public.parcels
        SELECT c.country, c.continent, y, 20 + 37 * y * length(c.country) % 211
        FROM (VALUES ('United States', 'Americas'), ('Peru', 'Americas'), ('South African Republic', 'Africa'),
                     ('Ghana', 'Africa'), ('Egypt', 'Africa'), ('Japan', 'Asia'), ('Nepal', 'Asia'))
             AS c (country, continent),
             generate_series(2011, 2015) AS y;
        GRANT SELECT ON public.parcels TO {analyst_name};
        SELECT factcheck.add_table('public.parcels');
    """)


def test_a_word_of_a_place_names_the_place_though_another_value_has_it(admin, analyst, parcels):
    query = "SELECT sum(parcels) FROM parcels WHERE continent = 'Africa' AND sent_in = 2013"
    [(number,)] = admin.execute(query).fetchall()
    verdict, query = check(analyst, f"African countries sent {number} parcels in 2013.")
    assert verdict == "supported"
    assert "continent = 'Africa'" in query


def test_the_name_of_a_column_is_no_other_word_for_a_value(analyst, parcels):
    query = "SELECT fragment, score FROM factcheck.find_fragments('countries', 'predicate')"
    rows = analyst.execute(query).fetchall()
    united_states, peru = ({score for fragment, score in rows if f"'{name}'" in fragment} for name in NAMES)
    assert united_states == peru != set()
