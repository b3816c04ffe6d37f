"""The parts of a question as the model writes them, word by word, the likeliest word each time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from factcheck.questions.neural.kept_weights import Model
from factcheck.questions.neural.model import Floats, Ints, encode, step, written
from factcheck.questions.neural.vocabulary import END, LONGEST_PART, PAD, SIGNS, START, Names, input_words
from factcheck.runtime.checkpoints import checkpoint

_BEFORE_SIGN = re.compile(r" (?=[?.,])")


@dataclass(frozen=True, slots=True)
class _Words:
    """The words that may be written, by place: those of the vocabulary, and those of the question that it lacks."""

    of_place: Mapping[int, str]
    said: Ints

    def copied(self, attention: Floats, share: Floats) -> dict[int, float]:
        """Return how likely each word of the question is copied."""
        likely: dict[int, float] = {}
        for place, attended in zip(self.said.tolist(), attention.tolist(), strict=True):
            likely[place] = likely.get(place, 0.0) + attended * float(share)
        return likely


def parts_of(question: str, names: Names, is_fuzzy: float, model: Model) -> tuple[str, str]:
    """Return the two parts of a question about a table; ``is_fuzzy`` is how likely it leaves something open."""
    others: dict[str, int] = {}
    coded = np.array([model.vocabulary.encoded(input_words(question, names), others)])
    of_place = {place: word for word, place in model.vocabulary.places.items()}
    of_place |= {model.vocabulary.size + number: word for word, number in others.items()}
    types = np.array([[1 - is_fuzzy, is_fuzzy]], dtype=np.float32)
    encoded = encode(model.weights, coded, types)
    words = _Words(of_place, coded[0])
    state, texts = encoded.states, ([], [])  # type: tuple[Floats, tuple[list[str], list[str]]]
    before, is_over = np.full((2, 1), model.vocabulary.places[START]), [False, False]
    for _ in range(LONGEST_PART):
        checkpoint()
        state, attention, attended, copied = step(model.weights, encoded, before, state)
        known = written(model.weights, attended)
        for part in range(2):
            place = _likeliest(known[part, 0], attention[part, 0], copied[part, 0], words)
            before[part, 0] = place
            is_over[part] = is_over[part] or words.of_place[place] == END
            if not is_over[part] and words.of_place[place] not in SIGNS:
                texts[part].append(words.of_place[place])
        if all(is_over):
            break
    return _sentence(texts[0]), _sentence(texts[1])


def _likeliest(known: Floats, attention: Floats, share: Floats, words: _Words) -> int:
    likely = words.copied(attention, share)
    for place, probability in enumerate((known * (1 - share)).tolist()):
        likely[place] = likely.get(place, 0.0) + probability
    return max((place for place in likely if words.of_place[place] not in {PAD, START}), key=lambda p: likely[p])


def _sentence(words: list[str]) -> str:
    text = _BEFORE_SIGN.sub("", " ".join(words))
    return text[:1].upper() + text[1:]
