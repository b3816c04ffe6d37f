"""Numbers as people write them, and what only looks like one."""

from __future__ import annotations

import time
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.numbers.mentions import find_numbers
from factcheck.numbers.times_taken import is_time_taken, read_time_taken, written_time
from factcheck.runtime.checkpoints import looking

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number: int) -> str:
    """How English writes a number out."""
    if number < 20:
        return UNITS[number]
    if number < 100:
        return TENS[number // 10 - 2] + (f"-{UNITS[number % 10]}" if number % 10 else "")
    if number < 1000:
        rest = f" and {in_words(number % 100)}" if number % 100 else ""
        return f"{UNITS[number // 100]} hundred{rest}"
    for scale, name in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if number >= scale:
            rest = f" {in_words(number % scale)}" if number % scale else ""
            return f"{in_words(number // scale)} {name}{rest}"
    raise AssertionError


@pytest.mark.parametrize(
    ("text", "written", "value", "unit"),
    [
        ("We sold 1,204 units.", "1,204", "1204", "plain"),
        ("16% more than before", "16%", "16", "percent"),
        ("a rate of 10 percent", "10 percent", "10", "percent"),
        ("a rate of 10 per cent", "10 per cent", "10", "percent"),
        ("twenty-five percent of them", "twenty-five percent", "25", "percent"),
        ("thirty-one point six percent", "thirty-one point six percent", "31.6", "percent"),
        ("up 2.5 percentage points", "2.5 percentage points", "2.5", "points"),
        ("up 3% points", "3% points", "3", "points"),
        ("It cost $230,591.76.", "$230,591.76", "230591.76", "currency"),
        ("worth $4.6 million then", "$4.6 million", "4600000", "currency"),
        ("worth $9.86M then", "$9.86M", "9860000", "currency"),
        ("worth £3bn then", "£3bn", "3000000000", "currency"),
        ("worth 79.52 € then", "79.52 €", "79.52", "currency"),
        ("worth US$5 then", "US$5", "5", "currency"),
        ("a loss of -$5 then", "-$5", "-5", "currency"),
        ("6 million dollars", "6 million", "6000000", "currency"),
        ("1.2 million people", "1.2 million", "1200000", "plain"),
        ("6.5K followers", "6.5K", "6500", "plain"),
        ("92k jobs", "92k", "92000", "plain"),
        ("(~13 K) work here", "13 K", "13000", "plain"),
        ("2.5 M people", "2.5 M", "2500000", "plain"),
        ("a 5 K run", "5", "5", "plain"),
        ("3 lakh rupees", "3 lakh", "300000", "currency"),
        ("They paid 40 grand.", "40 grand", "40000", "currency"),
        ("They paid 2.5 grand for it.", "2.5 grand", "2500", "currency"),
        ("fifty grand a year", "fifty grand", "50000", "currency"),
        ("two grand pianos", "two", "2", "plain"),
        ("20 grand slam titles", "20", "20", "plain"),
        ("the 12 grand houses", "12", "12", "plain"),
        ("about one in five", "one in five", "20", "percent"),
        ("about 1 in 20", "1 in 20", "5", "percent"),
        ("nine out of ten agree", "nine out of ten", "90", "percent"),
        ("one in eleven agrees", "one in eleven", "9.09", "percent"),
        ("one visit in eight is free", "one visit in eight", "12.5", "percent"),
        ("a third paid by card", "a third", "33.33", "percent"),
        ("half of them", "half", "50", "percent"),
        ("a third of them", "a third", "33.33", "percent"),
        ("two-thirds of them", "two-thirds", "66.67", "percent"),
        ("2/3 of them", "2/3", "66.67", "percent"),
        ("½ of them", "½", "50", "percent"),
        ("2½ miles", "2½", "2.5", "plain"),
        ("2 1/2 miles", "2 1/2", "2.5", "plain"),
        ("half a million people", "half a million", "500000", "plain"),
        ("two and a half million people", "two and a half million", "2500000", "plain"),
        ("a hundred people", "a hundred", "100", "plain"),
        ("one hundred and four people", "one hundred and four", "104", "plain"),
        ("five hundred and six thousand people", "five hundred and six thousand", "506000", "plain"),
        ("two dozen eggs", "two dozen", "24", "plain"),
        ("a dozen eggs", "a dozen", "12", "plain"),
        ("12 345 patients", "12 345", "12345", "plain"),
        ("12\u00a0345 patients", "12\u00a0345", "12345", "plain"),
        ("1.234.567 people", "1.234.567", "1234567", "plain"),
        ("12,34,567 people", "12,34,567", "1234567", "plain"),
        ("a change of -9.27", "-9.27", "-9.27", "plain"),
        ("a change of \u22120.8", "\u22120.8", "-0.8", "plain"),
        ("37°C outside", "37", "37", "plain"),
        ("15.4ºC outside", "15.4", "15.4", "plain"),
        ("5kg of flour", "5", "5", "plain"),
        ("all 1,234¹ of them", "1,234", "1234", "plain"),
        ("There were no complaints.", "no", "0", "plain"),
        ("None of them came.", "None", "0", "plain"),
        ("zero goals", "zero", "0", "plain"),
    ],
)
def test_a_quantity(text, written, value, unit):
    [number] = find_numbers(text)
    assert (number.text, number.value, number.unit, number.reason) == (written, Decimal(value), unit, None)
    assert text[number.start : number.end] == number.text


@pytest.mark.parametrize(
    ("text", "written", "seconds", "place"),
    [
        ("in 2:05:06, a record", "2:05:06", "7506", "1"),
        ("took 0:58:01.5.", "0:58:01.5", "3481.5", "0.1"),
        ("under 11:20:00 at", "11:20:00", "40800", "1"),
    ],
)
def test_a_time_taken_is_read_in_seconds(text, written, seconds, place):
    [number] = find_numbers(text)
    assert (number.text, number.value, number.place) == (written, Decimal(seconds), Decimal(place))
    assert number.measured is not None
    assert [unit.name for unit in number.measured.units] == ["seconds"]


@given(st.integers(0, 999 * 3600), st.sampled_from(["1", "0.1", "0.01"]))
def test_a_time_taken_is_written_as_it_is_read(seconds, place):
    written = written_time(Decimal(seconds) * Decimal(place), Decimal(place))
    assert is_time_taken(written)
    assert read_time_taken(written) == (Decimal(seconds) * Decimal(place), Decimal(place))


@pytest.mark.parametrize(
    ("text", "written", "reason"),
    [
        ("on May 12, 2020 we", "May 12, 2020", "a date"),
        ("on 12 March we", "12 March", "a date"),
        ("on 2020-01-05 we", "2020-01-05", "a date"),
        ("on 1/2/2020 we", "1/2/2020", "a date"),
        ("in March 2016 we", "March 2016", "a date"),
        ("at 5:30 pm we", "5:30 pm", "a time of day"),
        ("at 12:05:06 we", "12:05:06", "a time of day"),
        ("by 12:05:06 p.m. we", "12:05:06 p.m.", "a time of day"),
        ("a 14:05:06:07 frame", "14:05:06", "a time of day"),
        ("between lunch (12–1 PM) and", "12–1 PM", "a time of day"),
        ("in 2015-16 we", "2015-16", "a span of years"),
        ("in the 1990s we", "1990s", "a decade"),
        ("the 4th of them", "4th", "an ordinal"),
        ("the twenty-first of them", "twenty-first", "an ordinal"),
        ("see Figure 3", "Figure 3", "a label"),
        ("see Table 2.1", "Table 2.1", "a label"),
        ("in week 5 it", "week 5", "a label"),
        ("as shown [12]", "[12]", "a citation"),
        ("the bin [300, 400)", "[300, 400)", "an interval"),
        ("release 1.2.3 of", "1.2.3", "a version"),
        ("release v2 of", "v2", "a version"),
        ("call (555) 123-4567 now", "(555) 123-4567", "a telephone number"),
        ("see https://example.org/12 now", "https://example.org/12", "a web address"),
        ("mail me5@example.org now", "me5@example.org", "an e-mail address"),
        ("in data2.csv now", "data2.csv", "a file name"),
        ("1. The first", "1.", "a list number"),
        ("since COVID-19 came", "COVID-19", "part of a name"),
        ("in 5G nets", "5G", "part of a name"),
        ("the B-52 flew", "B-52", "part of a name"),
        ("a 3-day event", "3", "part of a compound word"),
        ("a five-star hotel", "five", "part of a compound word"),
        ("agent 007 came", "007", "an identifier"),
        ("no one came", "one", "a pronoun"),
        ("this one came", "one", "a pronoun"),
        ("one of the teams", "one", "a pronoun"),
        ("the other half stayed", "half", "a part, not a share"),
        ("in half an hour", "half", "a part, not a share"),
        ("at a ratio of 3:1", "3:1", "a ratio"),
        ("odds of 9/11 or", "9/11", "a ratio or a date"),
    ],
)
def test_no_quantity(text, written, reason):
    assert (written, reason) in [(number.text, number.reason) for number in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("more than 50 people", ">"),
        ("over 50 people", ">"),
        ("farther than 50 miles", ">"),
        ("deeper than 50 metres", ">"),
        ("thinner than 50 microns", "<"),
        ("50 miles or farther", ">="),
        ("seven feet or more", ">="),
        ("just over 50 people", ">"),
        ("at least 50 people", ">="),
        ("no fewer than 50 people", ">="),
        ("50 or more people", ">="),
        ("50 eggs or larger", ">="),
        ("50+ people", ">="),
        ("has +5,000 people", ">="),
        ("grew by +5,000 people", "="),
        ("is +57 people", "="),
        ("fewer than 50 people", "<"),
        ("under 50 people", "<"),
        ("up to 50 people", "<="),
        ("no more than 50 people", "<="),
        ("as many as 50 people", "="),
        ("50 or fewer people", "<="),
        ("50 degrees or more", ">="),
        ("50 °C or above", ">="),
        ("50 children or fewer", "<="),
        ("nearly 50 people", "about"),
        ("the shop turned over 50 pounds", "="),
        ("the shop turned over about 50 pounds", "about"),
        ("they handed over 50 keys", "="),
        ("the trip took over 50 minutes", ">"),
        ("about 50 people", "about"),
        ("~50 people", "about"),
        ("50 or so people", "about"),
        ("only 50 people", "="),
        ("all over the place 50 people", "="),
        ("more than half", ">"),
        ("half of them", "about"),
    ],
)
def test_a_hedge(text, comparison):
    [number] = find_numbers(text)
    assert number.comparison == comparison


@pytest.mark.parametrize(
    ("text", "written", "low", "high", "unit"),
    [
        ("between 3 and 5 cars", "3 and 5", 3, 5, "plain"),
        ("between 3 and 5 percent", "3 and 5 percent", 3, 5, "percent"),
        ("3 to 5 million cars", "3 to 5 million", 3000000, 5000000, "plain"),
        ("300,000 to 1.2 million cars", "300,000 to 1.2 million", 300000, 1200000, "plain"),
        ("3-5 cars", "3-5", 3, 5, "plain"),
        ("$3–5 each", "$3–5", 3, 5, "currency"),
        ("five to ten cars", "five to ten", 5, 10, "plain"),
    ],
)
def test_a_range(text, written, low, high, unit):
    [number] = find_numbers(text)
    assert number.comparison == "between"
    assert (number.text, number.value, number.high, number.unit) == (written, low, high, unit)


def test_zeros_of_a_scale_that_two_numbers_share_are_no_digits():
    values = [str(number.value) for number in find_numbers("it went from 3.7 to 5.3 million")]
    assert values == ["3700000", "5300000"]


@pytest.mark.parametrize(
    "text", ["Over ten years, they lost 105 games", "Over 12 years the share is 31 %", "On average over 2007 it was 14"]
)
def test_what_things_are_told_over_is_no_limit(text):
    assert find_numbers(text)[0].comparison == "="
    assert find_numbers("They waited over ten years")[0].comparison == ">"


@pytest.mark.parametrize(
    ("text", "comparison"),
    [
        ("It averages $86,075 over four models.", "="),
        ("A total of 120 goals over three seasons", "="),
        ("They sold $86,075 over four years ago", ">"),
        ("The average is over 400 tons", ">"),
        ("One whale pulls the average up to 97", "="),
        ("The new crates brought the total number of boxes up to 1,200", "="),
        ("They bring home up to 97 fish", "<="),
        ("It takes up to 97 days", "<="),
    ],
)
def test_what_is_pulled_up_to_or_averaged_over_is_no_limit(text, comparison):
    assert find_numbers(text)[-1].comparison == comparison


def test_an_ordinal_behind_an_article_is_no_part():
    assert [number.unit for number in find_numbers("a third person came")] == ["ordinal"]
    assert [number.unit for number in find_numbers("a third rejected proposal came")] == ["ordinal"]


@pytest.mark.parametrize("text", ["and a third rejected both", "a third (32.4%) left", "about a third voted"])
def test_a_part_did_something(text):
    first, *_ = find_numbers(text)
    assert (first.text, first.unit) == ("a third", "percent")


def test_the_time_over_which_things_happen_is_no_limit():
    assert [n.comparison for n in find_numbers("27 games over the three seasons, over the three drawn")] == [
        "=",
        "=",
        ">",
    ]


@pytest.mark.parametrize("text", ["from 16% to 20%", "ranging from 4 to 58", "a range of 4 to 58", "5 and 7 cars"])
def test_two_numbers_are_no_range(text):
    assert [number.comparison for number in find_numbers(text)] == ["=", "="]


@pytest.mark.parametrize(
    ("text", "is_of_some"),
    [
        ("Twelve homes had a rent from 300 to 400 euros.", True),
        ("68 boats have lengths from 9 to 14 metres.", True),
        ("Four teams scored from 20 to 30 points.", True),
        ("The homes had a rent from 300 to 400 euros.", False),
        ("In 12 homes the rent rose from 300 to 400 euros.", False),
        ("Twelve homes went up from 300 to 400 euros.", False),
        ("Two homes have grown from 300 to 400 square feet.", False),
    ],
)
def test_what_is_counted_has_values_between_two_ends(text, is_of_some):
    *_, last = find_numbers(text)
    assert (last.comparison == "between") is is_of_some


def test_a_factor_is_a_multiple():
    assert [number.unit for number in find_numbers("It grew by a factor of 5.3, by a length of 5.3")] == [
        "times",
        "plain",
    ]


def test_a_score_is_no_range():
    assert [number.reason for number in find_numbers("They won 3-1 there")] == ["a score", "a score"]


def test_the_scale_is_kept():
    [number] = find_numbers("$18.7 million")
    assert number.value / number.scale == Decimal("18.7")


@pytest.mark.parametrize(
    ("text", "is_integer"), [("12", True), ("1.2 million", True), ("12.0", False), ("12.5", False), ("four", True)]
)
def test_is_integer(text, is_integer):
    assert find_numbers(text)[0].is_integer is is_integer


@given(st.integers(0, 10**15 - 1).filter(lambda number: number != 1))
def test_any_number_in_words_reads_back(number):
    [found] = find_numbers(f"They counted {in_words(number)} things.")
    assert (found.value, found.text) == (number, in_words(number))


@given(st.integers(0, 10**12), st.sampled_from([",", "\u00a0", "\u202f", " ", "'"]))
def test_any_number_with_separators_reads_back(number, separator):
    written = f"{number:,}".replace(",", separator)
    [found] = find_numbers(f"They counted {written} things.")
    assert (found.value, found.text) == (number, written)


@given(
    st.decimals(0, 10**6, places=2),
    st.sampled_from(
        [("", "%"), ("$", ""), ("€", " million"), ("", "k"), ("-", ""), ("", " percent"), ("", " billion")]
    ),
)
def test_any_number_with_its_unit_reads_back(number, signs):
    before, after = signs
    written = f"{before}{number:f}{after}"
    factor = {" million": 10**6, "k": 1000, " billion": 10**9}.get(after, 1) * (-1 if before == "-" else 1)
    [found] = find_numbers(f"It was {written} in all.")
    assert (found.value, found.text) == (number * factor, written)


@given(st.text(st.sampled_from("0123456789 .,-–/:%$€()[]+#'’½²\u00a0\nabcmkKMonetwhalfthird"), max_size=80) | st.text())
def test_any_text_is_read_and_offsets_are_exact(text):
    end = 0
    for number in find_numbers(text):
        assert end <= number.start < number.end
        assert number.text == text[number.start : number.end]
        assert number.high is None or number.value < number.high
        end = number.end


@pytest.mark.parametrize(
    "piece",
    ["1", "1,111", "1 ", "1 111 ", "one ", "one hundred and ", "a", "a-", "1-", "1.", "$", "twenty-", " ", "1,11", "@.",
     "(1", "[1,", "a million ", "half a ", "Jan ", "+1 ", "1:", "a1_", "one point ", "²",
     "1 111,5 ", "(1) ", "1 x 10", "pages 1, 2", "nineteen ", "x.com/", "won 1-", "1 in every ", "± 1", "minus ",
     "０,5 ", "0 12 ", "xstrasse ", "1 or "],
)  # fmt: skip
def test_reading_time_is_linear(require_linear_time, piece):
    require_linear_time(lambda length: find_numbers(piece * (length // len(piece))), 500)


@pytest.mark.parametrize("text", ["1830.01%", "$1830.05", "It rose by 2012.11."])
def test_a_decimal_that_begins_like_a_year_is_no_date(text):
    [number] = find_numbers(text)
    assert number.reason is None
    assert not number.is_integer


@pytest.mark.parametrize("sign", ["$", "-", ".", "-+$%", "=|"])
def test_long_runs_of_signs_are_passed_over(require_linear_time, sign):
    def read(length: int) -> None:
        text = f"Sales rose by $1,204 in May {sign * length} and fell by 3%."
        assert [number.text for number in find_numbers(text)] == ["$1,204", "3%"]

    require_linear_time(read, 12_500)


def longest_share(text):
    """The longest time between two checkpoints in reading a text, as a share of all of the time."""
    times = [time.process_time()]
    with looking(lambda: times.append(time.process_time())):
        find_numbers(text)
    times.append(time.process_time())
    waits = [late - early for early, late in pairwise(times)]
    return max(waits) / sum(waits)


@pytest.mark.parametrize(
    "text",
    ["7 " * 5_000, "1,204.5 sales, " * 4_000, "\u0663\u0664 " * 6_000, "\uff11\uff12\uff13 " * 8_000],
    ids=len,
)
def test_a_long_paragraph_can_be_given_up(text):
    """No stretch between two checkpoints is a considerable share of the whole; the best of some runs counts."""
    shares = []
    while not shares or (min(shares) > 0.25 and len(shares) < 6):
        shares.append(longest_share(text))
    assert min(shares) <= 0.25


def test_reading_stops_where_a_checkpoint_raises():
    calls = []

    def checkpoint():
        calls.append(None)
        if len(calls) == 40:
            raise TimeoutError

    with pytest.raises(TimeoutError), looking(checkpoint):
        find_numbers("7 " * 10_000)
    assert len(calls) == 40
