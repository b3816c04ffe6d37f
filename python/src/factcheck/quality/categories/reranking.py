"""Measures re-ranking: answers to questions that name a category, found in the corpus and ordered anew by each model.

As in the paper's system, answers are found by redundancy: the parts of passages that hold words of the question, of at
most three words without stop words, not across punctuation.  A part's score grows with the passages that have it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.categories.text.evidence import DocumentCounts, Known, Pair, count_documents, read_known
from factcheck.categories.text.likeness import likenesses
from factcheck.categories.text.metrics import reciprocal_rank, total_reciprocal_rank
from factcheck.categories.text.models import PAPER_FEATURES, Evidence, has_embeddings
from factcheck.categories.text.phrases import words_of
from factcheck.categories.text.questions import question_category
from factcheck.categories.text.reranking import VERIFIED, rerank
from factcheck.port import Database
from factcheck.quality.categories.cases import Question
from factcheck.quality.categories.membership import MeasuredModel
from factcheck.sqltext import literal

_PASSAGES = 100
_MOST_WORDS = 3
_STOP_WORDS = frozenset(
    "a an the of in on at by for from with to into as and or but nor not is was are were be been being "
    "has have had do does did that which who whom whose what when where why how it its this these those "
    "he she they his her their we you i there than then also such other more most very can could may "
    "might will would should about over under after before between during through so if no any some all "
    "each every both one name first many much called known used".split()
)
_PIECES = re.compile(r"[,;:.()!?\"“”]+")


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with the category of its answer, answers with their scores, and which of them are right."""

    category: str
    answers: list[str]
    scores: list[float]
    is_right: list[bool]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Mean reciprocal rank and mean total reciprocal rank over questions."""

    mrr: float
    trdr: float


def answer_questions(database: Database, questions: Sequence[Question], year: int) -> list[AnsweredQuestion]:
    """Find answers to the questions of a year that name a category."""
    answered = []
    for question in questions:
        named = question_category(question.text) if question.year == year else None
        if named is None:
            continue
        scored = _candidates(database, question.text)
        is_right = [re.search(question.answers, answer, re.IGNORECASE) is not None for answer, _ in scored]
        answered.append(AnsweredQuestion(named.category, [a for a, _ in scored], [s for _, s in scored], is_right))
    return answered


def _candidates(database: Database, question: str) -> list[tuple[str, float]]:
    """Return parts of passages that hold words of a question, with scores from 0 to 1."""
    words = [word for word in dict.fromkeys(words_of(question)) if word not in _STOP_WORDS]
    if not words:
        return []
    query = " || ".join(f"plainto_tsquery('pg_catalog.simple', {literal(word)})" for word in words)
    weights: defaultdict[str, float] = defaultdict(float)
    written: dict[str, str] = {}
    for row in database.query(
        f"SELECT body, ts_rank(words, q) AS score FROM factcheck.corpus_text, (SELECT {query} AS q) AS asked"
        f" WHERE words @@ q ORDER BY ts_rank(words, q) DESC, source_id, text_no LIMIT {_PASSAGES}"
    ):
        held = set(words_of(row["body"])) & set(words)
        for part in set(_parts(row["body"])):
            key = part.lower()
            if not set(words_of(part)) & set(words):
                weights[key] += (len(held) / len(words)) ** 2
                written.setdefault(key, part)
    best = max(weights.values(), default=1.0)
    ordered = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[: 2 * VERIFIED]
    return [(written[key], weight / best) for key, weight in ordered]


def _parts(body: str) -> Iterator[str]:
    """Yield the parts of a passage: at most three words that are no stop words, none of these at either end."""
    for piece in _PIECES.split(body):
        words = piece.split()
        for begin in range(len(words)):
            counted = 0
            for end in range(begin, len(words)):
                is_stop = words[end].lower() in _STOP_WORDS
                counted += not is_stop
                if counted > _MOST_WORDS or (end == begin and is_stop):
                    break
                if not is_stop:
                    yield " ".join(words[begin : end + 1])


def rank_questions(
    database: Database, answered: Sequence[AnsweredQuestion], models: Mapping[str, MeasuredModel]
) -> dict[str, Ranking]:
    """Return what each model makes of the order of answers; "oracle" knows the right ones of the first thirty."""
    results = {
        "oracle": _ranking(answered, [[1.0 if right else 0.0 for right in each.is_right] for each in answered], 0.0)
    }
    known = [read_known(database, [Pair.of(answer, each.category) for answer in each.answers]) for each in answered]
    documents = [
        [count_documents(database, Pair.of(answer, each.category)) for answer in each.answers[:VERIFIED]]
        for each in answered
    ]
    for name, measured in models.items():
        told = [
            [*map(measured.model.probability, evidence), *[None] * (len(each.answers) - len(evidence))]
            for each, evidence in (
                (each, _evidence(name, each, of_question, counts))
                for each, of_question, counts in zip(answered, known, documents, strict=True)
            )
        ]
        results[name] = _ranking(answered, told, measured.unknown)
    return results


def _evidence(
    model: str, answered: AnsweredQuestion, known: Known, documents: Sequence[DocumentCounts]
) -> list[Evidence]:
    """Return what a model is told of the first answers to a question."""
    pairs = [Pair.of(answer, answered.category) for answer in answered.answers[:VERIFIED]]
    likeness = likenesses(pairs) if has_embeddings(model) else [None] * len(pairs)
    return [
        Evidence(pair, known, counts if model in PAPER_FEATURES else None, None, alike)
        for pair, counts, alike in zip(pairs, documents, likeness, strict=True)
    ]


def _ranking(answered: Sequence[AnsweredQuestion], told: Sequence[Sequence[float | None]], unknown: float) -> Ranking:
    first, total = [], []
    for each, probabilities in zip(answered, told, strict=True):
        right = {answer for answer, is_right in zip(each.answers, each.is_right, strict=True) if is_right}
        ranked = rerank(each.answers, each.scores, probabilities, unknown)
        is_right = [row.answer in right for row in ranked]
        first.append(reciprocal_rank(is_right))
        total.append(total_reciprocal_rank(is_right))
    count = max(1, len(answered))
    return Ranking(sum(first) / count, sum(total) / count)
