"""Times the review page of a stored document: the whole page, the step to the next claim, a reading that is chosen.

The document has as many claims as told about one table.  The page is served as ``factcheck serve`` does, and asked as a
browser asks; what counts is the time that the server tells in ``Server-Timing``.  The first page, for which the text is
marked, is told apart.  Of a choice the time of its query is told apart, too: the rest is the page's.
"""

from __future__ import annotations

import http.client
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine, ordinary_role
from psycopg.conninfo import make_conninfo

from factcheck.sqltext import identifier

_PAGE_MS, _INTERACTION_MS = 200.0, 100.0
_PART = {"X-Factcheck-Part": "1"}

_TABLE = """
CREATE SCHEMA shop;
CREATE TABLE shop.sales AS
SELECT g AS sale_id,
       (ARRAY['amber', 'basil', 'cedar', 'dill', 'elm', 'fig', 'ginger', 'hazel', 'iris', 'jade', 'kelp', 'lemon',
              'maple', 'nutmeg', 'olive', 'plum', 'quince', 'rose', 'sage', 'thyme'])[1 + g % 20] AS product,
       (ARRAY['North', 'South', 'East', 'West'])[1 + g * 7 % 4] AS region, 5 + g * 37 % 41 AS units
FROM generate_series(1, 10000) AS g;
ANALYZE shop.sales;
SELECT factcheck.add_table('shop.sales')
"""
_SENTENCES = """
SELECT format('In %s there were %s sales of %s.', c.region, c.n, c.product)
FROM (SELECT region, product, count(*) + g % 2 AS n, g
      FROM shop.sales CROSS JOIN generate_series(1, 40) AS g GROUP BY region, product, g) AS c
ORDER BY c.g, c.region, c.product LIMIT {claims}
"""
_STORE = "SELECT document_id, count(*) FROM factcheck.verify(%s, title => 'benchmark') GROUP BY document_id"


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs, and the cookie by which it lets in."""

    host: str
    cookie: str

    def ask(self, path: str, form: Mapping[str, str] | None = None) -> tuple[dict[str, float], str]:
        """Ask for a page, or with a form or ``#`` for a part; return its times in milliseconds, and its text."""
        connection = http.client.HTTPConnection(self.host, timeout=600)
        is_part = form is not None or path.endswith("#")
        headers = {"Cookie": self.cookie, **(_PART if is_part else {})}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = None if form is None else urlencode(form)
        connection.request("GET" if form is None else "POST", path.rstrip("#"), body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status != http.client.OK:
            raise click.ClickException(f"{path}: {answer.status} {text[:500]}")
        told = re.findall(r"(\w+);dur=([\d.]+)", answer.headers["Server-Timing"])
        return {name: float(time) for name, time in told}, text


@contextmanager
def served(dsn: str, role: str) -> Iterator[Served]:
    """Serve the page as a role."""
    program = str(Path(sys.executable).with_name("factcheck"))
    command = [program, "serve", "--dsn", dsn, "--role", role, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            address = urlsplit((server.stdout.readline() if server.stdout else "").strip())
            connection = http.client.HTTPConnection(address.netloc, timeout=60)
            connection.request("GET", f"/?{address.query}")
            cookie = connection.getresponse().headers["Set-Cookie"].partition(";")[0]
            yield Served(address.netloc, cookie)
        finally:
            server.terminate()


def stored_document(connection: Connection, claims: int) -> tuple[int, int]:
    """Store a document with claims of which every other is wrong; return its number and how many were found."""
    text = "\n\n".join(row[0] for row in connection.execute(_SENTENCES.format(claims=claims).encode()))
    row = connection.execute(_STORE.encode(), [text]).fetchone()
    if row is None:
        raise click.ClickException("no claim was found")
    connection.execute("SELECT factcheck.keep_text(%s, %s)", [row[0], text])
    return int(row[0]), int(row[1])


def choice(part: str) -> tuple[str, dict[str, str]]:
    """Return the form by which the second reading of a claim is chosen."""
    form = re.search(r'<form method="post" action="([^"]+/choose)".*?</form>', part, re.DOTALL)
    if form is None:
        raise click.ClickException("the claim offers no reading")
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    readings = re.findall(r'name="reading" value="(\w+)"', form[0])
    return form[1], {**hidden, "reading": unescape(readings[1])}


def told(name: str, times: list[float], most: float | None) -> str:
    """Write the median and the longest of some times, and whether the median is within what is wanted."""
    median = statistics.median(times)
    wanted = "" if most is None else f" of {most:.0f} ms{'' if median <= most else '  TOO LONG'}"
    return f"{name:<34} median {median:7.1f} ms{wanted}, longest {max(times):7.1f} ms"


@click.command(help=__doc__)
@click.option("--claims", type=int, default=300, show_default=True, help="Claims of the document, 800 at most.")
@click.option("--times", type=int, default=20, show_default=True, help="How often pages and steps are timed.")
@click.option("--choices", type=int, default=5, show_default=True, help="How many readings are chosen.")
@dsn_option
@keep_option
def main(claims: int, times: int, choices: int, dsn: str, keep: bool) -> None:
    """Time pages, steps and choices."""
    with benchmark_database(dsn, keep) as connection:
        for statement in _TABLE.split(";\n"):
            connection.execute(statement.encode())
        with ordinary_role(connection, "shop") as role:
            connection.execute(f"SET ROLE {identifier(role)}".encode())
            document, found = stored_document(connection, claims)
            connection.execute("RESET ROLE")
            address = f"/documents/{document}"
            with served(make_conninfo(dsn, dbname=connection.info.dbname), role) as server:
                first, _ = server.ask(address)
                pages = [server.ask(f"{address}/claims/{1 + turn}")[0]["total"] for turn in range(times)]
                steps = [server.ask(f"{address}/claims/{1 + turn}#")[0]["total"] for turn in range(times)]
                entered = []
                for turn in range(choices):
                    _, part = server.ask(f"{address}/claims/{2 + turn}#")
                    entered.append(server.ask(*choice(part))[0])
    click.echo(f"a document of {found} claims")
    click.echo(told("first page", [first["total"]], _PAGE_MS))
    click.echo(told("page", pages, _PAGE_MS))
    click.echo(told("step to another claim", steps, _INTERACTION_MS))
    click.echo(
        told("choice, without its query", [each["total"] - each["decision"] for each in entered], _INTERACTION_MS)
    )
    click.echo(told("its query", [each["decision"] for each in entered], None))
    click.echo(machine())


if __name__ == "__main__":
    main()
