"""The first step of a check: read and parse the document, find its claims and their keywords."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from factcheck.catalogue.schema import Table, read_tables, tell_why_no_table
from factcheck.claims.keywords import Keyword, all_keywords, paragraphs_to_parse
from factcheck.claims.spotting import Claim, find_claims, style_notice
from factcheck.documents.document import Document, read_document
from factcheck.errors import FactcheckError
from factcheck.nlp.parser import Parser, Sentence
from factcheck.parse_cache import recall
from factcheck.port import Database
from factcheck.settings import Settings

_MOST_READINGS = 100


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller of a check may vary; None stands for the setting or for no limit (seconds)."""

    relations: tuple[str, ...] | None = None
    p_true: float | None = None
    top_k: int = 10
    time_budget: float | None = None


def checked_options(
    relations: Sequence[str | None] | None, p_true: float | None, top_k: int | None, time_budget: float | None
) -> Options:
    """Options from arguments as given; raises ``FactcheckError`` (22023) for one out of range."""
    if p_true is not None and not 0 < p_true < 1:
        raise FactcheckError(
            f"p_true cannot be {p_true:g}",
            hint="Give a probability between 0 and 1, such as 0.999, or NULL for the setting.",
        )
    if top_k is not None and not 1 <= top_k <= _MOST_READINGS:
        raise FactcheckError(f"top_k cannot be {top_k}", hint=f"Give a number from 1 to {_MOST_READINGS}.")
    if time_budget is not None and time_budget <= 0:
        raise FactcheckError(
            "time_budget must be positive", hint="Give an interval such as '5 s', or NULL for no limit."
        )
    if relations is not None and not relations:
        raise FactcheckError(
            "argument tables is empty",
            detail="No table was named; a data set under whose name none was added has none.",
            hint="Name tables, or leave the argument out to use every added table.",
        )
    named = None if relations is None else tuple(relation for relation in relations if relation is not None)
    if relations is not None and named is not None and len(named) < len(relations):
        raise FactcheckError("argument tables holds a NULL", sqlstate="22004", hint="Name tables, such as '{sales}'.")
    return Options(named, p_true, 10 if top_k is None else top_k, time_budget)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document as read, with its sentences, and whether the parse cache should hear of it.

    ``parses`` holds the sentences of each paragraph; none for a paragraph of which no claim needs any.
    """

    paper: Document
    parses: tuple[tuple[Sentence, ...], ...]
    is_worth_remembering: bool


_BEGINNINGS = {"%PDF-": "a PDF file", "{\\rtf": "an RTF file", "PK\x03\x04": "a ZIP file"}
"""How files begin that writers take for their text; a word processor's documents are ZIP files."""


def require_text(document: str, settings: Settings) -> None:
    """Raise ``FactcheckError`` for a document that is too long (54000), or that is a file of another kind (22023)."""
    if len(document) > settings.document_characters:
        raise FactcheckError(
            f"document is too long: {len(document)} characters",
            sqlstate="54000",
            detail=f"The longest document accepted has {settings.document_characters} characters.",
            hint='Split it, or raise the setting "document_characters".',
        )
    for beginning, kind in _BEGINNINGS.items():
        if document.startswith(beginning):
            raise FactcheckError(
                f"document is {kind}, not text",
                hint="Convert it to plain text, HTML or Markdown, for instance with pandoc or pdftotext.",
            )


def parse_document(document: str, database: Database, parser: Parser) -> ParsedDocument:
    """Read a document and parse it, or recall its parse; a notice tells when its numbers have a decimal comma."""
    paper = read_document(document, database.checkpoint)
    recalled = recall(database, parser.name, document)
    if recalled is None:
        needed = paragraphs_to_parse(paper, database.checkpoint)
        texts = [paragraph.text if index in needed else "" for index, paragraph in enumerate(paper.paragraphs)]
        parses = parser.parse(texts, database.checkpoint)
    else:
        parses = recalled.parses
    if notice := style_notice(paper, database.checkpoint):
        database.notice(notice[0], detail=notice[1])
    return ParsedDocument(paper, tuple(parses), recalled is None or not recalled.is_fresh)


@dataclass(frozen=True, slots=True)
class PreparedCheck:
    """A document whose claims wait for evaluation; ``deadline`` is a point of the monotonic clock."""

    parsed: ParsedDocument
    claims: tuple[Claim, ...]
    keywords: tuple[tuple[Keyword, ...], ...]
    tables: tuple[Table, ...]
    settings: Settings
    options: Options
    deadline: float | None


def read_claims(
    parsed: ParsedDocument,
    tables: Sequence[Table],
    settings: Settings,
    options: Options,
    checkpoint: Callable[[], None],
    deadline: float | None = None,
) -> PreparedCheck:
    """Find the claims of a parsed document and their keywords; raises ``FactcheckError`` (54000) for too many."""
    claims = find_claims(parsed.paper, parsed.parses, checkpoint)
    if len(claims) > settings.document_claims:
        raise FactcheckError(
            f"document has too many claims: {len(claims)}",
            sqlstate="54000",
            detail=f"The most claims accepted in one document are {settings.document_claims}.",
            hint='Split it, or raise the setting "document_claims".',
        )
    keywords = all_keywords(claims, parsed.paper, parsed.parses, checkpoint=checkpoint)
    return PreparedCheck(parsed, tuple(claims), tuple(keywords), tuple(tables), settings, options, deadline)


def prepare(
    document: str, options: Options, database: Database, parser: Parser, settings: Settings
) -> PreparedCheck | None:
    """First step: read and parse the document, find its claims and their keywords.

    None means that there is nothing to check, which a notice has told.  Raises ``FactcheckError`` for a
    document that is too long, or has too many claims, or for tables that cannot be used.
    """
    started = monotonic()
    require_text(document, settings)
    tables = read_tables(database, options.relations, stale_share=settings.stale_share)
    if not tables:
        tell_why_no_table(database)
        return None
    parsed = parse_document(document, database, parser)
    deadline = None if options.time_budget is None else started + options.time_budget
    check = read_claims(parsed, tables, settings, options, database.checkpoint, deadline)
    if not check.claims:
        database.notice(
            "no checkable claim found",
            detail=f"The document has {len(document)} characters.",
            hint="See its numbers and why none is a claim: factcheck.explain(document).",
        )
        return None
    tell_time("parsing", started, database)
    return check


def tell_time(stage: str, since: float, database: Database) -> float:
    """Tell in a debug message how long a stage took, and return the present time of the monotonic clock."""
    now = monotonic()
    database.debug(f"stage {stage}: {now - since:.6f} s")
    return now
