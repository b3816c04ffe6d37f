"""Percentages that a text works out of a whole which it states itself."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

from factcheck.check.stated_wholes import claims_of_stated_wholes


def claim(value, unit="plain", sentence=0):
    number = SimpleNamespace(value=Decimal(value), unit=unit, is_integer="." not in value)
    return SimpleNamespace(number=number, paragraph=sentence, sentence=0)


def of_wholes(whole, entries):
    """Return which percentages are in doubt; ``entries`` are counts, percentages, and whether the latter agree."""
    claims, read = [claim(whole, sentence=-1)], [SimpleNamespace(agrees=False)]
    for at, (count, share, agrees) in enumerate(entries):
        claims += [claim(count, sentence=at), claim(share, "percent", at)]
        read += [SimpleNamespace(agrees=True), SimpleNamespace(agrees=agrees)]
    return [claims[at].number.value for at in sorted(claims_of_stated_wholes(claims, read))]


def test_percentages_of_a_stated_whole_that_are_read_otherwise_are_in_doubt():
    entries = [("100", "24", False), ("92", "22", True), ("82", "19", False), ("77", "15", True), ("73", "17", False)]
    assert of_wholes("424", entries) == [24, 22, 19, 15, 17]


def test_what_agrees_or_is_of_no_stated_whole_is_not():
    entries = [("100", "20", True), ("92", "18.4", True), ("82", "16.4", True), ("77", "15.4", False)]
    assert of_wholes("500", entries) == []
    assert of_wholes("424", entries) == []
    assert of_wholes("500", [("100", "20", False), ("92", "18.4", False)]) == []
