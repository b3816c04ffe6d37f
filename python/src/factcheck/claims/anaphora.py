"""Whether a sentence goes on about what the sentence before was about: "of them", "the rest", "their"."""

from __future__ import annotations

from factcheck.nlp.parser import Sentence, Token

_PRONOUNS = frozenset("they them these those".split())
_OF_SOMETHING = frozenset("their his her its he she him it".split())
_HELD_BY_NOTHING = frozenset("be seem appear take rain snow".split())
"""Verbs whose "it" may mean nothing: "it is late", "it takes an hour"."""
_CLAUSES = frozenset({"ccomp", "csubj", "csubjpass"})
_POINTING = frozenset({"these", "those", "such"})
_WHAT_WAS_SAID = frozenset({"that", "this"})
_CARRIED_ON = frozenset({"leave", "make", "give"})
"""Verbs by which a sentence counts what the one before has restricted: "That leaves 78"."""
_AMOUNTING = frozenset("be represent equal amount correspond come account".split())
_PERCENT = frozenset({"%", "percent", "per"})
_THE_OTHERS = frozenset("rest others remainder remaining former latter".split())
_BY_ITSELF = frozenset({"pobj", "nsubj"})
"""How "two" depends where it stands for two things: "the correlation between the two"."""
_NOUNS = ("NNS", "NNPS")
_AROUND_A_NUMBER = 3
"""Tokens behind "it was" among which its number stands: "only 14", "about $ 14"."""


def points_back(sentence: Sentence) -> bool:
    """Tell whether a sentence has a word for what was named before it, so that its restrictions hold on."""
    tokens = sentence.tokens
    return any(_points_back(tokens, index) or _is_place_before(tokens, index) for index in range(len(tokens)))


def stands_for_measure(sentence: Sentence) -> bool:
    """Tell whether "it" is the number of what the sentence before counts, whatever is named: "in Oslo it was 14"."""
    tokens = sentence.tokens
    for index, token in enumerate(tokens):
        if token.text.lower() == "it" and token.dependency == "nsubj" and tokens[token.head].lemma.lower() == "be":
            behind = tokens[token.head + 1 : token.head + 1 + _AROUND_A_NUMBER]
            return index < token.head and any(each.tag == "CD" for each in behind)
    return False


def is_fragment(sentence: Sentence) -> bool:
    """Tell whether a sentence has no verb, so that another one says what it is about, as an entry of a list."""
    return not any(token.tag.startswith(("VB", "MD")) for token in sentence.tokens)


def stands_for_clause(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether a pronoun announces a clause of its sentence: "it is unknown who won"."""
    return any(token.head == tokens[index].head and token.dependency in _CLAUSES for token in tokens)


def noun_places(sentence: Sentence) -> frozenset[int]:
    """Return the indexes of nouns that are written as words, not as names."""
    return frozenset(
        index
        for index, token in enumerate(sentence.tokens)
        if token.tag in {"NN", "NNS"} and token.text.islower() and token.text.isalpha()
    )


def _points_back(tokens: tuple[Token, ...], index: int) -> bool:
    word = tokens[index].text.lower()
    if word in _THE_OTHERS or (word == "two" and tokens[index].dependency in _BY_ITSELF):
        before = tokens[index - 1].text.lower() if index else ""
        return before == "the"
    if word == "other" and index:  # "all other towns", "the other towns", but no "on the other hand"
        return tokens[index - 1].text.lower() in {"the", "all"} and tokens[tokens[index].head].tag in _NOUNS
    if word in _WHAT_WAS_SAID:
        return index == 0 and (tokens[tokens[index].head].lemma.lower() in _CARRIED_ON or _is_share(tokens, index))
    governs_itself = tokens[index].dependency != "det"
    if word in _PRONOUNS and governs_itself:
        # "those who left", "those with a degree" say themselves which ones are meant
        is_told = any(token.head == index and token.start > tokens[index].start for token in tokens)
        return not is_told and not _are_counted_before(tokens, index)
    if word in _OF_SOMETHING:
        return _is_named_before(tokens, index)
    return word in _POINTING and tokens[tokens[index].head].tag in _NOUNS


def _is_share(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether what was counted before is told as a share: "That's 34 % of all", "This corresponds to 34 %"."""
    verb = tokens[index].head
    if verb <= index or tokens[index].dependency != "nsubj" or tokens[verb].lemma.lower() not in _AMOUNTING:
        return False
    return any(token.text.lower() in _PERCENT for token in tokens[verb + 1 : verb + 1 + _AROUND_A_NUMBER + 1])


def _is_place_before(tokens: tuple[Token, ...], index: int) -> bool:
    """Recognise "there" for a place that was named: no "there were 12", nor "in Oslo 12 work there"."""
    is_place = tokens[index].text.lower() == "there" and tokens[index].tag == "RB"
    return is_place and not any(token.tag.startswith("NNP") for token in tokens[:index])


def _are_counted_before(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether the sentence counts things before "of them": "there were 75 crimes, 40 of them thefts"."""
    if not index or tokens[index - 1].text.lower() != "of":
        return False
    counted = {token.head for token in tokens[:index] if token.tag == "CD"}
    return any(at in counted and token.tag in _NOUNS for at, token in enumerate(tokens[:index]))


def _is_named_before(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether what a pronoun such as "its" means stands in a sentence before: none is named here before it."""
    if any(token.tag.startswith("NN") for token in tokens[:index]):
        return False
    if tokens[index].text.lower() != "it":
        return True
    return tokens[tokens[index].head].lemma.lower() not in _HELD_BY_NOTHING and not stands_for_clause(tokens, index)
