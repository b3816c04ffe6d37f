"""What the PL/Python functions call, by name: arguments in, JSON out.

A module is loaded when the first of its functions is called: a session that only checks waits for nothing that
questions, categories or corrections need.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from types import ModuleType

import numpy as np  # noqa: F401 - loaded while the caller has made sure that there is room for it

from factcheck import __version__
from factcheck.errors.catalogue.server import python_part_not_loadable
from factcheck.port import Database
from factcheck.runtime.ready_made import ready_made
from factcheck.server.entry import entry_point

__all__ = ["__version__"]

ENTRIES = {
    "catalogue": (
        "add_join",
        "add_measure",
        "estimate_table",
        "find_joins",
        "index_table",
        "load_lexicon",
        "remove_join",
    ),
    "categories": ("category", "load_corpus", "smooth_categories"),
    "charts": ("draw_fact", "draw_verdict", "lay_out", "render_chart"),
    "checks": ("evaluate", "prepare", "remember", "render_html", "stage_times", "warm_up"),
    "corrections": ("assemble", "prepare_correction", "read_own_query", "reinfer", "stored_fragments"),
    "diagnosis": ("doctor",),
    "dictionaries": ("load_dictionary",),
    "evidence": (
        "add_evidence",
        "check_evidence",
        "embed_source",
        "passage_context",
        "passage_contexts",
        "refresh_source",
        "search",
        "tune_bm25",
    ),
    "explanations": ("explain", "explain_plan", "find_fragments"),
    "questions": ("answer_question", "check_parts", "compound_sentences", "read_question", "suggest_questions"),
    "rechecks": ("prepare_recheck", "rejudge"),
    "weights": ("check_weights",),
}
"""The functions, by the module of this room that has them."""

_MODULE_OF = {function: module for module, functions in ENTRIES.items() for function in functions}


def __getattr__(name: str) -> Callable[..., str]:
    """Return a function of the name, whose module is loaded now, or one that says why it cannot be (PEP 562)."""
    if name not in _MODULE_OF:
        raise AttributeError(name)
    gc.disable()  # what is loaded stays as long as the session: no collection has to walk through it
    try:
        function: Callable[..., str] = getattr(_loaded(f"{__name__}.{_MODULE_OF[name]}"), name)
    except Exception as error:
        return _refusal(error)
    finally:
        gc.freeze()
        gc.enable()
    globals()[name] = function
    return function


def _loaded(module: str) -> ModuleType:
    """Return a module, loaded with what was made ready for it."""
    with nullcontext() if module in sys.modules else ready_made("server"):
        return import_module(module)


def _refusal(problem: Exception) -> Callable[..., str]:
    """Return a function that takes whatever it is given and tells the problem."""

    @entry_point
    def refuse(_database: Database, /, *_arguments: object, **_named: object) -> dict[str, object]:
        if isinstance(problem, MemoryError):
            raise problem
        raise python_part_not_loadable(problem) from problem

    return refuse
