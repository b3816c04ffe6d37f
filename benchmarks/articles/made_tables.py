"""The tables of articles whose data no package has: each run draws the same rows, from generators with fixed seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from made_draws import Rows
from made_sales import coffee_shop, electric_vehicles, orders
from made_services import emergency_visits, loans, ride_bookings

_MAKERS: Mapping[str, tuple[Callable[[Random], Rows], int]] = {
    "coffee_shop_sales": (coffee_shop, 4300),
    "bank_loans": (loans, 4301),
    "er_visits": (emergency_visits, 4302),
    "ev_population": (electric_vehicles, 4303),
    "superstore": (orders, 4304),
    "ride_bookings": (ride_bookings, 4305),
}
MADE = tuple(_MAKERS)
"""Articles whose data are made, each with one table of its name."""


def made_rows(article: str) -> Rows:
    """Return the table of an article."""
    make, seed = _MAKERS[article]
    return make(Random(seed))  # noqa: S311 - rows of a benchmark are no secret
