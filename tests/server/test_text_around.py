"""Claims whose meaning hangs on the text around them: the others, the same month, entries of a list, notes."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table

PARCELS = """
CREATE TABLE public.parcel AS
SELECT g AS parcel_id, date '2021-01-01' + (g * 7 % 700) AS sent_on,
       (ARRAY['Bern', 'Basel', 'Genf', 'Chur'])[1 + (g * g % 17) % 4] AS depot,
       (ARRAY['letter', 'box', 'box', 'roll'])[1 + g * 3 % 11 % 4] AS shape,
       (ARRAY['road', 'rail', 'rail', 'air', 'road'])[1 + g % 5] AS way,
       round(1.5 + g * 37 % 211 / 10.0, 1) AS weight_kg
FROM generate_series(1, 900) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, PARCELS, "parcel") as connection:
        yield connection


def condition(*parts):
    return f"count(*) FILTER (WHERE {' AND '.join(parts)})"


BERN, BOX, RAIL = "depot = 'Bern'", "shape = 'box'", "way = 'rail'"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("All but {} parcels in Bern went by rail.", condition(BERN, "way <> 'rail'")),
        ("Bern had its own lorries. In the other three depots, {} parcels were boxes.", condition(f"NOT {BERN}", BOX)),
        (
            "Bern sent most in 2021, followed by Basel. The other two depots sent {} together.",
            condition("depot IN ('Genf', 'Chur')", "extract(year FROM sent_on) = 2021"),
        ),
        (
            "In March 2022, Bern was busy. In the same month of the previous year, {} parcels were sent.",
            condition("to_char(sent_on, 'YYYY-MM') = '2021-03'"),
        ),
        (
            "In March 2022, Bern was busy. A month later, {} parcels were sent.",
            condition("to_char(sent_on, 'YYYY-MM') = '2022-04'"),
        ),
        ("By depot in 2021\nBern: {}\nBasel: 2\n", condition(BERN, "extract(year FROM sent_on) = 2021")),
        (
            "In 2021, Bern was busy. The following year the number of parcels there went down to {}.",
            condition(BERN, "extract(year FROM sent_on) = 2022"),
        ),
        ("Chur is small.\n\nThere, {} parcels were boxes.", condition("depot = 'Chur'", BOX)),
        (
            "Chur is small. It has one lorry.\n\nPeople there like boxes: {} of them were sent.",
            condition("depot = 'Chur'", BOX),
        ),
        (
            "Bern is large. In 2021, it sent 2 parcels. It had one lorry. By rail, {} parcels were sent.",
            condition(BERN, RAIL, "extract(year FROM sent_on) = 2021"),
        ),
        (
            "At Chur, 2 parcels weighed more than 12 kg. In Bern it was {}.",
            condition(BERN, "weight_kg > 12"),
        ),
        ("Basel sent 2 parcels.\n\nMost of them were letters; {} were boxes.", condition("depot = 'Basel'", BOX)),
        ("Bern sent parcels by rail. They weighed 2 kg on average, and {} were boxes.", condition(BERN, BOX)),
        (
            "Boxes are heavy.[2] In Basel, {} parcels went by rail.[3] Most were rolls.",
            condition("depot = 'Basel'", RAIL),
        ),
    ],
)
def test_what_is_meant_stands_around_the_claim(admin, analyst, text, right):
    [[value]] = admin.execute(f"SELECT {right} FROM public.parcel").fetchall()
    for number, wanted in ((value, {"supported"}), (value * 6 // 5 + 1, {"refuted", "not_enough_info"})):
        rows = analyst.execute(
            "SELECT verdict::text, found_value, query FROM fact_check(%s, '{parcel}') WHERE claim_text = %s",
            [text.format(number), str(number)],
        ).fetchall()
        assert rows[0]["verdict"] in wanted, (text, rows)


def test_a_share_of_things_is_not_how_many_they_are(admin, analyst):
    [share] = admin.execute(
        f"SELECT round(100.0 * {condition(BERN, BOX)} / {condition(BERN)}) FROM public.parcel"
    ).fetchone()
    for text in ("Bern sent parcels. Among them were {} boxes.", "Bern sent parcels. {} were boxes."):
        rows = analyst.execute(
            "SELECT verdict::text FROM fact_check(%s, '{parcel}') WHERE claimed_value = %s", [text.format(share), share]
        ).fetchall()
        assert [row["verdict"] for row in rows] != ["supported"], text


def test_values_that_the_text_does_not_name_are_none_of_those_it_names(admin, analyst):
    """Some depot has any small number of parcels of a kind; the headline tells which one is meant."""
    of_depots = f"SELECT depot, {condition(RAIL, BOX)} FROM public.parcel GROUP BY depot"
    counts = dict(admin.execute(of_depots).fetchall())
    text = "## Bern\n\nThe depot sent {} boxes by rail.\n"
    for depot, count in counts.items():
        rows = analyst.execute(
            "SELECT verdict::text FROM fact_check(%s, '{parcel}') WHERE claimed_value = %s", [text.format(count), count]
        ).fetchall()
        assert (rows[0]["verdict"] == "supported") is (count == counts["Bern"]), depot


def test_both_ends_of_a_change_are_of_the_years_before(admin, analyst):
    ends = [condition(RAIL, f"extract(year FROM sent_on) = {year}") for year in (2021, 2022)]
    [values] = admin.execute(f"SELECT {', '.join(ends)} FROM public.parcel").fetchall()
    text = "From 2021 to 2022, parcels became fewer. By rail, they went from {} to {}."
    rows = analyst.execute(
        "SELECT verdict::text FROM fact_check(%s, '{parcel}') WHERE claimed_value IS NOT NULL", [text.format(*values)]
    ).fetchall()
    assert [row["verdict"] for row in rows] == ["supported"] * 2
