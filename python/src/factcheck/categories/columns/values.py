"""Which values of columns are of the categories that phrases of a document name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from factcheck.categories.text.phrases import normal_phrase
from factcheck.port import Database
from factcheck.sqltext import text_array

_LONGEST_VALUE = 60
_MOST_VALUES = 2_000
_LEAST_TEXTS = 2


def values_by_category(
    database: Database, values: Mapping[int, Sequence[str]], phrases: Collection[str], most: int
) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return for columns, by number, the values that each of some phrases is a category of, where it is not all.

    A category of more than ``most`` values of a column is left out, since a writer who means so many names the column.
    What is a kind of what is told by the lexicon, by WordNet and by texts, as far as they are loaded.
    """
    places: defaultdict[str, set[tuple[int, str]]] = defaultdict(set)
    for number, literals in values.items():
        for literal in literals:
            if len(literal) <= _LONGEST_VALUE and (value := normal_phrase(literal)) and not value.isdigit():
                places[value].add((number, literal))
    if not places or not phrases or len(places) > _MOST_VALUES:
        return {}
    names, wanted = text_array(sorted(places)), text_array(sorted(phrases))
    told: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
    for row in database.query(
        "SELECT lemma AS value, related AS category FROM factcheck.lexicon"
        f" WHERE relation = 'hypernym' AND part_of_speech = 'n' AND lemma = ANY ({names} COLLATE \"C\")"
        f' AND related = ANY ({wanted} COLLATE "C")'
        " UNION SELECT w.word, p FROM factcheck.word_kind w"
        f' JOIN unnest({wanted}) AS p ON p = ANY (w.kinds) WHERE w.word = ANY ({names} COLLATE "C")'
        f' UNION SELECT instance, category FROM factcheck.isa WHERE instance = ANY ({names} COLLATE "C")'
        f' AND category = ANY ({wanted} COLLATE "C") AND pattern NOT IN (13, 16)'
        f" GROUP BY instance, category HAVING sum(n) >= {_LEAST_TEXTS}"
    ):
        for number, literal in places[row["value"]]:
            told[number, row["category"]].add(literal)
    found: defaultdict[int, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for (number, category), members in told.items():
        if len(members) <= most and len(members) < len(values[number]):
            found[number][category] = tuple(sorted(members))
    return dict(found)
