"""Statements in the ways in which writers say them: what is more common among some, ahead, worst, one or another."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.clinic_visit (
            patient integer, ward text, sex text, relapsed text, died text, recovery_minutes integer, mood text
        );
        INSERT INTO public.clinic_visit
        SELECT i, CASE WHEN i <= 120 THEN 'Alder' ELSE 'Birch' END, CASE WHEN i % 3 = 0 THEN 'M' ELSE 'F' END,
               CASE WHEN i <= 30 OR i % 4 = 1 THEN 'yes' ELSE 'no' END,
               CASE WHEN i > 120 AND i % 3 = 0 THEN 'yes' ELSE 'no' END,
               CASE WHEN i % 3 = 0 THEN 60 ELSE 40 END + i % 5,
               (ARRAY['very good', 'good', 'good', 'bad', 'very bad'])[1 + i % 5]
        FROM generate_series(1, 200) AS i;
        CREATE TABLE public.tally (year integer, district text, region text, team text, points integer);
        INSERT INTO public.tally
        SELECT year, district, CASE WHEN district < 'C' THEN 'North' ELSE 'South' END, team,
               100 + 9 * (year - 2001) + CASE team WHEN 'Reds' THEN 60 WHEN 'Blues' THEN 30 ELSE 0 END
               + CASE WHEN district < 'C' AND team = 'Blues' THEN 70 ELSE 0 END
        FROM generate_series(2001, 2005) AS year, unnest(ARRAY['Ash', 'Bury', 'Cove', 'Dell']) AS district,
             unnest(ARRAY['Reds', 'Blues', 'Greens']) AS team;
        CREATE TABLE public.league AS
        SELECT year, district, region, team, points, 2 * points AS goals FROM public.tally;
        CREATE TABLE public.mishap (year integer, cause text, cost integer);
        INSERT INTO public.mishap
        SELECT 2010 + i % 5, (ARRAY['ice', 'ice', 'fog', 'oil'])[1 + i % 4], 10 FROM generate_series(1, 90) AS i;
        INSERT INTO public.mishap SELECT 2012, 'ice', 10 FROM generate_series(1, 30);
        CREATE TABLE public.crash AS SELECT * FROM public.mishap;
        CREATE TABLE public.shop_month (year integer, month integer, product text, revenue numeric);
        INSERT INTO public.shop_month
        SELECT year, month, product,
               CASE product WHEN 'tea' THEN 90 ELSE 100 END * 3 + CASE WHEN month = 12 THEN 50 ELSE 0 END
               + CASE WHEN product = 'tea' THEN 5 * (year - 2019) ELSE 0 END
        FROM generate_series(2019, 2021) AS year, generate_series(1, 12) AS month,
             unnest(ARRAY['tea', 'coffee']) AS product;
        CREATE TABLE public.hire (office text, gender text, salary integer, overtime text, left_company text);
        INSERT INTO public.hire
        SELECT CASE WHEN i % 5 < 2 THEN 'Kiel' ELSE 'Riga' END, CASE WHEN i % 10 IN (0, 2, 4, 5) THEN 'M' ELSE 'F' END,
               30000 + CASE WHEN i % 5 < 2 THEN 5000 ELSE 0 END + i, CASE WHEN i % 7 < 2 THEN 'Yes' ELSE 'No' END,
               CASE WHEN i % 7 = 0 OR i % 5 = 0 THEN 'Yes' ELSE 'No' END
        FROM generate_series(1, 210) AS i;
        CREATE TABLE public.forecast (city text, day date, max_temp numeric, sky text);
        INSERT INTO public.forecast
        SELECT city, date '2021-01-01' + n, CASE city WHEN 'Kiel' THEN 11 ELSE 7 END + n % 4,
               CASE WHEN n % CASE city WHEN 'Kiel' THEN 4 ELSE 2 END = 0 THEN 'rain' ELSE 'sun' END
        FROM unnest(ARRAY['Kiel', 'Riga']) AS city, generate_series(0, 199) AS n;
        CREATE TABLE public.relay (year integer, town text, runner text, time_seconds numeric);
        INSERT INTO public.relay
        SELECT year, town, 'Runner ' || i, 60 - 2 * (year - 2000) + i % 3 + CASE town WHEN 'Riga' THEN 3 ELSE 0 END
        FROM generate_series(2001, 2004) AS year, unnest(ARRAY['Kiel', 'Riga']) AS town, generate_series(1, 9) AS i;
        CREATE TABLE public.regatta (year integer, winner text, "Time" text);
        INSERT INTO public.regatta
        SELECT 1900 + i, CASE i WHEN 0 THEN 'Ann Lee' ELSE (ARRAY['Bob Ray', 'Cyd Moe', 'Eva Hill'])[1 + i % 3] END,
               CASE i WHEN 0 THEN '2:19:59' ELSE '2:' || 21 + i || ':10' END
        FROM generate_series(0, 30) AS i;
        GRANT SELECT ON public.relay, public.league, public.regatta TO {analyst_name};
        GRANT SELECT ON public.clinic_visit, public.tally, public.crash, public.shop_month, public.hire, public.forecast
            TO {analyst_name};
    """)
    for name in ("clinic_visit", "tally", "crash", "shop_month", "hire", "forecast", "relay", "league", "regatta"):
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])


def verdicts(analyst, table, document):
    query = "SELECT verdict::text FROM fact_check(%s, tables => ARRAY[%s]::regclass[]) WHERE claimed_value IS NULL"
    return [verdict for (verdict,) in analyst.execute(query, [document, f"public.{table}"]).fetchall()]


def judged(*cases):
    """Parametrize over statements: each true one with its false twin."""
    pairs = [(table, text, verdict) for table, *said in cases for text, verdict in zip(said, _TWINS, strict=True)]
    return pytest.mark.parametrize(("table", "document", "verdict"), pairs)


_TWINS = ("supported", "refuted")


@judged(
    (
        "clinic_visit",
        "Relapses were more common in Alder than in Birch.",
        "Relapses were more common in Birch than in Alder.",
    ),
    ("clinic_visit", "Mortality was highest in Birch.", "Mortality was highest in Alder."),
    ("hire", "Attrition was highest in Kiel.", "Attrition was highest in Riga."),
    ("forecast", "It rained more often in Riga than in Kiel.", "It rained more often in Kiel than in Riga."),
)
def test_how_often_something_happens_is_a_share_of_rows(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    ("clinic_visit", "The relapse rate was worst in Alder.", "The relapse rate was worst in Birch."),
    ("clinic_visit", "Patients from Birch were most likely to die.", "Patients from Alder were most likely to die."),
    ("clinic_visit", "Alder had the best chance of survival.", "Birch had the best chance of survival."),
)
def test_a_rate_may_be_best_and_somebody_likeliest(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    ("clinic_visit", "Women were faster than men.", "Men were faster than women."),
    ("clinic_visit", "Men were slower than women.", "Women were slower than men."),
    ("clinic_visit", "Women, at 42 minutes, were faster than men.", "Women, at 42 minutes, were slower than men."),
    ("forecast", "Kiel is warmer than Riga.", "Riga is warmer than Kiel."),
)
def test_an_adjective_is_measured_by_a_column_of_another_name(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    (
        "clinic_visit",
        "More patients were treated in Alder than in Birch.",
        "More patients were treated in Birch than in Alder.",
    ),
    ("hire", "The Kiel office pays more than the Riga one.", "The Kiel office pays less than the Riga one."),
)
def test_persons_are_counted_and_pay_is_an_amount(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    ("tally", "The Blues led in the North.", "The Reds led in the North."),
    ("tally", "The Reds were ahead in the South.", "The Greens were ahead in the South."),
    ("shop_month", "The best year for tea was 2021.", "The best year for tea was 2019."),
)
def test_amounts_tell_who_leads_where_each_has_as_many_rows(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


def test_of_several_amounts_none_contradicts_who_leads(analyst, tables):
    assert verdicts(analyst, "league", "The Reds led in the North.") == ["not_enough_info"]
    assert verdicts(analyst, "league", "The Blues led in the North.") == ["supported"]


@judged(
    ("clinic_visit", "Most patients felt good or very good.", "Most patients felt bad or very bad."),
    ("crash", "Most crashes were caused by ice or fog.", "Most crashes were caused by fog or oil."),
)
def test_most_may_be_one_of_several(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    ("relay", "Runners got faster every year.", "Runners got slower every year."),
    ("relay", "Runners got faster between 2001 and 2004.", "Runners got slower between 2001 and 2004."),
    ("relay", "Kiel's times are the lowest.", "Riga's times are the lowest."),
    ("relay", "Times improved from 2001 to 2004.", "Times worsened from 2001 to 2004."),
)
def test_who_gets_faster_takes_less_time(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    ("regatta", "Ann Lee had the fastest time.", "Eva Hill had the fastest time."),
    ("regatta", "Ann Lee's time, just under 140 minutes, is the fastest.", "Bob Ray's time, at 142, is the fastest."),
)
def test_the_least_time_is_first_where_the_column_is_called_time(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


def test_near_whom_nobody_comes_takes_the_least_time(analyst, tables):
    first = "Over the long distance nobody came near Ann Lee, who needed 140 minutes."
    assert verdicts(analyst, "regatta", first) == ["supported"]
    another = "Over the long distance nobody came near Cyd Moe, who needed 142.2 minutes."
    assert "supported" not in verdicts(analyst, "regatta", another)


@judged(("crash", "The worst year was 2012.", "The worst year was 2014."))
def test_of_crashes_the_worst_is_the_most(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    (
        "shop_month",
        "Coffee accounted for more than half of the revenue.",
        "Tea accounted for more than half of the revenue.",
    ),
    ("shop_month", "Coffee outsold tea.", "Tea outsold coffee."),
)
def test_what_is_sold_is_added_up(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    (
        "hire",
        "People who worked overtime were likelier to leave.",
        "People who worked overtime were less likely to leave.",
    ),
    ("hire", "Riga has more women than men.", "Riga has more men than women."),
)
def test_a_clause_and_an_owner_tell_whom_a_comparison_is_about(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@pytest.mark.parametrize(
    "document",
    [
        "The Reds had more points in every district.",
        "Kiel is warmer than Riga in every sky.",
        "The Reds led in two large districts.",
    ],
)
def test_what_is_said_of_each_group_is_not_told_by_all_together(analyst, tables, document):
    table = "tally" if "Reds" in document else "forecast"
    assert verdicts(analyst, table, document) == ["not_enough_info"]
