"""Random documents of all formats, with numbers whose places are known because they were noted while writing.

``fuzzed_document(format, seed)`` is well-formed; ``soup(format, seed)`` is anything.  A seed always gives the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

WORDS = (
    "sales units May region tea total teams caf\u00e9 \u5c71\u7530 \u0645\u0628\u064a\u0639 na\u00efve e\u0301".split()
)
SYMBOLS = [
    "\U0001f600",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\u2764\ufe0f",
    "AT&T",
    "a < b",
    "\u201cso\u201d",
    "\u2014",
]
MARKS = [
    "\u200e",
    "\u200f",
    "\u202a",
    "\u202e",
    "\u2066",
    "\u2069",
    "\u00ad",
    "\u200b",
    "\ufeff",
    "\u2060",
    "\u200d",
    "\u200c",
]
LINE_ENDS = ["\n", "\n", "\r\n", "\r"]


@dataclass
class Planted:
    """A number that stands in ``source[start:end]`` and reads ``visible``; one that is not shown reads nothing."""

    start: int
    end: int
    visible: str | None


@dataclass
class Writer:
    """Collects a document piece by piece."""

    format: str
    random: random.Random
    parts: list[str] = field(default_factory=list)
    length: int = 0
    planted: list[Planted] = field(default_factory=list)
    line_end: str = "\n"

    def write(self, text: str) -> None:
        """Write a piece, with line ends of the document's kind."""
        text = text.replace("\n", self.line_end)
        self.parts.append(text)
        self.length += len(text)

    def number(self, is_shown: bool = True, in_code: bool = False) -> None:
        """Write a number as this format may write it."""
        digits = str(self.random.randrange(100, 10**6))
        pieces = list(digits if is_shown else digits[:3])
        if is_shown and len(digits) > 3 and self.random.random() < 0.5:
            pieces[-3] = "," + pieces[-3]
        visible = "".join(pieces)
        if is_shown and self.random.random() < 0.5:
            pieces = [self._written(piece, in_code) for piece in pieces[:1]] + [
                self._between(in_code) + self._written(piece, in_code) for piece in pieces[1:]
            ]
        source = "".join(pieces)
        self.planted.append(Planted(self.length, self.length + len(source), visible if is_shown else None))
        self.write(source)

    def _written(self, piece: str, in_code: bool) -> str:
        if self.format == "plain" or (in_code and self.format == "markdown") or self.random.random() < 0.8:
            return piece
        return "".join(self.random.choice([f"&#{ord(c)};", f"&#x{ord(c):x};"]) for c in piece)

    def _between(self, in_code: bool) -> str:
        """What may stand within a number and is not seen."""
        if self.random.random() < 0.7:
            return ""
        options = list(MARKS)
        if self.format == "html":
            options += ["</b>", "<i>", "<!-- 7 -->", "<span class=x>", "&shy;", "&rlm;", "<wbr>"]
        elif self.format == "markdown" and not in_code:
            options += ["&shy;", "&rlm;", "<!-- 7 -->", "<span>", "</span>"]
        return self.random.choice(options)

    def words(self) -> None:
        """Write some words and numbers on one line."""
        for index in range(self.random.randrange(1, 6)):
            if index:
                self.write(" ")
            draw = self.random.random()
            if draw < 0.35 or (index == 0 and 0.45 < draw < 0.6):  # mark-up that begins a line may open a block
                self.number()
            elif draw < 0.45:
                self.write(self.escaped(self.random.choice(SYMBOLS)))
            elif draw < 0.6 and self.format != "plain":
                self.decorated()
            else:
                self.write(self.random.choice(WORDS))
        self.write(self.random.choice(["", " words", " so.", "\u00a0"]))

    def escaped(self, text: str) -> str:
        """A text that shows as it is."""
        return text.replace("&", "&amp;").replace("<", "&lt;") if self.format == "html" else text

    def decorated(self) -> None:
        """Write a number with mark-up around it."""
        if self.format == "html":
            before, after = self.random.choice(
                [
                    ("<b>", "</b>"),
                    ('<a href="/7?8=9">', "</a>"),
                    ("<em><u>", "</u></em>"),
                    ("<code>", "</code>"),
                    ("<b>", ""),
                ]
            )
            hidden = [
                ("<!-- ", " -->"),
                ("<del>", "</del>"),
                ('<span style="opacity: 0">', "</span>"),
                ('<img alt="', '">'),
            ]
        else:
            before, after = self.random.choice(
                [
                    ("**", "**"),
                    ("*", "*"),
                    ("[", '](http://a.example/7 "8")'),
                    ("`", "`"),
                    ("***", "***"),
                    ("<b>", "</b>"),
                ]
            )
            hidden = [("<!-- ", " -->"), ("~~", "~~"), ("[x](/", ")"), ("![", "](/7.png)"), ("<i hidden>", "</i>")]
        is_shown = self.random.random() < 0.7
        if not is_shown:
            before, after = self.random.choice(hidden)
        self.write(before)
        self.number(is_shown, in_code=before in {"`", "<code>"})
        self.write(after)


def fuzzed_document(format_: str, seed: int) -> tuple[str, list[Planted]]:
    """A well-formed document of a format, and its numbers."""
    writer = Writer(format_, random.Random(f"{format_} {seed}"))
    writer.line_end = writer.random.choice(LINE_ENDS)
    blocks = {"html": _html_block, "markdown": _markdown_block, "plain": _plain_block}[format_]
    if format_ == "html":
        writer.write("<!doctype html>\n<title>Report</title>\n")
    elif format_ == "markdown":
        writer.write("# Report\n\n")
    for _ in range(writer.random.randrange(1, 6)):
        blocks(writer)
    return "".join(writer.parts), writer.planted


def _html_block(writer: Writer) -> None:
    before, between, after = writer.random.choice(
        [
            ("<p>", "<br>\n", "</p>"),
            ("<p>", " ", "\n"),
            ("<h2>", " ", "</h2>"),
            ("<ul><li>", "\n<li>", "</ul>"),
            ("<table><tr><td>", "</td><td>", "</td></tr></table>"),
            ("<div><blockquote>", "\n", "</blockquote></div>"),
        ]
    )
    writer.write(before)
    writer.words()
    for _ in range(writer.random.randrange(3)):
        writer.write(between)
        writer.words()
    writer.write(after)
    if writer.random.random() < 0.3:
        opening, closing = writer.random.choice(
            [("<pre>", "</pre>"), ("<script>x = ", "</script>"), ("<div hidden>", "</div>"), ("<style>p", "</style>")]
        )
        writer.write(opening)
        writer.number(is_shown=False)
        writer.write(closing)


def _markdown_block(writer: Writer) -> None:
    container = writer.random.choice(["", "", "> ", "- ", "> > ", "10. ", ">", "* > "])
    following = "".join(character if character == ">" else " " for character in container)
    before, between, after = writer.random.choice(
        [
            ("", "\n", "\n"),
            ("", "  \n", "\n"),
            ("", "\\\n", "\n"),
            ("## ", None, " ##\n"),
            ("", None, "\n====\n"),
            ("| ", " | ", " |\n|---|---|---|\n"),
            ("a | ", " \\| ", "\n-|-\n"),
            ("1. ", "\n2. ", "\n"),
            ("- ", "\n- ", "\n"),
            ("<div>", "\n", "</div>\n\n"),
            ("x\n\n| h | h |\n|---|---|\n| ", " | ", " |\n"),
        ]
    )
    line = _Lines(writer, container, following)
    line.write(before)
    if before == "<div>":
        writer.format = "html"
    writer.words()
    if between is not None:
        for _ in range(2 if "|" in before else writer.random.randrange(3)) if not before.startswith("x") else range(1):
            line.write(between)
            writer.words()
    line.write(after)
    writer.format = "markdown"
    if writer.random.random() < 0.3:
        opening, closing = writer.random.choice([("```\n", "\n```\n"), ("<!--\n", "\n-->\n"), ("~~~ py\n", "\n~~~\n")])
        writer.write("\n" + opening)
        writer.number(is_shown=False)
        writer.write(closing)
    writer.write("\n<!-- -->\n\n")


@dataclass
class _Lines:
    """Writes the lines of a block with the marks of the blocks around it."""

    writer: Writer
    first: str
    following: str

    def __post_init__(self) -> None:
        self.writer.write(self.first)

    def write(self, text: str) -> None:
        *lines, last = text.split("\n")
        for line in lines:
            self.writer.write(line + "\n" + self.following)
        self.writer.write(last)


def _plain_block(writer: Writer) -> None:
    before, between, after = writer.random.choice(
        [
            ("", "\n", "\n\n"),
            ("- ", "\n- ", "\n\n"),
            ("> ", "\n> ", "\n"),
            ("\t", "\t", "\n"),
            ("", ";", "\n"),
            ("Head\n====\n", "\n", "\n"),
        ]
    )
    writer.write(before)
    writer.words()
    for _ in range(writer.random.randrange(3)):
        writer.write(between)
        writer.words()
    writer.write(after)


_HTML_PIECES = (
    "<p> </p> <div> </div> <b> </b> <h1> </h1> <ul> <li> </ul> <table> <tr> <td> </table> <br> <code> </code> <del>"
    " </del> <script> </script> <style> </style> <title> </title> <textarea> <svg> </svg> <pre> </pre> <sup> </sup>"
    " <!-- --> <![CDATA[ ]]> <? ?> < > </ /> \" ' = & &lt; &#50; &am &nbsp &notit; <p_hidden> <a_href='> <p_x=\">"
).split()
_MARKDOWN_PIECES = (
    "* ** *** _ __ ~~ ` `` ``` ~~~ # ## ###### > >> - + 1. 2) [ ] ( ) ![ ]( ](x) [a] [a]: [^1] [^1]: | |- |-|-| ---"
    " === \\ \\* \\| &amp; &#50; <http://x.y/5> <b> </b> <!-- --> <div> </div> <script> </script> <pre> : *** +++"
).split()
_PLAIN_PIECES = (
    "- * + 1) (2) \u2022 > >> | ; , . : ... === --- \t title: # *x* _y_ % $ \u20ac -5 1/2 3.5e6 \u00bd".split()
)
_PIECES = {
    "html": _HTML_PIECES,
    "markdown": _MARKDOWN_PIECES + _HTML_PIECES[:12],
    "plain": _PLAIN_PIECES,
}
_SPACES = ["\n", "\n\n", "\r\n", "\r", " ", "  ", "    ", "\t", "\u00a0", "\x0b", "\x0c", "\x85", "\u2028", "\x1c"]


def soup(format_: str, seed: int) -> str:
    """Pieces of a format in any order, and parts of well-formed documents cut anywhere."""
    chance = random.Random(f"soup {format_} {seed}")
    parts: list[str] = [{"html": "<p>", "markdown": "# A\n\n**b**\n\n", "plain": ""}[format_]]
    for _ in range(chance.randrange(1, 40)):
        draw = chance.random()
        if draw < 0.45:
            parts.append(chance.choice(_PIECES[format_]).replace("_", " "))
        elif draw < 0.7:
            parts.append(chance.choice(_SPACES))
        elif draw < 0.8:
            parts.append(str(chance.randrange(10_000)))
        elif draw < 0.9:
            parts.append(chance.choice(WORDS + SYMBOLS + MARKS))
        elif draw < 0.95:
            parts.append(chr(chance.choice([chance.randrange(1, 0x300), chance.randrange(0x1F000, 0x1FB00)])))
        else:
            source, _ = fuzzed_document(format_, chance.randrange(10**9))
            start = chance.randrange(len(source))
            parts.append(source[start : start + chance.randrange(60)])
    return "".join(parts)
