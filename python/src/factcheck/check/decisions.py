"""What people decided about claims of stored documents, brought to the same sentences of the document that is checked.

A sentence is the same where it differs in the claim's number alone.  Decisions of the current role count, of each
sentence the last one, as long as the tables of the reading that was chosen, or dismissed, are among those of the check
and may be read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from factcheck.check.prepare import PreparedCheck
from factcheck.claims.sentence_keys import sentence_keys
from factcheck.evaluation.query_results import QueryResults
from factcheck.inference.posterior import Posterior
from factcheck.inference.verdicts import Judgement, Reading, Verdict, judge_readings, p_as_decided
from factcheck.joins.graph import Join
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import bands_of
from factcheck.numbers.compared_units import compare_units
from factcheck.numbers.mentions import Number
from factcheck.port import Database, Row
from factcheck.queries.kept import Known, from_kept, table_ids
from factcheck.queries.query import Query
from factcheck.runtime.time_budget import OutOfTimeError
from factcheck.settings import Settings
from factcheck.sqltext import text_array


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about a claim: the reading that is meant, with its value; no query where the claim was dismissed.

    ``tables`` are the numbers of the tables of the reading that was chosen, or dismissed.
    """

    correction_id: int
    tables: frozenset[int]
    query: Query | None
    value: Decimal | None = None


def recall_decisions(check: PreparedCheck, joins: Sequence[Join], database: Database) -> dict[int, Decision]:
    """Return what holds of claims of a check, by the numbers of the claims."""
    keys = _keys(check)
    rows = {row["sentence_key"]: row for row in _known(sorted(set(keys.values())), database)}
    numeric = {claim.claim_no for claim in check.claims}
    known = Known({table.table_id: table for table in check.tables}, joins)
    decided: dict[int, Decision] = {}
    for claim_no, key in keys.items():
        row = rows.get(key)
        if row is None:
            continue
        kept = json.loads(row["kept_query"])
        try:
            query = from_kept(kept, known)
        except LookupError:
            continue
        tables = frozenset(table_ids(kept))
        if row["decision"] == "dismissed":
            decided[claim_no] = Decision(row["correction_id"], tables, None)
        elif claim_no in numeric:
            decided[claim_no] = Decision(row["correction_id"], tables, query)
    return _with_values(decided, check, database)


def _keys(check: PreparedCheck) -> dict[int, str]:
    """Return what each claim's sentence is known again by, by the numbers of the claims."""
    source, claims = check.parsed.document.source, check.all_claims
    texts = [(source[claim.start - 1 : claim.start - 1 + claim.length], claim.sentence_text) for claim in claims]
    keys = zip(claims, sentence_keys(texts), strict=True)
    return {claim.claim_no: key for claim, key in keys if key is not None}


def _known(keys: Sequence[str], database: Database) -> Sequence[Row]:
    if not keys:
        return ()
    return database.query(
        "SELECT k.sentence_key, k.correction_id, k.decision, r.kept_query::text AS kept_query"
        " FROM (SELECT DISTINCT ON (c.sentence_key) c.* FROM factcheck.correction c"
        f" WHERE c.sentence_key = ANY ({text_array(keys)})"
        " AND c.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])"
        " ORDER BY c.sentence_key, c.correction_id DESC) AS k"
        " JOIN factcheck.correction_reading r"
        " ON r.correction_id = k.correction_id AND r.origin_id = k.origin_id"
        " WHERE k.decision <> 'reopened' AND r.kept_query IS NOT NULL"
    )


def _with_values(decided: Mapping[int, Decision], check: PreparedCheck, database: Database) -> dict[int, Decision]:
    """Run the readings; leave those out that cannot be run, or that there is no time for."""
    queries = [decision.query for decision in decided.values() if decision.query is not None]
    used = dict.fromkeys(
        join for query in queries for part in query.operands() for join in part.selection.relations.joins
    )
    results = QueryResults(Relations(check.tables, used), database)
    results.add(query for query in queries if not query.adds_doubles)
    valued: dict[int, Decision] = {}
    for claim_no, decision in decided.items():
        if decision.query is None:
            valued[claim_no] = decision
            continue
        try:
            if decision.query.adds_doubles:  # whose sums depend on their order: by itself, as its SQL gives it
                results.run(decision.query)
            value = results[decision.query].shown
        except (LookupError, OutOfTimeError):
            continue
        valued[claim_no] = replace(decision, value=value)
    return valued


def decided_judgement(
    decision: Decision,
    number: Number | None,
    posterior: Posterior | None,
    others: Sequence[Reading],
    settings: Settings,
) -> Judgement:
    """Judge a claim by the reading that was decided on: nothing is left in doubt.

    The ``others`` are shown after it.  A claim that was dismissed is undecided, and has no readings.
    """
    if decision.query is None or number is None or posterior is None:
        return Judgement(Verdict.NOT_ENOUGH_INFO, 1 - settings.expected_error_rate, ())
    same = next((likely for likely in posterior.best if likely.query == decision.query), None)
    unit = decision.query.result_unit
    closeness = bands_of(number, settings, unit).closeness(decision.value) if same is None else same.closeness
    reading = Reading(decision.query, decision.value, 1.0, closeness, compare_units(number, unit))
    judgement = judge_readings(number, [reading], p_as_decided(number, reading), settings)
    left = [replace(one, probability=0.0) for one in others if one.query != decision.query]
    return Judgement(judgement.verdict, judgement.p_correct, (reading, *left[: max(len(others) - 1, 0)]))
