"""What fitted verdicts are worth: a table of both errors by threshold, and how far p_correct can be believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.inference.none_of_these import p_correct
from factcheck.inference.verdict_features import MEANINGS
from factcheck.quality.fitting.verdicts import CORRUPTED, FOREIGN, PUBLISHED, Believed, Observation
from factcheck.quality.judging.metrics import brier_skill, expected_calibration_error
from factcheck.weights.verdicts import VerdictWeights

_BINS = 10
_SUPPORTED = (0.9, 0.93, 0.95, 0.96, 0.965, 0.97, 0.98)
_REFUTED = (0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75)

_HEADINGS = ("right supported", "wrong supported", "right refuted", "wrong refuted", "refuted are wrong", "open")


def verdict_page(
    observations: Sequence[Observation], believed: Sequence[Believed], weights: VerdictWeights, now: tuple[float, float]
) -> str:
    """Write the figures of thresholds and of calibration, out of fold, and the weights; ``now`` are the thresholds."""
    counts = ", ".join(f"{sum(each.text == text for each in observations)} {text}" for text in _TEXTS)
    lines = [f"Numbers: {counts}; all figures out of fold, by data set", ""]
    for name, thresholds in (
        ("supported_threshold", [(each, now[1]) for each in _SUPPORTED]),
        ("refuted_threshold", [(now[0], each) for each in _REFUTED]),
        ("both as they are", [now]),
    ):
        lines += [f"By {name}" if len(thresholds) > 1 else name]
        for pair in thresholds:
            lines += [f"  supported from {pair[0]:g}, refuted up to {pair[1]:g}"]
            lines += [f"    {line}" for line in _figures(observations, believed, *pair)]
    lines += ["", "p_correct at the error rate of the texts", *(f"  {line}" for line in _calibration(believed))]
    lines += ["", "Weights, per unit of a feature"]
    for agrees in (True, False):
        of_reading = weights.of(agrees=agrees)
        lines += [f"  readings that {'agree' if agrees else 'do not agree'}"]
        lines += [f"    {weight:+7.3f}  {name}: {MEANINGS[name]}" for name, weight in of_reading.features.items()]
    return "\n".join(lines) + "\n"


_TEXTS = (PUBLISHED, CORRUPTED, FOREIGN)


def _of(believed: Sequence[Believed], text: str) -> list[Believed]:
    return [each for each in believed if each.observation.text == text]


def _calibration(believed: Sequence[Believed]) -> Iterator[str]:
    pooled: list[tuple[float, bool]] = []
    for text in (PUBLISHED, CORRUPTED):
        known = _of(believed, text)
        if known:
            pairs = _moved(known)
            pooled += pairs
            yield _calibration_line(text, pairs)
    if pooled:
        yield _calibration_line("both", pooled)


def _moved(known: Sequence[Believed]) -> list[tuple[float, bool]]:
    """Return probability and truth of claims, the probabilities moved to the error rate of these."""
    truths = [each.observation.is_correct is True for each in known]
    rate = min(max(1 - sum(truths) / len(truths), 0.01), 0.99)
    weights = (each.weights for each in known)
    moved = [
        p_correct(each.p_meant, rate, agrees=each.observation.agrees, weights=fitted)
        for each, fitted in zip(known, weights, strict=True)
    ]
    return list(zip(moved, truths, strict=True))


def _calibration_line(text: str, pairs: Sequence[tuple[float, bool]]) -> str:
    p, y = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    skill = brier_skill(p, y)
    skilled = "-" if skill is None else f"{skill:.3f}"
    return f"{text}: expected calibration error {expected_calibration_error(p, y, _BINS):.3f}, Brier skill {skilled}"


def _figures(
    observations: Sequence[Observation], believed: Sequence[Believed], supported: float, refuted: float
) -> Iterator[str]:
    for text in _TEXTS:
        verdicts = [_verdict(each, supported, refuted) for each in _of(believed, text)]
        truths = [each.observation.is_correct for each in _of(believed, text)]
        total = sum(each.text == text for each in observations)
        if not total:
            continue
        if text == FOREIGN:
            shares = ", ".join(f"{name} {verdicts.count(name) / total:.3f}" for name in ("supported", "refuted"))
            yield f"{text}: {shares}"
            continue
        right = max(sum(each.text == text and each.is_correct is True for each in observations), 1)
        wrong = max(total - right, 1)
        pairs = list(zip(truths, verdicts, strict=True))
        all_refuted = max(verdicts.count("refuted"), 1)
        values = (
            pairs.count((True, "supported")) / right,
            pairs.count((False, "supported")) / wrong,
            pairs.count((True, "refuted")) / right,
            pairs.count((False, "refuted")) / wrong,
            pairs.count((False, "refuted")) / all_refuted,
            1 - sum(each is not None for each in verdicts) / total,
        )
        yield f"{text}: " + ", ".join(f"{name} {value:.3f}" for name, value in zip(_HEADINGS, values, strict=True))


def _verdict(believed: Believed, supported: float, refuted: float) -> str | None:
    if believed.observation.agrees:
        return "supported" if believed.p_correct >= supported else None
    return "refuted" if believed.observation.decides and believed.p_correct <= refuted else None
