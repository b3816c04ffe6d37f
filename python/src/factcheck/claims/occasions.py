"""Numbers behind "over" that are no limit: "they won 40 games over ten seasons", "homes spread over 37 cities"."""

from __future__ import annotations

from dataclasses import replace

from factcheck.claims.number_context import NumberContext
from factcheck.numbers.mentions import Number

_OCCASIONS = frozenset(
    "series season episode edition game match race round tournament event session stage lap election campaign "
    "meeting visit trip issue volume chapter".split()
)
_SPREADING = frozenset("spread distribute scatter divide split stretch".split())


def as_plain_count(context: NumberContext) -> Number | None:
    """Return the number of occasions or places behind "over" as no limit; None for one: "played over 500 games".

    The clause is complete without them: its verb has an object, a passive subject, or another phrase before "over".
    """
    tokens, noun = context.tree.tokens, context.counted_noun
    if context.number.comparison != ">" or context.word_at(-1) != "over" or noun is None:
        return None
    over = context.covered[0] - 1
    verb = tokens[over].head
    if tokens[over].dependency != "prep" or not tokens[verb].tag.startswith("VB"):
        return None
    if tokens[verb].lemma.lower() in _SPREADING:
        return replace(context.number, comparison="=")
    governed = [tokens[child] for child in context.tree.children[verb] if child < over]
    is_complete = any(token.dependency in {"dobj", "prep", "nsubjpass"} for token in governed)
    is_occasion = noun.lemma.lower() in _OCCASIONS
    return replace(context.number, comparison="=") if is_complete and is_occasion else None
