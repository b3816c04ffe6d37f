"""What a reading of a statement leaves unexplained: words of its clause that restrict what is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.owners import tokens_of
from factcheck.candidates.statements.reading import StatementQuery
from factcheck.candidates.statements.restrictions import name_raised, named_in
from factcheck.catalogue.schema import Column
from factcheck.claims.statements.phrases import Said
from factcheck.nlp.parser import Token
from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.steady_change import SteadyChange
from factcheck.retrieval.generators.negations import EXCEPTING
from factcheck.retrieval.generators.unsaid_levels import ALL_TOGETHER
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import begin_alike, stem
from factcheck.words.opposites import says_in_any_form

OF_PRESENTATION = frozenset(
    "data dataset table chart graph figure plot list analysis result report study sample record entry row column set "
    "total overall average mean median sum number count amount value percent percentage share rate level "
    "all other rest whole entire single each every same different various own such certain "
    "place position rank time period day date week weekday weekend month quarter year today hour "
    "contrast addition comparison general instance example sense "
    "bottleneck takeaway insight finding interpretation conclusion recommendation highlight overview summary key "
    "category group type kind class segment part way case fact thing people list difference gap margin hand".split()
)
"""Words that say how something is shown or compared, and restrict nothing."""
_PEOPLE = frozenset({"singles"})
"""Plurals of adjectives of presentation, which mean people."""
_LEFT_OUT = re.compile(rf"\b(?:{EXCEPTING}|excepting|barring|not\scounting)\b", re.IGNORECASE)
"""What leaves some out of a ranking."""
_MALE, _OF_SEX = ("male",), frozenset({"sex", "gender"})
_EACH = frozenset("every each both".split())
_OF_AMOUNTS = frozenset("earning grossing paying paid spending rated reviewed scoring".split())
"""Participles that rank by an amount, which rows have none of."""

_OF_SOME = frozenset(
    "abandon cancel churn close decline default delay delete die drop expire fail kill miss refund reject reopen "
    "reorder repeat return revoke skip suspend".split()
)
"""Verbs of what happens to some of all that there is."""

_OF_KINDS = 4
"""Words that an adjective counts as much as which tells what is counted."""

_NEAR = 3
"""Tokens from a number to what it counts, at most: "in three major categories"."""
_MOST = 4


def unexplained(cue: StatementCue, query: StatementQuery) -> float:
    """Return the doubt about a reading for words of the statement's clause that nothing in it accounts for."""
    weights, count = WEIGHTS.statement, len(left_words(cue, query)) + _OF_KINDS * len(_kinds_left(cue, query))
    return weights.unexplained * min(count, _MOST) + weights.other_column * _is_of_another(cue, query)


def _kinds_left(cue: StatementCue, query: StatementQuery) -> list[str]:
    """Return the adjectives and verbs that tell which rows are counted, where a reading counts others, too.

    "The most common active subscription" is not that of all, and "most extreme events" are no events of any kind.  Nor
    do rows tell who is "the top earning driver", or all of them what was "reopened the most".
    """
    counts_rows = isinstance(query, Ratio) or (isinstance(query, GroupPlace) and query.function is COUNT)
    tokens = cue.words.measured.tokens if counts_rows else ()
    told = [token for token, noun in pairwise(tokens) if _tells_kind(token) and noun.tag.startswith("NN")]
    if isinstance(query, GroupPlace) and not query.event:
        told += [token for token in tokens if token.tag.startswith("VB") and token.lemma.lower() in _OF_SOME]
    adjectives = Said("", tuple((token.text.lower(), token.lemma.lower()) for token in told))
    return _left(adjectives, query, map(stem, tokens_of(query.words())) if told else ())


def _tells_kind(token: Token) -> bool:
    return token.tag == "JJ" or token.text.lower() in _OF_AMOUNTS


def unexplained_rows(cue: StatementCue, query: StatementQuery) -> float:
    """Return the doubt about a reading for what is set apart at the head of the clause, where it names other rows.

    "Among women, …" is not about all, whatever else the words and numbers of the sentence agree with.  Neither does
    "more than any small town" tell who is first of all.  Where values that stand for all others have rows of their own,
    as "World" has beside countries and continents, not all values are rivals, and rows are not counted.
    """
    is_set_apart = bool(_left(cue.words.leading, query))
    with_totals = _columns_with_totals(cue)
    is_of_levels = isinstance(query, GroupPlace) and query.by.column in with_totals
    counts_totals = query.function is COUNT and query.selection.anchor.table_id in {c.table_id for c in with_totals}
    is_left_out = _is_some_left_out(cue) or _is_of_one_sex(cue, query) or _leaves_number(cue, query)
    doubts = (is_set_apart, cue.assertion.is_of_some, is_of_levels, counts_totals, is_left_out)
    return WEIGHTS.statement.unexplained_rows * any(doubts) + in_each(cue, query) + _of_others(cue, query)


def _is_some_left_out(cue: StatementCue) -> bool:
    """Recognise that some have no place among others: "apart from Malta, Wales has the highest"."""
    return _LEFT_OUT.search(" ".join(token.text for token in cue.words.sentence)) is not None


def _is_of_one_sex(cue: StatementCue, query: StatementQuery) -> bool:
    """Tell whether a statement is about men or women, which a reading that ranks all knows nothing of."""
    if not isinstance(query, GroupPlace) or not any(map(_tells_sex, cue.words.measured.forms)):
        return False
    return not any(_tells_sex(word) for name in _names(query) for word in (*split_identifier(name), *tokens_of(name)))


def _leaves_number(cue: StatementCue, query: StatementQuery) -> bool:
    """Tell whether most are said to have values between numbers of which a reading has but one: "were aged 40-70"."""
    tokens = (token for said in cue.words.owners for token in said.tokens if token.tag == "CD")
    numbers = ((token.text.lower().replace(",", ""), token.lemma.lower().replace(",", "")) for token in tokens)
    return isinstance(query, Ratio) and bool(_left(Said("", tuple(numbers)), query))


def _tells_sex(word: str) -> bool:
    return word in _OF_SEX or says_in_any_form(word, _MALE) is not None


def _of_others(cue: StatementCue, query: StatementQuery) -> float:
    """Return the doubt about whose extreme it is where a name tells it: "the best-paid Heron" is not that of all."""
    name = name_raised(cue)
    is_left = name is not None and bool(_left(Said(name.text, ((name.text.lower(), name.lemma.lower()),)), query))
    return WEIGHTS.statement.of_others * is_left


def in_each(cue: StatementCue, query: StatementQuery) -> float:
    """Return the doubt about what is said to hold in groups of another column: "in every branch", "in three branches".

    All rows together do not tell that.
    """
    tokens = cue.words.rest.tokens
    kinds = {noun for word, noun in pairwise(tokens) if word.text.lower() in _EACH and noun.tag.startswith("NN")}
    kinds.update(_numbered(cue.words.sentence))
    if not kinds:
        return 0.0
    used = {column.column_id for column in _columns(query)}
    stems = {stem(noun.text) for noun in kinds}
    others = (column for table in cue.tables for column in table.columns if column.column_id not in used)
    is_of_each = any(stem(part) in stems for column in others for part in split_identifier(column.name))
    return WEIGHTS.statement.in_each * is_of_each


def _numbered(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the nouns of which some are numbered behind "in": "in three major categories"."""
    for at, (before, number) in enumerate(pairwise(tokens)):
        if before.text.lower() == "in" and number.tag == "CD":
            behind = tokens[at + 2 :]
            noun = next((token for token in behind[:_NEAR] if token.tag != "JJ"), None)
            if noun is not None and noun.tag == "NNS":
                yield noun


def _columns_with_totals(cue: StatementCue) -> frozenset[Column]:
    """Return the columns of panels that have values which stand for all others."""
    relevance = cue.relevance
    all_phrases = (*relevance.owners, *relevance.others, relevance.joined, relevance.measured, relevance.rest)
    return frozenset(
        predicate.column for each in all_phrases for predicate, seen in each.predicates if ALL_TOGETHER in seen.parts
    )


def _is_of_another(cue: StatementCue, query: StatementQuery) -> bool:
    """Tell whether an owner's phrase names the column of other groups than are compared: "New York state" as a city."""
    used = {column.column_id for column in _columns(query)}
    texts = {c.column_id for table in cue.tables for c in table.columns if c.is_text}
    for said, relevance in zip(cue.words.owners, cue.relevance.owners, strict=True):
        word = said.words[-1][0] if len(said.words) > 1 else ""
        named = relevance.columns_named_by.get(word, {})
        best = {number for number, score in named.items() if score >= max(named.values())} & texts
        if best and used.isdisjoint(best) and stem(word) == word and not _is_in_value(word, query):
            return True
    return False


def _columns(query: StatementQuery) -> Iterator[Column]:
    match query:
        case GroupPlace() | SteadyChange():
            yield query.by.column
        case Difference():
            yield from (predicate.column for part in (query.left, query.right) for predicate in part.predicates)
        case Ratio():
            yield from (predicate.column for part in query.operands() for predicate in part.predicates)


def _is_in_value(word: str, query: StatementQuery) -> bool:
    if isinstance(query, ColumnPlace | SteadyChange) or not query.predicates:
        return True
    owners = query.owners if isinstance(query, GroupPlace) else query.predicates
    return any(stem(word) in map(stem, tokens_of(owner.words(""))) for owner in owners)


def left_words(cue: StatementCue, query: StatementQuery) -> list[str]:
    """Return the words of the statement's clause that nothing in a reading accounts for."""
    known: set[str] = set()
    if isinstance(query, GroupPlace):  # other groups beside the owners: "with Rome and Oslo behind"
        said = named_in(cue.words.restricting, cue.relevance.rest)
        known = {stem(word) for each, *_ in said if each.column == query.by.column for word in tokens_of(each.literal)}
    return _left(cue.words.restricting, query, known)


def _left(said: Said, query: StatementQuery, others: Iterable[str] = ()) -> list[str]:
    """Return the words of a phrase that neither a name in a reading nor other words account for."""
    if not said.words:
        return []
    known = {stem(word) for name in _names(query) for word in (*split_identifier(name), *tokens_of(name))}
    known.update(others)
    by_stem = {stem(word): stem(lemma) for word, lemma in said.words}
    people = {stem(word) for word, _ in said.words if word in _PEOPLE}
    return [
        word
        for word in by_stem
        if not {word, by_stem[word]} & (known | (OF_PRESENTATION - people))
        and not any(begin_alike(word, name) or begin_alike(name, word) for name in known)
    ]


def _names(query: StatementQuery) -> Iterator[str]:
    """Yield the names of all that a reading uses: tables, columns, values."""
    aggregates: tuple[Query, ...]
    match query:
        case GroupPlace():
            aggregates = (query.aggregate,)
            yield from _of_column(query.by.column)
            yield from _of_predicates(query.owners)
        case SteadyChange():
            aggregates = (query.aggregate,)
            yield from _of_column(query.by.column)
            yield from _of_predicates(query.event)
        case ColumnPlace():
            aggregates = (Aggregate(query.measure, query.selection),)
            yield from (
                name for each in (*query.owners, *query.others) if each.column for name in _of_column(each.column)
            )
        case Difference():
            aggregates = (query.left, query.right)
        case Ratio():
            aggregates = query.operands()
    for aggregate in aggregates:
        yield from (table.name for table in aggregate.selection.relations.tables)
        yield from _of_predicates(aggregate.predicates)
        if aggregate.column is not None:
            yield from _of_column(aggregate.column)


def _of_predicates(predicates: Iterable[Predicate]) -> Iterator[str]:
    for predicate in predicates:
        yield from _of_column(predicate.column)
        yield predicate.words(predicate.column.name)


def _of_column(column: Column) -> Iterator[str]:
    yield column.name
    yield column.comment or ""
