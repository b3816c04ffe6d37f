"""A text about an outcome whose column no word of it names: what its percentages have in common tells."""

from __future__ import annotations

import pytest

GROUPS = {
    "all": "true", "women": "sex = 'women'", "men": "sex = 'men'", "smokers": "habit = 'smokers'",
    "drinkers": "habit = 'drinkers'", "Leeds": "town = 'Leeds'", "York": "town = 'York'", "Hull": "town = 'Hull'",
}  # fmt: skip


@pytest.fixture(scope="module")
def trial(admin, analyst_name):
    """Patients of a trial with two flags whose names say nothing: ``xq`` is what reports are about, ``zk`` is not.

    A third column has whole numbers that no smaller type holds.
    """
    admin.execute(f"""
        CREATE TABLE public.trial_patient (
            patient integer PRIMARY KEY, sex text, habit text, town text, vb bigint, xq integer, zk integer);
        INSERT INTO public.trial_patient
        SELECT g, (ARRAY['women', 'men'])[1 + g % 2], (ARRAY['smokers', 'drinkers', 'neither'])[1 + g % 3],
               (ARRAY['Leeds', 'York', 'Hull'])[1 + (g / 7) % 3],
               9000000000 + g,
               ((g * 31) % 97 > 40 + 9 * (g % 3) + 13 * (g % 2) - (g / 7) % 3)::int, ((g * 17) % 11 < 3)::int
        FROM generate_series(1, 1291) AS g;
        GRANT SELECT ON public.trial_patient TO {analyst_name};
        SELECT factcheck.add_table('trial_patient');
    """)


def share(admin, group, flag="xq = 0"):
    query = (
        f"SELECT round(100.0 * count(*) FILTER (WHERE {flag}) / count(*), 1) FROM trial_patient WHERE {GROUPS[group]}"
    )
    return admin.execute(query).fetchone()[0]


def checked(analyst, document):
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, query FROM fact_check(%s, tables => '{trial_patient}')"
        " WHERE claimed_value IS NOT NULL",
        [document],
    )
    return {text: (verdict, query) for text, verdict, query in rows}


def report(shares):
    return (
        f"All in all, {shares['all']}% came back for another visit. Among women {shares['women']}% returned, and among "
        f"men {shares['men']}%. Of the smokers {shares['smokers']}% were seen again, and of the drinkers "
        f"{shares['drinkers']}%. In York the rate was {shares['York']}%."
    )


def test_percentages_of_one_flag_tell_what_a_document_is_about(admin, analyst, trial):
    shares = {group: share(admin, group) for group in GROUPS}
    rows = checked(analyst, report(shares))
    assert len(rows) == report(shares).count("%")
    for text, (_, query) in rows.items():
        assert "xq = 0" in query, (text, query)
    assert {verdict for verdict, _ in rows.values()} <= {"supported", "not_enough_info"}
    assert [verdict for verdict, _ in rows.values()].count("supported") > len(rows) / 2


def test_a_wrong_share_of_such_an_outcome_is_not_supported(admin, analyst, trial):
    shares = {group: share(admin, group) for group in GROUPS} | {"men": share(admin, "women") + 7}
    verdict, _ = checked(analyst, report(shares))[f"{shares['men']}%"]
    assert verdict != "supported"


def test_few_shares_that_a_flag_gives_by_chance_tell_nothing(admin, analyst, trial):
    shares = {"all": 51.3, "women": share(admin, "women"), "men": 37.7, "smokers": 22.9, "drinkers": 61.4, "York": 8.6}
    rows = checked(analyst, report(shares))
    assert "supported" not in {verdict for verdict, _ in rows.values()}, rows
