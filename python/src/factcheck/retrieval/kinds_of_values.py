"""Values that a sentence calls together by what they are: "fruit" for apples and grapes, "cards" for Visa and Amex."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from factcheck.categories.text.phrases import normal_phrase
from factcheck.port import Database
from factcheck.sqltext import text_array
from factcheck.words.kinds import members_of_kinds

_FEWEST_MEMBERS, _FEWEST_OTHERS = 2, 2
_MOST_VALUES = 300
"""Values that are looked up at most; a column of more is one of names, which are of no kind that a text tells."""

_MOST_OF_COLUMN = 40


def kinds_of_values(
    database: Database, values: Mapping[int, Sequence[str]], phrases: Collection[str]
) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return for columns with few values those that are of a kind which some phrases name, by column and phrase."""
    few = {number: literals for number, literals in values.items() if 2 < len(literals) <= _MOST_OF_COLUMN}
    found = _in_dictionary(database, few, phrases) if phrases else {}
    for number, literals in few.items():
        for kind, members in members_of_kinds(literals, phrases).items():
            if len(members) < len(literals):
                found.setdefault(number, {})[kind] = tuple(sorted(members))
    return found


def _in_dictionary(
    database: Database, values: Mapping[int, Sequence[str]], phrases: Collection[str]
) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return the values that the lexicon has as some kind.

    They are several, and as many that it knows are of another one: where nearly all are of it, it says no more than the
    name of the column.
    """
    places: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, literal in ((number, literal) for number, literals in values.items() for literal in literals):
        if (value := normal_phrase(literal)) and not value.isdigit():
            places[value].append((number, literal))
    if not places or len(places) > _MOST_VALUES:
        return {}
    members_of: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
    known: defaultdict[int, set[str]] = defaultdict(set)
    for value, kind in _told(database, places, phrases):
        for number, literal in places[value]:
            (members_of[number, kind] if kind else known[number]).add(literal)
    found: dict[int, dict[str, tuple[str, ...]]] = {}
    for (number, told), members in members_of.items():
        if len(members) >= _FEWEST_MEMBERS and len(known[number] - members) >= max(_FEWEST_OTHERS, len(members) / 2):
            found.setdefault(number, {})[told] = tuple(sorted(members))
    return found


def _told(database: Database, values: Collection[str], phrases: Collection[str]) -> list[tuple[str, str | None]]:
    """Return the pairs of a value and a kind that the lexicon has in one step or two; all that it knows without one."""
    names, wanted = text_array(sorted(values)), text_array(sorted(phrases))
    rows = database.query(
        "WITH broader AS MATERIALIZED (SELECT lemma, related FROM factcheck.lexicon"
        f" WHERE relation = 'hypernym' AND part_of_speech = 'n' AND lemma = ANY ({names} COLLATE \"C\"))"
        " SELECT DISTINCT lemma AS value, NULL AS kind FROM broader"
        f' UNION SELECT lemma, related FROM broader WHERE related = ANY ({wanted} COLLATE "C")'
        " UNION SELECT b.lemma, l.related FROM broader b JOIN factcheck.lexicon l ON l.lemma = b.related"
        " AND l.relation = 'hypernym' AND l.part_of_speech = 'n'"
        f' WHERE l.related = ANY ({wanted} COLLATE "C")'
    )
    return [(row["value"], row["kind"]) for row in rows]
