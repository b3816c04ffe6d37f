"""A project of alembic that a site has already takes the operations in beside its own, as docs/site_as_code.md says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import alembic.command
import psycopg
import pytest
from alembic.config import Config
from support.databases import new_database

PAGE = Path(__file__).resolve().parents[2] / "docs/site_as_code.md"
ENVIRONMENT = """
import psycopg
import sqlalchemy
from alembic import context

metadata = sqlalchemy.MetaData()
sqlalchemy.Table("product", metadata, sqlalchemy.Column("name", sqlalchemy.Text, primary_key=True))
sqlalchemy.Table("sales", metadata, sqlalchemy.Column("month", sqlalchemy.Text))

dsn = context.config.attributes["dsn"]
engine = sqlalchemy.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn))
with engine.connect() as connection:
@PAGE@
    with context.begin_transaction():
        context.run_migrations()
"""


@pytest.fixture
def database(server_dsn: str, template: str) -> Iterator[str]:
    with new_database(server_dsn, template) as dsn:
        with psycopg.connect(dsn) as connection:
            connection.execute("CREATE TABLE sales AS SELECT 'May' AS month")
        yield dsn


@pytest.fixture
def project(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """A project with a table of its own, and the lines of the page in its environment."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site.toml").write_text("[[tables]]\nname = 'public.sales'\n[[tables]]\nname = 'public.product'\n")
    config = Config(tmp_path / "alembic.ini")
    (tmp_path / "alembic.ini").write_text(f"[alembic]\nscript_location = {tmp_path}/own\npath_separator = os\n")
    alembic.command.init(config, str(tmp_path / "own"))
    lines = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)[-1]
    indented = "".join(f"    {line}\n" for line in lines.splitlines())
    (tmp_path / "own/env.py").write_text(ENVIRONMENT.replace("@PAGE@", indented))
    config = Config(tmp_path / "alembic.ini")
    config.attributes["dsn"] = database
    return config


def relations(dsn: str) -> set[str]:
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind = 'r'"
            " AND c.relnamespace::regnamespace::text IN ('public', 'factcheck_site')"
            " UNION ALL SELECT 'added: ' || d.relation FROM factcheck.data_table d"
        )
        return {name for (name,) in rows}


def test_both_kinds_of_operations_are_in_one_revision(database: str, project: Config) -> None:
    alembic.command.revision(project, "Both", autogenerate=True, rev_id="0001")
    [revision] = (Path(str(project.config_file_name)).parent / "own/versions").glob("*.py")
    text = revision.read_text()
    assert "op.create_table('product'" in text
    assert "op.add_table('public.sales')" in text
    before = relations(database)
    alembic.command.upgrade(project, "head")
    assert relations(database) == {
        *("sales", "product", "alembic_version", "factcheck_site.change", "added: sales", "added: product")
    }
    alembic.command.check(project)
    alembic.command.downgrade(project, "base")
    assert relations(database) == before
