"""What is asked of questions: their kind, their parts, the facts that answer them, questions to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from factcheck.catalogue.schema import Table
from factcheck.joins.store import joins_that_hold
from factcheck.nlp.parser import Parser
from factcheck.port import Database
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.decompose import Decomposition, decompose, decompose_reading
from factcheck.questions.evaluate import evaluate
from factcheck.questions.fact import Fact, FactKind
from factcheck.questions.follow_up import follow_up
from factcheck.questions.groups import breakdown_of
from factcheck.questions.holds import holds
from factcheck.questions.linked import around, link, link_beside
from factcheck.questions.neural.decompose import decompose_by_model
from factcheck.questions.neural.kept_weights import Model
from factcheck.questions.plan import FactPlan, restriction_words
from factcheck.questions.reading import read
from factcheck.questions.search import Candidate, search
from factcheck.questions.unread import Unread, unread
from factcheck.settings import Settings

_MORE = 4
"""How many more candidates are evaluated than facts are wanted: some rows give nothing to say."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with its parts, the candidates for facts that answer them, and its words that name nothing."""

    decomposition: Decomposition
    candidates: tuple[Candidate, ...]
    tables: tuple[Table, ...]
    unread: Unread


@dataclass(frozen=True, slots=True)
class AnsweringFact:
    """A fact, and the index of the part of the question that it answers."""

    part: int
    fact: Fact


def ask(
    question: str,
    tables: Sequence[Table],
    database: Database,
    parser: Parser,
    settings: Settings,
    before: Sequence[str] = (),
    model: Model | None = None,
) -> AskedQuestion | None:
    """Split a question, and search facts for its parts; None where no table was given or nothing was asked.

    ``before`` are the questions that it goes on from, which have said what it leaves out; they chose the table, too.
    With a model, it splits the question instead of the rules.
    """
    if not question.strip() or not tables:
        return None
    joins = joins_that_hold(database, tables)
    first, *later = [*(text for text in before if text.strip()), question]
    linked = link(first, tables, database, parser, settings, joins)[0]
    if later:
        table, reading = linked.table.table, read(linked)
        for text in later:
            linked = link_beside(text, table, around(table, tables, joins), database, parser, settings)
            reading = follow_up(reading, read(linked))
        decomposition = decompose_reading(reading)
    elif model is not None:
        table, relations = linked.table.table, linked.table.relations
        decomposition = decompose_by_model(
            linked, lambda part: link_beside(part, table, relations, database, parser, settings), model
        )
    else:
        decomposition = decompose(linked)
    left = unread(linked, [part.plan for part in decomposition.parts])
    return AskedQuestion(decomposition, tuple(search(decomposition)), linked.table.tables, left)


def answers(asked: AskedQuestion, most: int, least_relevance: float, database: Database) -> list[AnsweringFact]:
    """Evaluate the most relevant candidates and return the facts, what parts ask for first, then by score."""
    chosen = [each for each in asked.candidates if each.relevance >= least_relevance][: most + _MORE]
    facts = _evaluated(chosen, database)
    asked_for = [each for each in facts if each.fact.relevance >= 1]
    others = sorted((each for each in facts if each.fact.relevance < 1), key=lambda each: -each.fact.score)
    return [_less_relevant(each, asked.unread.read_share) for each in [*asked_for, *others][:most]]


def _less_relevant(answer: AnsweringFact, share: float) -> AnsweringFact:
    """Let a fact be the less relevant, the more words of the question name nothing."""
    fact = answer.fact
    return replace(
        answer,
        fact=replace(fact, relevance=round(fact.relevance * share, 4), score=round(fact.score * share**2, 4)),
    )


def _evaluated(chosen: Sequence[Candidate], database: Database) -> list[AnsweringFact]:
    """Evaluate candidates; those that rest on what another one finds, after it."""
    first = [each for each in chosen if each.plan.same is None]
    facts = _with_parts(first, database)
    found = {
        answer.fact.breakdown.column: answer.fact
        for answer in reversed(facts)
        if answer.fact.kind is FactKind.EXTREME and answer.fact.breakdown is not None and answer.fact.focus
    }
    later = [replace(each, plan=plan) for each in chosen if (plan := _resolved(each.plan, found)) is not None]
    return sorted([*facts, *_with_parts(later, database)], key=lambda each: (-each.fact.relevance, each.part))


def _resolved(plan: FactPlan, found: Mapping[str, Fact]) -> FactPlan | None:
    """Return a plan whose "that year" is the one that another fact has found."""
    if plan.same is None or plan.same.name not in found:
        return None
    fact, column = found[plan.same.name], plan.same
    told = fact.breakdown
    if told is None or told != breakdown_of(column, told.unit, plan.table) or told.unit is not None:
        return None  # a month of dates is no value of the column
    literal = fact.focus[0]
    if plan.kind is FactKind.PROPORTION and plan.breakdown in {None, column}:
        return replace(plan, same=None, breakdown=column, focus=(literal,))
    return replace(plan, same=None, subspace=(*plan.subspace, Equals(column, literal)))


def _with_parts(chosen: Sequence[Candidate], database: Database) -> list[AnsweringFact]:
    plans = [(candidate.plan, candidate.relevance) for candidate in chosen]
    return [AnsweringFact(chosen[index].part, fact) for index, fact in evaluate(plans, database)]


def part_rows(decomposition: Decomposition) -> list[dict[str, Any]]:
    """Return the parts of a question as rows."""
    return [
        {
            "part": number,
            "text": part.text,
            "fact_type": part.plan.kind.value,
            "measure": part.plan.measure.name if part.plan.measure is not None else None,
            "second_measure": part.plan.second_measure.name if part.plan.second_measure is not None else None,
            "aggregation": part.plan.function.name,
            "breakdown": part.plan.breakdown.name if part.plan.breakdown is not None else None,
            "subspace": [restriction_words(predicate) for predicate in part.plan.subspace],
            "focus": list(part.plan.focus),
            "depends_on": 1 if part.plan.same is not None else None,
            "clause": part.clause,
            "relation": part.plan.table.table.sql_name,
        }
        for number, part in enumerate(decomposition.parts, 1)
    ]


def claim_rows(asked: AskedQuestion, database: Database) -> list[dict[str, Any]]:
    """Return the parts of a claim, each with the fact that decides it and whether it holds."""
    parts = asked.decomposition.parts
    facts = dict(evaluate([(part.plan, 1.0) for part in parts], database))
    rows = []
    for index, row in enumerate(part_rows(asked.decomposition)):
        fact = facts.get(index)
        told = {
            "holds": holds(parts[index].plan, fact),
            "caption": fact.caption if fact is not None else None,
            "value": fact.value if fact is not None else None,
            "query": fact.sql if fact is not None else None,
        }
        rows.append(row | told)
    return rows
