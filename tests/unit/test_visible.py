"""What is printed steers no terminal, and reads back where it is JSON."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from factcheck.visible import visible, visible_json, without_controls

TEXTS = st.text(
    st.characters() | st.sampled_from("\0\x07\x08\x1b\r\n\t\x7f\x85\x9b\x9d\u200b\u2028\u202e\ud800\U000e0041")
)


def controls(text):
    return {character for character in text if unicodedata.category(character) in {"Cc", "Cs"}} - {"\n", "\t"}


@given(TEXTS)
def test_no_control_character_is_left(text):
    assert controls(visible(text)) == set()
    assert controls(without_controls(text)) == set()
    assert not set(visible(text)) & set("\u061c\u200b\u200e\u202a\u202e\u2066\u2069\u2028\ufeff\U000e0041")


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_can_be_seen_stays(text):
    assert visible(text) == text


@given(st.recursive(TEXTS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner)))
def test_json_reads_back(value):
    written = visible_json(json.dumps(value, ensure_ascii=False, indent=1))
    assert controls(written) == set()
    assert json.loads(written) == json.loads(json.dumps(value))


def test_characters_are_named_by_their_numbers():
    assert visible("a\x1b[2J\u202eb\U000e0041\n") == "a\\x1b[2J\\u202eb\\U000e0041\n"
