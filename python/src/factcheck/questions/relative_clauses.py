"""Statements inside a claim that a comma adds to a name: relative clauses and appositions with a superlative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ValueMention

_PRONOUNS = frozenset("which who whose where".split())
_SUPERLATIVE = frozenset({"JJS", "RBS"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_LEAST = frozenset("fewest least lowest smallest".split())


@dataclass(frozen=True, slots=True)
class AddedStatement:
    """What is added to a name, by the indexes of its tokens: those of the name first, without the pronoun.

    ``covered`` are the tokens that the rest of the claim does without, the commas among them.
    """

    tokens: tuple[int, ...]
    covered: frozenset[int]


def added_statements(linked: Linked, first: int) -> Iterator[AddedStatement]:
    """Yield what is added to names of values: "Island, which has the most guests, …", "Fjord, the longest line, …"."""
    for comma in range(first + 1, len(linked.tokens) - 2):
        owner = next((each for each in linked.values if _ends_at(linked, each, comma)), None)
        if linked.words[comma] != "," or owner is None:
            continue
        end = _end(linked, comma)
        inside = range(comma + 1, end)
        is_relative = linked.words[comma + 1] in _PRONOUNS and len(inside) > 2
        if not is_relative and not _is_apposition(linked, inside):
            continue
        begin = comma + 1 + (is_relative and linked.words[comma + 1] != "whose")
        closing = {end} if linked.words[end : end + 1] == (",",) else set[int]()
        said = (*range(owner.start, owner.end), *range(begin, end))
        yield AddedStatement(said, frozenset({comma, *inside, *closing}))


def _ends_at(linked: Linked, owner: ValueMention, comma: int) -> bool:
    """Tell whether a name stands before a comma, or only its noun between both: "Fjord lines, which …"."""
    noun = comma - 1
    is_of_noun = owner.end == noun and linked.tokens[noun].tag.startswith("NN")
    return owner.end == comma or (is_of_noun and noun in {linked.tokens[owner.end - 1].head, *linked.rows})


def _end(linked: Linked, comma: int) -> int:
    """Return where what begins behind a comma ends: at the next one, or with the sentence."""
    ends = (i for i in range(comma + 1, len(linked.tokens)) if linked.words[i] in {",", ";", ".", "?", "!"})
    return next(ends, len(linked.tokens))


def _is_apposition(linked: Linked, inside: range) -> bool:
    """Tell whether a noun phrase with a superlative stands between commas: ", the longest line,"."""
    tags = [linked.tokens[i].tag for i in inside]
    is_closed = linked.words[inside.stop : inside.stop + 1] == (",",)
    is_phrase = tags[:1] == ["DT"] and not any(tag in _FINITE for tag in tags)
    return (
        is_closed
        and is_phrase
        and any(linked.tokens[i].tag in _SUPERLATIVE or linked.words[i] in _LEAST for i in inside)
    )
