"""The entry of a list that does not agree is judged by what the others agree with."""

from __future__ import annotations

import pytest

SHARES = {"Alder": 30, "Birch": 36, "Cedar": 25, "Elder": 41}


@pytest.fixture(scope="module")
def houses(admin, analyst_name):
    """Houses by their heating, with amounts some of which are near to any number, and loans by district."""
    admin.execute(f"""
        CREATE TABLE public.house AS
        SELECT g AS house_no, (ARRAY['Wind', 'Solar', 'Hydro', 'Gas'])[1 + least(g / 60, 3)] AS heating,
               2015 + g % 9 AS built, 30 + g * 37 % 231 AS saved, 1 + g % 5 AS persons
        FROM generate_series(1, 260) AS g;
        CREATE TABLE public.loan AS
        SELECT g AS loan_no, (ARRAY['Alder', 'Birch', 'Cedar', 'Elder'])[1 + g % 4] AS district,
               (g / 4 < (ARRAY[{", ".join(map(str, SHARES.values()))}])[1 + g % 4])::integer AS is_default,
               5 + g * 31 % 47 AS years
        FROM generate_series(0, 399) AS g;
        GRANT SELECT ON public.house, public.loan TO {analyst_name};
        SELECT factcheck.add_table('public.house'), factcheck.add_table('public.loan');
    """)


def told(analyst, document, table):
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, found_value FROM fact_check(%s, ARRAY[%s::regclass])"
        " WHERE claimed_value IS NOT NULL",
        [document, table],
    )
    return {text: (verdict, float(value)) for text, verdict, value in rows}


def test_one_of_the_numbers_of_a_sentence_that_does_not_agree_is_its_own_entry(analyst, houses):
    found = told(analyst, "Houses by heating: Wind (59), Solar (75), Hydro (60), Gas (81)", "house")
    assert found["75"] == ("refuted", 60.0)
    assert {found[each][0] for each in ("59", "60", "81")} == {"supported"}


def test_one_entry_of_a_list_that_does_not_agree_is_its_own(analyst, houses):
    stated = {**SHARES, "Birch": 51}
    entries = "".join(f"<li>{district}: 100 loans ({share}%)</li>" for district, share in stated.items())
    document = f"<html><body><h3>Loans in default by district</h3><ul>{entries}</ul></body></html>"
    assert told(analyst, document, "loan")["51%"] == ("refuted", 36.0)


def test_a_list_none_of_whose_entries_agrees_is_left_open_and_explained(analyst, houses):
    entries = "".join(
        f"<li>{heating}: {n}</li>" for heating, n in {"Wind": 48, "Solar": 51, "Hydro": 46, "Gas": 70}.items()
    )
    document = f"<html><body><h3>Houses that we visited</h3><ul>{entries}</ul></body></html>"
    assert {verdict for verdict, _ in told(analyst, document, "house").values()} == {"not_enough_info"}
    [(score,)] = analyst.execute(
        "SELECT score FROM factcheck.explain(%s, 1, ARRAY['house'::regclass]) WHERE item = 'read_alike_wrong'",
        [document],
    ).fetchall()
    assert score < -3
