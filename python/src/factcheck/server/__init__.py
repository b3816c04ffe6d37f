"""What the PL/Python functions call, by name: arguments in, JSON out."""

from __future__ import annotations

from factcheck import __version__
from factcheck.server.catalogue import (
    add_join,
    add_measure,
    check_weights,
    doctor,
    estimate_table,
    find_joins,
    index_table,
    load_dictionary,
    load_lexicon,
    remove_join,
)
from factcheck.server.categories import category, load_corpus, smooth_categories
from factcheck.server.charts import draw_fact, draw_verdict, lay_out, render_chart
from factcheck.server.checks import evaluate, prepare, remember, render_html, stage_times, warm_up
from factcheck.server.corrections import assemble, prepare_correction, read_own_query, reinfer, stored_fragments
from factcheck.server.evidence import (
    add_evidence,
    check_evidence,
    embed_source,
    passage_context,
    passage_contexts,
    refresh_source,
    search,
    tune_bm25,
)
from factcheck.server.explanations import explain, explain_plan, find_fragments
from factcheck.server.questions import (
    answer_question,
    check_parts,
    compound_sentences,
    read_question,
    suggest_questions,
)
from factcheck.server.rechecks import prepare_recheck, rejudge

__all__ = [
    "__version__",
    "add_evidence",
    "add_join",
    "add_measure",
    "answer_question",
    "assemble",
    "category",
    "check_evidence",
    "check_parts",
    "check_weights",
    "compound_sentences",
    "doctor",
    "draw_fact",
    "draw_verdict",
    "embed_source",
    "estimate_table",
    "evaluate",
    "explain",
    "explain_plan",
    "find_fragments",
    "find_joins",
    "index_table",
    "lay_out",
    "load_corpus",
    "load_dictionary",
    "load_lexicon",
    "passage_context",
    "passage_contexts",
    "prepare",
    "prepare_correction",
    "prepare_recheck",
    "read_own_query",
    "read_question",
    "refresh_source",
    "reinfer",
    "rejudge",
    "remember",
    "remove_join",
    "render_chart",
    "render_html",
    "search",
    "smooth_categories",
    "stage_times",
    "stored_fragments",
    "suggest_questions",
    "tune_bm25",
    "warm_up",
]
