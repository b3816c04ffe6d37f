"""Which of the columns that words resemble are meant, by the grammar of the question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.nlp.parser import Token
from factcheck.questions.attributes import measured_by, other_nouns
from factcheck.questions.grammar import MOVING, asked_nouns, clause_of, described
from factcheck.questions.looked_up import base_forms
from factcheck.questions.mentions import ColumnMention, ValueMention
from factcheck.questions.named_columns import described_columns, names_rows
from factcheck.questions.roles import Role, TableRoles
from factcheck.retrieval.relevance import Relevance
from factcheck.words.likeness import stem

_GROUPING = frozenset("by per which what each every over across wise kind kinds type types sort sorts".split())
_MEASURING = frozenset("average mean median total sum maximum minimum typical combined overall avg".split())
_COUNTING = frozenset("most fewest many more fewer".split())
_ANSWERS = frozenset("yes no y n true false".split())
_KINDS = frozenset("kind kinds type types sort sorts".split())
_DEGREES = frozenset("high low large small great little big strong weak".split())
_PEOPLE = frozenset("people inhabitant resident".split())
_WITHIN_PHRASE = 4
_SEVERAL = 2


def plausible_columns(
    tokens: Sequence[Token],
    columns: Sequence[ColumnMention],
    roles: TableRoles,
    relevance: Relevance,
    values: Sequence[ValueMention],
) -> Iterator[ColumnMention]:
    """Yield the mentions of columns that grammar bears out.

    An adjective of size says an end of the measure that it stands beside, not another measure; the word for the rows
    is no column unless it is measured; what only means nearly the same as a name needs a place where a name may stand.
    """
    asked = set(asked_nouns(tokens))
    numbers = [
        each
        for each in columns
        if roles.role(each.columns[0]).role is Role.NUMBER
        and not (roles.role(each.columns[0]).is_grouping and each.end - 1 in asked)  # "which month was the hottest"
        and (
            (is_like_name(each) or not _is_only_thing(each, tokens)) and not is_of_rows(each, tokens, roles, relevance)
        )
    ]
    things = _described_things(columns, tokens)
    numbers = [each for each in numbers if each.start not in things]
    flags = [each for each in values if each.predicate.literal.lower() in _ANSWERS]
    named = {index for each in flags for index in range(each.start, each.end)}
    for mention in columns:
        if mention.start in things:
            continue
        if mention.is_high is not None and _is_said_in_what(mention, tokens, numbers):
            continue
        meant = _meant_together(mention, tokens, numbers)
        if meant is None:
            continue
        if is_of_rows(mention, tokens, roles, relevance) or _is_head_of_name(mention, tokens, columns):
            continue
        is_verb = mention.end - mention.start == 1 and tokens[mention.start].tag.startswith("VB")
        if is_verb and not mention.is_whole and roles.role(mention.columns[0]).role is Role.CATEGORY:
            continue  # who works has no work_life_balance
        if is_verb and mention.is_high is None and not mention.is_whole and _has_counted_object(mention.start, tokens):
            continue  # who reports the most cases is measured by cases
        if not mention.is_exact and (_is_named_before(mention, tokens, named) or _are_only_people(mention, tokens)):
            continue
        is_adjective = mention.is_high is not None and not tokens[mention.start].tag.startswith("VB")
        if not is_adjective and not is_like_name(mention) and not _has_place(mention, tokens, roles, numbers):
            continue
        yield _as_number(_as_group(_narrowed(meant, tokens, columns), tokens, roles), tokens, roles)


def _described_things(columns: Sequence[ColumnMention], tokens: Sequence[Token]) -> set[int]:
    """Return the nouns that only resemble a column's name, while the adjective before them names another: no measures.

    Of "the oldest animals" the age is meant, not what a lexicon has near animals.
    """
    adjectives = {
        described(each.start, tokens): each
        for each in columns
        if each.is_high is not None and tokens[each.start].dependency == "amod"
    }
    nouns = (each for each in columns if each.start in adjectives and each.is_high is None and not is_like_name(each))
    return {
        each.start
        for each in nouns
        if tokens[each.start].tag == "NNS" and not set(each.columns) & set(adjectives[each.start].columns)
    }


def _is_said_in_what(mention: ColumnMention, tokens: Sequence[Token], numbers: Sequence[ColumnMention]) -> bool:
    """Tell whether it is said in what an adjective is meant: "the driest in terms of humidity"."""
    behind = (each for each in numbers if each.start >= mention.end + 3 and is_like_name(each))
    beside = (tokens[each.start - 3 : each.start] for each in behind if each.start <= mention.end + _WITHIN_PHRASE)
    return any([token.text.lower() for token in words] == ["in", "terms", "of"] for words in beside)


def _has_counted_object(verb: int, tokens: Sequence[Token]) -> bool:
    """Tell whether a verb has things as its object of which there are the most or the fewest."""
    objects = {i for i, each in enumerate(tokens) if each.head == verb and each.dependency == "dobj"}
    things = {i for i in objects if tokens[i].tag == "NNS" and tokens[i - 1].text.lower() in _COUNTING}
    return bool(things)


def _is_head_of_name(mention: ColumnMention, tokens: Sequence[Token], columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a noun that resembles a name only heads the whole name of another one: the size of "lot size"."""
    before = [tokens[each.end - 1] for each in columns if each.is_whole and each.end == mention.start]
    is_head = any(each.head in range(mention.start, mention.end) and each.dependency == "compound" for each in before)
    return is_head and not is_like_name(mention)


def _as_number(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles) -> ColumnMention:
    """Let words that name several columns mean numbers where these are aggregated or move: "the average time"."""
    numbers = tuple(each for each in mention.columns if roles.role(each).role is Role.NUMBER)
    before = {tokens[i].text.lower() for i in range(max(mention.start - 2, 0), mention.start)}
    noun = tokens[mention.end - 1]
    is_moving = noun.dependency.startswith("nsubj") and not MOVING.isdisjoint(
        {noun_of.text.lower() for i, noun_of in enumerate(tokens) if noun.head in {i, noun_of.head}}
    )
    if not numbers or (before.isdisjoint(_MEASURING) and not is_moving):
        return mention
    return replace(mention, columns=(*numbers, *(each for each in mention.columns if each not in numbers)))


def _as_group(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles) -> ColumnMention:
    """Let words that name several columns alike mean a category where groups are told: "each kind of shipping"."""
    before = {tokens[i].text.lower() for i in range(max(mention.start - _WITHIN_PHRASE, 0), mention.start)}
    categories = [each for each in mention.columns if roles.role(each).role is Role.CATEGORY]
    is_number = roles.role(mention.columns[0]).role is Role.NUMBER
    is_asked = any(tokens[mention.end - 1].head == noun for noun in asked_nouns(tokens))  # "which shipping method"
    if mention.is_whole or not is_number or not categories or (_KINDS.isdisjoint(before) and not is_asked):
        return mention
    return replace(mention, columns=(*categories, *(each for each in mention.columns if each not in categories)))


def _narrowed(mention: ColumnMention, tokens: Sequence[Token], columns: Sequence[ColumnMention]) -> ColumnMention:
    """Let words that name several columns mean those of them that a word beside names, too: "made most worldwide"."""
    if mention.is_exact or len(mention.columns) < _SEVERAL:
        return mention
    for each in columns:
        between = range(min(mention.end, each.end), max(mention.start, each.start))
        is_near = each is not mention and len(between) < _WITHIN_PHRASE and each.is_high is None
        is_joined = any(tokens[i].tag in {"CC", ","} for i in between)
        shared = tuple(column for column in mention.columns if column in each.columns)
        if is_near and not is_joined and 0 < len(shared) < len(mention.columns):
            return replace(mention, columns=shared)
    return mention


def _meant_together(
    mention: ColumnMention, tokens: Sequence[Token], numbers: Sequence[ColumnMention]
) -> ColumnMention | None:
    """Return a mention with the columns that an adjective and its noun both name: "wide doors" mean their width.

    None for an adjective that names none of the noun's columns.
    """
    both = [each for each in numbers if _go_together(mention, each, tokens) or _go_together(each, mention, tokens)]
    for each in both:
        shared = tuple(column for column in mention.columns if column in each.columns)
        if shared:
            return replace(mention, columns=shared)
        if mention.is_high is not None:
            return None
    return mention


def _go_together(adjective: ColumnMention, noun: ColumnMention, tokens: Sequence[Token]) -> bool:
    if adjective.is_high is None or noun.is_high is not None:
        return False
    span = range(noun.start, noun.end)
    return described(adjective.start, tokens) in span or adjective.end == noun.start


def is_degree(
    value: ValueMention, tokens: Sequence[Token], columns: Sequence[ColumnMention], roles: TableRoles
) -> bool:
    """Tell whether a word says how much, rather than a value that is called alike: "higher scores", "high fares"."""
    token = tokens[value.start]
    literal = value.predicate.literal
    is_name = literal.istitle() and token.text == literal  # Elsevier is no comparative
    is_said = is_name or (token.text.lower() == literal.lower() and token.tag not in {"JJR", "JJS"})
    if value.end - value.start > 1 or (is_said and token.text.lower() not in _DEGREES):
        return False
    noun = described(value.start, tokens)
    numbers = [each for each in columns if roles.role(each.columns[0]).role is Role.NUMBER]
    named = (each for each in numbers if is_like_name(each) or _is_known(tokens[each.start]))
    is_of_measure = any(noun in range(each.start, each.end) for each in named)
    is_compared = token.tag in {"JJR", "JJS", "RBR", "RBS"} and not is_name
    return is_compared or (is_of_measure and token.text.lower() in _DEGREES)


def names_things(
    value: ValueMention,
    values: Sequence[ValueMention],
    tokens: Sequence[Token],
    roles: TableRoles,
    relevance: Relevance,
) -> bool:
    """Tell whether a noun that is called like a value says what is asked for: "which city", "how many towns".

    That is so where no other value of the column is named.
    """
    noun = tokens[value.end - 1]
    before = {tokens[i].text.lower() for i in range(max(value.start - 2, 0), value.start)}
    is_alone = all(each is value or each.predicate.column != value.predicate.column for each in values)
    is_counted = not before.isdisjoint({"many", "number"}) and names_rows(noun, roles.table, relevance)
    is_asked = tokens[value.start - 1].text.lower() in {"which", "what"} if value.start else False
    return is_alone and noun.tag in {"NN", "NNS"} and (is_asked or is_counted)


def is_coordinated_degree(
    value: ValueMention, tokens: Sequence[Token], roles: TableRoles, relevance: Relevance
) -> bool:
    """Tell whether a word measures as an adjective beside it does: "lighter than", "tall but light", no light skin."""
    token = tokens[value.start]
    if value.end - value.start > 1 or not token.tag.startswith("JJ"):
        return False
    if token.tag == "JJ":
        head = tokens[token.head]
        if token.dependency != "conj" or head.tag != "JJ" or not _measures(token.head, tokens, roles, relevance):
            return False
    elif not is_degree(value, tokens, (), roles):
        return False
    return _measures(value.start, tokens, roles, relevance)


def _measures(index: int, tokens: Sequence[Token], roles: TableRoles, relevance: Relevance) -> bool:
    return any(described_columns(tokens[index : index + 1], roles, relevance, set()))


def _is_named_before(mention: ColumnMention, tokens: Sequence[Token], named: set[int]) -> bool:
    """Tell whether a noun only belongs to a flag before it: the room of a "recreation room"."""
    return any(
        tokens[index].head == mention.start and tokens[index].dependency in {"compound", "amod", "nmod"}
        for index in named
    )


def _are_only_people(mention: ColumnMention, tokens: Sequence[Token]) -> bool:
    """Tell whether people are spoken of rather than counted: "people in the north live longer", but "more people"."""
    before = {tokens[i].text.lower() for i in range(max(mention.start - 2, 0), mention.start)}
    return tokens[mention.start].lemma.lower() in _PEOPLE and before.isdisjoint({*_COUNTING, "number"})


def is_like_name(mention: ColumnMention) -> bool:
    """Tell whether words say a column's name, or words that begin like it: "investment" where the column is invest."""
    return mention.is_exact or mention.is_begun


def is_of_rows(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles, relevance: Relevance) -> bool:
    """Tell whether a word names the rows, rather than a column: orders have an order_id, loans a loan_amount."""
    best = roles.role(mention.columns[0])
    said = {stem(tokens[mention.start].text.lower())} if mention.end - mention.start == 1 else set()
    is_part = not {stem(word) for word in best.words} <= said
    is_noun = not said.isdisjoint(stem(word) for word in roles.rows_noun.split())
    if not is_part or not is_noun or not names_rows(tokens[mention.start], roles.table, relevance):
        return False
    return best.role is not Role.NUMBER or not _is_measured(mention.start, tokens)


def _is_measured(index: int, tokens: Sequence[Token]) -> bool:
    """Tell whether a word for the rows stands for their amount: "the average bill", "larger loans", "by the bill"."""
    before = [tokens[i] for i in range(max(index - 2, 0), index)]
    is_sized = any(
        (described(i, tokens) == index and each.text.lower() not in _COUNTING and each.tag in {"JJR", "JJS"})
        or (each.text.lower() in {"high", "low", "large", "small", "big"} and described(i, tokens) == index)
        for i, each in enumerate(tokens)
    )
    is_single = tokens[index].tag == "NN" and tokens[index].dependency in {"pobj", "dobj"}
    return is_sized or is_single or any(each.text.lower() in _MEASURING for each in before)


def _is_known(token: Token) -> bool:
    """Tell whether it is known what a word measures, as a noun or as a verb that may be taken for one."""
    return bool(other_nouns(token.lemma.lower()) or any(measured_by(form) for form in base_forms(token)))


def _is_only_thing(mention: ColumnMention, tokens: Sequence[Token]) -> bool:
    """Tell whether a noun stands for things that are counted or described: "how many cars", "the price of cars"."""
    index, token = mention.start, tokens[mention.start]
    if token.tag != "NNS" or _is_known(token):
        return False
    before = {tokens[i].text.lower() for i in range(max(index - 2, 0), index)}
    is_of = token.dependency == "pobj" and tokens[token.head].text.lower() in {"of", "for", "among"}
    is_subject = token.dependency.startswith("nsubj")
    return is_of or is_subject or not before.isdisjoint({"many", "number"})


def _has_place(
    mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles, numbers: Sequence[ColumnMention]
) -> bool:
    """Tell whether a name of the column could stand where a word stands that only means nearly the same."""
    token = tokens[mention.start]
    if token.tag in {"CD", "DT", "PRP", "WP", "WDT"}:
        return False
    if roles.role(mention.columns[0]).role in {Role.CATEGORY, Role.LABEL}:
        beside = range(max(mention.start - _WITHIN_PHRASE, 0), min(mention.end + 1, len(tokens)))
        return not _GROUPING.isdisjoint(tokens[i].text.lower() for i in beside)
    is_number = roles.role(mention.columns[0]).role is Role.NUMBER
    if is_number and _is_only_thing(mention, tokens):
        return False
    if token.tag.startswith("VB"):
        clause = clause_of(mention.start, tokens)
        same = [each for each in numbers if each.is_exact and clause_of(each.start, tokens) == clause]
        return all(tokens[tokens[each.end - 1].head].text.lower() == "with" for each in same)
    return True
