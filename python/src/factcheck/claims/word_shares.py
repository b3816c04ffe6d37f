"""How numbers of one sentence share its words: what belongs to which, and on which side of a comparison each is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.claims.belonging import aligned_names, words_of_others
from factcheck.claims.claim import Claim
from factcheck.claims.compared_sides import compared_sides
from factcheck.claims.number_context import Tree
from factcheck.claims.passage import NO_SIDE, ComparedSide
from factcheck.nlp.parser import Sentence
from factcheck.runtime.checkpoints import checkpoint

_OF_ANOTHER_NUMBER = 0.4
"""Weight of a word that belongs to another number of the sentence, relative to what its distance gives."""


@dataclass(frozen=True, slots=True)
class WordShares:
    """What the words of a claim's sentence have of its number, beside others.

    ``factors`` is what the distance of some tokens is multiplied by.  None stands for a name that is listed for the
    claim: it weighs as much as a word beside it.  ``side`` is that of a comparison which the number is of.
    """

    factors: Mapping[int, float | None] = field(default_factory=dict)
    side: ComparedSide = NO_SIDE


def word_shares(claims: Sequence[Claim], parses: Sequence[tuple[Sentence, ...]]) -> dict[int, WordShares]:
    """Return for each claim, by its number, what it shares the words of its sentence by."""
    of_sentence: dict[tuple[int, int], list[Claim]] = {}
    for claim in claims:
        of_sentence.setdefault((claim.paragraph, claim.sentence), []).append(claim)
    shares = {claim.claim_no: WordShares() for claim in claims}
    for (paragraph, sentence), together in of_sentence.items():
        numbers = [claim.tokens for claim in together]
        if len(together) == 1:
            continue
        checkpoint()
        tree = Tree.of(parses[paragraph][sentence])
        names = aligned_names(tree, numbers)
        listed = {token for name in names for token in name}
        rows = zip(together, words_of_others(tree, numbers), names, compared_sides(tree, numbers), strict=True)
        for claim, others, listed_name, side in rows:
            name = listed_name or side.name
            lighter = (others | (listed if listed_name else set()) | set(side.other if side.name else ())) - set(name)
            factors = dict.fromkeys(lighter, _OF_ANOTHER_NUMBER) | dict.fromkeys(name)
            shares[claim.claim_no] = WordShares(factors, side)
    return shares
