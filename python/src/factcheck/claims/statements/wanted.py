"""Which end "best" and "worst" mean of what a sentence names: the worst delays are the longest, the best rates high."""

from __future__ import annotations

from factcheck.claims.statements.tree import Words

RESULTS = frozenset("result performance score rating grade mark showing average mean".split())
_CHANCES = frozenset("rate share chance chances odds probability likelihood percentage proportion".split())
"""What is best, or worst, where a word beside it says of what: "the best rate of response"."""
_PRICES = frozenset("interest exchange tax room mortgage hourly daily nightly weekly monthly".split())
"""Beside these a rate is a price."""

_GAINS = frozenset(
    "tip salary wage pay earnings income profit revenue turnover taking sale return yield harvest crop catch "
    "attendance turnout".split()
)
"""What is best where there is most of it, whoever wishes for it: "the best wages"."""

UNWANTED = frozenset(
    "delay crime unemployment mortality pollution accident crash loss wait congestion inflation poverty absence death "
    "complaint casualty cost error defect fault failure injury absenteeism theft emission debt overtime churn "
    "spam fraud bug outage violation vandalism arson injuries litter waste "
    "attrition turnover dropout default cancellation relapse mistake absentee deficit shortage".split()
)
"""What is worst where there is most of it."""

HARMS = frozenset(
    "ill sick die kill murder homicide victim fatality epidemic pandemic outbreak infection infect injure wound affect "
    "destroy damage flood".split()
)
"""What a sentence may say of the worst year beside it: "the worst year was 1938, when 800 people fell ill"."""


def end_meant(index: int, words: Words) -> bool | None:
    """Return which end "best" or "worst" means of what a sentence names: "delays were worst in June"; None for others.

    Of what nobody wishes for the worst is the greatest.
    """
    subject = words.subject(words.tokens[index].head)
    said = {words.lemma(i) for i in words.description(subject)} if subject is not None else set()
    is_worst = words.lower(index) == "worst"
    if said & (UNWANTED | HARMS):
        return is_worst
    return not is_worst if said & RESULTS or _is_chance(said) else None


def _is_chance(said: set[str]) -> bool:
    """Recognise the share of those of whom something is true, "the survival rate", but no price, "the room rate"."""
    return bool(said & _CHANCES) and len(said - {"the", "a", "of"}) > 1 and said.isdisjoint(_PRICES)


def end_of_noun(noun: int, words: Words, *, is_worst: bool) -> bool | None:
    """Return which end "the worst delays", or "the worst line with a delay of 5 minutes", means; None for others."""
    verb = words.verb(noun)
    targets = [noun, *words.objects(noun, "with", "for"), *(words.objects(verb, "with") if verb is not None else [])]
    said = {words.lemma(i) for target in targets for i in words.description(target)}
    if said & UNWANTED:
        return is_worst
    if words.lemma(noun) in _GAINS:
        return not is_worst
    is_chance = _is_chance({words.lemma(i) for i in words.description(noun)} - {"best", "worst", "good", "bad"})
    return not is_worst if (said & RESULTS and len(targets) > 1) or is_chance else None
