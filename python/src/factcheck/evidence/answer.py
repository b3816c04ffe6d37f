"""What passages answer to a claim, as rows of a check: verdict, message, and the passages as alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from factcheck.evidence.claims import TextClaim
from factcheck.evidence.judge import (
    DISPUTED,
    Candidates,
    JudgedClaim,
    RankedPassage,
    find_candidates,
    judge,
)
from factcheck.evidence.search import SourceSearch
from factcheck.evidence.sources import passage_query
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit
from factcheck.weights.evidence import EvidenceModels, EvidenceWeights

Row = dict[str, Any]

_QUOTED = 160
_MATCHES = {"supported": True, "refuted": False}
_SIDES = 2


@dataclass(frozen=True, slots=True)
class Answer:
    """A claim as judged by the passages of all sources, and the columns that each passage was read from."""

    judged: JudgedClaim
    alternatives: list[Row]
    columns: list[list[tuple[int, str]]]

    @property
    def verdict(self) -> str:
        """What all passages say together."""
        return self.judged.label

    @property
    def p_correct(self) -> float:
        """How likely the claim is correct, if the passages decide it; one half where there are none."""
        if not self.judged.passages:
            return 0.5
        supported, refuted = (self.judged.probabilities[name] for name in ("supported", "refuted"))
        return supported / (supported + refuted)


def answer(
    searches: Sequence[SourceSearch], claim: str, models: EvidenceModels, count: int, limit: TimeLimit = NO_LIMIT
) -> Answer:
    """Judge a claim by at most ``count`` passages of all sources together."""
    found = _merged([find_candidates(search, claim, limit=limit) for search in searches])
    judged = judge(found, weights_for(searches, models), count)
    by_name = {search.source.name: search for search in searches}
    alternatives: list[Row] = []
    # Even that nothing was found says something of every source: the first reading has the columns of all.
    columns = [[(-search.source.source_id, name) for search in searches for name in search.source.columns]]
    for each, label in _both_sides(judged):
        search = by_name[each.found.source]
        source = search.source
        alternatives.append(_alternative(len(alternatives) + 1, each, label, search))
        columns.append([(-source.source_id, name) for name in source.columns])
    columns = [columns[0], *columns[2:]]
    return Answer(judged, alternatives, columns)


def weights_for(searches: Sequence[SourceSearch], models: EvidenceModels) -> EvidenceWeights:
    """Return the weights with the similarity of embeddings where all sources have them, else those without."""
    if models.similarity is not None and all(search.has_embeddings for search in searches):
        return models.similarity
    return models.words


def _merged(candidates: Sequence[Candidates]) -> Candidates:
    return Candidates(
        candidates[0].claim,
        tuple(found for each in candidates for found in each.found),
        tuple(features for each in candidates for features in each.features),
    )


def _both_sides(judged: JudgedClaim) -> list[tuple[RankedPassage, str]]:
    """Return the passages in order, each with what it says; of a disputed claim first the best one of each side.

    These two say what they say rather than the other: that one of them most likely decides nothing is no side.
    """
    passages = list(judged.passages)
    if judged.label != DISPUTED or len(passages) < _SIDES:
        return [(each, each.stance) for each in passages]
    sides = max(
        permutations(passages, _SIDES), key=lambda pair: _weight(pair[0], "supported") * _weight(pair[1], "refuted")
    )
    first = sorted(zip(sides, _MATCHES, strict=True), key=lambda pair: pair[0].rank)
    ranks = {each.rank for each in sides}
    return [*first, *((each, each.stance) for each in passages if each.rank not in ranks)]


def _weight(passage: RankedPassage, side: str) -> float:
    """Return how likely a passage is evidence for one side."""
    return passage.p_evidence * passage.stances[side]


def _alternative(rank: int, passage: RankedPassage, label: str, search: SourceSearch) -> Row:
    found = passage.found
    return {
        "rank": rank,
        "query": passage_query(search.source, found.key),
        "description": found.text,
        "value": None,
        "probability": passage.p_evidence,
        "matches": label == "supported",
        "label": label,
        "p_label": passage.stances[label],
        "score": found.score,
        "source": found.source,
        "key": found.key,
        "start": found.start,
        "length": len(found.text),
        "terms": list(found.terms),
        "words": " ".join(search.words_with(found.text, set(found.terms))),
    }


def unanswered_row(number: int, claim: TextClaim, source_text: str) -> Row:
    """Return the row of a claim for which there was no time left."""
    nothing = Answer(JudgedClaim("not_enough_info", {}, (), True), [], [])
    return claim_row(number, claim, source_text, nothing) | {"message": _NO_TIME}


_NO_TIME = "The time budget was used up before passages were looked for."


def claim_row(number: int, claim: TextClaim, source_text: str, answered: Answer) -> Row:
    """Return the row of a claim that passages have judged."""
    first = answered.alternatives[0] if answered.alternatives else None
    return {
        "claim_no": number,
        "verdict": answered.verdict,
        "p_correct": answered.p_correct,
        "claim_text": source_text[claim.start - 1 : claim.start - 1 + claim.length],
        "claimed_value": None,
        "claimed_high": None,
        "comparison": None,
        "found_value": None,
        "description": first and first["description"],
        "query": first and first["query"],
        "p_query": first and first["probability"],
        "is_certified": False,
        "sentence": claim.text,
        "claim_start": claim.start,
        "claim_length": claim.length,
        "message": message(answered),
        "alternatives": answered.alternatives,
    }


def message(answered: Answer) -> str:
    """Say in a sentence or two what the passages say, and how sure that is."""
    if not answered.alternatives:
        return "No passage of the sources has words of this claim."
    if answered.judged.is_thin:
        return f"No passage is clearly about this claim. The nearest one: {_quoted(answered.alternatives[0])}."
    share = f"({answered.judged.probabilities[answered.judged.label]:.0%} likely)"
    if answered.verdict == "disputed":
        for_it, against_it = (_first_with(answered, label) for label in _MATCHES)
        return f"The passages disagree {share}. For it: {_quoted(for_it)}. Against it: {_quoted(against_it)}."
    if answered.verdict == "supported":
        return f"Passages support this {share}, foremost: {_quoted(_best(answered, True))}."
    if answered.verdict == "refuted":
        return f"Passages speak against this {share}, foremost: {_quoted(_best(answered, False))}."
    return f"The passages do not decide this {share}. The nearest one: {_quoted(answered.alternatives[0])}."


def _first_with(answered: Answer, label: str) -> Row:
    """Return the first passage that says what the label says: the sides of a disputed claim come first."""
    return next(each for each in answered.alternatives if each["label"] == label)


def _best(answered: Answer, matches: bool) -> Row:
    """Return the first passage on one side, or the one nearest to it."""
    side = next(name for name, value in _MATCHES.items() if value is matches)
    ranked = {(each.found.source, each.found.key, each.found.start): each for each in answered.judged.passages}

    def share(row: Row) -> float:
        return _weight(ranked[row["source"], row["key"], row["start"]], side)

    return max(answered.alternatives, key=share)


def _quoted(alternative: Row) -> str:
    text = " ".join(alternative["description"].split()).rstrip(".")
    if len(text) > _QUOTED:
        text = text[: text.rfind(" ", 0, _QUOTED)] + " \u2026"
    return f'"{text}" ({alternative["source"]}, {alternative["key"]})'
