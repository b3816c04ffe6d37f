"""When a value counts as named in full: its small words, and numbers beside a word for their column."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.predicate_scores import with_all_words, with_number_cue
from factcheck.retrieval.relevance import Seen

TITLE = Column(1, 1, "title", "title", "text", "S", None)
DECK = Column(2, 1, "deck", "deck", "integer", "N", None)


@pytest.mark.parametrize(
    ("literal", "words", "said", "is_named"),
    [
        ("This Is the Boat", 1, {"boat"}, False),
        ("This Is the Boat", 1, {"this", "is", "the", "boat"}, True),
        ("Night Boat", 2, {"night", "boats"}, True),
        ("Isle of Mull", 2, {"isle", "of", "mull"}, True),
    ],
)
def test_a_value_with_small_words_is_named_by_all_of_them(literal, words, said, is_named):
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0, "said": 1.0, "words": words, "column": 0.0})
    _, with_words = with_all_words(Equals(TITLE, literal), seen, said)
    assert (with_words.parts["said"] == 1.0) is is_named


@pytest.mark.parametrize(
    ("literal", "columns_beside", "beside"),
    [("4", {"4": {2}}, 1.0), ("4", {"4": set()}, 0.0), ("4", {"7": {2}}, None), ("1998", {"1998": set()}, None)],
)
def test_a_number_needs_a_word_for_its_column_beside_it(literal, columns_beside, beside):
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0, "said": 1.0, "words": 1, "column": 0.0})
    _, with_cue = with_number_cue(Equals(DECK, literal), seen, columns_beside)
    assert with_cue.parts.get("beside") == beside
