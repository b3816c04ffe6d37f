"""The first step of a check: read and parse the document, find its claims and their keywords."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from time import monotonic

from factcheck.catalogue.locked_tables import keep_those_that_can_be_read
from factcheck.catalogue.placement import warn_of_snapshots
from factcheck.catalogue.schema import Table, read_tables, tell_why_no_table
from factcheck.check.language import tell_language
from factcheck.check.options import CheckOptions, require_text
from factcheck.check.parse_cache import recall
from factcheck.claims.claim import Claim, NumericClaim
from factcheck.claims.keywords import Keyword, all_keywords, paragraphs_to_parse
from factcheck.claims.numbering import numbered
from factcheck.claims.spotting import find_claims, style_notice, style_of
from factcheck.claims.statements.spotting import find_statements
from factcheck.claims.statements.statement import StatementClaim
from factcheck.claims.table_cells import Headings, stating_cells
from factcheck.documents.document import Document, read_document
from factcheck.errors.catalogue.documents import (
    document_has_too_many_claims,
    document_has_too_many_numbers,
    document_has_too_many_words,
)
from factcheck.nlp.batches import batched
from factcheck.nlp.parser import WORD_OR_SIGN, Parser, Sentence
from factcheck.numbers.mentions import quantities
from factcheck.numbers.style import NumberStyle
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint, with_checkpoints
from factcheck.runtime.context import CheckContext
from factcheck.runtime.progress import report_progress
from factcheck.runtime.telemetry import StageTime, Telemetry
from factcheck.runtime.time_budget import (
    NO_BUDGET,
    NO_LIMIT,
    PARSING_ENDS,
    OutOfTimeError,
    TimeBudget,
    TimeLimit,
    tell_time_is_up,
)
from factcheck.settings import Settings

_NUMBERS_PER_CLAIM = 2
"""How many times as many numbers as claims a document may have before it is parsed, those in tables not counted."""

_CELL = "table_cell"

_WORDS_PER_CHECKPOINT = 10_000

_SHORT_PARAGRAPH = 2000
"""Characters of a first paragraph that is parsed however little time there is, and of others parsed together."""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document as read, with its numbers' style and its sentences, and whether the parse cache should hear of it.

    ``parses`` holds the sentences of each paragraph; none for a paragraph of which no claim needs any, or that there
    was no time for.  ``cells`` are the cells of its tables whose numbers are claims.
    """

    document: Document
    style: NumberStyle
    parses: tuple[tuple[Sentence, ...], ...]
    is_worth_remembering: bool
    cells: Headings = field(default_factory=dict)


def parse_document(text: str, context: CheckContext, parser: Parser) -> ParsedDocument:
    """Read a document and parse it, or recall its parse; notices tell of another language and of decimal commas.

    Where the time for parsing is over, the paragraphs that are left have no sentences, so no claims.  Raises
    ``FactcheckError`` (54000) for a document with too many words or numbers, before it is parsed.
    """
    parsed = parse_again(text, context, parser)
    if notice := style_notice(parsed.style):
        context.database.notice(notice[0], detail=notice[1])
    tell_language(parsed.document, context.database)
    return parsed


def parse_again(text: str, context: CheckContext, parser: Parser) -> ParsedDocument:
    """Read and parse a document as ``parse_document`` does, without its notices: they were given before."""
    database, limit = context.database, context.budget.until(PARSING_ENDS)
    document = read_document(text)
    style = style_of(document)
    recalled = recall(database, parser.name, text)
    if recalled is None:
        needed = paragraphs_to_parse(document, style)
        texts = [paragraph.text if index in needed else "" for index, paragraph in enumerate(document.paragraphs)]
        in_text = [text for text, each in zip(texts, document.paragraphs, strict=True) if each.kind != _CELL]
        _require_few_numbers(in_text, style, context.settings)
        if limit == NO_LIMIT:
            _require_few_words(texts, context.settings)
        parses, is_worth_remembering = _parsed(texts, database, parser, limit)
    else:
        parses, is_worth_remembering = recalled.parses, not recalled.is_fresh
    cells = stating_cells(document, context.settings.table_cells, style)
    return ParsedDocument(document, style, tuple(parses), is_worth_remembering, cells)


def _require_few_numbers(texts: Sequence[str], style: NumberStyle, settings: Settings) -> None:
    """Raise ``FactcheckError`` where far more numbers may be claims than claims are accepted.

    Parsing tells which of them are claims: where there are that many, most are.
    """
    most = _NUMBERS_PER_CLAIM * settings.document_claims
    if sum(map(len, texts)) < 2 * most:  # each takes a digit and what sets it off
        return
    numbers = chain.from_iterable(quantities(text, style) for text in with_checkpoints(texts))
    count = sum(1 for _ in islice(with_checkpoints(numbers), most + 1))
    if count > most:
        raise document_has_too_many_numbers(most, settings.document_claims)


def _require_few_words(texts: Sequence[str], settings: Settings) -> None:
    """Raise ``FactcheckError`` where parsing would take very long."""
    most = settings.document_words
    if sum(map(len, texts)) <= most:
        return
    words = chain.from_iterable(WORD_OR_SIGN.finditer(text) for text in texts)
    count = sum(1 for _ in islice(with_checkpoints(words, _WORDS_PER_CHECKPOINT), most + 1))
    if count > most:
        raise document_has_too_many_words(most)


def _parsed(
    texts: Sequence[str], database: Database, parser: Parser, limit: TimeLimit
) -> tuple[list[tuple[Sentence, ...]], bool]:
    """Parse each text that is not empty; return the sentences of all, and whether the time was enough for them.

    A first text that is short is always parsed.
    """
    parses: list[tuple[Sentence, ...]] = [() for _ in texts]
    wanted = [index for index, text in enumerate(texts) if text]
    done = 0
    for batch in _parsed_together(wanted, texts):
        report_progress("parsing", batch[0], "paragraphs", len(texts))
        is_first = not done and len(texts[batch[0]]) <= _SHORT_PARAGRAPH
        try:
            with nullcontext() if is_first else limit.in_force():
                checkpoint()
                for index, parse in zip(batch, parser.parse([texts[index] for index in batch]), strict=True):
                    parses[index] = parse
        except OutOfTimeError:
            tell_time_is_up(f"{done} of {len(wanted)} paragraphs read", database)
            return parses, False
        done += len(batch)
    return parses, True


def _parsed_together(wanted: Sequence[int], texts: Sequence[str]) -> Iterator[list[int]]:
    """Yield the numbers of the texts that are parsed together: the first one alone, then short ones in batches."""
    for some in (wanted[:1], wanted[1:]):
        yield from batched(some, lambda index: len(texts[index]), _SHORT_PARAGRAPH)


@dataclass(frozen=True, slots=True)
class PreparedCheck:
    """A document whose claims wait for the next stage, and what that has to go by.

    ``claims`` are those about numbers, ``statements`` those without one; their numbers count both in reading order.
    ``times`` are those of the stages so far.  ``unread`` are tables that were left out since reading them fails.
    """

    parsed: ParsedDocument
    claims: tuple[NumericClaim, ...]
    keywords: tuple[tuple[Keyword, ...], ...]
    tables: tuple[Table, ...]
    settings: Settings
    options: CheckOptions
    budget: TimeBudget = NO_BUDGET
    times: tuple[StageTime, ...] = ()
    statements: tuple[StatementClaim, ...] = ()
    unread: tuple[Table, ...] = ()

    @property
    def all_claims(self) -> tuple[Claim, ...]:
        """All claims in the order of the rows."""
        return tuple(sorted((*self.claims, *self.statements), key=lambda claim: claim.claim_no))

    def context(self, database: Database) -> CheckContext:
        """Return the context of the next step of the check."""
        return CheckContext(database, self.settings, self.budget, Telemetry(self.times))


def _with_memory(tables: Sequence[Table], settings: Settings) -> tuple[Table, ...]:
    """Return the tables with the share of the usual memory that a check may take."""
    memory = settings.check_bytes / Settings().check_bytes
    return tuple(tables if memory >= 1 else (replace(table, memory=memory) for table in tables))


def read_claims(
    parsed: ParsedDocument, tables: Sequence[Table], options: CheckOptions, context: CheckContext
) -> PreparedCheck:
    """Find the claims of a parsed document and their keywords; raises ``FactcheckError`` (54000) for too many."""
    tables = _with_memory(tables, context.settings)
    settings, times = context.settings, context.telemetry.times
    claims = find_claims(parsed.document, parsed.parses, parsed.style, parsed.cells)
    statements = find_statements(parsed.document, parsed.parses) if settings.check_statements else []
    if len(claims) + len(statements) > settings.document_claims:
        raise document_has_too_many_claims(len(claims) + len(statements), settings.document_claims)
    keywords = all_keywords(claims, parsed.document, parsed.parses)
    numeric, others = numbered(claims, statements)
    report_progress("spotting", len(numeric) + len(others), "claims")
    return PreparedCheck(
        parsed, numeric, tuple(keywords), tuple(tables), settings, options, context.budget, times, others
    )


def prepare(
    text: str, options: CheckOptions, database: Database, parser: Parser, settings: Settings
) -> PreparedCheck | None:
    """Read and parse the document, find its claims and their keywords.

    None means that there is nothing to check, of which a notice tells.  Raises ``FactcheckError`` for a
    document that is too long, or has too many claims, or for tables that cannot be used.
    """
    started = monotonic()
    require_text(text, settings)
    tables = read_tables(database, options.table_names, stale_share=settings.stale_share)
    if not tables:
        tell_why_no_table(database)
        return None
    warn_of_snapshots(tables, database)
    budget = NO_BUDGET if options.time_budget is None else TimeBudget(started, options.time_budget)
    context = CheckContext(database, settings, budget)
    with context.stage("parsing"):
        parsed = parse_document(text, context, parser)
        check = read_claims(parsed, tables, options, context)
    if not check.all_claims:
        database.notice(
            "no checkable claim found",
            detail=f"The document has {len(text)} characters.",
            hint="See its numbers and why none is a claim: factcheck.explain(document).",
        )
        return None
    tables, unread = keep_those_that_can_be_read(database, check.tables)
    return replace(check, tables=tables, unread=unread, times=context.telemetry.times)
