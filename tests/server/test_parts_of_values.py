"""Texts that name values by a part: a material among others, an order of animals, a year without its century."""

from __future__ import annotations

import pytest
from support.made_tables import make_tables

CARVINGS = """
CREATE TABLE public.carvings AS
SELECT i AS id, 'Carver ' || i % 40 AS artist,
       (ARRAY['Oak and brass on slate', 'Painted brass', 'Brass', 'Oak, two parts', 'Slate and glass on oak plinth',
              'Marble relief on slate', 'Glass, lead and light', 'Lead on paper'])[1 + i * 7 % 8]
       || CASE i % 3 WHEN 0 THEN '' WHEN 1 THEN ' with wax' ELSE ', gilded' END AS material
FROM generate_series(1, 410) AS i
"""
STRANDINGS = """
CREATE TABLE public.strandings AS
SELECT i AS id, 85 + i * 5 % 9 AS yronset, (ARRAY['Rodentia', 'Carnivora', 'Cetacea', 'Sirenia'])[1 + i % 7 % 4] AS ord,
       5 + i * 13 % 90 AS kilos
FROM generate_series(1, 530) AS i
"""
WAGES = """
CREATE TABLE public.wages AS
SELECT i AS id,
       (ARRAY['Harbour Office', 'Water Works', 'Parks Division', 'Harbour Museum', 'City Library'])[1 + i * 7 % 5]
       || ' (' || lpad((i * 13 % 97)::text, 3, '0') || ')' AS unit,
       30000 + i * 971 % 23000 + 4000 * (i * 7 % 5) AS paid
FROM generate_series(1, 620) AS i
"""


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Carvings with materials in several words, strandings with years of two figures, wages by unit with its number."""
    make_tables(admin, analyst_name, (CARVINGS, STRANDINGS, WAGES))


@pytest.mark.parametrize(
    ("table", "document", "rows"),
    [
        ("carvings", "{} carvings are made of brass.", "material ILIKE '%brass%'"),
        ("carvings", "{} carvings have marble in them.", "material ILIKE '%marble%'"),
        ("strandings", "There were {} strandings in 1987.", "yronset = 87"),
        ("strandings", "Between 1986 and 1989 there were {} strandings.", "yronset BETWEEN 86 AND 89"),
        ("strandings", "{} rodents were stranded.", "ord = 'Rodentia'"),
        ("strandings", "Carnivores account for {} strandings.", "ord = 'Carnivora'"),
    ],
)
def test_a_part_names_the_value(analyst, admin, tables, table, document, rows):
    [counted] = admin.execute(f"SELECT count(*) FROM public.{table} WHERE {rows}").fetchone()
    for number, is_right in ((counted, True), (counted + 11, False)):
        row = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s, tables => ARRAY[%s]::regclass[])"
            " WHERE claimed_value IS NOT NULL",
            [document.format(number), table],
        ).fetchall()[-1]
        assert (row[0] == "supported") is is_right, row


def test_an_average_of_an_order_is_not_that_of_all(analyst, admin, tables):
    [mean] = admin.execute("SELECT round(avg(kilos), 1) FROM public.strandings WHERE ord = 'Cetacea'").fetchone()
    [row] = analyst.execute(
        "SELECT verdict::text, query FROM fact_check(%s, tables => '{strandings}')",
        [f"The cetaceans weighed {mean} kilos on average."],
    ).fetchall()
    assert row[0] == "supported", row
    assert "Cetacea" in row[1]


@pytest.mark.parametrize(
    ("sentence", "unit"),
    [
        ("The median paid in the harbour office was {}.", "Harbour Office"),
        ("The average paid in the parks division was {}.", "Parks Division"),
    ],
)
def test_two_nouns_name_all_values_that_begin_with_them(analyst, admin, tables, sentence, unit):
    function = "percentile_cont(0.5) WITHIN GROUP (ORDER BY paid)" if "median" in sentence else "avg(paid)"
    [paid] = admin.execute(f"SELECT {function} FROM public.wages WHERE unit LIKE '{unit}%'").fetchone()
    for value, is_right in ((paid, True), (paid + 2900, False)):
        [row] = analyst.execute(
            "SELECT verdict::text, description FROM fact_check(%s, tables => '{wages}')",
            [sentence.format(f"${value:,.0f}")],
        ).fetchall()
        assert (row[0] == "supported") is is_right, row
        if is_right:
            assert row[1].endswith((f"unit begins with '{unit.lower()}'", f"unit contains '{unit.lower()}'"))


def test_a_value_with_its_number_is_named_alone(analyst, admin, tables):
    [unit, counted] = admin.execute(
        "SELECT unit, count(*) FROM public.wages WHERE unit LIKE 'Water%' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1"
    ).fetchone()
    [row] = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => '{wages}')",
        [f"{counted} wages were paid at {unit}."],
    ).fetchall()
    assert row == ("supported", f"the number of rows in wages where unit is '{unit}'")


def test_two_nouns_that_no_value_has_side_by_side_name_none(analyst, tables):
    document = "The average paid in the harbour library was $41,000."
    [(description,)] = analyst.execute(
        "SELECT description FROM fact_check(%s, tables => '{wages}')", [document]
    ).fetchall()
    assert "harbour library" not in description
