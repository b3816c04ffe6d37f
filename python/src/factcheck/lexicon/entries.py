"""One line of the lexicon, and the file the lines are kept in."""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from factcheck.errors import FactcheckError

RELATIONS = ("synonym", "hypernym", "derivation")
"""How ``related`` is related: same meaning, more general meaning, or another word of the same family."""

PARTS_OF_SPEECH = ("n", "v", "a", "r")
"""Noun, verb, adjective, adverb."""


class LexiconEntry(NamedTuple):
    """Two related words.

    ``lemma`` and ``related`` are base forms in lower case, words of a phrase separated by spaces;
    ``part_of_speech`` is the lemma's. ``frequency`` is one more than the number of times the lemma
    occurs, in the texts tagged for WordNet, in the senses that relate it to the other word: the
    words related through a common sense stand out from those related through a rare one.
    """

    lemma: str
    part_of_speech: str
    related: str
    relation: str
    frequency: int


def write_entries(entries: Iterable[LexiconEntry], path: Path) -> int:
    """Write entries to an xz-compressed file, one a line, fields separated by tabs; return their number.

    The lines are sorted, so the same entries give the same bytes. The file appears complete or not at all.
    """
    unfinished = path.with_name(path.name + ".new")
    count = 0
    with lzma.open(unfinished, "wt", encoding="utf-8", newline="\n", preset=1) as file:
        for entry in sorted(entries):
            file.write("\t".join(map(str, entry)) + "\n")
            count += 1
    os.replace(unfinished, path)
    return count


def read_entries(path: Path) -> Iterator[LexiconEntry]:
    """Read the entries of a file that :func:`write_entries` wrote, in its order."""
    try:
        with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                lemma, part_of_speech, related, relation, frequency = line.rstrip("\n").split("\t")
                yield LexiconEntry(lemma, part_of_speech, related, relation, int(frequency))
    except (OSError, EOFError, lzma.LZMAError, ValueError) as problem:
        raise FactcheckError(
            "cannot read the lexicon",
            sqlstate="58030",
            detail=f"File {path}: {problem}",
            hint="Run extension/install.sh of this release on the database host.",
        ) from problem
