"""Checkpoints: who begins work says once what may end it, and loops deep inside come by."""

import pytest

from factcheck.runtime.checkpoints import at_intervals, checkpoint, looking, with_checkpoints
from factcheck.runtime.time_budget import (
    NO_LIMIT,
    OutOfTimeError,
    TimeLimit,
    limit_in_force,
)


def test_without_anybody_to_ask_work_goes_on():
    checkpoint()
    assert list(with_checkpoints(range(120))) == list(range(120))


def test_all_blocks_around_are_asked_the_outermost_first():
    asked = []
    with looking(lambda: asked.append("outer")):
        with looking(lambda: asked.append("inner")):
            checkpoint()
        checkpoint()
    checkpoint()
    assert asked == ["outer", "inner", "outer"]


def test_a_block_that_an_error_ends_is_over():
    def end():
        raise TimeoutError

    with pytest.raises(TimeoutError), looking(end):
        checkpoint()
    checkpoint()


def test_what_takes_long_to_look_at_is_not_looked_at_every_time(monkeypatch):
    now = 10.0
    monkeypatch.setattr("factcheck.runtime.checkpoints.monotonic", lambda: now)
    asked = []
    with looking(at_intervals(lambda: asked.append(1))):
        checkpoint()
        checkpoint()
        now += 0.019
        checkpoint()
        assert len(asked) == 1
        now += 0.002
        checkpoint()
    assert len(asked) == 2


def test_items_come_with_a_checkpoint_before_the_first_and_every_few():
    asked = []
    with looking(lambda: asked.append(1)):
        assert list(with_checkpoints("abcde", 2)) == list("abcde")
    assert len(asked) == 3


def test_a_limit_in_force_ends_work_at_a_checkpoint_and_only_inside_its_block():
    over, ahead = TimeLimit(0.0), TimeLimit(1e12)
    with ahead.in_force():
        checkpoint()
        assert limit_in_force() == ahead
        with pytest.raises(OutOfTimeError), over.in_force():
            checkpoint()
        assert limit_in_force() == ahead
        checkpoint()
    assert limit_in_force() == NO_LIMIT
