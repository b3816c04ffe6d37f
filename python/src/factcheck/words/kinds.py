"""What is called together by one word that no dictionary of the language explains, as ``kinds.toml`` has it."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from factcheck.words.code_systems import system_of

_KINDS: Mapping[str, frozenset[str]] = {
    kind: frozenset(name.lower() for name in members.split(" | "))
    for kind, members in tomllib.loads(Path(__file__).with_name("kinds.toml").read_text("utf-8"))["kinds"].items()
}


def members_of_kinds(values: Sequence[str], asked: Collection[str]) -> dict[str, set[str]]:
    """Return the values of each of some kinds, by any of their names: DK and SE of "Nordic countries"."""
    kinds = {kind: _KINDS[kind] for kind in asked if kind in _KINDS}
    if not kinds:
        return {}
    names = system_of(values) or {}
    by_kind = {
        kind: {value for value in values if not members.isdisjoint((value.lower(), *names.get(value.lower(), ())))}
        for kind, members in kinds.items()
    }
    return {kind: found for kind, found in by_kind.items() if found}
