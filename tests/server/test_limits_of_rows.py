"""Texts that say in plain words which rows they are about: hours, lengths, weights, ages, days together."""

from __future__ import annotations

import pytest
from support.made_tables import checked_claims, make_tables

RIDES = """
CREATE TABLE public.boat_rides AS
SELECT i AS ride_id, (ARRAY['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])[1 + i % 7] AS day,
       6 + (i * 37 % 170) / 10.0 AS hour, (i * 53 % 190) / 10.0 AS distance, 5 + (i * 71 % 400) / 10.0 AS duration,
       CASE WHEN i % 9 > 0 THEN 1 + i % 5 END AS rating
FROM generate_series(1, 1500) AS i
"""
BEASTS = """
CREATE TABLE public.zoo_beasts AS
SELECT i AS id, round(0.02 * i * i, 2) AS bodywt, CASE WHEN i % 4 > 0 THEN i % 9 + 0.5 END AS rem_hours,
       3 + (i * 13 % 160) / 10.0 AS sleep_hours,
       CASE WHEN i % 12 > 0 THEN (ARRAY['leaves', 'fish'])[1 + i % 2] END AS diet
FROM generate_series(1, 120) AS i
"""
BIRTHS = """
CREATE TABLE public.ward_births AS
SELECT i AS id, 1 + i % 2 AS sex, 2500 + i * 97 % 1500 + (i % 2) * 66 AS weight_gm, (i % 7 = 0)::int AS smoke,
       18 + i % 27 AS mom_age, round(18 + (i * 29 % 200) / 10.0, 1) AS blbmi
FROM generate_series(1, 420) AS i
"""


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Rides with their hours and parts of them, animals with their weights, births with codes and short names."""
    make_tables(admin, analyst_name, (RIDES, BEASTS, BIRTHS))


@pytest.mark.parametrize(
    ("table", "document", "number", "said"),
    [
        ("boat_rides", "Between five and six in the afternoon a ride takes 24.7 minutes on average.", "24.7", "18"),
        ("boat_rides", "Between five and six we need 24.7 minutes on average.", "24.7", "18"),
        ("boat_rides", "There were 87 rides between 5 pm and 6 pm.", "87", "18"),
        ("boat_rides", "After eight it eases off to 25.4 minutes.", "25.4", "20"),
        ("boat_rides", "Before noon a ride takes 24.8 minutes.", "24.8", "12"),
        ("boat_rides", "20.5% of the rides went farther than 15 miles.", "20.5%", "distance"),
        ("boat_rides", "Those that went farther than 15 miles took 25.4 minutes on average.", "25.4", "distance"),
        ("boat_rides", "Fridays and Saturdays together make up 28.5% of the rides.", "28.5%", "Sat"),
        ("boat_rides", "For 166 rides nobody left a rating.", "166", "rating"),
        ("zoo_beasts", "Animals heavier than 150 kg sleep 10.5 hours on average.", "10.5", "bodywt"),
        ("zoo_beasts", "The 34 that weigh more than 150 kilos sleep 10.5 hours on average.", "34", "bodywt"),
        ("zoo_beasts", "For ten of the animals nobody wrote down the diet.", "ten", "diet"),
        ("zoo_beasts", "We know how long 90 of the animals are in REM sleep.", "90", "rem_hours"),
        ("ward_births", "Boys were lighter than girls, by 69 grams.", "69", "sex"),
        ("ward_births", "Children of smokers were heavier by 14.5 grams.", "14.5", "smoke"),
        ("ward_births", "75 mothers had passed their fortieth birthday.", "75", "mom_age"),
        ("ward_births", "17.9% of the mothers were past their 40th birthday.", "17.9%", "mom_age"),
        ("ward_births", "39.8% had a body mass index of 30 or more.", "39.8%", "blbmi"),
    ],
)
def test_the_rows_are_those_that_the_words_say(analyst, tables, table, document, number, said):
    verdict, query, message = checked_claims(analyst, table, document)[number]
    assert verdict == "supported", message
    assert said in query, message


@pytest.mark.parametrize(
    ("table", "document", "number"),
    [
        ("boat_rides", "There were 91 rides between 5 pm and 6 pm.", "91"),
        ("boat_rides", "22.5% of the rides went farther than 15 miles.", "22.5%"),
        ("zoo_beasts", "The 38 that weigh more than 150 kilos sleep 10.5 hours on average.", "38"),
        ("ward_births", "85 mothers had passed their fortieth birthday.", "85"),
    ],
)
def test_another_number_of_such_rows_is_not_supported(analyst, tables, table, document, number):
    verdict, query, message = checked_claims(analyst, table, document)[number]
    assert verdict != "supported", message
    assert query is not None
