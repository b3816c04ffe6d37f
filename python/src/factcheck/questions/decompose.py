"""Questions in parts: what kind of question it is, and the facts that answer each part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.claim_parts import claim_parts, is_claim
from factcheck.questions.classifier import best_of, classifiers
from factcheck.questions.ends import end_said, have_ends
from factcheck.questions.fact import FactKind
from factcheck.questions.grammar import asked_nouns
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ColumnMention, ValueMention
from factcheck.questions.plan import FactPlan, as_claim, as_question
from factcheck.questions.planning import plan_of
from factcheck.questions.reading import DEVELOPING, Reading, masked, read, with_kinds
from factcheck.questions.roles import ColumnRole, Role, is_averaged

_COMPARING = re.compile(r"\b(?:than|or|versus|vs|compar\w+|differ\w*|between|against|whereas|while)\b", re.IGNORECASE)
_ONE_DIFFERENCE = re.compile(
    r"\A(?:what (?:is|was) the (?:\w+ )?(?:gap|difference|distance)|by how (?:much|many)"
    r"|how (?:much|many) (?:more|less|fewer|\w+er))\b",
    re.I,
)
_ITSELF = frozenset("it they them".split())
_AUXILIARIES = frozenset({"do", "does", "did"})
_WITH = frozenset("with that which where who having whose".split())
_WHICH = frozenset("which what".split())
_SUPERLATIVE = frozenset({"JJS", "RBS"})
_ENDS = frozenset("most least best worst highest lowest fewest largest smallest longest shortest top".split())
_MONEY = frozenset({"income", "outgo", "price", "cost"})
_WITHOUT_BREAKDOWN = frozenset({FactKind.TREND, FactKind.VALUE, FactKind.PROPORTION, FactKind.ASSOCIATION})
_OFTEN = frozenset("often likely frequently rarely commonly".split())
_NOT_CERTAIN = 0.5


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question: its text, and the fact that is asked for; ``text_of_claim`` is the clause of a claim."""

    text: str
    plan: FactPlan
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A question with its kind (low, compound, fuzzy, compound_claim), the method, and its parts."""

    kind: str
    method: str | None
    probability: float
    parts: tuple[Part, ...]
    reading: Reading


def decompose(linked: Linked) -> Decomposition:
    """Split a question or claim into parts that a fact answers each."""
    reading = read(linked)
    whole = range(len(linked.tokens))
    told = classifiers()["kind"].probabilities(masked(linked, whole))
    if is_claim(linked) and (stated := claim_parts(linked)):
        parts = tuple(
            Part(clause if plan.kind is FactKind.VALUE else as_claim(plan), plan, clause) for clause, plan in stated
        )
        kind = "compound_claim" if len(parts) > 1 else "low"
        return Decomposition(kind, "conjunction" if len(parts) > 1 else None, _sure(told, kind), parts, reading)
    for method, plans in (
        ("bridging", _bridging(linked)),
        ("comparison", _comparison(linked, reading)),
        ("intersection", _intersection(linked, reading)),
    ):
        if plans:
            return Decomposition("compound", method, _sure(told, "compound"), _asked(plans), reading)
    gap = _gap(reading, told)
    if gap is not None and (plans := _filled(reading, gap)):
        return Decomposition("fuzzy", gap, _sure(told, "fuzzy"), _asked(plans), reading)
    return Decomposition("low", None, _sure(told, "low"), _asked([plan_of(reading)]), reading)


def decompose_reading(reading: Reading) -> Decomposition:
    """Take a question as one part, as one that goes on from another is: the fact that best fits what both name."""
    told = classifiers()["kind"].probabilities(masked(reading.linked, range(len(reading.linked.tokens))))
    if reading.breakdowns:  # "and by trade" asks for no single value
        reading = replace(reading, kinds=reading.kinds | {FactKind.VALUE: 0.0})
    whole = with_kinds(reading)
    return Decomposition("low", None, _sure(told, "low"), _asked([plan_of(whole)]), whole)


def _sure(told: dict[str, float], kind: str) -> float:
    """Return how sure a kind is that the structure tells: the classifier may confirm it."""
    return _NOT_CERTAIN + (1 - _NOT_CERTAIN) * told.get(kind, 0.0)


def _asked(plans: Sequence[FactPlan]) -> tuple[Part, ...]:
    return tuple(Part(as_question(plan), plan) for plan in plans)


def _bridging(linked: Linked) -> list[FactPlan]:
    """Return the condition and the fact that it leads to: "in the year with the highest sales, …"; else nothing."""
    found = _condition(linked)
    if found is None:
        return []
    mention, condition = found
    rest = [index for index in range(len(linked.tokens)) if index not in condition]
    if not any(linked.tokens[i].tag.startswith(("W", "VB", "NN")) for i in rest):
        return []
    inner = read(linked, sorted(condition))
    outer = _about_the_same(_with_groups_counted(read(linked, rest)), inner)
    if not (outer.measures or outer.breakdowns or outer.is_counted or outer.linked.rows):
        return []
    same = mention.columns[0]
    first = replace(
        plan_of(replace(inner, breakdowns=(same,)), FactKind.EXTREME),
        breakdown=same,
    )
    is_extreme = outer.is_high is not None and any(i in rest for i in asked_nouns(linked.tokens))
    kind = max((k for k in outer.kinds if is_extreme or k is not FactKind.EXTREME), key=lambda k: outer.kinds[k])
    if is_extreme and outer.breakdowns and outer.breakdowns[0] != mention.columns[0]:
        kind = FactKind.EXTREME
    second = plan_of(replace(outer, breakdowns=tuple(c for c in outer.breakdowns if c != same)), kind)
    if second.kind is FactKind.PROPORTION and second.breakdown is None:
        second = replace(second, measure=outer.measures[0] if outer.measures else None)
    if second.kind is FactKind.CATEGORIZATION and second.breakdown is not None and "many" not in outer.words:
        second = replace(second, kind=FactKind.DISTRIBUTION)
    return [first, replace(second, same=same)]


def _with_groups_counted(reading: Reading) -> Reading:
    """Let all values of a column that are counted be its groups: "how many men and women are there"."""
    values = _compared_values(reading.values)
    if not values or not {"how", "many"} <= reading.words:
        return reading
    column = values[0].predicate.column
    if reading.linked.table.role(column).values != len({each.predicate.literal for each in values}):
        return reading
    others = tuple(each for each in reading.values if each.predicate.column != column)
    subspace = tuple(each for each in reading.subspace if each.column != column)
    grouped = replace(reading, values=others, subspace=subspace, breakdowns=(column,), is_counted=True)
    return replace(grouped, kinds={kind: float(kind is FactKind.CATEGORIZATION) for kind in reading.kinds})


def _about_the_same(outer: Reading, inner: Reading) -> Reading:
    """Let a question that names no measure be about that of its condition: "how was it split", "how did it develop"."""
    is_same = not outer.words.isdisjoint(_ITSELF) or (not outer.breakdowns and not outer.words.isdisjoint(DEVELOPING))
    is_same = is_same or (outer.is_high is not None and bool(outer.breakdowns))
    if outer.measures or outer.is_counted or not inner.measures or not is_same:
        return outer
    return with_kinds(replace(outer, measures=inner.measures, functions=inner.functions))


def _condition(linked: Linked) -> tuple[ColumnMention, set[int]] | None:
    """Return the column that a condition with a superlative is said of, and the tokens of the condition."""
    tokens = linked.tokens
    for mention in linked.columns:
        role = linked.table.role(mention.columns[0]).role
        start = mention.start
        if mention.is_high is not None or linked.words[max(start - 1, 0)] in _WHICH:
            continue
        if role is Role.NUMBER and not linked.table.role(mention.columns[0]).is_grouping:
            continue
        behind = mention.end
        if behind + 1 < len(tokens) and tokens[behind].tag in {"NN", "NNS"} and linked.words[behind + 1] in _WITH:
            behind += 1  # "the marital status with"
        after = linked.words[behind] if behind < len(tokens) else ""
        is_taken = any(tokens[i].tag in {"VB", "VBP"} for i in range(max(start - 3, 0), start))
        is_asked_later = any(tokens[i].tag in {"WP", "WDT", "WRB"} for i in range(behind + 1, len(tokens)))
        is_object = any(
            linked.tokens[i].tag in {"IN", "TO"} or linked.words[i] in {"does", "do", "did", "has", "have"}
            for i in range(max(start - 3, 0), start)
        )
        if after in _WITH and (is_object or (is_taken and is_asked_later)):
            end = _end_of_clause(linked, behind)
            inside = set(range(_phrase_start(linked, start), end))
            if any(_is_superlative(linked, i) for i in range(mention.end, end)):
                return mention, inside
        superlatives = [i for i in range(max(start - 3, 0), start) if _is_superlative(linked, i)]
        if superlatives and is_object:
            return mention, set(range(_phrase_start(linked, superlatives[0]), mention.end))
    return None


def _phrase_start(linked: Linked, index: int) -> int:
    """Return where a noun phrase with its preposition begins."""
    at = index
    while at > 0 and linked.tokens[at - 1].tag in {"DT", "IN", "TO"}:
        at -= 1
    return at


def _end_of_clause(linked: Linked, index: int) -> int:
    for at in range(index, len(linked.tokens)):
        word, tag = linked.words[at], linked.tokens[at].tag
        # "how did the line with the lowest fares develop": the verb that belongs to "did"
        is_verb = tag == "VB" or word in DEVELOPING
        is_main = is_verb and at > index + 1 and not _AUXILIARIES.isdisjoint(linked.words[:index])
        if word in {",", "?", ".", ";", ":"} or (tag in {"WRB", "WP"} and at > index + 1) or is_main:
            return at
    return len(linked.tokens)


def _is_superlative(linked: Linked, index: int) -> bool:
    """Tell whether a word is a superlative, or a comparative that stands for one: "the higher price" of two."""
    is_of_two = linked.tokens[index].tag in {"JJR", "RBR"} and linked.words[max(index - 1, 0)] == "the"
    is_best = linked.words[index] == "better" and linked.words[max(index - 1, 0)] == "the"
    is_end = linked.words[index] in _ENDS and linked.words[max(index - 1, 0)] != "on"  # "on top"
    return linked.tokens[index].tag in _SUPERLATIVE or is_end or is_of_two or is_best


def _comparison(linked: Linked, reading: Reading) -> list[FactPlan]:
    """Return the same fact of two or more values of one column, and their difference where both are single numbers."""
    values = _compared_values(reading.values)
    if len(values) < 2 or (_is_one_difference(linked) and reading.kind is FactKind.DIFFERENCE):
        return []
    column = values[0].predicate.column
    others = tuple(p for p in reading.subspace if p.column != column)
    left = replace(
        reading,
        values=tuple(v for v in reading.values if v.predicate.column != column),
        subspace=others,
        breakdowns=tuple(c for c in reading.breakdowns if c != column),
    )
    is_compared = bool(_COMPARING.search(linked.text))
    times = [c for c in left.breakdowns if linked.table.role(c).role is Role.TIME]
    # the names of rows are no groups: "do guests with pets pay more"
    groups = [c for c in left.breakdowns if c not in times and linked.table.role(c).role is not Role.LABEL]
    left = replace(left, breakdowns=(*times, *groups))
    kind = left.kind
    if times or (left.asks_time and not groups):
        kind = FactKind.TREND
    elif groups:
        kind = FactKind.DISTRIBUTION if left.measures else FactKind.CATEGORIZATION
    elif kind is FactKind.PROPORTION or _asks_often(left):
        return _shares(left, column, values)
    elif is_compared or kind is FactKind.DIFFERENCE:
        kind = FactKind.VALUE
    else:
        return []
    if not is_compared and kind not in {FactKind.TREND, FactKind.DISTRIBUTION}:
        return []
    if groups and not is_compared:
        return []
    if not left.measures and not left.is_counted:
        left = _with_measure(left)
    base = plan_of(left, kind)
    literals = list(dict.fromkeys(v.predicate.literal for v in values))
    plans = [replace(base, subspace=(*base.subspace, Equals(column, literal))) for literal in literals]
    if kind is FactKind.VALUE and len(literals) == 2:
        plans.append(
            replace(base, kind=FactKind.DIFFERENCE, breakdown=column, focus=tuple(literals), subspace=base.subspace)
        )
    return plans


def _asks_often(left: Reading) -> bool:
    """Tell whether it is asked how often something is so: "are women released more often than men"."""
    return bool(left.values) and not left.measures and not left.is_counted and bool(left.words & _OFTEN)


def _shares(left: Reading, column: Column, values: Sequence[ValueMention]) -> list[FactPlan]:
    """Return the share that a value has among the rows of each of two others: that of women in both departments."""
    if not left.values:
        return []
    base = plan_of(replace(left, measures=(), functions=(), breakdowns=()), FactKind.PROPORTION)
    literals = dict.fromkeys(value.predicate.literal for value in values)
    return [replace(base, subspace=(*base.subspace, Equals(column, literal))) for literal in literals]


def _is_one_difference(linked: Linked) -> bool:
    """Tell whether a difference itself is asked for: "what is the gap between A and B in price?"."""
    asks = " ".join(linked.words[:7])
    return bool(_ONE_DIFFERENCE.search(asks)) and not any(word in linked.words for word in ("over", "trend"))


def _compared_values(values: Sequence[ValueMention]) -> list[ValueMention]:
    """Return the values of the column of which there are at least two different ones."""
    for value in values:
        same = [each for each in values if each.predicate.column == value.predicate.column]
        if len({each.predicate.literal for each in same}) > 1:
            return same
    return []


def _with_measure(reading: Reading) -> Reading:
    """Let a reading without a measure be about what the table mostly is about."""
    measures = reading.linked.table.measures()
    if not measures:
        return reading
    return _measured(reading, measures[0].column)


def _measured(reading: Reading, column: Column) -> Reading:
    return replace(reading, measures=(column,), functions=(_usual(column, reading.linked),), is_counted=False)


def _usual(column: Column, linked: Linked) -> AggregationFunction:
    return AVG if is_averaged(linked.table.role(column), linked.table) else SUM


def _intersection(linked: Linked, reading: Reading) -> list[FactPlan]:
    """Return an extreme for each of the conditions that elements meet: "which models are fast and light"."""
    if not _WHICH & set(linked.words) and not any(w in linked.words for w in ("find", "name", "list", "there", "show")):
        return []
    mentions = [
        each
        for each in linked.columns
        if linked.table.role(each.columns[0]).role is Role.NUMBER and not _is_restricted(each, linked)
    ]
    ends = [(each, end_said(linked, each)) for each in mentions]
    said = [(each, end) for each, end in ends if end is not None]
    columns = list(dict.fromkeys(each.columns[0] for each, _ in said))
    breakdown = next((c for c in reading.breakdowns), None)
    if breakdown is None and linked.rows and linked.table.label is not None:
        breakdown = linked.table.label.column
    if len(columns) < 2 or breakdown is None:
        return []
    base = replace(plan_of(replace(reading, is_counted=False), FactKind.EXTREME), breakdown=breakdown)
    plans: list[FactPlan] = []
    for each, end in said:
        column = each.columns[0]
        if any(plan.measure == column for plan in plans):
            continue
        plans.append(replace(base, measure=column, function=_usual(column, linked), is_highest=bool(end)))
    return plans


def _is_restricted(mention: ColumnMention, linked: Linked) -> bool:
    return any(abs(number.start - mention.end) <= 3 for number in linked.numbers)


def _gap(reading: Reading, told: dict[str, float]) -> str | None:
    """Return what a question leaves open: no fact type, no measure, no breakdown; None where it is precise."""
    linked = reading.linked
    names_measure = bool(reading.measures) or reading.is_counted
    names = names_measure or bool(reading.breakdowns) or bool(reading.values)
    if not names:
        return None
    likely = classifiers()["fuzzy"].probabilities(masked(linked, range(len(linked.tokens))))
    if names_measure and reading.kind is FactKind.TREND and (reading.asks_time or not reading.values):
        return None
    if have_ends(linked, reading.measures) or (any(asked_nouns(linked.tokens)) and reading.is_high is not None):
        return None
    is_fuzzy = told.get("fuzzy", 0.0) > max(told.get("low", 0.0), told.get("compound", 0.0))
    if not is_fuzzy:
        return "no measure" if reading.kind is FactKind.TREND and not names_measure and reading.values else None
    best = best_of(likely)
    if best == "no measure" and names_measure:
        best = "no fact type" if not reading.breakdowns else "none"
    if best == "no breakdown" and (reading.breakdowns or not names_measure or reading.kind in _WITHOUT_BREAKDOWN):
        best = "none"
    if best == "no breakdown" and reading.kind is FactKind.DISTRIBUTION and not reading.has_function:
        best = "none"  # the values of the rows have a distribution themselves
    is_precise = reading.breakdowns and (names_measure or linked.words[0] == "when")
    if best == "no fact type" and (reading.is_counted or is_precise or (reading.has_function and reading.values)):
        best = "none"
    return None if best == "none" else best


def _filled(reading: Reading, gap: str) -> list[FactPlan]:
    """Return the facts that a question leaves open, those first that say most of the table."""
    table = reading.linked.table
    time = table.time.column if table.time is not None else None
    categories = [each.column for each in table.categories()]
    if gap == "no fact type":
        return list(_of_no_type(reading, time, categories))
    if gap == "no measure":
        kind = reading.kind
        if kind is FactKind.DIFFERENCE and not _compared_values(reading.values):
            kind = FactKind.TREND if time is not None else FactKind.VALUE
        measures = [each.column for each in _diverse(reading)][:2]
        return [plan_of(_measured(reading, column), kind) for column in measures]
    kind = reading.kind
    used = {predicate.column for predicate in reading.subspace}
    breakdowns = [c for c in ([time] if time is not None else []) + categories if c not in used][:2]
    if kind in {FactKind.TREND, FactKind.VALUE, FactKind.PROPORTION, FactKind.ASSOCIATION}:
        kind = FactKind.DISTRIBUTION
    return [plan_of(replace(reading, breakdowns=(column,)), kind) for column in breakdowns]


def _of_no_type(reading: Reading, time: Column | None, categories: Sequence[Column]) -> Iterator[FactPlan]:
    is_of_value = bool(reading.values) and not reading.measures
    about = _with_measure(reading) if not reading.measures and not reading.is_counted else reading
    used = {predicate.column for predicate in reading.subspace}
    free = [column for column in categories if column not in used]
    if is_of_value:
        if time is not None:
            yield plan_of(replace(about, breakdowns=(time,)), FactKind.TREND)
        elif about.measures:
            yield plan_of(replace(about, breakdowns=()), FactKind.VALUE)
        yield _of_share(reading, about)
        return
    if free:
        yield plan_of(replace(about, breakdowns=(free[0],), is_high=None), FactKind.EXTREME)
    if time is not None and time not in used:
        yield plan_of(replace(about, breakdowns=(time,)), FactKind.TREND)
    yield plan_of(replace(about, breakdowns=()), FactKind.VALUE)


def _of_share(reading: Reading, about: Reading) -> FactPlan:
    """Return the share of a value among the rows; where each value has as many rows, as in a panel, an amount of it."""
    table, column = reading.linked.table, reading.values[0].predicate.column
    rows, groups = table.table.rows, table.role(column).values
    is_panel = rows == groups * reading.linked.relevance.frequencies.get(reading.values[0].predicate, 0)
    others = [each for each in table.measures() if each.column not in about.measures and not each.is_grouping]
    if is_panel and (others or AVG in about.functions):
        other = _measured(about, others[0].column) if others else about
        return plan_of(replace(other, breakdowns=()), FactKind.VALUE)
    if is_panel:
        return plan_of(replace(about, breakdowns=()), FactKind.PROPORTION)
    return plan_of(replace(reading, measures=(), functions=(), breakdowns=()), FactKind.PROPORTION)


def _diverse(reading: Reading) -> list[ColumnRole]:
    """Return measures of different kinds before those of the same."""
    measures = reading.linked.table.measures()
    kinds: set[str | None] = set()
    first: list[ColumnRole] = []
    later: list[ColumnRole] = []
    for each in measures:
        kind = "money" if each.kind in _MONEY else each.kind
        (later if kind in kinds else first).append(each)
        kinds.add(kind)
    return [*first, *later]
