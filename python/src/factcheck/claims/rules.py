"""The rules by which a number in its sentence is no claim about the data.

Each rule looks at one kind of number and knows only grammar and common words, never a subject.  A number
that no rule names is taken for a claim: a reader can dismiss a false one, but not add a missed one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from factcheck.claims.conditions import why_a_condition
from factcheck.claims.number_context import DEFINITE, SUBJECT, Place
from factcheck.claims.years import why_a_year
from factcheck.nlp.parser import Token
from factcheck.numbers.parse import COMPARES
from factcheck.numbers.words import CARDINALS, any_of

_FORM_OF_THE_DATA = frozenset(
    "argument attribute axis bin chart column csv dataframe dataset digit dimension duplicate feature field "
    "file folder graph histogram hypothesis method model notebook outlier page parameter plot question script sheet "
    "spreadsheet step table variable visualization".split()
)
_SPANS_OF_TIME = frozenset("second minute hour day night week weekend month quarter year season decade century".split())
_CHOOSING = frozenset(
    "top bottom first last next past previous prior coming recent following final leading other remaining same "
    "latter former preceding".split()
)
_BEFORE_A_SPAN = frozenset("after within before during every in per since".split())
_REPEATED = re.compile(r"\s?\((?=\d)")
_NAMED_AS_FORM = re.compile(r"\s(?:[a-z]+\s){0,2}(?:variables|columns|datasets|features|attributes)\b", re.IGNORECASE)
_BEFORE_AN_ORDER = frozenset("please then now also first next finally just so and or let".split())
_NOT = re.compile(r"(?:\bnot|n['’]t)\s(?:exactly|precisely)\s\Z|\bnot\s\Z", re.IGNORECASE)
_MORE_THAN_ANOTHER = re.compile(
    r"\s(?:[a-z]+\s(?:[a-z]{2,}er|more|less|fewer)|(?:more|fewer|less)(?:\s[a-z]+){0,3})\sthan\s"
    rf"(?!\d|half\b|an?\s|{any_of(CARDINALS)}\b)",
    re.IGNORECASE,
)
_BEFORE_A_STATISTIC = re.compile(
    r"(?:\b(?:p|r2|r\^2|alpha|α|rmse|auc|f1)|r²)(?:[\s-](?:value|score))?\s?(?:[=<>≤≥≈]|of|was|is|below|under)\s?\Z",
    re.IGNORECASE,
)
_AFTER_A_STATISTIC = re.compile(
    r"[\s-](?:confidence|significance|prediction)\b|\sstandard\s(?:deviations?|errors?)\b", re.IGNORECASE
)
_STEP = re.compile(r"\b(?:multipl|divid)\w+\s(?:\w+\s)?by\s\Z", re.IGNORECASE)
_CALCULATING = frozenset("add subtract multiply divide".split())
_CODES_EXPLAINED = re.compile(r"\b\d\s(?:stands?\sfor|means?|denotes?|represents?|indicates?|is\sfor)\b", re.IGNORECASE)
_CODED = re.compile(r"\b(?:coded(?:\sas)?|codes?|special\svalue):?\s\Z", re.IGNORECASE)
_FLAG = re.compile(r"=\s?\Z")
_ONE = re.compile(r"\bone\b", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just|exactly|merely|precisely)\s\Z", re.IGNORECASE)
_MOST_PEOPLE_COUNT_IN_WORDS = 12
_FEWEST_OF_A_WHOLE = 3


def why_no_claim(place: Place) -> str | None:
    """Return the reason why a number is no claim, None if it is taken for one."""
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


def _chosen_part(place: Place) -> str | None:
    previous = place.previous
    if previous is None:
        return None
    word = previous.text.lower()
    if word in _CHOOSING:
        return f"part of “{previous.text} {place.number.text}”"
    if previous.tag == "WDT" or word in {"which", "whichever", "whatever"}:
        return None if _is_relative(place) else "asked for, not stated"
    if place.number.unit != "plain":
        return None
    if word in DEFINITE and _refers_back(place, word):
        return "refers to what was named before"
    is_lone = place.number.text.isdigit() and place.counted_noun is None
    return "a value, not a result" if word in {"a", "an"} and is_lone and _ends_noun_phrase(place.following) else None


def _is_relative(place: Place) -> bool:
    """Tell whether "which" refers back: "sales, of which 80 were late", "a fair at which 12 shops sold tea"."""
    tokens, which = place.tree.tokens, place.covered[0] - 1
    if tokens[which].dependency != "pobj" or tokens[-1].text == "?":
        return False
    follows_noun = any(tokens[index].dependency == "relcl" for index in place.ancestors())
    return follows_noun or tokens[tokens[which].head].text.lower() == "of"


def _refers_back(place: Place, determiner: str) -> bool:
    """Tell whether a definite number repeats what the reader knows; "the four seasons" may state how many there are."""
    number, noun = place.number, place.counted_noun
    if number.value > _MOST_PEOPLE_COUNT_IN_WORDS:
        return False
    if not number.text.isalpha():
        return determiner == "the" and number.text.isdigit() and noun is None and _ends_noun_phrase(place.following)
    if determiner != "the" or number.value < _FEWEST_OF_A_WHOLE or noun is None or noun != place.following:
        return True
    follows = place.tree.tokens[place.tree.tokens.index(noun) + 1 :][:1]
    is_described = any(token.tag in {"WDT", "WP", "VBG", "VBN"} or token.text.lower() == "that" for token in follows)
    return noun.tag != "NNS" or is_described or (number.value, noun.lemma.lower()) in place.counted_earlier


def _ends_noun_phrase(following: Token | None) -> bool:
    return following is None or not following.tag.startswith(("NN", "JJ", "CD", "HYPH", "RB", "VBG", "VBN", "W"))


def _form_of_the_data(place: Place) -> str | None:
    noun = place.counted_noun
    if noun is None:
        return None
    is_form = noun.lemma.lower() in _FORM_OF_THE_DATA or _NAMED_AS_FORM.match(place.after) is not None
    return f"counts {noun.text}, the form of the data" if is_form else None


def _in_code(place: Place) -> str | None:
    return "part of code" if place.paragraph.is_code(place.number.start, place.number.end) else None


def _instruction(place: Place) -> str | None:
    """Recognise "Compare 5 shops"; not "Note that 5 shops closed", which states something."""
    tokens, children = place.tree.tokens, place.tree.children
    for index in place.ancestors():
        own = [tokens[child] for child in children[index]]
        if any(token.dependency in SUBJECT | {"expl"} or token.tag in {"TO", "MD"} for token in own):
            return None
        if tokens[index].head == index:
            begins = all(token.text.lower() in _BEFORE_AN_ORDER or not token.text.isalpha() for token in tokens[:index])
            return "an instruction" if tokens[index].tag == "VB" and begins else None
    return None


def _denied(place: Place) -> str | None:
    return "denied, not stated" if _NOT.search(place.before) else None


def _difference(place: Place) -> str | None:
    is_plain = place.number.unit == "plain" and place.number.comparison != "between"
    return COMPARES if is_plain and _MORE_THAN_ANOTHER.match(place.after) else None


def _statistic(place: Place) -> str | None:
    """Recognise "p < 0.05" and "95% confidence": they tell how a test was made or how it came out."""
    if _BEFORE_A_STATISTIC.search(place.before) or _AFTER_A_STATISTIC.match(place.after):
        return "a statistic of a test"
    return None


def _one(place: Place) -> str | None:
    if place.number.text.lower() != "one" or _ONLY.search(place.before):
        return None
    is_listed = place.root.dependency == "appos" or _ONE.search(place.sentence_before) is not None
    if _is_existential(place) and not is_listed:
        return None
    counts = [token for token in place.tree.tokens if token.tag == "CD" and token.dependency in SUBJECT]
    if place.root.dependency in SUBJECT and any(token != place.root for token in counts):
        return None  # "three were late, one was early"
    return "“one” without stress"


def _nothing(place: Place) -> str | None:
    word = place.number.text.lower()
    if word == "zero":
        return "a zero" if place.before.lower().endswith((" a ", " the ")) else None
    if word not in {"no", "none"} or _is_existential(place):
        return None
    is_stated = word == "none" or place.head.dependency in SUBJECT | {"dobj", "attr"}
    return None if is_stated else "no stated count"


def _is_existential(place: Place) -> bool:
    """Tell whether the clause says "there is": its verb governs an expletive."""
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


def _code(place: Place) -> str | None:
    text, is_plain = place.number.text, place.number.unit == "plain"
    if is_plain and text.isdigit():
        if _CODED.search(place.before) or (len(text) == 1 and _FLAG.search(place.before)):
            return "a code"
        if len(text) == 1 and re.match(r"\sfor\s", place.after) and _CODES_EXPLAINED.search(place.sentence_before):
            return "a code"
    is_step = _STEP.search(place.before) is not None
    for index in place.ancestors():
        token = place.tree.tokens[index]
        is_step |= token.lemma.lower() in _CALCULATING and place.tree.tokens[token.head].text.lower() == "by"
    return "a step of a calculation" if is_step else None


def _part_of_a_name(place: Place) -> str | None:
    """Recognise "Boeing 747" and "the Big Four", but neither "In Paris 12 shops" nor "London has 12 shops, Paris 9"."""
    number, first = place.number, place.covered[0]
    if number.unit != "plain" or not place.before.endswith(" "):
        return None
    if number.text.isalpha():
        return "part of a name" if _is_capitalised_within(place) else None
    if not re.fullmatch(r"[\d.]+", number.text):
        return None
    name = first
    while name and place.tree.tokens[name - 1].tag in {"NNP", "NNPS", "CD"}:
        name -= 1
    while name < first and place.tree.tokens[name].tag == "CD":
        name += 1
    noun = place.counted_noun
    before = place.tree.tokens[first - 1].text if first else ""
    if name == first or not (before[:1].isupper() or before.isdigit()) or (noun and noun.tag == "NNS"):
        return None
    before_name = place.tree.tokens[:name]
    is_listed = bool(before_name) and before_name[-1].text.lower() in {",", ";", "and"}
    if is_listed and any(token.tag == "CD" for token in before_name):
        return None
    return "part of a name"


def _is_capitalised_within(place: Place) -> bool:
    """Tell whether a number word has a capital letter inside a sentence, as has the word beside it."""
    tokens, first = place.tree.tokens, place.covered[0]
    if not first or not place.number.text[0].isupper() or place.paragraph.kind in {"title", "headline"}:
        return False
    follows = place.covered[-1] + 1
    beside = (tokens[first - 1], *tokens[follows : follows + 1])
    is_after_break = not tokens[first - 1].text[-1].isalnum()
    return not is_after_break and any(token.tag.startswith("NNP") for token in beside)


def _repeated_in_figures(place: Place) -> str | None:
    if place.number.text[0].isalpha() and (opening := _REPEATED.match(place.after)):
        figures = place.after[opening.end() :]
        if re.match(rf"{place.number.value:f}\b", figures.replace(",", "")):
            return "repeated in figures"
    return None


_RULES: tuple[Callable[[Place], str | None], ...] = (
    _in_code,
    _outside_of_sentences,
    why_a_year,
    _chosen_part,
    _form_of_the_data,
    _one,
    _nothing,
    _span_of_time,
    why_a_condition,
    _instruction,
    _denied,
    _difference,
    _statistic,
    _code,
    _part_of_a_name,
    _repeated_in_figures,
)
