"""Find the parameters of BM25 that suit a source, by claims whose evidence is known."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.errors.catalogue.evidence import labelled_claims_not_readable, source_not_indexed
from factcheck.evidence.search import IndexedPassages, SourceSearch
from factcheck.evidence.sources import Source
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import text_array
from factcheck.text_index.arrays import Integers
from factcheck.text_index.bm25 import Bm25
from factcheck.text_index.passage_postings import impacts_of
from factcheck.text_index.passage_scores import TermPostings, best_passages, bm25_scores

RECALL_AT = (3, 20, 100)


@dataclass(frozen=True, slots=True)
class Tuned:
    """Parameters, and the shares of the evidence that is found among so many passages, on average over claims."""

    k1: float
    b: float
    recalls: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Labelled:
    claim: str
    keys: frozenset[str]


def tune_bm25(
    database: Database, source: Source, labelled: str, k1s: Sequence[float], bs: Sequence[float]
) -> list[Tuned]:
    """Try all pairs of parameters, and return what each finds, the one that finds most among 20 passages first.

    Raises ``FactcheckError`` for a source without an index, and for claims that are not in the form that is needed.
    """
    claims = _read(labelled)
    if not source.is_indexed or source.visibility_id is None:
        raise source_not_indexed(source.name)
    search = SourceSearch(database, source, lambda: 0)
    passages = IndexedPassages(database, source)
    lengths = passages.lengths()
    average = float(lengths.sum()) / max(passages.size, 1)
    pairs = [Bm25(k1, b) for k1 in k1s for b in bs]
    recalls = np.zeros((len(pairs), len(RECALL_AT)))
    for each in claims:
        checkpoint()
        weights = search.weights(each.claim)
        frequencies = passages.frequencies(weights)
        key_numbers = _key_numbers(database, source, each.keys, passages.last)
        for index, bm25 in enumerate(pairs):
            postings = {
                term: TermPostings(
                    part.passages, impacts_of(bm25, part.values, lengths[part.passages], average), weights[term]
                )
                for term, part in frequencies.items()
            }
            best = best_passages(bm25_scores(postings, passages.size, passages.last), max(RECALL_AT))
            recalls[index] += list(_recalls(key_numbers[best], len(each.keys)))
    recalls /= len(claims)
    tuned = [Tuned(each.k1, each.b, tuple(row)) for each, row in zip(pairs, recalls.tolist(), strict=True)]
    return sorted(tuned, key=lambda each: (-each.recalls[1], -sum(each.recalls), each.k1, each.b))


def _recalls(found: Integers, keys: int) -> Iterator[float]:
    for k in RECALL_AT:
        yield len(set(found[:k].tolist()) - {0}) / keys


def _key_numbers(database: Database, source: Source, keys: frozenset[str], last: int) -> Integers:
    """Return for each passage which of the keys its row has, counted from 1; 0 for none."""
    rows = database.query(
        "SELECT p.passage_no, p.source_key FROM factcheck.passage p"
        f" WHERE p.visibility_id = {source.visibility_id} AND p.source_key = ANY ({text_array(sorted(keys))})"
    )
    number_of = {key: number for number, key in enumerate(sorted(keys), 1)}
    numbers = np.zeros(last + 1, dtype=np.int64)
    for row in rows:
        numbers[row["passage_no"]] = number_of[row["source_key"]]
    return numbers


def _read(labelled: str) -> list[_Labelled]:
    entries = json.loads(labelled)
    if not isinstance(entries, list) or not entries:
        raise labelled_claims_not_readable("It is no array with an element for each claim.")
    claims = []
    for place, entry in enumerate(entries, 1):
        claim = entry.get("claim") if isinstance(entry, dict) else None
        keys = entry.get("keys") if isinstance(entry, dict) else None
        if not isinstance(claim, str) or not isinstance(keys, list) or not keys:
            raise labelled_claims_not_readable(
                f'Element {place} has no text "claim" or no array "keys" with a key in it.'
            )
        claims.append(_Labelled(claim, frozenset(map(str, keys))))
    return claims
