"""Times the indexing of passages, searches in them, judged claims and ``is_a``, on one server or by turns on two.

Texts are made of the lexicon's words, drawn as often as texts have them, and the claims of words of some of them.  With
``--other`` the same texts are searched on both servers, call by call in turns, so that a busy machine slows down both.
Each result of the one is compared with that of the other.

Indexing stands beside ``CREATE INDEX`` of a GIN index on the ``tsvector`` of the same passages, a row for each, one
after the other in the same database.  With ``--embeddings`` passages have embeddings that are drawn, since computing a
million takes hours, and searches are timed that fuse them with BM25: these need the packages of the extra ``semantic``.
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import click
import numpy as np
from benchmark_database import (
    Connection,
    Words,
    benchmark_database,
    dsn_option,
    keep_option,
    ordinary_role,
    seed_option,
)

from factcheck.evidence.vectors import signs_of
from factcheck.text_index.embeddings import DIMENSIONS

_VOCABULARY = 30_000
_SENTENCES = 20
"""Sentences of each text."""

_PASSAGES_IN_ROW = 1_000
"""Passages whose embeddings a row of the table holds."""

_WARM_UP = 5
_SEARCH = "SELECT passage, round(score::numeric, 6) FROM factcheck.search(%s, 'texts', mode => 'bm25')"
_FUSED = "SELECT passage, round(score::numeric, 6) FROM factcheck.search(%s, 'texts', mode => 'fused')"
_JUDGE = "SELECT verdict FROM factcheck.check_evidence(%s, 'texts')"
_IS_A = "SELECT round(factcheck.is_a(%s, %s)::numeric, 9)"


@dataclass(frozen=True, slots=True)
class Measured:
    """A kind of call, with the arguments of each, and how many milliseconds 95 of 100 may take on an idle machine."""

    name: str
    statement: str
    arguments: Sequence[Sequence[str]]
    target: float


@contextmanager
def prepared(
    dsn: str, texts: Sequence[str], definitions: Sequence[tuple[str, str]], keep: bool, has_embeddings: bool
) -> Iterator[Connection]:
    """Open a session of a role that may read the texts, in a database of its own that has them indexed."""
    with benchmark_database(dsn, keep) as connection:
        connection.execute("CREATE SCHEMA library")
        connection.execute("CREATE TABLE library.text (text_id integer PRIMARY KEY, body text)")
        connection.execute("CREATE TABLE library.definition (word text, meaning text)")
        with connection.cursor() as cursor:
            with cursor.copy("COPY library.text FROM STDIN") as copy:
                for number, text in enumerate(texts, 1):
                    copy.write_row((number, text))
            with cursor.copy("COPY library.definition FROM STDIN") as copy:
                for definition in definitions:
                    copy.write_row(definition)
        connection.execute("ANALYZE library.text")
        connection.execute("GRANT USAGE ON SCHEMA library TO PUBLIC")
        connection.execute("GRANT SELECT ON library.definition TO PUBLIC")
        began = time.perf_counter()
        connection.execute("SELECT factcheck.add_source('texts', 'library.text', 'text_id', 'body')")
        indexing = time.perf_counter() - began
        connection.execute(
            "SELECT factcheck.load_corpus('library.definition', 'table', 'meaning', 'word', smooth => false)"
        )
        load = os.getloadavg()[0]
        beside = beside_gin(connection)
        click.echo(
            f"indexed {len(texts) * _SENTENCES:,} passages in {indexing:.1f} s (load {load:.1f}),"
            f" CREATE INDEX gin on their tsvector {beside:.1f} s (load {os.getloadavg()[0]:.1f}):"
            f" {indexing / beside:.2f} times"
        )
        if has_embeddings:
            draw_embeddings(connection)
        with ordinary_role(connection, "library") as role:
            connection.execute(f'SET ROLE "{role}"'.encode())
            yield connection


def beside_gin(connection: Connection) -> float:
    """Return how many seconds a GIN index on the passages' ``tsvector`` takes."""
    connection.execute(
        "CREATE TABLE library.sentence AS SELECT part.body FROM library.text t,"
        " LATERAL regexp_split_to_table(t.body, '(?<=[.]) ') AS part (body)"
    )
    connection.execute("ANALYZE library.sentence")
    began = time.perf_counter()
    connection.execute("CREATE INDEX ON library.sentence USING gin (to_tsvector('english', body))")
    taken = time.perf_counter() - began
    connection.execute("DROP TABLE library.sentence")
    return taken


def draw_embeddings(connection: Connection) -> None:
    """Give embeddings that are drawn to all passages."""
    draw = np.random.default_rng(0)
    row = connection.execute("SELECT max(visibility_id), max(passage_no) FROM factcheck.passage").fetchone()
    visibility, last = row or (0, 0)
    for start in range(1, last + 1, _PASSAGES_IN_ROW):
        count = min(_PASSAGES_IN_ROW, last + 1 - start)
        vectors = draw.normal(0, DIMENSIONS**-0.5, (count, DIMENSIONS)).astype(np.float32)
        connection.execute(
            "INSERT INTO factcheck.passage_embedding (visibility_id, first_passage, passages, vectors, signs)"
            " VALUES (%b, %b, %b, %b, %b)",
            [visibility, start, len(vectors), vectors.astype("<f2").tobytes(), signs_of(vectors).tobytes()],
        )


def made_texts(words: Words, passages: int) -> list[str]:
    """Make texts of sentences of eight to thirty words."""
    lengths = (8 + (place * 7) % 23 for place in range(passages))
    sentences = [" ".join(words.several(length)).capitalize() + "." for length in lengths]
    return [" ".join(sentences[start : start + _SENTENCES]) for start in range(0, passages, _SENTENCES)]


def made_claims(texts: Sequence[str], words: Words, count: int) -> list[str]:
    """Make claims of some words of a sentence, and some others."""
    claims = []
    for _ in range(count):
        sentence = words.draw.choice(words.draw.choice(texts).split(". ")).split()
        chosen = words.draw.sample(sentence, min(len(sentence), 8))
        claims.append(" ".join([*chosen, *words.several(4)]))
    return claims


def p95(times: Sequence[float]) -> float:
    """Return the time within which 95 of 100 calls end."""
    return sorted(times)[math.ceil(0.95 * len(times)) - 1]


def compare(sessions: Sequence[Connection], measured: Measured) -> list[list[float]]:
    """Make each call of a kind on all sessions by turns, and return the milliseconds; ends where answers differ."""
    times: list[list[float]] = [[] for _ in sessions]
    for number, arguments in enumerate(measured.arguments):
        answers = []
        for turn in range(len(sessions)):
            place = (turn + number) % len(sessions)
            began = time.perf_counter()
            answers.append(sessions[place].execute(measured.statement.encode(), arguments).fetchall())
            if number >= _WARM_UP:
                times[place].append(1000 * (time.perf_counter() - began))
        if any(answer != answers[0] for answer in answers):
            click.echo(f"{measured.name} answers differently: {arguments}", err=True)
            sys.exit(1)
    return times


@click.command()
@dsn_option
@seed_option
@keep_option
@click.option("--other", help="The DSN of another version's server, to be called by turns.")
@click.option("--passages", default=20_000, show_default=True, help="Passages of the source.")
@click.option("--embeddings/--no-embeddings", default=False, help="Whether to time fused searches, too.")
@click.option("--claims", default=200, show_default=True, help="Claims that are looked for.")
def main(dsn: str, seed: int, keep: bool, other: str | None, passages: int, embeddings: bool, claims: int) -> None:
    """Time searches, judged claims and is_a."""
    with ExitStack() as stack:
        with benchmark_database(dsn, False) as lexicon:
            words = Words(lexicon, _VOCABULARY, seed)
        texts = made_texts(words, passages)
        nouns = words.values(4_000)
        definitions = [(noun, f"a {words.draw.choice(nouns)} of some {words.draw.choice(nouns)}") for noun in nouns]
        sessions = [
            stack.enter_context(prepared(each, texts, definitions, keep, embeddings))
            for each in filter(None, [dsn, other])
        ]
        asked = [[claim] for claim in made_claims(texts, words, claims)]
        pairs = [[noun, words.draw.choice(nouns)] for noun in nouns[:claims]]
        target = 10.0 if passages <= 20_000 else 100.0
        kinds = [
            Measured("search", _SEARCH, asked, target),
            *([Measured("fused search", _FUSED, asked, 100.0)] if embeddings else []),
            Measured("check_evidence", _JUDGE, asked[: claims // 2], math.inf),
            Measured("is_a", _IS_A, pairs, 5.0),
        ]
        click.echo(f"{'call':<16}{'server':<8}{'median':>9}{'p95':>9}{'target':>9}   load")
        for kind in kinds:
            rows = compare(sessions, kind)
            for name, times in zip(("this", "other"), rows, strict=False):
                click.echo(
                    f"{kind.name:<16}{name:<8}{statistics.median(times):>6.1f} ms{p95(times):>6.1f} ms"
                    f"{kind.target:>9.0f}   {os.getloadavg()[0]:.1f}"
                )
            if len(rows) > 1:
                ratios = [mine / others for mine, others in zip(*rows, strict=True)]
                click.echo(f"{kind.name:<16}median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
