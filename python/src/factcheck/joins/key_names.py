"""Which column's name says that it holds the key of another table: "customer_id" or "cust_no" for customers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import product

from factcheck.words.identifiers import base_forms, split_identifier

_NUMBER_WORDS = frozenset("id key code no nr num number pk sk fk uid uuid guid".split())
_LABEL_WORDS = frozenset("name title label".split())
_EMPTY_WORDS = _NUMBER_WORDS | _LABEL_WORDS | frozenset("entry index line num record row serial".split())
"""Words that say nothing about what is numbered: two tables may both have a "row_id" and nothing in common."""

_VAGUE_WORDS = _EMPTY_WORDS | frozenset(
    "age amount cost count date day description gender hour kind level month note order percent position price "
    "quantity rank rate score sex share size status sum time total type unit value week year".split()
)
"""Words that, without one for a key, are said of things of all kinds."""

_TABLE_WORDS = frozenset(
    "all catalog catalogue complete data dataset dim dimension fact info list lookup master ref table tbl".split()
)
"""Words that say that a table is a table."""

_CALENDARS = frozenset("calendar calender date dates day days time times".split())
"""What tables with a row for each day are called by, beside words such as "dim"."""

_SAME_THINGS = tuple(
    frozenset(words.split())
    for words in (
        "employee staff worker rep representative agent associate clerk salesperson salesman seller manager supervisor",
        "customer client buyer shopper purchaser",
        "product item article sku",
        "supplier vendor manufacturer",
        "store shop outlet branch",
        "department division",
        "film movie",
        "doctor physician",
    )
)
"""Words that tables and what refers to them are called by: a sales rep is one of the employees, a client a customer."""

_POSTAL_CODES = frozenset({"zip", "zipcode", "postalcode", "postcode", "postal"})
"""What columns of postal codes are called, in letters alone."""

_SHORTEST_ABBREVIATION = 3
_SHORTEST_ENTITY = 3

_Words = tuple[str, ...]
_Reading = tuple[_Words, str]
"""What a column's name says: the kind of thing, and the word for its key or label ("" where there is none)."""


class Fit(IntEnum):
    """How well two names fit; where a name fits several tables, only the best fit counts."""

    EXACT = 0
    LOOSE = 1
    OTHER_NAME = 2
    """The thing goes by another name: counts only where no other column of the table fits better."""

    VALUES = 3
    """The names say little: the values alone have to tell."""


def name_fit(
    from_table: str, from_column: str, to_table: str, to_column: str, *, is_number: bool, is_leading: bool
) -> Fit | None:
    """Return how well a column's name fits the name of a table and its key column; None where it does not.

    The fit is exact for equal names of keys and for the name of the table in singular or plural: ``customer_id``,
    ``customerid`` or ``customer`` for ``customers.id`` or ``customer.customer_id``.  It is loose where more is said,
    or less (``home_team_id`` for ``teams.id``, ``category_id`` for ``product_categories.id``), or the name is shortened
    (``cust_id``); another name for such things fits less (``sales_rep_id`` for ``employees.id``).  Numbers of equal
    names need a word such as "id" in it: prices of two tables have nothing in common.  Texts need it, too, unless
    ``is_leading`` says that the other column begins its table: a state is no key of shops.  A table's own key, such as
    ``orders.order_id``, holds that of another one only under an equal name.
    """
    is_same_name = _code_letters(from_column) == _code_letters(to_column)
    if not is_same_name and not _identifies(to_table, to_column):
        return None
    table = _entity(to_table)
    fits = [
        fit
        for (entity, word), (to_entity, to_word) in product(_readings(from_column), _readings(to_column))
        if (to_word or to_entity) and _is_same_sort(word, to_word) and not _is_vague(entity, word)
        if (fit := _fit_of_key(entity, table, to_entity)) is not None
    ]
    if _is_own_key(from_table, from_column):
        fits = []
    may_be_label = is_leading and not is_number and not _is_vague_name(from_column)
    if is_same_name and (may_be_label or _names_a_key(from_column) or _letters(from_column) in _POSTAL_CODES):
        fits.append(Fit.EXACT)
    return min(fits, default=None)


def is_called_a_calendar(table: str) -> bool:
    """Tell whether a table is called as those with a row for each day are: ``dim_date``, ``calendar``."""
    words = frozenset(split_identifier(table))
    return not words.isdisjoint(_CALENDARS) and words <= _CALENDARS | _TABLE_WORDS


def may_share_values(from_column: str, to_column: str) -> bool:
    """Tell whether two columns of texts may hold the same codes or names, as ``country_code`` and ``ID`` may.

    Both names have a word in common that says of what, or both have one for a key, and the second has no other.
    """
    of_from, of_to = frozenset(split_identifier(from_column)), frozenset(split_identifier(to_column))
    if of_to and of_to <= _NUMBER_WORDS:
        return not of_from.isdisjoint(_NUMBER_WORDS)
    return any(
        _is_same_word(one, other)
        for one in of_from - _VAGUE_WORDS
        for other in of_to - _VAGUE_WORDS
        if len(one) > 1 and not one.isdigit()
    )


@dataclass(frozen=True, slots=True)
class PossibleKeys:
    """The columns of a table by what their names say: a column of another table fits few of them.

    Columns go by their index.  ``keys`` have the name of a key of the table; the others fit only a name of the same
    letters, or one that shares a word.
    """

    keys: frozenset[int]
    by_letters: Mapping[str, Sequence[int]]
    by_word: Mapping[str, Sequence[int]]

    def beside(self, from_column: str) -> list[int]:
        """Return the columns whose values a column of another table may have, by its name; all others fit it not."""
        found = {*self.keys, *self.by_letters.get(_code_letters(from_column), ())}
        for form in _forms_of_words(from_column):
            found.update(self.by_word.get(form, ()))
        return sorted(found)


def possible_keys(table: str, columns: Sequence[str]) -> PossibleKeys:
    """Sort the columns of a table by what their names say."""
    by_letters, by_word = defaultdict(list), defaultdict(list)
    for index, column in enumerate(columns):
        by_letters[_code_letters(column)].append(index)
        for form in _forms_of_words(column):
            by_word[form].append(index)
    keys = (
        index
        for index, column in enumerate(columns)
        if _identifies(table, column) or _NUMBER_WORDS.issuperset(split_identifier(column))
    )
    return PossibleKeys(frozenset(keys), by_letters, by_word)


def _code_letters(column: str) -> str:
    """Return the letters of a name, the same ones for all names of postal codes."""
    return "zip" if (letters := _letters(column)) in _POSTAL_CODES else letters


def _forms_of_words(column: str) -> set[str]:
    """Return the base forms of the words of a name that say of what a column is."""
    words = (word for word in split_identifier(column) if word not in _VAGUE_WORDS and not word.isdigit())
    return {form for word in words for form in base_forms(word)}


@lru_cache(maxsize=10000)
def _is_own_key(table: str, column: str) -> bool:
    return any(_fit(entity, _entity(table)) is Fit.EXACT for entity, word in _readings(column) if word in _NUMBER_WORDS)


def _fit_of_key(entity: _Words, table: _Words, to_entity: _Words) -> Fit | None:
    """Return how well a kind of thing fits a table and its key, which may repeat the table's name."""
    fits = [_fit(entity, table)]
    if to_entity:
        fits += [_fit(to_entity, table), _fit(entity, to_entity)]
    known = [fit for fit in fits if fit is not None]
    return max(known) if len(known) == len(fits) else None


@lru_cache(maxsize=10000)
def _letters(name: str) -> str:
    return "".join(split_identifier(name))


@lru_cache(maxsize=10000)
def _identifies(table: str, column: str) -> bool:
    """Tell whether a column's name is that of its table's key: "id", "customer_id" or "customer" of customers."""
    return any(_fit(entity, _entity(table)) is not None if entity else bool(word) for entity, word in _readings(column))


def _names_a_key(column: str) -> bool:
    """Tell whether a name says what the column identifies, so that another column of that name means the same."""
    return any(
        not _is_vague(entity, word) and word in _NUMBER_WORDS | _LABEL_WORDS for entity, word in _readings(column)
    )


def _is_vague_name(column: str) -> bool:
    return all(_is_vague(entity, word) for entity, word in _readings(column))


def _is_vague(entity: _Words, word: str) -> bool:
    vague = _EMPTY_WORDS if word in _NUMBER_WORDS else _VAGUE_WORDS
    return all(part in vague or part.isdigit() for part in entity)


def _is_same_sort(one: str, other: str) -> bool:
    """Tell whether two columns may both hold numbers of things, or both their names."""
    return not one or not other or (one in _LABEL_WORDS) == (other in _LABEL_WORDS)


@lru_cache(maxsize=1000)
def _entity(table: str) -> _Words:
    words = tuple(split_identifier(table))
    return tuple(word for word in words if word not in _TABLE_WORDS and not word.isdigit()) or words


@lru_cache(maxsize=10000)
def _readings(column: str) -> list[_Reading]:
    """Return what a name may say: a word for a key stands at its end or start, or is written together with it."""
    words = tuple(split_identifier(column))
    if not words:
        return []
    marks = _NUMBER_WORDS | _LABEL_WORDS
    if words[-1] in marks:
        return [(words[:-1], words[-1])]
    if words[0] in marks:
        return [(words[1:], words[0])]
    readings = [(words, "")]
    for mark in sorted(marks):
        stem = words[-1].removesuffix(mark)
        if _SHORTEST_ENTITY <= len(stem) < len(words[-1]):
            readings.append(((*words[:-1], stem), mark))
    return readings


def _fit(one: _Words, entity: _Words) -> Fit | None:
    """Return how well words fit a table's name."""
    if _is_same_word("".join(one), "".join(entity)) or _are_same_words(one, entity):
        return Fit.EXACT
    shorter, longer = sorted((one, entity), key=len)
    if _are_same_words(shorter, longer[-len(shorter) :]):
        return Fit.LOOSE
    if len(one) == len(entity) and all(_may_be_short_for(a, b) for a, b in zip(one, entity, strict=True)):
        return Fit.LOOSE
    return Fit.OTHER_NAME if one and entity and _are_same_things(one[-1], entity[-1]) else None


def _are_same_words(one: _Words, other: _Words) -> bool:
    return len(one) == len(other) > 0 and all(_is_same_word(a, b) for a, b in zip(one, other, strict=True))


def _is_same_word(one: str, other: str) -> bool:
    """Tell whether two words are the same in singular or plural."""
    return not set(base_forms(one)).isdisjoint(base_forms(other))


def _are_same_things(one: str, other: str) -> bool:
    """Tell whether two words are what the same things are called by: "rep" and "employees"."""
    forms = base_forms(one), base_forms(other)
    return any(all(not same.isdisjoint(each) for each in forms) for same in _SAME_THINGS)


def _may_be_short_for(one: str, other: str) -> bool:
    """Tell whether one of two words begins the other, or leaves out letters but neither its first nor its last one."""
    return any(
        form == whole or (len(form) >= _SHORTEST_ABBREVIATION and (whole.startswith(form) or _leaves_out(form, whole)))
        for short, long in (sorted((one, other), key=len),)
        for form, whole in product(base_forms(short), base_forms(long))
    )


def _leaves_out(short: str, long: str) -> bool:
    letters = iter(long)
    return (
        len(short) > _SHORTEST_ABBREVIATION
        and short[-1] == long[-1]
        and short[0] == long[0]
        and all(letter in letters for letter in short)
    )
