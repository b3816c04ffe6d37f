"""The inline parts of a Markdown block, each with its place in the text of the block.

The library does not tell where an inline part stood.  But each of its rules is called with a position and moves it,
so the rules are called through wrappers that note both.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_Rule = Callable[[StateInline, bool], bool]

_DEEPEST_BRACKETS = 5
"""An unclosed bracket costs the library this many looks at the rest of its text."""
_SPAN = "span"
_FOOTNOTE_REFERENCE = re.compile(r"\[\^([^\]\s]{1,60})\]")


def inline_parser() -> MarkdownIt:
    """Return a parser of inline parts for ``parse_inline``."""
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST_BRACKETS}).enable("strikethrough")
    rules = parser.inline.ruler
    named = dict(zip(rules.get_active_rules(), rules.getRules(""), strict=True))
    for name, rule in named.items():
        rules.at(name, _placed(rule))
    rules.before("link", "footnote_reference", _placed(_footnote_reference))
    rules.push("character", _placed(_character))
    # It would join texts, whose places differ.
    parser.inline.ruler2.disable("fragments_join")
    return parser


def parse_inline(parser: MarkdownIt, text: str, references: dict[str, object]) -> list[tuple[Token, int, int]]:
    """Return the inline tokens of a block's text, each with the span of ``text`` that it was read from.

    A text token stands for ``text[start:end]``, character by character; tokens of links have the place of the whole
    link, those of emphasis the place of their mark.  ``references`` is the environment that the blocks left behind,
    with the definitions of links.
    """
    tokens: list[Token] = []
    parser.inline.parse(text, parser, references, tokens)
    return [(token, *token.meta[_SPAN]) for token in tokens if _SPAN in token.meta]


def _placed(rule: _Rule) -> _Rule:
    def placed(state: StateInline, silent: bool) -> bool:
        start, count = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if not silent:
            if state.pending:
                state.pushPending()
            _place(state, start, [token for token in state.tokens[count:] if _SPAN not in token.meta])
        return True

    return placed


def _place(state: StateInline, start: int, tokens: list[Token]) -> None:
    """Give new tokens their places: one after the other for texts as written, else the whole for each."""
    written = state.src[start : state.pos]
    if "".join(token.content for token in tokens if token.type == "text") == written:
        for token in tokens:
            token.meta[_SPAN] = (start, start + len(token.content))
            start += len(token.content)
    else:
        for token in tokens:
            in_angles = token.type == "text" and written.startswith("<")  # an address
            token.meta[_SPAN] = (start + in_angles, state.pos - in_angles)


def _footnote_reference(state: StateInline, silent: bool) -> bool:
    """Take a mark such as ``[^1]``, which stands for a raised number; with a colon it opens the footnote."""
    mark = _FOOTNOTE_REFERENCE.match(state.src, state.pos, state.posMax)
    if mark is None:
        return False
    if not silent:
        state.push("footnote_reference", "sup", 0).content = mark[1]
    opens_footnote = mark.start() == 0 and state.src.startswith(":", mark.end())
    state.pos = mark.end() + opens_footnote
    return True


def _character(state: StateInline, silent: bool) -> bool:
    """Take a character that no other rule takes: it stands for itself."""
    if not silent:
        state.pending += state.src[state.pos]
    state.pos += 1
    return True
