"""Quoting: whatever a name or value holds, SQL reads it back unchanged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck import sqltext
from factcheck.errors import FactcheckError

texts = st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


def read_literal(sql: str) -> str:
    """What PostgreSQL reads, whether backslashes escape or not: both readings must agree."""
    if sql.startswith("E'"):
        body = sql[2:-1]
        out, at = [], 0
        while at < len(body):
            assert body[at : at + 2] in ("''", "\\\\") or body[at] not in "'\\"
            out.append(body[at + 1 if body[at] in "'\\" else at])
            at += 2 if body[at] in "'\\" else 1
        return "".join(out)
    assert "\\" not in sql
    return sql[1:-1].replace("''", "'")


@given(texts)
def test_text_literal_reads_back(value):
    assert read_literal(sqltext.literal(value)) == value


@given(texts)
def test_text_literal_ends_where_it_should(value):
    sql = sqltext.literal(value)
    body = sql[2:-1] if sql.startswith("E") else sql[1:-1]
    assert body.replace("\\\\", "").replace("''", "").count("'") == 0


@pytest.mark.parametrize(("text", "named"), [("a\0b", "U+0000"), ("\ud800", "U+D800"), ("a\udfff\0", "U+DFFF")])
@pytest.mark.parametrize("quote", [sqltext.literal, sqltext.identifier, lambda text: sqltext.text_array([text])])
def test_what_no_text_can_hold_is_refused(quote, text, named):
    with pytest.raises(FactcheckError) as caught:
        quote(text)
    assert caught.value.message == f"a text holds {named}, which PostgreSQL cannot keep"
    assert (caught.value.sqlstate, bool(caught.value.hint)) == ("22023", True)


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=15))
def test_identifier_reads_back(name):
    sql = sqltext.identifier(name)
    assert sql[0] == sql[-1] == '"'
    assert sql[1:-1].replace('""', "").count('"') == 0
    assert sql[1:-1].replace('""', '"') == name


def test_identifier_that_would_be_cut_off_is_refused():
    sqltext.identifier("é" * 31)
    with pytest.raises(ValueError, match="63 bytes"):
        sqltext.identifier("é" * 32)


@pytest.mark.parametrize(
    ("value", "expected"), [(None, "NULL"), (True, "true"), (7, "7"), (-7, "-7"), (0.5, "'0.5'::double precision")]
)
def test_other_literals(value, expected):
    assert sqltext.literal(value) == expected


def test_arrays():
    assert sqltext.text_array([]) == "ARRAY[]::text[]"
    assert sqltext.text_array(["a", "b'c"]) == "ARRAY['a', 'b''c']::text[]"
    assert sqltext.integer_array([1, 2]) == "ARRAY[1, 2]::integer[]"


def test_binary():
    assert sqltext.binary(b"\x00\xff'") == "decode('00ff27', 'hex')"
