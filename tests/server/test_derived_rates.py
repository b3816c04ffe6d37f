"""Days between dates, changes from one year's column to the next and rates in per cent, where a text asks for them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def repair(admin, analyst_name):
    """Repairs with dates, and a table with a column for each year; some dates are unknown or infinite."""
    admin.execute(f"""
        CREATE TABLE public.repair (
            workshop text, received_note text, dispatched date, delivered timestamp, list_price numeric,
            negotiated_price numeric, units integer, faulty_units integer);
        INSERT INTO public.repair
        SELECT (ARRAY['Elm', 'Oak', 'Ash'])[1 + g % 3], 'note ' || g, date '2020-03-01' + g * 7 % 90,
               timestamp '2020-03-01 10:30' + (g * 7 % 90 + g * 11 % 17) * interval '1 day',
               100 + g % 40, 100 + g % 40 - g % 9, 20 + g % 7, g % 4
        FROM generate_series(1, 300) AS g;
        INSERT INTO public.repair VALUES ('Elm', 'lost', 'infinity', NULL, 0, 0, 0, NULL),
            ('Oak', 'open', date '2020-05-05', 'infinity', NULL, NULL, NULL, NULL);
        CREATE TABLE public.harvest (crop text, y2018 integer, y2019 integer, y2020 integer);
        INSERT INTO public.harvest VALUES ('Barley', 410, 480, 552), ('Oats', 300, 270, 297), ('Rye', 90, 120, 54);
        GRANT SELECT ON public.repair, public.harvest TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{repair, harvest}}'::regclass[]) AS t;
    """)


@pytest.mark.parametrize(
    ("sentence", "right", "words"),
    [
        (
            "Delivery took {} days on average.",
            "avg(delivered::date - dispatched) FROM repair WHERE isfinite(delivered) AND isfinite(dispatched)",
            "the average of the days from dispatched to delivered in repair",
        ),
        (
            "At Oak, the average delivery time was {} days.",
            "avg(delivered::date - dispatched) FROM repair WHERE isfinite(delivered) AND workshop = 'Oak'",
            "the average of the days from dispatched to delivered in repair where workshop is 'Oak'",
        ),
        (
            "The average savings rate is {}%.",
            "avg(100 * (list_price - negotiated_price) / nullif(list_price, 0)) FROM repair",
            "the average of (100 times (list price minus negotiated price)) divided by list price in repair",
        ),
        (
            "Barley rose by {}% in the last year.",
            "100.0 * (y2020 - y2019) / y2019 FROM harvest WHERE crop = 'Barley'",
            "(100 times (y 2020 minus y 2019)) divided by y 2019",
        ),
        (
            "Rye fell by {}% in the last year.",
            "100.0 * (y2019 - y2020) / y2019 FROM harvest WHERE crop = 'Rye'",
            "(100 times (y 2019 minus y 2020)) divided by y 2019",
        ),
    ],
)
def test_a_measure_is_asked_for_by_its_words(admin, analyst, repair, sentence, right, words):
    [(value,)] = admin.execute(f"SELECT round({right.split(' FROM ', 1)[0]}, 2) FROM {right.split(' FROM ', 1)[1]}")
    text = f"{value.normalize():f}"
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL",
        [sentence.format(text)],
    ).fetchall()
    assert [verdict for verdict, _ in rows] == ["supported"]
    assert words in rows[0][1]


def test_days_are_subtracted_only_where_days_are_counted(analyst, repair):
    rows = analyst.execute(
        "SELECT a->>'description' FROM fact_check('Delivery took 5.5 hours on average.', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any("the days from" in description for (description,) in rows)


@pytest.fixture(scope="module")
def counties(admin, analyst_name):
    """A row for each county, with how many people there are and how many of them cannot read."""
    admin.execute(f"""
        CREATE TABLE public.counties (county text, people integer, people_il integer, women integer, women_il integer);
        INSERT INTO public.counties
        SELECT 'County ' || chr(64 + g), 4000 + 317 * g, 37 * g + g * g % 13, 2100 + 170 * g, 11 * g + g * g % 7
        FROM generate_series(1, 20) AS g;
        GRANT SELECT ON public.counties TO {analyst_name};
        SELECT factcheck.add_table('public.counties', data_set => 'census');
    """)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("{}% of the people cannot read.", "100.0 * sum(people_il) / sum(people) FROM counties"),
        (
            "County C comes out best, with a rate of {}%.",
            "100.0 * people_il / people FROM counties WHERE county LIKE '%C'",
        ),
        (
            "The median rate is {}%.",
            "(percentile_cont(0.5) WITHIN GROUP (ORDER BY 100.0 * people_il / people))::numeric FROM counties",
        ),
        ("In County D the rate among women is {}%.", "100.0 * women_il / women FROM counties WHERE county LIKE '%D'"),
    ],
)
def test_a_column_called_after_another_is_a_part_of_it(admin, analyst, counties, sentence, right):
    value, rest = right.split(" FROM ", 1)
    [(share,)] = admin.execute(f"SELECT round({value}, 2) FROM {rest}")
    beside = "There are 20 counties. Over all of them {}% cannot read, and of the women {}%."
    [of_all] = admin.execute(
        "SELECT round(100.0 * sum(people_il) / sum(people), 2), round(100.0 * sum(women_il) / sum(women), 2)"
        " FROM counties"
    )
    rows = analyst.execute(
        "SELECT verdict::text, round(found_value, 2) FROM fact_check(%s, data_set => 'census')",
        [f"{beside.format(*of_all)} {sentence.format(share)}"],
    ).fetchall()
    assert rows[-1] == ("supported", share)
