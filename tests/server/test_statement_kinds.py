"""Statements of many kinds about made-up tables: each as it is true, and a twin of it that is false."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.branch_cost (
            branch text, year integer, wages numeric, rent numeric, energy numeric, marketing numeric);
        INSERT INTO public.branch_cost VALUES
            ('Leeds', 2019, 500, 200, 80, 40), ('Leeds', 2020, 520, 210, 95, 20), ('Leeds', 2021, 560, 215, 130, 60),
            ('York', 2019, 300, 150, 60, 30), ('York', 2020, 310, 155, 70, 10), ('York', 2021, 330, 150, 90, 50),
            ('Hull', 2019, 250, 260, 50, 20), ('Hull', 2020, 240, 265, 55, 15), ('Hull', 2021, 235, 270, 75, 25);

        CREATE TABLE public.phone_call (
            called_at timestamp, operator text, topic text, waiting_minutes numeric, answered boolean);
        INSERT INTO public.phone_call
        SELECT day + hour * interval '1 hour' + i * interval '1 minute',
               (ARRAY['Olga', 'Olga', 'Piet', 'Rosa'])[1 + (i + hour + extract(day FROM day)::int) % 4],
               (ARRAY['billing', 'delivery', 'billing', 'returns', 'billing', 'delivery'])[1 + (i + hour) % 6],
               CASE WHEN extract(isodow FROM day) = 1 THEN 9 ELSE 4 END + i % 3,
               i % 5 > 0 OR hour = 10
        FROM generate_series(timestamp '2024-01-01', '2024-04-30', '1 day') AS day,
             generate_series(8, 17) AS hour,
             generate_series(1, CASE WHEN hour = 10 THEN 5 WHEN hour < 12 THEN 3 ELSE 1 END
                                + CASE WHEN extract(isodow FROM day) = 5 THEN 2 ELSE 0 END
                                + CASE WHEN extract(month FROM day) = 3 THEN 1 ELSE 0 END) AS i
        WHERE extract(isodow FROM day) < 7;

        CREATE TABLE public.pupil (
            name text, class text, gender text, age integer, maths_score numeric, reading_score numeric,
            science_score numeric, passed text);
        INSERT INTO public.pupil
        SELECT 'Pupil ' || i, CASE WHEN i % 3 = 0 THEN '5a' WHEN i % 3 = 1 THEN '5b' ELSE '5c' END,
               CASE WHEN i % 5 < 3 THEN 'female' ELSE 'male' END, 10 + i % 3, 40 + (i * 7) % 31 + 3 * (i % 3),
               50 + (i * 11) % 29 + CASE WHEN i % 5 < 3 THEN 9 ELSE 0 END, 45 + (i * 13) % 25,
               CASE WHEN i % 4 = 0 OR (i % 3 = 0 AND i % 2 = 0) THEN 'no' ELSE 'yes' END
        FROM generate_series(1, 90) AS i;

        CREATE TABLE public.harvest (
            region text, crop text, year integer, tonnes numeric, hectares numeric, rainfall_mm numeric);
        INSERT INTO public.harvest
        SELECT region, crop, year,
               hectares * CASE crop WHEN 'wheat' THEN 7 WHEN 'barley' THEN 6 ELSE 3 END
                        + CASE WHEN year = 2016 THEN 100 ELSE 0 END - (year - 2014) * 10,
               hectares, CASE year WHEN 2016 THEN 900 WHEN 2014 THEN 700 WHEN 2015 THEN 650 ELSE 600 END
        FROM (VALUES ('North', 'wheat', 100), ('North', 'rapeseed', 150), ('South', 'wheat', 300),
                     ('South', 'barley', 120), ('South', 'rapeseed', 180), ('Coast', 'barley', 380)
             ) AS field (region, crop, hectares), generate_series(2014, 2017) AS year;
        GRANT SELECT ON public.branch_cost, public.phone_call, public.pupil, public.harvest TO {analyst_name};
        SELECT factcheck.add_table('public.branch_cost'), factcheck.add_table('public.phone_call'),
               factcheck.add_table('public.pupil'), factcheck.add_table('public.harvest');
    """)


TWINS = [
    # columns compared with one another
    ("More was spent on wages than on rent.", "More was spent on rent than on wages."),
    ("Less was spent on marketing than on energy.", "Less was spent on energy than on marketing."),
    ("In Hull, rent was higher than wages.", "In Leeds, rent was higher than wages."),
    ("Wages exceeded rent in Leeds.", "Wages exceeded rent in Hull."),
    ("Pupils scored higher in reading than in maths.", "Pupils scored higher in maths than in reading."),
    ("Average reading scores were higher than average maths scores.",
     "Average maths scores were higher than average reading scores."),
    # columns as owners
    ("Wages were the largest cost.", "Rent was the largest cost."),
    ("Wages are the biggest expense of the branches.", "Energy is the biggest expense of the branches."),
    ("Marketing was the smallest cost item.", "Energy was the smallest cost item."),
    ("The highest average score was in reading.", "The highest average score was in maths."),
    ("Wages were the largest cost, followed by rent and energy.",
     "Wages were the largest cost, followed by energy and rent."),
    # values as owners
    ("Leeds does not pay the highest rent.", "Hull does not pay the highest rent."),
    ("Leeds spent the most on wages.", "York spent the most on wages."),
    ("Hull paid the highest rent.", "Leeds paid the highest rent."),
    ("Leeds spent the most on wages, followed by York and Hull.",
     "Leeds spent the most on wages, followed by Hull and York."),
    ("Billing was the most common topic.", "Returns was the most common topic."),
    ("The most frequent topic is billing, followed by delivery and returns.",
     "The most frequent topic is billing, followed by returns and delivery."),
    ("Olga took the most calls.", "Rosa took the most calls."),
    ("Olga handled more calls than Piet.", "Piet handled more calls than Olga."),
    ("The South harvested more than the North.", "The North harvested more than the South."),
    # time as owner
    ("Calls peaked in March.", "Calls peaked in February."),
    ("Friday was the busiest day of the week.", "Monday was the busiest day of the week."),
    ("The busiest hour was 10 am.", "The busiest hour was 3 pm."),
    ("Call volume peaked at 10 a.m.", "Call volume peaked at 2 p.m."),
    ("March was the month with the most calls.", "April was the month with the most calls."),
    ("Most calls came in the morning.", "Most calls came in the afternoon."),
    ("There were more calls on Fridays than on Mondays.", "There were more calls on Mondays than on Fridays."),
    ("Callers waited longer on Mondays than on Fridays.", "Callers waited longer on Fridays than on Mondays."),
    ("The wettest year was 2016.", "The wettest year was 2014."),
    ("Rainfall was highest in 2016.", "Rainfall was highest in 2015."),
    ("Rainfall was lower in 2017 than in 2014.", "Rainfall was lower in 2014 than in 2017."),
    # directions
    ("Energy costs rose from 2019 to 2021.", "Energy costs fell from 2019 to 2021."),
    ("Between 2019 and 2020, marketing costs fell.", "Between 2019 and 2020, marketing costs rose."),
    ("Wages in Hull fell between 2019 and 2021.", "Wages in Leeds fell between 2019 and 2021."),
    ("From 2014 to 2015 rainfall decreased.", "From 2014 to 2015 rainfall increased."),
    ("The number of calls rose in March.", "The number of calls rose in April."),
    ("In 2021 York spent more on energy than in 2019.", "In 2021 York spent less on energy than in 2019."),
    ("There was an increase in rainfall between 2015 and 2016.",
     "There was a decrease in rainfall between 2015 and 2016."),
    # majorities
    ("Most calls were answered.", "Most calls were not answered."),
    ("The majority of pupils are girls.", "The majority of pupils are boys."),
    ("The majority of pupils (60%) are female.", "The majority of pupils (60%) are male."),
    ("More than half of the pupils passed.", "More than half of the pupils did not pass."),
    ("Women make up the majority of the pupils.", "Men make up the majority of the pupils."),
    # rates and shares
    ("The share of pupils who passed was higher in class 5b than in class 5a.",
     "The share of pupils who passed was higher in class 5a than in class 5b."),
    ("Class 5a had the lowest pass rate.", "Class 5b had the lowest pass rate."),
    ("Class 5a had the lowest percentage of pupils who passed.",
     "Class 5c had the lowest percentage of pupils who passed."),
    ("Girls scored higher in reading than boys.", "Boys scored higher in reading than girls."),
    ("Wheat yields more tonnes per hectare than rapeseed.", "Rapeseed yields more tonnes per hectare than wheat."),
    # ranks, and what stands in the sentence before
    ("York ranks second in wages.", "Hull ranks second in wages."),
    ("York came second in wages.", "Leeds came second in wages."),
    ("The two branches with the highest wages are Leeds and York.",
     "The two branches with the highest wages are Leeds and Hull."),
]  # fmt: skip

UNSURE = frozenset(
    {
        "York spent the most on wages.",
        "Leeds spent the most on wages, followed by Hull and York.",
        "Call volume peaked at 2 p.m.",
        "Class 5b had the lowest pass rate.",
        "Rapeseed yields more tonnes per hectare than wheat.",
    }
)
"""False twins whose words leave room for another measure: they may stay undecided, but are never supported."""


def verdicts(analyst, document):
    return [
        verdict
        for verdict, value in analyst.execute(
            "SELECT verdict::text, claimed_value FROM fact_check(%s)", [document]
        ).fetchall()
        if value is None
    ]


@pytest.mark.parametrize("document", [true for true, _ in TWINS])
def test_a_true_statement_is_supported(analyst, tables, document):
    assert set(verdicts(analyst, document)) == {"supported"}


@pytest.mark.parametrize("document", [false for _, false in TWINS if false not in UNSURE])
def test_a_false_twin_is_refuted(analyst, tables, document):
    found = verdicts(analyst, document)
    assert "refuted" in found
    assert "not_enough_info" not in found


@pytest.mark.parametrize("document", sorted(UNSURE))
def test_a_false_twin_that_is_not_clear_is_not_supported(analyst, tables, document):
    assert set(verdicts(analyst, document)) != {"supported"}
