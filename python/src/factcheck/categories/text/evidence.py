"""Reads what is known of pairs of an instance and a category: counts of patterns, definitions, WordNet, vectors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from factcheck.categories.text.patterns import DEFINITION_HEAD, PATTERN_COUNT
from factcheck.categories.text.phrases import head_of, normal_phrase, plural_phrase, singular_phrase
from factcheck.categories.text.smoothing import ancestors
from factcheck.port import Database
from factcheck.sqltext import literal, text_array

NEAR, FAR = (3, 3), (7, 10)
"""How many steps definitions are followed, and how many heads of each word: near takes milliseconds, far seconds."""

_NO_COUNTS = (0.0,) * PATTERN_COUNT


@dataclass(frozen=True, slots=True)
class Pair:
    """An instance and a category, with the forms by which they are looked up.

    The head of a phrase stands in for it where the phrase itself is not known: who is of the category city is likely
    to be of "italian city" too, and what an olive is says nothing, but what oil is does say what olive oil is.
    """

    instance: str
    category: str
    is_name: bool = False

    @classmethod
    def of(cls, instance: str, category: str) -> Pair:
        """Return the pair of two phrases as they are written."""
        is_name = instance.lstrip()[:1].isupper()
        return cls(normal_phrase(instance), singular_phrase(normal_phrase(category)), is_name)

    @property
    def instances(self) -> tuple[str, ...]:
        """Return the instance as it is and in the singular."""
        return tuple(dict.fromkeys((self.instance, singular_phrase(self.instance))))

    @property
    def categories(self) -> tuple[str, ...]:
        """Return the category and its head."""
        return tuple(dict.fromkeys((self.category, head_of(self.category))))


@dataclass(slots=True)
class Phrase:
    """What the table of phrases has of one."""

    n_categories: int = 0
    n_instances: int = 0
    as_instance: npt.NDArray[np.float64] | None = None
    as_category: npt.NDArray[np.float64] | None = None


_UNKNOWN = Phrase()


@dataclass(slots=True)
class Known:
    """What was read for some pairs.

    ``definitions`` has how many texts define each instance, ``mentions`` how many of these have a category's name.
    """

    counts: dict[tuple[str, str], tuple[float, ...]] = field(default_factory=dict)
    exact_counts: dict[tuple[str, str], tuple[float, ...]] = field(default_factory=dict)
    phrases: dict[str, Phrase] = field(default_factory=dict)
    heads: defaultdict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    kinds: dict[str, dict[str, int]] = field(default_factory=dict)
    rarities: dict[str, float] = field(default_factory=dict)
    name_shares: dict[str, float] = field(default_factory=dict)
    definitions: dict[str, int] = field(default_factory=dict)
    mentions: dict[tuple[str, str], int] = field(default_factory=dict)
    followed: tuple[int, int] = NEAR
    reached: dict[str, dict[str, float]] = field(default_factory=dict)

    def matches(self, instance: str, category: str, *, is_exact: bool) -> tuple[float, ...]:
        """Return how many texts match each of the sixteen patterns, exactly or with up to four words between."""
        return (self.exact_counts if is_exact else self.counts).get((instance, category), _NO_COUNTS)

    def phrase(self, phrase: str) -> Phrase:
        """Return what is known of a phrase."""
        return self.phrases.get(phrase, _UNKNOWN)

    def ancestors(self, phrase: str) -> Mapping[str, float]:
        """Return what a phrase is a kind of by the heads of definitions, with a strength each."""
        if phrase not in self.reached:
            self.reached[phrase] = ancestors(phrase, self.heads, *self.followed)
        return self.reached[phrase]


def read_known(database: Database, pairs: Iterable[Pair], followed: tuple[int, int] = NEAR) -> Known:
    """Read what the corpus and WordNet know of pairs; `followed` says how far definitions are followed."""
    wanted = list(dict.fromkeys(pairs))
    names = {name for pair in wanted for name in (pair.instance, head_of(pair.instance)) if name}
    instances = sorted(names | {singular_phrase(name) for name in names})
    categories = sorted({form for pair in wanted for form in pair.categories if form})
    known = Known(followed=followed)
    _read_counts(database, wanted, known)
    _read_phrases(database, [*instances, *categories], known)
    _read_heads(database, [*instances, *categories], known)
    _read_kinds(database, [*instances, *categories], known)
    _read_mentions(database, wanted, known)
    return known


def _looked_up(pair: Pair) -> Iterable[tuple[str, str]]:
    """Yield the pairs of phrases whose counts are read for a pair: its forms, and the other way round."""
    for instance in pair.instances:
        for category in pair.categories:
            yield instance, category
            yield category, instance


def _read_counts(database: Database, pairs: Sequence[Pair], known: Known) -> None:
    wanted = list(dict.fromkeys(names for pair in pairs for names in _looked_up(pair)))
    if not wanted:
        return
    counts: defaultdict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0] * PATTERN_COUNT)
    exact: defaultdict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0] * PATTERN_COUNT)
    for row in database.query(
        "SELECT i.instance, i.category, i.pattern, i.gap = 0 AS is_exact, sum(i.n)::float8 AS n"
        f" FROM unnest({text_array(a for a, _ in wanted)}, {text_array(c for _, c in wanted)})"
        " AS w (instance, category)"
        ' JOIN factcheck.isa i ON i.instance = w.instance COLLATE "C" AND i.category = w.category COLLATE "C"'
        f" WHERE i.pattern <> {DEFINITION_HEAD} GROUP BY i.instance, i.category, i.pattern, i.gap = 0"
    ):
        names, index = (row["instance"], row["category"]), row["pattern"] - 1
        counts[names][index] += row["n"]
        if row["is_exact"]:
            exact[names][index] += row["n"]
    known.counts = {names: tuple(values) for names, values in counts.items()}
    known.exact_counts = {names: tuple(values) for names, values in exact.items()}


def _read_mentions(database: Database, pairs: Sequence[Pair], known: Known) -> None:
    """Read how many definitions of each instance there are, and how many of them name the category, wherever it is."""
    wanted = sorted({(name, category) for pair in pairs for name in pair.instances for category in pair.categories})
    wanted = [(name, category) for name, category in wanted if name and category]
    if not wanted:
        return
    several = text_array(plural_phrase(category) for _, category in wanted)
    for row in database.query(
        "SELECT w.instance, w.category, count(*) AS n, count(*) FILTER (WHERE t.words @@ ("
        "phraseto_tsquery('pg_catalog.simple', w.category) || phraseto_tsquery('pg_catalog.simple', w.several))) AS m"
        f" FROM unnest({text_array(name for name, _ in wanted)}, {text_array(name for _, name in wanted)}, {several})"
        " AS w (instance, category, several)"
        " JOIN factcheck.corpus_text t ON lower(t.headword) = w.instance"
        " GROUP BY w.instance, w.category"
    ):
        known.definitions[row["instance"]] = row["n"]
        known.mentions[row["instance"], row["category"]] = row["m"]


def _vector(content: bytes | None) -> npt.NDArray[np.float64] | None:
    return None if content is None else np.frombuffer(content, "<f2").astype(np.float64)


def _read_phrases(database: Database, phrases: Sequence[str], known: Known) -> None:
    for row in database.query(
        "SELECT phrase, n_categories, n_instances, as_instance, as_category FROM factcheck.isa_phrase"
        f' WHERE phrase = ANY ({text_array(dict.fromkeys(phrases))} COLLATE "C")'
    ):
        known.phrases[row["phrase"]] = Phrase(
            row["n_categories"], row["n_instances"], _vector(row["as_instance"]), _vector(row["as_category"])
        )


def _read_heads(database: Database, phrases: Sequence[str], known: Known) -> None:
    """Read the heads of definitions, those of the heads, and so on."""
    steps, main_heads = known.followed
    for row in database.query(
        "SELECT instance, category, n FROM factcheck._definition_heads("
        f"{text_array(sorted(set(phrases)))}, {steps}, {main_heads})"
    ):
        known.heads[row["instance"]][row["category"]] = row["n"]


def _read_kinds(database: Database, words: Sequence[str], known: Known) -> None:
    for row in database.query(
        "SELECT word, array_to_string(kinds, '|') AS kinds, array_to_string(steps, ' ') AS steps,"
        " array_to_string(rarities, ' ') AS rarities, name_share FROM factcheck.word_kind"
        f' WHERE word = ANY ({text_array(dict.fromkeys(words))} COLLATE "C")'
    ):
        kinds = row["kinds"].split("|") if row["kinds"] else []
        known.kinds[row["word"]] = dict(zip(kinds, map(int, row["steps"].split()), strict=True))
        known.rarities.update(zip(kinds, map(float, row["rarities"].split()), strict=True))
        known.name_shares[row["word"]] = row["name_share"]


@dataclass(frozen=True, slots=True)
class DocumentCounts:
    """How many texts hold the instance, the category, and both: DF_A, DF_C and DF_AC of the models."""

    instance: int
    category: int
    both: int


def count_documents(database: Database, pair: Pair) -> DocumentCounts:
    """Count the texts of a pair by phrase queries."""
    if not pair.instance or not pair.category:
        return DocumentCounts(0, 0, 0)
    instance, category = phrase_query(pair.instances), phrase_query([pair.category, *plural_forms(pair.category)])
    [row] = database.query(
        "SELECT count(*) FILTER (WHERE words @@ a) AS of_a, count(*) FILTER (WHERE words @@ c) AS of_c,"
        " count(*) FILTER (WHERE words @@ a AND words @@ c) AS of_both"
        f" FROM factcheck.corpus_text, (SELECT {instance} AS a, {category} AS c) AS q WHERE words @@ (a || c)"
    )
    return DocumentCounts(row["of_a"], row["of_c"], row["of_both"])


def phrase_query(phrases: Iterable[str]) -> str:
    """Return SQL for a query of texts that have one of some phrases, none of them empty."""
    return "(" + " || ".join(f"phraseto_tsquery('pg_catalog.simple', {literal(phrase)})" for phrase in phrases) + ")"


def plural_forms(phrase: str) -> list[str]:
    """Return the plural of a phrase, where it is another."""
    several = plural_phrase(phrase)
    return [] if several == phrase else [several]
