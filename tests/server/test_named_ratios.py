"""Ratios of two sums by the names that trades have for them, and degrees that a text sets limits to."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def campaigns(admin, analyst_name):
    """Advertisements of three channels by day, which say of clicks and costs, not of ratios."""
    admin.execute(f"""
        CREATE TABLE public.campaign AS
        SELECT n AS campaign_no, (ARRAY['Facebook', 'Instagram', 'Pinterest'])[1 + n % 3] AS channel,
               900 + n * 37 % 800 AS impressions, 20 + n * 11 % 50 AS clicks, 1 + n * 7 % 9 AS conversions,
               (5 + n * 13 % 40)::numeric(8, 2) AS spend, (60 + n * 17 % 300)::numeric(8, 2) AS conversion_value,
               n * 29 % 48 AS months_active
        FROM generate_series(1, 613) AS n;
        GRANT SELECT ON public.campaign TO {analyst_name};
        SELECT factcheck.add_table('public.campaign');
    """)


def checked(analyst, text):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => ARRAY['campaign'::regclass])"
        " WHERE claimed_value IS NOT NULL",
        [text],
    ).fetchall()


@pytest.mark.parametrize(
    ("text", "ratio", "of"),
    [
        ("The return on ad spend (ROAS) of Facebook was {}.", "sum(conversion_value) / sum(spend)", "Facebook"),
        ("The CPA of Pinterest is ${}.", "sum(spend) / sum(conversions)", "Pinterest"),
        ("Instagram has a click-through rate of {}%.", "100.0 * sum(clicks) / sum(impressions)", "Instagram"),
        ("Facebook had the highest conversion rate({}%).", "100.0 * sum(conversions) / sum(clicks)", "Facebook"),
    ],
)
def test_a_ratio_is_known_by_its_name(admin, analyst, text, ratio, of):
    [(value,)] = admin.execute(f"SELECT round(({ratio})::numeric, 2) FROM campaign WHERE channel = %s", [of])
    [(verdict, description)] = checked(analyst, text.format(value))
    assert verdict == "supported", description
    [(verdict, _)] = checked(analyst, text.format(round(value * 2, 2)))
    assert verdict != "supported"


@pytest.mark.parametrize(("word", "extreme"), [("lowest", "min"), ("highest", "max")])
def test_the_extreme_of_a_named_ratio_is_that_of_groups(admin, analyst, word, extreme):
    [(value,)] = admin.execute(
        f"SELECT round({extreme}(cpa), 2)"
        " FROM (SELECT sum(spend) / sum(conversions) AS cpa FROM campaign GROUP BY channel) AS of_channel"
    )
    [(verdict, description)] = checked(analyst, f"The {word} CPA of any channel was ${value}.")
    assert verdict == "supported", description
    assert "over all values of channel" in description
    [(verdict, _)] = checked(analyst, f"The {word} CPA of any channel was ${value * 2}.")
    assert verdict != "supported"


def test_a_degree_keeps_its_limits_where_it_is_named_alone(admin, analyst):
    [(short, long)] = admin.execute(
        "SELECT round(avg(spend) FILTER (WHERE months_active BETWEEN 0 AND 11), 2),"
        " round(avg(spend) FILTER (WHERE months_active >= 12), 2) FROM campaign"
    )
    text = f"""
Campaigns with a short active time (0-11 months) have an average spend of ${short}.

Campaigns with a long active time (12+ months) have an average spend of ${long}.

The average spend of campaigns with a short active time, ${short}, is fine.
"""
    rows = checked(analyst, text)
    assert [verdict for verdict, _ in rows] == ["supported"] * 3
    assert rows[2][1].endswith("where months active is from 0 to 11")


def test_either_of_two_columns_that_are_called_alike_may_be_divided(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.advert AS
        SELECT n AS advert_no, 10000 + n * 7919 % 90000 AS advert_key,
               (ARRAY[916, 936, 1178])[1 + n % 3] AS campaign_id, 20 + n * 11 % 50 AS clicks,
               3 + n * 7 % 9 AS total_conversion, n * 5 % 4 AS approved_conversion
        FROM generate_series(1, 613) AS n;
        GRANT SELECT ON public.advert TO {analyst_name};
        SELECT factcheck.add_table('public.advert');
    """)
    asked = "SELECT verdict::text, description FROM fact_check(%s, '{advert}') WHERE claimed_value IS NOT NULL"
    for column in ("total_conversion", "approved_conversion"):
        [(value,)] = admin.execute(
            f"SELECT round(100.0 * sum({column}) / sum(clicks), 2) FROM advert WHERE campaign_id = 936"
        )
        [*_, (verdict, description)] = analyst.execute(
            asked, [f"Campaign 936 has a conversion rate of {value}%."]
        ).fetchall()
        assert (verdict, column.replace("_", " ") in description) == ("supported", True), description
