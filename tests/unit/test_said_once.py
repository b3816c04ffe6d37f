"""Columns of which the same words restrict one or the other, but not both."""

from __future__ import annotations

from factcheck.candidates.said_once import columns_said_once, values_of_other_columns
from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import LIMIT, Relevance, Seen

TIME = Column(1, 1, "time", "time", "integer", "N", None)
NET = Column(2, 1, "net", "net", "integer", "N", None)
AGE = Column(3, 1, "age", "age", "integer", "N", None)
BILLED_TO = Column(4, 1, "billed_to", "billed_to", "text", "S", None)
SENT_TO = Column(5, 1, "sent_to", "sent_to", "text", "S", None)


def pairs(*predicates: tuple[Predicate, Seen], words: str = "") -> set[frozenset[int]]:
    return set(columns_said_once(Relevance({}, {}, {}, predicates), words.split()))


def limit(column: Column, bound: str, of: int, score: float = 0.5) -> tuple[Predicate, Seen]:
    return Compare(column, ">", bound), Seen(score, {LIMIT: float(of)})


def test_one_limit_restricts_one_column() -> None:
    assert pairs(limit(TIME, "7200", 0), limit(NET, "7200", 0)) == {frozenset({1, 2})}
    assert pairs(limit(TIME, "7200", 0), limit(AGE, "2", 0)) == {frozenset({1, 3})}


def test_two_limits_may_restrict_two_columns() -> None:
    assert pairs(limit(TIME, "7200", 0), limit(AGE, "50", 1)) == set()
    both = (limit(TIME, "7200", 0), limit(TIME, "50", 1, 0.4), limit(AGE, "50", 1), limit(AGE, "7200", 0, 0.4))
    assert pairs(*both) == set()


def test_a_column_whose_likeliest_restriction_is_no_limit_goes_with_any() -> None:
    assert pairs(limit(TIME, "7200", 0), limit(AGE, "2", 0, 0.4), (Equals(AGE, "2"), Seen(0.9, {}))) == set()


def test_a_value_that_two_columns_have_restricts_one_of_them() -> None:
    said = Seen(0.9, {"said": 1.0})
    brazil = [(Equals(column, "Brazil"), said) for column in (BILLED_TO, SENT_TO)]
    assert pairs(*brazil) == {frozenset({4, 5})}
    assert pairs(brazil[0], (Equals(SENT_TO, "Peru"), said)) == set()


SPECIES = Column(6, 1, "species", "species", "text", "S", None)
NAME = Column(7, 1, "name", "name", "text", "S", None)
DOG, CALLED_DOG, CALLED_PUPPY = Equals(SPECIES, "Dog"), Equals(NAME, "Dog"), Equals(NAME, "Puppy")


def test_a_kind_and_a_name_beside_it_restrict_both_columns() -> None:
    said = Seen(0.9, {"said": 1.0})
    alone, named = (
        [(each, said) for each in (DOG, CALLED_DOG)],
        [(each, said) for each in (DOG, CALLED_DOG, CALLED_PUPPY)],
    )
    assert pairs(*alone) == {frozenset({6, 7})}
    assert pairs(*named) == set()
    sizes = {SPECIES.column_id: 4, NAME.column_id: 900}
    assert values_of_other_columns(Relevance({}, {}, {}, tuple(alone), values=sizes)) == set()
    assert values_of_other_columns(Relevance({}, {}, {}, tuple(named), values=sizes)) == {CALLED_DOG}


def test_a_name_and_the_code_for_it_restrict_one_column_or_the_other() -> None:
    named = (Equals(BILLED_TO, "Germany"), Seen(0.9, {"said": 1.0}))
    coded = (Equals(SENT_TO, "DEU"), Seen(0.8, {"said": 1.0, "at": 1.0, "words": 1.0}))
    assert pairs(named, coded, words="in germany 20 arrived") == {frozenset({4, 5})}
    assert pairs(named, coded, words="from germany to germany 20 arrived") == {frozenset({4, 5})}
    assert pairs(named, coded, words="of peru from germany") == set()
