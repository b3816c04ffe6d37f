"""What statements a text makes, in words: for tests of how they are found."""

from __future__ import annotations

from collections.abc import Sequence

from support.parsing import parsed

from factcheck.claims.statements.spotting import find_statements
from factcheck.claims.statements.statement import Phrase, StatementClaim
from factcheck.nlp.parser import Parser, Token


def statements(parser: Parser, text: str) -> list[tuple[StatementClaim, tuple[Token, ...]]]:
    """Return the statements of a text, each with the tokens of its sentence."""
    document, parses = parsed(parser, text)
    return [(claim, parses[claim.paragraph][claim.sentence].tokens) for claim in find_statements(document, parses)]


def words(phrase: Phrase, tokens: Sequence[Token]) -> str:
    """Return the words of a phrase."""
    return " ".join(tokens[index].text for index in phrase)


def told(claim: StatementClaim, tokens: Sequence[Token]) -> tuple[str, tuple[str, ...], tuple[str, ...], str]:
    """Return the kind of a statement, whom it is about, whom they are compared with, and what is measured."""
    assertion = claim.assertion
    return (
        assertion.kind.value,
        tuple(words(owner, tokens) for owner in assertion.owners),
        tuple(words(other, tokens) for other in assertion.others),
        assertion.dimension,
    )
