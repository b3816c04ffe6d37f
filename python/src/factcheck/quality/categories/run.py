"""Runs all measurements of categories that a folder has cases for."""

from __future__ import annotations

from collections.abc import Callable

from factcheck.categories.asking import usable_models
from factcheck.categories.text.evidence import FAR
from factcheck.categories.text.models import MODELS
from factcheck.errors.catalogue.labelled_cases import category_corpus_missing
from factcheck.port import Database
from factcheck.quality.categories.cases import CategoryCases
from factcheck.quality.categories.columns import measure_columns
from factcheck.quality.categories.hypernyms import measure_hypernyms
from factcheck.quality.categories.membership import MeasuredModel, column_knowledge, gather_evidence, measure_membership
from factcheck.quality.categories.page import MeasuredCategories
from factcheck.quality.categories.reranking import answer_questions, rank_questions
from factcheck.text_index.embeddings import embedder

_RANKED_YEAR = 2000


def measure_categories(database: Database, cases: CategoryCases, say: Callable[[str], None]) -> MeasuredCategories:
    """Measure what a folder has cases for, telling of each step."""
    corpus = [
        (row["source"], row["n_texts"])
        for row in database.query("SELECT source, n_texts FROM factcheck.corpus_source ORDER BY source_id")
    ]
    if not corpus:
        raise category_corpus_missing()
    membership = ranking = columns = hypernyms = None
    with_columns: dict[str, MeasuredModel] = {}
    answered = []
    has_likeness = embedder() is not None
    if not has_likeness:
        say("model semantic is left out: it takes the packages of factcheck[semantic]")
    if cases.pairs:
        say(f"{len(cases.pairs)} pairs of an answer and a category")
        evidence = gather_evidence(database, cases.pairs, None, has_documents=True, has_likeness=has_likeness)
        membership = measure_membership(evidence, cases.pairs, usable_models())
        if cases.columns:
            knowledge = column_knowledge(cases.columns)
            knowing = gather_evidence(database, cases.pairs, knowledge, has_documents=False, has_likeness=has_likeness)
            told_by_columns = [name for name in usable_models() if "columns" in MODELS[name]]
            with_columns = measure_membership(knowing, cases.pairs, told_by_columns)
    if membership and cases.questions:
        say("answers to the questions that name a category")
        answered = answer_questions(database, cases.questions, _RANKED_YEAR)
        ranking = rank_questions(database, answered, membership)
    if cases.columns:
        say(f"{len(cases.columns)} columns")
        columns = measure_columns(cases.columns)
    if cases.hypernyms:
        say(f"{len(cases.hypernyms)} pairs of words")
        found = gather_evidence(database, cases.hypernyms, None, has_documents=False, has_likeness=False, followed=FAR)
        hypernyms = measure_hypernyms(found, cases.hypernyms)
    return MeasuredCategories(membership, with_columns, columns, hypernyms, answered, ranking, corpus)
