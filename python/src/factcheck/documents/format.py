"""Telling HTML, Markdown and plain text apart by what a document holds."""

from __future__ import annotations

import re
from collections import Counter

from factcheck.documents.html import BLOCKS, UNSEEN, split_markup

_HTML = re.compile(
    r"""\A[\s\ufeff]*+<(?:!doctype|!--|[a-z][a-z0-9]*+[\s/>])
      | </(?:html|body|head|title|h[1-6]|p|div|span|section|article|main|ul|ol|li|dl|dd|dt|table|tr|td|th
          |blockquote|b|i|u|em|strong|a|sup|sub|font|center|code|kbd|samp|del|ins|s|small|mark|q)\s*+>
      | <(?:p|br|hr)\s*+/?>""",
    re.VERBOSE | re.IGNORECASE,
)
_WHOLE_PAGE = re.compile(r"\A[\s\ufeff]*+(?:<\?[^>]*+>\s*+)?<(?:!doctype|html|head|body)\b", re.IGNORECASE)


_APART = BLOCKS | UNSEEN
_ENOUGH = 2
_SEVERAL = 3
_FENCE = re.compile(r" {0,3}(?P<mark>```+|~~~+)(?P<rest>[^`]*)\Z")
_HEADING = re.compile(r" {0,3}(?P<mark>#{1,6})[ \t]+(?P<text>[^\s#].*)\Z")
_UNDERLINE = re.compile(r" {0,3}(?:={3,}|-{3,})[ \t]*\Z")
_BULLET = re.compile(r"\s*[-*+][ \t]+(?P<task>\[[ xX]\][ \t]+)?\S")
_DELIMITER_ROW = re.compile(r"[ \t>]*+(?=[^|\n]*\|)[|:-][-:| \t]*-[-:| \t]*\Z")
_FRONT_MATTER = re.compile(r"\A\ufeff?(?:---|\+\+\+)[ \t]*\r?\n[\w-]+[ \t]*[:=]")
_STRONG = re.compile(r"(?<![\w*])\*\*(?![\s*])[^*\n]{1,300}(?<!\s)\*\*(?![\w*])")
_LINK = re.compile(
    r"\[[^\[\]\n]{1,300}\]\((?:https?://|mailto:|#|\.{0,2}/|[\w-]{1,60}\.\w)[^()\s]{0,300}"
    r"(?:[ \t]\"[^\"\n]{0,300}\")?\)"
)
_EMPHASIS = re.compile(
    r"(?<![\w*])\*(?![\s*])[^*\n]{1,300}(?<!\s)\*(?![\w*])|(?<![\w_])_(?![\s_])[^_\n]{1,300}(?<!\s)_(?![\w_])"
)
_CODE = re.compile(r"(?<!`)`[^`\n]{1,300}`(?!`)")
_LINK_DEFINITION = re.compile(r"^\[[^\]\n]{1,100}\]:[ \t]+\S", re.MULTILINE)
_IN_PLACE_OF_FENCED_CODE, _IN_PLACE_OF_CODE = "**code**", "`code`"


def document_format(source: str) -> str:
    """Return ``html``, ``markdown`` or ``plain``, in time linear in the length of the source.

    Markdown may hold HTML tags, and HTML may hold what looks like Markdown: what stands outside of all HTML blocks
    decides.
    """
    if _HTML.search(source) is None:
        is_markdown = _FRONT_MATTER.match(source) is not None or _is_markdown(_without_fenced_code(source))
        return "markdown" if is_markdown else "plain"
    if _WHOLE_PAGE.match(source) is None:
        text = _FRONT_MATTER.sub("", _without_fenced_code(source))
        if _is_markdown(_outside_of_blocks(_CODE.sub(_IN_PLACE_OF_CODE, text))):
            return "markdown"
    return "html"


def _is_markdown(text: str) -> bool:
    """Tell whether there is a sure sign (headline, strong emphasis, link, table ...) or two kinds of weak ones."""
    if _STRONG.search(text) or _LINK.search(text):
        return True
    weak = sum(pattern.search(text) is not None for pattern in (_EMPHASIS, _CODE, _LINK_DEFINITION))
    return weak + _points_of_lines(text.split("\n")) >= _ENOUGH


def _without_fenced_code(text: str) -> str:
    """Return the text with a sure sign of Markdown in place of each piece of fenced code; one never closed is none."""
    lines: list[str] = []
    opened, mark = 0, ""
    for line in text.splitlines():
        fence = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence and not mark:
            opened, mark = len(lines), fence["mark"]
        elif fence and fence["mark"].startswith(mark) and not fence["rest"].strip():
            lines[opened:] = [_IN_PLACE_OF_FENCED_CODE]
            mark = ""
            continue
        lines.append(line)
    return "\n".join(lines)


def _points_of_lines(lines: list[str]) -> int:
    """Return signs that need whole lines: 2 for a sure one, 1 for each kind of weak ones."""
    bullets, headings, underlined, tasks = 0, 0, False, False
    for index, line in enumerate(lines):
        before = lines[index - 1] if index else ""
        after = lines[index + 1] if index + 1 < len(lines) else ""
        if "#" in line and (heading := _HEADING.match(line)):
            headings += _points_of_heading(heading, before, after)
        elif "|" in line and "|" in before and _DELIMITER_ROW.match(line):
            return _ENOUGH
        elif _UNDERLINE.match(line):
            is_alone = index < 2 or not lines[index - 2].strip()
            underlined |= is_alone and before[:1].isalnum()
        elif bullet := _BULLET.match(line):
            bullets += 1
            tasks |= bullet["task"] is not None
        if headings >= _ENOUGH:
            return _ENOUGH
    return headings + tasks + (underlined or bullets >= _SEVERAL)  # plain text has lists and underlined headlines, too


def _points_of_heading(heading: re.Match[str], before: str, after: str) -> int:
    """Return a line between blank lines that does not go on from its number sign as "# of units" does."""
    if _HEADING.match(before) or (_HEADING.match(after) and len(heading["mark"]) == 1):
        return 0 if len(heading["mark"]) == 1 else 1
    if heading["text"][0].islower() or heading["text"][0].isdigit():
        return 1
    return _ENOUGH if not before.strip() and not after.strip() else 1


def _outside_of_blocks(source: str) -> str:
    """Return the text outside of HTML's paragraphs, lists, tables and the like; tags within a line are left out."""
    parts: list[str] = []
    open_names: Counter[str] = Counter()
    depth = 0
    for tag, start, end in split_markup(source):
        if tag is None:
            if not depth:
                parts.append(source[start:end])
        elif tag["name"] is not None and (name := tag["name"].lower()) in _APART:
            change = -1 if tag["end"] and open_names[name] else 0 if tag["end"] else 1
            open_names[name] += change
            depth += change
            parts.append("\n")
    return "".join(parts)
