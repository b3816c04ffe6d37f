"""Numbers beside words of supposing: which of them state facts all the same, in sentences about many things."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.claim import Told
from factcheck.claims.spotting import find_claims, find_mentions


def claimed(parser, text):
    return [claim.number.text for claim in find_claims(*parsed(parser, text))]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        # what one would think is compared with what is so
        ("The queue was shorter, as anyone would guess: 12 people.", ["12"]),
        ("Rain tells the two valleys apart as one would think: 121 (days) against 149.", ["121", "149"]),
        ("Tall trees grow, as one might guess, in 14 of the parks.", ["14"]),
        ("Ferries had it worse than you would think, with 2.84 hours on average, and it cost them.", ["2.84"]),
        # what some rows being left out makes of the others
        ("Without him the average would be 75.6 kg.", ["75.6"]),
        ("Without Oslo, the ports would have averaged 4.0 million tons.", ["4.0 million"]),
        ("Without the three biggest farms the average would be 31 hectares.", ["31"]),
        ("Bergen is the biggest; without it the average would be 30.2 tons.", ["30.2"]),
        ("Leave out the ferries, tugs included, and the boats’ mean rises to 66.2 knots.", ["66.2"]),
        ("Leaving out Norway it would be 12.", ["12"]),
        ("Excluding the barges, the mean would fall to 31.", ["31"]),
        ("The median would be 19 without Norway.", ["19"]),
        ("If you leave out Norway, the mean falls to 12.", ["12"]),
        ("If you leave out the goats, the mean would fall to 31.", ["31"]),
        ("Split evenly among the 828 members, that would be 3.28 tons each.", ["828", "3.28"]),
        # what is said to the reader is no condition
        ("If you like them loud, twelve of these reach peak power above 8,000 rpm.", ["twelve"]),
        ("If you prefer short walks, seven of our trails measure less than 3 km.", ["seven"]),
        ("If you ask me, 31 were late.", ["31"]),
        ("If you're in a hurry, 14 leave before noon.", ["14"]),
    ],
)
def test_what_the_data_tell_is_a_claim_beside_words_of_supposing(parser, text, claims):
    assert claimed(parser, text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "The score is higher than we would expect from 40 trials.",
        "We would expect 40 trains.",
        "Without subsidies it would be 12 euros.",
        "Without the war the average would be 12.",
        "Without the new bridge 40 jobs would be lost.",
        "Without Oslo 12 jobs would be lost.",
        "Excluding the barges, the mean should fall to 31.",
        "If it were split evenly among 12 heirs, that would be 3 each.",
        "If it rains, 30 will come.",
        "If you sell 5 cups, 10 plates and 3 forks, you get a discount.",
        "If you sell cups, 10 plates and 3 forks, you get a discount.",
    ],
)
def test_what_no_row_can_tell_is_no_claim(parser, text):
    assert claimed(parser, text) == []


def test_the_amount_of_a_real_condition_is_no_claim(parser):
    assert claimed(parser, "If sales rise by 10, we hire 5 people.") == ["5"]


def test_a_limit_behind_a_count_for_the_reader_says_which_are_counted(parser):
    text = "If you like them loud, twelve of these reach peak power above 8,000 rpm."
    reasons = {mention.number.text: mention.reason for mention in find_mentions(*parsed(parser, text))}
    assert reasons["8,000"] == "the threshold of a condition"


@pytest.mark.parametrize(
    ("text", "number", "leaves_rows_out"),
    [
        ("Without him the average would be 75.6 kg.", "75.6", True),
        ("If you leave out Norway, the mean falls to 12.", "12", True),
        ("Leave out the ferries, and the mean rises to 66.2 knots.", "66.2", True),
        ("Without him it would be 75.6 kg, and the median is 79 kg.", "79", False),
        ("The files cover 12 towns and leave out the islands.", "12", False),
        ("Ships without the two biggest masts carried 12 tons.", "12", False),
    ],
)
def test_a_claim_tells_whether_rows_are_left_out(parser, text, number, leaves_rows_out):
    [claim] = [each for each in find_claims(*parsed(parser, text)) if each.number.text == number]
    assert (claim.told is Told.WITHOUT_ROWS) is leaves_rows_out
