"""Reads WordNet's database files (format: wndb(5WN), senseidx(5WN), cntlist(5WN)).

Only the files of Debian's package wordnet-base are needed: ``data.noun``, ``data.verb``, ``data.adj``,
``data.adv`` and ``cntlist.rev``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from factcheck.errors.catalogue.server import wordnet_not_readable
from factcheck.lexicon.entries import LexiconEntry

DATA_FILES = {"n": "data.noun", "v": "data.verb", "a": "data.adj", "r": "data.adv"}
COUNT_FILE = "cntlist.rev"

_SYNSET_TYPE_NUMBER = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
_RELATION_OF_POINTER = {
    "@": "hypernym",
    "@i": "hypernym",  # the class of which this is an instance
    "+": "derivation",
    "\\": "derivation",  # pertainym of an adjective, adjective of an adverb
    "<": "derivation",  # verb of a participle
}
_SIMILAR_TO = "&"
_ADJECTIVE_POSITION = re.compile(r"\((?:a|p|ip)\)$")


@dataclass(frozen=True, slots=True)
class Pointer:
    """A relation to another synset.

    ``source`` and ``target`` are 1-based positions of the words it holds between; both are 0 where it
    holds between the synsets as a whole.
    """

    symbol: str
    part_of_speech: str
    offset: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Synset:
    """Words that share one sense, spelled as in the file; ``lexical_ids`` tells a word's senses apart."""

    synset_type: str
    file_number: int
    words: tuple[str, ...]
    lexical_ids: tuple[int, ...]
    pointers: tuple[Pointer, ...]


class WordNet:
    """All synsets of WordNet, with the number of times each sense was tagged in its texts."""

    def __init__(self, folder: Path) -> None:
        """Read the database files in ``folder`` (about 30 MB); raise FactcheckError if one is missing."""
        self._synsets: dict[tuple[str, int], Synset] = {}
        try:
            for part_of_speech, name in DATA_FILES.items():
                for offset, synset in _read_synsets(folder / name):
                    self._synsets[part_of_speech, offset] = synset
            self._counts = _read_counts(folder / COUNT_FILE)
        except OSError as problem:
            raise wordnet_not_readable(str(problem.filename), problem.strerror) from problem

    def entries(self) -> list[LexiconEntry]:
        """Return every pair of related words once for each relation, in no particular order."""
        frequencies: dict[tuple[str, str, str, str], int] = {}
        for (part_of_speech, _), synset in self._synsets.items():
            for position, word in enumerate(synset.words):
                lemma = _base_form(word)
                count = self._counts.get(self._sense_key(synset, position), 0)
                for related, relation in set(self._related(synset, position)):
                    if related != lemma:
                        key = (lemma, part_of_speech, related, relation)
                        frequencies[key] = frequencies.get(key, 1) + count
        return [LexiconEntry(*key, frequency) for key, frequency in frequencies.items()]

    def _related(self, synset: Synset, position: int) -> Iterator[tuple[str, str]]:
        """Yield the words related to one word of a synset, each with the relation."""
        for word in synset.words:
            yield _base_form(word), "synonym"
        for pointer in synset.pointers:
            relation = _RELATION_OF_POINTER.get(pointer.symbol)
            if relation is None or pointer.source not in (0, position + 1):
                continue
            words = self._target(pointer).words
            if pointer.target:
                words = words[pointer.target - 1 : pointer.target]
            for word in words:
                yield _base_form(word), relation

    def _target(self, pointer: Pointer) -> Synset:
        return self._synsets[pointer.part_of_speech, pointer.offset]

    def _sense_key(self, synset: Synset, position: int) -> str:
        """Return the name of a word's sense in the list of counts; a satellite's names its head adjective."""
        head = ":"
        if synset.synset_type == "s":
            similar = next(self._target(p) for p in synset.pointers if p.symbol == _SIMILAR_TO)
            head = f"{similar.words[0].lower()}:{similar.lexical_ids[0]:02d}"
        number = _SYNSET_TYPE_NUMBER[synset.synset_type]
        word, lexical_id = _without_position(synset.words[position]).lower(), synset.lexical_ids[position]
        return f"{word}%{number}:{synset.file_number:02d}:{lexical_id:02d}:{head}"


def _without_position(word: str) -> str:
    """Take away an adjective's mark of position, ``(a)``; in a satellite's key its head keeps it."""
    return _ADJECTIVE_POSITION.sub("", word)


def _base_form(word: str) -> str:
    return _without_position(word).replace("_", " ").lower()


def _read_synsets(path: Path) -> Iterator[tuple[int, Synset]]:
    """Yield the synsets of one data file with their offsets, which name them within a part of speech."""
    with path.open(encoding="latin-1") as file:
        for line in file:
            if not line.startswith(" "):  # the licence at the top is indented
                yield _parse_synset(line)


def _parse_synset(line: str) -> tuple[int, Synset]:
    """Parse ``offset file type count (word id)* count (symbol offset pos source-target)* | gloss``."""
    fields = line.partition(" | ")[0].split()
    words_end = 4 + 2 * int(fields[3], 16)
    words = tuple(fields[4:words_end:2])
    lexical_ids = tuple(int(number, 16) for number in fields[5:words_end:2])
    pointers = []
    for at in range(words_end + 1, words_end + 1 + 4 * int(fields[words_end]), 4):
        symbol, offset, part_of_speech, between = fields[at : at + 4]
        if part_of_speech == "s":
            part_of_speech = "a"  # satellites stand in the file of adjectives
        source, target = int(between[:2], 16), int(between[2:], 16)
        pointers.append(Pointer(symbol, part_of_speech, int(offset), source, target))
    return int(fields[0]), Synset(fields[2], int(fields[1]), words, lexical_ids, tuple(pointers))


def _read_counts(path: Path) -> dict[str, int]:
    """Return how often each sense was tagged, by sense key."""
    counts = {}
    with path.open(encoding="latin-1") as file:
        for line in file:
            sense_key, _, count = line.split()
            counts[sense_key] = int(count)
    return counts


def read_licence(folder: Path) -> str:
    """Return WordNet's licence, which stands at the top of each of its data files."""
    lines = []
    with (folder / DATA_FILES["n"]).open(encoding="latin-1") as file:
        for line in file:
            if not line.startswith(" "):
                break
            lines.append(re.sub(r"^ +\d+ ?", "", line).rstrip())
    return "\n".join(lines).strip() + "\n"
