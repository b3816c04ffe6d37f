"""A restriction that no word of a text names: a value that agrees by it alone supports nothing."""

from __future__ import annotations

import pytest

VENUES = ["raven park", "dock field", "mill ground", "hill end", "old quarry", "fort", "bay"]


@pytest.fixture(scope="module")
def match(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.match AS
        SELECT g AS week, 'may ' || g || ' , 1973' AS day, 'opponent ' || g AS opponent,
               (ARRAY['w 12 - 3', 'l 7 - 9'])[1 + g % 2] || g AS result,
               (ARRAY['raven park', 'dock field', 'mill ground', 'hill end', 'old quarry', 'long meadow', 'fort',
                      'bay'])[1 + g % 8] AS venue,
               41000 + (g * 7919) % 17011 AS attendance
        FROM generate_series(1, 14) AS g;
        GRANT SELECT ON public.match TO {analyst_name};
        SELECT factcheck.add_table('public.match');
    """)


@pytest.fixture
def checked(admin, analyst, match):
    """Checks a text with the results of queries in it, in figures, and returns the verdicts on these."""

    def checked(text, **queries):
        values = {name: str(admin.execute(sql).fetchone()[0]) for name, sql in queries.items()}
        rows = analyst.execute(
            "SELECT claim_text, verdict FROM fact_check(%s, '{public.match}')", [text.format(**values)]
        )
        return [verdict for text, verdict in rows.fetchall() if text in values.values()]

    return checked


LEAST = "SELECT min(attendance) FROM public.match"
MOST = "SELECT max(attendance) FROM public.match"


def least_of(venue):
    return f"SELECT min(attendance) FROM public.match WHERE venue = '{venue}'"


@pytest.mark.parametrize("venue", VENUES)
def test_the_extreme_of_rows_that_nobody_named_is_not_supported(checked, venue):
    text = "The smallest attendance was {least}, the largest {most}. The smallest attendance was {other}."
    *right, wrong = checked(text, least=LEAST, most=MOST, other=least_of(venue))
    assert right == ["supported", "supported"]
    assert wrong != "supported"


@pytest.mark.parametrize("venue", VENUES)
def test_the_extreme_of_rows_that_are_named_is_supported(checked, venue):
    text = "The smallest attendance was {least}. At {venue} the smallest attendance was {other}."
    verdicts = checked(text.replace("{venue}", venue.title()), least=LEAST, other=least_of(venue))
    assert verdicts == ["supported", "supported"]
