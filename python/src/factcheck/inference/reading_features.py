"""Features of a verdict: which of the words and values of the sentence the likeliest reading explains."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from factcheck.inference.explained_words import counts_nameless_rows
from factcheck.inference.feature_registry import READINGS, ReadingView, feature, parts_of
from factcheck.inference.read_document import weighted_mean
from factcheck.inference.unsaid_extremes import is_extreme_unsaid
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Query
from factcheck.retrieval.generators.unsaid_levels import ONE_OF_FEW
from factcheck.retrieval.relevance import UNNAMED
from factcheck.words.identifiers import ROW_WORDS, split_identifier

_ALL = 0.95
"""Share of a sentence's nouns, by weight, that is as good as all of them."""

_FAR_MORE = 2.7
"""Times that one value's relevance score is another's from which the sentence speaks of that value."""

_AMOUNTS = (AVG, MAX, MEDIAN, MIN, SUM)
_PARTS = frozenset("half third quarter most majority".split())
_ENOUGH = 0.2
"""Share of what speaks for a value from which other readings that give it are enough."""

_OF_ITS_NAME = 0.25
"""How well a word names a column from which on it is one of its own name, rather than of its table's."""

_ASKED = (AVG, MEDIAN, SUM)
"""Those whose words tell of the number; "the highest revenue" may be a total, that of the best month."""


@feature("words_explained", +1, "share of the sentence's words, by weight, that name a part of the reading", ranking=+1)
def _words_explained(view: ReadingView) -> float:
    return weighted_mean((word.weight, word.explained) for word in view.said)


@feature(
    "value_left_out",
    -1,
    "a heavier reading explains all nouns, a value or a name among them that this one leaves out",
    contradicting=0,
)
def _value_left_out(view: ReadingView) -> float:
    heaviest, words = view.claim.posterior.heaviest, view.claim.words
    if heaviest is None or heaviest == view.reading.query:
        return 0.0
    has_part = next(words.find(_PARTS), None) is not None  # "we had 1,200 guests, half of them from Spain"
    if has_part or not words.states_one_number:
        return 0.0
    nouns = [word for word in view.claim.said_by(heaviest) if word.is_noun]
    left_out = {word.token for word in view.nouns if (word.is_value or word.is_name) and word.explained == 0}
    is_all = weighted_mean((word.weight, word.explained) for word in nouns) >= _ALL
    return float(is_all and any(word.token in left_out and word.explained > 0 for word in nouns))


@feature(
    "function_left_out",
    -1,
    "another likely reading has the function that a word asks for, and is otherwise this one",
    contradicting=0,
)
def _function_left_out(view: ReadingView) -> float:
    heaviest, likely = view.claim.posterior.heaviest, view.claim.posterior.best[1:READINGS]
    others = [heaviest, *(each.query for each in likely)]
    is_asked = any(isinstance(other, Aggregate) and _has_asked_function(view, other) for other in others)
    return float(is_asked or (heaviest is not None and _rounds_what_is_counted(view, heaviest)))


def _rounds_what_is_counted(view: ReadingView, heaviest: Query) -> bool:
    """Tell whether a whole number is an amount rounded that no word asks for, where the same rows may be counted.

    "Races run: 11" counts races, and is no average of 11.17 miles.
    """
    query, number, value = view.reading.query, view.claim.number, view.value
    is_whole = number.is_integer and number.scale == 1 and number.unit == "plain"
    if not is_whole or value is None or value == value.to_integral_value() or not isinstance(query, Aggregate):
        return False
    is_of_rows = heaviest.function is COUNT and heaviest.column is None
    if not is_of_rows or not set(heaviest.predicates) >= set(query.predicates) or query.column is None:
        return False
    relevance, column = view.claim.relevance, query.column.column_id
    named_by = (relevance.columns_named_by.get(word, {}) for word in view.claim.words.forms)
    named = max((scores.get(column, 0.0) for scores in named_by), default=0.0)
    return named < _OF_ITS_NAME and not relevance.functions.get(query.function)


def _has_asked_function(view: ReadingView, other: Aggregate) -> bool:
    """Tell whether another reading is the likeliest one but for the function, which it has as a word asks for it."""
    query, scores = view.reading.query, view.claim.relevance.functions
    if not isinstance(query, Aggregate):
        return False  # "per person" asks for an average or for a rate
    if other.function not in _ASKED or set(other.predicates) != set(query.predicates):
        return False
    asked, own = (scores.get(each.function, 0.0) for each in (other, query))
    is_heaviest = other == view.claim.posterior.heaviest
    if other.column == query.column and query.function in (_AMOUNTS if is_heaviest else _ASKED):
        # of readings that are likely for other reasons, one that the sentences around alone ask for tells little
        is_said = is_heaviest or not other.function.keywords.isdisjoint(view.claim.words.forms)
        return asked > own and is_said
    return is_heaviest and asked > 0 and _counts_unnamed_rows(view, other)


def _counts_unnamed_rows(view: ReadingView, heaviest: Aggregate) -> bool:
    """Tell whether rows that no word names are counted where an amount is named: "the total units were 4"."""
    query, relevance = view.reading.query, view.claim.relevance
    if query.function is not COUNT or query.column is not None or heaviest.column is None:
        return False
    table = query.selection.anchor.table_id
    is_counted = any(table in relevance.tables_named_by.get(word, {}) for word in view.claim.words.forms)
    return relevance.columns.get(heaviest.column.column_id, 0.0) > 0 and not is_counted


@feature("extreme_unsaid", -1, "an extreme of several rows, for which no word asks", ranking=-1)
def _extreme_unsaid(view: ReadingView) -> float:
    if not is_extreme_unsaid(view.reading.query, view.claim.relevance):
        return 0.0
    same = [
        likely
        for likely, value in zip(view.claim.posterior.best[:READINGS], view.claim.values, strict=False)
        if value == view.value
    ]
    asked = sum(each.probability for each in same if not is_extreme_unsaid(each.query, view.claim.relevance))
    return float(asked < _ENOUGH * sum(each.probability for each in same))


@feature(
    "extreme_of_groups",
    0,
    "an extreme of one group's rows, where the group is said to be first of all groups",
    contradicting=-1,
)
def _extreme_of_groups(view: ReadingView) -> float:
    """Tell whether a superlative ranks groups: "Oslo is the port that took the longest, 158 hours" on average."""
    query, tokens = view.reading.query, view.claim.words.tokens
    if not isinstance(query, Aggregate) or query.function not in (MAX, MIN):
        return 0.0
    grouped = {form for each in query.predicates for form in split_identifier(each.column.name)}
    for at, token in enumerate(tokens):
        above = token.head
        if token.tag in {"JJS", "RBS"} and above != at and tokens[above].dependency == "relcl":
            noun = tokens[tokens[above].head]
            if not grouped.isdisjoint((noun.text.lower(), noun.lemma.lower())):
                return 1.0
    return 0.0


@feature("nouns_explained", +1, "the same of its nouns", ranking=+1)
def _nouns_explained(view: ReadingView) -> float:
    return weighted_mean((word.weight, word.explained) for word in view.nouns)


@feature("nouns_known", +1, "share of its nouns, by weight, that name anything in the tables")
def _nouns_known(view: ReadingView) -> float:
    return weighted_mean((word.weight, float(word.is_known)) for word in view.nouns)


@feature("names_unexplained", -1, "proper nouns of the sentence that name no part of the reading")
def _names_unexplained(view: ReadingView) -> float:
    return math.log1p(sum(1 - word.explained for word in view.nouns if word.is_name))


@feature("counted_unexplained", -1, "what the number counts is no part of the reading")
def _counted_unexplained(view: ReadingView) -> float:
    return 1 - max((word.explained for word in view.said if word.is_counted), default=1.0)


@feature("figures_unexplained", -1, "other numbers of the sentence that are no part of the reading")
def _figures_unexplained(view: ReadingView) -> float:
    figures = (word for word in view.said if word.token.tag == "CD" or word.token.text.isdigit())
    return math.log1p(sum(1 - word.explained for word in figures))


@feature("column_relevance", +1, "logarithm of the relevance of what is aggregated")
def _column_relevance(view: ReadingView) -> float:
    query, relevance = view.reading.query, view.claim.relevance
    if counts_nameless_rows(query, relevance):
        score = 1.0
    elif query.column is None:
        score = relevance.tables.get(query.selection.anchor.table_id, 0.0)
    else:
        score = relevance.columns.get(query.column.column_id, 0.0)
    return math.log(score + 0.01)


@feature("rows_named", 0, "all rows of a table are counted, and the number counts rows by that name", contradicting=+1)
def _rows_named(view: ReadingView) -> float:
    """Tell whether nothing else can be meant: "The data set has 1,000 rows", "there are 3,637 observations"."""
    query = view.reading.query
    if not isinstance(query, Aggregate) or query.function is not COUNT or query.column is not None or query.predicates:
        return 0.0
    counted = (word.token.lemma.lower() in ROW_WORDS for word in view.said if word.is_counted)
    return float(any(counted))


@feature("predicates_said", +1, "values among its predicates of which the claim's sentence has all words")
def _predicates_said(view: ReadingView) -> float:
    return float(sum(of_one.get("said", 0.0) >= 1 for of_one in _parts_seen(view, view.reading.query.predicates)))


@feature("predicates", -1, "number of predicates of the reading", contradicting=+1)
def _predicates(view: ReadingView) -> float:
    return float(len(view.reading.query.predicates))


@feature("predicates_unsaid", -1, "values among them of which the claim's sentence does not have all words", ranking=-1)
def _predicates_unsaid(view: ReadingView) -> float:
    return float(sum(of_one.get("said", 1.0) < 1 for of_one in _parts_seen(view, view.reading.query.predicates)))


@feature(
    "another_amount",
    -1,
    "how much more a word asks for another amount, such as a median, than for the reading's",
    ranking=-1,
)
def _another_amount(view: ReadingView) -> float:
    query, scores = view.reading.query, view.claim.relevance.functions
    if not isinstance(query, Aggregate) or query.function not in _AMOUNTS:
        return 0.0
    said = scores.get(query.function, 0.0)
    return max(max(scores.get(function, 0.0) for function in _AMOUNTS) - said, 0.0)


@feature("predicates_unnamed", -1, "values among them that nothing names, neither the sentence nor those around it")
def _predicates_unnamed(view: ReadingView) -> float:
    return float(sum(UNNAMED in of_one for of_one in _parts_seen(view, view.reading.query.predicates)))


@feature(
    "levels_unsaid", 0, "values among them that a panel has beside few others, unsaid", contradicting=-1, ranking=-1
)
def _levels_unsaid(view: ReadingView) -> float:
    predicates = [predicate for part in parts_of(view.reading.query) for predicate in part.predicates]
    return float(sum(ONE_OF_FEW in of_one for of_one in _parts_seen(view, predicates)))


def _parts_seen(view: ReadingView, predicates: Iterable[Predicate]) -> Iterator[Mapping[str, float]]:
    """Yield the parts of what the claim's words say of each predicate that they brought up."""
    return (view.claim.seen[predicate].parts for predicate in predicates if predicate in view.claim.seen)


@feature(
    "another_value",
    -1,
    "the sentence says far more of another value of a column that restricts the reading",
    ranking=-1,
)
def _another_value(view: ReadingView) -> float:
    best, scores = view.claim.best_values, view.claim.predicate_scores
    restricting = (each for each in view.reading.query.predicates if isinstance(each, Equals) and each in scores)
    return float(any(best[each.column] > _FAR_MORE * scores[each] for each in restricting))


@feature(
    "values_of_others",
    -1,
    "values among them that stand with another number of the sentence",
    contradicting=0,
    ranking=-1,
)
def _values_of_others(view: ReadingView) -> float:
    claim, query = view.claim, view.reading.query
    parts = [predicate for part in parts_of(query) for predicate in part.predicates]
    columns = Counter(predicate.column for predicate in set(parts))
    of_others = claim.values_of_others if parts else ()
    return float(sum(predicate in of_others and columns[predicate.column] == 1 for predicate in query.predicates))


@feature(
    "values_unexplained", -1, "words of values that the sentence has in full and the reading leaves out", ranking=-1
)
def _values_unexplained(view: ReadingView) -> float:
    return math.log1p(sum(1 - word.explained for word in view.said if word.is_value))
