"""Documents that are being checked, each in a thread of its own, so that its page can tell how long that takes."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock, Thread

import psycopg

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.review import check_not_known, check_stopped, too_many_checks
from factcheck.review.messages import Told, told
from factcheck.review.sessions import Connection, Sessions
from factcheck.runtime.progress import SQLSTATE, Progress

_MOST_RUNNING = 3
_MOST_KEPT = 50

_TABLES = b"SELECT factcheck.data_set(%s::text)::oid[] AS tables"
_VERIFY = b"""
SELECT document_id, pg_catalog.count(*)::integer AS n_claims
FROM factcheck.verify(%s::text, title => %s::text, tables => %s::oid[]::regclass[])
GROUP BY document_id
"""
_WITHOUT_CLAIMS = b"""
SELECT r.document_id
FROM factcheck.run r JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) r.origin_id
WHERE r.is_latest AND o.role_name OPERATOR(pg_catalog.=) current_user
  AND r.document_hash OPERATOR(pg_catalog.=) pg_catalog.sha256(pg_catalog.convert_to(%s, 'UTF8'))
ORDER BY r.run_id DESC LIMIT 1
"""
_TELL_PROGRESS = b"SET LOCAL factcheck.progress = on"
_RUN = b"""
SELECT pg_catalog.max(run_id) FILTER (WHERE is_latest) AS run_id,
       pg_catalog.count(*) OPERATOR(pg_catalog.>) 1 AS is_later
FROM factcheck.run WHERE document_id = %s AND status OPERATOR(pg_catalog.=) 'succeeded'
"""
_KEEP = b"SELECT factcheck.keep_text(%s, %s)"


@dataclass(slots=True)
class Check:
    """A document on its way: ``error`` tells why it failed, ``document_id`` where it was stored."""

    document: str
    title: str | None
    data_set: str | None
    name: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    began: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    document_id: int | None = None
    run_id: int | None = None
    error: Told | None = None
    notices: list[str] = field(default_factory=list)
    connection: Connection | None = None
    is_stopped: bool = False
    progress: Progress | None = None
    share: float = 0.0

    def note(self, notice: psycopg.errors.Diagnostic) -> None:
        """Note what the server says: how far the check has come, or something about the document."""
        said = notice.message_primary or ""
        if notice.sqlstate != SQLSTATE:
            self.notices.append(said)
        elif progress := Progress.read(said):
            self.progress = progress
            self.share = max(self.share, progress.share)  # evaluation and inference take turns

    @property
    def is_over(self) -> bool:
        """Tell whether it is stored, or has failed."""
        return self.document_id is not None or self.error is not None

    @property
    def elapsed(self) -> float:
        """Return the seconds that it takes, or took."""
        return time.monotonic() - self.began if self.seconds is None else self.seconds


class Checks:
    """Begins checks and remembers them while somebody may look at their page."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._checks: OrderedDict[str, Check] = OrderedDict()
        self._lock = Lock()

    def begin(self, document: str, title: str | None, data_set: str | None) -> Check:
        """Begin to check a document; raises ``FactcheckError`` where several are being checked already."""
        with self._lock:
            if sum(not check.is_over for check in self._checks.values()) >= _MOST_RUNNING:
                raise too_many_checks()
            check = Check(document, title, data_set)
            self._checks[check.name] = check
            for name in [name for name, old in self._checks.items() if old.is_over][
                : max(0, len(self._checks) - _MOST_KEPT)
            ]:
                del self._checks[name]
        Thread(target=self._run, args=[check], daemon=True, name=f"check {check.name}").start()
        return check

    def named(self, name: str) -> Check:
        """Return a check; raises ``FactcheckError`` where none has this name."""
        try:
            return self._checks[name]
        except KeyError:
            raise check_not_known() from None

    def notices(self, name: str) -> list[str]:
        """Return what the server remarked about a document that it checked; nothing once that is forgotten."""
        check = self._checks.get(name)
        return [] if check is None else check.notices

    def cancel(self, name: str) -> None:
        """Have the server end what it does for a check."""
        check = self.named(name)
        connection = check.connection
        check.is_stopped = connection is not None
        if connection is not None:
            connection.cancel_safe()

    def _run(self, check: Check) -> None:
        try:
            with self._sessions.lent() as connection:
                check.connection = connection
                try:
                    document_id = _stored(connection, check)
                finally:
                    check.connection = None
        except (FactcheckError, psycopg.Error) as error:
            check.seconds = check.elapsed
            check.error = told(check_stopped() if check.is_stopped else error)
        except Exception:
            check.error = Told("the check has failed", None, "The output of factcheck serve says more.")
            raise
        else:
            check.seconds = check.elapsed
            check.document_id = document_id


def _stored(connection: Connection, check: Check) -> int:
    """Check a document, store what was found and keep its text; returns its number."""
    tables = None
    if check.data_set:
        row = connection.execute(_TABLES, [check.data_set]).fetchone()
        tables = row["tables"] if row else None
    connection.add_notice_handler(check.note)
    try:
        with connection.transaction():
            connection.execute(_TELL_PROGRESS)
            found = connection.execute(_VERIFY, [check.document, check.title, tables]).fetchone()
            if found is None:  # no claim, no row
                found = connection.execute(_WITHOUT_CLAIMS, [check.document]).fetchone()
            document_id = int((found or {})["document_id"])
            connection.execute(_KEEP, [document_id, check.document])
            run = connection.execute(_RUN, [document_id]).fetchone()
            check.run_id = run["run_id"] if run and run["is_later"] else None
    finally:
        connection.remove_notice_handler(check.note)
    return document_id
