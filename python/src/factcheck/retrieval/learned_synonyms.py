"""Synonyms that the current role's corrections have taught: words that stand for a column, or for a value of one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.sqltext import integer_array, text_array

_IS_LEARNED = "SELECT EXISTS (SELECT FROM factcheck.correction_word w WHERE w.term = ANY ({terms})) AS is_learned"
"""Whether anybody's corrections have taught one of some terms: to plan what they mean takes much longer than to ask."""

_SYNONYMS = (
    "SELECT s.term, s.column_id, s.literal FROM factcheck.synonyms s"
    " WHERE s.is_used AND s.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])"
    " AND s.column_id = ANY ({columns}) AND s.term = ANY ({terms}) ORDER BY s.column_id, s.term, s.literal"
)


@dataclass(frozen=True, slots=True)
class LearnedSynonyms:
    """What words stand for, by their stems: ``columns`` has numbers of columns, ``values`` those with their values."""

    columns: Mapping[str, Sequence[int]] = field(default_factory=dict)
    values: Mapping[str, Sequence[tuple[int, str]]] = field(default_factory=dict)

    def names_of_values(
        self, stems: Mapping[str, Iterable[str]], known: Mapping[int, Mapping[str, tuple[str, ...]]]
    ) -> dict[int, dict[str, tuple[str, ...]]]:
        """Return the values that have other names, by those names: the words of a document, and those that are known.

        What a person said of a word counts for it, whatever else it may be called.
        """
        names = {number: dict(by_name) for number, by_name in known.items()}
        for word, terms in stems.items():
            learned: dict[int, list[str]] = defaultdict(list)
            for number, literal in (value for term in terms for value in self.values.get(term, ())):
                learned[number].append(literal)
            for number, literals in learned.items():
                names.setdefault(number, {})[word.lower()] = tuple(dict.fromkeys(literals))
        return names


def learned_synonyms(database: Database, tables: Sequence[Table], terms: Collection[str]) -> LearnedSynonyms:
    """Return what terms of a document stand for in columns of the tables."""
    stems = text_array(sorted(terms))
    [known] = database.query(_IS_LEARNED.format(terms=stems))
    if not known["is_learned"]:
        return LearnedSynonyms()
    numbers = {column.lasting_id: column.column_id for table in tables for column in table.columns}
    columns = integer_array(numbers)
    of_columns: dict[str, list[int]] = defaultdict(list)
    of_values: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in database.query(_SYNONYMS.format(columns=columns, terms=stems)):
        if row["literal"] is None:
            of_columns[row["term"]].append(numbers[row["column_id"]])
        else:
            of_values[row["term"]].append((numbers[row["column_id"]], row["literal"]))
    return LearnedSynonyms(of_columns, of_values)
