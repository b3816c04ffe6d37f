"""Judge a claim by the passages of a source: rank them, say what each says, and what they say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.evidence.features import Features, Match, Sentence, claim_features, pair_features, read_sentence
from factcheck.evidence.search import FoundPassage, SourceSearch
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit
from factcheck.weights.evidence import EvidenceWeights, Floats

CANDIDATES = 50
"""Passages that are ranked anew."""

JUDGED_BY = 5
"""Passages that a claim is judged by."""


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage in its new rank: how likely it is evidence, and how likely it supports, refutes, or decides nothing."""

    found: FoundPassage
    rank: int
    p_evidence: float
    stances: Mapping[str, float]
    features: Features

    @property
    def stance(self) -> str:
        """What the passage most likely says of the claim."""
        return max(self.stances, key=lambda stance: self.stances[stance])


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """What a source says of a claim: the label, the probabilities of all labels, and the passages, best first.

    ``is_thin`` tells that none of the first passages is about the claim: the label is not enough information then,
    whatever the probabilities are.
    """

    label: str
    probabilities: Mapping[str, float]
    passages: tuple[RankedPassage, ...]
    is_thin: bool


@dataclass(frozen=True, slots=True)
class Candidates:
    """The passages found for a claim with the features of each."""

    claim: Sentence
    found: tuple[FoundPassage, ...]
    features: tuple[Features, ...]


def find_candidates(
    search: SourceSearch, claim: str, count: int = CANDIDATES, limit: TimeLimit = NO_LIMIT
) -> Candidates:
    """Find the passages that are ranked anew, and compute their features: of the first ones, once time is up."""
    found = search.best(claim, JUDGED_BY if limit.is_over else count)
    read = read_sentence(claim, search.terms(claim))
    rarities = search.rarities(read.terms)
    features = []
    terms = search.terms_of_all([each.text for each in found])
    for each, of_passage in zip(found, terms, strict=True):
        passage = read_sentence(each.text, of_passage)
        match = Match(each.bm25 / search.highest_rarity, each.rank, each.similarity)
        features.append(pair_features(read, passage, match, rarities))
    return Candidates(read, tuple(found), tuple(features))


def judge(candidates: Candidates, weights: EvidenceWeights, count: int) -> JudgedClaim:
    """Rank at most ``count`` passages, two of a disputed claim at least, and judge the claim by the first of them."""
    ranked = ranked_passages(candidates, weights)
    [probabilities] = weights.label.probabilities([label_features(candidates.claim, ranked)])
    by_label = dict(zip(weights.label.outcomes, probabilities.tolist(), strict=True))
    first = [each.features for each in ranked[:JUDGED_BY]]
    if any(map(says_the_same, first)) and any(map(says_the_opposite, first)):
        by_label = _raised(by_label, DISPUTED)
        label = DISPUTED
    else:
        if first and says_the_opposite(first[0]):
            by_label = _swapped(by_label)
        elif first and says_the_same(first[0]):
            by_label = _for_the_claim(by_label)
        elif first and says_it_of_another(first[0]) and not any(map(says_the_same, first)):
            by_label = _undecided(by_label)
        label = _label(by_label, weights.balance, ranked[:JUDGED_BY])
    is_thin = not any(map(is_about, first))
    shown = max(count, _PAIR) if label == DISPUTED else count
    return JudgedClaim(NOT_ENOUGH if is_thin else label, by_label, ranked[:shown], is_thin)


def _label(by_label: Mapping[str, float], balance: Mapping[str, float], passages: Sequence[RankedPassage]) -> str:
    """Choose a label; a dispute takes a passage of each side, and what no passage leans to is not decided."""
    leanings = [each.stances["supported"] - each.stances["refuted"] for each in passages]
    has_for, has_against = max(leanings, default=0.0) > 0, min(leanings, default=0.0) < 0
    possible = {name for name in by_label if name != DISPUTED or (has_for and has_against)}
    if passages and says_the_same(passages[0].features):
        possible.discard("refuted")
    label = max(possible, key=lambda name: (by_label[name] * balance.get(name, 1.0), name))
    is_said = {"supported": has_for, "refuted": has_against}.get(label, True)
    return label if is_said else NOT_ENOUGH


NOT_ENOUGH, DISPUTED = "not_enough_info", "disputed"

_PAIR = 2

_FEW_WORDS, _UNLIKE = 0.3, 0.5
"""Shares of the claim's words, by rarity, and similarity of embeddings, below which a passage is not about it."""


def is_about(features: Features) -> bool:
    """Tell whether a passage is about what a claim is about; passages that are not decide nothing."""
    return features["covered"] >= _FEW_WORDS or features["similarity"] >= _UNLIKE


_SAME_WORDS, _HARDLY_MORE = 0.8, 0.5
"""Shares of the claim's words, by rarity, and of the passage's terms, from which on both are said to say the same."""


def says_the_opposite(features: Features) -> bool:
    """Tell whether a passage says what the claim says, but for a negation, the direction, a number or an opposite word.

    The models know of negations only what they tell on average, over passages about other things, too: of two sentences
    in the same words the one with "not" denies the other.
    """
    if not _has_same_words(features) or features["about_another"]:
        return False
    return bool(features["number_differs"]) != _is_denied(features)


def says_the_same(features: Features) -> bool:
    """Tell whether a passage says what the claim says, in the same words."""
    return (
        _has_same_words(features)
        and not features["about_another"]
        and not features["number_differs"]
        and not _is_denied(features)
    )


def says_it_of_another(features: Features) -> bool:
    """Tell whether a passage says in the same words what the claim says, but of another name or another year."""
    return _has_same_words(features) and bool(features["about_another"])


def _is_denied(features: Features) -> bool:
    """Tell whether one of both sentences denies what the other says; two denials say the same."""
    denials = ("negation_differs", "denial_differs", "opposite_word", "directions_cross")
    return bool(sum(features[name] for name in denials) % 2)


def _has_same_words(features: Features) -> bool:
    return features["covered_else"] >= _SAME_WORDS and features["covers_else"] >= _HARDLY_MORE


def _raised(probabilities: Mapping[str, float], label: str) -> dict[str, float]:
    """Exchange the probability of a label for the highest one."""
    highest = max(probabilities, key=lambda name: probabilities[name])
    return {**probabilities, label: probabilities[highest], highest: probabilities[label]}


def _undecided(probabilities: Mapping[str, float]) -> dict[str, float]:
    """Give the highest probability to not enough information; the rest speaks as much for the claim as against it."""
    raised = _raised(probabilities, NOT_ENOUGH)
    each = (raised["supported"] + raised["refuted"]) / 2
    return {**raised, "supported": each, "refuted": each}


def _for_the_claim(probabilities: Mapping[str, float]) -> dict[str, float]:
    """Give supported the higher of its probability and that of refuted, where a passage says what the claim says."""
    low, high = sorted((probabilities["supported"], probabilities["refuted"]))
    return {**probabilities, "supported": high, "refuted": low}


def _swapped(probabilities: Mapping[str, float]) -> dict[str, float]:
    """Exchange the higher of the probabilities of supported and refuted for the lower where a claim is denied."""
    high, low = sorted((probabilities["supported"], probabilities["refuted"]), reverse=True)
    return {**probabilities, "supported": low, "refuted": high}


def ranked_passages(candidates: Candidates, weights: EvidenceWeights) -> tuple[RankedPassage, ...]:
    """Rank the passages by how likely they are evidence."""
    if not candidates.found:
        return ()
    p_evidence = weights.rank.probabilities(candidates.features)[:, 1]
    stances = weights.stance.probabilities(candidates.features)
    order = np.argsort(-p_evidence, kind="stable").tolist()
    return tuple(
        RankedPassage(
            candidates.found[index],
            rank,
            float(p_evidence[index]),
            _stances(candidates.features[index], weights.stance.outcomes, stances[index]),
            candidates.features[index],
        )
        for rank, index in enumerate(order, 1)
    )


def _stances(features: Features, outcomes: Sequence[str], probabilities: Floats) -> dict[str, float]:
    by_stance = dict(zip(outcomes, probabilities.tolist(), strict=True))
    if says_it_of_another(features):
        return _undecided(by_stance)
    if says_the_same(features):
        return _for_the_claim(by_stance)
    return _swapped(by_stance) if says_the_opposite(features) else by_stance


def label_features(claim: Sentence, passages: Sequence[RankedPassage]) -> Features:
    """Compute the features of a claim and the passages that it is judged by."""
    judged_by = passages[:JUDGED_BY]
    p_evidence: Floats = np.array([each.p_evidence for each in judged_by] or [0.0])
    supports = np.array([each.stances["supported"] for each in judged_by] or [0.0])
    refutes = np.array([each.stances["refuted"] for each in judged_by] or [0.0])
    shares = p_evidence / max(float(p_evidence.sum()), 1e-9)
    means = {f"mean_{name}": _mean(judged_by, name) for name in _AVERAGED}
    return {
        "best_evidence": float(p_evidence[0]),
        "all_evidence": float(p_evidence.sum()),
        "best_support": float(supports.max()),
        "best_refutal": float(refutes.max()),
        "support": float(shares @ supports),
        "refutal": float(shares @ refutes),
        "both_sides": float(min(supports.max(), refutes.max())),
        **means,
        **claim_features(claim),
    }


_AVERAGED = (
    "score",
    "covered",
    "in_order",
    "similarity",
    "numbers_shared",
    "names_shared",
    "passage_negated",
    "negation_differs",
    "directions_agree",
    "directions_cross",
    "passage_hedged",
    "contrast",
)


def _mean(passages: Sequence[RankedPassage], name: str) -> float:
    return float(np.mean([each.features[name] for each in passages[:3]])) if passages else 0.0
