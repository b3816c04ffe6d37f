"""What BM25 finds for labelled claims, as words: what the cross-encoder is trained on and ranks anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from factcheck.quality.evidence.cases import LabelledClaim, read_claims, read_passages
from factcheck.quality.evidence.observe import passages_added, searched

CANDIDATES = 20
"""Passages of BM25 that training draws wrong pairs from, and that are ranked anew."""

Words = Sequence[str]


@dataclass(frozen=True, slots=True)
class Found:
    """A labelled claim with its words, the keys that BM25 finds first, and the words of these and of its evidence."""

    claim: LabelledClaim
    words: Words
    keys: tuple[str, ...]
    passages: Mapping[str, Words]


def found_claims(dsn: str, folder: Path) -> list[Found]:
    """Search for all claims of a folder by BM25."""
    claims, texts = read_claims(folder), dict(read_passages(folder))
    found = []
    with passages_added(dsn, list(texts.items())) as (connection, name):
        search = searched(connection, name)
        for claim in claims:
            best = search.best(claim.text, 2 * CANDIDATES, "bm25")
            keys = tuple(dict.fromkeys(each.key for each in best))[:CANDIDATES]
            wanted = sorted({*keys, *claim.evidence} & set(texts))
            terms = search.terms_of_all([claim.text, *(texts[key] for key in wanted)])
            found.append(Found(claim, terms[0], keys, dict(zip(wanted, terms[1:], strict=True))))
    return found
