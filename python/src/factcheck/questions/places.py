"""Words for the places of groups that come one after the other."""

from __future__ import annotations

ORDINALS = {word: place for place, word in enumerate("second third fourth fifth sixth seventh eighth".split(), 2)}
"""Words for a place other than the first."""
NEXT = frozenset("followed then next".split())
