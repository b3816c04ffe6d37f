"""The image's files: what goes in, what stays out, and that nobody but this machine reaches what compose.yaml runs.

The image itself is built where there is a Docker engine; `make lint` checks the files with hadolint and compose-lint.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from compose_spec import PyCompose

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()


def filled(text: str) -> str:
    """A compose file with the defaults of its variables, and a word for those that have none."""
    return re.sub(r"\$\{\w+:(?:-([^}]*)|\?[^}]*)\}", lambda variable: variable[1] or "given", text)


def context() -> list[str]:
    """The project's files that .dockerignore lets into the build."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    if not files:
        files = [
            str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts
        ]
    return [name for name in files if is_sent(name, rules)]


def is_sent(name: str, rules: list[str]) -> bool:
    sent = True
    for rule in rules:
        pattern = rule.removeprefix("!")
        parents = [name, *(str(parent) for parent in Path(name).parents)]
        if any(
            fnmatch.fnmatch(part, pattern) or fnmatch.fnmatch(part, pattern.removeprefix("**/")) for part in parents
        ):
            sent = rule.startswith("!")
    return sent


def test_the_build_gets_what_the_install_script_needs_and_no_more(tmp_path):
    sent = context()
    assert {name.split("/")[0] for name in sent} == {"LICENSE", "extension", "python", "sql"}
    assert not [name for name in sent if "__pycache__" in name or name.endswith((".pyc", ".log"))]
    for name in sent:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    pg_config = subprocess.run(
        [ROOT / "extension/install.sh", "pg-config"], capture_output=True, text=True, check=False
    ).stdout.strip()
    if not pg_config:
        pytest.skip("no PostgreSQL to build for")
    built = subprocess.run(
        ["make", "--silent", "-C", tmp_path / "extension", f"PG_CONFIG={pg_config}", "all"],
        capture_output=True, text=True, check=False, env=os.environ,
    )  # fmt: skip
    assert (built.returncode, built.stderr) == (0, "")
    assert list((tmp_path / "build").glob("factcheck--*.sql"))


def test_every_file_that_the_image_takes_from_the_project_is_sent():
    sources = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.M) + re.findall(r"source=([\w.-]+)", DOCKERFILE)
    assert sources
    sent = context()
    for source in sources:
        assert source == "." or any(name == source or name.startswith(f"{source}/") for name in sent), source


def test_the_image_is_made_by_the_install_script_and_keeps_no_compiler():
    *_, last = DOCKERFILE.split("\nFROM ")
    assert "extension/install.sh packages library extension" in DOCKERFILE.removesuffix(last)
    assert "extension/install.sh runtime" in last
    copied = re.findall(r"^COPY --from=build \S+ (\S+)$", last, re.M)
    assert copied == ["/usr/lib/postgresql/15/lib/factcheck", "/usr/share/postgresql/15/extension/"]
    assert "HEALTHCHECK" in last
    assert "PASSWORD=" not in DOCKERFILE


def test_compose_file_is_valid():
    assert PyCompose.from_yaml(filled(COMPOSE)).service_names() == ["database"]
    with pytest.raises(ValueError, match="shmm_size"):
        PyCompose.from_yaml(filled(COMPOSE).replace("shm_size", "shmm_size"))


def test_the_server_is_reached_from_this_machine_alone_and_keeps_its_data():
    service = yaml.safe_load(filled(COMPOSE))["services"]["database"]
    assert service["ports"] == ["127.0.0.1:5432:5432"]
    [volume] = service["volumes"]
    assert volume == "data:/var/lib/postgresql/data"
    assert "data" in yaml.safe_load(COMPOSE)["volumes"]
    assert service["healthcheck"]["test"][1] == "pg_isready"


def test_the_password_is_given_and_has_no_default():
    content = yaml.safe_load(COMPOSE)
    assert content["secrets"]["postgres_password"]["file"].startswith("${POSTGRES_PASSWORD_FILE:?")
    environment = content["services"]["database"]["environment"]
    assert environment["POSTGRES_PASSWORD_FILE"] == "/run/secrets/postgres_password"
    assert not {"POSTGRES_PASSWORD", "POSTGRES_HOST_AUTH_METHOD"} & environment.keys()
