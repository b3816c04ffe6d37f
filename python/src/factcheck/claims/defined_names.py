"""What a text calls the codes that it explains: "RT (red-tailed, 577)", "the outskirts (M)", "F = female"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_WORD = r"[^\W\d_][\w'’&/-]*"
_NAME_BEHIND = rf"(?:(?:the|an?)\s)?(?P<name>{_WORD}(?:\s{_WORD}){{0,3}})(?=\s*(?:[,;:).]|\d|$))"
_CODE = r"(?P<code>(?:[A-Z\d][A-Z\d&/.-]{0,6}|[^\W_]{1,2}|(?=\w*[\d_])[^\W_][\w-]{0,19})(?<![.]))(?![\w-])"
"""Capitals and figures, one letter or two, or what is no word: an ordinary word before a bracket is no code."""

_CODED = r"(?:\w+\s)?(?:code[ds]?|labelled|abbreviated)\s(?:as\s)?"
_BEHIND = re.compile(rf"(?<![\w-]){_CODE}(?:\s\(|\s?=\s?|\s(?:stands\sfor|is\sshort\sfor|means)\s){_NAME_BEHIND}")
_BEFORE = re.compile(
    rf"(?P<name>{_WORD}(?:\s{_WORD}){{0,3}})(?:\s\((?:{_CODED})?|,\s{_CODED})[\"“'‘]?{_CODE}[\"”'’]?(?=[,;.)])"
)
_MAY_DEFINE = re.compile(r"[(=]|\scode|\sstands\sfor\s|\sshort\sfor\s|\smeans\s")
_FUNCTION_WORDS = frozenset(
    "a an the of in on at by for from with and or to is are was were be as than that which who used including".split()
)
_SAY_NOTHING = frozenset("total totals all other others rest overall sum average unknown yes no true false".split())


def defined_names(texts: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the names, in lower case, that texts give what may be codes, by the code as it is written."""
    names: dict[str, dict[str, None]] = {}
    for text in texts:
        if not _MAY_DEFINE.search(text):
            continue
        for found in _BEHIND.finditer(text):
            if _is_code(found):
                names.setdefault(found["code"], {}).update(dict.fromkeys(_forms(found["name"])))
        for found in _BEFORE.finditer(text):
            if _is_code(found):
                names.setdefault(found["code"], {}).update(dict.fromkeys(_forms(_phrase(found["name"]))))
    return {code: tuple(found) for code, found in names.items() if found}


def _is_code(found: re.Match[str]) -> bool:
    """Tell whether what may be a code is no number, which counts something in brackets or before them."""
    return "(" not in found[0] or any(letter.isalpha() for letter in found["code"])


def _phrase(words: str) -> str:
    """Return the last words of some that no function word parts: "far outskirts" of "people in the far outskirts"."""
    phrase: list[str] = []
    for word in reversed(words.split()):
        if word.lower() in _FUNCTION_WORDS:
            break
        phrase.insert(0, word)
    return " ".join(phrase)


def _forms(name: str) -> Iterator[str]:
    """Yield a name, without the noun that it goes with, and "red-tail" for "red-tailed"."""
    words = name.split()
    if not words or not {word.lower() for word in words}.isdisjoint(_FUNCTION_WORDS) or name.lower() in _SAY_NOTHING:
        return
    names = [name] if len(words) < 2 or not words[-1].islower() else [name, " ".join(words[:-1])]
    for each in names:
        lower = each.lower()
        yield lower
        if "-" in lower and lower.endswith("ed"):
            yield lower.removesuffix("ed")
