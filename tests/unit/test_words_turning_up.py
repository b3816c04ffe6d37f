"""A word of the sentence before that this one says to turn up in a column's values."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.text_parts import text_parts
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

RECIPE = Column(1, 1, "recipe", "recipe", "text", "S", None)
COOK = Column(2, 1, "cook", "cook", "text", "S", None)
TABLE = Table(1, "menu", "inn.menu", None, (RECIPE, COOK))


def passage(text, is_own):
    tokens, at = [], 0
    for word in text.split(" "):
        tag = "NN" if word in {"saffron", "recipes", "towns", "spice"} else ""
        tokens.append(Token(word, at, at + len(word), word.lower().removesuffix("s"), tag, "", 0))
        at += len(word) + 1
    return Passage(tuple(tokens), (0.5 if is_own else 0.2,) * len(tokens), is_own)


def parts(own, before):
    values = [(RECIPE, "Saffron buns"), (RECIPE, "Rice with saffron"), (COOK, "Saffron Hill"), (COOK, "Old Saffron")]
    named = [(Equals(column, value), Seen(1.0, {"terms": 1.0})) for column, value in values]
    words = ClaimWords((passage(own, True), passage(before, False)))
    cue = PredicateCue(words, [TABLE], {}, named=named, columns_named_by={"recipe": {1: 1.0}})
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in text_parts(cue)]


@pytest.mark.parametrize("verb", ["turned up", "appears", "is often used", "was found"])
def test_it_is_looked_for_in_the_column_that_is_named(verb):
    [found] = parts(f"It {verb} in 12 recipes", "The spice of the year is saffron")
    assert found == "strpos(lower(recipe::text), lower('saffron')) > 0"


@pytest.mark.parametrize("own", ["It rose in 12 recipes", "There are 12 recipes", "It appears in 12 towns"])
def test_nothing_is_looked_for_otherwise(own):
    assert parts(own, "The spice of the year is saffron") == []
