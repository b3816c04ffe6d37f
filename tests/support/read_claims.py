"""Claims about boats in harbours, with a reading each."""

from __future__ import annotations

from decimal import Decimal

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.keywords import Keyword
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.joins.relation_sets import RelationSet
from factcheck.nlp.parser import Token
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance, Seen

HARBOUR = Column(7, 3, "harbour", "harbour", "text", "S", None)
BOATS = Table(3, "boats", "public.boats", None, (HARBOUR,))
IN_OBAN = Equals(HARBOUR, "Oban")
ALL_BOATS = Selection(RelationSet(BOATS, (), (BOATS,)), ())

NOUNS = {
    "boats": "NNS",
    "Oban": "NNP",
    "harbour": "NN",
    "voters": "NNS",
    "Lima": "NNP",
    "ships": "NNS",
    "rows": "NNS",
    "total": "NN",
    "GB": "NN",
}
WORDS = {**NOUNS, "2015": "CD", "repainted": "VBN"}


def read_claim(
    sentence: str,
    closeness: Closeness = Closeness.AGREES,
    counted: str = "",
    value: int | None = 12,
) -> ReadClaim:
    """Return a claim whose first number is read as the number of boats whose harbour is Oban, which is ``value``."""
    words = sentence.rstrip(".").split()
    tokens = tuple(
        Token(
            each,
            0,
            0,
            each.rstrip("s"),
            WORDS.get(each, "CD" if each.isdigit() else "IN"),
            "",
            0,
        )
        for each in words
    )
    number = find_numbers(sentence)[0]
    keywords = tuple(Keyword(each.lower(), each.lower(), 0.5, each == counted) for each in words if each in WORDS)
    relevance = Relevance(
        {COUNT: 0.0},
        {},
        {BOATS.table_id: 1.0},
        ((IN_OBAN, Seen(1.0, {"terms": 1.0, "said": 1.0, "words": 1.0})),),
        columns_named_by={"harbour": {HARBOUR.column_id: 2.0}},
        tables_named_by={
            "boats": {BOATS.table_id: 1.0},
            "ships": {BOATS.table_id: 0.4},
        },
    )
    query = Aggregate(Measure(COUNT, None), Selection(RelationSet(BOATS, (), (BOATS,)), (IN_OBAN,)))
    best = LikelyQuery(Candidate(0, ()), query, 0.6, closeness)
    posterior = Posterior((best,), 0.6, True, (), 1.0, ())
    claimed = tuple(index for index, word in enumerate(words) if word == number.text)
    return ReadClaim(
        number,
        ClaimWords(tokens, claimed, keywords),
        relevance,
        posterior,
        (None if value is None else Decimal(value),),
    )
