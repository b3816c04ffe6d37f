"""Reading HTML: the paragraphs a browser would show, each character with its place in the source.

The standard library's parser needs time that grows with the square of the input on broken mark-up
(minutes for 100 kB), and it does not tell where a decoded character stood.  So tags are found here by one
expression without backtracking, and the tree is kept as a flat list of open elements: any nesting, any
broken mark-up, linear time.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5

from factcheck.documents.cells import Cell, CellPlaces
from factcheck.documents.text import TextBlock, TextBuilder
from factcheck.runtime.checkpoints import checkpoint

_HEADLINES = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BLOCKS = _HEADLINES | frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form header hgroup hr html legend li main menu nav ol p section summary table tbody td "
    "tfoot th thead tr ul".split()
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
UNSEEN = frozenset(
    "audio canvas datalist iframe math meter noembed noframes noscript object option pre progress rp rt script select "
    "style svg template textarea video "
    "del s strike".split()  # shown, but withdrawn
)
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_UNPARSED = frozenset({"script", "style", "textarea", "iframe", "noembed", "noframes"})
_KINDS = dict.fromkeys(_HEADLINES, "headline") | {
    "title": "title",
    "li": "list_item",
    "dd": "list_item",
    "dt": "list_item",
    "td": "table_cell",
    "th": "table_cell",
}

_ENDED_BY_ANY_BLOCK = frozenset({"p", "title"})
_ENDED_BY = {
    "li": frozenset({"li"}),
    "dd": frozenset({"dd", "dt"}),
    "dt": frozenset({"dd", "dt"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "tr": frozenset({"td", "th", "tr"}),
    "p": _HEADLINES,
} | dict.fromkeys(_HEADLINES, _HEADLINES)
"""Start tags whose writers may leave out the end tag of an element before."""
_CELLS = frozenset({"td", "th"})
_LISTS_AND_TABLES = frozenset({"ul", "ol", "dl", "menu", "table"})
_LEVELS_LOOKED_UP = 64
RAISED = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
"""Figures and the characters that look like them, raised."""

_POWER = re.compile(r"[-−]?[0-9]{1,2}")
_BASE = re.compile(r"(?<![\w.,])10\Z")
_LONGEST_BASE = 3
_TAGS_PER_CHECKPOINT = 500
_LONGEST_SPAN = 4  # digits

_MARKUP = re.compile(
    r"""<(?:
      !--(?:-?>|.*?(?:--!?>|\Z))                      # comment, to the end of the source if not closed
      | [!?][^>]*+>                                   # doctype, processing instruction
      | (?P<end>/?)(?P<name>[a-z][^\s/>]*+)(?P<attributes>(?:=\s*+"[^"]*+"|=\s*+'[^']*+'|[^>])*+)>
    )""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_TAG_OPENS = re.compile(r"</?[a-zA-Z]")
_MARKUP_WITHOUT_QUOTES = re.compile(
    r"<(?:[!?][^>]*+|(?P<end>/?)(?P<name>[a-z][^\s/>]*+)(?P<attributes>[^>]*+))>", re.IGNORECASE
)
_REFERENCE = re.compile(r"&(?:#(?:[0-9]+|[xX][0-9a-fA-F]+);?|(?P<name>[a-zA-Z][a-zA-Z0-9]{0,31}+);?)")
_ATTRIBUTE = re.compile(r"""([^\s=/]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|\S++))?+""")
_STYLE_THAT_HIDES = re.compile(
    r"(?:display\s*+:\s*+none|visibility\s*+:\s*+(?:hidden|collapse)"
    r"|(?:font-size|opacity)\s*+:\s*+[+-]?0*+(?:\.0*+)?(?:[a-z]{1,4}|%)?)\s*+(?:[;!\"']|\Z)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Element:
    """An open element, the cell that it is or stands in, and what was read before it: characters, links."""

    name: str
    kind: str
    level: int
    is_hidden: bool
    text_length: int
    links: int
    cell: Cell | None = None


_OUTSIDE = _Element("", "paragraph", 0, False, 0, 0)


@dataclass(slots=True)
class HtmlReader:
    """Turns tags and text into text blocks, the open elements being a flat stack."""

    blocks: list[TextBlock] = field(default_factory=list)
    _text: TextBuilder = field(default_factory=TextBuilder)
    _open: list[_Element] = field(default_factory=list)
    _open_names: Counter[str] = field(default_factory=Counter)
    _hidden: int = 0
    _code: int = 0
    _links: int = 0
    _cells: CellPlaces = field(default_factory=CellPlaces)

    def start(self, name: str, attributes: str, start: int, end: int) -> None:
        """Open an element whose tag stands in ``source[start:end]``."""
        if name in BLOCKS:
            self._end_implied(name)
            self._flush()
        elif name == "br":
            if not self._hidden and self._text.add_space("\n", start, end):
                self._flush()
            return
        elif name == "title":
            self._flush()
        if name in _VOID or (attributes.endswith("/") and name not in BLOCKS):
            return
        outer = self._innermost()
        unseen = name in UNSEEN or is_hidden(attributes)
        level = int(name[1]) if name in _HEADLINES else outer.level
        self._hidden += unseen
        if name in _CODE:
            self._code += 1
            self._text.begin_code()
        self._open_names[name] += 1
        kind, cell = _KINDS.get(name, outer.kind), self._cell(name, attributes, outer)
        self._open.append(_Element(name, kind, level, unseen, len(self._text), self._links, cell))
        self._links += name == "a"

    def _cell(self, name: str, attributes: str, outer: _Element) -> Cell | None:
        """Count tables, rows and cells; return the cell that an element is, or stands in."""
        if name == "table":
            self._cells.open_table()
        elif name == "tr":
            self._cells.open_row()
        elif name in _CELLS:
            return self._cells.open_cell(*_spans(attributes), is_heading=name == "th")
        return outer.cell

    def end(self, name: str) -> None:
        """Close the innermost element of this name and what is open in it; without one, do nothing."""
        if self._open_names[name]:
            while self._close() != name:
                pass

    def written(self, source: str, start: int, end: int) -> None:
        """Add text that stands for itself."""
        if not self._hidden:
            self._text.add_text(source[start:end], start)

    def text(self, source: str, start: int, end: int) -> None:
        """Add text in which references such as ``&amp;`` stand for characters."""
        if self._hidden:
            return
        position = start
        for reference in _REFERENCE.finditer(source, start, end):
            decoded, length = _decode(reference)
            if length:
                self._text.add_text(source[position : reference.start()], position)
                position = reference.start() + length
                self._text.add_decoded(decoded, reference.start(), position)
        self._text.add_text(source[position:end], position)

    def finish(self) -> list[TextBlock]:
        """Return the paragraphs, after the last tag."""
        self._flush()
        return self.blocks

    def _end_implied(self, name: str) -> None:
        ended = _ENDED_BY_ANY_BLOCK | _ENDED_BY.get(name, frozenset())
        depth = None
        for level in range(len(self._open) - 1, max(-1, len(self._open) - 1 - _LEVELS_LOOKED_UP), -1):
            if self._open[level].name in ended:
                depth = level
            elif self._open[level].is_hidden or self._open[level].name in _LISTS_AND_TABLES:
                break
        if depth is not None:
            while len(self._open) > depth:
                self._close()

    def _close(self) -> str:
        element = self._open[-1]
        if element.name in BLOCKS or element.name == "title":
            self._flush()
            if element.name == "table":
                self._cells.close_table()
        elif element.name == "sup" and len(self._text) > element.text_length:
            self._end_raised(element)
        elif element.name in _CODE:
            self._code -= 1
            if not self._code:
                self._text.end_code()
        self._open.pop()
        self._open_names[element.name] -= 1
        self._hidden -= element.is_hidden
        return element.name

    def _end_raised(self, element: _Element) -> None:
        """Keep raised text where it has letters ("10th"), as a power behind "10"; else drop the footnote."""
        raised = self._text.text_after(element.text_length)
        if any(character.isalpha() for character in raised):
            return
        before = self._text.text_after(max(0, element.text_length - _LONGEST_BASE))[: -len(raised)]
        is_linked = self._links > element.links or self._open_names["a"] > 0
        if _POWER.fullmatch(raised) and _BASE.search(before) and not is_linked:
            self._text.replace_after(element.text_length, raised.translate(RAISED))
        else:
            self._text.cut(element.text_length)

    def _flush(self) -> None:
        innermost = self._innermost()
        level = innermost.level if innermost.kind == "headline" else 0
        if block := self._text.take(innermost.kind, level, innermost.cell):
            self.blocks.append(block)

    def _innermost(self) -> _Element:
        return self._open[-1] if self._open else _OUTSIDE


def read_html(source: str) -> list[TextBlock]:
    """Return the paragraphs of an HTML text in reading order, for any mark-up; never fails."""
    reader = HtmlReader()
    for number, (tag, start, end) in enumerate(split_markup(source)):
        if number % _TAGS_PER_CHECKPOINT == 0:
            checkpoint()
        if tag is None:
            reader.text(source, start, end)
        elif tag["name"] is None:
            continue
        elif tag["end"]:
            reader.end(tag["name"].lower())
        else:
            reader.start(tag["name"].lower(), tag["attributes"], start, end)
    return reader.finish()


def split_markup(source: str) -> Iterator[tuple[re.Match[str] | None, int, int]]:
    """Yield the source as (tag, start, end), or (None, start, end) for the text between tags.

    A tag has the groups ``name``, ``end`` and ``attributes``; comments and the like have no name.  The content of
    elements such as ``script`` is neither.
    """
    markup, position, searched = _MARKUP, 0, 0
    last_end = source.rfind(">")
    while (opening := source.find("<", searched)) >= 0:
        may_end = opening < last_end or source.startswith("<!--", opening)
        tag = markup.match(source, opening) if may_end else None
        if tag is None:
            if may_end and markup is _MARKUP and _TAG_OPENS.match(source, opening):
                markup = _MARKUP_WITHOUT_QUOTES  # a quote is never closed: from here on any ">" ends a tag
            else:
                searched = opening + 1
            continue
        if position < opening:
            yield None, position, opening
        yield tag, opening, tag.end()
        position = searched = _end_of_unparsed(source, tag)
    yield None, position, len(source)


def _end_of_unparsed(source: str, tag: re.Match[str]) -> int:
    """Return where reading goes on after a tag: behind the content of elements such as ``script``."""
    name = (tag["name"] or "").lower()
    if name not in _UNPARSED or tag["end"] or tag["attributes"].endswith("/"):
        return tag.end()
    end_tag = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(source, tag.end())
    return end_tag.start() if end_tag else len(source)


def is_hidden(attributes: str) -> bool:
    """Tell whether the attributes of a start tag hide the element."""
    lowered = attributes.lower()
    return ("hidden" in lowered or "style" in lowered) and any(
        name == "hidden" or (name == "style" and _STYLE_THAT_HIDES.search(html.unescape(value)) is not None)
        for name, value in _ATTRIBUTE.findall(lowered)
    )


def _spans(attributes: str) -> tuple[int, int]:
    """Return how many rows and columns a cell spans."""
    if "span" not in attributes.lower():
        return 1, 1
    spans = {name: value.strip("\"'") for name, value in _ATTRIBUTE.findall(attributes.lower())}
    rows, columns = (spans.get(name, "") for name in ("rowspan", "colspan"))
    return _span(rows), _span(columns)


def _span(written: str) -> int:
    return int(written) if written.isascii() and written.isdecimal() and len(written) <= _LONGEST_SPAN else 1


def _decode(reference: re.Match[str]) -> tuple[str, int]:
    """Return the characters a reference stands for, and how many characters of the source it takes (0: none)."""
    written, name = reference[0], reference["name"]
    if name is None or written[1:] in html5:
        return html.unescape(written), len(written)
    for length in range(len(name), 1, -1):  # some old names need no semicolon
        if name[:length] in html5:
            return html5[name[:length]], length + 1
    return "", 0
