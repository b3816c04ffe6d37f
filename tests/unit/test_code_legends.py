"""What comments of columns say their codes stand for."""

from __future__ import annotations

import pytest

from factcheck.words.code_legends import legend_of


@pytest.mark.parametrize(
    ("comment", "values", "legend"),
    [
        ("1 = moored, 2 = adrift", "1 2", {"moored": ("1",), "adrift": ("2",)}),
        ("State: (1) moored; (2) adrift", "1 2", {}),
        ("1: moored; 2: adrift; 3: fully sunk.", "1 2 3", {"moored": ("1",), "adrift": ("2",), "fully sunk": ("3",)}),
        ("1=moored/2=adrift", "1 2", {"moored": ("1",), "adrift": ("2",)}),
        ("M means moored and A means adrift", "M A", {"moored": ("M",), "adrift": ("A",)}),
        ("'M' => 'moored', 'A' => 'adrift'", "M A", {"moored": ("M",), "adrift": ("A",)}),
        ("0 = no, 1 = yes", "0 1", {}),
        ("from 1 to 5, where 1 = worst", "1 2 3 4 5", {}),
        ("1 = moored, 2 = adrift", "7 8", {}),
        ("1 = moored, 2 = moored", "1 2", {}),
        ("length: from bow to stern", "1 2", {}),
        ("", "1 2", {}),
    ],
)
def test_legends(comment, values, legend):
    assert legend_of(comment, values.split()) == legend


def test_a_legend_of_sexes_has_all_their_names():
    legend = legend_of("1 = male, 2 = female", ["1", "2"])
    assert legend["women"] == legend["female"] == ("2",)
    assert legend["men"] == ("1",)


def test_a_legend_is_read_in_linear_time(require_linear_time):
    require_linear_time(lambda size: legend_of("1 = a, " * size, ["1", "2"]), 1_000)
