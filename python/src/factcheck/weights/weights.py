"""Reads the weights of features."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

_FILE = Path(__file__).with_name("weights.toml")


@dataclass(frozen=True, slots=True)
class FunctionWeights:
    """Weights of functions; ``form`` has one by the form of the number and the name of the function."""

    form: Mapping[str, Mapping[str, float]]
    keywords: float
    opposite: float
    unstated: float
    counted_share: float
    beside_an_average: float
    beside_different: float
    sample_for_all: float


@dataclass(frozen=True, slots=True)
class ColumnWeights:
    """Weights of aggregation columns and of ``*``."""

    same_dimension: float
    same_quantity: float
    other_dimension: float
    not_added: float
    averaged_places: float
    measured_rows: float
    floor: float
    keywords: float
    counted: float
    other_rows: float
    beyond_values: float
    beyond_rows: float
    panel_rows: float
    counted_percent: float
    counted_amount: float
    counted_value: float
    value_named: float
    counted_kind: float
    other_kind: float
    other_of_kind: float


@dataclass(frozen=True, slots=True)
class DerivedWeights:
    """Weights of derived columns."""

    cue: float
    operands: float
    taken: float
    reduced: float
    unlikely: float
    least_named: float
    added_quotient: float
    declared: float
    assumed_unit: float
    described: float


@dataclass(frozen=True, slots=True)
class PredicateWeights:
    """Weights of predicates."""

    relevance: float
    column_share: float
    uncovered: float
    uncovered_value: float
    negative_share: float
    least_named: float
    threshold: float
    possible_threshold: float
    limit_in_assumed_unit: float
    time: float
    implied_age: float
    counted_threshold: float
    band: float
    sign: float
    apart: float
    text_part: float
    within_values: float
    beyond_values: float
    least_threshold: float
    named_elsewhere: float
    another_year: float
    condition_of_another: float
    unnamed: float
    level: float
    opposite: float
    outcome: float
    others: float
    named_in_full: float
    repeated_partner: float
    unnamed_beside: float
    another_named: float
    counted_part: float
    named_in_part: float
    number_alone: float
    common_word: float
    owner: float
    all_meant: float
    kind: float
    other_kind: float


@dataclass(frozen=True, slots=True)
class ListedWeights:
    """Weights of listed queries; ``form`` has one by kind and the form of the number, 0 where there is none.

    ``operand`` has one for each function that comparisons use.  ``neighbours`` is the share of all candidates of a
    claim that those have which follow from claims near it, where most speaks for them.
    """

    keywords: float
    neighbours: float
    operand: Mapping[str, float]
    form: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class TermWeights:
    """Weights of terms that stand for a keyword, relative to it."""

    shortened: float
    related: float
    also_related: float
    derived: float
    called: float


@dataclass(frozen=True, slots=True)
class PriorWeights:
    """Smoothing of the document prior, in queries."""

    function_smoothing: float
    column_smoothing: float
    restriction_smoothing: float
    restrictable_columns: int

    def restrictable(self, columns: int) -> int:
        """Return how many columns a claim may restrict, of those that the tables have: p_r starts at one in as many.

        What else a database holds does not make it less likely that a claim restricts a column.
        """
        return max(min(columns, self.restrictable_columns), 1)


@dataclass(frozen=True, slots=True)
class ClosenessShares:
    """What a result says that comes near the stated number, as a share of the logarithm of what a match says."""

    rounds: float
    near: float
    unit: float
    slip: float
    close: float
    same_size: float


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """What a match says, by how common matches are, and what comes near one."""

    chance_rate: float
    few_candidates: int
    further_digit: float
    shares: ClosenessShares


@dataclass(frozen=True, slots=True)
class StatementWeights:
    """When the words of a statement without a number settle what it means."""

    beside: float
    counted_alike: float
    stated: float
    other_stated: float
    settled: float
    contradicted: float
    unnamed: float
    open_measure: float
    answered: float
    unknown_measure: float
    guessed_owner: float
    part_of_name: float
    owner_in_part: float
    other_column: float
    other_table: float
    sibling: float
    sibling_named: float
    column_unrestricted: float
    plain: float
    of_a_list: float
    open_begin: float
    empty: float
    unexplained: float
    of_others: float
    unexplained_rows: float
    in_each: float


@dataclass(frozen=True, slots=True)
class Weights:
    """All weights."""

    function: FunctionWeights
    column: ColumnWeights
    derived: DerivedWeights
    predicate: PredicateWeights
    terms: TermWeights
    listed: ListedWeights
    prior: PriorWeights
    evidence: EvidenceWeights
    statement: StatementWeights


def read_weights(text: str) -> Weights:
    """Read weights from TOML; raises ``TypeError`` where one is missing or not known."""
    parts: dict[str, Any] = tomllib.loads(text)
    forms = {form: MappingProxyType(weights) for form, weights in parts["function"].pop("form").items()}
    return Weights(
        FunctionWeights(MappingProxyType(forms), **parts["function"]),
        ColumnWeights(**parts["column"]),
        DerivedWeights(**parts["derived"]),
        PredicateWeights(**parts["predicate"]),
        TermWeights(**parts["terms"]),
        ListedWeights(**parts["listed"]),
        PriorWeights(**parts["prior"]),
        EvidenceWeights(shares=ClosenessShares(**parts["evidence"].pop("shares")), **parts["evidence"]),
        StatementWeights(**parts["statement"]),
    )


WEIGHTS = read_weights(_FILE.read_text("utf-8"))
"""The weights of this version."""
