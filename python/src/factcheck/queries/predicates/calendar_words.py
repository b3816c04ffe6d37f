"""Names of months, weekdays and ordinals."""

from __future__ import annotations

MONTHS = tuple("January February March April May June July August September October November December".split())
WEEKDAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
ORDINALS = tuple("first second third fourth".split())
