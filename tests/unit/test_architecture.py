"""Data flows one way, and drivers are named in one place: read off the imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "python" / "src" / "factcheck"

# From left to right: a module may import those before it, never those after it.
ORDER = [
    "errors",
    "exact_json",
    "checkpoints",
    "visible",
    "sqltext",
    "index.terms",
    "port",
    "cache_rows",
    "time_limit",
    "settings",
    "statistics",
    "nlp.parser",
    "nlp.spacy_parser",
    "documents.text",
    "documents.html",
    "documents.plain_tables",
    "documents.plain",
    "documents.markdown_places",
    "documents.markdown_inline",
    "documents.markdown",
    "documents.format",
    "documents.document",
    "numbers.words",
    "numbers.lookalikes",
    "numbers.style",
    "numbers.patterns",
    "numbers.reading",
    "numbers.mentions",
    "numbers.rounding",
    "claims.place",
    "claims.years",
    "claims.conditions",
    "claims.rules",
    "claims.spotting",
    "claims.keywords",
    "catalogue.staleness",
    "catalogue.schema",
    "catalogue.abbreviations",
    "catalogue.names",
    "catalogue.fragments",
    "catalogue.fragment_keywords",
    "catalogue.column_keywords",
    "dictionaries.entries",
    "dictionaries.headings",
    "dictionaries.csv",
    "dictionaries.frictionless",
    "dictionaries.dbt",
    "dictionaries.reading",
    "dictionaries.matching",
    "catalogue.descriptions",
    "index.literals",
    "index.postings",
    "index.spelling",
    "index.column_postings",
    "index.build",
    "index.estimate",
    "catalogue.key_names",
    "catalogue.joins",
    "catalogue.relation_sets",
    "catalogue.known_joins",
    "catalogue.foreign_keys",
    "catalogue.join_decisions",
    "retrieval.related_terms",
    "retrieval.name_relevance",
    "retrieval.literal_scores",
    "retrieval.literal_sources",
    "retrieval.retrieve",
    "retrieval.fragment_search",
    "model.whole_logs",
    "model.column_sets",
    "model.query_space",
    "model.candidate_order",
    "model.weighed_space",
    "model.prior",
    "model.likelihood",
    "model.claim_space",
    "model.candidates",
    "model.scope",
    "model.posterior",
    "model.learning",
    "evaluation.querytext",
    "evaluation.cube_cache",
    "evaluation.cells",
    "evaluation.amounts",
    "evaluation.cube",
    "evaluation.coded_rows",
    "evaluation.merged_query",
    "evaluation.cube_contents",
    "evaluation.cubes",
    "evaluation.measures",
    "evaluation.request_builder",
    "model.found_values",
    "evaluation.evaluate",
    "evaluation.agreement",
    "model.reading_factors",
    "model.verdicts",
    "wording",
    "markup.html",
    "markup.markdown",
    "markup.page",
    "parse_cache",
    "preparation",
    "claim_results",
    "scope_evaluation",
    "unsure_results",
    "interpretation",
    "rows",
    "pipeline",
    "reading_rows",
    "explanation",
    "evaluation_plan",
    "plan",
    "lexicon",
    "health",
    "adapters",
    "server",
    "quality",
    "commands",
]
DRIVERS = {
    "plpy": {"adapters.plpy_port"},
    "psycopg": {"adapters.psycopg_port", "adapters.client_session", "commands", "quality"},
    "spacy": {"nlp.spacy_parser", "quality.yardstick"},
    "matplotlib": {"quality.experiments.plots"},
}


def modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        yield ".".join(part for part in parts if part != "__init__"), ast.parse(path.read_text())


def imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def place(module):
    """Place of a module, or of the package it belongs to, in the order."""
    while module and module not in ORDER:
        module = module.rpartition(".")[0]
    return ORDER.index(module) if module else None


@pytest.mark.parametrize(("module", "tree"), [pytest.param(*entry, id=entry[0]) for entry in modules() if entry[0]])
def test_no_module_imports_from_its_right(module, tree):
    own = place(module)
    if (PACKAGE / module.replace(".", "/")).is_dir() and module not in ORDER:
        assert not list(imports(tree)), f"the package {module} imports at its front door"
        return
    assert own is not None, f"{module} has no place in the order of modules"
    for name in imports(tree):
        if not name.startswith("factcheck."):
            continue
        other = place(name.removeprefix("factcheck."))
        assert other is None or other <= own, f"{module} imports {name}"


@pytest.mark.parametrize(("driver", "rooms"), DRIVERS.items())
def test_a_driver_is_named_in_its_room_only(driver, rooms):
    for module, tree in modules():
        if any(name.partition(".")[0] == driver for name in imports(tree)):
            assert module in rooms or module.partition(".")[0] in rooms, f"{module} imports {driver}"


def test_plpy_is_handed_over_to_one_module():
    named = [
        module
        for module, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.arg | ast.Attribute)
        and "plpy" in {getattr(node, "id", ""), getattr(node, "arg", ""), getattr(node, "attr", "")}
    ]
    assert set(named) <= {"adapters.plpy_port"}


def test_inference_does_not_know_evaluation():
    [tree] = [tree for module, tree in modules() if module == "model.learning"]
    assert not any("evaluation" in name or "cube" in name for name in imports(tree))
