"""Writes a document's HTML anew, well-formed, with marks around some of its text.

Every reader of HTML mends broken mark-up in its own way: a mark put between the tags of a document can end up in an
attribute, or nowhere.  So a document is rebuilt from the tags and texts in which its claims were found: known tags
only, each of them closed, attributes quoted, text escaped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from html import escape, unescape

from factcheck.documents.html import RAISED, is_hidden, split_markup

_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_SHOWN_AS_DIV = frozenset(
    "address body dialog dir fieldset form legend main menu section title tfoot optgroup center".split()
)
_UNSEEN = frozenset(
    "audio canvas datalist iframe noembed noframes noscript object script select style svg template textarea "
    "video".split()
)
_BLOCKS = frozenset(
    "article aside blockquote dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr li nav "
    "ol p pre table ul".split()
)
_ENDED_BY: Mapping[str, Set[str]] = {
    "li": {"li", "p"},
    "dd": {"dd", "dt", "p"},
    "dt": {"dd", "dt", "p"},
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"td", "th", "tr"},
    "tbody": {"td", "th", "tr", "tbody", "thead"},
}
"""Elements whose end tag may be left out, by the start tag that ends them."""
_BOUNDARIES = frozenset({"ul", "ol", "dl", "table"})
_LEVELS_LOOKED_UP = 32
_DEEPEST = 100
"""Tags nested deeper are left out: a sanitiser's time grows with the square of the depth."""

_ATTRIBUTE = re.compile(r"""([a-zA-Z-]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>]++))?+""")


@dataclass(frozen=True, slots=True)
class Mark:
    """What to write before and after the characters ``start`` to ``end`` of a source, counted from 0."""

    start: int
    end: int
    before: str
    after: str


@dataclass(slots=True)
class _Element:
    name: str
    written: str
    is_unseen: bool
    first_part: int
    first_mark: int


@dataclass(slots=True)
class MarkedText:
    """Writes parts of a source in order, with the marks that lie in them."""

    source: str
    marks: Sequence[Mark]
    escape: Callable[[str], str]
    parts: list[str] = field(default_factory=list)
    is_open: bool = False
    next_mark: int = 0

    def write(self, start: int, end: int, escape: Callable[[str], str] | None = None) -> None:
        """Write a part of the source; marks that began before it and were not written are left out."""
        escape = escape or self.escape
        while self.next_mark < len(self.marks):
            mark = self.marks[self.next_mark]
            if not self.is_open:
                if mark.start >= end:
                    break
                if mark.start >= start:
                    self.parts += [escape(self.source[start : mark.start]), mark.before]
                    start, self.is_open = mark.start, True
                else:
                    self.next_mark += 1
                continue
            if mark.end > end:
                break
            self.parts += [escape(self.source[start : mark.end]), mark.after]
            start, self.is_open = max(start, mark.end), False
            self.next_mark += 1
        self.parts.append(escape(self.source[start:end]))


class MarkedPage:
    """Takes the tags and texts of a document in order and writes them as well-formed HTML, with marks.

    ``marks`` are in order and apart from each other; one that lies outside of visible text is not written.
    ``allowed`` gives the tags to keep, each with the attributes to keep.  A title is written only where it has a mark.
    """

    def __init__(self, source: str, marks: Sequence[Mark], allowed: Mapping[str, Set[str]]) -> None:
        self._text = MarkedText(source, marks, _escaped)
        self._allowed = allowed
        self._open: list[_Element] = []
        self._open_names: Counter[str] = Counter()
        self._unseen = 0
        self._depth = 0
        self._waiting: list[tuple[bool, str, str]] = []

    def start(self, name: str, attributes: str, start: int, end: int) -> None:
        """Take a start tag; a mark is never interrupted by tags: they come after it."""
        del start, end
        self._waiting.append((False, name, attributes))
        self._apply()

    def end(self, name: str) -> None:
        """Take an end tag."""
        self._waiting.append((True, name, ""))
        self._apply()

    def text(self, source: str, start: int, end: int) -> None:
        """Take text in which references stand for characters: they stay as they are."""
        del source
        if not self._unseen:
            is_raised = self._text.is_open and self._waiting and self._waiting[-1][:2] == (False, "sup")
            self._text.write(start, end, _raised if is_raised else None)
            self._apply()

    def written(self, source: str, start: int, end: int) -> None:
        """Take text that stands for itself."""
        del source
        if not self._unseen:
            self._text.write(start, end, partial(escape, quote=True))
            self._apply()

    def finish(self) -> str:
        """Return the page, after the last tag."""
        self._text.is_open = False
        self._apply()
        while self._open:
            self._close()
        return "".join(self._text.parts)

    def _apply(self) -> None:
        if self._text.is_open:
            return
        for is_end, name, attributes in self._waiting:
            if not is_end:
                self._start(name, attributes)
            elif self._open_names[name]:
                while self._close() != name:
                    pass
        self._waiting.clear()

    def _start(self, name: str, attributes: str) -> None:
        is_block = name in _BLOCKS or name in _SHOWN_AS_DIV or name in _ENDED_BY
        if is_block:
            self._end_implied(_ENDED_BY.get(name, {"p", "title"}))
        first_part, first_mark = len(self._text.parts), self._text.next_mark
        written = name if name in self._allowed else "div" if name in _SHOWN_AS_DIV else ""
        if self._unseen or self._depth >= _DEEPEST:
            written = ""
        if written:
            self._text.parts.append(f"<{written}{self._attributes(written, attributes)}>")
        if name in _VOID or (attributes.endswith("/") and not is_block):
            if written and name not in _VOID:
                self._text.parts.append(f"</{written}>")
            return
        is_unseen = name in _UNSEEN or is_hidden(attributes)
        self._open.append(_Element(name, written, is_unseen, first_part, first_mark))
        self._open_names[name] += 1
        self._unseen += is_unseen
        self._depth += bool(written)

    def _attributes(self, name: str, attributes: str) -> str:
        wanted = self._allowed.get(name, frozenset())
        return "".join(
            f' {attribute.lower()}="{_escaped(_unquoted(value))}"'
            for attribute, value in _ATTRIBUTE.findall(attributes)
            if attribute.lower() in wanted
        )

    def _end_implied(self, ended: Set[str]) -> None:
        depth = None
        for level in range(len(self._open) - 1, max(-1, len(self._open) - 1 - _LEVELS_LOOKED_UP), -1):
            name = self._open[level].name
            if name in ended:
                depth = level
            elif self._open[level].is_unseen or name in _BOUNDARIES:
                break
        if depth is not None:
            while len(self._open) > depth:
                self._close()

    def _close(self) -> str:
        element = self._open.pop()
        self._open_names[element.name] -= 1
        self._unseen -= element.is_unseen
        self._depth -= bool(element.written)
        if element.written:
            self._text.parts.append(f"</{element.written}>")
        if element.name == "title" and self._text.next_mark == element.first_mark:
            del self._text.parts[element.first_part :]  # the page has it as its own title
        return element.name


def marked_html(source: str, marks: Sequence[Mark], allowed: Mapping[str, Set[str]]) -> str:
    """Write an HTML source anew with marks, in time linear in its length; see ``MarkedPage``."""
    page = MarkedPage(source, marks, allowed)
    for tag, start, end in split_markup(source):
        if tag is None:
            page.text(source, start, end)
        elif tag["name"] is not None and tag["end"]:
            page.end(tag["name"].lower())
        elif tag["name"] is not None:
            page.start(tag["name"].lower(), tag["attributes"], start, end)
    return page.finish()


def _escaped(text: str) -> str:
    """Return text in which character references stay what they are."""
    return text.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _raised(text: str) -> str:
    """Return the text of a raised element within a mark, which has no elements: 10<sup>6</sup> must not become 106."""
    return escape(unescape(text).translate(RAISED), quote=True)


def _unquoted(value: str) -> str:
    return value[1:-1] if value[:1] in {'"', "'"} else value
