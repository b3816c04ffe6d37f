"""What some words of a claim count for as words of columns' names: initials, and limits of what rows are meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from factcheck.queries.predicates.compare import number_text
from factcheck.retrieval.acronyms import CalledInOtherWords
from factcheck.retrieval.predicate_cue import ClaimWords

_LIMIT_IN_NAMES = 0.3
"""What is left of a limit as a word of a column's name: "below 5" is no word for ``age_5_to_14``."""


def weigh_in_names(
    all_terms: Sequence[dict[str, float]],
    words: Sequence[ClaimWords],
    called: Iterable[Iterable[CalledInOtherWords]],
    of_initials: Mapping[str, list[str]],
) -> None:
    """Add the initials that claims call columns by to the terms that names may have; take limits for less."""
    for terms, of_claim in zip(all_terms, called, strict=False):
        for each in of_claim:
            for term in of_initials.get(each.name, (each.name,)):
                terms[term] = max(terms.get(term, 0.0), each.weight)
    for terms, words_of_claim in zip(all_terms, words, strict=False):
        for limit in _limits(words_of_claim) & terms.keys():
            terms[limit] *= _LIMIT_IN_NAMES


def _limits(words: ClaimWords) -> set[str]:
    """Return the figures of a claim's sentence that are limits of what rows are meant."""
    limits = (number for number in words.conditions if number.comparison not in {"=", "about"})
    ends = (end for number in limits for end in (number.value, number.high) if end is not None)
    return {number_text(end) for end in ends}
