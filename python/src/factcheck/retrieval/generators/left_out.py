"""What a sentence leaves out of account: "leaving Oslo aside", "if you throw out the tower", "with Oslo removed"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.claims.passage import Passage, read_once

_TAKEN_OUT = (
    r"(?:left|thrown|set|put)\s(?:out|aside)|ignored|disregarded|excluded|omitted|discounted"
    r"|(?P<moved>(?:taken|stripped|cut)\s(?:out|away)|removed|dropped)|not\s(?:counted|included|considered)|out\sof\sthe\s(?:picture|equation|way)"
)
_IN_GROUND_FORM = r"(?P<parted>leave|throw|take|strip|set|put|cut)|ignore|disregard|exclude|omit|remove|drop|discount"
_GERUND = r"(?P<parting>leaving|throwing|taking|stripping|setting|putting|cutting)|ignoring|disregarding|omitting"
_AT_FIRST = r"removing|dropping|discounting"
"""Verbs that tell what happened where they stand behind something: "prices fell, dropping 12 percent in Oslo"."""

_NO_OBJECT = r"\b(?!\s(?:by|in|into|to|from|at|down|up)\b)"
_PARTICLE = re.compile(r"\s(?:out|aside|away|off)\b", re.IGNORECASE)
_CLAUSE = r"(?:\A|[,;:(–—]\s?|\b(?:and|but|even|or)\s)"
_SUPPOSED = re.compile(
    rf"\b(?:if|when|once|after)\s(?:you|we|one|i|they)\s(?:just\s|simply\s)?(?:{_IN_GROUND_FORM}){_NO_OBJECT}",
    re.IGNORECASE,
)
_ASKED = re.compile(rf"(?:\A|[.;:]\s)(?:{_IN_GROUND_FORM}){_NO_OBJECT}(?=[^.;:]*?(?:,|\sand)\s)", re.IGNORECASE)
_LEAVING = re.compile(
    rf"(?:{_CLAUSE}(?:when\s|by\s|after\s)?(?:{_GERUND})|(?:\A|\b(?:when|by|after)\s)(?:{_AT_FIRST})){_NO_OBJECT}",
    re.IGNORECASE,
)
_WITHOUT_THEM = re.compile(
    rf"\b(?:if|when|once|with|after|unless)\s(?P<what>[^.,;:()]{{1,60}}?)\s(?:(?:is|are|was|were|has\sbeen|have\sbeen)\s)?"
    rf"(?:{_TAKEN_OUT})(?=\s?[.,;:)]|\Z)",
    re.IGNORECASE,
)
_ASIDE = re.compile(rf"{_CLAUSE}(?P<what>[^.,;:()]{{1,60}}?)\saside(?=\s?[.,;:)]|\Z)", re.IGNORECASE)
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_NAMES = frozenset({"NNP", "NNPS"})
_REACH = 6
_ENDS = frozenset({",", ";", ":", ".", "(", ")", "then", "is", "are", "was", "were"})
_JOINS_A_CLAUSE = frozenset({"and", "but"})


@read_once
def left_out(passage: Passage) -> Iterator[int]:
    """Yield the tokens of what a sentence leaves out of account."""
    for pattern in (_SUPPOSED, _ASKED, _LEAVING):
        for found in pattern.finditer(passage.text):
            yield from _behind(passage, found, is_asked=pattern is _ASKED)
    for pattern in (_WITHOUT_THEM, _ASIDE):
        for found in pattern.finditer(passage.text):
            places = list(passage.within(*found.span("what")))
            tags = {passage.tokens[index].tag for index in places}
            is_thing = bool(found.groupdict().get("moved")) and tags.isdisjoint(_NAMES)
            if tags.isdisjoint(_FINITE) and not is_thing:  # "with the tooth removed" tells what was done
                yield from places


def _behind(passage: Passage, found: re.Match[str], *, is_asked: bool) -> Iterator[int]:
    """Yield the tokens behind a verb of leaving out, up to the end of its clause; "take" needs "out" with it."""
    last = max(passage.within(*found.span()), default=len(passage.tokens))
    places: list[int] = []
    for index in range(last + 1, min(last + 1 + _REACH, len(passage.tokens))):
        word = passage.tokens[index].text.lower()
        if word in _ENDS or (is_asked and word in _JOINS_A_CLAUSE):
            break
        places.append(index)
    is_parted = any(found.groupdict().values())
    end = passage.end_of(places[-1]) if places else found.end()
    counts = any(passage.tokens[index].tag == "CD" for index in places)  # "setting aside 12 acres in Oslo"
    if not counts and (not is_parted or _PARTICLE.search(passage.text, found.end(), end)):
        yield from places
