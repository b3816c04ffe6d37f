"""Loads a source of texts into the database, and what its texts say is a kind of what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice

from factcheck.catalogue.owner_code import code_owners
from factcheck.categories.sources.dictd import read_dictd
from factcheck.categories.sources.entry import Entry
from factcheck.categories.sources.plain_text import read_paragraphs
from factcheck.categories.sources.wordnet import WordNetNouns
from factcheck.categories.text.patterns import Found, NounList, definition_head, find_patterns
from factcheck.categories.text.phrases import normal_phrase
from factcheck.errors.catalogue.categories import (
    corpus_column_not_named,
    corpus_kind_not_known,
    corpus_not_public,
    corpus_runs_code,
    no_corpus_source,
)
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import identifier, literal, text_array
from factcheck.text_index.planner_statistics import analyze

KINDS = ("table", "wordnet", "dictd", "text")
_TEXTS_PER_STATEMENT = 5_000
_LONGEST_PHRASE = 80
_LEAST_SHARE_OF_NOUN = 0.3
"""How often a word must be a noun, by what it is most often: "drink" is a noun though it is a verb more often."""


def load_corpus(
    database: Database, source: str | None, kind: str | None, text_column: str | None, headword_column: str | None
) -> int:
    """Load a source in place of what was loaded from it before; return how many texts it has."""
    if not source:
        raise no_corpus_source()
    if kind not in KINDS:
        raise corpus_kind_not_known(str(kind), KINDS)
    entries = _entries(database, source, kind, text_column, headword_column)
    database.query(f"DELETE FROM factcheck.corpus_source WHERE source = {literal(source)} AND kind = {literal(kind)}")
    [row] = database.query(
        f"INSERT INTO factcheck.corpus_source (source, kind) VALUES ({literal(source)}, {literal(kind)})"
        " RETURNING source_id"
    )
    return _keep(database, row["source_id"], entries)


def _entries(
    database: Database, source: str, kind: str, text_column: str | None, headword_column: str | None
) -> Iterator[Entry]:
    """Read a source; files are read with the rights of the role, as the server's own functions read them."""
    if kind == "table":
        if text_column is None:
            raise corpus_column_not_named(source)
        return _rows(database, source, text_column, headword_column)
    if kind == "dictd":
        return read_dictd(_file(database, f"{source}.index"), _file(database, f"{source}.dict.dz"))
    if kind == "wordnet":
        return _wordnet(database, source)
    return read_paragraphs(_file(database, source).decode("utf-8", "replace"))


def _file(database: Database, path: str) -> bytes:
    [row] = database.query(f"SELECT pg_catalog.pg_read_binary_file({literal(path)}) AS content")
    return bytes(row["content"])


def _rows(database: Database, relation: str, text_column: str, headword_column: str | None) -> Iterator[Entry]:
    """Read texts of a table that everybody may read: who asks about categories is shown sentences of them."""
    headword = f"{identifier(headword_column)}::text" if headword_column else "''"
    columns = [column for column in (text_column, headword_column) if column]
    [named] = database.query(
        f"SELECT c.oid::regclass::text AS relation, NOT c.relrowsecurity AND NOT EXISTS (SELECT"
        f" FROM unnest({text_array(columns)}) AS name WHERE NOT has_column_privilege('public', c.oid, name, 'SELECT'))"
        f" AS is_public FROM pg_catalog.pg_class c WHERE c.oid = {literal(relation)}::pg_catalog.regclass"
    )
    if owners := code_owners(relation, database):
        raise corpus_runs_code(named["relation"], owners)
    if not named["is_public"]:
        raise corpus_not_public(named["relation"], [*map(identifier, columns)])
    for row in database.query(
        f"SELECT coalesce({headword}, '') AS headword, {identifier(text_column)}::text AS body"
        f" FROM {named['relation']} WHERE {identifier(text_column)} IS NOT NULL"
    ):
        if row["headword"]:
            yield Entry(row["headword"], row["body"])
        else:
            yield from read_paragraphs(row["body"])


def _wordnet(database: Database, folder: str) -> Iterator[Entry]:
    """Fill what nouns are kinds of; return the definitions."""
    nouns = WordNetNouns(_file(database, f"{folder}/data.noun").decode("latin-1"))
    database.query("DELETE FROM factcheck.word_kind")
    rows = nouns.kinds()
    while batch := list(islice(rows, _TEXTS_PER_STATEMENT)):
        checkpoint()
        lines = "\n".join(
            f"{row.word}\t{'|'.join(row.kinds)}\t{' '.join(map(str, row.steps))}"
            f"\t{' '.join(f'{rarity:.2f}' for rarity in row.rarities)}\t{row.name_share:.4f}"
            for row in batch
        )
        database.query(
            "INSERT INTO factcheck.word_kind (word, kinds, steps, rarities, name_share)"
            " SELECT f[1], string_to_array(f[2], '|'), string_to_array(f[3], ' ')::smallint[],"
            " string_to_array(f[4], ' ')::real[], f[5]::real"
            f" FROM string_to_table({literal(lines)}, E'\\n') AS line, string_to_array(line, E'\\t') AS f"
        )
    analyze(database, "word_kind")
    return nouns.definitions()


def noun_list(database: Database, words: Iterable[str] | None = None) -> NounList:
    """Return which words the lexicon has as nouns before all, and which as something else; `words` limits both."""
    limited = "" if words is None else f' AND lemma = ANY ({text_array(words)} COLLATE "C")'
    seen: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for row in database.query(
        "SELECT lemma, part_of_speech, max(frequency) AS frequency FROM factcheck.lexicon"
        f" WHERE lemma !~ ' '{limited} GROUP BY lemma, part_of_speech"
    ):
        seen[row["lemma"]][row["part_of_speech"]] = row["frequency"]
    nouns = frozenset(
        word
        for word, by_class in seen.items()
        if by_class.get("n", 0.0) >= _LEAST_SHARE_OF_NOUN * max(by_class.values())
    )
    return NounList(nouns, frozenset(seen) - nouns)


def _keep(database: Database, source_id: int, entries: Iterable[Entry]) -> int:
    """Keep the texts of a source and count the matches of all patterns; return the number of texts."""
    nouns = noun_list(database)
    database.query(
        "CREATE TEMPORARY TABLE factcheck_matches"
        " (instance text, category text, pattern smallint, gap smallint, n integer) ON COMMIT DROP"
    )
    count, remaining = 0, iter(entries)
    while batch := list(islice(remaining, _TEXTS_PER_STATEMENT)):
        _keep_texts(database, source_id, count, batch)
        _keep_matches(database, _matches(batch, nouns))
        count += len(batch)
    database.query(
        "INSERT INTO factcheck.isa (instance, category, pattern, gap, n, source_id)"
        f" SELECT instance, category, pattern, gap, sum(n), {source_id} FROM pg_temp.factcheck_matches"
        " GROUP BY instance, category, pattern, gap ORDER BY instance, category"
    )
    database.query("DROP TABLE pg_temp.factcheck_matches")
    database.query(
        f"UPDATE factcheck.corpus_source SET n_texts = {count},"
        f" n_matches = (SELECT count(*) FROM factcheck.isa WHERE source_id = {source_id}) WHERE source_id = {source_id}"
    )
    analyze(database, "isa", "corpus_text")
    return count


def _matches(entries: Iterable[Entry], nouns: NounList) -> Counter[Found]:
    """Count the texts that have each match."""
    matches: Counter[Found] = Counter()
    for entry in entries:
        checkpoint()
        found = set(find_patterns(entry.body, nouns))
        if entry.headword and entry.is_noun:
            found.update(definition_head(normal_phrase(entry.headword), entry.text, nouns))
        matches.update(
            match
            for match in found
            if match.instance != match.category and match.instance and len(match.instance) <= _LONGEST_PHRASE
        )
    return matches


def _one_line(text: str) -> str:
    return text.replace("\0", " ").replace("\t", " ").replace("\n", " ").replace("\r", " ")


def _keep_texts(database: Database, source_id: int, first: int, entries: Iterable[Entry]) -> None:
    lines = "\n".join(
        f"{first + index}\t{_one_line(entry.headword)}\t{_one_line(entry.body)}" for index, entry in enumerate(entries)
    )
    database.query(
        "INSERT INTO factcheck.corpus_text (source_id, text_no, headword, body)"
        f" SELECT {source_id}, f[1]::integer, f[2], f[3]"
        f" FROM string_to_table({literal(lines)}, E'\\n') AS line, string_to_array(line, E'\\t') AS f"
    )


def _keep_matches(database: Database, matches: Counter[Found]) -> None:
    lines = "\n".join(
        f"{match.instance}\t{match.category}\t{match.pattern}\t{match.gap}\t{n}" for match, n in matches.items()
    )
    if lines:
        database.query(
            "INSERT INTO pg_temp.factcheck_matches SELECT f[1], f[2], f[3]::smallint, f[4]::smallint, f[5]::integer"
            f" FROM string_to_table({literal(lines)}, E'\\n') AS line, string_to_array(line, E'\\t') AS f"
        )
