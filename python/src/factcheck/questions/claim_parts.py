"""Claims in parts: the statements of a sentence, each with the fact that decides it."""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.questions.clause_words import ABOVE, FALLING, RISING, text_of
from factcheck.questions.clauses import Clause, clauses_of
from factcheck.questions.coordination import distributed
from factcheck.questions.fact import FactKind
from factcheck.questions.full_clauses import full_clauses
from factcheck.questions.grammar import has_statement
from factcheck.questions.linked import Linked
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import plan_of
from factcheck.questions.reading import read
from factcheck.questions.stated_facts import read_full, stated

_TRUE = re.compile(
    r"\A\s*(?:(?:is|was)\s+it\s+(?:true|right|correct|the case|a fact)|(?:it is|it's)\s+(?:true|said|claimed))"
    r"\s+that\s+",
    re.IGNORECASE,
)
_CORRELATED = re.compile(r"\A\s*the (?:\w+er|more|less|worse)\b.*, the (?:\w+er|more|less|worse)\b", re.IGNORECASE)
_ASKING = frozenset(
    "which what who how when where why is are was were do does did has have had can could would show list give plot "
    "visualize create draw make find compare rank tell display count name correlate add replace remove sort "
    "group".split()
)
_YES_OR_NO = frozenset("is are was were do does did has have had".split())


def is_claim(linked: Linked) -> bool:
    """Tell whether a text claims something, rather than asks for it."""
    if _TRUE.match(linked.text):
        return True
    words = [word for word in linked.words if any(map(str.isalnum, word))]
    if words[:1] and words[0] in _YES_OR_NO and not any(w in _ASKING - _YES_OR_NO for w in words[1:]):
        parts = claim_parts(linked) if len(_clauses(linked)) > 1 and words[1] != "there" else []
        return len(parts) > 1 and any(plan.kind is not FactKind.VALUE for _, plan in parts)
    if not words or words[0] in _ASKING or linked.text.rstrip().endswith("?") or _is_told_to(linked):
        return False
    is_stated = has_statement(range(len(linked.tokens)), linked.tokens) or _is_said_of_value(linked)
    is_stated = is_stated or _CORRELATED.match(linked.text) is not None
    is_stated = is_stated or (linked.text.rstrip().endswith(".") and _is_moving(linked))
    return is_stated and linked.lemmas[0] not in _ASKING and words[0] != "i"


def _is_said_of_value(linked: Linked) -> bool:
    """Tell whether a finite verb follows a value, which the parse may not take as its subject: "Monday has …"."""
    root = next((i for i, t in enumerate(linked.tokens) if t.head == i and t.tag in {"VBD", "VBZ", "VBP"}), 0)
    is_above = (each.end for each in linked.values if ABOVE.match(" ".join(linked.words[each.end : each.end + 1])))
    return any(each.end == root for each in linked.values) or any(is_above)


def _is_moving(linked: Linked) -> bool:
    """Tell whether a verb of change is said of a measure, which the parse may take for a noun beside it."""
    verbs = (i for i, each in enumerate(linked.tokens) if each.tag in {"VB", "VBP", "VBZ", "VBD"})
    return any(linked.lemmas[i] in RISING | FALLING and any(c.start < i for c in linked.columns) for i in verbs)


def _is_told_to(linked: Linked) -> bool:
    """Tell whether the reader is told to do something, by a verb without a subject: "for each line, tell me …"."""
    tokens = linked.tokens
    return any(
        token.tag == "VB"
        and token.dependency == "ROOT"
        and linked.lemmas[index] in _ASKING
        and not any(each.head == index and each.dependency.startswith(("nsubj", "aux")) for each in tokens)
        for index, token in enumerate(tokens)
    )


def claim_parts(linked: Linked) -> list[tuple[str, FactPlan]]:
    """Return the clauses of a claim that state something, each with the fact that decides it.

    A clause that cannot be read stands for a value, which decides nothing, where another clause can be read: the claim
    does not hold as a whole because a part of it is left out.  What introduces the others, before a colon, is left out.
    """
    parts: list[tuple[str, FactPlan | None]] = []
    before: FactPlan | None = None
    for full in full_clauses(linked, _clauses(linked)):
        plan = stated(linked, full, before)
        if plan is None and linked.words[full.own[-1] + 1 : full.own[-1] + 2] == (":",):
            continue
        text = text_of(linked, full.own)
        plans = [None] if plan is None else distributed(plan, read_full(linked, full, before), linked, full.tokens)
        if before is not None and plan is not None and full.is_elliptical and _is_other_end(before, plan):
            parts[-1] = parts[-1][0], replace(plan, focus=before.focus, is_highest=not plan.is_highest)
        parts += [(text, each) for each in plans]
        before = plans[-1] or before
    if before is None:
        return []
    unread = plan_of(replace(read(linked, ()), is_counted=True), FactKind.VALUE)
    return [(text, plan or unread) for text, plan in parts]


def _is_other_end(before: FactPlan, plan: FactPlan) -> bool:
    """Tell whether a clause names the group with the fewest where the one before says where most are."""
    is_of_most = before.kind is FactKind.PROPORTION and not before.subspace and not before.is_negated
    return is_of_most and plan.kind is FactKind.EXTREME and not plan.is_highest and plan.breakdown == before.breakdown


def _clauses(linked: Linked) -> list[Clause]:
    prefix = _TRUE.match(linked.text)
    first = next((i for i, t in enumerate(linked.tokens) if t.start >= prefix.end()), 0) if prefix else 0
    return list(clauses_of(linked, first))
