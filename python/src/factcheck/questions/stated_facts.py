"""The fact that decides a clause of a claim, read from the clause in full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.attributes import end_meant
from factcheck.questions.clause_words import (
    ABOVE,
    COMPARATIVE,
    FALLING,
    NEGATIVES,
    RISING,
    says_quantity_alone,
    text_of,
)
from factcheck.questions.column_uses import is_number
from factcheck.questions.coordination import are_joined
from factcheck.questions.ends import end_of, end_said
from factcheck.questions.fact import FactKind
from factcheck.questions.full_clauses import FullClause
from factcheck.questions.grammar import is_inside
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ColumnMention, ValueMention
from factcheck.questions.places import NEXT, ORDINALS
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import plan_of
from factcheck.questions.reading import Reading, read
from factcheck.questions.restrictions import value_restrictions
from factcheck.questions.roles import is_averaged

_LEAD = frozenset("lead dominate win top peak".split())
_LASTING = frozenset("stay remain keep hold".split())
_STEADY = frozenset("same flat stable constant unchanged steady level".split())
_PLACING = frozenset("come rank be finish place follow stand".split())
_PLACES = frozenset("first last one most top".split())
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_TOGETHER = re.compile(
    r"\b(?:go(?:es)?|went|rise|move|grow) (?:together|hand in hand)|correlat|relat|associat|depend|link|connect"
    r"|\b(?:go(?:es)?|went|r[io]s\w+|gr[eo]w\w*|increas\w+|climb\w*|f[ae]ll\w*|drop\w*|decreas\w+|declin\w+)"
    r"(?: up| down)? with\b"
    r"|\b(?:(?:push|driv|pull)\w* (?:up|down)|rais(?:e|es|ed)|boost(?:s|ed)?|reduc(?:e|es|ed)|lower(?:s|ed))\b",
    re.I,
)
_AGAINST = re.compile(
    r"\b(?:negativ|invers|opposite|reduc|lower(?:s|ed)\b)|\b(?:push|driv|pull)\w* down\b"
    r"|\b(?:down|f[ae]ll\w*|drop\w*|decreas\w+|declin\w+) with\b",
    re.I,
)
_BRING = frozenset("mean bring imply".split())
_BELOW = re.compile(r"\b(?:below|under|worse than|lower than|less than|fewer than)\b", re.I)
_MAJORITY = re.compile(r"\b(?:majority of|more than half|over half|most of)\b", re.I)
_NOTHING = re.compile(r"\b(?:nothing|little) to do with\b", re.I)
_UNRELATED = frozenset("unrelated uncorrelated independent independently".split())
"""Words that say of two measures that they do not go together, however much of each there is."""
_OTHERS = frozenset("any other others all rest every each else".split())
"""What stands behind "than" where the first of all groups is meant."""
_LACKING = frozenset({"without"})
_ENDS_LOW = frozenset("fewest least lowest smallest".split())


def read_full(linked: Linked, full: FullClause, before: FactPlan | None = None) -> Reading:
    """Read a clause in full: values in the order of a full sentence, the end that the clause itself says first."""
    reading = _with_years(read(linked, full.tokens), linked, full.tokens, before)
    order = {index: place for place, index in enumerate(full.tokens)}
    values = tuple(sorted(reading.values, key=lambda each: order[each.start]))
    within = set(full.own)
    own_end = end_of(linked, full.own, [each for each in linked.columns if each.start in within])
    is_counted = reading.is_counted and not (reading.measures and says_quantity_alone(linked, full.own))
    is_high = reading.is_high if own_end is None else own_end
    return replace(reading, values=values, is_high=is_high, is_counted=is_counted)


def _with_years(reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None) -> Reading:
    """Let a year be the group that is said to be first or last: "sales peaked in 2011", "2012 has the fewest"."""
    column = linked.table.time.column if linked.table.time is not None else None
    if before is not None and before.breakdown is not None and _YEAR.fullmatch("".join(before.focus[:1])):
        column = before.breakdown
    is_first = any(
        linked.tokens[i].tag in {"JJS", "RBS"} or linked.lemmas[i] in _LEAD or linked.words[i] in _ENDS_LOW
        for i in clause
    )
    if column is None or not column.is_integer or reading.values or not is_first:
        return reading
    within = set(clause)
    years = [each for each in linked.numbers if each.start in within and _YEAR.fullmatch(linked.words[each.start])]
    values = tuple(
        ValueMention(each.start, each.end, Equals(column, linked.words[each.start]))
        for each in years
        if each.end == each.start + 1
    )
    others = tuple(each for each in reading.subspace if each.column != column)
    return replace(reading, values=values, subspace=(*others, *value_restrictions(values))) if values else reading


def stated(linked: Linked, full: FullClause, before: FactPlan | None) -> FactPlan | None:
    """Return the fact that decides a clause; None where it states nothing about the table.

    A value decides nothing itself: it stands for a clause that has to be checked as it is, as one with a number has.
    """
    reading = read_full(linked, full, before)
    if not (reading.measures or reading.values or reading.breakdowns or reading.is_counted):
        return None
    if _has_number(linked, full.tokens if full.is_elliptical else full.own):
        return plan_of(reading, FactKind.VALUE)
    of_values = {index for each in reading.values for index in range(each.start, each.end)}
    is_negated = any(
        linked.words[i] in NEGATIVES and linked.words[i + 1 : i + 2] not in {("only",), ("just",)}
        for i in full.own
        if i not in of_values
    )
    plan = next((each for each in _statements(reading, linked, full, before) if each is not None), None)
    if plan is not None:
        return replace(plan, is_negated=plan.is_negated is not (is_negated is not full.is_denied))
    within = set(full.tokens)
    is_named = reading.values or any(each.is_exact and each.start in within for each in linked.columns)
    return plan_of(reading, FactKind.VALUE) if is_named else None


def _statements(
    reading: Reading, linked: Linked, full: FullClause, before: FactPlan | None
) -> Iterator[FactPlan | None]:
    """Yield what a clause may state, the likeliest first."""
    clause = full.tokens
    lemmas = {linked.lemmas[i] for i in clause}
    is_above = ABOVE.search(text_of(linked, clause)) is not None
    if before is not None and before.measure is not None and not (reading.measures or reading.is_counted):
        reading = replace(reading, measures=(before.measure,), functions=(before.function,))
    if (lemmas & (RISING | FALLING | _LEAD) or is_above) and not reading.is_counted:
        reading = _with_only_measure(reading)
    yield _of_two_measures(_in_order(reading, linked, full), linked, clause)
    if not reading.values and lemmas & (RISING | FALLING) and linked.table.time is not None:
        yield replace(plan_of(reading, FactKind.TREND), is_highest=bool(lemmas & RISING))
    if _is_steady(linked, clause) and linked.table.time is not None and (reading.measures or reading.is_counted):
        yield replace(plan_of(reading, FactKind.TREND), is_signed=False, is_negated="change" not in lemmas)
    if reading.values:
        yield _of_place(reading, linked, full, before)
        yield _of_majority(reading, linked, full)
        yield _of_values(reading, linked, clause)


def _of_two_measures(reading: Reading, linked: Linked, clause: Sequence[int]) -> FactPlan | None:
    """Return what is stated of two measures: that they go together, or that one goes down with the other."""
    if len(reading.measures) < 2 or reading.values:
        return None
    ends, text = _ends_brought(reading, linked, clause), text_of(linked, clause)
    if _NOTHING.search(text) or any(linked.words[i] in _UNRELATED for i in clause):
        return replace(plan_of(reading, FactKind.ASSOCIATION), is_negated=True, is_signed=False)
    if ends is None and not _TOGETHER.search(text):
        return None
    is_same = not _AGAINST.search(text) if ends is None else ends[0] == ends[1]
    return replace(plan_of(reading, FactKind.ASSOCIATION), is_highest=is_same)


def _in_order(reading: Reading, linked: Linked, full: FullClause) -> Reading:
    """Return a reading with the measure of its subject first, and that last for which a pronoun stands."""
    order = (*full.subject, *full.own, *full.tokens)
    places = {each.columns[0]: order.index(each.start) for each in linked.columns if each.start in order}
    pairs = zip(reading.measures, reading.functions, strict=True)
    ordered = sorted(pairs, key=lambda pair: places.get(pair[0], len(order)))
    return replace(reading, measures=tuple(m for m, _ in ordered), functions=tuple(f for _, f in ordered))


def _ends_brought(reading: Reading, linked: Linked, clause: Sequence[int]) -> tuple[bool, bool] | None:
    """Return the ends of two measures of which one is said to bring the other.

    That are "longer ways mean higher fares" and "fares go up when ways get longer".
    """
    within = set(clause)
    verb = next((i for i in clause if linked.lemmas[i] in _BRING or (i > clause[0] and _is_condition(linked, i))), None)
    if verb is None:
        return _ends_compared(reading, linked, clause)
    mentions = [each for each in linked.columns if each.start in within and each.columns[0] in reading.measures]
    before = next((each for each in mentions if each.start < verb), None)
    behind = next((each for each in mentions if each.start > verb), None)
    if before is None or behind is None:
        return None
    one, other = _end_reached(linked, before), _end_reached(linked, behind)
    return None if one is None or other is None else (one, other)


def _ends_compared(reading: Reading, linked: Linked, clause: Sequence[int]) -> tuple[bool, bool] | None:
    """Return the ends of two measures of which it is said that rows have both: "older guests pay higher fares"."""
    within = set(clause)
    is_graded = any(linked.tokens[i].tag in COMPARATIVE for i in clause) and not any(
        linked.words[i] == "than" or linked.tokens[i].tag in {"JJS", "RBS"} for i in clause
    )
    mentions = [each for each in linked.columns if each.start in within and each.columns[0] in reading.measures]
    said = {each.columns[0]: end for each in mentions if (end := end_said(linked, each)) is not None}
    ends = [said[column] for column in dict.fromkeys(each.columns[0] for each in mentions) if column in said]
    is_of_two = len(ends) == len({each.columns[0] for each in mentions}) == 2
    return (ends[0], ends[1]) if is_graded and is_of_two else None


def _is_condition(linked: Linked, index: int) -> bool:
    """Tell whether a word begins a condition: "when the price goes up"."""
    return linked.words[index] in {"when", "if", "as", "where", "whenever"} and linked.tokens[index].tag != "RB"


def _end_reached(linked: Linked, mention: ColumnMention) -> bool | None:
    """Return the end that a measure has or moves to: "higher fares", "fares go up", "fares get higher"."""
    said = end_said(linked, mention)
    if said is not None:
        return said
    subject = range(mention.start, mention.end)
    verbs = {linked.tokens[i].head for i in subject if linked.tokens[i].dependency.startswith("nsubj")}
    around = [*verbs, *(i for i, token in enumerate(linked.tokens) if token.head in verbs)]
    forms = {form for i in around for form in (linked.lemmas[i], linked.words[i])}
    if forms & FALLING:
        return False
    ends = (end_meant(form) for form in forms)
    return True if forms & RISING else next((end for end in ends if end is not None), None)


def _with_only_measure(reading: Reading) -> Reading:
    """Let what rose or leads be the measure of a table that has one only."""
    measures = [each for each in reading.linked.table.measures() if not each.is_grouping]
    if reading.measures or len(measures) != 1:
        return reading
    column = measures[0].column
    function = AVG if is_averaged(measures[0]) else SUM
    return replace(reading, measures=(column,), functions=(function,))


def _is_steady(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether something is said to have stayed as it was, or to have changed: "fares remained flat"."""
    lemmas = {linked.lemmas[i] for i in clause}
    return bool(lemmas & _LASTING and lemmas & _STEADY) or "change" in lemmas


def _of_place(reading: Reading, linked: Linked, full: FullClause, before: FactPlan | None) -> FactPlan | None:
    """Return the place of a group: "Fjord came second", "is the third most expensive", "followed by Fjord"."""
    clause = full.tokens
    lemmas = {linked.lemmas[i] for i in clause}
    if any(linked.words[i] == "than" for i in clause):
        return None
    of_values = {index for each in reading.values for index in range(each.start, each.end)}
    words = [linked.words[i] for i in full.own if i not in of_values]
    place = next((ORDINALS[word] for word in words if word in ORDINALS), None)
    is_measured = any(each.start in set(full.own) and is_number(each, linked) for each in linked.columns)
    is_next = place is None and not is_measured and not NEXT.isdisjoint(words)
    if is_next and before is not None and before.kind in {FactKind.EXTREME, FactKind.RANK}:
        return replace(before, kind=FactKind.RANK, focus=_of_same_column(reading, before), place=before.place + 1)
    tags = {linked.tokens[i].tag for i in full.own}
    if place is None or not (lemmas & _PLACING or full.is_elliptical or tags & {"JJS", "RBS"}):
        return None
    stated = _of_values(reading, linked, clause, is_placed=True)
    return None if stated is None else replace(stated, kind=FactKind.RANK, place=place)


def _of_same_column(reading: Reading, before: FactPlan) -> tuple[str, ...]:
    """Return the value that a clause names of the column whose groups the one before ranks."""
    of_column = (each for each in reading.values if each.predicate.column == before.breakdown)
    return tuple(each.predicate.literal for each in of_column)[:1] or before.focus


def _has_number(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a clause states a number, other than a year."""
    of_values = {index for each in linked.values for index in range(each.start, each.end)}
    numbers = (each for each in linked.numbers if each.start in set(clause) - of_values)
    return any(
        not _YEAR.fullmatch(linked.words[each.start])
        and not _MAJORITY.search(" ".join(linked.words[max(each.start - 2, 0) : each.end]))
        and linked.words[each.start] not in _PLACES
        and linked.words[each.start] not in ORDINALS
        for each in numbers
    )


def _of_majority(reading: Reading, linked: Linked, full: FullClause) -> FactPlan | None:
    """Return that most of the rows have a value, where that is said: "most guests are women".

    Values that the subject names restrict the rows: "most smokers are men".
    """
    clause = full.tokens
    most = next((i for i in clause if _says_most(linked, i)), None)
    if most is None and not _MAJORITY.search(text_of(linked, full.own)):
        return None
    subject = clause[0] if most is None else most if _is_subject(linked, most) else linked.tokens[most].head
    of_subject = [each for each in reading.values if is_inside(each.end - 1, linked.tokens, subject)]
    said = [each for each in reading.values if each not in of_subject] or of_subject
    said = [each for each in said if each.start in full.own] or said
    column, literal = said[-1].predicate.column, said[-1].predicate.literal
    is_lacked = any(linked.words[i] in _LACKING for i in full.own if said[-1].start - 3 < i < said[-1].start)
    others = tuple(predicate for predicate in reading.subspace if predicate.column != column)
    plan = plan_of(replace(reading, values=(), subspace=others, breakdowns=(column,)), FactKind.EXTREME)
    return replace(
        plan,
        kind=FactKind.PROPORTION,
        measure=None,
        function=COUNT,
        breakdown=column,
        focus=(literal,),
        subspace=others,
        is_highest=True,
        is_negated=is_lacked,
    )


def _is_subject(linked: Linked, index: int) -> bool:
    return linked.tokens[index].dependency.startswith("nsubj")


def _says_most(linked: Linked, index: int) -> bool:
    """Tell whether "most" counts the subject of a clause, as in "most lines", rather than being a superlative."""
    token = linked.tokens[index]
    if linked.words[index] != "most" or linked.words[max(index - 1, 0)] == "the":
        return False
    head = linked.tokens[token.head]
    is_subject = head.dependency.startswith("nsubj") or token.dependency.startswith("nsubj")
    return is_subject and (head.tag in {"NNS", "NNPS"} or token.dependency.startswith("nsubj"))


def _compared_column(reading: Reading, linked: Linked, clause: Sequence[int]) -> Column:
    """Return the column of the groups that are compared: the one that has a value on both sides of "than"."""
    order = {index: place for place, index in enumerate(clause)}
    than = next((order[i] for i in clause if linked.words[i] == "than"), None)
    if than is not None:
        behind = {each.predicate.column for each in reading.values if order[each.start] > than}
        before = [each.predicate.column for each in reading.values if order[each.start] < than]
        both = next((column for column in before if column in behind), None)
        if both is not None:
            return both
    return reading.values[0].predicate.column


def _of_values(reading: Reading, linked: Linked, clause: Sequence[int], *, is_placed: bool = False) -> FactPlan | None:
    """Return what is stated of groups that values name: that one is the highest, or above another or the average.

    None where no word says either.
    """
    text = text_of(linked, clause)
    words = {linked.words[i] for i in clause}
    lemmas = {linked.lemmas[i] for i in clause}
    of = _compared_column(reading, linked, clause)
    literals = tuple(dict.fromkeys(v.predicate.literal for v in reading.values if v.predicate.column == of))
    others = tuple(p for p in reading.subspace if p.column != of)
    base = replace(
        plan_of(replace(reading, values=(), subspace=others, breakdowns=(of,)), FactKind.EXTREME),
        breakdown=of,
        focus=literals,
        subspace=others,
    )
    is_moving = lemmas & (RISING | FALLING) and not any(linked.tokens[i].tag in COMPARATIVE for i in clause)
    if is_moving and linked.table.time is not None and (len(literals) == 1 or are_joined(reading, linked)):
        plan = plan_of(reading, FactKind.TREND)
        return replace(plan, is_highest=bool(lemmas & RISING))
    comparative = any(linked.tokens[i].tag in COMPARATIVE for i in clause)
    if len(literals) == 1 and comparative and linked.table.role(of).values == 2:
        # Of two groups, what one has more of it has more of than all rows together.
        return replace(base, kind=FactKind.DIFFERENCE, is_highest=reading.is_high is not False)
    above, below = bool(ABOVE.search(text)), bool(_BELOW.search(text))
    if ("average" in words and (above or below)) or (len(literals) > 1 and (comparative or above or below)):
        is_high = (reading.is_high is not False) if comparative and not (above and not below) else above
        return replace(base, kind=FactKind.DIFFERENCE, focus=literals[:2], is_highest=is_high and not below)
    if "than" in words and len(literals) == 1 and not words & _OTHERS:
        return None  # than what is not known: "rarer than both"
    is_last = "last" in words and not is_placed and bool(lemmas & _PLACING)
    is_high = not (words & _ENDS_LOW) and reading.is_high is not False and not is_last
    tags = {linked.tokens[i].tag for i in clause}
    if not (
        is_placed
        or tags & {"JJS", "RBS"}
        or lemmas & _LEAD
        or words & (_PLACES | _ENDS_LOW)
        or reading.is_high is not None
    ):
        return None
    return replace(base, focus=literals[:1], is_highest=is_high)
