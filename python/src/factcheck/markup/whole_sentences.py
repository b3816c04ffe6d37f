"""Sentences with several claims: what is said of each as a whole, which holds only if all of its claims do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, islice
from operator import itemgetter

from factcheck.markup.claim_words import Claim, is_unsure, quoted

_WORST_FIRST = ("refuted", "disputed")
_SIGNS = {"supported": "✓", "refuted": "✗", "disputed": "≠", "not_enough_info": "?"}
_NAMED = 3
"""Failing claims that are named."""


@dataclass(frozen=True, slots=True)
class WholeSentence:
    """The claims of a sentence, in reading order; those that a person dismissed are in ``marked`` alone."""

    marked: tuple[Claim, ...]
    claims: tuple[Claim, ...]

    @property
    def number(self) -> int:
        """Return the number of its first claim, by which its sign is known."""
        return int(self.marked[0]["claim_no"])

    @property
    def verdict(self) -> str | None:
        """Return the verdict of the sentence; None where it has one claim only, or nothing is decided about it."""
        verdicts = [str(claim["verdict"]) for claim in self.claims]
        if len(verdicts) < 2 or not {"supported", *_WORST_FIRST} & {*verdicts}:
            return None
        worst = next((each for each in _WORST_FIRST if each in verdicts), None)
        return worst or ("supported" if {*verdicts} == {"supported"} else "not_enough_info")

    @property
    def deciding(self) -> tuple[Claim, ...]:
        """Return the claims that keep the sentence from being supported."""
        kept = "supported" if self.verdict == "supported" else self.verdict
        if self.verdict == "not_enough_info":
            return tuple(claim for claim in self.claims if claim["verdict"] != "supported")
        return tuple(claim for claim in self.claims if claim["verdict"] == kept)

    @property
    def n_supported(self) -> int:
        """Return how many of its claims the data support."""
        return sum(claim["verdict"] == "supported" for claim in self.claims)

    @property
    def classes(self) -> str:
        """Return the classes by which its sign shows the verdict."""
        if self.verdict is None:
            return "factcheck-whole factcheck-whole-unsaid"
        surely = [claim for claim in self.deciding if not is_unsure(claim)]
        is_sure = len(surely) == len(self.deciding) if self.verdict == "supported" else bool(surely)
        return f"factcheck-whole factcheck-whole-{self.verdict}{'' if is_sure else ' factcheck-unsure'}"

    @property
    def shown(self) -> str:
        """Return what its sign shows: how many of its claims hold."""
        return "" if self.verdict is None else f"{_SIGNS[self.verdict]} {self.n_supported} of {len(self.claims)}"

    @property
    def told(self) -> str:
        """Say in words whether all of the sentence holds, and which claim does not."""
        return "" if self.verdict is None else self.said_with(quoted)

    def said_with(self, named: Callable[[Claim], str]) -> str:
        """Say whether all of the sentence holds; ``named`` names a claim that does not."""
        if self.verdict == "supported":
            return f"The whole sentence holds: {_all(len(self.claims))} its claims are supported."
        listed = [named(claim) for claim in islice(self.deciding, _NAMED)]
        if len(self.deciding) > _NAMED:
            listed.append(f"{len(self.deciding) - _NAMED} more")
        names = listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"
        verb = "is" if len(self.deciding) == 1 else "are"
        match self.verdict:
            case "refuted":
                return f"The sentence does not hold as a whole: {names} {verb} refuted."
            case "disputed":
                return f"Sources differ on the sentence as a whole: {names} {verb} disputed."
        return f"The sentence as a whole is not decided: {names} {verb} not."


def whole_sentences(claims: Sequence[Claim]) -> list[WholeSentence]:
    """Return the sentences with several claims, in reading order.

    Claims that follow each other stand in one sentence where they have its words; one that is written twice in a row
    counts as one.
    """
    found = []
    in_order = sorted(claims, key=itemgetter("claim_no"))
    for sentence, group in groupby(in_order, key=lambda claim: claim.get("sentence")):
        marked = tuple(group)
        if sentence and len(marked) > 1:
            found.append(WholeSentence(marked, tuple(each for each in marked if each.get("decision") != "dismissed")))
    return found


def by_claim(claims: Sequence[Claim]) -> Mapping[int, WholeSentence]:
    """Return for each claim the sentence that it shares with others and about which something can be said."""
    return {
        int(claim["claim_no"]): sentence
        for sentence in whole_sentences(claims)
        if sentence.verdict is not None
        for claim in sentence.claims
    }


def sentence_counts(claims: Sequence[Claim]) -> str:
    """Count the sentences with several claims, and how many hold as a whole."""
    verdicts = [sentence.verdict for sentence in whole_sentences(claims) if sentence.verdict is not None]
    if not verdicts:
        return ""
    holding, failing = verdicts.count("supported"), verdicts.count("refuted")
    makes = "sentence makes" if len(verdicts) == 1 else "sentences make"
    told = f"{_holds(holding)} as a whole, {failing} {'does' if failing == 1 else 'do'} not"
    open_ones = len(verdicts) - holding - failing
    return f"{len(verdicts):,} {makes} several claims: {told}{f', {open_ones} cannot be decided' if open_ones else ''}."


def whole_note(sentence: WholeSentence | None, address: Callable[[Claim], str]) -> str:
    """Write what the note of a claim says of its sentence; each claim that keeps it from holding is a link."""
    if sentence is None:
        return ""

    def named(claim: Claim) -> str:
        return f'<a href="{escape(address(claim))}" data-claim-link="{int(claim["claim_no"])}">{quoted(claim)}</a>'

    said = sentence.said_with(named)
    return f'<p class="factcheck-of-sentence">{said}</p>'


def _all(number: int) -> str:
    return "both of" if number == 2 else f"all {number} of"


def _holds(number: int) -> str:
    return f"{number:,} {'holds' if number == 1 else 'hold'}"
