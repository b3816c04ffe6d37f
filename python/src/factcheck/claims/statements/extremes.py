"""Recognises who is first, last or at a place: "Kuwait had the highest income", "Friday is the busiest day"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from factcheck.claims.number_context import SUBJECT
from factcheck.claims.statements.extreme_owners import BEING, cue_of, owners_of, parted, reached_at, without_its_verb
from factcheck.claims.statements.labelled import named_behind_label, told_by_label
from factcheck.claims.statements.leads import HIGHS, LOWS, is_reached, leading, leads, peak_at
from factcheck.claims.statements.majorities import is_subject_alone, most_of_noun
from factcheck.claims.statements.margins import margins
from factcheck.claims.statements.numbers_said import number_said
from factcheck.claims.statements.placed import PLACES_NAMED, is_placing, place_held, placed, placed_alike
from factcheck.claims.statements.portions import fronted_whole
from factcheck.claims.statements.records import is_the_record, record_end, without_record
from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.claims.statements.values_behind import value_behind
from factcheck.claims.statements.wanted import HARMS, RESULTS, UNWANTED, end_meant, end_of_noun
from factcheck.numbers.words import CARDINALS, ordinal_value
from factcheck.words.adjectives import positives
from factcheck.words.attributes import is_known_degree

OPINIONS = frozenset(
    "important interesting notable significant relevant useful likely recent obvious striking surprising impressive "
    "difficult simple common-sense appropriate suitable effective efficient powerful sensible beautiful famous "
    "challenging exciting promising critical crucial basic".split()
)
"""What no column measures: "the most important point"."""
_NO_EXTREME = frozenset("good well bad late few-shot early near close last far".split())
"""Superlatives that mostly say how something is thought of, or when: "the best way", "at the latest"."""
_MEASURED_BY = frozenset(
    "sell perform rate score pay earn grow rank sold selling performing rated scoring paid grossing earning "
    "loved liked reviewed regarded".split()
)
"""What makes "best" a measure: "best-selling"."""
_OF_PARTICIPLES = ("ing", "ed", "sold", "paid")
"""Ends of participles: "highest" raises "paid", while "the lowest rate" is a noun."""
FARING = frozenset("do fare perform score".split())
"""Verbs beside which "better" and "best" speak of a score, or a grade."""
_TIMES = frozenset("hour day weekday week month quarter season year decade".split())
"""What is best, or worst, by a number: "the best season"."""

_RAISING = {"highest": True, "lowest": False, "best": True, "worst": False}
"""Superlatives of "paid" and the like, and which end they mean."""
_LASTING = {"long": "lasting", "short": "brief"}
_REACHING_FAR = frozenset("jump leap throw hit travel fly stretch extend reach grow measure".split())
"""Verbs of distance: who jumps longer jumps farther."""
_USUAL = frozenset("norm rule standard".split())
"""What most are is called so: "three rooms are the norm"."""
_FAVOURITES = frozenset("favourite favorite preferred favoured favored".split())
_BEST_SOLD = frozenset({"bestseller"})
_UNMEASURED = "an opinion"
_IDIOM_BEFORE = frozenset("at not next".split())  # "at least", "last but not least", "the next largest" is none
_MOST_DIGITS = 2
_ALTOGETHER = frozenset("total overall combined aggregate".split())
"""Adjectives of a sum that "most" is not a degree of."""
_DEGREES = frozenset("highly well heavily strongly".split())
"""Adverbs that say hardly more than "very"."""
_IN_TITLES = {
    "highest": "high",
    "lowest": "low",
    "largest": "large",
    "smallest": "small",
    "biggest": "big",
    "longest": "long",
    "shortest": "short",
    "oldest": "old",
    "youngest": "young",
    "busiest": "busy",
}
"""Superlatives with their positives: in "Highest Fare: Rome" the parser takes the word for a name."""
_APPOSING = frozenset({",", "(", ":", "–", "—"})
_OF_GROUPS = frozenset("rare large small big high low common frequent scarce old young cheap".split())
"""Adjectives whose superlatives the parser may take for plain ones."""
_COUNTED_ALIKE = frozenset("frequent common popular".split())
_COMMONEST = frozenset("dominant predominant prevailing main principal chief".split())
"""Adjectives that say without a superlative what there is most of: "the dominant fuel"."""
_GREATEST, _SMALLEST = frozenset({"maximum", "max"}), frozenset({"minimum", "min"})
_ENDS = _GREATEST | _SMALLEST
"""What stands for "most" and "fewest" before a plural: "trucks cause the maximum casualties"."""

_NUMBERS = frozenset("number count amount".split())

_MADE_OF = frozenset({"consist", "comprise"})
_SOMEBODYS = frozenset("his hers theirs mine ours yours".split())


def extremes(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says of firsts, lasts and places."""
    for index in range(len(words.tokens)):
        assertion = told_by_label(index, words) or _extreme_at(index, words) or named_behind_label(index, words)
        if assertion is not None and not _tells_contents(index, words):
            yield assertion


def _extreme_at(index: int, words: Words) -> Assertion | None:
    """Return what a token says of firsts, lasts and places in its clause."""
    token = words.tokens[index]
    if token.tag in {"JJS", "RBS"} or _is_taken_for_plain(index, words):
        assertion = _superlative(index, words)
    elif (dimension := _said_without_article(index, words)) is not None:
        assertion = _of_noun(index, index, dimension, is_greatest=True, words=words)
    elif (alike := placed_alike(index, words)) is not None:
        assertion = alike
    elif index == 0 and token.tag == "NNP" and words.lower(index) in _IN_TITLES:
        dimension, noun = _IN_TITLES[words.lower(index)], token.head
        assertion = _of_noun(index, noun, dimension, is_greatest=True, words=words) if noun else None
    elif leads(index, words) and token.tag.startswith("VB") and token.dependency != "amod":
        assertion = leading(index, words)
    elif token.tag.startswith("VB") and is_placing(index, words):
        assertion = placed(index, words)
    elif token.dependency in {"amod", "compound", "nmod"} and _is_first_of(index, words):
        dimension = words.lower(index) if words.lower(index) in _COMMONEST else ""
        assertion = _of_noun(index, words.tokens[index].head, dimension, is_greatest=True, words=words)
    elif words.lower(index) in _ENDS and _is_before_many(index, words):
        most, is_number = words.lower(index) in _GREATEST, words.lemma(token.head) in _NUMBERS
        dimension = ("high" if most else "low") if is_number else "many"
        assertion = _of_noun(index, token.head, dimension, is_greatest=most or is_number, words=words)
    elif words.lower(index) == "top" and words.tag(token.head) == "VBG":  # "the top-selling brand"
        noun, dimension = words.tokens[token.head].head, words.lower(token.head)
        assertion = _of_noun(index, noun, dimension, is_greatest=True, words=words, adjective=token.head)
    elif (end := record_end(index, words)) is not None:
        assertion = _of_noun(index, index, "", is_greatest=end, words=words)
        assertion = None if assertion is None else without_record(assertion, words)
    else:
        assertion = _by_a_noun(index, words)
    return assertion


def _tells_contents(index: int, words: Words) -> bool:
    """Recognise what a table is made of: "the list consists of the top grossing films" ranks no list."""
    verb = words.verb(index)
    return verb is not None and words.lemma(verb) in _MADE_OF


def _said_without_article(index: int, words: Words) -> str | None:
    """Return the adjective of a superlative that the parser takes for one: "AB was rarest"; None for other words."""
    token, lower = words.tokens[index], words.lower(index)
    is_said = token.tag == "JJ" and token.dependency == "acomp" and lower.endswith("est")
    if not is_said or words.lower(index + 1) == "in" or words.children(index, "advmod"):
        return None
    return next((each for each in reversed([*positives(lower)]) if each in _OF_GROUPS), None)


def _is_taken_for_plain(index: int, words: Words) -> bool:
    """Recognise a superlative that the parser takes for another word: "the bloodiest year", "the commonest name"."""
    token, lower = words.tokens[index], words.lower(index)
    is_the = words.lower(index - 1) == "the"
    is_beside = token.dependency in {"amod", "compound"} and is_the
    if is_the and token.dependency == "attr" and token.tag == "NN":  # "sprinters are still the leanest"
        return lower.endswith("est") and is_known_degree(lower)
    if not is_beside or token.tag not in {"JJ", "NN"}:
        return False
    is_known = lower.endswith("est") and any(each in _OF_GROUPS for each in positives(lower))
    return is_known or (token.tag == "JJ" and lower.endswith("iest"))


def _is_before_many(index: int, words: Words) -> bool:
    """Tell whether a word stands with an article before a plural, or before the number, of what there is."""
    noun = words.tokens[index].head
    is_beside = words.tokens[index].dependency in {"amod", "compound", "nmod"} and noun == index + 1
    is_many = words.tag(noun) == "NNS" or words.lemma(noun) in _NUMBERS
    return is_beside and is_many and words.lower(index - 1) == "the"


def _is_first_of(index: int, words: Words) -> bool:
    """Recognise "the leading brand" and "the record year", but no other record: "a record label".

    What is dominant, or the main one, is that of one verb: "gas is the main fuel".
    """
    if words.lower(index) == "record":
        return words.lower(index - 1) == "the" and words.lemma(words.tokens[index].head) in _TIMES
    if words.lower(index) in _COMMONEST:
        noun = words.tokens[index].head
        verb = words.verb(noun)
        is_of_being = verb is not None and words.lemma(verb) == "be"
        return words.lower(index - 1) == "the" and is_of_being and words.tag(noun) in {"NN", "NNS"}
    return words.lower(index) in {"top", "peak", "leading"}


def _by_a_noun(index: int, words: Words) -> Assertion | None:
    """Return what a noun says of firsts: "the peak was in May", "is number one", "holds the record", "favourite"."""
    token = words.tokens[index]
    if (first_of := _number_one_of(index, words)) is not None:
        return _of_noun(index, first_of, "", is_greatest=True, words=words, adjective=index + 1)
    is_norm = _is_the_norm(index, words)
    is_best_sold = words.lemma(index) in _BEST_SOLD and words.lower(index - 1) == "the"
    if is_norm or is_best_sold or is_the_record(index, words):
        dimension = "common" if is_norm else "selling" if is_best_sold else ""
        return _of_noun(index, index, dimension, is_greatest=True, words=words)
    if words.lemma(index) in {"peak", "leader"} and token.tag == "NN":
        assertion = peak_at(index, words)
        is_of_noun = assertion is None and not is_reached(index, words)
        return _of_noun(index, index, "", is_greatest=True, words=words) if is_of_noun else assertion
    if words.lower(index) in _FAVOURITES and not words.children(index, "poss"):
        noun = token.head if token.dependency in {"amod", "compound"} else index
        is_the = words.lower(cue_of(noun, words) - 1) == "the"
        return _of_noun(index, noun, "popular", is_greatest=True, words=words) if is_the else None
    if words.lemma(index) in HIGHS | LOWS and token.tag in {"NN", "JJ"} and token.dependency in {"dobj", "pobj"}:
        return peak_at(index, words)
    is_place = words.lemma(index) in PLACES_NAMED and token.tag == "NN"
    return place_held(index, words) if is_place else None


def _superlative(index: int, words: Words) -> Assertion | None:
    lower, token = words.lower(index), words.tokens[index]
    if words.lower(index - 1) in _IDIOM_BEFORE or _is_one_of_many(index, words):
        return None
    at, is_greatest = index, True
    adjectives = [each for each in positives(lower) if each in _OF_GROUPS] or [*positives(lower)]
    dimension = adjectives[0] if token.tag in {"JJ", "NN"} else words.lemma(index)
    if lower in {"most", "least", "fewest"}:
        is_greatest, dimension = lower == "most", "many"
        if fronted_whole(index, words) is not None or is_subject_alone(index, words):
            return None
        if words.lower(index + 1) == "likely":  # whatever the parser takes it for
            at, dimension = index + 1, "likely"
        elif token.dependency == "advmod" and words.tag(token.head)[:2] in {"JJ", "VB", "RB"}:
            at, dimension = _raised(index, token.head, words)
        elif _is_majority(index, words):
            return None
    elif lower in _RAISING and (raised := _participle(index, words)) is not None:
        at, dimension, is_greatest = raised, words.lower(raised), _RAISING[lower]
    elif lower in {"best", "worst"}:
        is_greatest, dimension = _faring(index, words)
    is_probability = dimension == "likely" and words.lower(at + 1) == "to" and words.tag(at + 2) == "VB"
    if dimension in {*OPINIONS, *_NO_EXTREME, _UNMEASURED} and not is_probability:
        return None
    dimension = lasting({"best": "good", "worst": "bad"}.get(dimension, dimension), index, words)
    head = words.tokens[at].head
    noun = _whole_noun(head, words) if words.tokens[at].dependency in {"amod", "nmod", "compound"} else at
    if words.tokens[at].dependency == "acl" and head == index:  # "was the highest paid"
        noun = index
    if words.tag(noun) == "CD" and words.lower(at + 1) in _APPOSING:  # "had the most, 99 of them"
        noun = at
    if words.tag(noun) == "CD":  # "the largest 99.6"
        return None
    assertion = _of_noun(index, noun, dimension, is_greatest=is_greatest, words=words, adjective=at)
    return _with_doing(assertion, at, words) if assertion is not None and is_probability else assertion


def _whole_noun(noun: int, words: Words) -> int:
    """Return the last noun of a compound of which an adjective belongs to the first: "the lowest goals difference"."""
    token = words.tokens[noun]
    is_first = token.dependency in {"compound", "nmod"} and token.head == noun + 1
    return noun + 1 if is_first and words.tag(noun + 1).startswith("NN") else noun


def _with_doing(assertion: Assertion, likely: int, words: Words) -> Assertion:
    """Return what is said of a probability with what it is that of: "least likely to survive"."""
    doing = words.subtree(likely + 2)
    return replace(assertion, measured=tuple(sorted({*assertion.measured, *doing})))


def lasting(dimension: str, index: int, words: Words) -> str:
    """Return a dimension, or that of time where "long" and "short" say how long something takes or stays."""
    head = words.tokens[index].head
    is_of_verb = words.tokens[index].dependency not in {"amod", "acomp", "attr"} and words.tag(head).startswith("VB")
    if dimension in _LASTING and is_of_verb and words.lemma(head) not in _REACHING_FAR:
        return _LASTING[dimension]
    return dimension


def _number_one_of(index: int, words: Words) -> int | None:
    """Return what is first of its kind in "is number one" and "is the #1 complaint": the noun, or the number itself.

    None for other words, and for "the number one reason is theft".
    """
    if words.lower(index) not in {"number", "#"} or words.lower(index + 1) not in {"one", "1"}:
        return None
    noun = words.tokens[index + 1].head
    noun = words.tokens[index].head if noun == index else noun
    if words.tokens[noun].dependency == "compound":
        noun = words.tokens[noun].head
    verb = words.verb(noun)
    is_said = words.tag(noun) == "NN" and words.tokens[noun].dependency == "attr" and noun > index + 1
    if is_said and verb is not None and words.lemma(verb) == "be":
        return noun
    return None if words.tag(index + 2).startswith("NN") else index


def _is_the_norm(index: int, words: Words) -> bool:
    """Recognise "three rooms are the norm", but no other rule: "the rule of three"."""
    token = words.tokens[index]
    is_said = words.lemma(index) in _USUAL and token.dependency == "attr" and words.lower(index - 1) == "the"
    return is_said and words.lower(index + 1) not in {"of", "for"} and not words.tag(index + 1).startswith("NN")


def _participle(index: int, words: Words) -> int | None:
    """Return what "highest" raises in "highest paid" and "highest-selling"; None where it raises nothing."""
    after = index + 2 if words.lower(index + 1) == "-" else index + 1
    is_formed = words.lower(after) in _MEASURED_BY and words.lower(after).endswith(_OF_PARTICIPLES)
    return after if is_formed and words.tag(after).startswith(("VB", "JJ", "NN")) else None


def _raised(index: int, head: int, words: Words) -> tuple[int, str]:
    """Return what "most" raises, with its base form: the adjective of "most popular", itself in "sold the most"."""
    if words.lower(head) in _ALTOGETHER or _tells_which(head, words):
        return head, "many"  # "the most total crashes"
    token = words.tokens[head]
    is_adverb = token.tag == "RB" and token.dependency == "advmod" and words.tag(token.head)[:2] in {"JJ", "VB"}
    if is_adverb and words.tokens[token.head].dependency in {"amod", "acomp", "attr"}:  # "most frequently ordered"
        adverb = words.lemma(head)
        return token.head, words.lemma(token.head) if adverb in _DEGREES else adverb
    is_verb = token.tag.startswith("VB") and token.dependency not in {"amod", "acomp", "attr"}
    return (index, "many") if is_verb else (head, words.lemma(head))


def _tells_which(participle: int, words: Words) -> bool:
    """Tell whether a participle says of which things somebody has the most: no more than one is the most departing."""
    token = words.tokens[participle]
    noun = words.tokens[token.head]
    is_of_many = token.tag == "VBG" and token.dependency == "amod" and noun.tag == "NNS" and noun.dependency == "dobj"
    return is_of_many and words.lemma(noun.head) == "have"


def _is_majority(index: int, words: Words) -> bool:
    """Tell whether "most" means more than half: "most of them", "most customers"."""
    if words.lower(index - 1) == "the":
        return False
    return words.lower(index + 1) == "of" or most_of_noun(index, words) is not None


def _is_measured(index: int, words: Words) -> bool:
    """Tell whether "best" has a measure: "best-selling"."""
    return not {words.lemma(i) for i in range(index + 1, min(index + 3, len(words.tokens)))}.isdisjoint(_MEASURED_BY)


def _faring(index: int, words: Words) -> tuple[bool, str]:
    """Return which end "best" or "worst" means, and of what: itself of a result, "" where a word beside it tells."""
    token, lower = words.tokens[index], words.lower(index)
    head = words.lemma(token.head)
    if head in (FARING if token.dependency == "advmod" else RESULTS if token.dependency == "amod" else ()):
        return True, lower  # "did best in Rome", "its best result"
    if token.dependency in {"acomp", "attr"} and (end := end_meant(index, words)) is not None:
        return end, ""
    if token.dependency == "amod" and (end := end_of_noun(token.head, words, is_worst=lower == "worst")) is not None:
        return end, ""
    has_harm = lower == "worst" and any(words.lemma(i) in UNWANTED | HARMS for i in range(len(words.tokens)))
    subject = words.subject(token.head) if token.dependency == "attr" else None
    if subject is not None and words.is_point(subject):
        return lower == "best" or has_harm, ""  # "1996 was the worst"
    is_of_times = token.dependency == "amod" and head in _TIMES
    if is_of_times or _is_measured(index, words):
        return lower == "best" or has_harm, ""
    is_alone = token.dependency in {"attr", "acomp", "advmod"}
    is_told = is_alone and value_behind(words.tokens, index + 1)[0]  # "the worst, at 490 calories" is that of calories
    return True, lower if is_told else _UNMEASURED


def _is_one_of_many(index: int, words: Words) -> bool:
    """Recognise "one of the largest", "some of the most common"; how many there are is not said."""
    before = [words.lower(i) for i in range(max(0, index - 4), index)]
    return (
        "of" in before
        and bool({"one", "some", "many", "among"} & set(before))
        and "the" in before
        and (words.tag(index - 1) != "CD")
    )


def _of_noun(
    cue: int, noun: int, dimension: str, *, is_greatest: bool, words: Words, adjective: int | None = None
) -> Assertion | None:
    """Find whose extreme a noun phrase is; ``noun`` is the adjective itself where it modifies none."""
    verb = words.verb(noun)
    if verb is not None and any(words.lower(i) in _SOMEBODYS for i in words.children(verb, *SUBJECT)):
        return None  # "his is still the slowest time" does not say whose
    description = words.description(noun)
    if words.tag(noun) in {"JJS", "RBS"}:  # "highest in May and lowest in June"
        joined = {i for each in words.children(noun, "conj") for i in words.subtree(each)}
        description = tuple(i for i in description if i not in joined)
    reached = reached_at(noun, verb, words)
    owners = owners_of(noun, verb, words) if reached is None else reached
    had: Phrase = ()
    if not owners and verb is not None and dimension in _COUNTED_ALIKE:
        owners, had = number_said(verb, noun, words)
    if not owners:
        return None
    if not had:
        owners, had = parted(owners, noun, words)
    cue_phrase = tuple(sorted({cue, adjective if adjective is not None else cue}))
    taken = {index for owner in owners for index in owner} | set(cue_phrase) | margins(words)
    is_without_verb = owners == (without_its_verb(noun, words),)
    if is_without_verb or owners[0][-1] + 1 == min(cue_phrase) - 1:  # "Friday is the busiest day, Sunday the quietest"
        taken.update(range(min(cue_phrase)))
    measured = [i for i in (*description, *had) if i not in taken and ordinal_value(words.lower(i)) is None]
    if reached is not None and verb is not None and (whose := words.subject(verb)) is not None:
        is_named = words.tag(whose).startswith("NNP")  # "Rome had its wettest month in May" is about Rome alone
        measured += [] if is_named else [i for i in words.description(whose) if i not in taken]
    if verb is not None and not words.tag(noun).startswith("NN"):  # "income was highest in Kuwait"
        if words.lemma(verb) in BEING and (subject := words.subject(verb)) is not None:
            measured += [index for index in words.description(subject) if index not in taken]
        elif words.lemma(verb) not in BEING | {"have", "do"}:
            measured.append(verb)
    if verb is not None and words.lemma(verb) == "take":  # "took the longest to resolve"
        measured += [i for i in words.children(noun, "relcl", "acl", "xcomp") if words.lower(i - 1) == "to"]
    if verb is not None and words.lower(cue) in {"best", "worst"}:  # "the worst line with a delay of 5 minutes"
        behind = [*words.objects(noun, "with"), *words.objects(verb, "with")]
        measured += [i for target in behind for i in words.description(target) if i > cue]
    place, last = _places(noun, cue, owners, words)
    kind = StatementKind.RANK if place > 1 or len(owners) > 1 else StatementKind.SUPERLATIVE
    measured = [i for i in measured if words.tokens[i].dependency != "case"]
    return Assertion(kind, cue_phrase, owners, (), tuple(sorted(set(measured))), dimension, is_greatest, place, last)


def _places(noun: int, cue: int, owners: tuple[Phrase, ...], words: Words) -> tuple[int, int]:
    """Return the places that owners take: the second of "second largest", the first three of "the top three"."""
    beside = {*range(max(cue - 2, 0), cue), cue + 1, *words.children(noun, "amod", "nummod", "advmod")} - {cue}
    beside -= {index for owner in owners for index in owner}  # "plot 10 the quietest"
    within = sorted(index for index in beside if index <= max(noun, cue) and index < len(words.tokens))
    for index in within:
        place = ordinal_value(words.lower(index))
        if place is not None:
            return place, place + len(owners) - 1
    for index in within:
        lower = words.lower(index)
        number = int(lower) if lower.isdecimal() and len(lower) <= _MOST_DIGITS else int(CARDINALS.get(lower, 0))
        if number > 1:
            return 1, max(number, len(owners))
    return 1, len(owners)
