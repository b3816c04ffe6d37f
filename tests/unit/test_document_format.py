"""HTML, Markdown and plain text are told apart by what a document holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from factcheck.documents.format import document_format

HTML = {
    "page": "<!doctype html><title>x</title># A\n\n**b** [c](http://d)",
    "paragraph": "<p>x",
    "bold": "Some <b>5</b> words",
    "line break": "One line<br>and another",
    "stars in paragraphs": "<p>Use **bold**</p>\n<p># No headline</p>\n<ul><li>`a` *b*</li></ul>",
    "fence in pre": "<pre>\n```\ncode\n```\n</pre><p>x</p>",
    "with front matter": "---\nlayout: page\n---\n<div>\n\n    <p>5 units</p>\n</div>",
    "unclosed": "<p>one<p>two **5**\n\n# three\n",
}
MARKDOWN = {
    "headline": "# Sales\n\nWe sold 5 units.",
    "headlines": "Intro\n## Sales\nWe sold 5 units.\n## more\n6",
    "bold number": "We sold **1,204** units.",
    "link": "We sold [5 units](https://example.org/a).",
    "image": "![A chart](chart.png)\n\nWe sold 5.",
    "table": "a | b\n--|--\n1 | 2",
    "table with bars": "x\n\n| a |\n|:-:|\n| 1 |",
    "fenced code": "We ran\n\n```\nselect 5\n```\n",
    "tildes": "~~~ sql\nselect 5\n~~~\n5 rows",
    "list with emphasis": "- *one* 5\n- two 6\n- three 7",
    "code and emphasis": "The column `units` has *five* values.",
    "tasks": "- [x] done `a`\n- [ ] not done",
    "underlined, with code": "Sales\n=====\n\nThe column `units`.",
    "front matter": "---\ntitle: Sales\n---\nWe sold 5.",
    "windows line ends": "# Sales\r\n\r\nWe sold 5.",
    "some tags": "# Sales\n\nWe <b>sold</b> 5<br>units.<sup>1</sup>",
    "banner": '<p align="center"><img src="x.png"></p>\n\n# Sales\n\nWe sold 5.',
    "html in code": "# Sales\n\n```html\n<div>\n```\n\nUse `<div>` in **5** places.",
    "html table": "## Sales\n\n<table><tr><td>5</td></tr></table>\n\n**6** more",
}
PLAIN = {
    "nothing": "",
    "comparisons": "Where a < b and c > d, we saw 5.",
    "a heart": "I <3 numbers, and <you> too",
    "number signs": "# of units: 5\n# of orders: 6\n\nWe are #1 in 5 of 7.",
    "hash tags": "#sales #tea went up by 5",
    "shell comments": "# Total units\n# All orders\n5",
    "stars": "Sales rose to 5* units.\n\n* without June",
    "products": "We had 2*3 = 6, 4 * 5 = 20, 2**3 = 8 and 3**2 = 9; a_b and __init__ too.",
    "bullets": "* one 5\n* two 6\n* three 7",
    "one emphasis": "We *really* sold 5 units.",
    "underlined": "Sales\n=====\n\n- one\n- two\n- three\n",
    "a mail": "Bob wrote:\n> We sold 5\n> units.\n\n-- \nAnn",
    "citations": "As shown [1] (see [2](page 5)) and [3].",
    "a list of numbers": "1) one\n2) two",
    "a query's result": " month | units \n-------+-------\n May   |     5\n",
    "tex": "He said ``five'' and `six'.",
    "snake case": "The columns _id and user_name_x_ and dep_delay.",
    "arguments": "f(*args, **kwargs) returned 5",
    "a smiley": "Nice :) *_* and ** what ** ever",
    "separators": "Sales\n\n-----\n\n5\n\n* * *\n\n6",
}
DOCUMENTS = [
    pytest.param(text, expected, id=f"{expected}: {name}")
    for expected, texts in (("html", HTML), ("markdown", MARKDOWN), ("plain", PLAIN))
    for name, text in texts.items()
]


@pytest.mark.parametrize(("text", "expected"), DOCUMENTS)
def test_the_format_is_told_by_the_content(text: str, expected: str) -> None:
    assert document_format(text) == expected


@pytest.mark.parametrize(
    "piece",
    ["*a ", "**a", "[a](", "[", "_a ", "`a", "```\n", "~~~ x\n", "|-", "-|\n", "- a\n", "# a\n", "<", "<b>",
     "<p>\n# a\n", "---\n", "[a]: ", "a\n==\n", "> |-\n", "- [ ]", "`<b>`"],
)  # fmt: skip
def test_in_linear_time(require_linear_time: Callable[[Callable[[int], object], int], None], piece: str) -> None:
    require_linear_time(lambda length: document_format("x" + piece * (length // len(piece))), 50_000)
