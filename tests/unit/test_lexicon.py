"""The lexicon: reading WordNet's files, and the file that is made of them."""

from __future__ import annotations

import lzma
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.lexicon import LexiconEntry, write_entries
from factcheck.lexicon.build import LICENCE_NAME, build, main
from factcheck.lexicon.wordnet import WordNet


def lines(path: Path) -> list[str]:
    return lzma.decompress(path.read_bytes()).decode().splitlines()


# A WordNet of six synsets in the format of wndb(5WN).
LICENCE = "  1 A licence of one sentence.  \n  2   \n  3 And another.  \n"
NOUNS = LICENCE + (
    "00000100 13 n 03 wage 0 Pay 0 salary 1 002 @ 00000200 n 0000 + 00000300 v 0201 | money for work\n"
    "00000200 13 n 01 regular_payment 0 001 ~ 00000100 n 0000 | paid regularly\n"
    "00000400 13 n 02 wage 2 stipend 0 000 | another sense of wage\n"
)
VERBS = LICENCE + "00000300 40 v 02 pay 0 pay_up 0 001 + 00000100 n 0102 01 + 08 00 | give money\n"
ADJECTIVES = LICENCE + (
    "00000500 00 a 01 prior(a) 0 001 & 00000600 a 0000 | earlier\n"
    "00000600 00 s 02 anterior 0 former(a) 0 001 & 00000500 a 0000 | earlier in time\n"
)
ADVERBS = LICENCE
COUNTS = (
    "salary%1:13:01:: 1 7\nwage%1:13:00:: 1 4\nwage%1:13:02:: 2 2\npay%2:40:00:: 1 30\nformer%5:00:00:prior(a):00 1 3\n"
)


@pytest.fixture
def small_wordnet(tmp_path: Path) -> Path:
    folder = tmp_path / "wordnet"
    folder.mkdir()
    for name, text in {
        "data.noun": NOUNS,
        "data.verb": VERBS,
        "data.adj": ADJECTIVES,
        "data.adv": ADVERBS,
        "cntlist.rev": COUNTS,
    }.items():
        (folder / name).write_text(text, encoding="latin-1")
    return folder


def test_entries_of_a_small_wordnet(small_wordnet: Path) -> None:
    assert set(WordNet(small_wordnet).entries()) == {
        LexiconEntry("wage", "n", "pay", "synonym", 5),
        LexiconEntry("wage", "n", "salary", "synonym", 5),
        LexiconEntry("wage", "n", "regular payment", "hypernym", 5),
        LexiconEntry("wage", "n", "stipend", "synonym", 3),
        LexiconEntry("stipend", "n", "wage", "synonym", 1),
        LexiconEntry("pay", "n", "wage", "synonym", 1),
        LexiconEntry("pay", "n", "salary", "synonym", 1),
        LexiconEntry("pay", "n", "regular payment", "hypernym", 1),
        # "pay" (noun, second word) and "pay" (verb, first word) are of one family, but also the same word
        LexiconEntry("salary", "n", "wage", "synonym", 8),
        LexiconEntry("salary", "n", "pay", "synonym", 8),
        LexiconEntry("salary", "n", "regular payment", "hypernym", 8),
        LexiconEntry("pay", "v", "pay up", "synonym", 31),
        LexiconEntry("pay up", "v", "pay", "synonym", 1),
        LexiconEntry("anterior", "a", "former", "synonym", 1),
        LexiconEntry("former", "a", "anterior", "synonym", 4),
    }


def test_build_writes_entries_and_licence(small_wordnet: Path, tmp_path: Path) -> None:
    output = tmp_path / "lexicon.tsv.xz"
    assert build(small_wordnet, output) == 15
    assert len(lines(output)) == 15
    assert "salary\tn\tregular payment\thypernym\t8" in lines(output)
    assert (tmp_path / LICENCE_NAME).read_text() == "A licence of one sentence.\n\nAnd another.\n"


def test_missing_wordnet_names_file_and_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "out.tsv.xz"), "--wordnet", str(tmp_path)]) == 1
    message = capsys.readouterr().err
    assert "cannot read WordNet" in message
    assert str(tmp_path / "data.noun") in message
    assert "wordnet-base" in message
    assert not (tmp_path / "out.tsv.xz").exists()


word = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)
entries = st.builds(
    LexiconEntry,
    word,
    st.sampled_from("nvar"),
    word,
    st.sampled_from(["synonym", "hypernym"]),
    st.integers(1),
)


@given(st.sets(entries, max_size=20), st.randoms())
def test_file_holds_the_entries_sorted_in_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, written: set[LexiconEntry], random: Random
) -> None:
    folder = tmp_path_factory.mktemp("lexicon")
    shuffled = list(written)
    random.shuffle(shuffled)
    assert write_entries(shuffled, folder / "one") == len(written)
    write_entries(written, folder / "two")
    assert lines(folder / "one") == ["\t".join(map(str, entry)) for entry in sorted(written)]
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()
