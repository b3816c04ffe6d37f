"""What a clause of a claim leaves out because the one before has said it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from factcheck.queries.functions.sums import AVG
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.clause_words import ABOVE, COMPARATIVE, FALLING, RISING, has_own_subject, is_graded, text_of
from factcheck.questions.column_uses import is_number
from factcheck.questions.ends import end_said
from factcheck.questions.fact import FactKind
from factcheck.questions.grammar import is_inside
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ValueMention
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import plan_of, usual
from factcheck.questions.reading import Reading

_AUXILIARIES = frozenset("do does did is are was were has have had".split())
_SAYING_NOTHING = frozenset({"number", "one", "ones", "lot"})
_DOING = frozenset({"do", "does", "did"})
_ENDING = _AUXILIARIES | frozenset("not n't too also either likewise well".split())
"""Words that a clause ends with whose verb is left out: "the fares have, too"."""
_OF_PLACES = frozenset("next then followed second third fourth fifth last fewest least lowest smallest".split())
_QUANTITIES = frozenset("most fewest least more fewer less".split())
_OF_ALL = frozenset("average mean typical usual any others other all".split())
_PRONOUNS = frozenset({"PRP", "PRP$"})


def repeated(
    reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None, *, is_gapped: bool = False
) -> FactPlan | None:
    """Return the fact that was stated before, of what a clause names that has no verb but an auxiliary, or none.

    These are "and so did the fees", "the fares have, too", "that of winter did not" and "Fjord in fees".
    """
    if before is not None and is_gapped and reading.values and len(reading.measures) < 2:
        return None if _says_end(linked, clause) else _of_others(reading, linked, before)
    if before is None or not _is_short(linked, clause):
        return None
    pairs = pairwise([linked.words[i] for i in clause])
    is_said = any(one in {"so", "neither", "nor"} and other in _AUXILIARIES for one, other in pairs)
    is_inverted = linked.words[clause[0]] in _DOING and not _says_end(linked, clause)  # behind "nor" and "as"
    is_said = is_said or is_inverted
    is_said = is_said or linked.words[_last_word(linked, clause)] in _ENDING
    if not is_said or not (reading.measures or reading.values) or len(reading.measures) > 1:
        return None
    return _of_others(reading, linked, before)


def _says_end(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a clause says itself which end or place is meant: "Fjord the least", "Fjord second"."""
    ends = {"JJS", "RBS", "JJR", "RBR"}
    return any(linked.tokens[i].tag in ends or linked.words[i] in _OF_PLACES for i in clause)


def _of_others(reading: Reading, linked: Linked, before: FactPlan) -> FactPlan:
    """Return the fact that was stated before, of the measure and the values that a reading names.

    Of two measures that go together it names another one in the place of that which was named first.
    """
    plan = replace(before, is_negated=False)
    if before.kind is FactKind.ASSOCIATION and reading.measures:
        said = [each.columns[0] for each in linked.columns if each.columns[0] in {plan.measure, plan.second_measure}]
        if said[:1] == [plan.second_measure]:
            plan = replace(plan, measure=plan.second_measure, second_measure=plan.measure)
    if reading.measures:
        plan = replace(plan, measure=reading.measures[0], function=reading.functions[0])
    for each in reading.values:
        plan = _of_other_value(plan, each.predicate)
    return plan


def _last_word(linked: Linked, clause: Sequence[int]) -> int:
    return next((i for i in reversed(clause) if linked.tokens[i].text.isalpha() or "'" in linked.words[i]), clause[-1])


def _of_other_value(plan: FactPlan, predicate: Equals) -> FactPlan:
    """Let a statement be of another value of the column whose value it is about."""
    if plan.breakdown == predicate.column and plan.focus:
        return replace(plan, focus=(predicate.literal, *plan.focus[1:]))
    others = tuple(each for each in plan.subspace if each.column != predicate.column)
    return replace(plan, subspace=(*others, predicate)) if plan.breakdown != predicate.column else plan


def of_the_same_kind(
    reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None
) -> FactPlan | None:
    """Return that two measures go together or do not, where an auxiliary repeats it: "while fees and fines do not"."""
    if before is None or before.kind is not FactKind.ASSOCIATION:
        return None
    if len(reading.measures) == 1 and not has_own_subject(linked, clause):
        if any(linked.words[i] == "with" for i in clause):  # "but not with fiber", "but falls with age"
            verbs = {linked.lemmas[i] for i in clause if linked.tokens[i].tag.startswith("VB")}
            is_highest = before.is_highest if not verbs else not verbs & FALLING
            return replace(before, second_measure=reading.measures[0], is_highest=is_highest, is_negated=False)
        if (is_same := _same_ends(reading, linked, clause, before)) is not None:
            return replace(before, second_measure=reading.measures[0], is_highest=is_same, is_negated=False)
    if len(reading.measures) < 2 or not _is_short(linked, clause):
        return None
    return replace(plan_of(reading, FactKind.ASSOCIATION), is_highest=before.is_highest)


def _same_ends(reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan) -> bool | None:
    """Tell whether a clause says the same end of a measure as was said of the one before: "and lower fares".

    None where one of them has no end.
    """
    within = set(clause)
    here = (each for each in linked.columns if each.start in within and each.columns[0] == reading.measures[0])
    there = (each for each in linked.columns if each.start < clause[0] and each.columns[0] == before.measure)
    ends = [end_said(linked, each) for each in (next(here, None), next(there, None)) if each is not None]
    return ends[0] is ends[1] if len(ends) == 2 and None not in ends else None


def _is_short(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a clause only repeats what was said, by an auxiliary: "while fees and fines do not"."""
    named = {index for each in linked.columns for index in range(each.start, each.end)}
    named |= {index for each in linked.values for index in range(each.start, each.end)}
    others = [i for i in clause if i not in named]
    verbs = [linked.lemmas[i] for i in others if linked.tokens[i].tag.startswith("VB")]
    nouns = (i for i in others if linked.tokens[i].tag.startswith("NN") and linked.words[i] not in _SAYING_NOTHING)
    if any(i not in linked.rows and not any(is_inside(i, linked.tokens, head) for head in named) for i in nouns):
        return False  # "have nothing to do with", but "so did the age of the guests"
    others = [i for i in others if linked.words[i] != "most"]
    return bool(verbs) and set(verbs) <= {"do", "be", "have"} and not any(is_graded(linked, i) for i in others)


def of_the_same_subject(reading: Reading, linked: Linked, clause: Sequence[int]) -> FactPlan | None:
    """Return that a measure goes with that of the subject of the clause before, which a clause has none of its own for.

    This is "and have lower fares" behind "lines with more ferries are longer".
    """
    if len(reading.measures) != 1 or reading.values or has_own_subject(linked, clause):
        return None
    heads = {linked.tokens[i].head for i in clause if linked.tokens[i].dependency == "conj"}
    verbs = {verb for head in heads for verb in (head, linked.tokens[head].head)}  # "are wetter and colder"
    subjects = [i for i, token in enumerate(linked.tokens) if token.head in verbs and token.dependency == "nsubj"]
    within = set(clause)
    named = [each for each in linked.columns if each.start in within and each.columns[0] in reading.measures]
    here = next((each for each in named if end_said(linked, each) is not None), None)
    of_subject = (
        each
        for each in linked.columns
        if each.start < clause[0]
        and is_number(each, linked)
        and any(is_inside(each.start, linked.tokens, subject) for subject in subjects)
    )
    there = next((each for each in of_subject if end_said(linked, each) is not None), None)
    if here is None or there is None or (end := end_said(linked, here)) is None:
        return None
    both = replace(reading, measures=(there.columns[0], here.columns[0]), functions=(AVG, AVG), is_counted=False)
    return replace(plan_of(both, FactKind.ASSOCIATION), is_highest=end is end_said(linked, there))


def of_the_same_two(
    reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None
) -> FactPlan | None:
    """Return what is stated of the two groups that the clause before compares: "but less often", "they are older"."""
    if before is None or before.kind is not FactKind.DIFFERENCE or len(before.focus) < 2:
        return None
    one = _one_of_two(reading, before)
    if one is not None and any(linked.tokens[i].tag in COMPARATIVE for i in clause):
        before = replace(before, focus=(one, *(each for each in before.focus[:2] if each != one)), is_negated=False)
        reading = replace(
            reading, values=(), subspace=tuple(p for p in reading.subspace if p.column != before.breakdown)
        )
    elif reading.values:
        return None
    tags = {linked.tokens[i].tag for i in clause}
    is_of_them = one is not None or not has_own_subject(linked, clause) or bool(tags & _PRONOUNS)
    is_moving = any(linked.lemmas[i] in RISING | FALLING for i in clause)
    if is_moving or not is_of_them or not (tags & COMPARATIVE or ABOVE.search(text_of(linked, clause))):
        return None
    whole = completed(reading, linked, clause, before)
    same = plan_of(replace(whole, values=(), breakdowns=()), FactKind.VALUE)
    is_highest = reading.is_high is not False
    return replace(before, measure=same.measure, function=same.function, is_highest=is_highest)


def against_the_one_before(
    reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None
) -> FactPlan | None:
    """Return that a group is above the one that the clause before is about: "Fjord is the longest, Island is cheaper".

    That is so where a clause with a comparative names one group and nothing that this is compared with.
    """
    words = {linked.words[i] for i in clause}
    if before is None or before.kind not in {FactKind.EXTREME, FactKind.RANK} or "than" in words or not before.focus:
        return None
    named = {each.predicate for each in reading.values}
    is_other = len(named) == 1 and all(each.column == before.breakdown for each in named)
    graded = [i for i in clause if linked.tokens[i].tag in COMPARATIVE]
    if not is_other or not graded or not reading.measures or not words.isdisjoint(_OF_ALL):
        return None
    [own] = named
    if own.literal == before.focus[0]:
        return None
    same = plan_of(replace(reading, values=(), subspace=(), breakdowns=()), FactKind.VALUE)
    return replace(
        before,
        kind=FactKind.DIFFERENCE,
        focus=(own.literal, before.focus[0]),
        measure=same.measure,
        function=same.function,
        is_highest=reading.is_high is not False,
        is_negated=False,
        place=1,
    )


def _one_of_two(reading: Reading, before: FactPlan) -> str | None:
    """Return the only value that a clause names, where the one before compares it: "but Fjord is cheaper"."""
    literals = {each.predicate.literal for each in reading.values if each.predicate.column == before.breakdown}
    is_alone = len(literals) == 1 and len({each.predicate for each in reading.values}) == 1
    return next((each for each in literals if each in before.focus[:2]), None) if is_alone else None


def of_same_owner(reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None) -> Reading:
    """Let a clause without a subject be of those that the clause before is about: "and the lightest"."""
    if before is None or not before.focus or before.breakdown is None or has_own_subject(linked, clause):
        return reading
    others = {each.predicate for each in reading.values}
    than = next((i for i in clause if linked.words[i] == "than"), None)
    is_compared = than is not None and not any(each.end <= than for each in reading.values)
    if others and not (is_compared and {each.column for each in others} == {before.breakdown}):
        return reading
    owner = ValueMention(clause[0], clause[0], Equals(before.breakdown, before.focus[0]))
    is_named = owner.predicate in others
    subspace = reading.subspace if others else (*reading.subspace, owner.predicate)
    return reading if is_named else replace(reading, values=(owner, *reading.values), subspace=subspace)


def with_antecedent(reading: Reading, linked: Linked, clause: Sequence[int]) -> Reading:
    """Let a pronoun that is an object be the measure that was named last before: "fees have nothing to do with it"."""
    is_object = any(linked.tokens[i].tag == "PRP" and linked.tokens[i].dependency in {"pobj", "dobj"} for i in clause)
    if not is_object or len(reading.measures) != 1:
        return reading
    before = [each for each in linked.columns if each.end <= clause[0] and is_number(each, linked)]
    if not before or before[-1].columns[0] in reading.measures:
        return reading
    column = before[-1].columns[0]
    measures, functions = (*reading.measures, column), (*reading.functions, usual(column, linked))
    return replace(reading, measures=measures, functions=functions)


def of_the_same_most(
    reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None
) -> FactPlan | None:
    """Return what else most of the rows are said to be, by a predicate without a subject: "and speak English"."""
    if before is None or before.kind is not FactKind.PROPORTION or not reading.values:
        return None
    if has_own_subject(linked, clause) or any(is_graded(linked, i) for i in clause if not _is_named(reading, i)):
        return None
    said = reading.values[-1].predicate
    return replace(before, breakdown=said.column, focus=(said.literal,), is_negated=False)


def _is_named(reading: Reading, index: int) -> bool:
    return any(each.start <= index < each.end for each in reading.values)


def _is_bare(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a clause says most or fewest without saying of what: "while the West had the fewest"."""
    said = [i for i in clause if linked.words[i] in _QUANTITIES]
    if any(i + 1 in clause and linked.tokens[i + 1].tag.startswith(("JJ", "RB")) for i in said):
        return False  # "the most numerous"
    nouns = {i for i in clause if linked.tokens[i].tag in {"NNS", "NN"}}
    is_of_noun = any(linked.tokens[i].head in nouns or not nouns.isdisjoint({i + 1, i + 2}) for i in said)
    return bool(said) and not is_of_noun and "number" not in {linked.words[i] for i in clause}


def completed(reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None) -> Reading:
    """Fill in what a clause leaves out and the one before has said: what is measured, and of which group."""
    if before is None:
        return reading
    if reading.is_counted and not reading.measures and _is_bare(linked, clause):
        reading = replace(reading, is_counted=False)
    if not reading.measures and not reading.is_counted and before.measure is not None:
        nearest = before.second_measure or before.measure
        reading = replace(reading, measures=(nearest,), functions=(before.function,))
    return reading
