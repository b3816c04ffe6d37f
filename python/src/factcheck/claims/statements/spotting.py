"""Which statements without a number a document makes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.claims.number_context import Tree
from factcheck.claims.statements.alongside import alongside
from factcheck.claims.statements.antecedents import antecedent_of
from factcheck.claims.statements.comparisons import comparisons
from factcheck.claims.statements.cues import may_state
from factcheck.claims.statements.directions import directions
from factcheck.claims.statements.ends import ends
from factcheck.claims.statements.equals import equals
from factcheck.claims.statements.extremes import extremes
from factcheck.claims.statements.majorities import majorities
from factcheck.claims.statements.orders import as_second, is_next_with_value, orders
from factcheck.claims.statements.sole import soles
from factcheck.claims.statements.statement import Assertion, StatementClaim, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.claims.told_times import YEAR
from factcheck.documents.document import Document, Paragraph
from factcheck.nlp.parser import Sentence
from factcheck.runtime.checkpoints import with_checkpoints

_KINDS = (ends, extremes, majorities, comparisons, equals, alongside, directions, orders, soles)
_FARTHEST_END = 5
"""Sentences from one end of a list to the other."""
_AVERAGED = frozenset(StatementKind) - {StatementKind.MAJORITY}


_NOT_YET = frozenset("would should could might must shall will ’ll 'll ’d 'd".split())
"""Verbs before what is no fact."""


def find_statements(document: Document, parses: Sequence[tuple[Sentence, ...]]) -> list[StatementClaim]:
    """Return the statements of the document, in reading order; ``parses`` holds the sentences of each paragraph."""
    statements: list[StatementClaim] = []
    for index, (paragraph, sentences) in enumerate(zip(document.paragraphs, parses, strict=True)):
        if paragraph.kind == "table_cell":
            continue
        years = [(match.end(), int(match[0])) for match in YEAR.finditer(paragraph.text)]
        for number, sentence in enumerate(with_checkpoints(sentences)):
            text = paragraph.text[sentence.start : sentence.end]
            if not may_state(text) or text.rstrip().endswith("?"):
                continue
            words = Words(Tree.of(sentence))
            year = _year_before(years, sentence)
            for assertion in _assertions(words):
                claim = replace(_claim(index, number, sentence, paragraph, assertion), year=year)
                if any(words.is_pronoun(owner[0]) for owner in assertion.owners):
                    antecedent = antecedent_of(assertion.owners[0][0], number, sentences)
                    if antecedent is None:
                        continue
                    claim = replace(claim, antecedent=antecedent, assertion=_of_pronoun(assertion, words))
                before = statements[-1] if statements else None
                if before is not None and _is_near(before, claim):
                    claim = replace(claim, before=before)
                elif assertion.follows and is_next_with_value(assertion, words):
                    claim = replace(claim, assertion=as_second(assertion))
                elif assertion.follows or assertion.is_opposite:
                    continue
                statements.append(claim)
    return [replace(claim, claim_no=number) for number, claim in enumerate(statements, 1)]


def _is_near(before: StatementClaim, claim: StatementClaim) -> bool:
    """Tell whether a statement stands close before another one; the other end of a list may begin a paragraph."""
    if before.paragraph == claim.paragraph:
        return claim.sentence - before.sentence <= (_FARTHEST_END if claim.assertion.is_opposite else 1)
    return claim.assertion.is_opposite and before.paragraph == claim.paragraph - 1 and claim.sentence == 0


def _of_pronoun(assertion: Assertion, words: Words) -> Assertion:
    """Return a statement with what a pronoun owns as what is measured: "its prices were higher" is about prices."""
    pronoun, *owned = assertion.owners[0]
    if words.tag(pronoun) != "PRP$" or not owned:
        return assertion
    measured = tuple(sorted({*assertion.measured, *owned}))
    return replace(assertion, owners=((pronoun,), *assertion.owners[1:]), measured=measured)


def _year_before(years: Sequence[tuple[int, int]], sentence: Sentence) -> int | None:
    """Return the year that is named last before a sentence; None where the sentence names one itself.

    ``years`` has the years of the paragraph in reading order, each behind the place where it ends.
    """
    index = bisect_right(years, sentence.end, key=lambda year: year[0])
    if not index:
        return None
    end, year = years[index - 1]
    return year if end <= sentence.start else None


def _assertions(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence asserts, in the order of the cues; of two that share a cue the first kind counts."""
    found = [assertion for kind in _KINDS for assertion in kind(words)]
    cues: set[int] = set()
    kept = []
    for assertion in found:
        if cues.isdisjoint(assertion.cue) and not _is_supposed(assertion, words):
            cues.update(assertion.cue)
            measured = (*assertion.measured, *_averages(assertion, words))
            is_negated = _is_negated(assertion, words)
            kept.append(replace(assertion, measured=tuple(sorted(set(measured))), is_negated=is_negated))
    yield from sorted(kept, key=lambda assertion: assertion.cue)


def _is_supposed(assertion: Assertion, words: Words) -> bool:
    """Tell whether it is said what would or should be: "airlines would gain most"; not how many would do something."""
    verb = words.verb(assertion.cue[0])
    if verb is None or assertion.kind is StatementKind.MAJORITY:
        return False
    return any(words.lower(child) in _NOT_YET for child in words.children(verb, "aux"))


def _averages(assertion: Assertion, words: Words) -> Iterator[int]:
    """Yield the "average" of "on average", which says what is compared wherever it stands in the clause."""
    if assertion.kind in _AVERAGED:
        for index in words.clause(assertion.cue):
            if words.lower(index) == "average" and words.lower(index - 1) == "on":
                yield index


def _is_negated(assertion: Assertion, words: Words) -> bool:
    """Tell whether a statement is denied: "Rome does not have the highest rents", "fewer than half passed"."""
    if assertion.kind is StatementKind.MAJORITY:  # "most did not pass" is about those that did not
        return assertion.is_negated
    verb = words.verb(assertion.cue[0])
    is_no_more = assertion.kind is StatementKind.COMPARISON and words.lower(assertion.cue[0] - 1) == "no"
    return is_no_more is not (verb is not None and bool(words.children(verb, "neg")))


def _claim(index: int, number: int, sentence: Sentence, paragraph: Paragraph, assertion: Assertion) -> StatementClaim:
    tokens = sorted({*assertion.cue, *(i for phrase in (*assertion.owners, *assertion.others) for i in phrase)})
    if assertion.is_between_values or assertion.is_same_period:  # the verb alone would say little
        tokens = sorted({*tokens, *assertion.measured})
    before = sentence.tokens[tokens[0] - 1] if tokens[0] else None
    is_phrase = before is not None and before.dependency == "prep"  # "in May …" begins with its preposition
    begin = tokens[0] - is_phrase
    if is_phrase and begin and before is not None and before.head == begin - 1:  # "rents in Rome"
        begin -= sentence.tokens[begin - 1].tag.startswith("NN")
    first, last = sentence.tokens[begin], sentence.tokens[tokens[-1]]
    start, end = paragraph.starts[first.start], paragraph.ends[last.end - 1]
    return StatementClaim(
        claim_no=0,
        paragraph=index,
        sentence=number,
        tokens=tuple(tokens),
        start=start + 1,
        length=end - start,
        sentence_text=paragraph.text[sentence.start : sentence.end],
        assertion=assertion,
    )
