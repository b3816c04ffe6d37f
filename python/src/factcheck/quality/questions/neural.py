"""How well the neural model writes the parts of questions that it was not trained on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np

from factcheck.quality.questions.metrics import bleu, meteor, words_of
from factcheck.questions.neural.corpus import examples, templates
from factcheck.questions.neural.kept_weights import Model
from factcheck.questions.neural.training import trained
from factcheck.questions.neural.writing import parts_of
from factcheck.words.likeness import stem

_OF_EACH = 10


def measure_folds(seed: int, epochs: int, folds: int, tell: Callable[[str], None]) -> Iterator[str]:
    """Train with each fold of the templates left out, and yield BLEU and METEOR of questions drawn from these."""
    chosen = list(templates())
    random.Random(seed).shuffle(chosen)  # noqa: S311 - no secret
    pairs: list[tuple[list[str], list[str]]] = []
    for fold in range(folds):
        kept = [each for index, each in enumerate(chosen) if index % folds != fold]
        left_out = [each for index, each in enumerate(chosen) if index % folds == fold]
        vocabulary, weights = trained(kept, seed, epochs, tell)
        model = Model(vocabulary, {name: each.astype(np.float16).astype(np.float32) for name, each in weights.items()})
        draw = random.Random(seed + 1)  # noqa: S311 - no secret
        of_fold = []
        for each in examples(left_out, draw, _OF_EACH * len(left_out)):
            said = parts_of(each.question, each.names, float(each.kind), model)
            of_fold.append((_joined(said), _joined(each.parts)))
        pairs += of_fold
        tell(f"fold {fold + 1}: BLEU {bleu(of_fold):.3f}")
    average = sum(meteor(said, wanted, stem, lambda _: ()) for said, wanted in pairs) / len(pairs)
    yield f"{len(pairs)} questions of templates left out: BLEU {bleu(pairs):.3f}, METEOR {average:.3f}"


def _joined(parts: tuple[str, str]) -> list[str]:
    return list(chain.from_iterable(words_of(part) for part in parts))
