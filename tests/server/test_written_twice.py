"""What stands in the SQL script and in the library is the same in both."""

from __future__ import annotations

from dataclasses import fields

import pytest

from factcheck.settings import Settings

# Functions whose queries must be planned and read alike: what is explained is what a check runs.
ALIKE = ("_evaluate", "_explain", "_explain_plan")


def test_defaults_of_settings(admin):
    rows = admin.execute("SELECT name, default_value FROM factcheck.setting_definition").fetchall()
    known = {field.name: getattr(Settings(), field.name) for field in fields(Settings) if field.name != "weights"}
    assert dict(rows) == pytest.approx(known)


def test_settings_of_the_planner(admin):
    found = dict(
        admin.execute(
            "SELECT proname::text, proconfig FROM pg_proc"
            " WHERE pronamespace = 'factcheck'::regnamespace AND proname = ANY (%s)",
            [list(ALIKE)],
        ).fetchall()
    )
    wanted, *others = (set(found[name]) for name in ALIKE)
    assert len(wanted) >= 10
    # An explanation also prepares its document, and writes names as a reader would quote them.
    assert [other - wanted for other in others] == [{"quote_all_identifiers=off"}] * 2
    assert [wanted - other for other in others] == [set()] * 2
