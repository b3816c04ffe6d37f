"""What a fact is to be about, before it is evaluated: a query without a stated value, and how a reader would ask it."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.fact import FactKind, groups_words
from factcheck.questions.roles import Role, TableRoles
from factcheck.words.identifiers import ROW_WORDS
from factcheck.words.likeness import stem

_SPOKEN = {
    "sum": "total",
    "avg": "average",
    "median": "median",
    "min": "minimum",
    "max": "maximum",
    "count": "number of",
}
NEEDS_BREAKDOWN = frozenset(
    {
        FactKind.DIFFERENCE,
        FactKind.TREND,
        FactKind.CATEGORIZATION,
        FactKind.RANK,
        FactKind.EXTREME,
        FactKind.OUTLIER,
    }
)


@dataclass(frozen=True, slots=True)
class FactPlan:
    """A fact to be evaluated; its fields are those of ``Fact``, as objects of the catalogue and of queries.

    ``measure`` is None where rows are counted.  ``is_highest`` tells the highest from the lowest, a rise from a fall
    and a positive from a negative association, whose sign counts where ``is_signed``; ``is_negated`` tells that a claim
    denies it.  ``same`` is a breakdown whose value an earlier fact gives: "in that year".  ``rows_noun`` is what the
    question calls the rows.  ``place`` is the rank that a claim gives to its focus.  ``unit`` is the length of
    time by which days are put together, None where their span tells it.  ``wanted`` is how many groups are asked for,
    from the first place on.
    """

    kind: FactKind
    table: TableRoles
    measure: Column | None = None
    function: AggregationFunction = COUNT
    breakdown: Column | None = None
    subspace: tuple[Predicate, ...] = ()
    focus: tuple[str, ...] = ()
    second_measure: Column | None = None
    is_highest: bool = True
    is_negated: bool = False
    is_signed: bool = True
    same: Column | None = None
    rows_noun: str = ""
    place: int = 1
    unit: str | None = None
    wanted: int = 1

    @property
    def is_of_rows(self) -> bool:
        """Whether the groups of the breakdown are single rows: their names are told, and nothing is aggregated."""
        if self.breakdown is None or self.measure is None or not self.table.is_own(self.breakdown):
            return False
        label = self.table.role(self.breakdown)
        is_unique = label.values == 0 or label.values >= self.table.table.rows
        return label.role is Role.LABEL and is_unique and self.table.has_entities

    @property
    def noun(self) -> str:
        """What the question calls the rows."""
        return self.rows_noun or self.table.rows_noun

    @property
    def told_noun(self) -> str:
        """What the rows are called as far as is known: by a noun of the question only if the table is called so."""
        named = {stem(word) for word in self.table.rows_noun.split()} | ROW_WORDS
        return self.rows_noun if stem(self.rows_noun) in named else self.table.rows_noun


def spoken(column: Column) -> str:
    """Return a column's name as a reader says it."""
    return " ".join(column.name.replace("_", " ").split())


def breakdown_words(plan: FactPlan) -> str:
    """Say what the groups of a fact are: "line", "quarter of paid on"; "" where it has none."""
    column = plan.breakdown
    if column is None:
        return ""
    return groups_words(spoken(column), plan.unit if column.is_date or column.is_timestamp else None)


def measure_words(plan: FactPlan, noun: str | None = None) -> str:
    """Say what is measured: "average MPG", "number of cars", of single rows the column alone.

    ``noun`` is what the rows are called, else what the question calls them.
    """
    if plan.measure is None:
        return f"number of {noun or plan.noun}"
    if plan.is_of_rows or (plan.kind is FactKind.DISTRIBUTION and plan.breakdown is None):
        return spoken(plan.measure)
    name, function = spoken(plan.measure), _SPOKEN.get(plan.function.name, plan.function.name)
    is_told = name.lower().split()[0] in {"average", "avg", "mean", "median"} or name.lower().startswith(function)
    return name if is_told else f"{function} {name}"


def where_words(plan: FactPlan) -> str:
    """Say which rows are meant, after a blank; nothing where all are."""
    parts = [restriction_words(predicate) for predicate in plan.subspace]
    told = f" where {' and '.join(parts)}" if parts else ""
    return told + (f" in that {spoken(plan.same)}" if plan.same is not None else "")


def restriction_words(predicate: Predicate) -> str:
    """Say a predicate; values without quotation marks."""
    name = spoken(predicate.column)
    return f"{name} is {predicate.literal}" if isinstance(predicate, Equals) else predicate.words(name)


def as_question(plan: FactPlan) -> str:
    """Ask for a fact."""
    measure, where = measure_words(plan), where_words(plan)
    by = breakdown_words(plan)
    over = f" over {by}" if by else ""
    end = "highest" if plan.is_highest else "lowest"
    match plan.kind:
        case FactKind.VALUE:
            text = f"What is the {measure}{where}?"
        case FactKind.DIFFERENCE:
            others = " and ".join(plan.focus[:2]) if len(plan.focus) > 1 else f"{plan.focus[0]} and all others"
            text = f"What is the difference in {measure} between {others}{where}?"
        case FactKind.PROPORTION:
            text = _proportion(plan, by, where)
        case FactKind.TREND:
            text = f"What is the trend of {measure}{over}{where}?"
        case FactKind.CATEGORIZATION:
            text = f"What is the {measure}{over}{where}?"
        case FactKind.DISTRIBUTION:
            article = "the " if plan.measure is None else ""
            text = f"What is the distribution of {article}{measure}{over}{where}?"
        case FactKind.RANK:
            text = f"What is the rank of {by} by {measure}{where}?"
        case FactKind.ASSOCIATION:
            names = [spoken(column) for column in (plan.measure, plan.second_measure) if column is not None]
            text = f"What is the association between {' and '.join(names)}{where}?"
        case FactKind.EXTREME:
            text = f"Which {by} has the {end} {measure}{where}?"
        case FactKind.OUTLIER:
            text = f"Which {by} is an outlier in {measure}{where}?"
    return text


def _proportion(plan: FactPlan, by: str, where: str) -> str:
    what = plan.noun if plan.measure is None else spoken(plan.measure)
    if plan.same is not None and not plan.focus:
        return f"What is the proportion of {what} of that {spoken(plan.same)}?"
    joined = " and" if plan.subspace else " where"
    focus = f"{joined} {by} is {plan.focus[0]}" if plan.focus else f" over {by}" if by else ""
    return (
        f"What is the proportion of {what}{where}{focus}?"
        if plan.focus
        else f"What is the proportion of {what}{focus}{where}?"
    )


def as_claim(plan: FactPlan) -> str:
    """State a fact, as a claim does that is to be checked."""
    measure, where = measure_words(plan), where_words(plan)
    by = breakdown_words(plan)
    end = "highest" if plan.is_highest else "lowest"
    owner = plan.focus[0] if plan.focus else ""
    match plan.kind:
        case FactKind.TREND:
            verb = "change" if not plan.is_signed else "increase" if plan.is_highest else "decrease"
            so = f"did not {verb}" if plan.is_negated else f"{verb}d"
            return f"{_capital(measure)} {so} over {by}{where}."
        case FactKind.ASSOCIATION:
            names = [spoken(column) for column in (plan.measure, plan.second_measure) if column is not None]
            is_so = "are not" if plan.is_negated else "are"
            sign = "" if not plan.is_signed else "positively " if plan.is_highest else "negatively "
            return f"{' and '.join(names)} {is_so} {sign}correlated{where}."
        case FactKind.DIFFERENCE:
            side = "above" if plan.is_highest else "below"
            other = f"that of {plan.focus[1]}" if len(plan.focus) > 1 else "the overall average"
            is_so = "is not" if plan.is_negated else "is"
            joined = " and" if plan.subspace else " where"
            return f"The {measure}{where}{joined} {by} is {owner} {is_so} {side} {other}."
        case FactKind.PROPORTION:
            what = plan.noun if plan.measure is None else spoken(plan.measure)
            return f"{owner} {'does not account' if plan.is_negated else 'accounts'} for most of {what} by {by}{where}."
        case FactKind.RANK:
            has = "does not have" if plan.is_negated else "has"
            return f"{owner} {has} place {plan.place} from the {end} {measure} by {by}{where}."
        case _:
            has = f"does not have the {end}" if plan.is_negated else f"has the {end}"
            return f"{owner} {has} {measure} by {by}{where}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
