"""Questions with their two parts, drawn from templates over made-up tables."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from factcheck.questions.neural.vocabulary import SIGNS, Names, words_of

_CHOICE = re.compile(r"\(([^()]*)\)")
_SLOT = re.compile(r"\{(\w)\}")
_SYLLABLES = "ba co di fe gu ha jo ki la mo ni pe qua ri so tu ve wi xa yo zel brim dor fen gal".split()
_KNOWN_TIMES = "year month date".split()


@dataclass(frozen=True, slots=True)
class Example:
    """A question about a table with its two parts; ``kind`` is 0 for compound, 1 for fuzzy."""

    question: str
    parts: tuple[str, str]
    names: Names
    kind: int


@dataclass(frozen=True, slots=True)
class Template:
    """A way to ask, with the parts of what is asked; ``number`` tells templates of other questions apart."""

    question: str
    parts: tuple[str, str]
    kind: int
    number: int


@cache
def templates() -> tuple[Template, ...]:
    """Return all templates, a question each."""
    held = tomllib.loads(files("factcheck.questions.neural").joinpath("pairs.toml").read_text("utf-8"))
    listed = []
    for kind, name in enumerate(("compound", "fuzzy")):
        for group in held[name]:
            first, second = group["parts"]
            listed += [(question, (first, second), kind) for question in group["question"]]
    return tuple(Template(*each, number) for number, each in enumerate(listed))


def known_words() -> list[str]:
    """Return the words of the templates that name no column and no value."""
    texts = [_CHOICE.sub(lambda choice: f" {choice[1].replace('|', ' ')} ", each.question) for each in templates()]
    texts += [part for each in templates() for part in each.parts]
    found = {word for text in texts for word in words_of(_SLOT.sub(" ", text))}
    return sorted(found | {"average", "total", "rows", *_KNOWN_TIMES} - set(SIGNS))


def examples(chosen: Sequence[Template], draw: random.Random, count: int) -> Iterator[Example]:
    """Write templates out over tables of made-up names, each about as often as the others."""
    for number in range(count):
        yield _example(chosen[number % len(chosen)], draw)


def _example(template: Template, draw: random.Random) -> Example:
    numbers = [_name(draw) for _ in range(draw.randint(2, 5))]
    categories = [_name(draw) for _ in range(draw.randint(2, 4))]
    times = [draw.choice(_KNOWN_TIMES) if draw.random() < 0.7 else _name(draw)]
    (first, second), (one, other) = draw.sample(numbers, 2), draw.sample(categories, 2)
    slots = {
        **{"N": first, "M": second, "C": one, "D": other, "T": times[0]},
        **{"V": _name(draw), "W": _name(draw), "R": _name(draw), "F": draw.choice(("average", "total"))},
    }
    question = _CHOICE.sub(lambda choice: draw.choice(choice[1].split("|")), template.question)
    if slots["F"] == "average" and draw.random() < 0.5:
        question = question.replace("{N}", "average {N}", 1)
    elif draw.random() < 0.3:
        question = question.replace("{N}", "total {N}", 1)
        slots["F"] = "total"
    part_one, part_two = (_filled(part, slots) for part in template.parts)
    names = Names(tuple(numbers), tuple(times), tuple(categories))
    return Example(_filled(question, slots), (part_one, part_two), names, template.kind)


def _filled(text: str, slots: Mapping[str, str]) -> str:
    return " ".join(_SLOT.sub(lambda slot: slots[slot[1]], text).split())


def _name(draw: random.Random) -> str:
    """Return a made-up name of one word or two: the model has to copy it."""
    words = ("".join(draw.choice(_SYLLABLES) for _ in range(draw.randint(2, 3))) for _ in range(draw.choice((1, 1, 2))))
    return " ".join(words)
