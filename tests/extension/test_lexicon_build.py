"""What is read of the installed WordNet, of which the lexicon is made: the same as NLTK's reader of its files reads."""

from __future__ import annotations

import io
import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import nltk.data
import pytest
from nltk.corpus.reader.wordnet import WordNetCorpusReader

from factcheck.lexicon.build import DEBIAN_FOLDER
from factcheck.lexicon.wordnet import WordNet

pytestmark = pytest.mark.build


@pytest.fixture(scope="module")
def real_wordnet() -> WordNet:
    if not (DEBIAN_FOLDER / "data.noun").exists():
        pytest.skip("WordNet is not installed (package wordnet-base)")
    return WordNet(DEBIAN_FOLDER)


@pytest.fixture(scope="module")
def nltk_wordnet() -> Iterator[Any]:
    """NLTK's reader, given what Debian's package leaves out and allowed to read outside its own folders."""

    class Reader(WordNetCorpusReader):
        def open(self, file: str) -> object:
            if file == "lexnames":  # names of the lexicographers' files: only their numbers matter here
                return io.StringIO("".join(f"{number:02d}\tfile{number}\t1\n" for number in range(45)))
            return super().open(file)

        def map_wn(self, version: str = "wordnet") -> None:
            """Map nothing: other languages' WordNets are not read."""

    nltk.data.path.insert(0, str(DEBIAN_FOLDER))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no multilingual WordNet
        yield Reader(nltk.data.FileSystemPathPointer(str(DEBIAN_FOLDER)), None)
    nltk.data.path.remove(str(DEBIAN_FOLDER))


def nltk_related(lemma: Any) -> Iterator[tuple[str, str]]:
    """Every relation of one NLTK lemma that the lexicon keeps."""
    synset = lemma.synset()
    for other in synset.lemmas():
        yield other.name(), "synonym"
    for hypernym in itertools.chain(synset.hypernyms(), synset.instance_hypernyms()):
        for other in hypernym.lemmas():
            yield other.name(), "hypernym"
    for other in lemma.derivationally_related_forms() + lemma.pertainyms() + lemma._related("<"):
        yield other.name(), "derivation"


def test_same_relations_as_nltk(real_wordnet: WordNet, nltk_wordnet: Any) -> None:
    found: dict[tuple[str, str], dict[tuple[str, str], int]] = {}
    for entry in real_wordnet.entries():
        found.setdefault((entry.lemma, entry.part_of_speech), {})[entry.related, entry.relation] = entry.frequency
    checked = 0
    for part_of_speech in "nvar":
        lemmas = sorted(nltk_wordnet.all_lemma_names(part_of_speech))
        for name in lemmas[:: len(lemmas) // 250]:
            expected: dict[tuple[str, str], int] = {}
            countable = True
            for synset in nltk_wordnet.synsets(name, part_of_speech):
                for lemma in synset.lemmas():
                    if lemma.name().lower() != name:
                        continue
                    # NLTK finds no counts of satellites whose head adjective bears a mark of position.
                    countable = countable and synset.pos() != "s"
                    for related, relation in set(nltk_related(lemma)):
                        key = (related.replace("_", " ").lower(), relation)
                        if key[0] != name.replace("_", " "):
                            expected[key] = expected.get(key, 1) + lemma.count()
            actual = found.get((name.replace("_", " "), part_of_speech), {})
            assert actual.keys() == expected.keys(), name
            if countable:
                assert actual == expected, name
            checked += len(expected)
    assert checked > 2000
