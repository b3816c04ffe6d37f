"""Features of a claim and a passage: what they share, and where they differ in a way that changes what is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.evidence.cues import (
    CONTRASTS,
    FALLING,
    HEDGES,
    NAME,
    NEGATED_VERB,
    NEGATIONS,
    RISING,
)
from factcheck.evidence.differences import Differences, denial_differs, differences
from factcheck.words.passage_words import words_of

Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A claim or a passage as its features see it."""

    terms: tuple[str, ...]
    sequence: tuple[str, ...]
    words: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]
    is_negated: bool
    is_hedged: bool
    has_contrast: bool
    rises: bool
    falls: bool


def read_sentence(text: str, terms: Sequence[str]) -> Sentence:
    """Read a sentence, whose terms are given."""
    all_words = words_of(text)
    words = frozenset(all_words)
    return Sentence(
        terms=tuple(terms),
        sequence=tuple(all_words),
        words=words,
        numbers=frozenset(word for word in words if word[0].isdigit()),
        names=frozenset(name for found in NAME.findall(text) for name in words_of(found)),
        is_negated=bool(words & NEGATIONS) or NEGATED_VERB.search(text) is not None,
        is_hedged=bool(words & HEDGES),
        has_contrast=bool(words & CONTRASTS),
        rises=bool(words & RISING),
        falls=bool(words & FALLING),
    )


@dataclass(frozen=True, slots=True)
class Match:
    """How well a search found a passage: its score, its rank, and the embeddings' similarity where there are any."""

    score: float
    rank: int
    similarity: float = 0.0


def pair_features(claim: Sentence, passage: Sentence, match: Match, rarities: Mapping[str, float]) -> Features:
    """Compute the features of a pair.

    ``rarities`` are those of the claim's terms, between 0 and 1 for the rarest that there are; the score of the match
    is in the same unit, so that sources of different size compare.
    """
    terms, others = set(claim.terms), set(passage.terms)
    shared = terms & others
    whole = sum(rarities.get(term, 1.0) for term in terms)
    covered = sum(rarities.get(term, 1.0) for term in shared) / max(whole, 1e-9)
    pairs = set(zip(claim.terms, claim.terms[1:], strict=False))
    in_order = pairs & set(zip(passage.terms, passage.terms[1:], strict=False))
    return {
        "score": match.score,
        "rank": float(np.log1p(match.rank - 1)),
        "similarity": match.similarity,
        "covered": covered,
        "covers": len(shared) / max(len(others), 1),
        "rarest_shared": max((rarities.get(term, 1.0) for term in shared), default=0.0),
        "terms_shared": float(len(shared)),
        "in_order": len(in_order) / max(len(pairs), 1),
        "numbers_shared": len(claim.numbers & passage.numbers) / max(len(claim.numbers), 1),
        "numbers_missing": float(bool(claim.numbers) and not claim.numbers & passage.numbers),
        "names_shared": len(claim.names & passage.words) / max(len(claim.names), 1),
        "passage_length": float(np.log1p(len(passage.sequence))),
        "passage_negated": float(passage.is_negated),
        "negation_differs": float(passage.is_negated != claim.is_negated),
        "directions_agree": float((claim.rises and passage.rises) or (claim.falls and passage.falls)),
        "directions_cross": float(
            (claim.rises and passage.falls and not passage.rises)
            or (claim.falls and passage.rises and not passage.falls)
        ),
        "passage_hedged": float(passage.is_hedged),
        "contrast": float(passage.has_contrast),
        **_difference_features(claim, passage, rarities),
        **claim_features(claim),
    }


OF_RULES = frozenset(
    {"number_differs", "opposite_word", "denial_differs", "about_another", "covered_else", "covers_else"}
)
"""Features that only rules look at: what few pairs have, no model learns."""

_ENOUGH_IN_COMMON = 0.5
"""Share of the claim's terms below which sentences are not compared word by word: they say something else anyway."""


def _difference_features(claim: Sentence, passage: Sentence, rarities: Mapping[str, float]) -> Features:
    """Compute what the sentences differ in where they share most of their words.

    ``covered_else`` and ``covers_else`` are ``covered`` and ``covers`` without the words that differ, and without
    negations, which are compared by themselves.
    """
    terms, others = set(claim.terms) - NEGATIONS, set(passage.terms) - NEGATIONS
    differ = Differences()
    if len(terms & others) >= _ENOUGH_IN_COMMON * len(terms):
        differ = differences(claim.sequence, passage.sequence, claim.names, passage.names)
    kept = {term for term in terms if term in others or not differ.covers(term)}
    whole = sum(rarities.get(term, 1.0) for term in kept)
    return {
        "number_differs": float(bool(differ.numbers)),
        "opposite_word": float(bool(differ.opposites)),
        "denial_differs": float(
            claim.is_negated and passage.is_negated and denial_differs(claim.sequence, passage.sequence)
        ),
        "about_another": float(bool(differ.others)),
        "covered_else": sum(rarities.get(term, 1.0) for term in terms & others) / max(whole, 1e-9),
        "covers_else": len(terms & others) / max(len(others) - len(terms - kept), 1),
    }


def claim_features(claim: Sentence) -> Features:
    """Compute the features of a claim alone."""
    return {
        "claim_length": float(np.log1p(len(claim.sequence))),
        "claim_negated": float(claim.is_negated),
        "claim_hedged": float(claim.is_hedged),
        "claim_numbers": float(bool(claim.numbers)),
        "claim_names": float(bool(claim.names)),
        "claim_direction": float(claim.rises or claim.falls),
    }
