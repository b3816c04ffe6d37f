"""Claims in parts: the statements of a sentence, each with the fact that decides it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.fact import FactKind
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ValueMention
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import plan_of
from factcheck.questions.reading import Reading, end_said, read
from factcheck.questions.roles import is_averaged

_TRUE = re.compile(
    r"\A\s*(?:(?:is|was)\s+it\s+(?:true|right|correct|the case|a fact)|(?:it is|it's)\s+(?:true|said|claimed))"
    r"\s+that\s+",
    re.IGNORECASE,
)
_JOINS = frozenset("and but while whereas yet although though".split())
_ASKING = frozenset(
    "which what who how when where why is are was were do does did has have had can could would show list give plot "
    "visualize create draw make find compare rank tell display count name correlate add replace remove sort "
    "group".split()
)
_YES_OR_NO = frozenset("is are was were do does did has have had".split())
_RISE = frozenset("rise increase grow climb improve gain surge soar jump up double triple".split())
_FALL = frozenset("fall decrease decline drop shrink sink worsen plunge slump down halve".split())
_LEAD = frozenset("lead dominate win top".split())
_PLACES = frozenset("first last one most top".split())
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_TOGETHER = re.compile(
    r"\b(?:go(?:es)?|went|rise|move|grow) (?:together|hand in hand)|correlat|relat|associat|depend"
    r"|\b(?:go(?:es)?|went|r[io]s\w+|gr[eo]w\w*|increas\w+|climb\w*|f[ae]ll\w*|drop\w*|decreas\w+|declin\w+)"
    r"(?: up| down)? with\b",
    re.I,
)
_AGAINST = re.compile(r"\b(?:negativ|invers|opposite)|\b(?:down|f[ae]ll\w*|drop\w*|decreas\w+|declin\w+) with\b", re.I)
_BRING = frozenset("mean bring imply".split())
_ABOVE = re.compile(r"\b(?:above|over|better than|higher than|more than|exceed\w*|beat\w*)\b", re.I)
_BELOW = re.compile(r"\b(?:below|under|worse than|lower than|less than|fewer than)\b", re.I)
_MAJORITY = re.compile(
    r"\b(?:most|majority)(?: of)?(?: the| all)? \w+(?: \w+)? (?:is|are|was|were|has|have|had|come|came|live)\b", re.I
)
_NOT = frozenset("not n't never no neither nor".split())
_ENDS_LOW = frozenset("fewest least lowest smallest".split())
_COMPARATIVE = frozenset({"JJR", "RBR"})


def is_claim(linked: Linked) -> bool:
    """Tell whether a text claims something, rather than asks for it."""
    if _TRUE.match(linked.text):
        return True
    words = [word for word in linked.words if any(map(str.isalnum, word))]
    if words[:1] and words[0] in _YES_OR_NO and not any(w in _ASKING - _YES_OR_NO for w in words[1:]):
        clauses = list(_clauses(linked))
        return len(clauses) > 1 and len(claim_parts(linked)) > 1
    if not words or words[0] in _ASKING or linked.text.rstrip().endswith("?"):
        return False
    verbs = [i for i, token in enumerate(linked.tokens) if token.tag in {"VBD", "VBZ", "VBP"}]
    return any(_has_subject(linked, verb) for verb in verbs) and linked.lemmas[0] not in _ASKING and words[0] != "i"


def _has_subject(linked: Linked, verb: int) -> bool:
    heads = {verb, linked.tokens[verb].head}
    return any(token.head in heads and token.dependency.startswith("nsubj") for token in linked.tokens)


def claim_parts(linked: Linked) -> list[tuple[str, FactPlan]]:
    """Return the clauses of a claim that state something, each with the fact that decides it.

    A clause that cannot be read stands for a value, which decides nothing, where another clause can be read: the claim
    does not hold as a whole because a part of it is left out.  What introduces the others, before a colon, is left out.
    """
    parts: list[tuple[str, FactPlan | None]] = []
    before: FactPlan | None = None
    for clause in _clauses(linked):
        plan = _stated(linked, clause, before)
        if plan is None and linked.words[clause[-1] + 1 : clause[-1] + 2] == (":",):
            continue
        parts.append((_text(linked, clause), plan))
        before = plan or before
    if before is None:
        return []
    unread = plan_of(replace(read(linked, ()), is_counted=True), FactKind.VALUE)
    return [(text, plan or unread) for text, plan in parts]


def _clauses(linked: Linked) -> Iterator[list[int]]:
    """Yield the clauses of a claim: what stands between its conjunctions, as far as each side says something itself."""
    prefix = _TRUE.match(linked.text)
    first = next((i for i, t in enumerate(linked.tokens) if t.start >= prefix.end()), 0) if prefix else 0
    current: list[int] = []
    for index in range(first, len(linked.tokens)):
        word = linked.words[index]
        is_join = (
            word in _JOINS or word in {";", ":", ".", "?", "!"} or (word == "," and _starts_clause(linked, index + 1))
        )
        if not current and (word in _JOINS or (word == "that" and linked.tokens[index].tag == "IN")):
            continue
        if is_join and (word not in _JOINS or _splits(linked, current, index)):
            if current:
                yield current
            current = []
        else:
            current.append(index)
    if current:
        yield current


def _starts_clause(linked: Linked, index: int) -> bool:
    return index < len(linked.tokens) and linked.words[index] in _JOINS


def _splits(linked: Linked, current: Sequence[int], index: int) -> bool:
    """Tell whether a conjunction joins two statements, rather than two names or two columns."""
    after = _until_join(linked, index + 1)
    says = _says_something(linked, current) if current else False
    return says and _says_something(linked, after)


def _until_join(linked: Linked, start: int) -> list[int]:
    inside = []
    for index in range(start, len(linked.tokens)):
        if linked.words[index] in _JOINS or linked.words[index] in {";", ".", "?", "!"}:
            break
        inside.append(index)
    return inside


def _says_something(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words state something: with a verb, a superlative, a comparative or an adjective that measures."""
    inside = set(span)
    for index in span:
        token = linked.tokens[index]
        if token.tag in {"VBD", "VBZ", "VBP", "JJS", "RBS", "JJR", "RBR"} or linked.words[index] in _ENDS_LOW:
            return True
        if linked.lemmas[index] in _RISE | _FALL | _LEAD:
            return True
    adjectives = [m for m in linked.columns if m.is_high is not None and m.start in inside]
    return bool(adjectives)


def _has_own_subject(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a noun is the subject of a clause, rather than a pronoun or what the clause before is about."""
    tokens = [linked.tokens[i] for i in clause]
    return any(each.dependency.startswith("nsubj") and each.tag.startswith("NN") for each in tokens)


def _text(linked: Linked, clause: Sequence[int]) -> str:
    start, end = linked.tokens[clause[0]].start, linked.tokens[clause[-1]].end
    return linked.text[start:end]


def _stated(linked: Linked, clause: Sequence[int], before: FactPlan | None) -> FactPlan | None:
    """Return the fact that decides a clause; None where it states nothing about the table.

    A value decides nothing itself: it stands for a clause that has to be checked as it is, as one with a number has.
    """
    reading = read(linked, clause)
    if not (reading.measures or reading.values or reading.breakdowns or reading.is_counted):
        return None
    if _has_number(linked, clause):
        return plan_of(reading, FactKind.VALUE)
    lemmas = {linked.lemmas[i] for i in clause}
    is_negated = any(linked.words[i] in _NOT for i in clause)
    reading = _completed(reading, before)
    if lemmas & (_RISE | _FALL | _LEAD) and not reading.is_counted:
        reading = _with_only_measure(reading)
    if (of_two := _of_two_measures(reading, linked, clause, is_negated)) is not None:
        return of_two
    if not reading.values and lemmas & (_RISE | _FALL) and linked.table.time is not None:
        plan = plan_of(reading, FactKind.TREND)
        return replace(plan, is_highest=bool(lemmas & _RISE), is_negated=is_negated)
    reading = _of_same_owner(reading, linked, clause, before)
    if reading.values and (of_values := _of_values(reading, linked, clause, is_negated)) is not None:
        return of_values
    inside = set(clause)
    is_named = reading.values or any(each.is_exact and each.start in inside for each in linked.columns)
    return plan_of(reading, FactKind.VALUE) if is_named else None


def _of_two_measures(reading: Reading, linked: Linked, clause: Sequence[int], is_negated: bool) -> FactPlan | None:
    """Return what is stated of two measures: that they go together, or that one goes down with the other."""
    if len(reading.measures) < 2 or reading.values:
        return None
    ends, text = _ends_brought(reading, linked, clause), _text(linked, clause)
    if ends is None and not _TOGETHER.search(text):
        return None
    is_same = not _AGAINST.search(text) if ends is None else ends[0] == ends[1]
    return replace(plan_of(reading, FactKind.ASSOCIATION), is_highest=is_same, is_negated=is_negated)


def _of_same_owner(reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None) -> Reading:
    """Let a clause without a subject be of those that the clause before is about: "and the lightest"."""
    if reading.values or before is None or not before.focus or before.breakdown is None:
        return reading
    if _has_own_subject(linked, clause):
        return reading
    owner = ValueMention(clause[0], clause[0], Equals(before.breakdown, before.focus[0]))
    return replace(reading, values=(owner,))


def _ends_brought(reading: Reading, linked: Linked, clause: Sequence[int]) -> tuple[bool, bool] | None:
    """Return the ends of two measures of which one is said to bring the other: "longer ways mean higher fares"."""
    inside = set(clause)
    verb = next((i for i in clause if linked.lemmas[i] in _BRING), None)
    if verb is None:
        return None
    mentions = [each for each in linked.columns if each.start in inside and each.columns[0] in reading.measures]
    before = next((each for each in mentions if each.start < verb), None)
    behind = next((each for each in mentions if each.start > verb), None)
    if before is None or behind is None:
        return None
    ends = end_said(linked, before), end_said(linked, behind)
    return None if ends[0] is None or ends[1] is None else (ends[0], ends[1])


def _with_only_measure(reading: Reading) -> Reading:
    """Let what rose or leads be the measure of a table that has one only."""
    measures = [each for each in reading.linked.table.measures() if not each.is_grouping]
    if reading.measures or len(measures) != 1:
        return reading
    column = measures[0].column
    function = AVG if is_averaged(measures[0], reading.linked.table) else SUM
    return replace(reading, measures=(column,), functions=(function,))


def _has_number(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a clause states a number, other than a year."""
    inside = set(clause)
    numbers = (each for each in linked.numbers if each.start in inside)
    return any(
        not _YEAR.fullmatch(linked.words[each.start]) and linked.words[each.start] not in _PLACES for each in numbers
    )


def _completed(reading: Reading, before: FactPlan | None) -> Reading:
    """Fill in what a clause leaves out and the one before has said: what is measured, and of which group."""
    if before is None:
        return reading
    if not reading.measures and not reading.is_counted and before.measure is not None:
        nearest = before.second_measure or before.measure
        reading = replace(reading, measures=(nearest,), functions=(before.function,))
    return reading


def _of_values(reading: Reading, linked: Linked, clause: Sequence[int], is_negated: bool) -> FactPlan | None:
    """Return what is stated of groups that values name: that one is the highest, or above another or the average.

    None where no word says either.
    """
    text = _text(linked, clause)
    words = {linked.words[i] for i in clause}
    lemmas = {linked.lemmas[i] for i in clause}
    of = reading.values[0].predicate.column
    literals = tuple(dict.fromkeys(v.predicate.literal for v in reading.values if v.predicate.column == of))
    others = tuple(p for p in reading.subspace if p.column != of)
    base = replace(
        plan_of(replace(reading, values=(), subspace=others, breakdowns=(of,)), FactKind.EXTREME),
        breakdown=of,
        focus=literals,
        subspace=others,
        is_negated=is_negated,
    )
    if lemmas & (_RISE | _FALL) and linked.table.time is not None and len(literals) == 1:
        plan = plan_of(reading, FactKind.TREND)
        return replace(plan, is_highest=bool(lemmas & _RISE), is_negated=is_negated)
    comparative = any(linked.tokens[i].tag in _COMPARATIVE for i in clause)
    if len(literals) == 1 and _MAJORITY.search(text):
        return replace(base, kind=FactKind.PROPORTION, measure=None, function=COUNT, is_highest=True)
    if len(literals) == 1 and comparative and linked.table.role(of).values == 2:
        # Of two groups, what one has more of it has more of than all rows together.
        return replace(base, kind=FactKind.DIFFERENCE, is_highest=reading.is_high is not False)
    above, below = bool(_ABOVE.search(text)), bool(_BELOW.search(text))
    if ("average" in words and (above or below)) or (len(literals) > 1 and (comparative or above or below)):
        is_high = (reading.is_high is not False) if comparative and not (above and not below) else above
        return replace(base, kind=FactKind.DIFFERENCE, focus=literals[:2], is_highest=is_high and not below)
    is_high = not (words & _ENDS_LOW) and reading.is_high is not False
    tags = {linked.tokens[i].tag for i in clause}
    if not (tags & {"JJS", "RBS"} or lemmas & _LEAD or words & (_PLACES | _ENDS_LOW) or reading.is_high is not None):
        return None
    return replace(base, focus=literals[:1], is_highest=is_high)
