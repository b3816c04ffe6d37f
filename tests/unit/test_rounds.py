"""The rounds of a check: how many candidates each of them takes in, and that each is inferred from."""

from __future__ import annotations

import pytest

from factcheck.check import interpret
from factcheck.check.interpret import _Rounds


class NotedRounds(_Rounds):
    """Notes what is asked for; each but the last extension brings something new."""

    def __init__(self, extensions: int) -> None:
        self.extensions = extensions
        self.steps: list[int | None] = []

    def infer(self) -> None:
        self.steps.append(None)

    def extend(self, most: int) -> bool:
        self.steps.append(most)
        self.extensions -= 1
        return self.extensions >= 0


@pytest.mark.parametrize(
    ("extensions", "steps"), [(0, [None, 1]), (1, [None, 1, None, 4]), (3, [None, 1, None, 4, None, 16, None, 64])]
)
def test_each_round_takes_in_more_candidates_than_the_one_before(extensions, steps):
    rounds = NotedRounds(extensions)
    rounds.settle()
    assert rounds.steps == steps


def test_what_the_last_round_gave_is_inferred_from(monkeypatch):
    monkeypatch.setattr(interpret, "_MOST_EXTENSIONS", 2)
    rounds = NotedRounds(5)
    rounds.settle()
    assert rounds.steps == [None, 1, None, 4, None]
