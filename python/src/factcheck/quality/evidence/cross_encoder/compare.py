"""The paper's experiments with the cross-encoder: evidence ranked anew by it, and labels from this evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from factcheck.quality.evidence.cross_encoder.found import Found, Words
from factcheck.quality.evidence.cross_encoder.page import Compared
from factcheck.quality.evidence.cross_encoder.training import CrossEncoder, Example, Settings, trained
from factcheck.quality.evidence.fit import LABELS, macro_f1

_WRONG_PAIRS = 10
"""Wrong pairs of a claim in each round."""
_ENSEMBLES = (3, 4, 5)
_LONGEST_LABELLED = 128
"""Words of a claim with its passages at most."""

_LABELLED_AGAIN = 4
"""Rounds of the model of labels for each round of the other: it has one example for each claim."""


def compare(
    training: Sequence[Found], held: Sequence[Found], settings: Settings, tell: Callable[[str], None]
) -> list[Compared]:
    """Train both cross-encoders on some claims, and tell what they come to on others, as the paper's tables do."""
    ranker = trained(lambda draw: _pairs(training, draw), 2, settings, tell)
    ranked = [_ranked(each, ranker) for each in held]
    rows = [Compared(f"BM25, first {count}", _mean_f(held, [each.keys[:count] for each in held])) for count in (3, 4)]
    for depth in (10, 20):
        chosen = [tuple(key for key in order if key in each.keys[:depth])[:4] for each, order in _both(held, ranked)]
        rows.append(Compared(f"ranked anew, first 4 of {depth}", _mean_f(held, chosen)))
    for count in _ENSEMBLES:
        chosen = [_ensemble(each, order, count) for each, order in _both(held, ranked)]
        rows.append(Compared(f"BM25 {count} and 1 ranked anew", _mean_f(held, chosen)))
    rows.append(_labelled(training, held, ranker, settings, tell))
    return rows


def _both(held: Sequence[Found], ranked: Sequence[tuple[str, ...]]) -> list[tuple[Found, tuple[str, ...]]]:
    return list(zip(held, ranked, strict=True))


def _labelled(
    training: Sequence[Found],
    held: Sequence[Found],
    ranker: CrossEncoder,
    settings: Settings,
    tell: Callable[[str], None],
) -> Compared:
    """Train the model of labels on three passages of BM25 and one ranked anew, with which the paper's did best."""
    count = _ENSEMBLES[0]
    evidence = {each.claim.claim_id: _ensemble(each, _ranked(each, ranker), count) for each in [*training, *held]}

    def row(each: Found) -> tuple[Words, ...]:
        return (each.words, *(each.passages[key] for key in evidence[each.claim.claim_id]))

    examples = [Example(row(each), LABELS.index(each.claim.label)) for each in training]
    again = replace(settings, longest=_LONGEST_LABELLED, epochs=_LABELLED_AGAIN * settings.epochs)
    model = trained(lambda _: examples, len(LABELS), again, tell)
    given = [LABELS[index] for index in model.probabilities([row(each) for each in held]).argmax(axis=1)]
    truth = [each.claim.label for each in held]
    right = sum(a == b for a, b in zip(given, truth, strict=True))
    chosen = [evidence[each.claim.claim_id] for each in held]
    name = f"labels by BM25 {count} and 1 ranked anew"
    return Compared(name, _mean_f(held, chosen), right / max(len(held), 1), macro_f1(given, truth))


def _pairs(training: Sequence[Found], draw: np.random.Generator) -> list[Example]:
    """Draw pairs: all evidence, also what BM25 has not found, and some of the other passages that it has found."""
    pairs = []
    for each in training:
        right = sorted(each.claim.evidence & each.passages.keys())
        others = [key for key in each.keys if key not in each.claim.evidence]
        wrong = draw.choice(others, min(_WRONG_PAIRS, len(others)), replace=False).tolist() if others else []
        pairs += [Example((each.words, each.passages[key]), 1) for key in right]
        pairs += [Example((each.words, each.passages[key]), 0) for key in wrong]
    return pairs


def _ranked(each: Found, ranker: CrossEncoder) -> tuple[str, ...]:
    """Return the keys that BM25 has found in the order of the cross-encoder."""
    if not each.keys:
        return ()
    shares = ranker.probabilities([(each.words, each.passages[key]) for key in each.keys])[:, 1]
    return tuple(each.keys[index] for index in np.argsort(-shares, kind="stable"))


def _ensemble(each: Found, order: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the first passages of BM25, and the first one of the new order that is none of them."""
    first = each.keys[:count]
    return (*first, *[key for key in order if key not in first][:1])


def _mean_f(held: Sequence[Found], chosen: Sequence[Sequence[str]]) -> float:
    scores = [
        2 * len(each.claim.evidence & set(keys)) / max(len(each.claim.evidence) + len(keys), 1)
        for each, keys in zip(held, chosen, strict=True)
    ]
    return sum(scores) / max(len(scores), 1)
