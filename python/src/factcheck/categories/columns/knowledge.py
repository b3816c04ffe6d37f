"""Which heading a column's values suit, learned from the other columns of the database.

Three things speak for a heading: columns whose values are written alike and that have it, a linear classifier of the
values' writing, and the headings of the other columns of the table.  Their weights are learned on labelled columns.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.categories.columns.profile import BUCKETS, ColumnProfile, Floats, Integers
from factcheck.runtime.checkpoints import checkpoint

_NEIGHBOURS = 15
_LEAST_COLUMNS = 2
_MOST_HEADINGS = 300
_EPOCHS, _RATE, _SLOWING, _SCALE, _OF_PRIOR = 6, 1.5, 0.8, 6.0, 0.3
_SMOOTHING = 0.1
_SMOOTHING_OF_PIECES = 0.01
_FLOOR = 0.03

__all__ = ["FEATURES", "ColumnKnowledge", "ScoredHeading"]

FEATURES = ("linear", "neighbours", "bayes", "siblings", "prior")


@dataclass(frozen=True, slots=True)
class ScoredHeading:
    """A heading, how likely it is the column's, and how many columns have it."""

    heading: str
    probability: float
    support: int


class _Writing:
    """The profiles as vectors of unit length, rarer pieces weighing more, and as lists of columns by piece."""

    def __init__(self, profiles: Sequence[ColumnProfile]) -> None:
        used, inverse = np.unique(np.concatenate([profile.pieces for profile in profiles]), return_inverse=True)
        self.numbers: Integers = np.full(BUCKETS, -1, dtype=np.int64)
        self.numbers[used] = np.arange(len(used))
        frequencies = np.bincount(inverse, minlength=len(used))
        self.rarities: Floats = np.log((len(profiles) + 1) / (frequencies + 0.5))
        self.vectors = [self.vector(profile) for profile in profiles]
        rows = np.repeat(np.arange(len(profiles)), [len(pieces) for pieces, _ in self.vectors])
        pieces = np.concatenate([pieces for pieces, _ in self.vectors])
        order = np.argsort(pieces, kind="stable")
        self.starts = np.searchsorted(pieces[order], np.arange(len(used) + 1))
        self.rows = rows[order]
        self.weights = np.concatenate([weights for _, weights in self.vectors])[order]
        self.count = len(profiles)

    def vector(self, profile: ColumnProfile) -> tuple[Integers, Floats]:
        """Return the pieces of a profile that are known, and their weights."""
        numbers = self.numbers[profile.pieces]
        known = numbers >= 0
        weights = np.sqrt(profile.shares[known]) * self.rarities[numbers[known]]
        return numbers[known], weights / (float(np.linalg.norm(weights)) or 1.0)

    def similarities(self, pieces: Integers, weights: Floats) -> Floats:
        """Return the cosine of a vector with each column's."""
        begins, lengths = self.starts[pieces], self.starts[pieces + 1] - self.starts[pieces]
        total = int(lengths.sum())
        if not total:
            return np.zeros(self.count)
        places = np.repeat(begins - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths) + np.arange(total)
        products = np.repeat(weights, lengths) * self.weights[places]
        return np.bincount(self.rows[places], products, self.count).astype(np.float64)


class ColumnKnowledge:
    """What the columns of a database tell of headings."""

    def __init__(self, profiles: Sequence[ColumnProfile]) -> None:
        counts = Counter(profile.heading for profile in profiles)
        common = [name for name, count in counts.most_common(_MOST_HEADINGS) if count >= _LEAST_COLUMNS and name]
        self.headings = sorted(common)
        self.number: Mapping[str, int] = {heading: index for index, heading in enumerate(self.headings)}
        self.profiles = [profile for profile in profiles if profile.heading in self.number and len(profile.pieces)]
        self.support = {heading: counts[heading] for heading in self.headings}
        self._is_usable = len(self.headings) >= 2 and bool(self.profiles)
        if self._is_usable:
            self._learn()

    def _learn(self) -> None:
        self._of_column = np.array([self.number[profile.heading] for profile in self.profiles])
        self._writing = _Writing(self.profiles)
        share = np.bincount(self._of_column, minlength=len(self.headings)) + 0.5
        self._prior: Floats = np.log(share / share.sum())
        self._siblings, self._any_sibling = self._learn_siblings()
        self._linear = self._learn_linear()
        self._bayes = self._learn_bayes()

    def _learn_siblings(self) -> tuple[Floats, Floats]:
        """Count how often each heading stands in one table with each other."""
        by_relation: defaultdict[str, list[int]] = defaultdict(list)
        for profile in self.profiles:
            by_relation[profile.relation].append(self.number[profile.heading])
        together = np.full((len(self.headings), len(self.headings)), _SMOOTHING)
        counts = np.bincount(self._of_column, minlength=len(self.headings)) + 2.0
        alone = np.ones(len(self.headings))
        for numbers in by_relation.values():
            if len(numbers) == 1:
                alone[numbers[0]] += 1
            for index, number in enumerate(numbers):
                for sibling in numbers[:index] + numbers[index + 1 :]:
                    together[number, sibling] += 1
        self._alone: Floats = np.log(alone / counts) - np.log(alone.sum() / counts.sum())
        of_all = np.log(together.sum(axis=0) / together.sum())
        return np.log(together / together.sum(axis=1, keepdims=True)), of_all

    def _learn_bayes(self) -> Floats:
        """Return how much more often each heading's columns have a piece than columns do in all, as logarithms."""
        counts = np.zeros((len(self._writing.rarities), len(self.headings)))
        for index, profile in enumerate(self.profiles):
            counts[self._writing.numbers[profile.pieces], self._of_column[index]] += profile.shares
        counts += _SMOOTHING_OF_PIECES
        shares = counts / counts.sum(axis=0)
        result: Floats = np.log(shares) - np.log(counts.sum(axis=1) / counts.sum())[:, None]
        return result

    def _learn_linear(self) -> Floats:
        """Fit a multinomial logistic classifier by stochastic gradient descent, in the same order in every run."""
        weights = np.zeros((len(self._writing.rarities), len(self.headings)))
        generator = np.random.default_rng(0)
        order = np.arange(len(self.profiles))
        for epoch in range(_EPOCHS):
            generator.shuffle(order)
            rate = _RATE * _SLOWING**epoch
            for index in order:
                checkpoint()
                pieces, values = self._writing.vectors[index]
                error = _softmax(_SCALE * (values @ weights[pieces]) + _OF_PRIOR * self._prior)
                error[self._of_column[index]] -= 1
                weights[pieces] -= rate * values[:, None] * error
        return weights

    def features(self, profile: ColumnProfile, siblings: Collection[str]) -> Floats | None:
        """Return what speaks for each heading, a row each; None where nothing of the column's writing is known."""
        if not self._is_usable:
            return None
        pieces, values = self._writing.vector(profile)
        if not len(pieces):
            return None
        similarity = self._writing.similarities(pieces, values)
        for index, other in enumerate(self.profiles):
            if other.key == profile.key:
                similarity[index] = 0.0
        linear = _softmax(_SCALE * (values @ self._linear[pieces]) + _OF_PRIOR * self._prior)
        known = [self.number[name] for name in siblings if name in self.number]
        beside = self._siblings[:, known].sum(axis=1) - self._any_sibling[known].sum()
        if not known:
            beside = self._alone
        neighbours = self._neighbours(similarity)
        known_pieces = self._writing.numbers[profile.pieces] >= 0
        bayes = profile.shares[known_pieces] @ self._bayes[pieces] / np.sqrt(len(pieces))
        return np.column_stack((np.log(linear + 1e-6), np.log(neighbours), bayes, beside, self._prior))

    def _neighbours(self, similarity: Floats) -> Floats:
        """Return the shares of the headings among the columns that are written most alike."""
        votes = np.zeros(len(self.headings))
        nearest = np.argpartition(-similarity, min(_NEIGHBOURS, len(similarity) - 1))[:_NEIGHBOURS]
        np.add.at(votes, self._of_column[nearest], similarity[nearest] ** 2)
        return (1 - _FLOOR) * votes / (votes.sum() or 1.0) + _FLOOR / len(self.headings)

    def rank(
        self, profile: ColumnProfile, siblings: Collection[str], weights: Mapping[str, float]
    ) -> list[ScoredHeading]:
        """Return the headings that suit a column, the likeliest first; nothing where nothing is known."""
        features = self.features(profile, siblings)
        if features is None:
            return []
        scores = _softmax(features @ np.array([weights[name] for name in FEATURES]))
        order = np.argsort(-scores, kind="stable")
        return [
            ScoredHeading(self.headings[index], float(scores[index]), self.support[self.headings[index]])
            for index in order.tolist()
        ]

    def log_odds(self, value: str, heading: str, weights: Mapping[str, float]) -> float | None:
        """Return by how much a value speaks for a heading, beyond what the heading's share does; None if unknown."""
        if not self._is_usable or heading not in self.number:
            return None
        features = self.features(ColumnProfile.of(-1, "", "", [value]), ())
        if features is None:
            return None
        scores = _softmax(features @ np.array([weights[name] for name in FEATURES]))
        share, before = float(scores[self.number[heading]]), float(np.exp(self._prior[self.number[heading]]))
        return float(np.log(share / (1 - share + 1e-9)) - np.log(before / (1 - before)))


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max())
    result: Floats = powers / powers.sum()
    return result
