"""The rules by which a number in its sentence is no claim about the data."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.document import Paragraph
from factcheck.nlp.parser import Sentence
from factcheck.numbers import Number


@dataclass(frozen=True, slots=True)
class Place:
    """A number where it stands."""

    paragraph: Paragraph
    sentence: Sentence
    number: Number


def why_no_claim(place: Place) -> str | None:
    """The reason why a number is no claim, None if it is one."""
    return None
