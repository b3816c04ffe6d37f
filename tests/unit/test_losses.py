"""Falls and losses that columns of changes, profits and delays have below zero."""

from __future__ import annotations

import pytest
from support.listed_queries import listed

from factcheck.catalogue.schema import Column, Table
from factcheck.nlp.parser import Parser
from factcheck.queries.predicates.equals import Equals

CHANGE = Column(1, 1, "crew_change", "crew_change", "numeric", "N", None)
HARBOUR = Column(2, 1, "harbour", "harbour", "text", "S", None)
CREW = Column(3, 1, "crew", "crew", "integer", "N", None)
BOATS = Table(1, "boats", "sea.boats", None, (HARBOUR, CREW, CHANGE))
KIND = Column(4, 2, "kind", "kind", "text", "S", None)
OWNER = Column(5, 2, "owner", "owner", "text", "S", None)
FLAG = Column(6, 2, "flag", "flag", "text", "S", None)
NETS = Table(2, "nets", "sea.nets", None, (KIND, OWNER, FLAG))

OBAN = Equals(HARBOUR, "Oban")


@pytest.mark.parametrize(
    "text",
    [
        "On average the boats lost 12.4% of their crew.",
        "The crew of an average boat fell by 12.4%.",
        "Crews were down 12.4 percent on average.",
        "The average boat had a 12.4% drop in crew.",
        "A fishing season costs a boat 12.4% of its crew.",
        "The mean loss of crew was 12.4%.",
        "Boats saw their crew shrink by 12.4%.",
    ],
)
def test_what_falls_is_minus_a_column_of_changes(parser: Parser, text: str) -> None:
    assert "minus the average of crew change in boats" in listed(parser, text, [BOATS])


@pytest.mark.parametrize("text", ["The average crew rose by 12.4%.", "On average 12.4% of the crew were women."])
def test_what_does_not_fall_keeps_its_sign(parser: Parser, text: str) -> None:
    assert not any(words.startswith("minus") for words in listed(parser, text, [BOATS]))


def test_restrictions_of_other_tables_leave_room_for_those_of_the_own(parser: Parser) -> None:
    others = [Equals(column, value) for column in (KIND, OWNER, FLAG) for value in ("Oban", "Oban Bay")]
    words = listed(parser, "Oban lost 12.4% of its crew.", [NETS, BOATS], [*others, OBAN])
    assert "minus the average of crew change in boats where harbour is 'Oban'" in words
