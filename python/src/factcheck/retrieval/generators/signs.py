"""More or less than zero: "reported a loss", "ran a surplus", "on time", "with children", "no injuries"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import all_columns
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.deadlines import EARLY, LATE, ON_TIME
from factcheck.retrieval.generators.named_values import columns_named, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms, long_forms, names_an_identifier, split_identifier
from factcheck.words.opposites import without_denial

_HAVE = (
    r"(?:ma(?:de|kes?|king)|(?:report|post|record|register|show|book|announc|declar|suffer|incur|earn|yield|turn|generat|return"
    r"|produc|achiev|deliver|sustain|realis|realiz)(?:e?s|e?d|ing|e)?|had|ha(?:s|ve|ving)|r[au]n(?:s|ning)?|with|without"
    r"|wr(?:ote|ites?|iting))"
)
_AMOUNT = r"\s(?:an?\s|any\s|its\s|their\s|no\s)?(?:\w+\s)?"
_NO_SIZE = r"\b(?!\s(?:of|above|below|over|under|margins?|per)\b)"  # "profits of 3 million" tells how much, not whether
_END = (
    r"(?:sold|(?:end|clos|finish)(?:ed|es?|ing)(?:\s(?:the|last|that)\s\w+|\s\d{4})?"
    r"|(?:went|fell|slipped|were|was|are|is|be)\b)"
)
_HELD = (
    "people|residents|inhabitants|population|value|ground|jobs|workers|staff|employees|members|customers|subscribers|users"
    "|pupils|students|voters|votes|seats|passengers|weight"
)
"""What something has more of at one time than at another."""

_CHANGED = r"(?!\s(?:by|to|from|in\svalue|about|around|almost|nearly|more|less|just|only|some|over|on\saverage|\W?\d))"


@dataclass(frozen=True, slots=True)
class _Phrase:
    """What a phrase says of a column that has all words of one of some sets in its name."""

    pattern: re.Pattern[str]
    names: tuple[frozenset[str], ...]
    comparison: Comparison


def _named(*names: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(name.split()) for name in names)


PROFITS = _named("profit", "profits", "pnl", "margin", "net income", "net earnings", "net result", "operating result")
BALANCES = (*PROFITS, *_named("balance", "surplus"))
DELAYS = _named("delay", "delays", "late", "lateness")
CHANGES = _named("change", "growth", "difference", "delta", "gain")
STOCKS = _named("stock", "inventory", "hand", "available", "stock quantity")
RAIN = _named("rain", "rainfall", "precipitation", "precip", "prcp")
SNOW = _named("snow", "snowfall")
_DAYS_WITH = r"days?\s(?:with|of)\s(?:some\s|any\s|recordable\s|measurable\s)?"
_FELL = r"\s(?:fell|was\s(?:recorded|measured|registered|reported|observed))\son\b"
_Said = tuple[str, tuple[frozenset[str], ...], Comparison]
_SAID: tuple[_Said, ...] = (
    (
        rf"profitable\b|{_HAVE}{_AMOUNT}profits?{_NO_SIZE}|{_END}\s(?:at|in|with)\s(?:a\s(?:\w+\s)?profit{_NO_SIZE}|profit\b)"
        r"|in(?:to)?\sthe\sblack\b|in\sprofit\b",
        PROFITS,
        ">",
    ),
    (
        rf"unprofitable\b|loss-?\s?making\b|(?:lost|los(?:es?|ing))\smoney\b|{_HAVE}{_AMOUNT}loss(?:es)?{_NO_SIZE}"
        rf"|{_END}\s(?:at|in|with)\s(?:a\s)?(?:\w+\s)?loss(?:es)?{_NO_SIZE}|at\sa\sloss\b"
        r"|in(?:to)?\sthe\sred\b|red\s(?:ink|figures|numbers)\b",
        PROFITS,
        "<",
    ),
    (rf"in\ssurplus\b|(?:{_HAVE}|{_END}\s(?:in|with)){_AMOUNT}surplus(?:es)?{_NO_SIZE}", BALANCES, ">"),
    (rf"in\sdeficit\b|(?:{_HAVE}|{_END}\s(?:in|with)){_AMOUNT}deficits?{_NO_SIZE}|overspent\b", BALANCES, "<"),
    (LATE, DELAYS, ">"),
    (ON_TIME, DELAYS, "<="),
    (EARLY, DELAYS, "<"),
    (
        rf"(?<!\brain\s)(?<!\bsnow\s)(?:shrank|shrunk|declined|fell|dropped|decreased|lost\s(?:\w+\s)?(?:{_HELD}))\b{_CHANGED}",
        CHANGES,
        "<",
    ),
    (
        rf"(?:grew|grown|rose|risen|increased|gained\s(?:\w+\s)?(?:{_HELD}))\b{_CHANGED}",
        CHANGES,
        ">",
    ),
    (r"in\sstock\b", STOCKS, ">"),
    (r"out\sof\sstock\b|sold\sout\b", STOCKS, "<="),
    (rf"(?:it|had)\srained\b|(?:rainy|wet)\sdays?\b|{_DAYS_WITH}rain(?:fall)?\b|rain(?:fall)?{_FELL}", RAIN, ">"),
    (r"dry\sdays?\b|days?\s(?:without|with\sno)\s(?:any\s)?rain\b|(?:did\snot|didn['’]t)\srain\b", RAIN, "<="),
    (rf"(?:it|had)\ssnowed\b|snowy\sdays?\b|{_DAYS_WITH}snow(?:fall)?\b|snow{_FELL}", SNOW, ">"),
)
_PHRASES = tuple(
    _Phrase(re.compile(rf"\b(?:{pattern})", re.IGNORECASE), names, comparison) for pattern, names, comparison in _SAID
)
_NEGATED = re.compile(
    r"(?:\b(?:not|never|no|non|without|neither|nor|cannot|fail(?:s|ed|ing)?\sto|unable\sto)|n['’]t)(?:\s|-)(?:\w+\s)?\Z",
    re.IGNORECASE,
)
_NEGATED_INSIDE = re.compile(r"\b(?:no|not|never|without)\b", re.IGNORECASE)
_OTHERWISE: Mapping[Comparison, Comparison] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_SIGNED = re.compile(r"\b(?P<sign>negative|positive)\s(?!and\b|or\b)", re.IGNORECASE)
_SIGNS: Mapping[str, Comparison] = {"negative": "<", "positive": ">"}

_HAVING = re.compile(
    r"\b(?:with|ha(?:ve|s|d|ving)|receiv(?:e|es|ed|ing)|got|contain(?:s|ed|ing)?|involv(?:e|es|ed|ing)|caus(?:e|es|ed|ing)"
    r"|report(?:s|ed|ing)?|offer(?:s|ed|ing)?|need(?:s|ed|ing)?|requir(?:e|es|ed|ing)|request(?:s|ed|ing)?"
    r"|ask(?:s|ed|ing)?\sfor|carr(?:y|ies|ied|ying)|incur(?:s|red|ring)?|pa(?:y|ys|id|ying)|declar(?:e|es|ed|ing)"
    r"|fac(?:e|es|ed|ing)|disclos(?:e|es|ed|ing)|suffer(?:s|ed|ing)?|experienc(?:e|es|ed|ing)|commit(?:s|ted|ting)?|at(?=\san?\s))\s(?:(?:an?|any|some|at\sleast\s(?:one|an?))\s)?(?!no\b)",
    re.IGNORECASE,
)
_LACKING = re.compile(
    r"(?:\b(?:without|no|zero|lack(?:s|ed|ing)?|free\sof|not\s(?:have|had|receive|get|contain|involve|cause|report|offer))\b"
    r"(?:\s(?:an?|any))?(?:\ssingle)?"
    r"|(?:\b(?:never|not)|n['’]t)\s(?:once\s)?\w+\s(?:an?|any|a\ssingle|even\s(?:one|an?)))\s",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"\b(?:receiv(?:e|es|ed|ing)|got|given|granted|offer(?:s|ed|ing)?)\s(?:an?|any)\s\Z", re.IGNORECASE)
"""Before a thing in the singular that some are given and others not: "got a discount"."""

_ONE = re.compile(r"(?<!\bwith)\san?\s\Z", re.IGNORECASE)
"""Before a thing in the singular that some have where a column has a zero: "had a toll", "sold at a rebate"."""

_DONE = re.compile(
    r"\b(?:(?:was|were|is|are|been|be|being|got)(?P<not>\s(?:not|never)|n['’]t)?|(?P<never>not|never)\sbeen)\s(?:[a-z]+ly\s)?"
    r"(?=(?!delayed\b)[a-z]+ed\b)",
    re.IGNORECASE,
)
"""Before what is done with some things and not with others, of which a column says how much: "were discounted"."""

_SIZE_AFTER = re.compile(r"[a-z]+ed\s(?:by|with|to)\s(?:\w+\s){0,2}?[$€£]?\d", re.IGNORECASE)

_NOTHING = re.compile(
    r"\b(?:g[eo]ts?|gotten|receiv(?:e|es|ed)|paid|pays?|earn(?:s|ed)?|g[ai]ve|giving|cost|spent|contributed|saved|scored|won"
    r"|raised|caught|(?:home|away|off|up)\swith)\s(?:(?:\w+\s)?nothing(?!\sbut\b)|zero)\b",
    re.IGNORECASE,
)
_FREE = re.compile(r"\b(?:is|was|are|were)\s(?:\w+ly\s)?free\b(?!\s(?:from|to|of\s(?!charge)))", re.IGNORECASE)
_DENYING = re.compile("less", re.IGNORECASE)
_CUES = (*(phrase.pattern for phrase in _PHRASES), _SIGNED, _HAVING, _LACKING, _DENYING, _FREE, _NOTHING, _DONE)
"""What a sentence has that says that there is some, or none; most have nothing of it."""

_SIZES = frozenset("of above below over under between from up at".split())
_REACH, _FARTHEST = 2, 4
_PLACE_OF_A_NUMBER = frozenset({"CD", "JJR", "RBR", "JJS", "RBS"})


def says_gain(text: str) -> Iterator[tuple[bool, int, int]]:
    """Yield the phrases that say of something that it brought a profit (True) or a loss, with where they stand."""
    for phrase, is_gain in zip(_PHRASES[:2], (True, False), strict=True):
        found = phrase.pattern.search(text)
        if found is not None:
            is_negated = _NEGATED.search(text[: found.start()]) or _NEGATED_INSIDE.search(found[0])
            yield is_gain is not bool(is_negated), *found.span()


def sign_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare columns of numbers with zero where a phrase of the claim's sentence says that there is some, or none.

    Flags are left to their own values.
    """
    passage = own_passage(cue)
    if passage is None or not any(map(passage.written.has, _CUES)):
        return
    numbers = {
        column.column_id: column
        for table in cue.tables
        for column in all_columns(table)
        if column.is_numeric and not names_an_identifier(column.name) and not _is_flag(column, cue)
    }
    readings = (
        *_of_phrases(passage, numbers),
        *_of_signs(passage, numbers, cue),
        *_of_counts(passage, numbers, cue),
        *_of_denials(passage, numbers, cue),
        *_of_nothing(passage, numbers, cue),
        *_of_participles(passage, numbers, cue),
    )
    made: dict[Predicate, Seen] = {}
    for predicate, weight in readings:
        seen = cue.seen("sign", WEIGHTS.predicate.sign * weight, predicate.column)
        if weight > 0 and (predicate not in made or made[predicate].score < seen.score):
            made[predicate] = seen
    yield from sorted(made.items(), key=lambda pair: -pair[1].score)


def _is_flag(column: Column, cue: PredicateCue) -> bool:
    values = cue.values.get(column.column_id)
    return values is not None and set(values) <= {"0", "1"}


def _of_phrases(passage: Passage, numbers: Mapping[int, Column]) -> Iterator[tuple[Compare | Equals | Between, float]]:
    text = passage.text
    for phrase in _PHRASES:
        found = phrase.pattern.search(text) if passage.written.has(phrase.pattern) else None
        if found is None:
            continue
        is_negated = _NEGATED.search(text[: found.start()]) or _NEGATED_INSIDE.search(found[0])
        comparison = _OTHERWISE[phrase.comparison] if is_negated else phrase.comparison
        for column in numbers.values():
            words = _words_of_name(column)
            if any(name <= words for name in phrase.names):
                yield Compare(column, comparison, "0"), passage.weight(*found.span())


def _of_signs(
    passage: Passage, numbers: Mapping[int, Column], cue: PredicateCue
) -> Iterator[tuple[Compare | Equals | Between, float]]:
    """Yield comparisons of columns whose names stand behind "negative" or "positive", where that is no name itself."""
    for found in _SIGNED.finditer(passage.text):
        sign = found["sign"].lower()
        if any(sign in split_identifier(column.name) for column in cue.columns):
            continue
        first = max(passage.within(*found.span()), default=len(passage.tokens)) + 1
        for index in range(first, min(first + _REACH, len(passage.tokens))):
            for column, score in columns_named(cue, passage.tokens[index].text, dict(numbers)):
                if score >= WEIGHTS.predicate.least_named:
                    yield Compare(column, _SIGNS[sign], "0"), passage.weights[index]


def _of_counts(
    passage: Passage, numbers: Mapping[int, Column], cue: PredicateCue
) -> Iterator[tuple[Compare | Equals | Between, float]]:
    """Yield comparisons of columns whose names stand behind a word for having, or for lacking, such things.

    Only columns that have a zero tell those who have some from those who have none.
    """
    with_zero = cue.columns_with.get("0", ())
    counts = {n: column for n, column in numbers.items() if n in with_zero or not column.is_integer}
    with_some = {n: column for n, column in counts.items() if n in with_zero}
    for pattern, is_lacking in ((_HAVING, False), (_LACKING, True)):
        for found in pattern.finditer(passage.text):
            if not is_lacking and _NEGATED.search(passage.text[: found.start()]):
                continue
            first = max(passage.within(*found.span()), default=len(passage.tokens)) + 1
            for index in _within_reach(passage, first):
                token = passage.tokens[index]
                # a thing that each has one of, as "a salary", is no count, but where the column has a name for several
                is_given = index == first and _GIVEN.search(found[0]) is not None and _has_no_size(passage, index)
                is_head = all(_is_noun(passage, at) for at in range(first, index))
                is_one = is_head and _ONE.search(found[0]) is not None and _has_no_size(passage, index)
                is_several = is_lacking or token.tag.endswith("S") or _is_named_in_the_plural(token, counts) or is_given
                is_before_noun = (
                    is_lacking and token.tag == "JJ" and _is_noun(passage, index + 1)
                )  # "no English learners"
                if not (token.tag.startswith("NN") or is_before_noun) or not (is_several or is_one):
                    continue
                for column, score in columns_named(cue, token.text, counts if is_several else with_some):
                    is_known = column.is_integer or is_given or is_lacking or is_one
                    if is_known and score >= WEIGHTS.predicate.least_named:
                        predicate = _none_of(column) if is_lacking else Compare(column, ">", "0")
                        yield predicate, passage.weights[index]


def _within_reach(passage: Passage, first: int) -> Iterator[int]:
    """Yield the places from one on where a thing may be named: two words, and one behind adjectives; up to a number."""
    tokens, last = passage.tokens, first + _REACH
    for index in range(first, len(tokens)):
        if index >= last or tokens[index].tag in _PLACE_OF_A_NUMBER or index in passage.own:
            return
        yield index
        if tokens[index].tag == "JJ" and last < first + _FARTHEST:
            last += 1


def _of_participles(
    passage: Passage, numbers: Mapping[int, Column], cue: PredicateCue
) -> Iterator[tuple[Compare | Equals | Between, float]]:
    """Yield comparisons of columns with a zero that are called what was done: "12 parcels were discounted"."""
    with_zero = cue.columns_with.get("0", ())
    amounts = {number: column for number, column in numbers.items() if number in with_zero}
    for found in _DONE.finditer(passage.text) if amounts else ():
        index = max(passage.within(*found.span()), default=len(passage.tokens)) + 1
        has_size = index >= len(passage.tokens) or not _has_no_size(passage, index)
        if has_size or _SIZE_AFTER.match(passage.text, found.end()):
            continue
        forms = set(base_forms(passage.tokens[index].text.lower()))
        for column in amounts.values():
            if not forms.isdisjoint(_words_of_name(column)):
                is_lacking = found["not"] or found["never"]
                yield _none_of(column) if is_lacking else Compare(column, ">", "0"), passage.weights[index]


def _words_of_name(column: Column) -> set[str]:
    """Return the words of a column's name, and those that abbreviations among them stand for."""
    return {word for part in split_identifier(column.name) for word in (part, *long_forms(part))}


def _of_nothing(
    passage: Passage, numbers: Mapping[int, Column], cue: PredicateCue
) -> Iterator[tuple[Compare | Equals | Between, float]]:
    """Yield the restriction to zero of what is free, or where some got nothing, of what the claim is most about."""
    with_zero = cue.columns_with.get("0", ())
    if free := _FREE.search(passage.text):
        at = next(passage.within(*free.span())) - 1
        named = columns_named(cue, passage.tokens[at].text, dict(numbers)) if at >= 0 else ()
        yield from ((_none_of(column), passage.weights[at]) for column, _ in named)
    found = _NOTHING.search(passage.text)
    if found is None:
        return
    zeros = (column for number, column in numbers.items() if number in with_zero or not column.is_integer)
    scores = {column: cue.column_scores.get(column.column_id, 0.0) for column in zeros}
    best = max(scores.values(), default=0.0)
    yield from (
        (_none_of(column), passage.weight(*found.span())) for column, score in scores.items() if score >= best > 0
    )


def _is_noun(passage: Passage, index: int) -> bool:
    return index < len(passage.tokens) and passage.tokens[index].tag.startswith("NN")


def _of_denials(
    passage: Passage, numbers: Mapping[int, Column], cue: PredicateCue
) -> Iterator[tuple[Compare | Equals | Between, float]]:
    """Yield comparisons for words that deny what a column counts: "goalless" matches have no goals."""
    with_zero = cue.columns_with.get("0", ())
    for index, token in enumerate(passage.tokens):
        word = token.text.lower()
        denied = without_denial(word) if word.endswith("less") else None
        forms = frozenset(base_forms(denied)) if denied is not None else frozenset()
        for number, column in numbers.items() if forms else ():
            name = {form for part in split_identifier(column.name) for form in base_forms(part)}
            if number in with_zero and not forms.isdisjoint(name):
                yield _none_of(column), passage.weights[index]


def _none_of(column: Column) -> Equals | Between:
    return Equals(column, "0") if column.is_integer else Between(column, "0", "0")


def _has_no_size(passage: Passage, index: int) -> bool:
    """Tell whether nothing behind a noun says how much of it there is: "a discount of 5 %" tells how much."""
    while _is_noun(passage, index + 1) and passage.tokens[index + 1].text.lower() not in _SIZES:
        index += 1  # "a shipping fee of $5"
    following = passage.tokens[index + 1 : index + 2]
    return all(token.text.lower() not in _SIZES and token.tag != "CD" for token in following)


def _is_named_in_the_plural(token: Token, counts: Mapping[int, Column]) -> bool:
    """Tell whether a column has the plural of a word in its name: "fireplaces" for "with a fireplace"."""
    plural = f"{token.text.lower()}s"
    return any(plural in split_identifier(column.name) for column in counts.values())
