"""Values that rows have themselves, and that the table which they are joined with has, too."""

from __future__ import annotations

from factcheck.candidates.repeated_partners import without_repeated_partners
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen

CODE = Column(1, 1, "country_code", "country_code", "text", "S", None)
KEY = Column(2, 2, "id", "id", "text", "S", None)
REGION = Column(3, 2, "region", "region", "text", "S", None)
OWN_REGION = Column(4, 1, "region", "region", "text", "S", None)
TABLES = (
    Table(1, "populations", "public.populations", None, (CODE, OWN_REGION), rows=800),
    Table(2, "countries", "public.countries", None, (KEY, REGION), rows=40),
)
JOINS = (Join(1, ("country_code",), 2, ("id",), JoinSource.INFERRED),)


def scores(*predicates: Equals, joins: tuple[Join, ...] = JOINS) -> list[float]:
    found = tuple((predicate, Seen(0.5, {"terms": 0.5})) for predicate in predicates)
    relevance = Relevance({}, {}, {}, found, values={1: 40, 2: 40, 3: 5, 4: 5})
    return [seen.score for _, seen in without_repeated_partners(relevance, TABLES, joins).predicates]


def test_a_value_of_the_rows_goes_before_that_of_their_partner() -> None:
    own, partner = scores(Equals(CODE, "QA"), Equals(KEY, "qa"))
    assert own == 0.5 > partner > 0


def test_other_values_of_the_partner_stay_as_they_are() -> None:
    assert scores(Equals(CODE, "QA"), Equals(KEY, "NO"), Equals(REGION, "Europe")) == [0.5, 0.5, 0.5]


def test_what_several_partners_have_is_no_name_of_one() -> None:
    assert scores(Equals(OWN_REGION, "Europe"), Equals(REGION, "Europe")) == [0.5, 0.5]


def test_nothing_is_repeated_without_a_join() -> None:
    assert scores(Equals(CODE, "QA"), Equals(KEY, "QA"), joins=()) == [0.5, 0.5]
