"""Observe labelled claims: the passages that a search finds for each, with their features."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.evidence.embed import embed_source
from factcheck.evidence.features import Features, Match, pair_features, read_sentence
from factcheck.evidence.judge import Candidates, find_candidates
from factcheck.evidence.search import SourceSearch
from factcheck.evidence.sources import read_sources
from factcheck.quality.cases.sandbox import connected
from factcheck.quality.evidence.cases import LabelledClaim
from factcheck.settings import Settings
from factcheck.sqltext import identifier
from factcheck.text_index.embeddings import SentenceEncoder


@dataclass(frozen=True, slots=True)
class Observation:
    """A labelled claim, its candidates, and the features and labels of the sentences that people judged."""

    claim: LabelledClaim
    candidates: Candidates
    judged: tuple[tuple[Features, str], ...]

    @property
    def are_evidence(self) -> list[bool]:
        """Whether each candidate is evidence by the label."""
        return [found.key in self.claim.evidence for found in self.candidates.found]


@contextmanager
def passages_added(
    dsn: str, passages: Sequence[tuple[str, str]], model: SentenceEncoder | None = None
) -> Iterator[tuple[Connection, str]]:
    """Load passages into a table of their own and add it as a source, with embeddings where there is a model.

    Both go at the end.  Yields a session of the superuser and the name of the source.
    """
    name = f"factcheck_evidence_{secrets.token_hex(4)}"
    with connected(dsn) as connection:
        connection.execute(f"CREATE TABLE public.{identifier(name)} (id text PRIMARY KEY, body text)".encode())
        try:
            with connection.cursor().copy(f"COPY public.{identifier(name)} FROM STDIN".encode()) as copy:
                for row in passages:
                    copy.write_row(row)
            connection.execute(
                "SELECT factcheck.add_source(%s, %s::regclass, 'id', 'body')", [name, f"public.{identifier(name)}"]
            )
            if model is not None:
                embed_source(PsycopgDatabase(connection), name, None, model)
            yield connection, name
        finally:
            connection.execute("DELETE FROM factcheck.passage_source WHERE name = %s", [name])
            connection.execute(f"DROP TABLE public.{identifier(name)}".encode())


def searched(connection: Connection, name: str, model: SentenceEncoder | None = None) -> SourceSearch:
    """Make a source ready for searches."""
    database = PsycopgDatabase(connection)
    [source] = read_sources(database, [name])
    return SourceSearch(database, source, lambda: Settings().unindexed_rows, model=model)


def observe(search: SourceSearch, claims: Sequence[LabelledClaim]) -> Iterator[Observation]:
    """Observe claims one by one."""
    for claim in claims:
        candidates = find_candidates(search, claim.text)
        rarities = search.rarities(candidates.claim.terms)
        similarities = search.similarities(claim.text, [text for text, _ in claim.sentences])
        judged = tuple(
            (
                pair_features(
                    candidates.claim,
                    read_sentence(text, search.terms(text)),
                    Match(0.0, 1, similarity),
                    rarities,
                ),
                label,
            )
            for (text, label), similarity in zip(claim.sentences, similarities, strict=True)
        )
        yield Observation(claim, candidates, judged)
