"""Verbs that a sentence denies, or says how often they were done: "were never returned", "renewed at least twice"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage, read_once
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_told, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import names_an_identifier

_DENIED = re.compile(
    r"(?:\b(?:not|never|cannot)|n['’]t|\b(?:nobody|no\sone|no-one|none(?:\sof\sthem)?|nothing)(?=\s(?:was|were|is|are|ha[sd]|have|got)\b))"
    r"\s(?:(?:yet|ever|even|once|be|been|being|have|has|had|was|were|is|are|got)\s)*(?P<verb>[a-z-]+)",
    re.IGNORECASE,
)
_OFTEN = re.compile(
    r"\b(?P<verb>[a-z-]+)\s(?:(?P<least>at\sleast)|(?P<more>more\sthan)|(?P<most>at\smost|no\smore\sthan|up\sto)"
    r"|(?P<less>less\sthan|fewer\sthan)|only|just|exactly)?\s?"
    r"(?:(?P<word>once|twice|thrice)|(?P<times>\d+|two|three|four|five|six|seven|eight|nine|ten)\stimes)\b"
    r"(?!\s(?:as|more|less|the|an?|per|each|every|in)\b)(?P<or_more>\sor\smore\b)?",
    re.IGNORECASE,
)
_A_SINGLE_ONE = re.compile(
    r"(?<!\bnot\s)(?<!\bwithout\s)(?<!n['’]t\s)\b(?:an?\ssingle|(?:just|only|exactly)\sone)\s(?P<noun>[a-z]+)\b",
    re.IGNORECASE,
)
_TIMES = {word: at for at, word in enumerate("once twice thrice four five six seven eight nine ten".split(), 1)}
_TIMES |= {"two": 2, "three": 3}
_ANSWERS = frozenset({"0", "1", "true", "false", "yes", "no", "y", "n", "t", "f"})


@read_once
def denied_verbs(passage: Passage) -> Iterator[int]:
    """Yield the tokens of the verbs that a sentence denies."""
    for found in _DENIED.finditer(passage.text):
        for index in passage.within(*found.span("verb")):
            if passage.tokens[index].tag.startswith("VB") and passage.weights[index] > 0:
                yield index


def is_flag(cue: PredicateCue, column: Column) -> bool:
    """Tell whether all values of a column are answers, such as yes and no."""
    values = cue.values.get(column.column_id)
    return bool(values) and _ANSWERS.issuperset(value.lower() for value in values or ())


def times_done(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare the columns that count what a verb says with how often it was done, never included."""
    passage = own_passage(cue)
    if passage is None:
        return
    with_zero = cue.columns_with.get("0", ())
    counts = {
        column.column_id: column
        for column in cue.columns
        if column.is_integer and not names_an_identifier(column.name) and not is_flag(cue, column)
    }
    for index in denied_verbs(passage):
        for column in columns_told(cue, passage.tokens[index].text, counts):
            if column.column_id in with_zero:
                yield Equals(column, "0"), cue.seen("sign", passage.weights[index], column)
    for found in _OFTEN.finditer(passage.text):
        places = list(passage.within(*found.span()))
        if not places or not passage.tokens[places[0]].tag.startswith("VB") or not passage.own.isdisjoint(places):
            continue
        for column in columns_told(cue, found["verb"], counts):
            yield _compared(column, found), cue.seen("sign", passage.weights[places[0]], column)
    for found in _A_SINGLE_ONE.finditer(passage.text):
        for index in passage.within(*found.span("noun")):
            is_counted = passage.tokens[index].tag == "NN" and index not in passage.own
            for column in columns_told(cue, found["noun"], counts) if is_counted else ():
                yield Equals(column, "1"), cue.seen("sign", passage.weights[index], column)


def _compared(column: Column, found: re.Match[str]) -> Predicate:
    amount = (found["word"] or found["times"]).lower()
    times = str(_TIMES.get(amount, amount))
    comparisons: dict[str, Comparison] = {"least": ">=", "or_more": ">=", "more": ">", "most": "<=", "less": "<"}
    said = next((comparison for name, comparison in comparisons.items() if found[name]), None)
    return Equals(column, times) if said is None else Compare(column, said, times)
