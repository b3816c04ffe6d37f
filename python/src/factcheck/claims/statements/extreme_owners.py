"""Finds whose extreme a noun phrase is: the subject's, a place's, a name's in brackets or behind a colon."""

from __future__ import annotations

from factcheck.claims.number_context import SUBJECT
from factcheck.claims.statements.margins import margins
from factcheck.claims.statements.statement import Phrase
from factcheck.claims.statements.tree import FINITE, PLACE_PREPOSITIONS, Words

_BARE = frozenset({"conj", "npadvmod", "dep", "ROOT", "appos"})
_PARTS_OF_TIMES = frozenset(
    "spring summer autumn fall winter morning afternoon evening night weekend weekends weekdays".split()
)
"""Parts of a year, a week or a day."""
_AT = ("in", "at", "on", "among", "during")
_STATISTICS = frozenset("average mean median total".split())
_LISTING = frozenset({",", ";", "and", "–", "—"})
_SUPERLATIVES = frozenset({"JJS", "RBS"})
_JOINING = frozenset({"and", "while", "but", ";"})
_OF_PHRASES = ("NN", "JJ", "CD", "VBG", "VBN", "IN", "DT", "POS", "HYPH")
"""Tags of the words of a noun phrase and of what a preposition adds to it."""
_ASIDE = frozenset(", ; . ( ) : – —".split())
_DASHES = frozenset({"–", "—"})
BEING = frozenset("be remain stay".split())
"""Verbs that say what something is."""

_ASIDE_REACH = 8
"""Tokens before an extreme within which its aside begins."""
_GIVING_REASONS = frozenset({("thanks", "to"), ("courtesy", "of")})
_PAIR = 2
_REACH = 4
"""Tokens before a noun among which the article of its phrase stands."""


def reached_at(noun: int, verb: int | None, words: Words) -> tuple[Phrase, ...] | None:
    """Return where something has its own extreme: "sales reached their lowest level in May"; None for others."""
    own = [i for i in words.children(noun, "poss") if words.lower(i) in {"its", "their"}]
    is_reached = words.tokens[noun].dependency == "dobj" or words.lower(words.tokens[noun].head) == "at"
    if not own or verb is None or not is_reached or words.subject(verb) is None:
        return None
    places = [*words.objects(noun, *PLACE_PREPOSITIONS), *words.objects(verb, *PLACE_PREPOSITIONS)]
    return next((names for place in places if place != noun and (names := words.names(place))), ())


def owners_of(noun: int, verb: int | None, words: Words) -> tuple[Phrase, ...]:
    """Return who has an extreme."""
    if verb is None or not any(_is_finite(i, words) for i in range(len(words.tokens))):
        apart = _being_aside(noun, words) or _after_colon(noun, words)
        return apart or _without_verb(cue_of(noun, words), noun, words)
    ways = (
        _there,
        _point_before,
        _point_of_value,
        _aside_with,
        _before_being,
        _elided_at,
        _elided_being,
        _in_brackets,
        _numbered_without_verb,
        without_its_verb,
        _bare,
    )
    beside = [phrase for way in ways if (phrase := way(noun, words))]
    apposed = [
        names
        for each in words.children(noun, "appos")
        if not words.is_excluded(each)
        and not _is_a_follower(each, noun, words)
        and (words.lower(each), words.lower(each + 1)) not in _GIVING_REASONS
        and (names := words.names(each))
        and not _has_its_own(names[-1], words)
        and words.tag(names[0][0] - 1) != "$"
        and not _is_value_in_brackets(names[0][0], words)
    ]
    if beside or apposed:
        return (beside[0],) if beside else apposed[0]
    antecedent = words.tokens[verb].head
    if words.tokens[verb].dependency == "relcl" and words.tag(antecedent).startswith("NNP"):
        return words.names(antecedent)  # "July, which had the most orders, is in the summer"
    if words.tokens[verb].dependency in {"relcl", "acl"} and (main := _main_verb(verb, words)) is not None:
        return _predicate_of(main, noun, words)  # "the day that has the most orders is Friday"
    if words.is_in_subject(noun, verb) or words.subject(verb) == noun:
        return _predicate_of(verb, noun, words)
    subject = words.subject(verb)
    if subject is None and words.tag(verb - 1).startswith("NNP"):
        subject = verb - 1
    targets = [*words.objects(noun, *PLACE_PREPOSITIONS), *words.objects(verb, *PLACE_PREPOSITIONS)]
    is_predicate = noun == verb or words.tokens[noun].dependency in {"acomp", "advmod"}
    is_predicate |= subject is not None and _is_measured_there(noun, subject, verb, words)
    if is_predicate and words.lemma(verb) in BEING:  # "in 2007 income was highest in Kuwait"
        targets.sort(key=lambda place: place < noun)
        targets += [_whose(subject, words)] if subject is not None else []
    elif subject is not None and subject != noun:
        targets.insert(0, _whose(subject, words) if words.lemma(verb) == "be" else subject)
    said_by_much = margins(words)
    targets = sorted((i for i in targets if i not in said_by_much), key=words.is_pronoun)
    named = (_with_listed(names, words) for target in targets if (names := words.names(target)))
    return next(named, ()) or _possessor(subject, words) or _after_colon(noun, words)


def _is_a_follower(apposed: int, noun: int, words: Words) -> bool:
    """Tell whether a name is of those that come next: "the largest port, followed by Kiel with 31, Oban with 12"."""
    return any(words.lower(i) == "followed" and words.lower(i + 1) == "by" for i in range(noun, apposed))


def parted(owners: tuple[Phrase, ...], noun: int, words: Words) -> tuple[tuple[Phrase, ...], Phrase]:
    """Return owners, and what one of them has that is measured: "Kiel's rents are the highest" is about Kiel."""
    if len(owners) != 1 or words.tag(noun) not in {"JJS", "RBS"}:
        return owners, ()
    [owner] = owners
    at = next((n for n, i in enumerate(owner) if words.tokens[i].dependency == "case"), 0)
    is_had = bool(at) and words.tag(owner[0]).startswith("NNP") and words.tag(owner[-1]) in {"NN", "NNS"}
    return ((owner[:at],), owner[at + 1 :]) if is_had and owner[at + 1 :] else (owners, ())


def _possessor(subject: int | None, words: Words) -> tuple[Phrase, ...]:
    """Return who has what a subject with a number is, which names nobody: "Chad's growth of 9 percent"."""
    whose = (
        [i for i in words.children(subject, "poss") if words.tag(i).startswith("NNP")] if subject is not None else []
    )
    return (tuple(i for i in words.name(whose[0]) if words.tokens[i].dependency != "case"),) if whose else ()


def _being_aside(noun: int, words: Words) -> tuple[Phrase, ...]:
    """Return who "the slowest winner since the war was Ann Lee" is about, taken though its verb is for a clause."""
    clauses = [i for i in words.children(noun, "advcl") if words.lemma(i) == "be" and i > noun]
    named = [i for clause in clauses for i in words.children(clause, "attr") if words.tag(i).startswith("NNP")]
    return words.names(named[0]) if named and words.tokens[noun].dependency == "ROOT" else ()


def _there(noun: int, words: Words) -> Phrase:
    """Return where or when there is an extreme: "January was quiet, while there was a peak in February"."""
    verb = words.verb(noun)
    if verb is None or not words.children(verb, "expl"):
        return ()
    places = [*words.objects(noun, *PLACE_PREPOSITIONS), *words.objects(verb, *PLACE_PREPOSITIONS)]
    return next((names[0] for place in places if place > noun and len(names := words.names(place)) == 1), ())


def _with_listed(names: tuple[Phrase, ...], words: Words) -> tuple[Phrase, ...]:
    """Return names with all others of the list that a sentence begins with: "Ann, Ben, Cem had the highest rates".

    The parser tells commas between names from those that set something apart hardly ever.
    """
    listed: list[Phrase] = []
    at = 0
    while words.tag(at).startswith("NNP"):
        first = at
        while words.tag(at).startswith("NNP"):
            at += 1
        listed.append(tuple(range(first, at)))
        while words.lower(at) in {",", "and"}:
            at += 1
    is_subject = len(listed) > _PAIR and words.tag(at) in FINITE
    return tuple(listed) if is_subject and all(name[-1] < at for name in names) else names


def _point_before(noun: int, words: Words) -> Phrase:
    """Return the time right before "…, after 12 in 2014, the best year of all", where the parser sees no apposition."""
    first = cue_of(noun, words) - 1
    point = first - 2
    is_set_off = words.lower(first) == "the" and words.lower(first - 1) == "," and words.lower(point - 1) in _AT
    is_time = point > 0 and words.is_point(point) and words.is_point(noun)
    return (point,) if is_set_off and is_time else ()


def _point_of_value(noun: int, words: Words) -> Phrase:
    """Return when the value right before an extreme was: "in 2009 it was 80 and in 2014, finally, 95, the highest".

    A value between tells that the time is another one's.
    """
    first = cue_of(noun, words) - 1
    value = first - 2
    if words.lower(first) != "the" or words.lower(first - 1) not in _ASIDE or not words.is_value(value):
        return ()
    begin = next((i for i in range(value - 1, -1, -1) if words.is_value(i)), -1)
    points = [i for i in range(begin + 1, value) if words.is_point(i) and words.lower(i - 1) in _AT]
    return (points[-1],) if points else ()


def _aside_with(noun: int, words: Words) -> Phrase:
    """Return the name before an aside that has an extreme: "Oslo, with 42 boats the largest port, grew"."""
    first = cue_of(noun, words) - 1
    if words.lower(first) != "the" or words.lower(noun + 1) not in _ASIDE:
        return ()
    opened = next((i for i in range(first - 1, max(first - _ASIDE_REACH, 0), -1) if words.tokens[i].text == ","), 0)
    if words.lower(opened + 1) not in {"with", "at"} or not words.tag(opened - 1).startswith("NN"):
        return ()
    begin = opened
    while begin > 0 and words.tag(begin - 1).startswith(("NN", "JJ", "HYPH")):
        begin -= 1
    return tuple(range(begin, opened))


def _before_being(noun: int, words: Words) -> Phrase:
    """Return the name of "…, the oak being the most frequent", by the words alone."""
    first = cue_of(noun, words)
    being = next((i for i in range(first - 1, max(first - 3, 0), -1) if words.lower(i) == "being"), None)
    if being is None:
        return ()
    begin = being
    while begin > 0 and words.tag(begin - 1).startswith(("NN", "JJ", "CD", "DT")):
        begin -= 1
    named = tuple(range(begin, being))
    return named if words.lower(begin - 1) in {",", "with", "and", ";", "–", "—"} and words.says(named) else ()


def _elided_at(superlative: int, words: Words) -> Phrase:
    """Return the place of a second superlative that stands alone: "rents are highest in Rome, the lowest in Oslo"."""
    at = superlative + 1
    first = at + 1 + (words.lower(at + 1) == "the")
    is_time = words.lower(first) in _PARTS_OF_TIMES
    is_named = is_time or words.tag(at + 1).startswith("NNP")
    is_bare = words.tag(superlative) in _SUPERLATIVES and words.lower(at) in _AT and is_named
    is_second = any(words.tag(i) in _SUPERLATIVES for i in range(superlative))
    is_aside = words.tokens[superlative - 1].text in _DASHES  # "sales are stable — highest in May"
    if not is_bare or not (is_second or is_aside):
        return ()
    if is_time:
        return tuple(range(at + 1, first + 1))
    end = at + 1
    while words.tag(end).startswith("NNP"):
        end += 1
    return tuple(range(at + 1, end))


def _elided_being(noun: int, words: Words) -> Phrase:
    """Return the name behind a second superlative: "the largest port is Kiel with 31 cranes, the smallest Rostock"."""
    first = noun
    while first > 0 and words.tag(first - 1).startswith("NNP"):
        first -= 1
    is_named = first > 1 and words.tokens[first].text[:1].isupper() and words.tag(first - 1) == "JJS"
    is_apart = is_named and words.lower(first - 2) == "the" and words.lower(first - 3) in _LISTING | {"while", "but"}
    is_second = any(words.tag(i) in _SUPERLATIVES for i in range(first - 1))
    return tuple(range(first, noun + 1)) if is_apart and is_second else ()


def _is_measured_there(noun: int, subject: int, verb: int, words: Words) -> bool:
    """Recognise "turnout was the lowest in 2014": a common noun is measured, and the place has the extreme."""
    is_alone = words.tag(noun) == "JJS" and words.tokens[noun].dependency == "attr"
    described = words.children(subject, "amod", "compound", "nummod", "poss", "acl", "relcl")
    is_common = words.tag(subject) in {"NN", "NNS"} or subject == 0  # a first word may be taken for a name
    is_amount = is_common and all(words.lower(i) in _STATISTICS for i in described)
    places = [*words.objects(noun, *_AT), *words.objects(verb, *_AT)]
    return is_alone and is_amount and bool(places)


def _is_finite(index: int, words: Words) -> bool:
    """Recognise a finite verb, also where it is taken for a participle: "staff put in the most hours"."""
    is_said = words.tag(index) == "VBN" and words.tokens[index].dependency == "ROOT" and words.children(index, "nsubj")
    return words.tag(index) in FINITE or bool(is_said)


def _whose(subject: int, words: Words) -> int:
    """Return the pronoun that a subject belongs to, else itself: "its rents are the lowest" is about what was named."""
    return next((i for i in words.children(subject, "poss") if words.is_pronoun(i)), subject)


def cue_of(noun: int, words: Words) -> int:
    """Return where a noun phrase begins, its article left out."""
    return min((i for i in words.subtree(noun) if words.tag(i) != "DT" and i <= noun), default=noun)


def _without_verb(first: int, noun: int, words: Words) -> tuple[Phrase, ...]:
    """Return who has an extreme in a heading: "Highest rents in Leeds", "Leeds as the dearest city"."""
    before = next((i for i in range(first - 1, max(first - 3, -1), -1) if words.lower(i) == "as"), None)
    if before is not None and (names := words.names(words.tokens[before].head)):
        return names
    targets = words.objects(noun, "in", "at", "on", "among") if first == 0 else []
    return next((names for target in targets if (names := words.names(target))), ())


def _has_its_own(name: Phrase, words: Words) -> bool:
    """Tell whether a name has an extreme in it or right behind it: "Friday is the busiest day, Sunday the quietest"."""
    behind = name[-1] + 1
    is_behind = words.lower(behind) == "the" and words.tag(behind + 1) in _SUPERLATIVES
    return is_behind or any(words.tag(i) in _SUPERLATIVES for i in name)


def _bare(noun: int, words: Words) -> Phrase:
    """Return a name before a noun phrase without a verb between them: "Sunday the weakest"."""
    article = next((i for i in range(noun - 1, max(noun - _REACH, -1), -1) if words.tag(i) == "DT"), None)
    before = (article if article is not None else min(words.subtree(noun), default=noun)) - 1
    if before < 0:
        return ()
    is_verb = bool(words.children(before, *SUBJECT))
    # "..., trams the quietest", but not "Ann, at 22, remains the youngest"
    is_taken_for_verb = words.tag(before) == "VBZ" and words.lower(before - 1) == "," and not is_verb
    is_named = words.tag(before) in {"NNS", "NNP", "NNPS"} or words.is_point(before) or is_taken_for_verb
    first = before
    while first > 0 and words.tag(first - 1).startswith("NNP"):
        first -= 1
    is_listed = first > 0 and words.lower(first - 1) in _LISTING and _leaves_verb_out(first, before, words)
    if is_named and is_listed:
        return tuple(range(first, before + 1))
    is_bare = words.tag(before).startswith("NNP") and words.tokens[before].dependency in _BARE
    return words.name(before) if is_bare else ()


def _numbered_without_verb(noun: int, words: Words) -> Phrase:
    """Return what a number names in a clause without a verb: "… and plot 10 the quietest", "that of 1999 the smallest".

    The words alone tell, for the parser takes the noun for many things.
    """
    article = next((i for i in range(noun - 1, max(noun - _REACH, 0), -1) if words.lower(i) == "the"), 0)
    number = article - 1
    is_second = any(words.tag(i) in _SUPERLATIVES for i in range(article))
    if not is_second or words.tag(article + 1) not in _SUPERLATIVES or words.tag(number) not in {"CD", "NNP"}:
        return ()
    is_of_that = words.lower(number - 1) == "of" and words.lower(number - 2) in {"that", "those"}
    first = number - 2 if is_of_that else number - 1
    if words.lower(first - 1) not in _JOINING | {","} or not any(words.tag(i) in FINITE for i in range(first - 1)):
        return ()
    return (number,) if is_of_that else (first, number) if words.lower(first).isalpha() else ()


def without_its_verb(noun: int, words: Words) -> Phrase:
    """Return the plural of a clause that takes its verb from the one before: "men earn the most, and boys the least".

    What a preposition adds to it is left out.  The words alone tell, for the parser takes the plural for many things.
    """
    article = next((i for i in range(noun - 1, max(noun - _REACH, 0), -1) if words.lower(i) == "the"), 0)
    if words.tag(article + 1) not in _SUPERLATIVES:
        return ()
    first = article
    while first > 0 and words.tag(first - 1).startswith(_OF_PHRASES) and words.lower(first - 1) not in _JOINING:
        first -= 1
    is_joined = first > 1 and words.lower(first - 1) in _JOINING
    before = range(first - 1)
    if not is_joined or not any(words.tag(i) in _SUPERLATIVES for i in before):
        return ()
    if not any(words.tag(i) in FINITE for i in before):
        return ()
    named = tuple(range(first, next((i for i in range(first, article) if words.tag(i) == "IN"), article)))
    is_plural = bool(named) and words.tag(named[-1]) == "NNS"
    return named if is_plural and words.says(named) else ()


def _leaves_verb_out(first: int, last: int, words: Words) -> bool:
    """Tell whether a name begins a clause that takes its verb from the one before: "Oslo is first, Rome the second"."""
    is_after_verb = any(words.tag(i) in FINITE for i in range(first))
    return is_after_verb and words.lower(last + 1) == "the"


def _in_brackets(noun: int, words: Words) -> Phrase:
    """Return a name in brackets behind a noun: "the quietest day (Tuesday)"."""
    if words.lower(noun + 1) != "(":
        return ()
    phrase: list[int] = []
    for index in range(noun + 2, len(words.tokens)):
        if words.lower(index) == ")":
            is_amount = bool(phrase) and words.tag(phrase[0]) in {"$", "CD"}  # "the top earner ($1.0M)"
            return tuple(phrase) if not is_amount and any(words.tag(i).startswith("NNP") for i in phrase) else ()
        phrase.append(index)
    return ()


def _is_value_in_brackets(first: int, words: Words) -> bool:
    """Recognise the value of "Oslo has the highest delay (19.9 min)", which is nobody's name."""
    return words.lower(first - 1) == "(" and words.tag(first) == "CD"


def _main_verb(verb: int, words: Words) -> int | None:
    """Return the verb whose subject a relative clause describes."""
    main = words.verb(words.tokens[verb].head)
    return main if main is not None and words.lemma(main) == "be" and words.is_in_subject(verb, main) else None


def _predicate_of(verb: int, noun: int, words: Words) -> tuple[Phrase, ...]:
    """Return what is said of a subject that is an extreme: "the busiest day was Friday", "the most came from Rome".

    Where it is said how much it has, when or where it has that is no name of it: "the richest town had 90 in 2007";
    nor is it where it is said how much it is, and the place comes before: "in Oslo the highest price was 90".
    """
    objects = words.children(verb, "dobj")
    is_amount = any(words.tag(i) == "CD" for each in objects for i in words.subtree(each))
    is_value = any(words.tag(i) == "CD" for each in words.children(verb, "attr") for i in words.subtree(each))
    places = [] if is_amount else [place for place in words.objects(verb) if not is_value or place > noun]
    for target in (*words.children(verb, "attr", "acomp"), *objects, *words.children(verb, "oprd"), *places):
        if target != noun and (owners := words.names(target)):
            return owners
    return _after_colon(noun, words)


def _after_colon(noun: int, words: Words) -> tuple[Phrase, ...]:
    """Return what stands behind a colon, or before it: "Busiest day: Friday", "Friday: the busiest day"."""
    colon = next((i for i, token in enumerate(words.tokens) if token.text in {":", "–", "—", "-"} and i != 0), None)
    if colon is None or any(words.tag(i) in FINITE for i in range(colon)):
        return ()
    side = range(colon + 1, len(words.tokens)) if noun < colon else range(colon)
    phrase = []
    for index in side:
        if words.tokens[index].text in {".", ";", "(", ",", "–", "—", ":"}:
            break
        phrase.append(index)
    return (tuple(phrase),) if phrase and words.says(tuple(phrase)) else ()
