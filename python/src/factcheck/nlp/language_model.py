"""The parts of spaCy's English model that a parse runs through, put together one by one.

``spacy.load`` reads what the model has for training, too, checks its configuration by schemas, and computes all
exceptions of the tokenizer before the first text.  This module is imported where ``bare_spacy`` is in force.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy import attrs
from spacy.lang.en.lemmatizer import EnglishLemmatizer
from spacy.lang.lex_attrs import LEX_ATTRS
from spacy.lang.norm_exceptions import BASE_NORMS
from spacy.ml.models.parser import build_tb_parser_model
from spacy.ml.models.tagger import build_tagger_model
from spacy.ml.models.tok2vec import MaxoutWindowEncoder, MultiHashEmbed, build_Tok2Vec_model, tok2vec_listener_v1
from spacy.pipeline.attributeruler import AttributeRuler
from spacy.pipeline.dep_parser import DependencyParser  # type: ignore[import-not-found]
from spacy.pipeline.tagger import Tagger  # type: ignore[import-not-found]
from spacy.pipeline.tok2vec import Tok2Vec
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.util import add_lookups
from spacy.vocab import Vocab
from srsly._msgpack_api import msgpack_loads  # type: ignore[import-untyped]
from thinc.config import Config

if TYPE_CHECKING:
    from spacy.tokens import Doc

_ARCHITECTURES: Mapping[str, Callable[..., Any]] = {
    "spacy.MaxoutWindowEncoder.v2": MaxoutWindowEncoder,
    "spacy.MultiHashEmbed.v2": MultiHashEmbed,
    "spacy.Tagger.v2": build_tagger_model,
    "spacy.Tok2Vec.v2": build_Tok2Vec_model,
    "spacy.Tok2VecListener.v1": tok2vec_listener_v1,
    "spacy.TransitionBasedParser.v2": build_tb_parser_model,
}
"""The networks of the model, by their names in its configuration."""

_ATTRIBUTES = (attrs.LOWER, attrs.PREFIX, attrs.SUFFIX, attrs.SHAPE, attrs.IS_LOWER, attrs.IS_SPACE)
"""What the model and its rules ask of a word beside its norm; a text's words are looked at for these alone."""

_STOP_BEHIND_UNIT = r"(?<=\d[KMB])\.$"
"""What ends a sentence such as "Profit grew to $26.0K.": spaCy takes it for the stop of an initial."""

_BRACKET_BEHIND_A_WORD = r"|(?<=[A-Za-z])\((?=\d)"
"""Two words in "OrderDate(57)", of which the model makes one."""

_HAS_FIGURE = re.compile(r"\d")
_IS_CLOCK = re.compile(r"\d+[ap]\.?m\.?")

_LOWER_NAMES: list[list[dict[int | str, Any]]] = [[{"TAG": "NNPS", "IS_LOWER": True}]]
"""Plurals of names, as the tagger says, that are written small, as in "The medians lie apart"."""


class LanguageModel:
    """Tokenizer, tagger, parser and lemmatizer of a model's folder.

    The words of its strings are not read: those that a text has are known while it is parsed.
    """

    def __init__(self, folder: Path) -> None:
        settings = Config().from_disk(folder / "config.cfg")["components"]
        self.vocab = _vocab()
        self.vocab.from_disk(folder / "vocab", exclude=["strings", "vectors"])
        tok2vec = Tok2Vec(self.vocab, _network(settings["tok2vec"]["model"]))
        tagger = Tagger(self.vocab, _network(settings["tagger"]["model"]))
        parser = _parser(self.vocab, settings["parser"])
        rules = AttributeRuler(self.vocab)
        lemmatizer = EnglishLemmatizer(self.vocab, None, mode=settings["lemmatizer"]["mode"])
        self._steps: dict[str, Any] = {
            "tok2vec": tok2vec,
            "tagger": tagger,
            "parser": parser,
            "attribute_ruler": rules,
            "lemmatizer": lemmatizer,
        }
        for name, step in self._steps.items():
            step.from_disk(folder / name, exclude=["vocab"])
        for label in tagger.labels:
            self.vocab.strings.add(label)
        for step in (tagger, parser):
            tok2vec.find_listeners(step)
        # what is written small is no name, and has its singular for a lemma
        rules.add(_LOWER_NAMES, {"TAG": "NNS", "POS": "NOUN"})
        self.lemmas: dict[Any, Any] = lemmatizer.cache
        self._tokenizer, self._exceptions = _tokenizer(self.vocab, (folder / "tokenizer").read_bytes())

    @contextmanager
    def parsed(self, texts: Sequence[str]) -> Iterator[list[Doc]]:
        """Lend the parses of some texts; what the model has learnt of their words is forgotten again.

        Together they take about half the time that they take one by one.
        """
        for written in [each for each in self._exceptions if any(each in text for text in texts)]:
            self._tokenizer.add_special_case(written, self._exceptions.pop(written))
        with self.vocab.memory_zone():
            documents: Iterable[Doc] = [self._tokenizer(text) for text in texts]
            for step in self._steps.values():
                documents = step.pipe(documents, batch_size=max(len(texts), 1))
            yield list(documents)


def _vocab() -> Vocab:
    getters = {attribute: LEX_ATTRS[attribute] for attribute in _ATTRIBUTES}
    return Vocab(lex_attr_getters=getters | {attrs.NORM: add_lookups(LEX_ATTRS[attrs.NORM], BASE_NORMS)})


def _network(settings: Mapping[str, Any]) -> Any:
    """Return the network that a part of the configuration describes, with all that it is made of."""
    arguments = {name: _network(value) if isinstance(value, dict) else value for name, value in settings.items()}
    return _ARCHITECTURES[arguments.pop("@architectures")](**arguments)


def _parser(vocab: Any, settings: Mapping[str, Any]) -> DependencyParser:
    options = ("moves", "update_with_oracle_cut_size", "learn_tokens", "min_action_freq")
    return DependencyParser(vocab, _network(settings["model"]), "parser", **{name: settings[name] for name in options})


def _tokenizer(vocab: Any, stored: bytes) -> tuple[Tokenizer, dict[str, Any]]:
    """Return the tokenizer of a model, and the exceptions that it has yet to learn, by how they are written.

    An exception says nothing of a text in which it does not occur.  To learn all 1,300 of them takes as long as all
    else that is read of a model.  Faces drawn with figures are none in reports: "Ships (8)" ends in no smile.
    """
    rules = msgpack_loads(stored)
    tokenizer = Tokenizer(
        vocab,
        prefix_search=re.compile(rules["prefix_search"]).search,
        suffix_search=re.compile(f"{rules['suffix_search']}|{_STOP_BEHIND_UNIT}").search,
        infix_finditer=re.compile(rules["infix_finditer"] + _BRACKET_BEHIND_A_WORD).finditer,
        token_match=rules["token_match"] and re.compile(rules["token_match"]).match,
        url_match=re.compile(rules["url_match"]).match,
        faster_heuristics=rules["faster_heuristics"],
    )
    exceptions = {w: e for w, e in rules["exceptions"].items() if not _HAS_FIGURE.search(w) or _IS_CLOCK.fullmatch(w)}
    return tokenizer, exceptions
