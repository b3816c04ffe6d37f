"""What facts say in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.questions.fact import FactKind, FactRows
from factcheck.questions.plan import FactPlan, breakdown_words, measure_words, restriction_words, spoken

Number = float | int | None
_ALL_DIGITS = 1e15
"""Below it a whole number in binary has all its digits right."""
_FLAT = 0.5
"""Per cent of change below which something stayed about the same."""
_SHOWN = 3
_ANSWERS = frozenset("yes no true false y n t f 0 1".split())


def number_words(value: object) -> str:
    """Write a number for readers: whole ones with separators, others with at most four digits that count.

    >>> number_words(1234567), number_words(0.123456), number_words(20.51), number_words(1.9e27)
    ('1,234,567', '0.1235', '20.51', '1.9e+27')
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "unknown"
    if isinstance(value, int) or (float(value).is_integer() and abs(value) < _ALL_DIGITS):
        return f"{int(value):,}"
    if abs(value) >= _ALL_DIGITS:
        return f"{value:.4g}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}" if "e" not in f"{value:.4g}" else f"{value:.6f}".rstrip("0")


def percent_words(percent: float, sign: str = "") -> str:
    """Write a per cent with at most three digits that count, of a thousand and more all.

    >>> percent_words(0.37412), percent_words(53.01, "+"), percent_words(31725.4)
    ('0.374', '+53', '31,725')
    """
    return f"{percent:{sign},.0f}" if abs(percent) >= 999.5 else f"{percent:{sign}.3g}"


def caption(
    plan: FactPlan, value: Number, rows: FactRows, focus: tuple[str, ...], statistics: Mapping[str, Number]
) -> str:
    """Say a fact in one sentence."""
    told = " and ".join(restriction_words(predicate) for predicate in plan.subspace)
    among = f" where {told}" if told else ""
    by = breakdown_words(plan)
    what = measure_words(plan, plan.told_noun)
    say = {
        FactKind.VALUE: lambda: f"The {what}{among} is {number_words(value)}.",
        FactKind.DIFFERENCE: lambda: _difference(what, focus, rows, statistics, among),
        FactKind.PROPORTION: lambda: _proportion(plan, by, focus[0], value, statistics, told),
        FactKind.TREND: lambda: _trend(what, rows, statistics, among),
        FactKind.CATEGORIZATION: lambda: _categories(by, what, value, rows, among),
        FactKind.DISTRIBUTION: lambda: _distribution(what, by, statistics, among),
        FactKind.RANK: lambda: _rank(what, by, rows, focus, statistics, among),
        FactKind.ASSOCIATION: lambda: _association(plan, value, statistics, among),
        FactKind.EXTREME: lambda: _extreme(what, by, focus, value, statistics, among),
        FactKind.OUTLIER: lambda: _outlier(what, by, rows, focus, statistics, among),
    }
    return say[plan.kind]()


def _percent(share: Number) -> str:
    return "an unknown share" if share is None else f"{100 * share:.3g} %"


def _proportion(plan: FactPlan, by: str, focus: str, share: Number, statistics: Mapping[str, Number], told: str) -> str:
    """Say the share of a group; a flag or a number is named by its column, too."""
    known = statistics.get("known_share")
    conditions = [told] if told else []
    conditions += [f"{by} is known"] if known is not None and known < 1 else []
    among = f" where {' and '.join(conditions)}" if conditions else ""
    of = f"the {plan.told_noun}" if plan.measure is None else spoken(plan.measure)
    is_name = plan.breakdown is not None and plan.breakdown.is_text and focus.lower() not in _ANSWERS
    is_so = f"{focus} accounts" if is_name else f"{by} is {focus}"
    return f"{is_so} for {_percent(share)} of {of}{among}."


def _difference(what: str, focus: tuple[str, ...], rows: FactRows, statistics: Mapping[str, Number], among: str) -> str:
    (_, one), (_, other) = rows.tuples
    difference, percent = statistics["difference"] or 0, statistics["percent"]
    share = "" if percent is None else f" ({percent_words(abs(percent))} %)"
    side = "above" if difference > 0 else "below"
    if not difference:
        return f"The {what} of {focus[0]} and {focus[1]} is the same{among}: {number_words(one)}."
    of_other = "the overall average" if focus[1] == "overall" else f"that of {focus[1]}"
    return (
        f"The {what} of {focus[0]} is {number_words(one)}{among}, {number_words(abs(difference))}{share} {side} "
        f"{of_other}, {number_words(other)}."
    )


def _trend(what: str, rows: FactRows, statistics: Mapping[str, Number], among: str) -> str:
    first, last = rows.tuples[0], rows.tuples[-1]
    percent, slope = statistics["percent"], statistics["slope"] or 0
    moved = (statistics["last"] or 0) - (statistics["first"] or 0)
    is_flat = abs(percent) < _FLAT if percent is not None else not moved
    verb = "stayed about the same" if is_flat else "rose" if moved > 0 else "fell"
    share = "" if percent is None else f" ({percent_words(percent, '+')} %)"
    against = ""
    if moved * slope < 0 and not is_flat:
        against = ", though most of the time it " + ("rose" if slope > 0 else "fell")
    return (
        f"The {what}{among} {verb} from {number_words(first[1])} in {first[0]} to {number_words(last[1])} in "
        f"{last[0]}{share}{against}."
    )


def _categories(by: str, what: str, value: Number, rows: FactRows, among: str) -> str:
    top = ", ".join(f"{row[0]} ({number_words(row[1])})" for row in rows.tuples[:_SHOWN])
    more = ", …" if len(rows.tuples) > _SHOWN else ""
    return f"{by} has {number_words(value)} value{'' if value == 1 else 's'}{among}; by {what}: {top}{more}."


def _distribution(what: str, by: str, statistics: Mapping[str, Number], among: str) -> str:
    low, q1, q3, high = (number_words(statistics[name]) for name in ("min", "q1", "q3", "max"))
    over = f" over {by}" if by else ""
    return f"The {what}{over}{among} ranges from {low} to {high}; half of the values lie between {q1} and {q3}."


def _rank(
    what: str, by: str, rows: FactRows, focus: tuple[str, ...], statistics: Mapping[str, Number], among: str
) -> str:
    end = "highest" if statistics["is_descending"] else "lowest"
    ranks = {str(row[0]): row for row in rows.tuples}
    named = [
        f"{name} is number {ranks[name][2]} with {number_words(ranks[name][1])}" for name in focus if name in ranks
    ]
    return f"Of {number_words(statistics['groups'])} values of {by} from the {end} {what}{among}, {', '.join(named)}."


def _association(plan: FactPlan, value: Number, statistics: Mapping[str, Number], among: str) -> str:
    r = float(value or 0)
    strength = "strongly" if abs(r) >= 0.7 else "moderately" if abs(r) >= 0.4 else "weakly"
    sign = "positively" if r > 0 else "negatively"
    names = [spoken(column) for column in (plan.measure, plan.second_measure) if column is not None]
    count = number_words(statistics["n"])
    if abs(r) < 0.1:
        return f"{' and '.join(names)} are hardly related{among} (r = {r:.2f}, {count} rows)."
    return f"{' and '.join(names)} are {strength} {sign} related{among} (r = {r:.2f}, {count} rows)."


def _extreme(
    what: str, by: str, focus: tuple[str, ...], value: Number, statistics: Mapping[str, Number], among: str
) -> str:
    end = "highest" if statistics["is_highest"] else "lowest"
    following = statistics["next"]
    if following == value:
        return f"{focus[0]} has the {end} {what} by {by}{among}, {number_words(value)}, as the next has."
    share = ""
    if following and float(following) > 0 <= float(value or 0):
        percent = 100 * abs(float(value or 0) - float(following)) / float(following)
        share = f", {percent_words(percent)} % {'above' if statistics['is_highest'] else 'below'} the next"
    return f"{focus[0]} has the {end} {what} by {by}{among}: {number_words(value)}{share}."


def _outlier(
    what: str, by: str, rows: FactRows, focus: tuple[str, ...], statistics: Mapping[str, Number], among: str
) -> str:
    middle = number_words(statistics["median"])
    if not focus:
        return f"No value of {by} is an outlier in {what}{among}; the median is {middle}."
    values = {str(row[0]): row[1] for row in rows.tuples}
    named = ", ".join(f"{name} ({number_words(values[name])})" for name in focus)
    return f"Unusual in {what}{among}: {named}, where the median over {by} is {middle}."
