"""Numbers and letters by which things are called: "store 4", "districts 7 and 12", "group B"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.claims.sentence_words import ROMAN
from factcheck.numbers.mentions import Number
from factcheck.numbers.words import ordinal_value
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_named, factor_of_several, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import names_an_identifier, number_of_label, split_identifier

_JOINING = frozenset({"and", "&", ",", "or", "plus", "/"})
_BEFORE_A_NUMBER = frozenset({"#", "no", "no.", "nr", "nr.", "number", "numbers", "nos", "nos."})
_NAMING = ("NN", "JJ")  # a noun without an article is often taken for an adjective
_SHORTEST_CODE = 3  # figures: fewer count something more often than they name it
_NEAR = 2
_OF_WHICH, _AS_FAR = frozenset({"of", "all", "among"}), 3
"""Words before a plural whose members are counted, and how many tokens before it they stand at most."""
_EACH = frozenset({"every", "each", "per"})
_LETTER = re.compile(r"(?:[A-Z]|[A-D]{2,3})[+-]?")
"""A letter by which things are called, as grades are: "A", "B+", "AAA"."""
_MINUS = str.maketrans("−–", "--")
_LABEL = re.compile(r"(?<=[a-z]\s)\d+\Z", re.IGNORECASE)
"""The figures of a number that is read together with the word before it: "week 5"."""


def numbered_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict the columns that are named right before a number, or a letter, to that value, where they have it.

    The number may also have been taken for one that states a result; that of the claim itself is none.  In words it
    only names what has a label: "season one" is S01, "at least one" no 1.
    """
    passage = own_passage(cue)
    if passage is None:
        return
    called = {**_figures(cue, passage), **_letters(passage)}
    in_words = {index for index in called if passage.tokens[index].text.isalpha() and called[index].isdecimal()}
    whole = {column.column_id: column for column in cue.columns if column.is_integer or column.is_text}
    made: list[tuple[Predicate, Seen]] = []
    together: dict[tuple[int, Column], dict[str, Seen]] = {}
    before: int | None = None
    names = {index: _name(index, passage, called) for index in called}
    several = Counter(names.values())
    for index, value in called.items():
        name = names[index]
        is_carried = name is None and not value.isdecimal()
        if is_carried:
            name = before  # a list of letters shares the noun: "class A took 44 %, B 30 %, C 26 %"
        if name is None:
            continue
        before = None if value.isdecimal() else name
        are_rows = several[name] == 1 and _are_some_counted(passage, name)
        for column, literal in _values_called(cue, passage.tokens[name].text, whole, value, are_rows=are_rows):
            if literal != value or index not in in_words:
                weight = passage.weights[name]
                score = cue.seen("terms", weight, column)
                # the value stands there in full, beside a word for its column
                parts = {**score.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "beside": 1.0}
                seen = Seen(score.score, parts)
                made.append((Equals(column, literal), seen))
                if not is_carried:
                    together.setdefault((name, column), {})[literal] = seen
    made += _by_figure_alone(cue, passage, called)
    made += _by_ordinal_alone(cue, passage, whole)
    made += _by_word_for_numbers(cue, passage, whole, [predicate for predicate, _ in made])
    for (_, column), values in together.items():
        if len(values) > 1:
            factor = factor_of_several(cue, passage, values)
            score_of_all = factor * sum(seen.score for seen in values.values())
            made.append(
                (OneOf(column, tuple(sorted(values))), Seen(score_of_all, {"values named together": score_of_all}))
            )
    yield from sorted(made, key=lambda pair: -pair[1].score)


def _by_figure_alone(cue: PredicateCue, passage: Passage, called: dict[int, str]) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of text to a value of figures that a preposition stands before: "in 20095", "from 4711"."""
    for index, value in called.items():
        if len(value) < _SHORTEST_CODE or not value.isdecimal() or not index:
            continue
        if passage.tokens[index - 1].tag != "IN" or _counts_something(passage, index):
            continue
        weight = max(passage.weights[max(index - 2, 0) : index + 2])
        for column in cue.columns:
            is_known = column.column_id in cue.columns_with.get(value, ()) and _is_code(cue, column, value)
            code = value if column.is_text and is_known else _with_prefix(cue, column, value)
            if code is not None:
                seen = cue.seen("terms", weight, column)
                yield Equals(column, code), Seen(seen.score, {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0})


def _with_prefix(cue: PredicateCue, column: Column, value: str) -> str | None:
    """Return the code that has a number behind the letters that all codes of a column begin with: z95823."""
    prefix, figures = cue.prefixes.get(column.column_id, ("", 0))
    return prefix + value if value.isdecimal() and len(value) == figures else None


def _by_word_for_numbers(
    cue: PredicateCue, passage: Passage, whole: dict[int, Column], made: Collection[Predicate]
) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict identifiers to one that the text calls a number, without a noun for its column: "number 547 rated 12".

    Identifiers of single rows are no use here, but they give counts that no claim states.
    """
    identifiers = [c for c in whole.values() if c.is_integer and names_an_identifier(c.name)]
    for number in cue.words.numbers if not made else ():
        places = passage.tokens_of(number)
        words = [passage.tokens[at].text.lower() for at in range(max(places[0] - 1, 0), places[-1])] if places else []
        if not number.is_integer or passage.own.intersection(places) or _BEFORE_A_NUMBER.isdisjoint(words):
            continue
        for column in identifiers:
            seen = cue.seen("terms", max(passage.weights[at] for at in places), column)
            parts = {"covered": 1.0, "said": 1.0, "words": 1.0, "beside": 1.0}
            yield Equals(column, f"{number.value:f}"), Seen(seen.score, {**seen.parts, **parts})


def _by_ordinal_alone(
    cue: PredicateCue, passage: Passage, whole: dict[int, Column]
) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns to a place that leaves out its noun: "it grew with every round, from 5 in the first to 9"."""
    words = [token.text.lower() for token in passage.tokens]
    named = [
        at
        for at, token in enumerate(passage.tokens)
        if at and token.tag in {"NN", "NNS"} and (words[at - 1] in _EACH or ordinal_value(words[at - 1]) is not None)
    ]
    for index, word in enumerate(words):
        value = ordinal_value(word)
        noun = max((at for at in named if at < index), default=None)
        after = passage.tokens[index + 1].tag if index + 1 < len(words) else ""
        is_alone = words[max(index - 2, 0) : index] == ["in", "the"] and not after.startswith(("NN", "JJ", "CD"))
        if value is None or noun is None or not is_alone:
            continue
        for column, _ in columns_named(cue, passage.tokens[noun].text, whole):
            literal = _literal(cue, column, str(value))
            if literal is not None:
                seen = cue.seen("terms", passage.weights[index], column)
                parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "beside": 1.0}
                yield Equals(column, literal), Seen(seen.score, parts)


def _counts_something(passage: Passage, index: int) -> bool:
    """Tell whether a number stands before the plural that it counts: "from 4711 shops", not "in 20095 dogs bark"."""
    head = passage.tokens[index].head
    return head > index and passage.tokens[head].tag.startswith("NN") and head - index <= _NEAR


def _is_code(cue: PredicateCue, column: Column, value: str) -> bool:
    values = cue.values.get(column.column_id)
    return names_an_identifier(column.name) if values is None else value in values


def _figures(cue: PredicateCue, passage: Passage) -> dict[int, str]:
    """Return the plain whole numbers of the sentence by the index of the token of their figures."""
    figures = {}
    for number in cue.words.numbers:
        start = number.start + (label.start() if (label := _LABEL.search(number.text)) else 0)
        at = next((i for i, token in enumerate(passage.tokens) if token.start <= start < token.end), None)
        if at is not None and at not in passage.own and _may_be_called(number):
            figures[at] = f"{number.value:f}"
    return figures


def _may_be_called(number: Number) -> bool:
    is_value = number.text.isdecimal() or number.text.isalpha() or _LABEL.search(number.text) is not None
    return number.unit in {"plain", "year"} and number.comparison == "=" and number.scale == 1 and is_value


def _letters(passage: Passage) -> dict[int, str]:
    """Return the letters behind another word, by the index of their token."""
    words = {i: token.text.removesuffix(".").translate(_MINUS) for i, token in enumerate(passage.tokens) if i}
    return {i: word for i, word in words.items() if _LETTER.fullmatch(word)}


def _name(index: int, passage: Passage, called: dict[int, str]) -> int | None:
    """Return the token of the noun that a value stands behind, with other values of a list between them or none."""
    at = index - 1
    while at >= 0 and passage.tokens[at].text.lower() in _BEFORE_A_NUMBER:
        at -= 1
    if at >= 1 and passage.tokens[at].text.lower() in _JOINING:
        while at >= 0 and passage.tokens[at].text.lower() in _JOINING:
            at -= 1
        return _name(at, passage, called) if at in called else None
    if at >= 1 and passage.tokens[at].text.lower() == "of" and not called[index].isdecimal():  # "a grade of B"
        at -= 1
    return at if at >= 0 and passage.tokens[at].tag.startswith(_NAMING) else None


def _are_some_counted(passage: Passage, noun: int) -> bool:
    """Tell whether some of what a plural names are counted behind it: "of all patients 200 were women"."""
    before = {token.text.lower() for token in passage.tokens[max(noun - _AS_FAR, 0) : noun]}
    return passage.tokens[noun].tag == "NNS" and not before.isdisjoint(_OF_WHICH)


def _values_called(
    cue: PredicateCue, word: str, columns: dict[int, Column], value: str, *, are_rows: bool
) -> list[tuple[Column, str]]:
    """Return the columns that a word names with the value of each that is called by a number.

    Where any is known to have the number, one with too many values for the index is not meant, unless the word names
    their table: campaign 916 is that of the column campaign with this value, not one whose campaign_key is 916.
    """
    called = _columns_called(cue, word, columns, value, are_rows=are_rows)
    found = [(column, literal) for column in called if (literal := _literal(cue, column, value)) is not None]
    known = [pair for pair in found if pair[0].column_id in cue.columns_with.get(value, ()) or pair[1] != value]
    of_tables = Counter(column.table_id for column in columns.values())
    named = Counter(column.table_id for column, _ in columns_named(cue, word, columns))
    is_of_table = any(of_tables[table_id] == count > 1 for table_id, count in named.items())
    return found if is_of_table else known or found


def _columns_called(
    cue: PredicateCue, word: str, columns: dict[int, Column], value: str, *, are_rows: bool
) -> Iterator[Column]:
    """Yield the columns that a word names whose values may be called by a number.

    A word that names all columns of a table alike is the table's name.  It stands for numbers by which things are
    called, and for values that are known: no column of medals has the year of "Games 2024".  Where ``are_rows``, some
    of them are counted, and none of them is named.
    """
    named = [column for column, _ in columns_named(cue, word, columns)]
    of_tables = Counter(column.table_id for column in columns.values())
    alike = Counter(column.table_id for column in named)
    for column in named:
        is_of_table = 1 < alike[column.table_id] == of_tables[column.table_id]
        is_known = not column.is_integer or column.column_id in cue.columns_with.get(value, ())
        if not is_of_table or (not are_rows and (is_known or names_an_identifier(column.name))):
            yield column


def _is_called_so(cue: PredicateCue, column: Column) -> bool:
    """Tell whether the values of a column, too many for the index, are numbers that things are called by: order_no."""
    is_one_word = len(split_identifier(column.name)) == 1
    return column.column_id not in cue.values and (is_one_word or names_an_identifier(column.name))


def _literal(cue: PredicateCue, column: Column, value: str) -> str | None:
    """Return the value of a column that is called so: also S04 for season 4; None where it has none, or several."""
    if column.is_integer:
        is_known = column.column_id in cue.columns_with.get(value, ())
        is_code = value.isdecimal() and len(value) >= _SHORTEST_CODE and _is_called_so(cue, column)
        return value if is_known or is_code else None
    if column.column_id not in cue.values and column.column_id in cue.columns_with.get(value, ()):
        return value  # of a column with many values: where one only contains it, no row has it
    values = cue.values.get(column.column_id, ())
    if value in values or not value.isdecimal():
        return value if value in values else None
    alike = [each for each in values if value in {str(number_of_label(each)), ROMAN.get(each)}]
    return alike[0] if len(alike) == 1 else _with_prefix(cue, column, value)
