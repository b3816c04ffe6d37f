"""Which columns the words of a question name, and which words name the rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from factcheck.catalogue.schema import Column, Table
from factcheck.nlp.parser import Token
from factcheck.questions.attributes import end_meant, measured_by, other_nouns
from factcheck.questions.looked_up import LONG_WORD, base_forms, nouns_of
from factcheck.questions.mentions import ColumnMention
from factcheck.questions.roles import ColumnRole, Role, TableRoles
from factcheck.retrieval.relevance import Relevance
from factcheck.words.abbreviations import ABBREVIATIONS
from factcheck.words.identifiers import is_short_for, is_skeleton_of
from factcheck.words.likeness import stem

_NAMED = 0.3
"""Gain from which a word names a column."""

_ALIKE = 0.84

_MEASURING = frozenset("JJ JJR JJS RBR RBS VB VBN VBP VBZ".split())

_BEGINNING = 4

_SHORTEST_NAME = 3

_BEGUN = 0.9
"""What a word covers of a name that is its beginning: pop of "population"."""

_SHORT = {"maximum": ("max",), "minimum": ("min",), "average": ("avg", "mean"), "total": ("tot",), "number": ("num",)}
"""What names of columns write for words that say an aggregation elsewhere."""

_UNITS = frozenset("days months quarters years weeks".split())

_COUNTING = frozenset("many of most fewest more fewer".split())

_SHORTENED = 0.4
"""Gain from which a noun is a part of a name that has it in short."""

_QUANTITIES = frozenset("number amount total value average mean count percentage share rate level".split())

_WHOLES = ("total", "overall", "all", "body", "gross")

_TOTALS = frozenset({"total", "overall", "all"})

_LONG = frozenset("long longer longest short shorter shortest".split())
_TAKING = frozenset("take last need wait".split())
_LASTING = frozenset("duration time minutes hours days weeks months".split())

_DIRECTIONS = frozenset("dir direction directions bearing heading azimuth angle".split())


def named_columns(
    tokens: Sequence[Token], wanted: Sequence[int], roles: TableRoles, relevance: Relevance
) -> tuple[ColumnMention, ...]:
    """Return the columns that words name, and words beside them, in the order of the question."""
    by_number = {each.column.column_id: each for each in roles.columns}
    place = {each.column.column_id: index for index, each in enumerate(roles.columns)}
    gains = {index: _gains(tokens[index], relevance) for index in wanted if not tokens[index].text.isdigit()}
    for index, named in list(gains.items()):
        if one := {n: 1.0 for n, each in by_number.items() if _is_written_as(tokens[index], each)}:
            gains[index] = one
        elif (short := _shortened(tokens[index], roles)) or not named:
            gains[index] = short or _begun(tokens[index], roles) or _misspelt(tokens[index], roles)
    mentions = []
    index = 0
    while index < len(tokens):
        if (together := _written_together(index, tokens, roles)) is not None:
            mentions.append(together)
            index = together.end
            continue
        numbers = {number: gain for number, gain in gains.get(index, {}).items() if number in by_number}
        if not numbers:
            index += 1
            continue
        end, scores = index + 1, dict(numbers)
        while (step := _joined(end, tokens, gains)) is not None:
            both = {n: scores[n] + gain for n, gain in gains[step].items() if n in scores}
            if step > end + 1:  # "day of the week"
                both = {n: gain for n, gain in both.items() if "of" in by_number[n].words}
            if not both or _is_another_name(tokens[index:end], tokens[step], both, gains[step], by_number):
                break
            scores, end = both, step + 1
        said = [stem(form) for i in range(index, end) for form in {tokens[i].text.lower(), tokens[i].lemma.lower()}]
        said += [short for i in range(max(index - 2, 0), index) for short in _SHORT.get(tokens[i].text.lower(), ())]
        covers = {number: _coverage(by_number[number].words, said) for number in scores}
        beside = stem(tokens[index - 1].text.lower()) if index and tokens[index - 1].head == end - 1 else ""
        covers |= {n: 1.0 + cover for n, cover in covers.items() if _is_shortened_in(by_number[n].words, beside, said)}
        # A name that is said in full means its own column: sales are no forecast of sales.
        spelt = {token.text.lower() for token in tokens[index:end]}
        best = sorted(
            scores,
            key=lambda n: (
                -round(scores[n] + covers[n], 3),
                not _has_number(by_number[n].words, tokens),
                by_number[n].column.name.lower() not in spelt,
                _unlikely(by_number[n]),
                len(by_number[n].words),
                place[n],
            ),
        )
        start, end = _extended(index, end, by_number[best[0]].words, tokens)
        mentions.append(
            ColumnMention(
                start,
                end,
                tuple(by_number[n].column for n in best),
                is_exact=covers[best[0]] > 0,
                is_high=_end_meant(tokens[index], by_number[best[0]].words)
                if end - start == 1 and not covers[best[0]]
                else None,
                is_begun=_is_begun(tokens[start:end], by_number[best[0]].words),
                is_whole=covers[best[0]] >= 1,
                share=covers[best[0]],
            )
        )
        index = end
    return tuple(mentions)


def _is_written_as(token: Token, role: ColumnRole) -> bool:
    """Tell whether a word is what a name of several words says: "overtime" where the column is OverTime."""
    return len(role.words) > 1 and "".join(role.words) == token.text.lower()


def _has_number(name: Sequence[str], tokens: Sequence[Token]) -> bool:
    """Tell whether a name ends with a number that is said: population_2021 of "population in 2021"."""
    return name[-1:] != () and name[-1].isdigit() and any(token.text == name[-1] for token in tokens)


def _written_together(index: int, tokens: Sequence[Token], roles: TableRoles) -> ColumnMention | None:
    """Return the column whose name two words are that it writes as one: "air conditioning", "self-employed"."""
    is_hyphenated = index + 2 < len(tokens) and tokens[index + 1].text == "-"
    end = index + 2 + is_hyphenated
    if end > len(tokens) or not tokens[index].text.isalpha() or not tokens[end - 1].text.isalpha():
        return None
    if not is_hyphenated and not tokens[end - 1].tag.startswith(("NN", "VBG")):
        return None
    first, joined = tokens[index].text.lower(), (tokens[index].text + tokens[end - 1].text).lower()
    if not is_hyphenated and (short := _put_together(first, tokens[end - 1], roles)) is not None:
        return ColumnMention(index, end, (short.column,), is_whole=True)
    for each in roles.columns:
        name = "".join(each.words).lower()
        is_longer = len(name) > max(len(first) + (0 if is_hyphenated else 1), LONG_WORD)
        if (is_hyphenated or len(each.words) == 1) and is_longer and joined.startswith(name):
            return ColumnMention(index, end, (each.column,), is_whole=True, is_hyphenated=is_hyphenated)
    return None


def _put_together(first: str, second: Token, roles: TableRoles) -> ColumnRole | None:
    """Return the column that is called by a word and the beginning of the next: dewp of "dew point"."""
    word = second.text.lower()
    for each in roles.columns:
        name = "".join(each.words)
        rest = name.removeprefix(first)
        is_plural = rest in {"s", "es", "ed"} or first == name
        if (
            len(each.words) == 1
            and len(first) >= _SHORTEST_NAME
            and rest != name
            and not is_plural
            and (word.startswith(rest))
        ):
            return each
    return None


def _is_begun(said: Sequence[Token], name: Sequence[str]) -> bool:
    """Tell whether a word begins as one of a name does: "investment" where the column is invest."""
    beginnings = {word[:_BEGINNING] for word in name if len(word) >= _BEGINNING}
    is_short = len(name) == 1 and len(name[0]) == _BEGINNING - 1  # "education" where the column is edu
    return any(
        token.text.lower()[:_BEGINNING] in beginnings or (is_short and token.text.lower().startswith(name[0]))
        for token in said
    )


def _gains(token: Token, relevance: Relevance) -> dict[int, float]:
    """Return what a word adds to the scores of columns that it names."""
    gains: dict[int, float] = {}
    for form in (token.text.lower(), token.lemma.lower()):
        for number, gain in relevance.columns_named_by.get(form, {}).items():
            if gain >= _NAMED:
                gains[number] = max(gains.get(number, 0.0), gain)
    return gains


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


def _unlikely(role: ColumnRole) -> tuple[bool, bool, bool]:
    """Order columns that words name equally well: numbers first, directions last, and totals before their parts."""
    return role.role is not Role.NUMBER, _is_direction(role), _TOTALS.isdisjoint(role.words)


def _is_direction(role: ColumnRole) -> bool:
    """Tell whether a column tells which way, so that none of its numbers is more than another: wind_dir."""
    return not _DIRECTIONS.isdisjoint(role.words)


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


def _end_meant(token: Token, name: Sequence[str]) -> bool | None:
    """Return which end of a column an adjective means; None for other words."""
    if not token.tag.startswith(("JJ", "RB")):
        return None
    return next((end for form in base_forms(token) if (end := end_meant(form, name)) is not None), None)


def _joined(index: int, tokens: Sequence[Token], gains: Mapping[int, Mapping[int, float]]) -> int | None:
    """Return the next word of a name: the token itself, or that behind a hyphen or "of"; None where no word is one."""
    if gains.get(index):
        return index
    behind = index + 1 + (tokens[index + 1].text.lower() == "the" if index + 1 < len(tokens) else 0)
    if index < len(tokens) and tokens[index].text.lower() == "of" and gains.get(behind):
        return behind  # "years of service", "day of the week"
    is_sign = index < len(tokens) and tokens[index].text in {"-", "–", "/"}
    return index + 1 if is_sign and gains.get(index + 1) else None


def _is_shortened_in(name: Sequence[str], word: str, said: Sequence[str]) -> bool:
    """Tell whether a name is a word in short and what is said: CompPrice for "competitor prices"."""
    others = [stem(part) for part in name if not is_short_for(part, word)]
    return bool(word) and len(name) > len(others) > 0 and all(part in said for part in others)


def _coverage(name: Sequence[str], said: Sequence[str]) -> float:
    words = [stem(word) for word in name]
    is_begun = len(words) == 1 and len(words[0]) >= _SHORTEST_NAME
    if is_begun and any(len(word) >= 2 * len(words[0]) and word.startswith(words[0]) for word in said):
        return _BEGUN
    if "".join(words) in said:
        return 1.0  # "overtime" where the column is OverTime
    return sum(word in said or _is_abbreviated(word, said) for word in words) / max(len(words), 1)


def _is_abbreviated(part: str, said: Sequence[str]) -> bool:
    """Tell whether a part of a name is a word that is said in short: ctry of "country", trq of "torque"."""
    long = {stem(word) for word in ABBREVIATIONS.get(part, ())}
    return not long.isdisjoint(said) or any(is_skeleton_of(part, word) for word in said)


def _shortened(token: Token, roles: TableRoles) -> dict[int, float]:
    """Return the columns that are called by a word without its middle: wday for "weekday", popn for "population"."""
    word = stem(token.text.lower())
    return {
        each.column.column_id: 1.0
        for each in roles.columns
        if len(each.words) == 1 and not word.startswith(each.words[0]) and _is_written_short(each.words[0], word)
    }


def _is_written_short(name: str, word: str) -> bool:
    return is_short_for(name, word) or is_skeleton_of(name, word)


def _begun(token: Token, roles: TableRoles) -> dict[int, float]:
    """Return the columns that are called by the beginning of a noun: eval for "evaluations"."""
    word = stem(token.text.lower())
    is_noun = token.tag.startswith("NN")
    return {
        each.column.column_id: 1.0
        for each in roles.columns
        if is_noun and len(each.words) == 1 and len(each.words[0]) >= _BEGINNING and is_short_for(each.words[0], word)
    }


def _misspelt(token: Token, roles: TableRoles) -> dict[int, float]:
    """Return the columns whose names have a word that is spelt nearly as a token is."""
    word = token.text.lower()
    if len(word) < LONG_WORD or not word.isalpha():
        return {}
    gains = {}
    for each in roles.columns:
        for part in each.words:
            if len(part) >= LONG_WORD and part[0] == word[0] and SequenceMatcher(None, word, part).ratio() >= _ALIKE:
                gains[each.column.column_id] = 1.0
    return gains


def described_columns(
    tokens: Sequence[Token], roles: TableRoles, relevance: Relevance, taken: set[int]
) -> Iterator[ColumnMention]:
    """Yield columns that adjectives, verbs and other nouns ask for: the first of their nouns that a name has."""
    verbs = set(taken)
    for index, token in enumerate(tokens):
        if index in taken or (token.tag.startswith("RB") and token.head in verbs):
            continue  # "pays best" is about the pay
        if token.dependency == "amod" and _is_quantity(token.head, tokens):
            continue  # "the highest number of guests" has no height
        for form in ("earn",) if _is_made(index, tokens) else base_forms(token):
            meant: Sequence[tuple[str, bool | None]] = measured_by(form)
            meant = sorted(meant, key=lambda each: each[0] not in _LASTING) if _is_lasting(token, tokens) else meant
            meant = meant or [
                *((noun, None) for noun in other_nouns(form)),
                *((n, True) for n in _made_of(token, form)),
            ]
            named = next(((c, is_high) for noun, is_high in meant if (c := _named(noun, roles, is_head=True))), None)
            named = named or next(((found, is_high) for noun, is_high in meant if (found := _named(noun, roles))), None)
            named = named or next(
                ((found, is_high) for n, is_high in meant if (found := _known(n, roles, relevance))), None
            )
            if named is not None:
                verbs.add(index)
                of_number = sorted(named[0], key=lambda each: not _has_number(roles.role(each).words, tokens))
                yield ColumnMention(index, index + 1, tuple(of_number), is_exact=False, is_high=named[1])
                break


def _is_made(index: int, tokens: Sequence[Token]) -> bool:
    """Tell whether somebody makes money: "what do bakers make", "who makes the most"."""
    if tokens[index].lemma.lower() != "make" or not tokens[index].tag.startswith("VB"):
        return False
    objects = [
        each for each in tokens if each.head == index and each.dependency == "dobj" and each is not tokens[index]
    ]
    has_subject = any(each.head == index and each.dependency == "nsubj" for each in tokens)
    return has_subject and all(
        each.text.lower() in {"what", "much", "more", "most", "least", "less", "money"} for each in objects
    )


def _is_lasting(token: Token, tokens: Sequence[Token]) -> bool:
    """Tell whether it is said how long something takes, rather than how long a thing is: "takes longest"."""
    is_long = token.lemma.lower() in _LONG and token.head < len(tokens)
    return is_long and tokens[token.head].lemma.lower() in _TAKING


def _is_quantity(index: int, tokens: Sequence[Token]) -> bool:
    """Tell whether a noun says how much there is of something."""
    return index < len(tokens) and tokens[index].lemma.lower() in _QUANTITIES


def _made_of(token: Token, form: str) -> tuple[str, ...]:
    return nouns_of(form) if token.tag.startswith("JJ") else ()


def _named(noun: str, roles: TableRoles, *, is_head: bool = False) -> tuple[Column, ...]:
    """Return the columns of numbers that have a noun in their names, those first of whose names it is most.

    Names of which it is the head end with it: a salary hike is no salary.
    """
    at = slice(-1, None) if is_head else slice(None)
    found = [each for each in roles.of(Role.NUMBER) if stem(noun) in {stem(word) for word in each.words[at]}]
    return tuple(each.column for each in sorted(found, key=lambda each: (_is_direction(each), len(each.words))))


def is_described(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles, relevance: Relevance) -> bool:
    """Tell whether what words measure says more of them than a synonym: "richest" is gdp, not fertility."""
    described = next(described_columns(tokens[mention.start : mention.end], roles, relevance, set()), None)
    is_adjective = mention.end - mention.start == 1 and tokens[mention.start].tag in _MEASURING
    return is_adjective and described is not None and described.columns[0] != mention.columns[0]


def _known(noun: str, roles: TableRoles, relevance: Relevance) -> tuple[Column, ...]:
    """Return the columns of numbers of whose names a noun is a part that is written in short: weight of bodywt."""
    gains = relevance.columns_named_by.get(noun, {})
    found = [each for each in roles.of(Role.NUMBER) if gains.get(each.column.column_id, 0.0) >= _SHORTENED]
    return tuple(each.column for each in sorted(found, key=lambda each: (noun not in each.words, _is_of_part(each))))


def _is_of_part(role: ColumnRole) -> bool:
    """Tell whether a name says no whole: bodywt comes before brainwt."""
    return not role.column.name.lower().startswith(_WHOLES)


def words_for_rows(
    tokens: Sequence[Token], wanted: Sequence[int], table: Table, relevance: Relevance, taken: set[int]
) -> tuple[int, ...]:
    """Return the words that name the table's rows."""
    rows = []
    for index in wanted:
        if index not in taken and names_rows(tokens[index], table, relevance):
            rows.append(index)
    return tuple(rows)


def names_rows(token: Token, table: Table, relevance: Relevance) -> bool:
    """Tell whether a noun names the rows of a table."""
    forms = (token.text.lower(), token.lemma.lower())
    named = max(relevance.tables_named_by.get(form, {}).get(table.table_id, 0.0) for form in forms)
    return named >= _NAMED and token.tag.startswith("NN")


def is_counted_time(mention: ColumnMention, tokens: Sequence[Token], roles: TableRoles) -> bool:
    """Tell whether a length of time stands for the rows, each of which is one: "how many days", "foggy days"."""
    token, best = tokens[mention.start], roles.role(mention.columns[0])
    if best.role is not Role.TIME or token.text.lower() not in _UNITS or token.lemma.lower() in best.words:
        return False
    before = tokens[mention.start - 1] if mention.start else token
    return before.text.lower() in _COUNTING or before.tag.startswith("JJ")
