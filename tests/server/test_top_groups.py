"""What the first of ranked groups add up to, and their share of all, by their words, as PostgreSQL gives it."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def parcel(admin, analyst_name):
    """Parcels of depots of different size; the depot of some is unknown."""
    admin.execute(f"""
        CREATE TABLE public.parcel (parcel_no integer, depot text, weight numeric);
        INSERT INTO public.parcel
        SELECT g, 'Depot ' || chr(65 + (sqrt(g * 37 % 400))::int), 1 + g * 13 % 57 / 4.0
        FROM generate_series(1, 1500) AS g;
        INSERT INTO public.parcel VALUES (1501, NULL, 3), (1502, 'Depot X', NULL);
        GRANT SELECT ON public.parcel TO {analyst_name};
        SELECT factcheck.add_table('public.parcel');
    """)


_COUNTS = "SELECT count(*) AS n FROM parcel WHERE depot IS NOT NULL GROUP BY depot"
_WEIGHTS = "SELECT sum(weight) AS n FROM parcel WHERE depot IS NOT NULL GROUP BY depot"


@pytest.mark.parametrize(
    ("sentence", "groups", "top", "words"),
    [
        (
            "The three largest depots account for {}% of the parcels.",
            _COUNTS,
            3,
            "the total, of the 3 largest of all values of depot, of the number of rows in parcel, as a",
        ),
        (
            "The top 5 depots make up {}% of the total weight.",
            _WEIGHTS,
            5,
            "the total, of the 5 largest of all values of depot, of the total of weight in parcel, as a percentage",
        ),
    ],
)
def test_the_share_of_the_first_groups_is_asked_for(admin, analyst, parcel, sentence, groups, top, words):
    [(value,)] = admin.execute(
        f"SELECT round(100 * sum(n) FILTER (WHERE place <= {top}) / sum(n), 1)"
        f" FROM (SELECT n, row_number() OVER (ORDER BY n DESC NULLS LAST) AS place FROM ({groups}) AS g) AS s"
    )
    rows = analyst.execute(
        "SELECT verdict::text, description, query FROM fact_check(%s) WHERE claim_text LIKE %s",
        [sentence.format(f"{value:f}"), f"%{value:f}%"],
    ).fetchall()
    assert len(rows) == 1
    verdict, description, query = rows[0]
    assert words in description
    assert verdict == "supported"
    assert analyst.execute(f"SELECT round(({query})::numeric, 1)").fetchall() == [(value,)]
