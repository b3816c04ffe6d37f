"""Values whose words a text has for another reason than to name them."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.named_otherwise import without_named_otherwise
from factcheck.retrieval.relevance import Seen

TIME = Column(1, 1, "order_time", "order_time", "text", "S", None)
CITY = Column(2, 1, "city", "city", "text", "S", None)
TABLE = Table(1, "oslo_housing_clean", "land.oslo_housing_clean", None, (TIME, CITY))
AROUND = {"terms": 0.2, "said": 0.0, "here": 0.0}
HERE = {"terms": 0.2, "said": 1.0, "here": 1.0}


def is_left(parser, sentence: str, column: Column, value: str, seen: dict[str, float]) -> bool:
    [parse] = parser.parse([sentence])[0]
    passage = Passage(parse.tokens, (0.5,) * len(parse.tokens), True)
    return bool(without_named_otherwise([(Equals(column, value), Seen(0.3, seen))], [passage], [TABLE]))


@pytest.mark.parametrize(
    ("sentence", "value", "expected"),
    [
        ("26 orders had more than 12 items.", "4:12:47 PM", False),
        ("26 orders came at 4:12 PM.", "4:12:47 PM", True),
        ("26 orders came at 4 pm.", "4:00:00 PM", True),
        ("26 orders had more than 12 items.", "12 inches", True),
    ],
)
def test_a_number_by_itself_names_no_time(parser, sentence, value, expected):
    assert is_left(parser, sentence, TIME, value, {"terms": 0.2, "said": 0.0, "here": 0.5}) is expected


def test_words_of_the_name_of_a_table_name_no_value_of_it_from_afar(parser):
    sentence = "The median price is 235,000."
    assert not is_left(parser, sentence, CITY, "OSLO", AROUND)
    assert is_left(parser, sentence, CITY, "BERGEN", AROUND)
    assert is_left(parser, sentence, CITY, "OSLO HILLS", AROUND)
    assert is_left(parser, "The median price in Oslo is 235,000.", CITY, "OSLO", HERE)
