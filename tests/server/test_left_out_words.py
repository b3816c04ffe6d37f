"""What a text leaves out, since it was said just before, is read from there: wholes, measures, years."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def ferries(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ferries (
            harbour text, season integer, passengers integer, injured integer, revenue integer, profit integer,
            top_speed numeric, note text
        );
        INSERT INTO public.ferries
        SELECT (ARRAY['Oban', 'Mallaig', 'Ullapool'])[1 + n % 3], 2016 + n % 4, 310 + 37 * n % 211 + 150 * (n % 3),
               3 + 7 * n % 11, 9000 + 713 * n % 5077 + 2100 * (n % 3), 1900 + 311 * n % 1709, 21 + 0.7 * (n * 5 % 13),
               CASE WHEN n % 4 <> 1 THEN 'seen ' || n END
        FROM generate_series(1, 48) AS n;
        GRANT SELECT ON public.ferries TO {analyst_name};
        SELECT factcheck.add_table('public.ferries');
    """)


@pytest.fixture
def read(analyst, ferries):
    def read(document):
        """Return the description and the verdict of the last claim of a text."""
        rows = analyst.execute("SELECT description, verdict::text FROM fact_check(%s)", [document]).fetchall()
        return rows[-1]

    return read


def value_of(admin, expression, condition="true", digits=1):
    return admin.execute(f"SELECT round({expression}, {digits}) FROM ferries WHERE {condition}").fetchone()[0]


def share(column, condition):
    return f"100.0 * sum({column}) FILTER (WHERE {condition}) / sum({column})"


@pytest.mark.parametrize(
    "text",
    [
        "Oban brings {}% of revenue. The others are close: Mallaig {}%.",
        "Oban brings {}% of revenue, Mallaig {}%.",
        "<p>Where the money comes from:</p><ul><li>Oban: {}% of revenue</li><li>Mallaig: {}%</li></ul>",
    ],
)
def test_percentages_go_on_about_one_whole(admin, read, text):
    values = [value_of(admin, share("revenue", f"harbour = '{harbour}'")) for harbour in ("Oban", "Mallaig")]
    description, verdict = read(text.format(*values))
    assert "of the total of revenue in ferries that falls to rows where harbour is 'Mallaig'" in description
    assert verdict == "supported"


def test_an_entry_of_a_list_takes_the_measure_of_the_one_before(admin, read):
    values = [value_of(admin, "sum(injured)", f"harbour = '{harbour}'", 0) for harbour in ("Oban", "Mallaig")]
    oban, mallaig = values
    description, verdict = read(f"<ul><li>Oban: {oban} injured passengers</li><li>Mallaig: {mallaig}</li></ul>")
    assert description == "the total of injured in ferries where harbour is 'Mallaig'"
    assert verdict == "supported"


def test_a_margin_is_what_profit_is_of_income(admin, read):
    margin = value_of(admin, "100.0 * sum(profit) / sum(revenue)", "harbour = 'Oban'")
    description, verdict = read(f"Oban works at a margin of {margin}%.")
    assert description == (
        "100 times the total of profit in ferries where harbour is 'Oban'"
        " divided by the total of revenue in ferries where harbour is 'Oban'"
    )
    assert verdict == "supported"


def test_a_unit_tells_what_is_measured(admin, read):
    speed = value_of(admin, "avg(top_speed)", "harbour = 'Ullapool'")
    description, verdict = read(f"At Ullapool they reach {speed} mph on average.")
    assert description == "the average of top speed in ferries where harbour is 'Ullapool'"
    assert verdict == "supported"


def test_that_year_is_the_one_named_last(admin, read):
    before, then = (value_of(admin, "sum(passengers)", f"season = {season}", 0) for season in (2017, 2018))
    text = f"In 2017 {before:,} passengers came, and 2018 was no better. The total was {then:,} passengers that year."
    assert read(text) == ("the total of passengers in ferries where season is 2018", "supported")


def test_a_limit_said_before_does_not_hide_the_same_value(admin, read):
    total = value_of(admin, "sum(passengers)", "season = 2018", 0)
    text = f"By 2018 there were few complaints. The total was {total:,} passengers in 2018."
    assert read(text) == ("the total of passengers in ferries where season is 2018", "supported")


def test_words_that_are_left_over_keep_a_count_of_all_from_refuting(admin, read):
    missing = admin.execute("SELECT count(*) FROM ferries WHERE note IS NULL").fetchone()[0]
    assert read(f"For {missing} ferries the crew forgot to enter a note.") == (
        "the number of rows in ferries where note is missing",
        "supported",
    )
    assert read("19 ferries were repainted by volunteers.")[1] != "refuted"
    assert read("The table has 84 ferries.")[1] == "refuted"
