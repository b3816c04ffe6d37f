"""A check from the prepared document to its rows: the stages in order, nothing else.

Each stage makes one frozen record of the one before; explanations stop at a stage instead of repeating it.
"""

from __future__ import annotations

from factcheck.check.failing_tables import with_tables_that_can_be_read
from factcheck.check.interpret import Interpretation, interpret
from factcheck.check.judge import JudgedCheck, judge_claims
from factcheck.check.narrowed import narrowed_to_data_sets
from factcheck.check.prepare import PreparedCheck
from factcheck.check.rerank import rerank
from factcheck.check.retrieve import retrieve_fragments
from factcheck.check.span import ScopedCheck, pick_scope, span_candidates
from factcheck.runtime.context import CheckContext


def scoped(check: PreparedCheck, context: CheckContext) -> ScopedCheck:
    """Retrieve fragments, span the candidates that they make, and pick those to evaluate first."""
    return pick_scope(span_candidates(retrieve_fragments(check, context), context), context)


def interpreted(check: PreparedCheck, context: CheckContext) -> Interpretation:
    """Go on to evaluation and inference, by turns; once more where the document is about some data sets alone."""
    interpretation = interpret(scoped(check, context), context)
    narrowed = narrowed_to_data_sets(interpretation, context)
    return interpretation if narrowed is None else interpret(scoped(narrowed, context), context)


def judged(check: PreparedCheck, context: CheckContext) -> JudgedCheck:
    """Go on to the verdicts, without tables whose reading fails."""
    return with_tables_that_can_be_read(check, context, _judged)


def _judged(check: PreparedCheck, context: CheckContext) -> JudgedCheck:
    return judge_claims(rerank(interpreted(check, context), context), context)
