"""The page of a checked document: every claim marked once, whatever the mark-up, and none of it alive."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factcheck.documents.document import read_document
from factcheck.markup.page import mark_up
from factcheck.numbers.mentions import find_numbers


class Page(HTMLParser):
    """What a browser would make of the document in a page: marks with their texts, tags and attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.marks: dict[str, str] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.whole = page
        self._mark: str | None = None
        self.feed(page[page.index('<div class="factcheck-document') : page.index("</main>")])
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if tag == "mark" and "id" in attributes:
            self._mark = str(attributes["id"])
            self.marks[self._mark] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "mark":
            self._mark = None

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._mark:
            self.marks[self._mark] += data


def checked(document: str) -> tuple[Page, list[str]]:
    """The page in which every number is a claim, and the texts of these claims as a reader sees them."""
    read = read_document(document)
    claims, texts = [], []
    for paragraph in read.paragraphs:
        for number in find_numbers(paragraph.text):
            start, end = paragraph.starts[number.start], paragraph.ends[number.end - 1]
            claim = {"claim_no": len(claims) + 1, "verdict": "refuted", "message": "the data say <7>"}
            claims.append(claim | {"claim_start": start + 1, "claim_length": end - start})
            texts.append(paragraph.text[number.start : number.end])
    return Page(mark_up(read, claims)), texts


DOCUMENT = {"factcheck-document", "factcheck-document factcheck-plain"}

PIECES = [
    *("<p> </p> <div> </div> <b> </b> <h1> </h1> <ul> <li> </ul> <table> <tr> <td> </table> <br> <hr/> <form>").split(),
    *(
        "<script> </script> <style> </style> <title> </title> <textarea> </textarea> <select> <option> </select>"
    ).split(),
    *(
        "<svg> </svg> <math> <mi> <template> </template> <noscript> <plaintext> <xmp> <iframe> </iframe> <object>"
    ).split(),
    *("<!-- --> <![CDATA[ ]]> <? ?> < > </ /> \" ' = & &lt; &#50; &am <body> <head> <html> <frameset>").split(),
    *('<a title="33"> <a href="javascript:x(1)"> </a> <img alt="9>8"> <img alt=\'5 <p onclick=x(4)> <!--17-->').split(),
    *("1<b>2</b> <sup>2</sup> <p hidden> <mark class=factcheck-claim> </mark> <span role=note> 240 1,204").split(),
    *(" ", "\n", "There were ", " units. "),
]


MARKDOWN_PIECES = [
    *(
        "* ** *** _ ~~ ` `` # ## > - + 1. [ ] ( ) ![ ]( ](javascript:x(1)) ](data:5) [a] | |- |-|-| ``` ~~~ === ---"
    ).split(),
    *("\\ \\* &amp; &#50; <http://a.b/5> <javascript:x(3)> [^1] **240** `12` 1\\.5 [7](/8) 9**9** 2_3 ~~4~~").split(),
    *(
        "<mark>",
        "</mark>",
        '<mark class="factcheck-claim factcheck-supported" id="claim-1">',
        "</main>",
        "</body>",
        "\n\n",
        "    ",
        "| 5 | 6 |\n",
    ),
    "| a | b |\n|---|---|\n",
]
pieces = st.sampled_from(PIECES)
markdown_pieces = st.sampled_from(MARKDOWN_PIECES + PIECES)


@given(
    st.lists(pieces, max_size=25).map("".join)
    | st.lists(markdown_pieces, max_size=25).map(lambda parts: "# A\n\n**b** " + "".join(parts))
)
@settings(max_examples=300)
def test_every_claim_is_marked_once_in_any_soup_of_tags(document: str) -> None:
    page, texts = checked(document)
    assert sorted(page.marks) == sorted(f"claim-{number}" for number in range(1, len(texts) + 1))
    assert not {tag for tag, _ in page.tags} & {"script", "style", "iframe", "object", "svg", "form", "template"}
    for tag, attributes in page.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert not str(attributes.get("href", "")).startswith("javascript")
        if tag not in {"mark", "span"} and attributes.get("class") not in DOCUMENT:
            assert not {"class", "id", "role"} & set(attributes)


@pytest.mark.parametrize(
    ("document", "marked"),
    [
        ("<p>There were 240 sales.</p>", ["240"]),
        ("<title>All 240 sales</title><p>of 12 regions</p>", ["240", "12"]),
        ('<p title="sold 33 of 44">There were 240.</p><!-- 55 -->', ["240"]),
        ("<p>There were 1<b>,204</b> sales</p>", ["1,204"]),
        ("<p>Some &#50;40 sales &amp; 7 more</p>", ["240", "7"]),
        ("<x 5=6 ", ["5", "6"]),
        ("<p>It sold 1.2×10<sup class=x>6</sup> of them</p>", ["1.2×10⁶"]),
        ("<p>It sold 10<sup>&minus;3</sup> of them</p>", ["10⁻³"]),
        ("<p>\u200b240\u00ad sales \U0001f600 \u202e12 e\u0301", ["240", "12"]),
    ],
)
def test_a_mark_holds_what_the_claim_says(document: str, marked: list[str]) -> None:
    page, texts = checked(document)
    assert texts == marked
    assert [text.replace("\u00ad", "") for text in page.marks.values()] == marked


def test_a_document_cannot_mark_itself() -> None:
    page, _ = checked(
        '<p>Any <mark class="factcheck-claim factcheck-supported" id="claim-1">figures</mark>'
        ' <span class="factcheck-note">here</span></p>'
    )
    assert page.marks == {}
    assert all(not attributes for tag, attributes in page.tags if tag in {"mark", "span"})


def test_well_formed_mark_up_stays() -> None:
    document = (
        '<h2>Tea</h2><ul><li>one <a href="https://example.org/?a=1&amp;b=2">link</a></li><li>240 <i>two</i></li></ul>'
    )
    page, _ = checked(document)
    assert [tag for tag, _ in page.tags if tag in {"h2", "ul", "li", "a", "i"}] == ["h2", "ul", "li", "a", "li", "i"]
    assert [a["href"] for tag, a in page.tags if tag == "a"] == ["https://example.org/?a=1&b=2"]


MARKDOWN = """---
title: Tea in 2 regions
---
# Tea

We sold **240** units, 1.**2** million & [12 more](https://example.org/?a=1&b=2 "t").

- one `x = 5`
- two ~~6~~

| a | b |
|---|---|
| 7 | 8 \\| 9 |

> quoted 10

```
code <b>11</b>
  indented
```

![a "chart"](x.png) <b>13</b> <script>14</script>
"""


def test_markdown_keeps_its_structure() -> None:
    page, texts = checked(MARKDOWN)
    assert texts == ["2", "240", "1.2 million", "12", "one", "5", "two", "7", "8", "9", "10", "13"]
    assert list(page.marks.values()) == texts
    tags = [tag for tag, _ in page.tags if tag not in {"main", "mark", "span", "div", "body"}]
    table = "table thead tr th th tbody tr td td"
    assert tags == f"h1 p strong strong a ul li code li del {table} blockquote p pre code p img b".split()
    assert [a["href"] for tag, a in page.tags if tag == "a"] == ["https://example.org/?a=1&b=2"]
    assert [a["alt"] for tag, a in page.tags if tag == "img"] == ['a "chart"']
    assert "code <b>11</b>\n  indented\n" in page.text
    assert "| 9" in page.text
    assert "---" not in page.text
    assert "14" not in page.text


@pytest.mark.parametrize(
    "number", ["**240**", "`240`", "240[^1]", "\\240", "2&#52;0", "<b>2</b>40", "240~~1~~", "2\u200f40"]
)
@pytest.mark.parametrize(
    "container", ["{}", "> {}", "- {}", "> - 1. {}", "## {}", "| {} |\n|---|", "<i>{}</i>", "*a {} b*"]
)
def test_markdown_marks_what_the_claim_says(number: str, container: str) -> None:
    page, texts = checked(f"# A\n\n**b**\n\n{container.format(number)}\n")
    assert [text.replace("\u200f", "") for text in page.marks.values()] == texts == ["240"]


def test_a_markdown_document_cannot_mark_itself() -> None:
    page, _ = checked(
        "# A\n\n**b** <mark class='claim supported' id='claim-1' tabindex='0'>any</mark> <span role=note>c</span>\n\n"
        "<mark class='claim supported'>\nd</mark>\n"
    )
    assert page.marks == {}
    assert all(not attributes for tag, attributes in page.tags if tag in {"mark", "span"})


def test_what_a_document_hides_is_not_shown() -> None:
    for document in ("<p hidden>12</p><p>240</p>", "# A\n\n**b** <i style='display:none'>12</i> 240"):
        page, texts = checked(document)
        assert texts == ["240"]
        assert "12" not in page.text


def test_plain_text_is_shown_as_it_is() -> None:
    page, _ = checked('240 < 300 & "quoted" \u202e12')
    assert page.text.strip() == '240 < 300 & "quoted" \u202e12'


@pytest.mark.parametrize("opening", ["<div>", "<ul><li>", "<b><p>"])
def test_deep_nesting_takes_linear_time(
    require_linear_time: Callable[[Callable[[int], object], int], None], opening: str
) -> None:
    def check(depth: int) -> None:
        page, texts = checked(opening * depth + "240 sales")
        assert len(page.marks) == len(texts) == 1

    require_linear_time(check, 2_500)  # with all tags kept it would be quadratic


@pytest.mark.parametrize(
    "piece",
    [
        "<img src='https://example.org/a.png' alt='chart'>",
        "<img src=//example.org/a.png srcset='https://example.org/b.png 2x'>",
        "<blockquote cite='javascript:alert(1)'>said</blockquote>",
        "<q cite=javascript:alert(1)>said</q> <del cite='data:text/html,x'>said</del> <ins cite=vbscript:x>said</ins>",
        "<video src=https://example.org/a poster=https://example.org/b></video><input type=image src=https://example.org>",
        "<table background=https://example.org/a><tr><td>said</table>",
    ],
)
@pytest.mark.parametrize("document", ["<p>{} 240 sales.</p>", "# A\n\n**b** {} 240 sales.", "{} 240 sales."])
def test_a_page_loads_nothing_and_names_no_address_but_links(document: str, piece: str) -> None:
    page, _ = checked(document.replace("{}", piece))
    addresses = {"src", "srcset", "cite", "poster", "background", "data", "action", "formaction", "longdesc"}
    assert not addresses & {name for _, attributes in page.tags for name in attributes}


def test_an_image_written_in_markdown_is_its_alternative_text() -> None:
    page, _ = checked("# A\n\n**b** ![a chart](https://example.org/a.png) 240 sales.")
    assert [attributes for tag, attributes in page.tags if tag == "img"] == [{"alt": "a chart"}]


def test_a_page_has_no_control_characters() -> None:
    written = mark_up(read_document("There were \x1b[31m240\x1b[0m\x07 sales\x9b2J\x08."), [])
    assert not {character for character in written if ord(character) < 32 or 127 <= ord(character) < 160} - {"\n"}
