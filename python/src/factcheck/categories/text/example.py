"""Shows why an instance is held to be of a category: patterns, how many texts match, and a sentence of one."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from factcheck.categories.text.corpus import noun_list
from factcheck.categories.text.evidence import Pair, phrase_query, plural_forms
from factcheck.categories.text.patterns import DEFINITION_HEAD, PATTERNS, find_patterns
from factcheck.categories.text.phrases import singular, words_of
from factcheck.port import Database
from factcheck.sqltext import literal, text_array

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_TEXTS_READ = 200
_LONGEST_EXAMPLE = 300


class PatternEvidence(NamedTuple):
    """How many texts match a pattern for a pair, and an example; the pattern None stands for WordNet."""

    pattern: int | None
    words: str
    matches: int
    example: str | None


def category_evidence(database: Database, instance: str, category: str, largest_gap: int) -> list[PatternEvidence]:
    """Return what speaks for a pair: patterns with a gap of at most `largest_gap`, and WordNet."""
    pair = Pair.of(instance, category)
    counted: Counter[int] = Counter()
    for row in database.query(
        "SELECT pattern, sum(n)::bigint AS n FROM factcheck.isa"
        f' WHERE instance = ANY ({text_array(pair.instances)} COLLATE "C") AND category = {literal(pair.category)}'
        f" AND (gap <= {largest_gap} OR pattern = {DEFINITION_HEAD}) GROUP BY pattern ORDER BY pattern"
    ):
        counted[row["pattern"]] += row["n"]
    examples = _examples(database, pair, set(counted)) if counted else {}
    rows = [PatternEvidence(number, PATTERNS[number], n, examples.get(number)) for number, n in sorted(counted.items())]
    return [*rows, *_of_wordnet(database, pair)]


def _examples(database: Database, pair: Pair, wanted: set[int]) -> dict[int, str]:
    """Return a sentence for each pattern, of the texts that hold both phrases."""
    instances = phrase_query(dict.fromkeys([*pair.instances, *plural_forms(pair.instances[-1])]))
    categories = phrase_query([pair.category, *plural_forms(pair.category)])
    rows = database.query(
        f"SELECT headword, body FROM factcheck.corpus_text WHERE words @@ ({instances} && {categories})"
        f" ORDER BY source_id, text_no LIMIT {_TEXTS_READ}"
    )
    words = {word for row in rows for word in words_of(row["body"])}
    nouns = noun_list(database, sorted({*words, *map(singular, words)}))
    examples: dict[int, str] = {}
    for row in rows:
        for sentence in _SENTENCE_END.split(row["body"]):
            for match in find_patterns(sentence, nouns):
                if match.category == pair.category and match.instance in pair.instances and match.pattern in wanted:
                    examples.setdefault(match.pattern, sentence[:_LONGEST_EXAMPLE])
        if row["headword"].lower() in pair.instances:
            examples.setdefault(DEFINITION_HEAD, row["body"][:_LONGEST_EXAMPLE])
    return examples


def _of_wordnet(database: Database, pair: Pair) -> list[PatternEvidence]:
    rows = database.query(
        "SELECT word, steps[array_position(kinds, c.category)] AS n"
        f" FROM factcheck.word_kind, unnest({text_array(pair.categories)}) AS c (category)"
        f' WHERE word = ANY ({text_array(pair.instances)} COLLATE "C") AND c.category = ANY (kinds) ORDER BY 2 LIMIT 1'
    )
    return [PatternEvidence(None, f"WordNet, {row['n']} steps above {row['word']}", 1, None) for row in rows]
