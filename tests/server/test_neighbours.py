"""A claim that goes on from claims near it is read as what their results differ by, or as one of them of other rows."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def catches(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.catches (harbour text, year integer, tons integer, sailed text);
        INSERT INTO public.catches
        SELECT harbour, year, 20 + 7 * n % 13 + 9 * length(harbour) + 3 * (year - 2015), (ARRAY['yes', 'no'])[1 + n % 2]
        FROM (VALUES ('Bodo'), ('Narvik'), ('Tromso'), ('Hammerfest')) AS harbours (harbour),
             generate_series(2015, 2020) AS year, generate_series(1, 5) AS n;
        GRANT SELECT ON public.catches TO {analyst_name};
        SELECT factcheck.add_table('public.catches');
    """)


def tons_of(admin, rows, what="sum(tons)"):
    return admin.execute(f"SELECT {what} FROM catches WHERE {rows}").fetchone()[0]


def last_claim(analyst, document):
    """Return verdict and description of the last number of a text."""
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()
    return rows[-1]


def test_what_two_results_differ_by_follows_from_them_and_is_refuted_where_it_does_not(admin, analyst, catches):
    one, other = (tons_of(admin, f"harbour = '{name}'") for name in ("Hammerfest", "Bodo"))
    text = "Boats landed {} tons in Hammerfest and {} in Bodo, a gap of {} tons."
    assert last_claim(analyst, text.format(one, other, one - other)) == (
        "supported",
        "the total of tons in catches where harbour is 'Hammerfest' less"
        " the total of tons in catches where harbour is 'Bodo'",
    )
    assert last_claim(analyst, text.format(one, other, one - other + 10))[0] == "refuted"


def test_a_result_is_compared_with_that_of_what_the_next_sentence_names(admin, analyst, catches):
    one, other = (tons_of(admin, f"harbour = '{name}' AND year = 2019") for name in ("Hammerfest", "Narvik"))
    text = "In 2019 boats landed {} tons in Hammerfest. That is {} more than Narvik managed."
    verdict, description = last_claim(analyst, text.format(one, one - other))
    assert verdict == "supported"
    assert description == (
        "the total of tons in catches where harbour is 'Hammerfest' and year is 2019 less"
        " the total of tons in catches where harbour is 'Narvik' and year is 2019"
    )


def test_what_rose_in_one_place_is_followed_by_what_rose_in_another(admin, analyst, catches):
    changes = [
        round(100 * (tons_of(admin, f"harbour = '{name}' AND year = 2020") / first - 1), 1)
        for name in ("Narvik", "Bodo")
        for first in [tons_of(admin, f"harbour = '{name}' AND year = 2015")]
    ]
    text = "The tons landed in Narvik rose by {}% between 2015 and 2020. Those of Bodo went up by {}%."
    assert last_claim(analyst, text.format(*changes))[0] == "supported"


def test_explanations_tell_that_a_reading_follows_from_claims_nearby(admin, analyst, catches):
    one, other = (tons_of(admin, f"harbour = '{name}'") for name in ("Hammerfest", "Bodo"))
    text = f"Boats landed {one} tons in Hammerfest and {other} in Bodo, a gap of {one - other} tons."
    [(claim_no,)] = analyst.execute(
        "SELECT max(claim_no) FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [text]
    ).fetchall()
    reasons = analyst.execute(
        "SELECT reason FROM factcheck.explain(%s, %s) WHERE item LIKE '%%neighbours%%'", [text, claim_no]
    ).fetchall()
    assert any("what claims near it are likely to mean" in reason for (reason,) in reasons)
