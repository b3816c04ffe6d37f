"""Counts the texts with the exact phrases of the sixteen patterns, by full-text phrase queries.

The counts in `factcheck.isa` were made once from what the patterns find; these ask the texts themselves, as the paper
asked a search engine, and take longer.
"""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.categories.text.evidence import Pair
from factcheck.categories.text.patterns import PATTERN_COUNT
from factcheck.categories.text.phrases import plural_phrase
from factcheck.port import Database
from factcheck.sqltext import literal

_TEMPLATES: dict[int, tuple[str, ...]] = {
    1: ("{a} is {article} {gap} {c}", "{a} was {article} {gap} {c}"),
    2: tuple(f"{{a}} is a {kind} of {{gap}} {{c}}" for kind in ("type", "kind", "sort", "form", "species")),
    3: ("{a} is one of the {gap} {cs}",),
    4: ("{a} is {gap} {c}", "{a} is any {gap} {c}"),
    5: ("{as_} are {gap} {cs}", "{as_} are {gap} {c}"),
    6: ("{cs} such as {a}", "{cs} such as {as_}"),
    7: ("such {gap} {cs} as {a}", "such {gap} {cs} as {as_}"),
    8: ("{cs} including {a}", "{cs} including {as_}"),
    9: ("{cs} especially {a}", "{cs} particularly {a}", "{cs} notably {a}"),
    10: ("{a} and other {gap} {cs}", "{as_} and other {gap} {cs}"),
    11: ("{a} or other {gap} {cs}", "{as_} or other {gap} {cs}"),
    12: ("{a} {article} {gap} {c}",),
    13: ("{c} of {a}",),
    14: ("{c} called {a}", "{c} named {a}", "{c} known as {a}"),
    15: ("{cs} like {a}", "{cs} like {as_}"),
    16: ("the {c} {a}",),
}
_ARTICLES = ("a", "an", "the")


def exact_counts(database: Database, pair: Pair, largest_gap: int) -> tuple[int, ...]:
    """Return for each pattern how many texts have it with at most some words between its own words and the category."""
    counted = ", ".join(
        "(SELECT count(*) FROM factcheck.corpus_text"
        f" WHERE words @@ ({_query(number, pair, largest_gap)})) AS m{number}"
        for number in range(1, PATTERN_COUNT + 1)
    )
    [row] = database.query(f"SELECT {counted}")
    return tuple(row[f"m{number}"] for number in range(1, PATTERN_COUNT + 1))


def _query(number: int, pair: Pair, largest_gap: int) -> str:
    """Return SQL for the query of a pattern: any of its phrases, with any gap up to the largest."""
    phrases: list[str] = []
    for template in _TEMPLATES[number]:
        articles: Sequence[str] = _ARTICLES if "{article}" in template else ("",)
        for article in articles:
            gaps = range(largest_gap + 1) if "{gap}" in template else range(1)
            phrases += [_phrase(template.replace("{article}", article), pair, gap) for gap in gaps]
    return " || ".join(dict.fromkeys(phrases))


def _phrase(template: str, pair: Pair, gap: int) -> str:
    before, _, after = template.partition("{gap}")
    names = {
        "a": pair.instance,
        "as_": plural_phrase(pair.instance),
        "c": pair.category,
        "cs": plural_phrase(pair.category),
    }
    parts = [
        f"phraseto_tsquery('pg_catalog.simple', {literal(part.format_map(names))})" for part in (before, after) if part
    ]
    return parts[0] if len(parts) == 1 else f"tsquery_phrase({parts[0]}, {parts[1]}, {gap + 1})"
