"""Algorithm 2: weights from the dependency tree, the paragraph and the headlines, on hand-made parses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from factcheck.claims.keywords import ALL_SOURCES, KeywordSource, all_keywords, tree_distances
from factcheck.claims.sentence_words import list_mark, sentence_word
from factcheck.claims.spotting import find_claims
from factcheck.documents.document import read_document
from factcheck.nlp.parser import Sentence, Token


def test_letters_before_a_sign_of_equality_are_what_statistics_call_so(parser):
    tokens = parser.parse(["The men were older (n = 84, M = 3.4) than class M people."])[0][0].tokens
    words = [sentence_word(tokens, index).word for index in range(len(tokens))]
    assert {"number", "mean"} <= set(words)
    assert words.count("m") == 1


def test_capital_letters_behind_a_figure_belong_to_its_name(parser):
    tokens = parser.parse(["Before 5G and the 200GB Plan we sold 20 km of 3D cables."])[0][0].tokens
    words = [sentence_word(tokens, index).word for index in range(len(tokens))]
    assert {"5g", "200gb", "3d", "20"} <= set(words)


@pytest.mark.parametrize(
    ("text", "is_number"),
    [
        ("The larger one has 13 leaves.", False),
        ("One of the plants has 13 leaves.", False),
        ("Plants with one root have 13 leaves.", True),
        ("In phase one, 13 leaves fell.", True),
    ],
)
def test_a_pronoun_is_no_number(parser, text, is_number):
    tokens = parser.parse([text])[0][0].tokens
    assert ("1" in [sentence_word(tokens, index).lemma for index in range(len(tokens))]) == is_number


def sentence(text, heads, start=0):
    """A sentence of words at single spaces; ``heads`` names the governing word of each, by place."""
    tokens, at = [], start
    for word, head in zip(text.split(), heads, strict=True):
        tag = "VBD" if word in {"was", "were"} else "NN"
        tokens.append(Token(word, at, at + len(word), word.lower(), tag, "dep", head))
        at += len(word) + 1
    return Sentence(start, at - 1, tuple(tokens))


def parsed(source, *paragraphs):
    """A document, and for each paragraph its sentences given as (text, heads)."""
    document = read_document(source)
    parses = []
    for paragraph, sentences in zip(document.paragraphs, paragraphs, strict=True):
        found = []
        for text, heads in sentences:
            found.append(sentence(text, heads, paragraph.text.index(text)))
        parses.append(tuple(found))
    return document, parses


def weights(document, parses, claim=0, sources=ALL_SOURCES):
    claims = find_claims(document, parses)
    return {keyword.word: keyword.weight for keyword in all_keywords(claims, document, parses, sources)[claim]}


def test_distance_counts_edges_of_the_tree():
    # bans <- four; were -> bans; in -> were; database -> in; my -> database
    parse = sentence("four bans were in my database", [1, 2, 2, 2, 5, 3])
    assert tree_distances(parse, [0])[1:] == [1, 2, 3, 5, 4]


def test_words_of_the_sentence_weigh_one_over_their_distance():
    document, parses = parsed("<p>We saw 412 red birds .</p>", [("We saw 412 red birds .", [1, 1, 4, 4, 1, 1])])
    found = weights(document, parses)
    assert found == pytest.approx({"birds": 1, "saw": 1 / 2, "red": 1 / 2, "we": 1 / 3})
    assert "412" not in found


def test_context_weighs_a_part_of_the_smallest_weight():
    document, parses = parsed(
        "<h1>Garden</h1><h2>Spring</h2><p>Everybody watched . Nobody slept . We saw 412 birds .</p>",
        [("Garden", [0])],
        [("Spring", [0])],
        [
            ("Everybody watched .", [1, 1, 1]),
            ("Nobody slept .", [1, 1, 1]),
            ("We saw 412 birds .", [1, 1, 3, 1, 1]),
        ],
    )
    found = weights(document, parses)
    smallest = 1 / 3
    assert found["we"] == pytest.approx(smallest)
    assert found["slept"] == pytest.approx(0.4 * smallest)
    assert found["everybody"] == pytest.approx(0.4 * smallest)
    assert found["spring"] == pytest.approx(0.7 * smallest)
    assert found["garden"] == pytest.approx(0.7 * smallest)


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        ({KeywordSource.CLAIM_SENTENCE}, {"we", "saw", "birds"}),
        ({KeywordSource.PARAGRAPH_START}, {"everybody", "watched"}),
        ({KeywordSource.PREVIOUS_SENTENCE}, {"nobody", "slept"}),
        ({KeywordSource.HEADLINES}, {"garden", "spring"}),
        (set(), set()),
        (ALL_SOURCES, {"we", "saw", "birds", "everybody", "watched", "nobody", "slept", "garden", "spring"}),
    ],
)
def test_sources_are_left_out_one_by_one_and_the_others_keep_their_weights(sources, words):
    document, parses = parsed(
        "<h1>Garden</h1><h2>Spring</h2><p>Everybody watched . Nobody slept . We saw 412 birds .</p>",
        [("Garden", [0])],
        [("Spring", [0])],
        [
            ("Everybody watched .", [1, 1, 1]),
            ("Nobody slept .", [1, 1, 1]),
            ("We saw 412 birds .", [1, 1, 3, 1, 1]),
        ],
    )
    found, everything = weights(document, parses, sources=sources), weights(document, parses)
    assert set(found) == words
    assert found == {word: everything[word] for word in words}


def test_a_word_met_twice_keeps_its_largest_weight():
    document, parses = parsed(
        "<h1>Birds</h1><p>We saw 412 birds .</p>", [("Birds", [0])], [("We saw 412 birds .", [1, 1, 3, 1, 1])]
    )
    assert weights(document, parses)["birds"] == 1


def test_numbers_that_are_claims_are_keywords_of_no_claim():
    document, parses = parsed(
        "<p>We saw 412 birds and 38 cats .</p>", [("We saw 412 birds and 38 cats .", [1, 1, 3, 1, 3, 6, 3, 1])]
    )
    for claim in (0, 1):
        found = weights(document, parses, claim)
        assert "412" not in found
        assert "38" not in found
        assert {"birds", "cats"} <= set(found)


def test_an_entry_of_a_list_goes_on_with_the_text_before_the_list():
    document, parses = parsed(
        "<p>Sightings by kind :</p><ul><li>Birds 412 .</li></ul>",
        [("Sightings by kind :", [0, 0, 1, 0])],
        [("Birds 412 .", [0, 0, 0])],
    )
    assert weights(document, parses)["sightings"] == pytest.approx(0.5)


def test_a_list_item_has_the_text_before_the_list_as_context():
    document, parses = parsed(
        "<p>Sightings by kind :</p><ul><li>Birds were 412 .</li></ul>",
        [("Sightings by kind :", [0, 0, 1, 0])],
        [("Birds were 412 .", [1, 1, 1, 1])],
    )
    assert weights(document, parses)["sightings"] == pytest.approx(0.4 * 0.5)


def test_a_list_item_has_the_beginning_of_the_text_before_the_list_as_context():
    document, parses = parsed(
        "<p>Oslo changed . It rained . Sightings by kind :</p><ul><li>Birds were 412 .</li></ul>",
        [("Oslo changed .", [1, 1, 1]), ("It rained .", [1, 1, 1]), ("Sightings by kind :", [0, 0, 1, 0])],
        [("Birds were 412 .", [1, 1, 1, 1])],
    )
    found = weights(document, parses)
    assert found["sightings"] == found["oslo"] == pytest.approx(0.4 * 0.5)
    assert "rained" not in found


def test_the_name_of_a_model_is_one_word_though_it_ends_like_a_unit():
    tokens = (
        Token("Boats", 0, 5, "boat", "NNS", "", 0),
        Token("X-4", 6, 9, "x-4", "NN", "", 0),
        Token("M", 9, 10, "m", "NN", "", 0),
        Token("20", 11, 13, "20", "CD", "", 0),
        Token("km", 13, 15, "km", "NN", "", 0),
    )
    assert [sentence_word(tokens, index).word for index in (1, 3)] == ["x-4m", "20"]


def test_number_words_are_figures_too():
    document, parses = parsed(
        "<p>We saw 412 birds with two wings .</p>", [("We saw 412 birds with two wings .", [1, 1, 3, 1, 3, 6, 4, 1])]
    )
    claims = find_claims(document, parses)
    keywords = {k.word: k.lemma for k in all_keywords(claims[:1], document, parses)[0]}
    assert keywords["two"] == "2"


def test_words_of_a_set_phrase_are_no_keywords():
    source = "Last but not least 12 boats were sunk."
    document, parses = parsed(source, [(source[:-1], [7, 0, 3, 0, 5, 7, 7, 7])])
    words = set(weights(document, parses))
    assert {"boats", "sunk"} <= words
    assert words.isdisjoint({"last", "least"})


@pytest.mark.parametrize(("text", "mark"), [("1. Boats sank 12 times.", {0}), ("1 boat sank 12 times.", set())])
def test_the_number_of_an_item_is_no_word_of_its_sentence(parser, text, mark):
    assert list_mark(parser.parse([text])[0][0].tokens) == mark


def test_what_an_entry_leaves_out_comes_from_the_entry_before():
    source = "<ul><li>Oban : 41 boats</li><li>Mull : 38</li></ul>"
    parses = [("Oban : 41 boats", [0, 0, 3, 0])], [("Mull : 38", [0, 0, 0])]
    document, parsed_entries = parsed(source, *parses)
    entries = [tuple(replace(each, tokens=tagged(each.tokens)) for each in sentences) for sentences in parsed_entries]
    assert "boats" in weights(document, entries, 1)
    assert "boats" not in weights(document, entries, 1, ALL_SOURCES - {KeywordSource.PREVIOUS_SENTENCE})


def tagged(tokens):
    """Give names and numbers the tags that they have in a list."""
    tags = {"Oban": "NNP", "Mull": "NNP", ":": ":", "41": "CD", "38": "CD"}
    return tuple(replace(token, tag=tags.get(token.text, "NNS")) for token in tokens)
