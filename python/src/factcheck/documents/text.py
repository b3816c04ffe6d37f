"""The visible text of one paragraph, each character with the place in the source it was read from."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from factcheck.documents.cells import Cell

INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f"
"""What is read but not shown, as in a character class: soft hyphens, marks of direction, spaces without width, tags."""

_JOINERS = "\u200c\u200d\ufe00-\ufe0f"
"""Joiners and variants: parts of letters and emoji, of no use beside a digit."""

_WITHOUT_WIDTH = re.compile(rf"[{INVISIBLE}{_JOINERS}]")
_RUN = re.compile(
    rf"(?P<space>[ \t\n\v\f\r]+)|(?P<invisible>[{INVISIBLE}]+)|(?P<joiners>[{_JOINERS}]+)"
    rf"|[^ \t\n\v\f\r{INVISIBLE}{_JOINERS}]+"
)
_ESCAPE = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*+[ -/]*+[@-~]?"  # colours and movements of the cursor
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90-\x9f\n]*+(?:\x07|\x1b\\\\|\x9c)"  # titles, links and such
    "|\x1b[\\]PX^_][0-9;]*+"  # one of these without an end
    "|\x1b(?:[#%()*+./-][0-~]| [FGLMN]|[78=>cDEHMNOZ])?"
)
_NOTHING = "\u2060"
_KEYCAP = "\u20e3"
_WITHIN_NUMBERS = frozenset(".,+-\u2212$\u20ac\u00a3%")


def without_marks(text: str) -> str:
    """Return the text without characters that have no width."""
    return text if text.isascii() else _WITHOUT_WIDTH.sub("", text)


def without_escapes(source: str) -> str:
    """Return the source with as many invisible characters in place of each escape sequence of a terminal."""
    if "\x1b" not in source and source.isascii():
        return source
    return _ESCAPE.sub(lambda escape: _NOTHING * len(escape[0]), source)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph as a reader hands it over.

    ``level`` is that of a headline (1 is the highest), else 0.  ``code`` holds the spans of ``text`` that are
    written as code, in order and apart from each other.  ``cell`` is the table's cell that it stands in, if any.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    kind: str
    level: int = 0
    code: tuple[tuple[int, int], ...] = ()
    cell: Cell | None = None


@dataclass(slots=True)
class TextBuilder:
    """Collects the characters of one paragraph; a block of white space becomes one space or one line end."""

    _characters: list[str] = field(default_factory=list)
    _starts: array[int] = field(default_factory=lambda: array("Q"))
    _ends: array[int] = field(default_factory=lambda: array("Q"))
    _space: tuple[str, int, int] | None = None
    _code: list[tuple[int, int]] = field(default_factory=list)
    _code_start: int | None = None

    def __len__(self) -> int:
        return len(self._starts)

    def add_text(self, text: str, start: int) -> None:
        """Add characters that stand in the source as they are, from offset ``start`` on."""
        for run in _RUN.finditer(text):
            first, last = start + run.start(), start + run.end()
            if run["space"]:
                self.add_space(" ", first, last)
            elif run["invisible"] or (run["joiners"] and self._is_beside_number(text[run.end() : run.end() + 1])):
                continue
            else:
                self._settle_space()
                self._characters.extend(run[0])
                self._starts.extend(range(first, last))
                self._ends.extend(range(first + 1, last + 1))

    def add_decoded(self, text: str, start: int, end: int) -> None:
        """Add characters that the source writes otherwise, in ``source[start:end]``."""
        for run in _RUN.finditer(text):
            if run["space"]:
                self.add_space(" ", start, end)
            elif run["invisible"] or (run["joiners"] and self._is_beside_number(text[run.end() : run.end() + 1])):
                continue
            else:
                self._settle_space()
                self._characters.extend(run[0])
                self._starts.extend([start] * len(run[0]))
                self._ends.extend([end] * len(run[0]))

    def _is_beside_number(self, following: str) -> bool:
        """Tell whether joiners that come now stand beside a digit; those of a keycap emoji belong to it."""
        before = self._characters[-1] if self._characters and self._space is None else ""
        is_beside = before.isdecimal() or before in _WITHIN_NUMBERS or following.isdecimal()
        return is_beside and following != _KEYCAP

    def add_space(self, character: str, start: int, end: int) -> bool:
        """Add white space (a line end outweighs a space); tells whether a line end was waiting already."""
        waiting = self._space
        if waiting is None:
            self._space = (character, start, end)
        elif character == "\n" and waiting[0] != "\n":
            self._space = (character, waiting[1], waiting[2])
        return waiting is not None and waiting[0] == "\n"

    def begin_code(self) -> None:
        """Take what is added from here on for code, over the ends of paragraphs, until ``end_code``."""
        if self._code_start is None:
            self._code_start = len(self)

    def end_code(self) -> None:
        """Take what is added from here on for no code."""
        if self._code_start is not None and self._code_start < len(self):
            is_space = self._characters[self._code_start] in " \n"  # waited when the code began
            self._code.append((self._code_start + is_space, len(self)))
        self._code_start = None

    def text_after(self, length: int) -> str:
        """Return the characters after the first ``length``."""
        return "".join(self._characters[length:])

    def replace_after(self, length: int, characters: str) -> None:
        """Write other characters, as many, in place of those after the first ``length``."""
        self._characters[length:] = characters

    def cut(self, length: int) -> None:
        """Take back all characters after the first ``length``."""
        del self._characters[length:], self._starts[length:], self._ends[length:]
        while self._code and self._code[-1][1] > length:
            start, _ = self._code.pop()
            if start < length:
                self._code.append((start, length))
        if self._code_start is not None:
            self._code_start = min(self._code_start, length)

    def take(self, kind: str, level: int = 0, cell: Cell | None = None) -> TextBlock | None:
        """Return the paragraph collected so far, without white space at its ends; None if nothing is to be seen."""
        block = None
        in_code = self._code_start is not None
        self.end_code()
        if self._starts:
            text = "".join(self._characters)
            block = TextBlock(text, self._starts, self._ends, kind, level, tuple(self._code), cell)
            if block.text.isspace():
                block = None
        self._characters, self._starts, self._ends, self._space = [], array("Q"), array("Q"), None
        self._code, self._code_start = [], 0 if in_code else None
        return block

    def _settle_space(self) -> None:
        if self._space is not None and self._starts:
            character, start, end = self._space
            self._characters.append(character)
            self._starts.append(start)
            self._ends.append(end)
        self._space = None
