"""Features of predicates: what speaks for a value, or a limit, that restricts the rows of a claim."""

from __future__ import annotations

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.features import Features
from factcheck.candidates.named_categories import share_beside
from factcheck.candidates.sentence_form import is_an_extreme, is_common_word, is_in_sentence, owns_extreme
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import UNNAMED, Seen
from factcheck.weights.weights import WEIGHTS

_MANY_VALUES = 300
"""Different values of a column from which any word of a text is likely to be one of them by chance."""

_FEW_ROWS = 2

_BY_A_COLUMN = frozenset({"flag", UNNAMED})
"""Parts of what was seen of values that nothing but their column's name brings up."""

_ALL = 0.999
"""Share of a value's words from which it is named in full: shares are sums of rounded parts."""

OF_PREDICATE: Features[[ClaimView, Predicate, Seen]] = Features()


@OF_PREDICATE.feature("relevance", "words of the claim that the predicate's value and column have in common with it")
def _relevance(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:  # noqa: ARG001
    return WEIGHTS.predicate.relevance * seen.score


@OF_PREDICATE.feature("named in full", "the claim's sentence has all words of the value, or the text only some of them")
def _named_in_full(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:  # noqa: ARG001
    if seen.is_said and seen.parts.get("beside", 1.0) > 0:
        return WEIGHTS.predicate.named_in_full
    is_named = seen.parts.get("covered", 1.0) >= _ALL or seen.parts["words"] > 1  # of several words one may be left out
    return 1.0 if is_named else WEIGHTS.predicate.named_in_part


@OF_PREDICATE.feature(
    "common word", "the sentence has the value's only word, but not as a name, among very many values"
)
def _common_word(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:
    if not isinstance(predicate, Equals) or not predicate.column.is_text or seen.parts.get("words", 0.0) > 1:
        return 1.0
    are_many = claim.relevance.values.get(predicate.column.column_id, 0) >= _MANY_VALUES
    if not are_many or claim.relevance.frequencies.get(predicate, _FEW_ROWS + 1) > _FEW_ROWS:
        return 1.0
    return WEIGHTS.predicate.common_word if is_common_word(claim.words, predicate.literal) else 1.0


@OF_PREDICATE.feature("owner of an extreme", "what is named has the number that is said to be the extreme of all")
def _owner_of_extreme(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:
    if not isinstance(predicate, Equals):
        return 1.0
    is_one_row = claim.relevance.frequencies.get(predicate) == 1
    if owns_extreme(claim.words, predicate.literal):  # of its only row any number is the extreme
        return 0.0 if is_one_row and is_an_extreme(claim.words) else WEIGHTS.predicate.owner
    is_owner = is_one_row and seen.is_said and claim.states_extreme
    return WEIGHTS.predicate.owner if is_owner else 1.0


@OF_PREDICATE.feature("all are meant", "an extreme of all is told, and only words around the sentence name the column")
def _all_are_meant(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:
    is_said = _BY_A_COLUMN.isdisjoint(seen.parts) or predicate.column.column_id in claim.columns_said
    is_said |= isinstance(predicate, Equals) and is_in_sentence(claim.words, predicate.literal)
    return WEIGHTS.predicate.all_meant if not is_said and claim.speaks_of_all else 1.0


@OF_PREDICATE.feature("unnamed beside an extreme", "the number is said to be the extreme of all, and nothing names it")
def _unnamed_beside_extreme(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:  # noqa: ARG001
    is_excluded = UNNAMED in seen.parts and is_an_extreme(claim.words)
    return 0.0 if is_excluded else 1.0  # any number of a column is the extreme of some value's rows


@OF_PREDICATE.feature("another value is named", "a sentence of one number names another value of the column instead")
def _another_is_named(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:  # noqa: ARG001
    return WEIGHTS.predicate.another_named if "rival" in seen.parts and claim.words.states_one_number else 1.0


@OF_PREDICATE.feature("kind of the value", "what the sentence calls the value is what values of the column are, or not")
def _kind_of_value(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:  # noqa: ARG001
    if not isinstance(predicate, Equals) or not claim.relevance.kinds:
        return 1.0
    share = share_beside(claim.words, claim.relevance, predicate.column.column_id, predicate.literal)
    if share is None:
        return 1.0
    return 1 + WEIGHTS.predicate.kind * share if share else WEIGHTS.predicate.other_kind


@OF_PREDICATE.feature("number beside its column", "a number that is a value stands beside a word for the column")
def _number_beside(claim: ClaimView, predicate: Predicate, seen: Seen) -> float:  # noqa: ARG001
    return 1.0 if seen.parts.get("beside", 1.0) > 0 else WEIGHTS.predicate.number_alone
