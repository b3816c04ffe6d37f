"""Reads arithmetic over columns as it is written in SQL: ``quantity * products.price * (1 - coalesce(discount, 0))``.

The language is small, so that nothing but columns, numbers and immutable built-in functions can be said in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from factcheck.catalogue.expressions import FUNCTIONS, Call, Constant, Expression, Operation
from factcheck.catalogue.schema import Column

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)(?![\w.])|(?P<name>"(?:[^"]|"")+"|[^\W\d]\w*)|(?P<sign>[-+*/(),.]))"""
)
_LONGEST = 2_000
_DEEPEST = 50

ColumnOf = Callable[[str | None, str], Column]
"""Returns the column of a name, and of its table's name where that is given; raises ``LookupError`` for none."""


def parse_expression(text: str, column_of: ColumnOf) -> Expression:
    """Read an expression.

    Raises ``ValueError``, which says why, for what is none, and ``LookupError`` where ``column_of`` does.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"it has more than {_LONGEST:,} characters")
    reader = _Reader(_tokens(text), column_of)
    expression = reader.sum()
    reader.end()
    return expression


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return the kind and text of each token; names are as the catalog has them."""
    tokens, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise ValueError(f"it cannot be read from “{text[at:].strip()[:20]}” on")
        kind, token = match.lastgroup, match[match.lastgroup]
        if kind == "name":
            kind, token = ("quoted", token[1:-1].replace('""', '"')) if token[0] == '"' else (kind, token.lower())
        tokens.append((kind, token))
        at = match.end()
    return tokens


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[tuple[str, str]], column_of: ColumnOf) -> None:
        self._tokens = tokens
        self._column_of = column_of
        self._at = 0
        self._depth = 0

    def sum(self) -> Expression:
        """Read summands."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("it has too many parentheses within each other")
        expression = self._product()
        while (sign := self._taken("+", "-")) is not None:
            expression = Operation(sign, expression, self._product())
        self._depth -= 1
        return expression

    def end(self) -> None:
        """Raise ``ValueError`` where something is left."""
        if self._at < len(self._tokens):
            raise ValueError(f"“{self._tokens[self._at][1]}” is not expected there")

    def _product(self) -> Expression:
        expression = self._factor()
        while (sign := self._taken("*", "/")) is not None:
            expression = Operation(sign, expression, self._factor())
        return expression

    def _factor(self) -> Expression:
        if self._taken("(") is not None:
            expression = self.sum()
            self._require(")")
            return expression
        if self._at == len(self._tokens):
            raise ValueError("something is missing at its end")
        kind, token = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            return Constant(Decimal(token))
        if kind == "sign":
            raise ValueError(f"“{token}” is not expected there")
        if kind == "name" and self._taken("(") is not None:
            return self._call(token)
        if self._taken(".") is None:
            return self._column_of(None, token)
        if self._at == len(self._tokens) or self._tokens[self._at][0] not in {"name", "quoted"}:
            raise ValueError("the name of a column is missing after a dot")
        self._at += 1
        return self._column_of(token, self._tokens[self._at - 1][1])

    def _call(self, function: str) -> Call:
        if function not in FUNCTIONS:
            raise ValueError(f"{function}() is none of the functions that it may call: {', '.join(sorted(FUNCTIONS))}")
        arguments = [self.sum()]
        while self._taken(",") is not None:
            arguments.append(self.sum())
        self._require(")")
        if len(arguments) not in FUNCTIONS[function]:
            raise ValueError(f"{function}() does not take {len(arguments)} arguments")
        return Call(function, tuple(arguments))

    def _taken(self, *signs: str) -> str | None:
        """Return the next token, and go on, where it is one of some signs."""
        if self._at < len(self._tokens) and self._tokens[self._at] in [("sign", sign) for sign in signs]:
            self._at += 1
            return self._tokens[self._at - 1][1]
        return None

    def _require(self, sign: str) -> None:
        if self._taken(sign) is None:
            raise ValueError(f"“{sign}” is missing")
