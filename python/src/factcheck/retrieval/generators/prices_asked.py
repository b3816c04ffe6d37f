"""What was paid beside what was asked: "went for more than was asked", "sold above their estimate"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import names_an_identifier, split_identifier

_ASKED: Mapping[str, frozenset[str]] = {
    "ask": frozenset("ask asked asking list listed listing sticker msrp".split()),
    "estimate": frozenset("estimate estimated est appraised appraisal valuation valued guide expected".split()),
    "reserve": frozenset("reserve minimum".split()),
    "start": frozenset("start starting opening original orig first initial".split()),
}
"""What names of columns call a price that is asked, by what a text calls it."""
_CALLED = (
    r"(?:(?P<ask>ask(?:s|ed|ing)?|list(?:s|ed|ing)?|advertised|sticker|wanted)"
    r"|(?P<estimate>estimate[ds]?|guide|apprais(?:ed|al)|valu(?:ed|ation)|expected)"
    r"|(?P<reserve>reserve)|(?P<start>starting|opening|original|initial))"
)
_PAID = frozenset("sale sold selling sell hammer final closing close paid realised realized winning actual".split())
_COMPARED = re.compile(
    r"\b(?:(?P<more>(?:more|higher)\sthan|above|over|in\sexcess\sof|beyond)"
    r"|(?P<less>(?:less|lower)\sthan|below|under|short\sof)"
    r"|(?P<same>(?:at|for)\s(?:exactly\s|precisely\s|just\s)?(?=what|the|their|its)|(?:exactly|precisely)\s(?=what|the|their|its)"
    r"|(?:the\ssame|as\smuch)\sas))\s?"
    rf"(?:(?:what|the|their|its|his|her|they|it|he|she|sellers?|owners?|had|have|has|was|were|been|be|originally)\s){{0,5}}{_CALLED}\b",
    re.IGNORECASE,
)
_PAYING = frozenset("sell go fetch make bring buy pay cost achieve realise realize close change price".split())


def prices_asked(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare what a row was sold for with what was asked, where the sentence says how they compare."""
    passage = own_passage(cue)
    if passage is None or _PAYING.isdisjoint(token.lemma.lower() for token in passage.tokens):
        return
    for found in _COMPARED.finditer(passage.text):
        weight = passage.weight(*found.span())
        called = next(name for name in _ASKED if found[name])
        for table in cue.tables if weight > 0 else ():
            asked, paid = _columns(table, _ASKED[called]), _columns(table, _PAID)
            if len(asked) != 1 or len(paid) != 1 or asked == paid:
                continue
            greater, less = (asked[0], paid[0]) if found["less"] else (paid[0], asked[0])
            seen = cue.seen("two columns", weight, greater)
            parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0}
            yield ColumnCompare(greater, "=" if found["same"] else ">", less), Seen(seen.score, parts)


def _columns(table: Table, words: frozenset[str]) -> list[Column]:
    """Return the columns of numbers with some words in their names, without those that compare two of them."""
    columns = [
        column
        for column in table.columns
        if column.is_numeric and not names_an_identifier(column.name) and not words.isdisjoint(_name(column))
    ]
    return [column for column in columns if len(columns) == 1 or "price" in _name(column)] or columns


def _name(column: Column) -> list[str]:
    return split_identifier(column.name)
