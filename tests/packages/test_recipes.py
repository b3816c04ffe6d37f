"""What docs/command_line.md gives for pre-commit and for continuous integration is valid, and the hook works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/command_line.md").read_text("utf-8")
RECIPES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TOOLS = Path(sys.executable).parent


def recipe(word: str) -> str:
    [found] = [text for text in RECIPES if word in text]
    return found


def run(*command: object, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}", "GIT_CONFIG_GLOBAL": os.devnull, **environment}
    return subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=folder,
        env=variables,
    )


@pytest.mark.parametrize(
    ("word", "schema"), [("runs-on", "vendor.github-workflows"), ("artifacts:", "vendor.gitlab-ci")]
)
def test_recipes_fit_the_schemas_of_their_hosts(tmp_path: Path, word: str, schema: str) -> None:
    (tmp_path / "recipe.yaml").write_text(recipe(word))
    told = run(TOOLS / "check-jsonschema", "--builtin-schema", schema, "recipe.yaml", folder=tmp_path)
    assert told.returncode == 0, told.stdout


def test_a_recipe_that_does_not_fit_is_found(tmp_path: Path) -> None:
    """The control."""
    (tmp_path / "recipe.yaml").write_text(recipe("runs-on").replace("runs-on: ubuntu-latest", "runs_on: 5"))
    told = run(
        TOOLS / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", "recipe.yaml", folder=tmp_path
    )
    assert told.returncode == 1


def test_options_of_the_recipes_are_those_of_the_command() -> None:
    shown = run(TOOLS / "factcheck", "check", "--help", folder=ROOT).stdout
    for text in RECIPES:
        for options in re.findall(r"factcheck check (.*)", text):
            assert [option for option in re.findall(r"--[a-z-]+", options) if option not in shown] == []


def test_the_page_and_the_checkout_have_the_same_hook() -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    [shown] = yaml.safe_load(recipe("repo: local"))["repos"][0]["hooks"]
    assert {name: hook[name] for name in shown if name != "files"} == {
        name: value for name, value in shown.items() if name != "files"
    }


def test_the_definition_of_the_hook_is_valid() -> None:
    told = run(TOOLS / "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml", folder=ROOT)
    assert told.returncode == 0, told.stdout


@pytest.fixture
def commit(tmp_path: Path, database: str, admin) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """Commits a report in a repository whose hook is the one of the page."""
    admin.execute("CREATE TABLE IF NOT EXISTS kiosk AS SELECT n AS kiosk_id FROM generate_series(1, 40) AS n")
    admin.execute("SELECT factcheck.add_table('kiosk')")
    git = ("git", "-c", "user.name=Writer", "-c", "user.email=writer@example.com")
    home = {"PRE_COMMIT_HOME": str(tmp_path / "cache"), "FACTCHECK_DSN": database}
    run("git", "init", "--quiet", ".", folder=tmp_path)
    (tmp_path / ".pre-commit-config.yaml").write_text(recipe("repo: local"))
    installed = run(TOOLS / "pre-commit", "install", folder=tmp_path, **home)
    assert installed.returncode == 0, installed.stdout + installed.stderr

    def commit(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "reports").mkdir(exist_ok=True)
        (tmp_path / "reports/may.md").write_text(text)
        run("git", "add", "reports", ".pre-commit-config.yaml", folder=tmp_path)
        return run(*git, "commit", "--quiet", "-m", "May", folder=tmp_path, **home)

    return commit


def test_the_hook_refuses_a_commit_with_a_refuted_claim(commit) -> None:
    refused = commit("There are 47 kiosks.\n")
    assert refused.returncode == 1
    assert "reports/may.md:1:11:refuted:" in refused.stdout + refused.stderr
    assert commit("There are 40 kiosks.\n").returncode == 0
