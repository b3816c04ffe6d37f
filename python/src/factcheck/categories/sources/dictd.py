"""Reads dictionaries in the format of dictd, as Debian's packages dict-gcide, dict-foldoc and others install them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

from factcheck.categories.sources.entry import Entry

_DIGITS = {
    character: value
    for value, character in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_PRONOUNCED = re.compile(r"\s*\\[^\\\n]*\\,?\s*(?:\([^()\n]*\))?")
_WORD_CLASS = re.compile(r"^[\s,;.]*((?:n|a|v|adv|adj|prep|conj|interj|pron|p|imp|pl|prop|t|i|pr|vb|sing)\.[\s,;&]*)+")
_SENSE = re.compile(r"(?:^|\n)\s*(?:\d+|\([a-z]\))\.?\s+")
_DOMAIN = re.compile(r"^\s*(?:<[^<>]*>|\([A-Z][^()]*\))\s*")
_ABBREVIATED = re.compile(r"^\s*\([A-Z][A-Za-z0-9, .-]*\)\s*")
_LABELLED = re.compile(r"^[A-Z][A-Za-z ]{2,20}:\s.*$", re.MULTILINE)
_CITED = re.compile(r"\s--\s?[A-Z].*|\bSyn:.*", re.DOTALL)
_SUB_ENTRY = re.compile(r"(?:^|--|\.)\s*\{([^{}]+)\}\s*(?:\([^()]*\)\s*)*,\s*(?=[a-z])", re.MULTILINE)
_SPACES = re.compile(r"\s+")
_LONGEST_SENSE = 600


def read_dictd(index: bytes, compressed: bytes) -> Iterator[Entry]:
    """Yield the entries of a dictionary, each sense apart, from its .index and its .dict.dz file."""
    text = gzip.decompress(compressed) if compressed.startswith(b"\x1f\x8b") else compressed
    places: dict[tuple[int, int], str] = {}
    for line in index.decode("utf-8", "replace").splitlines():
        headword, _, place = line.partition("\t")
        begin, _, length = place.partition("\t")
        if length and not headword.startswith("00-"):
            places.setdefault((_number(begin), _number(length)), headword)
    for (start, size), name in places.items():
        yield from _entries_of(name, text[start : start + size].decode("utf-8", "replace"))


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS[digit]
    return value


def _entries_of(headword: str, article: str) -> Iterator[Entry]:
    """Yield the senses of one article: its own, and those of entries within it."""
    first, _, rest = article.partition("\n")
    named, pronounced, after = first.partition("\\")
    headword = named.strip() or headword
    while _BRACKETS.search(article):
        article = _BRACKETS.sub("", article)
    if pronounced:
        body = _PRONOUNCED.sub(" ", article[len(named) :])
        is_noun = re.match(r"[\s,;]*(?:prop\.\s*)?n\.", body) is not None
    else:
        del after
        body = "\n" + article.partition("\n")[2] if rest else article
        is_noun = not re.match(r"\s*(?:/[^/]*/,?\s*)?(?:v|adj|adv)\.", body)
        body = re.sub(r"^\s*(?:/[^/\n]*/,?\s*)?", "", body)
    body = _WORD_CLASS.sub("", _LABELLED.sub("", body))
    parts = _SUB_ENTRY.split(body)
    yield from _senses(headword, parts[0], is_noun)
    for name, text in zip(parts[1::2], parts[2::2], strict=False):
        yield from _senses(name, text, is_noun=True)


def _senses(headword: str, body: str, is_noun: bool) -> Iterator[Entry]:
    for sense in _SENSE.split(body):
        text = _CITED.sub("", sense).strip()
        text = _ABBREVIATED.sub("", _DOMAIN.sub("", _DOMAIN.sub("", text)))
        text = _SPACES.sub(" ", text.replace("{", "").replace("}", "")).strip(" ;,")
        if len(text) > 2:
            yield Entry(headword, text[:_LONGEST_SENSE], is_noun)
