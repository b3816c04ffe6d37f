"""Features that order the likely readings of a claim: their values, what they are made of, what other claims mean.

They look at more than one fragment, and at other claims: a product of relevance scores cannot (Equation 3).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from factcheck.candidates.features import number_form
from factcheck.candidates.statements.names_of_measures import named_share
from factcheck.inference.feature_registry import Feature, ReadingView, ranking_feature
from factcheck.inference.read_document import Form
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.compared_units import compare_units
from factcheck.words.likeness import stem

_FARTHEST = 5.0
"""Natural logarithm of how many times the number a value is from which it makes no difference."""

_PERCENT = 100


def _of_closeness(closeness: Closeness) -> Feature:
    return lambda view: float(view.reading.closeness is closeness)


for _closeness, _sign, _meaning in (
    (Closeness.AGREES, +1, "the value agrees with the number"),
    (Closeness.ROUNDS, -1, "the value would only with fewer digits than are written"),
    (Closeness.NEAR, +1, "the value is near the number"),
    (Closeness.SLIP, +1, "the value has the number's digits in another order, or its point elsewhere"),
    (Closeness.CLOSE, +1, "the value is close to the number"),
    (Closeness.SAME_SIZE, +1, "the value has the size of the number"),
):
    ranking_feature(f"value_{_closeness.name.lower()}", _sign, _meaning)(_of_closeness(_closeness))


@ranking_feature("value_distance", -1, "logarithm of how many times the number the value is, or the other way round")
def _value_distance(view: ReadingView) -> float:
    value = view.value
    number = compare_units(view.claim.number, view.reading.query.result_unit).told(view.claim.number.value)
    if value is None or value == 0 or number == 0:
        return 0.0 if value == number else _FARTHEST
    return min(abs(float((abs(value) / abs(number)).ln())), _FARTHEST)


@ranking_feature("no_percentage", -1, "the number is a percentage, the value is beyond 100")
def _no_percentage(view: ReadingView) -> float:
    is_percent = number_form(view.claim.number) == "percent"
    return float(is_percent and view.value is not None and abs(view.value) > _PERCENT)


@ranking_feature("fraction_of_whole", -1, "the number is whole and no percentage, the value is not")
def _fraction_of_whole(view: ReadingView) -> float:
    is_whole = view.claim.number.is_integer and number_form(view.claim.number) != "percent"
    return float(is_whole and view.value is not None and view.value != view.value.to_integral_value())


@ranking_feature("conditions", -1, "number of different predicates of the reading and its parts")
def _conditions(view: ReadingView) -> float:
    return float(len(view.form.predicates))


@ranking_feature("length", -1, "logarithm of the number of words that it takes to say what the reading is")
def _length(view: ReadingView) -> float:
    return math.log(len(view.reading.query.words().split()))


@ranking_feature("tables", -1, "number of tables that the reading joins")
def _tables(view: ReadingView) -> float:
    return float(len(view.reading.query.selection.relations.tables))


@ranking_feature("counted_named", +1, "share of the name of the table whose rows are counted that the sentence has")
def _counted_named(view: ReadingView) -> float:
    """Return 1 where "orders" are counted in ``orders``, and one half in ``order_status``."""
    query = view.reading.query
    if query.column is not None:
        return 0.0
    return named_share(query.selection.anchor.name, {stem(word.token.text) for word in view.said})


@ranking_feature("same_tables", +1, "share of the other claims that agree which are about the same tables")
def _same_tables(view: ReadingView) -> float:
    return view.document.share_with(view.claim, "tables", view.form.tables)


@ranking_feature("same_measure", +1, "share of them that aggregate the same column by the same function")
def _same_measure(view: ReadingView) -> float:
    return view.document.share_with(view.claim, "measure", view.form.measure)


@ranking_feature("predicates_near", +1, "share of the agreeing claims near it that have a predicate of the reading")
def _predicates_near(view: ReadingView) -> float:
    near = view.document.forms_near(view.claim)
    return _share(near, lambda form: not form.predicates.isdisjoint(view.form.predicates))


@ranking_feature("shape_near", +1, "share of them that aggregate the same of rows restricted by the same columns")
def _shape_near(view: ReadingView) -> float:
    return _share(view.document.forms_near(view.claim), lambda form: form.shape == view.form.shape)


@ranking_feature("measured_near", +1, "share of them that aggregate the same column")
def _measured_near(view: ReadingView) -> float:
    return _share(view.document.forms_near(view.claim), lambda form: form.measured == view.form.measured)


@ranking_feature("measured_beside", +1, "the claim before or behind it agrees and aggregates the same column")
def _measured_beside(view: ReadingView) -> float:
    beside = view.document.forms_near(view.claim, 1)
    return float(any(form.measured == view.form.measured for form in beside))


@ranking_feature("restricted_beside", +1, "the claim before or behind it agrees and is restricted by the same columns")
def _restricted_beside(view: ReadingView) -> float:
    beside = view.document.forms_near(view.claim, 1)
    return float(any(form.restricted == view.form.restricted for form in beside))


@ranking_feature("shape_in_sentence", +1, "another number of the sentence agrees, in the same shape")
def _shape_in_sentence(view: ReadingView) -> float:
    return float(any(form.shape == view.form.shape for form in view.document.forms_in_sentence(view.claim)))


@ranking_feature("read_already", -1, "another number of the sentence agrees with this very reading")
def _read_already(view: ReadingView) -> float:
    others = (each.posterior.best[0] for each in view.document.beside(view.claim) if each.agrees)
    return float(any(other.query == view.reading.query for other in others))


def _share(forms: list[Form], is_same: Callable[[Form], bool]) -> float:
    return sum(map(is_same, forms)) / max(len(forms), 1)
