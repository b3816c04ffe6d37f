"""Questions with reference parts: whether the program finds their kind, their parts and the facts that answer them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import Table, read_tables
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.runner import Load
from factcheck.quality.cases.sandbox import analyst, as_role, case_schema, connected
from factcheck.quality.cases.scratch import grant_reading
from factcheck.quality.questions.metrics import bleu, f1, meteor, words_of
from factcheck.quality.questions.nl4dv import as_nl4dv
from factcheck.quality.questions.said_values import Vocabulary, are_details_right, vocabulary
from factcheck.questions.answer import answers, ask
from factcheck.questions.decompose import Part
from factcheck.questions.fact import Fact, FactKind
from factcheck.questions.follow_up import follow_up
from factcheck.questions.linked import link
from factcheck.questions.neural.kept_weights import Model
from factcheck.questions.plan import FactPlan
from factcheck.questions.reading import Reading, read
from factcheck.settings import Settings, read_settings
from factcheck.words.likeness import stem

DECOMPOSED, NL4DV = "decomposition_hand.jsonl", "nl4dv_queries.jsonl"
_SHOWN, _LEAST_RELEVANCE = 12, 0.71


@dataclass(frozen=True, slots=True)
class ReferencePart:
    """A part as people wrote it: its text and type, and the columns that the text names."""

    text: str
    fact_type: str
    columns: frozenset[str]


@dataclass(frozen=True, slots=True)
class DecomposedResult:
    """A question with reference parts beside what the program made of it."""

    question: str
    wanted_kind: str
    kind: str
    wanted: tuple[ReferencePart, ...]
    parts: tuple[Part, ...]
    right_parts: int
    parts_in_detail: int
    facts: int
    right_facts: int
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether there are the parts of the reference and no others."""
        return self.right_parts == len(self.wanted) == len(self.parts)

    @property
    def has_right_details(self) -> bool:
        """Whether they also have the values, the aggregations and the ends that the reference names."""
        return self.is_right and self.parts_in_detail == len(self.wanted)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A query beside what NL4DV makes of it."""

    query: str
    attributes: frozenset[str]
    wanted_attributes: frozenset[str]
    tasks: frozenset[str]
    wanted_tasks: frozenset[str]

    @property
    def is_right(self) -> bool:
        """Whether attributes and tasks are the same."""
        return self.attributes == self.wanted_attributes and self.tasks == self.wanted_tasks


@dataclass(slots=True)
class QuestionResults:
    """All results of a folder."""

    decomposed: list[DecomposedResult] = field(default_factory=list)
    of_tool: list[ToolResult] = field(default_factory=list)
    bleu: float = 0.0
    meteor: float = 0.0


@dataclass(frozen=True, slots=True)
class _Session:
    """A role's session with the tables of a folder, by the names of their files."""

    connection: Connection
    database: PsycopgDatabase
    parser: Parser
    settings: Settings
    tables: Mapping[str, tuple[Table, ...]]
    words: Mapping[str, Vocabulary]
    model: Model | None


def measure_questions(
    dsn: str, folder: Path, load: Load, parser: Parser, model: Model | None = None
) -> QuestionResults:
    """Load the tables of a folder into a schema of their own and answer its questions as an unprivileged role.

    With a model, it splits the questions instead of the rules.
    """
    decomposed, of_tool = _lines(folder / DECOMPOSED), _lines(folder / NL4DV)
    names = sorted({each["data"] for each in (*decomposed, *of_tool)})
    with ExitStack() as stack:
        schema, role = stack.enter_context(case_schema(dsn)), stack.enter_context(analyst(dsn))
        connection = stack.enter_context(connected(dsn))
        loaded = {name: load(connection, folder / "data" / name, schema).regclass for name in names}
        for name, regclass in loaded.items():
            connection.execute("SELECT factcheck.add_table(%s::regclass)", [regclass])
            loaded[name] = _as_written(connection, regclass)
        grant_reading(connection, schema, role)
        stack.enter_context(as_role(connection, role))
        database = PsycopgDatabase(connection)
        settings = read_settings(database)
        tables = {name: read_tables(database, [regclass]) for name, regclass in loaded.items()}
        words = {case["data"]: vocabulary(tables[case["data"]][0], database) for case in decomposed}
        session = _Session(connection, database, parser, settings, tables, words, model)
        return _measured(session, decomposed, of_tool)


def _as_written(connection: Connection, regclass: str) -> str:
    """Return a table's name as the server writes it."""
    row = connection.execute("SELECT %s::regclass::text", [regclass]).fetchone()
    return str(row[0]) if row else regclass


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line] if path.exists() else []


def _measured(
    session: _Session, decomposed: Sequence[dict[str, Any]], of_tool: Sequence[dict[str, Any]]
) -> QuestionResults:
    results = QuestionResults()
    results.decomposed = [_decomposed(each, session) for each in decomposed]
    results.of_tool = list(_of_tool(of_tool, session))
    pairs = [pair for each in results.decomposed for pair in _aligned_texts(each)]
    if pairs:
        synonyms = _synonyms(session.connection)
        results.bleu = bleu(pairs)
        results.meteor = sum(meteor(said, wanted, stem, synonyms) for said, wanted in pairs) / len(pairs)
    return results


def _decomposed(case: dict[str, Any], session: _Session) -> DecomposedResult:
    tables = session.tables[case["data"]]
    columns = [column.name for column in tables[0].columns]
    wanted = tuple(
        ReferencePart(part["text"], part["fact_type"], _named(part["text"], columns)) for part in case["parts"]
    )
    started = monotonic()
    asked = ask(case["question"], tables, session.database, session.parser, session.settings, model=session.model)
    if asked is None:
        return DecomposedResult(case["question"], case["kind"], "", wanted, (), 0, 0, 0, 0, 0.0)
    facts = [each.fact for each in answers(asked, _SHOWN, _LEAST_RELEVANCE, session.database)]
    parts, words = asked.decomposition.parts, session.words[case["data"]]
    are_right = [_is_right_part(part, columns) for part in parts]
    in_detail = [_has_right_details(part, is_right, words) for part, is_right in zip(parts, are_right, strict=True)]
    return DecomposedResult(
        case["question"],
        case["kind"],
        asked.decomposition.kind,
        wanted,
        parts,
        _paired(are_right, wanted),
        _paired(in_detail, wanted),
        len(facts),
        _paired([_is_right_fact(fact) for fact in facts], wanted),
        monotonic() - started,
    )


def _named(text: str, columns: Sequence[str]) -> frozenset[str]:
    """Return the columns that a text names, as they are or with blanks as parts of the program have them.

    Longer names count before those that are a part of them.
    """
    named = set()
    for column in sorted(columns, key=len, reverse=True):
        spoken = re.escape(" ".join(column.replace("_", " ").split()))
        pattern = rf"(?<!\w)(?:{re.escape(column)}|{spoken})(?!\w)"
        if re.search(pattern, text):
            named.add(column)
            text = re.sub(pattern, "_", text)
    return frozenset(named)


def _paired(are_right: Sequence[Callable[[ReferencePart], bool]], wanted: Sequence[ReferencePart]) -> int:
    """Return how many references have a part of their own that is right."""
    left = list(are_right)
    count = 0
    for reference in wanted:
        for index, is_right in enumerate(left):
            if is_right(reference):
                del left[index]
                count += 1
                break
    return count


def _is_right_part(part: Part, columns: Sequence[str]) -> Callable[[ReferencePart], bool]:
    plan = part.plan
    return lambda wanted: (
        plan.kind.value == wanted.fact_type and _are_same(wanted.columns, _columns_of(plan), _named(part.text, columns))
    )


def _has_right_details(
    part: Part, is_right: Callable[[ReferencePart], bool], words: Vocabulary
) -> Callable[[ReferencePart], bool]:
    return lambda wanted: is_right(wanted) and are_details_right(part, wanted.text, words)


def _columns_of(plan: FactPlan) -> frozenset[str]:
    columns = (plan.measure, plan.second_measure, plan.breakdown, plan.same, *(p.column for p in plan.subspace))
    return frozenset(column.name for column in columns if column is not None)


def _are_same(wanted: frozenset[str], held: frozenset[str], told: frozenset[str]) -> bool:
    """Tell whether columns are those of a reference: all of the fact, or those that its own text names."""
    return wanted in {held, told}


def _is_right_fact(fact: Fact) -> Callable[[ReferencePart], bool]:
    held = {fact.measure, fact.second_measure, *(restriction.column for restriction in fact.subspace)} - {None}
    by = {fact.breakdown.column} if fact.breakdown is not None else set()
    whole = frozenset(name for name in (*held, *by) if name is not None)
    without_groups = frozenset(name for name in held if name is not None)
    is_of_values = fact.kind is FactKind.DIFFERENCE
    return lambda wanted: (
        fact.kind.value == wanted.fact_type
        and (wanted.columns == whole or (is_of_values and wanted.columns == without_groups))
    )


def _aligned_texts(result: DecomposedResult) -> Iterator[tuple[list[str], list[str]]]:
    """Yield for each question its parts' text beside that of the reference, each part by its most alike reference."""
    left = [words_of(part.text) for part in result.parts]
    ordered: list[str] = []
    for reference in result.wanted:
        words = set(words_of(reference.text))
        best = max(range(len(left)), key=lambda index: len(words & set(left[index])), default=None)
        ordered += left.pop(best) if best is not None else []
    ordered += [word for rest in left for word in rest]
    yield ordered, [word for reference in result.wanted for word in words_of(reference.text)]


def _of_tool(cases: Sequence[dict[str, Any]], session: _Session) -> Iterator[ToolResult]:
    before: Reading | None = None
    for case in cases:
        [linked] = link(case["query"], session.tables[case["data"]], session.database, session.parser, session.settings)
        reading = read(linked)
        if before is not None and int(case["turn"] or 0) and before.linked.table.table == linked.table.table:
            reading = follow_up(before, reading)
        before = reading
        attributes, tasks = as_nl4dv(reading)
        yield ToolResult(
            case["query"],
            attributes,
            frozenset(case["nl4dv_attributes"]),
            tasks,
            frozenset(case["nl4dv_tasks"]),
        )


def _synonyms(connection: Connection) -> Callable[[str], frozenset[str]]:
    """Return what WordNet, as the extension holds it, has for a word."""

    @lru_cache(maxsize=4096)
    def of_word(word: str) -> frozenset[str]:
        rows = connection.execute(
            "SELECT l.related FROM factcheck.lexicon l WHERE l.lemma = %s AND l.relation = 'synonym'", [word]
        ).fetchall()
        return frozenset(row[0] for row in rows)

    return of_word


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the report: its name, hits and cases, or a value without them."""

    name: str
    hits: float
    cases: int
    paper: str = ""

    @property
    def share(self) -> float:
        """Hits over cases."""
        return self.hits / self.cases if self.cases else 0.0


def figures(results: QuestionResults) -> list[Figure]:
    """Return what is reported of a folder's questions."""
    decomposed = results.decomposed
    count = len(decomposed)
    pairs = [(part, wanted) for each in decomposed for part, wanted in _types(each)]
    compound = [each for each in decomposed if each.wanted_kind == "compound_claim"]
    right_facts = sum(each.right_facts for each in decomposed)
    found = f1(right_facts, sum(each.facts for each in decomposed), sum(len(each.wanted) for each in decomposed))
    listed = [
        Figure(
            "questions, every part right",
            sum(each.is_right for each in decomposed),
            count,
            "87.6 % of tasks, by people",
        ),
        Figure("questions, right in details, too", sum(each.has_right_details for each in decomposed), count),
        Figure("question kind", sum(each.kind == each.wanted_kind for each in decomposed), count),
        Figure("fact type of parts", sum(said == wanted for said, wanted in pairs), len(pairs)),
        Figure("compound claims, all parts found", sum(each.is_right for each in compound), len(compound)),
        Figure(
            "compound claims, right in details, too", sum(each.has_right_details for each in compound), len(compound)
        ),
        Figure("BLEU", results.bleu, 1, "0.262"),
        Figure("METEOR", results.meteor, 1, "0.276"),
        Figure("facts, F1 at 12", found, 1, "0.71"),
        Figure(
            "NL4DV: attributes and tasks",
            sum(each.is_right for each in results.of_tool),
            len(results.of_tool),
            "95 % of low-level tasks",
        ),
    ]
    return [each for each in listed if each.cases]


def _types(result: DecomposedResult) -> Iterator[tuple[str, str]]:
    """Yield the type of each reference with that of the part which is most alike."""
    left = list(result.parts)
    for reference in result.wanted:
        words = set(words_of(reference.text))
        best = max(left, key=lambda part: len(words & set(words_of(part.text))), default=None)
        if best is None:
            yield "", reference.fact_type
            continue
        left.remove(best)
        yield best.plan.kind.value, reference.fact_type


def report(results: QuestionResults, *, has_misses: bool = True) -> str:
    """Write the figures, and what went wrong where that is wanted."""
    lines = [f"{'':38} {'here':>16}   paper"]
    for figure in figures(results):
        share = f"{figure.hits:.0f}/{figure.cases} {100 * figure.share:.1f} %"
        told = f"{figure.share:.3f}" if figure.cases == 1 else share
        lines.append(f"{figure.name:38} {told:>16}   {figure.paper}".rstrip())
    return "\n".join([*lines, *(_misses(results) if has_misses else ())]) + "\n"


def _misses(results: QuestionResults) -> list[str]:
    lines: list[str] = []
    for each in results.decomposed:
        if not each.has_right_details or each.kind != each.wanted_kind:
            lines += ["", f"{each.question}  [{each.wanted_kind}; here {each.kind}]"]
            lines += [f"  wanted  {part.fact_type}: {part.text}" for part in each.wanted]
            lines += [f"  here    {part.plan.kind.value}: {part.text}" for part in each.parts]
    for result in results.of_tool:
        if not result.is_right:
            lines += [
                "",
                result.query,
                f"  wanted  {', '.join(sorted(result.wanted_attributes))}: {', '.join(sorted(result.wanted_tasks))}",
                f"  here    {', '.join(sorted(result.attributes))}: {', '.join(sorted(result.tasks))}",
            ]
    return lines
