"""Values that a text names by their form: words without vowels, letters of labels, figures of a column named before."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module", autouse=True)
def regatta(admin, analyst_name):
    """Boats of a regatta: places as codes, classes as labels, small whole numbers, and prizes in thousands."""
    admin.execute(f"""
        CREATE TABLE public.regatta_entry (
            entry_no integer, skipper text, place text, class_label text, anchors_aboard integer, prize numeric
        );
        INSERT INTO public.regatta_entry
        SELECT g, 'Skipper ' || chr(65 + g % 26) || chr(97 + g % 7), (ARRAY['BTM', 'MDL', 'TOP'])[1 + (g * g) % 3],
               (ARRAY['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])[1 + (g / 3) % 6],
               CASE WHEN g % 11 = 0 THEN 0 WHEN g % 5 = 0 THEN 2 ELSE 1 END, round(3 + (g * 37) % 401 + g / 100.0, 1)
        FROM generate_series(1, 431) AS g;
        GRANT SELECT ON public.regatta_entry TO {analyst_name};
        SELECT factcheck.add_table('public.regatta_entry', data_set => 'regatta');
    """)


def first_reading(analyst, document, claim):
    """The verdict, the value and the query of the likeliest reading of a claim."""
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, found_value, query FROM fact_check(%s, data_set => 'regatta')"
        " WHERE claimed_value IS NOT NULL",
        [document],
    ).fetchall()
    return next(tuple(rest) for text, *rest in rows if text == claim)


def test_a_word_names_the_value_that_has_its_consonants(analyst):
    verdict, found, query = first_reading(analyst, "There were 143 entries at the bottom of the table.", "143")
    assert (verdict, found) == ("supported", Decimal(143))
    assert "place = 'BTM'" in query


def test_a_letter_names_all_labels_that_begin_with_it(analyst):
    verdict, found, query = first_reading(analyst, "Class B had 144 entries.", "144")
    assert (verdict, found) == ("supported", Decimal(144))
    assert "class_label" in query
    [(wrong, _, _)] = [first_reading(analyst, "Class B had 117 entries.", "117")]
    assert wrong != "supported"


def test_a_limit_told_in_full_is_that_of_a_column_in_thousands(analyst):
    document = "The prizes were generous. In all, 208 entries won a prize of more than $200 thousand."
    rows = analyst.execute("SELECT count(*) FROM public.regatta_entry WHERE prize > 200").fetchone()
    document = document.replace("208", str(rows[0]))
    verdict, found, query = first_reading(analyst, document, str(rows[0]))
    assert (verdict, found) == ("supported", Decimal(rows[0]))
    assert "prize > 200" in query


def test_a_small_number_may_be_meant_that_only_its_column_is_named_for(analyst):
    document = "What matters is anchors aboard. The 39 careless entries forgot theirs."
    _, found, query = first_reading(analyst, document, "39")
    assert found == Decimal(39)
    assert "anchors_aboard = 0" in query
