"""The rules by which a number in its sentence is no claim about the data.

Each rule looks at one kind of number and knows only grammar and common words, never a subject.  A number
that no rule names is taken for a claim: a reader can dismiss a false one, but not add a missed one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from factcheck.document import Paragraph
from factcheck.nlp.parser import Sentence, Token
from factcheck.numbers import Number

_FORM_OF_THE_DATA = frozenset(
    "argument attribute axis bin chart column csv dataframe dataset digit dimension feature field file folder "
    "graph histogram hypothesis method model notebook page parameter plot question script sheet spreadsheet step "
    "table variable visualization".split()
)
_SPANS_OF_TIME = frozenset("second minute hour day night week weekend month quarter year season decade century".split())
_CHOOSING = frozenset(
    "top bottom first last next past previous prior coming recent following final leading other remaining same "
    "latter former preceding".split()
)
_DEFINITE = frozenset("the these those this that its their our your my his her".split())
_BEFORE_A_SPAN = frozenset("after within before during every in per since".split())
_GROUP = re.compile(
    r"\b(?:age[sd]?|groups?|brackets?|bins?|bands?|ranges?|category|categories|cohorts?|years?)\b", re.I
)
_SOFTENED = re.compile(
    r"\b(?:just|slightly|a\slittle|a\sbit|well|marginally|only)\s(?:more\sthan|less\sthan|fewer\sthan|over|under|above|below)\s\Z",
    re.I,
)
_BEFORE_A_YEAR = re.compile(r"\b(?:in|since|until|till|during|circa|years?|fy)\s\Z|['’]\Z", re.IGNORECASE)
_BEFORE_AN_EARLY_YEAR = re.compile(r"\b(?:from|to|between|before|after|through|by)\s\Z", re.IGNORECASE)
_BEFORE_A_RESULT = re.compile(
    r"\b(?:total|sum|average|mean|median|number|count|amount|maximum|minimum|high|low|peak|score)\sof\s\Z",
    re.IGNORECASE,
)
_REPEATED = re.compile(r"\s?\((?=\d)")
_CODED = re.compile(r"\b(?:coded(?:\sas)?|codes?|special\svalue):?\s\Z", re.IGNORECASE)
_FLAG = re.compile(r"=\s?\Z")
_AGED = re.compile(r"(?<!average )(?<!mean )(?<!median )\bage[sd]?\s\Z", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just|exactly|merely|precisely)\s\Z", re.IGNORECASE)
_QUANTIFIERS = frozenset("% percent half third thirds quarter quarters majority most many few several some all".split())
_SUBJECT = frozenset({"nsubj", "nsubjpass"})
_YEARS_OLD = re.compile(r"\s(?:years?|months?)[\s-](?:old|of\sage)\b", re.IGNORECASE)
_MODIFIERS = frozenset({"nummod", "amod", "compound", "det"})
_NEAR = 40
_MOST_PEOPLE_COUNT_IN_WORDS = 12


@dataclass(frozen=True, slots=True)
class Tree:
    """The tokens of a sentence, and for each the indices of those it governs."""

    tokens: tuple[Token, ...]
    children: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, sentence: Sentence) -> Tree:
        """Turn the heads of the tokens round, once for all numbers of a sentence."""
        children: list[list[int]] = [[] for _ in sentence.tokens]
        for index, token in enumerate(sentence.tokens):
            if token.head != index:
                children[token.head].append(index)
        return cls(sentence.tokens, tuple(map(tuple, children)))


@dataclass(frozen=True, slots=True)
class Place:
    """A number where it stands: its paragraph, the tree of its sentence, and the tokens it covers."""

    paragraph: Paragraph
    tree: Tree
    number: Number
    covered: tuple[int, ...]

    @property
    def before(self) -> str:
        """The characters in front of the number."""
        return self.paragraph.text[max(0, self.number.start - _NEAR) : self.number.start]

    @property
    def after(self) -> str:
        """The characters behind the number."""
        return self.paragraph.text[self.number.end : self.number.end + _NEAR]

    @property
    def root(self) -> Token:
        """The covered token that governs the others."""
        tokens = self.tree.tokens
        return next((tokens[i] for i in self.covered if tokens[i].head not in self.covered), tokens[self.covered[0]])

    @property
    def head(self) -> Token:
        """The word that governs the number: the noun that is counted, the verb ..."""
        return self.tree.tokens[self.root.head]

    @property
    def previous(self) -> Token | None:
        """The token in front of the number."""
        return self.tree.tokens[self.covered[0] - 1] if self.covered[0] > 0 else None

    @property
    def following(self) -> Token | None:
        """The token behind the number."""
        after = self.covered[-1] + 1
        return self.tree.tokens[after] if after < len(self.tree.tokens) else None

    @property
    def counted_noun(self) -> Token | None:
        """The noun behind the number that the number modifies."""
        is_noun = self.head.tag.startswith("NN") and self.head.start >= self.number.end
        return self.head if is_noun and self.root.dependency in _MODIFIERS else None

    def ancestors(self) -> Iterator[int]:
        """Indices of the tokens that govern the number, from the nearest to the root of the sentence."""
        tokens, index = self.tree.tokens, self.root.head
        for _ in tokens:
            yield index
            if tokens[index].head == index:
                return
            index = tokens[index].head


def why_no_claim(place: Place) -> str | None:
    """The reason why a number is no claim, None if it is taken for one."""
    for rule in _RULES:
        if reason := rule(place):
            return reason
    return None


def _outside_of_sentences(place: Place) -> str | None:
    kind = place.paragraph.kind
    if kind == "table_cell":
        return None if _is_statement(place) else "in a table"
    if kind not in {"title", "headline"}:
        return None
    if not place.paragraph.text[: place.number.start].strip(" (#"):
        return "at the beginning of a headline"
    return None if _is_statement(place) else "in a headline"


def _is_statement(place: Place) -> bool:
    dependencies = {token.dependency for token in place.tree.tokens}
    is_finite = any(token.tag in {"VBZ", "VBD", "VBP", "MD"} for token in place.tree.tokens)
    return is_finite and not dependencies.isdisjoint({"nsubj", "nsubjpass", "expl"})


def _year(place: Place) -> str | None:
    number = place.number
    digits = re.fullmatch(r"\d{4}(?:\s?(?:[-–—]|to|and)\s?\d{4})?", number.text)
    if not digits or number.unit != "plain" or not 1500 <= number.value <= 2100:
        return None
    if _BEFORE_A_YEAR.search(place.before):
        return "a year"
    noun, previous = place.counted_noun, place.previous
    is_definite = previous is not None and previous.text.lower() in _DEFINITE
    is_count = noun is not None and noun.tag == "NNS" and place.following == noun and not is_definite
    if is_count or _BEFORE_A_RESULT.search(place.before) or number.comparison not in {"=", "between"}:
        return None
    return "a year" if number.value >= 1900 or _BEFORE_AN_EARLY_YEAR.search(place.before) else None


def _chosen_part(place: Place) -> str | None:
    previous = place.previous
    if previous is None:
        return None
    word = previous.text.lower()
    if word in _CHOOSING:
        return f"part of “{previous.text} {place.number.text}”"
    is_small_word = place.number.text.isalpha() and place.number.value <= _MOST_PEOPLE_COUNT_IN_WORDS
    if is_small_word and word in _DEFINITE and place.number.unit == "plain":
        return "refers to what was named before"
    return None


def _form_of_the_data(place: Place) -> str | None:
    noun = place.counted_noun
    if noun is not None and noun.lemma.lower() in _FORM_OF_THE_DATA:
        return f"counts {noun.text}, the form of the data"
    return None


def _one(place: Place) -> str | None:
    if place.number.text.lower() != "one" or _ONLY.search(place.before) or _is_existential(place):
        return None
    counts = [token for token in place.tree.tokens if token.tag == "CD" and token.dependency in _SUBJECT]
    if place.root.dependency in _SUBJECT and any(token != place.root for token in counts):
        return None  # "three were late, one was early"
    return "“one” without stress"


def _nothing(place: Place) -> str | None:
    word = place.number.text.lower()
    if word == "zero":
        return "a zero" if place.before.lower().endswith((" a ", " the ")) else None
    if word not in {"no", "none"} or _is_existential(place):
        return None
    is_stated = word == "none" or place.head.dependency in _SUBJECT | {"dobj", "attr"}
    return None if is_stated else "no stated count"


def _is_existential(place: Place) -> bool:
    """Whether the clause says "there is": its verb governs an expletive."""
    for index in place.ancestors():
        if place.tree.tokens[index].tag.startswith("VB"):
            return any(place.tree.tokens[child].dependency == "expl" for child in place.tree.children[index])
    return False


def _span_of_time(place: Place) -> str | None:
    noun, previous = place.counted_noun, place.previous
    if noun is None or noun.lemma.lower() not in _SPANS_OF_TIME:
        return None
    if re.match(r"\s\w+\s(?:ago|later|earlier|before|after)\b", place.after):
        return "a span of time"
    if previous is not None and previous.text.lower() in _BEFORE_A_SPAN and place.number.comparison == "=":
        return "a span of time"
    return None


def _bounds_of_a_group(place: Place) -> str | None:
    number = place.number
    if _AGED.search(place.before) or (number.comparison in {">", ">=", "<", "<="} and _YEARS_OLD.match(place.after)):
        return "an age"
    is_range = number.comparison == "between" and re.search(r"[-‐‑–—]", number.text)
    is_open = number.comparison in {">=", "<="} and re.match(r"\+|\sor\s|\sand\s", place.after)
    if number.unit == "plain" and (is_range or is_open):
        noun = place.counted_noun
        if noun is None or noun.tag != "NNS" or _GROUP.search(place.before + place.after):
            return "the bounds of a group"
    return None


def _threshold(place: Place) -> str | None:
    """As in "players who made more than 10 million", or "four teams won more than twenty games"."""
    if place.number.comparison not in {">", ">=", "<", "<=", "between"} or _SOFTENED.search(place.before):
        return None
    for index in place.ancestors():
        token = place.tree.tokens[index]
        if token.dependency == "relcl" or (token.dependency == "acl" and token.tag in {"VBG", "VBN"}):
            return "the threshold of a condition"
        for child in place.tree.children[index]:
            if place.tree.tokens[child].dependency not in _SUBJECT or child in place.covered:
                continue
            if _is_counted(place, child):
                return "the threshold of a condition"
            if place.tree.tokens[child].tag != "PRP":  # a pronoun may stand for what is counted further up
                return None
    return None


def _is_counted(place: Place, noun: int) -> bool:
    """Whether a number or a word like "most" stands with a noun or is it: "four teams", "half of the teams"."""
    return any(
        place.tree.tokens[index].tag == "CD" or place.tree.tokens[index].text.lower() in _QUANTIFIERS
        for index in (noun, *place.tree.children[noun])
        if index not in place.covered
    )


def _code(place: Place) -> str | None:
    text, is_plain = place.number.text, place.number.unit == "plain"
    if is_plain and text.isdigit() and (_CODED.search(place.before) or (len(text) == 1 and _FLAG.search(place.before))):
        return "a code"
    if re.search(r"\b(?:multipl|divid)\w+\s(?:\w+\s)?by\s\Z", place.before):
        return "a step of a calculation"
    return None


def _part_of_a_name(place: Place) -> str | None:
    """As in "Boeing 747", but neither "In Paris 12 shops" nor the end of "London has 12 shops, Paris 9"."""
    number, first = place.number, place.covered[0]
    if number.unit != "plain" or not re.fullmatch(r"[\d.]+", number.text) or not place.before.endswith(" "):
        return None
    name = first
    while name and place.tree.tokens[name - 1].tag in {"NNP", "NNPS"}:
        name -= 1
    noun = place.counted_noun
    if name == first or not place.tree.tokens[first - 1].text[:1].isupper() or (noun and noun.tag == "NNS"):
        return None
    before_name = place.tree.tokens[:name]
    is_listed = bool(before_name) and before_name[-1].text.lower() in {",", ";", "and"}
    if is_listed and any(token.tag == "CD" for token in before_name):
        return None
    return "part of a name"


def _repeated_in_figures(place: Place) -> str | None:
    if place.number.text[0].isalpha() and (opening := _REPEATED.match(place.after)):
        figures = place.after[opening.end() :]
        if re.match(rf"{place.number.value:f}\b", figures.replace(",", "")):
            return "repeated in figures"
    return None


_RULES: tuple[Callable[[Place], str | None], ...] = (
    _outside_of_sentences,
    _year,
    _chosen_part,
    _form_of_the_data,
    _one,
    _nothing,
    _span_of_time,
    _bounds_of_a_group,
    _threshold,
    _code,
    _part_of_a_name,
    _repeated_in_figures,
)
