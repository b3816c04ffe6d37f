"""What stored runs say of their own work: milliseconds a stage, scans, groups, candidates, certified claims."""

from __future__ import annotations

import psycopg
import pytest

TEXT = "There were 240 sales, of which 90 were in May."
COUNTS = "n_scans, n_groups, n_reused_cubes, n_candidates, n_certified, share_certified"


@pytest.fixture
def run(analyst, sales):
    """A run that was stored."""
    return stored(analyst)


def stored(connection):
    return connection.execute("SELECT run_id FROM factcheck.verify(%s) LIMIT 1", [TEXT]).fetchone()[0]


def counts(connection, run):
    return connection.execute(f"SELECT {COUNTS} FROM factcheck.runs WHERE run_id = %s", [run]).fetchone()


def test_the_stages_of_a_run_add_up_to_its_duration(analyst, run):
    stages = analyst.execute(
        "SELECT stage, duration_ms, share_of_run FROM factcheck.run_stages WHERE run_id = %s ORDER BY stage_no", [run]
    ).fetchall()
    [(duration,)] = analyst.execute("SELECT duration_ms FROM factcheck.runs WHERE run_id = %s", [run]).fetchall()
    names = ["parsing", "retrieval", "candidates", "queries", "matching", "inference", "rows", "other"]
    assert [stage for stage, _, _ in stages] == names
    assert all(milliseconds >= 0 for _, milliseconds, _ in stages)
    assert sum(milliseconds for _, milliseconds, _ in stages) == pytest.approx(duration)
    assert sum(share for _, _, share in stages) == pytest.approx(1)


def test_a_run_counts_what_it_read_and_evaluated(analyst, run):
    scans, groups, reused, candidates, certified, share = counts(analyst, run)
    assert (scans, reused) == (1, 0)
    assert 1 < groups <= 240
    assert candidates > 100
    assert (certified, share) == (2, 1)


def test_what_was_kept_of_a_tracked_table_takes_the_place_of_a_scan(analyst, admin, sales):
    admin.execute("SELECT factcheck.add_table('public.sales', track => true)")
    stored(analyst)
    scans, groups, reused, candidates, _, _ = counts(analyst, stored(analyst))
    assert (scans, groups, reused) == (0, 0, 1)
    assert candidates > 100


def test_a_later_run_has_one_stage_and_no_counts(analyst, run):
    analyst.execute("SELECT factcheck.recheck(document_id) FROM factcheck.runs WHERE run_id = %s", [run])
    [(later, stages)] = analyst.execute(
        "SELECT r.run_id, array_agg(s.stage ORDER BY s.stage_no) FROM factcheck.runs r"
        " JOIN factcheck.run_stages s USING (run_id) WHERE r.kind = 'recheck' AND r.checked_run_id = %s GROUP BY 1",
        [run],
    ).fetchall()
    assert stages == ["matching", "other"]
    assert counts(analyst, later) == (None,) * 6


def test_who_watches_the_server_sees_times_and_not_what_tells_of_the_data(database, admin, role, run):
    watcher = role()
    admin.execute(f"SELECT factcheck.grant_usage('{watcher}', 'reader'); GRANT pg_monitor TO {watcher}")
    with psycopg.connect(database, user=watcher, autocommit=True) as watching:
        assert counts(watching, run) == (None,) * 6
        assert watching.execute("SELECT FROM factcheck.run_work").fetchall() == []
        stages = watching.execute("SELECT stage FROM factcheck.run_stages WHERE run_id = %s", [run]).fetchall()
    assert ("parsing",) in stages


def test_nobody_enters_counts_for_others(database, admin, role, run):
    other = role()
    admin.execute(f"SELECT factcheck.grant_usage('{other}', 'analyst')")
    with psycopg.connect(database, user=other, autocommit=True) as stranger:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            stranger.execute(
                "INSERT INTO factcheck.run_work (run_id, origin_id, n_scans, n_groups, n_reused_cubes, n_candidates,"
                " n_certified) SELECT %s, 1, 9, 9, 9, 9, 9",
                [run + 1],
            )
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            stranger.execute("UPDATE factcheck.run_work SET n_scans = 0")
