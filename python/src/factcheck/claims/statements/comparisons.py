"""Recognises that one is more than another: "Adelies were heavier than Gentoos", "more men than women"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from factcheck.claims.number_context import SUBJECT
from factcheck.claims.statements.beyond import is_beyond, named_before
from factcheck.claims.statements.compared_nouns import are_both_had, are_things, compared_with, noun_raised
from factcheck.claims.statements.cues import BECOMING
from factcheck.claims.statements.doings import done_by_more, is_contrast
from factcheck.claims.statements.everybody import (
    all_others,
    is_nobody,
    is_of_rest,
    is_of_some,
    of_average,
    of_first,
    of_unequalled,
)
from factcheck.claims.statements.exceeding import exceeding
from factcheck.claims.statements.extremes import FARING, OPINIONS, lasting
from factcheck.claims.statements.pairs import told_apart
from factcheck.claims.statements.plain import SIZES, plain
from factcheck.claims.statements.respects import IN_RESPECT, is_respect, respects, respects_behind
from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import FINITE, PLACE_PREPOSITIONS, Words
from factcheck.claims.statements.wanted import UNWANTED
from factcheck.words.attributes import is_known_degree, positive_of

_QUANTITY = frozenset("more less few fewer many much".split())
_SMALLER = frozenset({"less", "fewer"})
_NEARLY = ("more", "or", "less")
_NO_MEASURE = frozenset("other rather further later early soon former latter well good bad close near far deep".split())
_IDIOMS_BEFORE = frozenset("no the once any".split())
_MULTIPLES = frozenset("half a an twice about just one double".split())
_POSITIVES = {"higher": "high", "lower": "low", "larger": "large", "smaller": "small", "longer": "long"}
_POSITIVES |= {"likelier": "likely", "better": "good", "worse": "bad"}
_POSITIVES |= {"shorter": "short", "faster": "fast", "slower": "slow", "cheaper": "cheap", "older": "old"}
"""Base forms of adverbs that the parser may leave as they are."""
_HAVING = frozenset(
    "have show report record exhibit display use get earn lose gain receive produce consume spend need pay score win "
    "commit suffer attract draw generate bring cause sell burn emit contain make".split()
)
_MEASURED_VERBS = frozenset(
    "earn spend pay score sell cost weigh live last rate wait make fetch give donate charge receive".split()
)
_EITHER_WAY = frozenset(
    "price time rank place fee fare tax wage temperature weather way idea choice deal value".split()
)
"""Nouns that do not tell whether more or less of them is better."""
_BEING = frozenset("be seem remain tend".split())
_WISHING = frozenset("know learn want expect say mean matter tell need ask think see hope care".split())
"""Verbs of which no table has more or less."""
_OFTEN = frozenset("often frequently".split())
_WHEN = frozenset({"in", "on", "at", "during"})
_PLACES = ("in", "for", "among", "on", "at", "during")
_STARTS = (*_PLACES, "from", "to")
_AGAINST = frozenset("versus vs".split())
"""What stands for "than" between names; between numbers it sets values against each other."""


@dataclass(frozen=True, slots=True)
class _Degree:
    """A comparative: its token, the adjective or adverb that it raises, and which side is greater."""

    index: int
    at: int
    dimension: str
    is_greatest: bool
    than: int | None


def comparisons(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says of two, or of one and the others."""
    for index, token in enumerate(words.tokens):
        assertion = None
        if token.tag in {"JJR", "RBR"} or _is_taken_for_noun(index, words):
            degree = _degree(index, words)
            if degree is not None:
                done = None
                if degree.dimension == "many" and degree.than is not None:
                    done = done_by_more(degree.index, degree.than, words, is_greatest=degree.is_greatest)
                is_first = done is not None and not is_contrast(done, words)
                known = (done,) if is_first else (_compared(degree, words), _paired(degree, words), done)
                assertion = next(filter(None, known), None)
        elif token.dependency == "acomp" and token.tag == "JJ":
            assertion = plain(index, words)
        else:
            assertion = exceeding(index, words)
        if assertion is not None and not _holds_for_some(assertion, words):
            yield of_unequalled(assertion, words)


def _is_more_or_less(index: int, words: Words) -> bool:
    """Recognise either word of "more or less", which says that something is nearly so."""
    first = index if words.lower(index) == "more" else index - 2
    return tuple(words.lower(at) for at in range(first, first + 3)) == _NEARLY


def _holds_for_some(assertion: Assertion, words: Words) -> bool:
    """Recognise what is counted, not said of all: "two years had more girls than boys", "in 3 of the shops, more"."""
    first = min(assertion.cue)
    behind = range(first, len(words.tokens))
    if not all(index in behind for owner in assertion.owners for index in owner):
        return False
    counting = (at for at in range(first) if words.tag(at) == "CD" and not words.is_point(at))
    return any(words.tag(words.tokens[at].head) == "NNS" or words.lower(at + 1) == "of" for at in counting)


def _is_taken_for_noun(index: int, words: Words) -> bool:
    """Recognise a comparative that the parser takes for something else: "winters are wetter than summers"."""
    is_said_of = words.tag(index) in {"NN", "JJ"} and words.tokens[index].dependency in {"attr", "acomp"}
    if not is_said_of or not words.lower(index).endswith("er") or words.lower(index) in _NO_MEASURE:
        return False
    is_behind = words.lower(index + 1) in PLACE_PREPOSITIONS  # "it was hotter in July than in June"
    is_bare = is_known_degree(words.lower(index)) and not words.children(index)  # "are dearer", no "is a butcher"
    return words.lower(index + 1) == "than" or is_bare or (is_behind and _than(index, words) is not None)


def _degree(index: int, words: Words) -> _Degree | None:
    """Read a comparative; None for idioms, opinions and bounds of numbers: "no longer", "more than 50"."""
    token, lower, than = words.tokens[index], words.lower(index), _than(index, words)
    is_idiom = words.lower(index - 1) in _IDIOMS_BEFORE and than is None and not _is_had(index, words)
    is_change = than is None and words.lemma(index - 1) in BECOMING  # "runners got faster"
    is_of_it = any(words.lower(i) == "it" for i in words.objects(index, "of"))  # "more of it was sold"
    if is_idiom or is_change or is_of_it or _is_measured(index, words) or _is_more_or_less(index, words):
        return None
    at, dimension = index, _POSITIVES.get(lower, words.lemma(index))
    if token.tag in {"NN", "JJ"} or (dimension == lower and lower.endswith("er") and lower not in _NO_MEASURE):
        dimension = positive_of(lower)  # of some comparatives the parser knows no base form: "dearer"
    if lower in _QUANTITY:
        dimension = "many"
        head = words.tokens[token.head]
        if than is not None and _is_of_same_noun(token.head, than, words):
            return _Degree(index, index, "many", lower not in _SMALLER, than)  # "more male than female members"
        is_raised = head.tag[:2] in {"JJ", "RB"} or (head.tag[:2] == "VB" and head.dependency in {"acomp", "amod"})
        if token.dependency == "advmod" and is_raised:
            at, dimension = token.head, words.lemma(token.head)
    if lower in _QUANTITY and words.lower(index - 1) == "worth":
        dimension = "valuable"  # "are worth more"
    is_probability = dimension == "likely" and bool(words.children(at, "xcomp"))
    if lower in {"better", "worse"} and words.lemma(token.head) == "pay":
        dimension = "pay"  # "pays better"
    is_of_faring = lower in {"better", "worse"} and words.lemma(token.head) in FARING
    is_greatest = lower not in _SMALLER and not (lower == "worse" and dimension == "pay")
    if lower in {"better", "worse"} and not is_of_faring and than is not None and dimension != "pay":
        graded = _graded(index, words)
        if graded is None:
            return None
        dimension, is_greatest = graded
    elif dimension in _NO_MEASURE | OPINIONS and not is_probability and not is_of_faring:
        return None
    is_of_years = than is not None and words.is_point(than + 1) and _is_of_point(index, words)
    is_number = than is not None and (words.tag(than + 1) in {"CD", "$"} or words.lower(than + 1) in _MULTIPLES)
    is_number &= than is None or words.tag(than + 2) != "HYPH"  # "than two-room flats"
    if is_number and not is_of_years and not _is_of_nobody(index, than, words):
        return None
    return _Degree(index, at, lasting(dimension, index, words), is_greatest, than)


def _is_measured(index: int, words: Words) -> bool:
    """Recognise a comparative whose extent is a number: "costs $900 more than", "45 fewer orders than".

    That number is a claim; were the rest a statement beside it, it would hold where the number is wrong.
    """
    raised = words.tokens[index].head if words.tokens[index].dependency == "advmod" else index
    noun = words.tokens[index].head if words.tokens[index].dependency == "amod" else index
    extents = {*words.children(index, "npadvmod"), *words.children(raised, "npadvmod")}
    if words.lower(index - 1) != ",":  # "has 18 rooms, more than the others" says how many there are
        extents.update(words.children(noun, "nummod"))
    if index and words.tag(index - 1).startswith("NN") and words.tokens[index - 1].dependency in {"dobj", "attr"}:
        extents.add(index - 1)  # "costs 900 dollars more"
    return any(words.tag(i) == "CD" for extent in extents if extent < index for i in words.subtree(extent))


def _is_had(index: int, words: Words) -> bool:
    """Recognise the greater of two that one has: "women have the larger share", but no "the later years"."""
    token = words.tokens[index]
    verb = words.verb(index)
    is_object = token.dependency == "amod" and words.tokens[token.head].dependency == "dobj"
    is_known = words.lower(index - 1) == "the" and words.lower(index) not in _QUANTITY
    return is_known and is_object and verb is not None and words.lemma(verb) in _HAVING


def _graded(index: int, words: Words) -> tuple[str, bool] | None:
    """Return in respect of what "better" and "worse" are said, and which side has more; None where nothing tells.

    Of what nobody wishes for the better has less: "delays were worse in May than in June".  What sells better is sold
    more.  Of prices and times readers differ.
    """
    token, is_better = words.tokens[index], words.lower(index) == "better"
    if token.dependency == "advmod":
        verb = words.lemma(token.head)
        return (verb, is_better) if verb == "sell" else None
    noun = token.head if token.dependency == "amod" else None
    if token.dependency == "acomp" and (subject := words.subject(token.head)) is not None:
        noun = subject
    said = {words.lemma(i) for i in words.description(noun)} if noun is not None else set()
    is_named = noun is not None and noun > 0 and words.tag(noun).startswith("NNP")
    if noun is None or is_named or not words.tag(noun).startswith("NN") or said & _EITHER_WAY:
        return None
    return "", is_better is not bool(said & UNWANTED)


def _is_of_point(index: int, words: Words) -> bool:
    """Tell whether a time is the subject of a comparative: "2022 saw fewer visitors than 2021"."""
    verb = words.verb(index)
    subject = words.subject(verb) if verb is not None else None
    return subject is not None and words.is_point(subject)


def _is_of_nobody(index: int, than: int | None, words: Words) -> bool:
    """Recognise "no branch was busier than 204": the number alone is a name."""
    verb = words.verb(index)
    subject = words.subject(verb) if verb is not None else None
    is_name = than is not None and words.tag(than + 1) == "CD" and words.tag(than + 2)[:1] not in {"N", "J", "C"}
    return is_name and subject is not None and is_nobody(words.name(subject), words)


def _is_of_same_noun(adjective: int, than: int, words: Words) -> bool:
    """Tell whether an adjective tells groups of the same things apart: "more adult members than young members"."""
    noun = words.tokens[adjective].head
    if words.tokens[adjective].dependency != "amod" or not words.tag(noun).startswith("NN"):
        return False
    return any(words.lemma(i) == words.lemma(noun) for i in range(than + 1, len(words.tokens)))


def _than(index: int, words: Words) -> int | None:
    """Return the "than" of a comparative, or what stands for it."""
    for at in range(index + 1, len(words.tokens)):
        if words.lower(at) == "than" or (words.lower(at) in _AGAINST and words.tag(at + 1) not in {"CD", "$"}):
            return at
        if words.tag(at) in {"JJR", "RBR"} or words.tokens[at].text in {";", ".", ":"}:
            return None
    return None


def _compared(degree: _Degree, words: Words) -> Assertion | None:
    """Find who is compared with whom, in respect of what."""
    at, than = degree.at, degree.than
    noun = noun_raised(at, than, words)
    if at == degree.index and words.tokens[at].dependency == "advmod" and degree.dimension == "many":
        noun = words.tokens[words.tokens[at].head].head if words.tag(words.tokens[at].head) == "JJ" else None
    verb = words.verb(at)
    if verb is None:
        return None
    is_open = than is None and _is_of_others(at, noun, verb, words)
    called = all_others(than + 1, words) if than is not None else None
    is_rest = than is not None and called is None and is_of_rest(than + 1, words)
    average = of_average(than + 1, words) if than is not None else None
    is_rest |= average is not None  # who is above the average of all is above that of the others
    is_open |= is_rest
    others = compared_with(than, words) if than is not None and called is None and not is_rest else ()
    if than is not None and not others and _is_of_nobody(degree.index, than, words):
        others = ((than + 1,),)
    if than is None and is_beyond(degree.index, at, words):
        others, is_open = named_before(verb, words), False
    apart = _told_apart(verb, than, words) if than is not None else _set_against(verb, words)
    if not (others or is_open or called is not None or apart is not None):
        return None
    owners, measured = _contrasted(degree, noun, verb, words) or _sides(degree, noun, verb, words)
    if apart is not None:
        owners, others = apart
    subject = words.subject(verb)
    if noun is not None and subject is not None and are_both_had(noun, subject, others, words):
        owners, measured = (tuple(i for i in words.name(noun) if i not in {degree.index, at}),), ()
    if not owners and subject is not None and is_nobody(words.name(subject), words):
        owners = (words.name(subject),)
    if not owners:
        return None
    if degree.dimension == "likely":
        ends = len(words.tokens) if than is None else than
        measured += tuple(i for each in words.children(at, "xcomp") for i in words.subtree(each) if i < ends)
    measured += tuple(respects_behind(than, words)) + (() if average is None else (average,))
    taken = {i for phrase in (*owners, *others) for i in phrase} | {degree.index, at}
    cue = tuple(sorted({degree.index, at} | ({than} if than is not None else set())))
    said = tuple(sorted({i for i in measured if i not in taken}))
    is_nowhere = any(words.lower(i) == "nowhere" for i in words.children(verb))
    is_of_each = not said and subject is not None and subject in owners[0] and are_things(subject, words)
    is_of_each = is_of_each and not is_nowhere
    dimension = SIZES.get(degree.dimension, degree.dimension) if is_of_each else degree.dimension
    assertion = Assertion(StatementKind.COMPARISON, cue, owners, others, said, dimension, degree.is_greatest)
    if is_nowhere:
        return of_first(replace(assertion, owners=others), owners[0]) if others else None
    if called is not None and _is_of_places(than, words):
        return _of_place(assertion, verb, than, words)
    return assertion if called is None else of_first(assertion, called[-1:], is_of_some=is_of_some(called, words))


def _is_of_places(than: int | None, words: Words) -> bool:
    """Recognise "than anywhere else"."""
    return than is not None and words.lower(than + 1) in {"anywhere", "everywhere"}


def _of_place(assertion: Assertion, verb: int, than: int | None, words: Words) -> Assertion | None:
    """Read "in Rome rents are higher than anywhere else", "Rome, where rents are higher than anywhere else"."""
    subject = words.subject(verb)
    beside = (*words.objects(verb, *_STARTS), *words.objects(assertion.cue[0], *_STARTS))
    places = [i for i in beside if than is None or i < than]
    head = words.tokens[verb].head
    if words.tokens[verb].dependency == "relcl" and any(words.lower(i) == "where" for i in words.children(verb)):
        places.append(head)
    owners = next((names for place in places if (names := words.names(place))), ())
    if not owners:
        return None
    measured = words.description(subject) if subject is not None else ()
    return of_first(replace(assertion, owners=owners), tuple(i for i in measured if i not in assertion.cue))


def _set_against(verb: int, words: Words) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]] | None:
    """Return both sides of "compared with men, women earned less"."""
    subject = words.subject(verb)
    beside = next((i for i in words.children(verb) if words.lower(i) == "compared"), None)
    targets = words.objects(beside, "with", "to") if beside is not None else []
    if subject is None or not targets:
        return None
    pair = told_apart(targets[0], subject, words)
    if pair is not None:
        return (pair[1],), (pair[0],)
    owners, others = words.names(subject), words.names(targets[0])
    return (owners, others) if owners and others else None


def _told_apart(verb: int, than: int, words: Words) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]] | None:
    """Return both sides where what stands beside nouns tells them apart: "rents in Rome ... than those in Oslo"."""
    subject, behind = words.subject(verb), words.children(than, "pobj", "pcomp", "nsubj", "dep")
    if subject is None or not behind:
        return None
    pair = told_apart(subject, behind[0], words)
    return ((pair[0],), (pair[1],)) if pair is not None else None


def _paired(degree: _Degree, words: Words) -> Assertion | None:
    """Recognise "more boys than girls" by the words alone, where the parser takes it for something else."""
    first, than = degree.index + 1, degree.than
    if degree.dimension != "many" or than is None or not first < than:
        return None
    if words.lower(degree.index - 1) in {"the", "no"} or all_others(than + 1, words) is not None:
        return None
    owner = tuple(range(first, than))
    other = []
    for index in range(than + 1, len(words.tokens)):
        if not words.tag(index).startswith(("NN", "JJ")):
            break
        other.append(index)
    if not other or not all(words.tag(i).startswith(("NN", "JJ")) for i in owner):
        return None
    if words.tag(owner[-1]) not in {"NNS", "NNPS"} or words.tag(other[-1]) not in {"NNS", "NNPS"}:
        return None
    cue = (degree.index, than)
    return Assertion(StatementKind.COMPARISON, cue, (owner,), (tuple(other),), (), "many", degree.is_greatest)


def _is_of_others(at: int, noun: int | None, verb: int, words: Words) -> bool:
    """Tell whether one is said to be more, than others as one has to guess: "is older", "earn less", "has more"."""
    if noun is not None:
        return words.lemma(verb) in _HAVING and words.tokens[noun].dependency == "dobj"
    if words.tokens[at].dependency == "acomp" or (words.tokens[at].dependency == "attr" and not words.children(at)):
        return True
    is_of_times = words.lower(at) in _OFTEN
    is_measured = is_of_times or words.lemma(verb) in _MEASURED_VERBS | FARING or _is_said_of_many(at, verb, words)
    return is_measured and words.tokens[at].dependency in {"advmod", "dobj"}


def _is_said_of_many(at: int, verb: int, words: Words) -> bool:
    """Recognise what a clause says last of several: "women drink less", "guests from Spain stay longer"."""
    subject = words.subject(verb)
    if subject is None or words.lemma(verb) in _WISHING or words.tag(verb) not in FINITE | {"VBN"}:
        return False
    is_last = at + 1 == len(words.tokens) or words.tag(at + 1) in {".", ",", ":", "-LRB-", "IN", "CC", ""}
    are_several = words.tag(subject) in {"NNS", "NNPS"} or bool(words.children(subject, "prep"))
    return is_last and are_several and not words.is_pronoun(subject)


def _contrasted(degree: _Degree, noun: int | None, verb: int, words: Words) -> tuple[tuple[Phrase, ...], Phrase] | None:
    """Return both sides where a preposition comes again behind "than": "more rain in May than in June"."""
    preposition = words.lower(degree.than + 1) if degree.than is not None else ""
    if degree.than is None or preposition not in PLACE_PREPOSITIONS:
        return None
    leading = [i for i in range(degree.than) if words.children(i, "pobj")]
    places = [i for i in leading if words.lower(i) == preposition]
    if not places and preposition in _WHEN:  # "on Sunday ... than during May"
        places = [i for i in leading if words.lower(i) in _WHEN]
    for place in reversed(places):
        if owners := words.names(words.children(place, "pobj")[0]):
            subject = words.subject(verb)
            described = words.description(subject) if subject is not None else ()
            raised = words.description(noun) if noun is not None else ()
            acting = () if words.lemma(verb) in _BEING | {"do"} else (verb,)
            if noun is not None and subject is not None and words.tokens[noun].dependency == "dobj":
                described = ()  # "shops sold more tea in May than in June" is about tea
            owned = {index for owner in owners for index in owner}
            behind = set(range(degree.than, len(words.tokens)))
            measured = {*described, *raised, *acting, *_beside(place, verb, words)} - owned - behind
            return owners, tuple(sorted(index for index in measured if index != place))
    return None


def _beside(place: int, verb: int, words: Words) -> Iterator[int]:
    """Yield what stands beside a place with a verb: "spent more on energy in 2021 than in 2019"."""
    for preposition in words.children(verb, "prep"):
        if preposition != place and words.lower(preposition) in IN_RESPECT:
            for target in words.children(preposition, "pobj"):
                yield from words.description(target)


def _sides(degree: _Degree, noun: int | None, verb: int, words: Words) -> tuple[tuple[Phrase, ...], Phrase]:
    """Return who is compared, and what is measured."""
    subject = words.subject(verb)
    if noun is not None and (
        subject is None
        or words.tokens[noun].dependency in SUBJECT
        or words.lower(subject) == "there"
        or words.children(verb, "expl")
    ):
        name = tuple(i for i in words.name(noun) if i not in {degree.index, degree.at})
        return ((name,) if words.says(name) else ()), ()  # "there were more men than women"
    if subject is None:
        return (), ()
    places = words.objects(degree.at, *_PLACES) or words.objects(verb, *_PLACES)
    places = [place for place in places if degree.index < place and (degree.than is None or place < degree.than)]
    places = [place for place in places if place != noun]  # "were in more crashes than others"
    described = words.description(subject) if words.lower(subject) != "those" else ()
    if places and is_respect(places[0], words):
        return words.names(subject), (*described, *words.description(places[0]))  # "is bigger in area"
    if places and words.lemma(verb) in _BEING and (names := words.names(places[0])):
        return names, described  # "income was higher in Rome than in Oslo"
    acting: Phrase = () if words.lemma(verb) in {"be", "do"} else (verb,)
    acting += tuple(i for i in respects(degree.at, verb, degree.than, words))
    if noun is not None:
        is_amount = words.tag(noun) in {"CD", "$"}  # "members spend more ($60) than guests"
        return words.names(subject), (*(acting if is_amount else ()), *words.description(noun))
    return words.names(subject), (*acting, *described)
