"""Report tables under watch, as tests use them: the editor watches them, the writer fills them, a reader reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

RIGHT = "There are 100 sales."
WRONG = "There are 90 sales."
SALES = """
CREATE TABLE public.sales (sale_id integer PRIMARY KEY, region text, units integer);
INSERT INTO public.sales SELECT g, (ARRAY['North', 'South'])[1 + g % 2], g % 7 FROM generate_series(1, 100) AS g;
SELECT factcheck.add_table('public.sales');
"""
REPORTS = """
CREATE TABLE desk.weekly (id integer PRIMARY KEY, title text, body text);
GRANT SELECT, INSERT, UPDATE, DELETE ON desk.weekly TO {writer};
"""


@dataclass(frozen=True, slots=True)
class Desk:
    """Sessions of the roles around a schema of report tables, desk, that the editor owns."""

    root: psycopg.Connection[Any]
    editor: psycopg.Connection[Any]
    writer: psycopg.Connection[Any]

    @property
    def editor_name(self) -> str:
        return self.editor.info.user

    @property
    def writer_name(self) -> str:
        return self.writer.info.user

    def reset(self) -> None:
        """Leave an empty, unwatched desk.weekly alone in the schema; its old runs stay."""
        self.root.execute("DELETE FROM factcheck.watch_pattern; DELETE FROM factcheck.watched_table")
        self.root.execute("DELETE FROM factcheck.report_change; DELETE FROM factcheck.origin")
        self.root.execute(f"DROP SCHEMA IF EXISTS desk CASCADE; CREATE SCHEMA desk AUTHORIZATION {self.editor_name}")
        self.root.execute(f"GRANT USAGE ON SCHEMA desk TO {self.writer_name}")
        self.editor.execute(REPORTS.format(writer=self.writer_name).encode())

    def watch(self, arguments: str = "'desk.weekly', text_column => 'body'") -> Any:
        """Watch as the editor; returns how many tables came under watch."""
        return one(self.editor, f"SELECT factcheck.watch({arguments})")

    def write(self, *bodies: str, first: int = 1) -> None:
        """Write reports as the writer, in one statement."""
        self.writer.execute(
            "INSERT INTO desk.weekly (id, body) SELECT $1 + place, body"
            " FROM unnest($2::text[]) WITH ORDINALITY AS b (body, place)".replace("$1", "%s").replace("$2", "%s"),
            [first - 1, list(bodies)],
        )

    def run(self, arguments: str = "") -> None:
        """Run the queue as the editor."""
        self.editor.execute(f"CALL factcheck.run_pending({arguments})".encode())

    def queued(self) -> list[str]:
        """Keys that wait, after a look at what was written to tables whose writers leave notes."""
        self.editor.execute("SELECT factcheck._collect_changes()")
        return sorted(
            key for (key,) in self.root.execute("SELECT source_key FROM factcheck.queued_document WHERE NOT is_dead")
        )

    def runs(self) -> list[tuple[str, str]]:
        """Key and kind of each stored run that succeeded, in order."""
        return self.root.execute(
            "SELECT d.source_key, r.kind FROM factcheck.run r JOIN factcheck.document d USING (document_id)"
            " WHERE r.status = 'succeeded' ORDER BY r.run_id"
        ).fetchall()

    def verdicts(self) -> list[tuple[str, str]]:
        """Key and verdict of the latest claims."""
        return self.root.execute(
            "SELECT d.source_key, v.verdict::text FROM factcheck.document d"
            " JOIN factcheck.run r ON r.document_id = d.document_id AND r.is_latest"
            " JOIN factcheck.claim_verdict v ON v.run_id = r.run_id ORDER BY 1, v.claim_no"
        ).fetchall()

    def errors(self) -> list[tuple[str | None, str]]:
        """Key and text of the errors that are kept."""
        return self.root.execute("SELECT source_key, error FROM factcheck.watch_error ORDER BY error_id").fetchall()

    def hurry(self) -> None:
        """Let what failed be tried again at once."""
        self.root.execute("UPDATE factcheck.queued_document SET visible_at = clock_timestamp()")


def one(connection: psycopg.Connection[Any], statement: str, parameters: Sequence[object] | None = None) -> Any:
    """Return the one value of a query."""
    row = connection.execute(statement.encode(), parameters).fetchone()
    assert row is not None
    return row[0]
