"""What else the texts of parts name: values, the aggregation and the end, which are compared with references, too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.questions.decompose import Part
from factcheck.questions.fact import FactKind
from factcheck.questions.plan import FactPlan, restriction_words
from factcheck.sqltext import identifier

_MOST_VALUES = 5000
_SHORTEST = 3
_NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?!\w)")
_NUMBERED = re.compile(r"(?<!\w)\d+\. (?=\S)")
"""What numbers a value in its own name, as in "2. Married"; references leave it out."""
_OF_TEMPLATES = frozenset("average total number median minimum maximum most highest lowest place proportion".split())
"""Words of all parts, which name no value though a value may be called so."""
_LOW = re.compile(r"(?<!\bat )\b(?:lowest|fewest|least|smallest|below|decreas\w*|negativ\w*)\b", re.I)
_HIGH = re.compile(r"(?<!\bat )\b(?:highest|most|largest|above|increas\w*|positiv\w*)\b", re.I)
_FUNCTIONS = re.compile(r"\b(?:average|total|median|minimum|maximum)\b", re.I)
_NOT = re.compile(r"\b(?:not|nor|never)\b", re.I)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of a table's columns and the values of those that hold texts, longer ones first."""

    columns: tuple[str, ...]
    values: tuple[str, ...]
    by_column: Mapping[str, frozenset[str]]


def vocabulary(table: Table, database: Database) -> Vocabulary:
    """Read the values of a table's texts and flags, of each column at most ``_MOST_VALUES``."""
    by_column = {}
    for column in table.columns:
        if not column.is_numeric and not column.is_date and not column.is_timestamp:
            shown = identifier(column.name)
            rows = database.query(
                f"SELECT DISTINCT {shown}::text AS value FROM {table.sql_name}"
                f" WHERE {shown} IS NOT NULL ORDER BY 1 LIMIT {_MOST_VALUES}"
            )
            by_column[column.name] = frozenset(_plain(row["value"]) for row in rows) - {""}
    values = {value for held in by_column.values() for value in held}
    values = {value for value in values if value.lower() not in _OF_TEMPLATES}
    columns = {form for column in table.columns for form in (column.name, " ".join(column.name.split("_")))}
    return Vocabulary(_longest_first(columns), _longest_first(values), by_column)


def said_values(text: str, words: Vocabulary) -> tuple[str, ...]:
    """Return the values and the numbers that a text names beside its columns, in their order."""
    rest = _without(words.columns, text)
    found: dict[int, str] = {}
    for pattern in (_any_of(words.values), _any_of([v for v in words.values if len(v) >= _SHORTEST], is_exact=False)):
        for match in re.finditer(pattern, rest):
            found[match.start()] = match[0].lower()
        rest = re.sub(pattern, lambda match: "\x00" * len(match[0]), rest)
    found |= {match.start(): f"{float(match[0].replace(',', '')):g}" for match in _NUMBER.finditer(rest)}
    return tuple(dict.fromkeys(found[place] for place in sorted(found)))


def are_details_right(part: Part, wanted: str, words: Vocabulary) -> bool:
    """Tell whether a part is about the values, the aggregation and the end that its reference names.

    A trend between years is one of all years where the reference names none.
    """
    plan = part.plan
    held = said_values("; ".join((*plan.focus, *map(restriction_words, plan.subspace))), words)
    told, named = said_values(part.text, words), said_values(wanted, words)
    if plan.kind is FactKind.TREND and not _numbers(named):
        held, told = (tuple(each for each in said if each not in _numbers(said)) for said in (held, told))
    is_same = set(named) in (set(held), set(told)) or _is_of_two(plan, held, named, words)
    is_same = is_same and (part.clause == part.text or _are_functions_same(part.text, wanted, words))
    return is_same and _are_ends_same(plan, part.text, wanted, is_turned=named[:1] != held[:1])


def _are_functions_same(text: str, wanted: str, words: Vocabulary) -> bool:
    """Tell whether a text names the aggregation that the reference names; of single rows it names none."""
    said, named = ({each.lower() for each in _FUNCTIONS.findall(_without(words.columns, t))} for t in (text, wanted))
    return not named or not said or said == named


def _without(names: Sequence[str], text: str) -> str:
    """Return a text with signs in the place of names, none of which is a part of a word."""
    return re.sub(_any_of(names), lambda match: "\x00" * len(match[0]), _plain(text))


def _numbers(said: Sequence[str]) -> set[str]:
    return {each for each in said if _NUMBER.fullmatch(each)}


def _is_of_two(plan: FactPlan, held: Sequence[str], named: Sequence[str], words: Vocabulary) -> bool:
    """Tell whether a group is compared with all others, where the reference names the only other one."""
    others = words.by_column.get(plan.breakdown.name, frozenset()) if plan.breakdown is not None else frozenset()
    both = {each.lower() for each in others}
    is_of_two = len(both) == len(plan.focus) + 1 == 2
    return plan.kind is FactKind.DIFFERENCE and is_of_two and set(named) == set(held) | both


def _are_ends_same(plan: FactPlan, text: str, wanted: str, *, is_turned: bool) -> bool:
    """Tell whether a text says the end that the reference says: that A is above B is that B is not above A."""
    end, said = _end(wanted), _end(text)
    are_denied = bool(_NOT.search(text)), bool(_NOT.search(wanted))
    if end is None or not plan.is_signed:
        return are_denied[0] is are_denied[1]
    if plan.kind is FactKind.DIFFERENCE and said is not None:
        return (said ^ is_turned ^ are_denied[0]) == (end ^ are_denied[1])
    return said is end and are_denied[0] is are_denied[1]


def _end(text: str) -> bool | None:
    is_low, is_high = _LOW.search(text) is not None, _HIGH.search(text) is not None
    return None if is_low is is_high else is_high


def _plain(text: str) -> str:
    return _NUMBERED.sub("", " ".join(text.replace("_", " ").split()))


def _longest_first(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda each: (-len(each), each)))


def _any_of(names: Sequence[str], *, is_exact: bool = True) -> re.Pattern[str]:
    alternatives = "|".join(re.escape(each) for each in names) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", 0 if is_exact else re.I)
