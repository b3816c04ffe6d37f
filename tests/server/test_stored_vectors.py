"""Stored embeddings: the nearest ones by their signs, the vectors of some, and none for who may not read the source."""

from __future__ import annotations

from typing import Any

import numpy as np
import psycopg
import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.evidence import vectors
from factcheck.evidence.vectors import StoredVectors, signs_of, stored_vectors
from factcheck.text_index.embeddings import DIMENSIONS

Session = psycopg.Connection[Any]

PASSAGES, IN_FIRST_ROW = 50, 30
MADE = np.random.default_rng(1).normal(size=(PASSAGES, DIMENSIONS)).astype(np.float16).astype(np.float32)


def write(session: Session, visibility: int, made: Any) -> None:
    """Write embeddings of passages 1 to 50 in two rows."""
    for start, end in ((0, IN_FIRST_ROW), (IN_FIRST_ROW, PASSAGES)):
        part = made[start:end]
        session.execute(
            "INSERT INTO factcheck.passage_embedding VALUES (%s, %s, %s, %s, %s)",
            [visibility, start + 1, len(part), part.astype("<f2").tobytes(), signs_of(part).tobytes()],
        )


@pytest.fixture(scope="module")
def visibility(admin: Session) -> int:
    """A source of which the analyst may read nothing, with made embeddings."""
    admin.execute(
        "CREATE TABLE public.letter AS SELECT g AS letter_id, 'Rain fell.' AS body FROM generate_series(1, 50) g"
    )
    admin.execute("SELECT factcheck.add_source('letters', 'public.letter', 'letter_id', 'body')")
    [(number,)] = admin.execute("SELECT max(visibility_id) FROM factcheck.passage").fetchall()
    write(admin, number, MADE)
    return int(number)


def opened(session: Session, visibility: int) -> StoredVectors:
    stored = stored_vectors(PsycopgDatabase(session), visibility)
    assert stored is not None
    return stored


def test_the_vectors_of_some_passages_are_those_that_were_written(admin: Session, visibility: int) -> None:
    some = np.array([1, 30, 31, 50])
    assert (opened(admin, visibility).vectors(some) == MADE[some - 1]).all()


def test_passages_that_came_later_have_no_vector(admin: Session, visibility: int) -> None:
    read = opened(admin, visibility).vectors(np.array([51, 2, 4_000]))
    assert read.any(axis=1).tolist() == [False, True, False]


def test_the_nearest_are_those_whose_signs_differ_least(admin: Session, visibility: int) -> None:
    differing = ((MADE > 0) != (MADE[40] > 0)).sum(axis=1)
    nearest = opened(admin, visibility).nearest(MADE[40], 5)
    assert 41 in nearest
    assert set(nearest.tolist()) == set((np.flatnonzero(differing <= np.sort(differing)[4]) + 1).tolist())
    assert len(opened(admin, visibility).nearest(MADE[40], 500)) == PASSAGES


def test_what_was_written_anew_is_read_anew(admin: Session, visibility: int) -> None:
    opened(admin, visibility)
    with admin.transaction(force_rollback=True):
        admin.execute("DELETE FROM factcheck.passage_embedding WHERE visibility_id = %s", [visibility])
        write(admin, visibility, MADE[::-1].copy())
        assert 10 in opened(admin, visibility).nearest(MADE[40], 1)
    assert 41 in opened(admin, visibility).nearest(MADE[40], 1)


def test_who_may_not_read_the_source_has_no_embeddings_though_the_session_kept_them(
    admin: Session, analyst: Session, analyst_name: str, visibility: int
) -> None:
    opened(admin, visibility)
    assert stored_vectors(PsycopgDatabase(analyst), visibility) is None
    admin.execute(f"GRANT SELECT ON public.letter TO {analyst_name}")
    try:
        assert 41 in opened(analyst, visibility).nearest(MADE[40], 1)
    finally:
        admin.execute(f"REVOKE SELECT ON public.letter FROM {analyst_name}")
    assert stored_vectors(PsycopgDatabase(analyst), visibility) is None


def test_a_session_keeps_signs_of_so_many_passages_and_no_more(
    admin: Session, visibility: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MOST_SKETCHED", PASSAGES - 1)
    monkeypatch.setattr(vectors, "_kept", {})
    large = opened(admin, visibility)
    # all by words, and the vectors of what these find
    assert large.nearest(MADE[40], 5).tolist() == []
    assert (large.vectors(np.array([41])) == MADE[40]).all()
    assert sum(each.signs is not None for each in vectors._kept.values()) == 0
