"""Which columns a question measures and which break down, and whether it counts rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.questions.grammar import MOVING, asked_nouns, described
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ColumnMention, ValueMention
from factcheck.questions.roles import Role

_BY = frozenset("by per across over each every among between amongst throughout through for versus vs against".split())
_COUNTED_BEFORE = frozenset("many more most fewer fewest number".split())
_ORDERED = frozenset("rank order sort top bottom".split())
_PAIRED = frozenset("between versus vs against for".split())
_BETWEEN = frozenset(
    "the a an of different various major all each every place number kind type individual its their".split()
)
_COUNTED = frozenset("number count counts many numerous common popular frequent rare scarce".split())
FUNCTIONS: tuple[tuple[AggregationFunction, frozenset[str]], ...] = (
    (AVG, frozenset("average mean avg typical typically averages avgerage".split())),
    (SUM, frozenset("total sum overall combined summing altogether summed aggregate".split())),
    (MEDIAN, frozenset({"median"})),
)
_YES_OR_NO = frozenset("is are was were do does did has have had can could".split())
_EACH = frozenset("each every per by".split())
_OFTEN = frozenset("often frequently".split())
FREQUENT = frozenset("common frequent popular usual rare scarce".split())
_PARTS = frozenset("part share fraction percentage percent proportion".split())
_SIZES = frozenset("largest biggest smallest larger bigger smaller".split())


def _before(linked: Linked, index: int) -> Iterator[str]:
    """Yield the words before a token, the nearest first, as long as they belong to its phrase."""
    for at in range(index - 1, max(index - 5, -1), -1):
        word = linked.words[at]
        yield word
        is_kind = linked.tokens[at].tag.startswith("NN") and linked.words[at + 1] == "of"  # "each level of comfort"
        is_kind = is_kind and not _EACH.isdisjoint(linked.words[max(at - 1, 0) : at])
        if word not in _BETWEEN and not is_kind and not linked.tokens[at].tag.startswith("JJ"):
            return


def in_roles(
    linked: Linked,
    columns: Sequence[ColumnMention],
    filtering: set[int],
    values: Sequence[ValueMention],
) -> tuple[list[Column], list[Column]]:
    """Tell which columns are measured and which break down."""
    measures: list[Column] = []
    breakdowns: list[Column] = []
    grouped: list[Column] = []
    of_values = {value.predicate.column for value in values}
    asked = set(asked_nouns(linked.tokens))
    if not any(set(range(each.start, each.end)) & asked for each in columns):
        # "what day of the week", "which screen size"
        inside = range(len(linked.tokens))
        divided = {i for each in columns if each.is_whole for i in range(each.start, each.end)}
        parts = {i for i in asked if linked.lemmas[i] in _PARTS}  # "what part of all fares"
        asked |= {
            i
            for i in inside
            if _of(i, linked) in (asked - parts if i in divided else asked)
            or (_is_compound(i, linked) and linked.tokens[i].head in asked)
        }
    first = [each for each in columns if not asked.isdisjoint(range(each.start, each.end))]
    for mention in (*first, *(each for each in columns if each not in first)):
        if mention.start in filtering or _is_whole_of_part(mention, linked, columns):
            continue
        column = _meant(mention, values)
        role = linked.table.role(column)
        if role.role is Role.TIME and role.values == 1 and linked.table.time is not None:
            role = linked.table.time  # all rows are of one year: "over the year"
            column = role.column
        before = list(_before(linked, mention.start))
        after = linked.words[mention.end] if mention.end < len(linked.words) else ""
        is_by = not (_BY - _PAIRED if role.role is Role.NUMBER else _BY).isdisjoint(before) or after == "wise"
        if role.role is Role.NUMBER and not _ORDERED.isdisjoint(linked.lemmas[: mention.start]):
            is_by = False  # "rank the regions by sales"
        is_asked = mention in first
        if not (is_by or is_asked) and _are_rows(linked, mention, columns, before):
            continue
        is_by = is_by or (role.is_grouping and not FREQUENT.isdisjoint(_phrase_before(linked, mention.start)))
        if role.role is Role.NUMBER and not (
            role.is_grouping and (is_by or is_asked or _is_counted_column(linked, mention, columns))
        ):
            if column not in measures and column not in of_values:
                measures.insert(0 if _has_function(linked, mention) and not is_asked else len(measures), column)
        elif column in of_values and not _is_which(before) and (not is_by or _is_beside_value(mention, values)):
            continue
        elif column not in breakdowns and not (role.role is Role.TIME and _is_verb(linked, mention)):
            breakdowns.append(column)
            if is_by and role.role is not Role.TIME and not first:
                grouped.append(column)  # "improvement by treatment"
    return measures, [*grouped, *(each for each in breakdowns if each not in grouped)]


def _is_beside_value(mention: ColumnMention, values: Sequence[ValueMention]) -> bool:
    """Tell whether a column's name only says of what a value beside it is one: "for class B"."""
    return any(
        each.predicate.column == mention.columns[0] and (each.start == mention.end or each.end == mention.start)
        for each in values
    )


def _is_whole_of_part(mention: ColumnMention, linked: Linked, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a time only says of what another one is a part: the day of "the hour of the day"."""
    part = _of(mention.end - 1, linked)
    parts = (each.columns[0] for each in columns if part in range(each.start, each.end))
    role = linked.table.role(mention.columns[0])
    is_time = role.role is Role.TIME or role.is_part_of_time
    return is_time and any(linked.table.role(column).is_part_of_time for column in parts)


def _is_verb(linked: Linked, mention: ColumnMention) -> bool:
    """Tell whether a verb only tells what happened at a time: who died has a date_of_death, "opened in 2022"."""
    is_at_a_time = any(each.column == mention.columns[0] for each in linked.times)
    is_verb = mention.end - mention.start == 1 and linked.tokens[mention.start].tag.startswith("VB")
    return is_verb and (is_at_a_time or not mention.is_whole)


def _of(index: int, linked: Linked) -> int | None:
    """Return the noun that a noun stands behind with "of"; None where there is none."""
    preposition = linked.tokens[index].head
    is_of = linked.tokens[index].dependency == "pobj" and linked.words[preposition] == "of"
    return linked.tokens[preposition].head if is_of else None


def _is_compound(index: int, linked: Linked) -> bool:
    return linked.tokens[index].dependency in {"compound", "nmod"}


def _phrase_before(linked: Linked, index: int) -> tuple[str, ...]:
    return linked.words[max(index - 3, 0) : index]


def _are_rows(linked: Linked, mention: ColumnMention, columns: Sequence[ColumnMention], before: Sequence[str]) -> bool:
    """Tell whether the names of rows stand for all rows: "how many states", "the average age of the bakers".

    So do identifiers; what is asked is how these are, not which of them is so.
    """
    role = linked.table.role(mention.columns[0])
    if role.role is Role.OTHER:
        return role.column.is_numeric and is_identifier(role.column)
    if role.role is not Role.LABEL or not _COUNTED_BEFORE.isdisjoint(before):
        return role.role is Role.LABEL
    numbers = {each.columns[0] for each in columns if is_number(each, linked)}
    is_said_of_all = len(numbers) > 1 and linked.words[0] in _YES_OR_NO and "there" not in linked.words[:2]
    is_aggregated = any(not names.isdisjoint(linked.words) for _, names in FUNCTIONS)
    is_known = is_aggregated or linked.words[mention.start - 1] == "the"
    return is_said_of_all or (bool(numbers) and is_known and linked.tokens[mention.end - 1].tag == "NNS")


def _is_which(before: Sequence[str]) -> bool:
    return not {"which", "what"}.isdisjoint(before)


def _is_counted_column(linked: Linked, mention: ColumnMention, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a column of few whole numbers tells groups apart, since something else is measured or counted."""
    others = [each for each in columns if each is not mention]
    numbers = [each for each in others if linked.table.role(each.columns[0]).role is Role.NUMBER]
    if any(_has_function(linked, each) for each in numbers) and not _has_function(linked, mention):
        return True
    pairs = [pair for each in others for pair in ((each, mention), (mention, each))]
    is_listed = not numbers and any(_are_listed(linked, *pair) for pair in pairs)
    return _are_rows_counted(linked) or is_listed or "various" in linked.words


def _are_listed(linked: Linked, one: ColumnMention, other: ColumnMention) -> bool:
    """Tell whether two names stand side by side: "origin and cylinders"."""
    return other.start == one.end + 1 and linked.words[one.end] in {"and", ",", "&"}


def _has_function(linked: Linked, mention: ColumnMention) -> bool:
    """Tell whether the name of an aggregation stands before a column."""
    before = set(linked.words[max(mention.start - 3, 0) : mention.start])
    return any(not names.isdisjoint(before) for _, names in FUNCTIONS)


def _are_rows_counted(linked: Linked) -> bool:
    """Tell whether the number of rows is asked for: "count of cars", "how many cars"."""
    for row in linked.rows:
        before = linked.words[max(row - 4, 0) : row]
        if not _COUNTED.isdisjoint(before) and "," not in before:
            return True
    return False


def _meant(mention: ColumnMention, values: Sequence[ValueMention]) -> Column:
    """Return the column that words mean which name several alike: that of a value beside them, else a number."""
    of_values = {value.predicate.column for value in values}
    first = mention.columns[0]
    if len(mention.columns) > 1 and not mention.is_exact:
        for column in mention.columns:
            if column in of_values:
                return column
    return first


def counts_rows(linked: Linked, span: Sequence[int], columns: Sequence[ColumnMention]) -> bool:
    """Tell whether rows are counted, or what a table has no column for."""
    inside = set(span)
    for index in sorted(inside):
        lemma, word = linked.lemmas[index], linked.words[index]
        following = next((i for i in range(index + 1, min(index + 5, len(linked.tokens))) if i in linked.rows), None)
        if following is not None and not _is_one_phrase(linked, range(index + 1, following)):
            following = None
        starts = {mention.start: mention for mention in columns}
        behind = index + 2 if linked.words[index + 1 : index + 2] == ("of",) else index + 1
        is_of_column = behind in starts and linked.table.role(starts[behind].columns[0]).role is Role.NUMBER
        is_often = word in _OFTEN and _is_often_there(linked, index)
        is_of_name = lemma == "count" and any(each.end == index for each in columns)  # "bedroom counts"
        is_of_name = is_of_name or any(each.start <= index < each.end and is_number(each, linked) for each in columns)
        is_moving = (
            index in linked.rows and _moves(index, linked) and linked.tokens[index].head not in starts
        )  # "murders fell"
        is_said = lemma in _COUNTED or word in _COUNTED or is_often or word.startswith("outnumber")
        # "where are robberies more frequent" where robberies are a column
        is_of_name = is_of_name or (lemma in FREQUENT and _is_said_of_number(linked, index, columns))
        if lemma == "many" and _is_counted_by_column(linked, linked.tokens[index].head, columns):
            continue  # "how many people died"
        if is_moving or (is_said and not is_of_column and not is_of_name):
            return True
        next_tag = linked.tokens[index + 1].tag if index + 1 < len(linked.tokens) else ""
        if word in {"most", "fewest", "least", "more", "fewer"} and not next_tag.startswith(("JJ", "RB")):
            head = linked.tokens[index].head
            is_amount = head == following and _is_counted_by_column(linked, head, columns)
            if following is not None and linked.tokens[following].tag.endswith("S") and not is_amount:
                return True
            if any(each.end == index and is_number(each, linked) for each in columns):
                continue  # "cost more"
            if _is_counted_by_column(linked, head, columns):
                continue
            if head in inside and linked.tokens[head].tag in {"NNS", "NNPS"} and head != index:
                named = any(mention.start <= head < mention.end for mention in columns)
                if not named or linked.table.role(
                    next(m for m in columns if m.start <= head < m.end).columns[0]
                ).role not in {Role.NUMBER}:
                    return True
                continue
            if word == "fewest":
                return True
        if word in _SIZES and not any(is_number(mention, linked) for mention in columns):
            return True  # "the largest class" has the most rows
    return False


def _is_often_there(linked: Linked, often: int) -> bool:
    """Tell whether rows are counted: "more often at A than at B", but no share as in "more often insured than B"."""
    before = linked.words[max(often - 1, 0)]
    if before not in {"more", "less"}:
        return before in {"how", "most", "least"}
    verb = linked.tokens[often].head
    is_share = any(each.start <= verb < each.end for each in linked.values)  # "released more often than B"
    is_followed = often + 1 < len(linked.tokens) and linked.tokens[often + 1].tag not in {"IN", ".", ",", "CC"}
    return not is_share and not is_followed


def _is_said_of_number(linked: Linked, index: int, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether an adjective is said of a column of numbers, which is counted already."""
    noun = described(index, linked.tokens)
    return noun is not None and any(each.start <= noun < each.end and is_number(each, linked) for each in columns)


def _is_one_phrase(linked: Linked, between: range) -> bool:
    """Tell whether words stand inside a noun phrase: not those of "earn the most, followed by people"."""
    tokens = [linked.tokens[i] for i in between]
    return all(
        each.text.isalnum() and not each.tag.startswith("VBD") and (each.tag != "IN" or each.text.lower() == "of")
        for each in tokens
        if each.text not in {"-", "'"}
    )


def _moves(index: int, linked: Linked) -> bool:
    """Tell whether things are said to become more or fewer."""
    token = linked.tokens[index]
    return token.tag == "NNS" and token.dependency == "nsubj" and linked.lemmas[token.head] in MOVING


def _is_counted_by_column(linked: Linked, noun: int, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether what is counted has a column of its own by the verb that is said of it: "the most children born"."""
    verbs = {i for i, token in enumerate(linked.tokens) if token.head == noun and token.dependency in {"acl", "relcl"}}
    if linked.tokens[noun].dependency.startswith(("nsubj", "dobj")):
        verbs.add(linked.tokens[noun].head)
    of_verb = [each for each in columns if each.start in verbs and is_number(each, linked)]
    is_amount = any(each.is_high is not None for each in of_verb)  # what is sold most has sales
    return bool(of_verb) and (is_amount or noun not in linked.rows)


def is_number(mention: ColumnMention, linked: Linked) -> bool:
    """Tell whether words name a column of numbers."""
    return linked.table.role(mention.columns[0]).role is Role.NUMBER
