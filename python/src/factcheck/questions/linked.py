"""A question with what its words name: columns and values of a table, its rows, numbers that restrict."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from factcheck.candidates.statements.owners import stem
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.keywords import Keyword
from factcheck.claims.passage import Passage
from factcheck.joins.graph import Join
from factcheck.joins.relation_sets import Relations
from factcheck.nlp.parser import Parser, Token
from factcheck.numbers.mentions import Number, find_numbers
from factcheck.port import Database
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.attributes import measured_by, other_names, other_nouns
from factcheck.questions.roles import ColumnRole, Role, TableRoles, roles_of
from factcheck.retrieval.predicate_cue import ClaimWords
from factcheck.retrieval.relevance import Relevance
from factcheck.retrieval.retrieve import retrieve
from factcheck.settings import Settings
from factcheck.words.identifiers import split_identifier

_JOINED = re.compile(r"(\w)([(=])(\w)")
"""Signs that join words where formulas are written: "AVG(profit)"."""
_NAMED = 0.3
"""Gain from which a word names a column."""
_COVERED = 0.8
"""Share of a value's words, by rarity, from which it is named."""
_SAID = 0.45
"""Relevance from which a word may be another form of a value."""
_ALIKE = 0.84
_SHORT = {"maximum": ("max",), "minimum": ("min",), "average": ("avg", "mean"), "total": ("tot",), "number": ("num",)}
"""What names of columns write for words that say an aggregation elsewhere."""
_UNITS = frozenset("days months quarters years weeks".split())
_COUNTING = frozenset("many of most fewest more fewer".split())
_DENIED = re.compile(r"(?:un|non-?)(?=\w{3})")
_POSITIVE = frozenset("1 true t yes y on".split())
_BEFORE_GROUPS = frozenset("by per which each over across not".split())
_TOTALS = frozenset({"total", "overall", "all"})
_MANY = 60
_LONG = 5
_EMPTY = frozenset(
    "a an the of in on at to by for from per with and or but as is are was were be been do does did has have had how "
    "what which who whose whom where when why that this these those it its their they there me i we you my our can "
    "could would will should show give tell list display see want make create draw find plot visualize visualise "
    "compare correlate replace remove add sort group split color colour coloured colored coloring colouring using use "
    "used number count counts amount average mean median total sum max maximum min minimum highest lowest most least "
    "more less fewer fewest than between over across under above below different each every all any only so true not "
    "no both also while whereas vs versus against into instead please out up down about around x y axis share "
    "percentage percent proportion part fraction trend distribution relationship correlation association difference "
    "change rank ranking order outlier unusual top bottom first last best worst same other others rest go going come "
    "comes like recent recently latest way many much".split()
)
_CHARTS = frozenset("bar line area pie scatter strip box histogram dot stacked grouped".split())
_CHART_NOUNS = frozenset("chart charts graph graphs plot plots diagram visualization histogram".split())
_BEFORE_ROWS = frozenset("of the all individual".split())


@dataclass(frozen=True, slots=True)
class ColumnMention:
    """Words that name columns, the best first; ``is_exact`` where their own names say them, not a synonym.

    ``is_high`` tells which end an adjective means; None where no adjective names the column.
    """

    start: int
    end: int
    columns: tuple[Column, ...]
    is_exact: bool = True
    is_high: bool | None = None


@dataclass(frozen=True, slots=True)
class ValueMention:
    """Words that name a value: the predicate that the column has it."""

    start: int
    end: int
    predicate: Equals


@dataclass(frozen=True, slots=True)
class NumberMention:
    """A number, and the indexes of its tokens."""

    start: int
    end: int
    number: Number


@dataclass(frozen=True, slots=True)
class Linked:
    """A question or claim as its words were found in one table.

    ``tokens`` are those of all its sentences, whose heads are indexes among all of them.  ``rows`` are indexes of
    tokens that name the table's rows.  ``restrictions`` are predicates that the words bring without naming a value.
    """

    text: str
    tokens: tuple[Token, ...]
    table: TableRoles
    columns: tuple[ColumnMention, ...]
    values: tuple[ValueMention, ...]
    numbers: tuple[NumberMention, ...]
    rows: tuple[int, ...]
    restrictions: tuple[Predicate, ...]
    relevance: Relevance

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The base forms of the tokens, in lower case."""
        return tuple(token.lemma.lower() for token in self.tokens)

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens in lower case."""
        return tuple(token.text.lower() for token in self.tokens)


def tokens_of(text: str, parser: Parser) -> tuple[Token, ...]:
    """Parse a text; the heads are indexes among the tokens of all its sentences."""
    [sentences] = parser.parse([text])
    tokens: list[Token] = []
    for sentence in sentences:
        first = len(tokens)
        tokens += [Token(t.text, t.start, t.end, t.lemma, t.tag, t.dependency, t.head + first) for t in sentence.tokens]
    return tuple(tokens)


@dataclass(frozen=True, slots=True)
class _Question:
    """A text to be linked: its tokens and its numbers."""

    text: str
    tokens: tuple[Token, ...]
    numbers: tuple[NumberMention, ...]


def link(
    text: str,
    tables: Sequence[Table],
    database: Database,
    parser: Parser,
    settings: Settings,
    joins: Sequence[Join] = (),
) -> list[Linked]:
    """Find what the words of a question name in each of some tables, the table first that they say most of.

    A table is joined to others only where the words say more of them together than of any table alone.
    """
    asked = _asked(text, parser)
    alone = [_in_table(asked, table, None, database, settings) for table in tables]
    said = {linked.table.table.table_id for linked in alone if _said_of(linked)}
    joined = []
    for table in tables:
        relations = around(table, tables, joins)
        if relations is not None and not said.isdisjoint(
            {other.table_id for other in relations.tables} - {table.table_id}
        ):
            joined.append(_in_table(asked, table, relations, database, settings))
    return sorted([*alone, *joined], key=_said_of, reverse=True)


def link_beside(
    text: str, table: Table, relations: Relations | None, database: Database, parser: Parser, settings: Settings
) -> Linked:
    """Find what the words of a question name in a table that is known, and in those joined to it."""
    return _in_table(_asked(text, parser), table, relations, database, settings)


def around(table: Table, tables: Sequence[Table], joins: Sequence[Join]) -> Relations | None:
    """Return the tables in which each row of a table has at most one partner, with their joins; None without any."""
    reached = Relations(tables, joins).reached_from(table.table_id)
    near = [other for other in tables if other.table_id in reached]
    return Relations(near, joins) if len(near) > 1 else None


def _asked(text: str, parser: Parser) -> _Question:
    text = _JOINED.sub(r"\1 \2 \3", text)
    tokens = tokens_of(text, parser)
    return _Question(text, tokens, _numbers(text, tokens))


def _in_table(
    asked: _Question, table: Table, relations: Relations | None, database: Database, settings: Settings
) -> Linked:
    tables = (table,) if relations is None else relations.tables
    names = {column.name.lower() for each in tables for column in each.columns}
    wanted = tuple(index for index in range(len(asked.tokens)) if _is_looked_up(index, asked.tokens, names))
    keywords = [_keyword(asked.tokens[index]) for index in wanted]
    further = [Keyword(noun, noun, 0.1) for noun in _other_nouns(asked.tokens)]
    further += [Keyword(word, word, 1.0) for word in _inner_words(asked.tokens)]
    passage = Passage(asked.tokens, (1.0,) * len(asked.tokens), is_own=True)
    given = tuple(mention.number for mention in asked.numbers)
    words = [ClaimWords((passage,), given, given), *(ClaimWords() for _ in keywords)]
    claims = [(*keywords, *further), *((keyword,) for keyword in keywords)]
    relevance, *alone = retrieve(claims, tables, database, settings, words=words)
    return _linked(asked, roles_of(table, relevance, relations), relevance, dict(zip(wanted, alone, strict=True)))


def _said_of(linked: Linked) -> float:
    """Return how much of a question names something of a table; amounts of joined tables are not its own."""
    of_columns = sum(1.0 if mention.is_exact else 0.5 for mention in linked.columns if _is_of(mention, linked))
    return of_columns + len(linked.values) + 0.5 * len(linked.rows)


def _is_of(mention: ColumnMention, linked: Linked) -> bool:
    """Tell whether a column says something of the rows: of joined tables codes and amounts do not."""
    return linked.table.relations is None or linked.table.role(mention.columns[0]).role is not Role.OTHER


def _keyword(token: Token) -> Keyword:
    return Keyword(token.text.lower(), token.lemma.lower(), 1.0)


def _other_nouns(tokens: Sequence[Token]) -> list[str]:
    nouns = [noun for token in tokens for noun in other_nouns(token.lemma.lower())]
    measured = (measured_by(form) for token in tokens for form in _base_forms(token))
    names = (word for token in tokens for name in other_names(token.text.lower()) for word in name.split())
    return list(dict.fromkeys([*nouns, *(noun for each in measured if each for noun in each[0]), *names]))


def _inner_words(tokens: Sequence[Token]) -> list[str]:
    """Return the words that others are made of, which values may have: sun of sunny, married of unmarried."""
    made_of = [noun for token in tokens if token.tag.startswith("JJ") for noun in _nouns_of(token.text.lower())]
    denied = [_DENIED.sub("", word, count=1) for token in tokens if _DENIED.match(word := token.text.lower())]
    return list(dict.fromkeys([*made_of, *denied]))


def _base_forms(token: Token) -> Iterator[str]:
    """Yield the forms of a word that a lexicon of adjectives may have: "heaviest", "heavy"."""
    lemma, text = token.lemma.lower(), token.text.lower()
    yield lemma
    if text != lemma:
        yield text
    for ending in ("est", "er"):
        if text.endswith(ending):
            short = text.removesuffix(ending)
            yield from (short, f"{short}e", short[:-1] if short[-1:] == short[-2:-1] else short)
            if short.endswith("i"):
                yield f"{short[:-1]}y"


def _is_name(index: int, tokens: Sequence[Token], names: Collection[str]) -> bool:
    """Tell whether a common noun names a column that is called just that: "which rank", but not "the rank of"."""
    token = tokens[index]
    following = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
    is_called = not {token.text.lower(), token.lemma.lower()}.isdisjoint(names)
    return is_called and token.tag.startswith("NN") and (following != "of" or token.lemma.lower() == "amount")


def _is_looked_up(index: int, tokens: Sequence[Token], names: Collection[str]) -> bool:
    token = tokens[index]
    word = token.text.lower()
    if _is_name(index, tokens, names):
        return True
    if not any(map(str.isalnum, word)) or word in _EMPTY or token.lemma.lower() in _EMPTY - {"us"}:
        is_letter = len(word) == 1 and token.text.isupper() and index > 0 and word != "i"
        is_named = token.text[:1].isupper() and token.tag == "NNP" and index > 0 and word not in _EMPTY
        return word == "us" or is_letter or is_named
    following = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
    after = tokens[index + 2].text.lower() if index + 2 < len(tokens) else ""
    return not (word in _CHART_NOUNS or (word in _CHARTS and not _CHART_NOUNS.isdisjoint((following, after))))


def _numbers(text: str, tokens: Sequence[Token]) -> tuple[NumberMention, ...]:
    mentions = []
    for number in find_numbers(text):
        inside = [i for i, t in enumerate(tokens) if t.start < number.end and t.end > number.start]
        if inside:
            mentions.append(NumberMention(inside[0], inside[-1] + 1, number))
    return tuple(mentions)


def _linked(asked: _Question, roles: TableRoles, relevance: Relevance, alone: Mapping[int, Relevance]) -> Linked:
    tokens, wanted = asked.tokens, tuple(alone)
    values = _values(tokens, wanted, relevance, alone)
    columns = _columns(tokens, wanted, roles, relevance)
    counted = {each.start for each in columns if _is_counted_time(each, tokens, roles)}
    columns = tuple(
        each for each in columns if each.start not in counted and not _is_of_rows(each, tokens, roles, relevance)
    )
    flags = tuple(_flags(tokens, columns, relevance))
    columns = tuple(each for each in columns if each.start not in {flag.start for flag in flags})
    values, columns = _without_overlaps((*values, *flags), columns)
    spans = [*((each.start, each.end) for each in values), *((each.start, each.end) for each in columns)]
    taken = {i for start, end in spans for i in range(start, end)}
    columns = (*columns, *_described(tokens, roles, taken))
    rows = tuple(sorted({*_rows(tokens, wanted, roles.table, relevance, taken), *counted - taken}))
    told = tuple(
        predicate
        for predicate, seen in relevance.predicates
        if not isinstance(predicate, Equals) and predicate.kind in {"period", "date part"} and seen.score > 0.3
    )
    ordered = tuple(sorted(columns, key=lambda mention: mention.start))
    return Linked(asked.text, tokens, roles, ordered, values, asked.numbers, rows, told, relevance)


def _gains(token: Token, relevance: Relevance) -> dict[int, float]:
    """Return what a word adds to the scores of columns that it names."""
    gains: dict[int, float] = {}
    for form in (token.text.lower(), token.lemma.lower()):
        for number, gain in relevance.columns_named_by.get(form, {}).items():
            if gain >= _NAMED:
                gains[number] = max(gains.get(number, 0.0), gain)
    return gains


def _columns(
    tokens: Sequence[Token], wanted: Sequence[int], roles: TableRoles, relevance: Relevance
) -> tuple[ColumnMention, ...]:
    by_number = {each.column.column_id: each for each in roles.columns}
    place = {each.column.column_id: index for index, each in enumerate(roles.columns)}
    gains = {index: _gains(tokens[index], relevance) for index in wanted}
    for index in wanted:
        if not gains[index]:
            gains[index] = _misspelt(tokens[index], roles)
    mentions = []
    index = 0
    while index < len(tokens):
        numbers = {number: gain for number, gain in gains.get(index, {}).items() if number in by_number}
        if not numbers:
            index += 1
            continue
        end, scores = index + 1, dict(numbers)
        while (step := _joined(end, tokens, gains)) is not None:
            both = {n: scores[n] + gain for n, gain in gains[step].items() if n in scores}
            if not both or _is_another_name(tokens[index:end], tokens[step], both, gains[step], by_number):
                break
            scores, end = both, step + 1
        said = [stem(form) for i in range(index, end) for form in {tokens[i].text.lower(), tokens[i].lemma.lower()}]
        said += [short for i in range(max(index - 2, 0), index) for short in _SHORT.get(tokens[i].text.lower(), ())]
        covers = {number: _coverage(by_number[number].words, said) for number in scores}
        # A name that is said in full means its own column: sales are no forecast of sales.
        best = sorted(scores, key=lambda n: (-round(scores[n] + covers[n], 3), _unlikely(by_number[n]), place[n]))
        start, end = _extended(index, end, by_number[best[0]].words, tokens)
        mentions.append(
            ColumnMention(
                start,
                end,
                tuple(by_number[n].column for n in best),
                is_exact=covers[best[0]] > 0,
                is_high=_end_meant(tokens[index]) if end - start == 1 and not covers[best[0]] else None,
            )
        )
        index = end
    return tuple(mentions)


def _is_another_name(
    said: Sequence[Token],
    token: Token,
    both: Mapping[int, float],
    gains: Mapping[int, float],
    roles: Mapping[int, ColumnRole],
) -> bool:
    """Tell whether a word is the whole name of a column, and the words before it only resemble that of another."""
    word, before = [token.text.lower(), token.lemma.lower()], [each.text.lower() for each in said]
    is_whole = any(n not in both and n in roles and _coverage(roles[n].words, word) == 1 for n in gains)
    return is_whole and not any(_coverage(roles[n].words, before) for n in both)


def _unlikely(role: ColumnRole) -> tuple[bool, bool]:
    """Order columns that words name equally well: numbers first, and totals before their parts."""
    return role.role is not Role.NUMBER, _TOTALS.isdisjoint(role.words)


def _extended(start: int, end: int, name: Sequence[str], tokens: Sequence[Token]) -> tuple[int, int]:
    """Take in words beside a name that belong to it, though they say something elsewhere: "median earnings"."""
    words = {stem(word) for word in name}
    while start > 0 and _is_word_of(tokens[start - 1], words):
        start -= 1
    while end < len(tokens) and stem(tokens[end].text.lower()) in words:
        end += 1
    return start, end


def _is_word_of(token: Token, words: set[str]) -> bool:
    word = token.text.lower()
    return stem(word) in words or not words.isdisjoint(_SHORT.get(word, ()))


def _end_meant(token: Token) -> bool | None:
    """Return which end an adjective means; None for other words."""
    if not token.tag.startswith(("JJ", "RB")):
        return None
    return next((found[1] for form in _base_forms(token) if (found := measured_by(form)) is not None), None)


def _joined(index: int, tokens: Sequence[Token], gains: Mapping[int, Mapping[int, float]]) -> int | None:
    """Return the next word of a name: the token itself, or that behind a hyphen or "of"; None where no word is one."""
    if gains.get(index):
        return index
    if index < len(tokens) and tokens[index].text.lower() == "of" and gains.get(index + 1):
        return index + 1  # "years of service"
    is_sign = index < len(tokens) and tokens[index].text in {"-", "–", "/"}
    return index + 1 if is_sign and gains.get(index + 1) else None


def _coverage(name: Sequence[str], said: Sequence[str]) -> float:
    words = [stem(word) for word in name]
    return sum(word in said for word in words) / max(len(words), 1)


def _misspelt(token: Token, roles: TableRoles) -> dict[int, float]:
    """Return the columns whose names have a word that is spelt nearly as a token is."""
    word = token.text.lower()
    if len(word) < _LONG or not word.isalpha():
        return {}
    gains = {}
    for each in roles.columns:
        for part in each.words:
            if len(part) >= _LONG and part[0] == word[0] and SequenceMatcher(None, word, part).ratio() >= _ALIKE:
                gains[each.column.column_id] = 1.0
    return gains


def _values(
    tokens: Sequence[Token], wanted: Sequence[int], relevance: Relevance, alone: Mapping[int, Relevance]
) -> tuple[ValueMention, ...]:
    mentions: list[tuple[float, ValueMention]] = []
    by_word = {
        index: {predicate: seen for predicate, seen in alone[index].predicates if isinstance(predicate, Equals)}
        for index in wanted
    }
    for predicate, seen in relevance.predicates:
        if not isinstance(predicate, Equals) or predicate.column.is_boolean:
            continue
        saying = [i for i in wanted if predicate in by_word[i] and by_word[i][predicate].parts.get("terms", 0) > 0.2]
        literal = set(split_identifier(predicate.literal))
        exact = [i for i in wanted if _says(tokens[i], literal)]
        saying = [i for i in saying if i in exact or not tokens[i].tag.startswith(("NNS", "VB"))]
        saying = sorted({*saying, *exact})
        called = [i for i, token in enumerate(tokens) if predicate.literal.lower() in other_names(token.text.lower())]
        mentions += [(seen.score, ValueMention(i, i + 1, predicate)) for i in called]
        if not saying or seen.parts.get("covered", 0.0) < _COVERED or seen.parts.get("terms", 0.0) < _SAID:
            continue
        if not exact and relevance.values.get(predicate.column.column_id, 0) > _MANY:
            continue  # of many values some are like any word
        for start, end in _runs(saying, tokens, literal):
            is_whole = len(literal) <= 1 or len({i for i in exact if start <= i < end}) >= _COVERED * len(literal)
            if is_whole:
                mentions.append((seen.score, ValueMention(start, end, predicate)))
    return tuple(_best_values(mentions))


def _says(token: Token, literal: set[str]) -> bool:
    """Tell whether a token is one of a value's words: as written, in its base form, or of the same stem.

    A noun in the plural is not what only begins like it: athletes are not athletics.
    """
    word = token.text.lower()
    forms = {word, token.lemma.lower(), word.removesuffix("s"), *_nouns_of(word)}
    if forms & literal and "not" not in literal:
        return True
    if "not" in literal:  # who is unmarried is "not married"
        return word == "not" or (_DENIED.match(word) is not None and _DENIED.sub("", word, count=1) in literal)
    if token.tag == "NNS":
        return False
    return not {stem(form) for form in forms}.isdisjoint(stem(word) for word in literal)


def _flags(tokens: Sequence[Token], columns: Sequence[ColumnMention], relevance: Relevance) -> Iterator[ValueMention]:
    """Yield what adjectives and participles say that name columns of yes and no: "are married", "insured boats"."""
    flags = {
        predicate.column: predicate
        for predicate, seen in relevance.predicates
        if isinstance(predicate, Equals) and "flag" in seen.parts and predicate.literal.lower() in _POSITIVE
    }
    for mention in columns:
        predicate = flags.get(mention.columns[0])
        before = tokens[mention.start - 1].text.lower() if mention.start else ""
        is_said = tokens[mention.start].tag in {"JJ", "VBN", "VBD"} and before not in _BEFORE_GROUPS
        if predicate is not None and is_said and mention.end - mention.start == 1:
            yield ValueMention(mention.start, mention.end, predicate)


def _nouns_of(word: str) -> tuple[str, ...]:
    """Return the nouns that an adjective may be made of: sun for sunny, wind for windy."""
    if len(word) < _LONG or not word.endswith("y"):
        return ()
    short = word[:-1]
    return (short, short[:-1]) if short[-1] == short[-2] else (short,)


def _best_values(mentions: Sequence[tuple[float, ValueMention]]) -> Iterator[ValueMention]:
    """Yield the values that words name, of those that the same words name the longest, then the best."""
    taken: set[int] = set()
    for _, mention in sorted(mentions, key=lambda each: (each[1].start - each[1].end, -each[0])):
        span = set(range(mention.start, mention.end))
        if taken.isdisjoint(span):
            taken |= span
            yield mention


def _runs(indexes: Sequence[int], tokens: Sequence[Token], literal: set[str]) -> Iterator[tuple[int, int]]:
    """Yield where words stand together, or with one between them that the value has, too, or a hyphen."""
    start = previous = None
    for index in indexes:
        between = tokens[index - 1].text.lower()
        is_gap = previous is not None and index == previous + 2 and (between in literal or not between.isalnum())
        if previous is None or not (index == previous + 1 or is_gap):
            if start is not None and previous is not None:
                yield start, previous + 1
            start = index
        previous = index
    if start is not None and previous is not None:
        yield start, previous + 1


def _without_overlaps(
    values: Sequence[ValueMention], columns: Sequence[ColumnMention]
) -> tuple[tuple[ValueMention, ...], tuple[ColumnMention, ...]]:
    """Leave out values and columns that the same words name: the longer of both is meant, then the column."""
    kept_values, kept_columns = [], list(columns)
    values = [each for each in values if not _is_number_alone(each, columns)]
    for value in sorted(values, key=lambda each: each.start):
        span = set(range(value.start, value.end))
        rivals = [each for each in columns if not span.isdisjoint(range(each.start, each.end))]
        if any(each.is_exact and each.end - each.start >= len(span) for each in rivals):
            continue
        kept_values.append(value)
        kept_columns = [each for each in kept_columns if each not in rivals]
    return tuple(kept_values), tuple(kept_columns)


def _is_number_alone(value: ValueMention, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a number is no value of its column, since the column is not named beside it."""
    column = value.predicate.column
    beside = (each for each in columns if column in each.columns)
    return column.is_numeric and not any(0 <= value.start - each.end <= 1 for each in beside)


def _described(tokens: Sequence[Token], roles: TableRoles, taken: set[int]) -> Iterator[ColumnMention]:
    """Yield columns that adjectives, verbs and other nouns ask for: the first of their nouns that a name has."""
    for index, token in enumerate(tokens):
        if index in taken:
            continue
        for form in _base_forms(token):
            measured = measured_by(form)
            nouns = measured[0] if measured is not None else (*other_nouns(form), *_made_of(token, form))
            named = next((found for noun in nouns if (found := _named(noun, roles))), ())
            if named:
                is_high = measured[1] if measured is not None else True if _made_of(token, form) else None
                if is_high is False and _is_of_time(named[0]) and form in {"fast", "quick"}:
                    is_high = False
                yield ColumnMention(index, index + 1, named, is_exact=False, is_high=is_high)
                break


def _made_of(token: Token, form: str) -> tuple[str, ...]:
    return _nouns_of(form) if token.tag.startswith("JJ") else ()


def _named(noun: str, roles: TableRoles) -> tuple[Column, ...]:
    """Return the columns of numbers that have a noun in their names, those first of whose names it is most."""
    found = [each for each in roles.of(Role.NUMBER) if stem(noun) in {stem(word) for word in each.words}]
    return tuple(each.column for each in sorted(found, key=lambda each: len(each.words)))


def _is_of_time(column: Column) -> bool:
    return not {"time", "duration", "acceleration"}.isdisjoint(split_identifier(column.name))


def _rows(
    tokens: Sequence[Token], wanted: Sequence[int], table: Table, relevance: Relevance, taken: set[int]
) -> tuple[int, ...]:
    """Return the words that name the table's rows."""
    rows = []
    for index in wanted:
        if index not in taken and _names_rows(tokens[index], table, relevance):
            rows.append(index)
    return tuple(rows)


def _names_rows(token: Token, table: Table, relevance: Relevance) -> bool:
    forms = (token.text.lower(), token.lemma.lower())
    named = max(relevance.tables_named_by.get(form, {}).get(table.table_id, 0.0) for form in forms)
    return named >= _NAMED and token.tag.startswith("NN")


def _is_counted_time(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles) -> bool:
    """Tell whether a length of time stands for the rows, each of which is one: "how many days", "foggy days"."""
    token, best = tokens[mention.start], roles.role(mention.columns[0])
    if best.role is not Role.TIME or token.text.lower() not in _UNITS or token.lemma.lower() in best.words:
        return False
    before = tokens[mention.start - 1] if mention.start else token
    return before.text.lower() in _COUNTING or before.tag.startswith("JJ")


def _is_of_rows(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles, relevance: Relevance) -> bool:
    """Tell whether a word names the rows, rather than the column of their numbers: orders have an order_id."""
    best = roles.role(mention.columns[0])
    said = [tokens[index].lemma.lower() for index in range(mention.start, mention.end)]
    is_part = mention.end - mention.start < len(best.words) and _coverage(best.words, said) < 1
    return best.role is Role.OTHER and is_part and _names_rows(tokens[mention.start], roles.table, relevance)
