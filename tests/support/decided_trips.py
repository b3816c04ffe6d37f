"""Trips whose number is read for the wrong end of them, a document about them, and decisions about its claims."""

from __future__ import annotations

from typing import Any

import psycopg

TEXT = "There were 60 trips. There were 24 trips for Leeds. There were 17 trips for York. There were 9 trips for Hull."


def rows(connection: psycopg.Connection[Any], query: str, *parameters: object) -> list[Any]:
    """What a query returns."""
    return connection.execute(query.encode(), parameters).fetchall()


class Trips:
    """A table of trips that start in one city and end in another, and a document about it that was checked."""

    def __init__(self, admin: psycopg.Connection[Any], analyst: psycopg.Connection[Any], name: str) -> None:
        self.admin, self.analyst, self.name = admin, analyst, name
        admin.execute(
            f"""
            CREATE TABLE {name} (trip_id integer, start_city text, end_city text, hours integer);
            INSERT INTO {name} SELECT g, (ARRAY['Leeds', 'York', 'Hull'])[1 + g % 3],
                (ARRAY['York', 'Hull', 'Leeds', 'York'])[1 + g % 4], 1 + g * 7 % 11 FROM generate_series(1, 60) AS g;
            GRANT SELECT ON {name} TO {analyst.info.user};
        """.encode()
        )
        admin.execute("SELECT factcheck.add_table(%s::regclass, track => true)", [name])
        self.document = 0

    def verify(self, text: str = TEXT) -> list[str]:
        """Check a text about the table and store it; returns the verdicts."""
        checked = rows(
            self.analyst,
            "SELECT verdict, document_id FROM factcheck.verify(%s, title => %s, tables => ARRAY[%s::regclass])",
            text,
            self.name,
            self.name,
        )
        self.document = checked[0][1]
        return [row[0] for row in checked]

    def call(
        self, called: str, claim_no: int | None, columns: str = "claim_no, old_verdict, new_verdict", **options: object
    ) -> list[Any]:
        """Call a function about a claim of the document."""
        given = "".join(f", {name} => %s" for name in options)
        return rows(
            self.analyst,
            f"SELECT {columns} FROM factcheck.{called}(%s, %s{given})",
            self.document,
            claim_no,
            *options.values(),
        )

    def claims(self, columns: str = "decision, verdict") -> list[Any]:
        """What holds now of all claims."""
        return rows(
            self.analyst,
            f"SELECT {columns} FROM factcheck.claims WHERE document_id = %s ORDER BY claim_no",
            self.document,
        )

    def rank_of(self, claim_no: int, *words: str) -> int:
        """The rank of the reading of a claim that says all of these words and no more restrictions."""
        return next(
            int(rank)
            for rank, text in self.call("candidates", claim_no, "rank, description")
            if all(word in text for word in words)
        )
