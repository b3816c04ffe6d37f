"""Answers what is asked of categories: probabilities, evidence, columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from factcheck.categories.columns.matching import MatchedAttributes, match_attributes
from factcheck.categories.columns.store import ColumnMemory, KeptColumn, read_columns
from factcheck.categories.text.evidence import FAR, NEAR, Pair, count_documents, read_known
from factcheck.categories.text.likeness import likenesses
from factcheck.categories.text.models import MODELS, PAPER_FEATURES, CategoryModel, Evidence, has_embeddings
from factcheck.errors.catalogue.categories import category_column_not_readable, category_model_not_known
from factcheck.port import Database
from factcheck.sqltext import literal, text_array
from factcheck.text_index.embeddings import embedder
from factcheck.weights.categories import column_weights, model_weights

_SHOWN_VALUES, _SHARED_CATEGORIES = 5, 3
_LEAST_KNOWN_COLUMNS = 2


def chosen_model(database: Database, name: str | None) -> CategoryModel:
    """Return a model that the site has fitted under a name, or the version's; raise FactcheckError without one."""
    rows = database.query(
        f"SELECT model, weights::text AS weights FROM factcheck.category_model WHERE name = {literal(name)}"
    )
    if rows:
        weights = json.loads(rows[0]["weights"])
        return CategoryModel(rows[0]["model"], weights.pop("base"), weights)
    known = require_model(name)
    base, shipped = model_weights(known)
    return CategoryModel(known, base, shipped)


def require_model(name: str | None) -> str:
    """Return the name of a model of the version; raise FactcheckError where there is none."""
    if name is None or name not in MODELS:
        raise category_model_not_known(str(name), list(MODELS))
    return name


def usable_models() -> list[str]:
    """Return the names of the version's models, without those that ask for packages which are not installed."""
    return [name for name in MODELS if embedder() is not None or not has_embeddings(name)]


def gather(database: Database, pairs: Sequence[Pair], model: str, memory: ColumnMemory) -> list[Evidence]:
    """Return what is known of pairs, as far as a model asks for it."""
    known = read_known(database, pairs, FAR if "definitions_log" in MODELS[model] else NEAR)
    if model in PAPER_FEATURES:
        return [
            Evidence(pair, known, count_documents(database, pair) if PAPER_FEATURES[model] else None) for pair in pairs
        ]
    of_columns = _of_columns(database, pairs, memory) if "columns" in MODELS[model] else [None] * len(pairs)
    alike = likenesses(pairs) if has_embeddings(model) else [None] * len(pairs)
    return [
        Evidence(pair, known, None, columns, likeness)
        for pair, columns, likeness in zip(pairs, of_columns, alike, strict=True)
    ]


def _of_columns(database: Database, pairs: Sequence[Pair], memory: ColumnMemory) -> list[float | None]:
    """Return what columns of the category's name tell of each instance, None without such columns."""
    headings = sorted({name for pair in pairs for name in pair.categories})
    rows = database.query(
        "SELECT heading FROM factcheck.column_profile"
        f' WHERE heading = ANY ({text_array(headings)} COLLATE "C")'
        f" GROUP BY heading HAVING count(*) >= {_LEAST_KNOWN_COLUMNS}"
    )
    if not rows:
        return [None] * len(pairs)
    known, weights = {row["heading"] for row in rows}, column_weights()
    knowledge = memory.knowledge(database)
    return [
        next((knowledge.log_odds(pair.instance, name, weights) for name in pair.categories if name in known), None)
        for pair in pairs
    ]


def probabilities(
    database: Database, instances: Iterable[str], category: str, model_name: str | None, memory: ColumnMemory
) -> list[float | None]:
    """Return for each instance the probability that it is of a category, None where it is unknown."""
    model = chosen_model(database, model_name)
    pairs = [Pair.of(instance, category) for instance in instances]
    return [model.probability(evidence) for evidence in gather(database, pairs, model.model, memory)]


class LikelyCategory(NamedTuple):
    """A category of an instance, its probability, and where it is said."""

    category: str
    probability: float
    source: str


def categories_of(
    database: Database, instance: str, most: int, model_name: str | None, memory: ColumnMemory
) -> list[LikelyCategory]:
    """Return what an instance is likely to be a kind of, by texts, WordNet and columns that have it as a value."""
    model = chosen_model(database, model_name)
    pair = Pair.of(instance, "")
    if not pair.instance:
        return []
    candidates = _candidates(database, pair)
    pairs = [Pair.of(instance, category) for category in candidates]
    likely = [
        LikelyCategory(pair.category, probability, candidates[pair.category])
        for pair, evidence in zip(pairs, gather(database, pairs, model.model, memory), strict=True)
        if (probability := model.probability(evidence)) is not None
    ]
    return sorted(likely, key=lambda each: (-each.probability, each.category))[:most]


_MOST_CANDIDATES = 60


def _candidates(database: Database, pair: Pair) -> dict[str, str]:
    """Return categories that are named for an instance, and where."""
    names = f'{text_array(pair.instances)} COLLATE "C"'
    candidates: dict[str, str] = {}
    for row in database.query(
        "(SELECT c.category, 'wordnet' AS source"
        " FROM factcheck.word_kind w, unnest(w.kinds, w.steps) AS c (category, step)"
        f" WHERE w.word = ANY ({names}) AND c.step > 0 ORDER BY c.step LIMIT {_MOST_CANDIDATES})"
        f" UNION ALL (SELECT category, 'text' FROM factcheck.isa WHERE instance = ANY ({names}) AND pattern <> 13"
        f" GROUP BY category ORDER BY sum(n) DESC, category LIMIT {_MOST_CANDIDATES})"
        f" UNION ALL (SELECT p.heading, 'columns' FROM factcheck.column_value v"
        f" JOIN factcheck.column_profile p ON p.visibility_id = v.visibility_id"
        f" WHERE v.value = ANY ({names}) AND v.rank > 0"
        f" GROUP BY p.heading ORDER BY count(*) DESC LIMIT {_MOST_CANDIDATES})"
    ):
        category = Pair.of("", row["category"]).category
        if category and category not in pair.instances:
            candidates.setdefault(category, row["source"])
    return candidates


class ColumnCategory(NamedTuple):
    """What a column's values are likely to be, how many columns or values say so, and some of the values."""

    category: str
    probability: float
    support: int
    sample: list[str]


def column_category(
    database: Database, relation: str, name: str, most: int, memory: ColumnMemory
) -> list[ColumnCategory]:
    """Return headings of other columns that a column's values suit, and categories that texts tell of its values."""
    columns = read_columns(database, relation)
    column = next((each for each in columns if each.name == name), None)
    if column is None:
        raise category_column_not_readable(relation, name)
    siblings = [each.profile.heading for each in columns if each is not column]
    sample = list(column.values.values())[:_SHOWN_VALUES]
    ranked = memory.knowledge(database).rank(column.profile, siblings, column_weights())
    rows = [ColumnCategory(each.heading, each.probability, each.support, sample) for each in ranked[:most]]
    rows += _told_by_texts(database, column, {row.category for row in rows}, sample)
    return sorted(rows, key=lambda row: -row.probability)[:most]


_LEAST_SHARE = 0.3


def _told_by_texts(database: Database, column: KeptColumn, known: set[str], sample: list[str]) -> list[ColumnCategory]:
    """Return the categories that WordNet or definitions tell of many values, the narrowest that most of them share."""
    values = sorted(column.values)
    rows = database.query(
        "SELECT category, count(DISTINCT instance) AS n, min(rarity) AS rarity FROM ("
        " SELECT w.word AS instance, k.kind AS category, k.rarity"
        " FROM factcheck.word_kind w, unnest(w.kinds, w.rarities) AS k (kind, rarity)"
        f' WHERE w.word = ANY ({text_array(values)} COLLATE "C")) AS told'
        " GROUP BY category ORDER BY count(DISTINCT instance) * min(rarity) DESC, category LIMIT 5"
    )
    return [
        ColumnCategory(row["category"], row["n"] / len(values) * 0.9, row["n"], sample)
        for row in rows
        if row["category"] not in known and row["n"] >= _LEAST_SHARE * len(values)
    ]


def matched_attributes(
    database: Database, relation_a: str, relation_b: str, memory: ColumnMemory
) -> list[MatchedAttributes]:
    """Return the pairs of columns of two added tables that may mean the same, with the category that they share."""
    columns_a, columns_b = read_columns(database, relation_a), read_columns(database, relation_b)
    pairs = match_attributes(database, columns_a, columns_b)
    if not pairs:
        return []
    categories = {
        (relation, column.name): _main_categories(database, column, memory)
        for relation, columns in ((relation_a, columns_a), (relation_b, columns_b))
        for column in columns
    }
    return [
        pair._replace(
            shared_category=next(
                (
                    name
                    for name in categories[relation_a, pair.column_a]
                    if name in categories[relation_b, pair.column_b]
                ),
                None,
            )
        )
        for pair in pairs
    ]


def _main_categories(database: Database, column: KeptColumn, memory: ColumnMemory) -> list[str]:
    told = [row.category for row in _told_by_texts(database, column, set(), [])]
    ranked = memory.knowledge(database).rank(column.profile, (), column_weights())
    return [column.profile.heading, *told[:_SHARED_CATEGORIES], *(each.heading for each in ranked[:1])]
