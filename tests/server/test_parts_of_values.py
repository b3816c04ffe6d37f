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


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Carvings with their materials in several words, strandings with years of two figures."""
    make_tables(admin, analyst_name, (CARVINGS, STRANDINGS))


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
