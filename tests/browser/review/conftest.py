"""The review page about trips, and a report that was checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from support.review_server import ReviewServer, review_server
from support.trips import REPORT, add_trips, verified


@pytest.fixture(scope="module")
def server(database: str, admin: psycopg.Connection[Any], analyst_name: str) -> Iterator[ReviewServer]:
    """The page, as a role that may check and read the trips, and nothing else."""
    add_trips(admin, analyst_name)
    with review_server(database, analyst_name) as started:
        yield started


@pytest.fixture
def document(admin: psycopg.Connection[Any], analyst: psycopg.Connection[Any], request: Any, server: Any) -> int:
    """A report that was checked, and about which nothing was decided before."""
    admin.execute("DELETE FROM factcheck.correction")
    return verified(analyst, REPORT, request.node.name)
