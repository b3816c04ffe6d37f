"""What the nouns of a document are counted by, as its numbers tell: "142,744 cases" as the total of a column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.candidates.assumed_units import assumed_unit
from factcheck.catalogue.schema import Column, Table
from factcheck.check.prepare import PreparedCheck
from factcheck.claims.claim import NumericClaim
from factcheck.claims.counted_nouns import counted_tokens
from factcheck.inference.verdicts import Judgement, Verdict
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import SUM
from factcheck.queries.query import Aggregate, Measure

_MOSTLY = 0.5
"""Share of the numbers about a table that are totals of one column, from which the text means no numbers of rows."""
_FEWEST = 3


@dataclass(frozen=True, slots=True)
class CountedMeasures:
    """The totals that a document's numbers are read as, with the tables of their rows.

    ``by_noun`` has those of numbers that a noun follows, by its base form; ``usual`` those that most numbers about a
    table are.
    """

    by_noun: Mapping[str, tuple[tuple[Table, Measure], ...]]
    usual: tuple[tuple[Table, Measure], ...]

    def of(self, nouns: Iterable[str]) -> tuple[tuple[Table, Measure], ...]:
        """Return the totals that some nouns are counted by."""
        return tuple(dict.fromkeys(each for noun in nouns for each in self.by_noun.get(noun, ())))


def counted_measures(check: PreparedCheck, judgements: Sequence[Judgement]) -> CountedMeasures:
    """Return what the nouns of numbers are totals of, and what most numbers are: they mean the same all over a text.

    What is counted in rows needs no telling: the table is called so, or nothing is.
    """
    by_noun: dict[str, dict[tuple[Table, Measure], None]] = {}
    totals: Counter[tuple[Table, Measure]] = Counter()
    counts: Counter[Table] = Counter()
    for claim, judgement in zip(check.claims, judgements, strict=True):
        query = judgement.readings[0].query if judgement.readings else None
        if not isinstance(query, Aggregate) or not judgement.readings[0].matches:
            continue
        counts[query.selection.anchor] += query.function in {SUM, COUNT}
        if query.function is SUM and query.column is not None:
            total = query.selection.anchor, Measure(SUM, _as_stored(query.column))
            totals[total] += 1
            if judgement.verdict is Verdict.SUPPORTED:
                for noun in _nouns(check, claim):
                    by_noun.setdefault(noun, {})[total] = None
    usual = (each for each, number in totals.items() if number >= max(_FEWEST, _MOSTLY * counts[each[0]]))
    return CountedMeasures({noun: tuple(known) for noun, known in by_noun.items()}, tuple(usual))


def _as_stored(column: Column) -> Column:
    """Return a column as the table has it, in whatever unit a number is told."""
    assumed = assumed_unit(column)
    return column if assumed is None else assumed[0]


def _nouns(check: PreparedCheck, claim: NumericClaim) -> Collection[str]:
    sentences = check.parsed.parses[claim.paragraph]
    if claim.headings or not sentences:
        return ()
    sentence = sentences[claim.sentence]
    counted = counted_tokens(sentence, claim.tokens)
    return {sentence.tokens[i].lemma.lower() for i in counted if sentence.tokens[i].tag == "NNS"}
