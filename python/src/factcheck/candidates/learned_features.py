"""The features with learned weights; those of evidence and of the document prior stand in the room ``inference``."""

from __future__ import annotations

from math import log10

from factcheck.candidates.assumed_units import assumed_unit, told_column
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.generators.all import GENERATORS
from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.log_linear import LogLinear
from factcheck.candidates.named_categories import counted_share, said_share
from factcheck.candidates.predicate_view import PredicateView
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.kept import KINDS
from factcheck.retrieval.panels import DIMENSIONS
from factcheck.retrieval.relevance import UNNAMED

_MOST_PREDICATES = 3

LEARNED_OF_FUNCTION: LogLinear[[AggregationFunction]] = LogLinear("function")
LEARNED_OF_COLUMN: LogLinear[[ClaimView, Table, Column | None]] = LogLinear("column")
LEARNED_OF_PREDICATE: LogLinear[[PredicateView]] = LogLinear("predicate")
LEARNED_OF_COUNT: LogLinear[[str, int]] = LogLinear("number of predicates")
LEARNED_OF_LISTED: LogLinear[[str]] = LogLinear("listed")


def _is(function: AggregationFunction) -> None:
    @LEARNED_OF_FUNCTION.feature(function.name, f"the function is {function.name}")
    def _is_function(of: AggregationFunction) -> float:
        return float(of is function)


for _function in FUNCTIONS:
    _is(_function)


@LEARNED_OF_COLUMN.feature("rows", "the rows of a table are counted")
def _rows(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    return float(column is None)


@LEARNED_OF_COLUMN.feature("derived", "the column is worked out from several")
def _derived(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    return float(isinstance(column, DerivedColumn) and assumed_unit(column) is None)


@LEARNED_OF_COLUMN.feature("named", "share of the column's name that a word of the sentence has")
def _column_named(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    return 0.0 if column is None else claim.columns_said.get(told_column(column).column_id, 0.0)


@LEARNED_OF_COLUMN.feature("named around", "share of the column's name that a word around the sentence has, not in it")
def _column_named_around(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    if column is None or claim.columns_said.get(told_column(column).column_id):
        return 0.0
    return claim.columns_said_around.get(told_column(column).column_id, 0.0)


@LEARNED_OF_COLUMN.feature("table named", "share of the table's name that a word of the sentence has, of counted rows")
def _table_named(claim: ClaimView, table: Table, column: Column | None) -> float:
    return claim.tables_said.get(table.table_id, 0.0) if column is None else 0.0


@LEARNED_OF_COLUMN.feature("most relevant", "no column has a greater relevance score")
def _most_relevant(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    columns = claim.relevance.columns
    if column is None or not columns.get(column.column_id):
        return 0.0
    return float(columns[column.column_id] >= max(columns.values()))


@LEARNED_OF_COLUMN.feature("what is counted", "how well the column's name is the noun that the number counts")
def _what_is_counted(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    return 0.0 if column is None else claim.relevance.counted.get(told_column(column).column_id, 0.0)


@LEARNED_OF_COLUMN.feature("kind counted", "share of the column's values that are what the number counts")
def _column_kind(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    if column is None or not claim.relevance.kinds:
        return 0.0
    return counted_share(claim.words, claim.relevance, column.column_id) or 0.0


def _of_kind(kind: str) -> None:
    @LEARNED_OF_PREDICATE.feature(kind, f"the restriction is of the kind “{kind}”")
    def _is_of_kind(view: PredicateView) -> float:
        return float(view.predicate.kind == kind)


for _kind in KINDS:
    if _kind is not Equals:
        _of_kind(_kind.kind)


@LEARNED_OF_PREDICATE.feature("words", "number of the value's words above one, as a logarithm to base 10")
def _words(view: PredicateView) -> float:
    return log10(max(view.words, 1))


@LEARNED_OF_PREDICATE.feature("values", "number of different values of the column, as a logarithm to base 10")
def _values(view: PredicateView) -> float:
    return log10(max(view.values or 1, 1))


@LEARNED_OF_PREDICATE.feature("rare", "how few rows have the value: minus the logarithm of their share to base 10")
def _rare(view: PredicateView) -> float:
    return -log10(view.share) if view.share else 0.0


@LEARNED_OF_PREDICATE.feature("before", "the value's nearest word stands before the number")
def _before(view: PredicateView) -> float:
    return float(view.nearest is not None and view.nearest < 0)


@LEARNED_OF_PREDICATE.feature("behind", "the value's nearest word stands behind the number")
def _behind(view: PredicateView) -> float:
    return float(view.nearest is not None and view.nearest > 0)


@LEARNED_OF_PREDICATE.feature(
    "distance", "tokens from the number to the value's nearest word, as a logarithm to base 10"
)
def _distance(view: PredicateView) -> float:
    return log10(abs(view.nearest)) if view.nearest is not None else 0.0


@LEARNED_OF_PREDICATE.feature(
    "break", "a comma or a conjunction stands between the number and the value's nearest word"
)
def _break(view: PredicateView) -> float:
    return float(view.has_break)


@LEARNED_OF_PREDICATE.feature("inside a longer one", "all words of the value in the sentence are those of a longer one")
def _inside(view: PredicateView) -> float:
    return float(view.is_inside_longer)


@LEARNED_OF_PREDICATE.feature("best of its column", "no restriction of the column has a greater score")
def _best_of_column(view: PredicateView) -> float:
    return float(view.score >= view.best_of_column)


@LEARNED_OF_PREDICATE.feature("best", "no restriction at all has a greater score")
def _best(view: PredicateView) -> float:
    return float(view.score >= view.best)


@LEARNED_OF_PREDICATE.feature("only around", "the value's words stand around the sentence, none of them in it")
def _only_around(view: PredicateView) -> float:
    parts = view.seen.parts
    return float(not view.places and parts.get("terms", 0.0) > 0 and parts.get("said", 0.0) == 0)


@LEARNED_OF_PREDICATE.feature("not said", "no word of the value is said, only its column's name, or nothing")
def _not_said(view: PredicateView) -> float:
    return float(UNNAMED in view.seen.parts)


@LEARNED_OF_PREDICATE.feature("flag", "the value says yes or no")
def _flag(view: PredicateView) -> float:
    return float("flag" in view.seen.parts)


@LEARNED_OF_PREDICATE.feature(
    "of another number", "the value stands with another number of the sentence, another of its column with this one"
)
def _of_another(view: PredicateView) -> float:
    return float(view.is_of_another)


@LEARNED_OF_PREDICATE.feature("level", "the value is a level of a scale")
def _level(view: PredicateView) -> float:
    return float("level" in view.seen.parts)


@LEARNED_OF_PREDICATE.feature("number", "the value is a number")
def _number(view: PredicateView) -> float:
    return float(view.literal is not None and view.predicate.column.is_numeric)


@LEARNED_OF_PREDICATE.feature("identifier", "the column names things, as keys do")
def _identifier(view: PredicateView) -> float:
    return float(is_identifier(view.predicate.column))


@LEARNED_OF_PREDICATE.feature("uncovered", "share of the value's words that the claim does not have")
def _uncovered(view: PredicateView) -> float:
    return 1.0 - min(view.seen.parts.get("covered", 1.0), 1.0)


@LEARNED_OF_PREDICATE.feature("as written", "the value stands in the sentence with the capitals that it has")
def _as_written(view: PredicateView) -> float:
    literal = view.literal
    if literal is None or literal.lower() == literal or not view.places:
        return 0.0
    first = literal.split()[0]
    return float(any(view.claim.words.tokens[at].text == first for at in view.places))


@LEARNED_OF_PREDICATE.feature("column named", "share of the column's name that a word of the sentence has")
def _restricted_named(view: PredicateView) -> float:
    return view.claim.columns_said.get(view.predicate.column.column_id, 0.0)


@LEARNED_OF_PREDICATE.feature("column named around", "share of the column's name that a word around the sentence has")
def _restricted_named_around(view: PredicateView) -> float:
    return view.claim.columns_said_around.get(view.predicate.column.column_id, 0.0)


@LEARNED_OF_PREDICATE.feature("kind said", "share of the column's values that are of a category the sentence names")
def _kind_said(view: PredicateView) -> float:
    relevance = view.claim.relevance
    return said_share(view.claim.words, relevance, view.predicate.column.column_id) if relevance.kinds else 0.0


def _of_size(kind: str, size: int) -> None:
    @LEARNED_OF_COUNT.feature(f"{kind} with {size}", f"restrictions are {size} in number, of the kind “{kind}”")
    def _is_of_size(of: str, number: int) -> float:
        return float(of == kind and number == size)


for _name in (
    "count",
    "amount",
    "share",
    "listed",
    *(f"amount of {_dimensions} dimensions" for _dimensions in DIMENSIONS),
):
    for _size in range(_MOST_PREDICATES + 1):
        _of_size(_name, _size)


def _of_generator(name: str) -> None:
    @LEARNED_OF_LISTED.feature(name, f"the query is listed as “{name}”")
    def _is_listed_as(generator: str) -> float:
        return float(generator == name)


for _generator in GENERATORS:
    _of_generator(_generator.name)
