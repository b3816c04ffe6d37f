"""Which cells of tables state numbers, and with which headings, in HTML, Markdown and plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.claims.table_cells import stated_number, stating_cells
from factcheck.documents.document import read_document
from factcheck.numbers.mentions import find_numbers
from factcheck.numbers.style import USUAL_STYLE

HTML = """<table><tr><th>Region</th><th>Units</th><th>Share</th></tr>
<tr><td>North</td><td>1,204</td><td>16%</td></tr><tr><td>South</td><td>88</td><td>4%</td></tr></table>"""
MARKDOWN = "# Report\n\n| Region | Units | Share |\n|---|---|---|\n| North | 1,204 | 16% |\n| South | 88 | 4% |\n"
PLAIN = "Region | Units | Share\nNorth | 1,204 | 16%\nSouth | 88 | 4%\n"
RULED = "Region | Units | Share\n-------+-------+------\nNorth | 1,204 | 16%\nSouth | 88 | 4%\n"
TABBED = "Region\tUnits\tShare\nNorth\t1204\t16%\nSouth\t88\t4%\n"


def cells(source, most=100):
    """The texts of the cells that state a number, with their headings."""
    document = read_document(source)
    return {document.paragraphs[i].text: h for i, h in stating_cells(document, most, USUAL_STYLE).items()}


def table(*rows):
    """A table without any heading that is marked as such."""
    return "<table>" + "".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in rows) + "</table>"


@pytest.mark.parametrize("source", [HTML, MARKDOWN, PLAIN, RULED, TABBED.replace("1204", "1,204")])
def test_each_format_gives_row_and_column(source):
    assert cells(source) == {
        "1,204": ("North", "Units"),
        "16%": ("North", "Share"),
        "88": ("South", "Units"),
        "4%": ("South", "Share"),
    }


def test_no_more_cells_than_asked_for():
    assert list(cells(HTML, 3)) == ["1,204", "16%", "88"]
    assert cells(HTML, 0) == {}


def test_spans_give_headings_to_all_they_cover():
    source = """<table><tr><td></td><th colspan=2>Sold</th><th>Lost</th></tr>
    <tr><th>Region</th><th>May</th><th>June</th><th>June</th></tr>
    <tr><th rowspan="2">North</th><td>1</td><td>2</td><td>3</td></tr>
    <tr><td>4</td><td>5</td><td>6</td></tr></table>"""
    assert cells(source) == {
        "1": ("North", "Sold", "May"),
        "2": ("North", "Sold", "June"),
        "3": ("North", "Lost", "June"),
        "4": ("North", "Sold", "May"),
        "5": ("North", "Sold", "June"),
        "6": ("North", "Lost", "June"),
    }


def test_years_above_columns_are_headings():
    assert cells(table(["Region", "2014", "2015"], ["North", "7", "8"])) == {
        "7": ("North", "2014"),
        "8": ("North", "2015"),
    }


def test_the_first_column_and_columns_of_texts_are_headings():
    source = table(["Year", "Team", "Goals"], ["2014", "Reds", "61"], ["2015", "Blues", "70"])
    assert cells(source) == {"61": ("2014", "Reds", "Goals"), "70": ("2015", "Blues", "Goals")}


@pytest.mark.parametrize(
    "source",
    [
        table(["1", "2"], ["3", "4"]),  # no heading says what the numbers are
        table(["Notes"], ["57"]),
        table(["Region", "Period"], ["North", "12 May 2020"], ["South", "13 May 2020"]),
        table(["Region", "Note"], ["North", "we sold 12 units"], ["South", "none"]),
        "<p>57</p>",
        "<td>57</td>",
    ],
)
def test_what_states_nothing(source):
    assert cells(source) == {}


def test_tables_in_cells_are_tables_of_their_own():
    inner = table(["Kind", "Units"], ["tea", "5"])
    assert cells(table(["Region", "Sales"], ["North", inner], ["South", "9"])) == {
        "5": ("tea", "Units"),
        "9": ("South", "Sales"),
    }


@pytest.mark.parametrize(
    ("written", "headings", "unit", "value"),
    [
        ("16", ("North", "Share (%)"), "percent", 16),
        ("16", ("North", "Units"), "plain", 16),
        ("1.5", ("North", "Revenue ($m)"), "currency", 1_500_000),
        ("12", ("Revenue in thousands of euros", "2014"), "currency", 12_000),
        ("3 million", ("North", "Revenue (millions)"), "plain", 3_000_000),
        ("12", ("North", "Price in USD"), "currency", 12),
    ],
)
def test_headings_say_in_what_numbers_are_given(written, headings, unit, value):
    [number] = find_numbers(written)
    stated = stated_number(number, headings)
    assert (stated.unit, stated.value, stated.text) == (unit, value, written)


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 99999), st.integers(0, 99999), st.sampled_from(["", "x", "7"])), max_size=6),
        max_size=12,
    )
)
def test_any_spans_are_read(rows):
    source = "".join(
        f"<tr>{''.join(f'<td rowspan={r} colspan={c}>{text}</td>' for r, c, text in row)}</tr>" for row in rows
    )
    assert set(cells(f"<table>{source}</table>")) <= {"7"}


@pytest.mark.parametrize(
    ("headings", "unit"),
    [
        (("Oak", "Weight (kg)"), "kg"),
        (("Oak", "Time in minutes"), "minutes"),
        (("Ulm", "Takings (€)"), "EUR"),
        (("Oak", "Weight"), None),
        (("Oak", "Share of weight (%)"), None),
    ],
)
def test_a_heading_tells_the_unit_of_its_cells(headings, unit):
    [number] = find_numbers("12.5")
    measured = stated_number(number, headings).measured
    assert (measured and measured.units[0].name) == unit
