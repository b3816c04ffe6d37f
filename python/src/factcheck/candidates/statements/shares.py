"""Shares of rows that a statement compares: "the share of pupils who passed", "the lowest pass rate", "more likely"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.flags import flags_named, is_said_in_full
from factcheck.candidates.statements.measures import HAPPENING, OFTEN
from factcheck.candidates.statements.names_of_measures import unnamed_share
from factcheck.candidates.statements.owners import tokens_of
from factcheck.candidates.statements.restrictions import named_in
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.claims.statements.phrases import Said
from factcheck.claims.statements.statement import StatementKind
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Measure

_SHARES = frozenset(
    "share shares percentage percentages percent proportion proportions rate rates fraction likelihood probability "
    "chance chances risk odds prevalence incidence".split()
)
_LIKELY = frozenset("likely prone".split())
_OCCURRING = frozenset("common frequent prevalent widespread rare uncommon infrequent".split())
"""What is said of a condition that some have; of what is popular there are many."""
_OF_RATES = frozenset({"high", "low"})
_OTHERWISE = 0.1
"""How likely "the highest churn" means the number of rows rather than a share of them, and "the most" the share."""
_NAMED_WELL = 0.6
"""Score from which a flag is named by what is measured."""
_FLAG, _VALUE = 2.0, 1.0
"""Weight of what a flag says of rows, and of a value, as what the share is of, beside the columns that are named."""
_OF_EACH, _RATHER_SHARES = 5.0, 2.0
"""Doubt about numbers and shares of people where it is told how much each does, and how much likelier shares are."""


def asks_for_share(cue: StatementCue) -> bool:
    """Tell whether a statement compares shares of rows."""
    return cue.assertion.dimension in _LIKELY | OFTEN or not cue.words.measured.forms.isdisjoint(_SHARES)


def shares_of(cue: StatementCue, apart: frozenset[int], owners: Sequence[Predicate]) -> Iterator[WeighedMeasure]:
    """Yield the shares of rows that may be compared: those of which a flag, or a value that is named, is true."""
    if not asks_for_share(cue):
        yield from _flagged(cue, apart)
        return
    events: dict[Predicate, float] = {}
    for said, relevance in ((cue.words.measured, cue.relevance.measured), (cue.words.rest, cue.relevance.rest)):
        for owner in flags_named(said, relevance):
            events.setdefault(owner.predicate, _FLAG * owner.score)
        base = Said(" ".join(lemma for _, lemma in said.words), said.words, said.tokens)
        for predicate, *_ in (*named_in(said, relevance), *named_in(base, relevance)):  # "it rained" has rain
            if not predicate.column.is_numeric:
                events.setdefault(predicate, _VALUE)
    for event, weight in events.items():
        if event.column.column_id in apart or event in owners:
            continue
        for table in cue.tables:
            if table.table_id == event.column.table_id:
                names = (event.column.name, table.name, event.words(event.column.name))
                left = unnamed_share(cue.words.measured.forms - _SHARES, names)
                yield WeighedMeasure(table, Measure(COUNT, None), weight, left, event=(event,))


def is_had_by_some(cue: StatementCue, rows: Sequence[Predicate]) -> bool:
    """Tell whether what is common among some has a name of its own: "fever is most common in May", a table of patients.

    Neither a table nor a value of ``rows`` is called by it.  It is had by a share of rows, of which their number tells
    nothing.
    """
    if cue.assertion.dimension not in _OCCURRING or len(cue.words.owners) != 1 or not cue.words.owners[0].tokens:
        return False
    owner, nouns = cue.words.owners[0].tokens[-1], [t for t in cue.words.measured.tokens if t.tag.startswith("NN")]
    if len(nouns) != 1 or nouns[0].dependency != "nsubj" or owner.dependency != "pobj":
        return False
    if nouns[0].tag != "NN" and nouns[0].start != cue.words.sentence[0].start:  # a first word may be taken for a name
        return False
    said = frozenset({nouns[0].text.lower(), nouns[0].lemma.lower()})
    names = [name for table in cue.tables for name in (table.name, *(c.name for c in table.columns if c.is_text))]
    values = [word for each in rows if isinstance(each, Equals) for word in tokens_of(each.literal)]
    return unnamed_share(said, [*names, *values]) == 1


def _flagged(cue: StatementCue, apart: frozenset[int]) -> Iterator[WeighedMeasure]:
    """Yield number and share of the rows of which a flag is true that says what is measured: "the highest churn".

    Who does more of something may be more people who do it, a greater share, or such who do more of it each.
    """
    is_of_each = is_done_more(cue)
    for owner in flags_named(cue.words.measured, cue.relevance.measured):
        column = owner.predicate.column
        if column.column_id in apart or owner.score < _NAMED_WELL or not is_said_in_full(column, cue.words.measured):
            continue
        for table in cue.tables:
            if table.table_id == column.table_id:
                rows = Measure(COUNT, None)
                of_rows = _OTHERWISE if cue.assertion.dimension in _OF_RATES else 1.0
                of_share = _OTHERWISE if cue.assertion.dimension == "many" else 1.0
                left, of_share = (_OF_EACH, _RATHER_SHARES) if is_of_each else (0.0, of_share)
                yield WeighedMeasure(table, rows, _FLAG * owner.score * of_rows, left, rows=(owner.predicate,))
                yield WeighedMeasure(table, rows, _FLAG * owner.score * of_share, left, event=(owner.predicate,))


def is_done_more(cue: StatementCue) -> bool:
    """Recognise "women cycle more", which is no "more women cycle".

    What only happens may be counted, "tea sold more", and so may what tables are called by: "Lee painted more".
    """
    if cue.assertion.kind is not StatementKind.COMPARISON or cue.assertion.dimension != "many":
        return False
    comparative = cue.words.sentence[cue.assertion.cue[0]]
    if comparative.dependency == "amod":
        return False  # "took more calls"
    first = comparative.start
    done = (t for t in (*cue.words.measuring, *cue.words.restricting.tokens) if t.tag.startswith("VB"))
    acted = [t.text.lower() for t in done if t.start < first and t.text.lower() not in HAPPENING]
    return unnamed_share(frozenset(acted), [table.name for table in cue.tables]) == 1
