"""Values that nothing names: of columns of text with few, and of small whole numbers where the column is named."""

from __future__ import annotations

import numpy as np
import pytest

from factcheck.catalogue.schema import Column
from factcheck.retrieval.literal_sources import ColumnLiterals
from factcheck.retrieval.predicate_scores import score_predicates
from factcheck.settings import Settings
from factcheck.text_index.bm25 import TextStatistics
from factcheck.text_index.literal_collection import LiteralCollection
from factcheck.text_index.postings import Postings

KINDS = {"integer": "N", "text": "S"}


def source(number, name, values, type_name="integer"):
    """A column with some values, the most frequent first."""
    column = Column(number, 1, name, name, type_name, KINDS[type_name], None)
    literals = dict(enumerate(values))
    statistics = TextStatistics(np.ones(len(values)), np.ones(len(values)))
    return ColumnLiterals(column, statistics, None, list(literals), literals)


def retrieved(*sources, scores=None, flags=None, settings=None):
    few = {each.column.column_id: each for each in sources}
    collection = LiteralCollection({number: each.terms for number, each in few.items()}, [])
    integers = {number for number, each in few.items() if each.column.is_integer}
    found = score_predicates({}, scores or {}, flags or {}, collection, few, settings or Settings(), figures=integers)
    return [(few[one.column_id].column.name, few[one.column_id].by_number[one.fragment_no]) for one in found]


@pytest.mark.parametrize(
    ("column", "is_named", "values"),
    [
        (source(1, "masts", ["2", "1", "3"]), True, ["2", "1", "3"]),
        (source(1, "masts", ["2", "1", "3"]), False, []),
        (source(1, "masts", [str(number) for number in range(21)]), True, []),
        (source(1, "boat_id", ["2", "1", "3"]), True, []),
        (source(1, "insured_for", ["5000", "0", "12000"]), True, []),
        (source(1, "heel", ["-1", "0", "1"]), True, ["-1", "0", "1"]),
        (source(1, "heel", ["-40", "0", "35"]), True, []),
        (source(1, "rig", ["sloop", "ketch"], "text"), False, ["sloop", "ketch"]),
    ],
)
def test_small_whole_numbers_may_be_meant_where_their_column_is_named(column, is_named, values):
    found = retrieved(column, scores={1: 1.0 if is_named else 0.01})
    assert [value for _, value in found] == values


@pytest.mark.parametrize(("most", "beyond"), [(4, []), (10, [("is_racing", "1"), ("is_racing", "0")])])
def test_a_flag_that_is_named_is_not_crowded_out(most, beyond):
    rigs = source(1, "rig", [f"rig {letter}" for letter in "abcdefghijklm"], "text")
    racing, insured = source(2, "is_racing", ["0", "1"]), source(3, "is_insured", ["0", "1"])
    settings = Settings(predicates_per_claim=most, predicates_per_column=20)
    found = retrieved(rigs, racing, insured, scores={1: 9.0}, flags={2: 0.3}, settings=settings)
    assert [name for name, _ in found[:most]] == ["rig"] * most
    assert found[most:] == beyond


def test_a_figure_that_many_columns_have_leaves_room_for_words():
    columns = [source(number, f"day_{number}", ["3"]) for number in range(1, 16)]
    kinds = source(16, "rig", ["sloop"], "text")
    few = {each.column.column_id: each for each in (*columns, kinds)}
    sources, zeros = np.array(list(few)), np.zeros(len(few), dtype=np.int64)
    postings = Postings(["3", "sloop"], np.array([0] * 15 + [1]), sources, zeros + 1, zeros)
    collection = LiteralCollection({number: each.terms for number, each in few.items()}, [postings])
    weights = {"3": 1.0, "sloop": 0.1}
    found = score_predicates(weights, {}, {}, collection, {}, Settings(predicates_per_claim=12), figures=range(1, 16))
    assert [few[one.column_id].column.name for one in found] == [*(f"day_{number}" for number in range(1, 11)), "rig"]
