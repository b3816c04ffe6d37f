"""What texts call the codes that they explain, and the values that these are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.claims.defined_names import defined_names
from factcheck.retrieval.sampled_values import with_defined_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("RT (red-tailed, 577) and SS (sharp-shinned)", {"RT": {"red-tailed", "red-tail"}, "SS": {"sharp-shinned"}}),
        ("in the outskirts, code M, with", {"M": {"outskirts"}}),
        ("the Green Tea cake (green_tea) sold", {"green_tea": {"green tea cake", "green tea"}}),
        ("0 = no fee, F = female", {"0": {"no fee"}, "F": {"female"}}),
        ("MPW is short for mean plate width.", {"MPW": {"mean plate width"}}),
        ("cats (126), dogs (64) and others (12)", {}),
        ("the countries (or areas) that fly", {}),
        ("USA (used by several firms)", {}),
        ("F = total", {}),
    ],
)
def test_a_text_names_codes(text, names):
    found = defined_names([text])
    assert found.keys() == names.keys()
    assert all(names[code] <= set(found[code]) for code in names)


@given(st.lists(st.text(alphabet="AbC x1(=),.-_", max_size=60), max_size=4))
def test_any_text_is_read(texts):
    for code, names in defined_names(texts).items():
        assert code
        assert all(name == name.lower() != "" for name in names)


def test_names_belong_to_the_columns_that_have_the_code():
    samples = {1: ["RT", "SS"], 2: ["rt", "no"], 3: ["red-tail", "RT"]}
    named = with_defined_names({1: {"hawk": ("RT",)}}, samples, {"RT": ("red-tail", "hawk")})
    assert named == {1: {"hawk": ("RT",), "red-tail": ("RT",)}, 3: {"hawk": ("RT",)}}
