"""Features of a verdict: how sure the reading is, how the number is written, what other numbers are read as."""

from __future__ import annotations

import math

from factcheck.candidates.features import number_form
from factcheck.inference.features_of_readings import Looked, feature
from factcheck.inference.odds import log_odds
from factcheck.inference.read_document import shape_of
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.slips import is_slip

_LEAST = 1e-4
_MOST_DIGITS = 5
_MOST_MARGIN = 5.0
_SMALL = 2
_USUALLY_AGREE = 0.65
"""Share of a document's other claims that agree, where there are none to tell."""

_USUAL_CLAIMS = 2.0
"""Number of claims that this share counts as much as."""

_NEAR = frozenset({Closeness.ROUNDS, Closeness.NEAR, Closeness.SLIP})


@feature("p_query", +1, "log-odds of the reading")
def _p_query(looked: Looked) -> float:
    return log_odds(looked.best.probability, _LEAST)


@feature("p_matching", +1, "log-odds of all readings that agree", contradicting=-1)
def _p_matching(looked: Looked) -> float:
    return log_odds(looked.claim.posterior.p_matching, _LEAST)


@feature("margin", +1, "how much likelier, as a logarithm, its value is than that of any other reading, at most five")
def _margin(looked: Looked) -> float:
    p_value = looked.p_values[looked.value]
    other = max((p for value, p in looked.p_values.items() if value != looked.value), default=0.0)
    return min(math.log(p_value / other), _MOST_MARGIN) if other > 0 else _MOST_MARGIN


@feature("lag", -1, "how much heavier, as a logarithm, another reading is before the data are asked")
def _lag(looked: Looked) -> float:
    return math.sqrt(max(looked.claim.posterior.lag, 0.0))


@feature("digits", +1, "significant digits of the number, at most five")
def _digits(looked: Looked) -> float:
    digits = "".join(map(str, looked.claim.number.value.as_tuple().digits)).strip("0")
    return float(min(max(len(digits), 1), _MOST_DIGITS))


@feature("hedged", -1, "the number is not stated as equal, but as about, above, below or between")
def _hedged(looked: Looked) -> float:
    return float(looked.claim.number.comparison != "=")


@feature("percent", -1, "the number is a percentage")
def _percent(looked: Looked) -> float:
    return float(number_form(looked.claim.number) == "percent")


@feature("near", 0, "the value is near the number, or has two digits swapped", contradicting=+1)
def _near(looked: Looked) -> float:
    return float(looked.best.closeness in _NEAR)


@feature("slip", 0, "the value has the number's digits in another order, or its point elsewhere", contradicting=+1)
def _slip(looked: Looked) -> float:
    return float(looked.value is not None and is_slip(looked.claim.number.value, looked.value))


@feature("small", -1, "the value is two at most", contradicting=0)
def _small(looked: Looked) -> float:
    return float(looked.value is not None and abs(looked.value) <= _SMALL)


@feature("far", 0, "the value is far from the number", contradicting=-1)
def _far(looked: Looked) -> float:
    return float(looked.best.closeness is Closeness.FAR)


@feature("same_reading", -1, "another number of the sentence is read like this one")
def _same_reading(looked: Looked) -> float:
    return float(looked.document.readings[looked.claim.words.tokens, looked.best.query] > 1)


@feature("stated_twice", -1, "another number of the sentence is the same one", contradicting=0)
def _stated_twice(looked: Looked) -> float:
    return float(looked.document.stated[looked.claim.words.tokens, looked.claim.number.value] > 1)


@feature("restricts_another", 0, "another number of the sentence agrees, of rows with this number", contradicting=-1)
def _restricts_another(looked: Looked) -> float:
    """Tell whether the number tells which rows are meant, where it does not agree: "only 12 ran at 75 MHz"."""
    numbers = looked.document.restricting.get(looked.claim.words.tokens)
    return float(numbers is not None and not looked.claim.agrees and numbers[looked.claim.number.value] > 0)


@feature("document_agrees", +1, "share of the document's other claims whose likeliest readings agree")
def _document_agrees(looked: Looked) -> float:
    others = len(looked.document.with_reading) - 1
    return (looked.document.agreeing - looked.best.matches + _USUAL_CLAIMS * _USUALLY_AGREE) / (others + _USUAL_CLAIMS)


@feature("document_far", 0, "share of the document's other claims whose likeliest readings are far", contradicting=-1)
def _document_far(looked: Looked) -> float:
    others = len(looked.document.with_reading) - 1
    is_far = looked.best.closeness is Closeness.FAR
    return (looked.document.far - is_far) / (others + _USUAL_CLAIMS)


@feature("same_shape", +1, "other claims that agree and aggregate the same of rows restricted by the same columns")
def _sameshape_of(looked: Looked) -> float:
    return math.log1p(looked.document.agreeing_shapes[shape_of(looked.best.query)] - looked.best.matches)


@feature("document_known", +1, "share of the nouns of all claims that name anything in the tables")
def _document_known(looked: Looked) -> float:
    return looked.document.known
