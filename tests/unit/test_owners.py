"""Which groups the words of a statement name, and which they name only a part of."""

from __future__ import annotations

import pytest

from factcheck.candidates.statements.owners import owners_of
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen

GRADE = Column(1, 1, "grade", "grade", "text", "S", None)
CREW = Table(1, "crew", "harbour.crew", None, (GRADE,))


@pytest.mark.parametrize(
    ("phrase", "value", "is_named"),
    [
        ("professors", "Prof", True),
        ("assistant professors", "Prof", False),
        ("the pilots", "Pilot", True),
        ("all pilots", "Pilot", True),
        ("young pilots", "Pilot", False),
        ("the grade pilot", "Pilot", True),
        ("the singer Ann Lee", "Ann Lee", True),
    ],
)
def test_a_word_before_the_value_makes_it_a_part(phrase, value, is_named):
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0})
    relevance = Relevance({}, {}, {}, ((Equals(GRADE, value), seen),), values={GRADE.column_id: 4})
    owners = owners_of(phrase, relevance, [CREW])
    assert [owner.predicate for owner in owners if owner.score > 0.5] == ([Equals(GRADE, value)] if is_named else [])
