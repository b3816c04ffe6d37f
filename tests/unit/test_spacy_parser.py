"""The real model: sentences, offsets, long paragraphs, cancels."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from factcheck import __version__
from factcheck.errors import FactcheckError
from factcheck.nlp.bare_spacy import bare_spacy
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.runtime.checkpoints import looking

ROOT = Path(__file__).parents[2]


def sentences(parser, text):
    [parse] = parser.parse([text])
    for sentence in parse:
        assert sentence.start == sentence.tokens[0].start
        assert sentence.end == sentence.tokens[-1].end
        for token in sentence.tokens:
            assert text[token.start : token.end].replace("\u00a0", " ").replace("\n", " ") == token.text
            assert 0 <= token.head < len(sentence.tokens)
    return [text[sentence.start : sentence.end] for sentence in parse]


def test_a_sentence_and_its_tree(parser):
    [[sentence]] = parser.parse(["The team won 21 games."])
    words = {token.text: token for token in sentence.tokens}
    assert (words["games"].lemma, words["games"].tag) == ("game", "NNS")
    assert words["21"].dependency == "nummod"
    assert sentence.tokens[words["21"].head].text == "games"
    assert sentence.tokens[words["games"].head].text == "won"
    assert next(token.lemma for token in parser.parse(["The medians lie apart."])[0][0].tokens[1:]) == "median"
    root = next(token for token in sentence.tokens if token.dependency == "ROOT")
    assert sentence.tokens[root.head] is root


def test_sentences_of_a_paragraph(parser):
    assert sentences(parser, "We sold 5\u00a0units. Then we\nrested.") == ["We sold 5\u00a0units.", "Then we\nrested."]


def test_marks_of_notes_join_no_sentences(parser):
    text = "It has 12 ships.[13] Oslo has 9.[2][4–6] Bern [7] has none.¹ Basel has 5 km² more.[a]"
    [parse] = parser.parse([text])
    words = [[token.text for token in sentence.tokens if token.text.strip()] for sentence in parse]
    assert words == [
        "It has 12 ships .".split(),
        "Oslo has 9 .".split(),
        "Bern has none .".split(),
        "Basel has 5 km² more .".split(),
    ]
    assert text[parse[2].start : parse[2].end].startswith("Bern [7] has none.")


def test_lines_of_a_list_are_sentences_but_wrapped_lines_are_not(parser):
    assert sentences(parser, "Units 57\nReturns 3\nA line that is much longer than the others") == [
        "Units 57",
        "Returns 3",
        "A line that is much longer than the others",
    ]
    wrapped = "The company sold five hundred units in\nMay and four hundred in June."
    assert sentences(parser, wrapped) == [wrapped]


@pytest.mark.parametrize(
    "text", ["They won 5 games. " * 7000, "word " * 30000, "x" * 110_000, "<>" * 40_000, "a-" * 40_000]
)
def test_a_long_paragraph_is_parsed_in_pieces(parser, text, monkeypatch):
    pieces = []
    monkeypatch.setattr(parser, "_parse_batch", lambda batch: [pieces.append(piece.text) or [] for piece in batch])
    parser.parse([text])
    assert max(map(len, pieces)) <= 5000
    assert max(len(re.findall(r"\w+|[^\w\s]", piece)) for piece in pieces) <= 1200
    assert "".join("".join(pieces).split()) == "".join(text.split())
    if "." in text:
        assert all(piece.endswith(".") for piece in pieces)


def test_offsets_after_a_cut(parser):
    text = "They won 5 games. " * 600
    assert sentences(parser, text) == ["They won 5 games."] * 600


def test_one_sign_over_and_over_is_passed_over(parser, monkeypatch):
    pieces = []
    parse_batch = parser._parse_batch
    monkeypatch.setattr(parser, "_parse_batch", lambda batch: pieces.extend(batch) or parse_batch(batch))
    text = "Sales " + "." * 100_000 + " 5. They won 5 games. " + "*" * 100_000
    [parse] = parser.parse([text])
    assert len(pieces) < 100  # as tokens the signs would fill more
    assert parse[-1].start == text.index("They")
    assert [text[token.start : token.end] for token in parse[-1].tokens] == ["They", "won", "5", "games", "."]


def test_words_are_forgotten(parser):
    """A session that parses ever new words does not grow with them, nor do they change how words are read."""
    before = parser.parse(["The Kornatan units were not sold in 12 stores."])
    strings = parser._load().vocab.strings  # the model is loaded by now
    known = len(strings)
    made_up = "".join(f" Zarvik{number} qwoling{number} {number} vrens{number}." for number in range(500))
    parser.parse([made_up])
    assert len(strings) - known < 50  # 1,500 words
    assert parser.parse(["The Kornatan units were not sold in 12 stores."]) == before


def test_lemmas_are_forgotten_when_there_are_many(parser, monkeypatch):
    monkeypatch.setattr("factcheck.nlp.spacy_parser._MOST_KNOWN_LEMMAS", 100)
    parser.parse(["The team won 21 games."])
    lemmas = parser._load().lemmas
    for number in range(20):
        parser.parse([" ".join(f"vrens{number}x{other}" for other in range(40))])
        assert len(lemmas) <= 200


def test_paragraphs_are_parsed_together_as_each_by_itself(parser):
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    texts = [text for page in pages for text in page.read_text(encoding="utf-8").split("\n\n")[::20]]
    assert parser.parse(texts) == [parser.parse([text])[0] for text in texts]


def test_a_checkpoint_now_and_then(parser):
    calls = []
    paragraph = "They won 5 games. " * 200
    with looking(lambda: calls.append(1)):
        assert [len(parse) for parse in parser.parse([paragraph, "", paragraph])] == [200, 0, 200]
    assert len(calls) >= 2


def test_a_cancel_ends_the_parse(parser):
    def cancel():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), looking(cancel):
        parser.parse(["One.", "Two."])


def test_the_name_tells_the_versions(parser):
    """What splits texts comes with the package: an upgrade may read a document anew."""
    of_model, of_package = parser.name.split(", ")
    model, version = of_model.split()
    assert version == importlib.metadata.version(model)
    assert of_package == f"factcheck {__version__}"


def test_without_a_model_the_hint_tells_the_next_step(monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    with pytest.raises(FactcheckError, match="no language model is installed") as error:
        SpacyParser()
    assert "make install" in (error.value.hint or "")


@pytest.mark.build
def test_the_first_text_loads_what_a_parse_needs_and_others_find_a_whole_library_before_and_after() -> None:
    """In processes of their own, since others of this one may have imported it."""
    first = (
        "import os, sys\n"
        "from factcheck.nlp.spacy_parser import SpacyParser\n"
        "parser = SpacyParser()\n"
        "assert 'cymem' not in sys.modules, 'loaded before'\n"
        "parse = parser.parse(['There were 12 ferries in the U.S. harbour.'])\n"
        "assert os.environ['OPENBLAS_NUM_THREADS'] == '1'\n"
        "apart = {'spacy', 'thinc', 'confection', 'pydantic', 'typer', 'requests'}\n"
        "assert apart.isdisjoint(sys.modules), 'left for others to find'\n"
        "from factcheck.nlp import bare_spacy\n"
        "asked = ('spacy.tokenizer', 'spacy.language', 'spacy.schemas', 'spacy.pipeline.ner', 'pydantic.main')\n"
        "loaded = [name for name in asked if '__file__' in vars(bare_spacy._bare.get(name, object))]\n"
        "assert loaded == ['spacy.tokenizer'], loaded\n"
    )
    others = (
        "import sys, spacy, spacy.cli\n"
        "from spacy.matcher import Matcher, PhraseMatcher\n"
        "assert callable(spacy.cli.info)\n"
        "model = next(name for name in spacy.util.get_installed_models() if name.startswith('en_core_web_sm'))\n"
        "whole = spacy.load(model)\n"
        "matcher, phrases = Matcher(whole.vocab), PhraseMatcher(whole.vocab, attr='LOWER')\n"
        "matcher.add('harbour', [[{'LOWER': 'harbour'}]])\n"
        "phrases.add('harbour', [whole.make_doc('Harbour')])\n"
        "text = whole('There were 12 ferries in the U.S. harbour.')\n"
        "assert [token.tag_ for token in text] == ['EX', 'VBD', 'CD', 'NNS', 'IN', 'DT', 'NNP', 'NN', '.']\n"
        "assert len(matcher(text)) == len(phrases(text)) == 1\n"
        "try:\n    matcher.add('nonsense', [[{'NO_ATTRIBUTE': 1}]])\n"
        "except ValueError:\n    pass\n"
        "else:\n    raise AssertionError('patterns are not checked')\n"
    )
    again = "assert parser.parse(['There were 12 ferries in the U.S. harbour.']) == parse\n"
    later = (
        "import spacy\nfrom factcheck.nlp.spacy_parser import SpacyParser\nassert SpacyParser().parse(['Twelve.'])\n"
    )
    for program in (first + others + again, later):
        subprocess.run([sys.executable, "-c", program], check=True)


def test_after_a_lack_of_memory_the_rest_is_imported() -> None:
    program = (
        "import sys\n"
        "from factcheck.nlp.spacy_parser import SpacyParser\n"
        "class Short:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'spacy.pipeline.attributeruler':\n"
        "            raise MemoryError\n"
        "sys.meta_path.insert(0, Short())\n"
        "try:\n    SpacyParser().parse(['Twelve.'])\n"
        "except MemoryError:\n    sys.meta_path.pop(0)\n"
        "else:\n    raise AssertionError('nothing was imported')\n"
        "assert 'spacy' not in sys.modules\n"
        "assert SpacyParser().parse(['Twelve.'])\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def _whole_language():
    """Return what the parser is made of as spaCy itself loads it, with everything."""
    import spacy  # noqa: PLC0415 - takes a second

    [name] = [each for each in spacy.util.get_installed_models() if each.startswith("en_core_web_sm")]
    language = spacy.load(name, exclude=["ner", "senter"])
    stored = language.tokenizer.suffix_search.__self__.pattern
    language.tokenizer.suffix_search = re.compile(rf"{stored}|(?<=\d[KMB])\.$").search
    between = language.tokenizer.infix_finditer.__self__.pattern
    language.tokenizer.infix_finditer = re.compile(rf"{between}|(?<=[A-Za-z])\((?=\d)").finditer
    times = re.compile(r"\d+[ap]\.?m\.?")
    rules = {w: e for w, e in language.tokenizer.rules.items() if times.fullmatch(w) or not re.search(r"\d", w)}
    language.tokenizer.rules = rules
    rule = [[{"TAG": "NNPS", "IS_LOWER": True}]]
    language.get_pipe("attribute_ruler").add(rule, {"TAG": "NNS", "POS": "NOUN"})
    return language


def _tokens_of(language, text):
    fields = "text", "idx", "lemma_", "tag_", "dep_"
    return [(*(getattr(token, field) for field in fields), token.head.i) for token in language(text)]


@pytest.mark.build
def test_each_token_is_that_of_the_whole_library(parser):
    """Of the project's pages, and of texts made of the tokenizer's exceptions, which it learns by and by."""
    whole = _whole_language()
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", *(ROOT / "demo").glob("*.md")]
    texts = [text for page in pages for text in page.read_text(encoding="utf-8").split("\n\n")[::40]]
    random = Random(12)
    exceptions = sorted(whole.tokenizer.rules)
    words = ["The", "sales", "(May)", "won,", "12.5%", "$3K.", "http://a.example/x", "10-20", "--", "5km", "\u00a0"]
    for start in range(0, len(exceptions), 24):
        pieces = [*exceptions[start : start + 24], *random.sample(words, 4)]
        random.shuffle(pieces)
        texts.append("".join(piece + random.choice(["", " ", "  ", ",", "\n"]) for piece in pieces))
    assert len(texts) > 80
    parser.parse(["Twelve."])
    model = parser._load()
    for text in texts:
        with bare_spacy(), model.parsed([text]) as [document]:
            parsed = _tokens_of(lambda _, each=document: each, text)
        assert parsed == _tokens_of(whole, text)


def test_a_number_in_brackets_is_a_word_whatever_stands_before(parser):
    [[sentence]] = parser.parse(["Missing: OrderDate(57), Ships (8) and Boats(0)."])
    numbers = [token.text for token in sentence.tokens if token.tag == "CD"]
    assert numbers == ["57", "8", "0"]


def test_no_sentence_is_cut_before_a_small_letter(parser):
    [[whole, following]] = parser.parse(["14 members voted yes although Trump lost their district. Then they left."])
    words = [token.text for token in whole.tokens]
    assert words[-2:] == ["district", "."]
    assert whole.tokens[words.index("lost")].head == words.index("voted")
    assert [token.text for token in following.tokens] == ["Then", "they", "left", "."]


@pytest.mark.parametrize(
    "text",
    [
        "The [300, 350) bin has only 14 movies whereas the [500, 1800] bin has 72 movies.",
        "These two rows tell us that there were 68 movies in the bin [300, 400).",
    ],
)
def test_no_sentence_is_cut_at_an_interval(parser, text):
    [[whole, following]] = parser.parse([f"{text} That is all."])
    assert (whole.start, whole.end) == (0, len(text))
    assert following.tokens[0].text == "That"


@pytest.mark.parametrize("amount", ["$26.0K", "3.5M", "$1.2B"])
def test_a_stop_behind_an_amount_ends_a_sentence(parser, amount):
    [[first, second]] = parser.parse([f"Profit grew to {amount}. Sales rose by 72% in May."])
    assert first.tokens[-1].text == "."
    assert second.tokens[0].text == "Sales"


def test_a_hyphen_that_breaks_no_line_is_read_as_one(parser):
    texts = [f"The four{hyphen}berth cabins cost 212 dollars." for hyphen in ("-", "\u2010", "\u2011")]
    parses = parser.parse(texts)
    plain, *others = [[(token.text, token.start, token.tag) for token in parse[0].tokens] for parse in parses]
    assert "four" in [text for text, *_ in plain]
    assert others == [plain, plain]
