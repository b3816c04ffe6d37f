"""Settings of the planner that functions pin."""

from __future__ import annotations


def test_what_forbids_ways_of_planning_compiles_nothing(admin):
    """A plan that cannot do without what is off is taken for so costly that the server compiles it, for 0.1 seconds."""
    rows = admin.execute(r"""
        SELECT p.proname, p.proconfig FROM pg_proc p
        WHERE p.pronamespace = 'factcheck'::regnamespace AND array_to_string(p.proconfig, ' ') ~ '\menable_\w+=off'
    """).fetchall()
    assert len(rows) > 20
    assert [name for name, settings in rows if "jit=off" not in settings] == []
