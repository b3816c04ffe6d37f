"""Which values of columns are of the categories that phrases of a document name, and which columns have none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.categories.text.phrases import normal_phrase
from factcheck.port import Database
from factcheck.sqltext import text_array

_LONGEST_VALUE = 60
_MOST_VALUES = 2_000
_LEAST_TEXTS = 2
_LEAST_KNOWN = 3
_LEAST_SHARE_KNOWN = 0.5
"""How many values of a column, and which share, are to be known before it tells that none is of a category."""


@dataclass(frozen=True, slots=True)
class ValueCategories:
    """What is told of the values of columns, by the numbers of these, and of the categories that a document names.

    ``members`` has the values of each category.  ``shares`` has the share of a column's known values that are of a
    category, of columns most of whose values are known, and of categories of which anything is: 0 tells that the
    column's values are something else.
    """

    members: Mapping[int, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    shares: Mapping[int, Mapping[str, float]] = field(default_factory=dict)

    def sets(self, sizes: Mapping[int, int], most: int) -> dict[int, dict[str, tuple[str, ...]]]:
        """Return the values of each category of at most ``most`` values of a column, where it is not all of them.

        A writer who means more than so many names the column.
        """
        chosen = {
            number: {
                category: tuple(sorted(values))
                for category, values in by_category.items()
                if len(values) <= most and len(values) < sizes[number]
            }
            for number, by_category in self.members.items()
        }
        return {number: by_category for number, by_category in chosen.items() if by_category}


NOTHING_TOLD = ValueCategories()


def categories_of_values(
    database: Database, values: Mapping[int, Sequence[str]], phrases: Collection[str]
) -> ValueCategories:
    """Return which values of columns, by number, are of the categories that some phrases are.

    What is a kind of what is told by the lexicon, by WordNet and by texts, as far as they are loaded.
    """
    places: defaultdict[str, set[tuple[int, str]]] = defaultdict(set)
    for number, literals in values.items():
        for literal in literals:
            if len(literal) <= _LONGEST_VALUE and (value := normal_phrase(literal)) and not value.isdigit():
                places[value].add((number, literal))
    if not places or not phrases or len(places) > _MOST_VALUES:
        return NOTHING_TOLD
    members: defaultdict[int, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for value, category in _told(database, places, phrases):
        for number, literal in places[value]:
            members[number][category].add(literal)
    return ValueCategories(
        {
            number: {category: frozenset(literals) for category, literals in by_category.items()}
            for number, by_category in members.items()
        },
        _shares(database, places, values, phrases, members),
    )


def _told(database: Database, values: Collection[str], phrases: Collection[str]) -> list[tuple[str, str]]:
    """Return the pairs of a value and a category that any source has."""
    names, wanted = text_array(sorted(values)), text_array(sorted(phrases))
    rows = database.query(
        "SELECT lemma AS value, related AS category FROM factcheck.lexicon"
        f" WHERE relation = 'hypernym' AND part_of_speech = 'n' AND lemma = ANY ({names} COLLATE \"C\")"
        f' AND related = ANY ({wanted} COLLATE "C")'
        " UNION SELECT w.word, p FROM factcheck.word_kind w"
        f' JOIN unnest({wanted}) AS p ON p = ANY (w.kinds) WHERE w.word = ANY ({names} COLLATE "C")'
        f' UNION SELECT instance, category FROM factcheck.isa WHERE instance = ANY ({names} COLLATE "C")'
        f' AND category = ANY ({wanted} COLLATE "C") AND pattern NOT IN (13, 16)'
        f" GROUP BY instance, category HAVING sum(n) >= {_LEAST_TEXTS}"
    )
    return [(row["value"], row["category"]) for row in rows]


def _shares(
    database: Database,
    places: Mapping[str, Collection[tuple[int, str]]],
    values: Mapping[int, Sequence[str]],
    phrases: Collection[str],
    members: Mapping[int, Mapping[str, Collection[str]]],
) -> dict[int, dict[str, float]]:
    """Return the share of known values that are of each category, of columns of which enough is known to tell.

    Known is what WordNet has: texts say too little of a value to tell that they say nothing of a category.
    """
    known: defaultdict[int, set[str]] = defaultdict(set)
    for row in database.query(f"SELECT word FROM factcheck.word_kind WHERE word = ANY ({_names(places)})"):
        for number, literal in places[row["word"]]:
            known[number].add(literal)
    telling = {
        number
        for number, literals in known.items()
        if len(literals) >= max(_LEAST_KNOWN, _LEAST_SHARE_KNOWN * len(values[number]))
    }
    if not telling:
        return {}
    categories = [
        row["phrase"]
        for row in database.query(
            f"SELECT p AS phrase FROM unnest({text_array(sorted(phrases))}) AS p"
            " WHERE EXISTS (SELECT FROM factcheck.word_kind WHERE kinds @> ARRAY[p])"
        )
    ]
    return {
        number: {
            category: min(1.0, len(members.get(number, {}).get(category, ())) / len(known[number]))
            for category in categories
        }
        for number in telling
    }


def _names(phrases: Collection[str]) -> str:
    return f'{text_array(sorted(phrases))} COLLATE "C"'
