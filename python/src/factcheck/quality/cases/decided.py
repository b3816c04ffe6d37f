"""What people decided about stored claims, as labelled cases.

The text of a stored document is not kept, but the sentences of its claims are: they stand for it, each as a paragraph.
"""

from __future__ import annotations

import csv
import html
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlglot import exp

from factcheck.adapters.client_session import Connection
from factcheck.quality.cases.case import LabelledClaim
from factcheck.sql_reading.normal_form import parse

_DECIDED = b"""
SELECT k.document_id, k.title, k.decision, k.sentence, k.claim_text, h.run_id, h.claimed_value, h.verdict,
       h.found_value, r.query, r.kept_query,
       CASE WHEN r.query IS NOT NULL THEN NOT EXISTS (
           SELECT FROM unnest(r.columns) AS used (number)
           LEFT JOIN factcheck.used_column u ON u.used_column_id = used.number
           WHERE (u.relation = ANY (factcheck.data_set(%s::text))) IS NOT TRUE) END AS is_of_data_set
FROM factcheck.corrections k
CROSS JOIN LATERAL (
    -- The first run in which it held: the one that judged the claim by it.
    SELECT d.run_id, d.claim_no
    FROM factcheck.decided_claim d
    JOIN factcheck.claim c ON c.run_id = d.run_id AND c.claim_no = d.claim_no AND c.origin_id = d.origin_id
    WHERE d.correction_id = k.correction_id AND c.sentence = k.sentence AND c.claim_text = k.claim_text
    ORDER BY d.run_id LIMIT 1) AS judged
JOIN factcheck.claim_history h ON h.run_id = judged.run_id AND h.claim_no = judged.claim_no
LEFT JOIN factcheck.correction_reading r ON r.correction_id = k.correction_id
WHERE k.is_in_force
ORDER BY k.document_id, h.claim_no, k.correction_id
"""
_CLAIMS = b"""
SELECT h.document_id, h.sentence, CASE WHEN h.claimed_value IS NOT NULL THEN h.claim_text END
FROM factcheck.claim_history h
WHERE h.run_id = ANY (%s::bigint[]) AND h.sentence IS NOT NULL
ORDER BY h.document_id, h.run_id DESC, h.claim_no
"""

_SYNONYMS = b"""
SELECT s.table_name, dc.column_name::text AS column, s.literal AS value, s.word, s.n_claims AS claims, s.is_used AS used
FROM factcheck.synonyms s
JOIN factcheck.data_column dc ON dc.column_id = s.column_id
JOIN factcheck.data_table dt ON dt.table_id = dc.table_id
WHERE dt.relation = ANY (factcheck.data_set(%s::text))
ORDER BY 1, 2, 3 NULLS FIRST, 4
"""

Number = tuple[str, str]
"""A number of a document: its sentence, and the number as it is written there."""


@dataclass(frozen=True, slots=True)
class DecidedClaim:
    """A claim whose reading a person has ``confirmed`` or ``corrected``.

    ``kept_query`` is the reading in plain values, from which it is made again; None for a query of the person's own,
    which only the label has.
    """

    label: LabelledClaim
    decision: str
    kept_query: object | None


@dataclass(frozen=True, slots=True)
class DecidedDocument:
    """A stored document some of whose claims people have decided about.

    ``sentences`` are those of all its claims in their order, ``dismissed`` the numbers that were said to be no claims,
    ``undecided`` those that nothing was said about.
    """

    document_id: int
    title: str | None
    sentences: tuple[str, ...]
    claims: tuple[DecidedClaim, ...]
    dismissed: tuple[Number, ...]
    undecided: tuple[Number, ...]

    @property
    def case_id(self) -> str:
        """The name of the case."""
        return f"document_{self.document_id}"

    @property
    def decided(self) -> set[Number]:
        """The numbers that something was said about."""
        return {*self.dismissed, *((each.label.sentence, each.label.value_text) for each in self.claims)}

    @property
    def source(self) -> str:
        """The sentences as an article."""
        paragraphs = "".join(f"<p>{html.escape(sentence, quote=False)}</p>\n" for sentence in self.sentences)
        return f"<html><body>\n{paragraphs}</body></html>\n"


def read_decided_documents(connection: Connection, data_set: str) -> list[DecidedDocument]:
    """Return the documents with decisions in force whose readings are about tables of a data set.

    These are the decisions that the role of the session may see with their readings.  Statements without a number are
    left out.
    """
    with connection.cursor() as cursor:
        found = cursor.execute(_DECIDED, [data_set])
        names = [column.name for column in found.description or ()]
        decided = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    about = {row["document_id"] for row in decided if row["is_of_data_set"]}
    of_document: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in decided:
        if row["document_id"] in about and row["is_of_data_set"] is not False:
            of_document[row["document_id"]].append(row)
    runs = sorted({row["run_id"] for rows in of_document.values() for row in rows})
    stated: dict[int, list[tuple[str, str | None]]] = defaultdict(list)
    for document_id, sentence, claim_text in connection.execute(_CLAIMS, [runs]).fetchall():
        stated[document_id].append((sentence, claim_text))
    documents = (_document(rows, stated[number]) for number, rows in of_document.items())
    return [each for each in documents if each.claims or each.dismissed]


def _document(rows: Sequence[dict[str, Any]], stated: Sequence[tuple[str, str | None]]) -> DecidedDocument:
    """Make a document of its decisions, and of its sentences, each with a number that it states, or None."""
    document_id, title = rows[0]["document_id"], rows[0]["title"]
    rows = [row for row in rows if row["claimed_value"] is not None]
    numbers = dict.fromkeys((sentence, text) for sentence, text in stated if text is not None)
    document = DecidedDocument(
        document_id,
        title,
        tuple(dict.fromkeys(sentence for sentence, _ in stated)),
        tuple(_claims(rows)),
        tuple((row["sentence"], row["claim_text"]) for row in rows if row["decision"] == "dismissed"),
        (),
    )
    return replace(document, undecided=tuple(number for number in numbers if number not in document.decided))


def _claims(rows: Iterable[dict[str, Any]]) -> Iterator[DecidedClaim]:
    """Yield the claims whose reading is known, and by it whether they are right."""
    for row in rows:
        if row["decision"] == "dismissed" or row["query"] is None:
            continue
        if row["verdict"] not in {"supported", "refuted"}:
            continue
        found: Decimal | None = row["found_value"]
        label = LabelledClaim(
            sentence=row["sentence"],
            value_text=row["claim_text"],
            value=float(row["claimed_value"]),
            sql=row["query"],
            result=None if found is None else float(found),
            is_correct=row["verdict"] == "supported",
        )
        yield DecidedClaim(label, row["decision"], row["kept_query"])


def write_case(document: DecidedDocument, data_set: str, folder: Path) -> Path:
    """Write a document as a case without data into a folder of its own, which is returned.

    Queries name tables without their schemas, as those of a case do.
    """
    case = folder / document.case_id
    case.mkdir(parents=True, exist_ok=True)
    claims = [
        {
            "sentence": each.label.sentence,
            "value_text": each.label.value_text,
            "value": each.label.value,
            "sql": _without_schemas(each.label.sql or ""),
            "result": each.label.result,
            "correct": each.label.is_correct,
            "kind": each.decision,
        }
        for each in document.claims
    ]
    meta = {
        "id": document.case_id,
        "group": data_set,
        "title": document.title,
        "distractors": _named(document.dismissed),
        "unlabelled": _named(document.undecided),
    }
    (case / "article.html").write_text(document.source, "utf-8")
    (case / "claims.json").write_text(json.dumps(claims, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (case / "meta.json").write_text(json.dumps(meta, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return case


def _named(numbers: Iterable[Number]) -> list[dict[str, str]]:
    return [{"sentence": sentence, "value_text": text} for sentence, text in numbers]


def _without_schemas(sql: str) -> str:
    """Return a query whose tables have no schemas; one that cannot be read stays as it is."""
    tree = parse(sql)
    if tree is None:
        return sql
    for named in tree.find_all(exp.Table, exp.Column):
        named.set("db", None)
    return tree.sql(dialect="postgres")


def write_synonyms(connection: Connection, data_set: str, folder: Path) -> int:
    """Write the synonyms that corrections have taught about a data set, where there are any; return how many.

    These are those that the role of the session may see.
    """
    with connection.cursor() as cursor:
        found = cursor.execute(_SYNONYMS, [data_set])
        names = [column.name for column in found.description or ()]
        rows = found.fetchall()
    if rows:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "synonyms.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([names, *rows])
    return len(rows)
