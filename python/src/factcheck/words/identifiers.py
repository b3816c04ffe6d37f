"""Names of tables and columns, split into the words they are made of (Section 4)."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from factcheck.words.abbreviations import ABBREVIATIONS

_RUN = re.compile(r"[^\W\d_]+|\d+")
_OF_ANYTHING = frozenset("id ids uuid key no nr number code".split())
_OF_TABLES = frozenset("data dataset table tbl sheet file csv export import upload untitled tmp temp".split())
"""Words in names of tables that say nothing of their rows."""
ROW_WORDS = frozenset("row record entry observation".split())
"""Nouns for the rows of any table."""
TIMES_IN_NAMES = frozenset("at on date day time timestamp ts datetime dt utc hour month year".split())
"""Words in names of days and times that do not say of what."""
_LABEL = re.compile(r"[^\W\d_]{1,10}[-_ ]?(\d{1,4})")
_BESIDE_YEAR = re.compile(r"([^\W\d_]{3,})(years?)|(years?|yr)([^\W\d_]{4,})")
_BESIDE_QUANTITY = re.compile(
    r"(?!over|under)([^\W\d_]{3,})(weight|wt|height|length|width|depth|price|speed|temp|distance|duration|salary|income"
    r"|amount|population)"
)
"""Names of quantities at the end of names of columns that are written together: ``bodywt``, ``saleprice``."""
_SHORTEST_PART = 3
_SHORT_PART = 4
_SHORTEST_SHORT = 3
_VOWELS = frozenset("aeiou")
_SHARE_OF_LETTERS, _SHARE_WITH_A_VOWEL = 0.7, 0.6
"""How many letters of a word are left in what shortens it; without vowels, of its consonants."""

_LONGEST_PART = 16
_LEFT_OVER = 0.6
_FUNCTION_WORDS = frozenset("of in to by at on is or and the for per has not with from".split())
_MOST_WORDS = 3
_SHORT_AND_COMMON = 5.0
"""How often a word of three letters has to be met before it counts as a part: most rare ones are parts by chance."""

_IRREGULAR = {
    form: base
    for base, forms in (
        line.split(": ")
        for line in """
analysis: analyses|begin: began begun|break: broke broken|build: built|buy: bought|catch: caught|child: children
choose: chose chosen|crisis: crises|criterion: criteria|draw: drew drawn|drive: drove driven|fall: fell fallen
fight: fought|find: found|fly: flew flown|foot: feet|give: gave given|go: gone went|grow: grew grown|half: halves
hold: held|index: indices|keep: kept|know: knew known|lay: laid|lead: led|leave: left|lend: lent|life: lives
lose: lost|make: made|man: men|meet: met|mouse: mice|pay: paid|person: persons people|ride: rode ridden
run: ran|see: saw seen|sell: sold|send: sent|show: shown|speak: spoke spoken|spend: spent|stand: stood
take: took taken|teach: taught|tell: told|throw: threw thrown|tooth: teeth|wear: wore worn|wife: wives
win: won|woman: women|write: wrote written
""".strip()
        .replace("|", "\n")
        .split("\n")
    )
    for form in forms.split()
}
_FORMS: dict[str, tuple[str, ...]] = {}
for _form, _base in _IRREGULAR.items():
    _FORMS[_base] = (*_FORMS.get(_base, ()), _form)

_IDENTIFIER_WORDS = frozenset("id key code zip zipcode postcode uuid guid fips fp geoid isbn sku".split())
_OF_ROWS = frozenset("respondent participant rownames rowname unnamed rownumber rownum".split())
"""First words of names of columns that number the rows, among them those that programs give to a column without one."""
_NUMBERS = frozenset({"no", "nr"})  # at the end: what begins with them is a number of things
_AMOUNTS = frozenset("total average avg mean max maximum min minimum sum".split())


def split_identifier(name: str) -> list[str]:
    """Split a name into lower-case words at underscores, other signs, digits and changes of case.

    >>> split_identifier("avgTemp_2019")
    ['avg', 'temp', '2019']
    """
    return list(_words_of(name))


@lru_cache(maxsize=2048)
def _words_of(name: str) -> tuple[str, ...]:
    """Split a name once for all claims that are compared with it."""
    words = (word.lower() for run in _RUN.findall(name) for word in _split_at_case(run))
    return tuple(part for word in words for part in _beside_year(word))


def _beside_year(word: str) -> tuple[str, ...]:
    """Split what is written together with "year" or a quantity: ``releaseyear``, ``yrbuilt``, ``bodywt``."""
    beside = _BESIDE_YEAR.fullmatch(word) or _BESIDE_QUANTITY.fullmatch(word)
    return (word,) if beside is None else tuple(part for part in beside.groups() if part)


@lru_cache(maxsize=2048)
def spelt_out(name: str) -> frozenset[str]:
    """Return the words of a name with those that abbreviations among them stand for: weight of ``body_wt``."""
    words = split_identifier(name)
    return frozenset(words).union(part for word in words for long in long_forms(word)[:1] for part in long.split())


def identifies_anything(name: str) -> bool:
    """Tell whether a name is that of identifiers, and does not say of what: "id"."""
    return name.lower() in _OF_ANYTHING


def names_no_rows(name: str) -> bool:
    """Tell whether the name of a table does not say what its rows are: "data", "sheet1", "t_12"."""
    words = split_identifier(name)
    return all(len(word) == 1 or word.isdigit() or word in _OF_TABLES for word in words)


def number_of_label(value: str) -> int | None:
    """Return the number of a value that is a letter or some with a number behind: 4 for "S04"; None of any other.

    >>> number_of_label("week 12"), number_of_label("ward-3"), number_of_label("A1B")
    (12, 3, None)
    """
    found = _LABEL.fullmatch(value)
    return None if found is None else int(found[1])


@lru_cache(maxsize=2048)
def names_an_identifier(name: str) -> bool:
    """Tell whether a name is that of a column whose values name things, as "order_id", "Guest Number" and "zip" are."""
    words = split_identifier(name)
    if not words:
        return False
    is_number = words[-1] in _NUMBERS or (words[-1] == "number" and len(words) > 1 and words[0] not in _AMOUNTS)
    is_of_rows = words[0] in _OF_ROWS and (len(words) == 1 or words[1].isdecimal())
    return is_number or is_of_rows or not _IDENTIFIER_WORDS.isdisjoint((words[0], words[-1]))


def _split_at_case(run: str) -> list[str]:
    """Split letters before a capital that a small letter precedes or follows: ``HTMLPage`` gives HTML, Page."""
    cuts = [
        at
        for at in range(1, len(run))
        if run[at].isupper() and (run[at - 1].islower() or (at + 1 < len(run) and run[at + 1].islower()))
    ]
    return [run[start:end] for start, end in pairwise([0, *cuts, len(run)])]


def substrings(word: str) -> set[str]:
    """Return all parts of a word that may be dictionary words themselves: 3 to 16 letters, not the whole word."""
    return {
        word[start:end]
        for start in range(len(word))
        for end in range(start + _SHORTEST_PART, min(start + _LONGEST_PART, len(word)) + 1)
        if end - start < len(word)
    }


def split_written_together(word: str, dictionary: Mapping[str, float]) -> list[str]:
    """Split a word that is several words written together, such as "nflsuspensions"; joined they give the word again.

    ``dictionary`` maps the known parts of the word to how frequent they are.  Parts are dictionary words,
    abbreviations, or what is left between them.  Each costs one, more where it is rare or short; what is left costs
    by its length; the cheapest split wins.  A word that holds no known part comes back whole.
    """
    costs = [0.0]  # of the cheapest split up to each place, and where its last part starts
    starts = [0]
    for end in range(1, len(word) + 1):
        cost, begin = min((costs[start] + 1.0 + _LEFT_OVER * (end - start), start) for start in range(end))
        for start in range(max(0, end - _LONGEST_PART), end):
            part = word[start:end]
            known = costs[start] + min(_WRITTEN_SO.get(part, math.inf), _dictionary_cost(part, dictionary))
            if known < cost:
                cost, begin = known, start
        costs.append(cost)
        starts.append(begin)
    parts = []
    end = len(word)
    while end:
        parts.append(word[starts[end] : end])
        end = starts[end]
    return parts[::-1]


def _dictionary_cost(part: str, dictionary: Mapping[str, float]) -> float:
    frequency = dictionary.get(part, 0.0)
    if frequency <= 0 or (len(part) <= _SHORTEST_PART and frequency < _SHORT_AND_COMMON):
        return math.inf
    return 1.0 + (2.0 if len(part) <= _SHORT_PART else 1.0) / (1.0 + math.log(max(frequency, 1.0)))


def _costs_of_short_forms() -> dict[str, float]:
    """Return what abbreviations and function words cost as parts; plurals cost more: "qtysold" is not "qtys old"."""
    costs = {f"{short}s": 1.5 for short in ABBREVIATIONS}
    costs.update((part, 1.0 if len(part) >= _SHORTEST_PART else 1.5) for part in (*ABBREVIATIONS, *_FUNCTION_WORDS))
    return costs


_WRITTEN_SO = _costs_of_short_forms()


def base_forms(word: str) -> list[str]:
    """Return the word and its possible base forms, as the lexicon holds only those."""
    return list(_base_forms(word))


@lru_cache(maxsize=4096)
def _base_forms(word: str) -> tuple[str, ...]:
    """Return the same once for all names, values and sentences that have the word."""
    forms = [word]
    if word in _IRREGULAR:
        forms.append(_IRREGULAR[word])
    if word.endswith("ies") and len(word) > 4:
        forms.append(word[:-3] + "y")
    if word.endswith("es") and len(word) > 4:
        forms.append(word[:-2])
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        forms.append(word[:-1])
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if len(stem) < len(word) and len(stem) >= _SHORTEST_PART:
            forms += [stem, stem + "e"]
            if stem[-1] == stem[-2]:
                forms.append(stem[:-1])
    return tuple(forms)


def is_abbreviation(word: str) -> bool:
    """Tell whether the word, or its singular, is a widespread abbreviation."""
    return any(form in ABBREVIATIONS for form in _singular_forms(word))


def long_forms(word: str) -> tuple[str, ...]:
    """Return what a widespread abbreviation stands for, the likeliest first; of any other word nothing."""
    return next((ABBREVIATIONS[form] for form in _singular_forms(word) if form in ABBREVIATIONS), ())


def _singular_forms(word: str) -> tuple[str, ...]:
    return (word, word[:-1]) if len(word) > 2 and word.endswith("s") else (word,)


def is_function_word(word: str) -> bool:
    """Tell whether the word only joins others, as "of" does."""
    return word in _FUNCTION_WORDS


def irregular_base(word: str) -> str | None:
    """Return the base form of an irregular one, as "child" of "children", which no stemmer finds."""
    return _IRREGULAR.get(word)


def irregular_forms(word: str) -> tuple[str, ...]:
    """Return the irregular forms of a base form, as "paid" of "pay", under which data may have it."""
    return _FORMS.get(word, ())


def is_known(word: str, dictionary: Container[str]) -> bool:
    """Tell whether the dictionary, which holds base forms, has the word in any form."""
    return any(form in dictionary for form in base_forms(word))


def is_short_for(short: str, word: str) -> bool:
    """Tell whether a word is written shorter, by its beginning or without its middle: prof, wday, asst.

    What has several vowels may be another word: "date" is none for "delegate".
    """
    if not _SHORTEST_SHORT <= len(short) <= len(word) - 2 or short[0] != word[0]:
        return False
    if len(short) > _SHORTEST_SHORT and word.startswith(short):
        return True
    is_split = any(word.startswith(short[:at]) and word.endswith(short[at:]) for at in range(1, len(short)))
    return is_split and sum(letter in "aeiou" for letter in short) <= 1


def is_skeleton_of(short: str, word: str) -> bool:
    """Tell whether a part without vowels has some of a word's consonants in their order: trq, mfr, trsmn."""
    if not _SHORTEST_SHORT <= len(short) < len(word) or short[0] != word[0] or not short.isalpha():
        return False
    if not _VOWELS.isdisjoint(short) or short == word:
        return False
    rest = iter(consonants(word))
    return all(letter in rest for letter in short)


def may_shorten(short: str, word: str) -> bool:
    """Tell whether what is no word of the language may be a word in short: fin of "finance", twnhse, btm, ops.

    It is what the word begins with, with the plural's ending or without, or has most of its letters in their order, the
    first and the last among them: of its consonants where it has no vowel itself.
    """
    if not _SHORTEST_SHORT <= len(short) <= len(word) - 1 or short[0] != word[0]:
        return False
    if len(word) >= len(short) + 2 and word.startswith(short):
        return True
    if short[-1] == word[-1] == "s" and len(word) >= len(short) + 3 and word.startswith(short[:-1]):
        return True
    vowels = sum(letter in _VOWELS for letter in short[1:])
    whole = word if vowels else "".join(letter for letter, _ in groupby(consonants(word)))
    rest = iter(whole)
    if short[-1] != whole[-1] or not all(letter in rest for letter in short):
        return False
    return len(short) >= (_SHARE_WITH_A_VOWEL if vowels == 1 else _SHARE_OF_LETTERS) * len(whole)


def consonants(word: str) -> str:
    """Return what is left of a word where writers drop its vowels, all but a first one: "cntry" of "country"."""
    return word[:1] + re.sub("[aeiou]", "", word[1:])


def shortened_words(part: str, words: Sequence[tuple[str, float]], most: int = _MOST_WORDS) -> list[str]:
    """Return the words that a part unknown to the dictionary may shorten, the likeliest first, at most ``most``.

    ``words`` are candidates with their frequencies; a word counts when it begins with the part, or is the part
    with its vowels put back.
    """
    fitting = [(word, f) for word, f in words if word != part and (word.startswith(part) or consonants(word) == part)]
    fitting.sort(key=lambda entry: (consonants(entry[0]) != part, -entry[1], entry[0]))
    return [word for word, _ in fitting[:most]]
