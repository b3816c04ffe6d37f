"""Numbers of every kind a writer may use: powers, rates, multiples, vague quantities, and what only looks like one."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.numbers.mentions import find_numbers


@pytest.mark.parametrize(
    ("text", "written", "value", "unit"),
    [
        ("a rate of 5‰ then", "5‰", "0.5", "percent"),
        ("a rate of 1.5 ‰ then", "1.5 ‰", "0.15", "percent"),
        ("a rate of 5 per mille then", "5 per mille", "0.5", "percent"),
        ("a rate of 12 per thousand then", "12 per thousand", "1.2", "percent"),
        ("a rate of five per mille then", "five per mille", "0.5", "percent"),
        ("cut by 25 basis points then", "25 basis points", "0.25", "points"),
        ("cut by 25bps then", "25bps", "0.25", "points"),
        ("cut by fifty basis points then", "fifty basis points", "0.5", "points"),
        ("some 5pc of them", "5pc", "5", "percent"),
        ("mass of 1.2e6 then", "1.2e6", "1200000", "plain"),
        ("mass of 1.2E-3 then", "1.2E-3", "0.0012", "plain"),
        ("mass of 1.2×10^6 then", "1.2×10^6", "1200000", "plain"),
        ("mass of 1.2 x 10⁶ then", "1.2 x 10⁶", "1200000", "plain"),
        ("mass of 3 · 10^-2 then", "3 · 10^-2", "0.03", "plain"),
        ("mass of 6.02 × 10²³ then", "6.02 × 10²³", "602000000000000000000000", "plain"),
        ("mass of 10^6 then", "10^6", "1000000", "plain"),
        ("mass of 10⁻³ then", "10⁻³", "0.001", "plain"),
        ("all 10² of them", "10", "10", "plain"),
        ("about 3 ½ miles", "3 ½", "3.5", "plain"),
        ("about 2⅔ miles", "2⅔", "2.6667", "plain"),
        ("⅝ of them", "⅝", "62.5", "percent"),
        ("⅐ of them", "⅐", "14.29", "percent"),
        ("one hundredth of them", "one hundredth", "1", "percent"),
        ("A third were late", "A third", "33.33", "percent"),
        ("three quarters of them", "three quarters", "75", "percent"),
        ("nine tenths of them", "nine tenths", "90", "percent"),
        ("sales of six quarters grew", "six", "6", "plain"),
        ("growth in five quarters", "five", "5", "plain"),
        ("a quarter of a million people", "a quarter of a million", "250000", "plain"),
        ("three quarters of a billion people", "three quarters of a billion", "750000000", "plain"),
        ("a one-in-five chance", "one-in-five", "20", "percent"),
        ("a 1-in-4 chance", "1-in-4", "25", "percent"),
        ("one in 10,000 fails", "one in 10,000", "0.01", "percent"),
        ("one in a hundred fails", "one in a hundred", "1", "percent"),
        ("3 out of every 1,000 fail", "3 out of every 1,000", "0.3", "percent"),
        ("a change of minus 3 degrees", "minus 3", "-3", "plain"),
        ("a change of minus three degrees", "minus three", "-3", "plain"),
        ("a change of minus 4.5%", "minus 4.5%", "-4.5", "percent"),
        ("a change of –3 degrees", "–3", "-3", "plain"),
        ("it cost 5$ then", "5$", "5", "currency"),
        ("it cost 5 EUR then", "5", "5", "currency"),
        ("it cost R$ 5 then", "R$ 5", "5", "currency"),
        ("it cost SEK 500 then", "SEK 500", "500", "currency"),
        ("it cost 300 kronor then", "300", "300", "currency"),
        ("worth 2 mio then", "2 mio", "2000000", "plain"),
        ("worth 5 quadrillion then", "5 quadrillion", "5000000000000000", "plain"),
        ("we sold 12 345, all told", "12 345", "12345", "plain"),
        ("１２３ people", "１２３", "123", "plain"),
        ("１，２３４ people", "１，２３４", "1234", "plain"),
        ("５０％ of them", "５０％", "50", "percent"),
        ("١٢٣ people", "١٢٣", "123", "plain"),
        ("१२३ people", "१२३", "123", "plain"),
        ("relegated twice since", "twice", "2", "plain"),
    ],
)
def test_a_quantity(text, written, value, unit):
    [number] = find_numbers(text)
    assert (number.text, str(number.value), number.unit, number.reason) == (written, value, unit, None)
    assert text[number.start : number.end] == number.text


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("twice as many as before", "twice", "2"),
        ("twice the rate of others", "twice", "2"),
        ("double the number of others", "double", "2"),
        ("sales doubled there", "doubled", "2"),
        ("sales halved there", "halved", "0.5"),
        ("nearly double", "double", "2"),
        ("a threefold rise", "threefold", "3"),
        ("a 10-fold rise", "10", "10"),
        ("a rise that was tenfold", "tenfold", "10"),
        ("three times as many", "three", "3"),
        ("2.5 times higher than there", "2.5", "2.5"),
        ("3x as many", "3", "3"),
        ("half as many as before", "half", "0.5"),
        ("a third as large as before", "a third", "0.33"),
        ("two thirds as old as that", "two thirds", "0.67"),
        ("70% as many as before", "70%", "0.70"),
    ],
)
def test_multiples_compare_two_results(text, written, value):
    [number] = find_numbers(text)
    assert (number.text, str(number.value), number.unit, number.reason) == (written, value, "times", None)


def test_ranges_of_shares_of_another_result_are_no_quantities():
    numbers = find_numbers("60 to 70% as many as before")
    assert {number.reason for number in numbers} == {"compares two results"}


@pytest.mark.parametrize("text", ["She is 4 years older than her brother.", "They sold 4 more cakes than in April."])
def test_differences_compare_two_results(text):
    [number] = find_numbers(text)
    assert (str(number.value), number.unit, number.reason) == ("4", "more", None)


@pytest.mark.parametrize("keycap", ["1\ufe0f\u20e3", "2\u20e3", "10\ufe0f\u20e3"])
def test_the_figure_on_a_keycap_is_no_number(keycap):
    emoji, number = find_numbers(f"{keycap} We sold 5 teas")
    assert (emoji.text, emoji.reason) == (keycap, "an emoji")
    assert (number.text, number.reason) == ("5", None)


def test_a_multiple_with_a_fraction_compares_alone():
    numbers = find_numbers("They made 0.60 visits instead of 0.26 (about 2.3 times).")
    assert [number.unit for number in numbers] == ["plain", "plain", "times"]


def test_what_is_later_than_planned_compares_no_results():
    assert [number.unit for number in find_numbers("32 arrive later than promised")] == ["plain"]
    assert [number.unit for number in find_numbers("32 tons later than there")] == ["more"]


@pytest.mark.parametrize("text", ["they won 3 times", "half the teams", "5 times over", "half of that"])
def test_how_often_and_shares_are_no_multiples(text):
    assert [number.reason for number in find_numbers(text)] == [None]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("dozens of people", "dozens"),
        ("tens of thousands of people", "tens of thousands"),
        ("a few hundred people", "a few hundred"),
        ("several million people", "several million"),
        ("a couple of people", "a couple of"),
        ("a couple hundred people", "a couple hundred"),
    ],
)
def test_a_vague_quantity(text, written):
    [number] = find_numbers(text)
    assert (number.text, number.comparison, number.reason) == (written, "about", "a vague quantity")


@pytest.mark.parametrize(
    ("text", "written", "reason"),
    [
        ("in nineteen eighty-four we", "nineteen eighty-four", "a year"),
        ("in twenty twenty we", "twenty twenty", "a year"),
        ("12 deaths per 100,000 people", "100,000", "the base of a rate"),
        ("for every 100 people", "100", "the base of a rate"),
        ("it runs five times a day", "five", "how often, not how many"),
        ("it meets twice weekly", "twice", "how often, not how many"),
        ("grew by 12 ± 3", "± 3", "a margin of error"),
        ("ISBN 978-3-16-148410-0 tells", "ISBN 978-3-16-148410-0", "an identifier"),
        ("at 48.8566° N of", "48.8566° N", "coordinates"),
        ("as § 12 says", "§ 12", "a legal reference"),
        ("as Article 5 says", "Article 5", "a label"),
        ("as Tables 2, 3 and 5 show", "Tables 2, 3 and 5", "a label"),
        ("see pp. 12–15 there", "pp. 12–15", "a label"),
        ("see page 7-9 there", "page 7-9", "a label"),
        ("for grade 6 pupils it", "grade 6", "a label"),
        ("tel 555 0199 now", "555 0199", "a telephone number"),
        ("ring 0800 123 4567 now", "0800 123 4567", "a telephone number"),
        ("in Denver, CO 80202 we", "CO 80202", "an address"),
        ("P.O. Box 12 is", "P.O. Box 12", "an address"),
        ("at Lindenstraße 5, 10115 Berlin", "Lindenstraße 5, 10115", "an address"),
        ("at shop24.example.com/2019/05 we", "shop24.example.com/2019/05", "a web address"),
        ("doi:10.1000/182 tells", "doi:10.1000/182", "a web address"),
        ("It fell.12 The rest", "12", "a footnote"),
        ("at 5.30 pm we", "5.30 pm", "a time of day"),
        ("on May 5,2020 we", "May 5,2020", "a date"),
        ("outnumbered 3-to-1 there", "3-to-1", "a ratio"),
        ("We (1) count and (2) sum.", "1", "a list number"),
        ("We (1) count and (2) sum.", "2", "a list number"),
        ("on a scale of 1 to 5 it", "1", "a scale"),
        ("on a scale from 0 to 100 it", "100", "a scale"),
        ("rated 4.5 out of 5 stars", "5", "a scale"),
        ("a rating of 4.46/5 there", "5", "a scale"),
        ("of 2^10 bytes", "2^10", "a formula"),
        ("about 1e99 of", "1e99", "an identifier"),
    ],
)
def test_no_quantity(text, written, reason):
    assert (written, reason) in [(number.text, number.reason) for number in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("just shy of 50 people", "<"),
        ("not even 50 people", "<"),
        ("as high as 50 degrees", "="),
        ("as low as 50 degrees", "="),
        ("barely 50 people", "about"),
        ("50-odd people", "about"),
        ("50ish people", "about"),
        ("50 people, give or take", "="),
        ("50-plus people", ">="),
    ],
)
def test_a_hedge(text, comparison):
    [number] = find_numbers(text)
    assert (number.comparison, number.reason) == (comparison, None)


def test_two_neighbours_are_a_range():
    [number] = find_numbers("They had five or six cars.")
    assert (number.text, number.value, number.high, number.comparison) == ("five or six", 5, 6, "between")
    assert [number.comparison for number in find_numbers("They had 5 or 60 cars.")] == ["=", "="]


@pytest.mark.parametrize("text", ["They lost 1-2 there", "They won 3 to 1", "odds of 3 to 1", "a ratio of 1 to 3"])
def test_a_score_in_any_order(text):
    assert [number.reason for number in find_numbers(text)] == ["a score", "a score"]


def test_the_best_score_in_a_bracket_is_a_number():
    assert [(number.value, number.reason) for number in find_numbers("Ajmer led (5/5), as")] == [(5, None)]
    assert [number.reason for number in find_numbers("Ajmer led on 5/5, as")] == ["a ratio or a date"]


def test_games_are_counted_all_the_same():
    [number] = find_numbers("They won 5-10 games a year.")
    assert (number.comparison, number.reason) == ("between", None)


def test_a_change_and_what_it_led_to_are_no_range():
    assert [number.text for number in find_numbers("It rose 25 basis points to 4.5%.")] == ["25 basis points", "4.5%"]


def test_paris_1_and_london_2_are_no_list():
    assert [number.reason for number in find_numbers("Paris (4), London (2) and Rome (1) won.")] == [None] * 3


@pytest.mark.parametrize("text", [".0E30", ".5e99", ".00000000000000000000000000000000007"])
def test_an_identifier_may_begin_with_a_point(text):
    """Too many digits, or too high a power: no number that anything is compared with, and no error."""
    assert [number.reason for number in find_numbers(text)] == ["an identifier"]


DIGITS_OF_ALL_SCRIPTS = "0123456789٠١٢٣०१२３４𝟗²³½⅓Ⅳ①٪٫٬％，．"


@given(st.text(st.sampled_from(DIGITS_OF_ALL_SCRIPTS + " .,-'%$€KkſıİeExX×^()/:aon"), max_size=60))
def test_digits_of_any_script_are_read(text):
    for number in find_numbers(text):
        assert number.text == text[number.start : number.end]
        assert number.value.is_finite()
        assert "E" not in str(number.value) or number.value.adjusted() < 0


@given(st.integers(1, 999), st.integers(-9, 12), st.sampled_from(["{0}e{1}", "{0}E{1}", "{0} × 10^{1}", "{0}x10^{1}"]))
def test_any_power_of_ten_reads_back(digits, power, form):
    [number] = find_numbers(f"It was {form.format(digits, power)} in all.")
    assert number.value == Decimal(digits).scaleb(power)


@pytest.mark.parametrize("piece", ["7", "1,111", "one "])
def test_a_hundred_kilobytes_are_read_in_linear_time(require_linear_time, piece):
    require_linear_time(lambda length: find_numbers(piece * (length // len(piece))), 12_500)


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("Anna comes about 2.68 times per week", "about"),
        ("Anna comes 2.68 times per week", "="),
        ("Anna comes more than three times a week", ">"),
    ],
)
def test_how_often_is_a_quantity_where_it_was_measured_or_limits(text, comparison):
    [number] = find_numbers(text)
    assert (number.comparison, number.reason) == (comparison, None)
