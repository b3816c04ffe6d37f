"""The stage that judges claims: from the interpretation of a check to a verdict on each."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.check.interpret import Interpretation
from factcheck.check.statements import JudgedStatement, judge_statements
from factcheck.evaluation.claim_results import values_of
from factcheck.inference.verdicts import Judgement, judge
from factcheck.runtime.context import CheckContext


@dataclass(frozen=True, slots=True)
class JudgedCheck:
    """The claims of a check with a verdict on each, those about numbers apart from statements without one."""

    interpretation: Interpretation
    judgements: tuple[Judgement, ...]
    statements: tuple[JudgedStatement, ...] = ()


def judge_claims(interpretation: Interpretation, context: CheckContext) -> JudgedCheck:
    """Judge each claim by its readings and their values."""
    with context.stage("verdicts"):
        posteriors = interpretation.posteriors
        candidates = [[likely.candidate for likely in posterior.best] for posterior in posteriors]
        values = values_of(interpretation.results, candidates)
        judgements = tuple(
            judge(posterior, of_claim, context.settings, is_sure=index not in interpretation.unsure)
            for index, (posterior, of_claim) in enumerate(zip(posteriors, values, strict=True))
        )
    statements = judge_statements(interpretation.check, interpretation.scoped.spanned.relations, context)
    return JudgedCheck(interpretation, judgements, statements)
