"""What the comment of a column says its codes stand for names its values."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def moorings(admin, analyst_name):
    """Boats with a state that their comment explains, a skipper's sex, and a rating whose comment explains nothing."""
    admin.execute(f"""
        CREATE TABLE public.mooring (boat integer, state_cd integer, skipper_sex integer, hull char(1), rating integer);
        COMMENT ON COLUMN public.mooring.state_cd IS 'State on the day: 1 = moored, 2 = adrift, 3 = fully sunk';
        COMMENT ON COLUMN public.mooring.skipper_sex IS 'Sex of the skipper (1 = male, 2 = female)';
        COMMENT ON COLUMN public.mooring.hull IS 'M: metal; W: wood';
        COMMENT ON COLUMN public.mooring.rating IS 'from 1 to 3, by the harbour master';
        INSERT INTO public.mooring
        SELECT n, CASE WHEN n <= 61 THEN 1 WHEN n <= 108 THEN 2 ELSE 3 END, 1 + n % 7 / 4,
               CASE WHEN n % 5 < 2 THEN 'M' ELSE 'W' END, 1 + n % 3
        FROM generate_series(1, 137) AS n;
        GRANT SELECT ON public.mooring TO {analyst_name};
        SELECT factcheck.add_table('public.mooring');
    """)


def checked(analyst, sentence):
    rows = analyst.execute(
        "SELECT verdict::text, query FROM fact_check(%s, tables => '{mooring}') WHERE claimed_value IS NOT NULL",
        [f"We looked at 137 boats. {sentence}"],
    ).fetchall()
    return rows[1:]


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("Of these, {} were adrift.", "state_cd = 2"),
        ("Of these, {} were fully sunk.", "state_cd = 3"),
        ("{} boats were adrift or fully sunk.", "state_cd IN (2, 3)"),
        ("{} skippers were women.", "skipper_sex = 2"),
        ("{} boats were of wood.", "hull = 'W'"),
    ],
)
def test_what_a_code_stands_for_names_it(admin, analyst, moorings, sentence, condition):
    [count] = admin.execute(f"SELECT count(*) FROM mooring WHERE {condition}").fetchone()
    [(verdict, query)] = checked(analyst, sentence.format(count))
    assert verdict == "supported"
    assert condition.split()[0] in query


def test_the_count_of_another_code_is_not_supported(analyst, moorings):
    [(verdict, _)] = checked(analyst, "Of these, 61 were adrift.")
    assert verdict != "supported"


def test_each_code_has_its_own_number(analyst, moorings):
    assert [verdict for verdict, _ in checked(analyst, "61 were moored and 47 adrift.")] == ["supported", "supported"]
