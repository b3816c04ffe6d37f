"""Columns that hold the parts of a whole: "38 medals in all", "48 % of the pupils are girls", "from coal and gas"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue
from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import sum_of
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.items import own_item
from factcheck.queries.functions.sums import SUM
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.generators.sides import columns_alike
from factcheck.retrieval.measure_words import OPPOSITES, PARTS_OF_A_WHOLE
from factcheck.words.identifiers import base_forms, split_identifier

_TOTALS = frozenset({"total", "all", "overall", "altogether", "together", "combined", "sum"})
_WHOLES = _TOTALS | {"global", "world", "worldwide", "grand", "entire"}
"""Words by which a column is the whole of others that are called alike."""

_NOT_ADDED_UP = frozenset({"rate", "identifier", "discount", "price", "time"})
_JOINING = frozenset({",", "and", "plus", "&", "as", "well", "the", "from", "of", "in"})
_FEWEST, _MOST = 3, 12
"""Columns without a word for parts of a whole in their names that are parts of one: at least, and at most."""

_Whole = tuple[list[Column], Column | None]

_UNSAID = 0.5
"""What a whole weighs that no word such as "total" asks for."""

_LEAST_NAMED = 0.5
"""How well a word names a column from which it is what the word means, beside the one that it names best."""


def parts_of_wholes(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Add up columns that are parts of one whole, or divide some of them by all.

    Columns are parts of a whole whose names differ in one word, or that stand side by side with a word each.  All are
    added up where the claim names none of them and no column is the whole, and those that it names together.
    """
    for table in cue.tables:
        for parts, whole in _wholes(cue, table):
            named = _named(cue, parts)
            if cue.number.unit == "percent":
                yield from _shares(cue, table, parts, _meant(cue, parts, named), whole)
            elif len(named) > 1:
                yield from _sums(cue, table, list(named)) if _are_together(cue, named) else ()
            elif not named and whole is None and _is_of_all(cue, table):
                yield from _sums(cue, table, parts, 1.0 if cue.words.nearby_weight(_TOTALS) else _UNSAID)


def _wholes(cue: Cue, table: Table) -> Iterator[_Whole]:
    """Yield the columns that are parts of one whole, with the column of the whole where there is one."""
    for rest, alike in columns_alike(table).items():
        yield from _if_parts(cue, {**alike, **_longer(table, rest)})
    single = {words[0]: column for column in table.columns if len(words := split_identifier(column.name)) == 1}
    for pair in PARTS_OF_A_WHOLE:
        if pair <= single.keys():
            yield from _if_parts(cue, {word: single[word] for word in sorted(pair)})
    are_alone = groupby(table.columns, lambda each: each.is_integer and each in single.values() and not each.unit)
    for is_alone, run in are_alone:
        members = {column.name.lower(): column for column in run} if is_alone else {}
        if len(members) >= _FEWEST:
            yield from _if_parts(cue, members)


def _longer(table: Table, rest: tuple[str, ...]) -> dict[str, Column]:
    """Return columns called like others that differ in their last word, with several: ``due_late_aircraft``."""
    start = rest[:-1]
    longer = {}
    for column in table.columns if rest[-1] == "" and len(start) > 1 else ():
        words = split_identifier(column.name)
        if column.is_numeric and tuple(words[: len(start)]) == start and len(words) > len(rest):
            longer[" ".join(words[len(start) :])] = column
    return longer


def _if_parts(cue: Cue, alike: dict[str, Column]) -> Iterator[_Whole]:
    kinds = cue.relevance.cues.kinds
    wholes = [column for word, column in alike.items() if word in _WHOLES and column.is_numeric]
    by_word = {word: column for word, column in alike.items() if len(wholes) != 1 or column not in wholes}
    members = {
        word: column
        for word, column in by_word.items()
        if column.is_numeric and not is_identifier(column) and kinds.get(column.column_id) not in _NOT_ADDED_UP
    }
    has_ends = any(members.keys() >= set(pair) for pair in OPPOSITES if frozenset(pair) not in PARTS_OF_A_WHOLE)
    are_parts = frozenset(members) in PARTS_OF_A_WHOLE or _FEWEST <= len(members) <= _MOST
    if are_parts and len(members) == len(by_word) and not has_ends and _TOTALS.isdisjoint(members):
        yield list(members.values()), wholes[0] if wholes else None


def _named(cue: Cue, parts: Sequence[Column]) -> dict[Column, int]:
    """Return the parts that a word of the sentence names before the others, each with the first such token."""
    places = ((column, index) for index in range(len(cue.words.tokens)) for column in _named_at(cue, index, parts))
    first: dict[Column, int] = {}
    for column, index in places:
        first.setdefault(column, index)
    return {column: first[column] for column in parts if column in first}


def _named_at(cue: Cue, index: int, parts: Sequence[Column]) -> Iterator[Column]:
    """Yield the part that a token names, and no other."""
    token = cue.words.tokens[index]
    scores = cue.columns_named_by(token.text.lower(), token.lemma.lower())
    for column in parts:
        own = scores.get(column.column_id, 0.0)
        if own <= 0:
            continue
        others = max((scores.get(other.column_id, 0.0) for other in parts if other != column), default=0.0)
        if others < _LEAST_NAMED * own:
            yield column


def _meant(cue: Cue, parts: Sequence[Column], named: dict[Column, int]) -> dict[Column, int]:
    """Return the parts that a percentage is about: of a list of percentages, the one that stands with its own.

    "31 % were gold, 33 % silver and 36 % bronze" names three, and "gold made up 31 %, silver 33 % and bronze 36 %".
    """
    if len(named) <= 1 or (len(named) < len(parts) and _are_together(cue, named)):
        return named
    own = {column: at for at in own_item(cue.words.tokens, cue.words.claimed) for column in _named_at(cue, at, parts)}
    return own if len(own) == 1 else {}


def _are_together(cue: Cue, named: Mapping[Column, int]) -> bool:
    """Tell whether nothing but commas and "and" stands between the names of some parts: none has its own number."""
    places = sorted(named.values())
    between = (cue.words.tokens[at].text.lower() for at in range(places[0] + 1, places[-1]) if at not in places)
    return all(word in _JOINING for word in between)


def _is_of_all(cue: Cue, table: Table) -> bool:
    """Tell whether what the number counts is what the table is called, or nothing that a column is called."""
    noun = cue.words.noun_after(cue.words.claimed[-1]) if cue.words.claimed else None
    if noun is None:
        return False
    forms = {cue.words.tokens[noun].text.lower(), cue.words.tokens[noun].lemma.lower()}
    if cue.tables_named_by(*forms).get(table.table_id, 0.0) > 0:
        return not _TOTALS.isdisjoint(_said(cue.words)) or not _is_row(table, forms)
    is_of_column = max(cue.columns_named_by(*forms).values(), default=0.0) >= _LEAST_NAMED
    return not is_of_column and not _TOTALS.isdisjoint(_said(cue.words))


def _said(words: ClaimWords) -> frozenset[str]:
    return words.said_forms | {token.text.lower() for token in words.tokens}


def _is_row(table: Table, forms: Collection[str]) -> bool:
    """Tell whether a noun is the table's name: each row is one of these."""
    words = split_identifier(table.name)
    return len(words) == 1 and any(form in forms for form in base_forms(words[0]))


def _sums(cue: Cue, table: Table, columns: Sequence[Column], weight: float = 1.0) -> Iterator[tuple[Query, float]]:
    score = weight * cue.kind_score("part_of_whole", cue.words.weight(_TOTALS)) * _score(cue, table, columns)
    for chosen in cue.sets(without=columns):
        total = _total(cue, table, columns, chosen.predicates)
        if total is not None:
            yield total, score * chosen.score


def _shares(
    cue: Cue, table: Table, parts: Sequence[Column], named: Mapping[Column, int], known: Column | None
) -> Iterator[tuple[Query, float]]:
    """Divide the parts that are named by all, or by the column ``known`` to have the whole."""
    if not 0 < len(named) < len(parts) or (len(named) > 1 and not _are_together(cue, named)):
        return
    some = list(named)
    score = cue.kind_score("part_of_whole", 0.0) * _score(cue, table, some)
    for chosen in cue.sets(without=parts):
        of_all = parts if known is None else [known]
        part, whole = (_total(cue, table, columns, chosen.predicates) for columns in (some, of_all))
        if part is not None and whole is not None:
            yield Ratio(part, whole, 100), score * chosen.score


def _total(cue: Cue, table: Table, columns: Sequence[Column], predicates: tuple[Predicate, ...]) -> Aggregate | None:
    column = columns[0] if len(columns) == 1 else derived(sum_of(columns), table.table_id)
    return cue.aggregate(Measure(SUM, column), table, predicates)


def _score(cue: Cue, table: Table, columns: Sequence[Column]) -> float:
    return max(cue.column_score(table, column) for column in (*columns, None))
