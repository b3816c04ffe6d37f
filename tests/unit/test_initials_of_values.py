"""Values that are initials of a phrase with what was done, with small words, or with a unit that is left out."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.retrieval.generators.initials import initials
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

END = Column(1, 1, "end", "end", "text", "S", None)
TABLE = Table(1, "kennel", "zoo.kennel", None, (END,))
VALUES = {1: ["RTO", "DUI", "ICU", "PG", "cc", "csh", "PS2", "X360", "IT"]}


def found(text):
    """Name values by words with their tags, as in "intensive/JJ care/NN"."""
    tokens, at = [], 0
    for part in text.split(" "):
        word, _, tag = part.partition("/")
        tokens.append(Token(word, at, at + len(word), word.lower(), tag, "", 0))
        at += len(word) + 1
    passage = Passage(tuple(tokens), (0.5,) * len(tokens), is_own=True, own=frozenset())
    cue = PredicateCue(ClaimWords((passage,)), [TABLE], {}, values=VALUES)
    return {predicate.literal for predicate, _ in initials(cue)}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("returned/VBN to/IN their/PRP$ owners/NNS", {"RTO"}),
        ("driving/VBG under/IN the/DT influence/NN", {"DUI"}),
        ("in/IN intensive/JJ care/NN", {"ICU"}),
        ("paid/VBN gladly/RB", set()),
        ("played/VBD games/NNS", set()),
        ("by/IN credit/NN card/NN", {"cc"}),
        ("on/IN PlayStation/NNP 2/CD and/CC Xbox/NNP 360/CD", {"PS2", "X360"}),
        ("on/IN PlayStation/NNP 3/CD", set()),
        ("IT/PRP has/VBZ 12/CD clerks/NNS", {"IT"}),
        ("it/PRP has/VBZ 12/CD clerks/NNS", set()),
        ("It/PRP has/VBZ 12/CD clerks/NNS", set()),
        ("IT/PRP HAS/VBZ 12/CD CLERKS/NNS", set()),
    ],
)
def test_initials_may_have_small_words_or_a_unit(text, values):
    assert found(text) == values
