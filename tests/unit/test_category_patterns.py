"""What a text says is a kind of what, by the sixteen patterns."""

from __future__ import annotations

import pytest

from factcheck.categories.text.patterns import NounList, definition_head, find_patterns

NOUNS = NounList(
    frozenset("drink rodent city metal bird animal coffee planet gas giant fish stone instrument".split()),
    frozenset("large brown soft small grey gaseous popular".split()),
)


def found(text):
    return {(match.instance, match.category, match.pattern, match.gap) for match in find_patterns(text, NOUNS)}


@pytest.mark.parametrize(
    ("text", "instance", "category", "pattern"),
    [
        ("Pepsi is a soft drink.", "pepsi", "soft drink", 1),
        ("Pepsi is a kind of soft drink.", "pepsi", "soft drink", 2),
        ("Pepsi is one of the popular drinks.", "pepsi", "popular drink", 3),
        ("Pepsi is any drink.", "pepsi", "drink", 4),
        ("Beavers are rodents.", "beaver", "rodent", 5),
        ("They sold drinks such as cola, pepsi and sprite.", "sprite", "drink", 6),
        ("They sold such drinks as cola and pepsi.", "pepsi", "drink", 7),
        ("They sold drinks, including pepsi.", "pepsi", "drink", 8),
        ("They like birds, especially robins.", "robin", "bird", 9),
        ("Cola, pepsi and other soft drinks are sold.", "cola", "soft drink", 10),
        ("Cats, mice or other small animals.", "mouse", "small animal", 11),
        ("Saturn, a gas giant, has rings.", "saturn", "gas giant", 12),
        ("the city of Rome", "rome", "city", 13),
        ("a metal called gallium", "gallium", "metal", 14),
        ("birds like robins", "robin", "bird", 15),
        ("They saw the planet Venus.", "venus", "planet", 16),
    ],
)
def test_each_pattern_is_found(text, instance, category, pattern):
    assert (instance, category, pattern, 0) in found(text)


def test_words_between_are_counted_as_the_gap():
    assert ("beaver", "rodent", 1, 2) in found("Beaver is a large brown rodent.")


def test_at_most_four_words_stand_between():
    assert not any(
        category == "rodent" for _, category, _, _ in found("Beaver is a large brown small grey soft popular rodent.")
    )


def test_a_category_ends_with_a_noun():
    assert not any(category == "large" for _, category, _, _ in found("The beaver is large."))


def test_patterns_do_not_cross_sentences():
    assert found("They sold drinks. Such as it is.") == set()


def test_the_head_of_a_definition_follows_a_kind_of():
    [head] = definition_head("pepsi", "a kind of soft drink that is sold cold", NOUNS)
    assert (head.instance, head.category) == ("pepsi", "drink")


def test_the_head_of_a_definition_is_its_first_noun_phrase():
    [head] = definition_head("beaver", "large, brown rodent of the genus Castor", NOUNS)
    assert head.category == "rodent"
