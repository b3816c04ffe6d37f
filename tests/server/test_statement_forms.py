"""Statements of rates, members, parts of what is counted, places from an end and changes between values."""

from __future__ import annotations

import pytest

_TWINS = ("supported", "refuted")


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.cattle (breed text, age_months integer, lame integer, mastitis integer, litres numeric);
        INSERT INTO public.cattle
        SELECT (ARRAY['Angus', 'Jersey', 'Holstein', 'Ayrshire'])[1 + i % 4],
               20 + (i * 7) % 50 + (ARRAY[0, 12, 6, -5])[1 + i % 4],
               CASE WHEN i % 4 = 1 THEN i % 3 < 2 WHEN i % 4 = 3 THEN false ELSE i % 3 = 0 END::integer,
               CASE WHEN i % 4 = 2 THEN i % 8 < 4 ELSE i % 9 = 0 END::integer, 15 + i % 11
        FROM generate_series(1, 240) AS i WHERE i % 4 <> 1 OR i <= 120;
        CREATE TABLE public.commuter (sex text, age integer, permit text, income text, cycles text, km integer);
        INSERT INTO public.commuter
        SELECT CASE WHEN i % 5 < 3 THEN 'Female' ELSE 'Male' END,
               20 + (i * 13) % 40 + CASE i % 3 WHEN 0 THEN 9 ELSE 0 END,
               (ARRAY['No Permit', 'Day Permit', 'Year Permit'])[1 + i % 3],
               (ARRAY['Under 1,500', '1,500 to 3,000', '3,000 to 6,000', 'Above 6,000'])[1 + i % 4],
               CASE WHEN i % 3 = 0 OR (i % 4 = 1 AND i % 5 < 2) OR (i % 5 = 4 AND i % 7 < 3) THEN 'Yes' ELSE 'No' END,
               CASE WHEN i % 5 < 3 THEN 6 ELSE 9 END + i % 4
        FROM generate_series(1, 600) AS i;
        UPDATE public.commuter SET km = NULL WHERE cycles = 'No';
        CREATE TABLE public.wages (worker text, club text, role text, wage numeric);
        INSERT INTO public.wages
        SELECT 'Worker ' || chr(65 + i / 26) || chr(65 + i % 26),
               (ARRAY['Leeds Larks', 'Bristol Bears', 'Derby Drakes', 'Hull Herons', 'Truro Terns'])[1 + i % 5],
               (ARRAY['Keeper', 'Winger', 'Anchor', 'Sweeper'])[1 + (i / 5) % 4],
               100 + (i * 37) % 90 + (ARRAY[80, 50, 30, 10, 0])[1 + i % 5] + (ARRAY[60, 40, 20, 0])[1 + (i / 5) % 4]
        FROM generate_series(0, 119) AS i;
        INSERT INTO public.wages VALUES
            ('Olga Brandt', 'Leeds Larks', 'Winger', 990), ('Ines Falk', 'Leeds Larks', 'Keeper', 870),
            ('Petra Moss', 'Hull Herons', 'Anchor', 760), ('Nadia Quill', 'Truro Terns', 'Anchor', 640);
        CREATE TABLE public.canteen (wait numeric, dish_01 integer, dish_02 integer, dish_03 integer, dish_04 integer);
        INSERT INTO public.canteen
        SELECT 10 + i % 9, (i % 3 = 0)::integer * (1 + i % 2), (i % 2 = 0)::integer * 2 * (1 + i % 3),
               (i % 5 = 0)::integer * (1 + i % 3), (i % 7 = 0)::integer * (1 + i % 4)
        FROM generate_series(1, 500) AS i;
        CREATE TABLE public.timber (province text, year integer, felled numeric, price numeric);
        INSERT INTO public.timber
        SELECT province, year, 600 - 11 * (year - 2000) + CASE province WHEN 'Kainuu' THEN 302 WHEN 'Savo' THEN 156
               WHEN 'Hame' THEN 76 WHEN 'Satakunta' THEN -117 ELSE 0 END,
               40 + 2.5 * (year - 2000) + CASE province WHEN 'Savo' THEN 9 WHEN 'Hame' THEN 5 ELSE 0 END
        FROM unnest(ARRAY['Kainuu', 'Savo', 'Hame', 'Satakunta', 'Uusimaa']) AS province,
             generate_series(2000, 2010) AS year;
        CREATE TABLE public.trees (species text, family text, height_m numeric, age_years numeric);
        INSERT INTO public.trees VALUES
            ('Coast redwood', 'Cypress', 115.9, 2000), ('Douglas fir', 'Pine', 99.8, 1300), ('Yew', 'Yew', 21.7, 2500),
            ('Giant sequoia', 'Cypress', 94.9, 3200), ('Mountain ash', 'Myrtle', 100.5, 500),
            ('Silver birch', 'Birch', 28.4, 120), ('Dwarf willow', 'Willow', 0.1, 40),
            ('Holm oak', 'Beech', 24.2, 1000);
        CREATE TABLE public.trial (subject text, arm text, sex text, age integer, fvr text);
        INSERT INTO public.trial
        SELECT 'S' || i, CASE WHEN i % 2 = 0 THEN 'Placebo' ELSE 'Compound B' END,
               CASE WHEN i % 3 = 0 THEN 'Male' ELSE 'Female' END,
               30 + (i * 11) % 40 + CASE WHEN i % 2 = 1 AND i % 5 < 4 THEN 5 ELSE 0 END,
               CASE WHEN (i % 2 = 1 AND i % 5 < 4) OR (i % 2 = 0 AND i % 7 < 2) THEN 'Y' ELSE 'N' END
        FROM generate_series(1, 300) AS i;
        CREATE TABLE public.jobs (month date, total integer, farming integer, mining integer, change integer);
        INSERT INTO public.jobs
        SELECT (date '2010-01-01' + n * interval '1 month')::date, 50000 + 40 * n, 5000 - 12 * n, 800 - n,
               100 + (n * 37) % 50 + CASE WHEN n / 12 = 4 THEN 120 ELSE 0 END
        FROM generate_series(0, 71) AS n;
        GRANT SELECT ON public.cattle, public.commuter, public.wages, public.canteen, public.timber, public.trees,
            public.trial, public.jobs TO {analyst_name};
    """)
    for name in ("cattle", "commuter", "wages", "canteen", "timber", "trees", "trial", "jobs"):
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])


def verdicts(analyst, table, document):
    query = "SELECT verdict::text FROM fact_check(%s, tables => ARRAY[%s]::regclass[]) WHERE claimed_value IS NULL"
    return [verdict for (verdict,) in analyst.execute(query, [document, f"public.{table}"]).fetchall()]


def judged(*cases):
    """Parametrize over statements: each true one with its false twin; both may stand behind what is true."""
    pairs = [(table, text, verdict) for table, *said in cases for text, verdict in zip(said, _TWINS, strict=True)]
    return pytest.mark.parametrize(("table", "document", "verdict"), pairs)


@judged(
    ("cattle", "Lameness was most common among Jersey cows.", "Lameness was most common among Angus cows."),
    ("cattle", "Mastitis was most common among Holstein cows.", "Mastitis was most common among Angus cows."),
)
def test_what_is_common_among_some_is_a_share_of_them(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@judged(
    (
        "cattle",
        "Jersey cows were twice as likely to be lame as Angus cows.",
        "Angus cows were twice as likely to be lame as Jersey cows.",
    ),
)
def test_twice_as_likely_is_about_a_share(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


def test_twice_as_likely_is_no_little_more(analyst, tables):
    document = "Holstein cows were twice as likely to be lame as Angus cows."
    assert verdicts(analyst, "cattle", document) == ["refuted"]


def test_what_no_name_says_is_common_by_no_number_of_rows(analyst, tables):
    assert verdicts(analyst, "cattle", "Scurvy was most common among Angus cows.") == ["not_enough_info"]


@judged(
    ("commuter", "The scheme is more popular among women.", "The scheme is more popular among men."),
)
def test_what_is_popular_is_told_by_numbers(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


@pytest.mark.parametrize("who", ["men", "women"])
def test_who_cycles_more_is_open_where_numbers_and_shares_differ(analyst, tables, who):
    assert verdicts(analyst, "commuter", f"The {who} cycle more.") == ["not_enough_info"]


@judged(
    ("wages", "The best-paid Heron was Petra Moss.", "The best-paid Heron was Worker AD."),
    ("wages", "The best-paid Tern was Nadia Quill, an anchor on $640.", "The best-paid Tern was Worker AE, an anchor."),
)
def test_the_name_of_a_member_tells_whose_extreme_it_is(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


def test_a_measure_in_capitals_is_no_member(analyst, tables):
    assert verdicts(analyst, "wages", "The Leeds Larks pay the highest average Wage.") == ["supported"]


@pytest.mark.parametrize(
    "document", ["The best-paid Tern was Olga Brandt, a winger on $990.", "The best-paid Puffin was Olga Brandt."]
)
def test_who_is_no_member_is_not_first_of_all(analyst, tables, document):
    assert verdicts(analyst, "wages", document) == ["not_enough_info"]


@judged(
    (
        "wages",
        "Keepers averaged $257, ahead of the sweepers.",
        "Sweepers averaged $177, ahead of the keepers.",
    ),
    (
        "wages",
        "The average wage of sweepers is low at $177, a bit below that of the keepers.",
        "The average wage of sweepers is low at $177, well above that of the keepers.",
    ),
)
def test_a_value_is_set_against_that_of_others(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document)[-1:] == [verdict]


@judged(
    ("trial", "The trial had 300 subjects, most of them women.", "The trial had 300 subjects, most of them men."),
    (
        "commuter",
        "A total of 600 commuters answered, most of them women.",
        "A total of 600 commuters answered, few of them women.",
    ),
)
def test_a_part_is_one_of_those_that_are_counted(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document) == [verdict]


def test_bounds_of_ages_are_no_value(analyst, tables):
    document = "The majority of subjects were between the ages of 40 and 70."
    assert "refuted" not in verdicts(analyst, "trial", document)


def test_a_part_of_what_no_number_counts_is_open(analyst, tables):
    assert verdicts(analyst, "trial", "The trial had many subjects, most of them women.") == ["not_enough_info"]


@judged(
    (
        "wages",
        "Olga Brandt of the Larks made $990, more than anybody else. Her teammate Ines Falk was second with $870.",
        "Olga Brandt of the Larks made $990, more than anybody else. Her teammate Ines Falk was third with $870.",
    ),
    (
        "trees",
        "The coast redwood grows 115.9 metres high. Its rival the mountain ash is second with 100.5.",
        "The coast redwood grows 115.9 metres high. Its rival the mountain ash is third with 100.5.",
    ),
    (
        "trees",
        "The tallest of all is the coast redwood. The mountain ash is next with 100.5.",
        "The tallest of all is the coast redwood. The yew is next with 21.7.",
    ),
    (
        "timber",
        "In 2010 Uusimaa ranked second from the bottom by felled.",
        "In 2010 Uusimaa ranked third from the bottom by felled.",
    ),
)
def test_places_are_counted_from_the_end_that_is_told(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document)[-1:] == [verdict]


def test_after_the_smallest_one_comes_the_next_smallest(analyst, tables):
    document = "The dwarf willow is the smallest tree. The yew was second with 21.7."
    assert verdicts(analyst, "trees", document)[-1:] == ["supported"]


@judged(
    (
        "timber",
        "The average price rose over ten years from 42.8 in 2000 to 67.8 in 2010.",
        "The average price fell over ten years from 42.8 in 2000 to 67.8 in 2010.",
    ),
    (
        "timber",
        "Between 2000 and 2010 the average price rose. Felling fell over the same period.",
        "Between 2000 and 2010 the average price rose. Felling rose over the same period.",
    ),
)
def test_changes_have_the_points_that_are_told(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document)[-1:] == [verdict]


def test_a_change_between_values_without_points_is_open(analyst, tables):
    assert verdicts(analyst, "jobs", "Jobs in mining grew from 740 to 790 within a year.") == ["not_enough_info"]


@judged(
    ("canteen", "Dish 2 is the bestseller.", "Dish 4 is the bestseller."),
    ("canteen", "Dish 4 sells the least.", "Dish 1 sells the least."),
    (
        "jobs",
        "Jobs grew by 2,944 in 2014, the best year.",
        "Jobs grew by 2,944 in 2014, after 1,476 in 2013, the best year.",
    ),
)
def test_numbered_columns_and_times_are_first(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document)[-1:] == [verdict]


@pytest.mark.parametrize("document", ["Farming was hit hardest.", "Mining was spared most."])
def test_what_was_done_to_columns_is_not_measured(analyst, tables, document):
    assert verdicts(analyst, "jobs", document) == ["not_enough_info"]


@judged(
    (
        "trees",
        "Yews are taller than dwarf willows, by 21.6 metres.",
        "Dwarf willows are taller than yews, by 21.6 metres.",
    ),
    (
        "timber",
        "In 2010 Satakunta had the lowest output with 373.",
        "In 2010 Hame had the lowest output with 566.",
    ),
)
def test_values_beside_tell_what_is_measured(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document)[-1:] == [verdict]


@judged(
    (
        "trial",
        "Patients with fever were older than those without.",
        "Patients with fever were younger than those without.",
    ),
    (
        "commuter",
        "The rate of cycling is highest for incomes from 1,500 to 3,000.",
        "The rate of cycling is lowest for incomes from 1,500 to 3,000.",
    ),
    (
        "commuter",
        "People without any permit came first. They are the oldest.",
        "People without any permit came first. They are the youngest.",
    ),
)
def test_bands_and_what_some_lack_name_groups(analyst, tables, table, document, verdict):
    assert verdicts(analyst, table, document)[-1:] == [verdict]


def test_many_guesses_that_agree_say_no_more_than_one(analyst, tables):
    document = "It grew in 2013, after a rise in 2014, the second best year of all."
    assert verdicts(analyst, "jobs", document)[-1:] == ["not_enough_info"]


def test_who_is_from_a_place_is_not_the_place(analyst, tables):
    document = "The oldest worker of all was Olga M. of Leeds Larks."
    assert verdicts(analyst, "wages", document) == ["not_enough_info"]


def test_the_next_one_has_a_value(analyst, tables):
    document = "The coast redwood is 115.9 metres high. It does not stop there. Mountain Ash is next with 100.5."
    assert verdicts(analyst, "trees", document)[-1:] != ["refuted"]
