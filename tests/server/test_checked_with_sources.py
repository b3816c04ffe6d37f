"""The command line and Python check against sources of passages, too."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from support.policies import CHANGED, HOME, add_policies

from factcheck import client
from factcheck.commands import main


@pytest.fixture(scope="module")
def policies(admin, analyst_name, sales):
    add_policies(admin, analyst_name)


@pytest.mark.usefixtures("shared")
def test_a_file_is_checked_against_sources(database, analyst_name, policies, tmp_path):
    file = tmp_path / "report.txt"
    file.write_text(f"{CHANGED} {HOME}")
    arguments = ["check", str(file), "--dsn", database, "--role", analyst_name, "--format", "json"]
    told = CliRunner().invoke(main, [*arguments, "--sources", "public policies"])
    without = CliRunner().invoke(main, arguments)
    assert told.exit_code == 1  # one is refuted
    assert '"supported"' in told.stdout
    assert '"refuted"' in told.stdout
    assert without.exit_code == 0
    assert json.loads(without.stdout) != json.loads(told.stdout)


def test_a_notebook_checks_against_sources(analyst, policies):
    checked = client.check(analyst, CHANGED, sources=["public policies"])
    assert [row["verdict"] for row in checked.rows] == ["supported"]
    assert 'class="factcheck-sources"' in checked.html
