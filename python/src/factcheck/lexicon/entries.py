"""One line of the lexicon, and the file the lines are kept in."""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class LexiconEntry(NamedTuple):
    """Two related words.

    ``lemma`` and ``related`` are base forms in lower case, words of a phrase separated by spaces;
    ``part_of_speech`` is the lemma's: ``n`` noun, ``v`` verb, ``a`` adjective, ``r`` adverb.
    ``relation`` says what ``related`` is: a ``synonym``, a ``hypernym`` (more general), or a
    ``derivation`` (another word of the same family). ``frequency`` is one more than the number of times the lemma
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
