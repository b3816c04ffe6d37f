"""Finds the columns that a phrase may mean, and the columns of two tables that may mean the same."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from factcheck.categories.columns.profile import ColumnProfile
from factcheck.categories.columns.store import KeptColumn
from factcheck.categories.text.phrases import head_of, normal_phrase, singular, singular_phrase
from factcheck.port import Database
from factcheck.sqltext import integer_array, literal, text_array

_BASE = -2.5
_WEIGHTS = {"value": 4.0, "derived_value": 3.0, "heading": 3.5, "related_heading": 2.5, "instances": 4.0}
"""Log-odds of each reason, argued and not learned: a value that the phrase is says most, a related heading least."""

_MOST_INSTANCES = 3_000


class MatchedColumn(NamedTuple):
    """A column that a phrase may mean, and why."""

    table: str
    column: str
    values: list[str] | None
    probability: float
    reason: str


@dataclass(slots=True)
class _Reasons:
    """What speaks for one column."""

    table: str
    column: str
    values: list[str] | None = None
    log_odds: float = _BASE
    reasons: list[str] = field(default_factory=list)

    def add(self, weight: float, reason: str, values: list[str] | None = None) -> None:
        self.log_odds += weight
        self.reasons.append(reason)
        self.values = self.values or values


def match_column(database: Database, phrase: str, tables: Sequence[str] | None, most: int) -> list[MatchedColumn]:
    """Return the columns of added tables that a phrase may mean, the likeliest first."""
    words = singular_phrase(normal_phrase(phrase))
    if not words:
        return []
    derived, similar = _related(database, words)
    head, phrases = head_of(words), sorted(_variants(words, {**similar, **derived}))
    of_phrase = _instances(database, phrases)
    of_head = [] if head in phrases else _instances(database, [head])
    runs = _runs(words)
    wanted = _Wanted({*runs, *derived}, {words, head, *similar}, of_phrase, of_head)
    met = _read_met(database, wanted, tables, most)
    named = _read_named(database, [each.key for each in met])
    found = {each.key: _Reasons(*named[each.key]) for each in met}
    for each in met:
        _by_value(words, runs, derived, each.values, found[each.key])
        _by_heading(words, similar, each.heading, found[each.key])
        _by_instances(words, each.of_phrase, each.size, found[each.key], is_phrase=True)
        _by_instances(head, each.of_head, each.size, found[each.key], is_phrase=False)
    matched = [
        MatchedColumn(each.table, each.column, each.values, 1 / (1 + math.exp(-each.log_odds)), "; ".join(each.reasons))
        for each in found.values()
    ]
    return sorted(matched, key=lambda each: (-each.probability, each.table, each.column))[:most]


def _related(database: Database, words: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return words made from those of a phrase ("germany" from "german"), and synonyms of its words, with origins."""
    parts = sorted({*words.split(), *map(singular, words.split()), words})
    derived: dict[str, str] = {}
    similar: dict[str, str] = {}
    head = head_of(words)
    for row in database.query(
        "SELECT lemma, related, relation FROM factcheck.lexicon"
        f" WHERE lemma = ANY ({text_array(parts)} COLLATE \"C\") AND (relation IN ('derivation', 'synonym')"
        f" OR relation = 'hypernym' AND part_of_speech = 'n' AND lemma = {literal(head)})"
        " ORDER BY frequency DESC, related"
    ):
        if row["relation"] == "derivation":
            derived.setdefault(row["related"], row["lemma"])
        elif row["lemma"] in (head, words) and row["relation"] == "synonym":
            similar.setdefault(row["related"], row["lemma"])
    return derived, similar


def _of_tables(tables: Sequence[str] | None) -> str:
    return "" if tables is None else f" AND dt.relation = ANY ({text_array(tables)}::regclass[])"


_JOINED = (
    " JOIN factcheck.visibility v ON v.visibility_id = p.visibility_id"
    " JOIN factcheck.data_column dc ON dc.column_id = v.column_id"
    " JOIN factcheck.data_table dt ON dt.table_id = dc.table_id"
)


class _Wanted(NamedTuple):
    """Phrases that are looked for among values, among names of columns, and as values of a category."""

    values: Collection[str]
    headings: Collection[str]
    of_phrase: Collection[str]
    of_head: Collection[str]

    @property
    def all(self) -> set[str]:
        """All of these phrases."""
        return {*self.values, *self.headings, *self.of_phrase, *self.of_head}


class _Met(NamedTuple):
    """A column that has any of the phrases that are wanted, by the number of its visibility.

    ``values`` are pairs of a phrase and the value that it is, the most frequent first, ``heading`` is its name where
    that is wanted, and ``of_phrase`` and ``of_head`` are its values of these categories, of ``size`` in all.
    """

    key: int
    size: int
    values: list[tuple[str, str]]
    heading: str | None
    of_phrase: list[str]
    of_head: list[str]


def _runs(words: str) -> set[str]:
    parts = words.split()
    return {" ".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)}


def _read_met(database: Database, wanted: _Wanted, tables: Sequence[str] | None, most: int) -> list[_Met]:
    """Return the columns that have what is wanted.

    Of those that have only values of the categories the ``most`` with the highest log-odds are enough; a category such
    as "person" may have values in nearly all columns.  Which columns the role may read takes most of the time of a
    query about values, so that one query reads everything.
    """
    joined = _JOINED if tables is not None else ""
    value, heading, of_phrase, of_head = (_is_any("value", phrases) for phrases in wanted)
    rows = database.query(
        # Phrase by phrase, so that each is looked up: of many the planner would read all values of all columns.
        f"WITH wanted AS MATERIALIZED (SELECT value, {value} AS is_value, {heading} AS is_heading,"
        f" {of_phrase} AS is_of_phrase, {of_head} AS is_of_head"
        f" FROM unnest({text_array(sorted(wanted.all))}) AS value),"
        " p AS MATERIALIZED (SELECT p.visibility_id, p.value, p.literal, p.rank, p.n_values,"
        " p.rank > 0 AND is_value AS is_value, p.rank = 0 AND is_heading AS is_heading,"
        " p.rank > 0 AND is_of_phrase AS is_of_phrase, p.rank > 0 AND is_of_head AS is_of_head"
        " FROM wanted CROSS JOIN LATERAL (SELECT * FROM factcheck.column_value p"
        f' WHERE p.value = wanted.value COLLATE "C" OFFSET 0) AS p{joined} WHERE true{_of_tables(tables)}),'
        " met AS (SELECT visibility_id, max(n_values) AS size, bool_or(is_value OR is_heading) AS is_named,"
        " count(*) FILTER (WHERE is_of_phrase) AS of_phrase, count(*) FILTER (WHERE is_of_head) AS of_head"
        " FROM p WHERE is_value OR is_heading OR is_of_phrase OR is_of_head GROUP BY visibility_id),"
        " placed AS (SELECT visibility_id, size, is_named, row_number() OVER (PARTITION BY is_named ORDER BY"
        " sqrt(least(1, of_phrase / 2.0)) + of_head / (2.0 * greatest(size, 1)) DESC, visibility_id) AS place FROM met)"
        " SELECT placed.visibility_id, placed.size, min(p.value) FILTER (WHERE p.is_heading) AS heading,"
        " array_agg(p.value ORDER BY p.rank) FILTER (WHERE p.is_value) AS phrases,"
        " array_agg(p.literal ORDER BY p.rank) FILTER (WHERE p.is_value) AS literals,"
        " array_agg(p.literal ORDER BY p.rank) FILTER (WHERE p.is_of_phrase) AS of_phrase,"
        " array_agg(p.literal ORDER BY p.rank) FILTER (WHERE p.is_of_head) AS of_head"
        f" FROM placed JOIN p USING (visibility_id) WHERE placed.is_named OR placed.place <= {most}"
        " GROUP BY placed.visibility_id, placed.size ORDER BY placed.visibility_id"
    )
    return [
        _Met(
            row["visibility_id"],
            row["size"],
            list(zip(row["phrases"] or [], row["literals"] or [], strict=True)),
            row["heading"],
            list(dict.fromkeys(row["of_phrase"] or [])),
            list(dict.fromkeys(row["of_head"] or [])),
        )
        for row in rows
    ]


def _is_any(column: str, phrases: Collection[str]) -> str:
    return f'{column} = ANY ({text_array(sorted(phrases))} COLLATE "C")'


def _read_named(database: Database, keys: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return the tables and names of columns that the role has been shown."""
    rows = database.query(
        "SELECT v.visibility_id, dt.relation::text AS relation, dc.column_name::text AS name"
        " FROM factcheck.visibility v JOIN factcheck.data_column dc ON dc.column_id = v.column_id"
        " JOIN factcheck.data_table dt ON dt.table_id = dc.table_id"
        f" WHERE v.visibility_id = ANY ({integer_array(keys)})"
    )
    return {row["visibility_id"]: (row["relation"], row["name"]) for row in rows}


def _by_value(
    words: str,
    runs: Collection[str],
    derived: Mapping[str, str],
    values: Sequence[tuple[str, str]],
    reasons: _Reasons,
) -> None:
    """Note that a column has the phrase, a part of it, or a word made from one as a value."""
    size = len(words.split())
    best: tuple[float, str, str] | None = None
    for phrase, value in values:
        share = len(phrase.split()) / size if phrase in runs else 1 / size
        weight = (_WEIGHTS["value"] if phrase in runs else _WEIGHTS["derived_value"]) * math.sqrt(share)
        reason = f"has the value {value!r}" + ("" if phrase in runs else f", as in {derived[phrase]!r}")
        if best is None or weight > best[0]:
            best = (weight, reason, value)
    if best is not None:
        reasons.add(best[0], best[1], [best[2]])


def _by_heading(words: str, similar: Mapping[str, str], heading: str | None, reasons: _Reasons) -> None:
    """Note that the phrase, its head or a synonym is the heading of a column."""
    if heading is None:
        return
    is_same = heading in (words, head_of(words))
    reason = "is named so" if is_same else f"{heading!r} is another word for {similar[heading]!r}"
    reasons.add(_WEIGHTS["heading" if is_same else "related_heading"], reason)


def _variants(words: str, related: Mapping[str, str]) -> set[str]:
    """Return a phrase, and what it is with one of its words replaced: "scandinavian country" for "nordic country"."""
    parts = words.split()
    replaced = {
        " ".join([*parts[:index], other, *parts[index + 1 :]])
        for other, origin in related.items()
        for index, part in enumerate(parts)
        if origin == part
    }
    return {words, *(replaced if len(parts) > 1 else ())}


def _by_instances(category: str, literals: Sequence[str], size: int, reasons: _Reasons, *, is_phrase: bool) -> None:
    """Note values of a column of which texts or WordNet say that they are of a category.

    Where the category is the whole phrase, the phrase stands for those values; its head alone says only what the
    column is about.
    """
    if not literals:
        return
    weight = _WEIGHTS["instances"] * (math.sqrt(min(1.0, len(literals) / 2)) if is_phrase else len(literals) / size / 2)
    reason = f"{len(literals)} of {size} values are of the category {category!r}: {', '.join(literals[:3])}"
    reasons.add(weight, reason, list(literals) if is_phrase and len(literals) < size else None)


def _instances(database: Database, categories: Sequence[str]) -> list[str]:
    """Return what texts or WordNet say is of some categories.

    They are read apart from the values that they are: the planner would read all values of all columns to join them.
    """
    rows = database.query(
        "SELECT instance FROM factcheck.isa"
        f' WHERE category = ANY ({text_array(categories)} COLLATE "C") AND pattern NOT IN (13, 16)'
        f" UNION SELECT word FROM factcheck.word_kind WHERE kinds && ({text_array(categories)})"
        f" LIMIT {_MOST_INSTANCES}"
    )
    return [row["instance"] for row in rows]


class MatchedAttributes(NamedTuple):
    """Two columns that may mean the same, what they share, and how much speaks for it, from 0 to 1."""

    column_a: str
    column_b: str
    score: float
    shared_values: list[str]
    shared_category: str | None


_OF_ATTRIBUTES = {"base": -3.0, "writing": 3.0, "values": 4.0, "heading": 3.0, "related": 2.0}
_LEAST_SCORE = 0.2
_LISTED_VALUES = 10


def match_attributes(
    database: Database, columns_a: Sequence[KeptColumn], columns_b: Sequence[KeptColumn]
) -> list[MatchedAttributes]:
    """Return the pairs of columns of two tables that may mean the same, the likeliest first."""
    headings = sorted({column.profile.heading for column in (*columns_a, *columns_b)})
    synonyms = {
        (row["lemma"], row["related"])
        for row in database.query(
            "SELECT lemma, related FROM factcheck.lexicon WHERE relation = 'synonym' AND part_of_speech = 'n'"
            f' AND lemma = ANY ({text_array(headings)} COLLATE "C") AND related = ANY ({text_array(headings)})'
        )
    }
    pairs = [_matched(a, b, (a.profile.heading, b.profile.heading) in synonyms) for a in columns_a for b in columns_b]
    likely = [pair for pair in pairs if pair.score >= _LEAST_SCORE]
    return sorted(likely, key=lambda pair: (-pair.score, pair.column_a, pair.column_b))


def _matched(a: KeptColumn, b: KeptColumn, is_synonym: bool) -> MatchedAttributes:
    shared = [value for value in a.values if value in b.values]
    overlap = len(shared) / max(1, min(len(a.values), len(b.values)))
    of_a, of_b = set(a.profile.heading.split()), set(b.profile.heading.split())
    likeness = len(of_a & of_b) / max(1, len(of_a | of_b))
    log_odds = (
        _OF_ATTRIBUTES["base"]
        + _OF_ATTRIBUTES["writing"] * writing_likeness(a.profile, b.profile)
        + _OF_ATTRIBUTES["values"] * overlap
        + _OF_ATTRIBUTES["heading"] * likeness
        + _OF_ATTRIBUTES["related"] * is_synonym
    )
    score = 1 / (1 + math.exp(-log_odds))
    return MatchedAttributes(a.name, b.name, score, [a.values[value] for value in shared[:_LISTED_VALUES]], None)


def writing_likeness(a: ColumnProfile, b: ColumnProfile) -> float:
    """Return the cosine of two profiles' pieces of writing."""
    _, of_a, of_b = np.intersect1d(a.pieces, b.pieces, assume_unique=True, return_indices=True)
    norms = float(np.linalg.norm(a.shares) * np.linalg.norm(b.shares))
    return float(a.shares[of_a] @ b.shares[of_b]) / norms if norms > 0 else 0.0
