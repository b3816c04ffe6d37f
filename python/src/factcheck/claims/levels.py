"""Words that name a level of a scale: "very dissatisfied", "low", "excellent"."""

from __future__ import annotations

from factcheck.nlp.parser import Sentence

LOWEST, HIGHEST = -2, 2
"""The levels of a scale: its ends, and between them low, middle and high."""

_LEVELS = {
    **dict.fromkeys("terrible awful".split(), LOWEST),
    **dict.fromkeys("low poor bad weak".split(), -1),
    **dict.fromkeys("medium moderate neutral middling".split(), 0),
    **dict.fromkeys("high good strong".split(), 1),
    **dict.fromkeys("excellent outstanding superb".split(), HIGHEST),
}
_STRENGTHENING = frozenset("very extremely highly completely totally strongly most".split())
_OPPOSED = ("dis", "un", "in")
_SHORTEST = 4
_DESCRIBING = ("JJ", "VBN", "VBD", "VBG")
_ENDING = "ed"


def level_of(sentence: Sentence, index: int) -> int | None:
    """Return the level that a describing word names, from -2 to 2; None for a word of another kind.

    Any adjective or participle may be one, as "satisfied" is on a scale of satisfaction; what it is a scale of shows
    only where a column is named alike.  One that is written like a name, as codes are quoted, is told by its ending.
    """
    token = sentence.tokens[index]
    word = token.text.lower()
    is_quoted = token.tag.startswith("NNP") and (word in _LEVELS or word.endswith(_ENDING))
    if not is_quoted and not token.tag.startswith(_DESCRIBING):
        return None
    level = _LEVELS.get(word)
    if level is None:
        level = -1 if opposed_word(word) is not None else 1
    before = sentence.tokens[index - 1].text.lower() if index else ""
    return max(LOWEST, min(HIGHEST, 2 * level)) if before in _STRENGTHENING else level


def is_level_by_itself(word: str) -> bool:
    """Tell whether a word names a level of any scale, as "low" does."""
    return word in _LEVELS


def opposed_word(word: str) -> str | None:
    """Return what is left of a word without the prefix that turns it round: "satisfied" of "dissatisfied"."""
    for prefix in _OPPOSED:
        if word.startswith(prefix) and len(word) >= len(prefix) + _SHORTEST:
            return word.removeprefix(prefix)
    return None
