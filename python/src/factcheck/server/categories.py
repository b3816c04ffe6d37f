"""What tells categories: loading of texts, models, and what is asked of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from factcheck.catalogue.owner_code import code_owners
from factcheck.categories import asking
from factcheck.categories.columns.matching import match_column
from factcheck.categories.columns.store import ColumnMemory
from factcheck.categories.labelled import fit, measured, out_of_fold, unknown_probability
from factcheck.categories.text.corpus import load_corpus as load_texts
from factcheck.categories.text.evidence import Pair
from factcheck.categories.text.exact import exact_counts
from factcheck.categories.text.example import category_evidence
from factcheck.categories.text.patterns import LARGEST_GAP, PATTERNS
from factcheck.categories.text.questions import question_category
from factcheck.categories.text.reranking import rerank
from factcheck.categories.text.smoothed import smooth_categories as smooth
from factcheck.errors.catalogue.categories import answers_without_scores, labelled_runs_code
from factcheck.lexicon.table import is_loaded as lexicon_is_loaded
from factcheck.lexicon.table import load_lexicon
from factcheck.port import Database
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.sqltext import literal
from factcheck.weights.categories import unknown_share

_memory = ColumnMemory()
_Arguments = dict[str, Any]
_NOT_READ = (
    "Files are read where the server runs: the file that kind 'text' names, dictionary.index and dictionary.dict.dz"
    " of kind 'dictd', data.noun in the folder of kind 'wordnet'; of a table, the columns have to be there."
)


@entry_point
def load_corpus(
    database: Database,
    source: str | None,
    kind: str | None,
    text_column: str | None,
    headword_column: str | None,
    is_smoothed: bool,
) -> dict[str, Any]:
    """Load a source of texts, and the lexicon before it, which tells nouns from other words."""
    if not lexicon_is_loaded(database):
        load_lexicon(database)
    with hint_for_errors(_NOT_READ):
        texts = load_texts(database, source, kind, text_column, headword_column)
    if is_smoothed:
        smooth(database)
    return {"texts": texts}


@entry_point
def smooth_categories(database: Database) -> dict[str, Any]:
    """Smooth the counts of all loaded texts."""
    return {"phrases": smooth(database)}


def _patterns(_database: Database, _given: _Arguments) -> Any:
    return [{"pattern": number, "words": words} for number, words in PATTERNS.items()]


def _evidence(database: Database, given: _Arguments) -> Any:
    gap = max(0, min(LARGEST_GAP, given["gap"]))
    if given["exact"]:
        counts = exact_counts(database, Pair.of(given["instance"], given["category"]), gap)
        return [
            {"pattern": number, "words": PATTERNS[number], "matches": count}
            for number, count in enumerate(counts, 1)
            if count
        ]
    return [row._asdict() for row in category_evidence(database, given["instance"], given["category"], gap)]


def _is_a(database: Database, given: _Arguments) -> Any:
    instances = given["instances"] or []
    if given["category"] is None:
        return [{"instance": instance, "probability": None} for instance in instances]
    asked = [instance for instance in instances if instance is not None]
    told = iter(asking.probabilities(database, asked, given["category"], given["model"], _memory))
    return [{"instance": instance, "probability": None if instance is None else next(told)} for instance in instances]


def _categories_of(database: Database, given: _Arguments) -> Any:
    if given["instance"] is None:
        return []
    rows = asking.categories_of(database, given["instance"], given["k"], given["model"], _memory)
    return [row._asdict() for row in rows]


def _question(_database: Database, given: _Arguments) -> Any:
    category = question_category(given["question"] or "")
    return [category._asdict()] if category else []


def _rerank(database: Database, given: _Arguments) -> Any:
    answers, scores = given["answers"] or [], given["scores"] or []
    if len(answers) != len(scores) or None in answers or None in scores:
        raise answers_without_scores(len(answers), len(scores))
    told = asking.probabilities(database, answers, given["category"] or "", given["model"], _memory)
    return [
        {"answer": row.answer, "s": row.probability, "s_c": row.score, "s_f": row.final_score, "rank": row.rank}
        for row in rerank(answers, scores, told, unknown_share())
    ]


def _labelled(database: Database, relation: str) -> tuple[list[Pair], list[bool]]:
    """Read labelled pairs; raise ``FactcheckError`` where that would run code that the caller does not trust."""
    [named] = database.query(f"SELECT {literal(relation)}::regclass::text AS relation")
    if owners := code_owners(relation, database):
        raise labelled_runs_code(named["relation"], owners)
    rows = database.query(
        "SELECT instance::text AS instance, category::text AS category, label::boolean AS label"
        f" FROM {named['relation']} WHERE instance IS NOT NULL AND category IS NOT NULL AND label IS NOT NULL"
    )
    return [Pair.of(row["instance"], row["category"]) for row in rows], [row["label"] for row in rows]


def _fit(database: Database, given: _Arguments) -> Any:
    asking.require_model(given["model"])
    pairs, labels = _labelled(database, given["labelled"])
    rows = asking.gather(database, pairs, given["model"], _memory)
    fitted = fit(given["model"], rows, labels)
    scores = out_of_fold(given["model"], rows, labels, [pair.category for pair in pairs])
    metrics = measured(scores, labels, unknown_probability(scores, labels))
    return {"weights": {"base": fitted.base, **fitted.weights}, "metrics": metrics._asdict()}


def _evaluate(database: Database, given: _Arguments) -> Any:
    pairs, labels = _labelled(database, given["labelled"])
    rows = []
    for name in [given["model"]] if given["model"] is not None else asking.usable_models():
        model = asking.chosen_model(database, name)
        evidence = asking.gather(database, pairs, model.model, _memory)
        scores = [model.probability(each) for each in evidence]
        rows.append({"model_name": name, **measured(scores, labels, unknown_share())._asdict()})
    return rows


def _column_category(database: Database, given: _Arguments) -> Any:
    rows = asking.column_category(database, given["table"], given["column"], given["k"], _memory)
    return [row._asdict() for row in rows]


def _match_column(database: Database, given: _Arguments) -> Any:
    return [
        {
            "table_name": row.table,
            "column_name": row.column,
            "matched_values": row.values,
            "probability": row.probability,
            "reason": row.reason,
        }
        for row in match_column(database, given["phrase"] or "", given["tables"], given["k"])
    ]


def _match_attributes(database: Database, given: _Arguments) -> Any:
    return [row._asdict() for row in asking.matched_attributes(database, given["table_a"], given["table_b"], _memory)]


_TASKS: dict[str, Callable[[Database, _Arguments], Any]] = {
    "patterns": _patterns,
    "evidence": _evidence,
    "is_a": _is_a,
    "categories_of": _categories_of,
    "question": _question,
    "rerank": _rerank,
    "fit": _fit,
    "evaluate": _evaluate,
    "column_category": _column_category,
    "match_column": _match_column,
    "match_attributes": _match_attributes,
}


@entry_point
def category(database: Database, task: str, arguments: str) -> dict[str, Any]:
    """Answer one question about categories."""
    return {"rows": _TASKS[task](database, json.loads(arguments))}
