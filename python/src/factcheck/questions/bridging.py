"""Questions that a condition leads to: "in the year with the highest sales, which region led"."""

from __future__ import annotations

from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import SUM
from factcheck.questions.fact import FactKind
from factcheck.questions.grammar import asked_nouns
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ColumnMention, compared_values
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import plan_of
from factcheck.questions.reading import DEVELOPING, Reading, read, with_kinds
from factcheck.questions.roles import Role

_ITSELF = frozenset("it they them".split())
_THEIRS = frozenset("their its they it there".split())
_AUXILIARIES = frozenset({"do", "does", "did"})
_WITH = frozenset("with that which where who having whose".split())
_WHICH = frozenset("which what".split())
_SUPERLATIVE = frozenset({"JJS", "RBS"})
_ENDS = frozenset("most least best worst highest lowest fewest largest smallest longest shortest top".split())


def bridging(linked: Linked) -> list[FactPlan]:
    """Return the condition and the fact that it leads to: "in the year with the highest sales, …"; else nothing."""
    found = _condition(linked) or _asked_before(linked)
    if found is None:
        return []
    mention, condition = found
    rest = [index for index in range(len(linked.tokens)) if index not in condition]
    if not any(linked.tokens[i].tag.startswith(("W", "VB", "NN")) for i in rest):
        return []
    inner = _without_measure(read(linked, sorted(condition)), mention.columns[0])
    outer = _about_the_same(_with_groups_counted(read(linked, rest)), inner)
    if not (outer.measures or outer.breakdowns or outer.values or outer.is_counted or outer.linked.rows):
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
        measure = outer.measures[0] if outer.measures else None
        second = replace(second, measure=measure, function=COUNT if measure is None else SUM)
    if second.kind is FactKind.CATEGORIZATION and second.breakdown is not None and "many" not in outer.words:
        second = replace(second, kind=FactKind.DISTRIBUTION)
    return [first, replace(second, same=same)]


def _without_measure(reading: Reading, column: Column) -> Reading:
    """Let a column whose groups are meant not be measured: few whole numbers may be both."""
    pairs = [pair for pair in zip(reading.measures, reading.functions, strict=True) if pair[0] != column]
    return replace(reading, measures=tuple(c for c, _ in pairs), functions=tuple(f for _, f in pairs))


def _with_groups_counted(reading: Reading) -> Reading:
    """Let all values of a column that are counted be its groups: "how many men and women are there"."""
    values = compared_values(reading.values)
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
    groups = [c for c in outer.breakdowns if outer.linked.table.role(c).role is not Role.TIME]
    is_same = not outer.words.isdisjoint(_ITSELF) or (not groups and not outer.words.isdisjoint(DEVELOPING))
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
        if mention.is_high is not None or linked.words[max(start - 1, 0)] in _WHICH or tokens[start].tag[:2] == "VB":
            continue
        is_counted = not {"most", "fewest"}.isdisjoint(linked.words[max(start - 1, 0) : start])  # "the most rooms"
        if role is Role.NUMBER and (is_counted or not linked.table.role(mention.columns[0]).is_grouping):
            continue
        if role is Role.NUMBER and _is_had(linked, mention):
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
            if any(_is_superlative(linked, i) or _is_more_of_two(linked, i) for i in range(mention.end, end)):
                return mention, inside
        near = [i for i in range(max(start - 3, 0), start) if "," not in linked.words[i:start]]
        superlatives = [i for i in near if _is_superlative(linked, i)]
        begin = _phrase_start(linked, superlatives[0]) if superlatives else start
        if superlatives and (is_object or linked.tokens[begin].tag in {"IN", "TO"}):
            return mention, set(range(_phrase_start(linked, superlatives[0]), mention.end))
    return None


def _is_had(linked: Linked, mention: ColumnMention) -> bool:
    """Tell whether a column of numbers is what things have that are asked for: "which line has the highest grade"."""
    verb = linked.tokens[mention.end - 1].head
    is_object = linked.tokens[mention.end - 1].dependency == "dobj" and linked.tokens[verb].lemma == "have"
    asked = {*asked_nouns(linked.tokens), *(i for i, each in enumerate(linked.tokens) if each.tag == "WP")}
    return is_object and any(at < verb and linked.tokens[at].head == verb for at in asked)


def _asked_before(linked: Linked) -> tuple[ColumnMention, set[int]] | None:
    """Return the column that is asked for first, and the tokens: "which class earns most, and what is its rent"."""
    asked = set(asked_nouns(linked.tokens))
    for index in range(1, len(linked.tokens) - 1):
        is_next = linked.words[index] == "and" and linked.tokens[index + 1].tag in {"WP", "WDT", "WRB"}
        if not is_next or _THEIRS.isdisjoint(linked.words[index:]):
            continue
        before = set(range(index))
        for mention in linked.columns:
            is_asked = not asked.isdisjoint(before & set(range(mention.start, mention.end + 1)))
            if is_asked and mention.end <= index and any(_is_superlative(linked, i) for i in before):
                return mention, before
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


def _is_more_of_two(linked: Linked, index: int) -> bool:
    """Tell whether a comparative says which of two is meant, not than what: "the season with more guests"."""
    return linked.tokens[index].tag == "JJR" and "than" not in linked.words[index:]


def _is_superlative(linked: Linked, index: int) -> bool:
    """Tell whether a word is a superlative, or a comparative that stands for one: "the higher price" of two."""
    is_of_two = linked.tokens[index].tag in {"JJR", "RBR"} and linked.words[max(index - 1, 0)] == "the"
    is_best = linked.words[index] == "better" and linked.words[max(index - 1, 0)] == "the"
    is_end = linked.words[index] in _ENDS and linked.words[max(index - 1, 0)] != "on"  # "on top"
    return linked.tokens[index].tag in _SUPERLATIVE or is_end or is_of_two or is_best
