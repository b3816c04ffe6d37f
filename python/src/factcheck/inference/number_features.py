"""Features of a verdict: how sure the reading is, how the number is written, what other numbers are read as."""

from __future__ import annotations

import math

from factcheck.candidates.features import number_form
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import DerivedColumn
from factcheck.inference.feature_registry import ReadingView, feature
from factcheck.inference.odds import log_odds
from factcheck.inference.read_document import shape_of
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.rounding import count_of_digits
from factcheck.numbers.slips import has_point_moved, is_slip
from factcheck.queries.functions.function import Takes
from factcheck.queries.query import Aggregate
from factcheck.units.unit import FRACTION, PERCENT
from factcheck.words.identifiers import spelt_out

_OF_PERCENTAGES = frozenset(
    "percent percentage pct perc per rate rates share shares ratio score margin growth change yield return index"
    " probability proportion fraction turnout approval support efficiency accuracy humidity occupancy coverage".split()
)
"""Words in names of columns that may hold percentages."""

_LEAST = 1e-4
_MOST_DIGITS = 5
_MOST_MARGIN = 5.0
_FEW_DIGITS = 3
_SMALL = 2
_SEVERAL = 3
_USUALLY_AGREE = 0.65
"""Share of a document's other claims that agree, where there are none to tell."""

_USUAL_CLAIMS = 2.0
"""Number of claims that this share counts as much as."""

_NEAR = frozenset({Closeness.ROUNDS, Closeness.NEAR, Closeness.SLIP})


@feature("p_query", +1, "log-odds of the reading")
def _p_query(view: ReadingView) -> float:
    return log_odds(view.reading.probability, _LEAST)


@feature("p_matching", +1, "log-odds of all readings that agree", contradicting=-1)
def _p_matching(view: ReadingView) -> float:
    return log_odds(view.claim.posterior.p_matching, _LEAST)


@feature("margin", +1, "how much likelier, as a logarithm, its value is than that of any other reading, at most five")
def _margin(view: ReadingView) -> float:
    p_value = view.p_values[view.value]
    other = max((p for value, p in view.p_values.items() if value != view.value), default=0.0)
    return min(math.log(p_value / other), _MOST_MARGIN) if other > 0 else _MOST_MARGIN


@feature("lag", -1, "how much heavier, as a logarithm, another reading is before the data are asked")
def _lag(view: ReadingView) -> float:
    return math.sqrt(max(view.claim.posterior.lag, 0.0))


@feature("digits", +1, "significant digits of the number, at most five")
def _digits(view: ReadingView) -> float:
    return float(min(max(count_of_digits(view.claim.number.value), 1), _MOST_DIGITS))


@feature("hedged", -1, "the number is not stated as equal, but as about, above, below or between")
def _hedged(view: ReadingView) -> float:
    return float(view.claim.number.comparison != "=")


@feature("percent", -1, "the number is a percentage")
def _percent(view: ReadingView) -> float:
    return float(number_form(view.claim.number) == "percent")


@feature(
    "percent_of_amount",
    0,
    "the number is a percentage, the value that of a column of amounts",
    contradicting=-1,
    ranking=-1,
)
def _percent_of_amount(view: ReadingView) -> float:
    """Tell whether a percentage is read as an amount: "26.9 % of all orders" as the average of minutes.

    Columns that their units or names make percentages, fractions or marks are none.
    """
    query, column = view.reading.query, view.reading.query.column
    if number_form(view.claim.number) != "percent" or not isinstance(query, Aggregate) or column is None:
        return 0.0
    unit = unit_of(column)
    is_percent = unit is not None and unit.unit in {PERCENT, FRACTION}
    is_share = query.function.takes is not Takes.AMOUNTS or isinstance(column, DerivedColumn)
    is_called_so = not _OF_PERCENTAGES.isdisjoint(spelt_out(column.name))
    return float(not (is_percent or is_share or is_called_so))


@feature("near", 0, "the value is near the number, or has two digits swapped", contradicting=+1)
def _near(view: ReadingView) -> float:
    return float(view.reading.closeness in _NEAR)


@feature("slip", 0, "the value has the number's digits in another order, or its point elsewhere", contradicting=+1)
def _slip(view: ReadingView) -> float:
    return float(view.value is not None and is_slip(view.claim.number.value, view.value))


@feature("point_moved", 0, "the value has the few digits of the number, with the point elsewhere", contradicting=-1)
def _point_moved(view: ReadingView) -> float:
    """Tell whether a value may well have the number's digits by chance: of "32 counties" another count may be 320."""
    stated = view.claim.number.value
    has_few = count_of_digits(stated) <= _FEW_DIGITS
    return float(has_few and view.value is not None and has_point_moved(stated, view.value))


@feature("small", -1, "the value is two at most", contradicting=0, ranking=-1)
def _small(view: ReadingView) -> float:
    return float(view.value is not None and abs(view.value) <= _SMALL)


@feature("far", 0, "the value is far from the number", contradicting=-1)
def _far(view: ReadingView) -> float:
    return float(view.reading.closeness is Closeness.FAR)


@feature("same_reading", -1, "another number of the sentence is read like this one")
def _same_reading(view: ReadingView) -> float:
    return float(view.document.readings[view.claim.words.tokens, view.reading.query] > 1)


@feature(
    "read_alike",
    0,
    "several numbers of the document are read like this one: the logarithm of how many",
    contradicting=-1,
)
def _read_alike(view: ReadingView) -> float:
    """Return how much less likely one of several numbers is the one that a reading is meant for: it has one value."""
    count = len(view.document.numbers_read_as[view.reading.query])
    return math.log(count) if count >= _SEVERAL else 0.0


@feature("stated_twice", -1, "another number of the sentence is the same one", contradicting=0)
def _stated_twice(view: ReadingView) -> float:
    return float(view.document.stated[view.claim.words.tokens, view.claim.number.value] > 1)


@feature(
    "restricts_another",
    0,
    "another number of the sentence agrees, of rows with this number",
    contradicting=-1,
    ranking=-1,
)
def _restricts_another(view: ReadingView) -> float:
    """Tell whether the number tells which rows are meant, where it does not agree: "only 12 ran at 75 MHz"."""
    numbers = view.document.restricting.get(view.claim.words.tokens)
    return float(numbers is not None and not view.reading.matches and numbers[view.claim.number.value] > 0)


@feature("document_agrees", +1, "share of the document's other claims whose likeliest readings agree")
def _document_agrees(view: ReadingView) -> float:
    others = len(view.document.with_reading) - 1
    return (view.document.agreeing - view.reading.matches + _USUAL_CLAIMS * _USUALLY_AGREE) / (others + _USUAL_CLAIMS)


@feature("sentence_agrees", +1, "share of the sentence's other claims whose likeliest readings agree")
def _sentence_agrees(view: ReadingView) -> float:
    others = len(view.document.beside(view.claim))
    return (len(view.document.forms_in_sentence(view.claim)) + _USUALLY_AGREE) / (others + 1)


@feature("claims_near_agree", +1, "share of the claims near this one whose likeliest readings agree")
def _claims_near_agree(view: ReadingView) -> float:
    agreeing = len(view.document.forms_near(view.claim))
    return (agreeing + _USUALLY_AGREE) / (view.document.count_near(view.claim) + 1)


@feature("document_far", 0, "share of the document's other claims whose likeliest readings are far", contradicting=-1)
def _document_far(view: ReadingView) -> float:
    others = len(view.document.with_reading) - 1
    is_far = view.reading.closeness is Closeness.FAR
    return (view.document.far - is_far) / (others + _USUAL_CLAIMS)


@feature("same_shape", +1, "other claims that agree and aggregate the same of rows restricted by the same columns")
def _same_shape(view: ReadingView) -> float:
    return math.log1p(view.document.agreeing_shapes[shape_of(view.reading.query)] - view.reading.matches)


@feature("document_known", +1, "share of the nouns of all claims that name anything in the tables")
def _document_known(view: ReadingView) -> float:
    return view.document.known
