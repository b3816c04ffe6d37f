"""The words of a question with symbols for what they name, as the classifiers see them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from factcheck.catalogue.schema import Column
from factcheck.questions.linked import Linked
from factcheck.questions.roles import Role


def masked(linked: Linked, span: Sequence[int], breakdowns: Collection[Column] | None = None) -> list[str]:
    """Return the base forms of words, symbols for what names a column, a value, the rows or a number.

    Where the breakdowns are known, numbers among them are categories, and names of rows that are not among them rows.
    """
    symbols: dict[int, str | None] = {}
    for column in linked.columns:
        symbol: str = {Role.NUMBER: "N", Role.TIME: "T", Role.CATEGORY: "C", Role.LABEL: "L"}.get(
            linked.table.role(column.columns[0]).role, "C"
        )
        if column.is_high is not None:
            tag = linked.tokens[column.start].tag
            symbol = "ADJS" if tag in {"JJS", "RBS"} else "ADJR" if tag in {"JJR", "RBR"} else "ADJ"
        if breakdowns is not None and symbol == "N" and column.columns[0] in breakdowns:
            symbol = "C"
        if breakdowns is not None and symbol == "L" and column.columns[0] not in breakdowns:
            symbol = "ROWS"
        _put(symbols, column.start, column.end, symbol)
    for value in linked.values:
        _put(symbols, value.start, value.end, "V")
    for number in linked.numbers:
        if linked.words[number.start] == "one" and number.number.comparison == "=":
            continue  # "from one line to the next"
        _put(symbols, number.start, number.end, "NUM")
    for row in linked.rows:
        symbols[row] = "ROWS"
    words: list[str] = []
    for index in sorted(span):
        if index in symbols:
            if (held := symbols[index]) is not None and words[-1:] != [held]:
                words.append(held)
        elif any(map(str.isalnum, linked.tokens[index].text)):
            words.append(linked.lemmas[index])
    return words


def _put(symbols: dict[int, str | None], start: int, end: int, symbol: str) -> None:
    symbols[start] = symbol
    for index in range(start + 1, end):
        symbols[index] = None
