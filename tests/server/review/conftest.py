"""The review page, as a role that may check and read the trips, and a report about these."""

from __future__ import annotations

import pytest
from support.review_server import review_server
from support.trips import REPORT, add_trips, verified


@pytest.fixture(scope="module")
def trips(admin, analyst_name):
    add_trips(admin, analyst_name)


@pytest.fixture(scope="module")
def page(database, analyst_name, trips):
    with review_server(database, analyst_name) as server:
        yield server


@pytest.fixture(scope="module")
def cookie(page):
    return page.cookie()


@pytest.fixture
def document(admin, analyst, request, trips):
    admin.execute("DELETE FROM factcheck.correction")  # what is remembered of other tests' sentences
    return verified(analyst, REPORT, request.node.name)


@pytest.fixture(scope="module")
def stranger(admin, role):
    """A role of level analyst that may read no data."""
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
    return name
