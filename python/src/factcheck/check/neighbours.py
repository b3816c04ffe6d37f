"""The stage between two inferences: claims get candidates that follow from what claims near them are likely to mean."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from factcheck.candidates.build import amounts_of
from factcheck.candidates.candidate_space import CandidateSpace, derived_columns
from factcheck.candidates.cue import Cue
from factcheck.candidates.listed import ListedCandidate, ListedPart, ListedQuery
from factcheck.candidates.neighbours import (
    NEIGHBOURS,
    Neighbour,
    is_one_result,
    neighbour_queries,
    queries_of_entries,
)
from factcheck.check.entries import entries_alike, is_settled
from factcheck.check.prepare import PreparedCheck
from factcheck.check.span import SpannedCheck
from factcheck.claims.claim import NumericClaim
from factcheck.inference.document_prior import Prior, PriorExponents, uniform_prior, weigh
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.inference.read_document import shape_of
from factcheck.queries.query import Query
from factcheck.runtime.checkpoints import checkpoint
from factcheck.weights.weights import WEIGHTS

_NEAREST = 4
"""Other claims that one may follow from, the nearest ones."""

_READINGS = 3
"""Readings of another claim that are looked at, at most."""
_LEAST_LIKELY, _LEAST_OTHERWISE = 0.1, 0.5
"""How likely those are at least whose results agree with its number, and others."""

_NEAREST_ENTRIES, _FEWEST_ENTRIES = 6, 2
"""Entries before one and behind it that are looked at, and those that agree in one way, at least."""

_READINGS_OF_ENTRIES, _LEAST_OF_ENTRIES = 10, 0.01
"""Readings of an entry that are looked at, and how likely each is at least."""

_MOST = 16
"""Queries that a claim gets so, at most."""


def with_neighbours(
    spanned: SpannedCheck, posteriors: Sequence[Posterior]
) -> tuple[SpannedCheck, list[tuple[CandidateSpace, ListedCandidate]]]:
    """Return the claims with the candidates that follow from claims near them, and all these candidates."""
    check = spanned.retrieved.check
    prior = uniform_prior(
        check.tables, derived_columns(spanned.spaces), PriorExponents.of(check.settings.weights.readings)
    )
    spaces, marginals = list(spanned.spaces), list(spanned.marginals)
    added: list[tuple[CandidateSpace, ListedCandidate]] = []
    entries = _entries(check)
    for index, space in enumerate(spanned.spaces):
        checkpoint()
        neighbours = list(_neighbours(index, check, posteriors))
        lists = () if is_settled(posteriors[index]) else entries.get(index, ())
        alike = [each for others in lists for each in _alike(others, index, check, posteriors)]
        before = spanned.marginals[index]
        mass = float(before.aggregates.sum() + before.listed.sum())
        is_any = bool(neighbours or alike) and mass > 0
        cue = _cue(index, spanned) if is_any else None
        above = _above(index, check, posteriors) if cue is not None and cue.words.is_bracketed else ()
        further = {} if cue is None else _listed(cue, neighbours, list(above), alike, prior, mass)
        if further:
            listed = {one.query: one for one in space.listed.queries}
            listed |= {query: one for query, one in further.items() if _is_heavier(one, listed.get(query))}
            spaces[index] = replace(space, listed=ListedPart(tuple(listed.values())))
            marginals[index] = weigh(spaces[index], prior).marginals()
            places = (place for place, query in enumerate(listed) if query in further)
            added += ((spaces[index], ListedCandidate(place)) for place in places)
    return replace(spanned, spaces=tuple(spaces), marginals=tuple(marginals)), added


def _cue(index: int, spanned: SpannedCheck) -> Cue:
    view, most = spanned.view(index), spanned.retrieved.check.settings.columns_per_claim
    amounts = amounts_of(view.relevance, spanned.relations, most)
    return Cue(view.number, view.relevance, spanned.relations, spanned.spaces[index].product, view.words, amounts)


def claims_near(index: int, claims: Sequence[NumericClaim]) -> list[int]:
    """Return the indexes of the nearest claims of the same sentence as one, and of the sentence before."""
    claim = claims[index]

    def is_near(at: int) -> bool:
        return claims[at].paragraph == claim.paragraph and 0 <= claim.sentence - claims[at].sentence <= 1

    around = range(max(0, index - _NEAREST), min(len(claims), index + _NEAREST + 1))
    near = (at for at in around if at != index and is_near(at))
    return sorted(near, key=lambda at: abs(at - index))[:_NEAREST]


def _neighbours(index: int, check: PreparedCheck, posteriors: Sequence[Posterior]) -> Iterator[Neighbour]:
    """Yield what claims of the same sentence, and of the one before, are likely to mean, the nearest claims first."""
    for at in claims_near(index, check.claims):
        yield from _likely(at, index, check, posteriors)


def _likely(at: int, index: int, check: PreparedCheck, posteriors: Sequence[Posterior]) -> Iterator[Neighbour]:
    """Yield what a claim is likely to mean, as a neighbour of another one."""
    other = check.claims[at]
    for likely in posteriors[at].best[:_READINGS]:
        if likely.probability >= (_LEAST_LIKELY if likely.matches else _LEAST_OTHERWISE):
            is_same = other.sentence == check.claims[index].sentence
            yield Neighbour(likely.query, likely.probability, other.number, is_same, at)


def _above(index: int, check: PreparedCheck, posteriors: Sequence[Posterior]) -> Iterator[Neighbour]:
    """Yield what the claims of the paragraphs above one, such as the entries of its list, are likely to mean."""
    paragraph = check.claims[index].paragraph
    for at in range(max(0, index - _NEAREST_ENTRIES), index):
        if 0 < paragraph - check.claims[at].paragraph <= _NEAREST_ENTRIES:
            yield from (replace(each, is_same_sentence=False) for each in _likely(at, index, check, posteriors))


def _entries(check: PreparedCheck) -> dict[int, list[list[int]]]:
    """Return for each claim of an entry those that stand in the same place of others, the nearest ones first."""
    entries: dict[int, list[list[int]]] = {}
    for members in entries_alike(check):
        for at, index in enumerate(members):
            around = [*members[max(0, at - _NEAREST_ENTRIES) : at], *members[at + 1 : at + 1 + _NEAREST_ENTRIES]]
            entries.setdefault(index, []).append(sorted(around, key=lambda other: abs(other - index)))
    return entries


def _alike(
    others: Sequence[int], index: int, check: PreparedCheck, posteriors: Sequence[Posterior]
) -> Iterator[Neighbour]:
    """Yield what most other entries that agree do so with, that of the nearest one, by how many of them do."""
    found: dict[Hashable, dict[int, LikelyQuery]] = {}
    for at in others:
        for likely in posteriors[at].best[:_READINGS_OF_ENTRIES]:
            if likely.matches and likely.probability >= _LEAST_OF_ENTRIES and is_one_result(likely.query):
                found.setdefault(shape_of(likely.query), {}).setdefault(at, likely)
    most = max(map(len, found.values()), default=0)
    for of_shape in found.values():
        if len(of_shape) == most >= _FEWEST_ENTRIES:
            at, likely = next(iter(of_shape.items()))
            is_same = check.claims[at].sentence == check.claims[index].sentence
            yield Neighbour(likely.query, len(of_shape) / len(others), check.claims[at].number, is_same, at)


def _listed(
    cue: Cue,
    neighbours: Sequence[Neighbour],
    above: Sequence[Neighbour],
    alike: Sequence[Neighbour],
    prior: Prior,
    mass: float,
) -> dict[Query, ListedQuery]:
    """Return the queries of a claim that follow from its neighbours, weighed by a share of all its candidates.

    The words of the claim itself name little of what these are made of.  Those ``above`` stand in paragraphs before,
    ``alike`` in the same place of entries.
    """
    shares: dict[Query, float] = {}
    for query, share in (*neighbour_queries(cue, neighbours, above), *queries_of_entries(cue, alike)):
        shares[query] = max(shares.get(query, 0.0), share)
    likeliest = sorted(shares, key=lambda query: -shares[query])[:_MOST]
    return {
        query: ListedQuery(query, WEIGHTS.listed.neighbours * shares[query] * mass / prior.of_query(query), NEIGHBOURS)
        for query in likeliest
    }


def _is_heavier(one: ListedQuery, known: ListedQuery | None) -> bool:
    """Tell whether more speaks for a query than for the same one that another generator has listed."""
    return known is None or one.score > known.score
