"""Features that tell whether a claim's likeliest reading is what is meant, each with what it looks at.

They look at a fixed number of readings, so that a verdict does not depend on how many are asked for, and at no name and
no value of a table: what they learn holds for any text about any tables.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from types import MappingProxyType

from factcheck.candidates.features import number_form
from factcheck.candidates.predicate_view import values_of_others
from factcheck.catalogue.schema import Column
from factcheck.inference.explained_words import ReadClaim, SaidWord
from factcheck.inference.odds import log_odds
from factcheck.inference.posterior import LikelyQuery
from factcheck.inference.read_document import ReadDocument, shape_of, weighted_mean
from factcheck.inference.unsaid_extremes import is_extreme_unsaid
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.slips import is_slip
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Query
from factcheck.retrieval.relevance import UNNAMED
from factcheck.runtime.checkpoints import checkpoint

READINGS = 10
"""How many readings features look at, the likeliest."""

_LEAST = 1e-4
_MOST_DIGITS = 5
_MOST_MARGIN = 5.0
_SMALL = 2
_ALL = 0.95
"""Share of a sentence's nouns, by weight, that is as good as all of them."""

_FAR_MORE = 2.7
"""Times that one value's relevance score is another's from which the sentence speaks of that value."""


_USUALLY_AGREE = 0.65
"""Share of a document's other claims that agree, where there are none to tell."""

_USUAL_CLAIMS = 2.0
"""Number of claims that this share counts as much as."""

_AMOUNTS = (AVG, MAX, MEDIAN, MIN, SUM)
_PARTS = frozenset("half third quarter most majority".split())
_ENOUGH = 0.2
"""Share of what speaks for a value from which other readings that give it are enough."""

_ASKED = (AVG, MEDIAN, SUM)
"""Those whose words tell of the number; "the highest revenue" may be a total, that of the best month."""

_NEAR = frozenset({Closeness.ROUNDS, Closeness.NEAR, Closeness.SLIP})


@dataclass(frozen=True)
class _Looked:
    """What features look at: a claim that has a reading, and its document."""

    claim: ReadClaim
    document: ReadDocument

    @property
    def best(self) -> LikelyQuery:
        """The claim's likeliest reading."""
        return self.claim.posterior.best[0]

    @property
    def value(self) -> Decimal | None:
        """What it gives."""
        return self.claim.values[0]

    @cached_property
    def p_values(self) -> Mapping[Decimal | None, float]:
        """The values that its likely readings give, with the probability of each."""
        return self.claim.p_values(READINGS)

    @cached_property
    def nouns(self) -> tuple[SaidWord, ...]:
        """The nouns of its sentence."""
        return tuple(word for word in self.claim.said if word.is_noun)


SET_BY_HAND: Mapping[bool, Mapping[str, float]] = {
    True: {
        "extreme_unsaid": -2.5,
        "function_left_out": -3.0,
        "parallel_left_out": -3.0,
        "predicates_unnamed": -2.0,
        "value_left_out": -3.0,
        "values_of_others": -4.0,
    },
    False: {"restricts_another": -3.0},
}
"""Weights, of readings that agree and of others, which labelled texts do not tell: hardly any has such an error."""

Feature = Callable[[_Looked], float]

MEANINGS: dict[str, str] = {}
"""What each feature looks at, by its name."""
_SIGNS: dict[bool, dict[str, int]] = {True: {}, False: {}}
_FEATURES: dict[str, Feature] = {}


def signs_of(*, agrees: bool) -> Mapping[str, int]:
    """Return which features tell of readings that agree, or do not, and whether each speaks for its reading.

    1 stands for it, -1 against it: no weight has another sign.
    """
    return MappingProxyType(_SIGNS[agrees])


def _feature(name: str, sign: int, meaning: str, contradicting: int | None = None) -> Callable[[Feature], Feature]:
    """Register a feature with its sign, 0 where it tells nothing.

    ``contradicting`` is the sign for readings that do not agree, where it is another one.
    """

    def register(feature: Feature) -> Feature:
        MEANINGS[name], _FEATURES[name] = meaning, feature
        for agrees, of_reading in ((True, sign), (False, sign if contradicting is None else contradicting)):
            if of_reading:
                _SIGNS[agrees][name] = of_reading
        return feature

    return register


def verdict_features(claims: Sequence[ReadClaim]) -> list[dict[str, float]]:
    """Return the features of each claim of a document; none for a claim without a reading."""
    document = ReadDocument(claims)
    features: list[dict[str, float]] = []
    for claim in claims:
        checkpoint()
        looked = _Looked(claim, document)
        features.append({name: feature(looked) for name, feature in _FEATURES.items()} if claim.posterior.best else {})
    return features


@_feature("words_explained", +1, "share of the sentence's words, by weight, that name a part of the reading")
def _words_explained(looked: _Looked) -> float:
    return weighted_mean((word.weight, word.explained) for word in looked.claim.said)


@_feature(
    "value_left_out",
    -1,
    "a heavier reading explains all nouns, a value among them that this one leaves out",
    contradicting=0,
)
def _value_left_out(looked: _Looked) -> float:
    heaviest, words = looked.claim.posterior.heaviest, looked.claim.words
    if heaviest is None or heaviest == looked.best.query:
        return 0.0
    has_part = next(words.find(_PARTS), None) is not None  # "we had 1,200 guests, half of them from Spain"
    if has_part or not words.states_one_number:
        return 0.0
    nouns = [word for word in looked.claim.said_by(heaviest) if word.is_noun]
    left_out = {word.token for word in looked.nouns if word.is_value and word.explained == 0}
    is_all = weighted_mean((word.weight, word.explained) for word in nouns) >= _ALL
    return float(is_all and any(word.token in left_out and word.explained > 0 for word in nouns))


@_feature(
    "function_left_out",
    -1,
    "a heavier reading has the function that a word asks for, and is otherwise this one",
    contradicting=0,
)
def _function_left_out(looked: _Looked) -> float:
    heaviest, query, scores = looked.claim.posterior.heaviest, looked.best.query, looked.claim.relevance.functions
    if not isinstance(heaviest, Aggregate) or not isinstance(query, Aggregate):
        return 0.0  # "per person" asks for an average or for a rate
    if heaviest.function not in _ASKED or set(heaviest.predicates) != set(query.predicates):
        return 0.0
    asked, own = (scores.get(each.function, 0.0) for each in (heaviest, query))
    is_amount = query.function in _AMOUNTS and heaviest.column == query.column
    return float(asked > own if is_amount else asked > 0 and _counts_unnamed_rows(looked, heaviest))


def _counts_unnamed_rows(looked: _Looked, heaviest: Aggregate) -> bool:
    """Tell whether rows that no word names are counted where an amount is named: "the total units were 4"."""
    query, relevance = looked.best.query, looked.claim.relevance
    if query.function is not COUNT or query.column is not None or heaviest.column is None:
        return False
    table = query.selection.anchor.table_id
    words = {form.lower() for token in looked.claim.words.tokens for form in (token.text, token.lemma)}
    is_counted = any(table in relevance.tables_named_by.get(word, {}) for word in words)
    return relevance.columns.get(heaviest.column.column_id, 0.0) > 0 and not is_counted


@_feature("extreme_unsaid", -1, "an extreme of several rows, for which no word asks", contradicting=0)
def _extreme_unsaid(looked: _Looked) -> float:
    if not is_extreme_unsaid(looked.best.query, looked.claim.relevance):
        return 0.0
    same = [
        likely
        for likely, value in zip(looked.claim.posterior.best[:READINGS], looked.claim.values, strict=False)
        if value == looked.value
    ]
    asked = sum(each.probability for each in same if not is_extreme_unsaid(each.query, looked.claim.relevance))
    return float(asked < _ENOUGH * sum(each.probability for each in same))


@_feature("nouns_explained", +1, "the same of its nouns")
def _nouns_explained(looked: _Looked) -> float:
    return weighted_mean((word.weight, word.explained) for word in looked.nouns)


@_feature("nouns_known", +1, "share of its nouns, by weight, that name anything in the tables")
def _nouns_known(looked: _Looked) -> float:
    return weighted_mean((word.weight, float(word.is_known)) for word in looked.nouns)


@_feature("names_unexplained", -1, "proper nouns of the sentence that name no part of the reading")
def _names_unexplained(looked: _Looked) -> float:
    return math.log1p(sum(1 - word.explained for word in looked.nouns if word.is_name))


@_feature("counted_unexplained", -1, "what the number counts is no part of the reading")
def _counted_unexplained(looked: _Looked) -> float:
    return 1 - max((word.explained for word in looked.claim.said if word.is_counted), default=1.0)


@_feature("figures_unexplained", -1, "other numbers of the sentence that are no part of the reading")
def _figures_unexplained(looked: _Looked) -> float:
    figures = (word for word in looked.claim.said if word.token.tag == "CD" or word.token.text.isdigit())
    return math.log1p(sum(1 - word.explained for word in figures))


@_feature("column_relevance", +1, "logarithm of the relevance of what is aggregated")
def _column_relevance(looked: _Looked) -> float:
    query, relevance = looked.best.query, looked.claim.relevance
    if query.column is None:
        score = relevance.tables.get(query.selection.anchor.table_id, 0.0)
    else:
        score = relevance.columns.get(query.column.column_id, 0.0)
    return math.log(score + 0.01)


@_feature("predicates", -1, "number of predicates of the reading", contradicting=+1)
def _predicates(looked: _Looked) -> float:
    return float(len(looked.best.query.predicates))


@_feature("predicates_unsaid", -1, "values among them of which the claim's sentence does not have all words")
def _predicates_unsaid(looked: _Looked) -> float:
    seen = dict(looked.claim.relevance.predicates)
    parts = (seen[predicate].parts for predicate in looked.best.query.predicates if predicate in seen)
    return float(sum(of_one.get("said", 1.0) < 1 for of_one in parts))


@_feature(
    "another_amount", -1, "how much more a word asks for another amount, such as a median, than for the reading's"
)
def _another_amount(looked: _Looked) -> float:
    query, scores = looked.best.query, looked.claim.relevance.functions
    if not isinstance(query, Aggregate) or query.function not in _AMOUNTS:
        return 0.0
    said = scores.get(query.function, 0.0)
    return max(max(scores.get(function, 0.0) for function in _AMOUNTS) - said, 0.0)


@_feature("predicates_unnamed", -1, "values among them that nothing names, neither the sentence nor those around it")
def _predicates_unnamed(looked: _Looked) -> float:
    seen = dict(looked.claim.relevance.predicates)
    parts = (seen[predicate].parts for predicate in looked.best.query.predicates if predicate in seen)
    return float(sum(UNNAMED in of_one for of_one in parts))


@_feature("another_value", -1, "the sentence says far more of another value of a column that restricts the reading")
def _another_value(looked: _Looked) -> float:
    best: dict[Column, float] = {}
    for predicate, seen in looked.claim.relevance.predicates:
        if isinstance(predicate, Equals):
            best[predicate.column] = max(best.get(predicate.column, 0.0), seen.score)
    scores = looked.claim.relevance.predicate_scores()
    restricting = (each for each in looked.best.query.predicates if isinstance(each, Equals) and each in scores)
    return float(any(best[each.column] > _FAR_MORE * scores[each] for each in restricting))


@_feature("values_of_others", -1, "values among them that stand with another number of the sentence", contradicting=0)
def _values_of_others(looked: _Looked) -> float:
    claim, query = looked.claim, looked.best.query
    parts = [predicate for part in _parts(query) for predicate in part.predicates]
    columns = Counter(predicate.column for predicate in set(parts))
    of_others = values_of_others(claim.words, claim.relevance.predicates) if parts else frozenset()
    return float(sum(predicate in of_others and columns[predicate.column] == 1 for predicate in query.predicates))


@_feature(
    "parallel_left_out",
    -1,
    "another number of the sentence agrees, of the value that stands with it, and this one's value is left out",
    contradicting=0,
)
def _parallel_left_out(looked: _Looked) -> float:
    """Tell whether a restriction is missing that the next number has: "9 for the crews and 8 for the guests"."""
    claim = looked.claim
    beside = [each for each in looked.document.of_sentence[claim.words.tokens] if each is not claim and each.agrees]
    if not beside:
        return 0.0
    of_others = values_of_others(claim.words, claim.relevance.predicates)
    restricted = {predicate.column for part in _parts(looked.best.query) for predicate in part.predicates}
    left_out = {predicate for predicate in of_others if predicate.column not in restricted}
    return float(any(not left_out.isdisjoint(each.posterior.best[0].query.predicates) for each in beside))


@_feature("values_unexplained", -1, "words of values that the sentence has in full and the reading leaves out")
def _values_unexplained(looked: _Looked) -> float:
    return math.log1p(sum(1 - word.explained for word in looked.claim.said if word.is_value))


@_feature("p_query", +1, "log-odds of the reading")
def _p_query(looked: _Looked) -> float:
    return log_odds(looked.best.probability, _LEAST)


@_feature("p_matching", +1, "log-odds of all readings that agree", contradicting=-1)
def _p_matching(looked: _Looked) -> float:
    return log_odds(looked.claim.posterior.p_matching, _LEAST)


@_feature("margin", +1, "how much likelier, as a logarithm, its value is than that of any other reading, at most five")
def _margin(looked: _Looked) -> float:
    p_value = looked.p_values[looked.value]
    other = max((p for value, p in looked.p_values.items() if value != looked.value), default=0.0)
    return min(math.log(p_value / other), _MOST_MARGIN) if other > 0 else _MOST_MARGIN


@_feature("lag", -1, "how much heavier, as a logarithm, another reading is before the data are asked")
def _lag(looked: _Looked) -> float:
    return math.sqrt(max(looked.claim.posterior.lag, 0.0))


@_feature("digits", +1, "significant digits of the number, at most five")
def _digits(looked: _Looked) -> float:
    digits = "".join(map(str, looked.claim.number.value.as_tuple().digits)).strip("0")
    return float(min(max(len(digits), 1), _MOST_DIGITS))


@_feature("hedged", -1, "the number is not stated as equal, but as about, above, below or between")
def _hedged(looked: _Looked) -> float:
    return float(looked.claim.number.comparison != "=")


@_feature("percent", -1, "the number is a percentage")
def _percent(looked: _Looked) -> float:
    return float(number_form(looked.claim.number) == "percent")


@_feature("near", 0, "the value is near the number, or has two digits swapped", contradicting=+1)
def _near(looked: _Looked) -> float:
    return float(looked.best.closeness in _NEAR)


@_feature("slip", 0, "the value has the number's digits in another order, or its point elsewhere", contradicting=+1)
def _slip(looked: _Looked) -> float:
    return float(looked.value is not None and is_slip(looked.claim.number.value, looked.value))


@_feature("small", -1, "the value is two at most", contradicting=0)
def _small(looked: _Looked) -> float:
    return float(looked.value is not None and abs(looked.value) <= _SMALL)


@_feature("far", 0, "the value is far from the number", contradicting=-1)
def _far(looked: _Looked) -> float:
    return float(looked.best.closeness is Closeness.FAR)


@_feature("same_reading", -1, "another number of the sentence is read like this one")
def _same_reading(looked: _Looked) -> float:
    return float(looked.document.readings[looked.claim.words.tokens, looked.best.query] > 1)


@_feature("stated_twice", -1, "another number of the sentence is the same one", contradicting=0)
def _stated_twice(looked: _Looked) -> float:
    return float(looked.document.stated[looked.claim.words.tokens, looked.claim.number.value] > 1)


@_feature("restricts_another", 0, "another number of the sentence agrees, of rows with this number", contradicting=-1)
def _restricts_another(looked: _Looked) -> float:
    """Tell whether the number tells which rows are meant, where it does not agree: "only 12 ran at 75 MHz"."""
    numbers = looked.document.restricting.get(looked.claim.words.tokens)
    return float(numbers is not None and not looked.claim.agrees and numbers[looked.claim.number.value] > 0)


@_feature("document_agrees", +1, "share of the document's other claims whose likeliest readings agree")
def _document_agrees(looked: _Looked) -> float:
    others = len(looked.document.with_reading) - 1
    return (looked.document.agreeing - looked.best.matches + _USUAL_CLAIMS * _USUALLY_AGREE) / (others + _USUAL_CLAIMS)


@_feature("document_far", 0, "share of the document's other claims whose likeliest readings are far", contradicting=-1)
def _document_far(looked: _Looked) -> float:
    others = len(looked.document.with_reading) - 1
    is_far = looked.best.closeness is Closeness.FAR
    return (looked.document.far - is_far) / (others + _USUAL_CLAIMS)


@_feature("same_shape", +1, "other claims that agree and aggregate the same of rows restricted by the same columns")
def _sameshape_of(looked: _Looked) -> float:
    return math.log1p(looked.document.agreeing_shapes[shape_of(looked.best.query)] - looked.best.matches)


@_feature("document_known", +1, "share of the nouns of all claims that name anything in the tables")
def _document_known(looked: _Looked) -> float:
    return looked.document.known


def _parts(query: Query) -> tuple[Query, ...]:
    """Return a query and what it is made of."""
    return (query, *query.operands())
