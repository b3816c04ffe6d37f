"""A small claim whose candidates have everything that features with learned weights look at."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from factcheck.candidates.build import candidate_space
from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue
from factcheck.candidates.listed import Generator
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations
from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import find_numbers
from factcheck.quality.fitting.layout import FEATURES
from factcheck.queries.difference import Change
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.settings import Settings
from factcheck.weights.learned import LearnedWeights

HARBOUR, SHIP, LENGTH = (
    Column(1, 1, "harbour", "harbour", "text", "S", None),
    Column(2, 1, "ship", "ship", "text", "S", None),
    Column(3, 1, "length", "length", "numeric", "N", None),
)
CALLS = Table(1, "calls", "public.calls", None, (HARBOUR, SHIP, LENGTH), rows=1000)
RELATIONS = Relations([CALLS])
BERGEN, NEW_BERGEN, GULL = Equals(HARBOUR, "Bergen"), Equals(HARBOUR, "New Bergen"), Equals(SHIP, "Grey Gull")
SEEN = {"terms": 0.5, "covered": 1.0, "said": 1.0, "words": 1.0}
TEXT = "In New Bergen, 412 calls were counted."


def claim_words() -> ClaimWords:
    """Return the words of the text, without any parse."""
    tokens, at = [], 0
    for index, word in enumerate(TEXT.replace(",", " ,").replace(".", " .").split()):
        at = TEXT.index(word, at)
        tokens.append(Token(word, at, at + len(word), word.lower(), "", "", index))
    return ClaimWords(tuple(tokens), tuple(index for index, token in enumerate(tokens) if token.text == "412"))


def claim_view() -> ClaimView:
    """Return what features see of the claim."""
    seen = tuple((predicate, Seen(0.5, SEEN)) for predicate in (BERGEN, NEW_BERGEN, GULL))
    relevance = Relevance(
        dict.fromkeys(FUNCTIONS, 0.1),
        {1: 0.5, 2: 0.5, 3: 0.5},
        {1: 0.5},
        seen,
        values={1: 100, 2: 1000},
        frequencies={BERGEN: 500, NEW_BERGEN: 10},
    )
    return ClaimView(find_numbers(TEXT)[0], relevance, claim_words())


def changes(_cue: Cue) -> Iterator[tuple[Query, float]]:
    """List a change from one harbour to the other."""
    relations = RELATIONS.of(frozenset({1}))
    if relations is not None:
        before, after = (
            Aggregate(Measure(COUNT, None), Selection(relations, (each,))) for each in (NEW_BERGEN, BERGEN)
        )
        yield Change(before, after), 2.0


def space_of(learned: LearnedWeights) -> CandidateSpace:
    """Return the candidates of the claim, weighed as was learned."""
    claim = claim_view()
    generators = [Generator("change", 1, changes)]
    return candidate_space(claim.number, claim.relevance, RELATIONS, Settings(), claim.words, generators, learned)


def learned_weights() -> st.SearchStrategy[LearnedWeights]:
    """Draw weights of all features but those of the document prior, any of them left out."""
    groups: dict[str, dict[str, st.SearchStrategy[float]]] = {}
    for feature in FEATURES:
        if feature.group != "prior":
            sizes = st.floats(0.5, 1.5) if feature.start else st.floats(-0.2, 0.2)  # shares of evidence stay below 1
            groups.setdefault(feature.group, {})[feature.name] = sizes
    return st.fixed_dictionaries(
        {}, optional={group: st.fixed_dictionaries({}, optional=names) for group, names in groups.items()}
    ).map(LearnedWeights)
