"""Features of a verdict: what the sentence says and the likeliest reading leaves out."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.statements.doubt import OF_PRESENTATION
from factcheck.catalogue.derived import DerivedColumn
from factcheck.inference.explained_words import SaidWord
from factcheck.inference.feature_registry import ReadingView, feature, parts_of
from factcheck.inference.read_document import weighted_mean
from factcheck.nlp.parser import Token
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import quantities
from factcheck.queries.compared import TwoQueries
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT, PERCENTAGE
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.ratio import Ratio
from factcheck.queries.span import Span
from factcheck.queries.standard_score import StandardScore
from factcheck.retrieval.generators.negations import EXCEPTING
from factcheck.retrieval.measure_words import AMOUNTS_OF_MONEY

_YEAR = re.compile(r"1[89]\d\d|20\d\d")
_FIGURES = re.compile(r"\d[\d,]*(?:\.\d+)?")
_OTHER = frozenset({Closeness.SAME_SIZE, Closeness.FAR})
_NARROWING = frozenset({"compound", "nn", "nmod", "amod"})
"""How a word that says which kind is meant depends on the noun."""

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_EXCEPTING = re.compile(rf"\b(?:{EXCEPTING})\s\w", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?P<noun>(?:change|increase|decrease|rise|drop|decline|growth|reduction|improvement|difference|gap)s?)\s"
    r"(?:in\s(?:[\w-]+\s){1,3})?of(?:\s(?:just|only|about|around|nearly|almost|over|roughly|approximately|more\sthan))?"
    r"(?:\s[$€£+-])?\Z"
)
"""Before what something has changed by, or is more than something else."""

_MONEY = AMOUNTS_OF_MONEY - frozenset("bill pay paid payment return sales spent".split())
"""Words for amounts of money, and for nothing that is counted as well."""

_OF_ROWS = (COUNT, COUNT_DISTINCT, PERCENTAGE)
_OF_WHOM = re.compile(r"(?:%|per\s?cent)?\s?of\s(?:whom|which|them|these|those)\b")
_THOSE = frozenset({"those", "these"})
_SHARE_BEFORE = re.compile(r"\d\s?(?:%|per\s?cent)")

_LEAVING_OUT = frozenset({Not.kind, Compare.kind, IsNull.kind})
_STILL = frozenset({"still", "already", "yet"})
"""What is true only of some at any time."""

_HALF = 0.5
_BESIDE, _FEWEST_BESIDE = 3, 3
"""Claims before one and behind it that stand close to it, and how many of them are of the same measure at least."""


@feature("kind_left_out", 0, "words tell a kind, or who is left out, and name no part of the reading", contradicting=-1)
def _kind_left_out(view: ReadingView) -> float:
    """Tell whether what is counted is more than a reading has: "63 car thefts" of all thefts, "63 are still open"."""
    counted = [word for word in view.said if word.is_counted]
    starts = {word.token.start for word in counted if word.explained >= _HALF}
    at = {index for index, token in enumerate(view.claim.words.tokens) if token.start in starts}
    before = (word for word in view.said if word.token.dependency in _NARROWING and word.explained < _HALF)
    is_part = any(word.token.head in at for word in before) or _tells_a_state(view, at)
    is_part = is_part and not _is_just_above(view)
    return float(is_part or _excepts_in_vain(view) or _leaves_change_out(view) or _counts_rows_of_money(view))


def _is_just_above(view: ReadingView) -> bool:
    """Tell whether fewer are counted than the number says, by little: no part of them is that many."""
    is_near = view.reading.closeness is Closeness.NEAR and view.reading.query.function in (COUNT, COUNT_DISTINCT)
    return is_near and view.value is not None and view.value < view.claim.number.value


def _leaves_change_out(view: ReadingView) -> bool:
    """Tell whether the number is that of a change, and the reading compares nothing: "a drop of just 0.2 %"."""
    query, words = view.reading.query, view.claim.words
    if isinstance(query, TwoQueries | Span | StandardScore) or isinstance(query.column, DerivedColumn):
        return False
    found = _CHANGE.search(words.text_before())
    said = (word for word in view.said if found and word.token.text.lower() == found["noun"])
    return found is not None and not any(word.explained >= _HALF for word in said)


def _counts_rows_of_money(view: ReadingView) -> bool:
    """Tell whether the number is a share of an amount of money, and the reading one of rows: "42 % of revenue"."""
    whole = view.claim.words.whole() if view.claim.number.unit == "percent" else None
    if whole is None or view.claim.words.tokens[whole].lemma.lower() not in _MONEY:
        return False
    return all(part.function in _OF_ROWS for part in parts_of(view.reading.query))


def _excepts_in_vain(view: ReadingView) -> bool:
    """Tell whether the sentence leaves some out, and the reading none: "excluding those without a guest, it is $56"."""
    predicates = (predicate for part in parts_of(view.reading.query) for predicate in part.predicates)
    if any(predicate.kind in _LEAVING_OUT for predicate in predicates):
        return False
    return _EXCEPTING.search(" ".join(token.text for token in view.claim.words.tokens)) is not None


def _tells_a_state(view: ReadingView, counted: Collection[int]) -> bool:
    """Tell whether all that are counted are said to be something that no part of the reading has: "63 are active"."""
    tokens, query = view.claim.words.tokens, view.reading.query
    is_of_all = query.function in (COUNT, COUNT_DISTINCT) and not any(part.predicates for part in parts_of(query))
    verbs = {tokens[at].head for at in counted if tokens[at].dependency in _SUBJECTS} if is_of_all else set()
    still = any(token.text.lower() in _STILL and token.head in verbs for token in tokens)
    states = (word for word in view.said if word.token.dependency == "acomp" and word.explained < _HALF)
    return still or any(word.token.head in verbs and _may_restrict(word) for word in states)


@feature(
    "parallel_left_out",
    -1,
    "another number of the sentence agrees, of the value that stands with it, and this one's value is left out",
    contradicting=0,
    ranking=-1,
)
def _parallel_left_out(view: ReadingView) -> float:
    """Tell whether a restriction is missing that the next number has: "9 for the crews and 8 for the guests"."""
    claim = view.claim
    beside = [each for each in view.document.beside(claim) if each.agrees]
    if not beside:
        return 0.0
    of_others = claim.values_of_others
    restricted = {predicate.column for part in parts_of(view.reading.query) for predicate in part.predicates}
    left_out = {predicate for predicate in of_others if predicate.column not in restricted}
    return float(any(not left_out.isdisjoint(each.posterior.best[0].query.predicates) for each in beside))


@feature(
    "near_left_out",
    -1,
    "a restriction is missing that all claims close by have which agree, and with it the value differs",
    contradicting=0,
)
def _near_left_out(view: ReadingView) -> float:
    """Recognise the chargebacks of Oslo among entries that each tell of unauthorized ones in a town."""
    near = [
        form
        for form in view.document.forms_near(view.claim, _BESIDE)
        if form.measure == view.form.measure and form.restricted >= view.form.restricted
    ]
    if len(near) < _FEWEST_BESIDE:
        return 0.0
    common = near[0].predicates.intersection(*(form.predicates for form in near[1:]))
    missing = {each for each in common if each.column.column_id not in view.form.restricted}
    likely = zip(view.claim.posterior.best, view.claim.values, strict=False)
    return float(
        any(
            other.query.function is view.reading.query.function
            and not other.matches
            and value is not None
            and not missing.isdisjoint(other.query.predicates)
            and view.form.predicates <= set(other.query.predicates)
            for other, value in (likely if missing else ())
        )
    )


@feature(
    "whole_left_out",
    -1,
    "the number is a share of those whom another share before it counts, or a clause tells; the reading is of all",
)
def _whole_left_out(view: ReadingView) -> float:
    """Recognise "64 % had a partner, 37.5 % of whom were married", read as 37.5 % of all.

    So is "27.8 % of those asked who think of leaving" where no part of the reading says who thinks of leaving.
    """
    words, query = view.claim.words, view.reading.query
    is_of_part = _OF_WHOM.match(words.text_after()) and _SHARE_BEFORE.search(words.text_before())
    if is_of_part and isinstance(query, Ratio) and query.is_share and not query.denominator.predicates:
        return 1.0
    return float(view.claim.number.unit == "percent" and _leaves_a_clause_out(view))


def _leaves_a_clause_out(view: ReadingView) -> bool:
    """Tell whether the reading has little of the clause which tells whom the number is a share of."""
    tokens, whole = view.claim.words.tokens, view.claim.words.whole()
    if whole is None:  # "55 % of those who came"
        behind = max(view.claim.words.claimed, default=len(tokens)) + 1
        whole = next(
            (at for at, token in enumerate(tokens[: behind + 3]) if at > behind and token.text in _THOSE), None
        )
    clause = next((at for at, token in enumerate(tokens) if token.head == whole and token.dependency == "relcl"), None)
    if clause is None:
        return False
    starts = {token.start for at, token in enumerate(tokens) if clause in _governing(tokens, at)}
    told = [(word.weight, word.explained) for word in view.said if word.token.start in starts]
    return bool(told) and weighted_mean(told) < _HALF


def _governing(tokens: Sequence[Token], at: int) -> set[int]:
    """Return a token and those that govern it, up to the root."""
    found: set[int] = set()
    while at not in found:
        found.add(at)
        at = tokens[at].head
    return found


@feature(
    "counts_all",
    0,
    "all are counted, the value is another, and words say which ones are meant",
    contradicting=-1,
    ranking=-1,
)
def _counts_all(view: ReadingView) -> float:
    """Tell whether a count restricts nothing while words are left: "756 runs had no note of the shoe" of 1,127 runs."""
    query = view.reading.query
    is_count = query.function in (COUNT, COUNT_DISTINCT) and not any(part.predicates for part in parts_of(query))
    if not is_count or view.reading.closeness not in _OTHER:
        return 0.0
    label = _end_of_label(view.claim.words)
    return float(any(_may_restrict(word) for word in view.said if word.token.start >= label))


def _end_of_label(words: ClaimWords) -> int:
    """Return where what a label names begins: "Overview: there are 84 ferries"."""
    before = words.tokens[: words.claimed[0]] if words.claimed else ()
    return max((token.end for token in before if token.text == ":"), default=0)


@feature("year_left_out", 0, "the sentence names years, none of which is part of the reading", contradicting=-1)
def _year_left_out(view: ReadingView) -> float:
    """Tell whether a reading is of all years where one is named: "in 2015 it was below 2.1 in 80 countries"."""
    years = [word for word in view.said if _YEAR.fullmatch(word.token.text)]
    return float(bool(years) and not any(word.explained > 0 for word in years))


@feature(
    "condition_left_out",
    0,
    "numbers say which rows are meant, none of which is part of the reading",
    contradicting=-1,
    ranking=-1,
)
def _condition_left_out(view: ReadingView) -> float:
    """Tell whether a reading is of all rows where a limit is said: "where the tax was below 40 cents, it was 122"."""
    conditions = [number for number in view.claim.words.conditions if number.unit != "year"]
    if not conditions:
        return 0.0
    seen = view.claim.predicate_scores
    query = view.reading.query
    parts = [predicate for part in parts_of(query) for predicate in part.predicates]
    described = query.words()
    wanted = {number_text(end) for number in conditions for end in (number.value, number.high) if end}
    is_used = not wanted.isdisjoint(figure.replace(",", "") for figure in _FIGURES.findall(described))
    # a value may write it in short: 'Less than $40K' is 40000
    is_used = is_used or any(number_text(number.value) in wanted for number in quantities(described))
    return float(not is_used and not any(each in seen and isinstance(each, Compare | Between) for each in parts))


def _may_restrict(word: SaidWord) -> bool:
    """Tell whether a word that no part of the reading explains may say which rows are meant."""
    is_word = word.token.tag.startswith(("NN", "VB", "JJ")) and word.token.lemma.lower() not in OF_PRESENTATION
    return is_word and not word.is_counted and word.explained < _HALF
