"""Values of columns with few of them, by other forms of their words: beginnings, places in an order, yes and no."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from factcheck.candidates.statements.words_of_measures import AVERAGES
from factcheck.catalogue.schema import Column
from factcheck.nlp.parser import Token
from factcheck.numbers.words import ordinal_value
from factcheck.queries.predicates.calendar_words import MONTHS
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.mentions import ColumnMention, NumberMention, ValueMention
from factcheck.questions.roles import ColumnRole, Role, TableRoles
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import is_short_for, split_identifier
from factcheck.words.likeness import stem
from factcheck.words.opposites import says_of, without_denial

_YES, _NO = frozenset("yes y true t".split()), frozenset("no n false f".split())
_WITH = frozenset("with without has have had having".split())
_DENYING = frozenset("not n't no non without never neither nor".split())
_INSIDE, _OUTSIDE = frozenset("in inside within".split()), frozenset("outside beyond".split())
_BOTH = (["with", "and", "without"], ["with", "or", "without"])
_ELSEWHERE = frozenset("abroad elsewhere others".split())
_ASKED_GROUPS = frozenset("which what each every".split())
_BEFORE_GROUPS = frozenset("by per which what each every over across between for".split())
CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december".split()
)
_MONTHS = {month.lower(): number for number, month in enumerate(MONTHS, 1)}
_SHORTEST_DAY, _SHORTEST_BEGINNING, _SHORTEST_WORD = 3, 4, 5
_LONGEST_ENDING, _LONGEST_REST = 7, 4
_FAR = 3
_FEW = 60
_QUANTITIES = frozenset("many few several other various all full ordinary regular".split())
_OF_PHRASES = ("NN", "JJ", "DT", "PRP$", "VBG", "CD")
_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_LISTING, _BEFORE_YEARS = frozenset({"and", ",", "or", "&", "/"}), frozenset({"in", "for", "of"})
_COMPARED = re.compile(r"\b(?:than|versus|vs|compared?)\b", re.I)


def said_flags(
    tokens: Sequence[Token], columns: Sequence[ColumnMention], roles: TableRoles, relevance: Relevance, taken: set[int]
) -> Iterator[ValueMention]:
    """Yield what words say of columns of yes and no: "smokers", "guests who do not smoke", "the unmarried"."""
    flags = {each.column: each for each in roles.of(Role.CATEGORY) if answers_of(each, relevance)}
    named = {each.start: each for each in columns if each.columns[0] in flags and (each.is_exact or each.is_begun)}
    for index, token in enumerate(tokens):
        mention = named.get(index)
        is_one = mention is not None and (mention.is_whole or mention.end - mention.start == 1)
        if index in taken and mention is not None and mention.is_whole:
            continue  # a value of another column
        if mention is not None and is_one and _is_said(mention, tokens):
            if [t.text.lower() for t in tokens[max(index - 4, 0) : index] if t.tag != "DT"][-3:] in _BOTH:
                yield ValueMention(
                    index - 1, index, Equals(mention.columns[0], answers_of(flags[mention.columns[0]], relevance)[0])
                )
            said = _flag(
                index, tokens, answers_of(flags[mention.columns[0]], relevance), mention.columns[0], is_so=True
            )
            yield replace(said, end=mention.end if mention.is_hyphenated else index + 1)
        elif mention is None and index not in taken:
            for column, role in flags.items():
                is_so = says_of(stem(token.text.lower()), [stem(word) for word in role.words])
                if is_so is not None:
                    yield _flag(index, tokens, answers_of(role, relevance), column, is_so=is_so)
                    break


def answers_of(role: ColumnRole, relevance: Relevance) -> tuple[str, ...]:
    """Return the values of a column that stand for yes and for no; nothing for another column."""
    if role.column.is_boolean:
        return ("true", "false")
    values = relevance.samples.get(role.column.column_id, ())
    yes = [value for value in values if value.strip().lower() in _YES]
    no = [value for value in values if value.strip().lower() in _NO]
    return (yes[0], no[0]) if len(values) == len(yes) + len(no) == 2 else ()


def _is_said(mention: ColumnMention, tokens: Sequence[Token]) -> bool:
    """Tell whether a column's name says that it is so, rather than that rows are grouped by it."""
    index = mention.start
    if mention.is_hyphenated and tokens[mention.end - 1].tag.startswith(("JJ", "VB")):
        return tokens[index - 1].text.lower() not in _BEFORE_GROUPS  # "the self-employed"
    before = tokens[index - 1].text.lower() if index else ""
    if before == "the" and index > 1 and tokens[index - 2].text.lower() in _WITH:
        return True  # "with the permit"
    if before in AVERAGES and tokens[index].tag == "NN":
        return True  # "the typical member"
    if before not in _ASKED_GROUPS and (_tells_which(index, tokens) or _place_before(index, tokens) is not None):
        return True
    is_of_some = tokens[index].tag in {"NNS", "NNPS"} or before in _DENYING | {"a", "an", "with", "has", "have"}
    is_object = tokens[index].dependency in {"dobj", "npadvmod"} and tokens[tokens[index].head].dependency == "relcl"
    if is_object or (tokens[index].tag == "NNS" and before in {"between", "for"}):
        return True  # "who work overtime"
    return before not in _BEFORE_GROUPS and (is_of_some or tokens[index].tag.startswith(("JJ", "VB")))


def _tells_which(index: int, tokens: Sequence[Token]) -> bool:
    """Tell whether a word stands before a noun in the plural whose things it tells from others: "urban stores"."""
    token = tokens[index]
    is_modifier = token.dependency in {"amod", "compound", "nmod"} and token.head == index + 1
    return is_modifier and tokens[token.head].tag in {"NNS", "NNPS"}


def _place_before(index: int, tokens: Sequence[Token]) -> int | None:
    """Return the preposition that says whether something is in a place: "in the US", "outside of the US"."""
    at = index - 1
    while at > 0 and tokens[at].text.lower() in {"the", "of"}:
        at -= 1
    is_time = at >= 0 and tokens[at].text.lower() in {"at", "on", "during"} and tokens[index].tag == "NN"
    is_place = at >= 0 and tokens[at].text.lower() in _INSIDE | _OUTSIDE and tokens[index].tag == "NNP"
    return at if is_place or is_time else None


def _flag(
    index: int, tokens: Sequence[Token], answers: tuple[str, ...], column: Column, *, is_so: bool
) -> ValueMention:
    denying = next((i for i in range(index - 1, max(index - _FAR, -1), -1) if tokens[i].text.lower() in _DENYING), None)
    is_denied = denying is not None and all(tokens[i].text != "," for i in range(denying, index))
    place = _place_before(index, tokens)
    if place is not None and tokens[place].text.lower() in _OUTSIDE:
        denying, is_denied = place, not is_denied
    literal = answers[0] if is_so is not is_denied else answers[1]
    start = denying if is_denied and denying is not None else index
    return ValueMention(start, index + 1, Equals(column, literal))


def numbered_months(tokens: Sequence[Token], roles: TableRoles, taken: set[int]) -> Iterator[ValueMention]:
    """Yield the months that words name, where a column has their numbers: June of month 6."""
    column = next((each.column for each in roles.columns if _has_numbered_months(each)), None)
    if column is None:
        return
    for index, token in enumerate(tokens):
        number = _MONTHS.get(token.text.lower())
        if number is not None and token.tag == "NNP" and index not in taken:
            yield ValueMention(index, index + 1, Equals(column, str(number)))


def _has_numbered_months(role: ColumnRole) -> bool:
    return role.column.is_integer and "month" in role.words and 0 < role.values <= len(_MONTHS)


def left_out_flags(
    tokens: Sequence[Token], flags: Sequence[ValueMention], roles: TableRoles, relevance: Relevance
) -> Iterator[ValueMention]:
    """Yield the opposite of a flag that few words stand for: "than those without one", "than those who do not"."""
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else token
        is_alone = following.text.lower() in {"one", "any", "it", "them"} or not following.tag.startswith(_OF_PHRASES)
        before = [each for each in flags if each.end <= index]
        is_with_one = token.text.lower() == "with" and following.text.lower() == "one" and is_alone
        is_left_out = (token.text.lower() == "without" and is_alone) or token.text.lower() in _ELSEWHERE or is_with_one
        if (is_left_out or _denies_what_was_said(index, tokens)) and before:
            column, said = before[-1].predicate.column, before[-1].predicate.literal
            other = next(each for each in answers_of(roles.role(column), relevance) if each != said)
            yield ValueMention(index, index + 1, Equals(column, other))


def _spans_of(value: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where the words of a value stand, a number before them left out: "turbo-fan", poor for "3_Poor"."""
    words = _WORD.findall(value.lower())
    kept = words[1:] if len(words) > 1 and words[0].isdigit() else words
    places = [i for i, token in enumerate(tokens) if token.text not in {"-", "–"}]
    said = [{tokens[i].text.lower(), tokens[i].lemma.lower(), stem(tokens[i].text.lower())} for i in places]
    for start in range(len(places) - len(kept) + 1) if len(words) > 1 and kept else ():
        if all(word in said[start + place] for place, word in enumerate(kept)):
            yield places[start], places[start + len(kept) - 1] + 1


def _shortened_values(tokens: Sequence[Token], roles: TableRoles, relevance: Relevance) -> Iterator[ValueMention]:
    """Yield the values that several words are shortened to: AsstProf for "assistant professors"."""
    words = [stem(token.text.lower()) for token in tokens]
    for column, of_column in _few_values(roles, relevance).items():
        for value in of_column:
            parts = split_identifier(value)
            for start in range(len(tokens) - len(parts) + 1) if len(parts) > 1 else ():
                pairs = list(zip(parts, words[start:], strict=False))
                are_alike = all(word == part or is_short_for(part, word) for part, word in pairs)
                if are_alike and any(word != part for part, word in pairs):
                    yield ValueMention(start, start + len(parts), Equals(column, value))


def _denies_what_was_said(index: int, tokens: Sequence[Token]) -> bool:
    """Tell whether a denial ends a clause, which leaves out what it denies: "than those who do not"."""
    if tokens[index].text.lower() not in {"not", "n't"} or index == 0 or not tokens[index - 1].tag.startswith("VB"):
        return False
    after = tokens[index + 1 :]
    return not after or after[0].tag in {".", ",", ":", "CC", "IN", "-RRB-"}


def whole_values(
    tokens: Sequence[Token], wanted: Sequence[int], roles: TableRoles, relevance: Relevance
) -> Iterator[ValueMention]:
    """Yield the values that stand in the text: words as they are, several words in the singular or the plural, too.

    "unmarried" says "not married", and a letter in capitals is a value that is this letter; so is a word, as in "the
    share of IT", where others are not in capitals.
    """
    has_small_letters = any(token.text.islower() for token in tokens)
    yield from _shortened_values(tokens, roles, relevance)
    for column, of_column in _few_values(roles, relevance).items():
        for value in of_column:
            words = value.lower().split()
            yield from (ValueMention(*span, Equals(column, value)) for span in _spans_of(value, tokens))
            for index, token in enumerate(tokens):
                is_looked_up = index in wanted or token.dependency == "amod"
                is_word = is_looked_up and token.text.lower() == value.lower() and value.lower() not in _YES | _NO
                is_letter = len(value) == 1 and token.text == value and value.isupper() and token.tag != "DT"
                is_written = has_small_letters and len(value) > 1 and token.text == value and value.isupper()
                is_written = is_written and value.lower() not in _YES | _NO
                is_denied = words[:1] == ["not"] and without_denial(token.text.lower()) == " ".join(words[1:])
                if is_word or is_letter or is_written or is_denied:
                    yield ValueMention(index, index + 1, Equals(column, value))


def values_beside(
    tokens: Sequence[Token], values: Sequence[ValueMention], roles: TableRoles, relevance: Relevance, taken: set[int]
) -> Iterator[ValueMention]:
    """Yield the values in the plural of a column of which another value is named: "guards or forwards"."""
    columns = {each.predicate.column for each in values}
    for column, of_column in _few_values(roles, relevance).items():
        for value in of_column if column in columns else ():
            for index, token in enumerate(tokens):
                if index not in taken and stem(token.text.lower()) == value.lower() != token.text.lower():
                    yield ValueMention(index, index + 1, Equals(column, value))


def begun_values(
    tokens: Sequence[Token], wanted: Sequence[int], roles: TableRoles, relevance: Relevance, taken: set[int]
) -> Iterator[ValueMention]:
    """Yield the values that begin words, or that words begin: herbi for herbivores, Sun for Sunday.

    None where words begin like several values.
    """
    values = _few_values(roles, relevance)
    for index in wanted:
        token = tokens[index]
        word = stem(token.text.lower())
        is_name = token.tag.startswith(("NN", "JJ")) or (word in CALENDAR and token.text.istitle())
        # "…, carnivores the heaviest": a plural that is taken for a verb
        is_name = is_name or (token.tag == "VBZ" and index > 0 and tokens[index - 1].text in {",", ";", "and", "while"})
        if index in taken or not is_name or _is_modified(index, tokens, taken):
            continue
        named = [
            (column, value)
            for column, of_column in values.items()
            for value in of_column
            if _begin_alike(word, value.strip().lower())
        ]
        if len(named) == 1:
            yield ValueMention(index, index + 1, Equals(*named[0]))


def _is_modified(index: int, tokens: Sequence[Token], taken: set[int]) -> bool:
    """Tell whether an adjective or a noun tells some of what a noun means from others: "assistant professors"."""
    return any(
        each.head == index
        and each.dependency in {"amod", "compound", "nmod"}
        and each.tag in {"JJ", "NN", "NNP"}
        and each.text.lower() not in _QUANTITIES
        for place, each in enumerate(tokens)
        if place not in taken
    )


def _few_values(roles: TableRoles, relevance: Relevance) -> Mapping[Column, Sequence[str]]:
    return {
        each.column: relevance.samples.get(each.column.column_id, ())
        for each in roles.of(Role.CATEGORY, Role.OTHER)
        if each.column.is_text and each.values <= _FEW
    }


def _begin_alike(word: str, value: str) -> bool:
    if word in CALENDAR:
        return len(value) >= _SHORTEST_DAY and word.startswith(value.removesuffix("."))
    if not value.isalpha() or word == value:
        return False
    if word.endswith(("er", "or")) and value in {word[:-1], word[:-2]}:
        return True
    is_beginning = len(value) >= _SHORTEST_BEGINNING and 0 < len(word) - len(value) <= _LONGEST_ENDING
    is_begun = len(word) >= _SHORTEST_WORD and 0 < len(value) - len(word) <= _LONGEST_REST
    return (is_beginning and word.startswith(value)) or (is_begun and value.startswith(word))


def placed_values(
    tokens: Sequence[Token],
    columns: Sequence[ColumnMention],
    numbers: Sequence[NumberMention],
    roles: TableRoles,
    relevance: Relevance,
) -> Iterator[ValueMention]:
    """Yield the values that places in an order and numbers name beside their column: "third class", "four doors"."""
    for mention in columns:
        place = ordinal_value(tokens[mention.start - 1].text.lower()) if mention.start else None
        role = roles.role(mention.columns[0])
        if place is None:
            yield from _numbered(mention, role, numbers, tokens)
            continue
        samples = relevance.samples.get(role.column.column_id, ())
        value = next((each for each in samples if ordinal_value(each.strip().lower()) == place), None)
        if value is None and role.column.is_integer and role.is_grouping:
            value = str(place)
        if value is not None:
            yield ValueMention(mention.start - 1, mention.end, Equals(role.column, value))


def _numbered(
    mention: ColumnMention, role: ColumnRole, numbers: Sequence[NumberMention], tokens: Sequence[Token]
) -> Iterator[ValueMention]:
    """Yield the value of a column of few whole numbers that stands before its name: "four doors", "two-door cars"."""
    is_joined = mention.start > 1 and tokens[mention.start - 1].text == "-"
    end = mention.start - is_joined
    if not (role.column.is_integer and role.is_grouping and (mention.is_exact or mention.is_begun)):
        return
    for each in numbers:
        if each.number.comparison != "=" or not each.number.is_integer:
            continue
        predicate = Equals(role.column, str(int(each.number.value)))
        if each.end == end:
            yield ValueMention(each.start, mention.end, predicate)
        elif each.start == mention.end and tokens[mention.end - 1].tag in {"NN", "NNP", "NNS"}:
            yield ValueMention(mention.start, each.end, predicate)  # "in series 3"


def compared_years(
    text: str, numbers: Sequence[NumberMention], tokens: Sequence[Token], roles: TableRoles
) -> Iterator[ValueMention]:
    """Yield the years that a text compares, lists or speaks of.

    So in "lower in 1932 than in 1931", "in 1931 and 1932", and "2003 was the best year".
    """
    time = roles.time
    if time is None or not time.column.is_integer:
        return
    years = [each for each in numbers if each.end - each.start == 1 and _YEAR.fullmatch(tokens[each.start].text)]
    are_several = len({tokens[each.start].text for each in years}) > 1
    are_meant = are_several and (_COMPARED.search(text) or _are_listed(years, tokens))
    years = years if are_meant else [each for each in years if tokens[each.start].dependency.startswith("nsubj")]
    if years:
        for each in years:
            yield ValueMention(each.start, each.end, Equals(time.column, tokens[each.start].text))


def _are_listed(numbers: Sequence[NumberMention], tokens: Sequence[Token]) -> bool:
    """Tell whether numbers stand side by side: "in 2018, 2019 and 2020"."""
    between = ({token.text.lower() for token in tokens[one.end : other.start]} for one, other in pairwise(numbers))
    return all(words & _LISTING and words <= _LISTING | _BEFORE_YEARS for words in between)
