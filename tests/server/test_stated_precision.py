"""What is said of numbers that are rounded, near the truth, or in another unit, from the sentence to the message."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def victim(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.victim (race text, age integer, weight_g numeric);
        INSERT INTO public.victim
        SELECT CASE WHEN g <= 14 THEN 'white' WHEN g <= 40 THEN 'black' ELSE 'latino' END,
               CASE g WHEN 1 THEN 15 WHEN 2 THEN 87 ELSE 20 + g % 40 END,
               4200 + (g % 3 - 1) * 250
        FROM generate_series(1, 63) AS g;
        GRANT SELECT ON public.victim TO {analyst_name};
        SELECT factcheck.add_table('public.victim');
    """)


def check(analyst, sentence):
    return analyst.execute(
        "SELECT claim_text, verdict::text, found_value, message FROM fact_check(%s) ORDER BY claim_no", [sentence]
    ).fetchall()


def test_a_count_that_only_rounds_to_the_number_does_not_support_it(analyst, victim):
    [(_, verdict, found, message)] = check(analyst, "10 of the victims were white.")
    assert verdict != "supported"
    assert (found, "agree" in message) == (14, False)
    [(_, verdict, found, _)] = check(analyst, "14 of the victims were white.")
    assert (verdict, found) == ("supported", 14)


def test_the_ends_of_a_spread_are_the_smallest_and_the_largest_value(analyst, victim):
    rows = check(analyst, "The victims were between 15 and 87 years old in age.")
    assert [(text, verdict, found) for text, verdict, found, _ in rows] == [
        ("15", "supported", 15),
        ("87", "supported", 87),
    ]


def test_a_mean_in_another_unit_is_converted(analyst, victim):
    [(_, verdict, found, message)] = check(analyst, "The average weight of the victims was 4.2 kg.")
    assert (verdict, found) == ("supported", 4200)
    assert "4.2 kg" in message
    [(_, verdict, found, _)] = check(analyst, "The average weight of the victims was 4.6 kg.")
    assert (verdict, found) == ("refuted", 4200)


def test_a_rounded_mean_is_said_to_be_rounded(analyst, victim):
    [(_, verdict, _, message)] = check(analyst, "The average weight in grams was 4,200.0.")
    assert verdict == "supported"
    assert "rounds" not in message
    [(_, verdict, found, message)] = check(analyst, "Victims had an average age of 38.")
    assert (verdict, "which rounds to 38" in message) == ("supported", True), (found, message)
