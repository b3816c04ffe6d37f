"""What the parse of a question tells: what an adjective describes, which clause a word is in, what is asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from factcheck.nlp.parser import Token

_COPIES = frozenset({"acomp", "attr", "oprd"})
_CLAUSES = frozenset({"ROOT", "conj", "advcl", "ccomp", "parataxis"})
_ASKING = frozenset({"which", "what"})
_INTRODUCING = frozenset("number".split())
MOVING = frozenset(
    "rise increase grow climb improve gain surge soar jump fall decrease decline drop shrink worsen sink plunge slump "
    "change up down".split()
)
"""Base forms and adverbs of verbs that say that something changes."""

_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


def described(index: int, tokens: Sequence[Token]) -> int | None:
    """Return the noun that an adjective describes, before it or across a verb; None where there is none."""
    token = tokens[index]
    if token.dependency == "amod" and token.head != index:
        return token.head
    is_degree = token.tag in {"JJR", "RBR"} and token.dependency == "advmod" and tokens[token.head].lemma == "be"
    if (token.dependency in _COPIES or is_degree) and token.head != index:
        return next(
            (i for i, each in enumerate(tokens) if each.head == token.head and each.dependency.startswith("nsubj")),
            None,
        )
    return None


def clause_of(index: int, tokens: Sequence[Token]) -> int:
    """Return the verb of the clause that a token belongs to; so is a relative clause about its object."""
    seen = set()
    at = index
    while at not in seen:
        seen.add(at)
        token = tokens[at]
        is_verb = token.tag.startswith(("VB", "MD"))
        is_relative = token.dependency == "relcl" and any(
            each.head == at and each.tag in {"WDT", "WP"} and each.dependency == "nsubj" for each in tokens
        )
        if token.head == at or is_relative or (is_verb and token.dependency in _CLAUSES):
            return at
        at = token.head
    return at


def asked_nouns(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the nouns that are asked for: line of "which line", "which of the lines", "are there lines that …"."""
    for index, token in enumerate(tokens):
        if token.tag == "EX" and tokens[0].text.lower() in {"is", "are", "was", "were"}:
            found = [i for i, each in enumerate(tokens) if each.head == token.head and each.dependency == "attr"]
            yield from found
            yield from (i for i, each in enumerate(tokens) if each.head in found and each.dependency == "compound")
        if token.text.lower() not in _ASKING:
            continue
        if token.dependency == "attr" and index and token.text.lower() == "which":
            subject = (i for i, each in enumerate(tokens) if each.head == token.head and each.dependency == "nsubj")
            yield from (_counted_by(noun, tokens) for noun in subject)
        if token.dependency == "det" and token.head > index:
            yield _counted_by(token.head, tokens)
        elif index + 1 < len(tokens) and tokens[index + 1].text.lower() == "of":
            of_these = (i for i in range(index + 2, len(tokens)) if tokens[i].head == index + 1)
            yield from (i for i in of_these if tokens[i].tag.startswith("NN"))
        elif index + 1 < len(tokens) and tokens[index + 1].tag in {"NN", "NNS"}:
            yield index + 1


def _counted_by(noun: int, tokens: Sequence[Token]) -> int:
    """Return the noun that another one only introduces: doors of "number of doors", food of "type of food"."""
    if tokens[noun].lemma.lower() not in _INTRODUCING:
        return noun
    of = next((i for i, each in enumerate(tokens) if each.head == noun and each.text.lower() == "of"), None)
    return noun if of is None else next((i for i, each in enumerate(tokens) if each.head == of), noun)


def is_inside(index: int, tokens: Sequence[Token], head: int) -> bool:
    """Tell whether a token belongs to the phrase of another one."""
    at, seen = index, set[int]()
    while at not in seen:
        if at == head:
            return True
        seen.add(at)
        at = tokens[at].head
    return False


def has_statement(span: Collection[int], tokens: Sequence[Token]) -> bool:
    """Tell whether words have a finite verb with a subject of its own among them, other than a relative clause's."""
    for index in span:
        token = tokens[index]
        if token.tag not in _FINITE or token.dependency in {"relcl", "acl", "pcomp", "csubj"}:
            continue
        verbs = {index, token.head}
        if any(tokens[i].dependency.startswith(("nsubj", "expl")) and tokens[i].head in verbs for i in span):
            return True
    return False
