"""Names of tables and columns: split into words, spelt out, and the keywords they give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.catalogue.keywords import (
    SOURCE_WEIGHTS,
    Description,
    Vocabulary,
    description_words,
    name_keywords,
    needs_splitting,
    parts_of,
)
from factcheck.words.abbreviations import ABBREVIATIONS
from factcheck.words.identifiers import (
    base_forms,
    irregular_forms,
    long_forms,
    names_an_identifier,
    names_no_rows,
    shortened_words,
    spelt_out,
    split_identifier,
    split_written_together,
    substrings,
)

FREQUENCY = {
    "suspensions": 7.0,
    "customer": 26.0,
    "children": 214.0,
    "name": 95.0,
    "sold": 90.0,
    "old": 204.0,
    "total": 34.0,
    "price": 59.0,
    "air": 43.0,
    "airt": 1.0,
    "ovid": 1.0,
    "cases": 120.0,
    "temperature": 31.0,
    "unit": 20.0,
    "birth": 30.0,
    "number": 80.0,
    "rooms": 90.0,
}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dep_delay", ["dep", "delay"]),
        ("DepDelay", ["dep", "delay"]),
        ("HTMLPage2", ["html", "page", "2"]),
        ("Units Sold (kg)", ["units", "sold", "kg"]),
        ("année_2013", ["année", "2013"]),
        ("bodywt", ["body", "wt"]),
        ("saleprice", ["sale", "price"]),
        ("overweight", ["overweight"]),
        ("newt", ["newt"]),
        ("___", []),
    ],
)
def test_split_identifier(name, words):
    assert split_identifier(name) == words


@pytest.mark.parametrize(
    ("name", "names_none"),
    [("sheet_1", True), ("data", True), ("t_2_0417", True), ("boat_data", False), ("trips", False)],
)
def test_some_names_of_tables_do_not_say_what_their_rows_are(name, names_none):
    assert names_no_rows(name) is names_none


def test_abbreviations_of_names_are_spelt_out():
    assert spelt_out("body_wt") == {"body", "wt", "weight"}


@pytest.mark.parametrize(
    ("name", "is_identifier"),
    [
        ("order_id", True),
        ("Ticket Number", True),
        ("guest_no", True),
        ("respondent", True),
        ("Unnamed: 0", True),
        ("rownames", True),
        ("respondent_age", False),
        ("number", False),
        ("total_number", False),
        ("price", False),
        ("", False),
    ],
)
def test_names_of_identifiers(name, is_identifier):
    assert names_an_identifier(name) is is_identifier


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("nflsuspensions", ["nfl", "suspensions"]),
        ("custid", ["cust", "id"]),
        ("empno", ["emp", "no"]),
        ("deptname", ["dept", "name"]),
        ("numchildren", ["num", "children"]),
        ("qtysold", ["qty", "sold"]),
        ("airtemp", ["air", "temp"]),
        ("numberofrooms", ["number", "of", "rooms"]),
        ("covidcases", ["covid", "cases"]),
        ("qqqq", ["qqqq"]),
        ("", []),
    ],
)
def test_split_written_together(word, parts):
    assert split_written_together(word, FREQUENCY) == parts


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzéß", max_size=63), st.data())
def test_a_split_loses_nothing_and_is_the_same_each_time(word, data):
    known = sorted(substrings(word))
    chosen = data.draw(st.lists(st.sampled_from(known), max_size=20)) if known else []
    frequency = {part: float(1 + place) for place, part in enumerate(chosen)}
    parts = split_written_together(word, frequency)
    assert "".join(parts) == word
    assert all(parts)
    assert parts == split_written_together(word, dict(reversed(frequency.items())))


def test_the_longest_name_has_a_bounded_number_of_parts():
    word = "".join(chr(97 + place * 7 % 26) for place in range(63))
    found = substrings(word)
    assert len(found) <= 63 * 14
    assert max(map(len, found)) == 16


def test_substrings_have_at_least_three_letters_and_leave_out_the_word():
    assert substrings("abcde") == {"abc", "bcd", "cde", "abcd", "bcde"}


def test_base_forms():
    assert "city" in base_forms("cities")
    assert "delay" in base_forms("delays")
    assert "child" in base_forms("children")
    assert "ship" in base_forms("shipped")
    assert "price" in base_forms("pricing")
    assert base_forms("gas") == ["gas"]
    assert base_forms("loss") == ["loss"]


def test_data_may_have_a_word_in_its_irregular_forms():
    assert irregular_forms("pay") == ("paid",)
    assert irregular_forms("break") == ("broke", "broken")
    assert irregular_forms("ship") == ()


@pytest.mark.parametrize(
    ("word", "likeliest"),
    [
        ("qty", "quantity"),
        ("ids", "identifier"),
        ("dob", "date of birth"),
        ("temp", "temperature"),
        ("amts", "amount"),
    ],
)
def test_abbreviations_are_spelt_out(word, likeliest):
    assert long_forms(word)[0] == likeliest


def test_other_words_are_not():
    assert long_forms("customer") == ()


def test_every_abbreviation_is_shorter_than_what_it_stands_for():
    for short, longs in ABBREVIATIONS.items():
        assert short.isalpha()
        assert short.islower()
        assert longs
        assert all(len(long) > len(short) and long == " ".join(long.split()) for long in longs), short


def test_what_shortens_a_word_leaves_out_its_end_or_its_vowels():
    words = [("country", 50.0), ("contrary", 9.0), ("density", 18.0), ("dense", 7.0), ("department", 40.0)]
    assert shortened_words("cntry", words) == ["country"]
    assert shortened_words("dprtmnt", words) == ["department"]
    assert shortened_words("dens", words) == ["density", "dense"]
    assert shortened_words("zz", words) == []


def keywords(name, descriptions=(), vocabulary=None, **named):
    vocabulary = vocabulary or Vocabulary({word: parts_of(word, FREQUENCY) for word in split_identifier(name)})
    found = name_keywords(name, descriptions, vocabulary, **named)
    return {keyword.word: (keyword.source, keyword.weight) for keyword in found}


def test_a_name_gives_its_words_its_parts_and_what_they_stand_for():
    found = keywords("avgTemp_qtysold")
    assert found["avg"] == found["temp"] == ("name", 1.0)
    assert found["sold"] == ("part", 0.6)
    assert found["sell"] == ("part", 0.6), "of an irregular form no stemmer finds the base"
    assert found["quantity"] == found["average"] == found["temperature"] == ("abbreviation", 0.5)
    assert found["temporary"] == ("abbreviation", 0.3), "less likely"


def test_all_consonants_of_a_word_name_it_as_an_abbreviation_does():
    vocabulary = Vocabulary(shortened={"wthr": ["weather", "wether"], "mnthl": ["monthly"]})
    found = keywords("wthr_mnthl", vocabulary=vocabulary)
    assert found["weather"] == ("abbreviation", 0.5)
    assert found["wether"] == ("abbreviation", 0.3), "less likely"
    assert found["monthly"] == ("expansion", 0.2), "a letter more than its consonants"


def test_words_written_together_may_have_one_of_them_spelt_out():
    found = keywords("ovr_time")
    assert found["ovrtime"] == ("joined", 0.9)
    assert found["overtime"] == ("joined", 0.54)


def test_a_word_keeps_its_best_source():
    found = keywords(
        "units_sold",
        [Description("comment", "Units that were shipped")],
        Vocabulary({}, {"unit": ["whole", "units"]}),
        stop_words={"that", "were"},
    )
    assert found["units"] == ("name", 1.0)
    assert found["shipped"] == ("comment", 0.5)
    assert found["whole"] == ("synonym", 0.3)
    assert "that" not in found


def test_sources_weigh_in_their_order():
    order = ["name", "joined", "part", "dictionary", "abbreviation", "comment", "synonym", "expansion"]
    assert sorted(SOURCE_WEIGHTS, key=lambda source: (-SOURCE_WEIGHTS[source], order.index(source))) == order


def test_an_unknown_part_stands_for_words_it_may_shorten():
    found = keywords("destin", vocabulary=Vocabulary({}, {}, {"destin": ["destination"]}))
    assert found == {"destin": ("name", 1.0), "destination": ("expansion", 0.2)}


def test_a_known_word_is_not_split():
    assert not needs_splitting("suspensions", {"suspension": 7.0, "pens": 90.0})
    assert not needs_splitting("qty", {})
    assert needs_splitting("nflsuspensions", {"suspension": 7.0, "pens": 90.0})


def test_a_long_description_does_not_drown_the_name():
    text = " ".join(f"word{chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(400))
    found = keywords("price", [Description("dictionary", text)])
    told = sorted((weight for source, weight in found.values() if source == "dictionary"), reverse=True)
    assert told[:8] == [SOURCE_WEIGHTS["dictionary"]] * 8
    assert told[60] < 0.1
    assert len(told) == 100
    assert found["price"] == ("name", 1.0)


def test_figures_and_addresses_in_a_description_are_no_keywords():
    text = "Net price; 0 to 100, see https://example.org/prices?id=7 (net)"
    assert description_words(text) == ["net", "price", "to", "see"]
