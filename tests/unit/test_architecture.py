"""Data flows one way, and drivers are named in one place: read off the imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "python" / "src" / "factcheck"

# From left to right: a module may import those before it, never those after it.
ORDER = [
    "errors",
    "sqltext",
    "terms",
    "port",
    "settings",
    "statistics",
    "nlp.parser",
    "nlp.spacy_parser",
    "document_text",
    "document_html",
    "document_plain_tables",
    "document_plain",
    "document_markdown_places",
    "document_markdown_inline",
    "document_markdown",
    "document_format",
    "document",
    "number_words",
    "number_lookalikes",
    "number_style",
    "number_patterns",
    "number_reading",
    "numbers",
    "rounding",
    "claim_place",
    "claim_years",
    "claim_conditions",
    "claim_rules",
    "claims",
    "keywords",
    "staleness",
    "schema",
    "abbreviations",
    "names",
    "fragments",
    "fragment_keywords",
    "column_keywords",
    "dictionary_entries",
    "dictionary_headings",
    "dictionary_csv",
    "dictionary_frictionless",
    "dictionary_dbt",
    "dictionary",
    "dictionary_matching",
    "descriptions",
    "literals",
    "column_postings",
    "spelling",
    "index",
    "index_estimate",
    "key_names",
    "joins",
    "known_joins",
    "foreign_keys",
    "join_decisions",
    "related_terms",
    "name_relevance",
    "literal_scores",
    "literal_sources",
    "retrieval",
    "fragment_search",
    "likelihood",
    "candidates",
    "querytext",
    "cube",
    "evaluation",
    "inference",
    "verdicts",
    "explain",
    "markup_html",
    "markup_markdown",
    "markup",
    "parse_cache",
    "pipeline",
    "explanation",
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
    "psycopg": {"adapters.psycopg_port", "commands", "quality"},
    "spacy": {"nlp.spacy_parser", "quality.yardstick"},
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
    if module in {"nlp", "adapters"}:
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
    [tree] = [tree for module, tree in modules() if module == "inference"]
    assert not any("evaluation" in name or "cube" in name for name in imports(tree))
