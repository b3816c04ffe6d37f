"""Reading Markdown: as the HTML it stands for, each character with its place in the source.

CommonMark with tables, struck text and marks of footnotes; HTML tags among it count as such.  A walk over the document
hands tags and text to a writer: one that collects paragraphs, or one that writes a page.
"""

from __future__ import annotations

import re
from html import escape
from itertools import count, islice
from typing import Protocol

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.token import Token

from factcheck.documents.html import HtmlReader, split_markup
from factcheck.documents.markdown_inline import inline_parser, parse_inline
from factcheck.documents.markdown_places import PlacedText, SourceLines, place_cells, place_lines
from factcheck.documents.text import TextBlock
from factcheck.runtime.checkpoints import checkpoint

_DEEPEST = 100
_BLOCKS_PER_CHECKPOINT = 10
_MOST_TOKENS_PER_CHARACTER = 3
_MOST_BARS = 200_000
"""A table cell takes the library about a kilobyte; plain text has tables, too, and reads them with less."""
_FRONT_MATTER = re.compile(
    r"\A\ufeff?(?P<fence>---|\+\+\+)[ \t]*\n(?P<fields>(?:(?!(?P=fence)|\.\.\.).*\n){1,200})"
    r"(?:(?P=fence)|\.\.\.)[ \t]*(?:\n|\Z)"
)
_TITLE = re.compile(r"""^title[ \t]*[:=][ \t]*(?P<quote>["']?)(?P<title>\S.*?)(?P=quote)[ \t]*$""", re.MULTILINE)
_LINE_END = re.compile(r"\r\n?")
_INLINE_MARK = re.compile(r"[\\`*_~\[<&!]|  \n")
_MOST_INLINE_MARKS = 5_000
_MOST_UNCLOSED_BRACKETS = 20
_CODE = {"fence", "code_block"}


class MarkupWriter(Protocol):
    """What takes the tags and the text of a document in order; spans are spans of the source."""

    def start(self, name: str, attributes: str, start: int, end: int) -> None:
        """Take a start tag, ``attributes`` as written in HTML."""

    def end(self, name: str) -> None:
        """Take an end tag."""

    def text(self, source: str, start: int, end: int) -> None:
        """Take text in which references such as ``&amp;`` stand for characters."""

    def written(self, source: str, start: int, end: int) -> None:
        """Take text that stands for itself."""


class TooDeepError(Exception):
    """Blocks are nested deeper, or spread wider, than any writer means."""


def read_markdown(source: str) -> list[TextBlock]:
    """Return the paragraphs of a Markdown text in reading order; raises ``TooDeepError``."""
    reader = HtmlReader()
    walk_markdown(source, reader)
    return reader.finish()


def walk_markdown(source: str, writer: MarkupWriter) -> None:
    """Hand the tags and texts of a Markdown text to a writer, in order; raises ``TooDeepError`` before the first."""
    if source.count("|") > _MOST_BARS:
        raise TooDeepError
    normal = _LINE_END.sub("\n", source).replace("\0", "\ufffd")
    front_matter = _FRONT_MATTER.match(normal)
    if front_matter is not None:  # blank lines in its place keep the numbers of all lines
        normal = "\n" * front_matter[0].count("\n") + normal[front_matter.end() :]
    environment: dict[str, object] = {}
    tokens: list[Token] = []
    parser = _block_parser()
    parser.block.parse(normal, parser, environment, tokens)
    most_tokens = _MOST_TOKENS_PER_CHARACTER * len(source) + 100
    if len(tokens) > most_tokens or max((token.level for token in tokens), default=0) >= _DEEPEST - 2:
        raise TooDeepError
    walk = _Walk(SourceLines.of(source), writer, environment)
    if front_matter is not None:
        walk.front_matter(front_matter["fields"])
    walk.blocks(tokens)


def _block_parser() -> MarkdownIt:
    """Return a parser of blocks; it notes with each table row the line and column at which the row begins."""
    calls = count()

    def placed_table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        if next(calls) % _BLOCKS_PER_CHECKPOINT == 0:  # of all rules it is tried first
            checkpoint()
        known = len(state.tokens)
        if not table(state, start_line, end_line, silent):
            return False
        for token in state.tokens[known:]:
            if token.type == "tr_open" and token.map:
                line = token.map[0]
                start = state.bMarks[line] + state.tShift[line]
                token.meta["column"] = start - state.src.rfind("\n", 0, start) - 1
        return True

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    parser.block.ruler.at("table", placed_table, {"alt": ["paragraph", "reference"]})
    return parser


class _Walk:
    def __init__(
        self,
        lines: SourceLines,
        writer: MarkupWriter,
        environment: dict[str, object],
    ) -> None:
        self._lines = lines
        self._source = lines.source
        self._writer = writer
        self._environment = environment
        self._inline_parser = inline_parser()
        self._cells: list[PlacedText] = []
        self._is_heading_in_one_line = False

    def front_matter(self, fields: str) -> None:
        """Take the title among the fields at the head of a document; the others are not shown."""
        if title := _TITLE.search(fields):
            number = 1 + fields.count("\n", 0, title.start())
            start = self._lines.starts[number] + title.start("title") - title.start()
            self._writer.start("title", "", start, start)
            self._writer.written(self._source, start, start + len(title["title"]))
            self._writer.end("title")

    def blocks(self, tokens: list[Token]) -> None:
        """Hand over all blocks, which are gone afterwards: they take more memory than what is read from them."""
        tokens.reverse()
        while tokens:
            if len(tokens) % _BLOCKS_PER_CHECKPOINT == 0:
                checkpoint()
            token = tokens.pop()
            first_line = token.map[0] if token.map else 0
            offset = self._lines.starts[first_line]
            if token.type == "inline":
                self._inline(token, first_line)
            elif token.type == "html_block":
                if text := place_lines(token.content, first_line, self._lines):
                    self._html(text, 0, len(text.text))
            elif token.type in _CODE:
                self._code_block(token, first_line + (token.type == "fence"))
            elif token.nesting < 0:
                if token.type == "tr_close":
                    self._cells = []
                if not token.hidden:
                    self._writer.end(token.tag)
            elif not token.hidden:
                if token.type == "tr_open":
                    row = self._lines.line(first_line)
                    column = int(token.meta.get("column", len(row)))
                    self._cells = place_cells(row[column:], offset + column)[::-1]
                self._is_heading_in_one_line = token.markup.startswith("#")
                self._writer.start(token.tag, _attributes(token, "start"), offset, offset)

    def _inline(self, token: Token, first_line: int) -> None:
        if self._cells:
            text: PlacedText | None = self._cells.pop()
            if text is not None and text.text.strip() != token.content.strip():
                text = None
        else:
            text = place_lines(token.content, first_line, self._lines, self._is_heading_in_one_line)
        if text is not None and not _has_inline_marks(text.text):
            self._written(text, 0, len(text.text))
        elif text is not None:
            for child, start, end in parse_inline(self._inline_parser, text.text, self._environment):
                self._inline_token(child, text, start, end)

    def _inline_token(self, token: Token, text: PlacedText, start: int, end: int) -> None:
        if token.type == "text":
            if token.content:  # else a mark of emphasis
                self._written(text, start, end)
        elif token.type == "text_special":
            self._special(token, text, start, end)
        elif token.type == "softbreak" and not text.text.endswith("  ", 0, start):
            self._written(text, start, start + 1)
        elif token.type in {"softbreak", "hardbreak"}:
            for first, last in list(text.runs(start, end))[:1]:
                self._writer.start("br", "", first, last)
        elif token.type == "code_inline":
            marks = len(token.markup)
            self._element("code", text, start + marks, end - marks)
        elif token.type == "footnote_reference":
            if token.content.isdigit():
                self._element("sup", text, start + 2, start + 2 + len(token.content))
        elif token.type == "html_inline":
            self._html(text, start, end)
        else:
            self._tag(token)

    def _tag(self, token: Token) -> None:
        tag = "del" if token.tag == "s" else token.tag
        if token.nesting < 0:
            self._writer.end(tag)
        else:
            alternative = f' alt="{escape(token.content)}"' if tag == "img" else ""
            self._writer.start(tag, _attributes(token, "href", "src", "title") + alternative, 0, 0)

    def _element(self, tag: str, text: PlacedText, start: int, end: int) -> None:
        self._writer.start(tag, "", 0, 0)
        self._written(text, start, end)
        self._writer.end(tag)

    def _special(self, token: Token, text: PlacedText, start: int, end: int) -> None:
        """Take an escaped character, which stands after its backslash, or a reference."""
        if token.info == "entity":
            for first, last in text.runs(start, end):
                self._writer.text(self._source, first, last)
        else:
            self._written(text, end - len(token.content), end)

    def _written(self, text: PlacedText, start: int, end: int) -> None:
        for first, last in text.runs(start, end):
            self._writer.written(self._source, first, last)

    def _html(self, text: PlacedText, start: int, end: int) -> None:
        for tag, first, last in split_markup(text.text[start:end]):
            if tag is None:
                for run_start, run_end in text.runs(start + first, start + last):
                    self._writer.text(self._source, run_start, run_end)
            elif tag["name"] is not None:
                if tag["end"]:
                    self._writer.end(tag["name"].lower())
                else:
                    for run_start, run_end in list(text.runs(start + first, start + last))[:1]:
                        self._writer.start(tag["name"].lower(), tag["attributes"], run_start, run_end)

    def _code_block(self, token: Token, first_line: int) -> None:
        self._writer.start("pre", "", 0, 0)
        self._writer.start("code", "", 0, 0)
        for number, line in enumerate(token.content.split("\n")[:-1], first_line):
            written = self._lines.line(number)
            indent = len(written) - len(line) if written.endswith(line) else len(written) - len(written.lstrip())
            start = self._lines.starts[number] + indent
            self._writer.written(self._source, start, min(self._lines.ends[number] + 1, len(self._source)))
        self._writer.end("code")
        self._writer.end("pre")


def _has_inline_marks(text: str) -> bool:
    """Tell whether a text has to be looked through for emphasis, links and the like.

    Most texts do not.  Neither do those whose marks mean nothing: each costs some 700 bytes and 10
    microseconds, and an unclosed bracket several times that, so that a few megabytes of them would take minutes.
    """
    marks = sum(1 for _ in islice(_INLINE_MARK.finditer(text), _MOST_INLINE_MARKS + 1))
    return 0 < marks <= _MOST_INLINE_MARKS and text.count("[") - text.count("]") <= _MOST_UNCLOSED_BRACKETS


def _attributes(token: Token, *names: str) -> str:
    """Return the attributes of a token that a tag may have, as written in HTML."""
    return "".join(f' {name}="{escape(str(token.attrs[name]))}"' for name in names if name in token.attrs)
