"""Paragraphs, sections and offsets of HTML and plain text."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.documents.document import read_document
from factcheck.numbers.mentions import find_numbers
from factcheck.runtime.checkpoints import looking


def shown(source):
    return [(paragraph.kind, paragraph.text) for paragraph in read_document(source).paragraphs]


def test_kinds_of_html():
    assert shown(
        "<html><head><title>T &amp; x</title><style>p {}</style></head><body><h1>One</h1>"
        "<p>A <b>bold</b>\n  word<p>next<ul><li>a<li>b<p>c</ul>"
        "<table><tr><td>1<td>2</table><dl><dt>d<dd>e</dl><blockquote>f</blockquote>g</body></html>"
    ) == [
        ("title", "T & x"),
        ("headline", "One"),
        ("paragraph", "A bold word"),
        ("paragraph", "next"),
        ("list_item", "a"),
        ("list_item", "b"),
        ("list_item", "c"),
        ("table_cell", "1"),
        ("table_cell", "2"),
        ("list_item", "d"),
        ("list_item", "e"),
        ("paragraph", "f"),
        ("paragraph", "g"),
    ]


@pytest.mark.parametrize(
    "unseen",
    [
        "<script>if (1 < 2) '</p>'</script>",
        "<style>p { width: 3 }</style>",
        "<!-- 4 <p>5</p> -->",
        "<pre>x = 6</pre>",
        "<template><p>7</p></template>",
        "<noscript>8</noscript>",
        "<div hidden>9 <p>10</p></div>",
        "<span style='color: red; display: none'>11</span>",
        '<p style="visibility:hidden">12</p>',
        "<svg><text>13</text></svg>",
        "<sup>14</sup>",
        "<del>15</del>",
        "<s>16</s>",
        "<strike>17</strike>",
        '<p style="display : none !important">18</p>',
        "<div hidden='until-found'>19</div>",
        "<span style='font-size:0'>20</span>",
        '<span style="font-size: 0.0px; color: red">21</span>',
        '<span style="opacity:0">22</span>',
        "<p style=visibility:collapse>23</p>",
        '<input type="hidden" value="24">',
        "<progress value=25>25</progress>",
    ],
)
def test_what_is_not_shown_is_not_read(unseen):
    texts = [paragraph.text for paragraph in read_document(f"<p>before {unseen} after</p>").paragraphs]
    assert " ".join(texts).split() == ["before", "after"]


@pytest.mark.parametrize(
    "shown_all_the_same",
    [
        '<b class="hidden">x</b>',
        "<b data-x='display:none'>x</b>",
        "<sup>x</sup>",
        '<b aria-hidden="true">x</b>',
        '<b style="opacity:0.5">x</b>',
        '<b style="font-size:0.9em">x</b>',
        "<details>x</details>",
        "<ins>x</ins>",
    ],
)
def test_what_is_shown_is_read(shown_all_the_same):
    assert shown(f"<p>{shown_all_the_same}</p>") == [("paragraph", "x")]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("about 10<sup>6</sup> of them", "about 10⁶ of them"),
        ("about 1.2×10<sup>12</sup> of them", "about 1.2×10¹² of them"),
        ("about 3 × 10<sup>-3</sup> of them", "about 3 × 10⁻³ of them"),
        ("about 10<sup>&minus;3</sup> of them", "about 10⁻³ of them"),
        ("about 1<b>0</b><sup>6</sup> of them", "about 10⁶ of them"),
        ("see <a href='x'>there</a>: 10<sup>6</sup>", "see there: 10⁶"),
        ("in 2010<sup>3</sup> then", "in 2010 then"),
        ("all 5.10<sup>3</sup> of them", "all 5.10 of them"),
        ("all 12<sup>3</sup> of them", "all 12 of them"),
        ("all 10 <sup>6</sup> of them", "all 10 of them"),
        ("all 10<sup>[6]</sup> of them", "all 10 of them"),
        ("all 10<sup>123</sup> of them", "all 10 of them"),
        ("all 10<sup><a href='#n6'>6</a></sup> of them", "all 10 of them"),
        ("all 10<a href='#n6'><sup>6</sup></a> of them", "all 10 of them"),
    ],
)
def test_raised_figures_are_powers_of_ten_or_footnotes(source, text):
    assert shown(f"<p>{source}</p>") == [("paragraph", text)]


def test_a_raised_figure_stands_where_it_says():
    source = "<p>About 1.2×10<sup>6</sup> of them</p>"
    [paragraph] = read_document(source).paragraphs
    place = paragraph.text.index("⁶")
    assert source[paragraph.starts[place] : paragraph.ends[place]] == "6"


def test_sections_nest_by_level():
    document = read_document("<p>a<h1>One</h1><h3>Deep</h3><p>b<h2>Two</h2><p>c<h1>Next</h1><p>d")
    trails = {}
    for paragraph in document.paragraphs:
        section, trail = paragraph.section, []
        while section is not None and section.headline is not None:
            trail.append(document.paragraphs[section.headline].text)
            section = section.parent
        trails[paragraph.text] = trail
    assert trails["a"] == []
    assert trails["b"] == ["Deep", "One"]
    assert trails["c"] == ["Two", "One"]
    assert trails["d"] == ["Next"]
    assert trails["Two"] == ["Two", "One"]


def test_the_title_is_known_by_its_index():
    document = read_document("<title>Sales</title><h1>Report</h1>")
    assert document.title is not None
    assert document.paragraphs[document.title].text == "Sales"
    assert read_document("<h1>Report</h1><p>x</p>").title is None


def test_a_slice_of_the_text_is_found_in_the_source():
    document = read_document(
        "<p>It was 5&nbsp;000&thinsp;&euro; or <b>1.2</b> mil&shy;lion,\n  &lt;all&gt; in&#32;all &copy 2.</p>"
    )
    [paragraph] = document.paragraphs
    text = paragraph.text
    assert text == "It was 5\u00a0000\u2009€ or 1.2 million, <all> in all © 2."
    for visible, raw in (
        ("5\u00a0000\u2009€", "5&nbsp;000&thinsp;&euro;"),
        ("1.2 million", "1.2</b> mil&shy;lion"),
        ("<all>", "&lt;all&gt;"),
        ("© 2", "&copy 2"),
    ):
        at = text.index(visible)
        assert document.source[paragraph.starts[at] : paragraph.ends[at + len(visible) - 1]] == raw


def code_of(source):
    return [[paragraph.text[a:b] for a, b in paragraph.code] for paragraph in read_document(source).paragraphs]


def test_code_within_a_text_is_read_and_known():
    source = "<p>a <code>x = 1</code> b<kbd> <samp>2</samp>3 </kbd>c <tt>4</tt>"
    assert shown(source) == [("paragraph", "a x = 1 b 23 c 4")]
    assert code_of(source) == [["x = 1", "23", "4"]]
    [paragraph] = read_document(source).paragraphs
    text = paragraph.text
    assert [paragraph.is_code(text.index(c), text.index(c) + 1) for c in "axb3c4"] == [False, True] * 3
    assert paragraph.is_code(0, 5)
    assert paragraph.is_code(3, len(text))
    assert not paragraph.is_code(0, 2)
    assert not paragraph.is_code(2, 2)


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("a<code>b<div>c</div></code>d", [["b"], ["c"], []]),
        ("<p><code>a<sup>1</sup></code>b", [["a"]]),
        ("<p>a<code></code>b<code> </code>c", [[]]),
        ("<p>a<code>b", [["b"]]),
        ("<p>a</code>b", [[]]),
    ],
)
def test_code_in_broken_mark_up(source, code):
    assert code_of(source) == code


tags = st.sampled_from(
    "<p> </p> <h1> </h2> <li> <ul> </ul> <b> </b> <td> <table> </table> <script> </script> <div_hidden> </div> <br> "
    "<sup> </sup> <title> </title> <!-- --> <a_href='> <p_x=\"> < > & &amp; &#65; &notit; &nbsp &bogus; </ <!x "
    "<? 5<6".split()
).map(lambda tag: tag.replace("_", " "))
sources = st.lists(tags | st.text(max_size=8), max_size=30).map("".join)


@given(sources)
def test_any_source_is_read_and_offsets_are_exact(source):
    document = read_document(source)
    reached = 0
    for paragraph in document.paragraphs:
        assert len(paragraph.text) == len(paragraph.starts) == len(paragraph.ends) > 0
        assert paragraph.text == paragraph.text.strip(" \t\n\r\f\v")
        for character, start, end in zip(paragraph.text, paragraph.starts, paragraph.ends, strict=True):
            raw = source[start:end]
            assert reached <= start < end
            assert character in html.unescape(raw) or (character in " \n" and (raw.isspace() or raw.startswith("<br")))
            reached = start if len(raw) > 1 else end


@given(st.text())
def test_a_source_without_mark_up_keeps_its_characters(source):
    document = read_document(source)
    if document.format == "plain":
        for paragraph in document.paragraphs:
            for character, start, end in zip(paragraph.text, paragraph.starts, paragraph.ends, strict=True):
                assert character == source[start:end] or character in " \n"


@pytest.mark.parametrize(
    "piece",
    ["<div>", "<b>", "<p>", "<a ", "</a ", "<!", "<!--", '<a x=">"', '<a b="', "<b><p></p>", "<ul><li>", "&a", "&#",
     "a<sup>1</sup>", "<script>", "<h1><b>x<br><br>", "<li>", "<a b= c=",
     "\x1b", "\x1b[", "\x1b[1;", "\x1b]", "\x1b]0;", "\x1bP\x1b", "\x9d", "\x9b1", "\x1b "],
)  # fmt: skip
def test_any_depth_and_any_broken_mark_up_in_linear_time(require_linear_time, piece):
    require_linear_time(lambda count: read_document("<p>x" + piece * count), 5_000)


def test_deep_nesting_is_read():
    source = "<div>" * 20_000 + "deep" + "</div>" * 20_000
    assert shown(source) == [("paragraph", "deep")]


def test_plain_text():
    source = (
        "Report on sales in 2023\n\nResults\n\nWe sold 5 units\r\nin May.\n- one item\n  goes on\n* two\n\n"
        "1. first\n2. second\n\nUnits: 57\n\nThe end"
    )
    assert shown(source) == [
        ("headline", "Report on sales in 2023"),
        ("headline", "Results"),
        ("paragraph", "We sold 5 units\nin May."),
        ("list_item", "one item\ngoes on"),
        ("list_item", "two"),
        ("list_item", "1. first"),
        ("list_item", "2. second"),
        ("paragraph", "Units: 57"),
        ("paragraph", "The end"),
    ]
    levels = [paragraph.section.level for paragraph in read_document(source).paragraphs]
    assert levels[:3] == [1, 2, 2]


@pytest.mark.parametrize(
    "source",
    ["We sold 1204 units", "Orders: 5\n\nReturns: 3\n\nAll: 8", "One line\n\nAnother line\n\nA third line"],
)
def test_lines_in_a_row_are_statements(source):
    assert {kind for kind, _ in shown(source)} == {"paragraph"}


def test_a_number_at_a_line_start_within_a_sentence_is_no_list():
    assert shown("It grew until the year\n12. Then it fell.") == [
        ("paragraph", "It grew until the year\n12. Then it fell.")
    ]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("12\u200f,345", "12,345"),
        ("\u202a1\u202c2\u20663\u2069", "123"),
        ("1\u200d2\u200c3\ufe0e", "123"),
        ("5\u00a0000", "5\u00a0000"),
        ("\U0001f469\u200d\U0001f467 1\ufe0f\u20e3", "\U0001f469\u200d\U0001f467 1\ufe0f\u20e3"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("e\u0301 \U0001d7db", "e\u0301 \U0001d7db"),
        ("a\ufeff\u00ad\u2060b", "ab"),
    ],
)
def test_marks_without_width_do_not_split_numbers_and_stay_within_emoji_and_letters(written, text):
    for before, after in [("", ""), ("<p>", "</p>"), ("# A\n\n", "")]:
        source = before + written + after
        paragraph = read_document(source).paragraphs[-1]
        assert paragraph.text == text
        end = len(before) + len(written.rstrip("\ufe0e\u2069"))
        first = len(before) + (written[0] == "\u202a")
        assert (paragraph.starts[0], paragraph.ends[-1]) == (first, end)


def test_a_paragraph_of_nothing_but_spaces_is_none():
    assert shown("<p>&nbsp;</p><p>\u2003</p>a") == [("paragraph", "a")]


def test_a_reading_can_be_given_up():
    class GivenUpError(Exception):
        pass

    def checkpoint():
        raise GivenUpError

    for source in ("<p>a", "# A\n\nb", "a"):
        with pytest.raises(GivenUpError), looking(checkpoint):
            read_document(source)


@pytest.mark.parametrize(
    "sequence",
    ["\x1b[31m", "\x1b[0m", "\x1b[38;5;196m", "\x1b[2J", "\x1b[12;40H", "\x9b1m", "\x1b]0;12 new titles\x07",
     "\x1b]8;;https://example.org/7\x1b\\", "\x9d2;5 titles\x9c", "\x1bP1$r0m\x1b\\", "\x1b(0", "\x1b7", "\x1b"],
)  # fmt: skip
@pytest.mark.parametrize("source", ["We sold {}240 units{} in May.", "<p>We sold <b>{}240</b> {}units in May.</p>",
                                    "# Sales\n\n**May**: {}240 units{} sold", "We sold 2{}40 units."])  # fmt: skip
def test_escape_sequences_of_terminals_are_no_text(source, sequence):
    written = source.replace("{}", sequence)
    document = read_document(written)
    assert [p.text for p in document.paragraphs] == [p.text for p in read_document(source.replace("{}", "")).paragraphs]
    [paragraph] = [p for p in document.paragraphs if "240" in p.text]
    at = paragraph.text.index("240")
    assert written[paragraph.starts[at] : paragraph.ends[at + 2]].replace(sequence, "") == "240"
    assert [number.text for number in find_numbers(paragraph.text)] == ["240"]


def test_text_after_a_sequence_that_never_ends_is_read():
    assert shown("\x1b]0; We sold 240 units.\n\nAnd 7 more.") == [
        ("paragraph", "We sold 240 units."), ("paragraph", "And 7 more."),
    ]  # fmt: skip
