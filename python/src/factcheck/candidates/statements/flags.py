"""Flags that words name: "were answered" of a column answered that says true or false, "did not pass"."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.statements.owners import Owner, tokens_of
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.statements.phrases import Said
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.predicate_scores import SAYING_YES
from factcheck.retrieval.relevance import FLAG_PARTS, Relevance
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import begin_alike, stem
from factcheck.words.opposites import says_in_any_form

NEGATIONS = frozenset("not n't never no without non lack lacks lacked lacking none neither".split())
_ANYBODY = frozenset(
    "people person persons those one ones everyone anyone somebody individual individuals patient patients customer "
    "customers client clients user users respondent respondents participant participants subject subjects "
    "case cases".split()
)
"""Whoever has or has not what a flag says, beside a word that names it: "female patients"."""
_INDEFINITE = frozenset("a an any one some".split())
_UNITS = frozenset("count number num total usd eur gbp in of".split())
_AUXILIARIES = frozenset("is was has had are were did does do flag".split())
_EMPLOYERS = frozenset("company firm organization organisation".split())
"""Whom somebody worked for, which a flag's name says and no sentence need: "left_company"."""
_NOUN_ENDINGS = ("ing", "ness", "ity")
"""Endings of nouns for what something is or does: "lameness", "obesity"."""
_SHORTENED = 0.5
"""Score from which a word is the one that a name shortens."""
_SHORTEST, _LONGEST_ENDING = 4, 2
_LEFT_OVER = 0.7
NAMED_WELL = 0.9
"""Score from which a phrase names rows by more than how a word begins."""
_SAID_ANYWAY = frozenset(
    "rate rates share percentage proportion did do does were was been had have get got work worked working".split()
)


def flags_named(said: Said, relevance: Relevance) -> list[Owner]:
    """Return the predicates that flags say yes, or no behind a negation, whose columns a phrase names, best first."""
    telling = [word for word in tokens_of(said.text) if word not in NEGATIONS | _SAID_ANYWAY]
    words = [word for word in telling if word not in _ANYBODY] or telling
    is_negated = not NEGATIONS.isdisjoint(word for pair in said.words for word in pair)
    found = []
    for predicate, seen in relevance.predicates:
        if not isinstance(predicate, Equals) or FLAG_PARTS.isdisjoint(seen.parts):
            continue
        parts = split_identifier(predicate.column.name)
        name = [stem(part) for part in parts]
        hits = [word for word in words if any(_is_alike(stem(word), part) for part in name)]
        hits = hits or [word for word in words if _is_shortened(word, predicate.column, relevance)]
        denying = [word for word in words if word not in hits and says_in_any_form(word, parts) is False]
        hits += [word for word in words if word not in hits and says_in_any_form(word, parts)]
        if (predicate.literal.lower() in SAYING_YES) == (is_negated is not bool(denying)):
            continue
        rows = [word for word in words if predicate.column.table_id in relevance.tables_named_by.get(word, {})]
        left = [word for word in words if word not in (*hits, *denying, *rows)]
        if hits or denying:
            found.append(Owner(predicate, 1 - _LEFT_OVER * len(left) / len(words)))
    return sorted(found, key=lambda owner: -owner.score)


def _is_shortened(word: str, column: Column, relevance: Relevance) -> bool:
    """Tell whether a flag's name shortens a word as retrieval knows, and no other flag's does: "fever" for fvr."""
    named = relevance.columns_named_by.get(word, {})
    own = named.get(column.column_id, 0.0)
    return own >= _SHORTENED and len(split_identifier(column.name)) == 1 and own >= max(named.values())


def is_said_in_full(column: Column, said: Said) -> bool:
    """Tell whether all words of a flag's name are said: not "guests" alone of is_repeated_guest."""
    parts = [part for part in split_identifier(column.name) if part not in _AUXILIARIES | _EMPLOYERS]
    forms = [stem(form) for form in said.forms]
    return all(
        any(_is_alike(form, stem(part)) or says_in_any_form(form, [part]) is not None for form in forms)
        for part in parts
    )


def any_counted(said: Said, tables: Sequence[Table]) -> list[Owner]:
    """Return the rows that have any, or none, of what a column counts: "won an Oscar", "without a red card"."""
    words = {word for pair in said.words for word in pair}
    is_negated = not words.isdisjoint(NEGATIONS)
    if not is_negated and words.isdisjoint(_INDEFINITE):
        return []
    found = []
    stems = {stem(word) for word in words}
    for column in (column for table in tables for column in table.columns):
        name = {stem(part) for part in split_identifier(column.name)} - _UNITS
        if column.is_integer and name and name <= stems and not is_identifier(column):
            rows = Equals(column, "0") if is_negated else Compare(column, ">", "0")
            found.append(Owner(rows, 1.0))
    return found


def _is_alike(word: str, part: str) -> bool:
    """Tell whether a word is that of a name, or both are forms of one: "pass" and "passed", "lameness" and "lame"."""
    base = next((word.removesuffix(end) for end in _NOUN_ENDINGS if word.endswith(end)), word)
    short, long = sorted((base, part), key=len)
    is_form = len(short) >= _SHORTEST and long.startswith(short) and len(long) - len(short) <= _LONGEST_ENDING
    return word == part or is_form or begin_alike(word, part)
