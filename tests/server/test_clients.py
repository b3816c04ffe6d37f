"""Each example of docs/clients.md, run as it stands there by its client, against a server that listens on a port.

A client that is not installed is skipped: ``make clients`` installs those that the registries have.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "build/clients"
PAGE = (ROOT / "docs/clients.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
PASSWORD = "only-for-this-test"
REPORT = "It's official: we sold 1,204 units in May and 1,308 in April.\n"


@dataclass(frozen=True)
class Server:
    """A server that listens on a port of this machine, with a folder that has the report in it."""

    port: int
    dsn: str
    folder: Path

    def address(self, example: str) -> str:
        """An example with the address of this server in place of the one that the page shows."""
        for shown, real in (
            ("me:secret@db.example.org/shop", f"reporter:{PASSWORD}@127.0.0.1:{self.port}/postgres"),
            ("//db.example.org/shop", f"//127.0.0.1:{self.port}/postgres"),
            ('"me", "secret"', f'"reporter", "{PASSWORD}"'),
            (
                'host = "db.example.org", dbname = "shop", user = "me", password = "secret"',
                f'host = "127.0.0.1", port = {self.port}, dbname = "postgres", user = "reporter",'
                f' password = "{PASSWORD}"',
            ),
        ):
            example = example.replace(shown, real)
        assert "example.org" not in example
        return example


@pytest.fixture(scope="module")
def server(private_servers: Any, tmp_path_factory: pytest.TempPathFactory) -> Server:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    private_servers.make("clients")
    dsn = private_servers.start("clients", f"-c listen_addresses=127.0.0.1 -c port={port}") + f" port={port}"
    with psycopg.connect(dsn, autocommit=True) as root:
        root.execute(f"""
            CREATE EXTENSION factcheck SCHEMA public CASCADE;
            INSERT INTO factcheck.lexicon VALUES ('new', 'a', 'old', 'synonym', 1);
            CREATE ROLE reporter LOGIN PASSWORD '{PASSWORD}';
            SELECT factcheck.grant_usage('reporter', 'analyst');
            CREATE TABLE public.sales (month text, region text, product text, units integer);
            INSERT INTO public.sales VALUES
                ('April', 'North', 'tea', 312), ('April', 'North', 'coffee', 200), ('April', 'South', 'tea', 526),
                ('May', 'North', 'tea', 402), ('May', 'North', 'coffee', 216), ('May', 'South', 'tea', 586);
            GRANT SELECT ON public.sales TO reporter;
            SELECT factcheck.add_table('public.sales', data_set => 'shop');
        """)
    folder = tmp_path_factory.mktemp("client")
    (folder / "report.md").write_text(REPORT, "utf-8")
    return Server(port, dsn, folder)


def example(section: str, language: str) -> str:
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", SECTIONS[section], re.MULTILINE | re.DOTALL)
    return str(found)


def run(server: Server, *command: object, **more: Any) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=server.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        **more,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def shows_both_verdicts(output: str) -> bool:
    """Whether a client printed a line for each claim of the report, the right one and the wrong one."""
    lines = [line for line in output.splitlines() if "supported" in line or "refuted" in line]
    return (
        len(lines) == 2
        and all(part in lines[0] for part in ("supported", "1,204"))
        and all(part in lines[1] for part in ("refuted", "1,308", "1,038"))
    )


def installed(path: Path, name: str) -> Path:
    if not path.exists():
        pytest.skip(f"{name} is not installed: run `make clients`")
    return path


def command(name: str) -> Path:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: run `make clients`")
    return Path(found)


def test_every_section_has_a_test() -> None:
    assert set(SECTIONS) == {
        "psql",
        "Python: psycopg",
        "Python: SQLAlchemy",
        "Python: pandas",
        "Python: asyncpg",
        "Notebooks",  # tests/server/test_marked_fragments.py
        "Java: JDBC",
        "JavaScript: node",
        "R",
    }


def test_psql(server: Server) -> None:
    statements = example("psql", "psql")
    assert shows_both_verdicts(run(server, "psql", "-X", "-d", f"{server.dsn} user=reporter", input=statements))


def test_psql_from_the_shell(server: Server) -> None:
    assert shows_both_verdicts(run(server, "bash", "-c", server.address(example("psql", "sh"))))


@pytest.mark.parametrize("section", [name for name in SECTIONS if name.startswith("Python: ")])
def test_python(server: Server, section: str) -> None:
    python = installed(CLIENTS / "python/bin/python", section)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    program = server.address(example(section, "python"))
    assert shows_both_verdicts(run(server, python, "-I", "-c", program, env=environment))


def test_jdbc(server: Server) -> None:
    driver = installed(Path("/usr/share/java/postgresql.jar"), "the JDBC driver")
    command("javac")
    (server.folder / "Check.java").write_text(server.address(example("Java: JDBC", "java")), "utf-8")
    assert shows_both_verdicts(run(server, command("java"), "-cp", driver, "Check.java"))


def test_node(server: Server) -> None:
    modules = installed(CLIENTS / "node/node_modules/pg", "node's driver").parent
    program = server.address(example("JavaScript: node", "javascript"))
    environment = {**os.environ, "NODE_PATH": str(modules)}
    assert shows_both_verdicts(run(server, command("node"), "-e", program, env=environment))


def test_r(server: Server) -> None:
    program = server.address(example("R", "r"))
    rscript = command("Rscript")
    asked = subprocess.run([rscript, "-e", "library(RPostgreSQL)"], capture_output=True, check=False)
    if asked.returncode:
        pytest.skip("RPostgreSQL is not installed: run `make clients`")
    assert shows_both_verdicts(run(server, rscript, "-e", program))


ASYNCPG = """
import asyncio, asyncpg, sys

async def main():
    connection = await asyncpg.connect(sys.argv[1])
    await connection.fetch("SELECT * FROM fact_check($1, {written})", "The 6 sales.", {argument})

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("written", "argument"),
    [
        ("$2", "'shop'"),
        ("$2", "None"),
        ("$2", "'{sales}'"),
        ("tables => $2", "['sales']"),
        ("$2::regclass[]", "['sales']"),
    ],
)
def test_a_driver_that_asks_for_the_types_of_parameters(server: Server, written: str, argument: str) -> None:
    python = installed(CLIENTS / "python/bin/python", "asyncpg")
    program = ASYNCPG.format(written=written, argument=argument)
    run(server, python, "-I", "-c", program, server.address("postgresql://me:secret@db.example.org/shop"))


NODE = """
const {{ Client }} = require("pg");
async function main() {{
  const client = new Client(process.argv[1]);
  await client.connect();
  const {{ rows }} = await client.query("SELECT query FROM fact_check($1, $2)", ["There are 6 sales.", {argument}]);
  console.log(rows.length);
  await client.end();
}}
main();
"""


@pytest.mark.parametrize("argument", ["null", "undefined", "'shop'", "'{sales}'", "['sales']"])
def test_what_node_passes(server: Server, argument: str) -> None:
    modules = installed(CLIENTS / "node/node_modules/pg", "node's driver").parent
    address = server.address("postgresql://me:secret@db.example.org/shop")
    program = NODE.format(argument=argument)
    environment = {**os.environ, "NODE_PATH": str(modules)}
    assert run(server, command("node"), "-e", program, address, env=environment) == "1\n"


JDBC = """
import java.sql.*;

public class Forms {
    public static void main(String[] arguments) throws Exception {
        String[] settings = {"", "?preferQueryMode=simple", "?stringtype=unspecified", "?prepareThreshold=1"};
        for (String options : settings) {
            try (Connection connection = DriverManager.getConnection(arguments[0] + options, "me", "secret")) {
                Object[] values = {null, "shop", "{sales}", connection.createArrayOf("text", new String[] {"sales"})};
                for (Object value : values) {
                    for (int time = 0; time < 3; time++) {
                        try (PreparedStatement statement =
                                connection.prepareStatement("SELECT query FROM fact_check(?, ?)")) {
                            statement.setString(1, "There are 6 sales.");
                            if (value instanceof Array) statement.setArray(2, (Array) value);
                            else statement.setString(2, (String) value);
                            ResultSet rows = statement.executeQuery();
                            int number = 0;
                            while (rows.next()) number++;
                            System.out.println(number);
                        }
                    }
                }
            }
        }
    }
}
"""


def test_what_jdbc_passes(server: Server) -> None:
    driver = installed(Path("/usr/share/java/postgresql.jar"), "the JDBC driver")
    command("javac")
    (server.folder / "Forms.java").write_text(server.address(JDBC), "utf-8")
    address = server.address("jdbc:postgresql://db.example.org/shop")
    output = run(server, command("java"), "-cp", driver, "Forms.java", address)
    assert output.split() == ["1"] * 4 * 4 * 3
