"""What the tests of bad input share: what became of a call, in a form that can be compared and told on a page.

``require_on_page`` holds the tables of docs/bad-input.md to the tested cases; ``make golden`` writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
from support.golden_text import compare

Connection = psycopg.Connection[Any]

_PYTHON = re.compile(r"Traceback|\bplpy\b|spiexceptions|\b[A-Z]\w*(?:Error|Exception)\b|\.py\b|internal error")
"""What an ordinary user should never read."""

PLAIN = "SELECT claim_text, verdict, found_value FROM public.fact_check(%s)"


@dataclass(frozen=True)
class Answer:
    """Claims with verdict and value found; ``warns`` begins the first notice or warning."""

    claims: tuple[tuple[str, str, object], ...] = ()
    warns: str | None = None

    def __str__(self) -> str:
        if not self.claims:
            return f"no claim; NOTICE: {self.warns}" if self.warns else "no claim"
        several = dict.fromkeys(f"“{shown(text)}” {verdict}, {value}" for text, verdict, value in self.claims[:4])
        return "; ".join([*several, *([f"and {len(self.claims) - 4} more"] if len(self.claims) > 4 else [])]) + (
            f"; NOTICE: {self.warns}" if self.warns else ""
        )


@dataclass(frozen=True)
class Refusal:
    """An error: SQLSTATE, primary message, and how the hint begins."""

    sqlstate: str
    message: str
    hint: str

    def __str__(self) -> str:
        return f"refused, {self.sqlstate}: {self.message}. HINT: {self.hint}"


Outcome = Answer | Refusal


@dataclass(frozen=True)
class Message:
    """What the server told, an error or less."""

    sqlstate: str
    primary: str
    detail: str
    hint: str
    context: str

    @classmethod
    def of(cls, diagnostic: psycopg.errors.Diagnostic) -> Message:
        """Keep what is gone once the connection goes on."""
        parts = (diagnostic.sqlstate, diagnostic.message_primary, diagnostic.message_detail, diagnostic.message_hint)
        return cls(*(part or "" for part in (*parts, diagnostic.context)))

    def require_plain_words(self) -> None:
        """It begins in lower case or with a name, ends without a full stop, and speaks no Python."""
        assert self.primary[-1:] != ".", self
        assert not self.primary[:1].isupper() or self.primary[:2].isupper(), self
        for text in (self.primary, self.detail, self.hint, self.context):
            assert not _PYTHON.search(text), text


def shown(text: str) -> str:
    """A text of the page: characters that cannot be seen are named."""
    short = text if len(text) <= 30 else text[:27] + "..."
    return "".join(c if c.isprintable() and c != "|" else f"U+{ord(c):04X}" for c in short)


def outcome(connection: Connection, document: object, statement: str = PLAIN, *, needs_hint: bool = True) -> Outcome:
    """Run a check; whatever is told has the form that messages of the server have."""
    told: list[Message] = []

    def keep(diagnostic: psycopg.errors.Diagnostic) -> None:
        told.append(Message.of(diagnostic))

    connection.add_notice_handler(keep)
    try:
        rows = connection.execute(statement.encode(), [document] if "%s" in statement else None).fetchall()
    except psycopg.Error as error:
        message = Message.of(error.diag)
        message.require_plain_words()
        assert message.hint or not needs_hint, message
        return Refusal(message.sqlstate, message.primary, message.hint)
    finally:
        connection.remove_notice_handler(keep)
    for message in told:
        message.require_plain_words()
    claims = tuple((text, verdict, _plain(value)) for text, verdict, value in rows)
    return Answer(claims, told[0].primary if told else None)


def require_outcome(connection: Connection, document: object, expected: Outcome, statement: str = PLAIN) -> None:
    """The call ends as expected."""
    found = outcome(connection, document, statement)
    if isinstance(expected, Refusal) and isinstance(found, Refusal) and found.hint.startswith(expected.hint):
        found = Refusal(found.sqlstate, found.message, expected.hint)
    assert found == expected, f"{found!r} is not {expected!r}"


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


PAGE = Path(__file__).parents[2] / "docs" / "bad-input.md"


def require_on_page(topic: str, cases: Mapping[str, Iterable[object]]) -> None:
    """The page's table of a topic is made of these cases."""
    lines = []
    for name, case in cases.items():
        [expected] = [part for part in _flat(case) if isinstance(part, Answer | Refusal)]
        lines.append(f"| {_cell(name)} | {_cell(str(expected))} |")
    table = "\n".join(["| what | what comes of it |", "|---|---|", *lines])
    before, mark, rest = PAGE.read_text("utf-8").partition(f"<!-- {topic}: written by make golden -->\n")
    assert mark, f"the page has no table of {topic}"
    compare(PAGE, f"{before}{mark}\n{table}\n\n{rest[rest.index('<!-- end -->') :]}")


def _flat(case: Iterable[object]) -> Iterator[object]:
    for part in case:
        yield from _flat(part) if isinstance(part, tuple) else (part,)


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("<", "&lt;").replace("*", r"\*")
