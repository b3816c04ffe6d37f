"""Owners that are what is measured of somebody: "Sunday bills were the highest", "the guests' bills were larger"."""

from __future__ import annotations

from dataclasses import replace

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.owners import owners_of, tokens_of
from factcheck.claims.statements.phrases import Said
from factcheck.claims.statements.statement import StatementKind
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_OF_AMOUNTS = {"voluminous": "large", "compact": "small"}
"""Sizes of things, with those of amounts that are called the same: "their bills are larger"."""
_SIZES = frozenset("high low large small big".split()) | _OF_AMOUNTS.keys()


def of_measured_owner(cue: StatementCue) -> StatementCue:
    """Return what is known of a statement with whose bills are meant as the owner, and the bills as what is measured.

    So it is where nothing else is measured, a column of numbers has their name and no value is the whole phrase.
    """
    assertion = cue.assertion
    is_said = any(token.tag.startswith("NN") for token in cue.words.measured.tokens)
    if assertion.kind is StatementKind.MAJORITY or assertion.dimension not in _SIZES or is_said:
        return cue
    if len(cue.words.owners) != 1 or cue.words.others or len(cue.words.owners[0].tokens) < 2:
        return cue
    [owner], [relevance] = cue.words.owners, cue.relevance.owners
    *whose, measured = owner.tokens
    if measured.tag not in {"NN", "NNS"} or not _is_measured(measured, cue) or _is_value(owner, cue):
        return cue
    left = _without_case(whose)
    if not left:
        return cue
    size = _OF_AMOUNTS.get(assertion.dimension, assertion.dimension)
    said = _said(left, owner)
    return replace(
        cue,
        assertion=replace(assertion, dimension=size),
        words=replace(cue.words, owners=(said,), joined=said, measured=_said([measured], owner)),
        relevance=replace(cue.relevance, measured=relevance),
    )


def _is_measured(noun: Token, cue: StatementCue) -> bool:
    """Tell whether a column of numbers has a noun in its name."""
    numeric = (column for table in cue.tables for column in table.columns if column.is_numeric)
    return any(stem(noun.text) in map(stem, split_identifier(column.name)) for column in numeric)


def _is_value(owner: Said, cue: StatementCue) -> bool:
    """Tell whether a value has the last word of an owner: "office supplies" are no supplies of an office."""
    last = stem(owner.tokens[-1].text)
    return any(
        last in map(stem, tokens_of(found.predicate.literal))
        for found in owners_of(owner.text, cue.relevance.owners[0], cue.tables)
        if isinstance(found.predicate, Equals)
    )


def _without_case(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token.tag != "POS"]


def _said(tokens: list[Token], phrase: Said) -> Said:
    """Return some tokens of a phrase as one."""
    forms = dict(zip((t.start for t in phrase.tokens if any(map(str.isalnum, t.text))), phrase.words, strict=True))
    words = tuple(forms[token.start] for token in tokens if token.start in forms)
    return Said(" ".join(token.text for token in tokens), words, tuple(tokens))
