"""Shares of sums, quotients of two sums, groups of one row and differences without "than" are read as such."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def clubs(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.clubs (
            club text, level text, country text, members_2020 integer, goals integer, shots integer, founded integer
        );
        INSERT INTO public.clubs
        SELECT 'Rovers ' || 100 + n, (ARRAY['professional', 'amateur', 'youth'])[1 + n % 3],
               (ARRAY['Norway', 'Sweden', 'Finland', 'Latvia', 'Poland', 'Iceland'])[CASE WHEN n <= 20 THEN 1 + n % 3
               ELSE n - 17 END], 200 + 37 * n % 311 + 400 * (1 - sign(n % 3)), 10 + 7 * n % 23, 90 + 31 * n % 71,
               1890 + n * 13 % 80
        FROM generate_series(1, 23) AS n;
        GRANT SELECT ON public.clubs TO {analyst_name};
        SELECT factcheck.add_table('public.clubs');
    """)


def last_claim(analyst, document):
    """Return verdict, value and description of the last claim of a text."""
    rows = analyst.execute("SELECT verdict::text, found_value, description FROM fact_check(%s)", [document]).fetchall()
    return rows[-1] if rows else None


def value_of(admin, query):
    return admin.execute(query).fetchone()[0]


def test_what_stands_behind_for_each_divides_a_sum(admin, analyst, clubs):
    ratio = value_of(admin, "SELECT round(1.0 * sum(shots) / sum(goals), 1) FROM clubs")
    verdict, _, description = last_claim(analyst, f"For each goal there were {ratio} shots.")
    assert description == "the total of shots in clubs divided by the total of goals in clubs"
    assert verdict == "supported"
    verdict, *_ = last_claim(analyst, f"For each goal there were {ratio + 2} shots.")
    assert verdict != "supported"


@pytest.fixture(scope="module")
def mortality(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.mortality (state text, deaths integer, population integer, births integer);
        INSERT INTO public.mortality
        SELECT 'State ' || chr(64 + g), 40 + g * g % 17 * 13, 300000 + g * 81239, 9000 + g * 731
        FROM generate_series(1, 20) AS g;
        GRANT SELECT ON public.mortality TO {analyst_name};
        SELECT factcheck.add_table('public.mortality', data_set => 'mortality');
    """)


@pytest.mark.parametrize(
    ("document", "base", "amount", "condition"),
    [
        ("There were {} deaths per 100,000 inhabitants.", 100000, "deaths", "true"),
        ("In State C there were {} deaths per 100,000 people.", 100000, "deaths", "state = 'State C'"),
        ("The rate was {} births per thousand residents.", 1000, "births", "true"),
        ("Per 10,000 inhabitants, {} died in State D.", 10000, "deaths", "state = 'State D'"),
    ],
)
def test_a_rate_is_told_of_many(admin, analyst, mortality, document, base, amount, condition):
    rate = value_of(
        admin, f"SELECT round({base}.0 * sum({amount}) / sum(population), 2) FROM mortality WHERE {condition}"
    )
    asked = "SELECT verdict::text, round(found_value, 2), description FROM fact_check(%s, data_set => 'mortality')"
    [(verdict, value, description)] = analyst.execute(asked, [document.format(rate)]).fetchall()
    assert (verdict, value) == ("supported", rate)
    assert description.startswith(f"{base} times the total of {amount} in mortality")
    [(verdict, *_)] = analyst.execute(asked, [document.format(rate + 3)]).fetchall()
    assert verdict != "supported"


def test_the_article_behind_a_number_says_per(admin, analyst, clubs):
    ratio = value_of(admin, "SELECT round(1.0 * sum(shots) / sum(goals), 1) FROM clubs")
    verdict, _, description = last_claim(analyst, f"There were {ratio} shots to a goal.")
    assert (verdict, description) == ("supported", "the total of shots in clubs divided by the total of goals in clubs")


@pytest.mark.parametrize("text", ["Professional clubs hold {}% of the members.", "{}% of members are in youth clubs."])
def test_a_share_of_what_a_column_of_a_year_counts(admin, analyst, clubs, text):
    level = "professional" if "Professional" in text else "youth"
    share = value_of(
        admin,
        f"SELECT round(100.0 * sum(members_2020) FILTER (WHERE level = '{level}') / sum(members_2020), 1) FROM clubs",
    )
    _, _, description = last_claim(analyst, text.format(share))
    assert description == (
        f"the percentage of the total of members 2020 in clubs that falls to rows where level is '{level}'"
    )


def test_groups_of_a_single_row_are_counted(analyst, clubs):
    _, value, description = last_claim(analyst, "Three countries are represented by a single club.")
    assert description == "the number of values of country for which the number of rows in clubs is 1"
    assert value == 3


def test_a_comparative_at_the_end_compares_with_what_was_named_before(admin, analyst, clubs):
    gap = value_of(
        admin,
        "SELECT round(avg(members_2020) FILTER (WHERE level = 'professional')"
        " - avg(members_2020) FILTER (WHERE level = 'amateur')) FROM clubs",
    )
    text = "Professional clubs had 570 members on average, amateur clubs about {} members fewer."
    _, _, description = last_claim(analyst, text.format(gap))
    assert description == (
        "the average of members 2020 in clubs where level is 'professional' less the average of members 2020 in clubs"
        " where level is 'amateur'"
    )


def test_what_stands_behind_for_every_may_be_a_value(admin, analyst, clubs):
    admin.execute("""
        CREATE TABLE public.moored_boats (maker text, length_m numeric);
        INSERT INTO public.moored_boats
        SELECT CASE WHEN n <= 23 THEN 'Nordkapp' WHEN n <= 30 THEN 'Askeladden' ELSE 'Uttern' END, 4 + n % 5
        FROM generate_series(1, 45) AS n;
        GRANT SELECT ON public.moored_boats TO PUBLIC;
        SELECT factcheck.add_table('public.moored_boats');
    """)
    said = (
        "the number of rows in moored_boats where maker is 'Nordkapp' divided by the number of rows in moored_boats"
        " where maker is 'Askeladden'"
    )
    verdict, _, description = last_claim(analyst, "There are 3.3 Nordkapp boats for every Askeladden.")
    assert (verdict, description) == ("supported", said)
    assert last_claim(analyst, "There are 5.1 Nordkapp boats for every Askeladden.")[0] == "refuted"


def test_a_difference_of_what_two_claims_say_follows_from_them(admin, analyst, clubs):
    early, late = (
        value_of(admin, f"SELECT count(*) FROM clubs WHERE founded {rows}") for rows in ("< 1915", ">= 1940")
    )
    text = "{} clubs were founded before 1915 and {} in 1940 or later, a difference of {}."
    verdict, value, description = last_claim(analyst, text.format(early, late, late - early))
    assert (verdict, value) == ("supported", late - early)
    assert description == (
        "the number of rows in clubs where founded is at least 1940 less"
        " the number of rows in clubs where founded is at most 1914"
    )
    assert last_claim(analyst, text.format(early, late, late - early + 1))[0] != "supported"


def test_what_shares_differ_by_is_no_percentage(admin, analyst, clubs):
    shares = [
        value_of(admin, f"SELECT round(100.0 * count(*) FILTER (WHERE founded {rows}) / count(*), 1) FROM clubs")
        for rows in ("< 1915", ">= 1940")
    ]
    text = "Of all clubs, {}% were founded before 1915 and {}% in 1940 or later. That is {}% more."
    assert last_claim(analyst, text.format(*shares, shares[1] - shares[0]))[0] != "supported"
    more = round(100 * (shares[1] - shares[0]) / shares[0])
    assert last_claim(analyst, text.format(*shares, more))[0] == "supported"


def test_the_digits_of_a_difference_may_stand_in_a_number_before_it(admin, analyst, clubs):
    counted = "SELECT count(*) FROM clubs WHERE founded"
    early, late = (value_of(admin, f"{counted} {rows}") for rows in ("< 1901", ">= 1936"))
    assert str(late - early) in "1936"
    text = f"{late} clubs were founded in 1936 or later and {early} before 1901, a difference of {late - early}."
    verdict, value, _ = last_claim(analyst, text)
    assert (verdict, value) == ("supported", late - early)
