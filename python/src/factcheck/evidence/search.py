"""Find the passages of a source that are about a claim, with the rights of the caller."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

import numpy as np

from factcheck.errors.catalogue.evidence import (
    source_has_no_embeddings,
    source_not_indexed,
    source_too_large_to_read,
)
from factcheck.evidence.passages import passages_of
from factcheck.evidence.sources import Source, key_text, text_hash
from factcheck.evidence.terms import Stemmer
from factcheck.evidence.vectors import StoredVectors, stored_vectors
from factcheck.port import Database, Row
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import NO_LIMIT, RETRIEVAL_ENDS, TimeLimit, tell_time_is_up
from factcheck.sqltext import integer_array, text_array
from factcheck.text_index.arrays import Floats, Integers
from factcheck.text_index.embeddings import SentenceEncoder, Vectors, embedder
from factcheck.text_index.passage_postings import Segment, SegmentBuilder, inverse_frequencies
from factcheck.text_index.passage_scores import (
    TermPostings,
    best_by_bm25,
    best_passages,
    bm25_among,
    rarity_of,
    terms_in,
    tfidf_scores,
)
from factcheck.words.passage_words import words_of

MODES = ("bm25", "tfidf", "fused")
_WORDS_COUNT = 0.2
"""What a fused score has of BM25, in units of the highest rarity, beside the similarity of embeddings.

Chosen on labelled claims, where it finds a little more than the fusion of ranks.
"""

_LEAST_POOL, _POOL = 200, 4
"""Passages that each of both rankings brings: for each passage asked for, and at least."""

_SPARE = 3
"""Passages looked up beyond those asked for, since some may have gone from their source."""


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage as it stands in its source now: the key of its row, its words, and where they begin, counted from 1."""

    key: str
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage found for a claim, best first; ``terms`` are those of the claim that it has, rarest first.

    ``score`` is that of the mode of the search, ``bm25`` and ``similarity`` what it is made of; ``start`` counts
    characters of its row's text from 1.
    """

    rank: int
    source: str
    key: str
    text: str
    start: int
    score: float
    terms: tuple[str, ...]
    bm25: float = 0.0
    similarity: float = 0.0


class OpenSource(Protocol):
    """A source made ready for searches."""

    size: int
    last: int

    def impacts(self, terms: Collection[str]) -> dict[str, TermPostings]:
        """Return the passages that have each term, with its impact."""
        ...

    def frequencies(self, terms: Collection[str]) -> dict[str, TermPostings]:
        """Return the passages that have each term, with how often they do."""
        ...

    def norms(self) -> Floats:
        """Return the lengths of all passages' TF-IDF vectors, by number."""
        ...

    def embeddings(self) -> StoredVectors | None:
        """Return the embeddings of passages; None where there are none."""
        ...

    def texts(self, numbers: Integers) -> dict[int, PassageText]:
        """Return those of some passages that are still there, by number."""
        ...


class SourceSearch:
    """Searches one source for any number of claims; ``unindexed_rows`` is asked for where all of its rows are read."""

    def __init__(
        self,
        database: Database,
        source: Source,
        unindexed_rows: Callable[[], int],
        limit: TimeLimit = NO_LIMIT,
        model: SentenceEncoder | None = None,
    ) -> None:
        self.source = source
        self._model = model or (embedder() if source.is_indexed else None)
        self._stemmer = Stemmer(database, source.language, source.language_state)
        self.opened: OpenSource = (
            IndexedPassages(database, source)
            if source.is_indexed
            else ReadPassages(database, source, self._stemmer, unindexed_rows(), limit)
        )
        self._embeddings = self.opened.embeddings() if source.is_indexed and self._model is not None else None

    def terms(self, text: str) -> list[str]:
        """Return the terms of a claim or a passage."""
        return self.terms_of_all([text])[0]

    def terms_of_all(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the terms of several claims or passages."""
        return self._stemmer.terms([words_of(text) for text in texts])

    def words_with(self, text: str, terms: Set[str]) -> list[str]:
        """Return the different words of a text that stand for one of some terms."""
        return self._stemmer.words_with(text, terms)

    @property
    def highest_rarity(self) -> float:
        """The rarity of a term that one passage has."""
        return float(inverse_frequencies(max(self.opened.size, 2), np.array([1]))[0])

    def rarities(self, terms: Collection[str]) -> dict[str, float]:
        """Return the rarities of terms that some passage has, 1 for those that only one has."""
        postings = self.opened.impacts(set(terms))
        return {term: rarity_of(each, self.opened.size) / self.highest_rarity for term, each in postings.items()}

    @property
    def has_embeddings(self) -> bool:
        """Whether passages of the source have embeddings, and claims can be given theirs."""
        return self._embeddings is not None

    @property
    def mode(self) -> str:
        """The mode of a search that names none."""
        return "fused" if self.has_embeddings else "bm25"

    def similarities(self, claim: str, texts: Sequence[str]) -> list[float]:
        """Return how similar texts are to a claim by their embeddings; 0 where there are none."""
        if not self.has_embeddings or self._model is None or not texts:
            return [0.0] * len(texts)
        vectors = self._model.encode([claim, *texts])
        similarities: list[float] = (vectors[1:] @ vectors[0]).tolist()
        return similarities

    def best(self, claim: str, k: int, mode: str | None = None) -> list[FoundPassage]:
        """Return at most ``k`` passages that have terms of the claim, or mean the same, best first.

        Raises ``FactcheckError`` for the mode "fused" where there are no embeddings.
        """
        mode = mode or self.mode
        counts = Counter(self.terms(claim))
        postings = self._postings(claim, counts, mode)
        fused = self._fused(claim, postings) if mode == "fused" else None
        if fused is not None:
            there = self._there(fused.first, k)
        elif mode == "tfidf":
            there = self._there(_first_of(tfidf_scores(postings, counts, self.opened.size, self.opened.norms())), k)
        else:
            there = self._there(self._best_by_bm25(postings), k)
        numbers = np.array([number for number, _, _ in there], dtype=np.int64)
        of_terms = {term: each for term, each in postings.items() if term in counts}
        terms = terms_in(of_terms, numbers, self.opened.size)
        return [
            FoundPassage(
                rank,
                self.source.name,
                text.key,
                text.text,
                text.start,
                score,
                matched,
                *((score, 0.0) if fused is None else fused.parts_of(number)),
            )
            for rank, ((number, score, text), matched) in enumerate(zip(there, terms, strict=True), 1)
        ]

    def weights(self, claim: str) -> dict[str, float]:
        """Return what each term of a claim, and each form of its words, counts by BM25."""
        return self._stemmer.weights(claim)

    def _postings(self, claim: str, terms: Collection[str], mode: str) -> dict[str, TermPostings]:
        """Return the passages that a mode of search looks at, by the claim's terms.

        Embeddings know the forms of words: beside them terms alone, each once, find as much of labelled claims.
        """
        if mode == "tfidf":
            return self.opened.frequencies(terms)
        if mode == "fused":
            return self.opened.impacts(terms)
        weights = self.weights(claim)
        return {term: each.weighing(weights[term]) for term, each in self.opened.impacts(weights).items()}

    def _best_by_bm25(self, postings: Mapping[str, TermPostings]) -> _Best:
        size, last, highest = self.opened.size, self.opened.last, self.source.bm25.k1 + 1
        return lambda count: best_by_bm25(postings, size, last, highest, count)

    def _fused(self, claim: str, postings: Mapping[str, TermPostings]) -> _Fused:
        if self._embeddings is None or self._model is None:
            raise source_has_no_embeddings(self.source.name)
        [vector] = self._model.encode([claim])
        unit = _WORDS_COUNT / self.highest_rarity
        return _Fused(self._embeddings, vector, self._best_by_bm25(postings), postings, self.opened.size, unit)

    def _there(self, best: _Best, k: int) -> list[tuple[int, float, PassageText]]:
        """Return the best passages that are still in their source, at most ``k``, with their scores and words."""
        count = k + _SPARE
        while True:
            numbers, scores = best(count)
            texts = self.opened.texts(numbers)
            there = [
                (number, score, texts[number])
                for number, score in zip(numbers.tolist(), scores.tolist(), strict=True)
                if number in texts
            ]
            if len(there) >= k or len(numbers) < count:
                return there[:k]
            count *= 4


_Best = Callable[[int], tuple[Integers, Floats]]
"""Gives the numbers of so many passages that score best, best first, and their scores."""


def _first_of(scores: Floats) -> _Best:
    def first(count: int) -> tuple[Integers, Floats]:
        numbers = best_passages(scores, count)
        return numbers, scores[numbers]

    return first


class _Fused:
    """The ranking by BM25 and embeddings together, of the passages that either ranking has first."""

    def __init__(
        self,
        embeddings: StoredVectors,
        vector: Vectors,
        by_words: _Best,
        postings: Mapping[str, TermPostings],
        size: int,
        unit: float,
    ) -> None:
        self._embeddings, self._vector, self._by_words = embeddings, vector, by_words
        self._postings, self._size, self._unit = postings, size, unit
        self._numbers: Integers = np.zeros(0, np.int64)

    def first(self, count: int) -> tuple[Integers, Floats]:
        """Return the numbers of so many passages that score best, best first, and their scores."""
        pool = max(_LEAST_POOL, _POOL * count)
        by_words, _ = self._by_words(pool)
        self._numbers = np.union1d(by_words, self._embeddings.nearest(self._vector, pool))
        self._words = bm25_among(self._postings, self._numbers, self._size)
        vectors = self._embeddings.vectors(self._numbers)
        similarities = (vectors @ self._vector).astype(np.float64)
        # A passage that came after the others were embedded counts as alike as the others that have the claim's words.
        is_new = ~vectors.any(axis=1)
        others = similarities[~is_new & np.isin(self._numbers, by_words)]
        similarities[is_new] = others.mean() if len(others) else 0.0
        self._similarities = similarities
        scores = similarities + self._unit * self._words
        order = np.lexsort((self._numbers, -scores))[:count]
        order = order[scores[order] > 0]
        return self._numbers[order], scores[order]

    def parts_of(self, number: int) -> tuple[float, float]:
        """Return the BM25 score and the similarity of a passage that was returned."""
        place = int(np.searchsorted(self._numbers, number))
        return float(self._words[place]), float(self._similarities[place])


class IndexedPassages:
    """Passages whose postings are stored, and whose words are taken from the source."""

    def __init__(self, database: Database, source: Source) -> None:
        if source.visibility_id is None:
            raise source_not_indexed(source.name)
        self._database = database
        self._source = source
        self.size, self.last = source.size, source.last

    def impacts(self, terms: Collection[str]) -> dict[str, TermPostings]:
        """Return the passages that have each term, with its impact."""
        return self._postings(terms, "impacts", "<f2")

    def frequencies(self, terms: Collection[str]) -> dict[str, TermPostings]:
        """Return the passages that have each term, with how often they do."""
        return self._postings(terms, "frequencies", "u1")

    def _postings(self, terms: Collection[str], values: str, kind: str) -> dict[str, TermPostings]:
        rows = self._database.query(
            f"SELECT term, passages, {values} AS packed FROM factcheck.passage_posting"
            f" WHERE term = ANY ({text_array(sorted(terms))}) AND visibility_id = {self._source.visibility_id}"
            " ORDER BY term, segment_no"
        )
        parts: dict[str, list[TermPostings]] = defaultdict(list)
        for row in rows:
            passages = np.frombuffer(row["passages"], "<i4")
            parts[row["term"]].append(TermPostings(passages, np.frombuffer(row["packed"], kind)))
        return {term: TermPostings.joined(each) for term, each in parts.items()}

    def norms(self) -> Floats:
        """Return the lengths of all passages' TF-IDF vectors, by number."""
        norms = np.zeros(self.last + 1)
        for row in self._segments("norms"):
            part = np.frombuffer(row["packed"], "<f4")
            norms[row["first_passage"] : row["first_passage"] + len(part)] = part
        return norms

    def lengths(self) -> Integers:
        """Return the numbers of terms of all passages, by number."""
        lengths = np.zeros(self.last + 1, dtype=np.int64)
        for row in self._segments("lengths"):
            part = np.frombuffer(row["packed"], "<i2")
            lengths[row["first_passage"] : row["first_passage"] + len(part)] = part
        return lengths

    def _segments(self, values: str) -> Sequence[Row]:
        return self._database.query(
            f"SELECT first_passage, {values} AS packed FROM factcheck.passage_segment"
            f" WHERE visibility_id = {self._source.visibility_id} ORDER BY segment_no"
        )

    def embeddings(self) -> StoredVectors | None:
        """Return the embeddings of passages; None where there are none."""
        visibility = self._source.visibility_id
        return None if visibility is None else stored_vectors(self._database, visibility)

    def texts(self, numbers: Integers) -> dict[int, PassageText]:
        """Return those of some passages that are still there, by number; a text that has changed has none."""
        source = self._source
        places = self._database.query(
            "SELECT passage_no, source_key, text_hash, passage_start, passage_length FROM factcheck.passage"
            f" WHERE visibility_id = {source.visibility_id}"
            f" AND passage_no = ANY ({integer_array(numbers.tolist())})"
        )
        # The keys as constants: of two columns the source's own collation, and so its index, would not be used.
        keys = text_array(sorted({place["source_key"] for place in places}))
        rows = self._database.query(
            f"SELECT {key_text(source)} AS key, {text_hash(source)} AS text_hash, {source.text} AS body"
            f" FROM {source.relation} AS t WHERE {source.key} = ANY ({keys}::{source.key_type}[])"
        )
        bodies = {(row["key"], row["text_hash"]): row["body"] for row in rows}
        texts = {}
        for place in places:
            body = bodies.get((place["source_key"], place["text_hash"]))
            if body is not None:
                start = place["passage_start"] - 1
                text = body[start : start + place["passage_length"]]
                texts[place["passage_no"]] = PassageText(place["source_key"], text, start + 1)
        return texts


def _rows_in_time(database: Database, source: Source, most_rows: int, limit: TimeLimit) -> Sequence[Row]:
    """Read the texts of a source, or those that there is time for."""
    until = TimeLimit(monotonic() + RETRIEVAL_ENDS * limit.left)
    end = until.end_sql(database)
    # A row that comes later is passed over: no text is taken from where it is stored.
    condition = "true" if end is None else f"clock_timestamp() < {end}"
    rows = database.query(
        f"SELECT {key_text(source)} AS key, {source.text} AS body FROM {source.relation} AS t"
        f" WHERE {condition} AND {source.key} IS NOT NULL AND {source.text} IS NOT NULL"
        f" ORDER BY 1, 2 LIMIT {most_rows + 1}"
    )
    if until.is_over:
        tell_time_is_up(f"not all texts of source {source.name} were read", database)
    return rows


class ReadPassages:
    """Passages of a relation that is not indexed: read with the rights of the caller, and forgotten afterwards."""

    def __init__(self, database: Database, source: Source, stemmer: Stemmer, most_rows: int, limit: TimeLimit) -> None:
        rows = _rows_in_time(database, source, most_rows, limit)
        if len(rows) > most_rows:
            raise source_too_large_to_read(source.name, most_rows)
        self._texts: list[PassageText] = []
        for number, row in enumerate(rows):
            checkpoint()
            if limit.is_over:
                tell_time_is_up(f"{len(rows) - number:,} texts of source {source.name} were left out", database)
                break
            body = row["body"]
            self._texts += [
                PassageText(row["key"], body[place.start : place.end], place.start + 1) for place in passages_of(body)
            ]
        builder = SegmentBuilder(0)
        words = [words_of(each.text) for each in self._texts]
        builder.add(stemmer.terms(words), stemmer.forms(words))
        self._segment: Segment = builder.build(source.bm25)
        self._number_of = {term: number for number, term in enumerate(self._segment.terms)}
        self.size = len(self._texts)
        self.last = max(self.size - 1, 0)

    def impacts(self, terms: Collection[str]) -> dict[str, TermPostings]:
        """Return the passages that have each term, with its impact."""
        return self._postings(terms, self._segment.impacts)

    def frequencies(self, terms: Collection[str]) -> dict[str, TermPostings]:
        """Return the passages that have each term, with how often they do."""
        return self._postings(terms, self._segment.frequencies.astype(np.float64))

    def _postings(self, terms: Collection[str], values: Floats) -> dict[str, TermPostings]:
        postings = {}
        for term in sorted(terms):
            if (number := self._number_of.get(term)) is None:
                continue
            end = int(self._segment.ends[number])
            start = end - int(self._segment.sizes[number])
            postings[term] = TermPostings(self._segment.passages[start:end], values[start:end])
        return postings

    def norms(self) -> Floats:
        """Return the lengths of all passages' TF-IDF vectors, by number."""
        return self._segment.norms if self.size else np.zeros(1)

    def embeddings(self) -> StoredVectors | None:
        """Return nothing: passages that are read anew have no embeddings."""
        return None

    def texts(self, numbers: Integers) -> dict[int, PassageText]:
        """Return some passages by number."""
        return {number: self._texts[number] for number in numbers.tolist()}
