"""A document about trips, about whose claims people decide."""

from __future__ import annotations

import secrets

import pytest
from support.decided_trips import Trips


@pytest.fixture
def trips(admin, analyst):
    """A document about a table, checked by the analyst."""
    made = Trips(admin, analyst, f"public.trips_{secrets.token_hex(4)}")
    made.verify()
    yield made
    admin.execute(f"DROP TABLE {made.name} CASCADE")
    admin.execute("SELECT factcheck.refresh()")
