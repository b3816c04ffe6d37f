"""Reads the descriptions in a ``schema.yml`` of dbt: models, seeds, snapshots and the tables of sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from factcheck.dictionaries.dbt_measures import MeasureEntry, read_measures
from factcheck.dictionaries.entries import LONGEST_DESCRIPTION, Entry, joined
from factcheck.errors.catalogue.dictionaries import (
    dbt_column_without_name,
    dbt_member_no_object,
    dbt_schema_not_found,
    dbt_schema_too_deep,
    dbt_table_without_name,
    dictionary_not_yaml,
    yaml_anchor_not_defined,
)
from factcheck.runtime.checkpoints import checkpoint

_KINDS = ("models", "seeds", "snapshots", "sources")
_OF_MEASURES = ("semantic_models", "metrics")
_TOP_KEY = re.compile(rf"^(?:{'|'.join((*_KINDS, *_OF_MEASURES))})[ \t]*:[ \t]*(?:$|[\[#&\r])", re.MULTILINE)
_LABELS = ("label", "title", "display_name", "business_name", "synonyms", "aliases")
_CALL = re.compile(r"\{\{[^{}]*\}\}")
_DEEPEST = 100
_MOST_MERGED = 3
_MOST_LABELS = 20
_EVENTS_PER_CHECKPOINT = 1000
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


def is_dbt(text: str) -> bool:
    """Tell whether the text has a line that begins one of dbt's lists."""
    return _TOP_KEY.search(text) is not None


def read_dbt(text: str) -> Iterator[Entry]:
    """Yield what a ``schema.yml`` says of tables and columns, with labels that ``meta`` gives.

    Raises ``FactcheckError`` for text that is no YAML, for YAML nested too deeply, and where dbt's lists are missing.
    """
    content = _lists(text)
    for kind in _KINDS:
        for resource in _objects(content.get(kind), kind):
            if kind == "sources":
                for table in _objects(_value(resource, "tables"), "the tables of a source"):
                    yield from _read_table(table)
            else:
                yield from _read_table(resource)


def read_dbt_measures(text: str) -> list[MeasureEntry]:
    """Return what a ``schema.yml`` declares as metrics and measures of semantic models; raises as ``read_dbt`` does."""
    return list(read_measures(_lists(text), _value))


def _lists(text: str) -> dict[str, Any]:
    content = _parsed(text)
    if not isinstance(content, dict) or not any(kind in content for kind in (*_KINDS, *_OF_MEASURES)):
        raise dbt_schema_not_found((*_KINDS, *_OF_MEASURES))
    return content


def _parsed(text: str) -> Any:
    """Read YAML with every scalar as text, so that a column may be called ``no``; nothing but plain data comes of it.

    The objects are made of the parser's events, one by one, as no other way can be cancelled.  An alias stands for
    its anchor's very object, so that a short text cannot make many objects.
    """
    try:
        reader = _Reader()
        for number, event in enumerate(yaml.parse(text, Loader=yaml.CBaseLoader)):
            if number % _EVENTS_PER_CHECKPOINT == 0:
                checkpoint()
            reader.take(event)
        return reader.document
    except yaml.MarkedYAMLError as error:
        line = f"Line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        problem = f"{line}{error.problem or error.context}"
    except yaml.YAMLError as error:
        problem = " ".join(str(error).split())
    raise dictionary_not_yaml(problem)


class _Reader:
    """Makes texts, lists and dictionaries of a parser's events; ``document`` is the first document."""

    def __init__(self) -> None:
        self.document: Any = None
        self._is_complete = False
        self._open: list[list[Any] | dict[str, Any]] = []
        self._keys: list[Any] = []
        self._anchors: dict[str, Any] = {}

    def take(self, event: yaml.Event) -> None:
        """Take the next event; raises ``FactcheckError`` for what is nested too deeply or names no anchor."""
        if self._is_complete:
            return
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise yaml_anchor_not_defined(event.anchor)
            self._put(self._anchors[event.anchor])
        elif isinstance(event, yaml.ScalarEvent):
            self._name_and_put(event, event.value)
        elif isinstance(event, yaml.CollectionStartEvent):
            value: list[Any] | dict[str, Any] = [] if isinstance(event, yaml.SequenceStartEvent) else {}
            self._name_and_put(event, value)
            self._open.append(value)
            self._keys.append(None)
            if len(self._open) > _DEEPEST:
                raise dbt_schema_too_deep(_DEEPEST)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()
            self._keys.pop()
        elif isinstance(event, yaml.DocumentEndEvent):
            self._is_complete = True

    def _name_and_put(self, event: yaml.NodeEvent, value: Any) -> None:
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        self._put(value)

    def _put(self, value: Any) -> None:
        """Put a value where it belongs: into the innermost open list or dictionary, there as a key or its value."""
        if not self._open:
            self.document = value
            return
        parent = self._open[-1]
        if isinstance(parent, list):
            parent.append(value)
        elif self._keys[-1] is None:
            self._keys[-1] = value if isinstance(value, str) else ""
        else:
            parent[self._keys[-1]] = value
            self._keys[-1] = None


def _objects(value: Any, what: str) -> Iterator[dict[str, Any]]:
    """Yield the members of one of dbt's lists; raises ``FactcheckError`` for what is no object."""
    for number, member in enumerate(value if isinstance(value, list) else [], 1):
        if not isinstance(member, dict):
            raise dbt_member_no_object(number, what)
        yield member


def _value(described: dict[str, Any], key: str, depth: int = 0) -> Any:
    """Return the value of a key, own or merged (``<<: *alias``)."""
    if key in described or depth > _MOST_MERGED:
        return described.get(key)
    merged = described.get("<<")
    for other in (merged if isinstance(merged, list) else [merged])[:_MOST_MERGED]:
        value = _value(other, key, depth + 1) if isinstance(other, dict) else None
        if value is not None:
            return value
    return None


def _read_table(table: dict[str, Any]) -> Iterator[Entry]:
    config = _value(table, "config")
    alias = config.get("alias") if isinstance(config, dict) else None
    names = [_value(table, "identifier"), _value(table, "alias"), alias, _value(table, "name")]
    tables = tuple(name for name in names if isinstance(name, str) and name)
    if not tables:
        raise dbt_table_without_name()
    yield Entry(tables, None, _description(table))
    for column in _objects(_value(table, "columns"), f"the columns of {tables[-1]}"):
        name = _value(column, "name")
        if not isinstance(name, str) or not name:
            raise dbt_column_without_name(tables[-1])
        yield Entry(tables, name, _description(column))


def _description(described: dict[str, Any]) -> str:
    """Return labels first, then the description; calls of dbt's functions, which only dbt can answer, are left out."""
    config = _value(described, "config")
    texts: list[Any] = []
    holders = [described, _value(described, "meta"), config.get("meta") if isinstance(config, dict) else None]
    for holder in holders:
        if isinstance(holder, dict):
            for value in (holder.get(label) for label in _LABELS):
                texts += value[:_MOST_LABELS] if isinstance(value, list) else [value]
    texts.append(_value(described, "description"))
    return joined(
        _CALL.sub(" ", text[:LONGEST_DESCRIPTION]) for text in texts if isinstance(text, str) and text not in _NOTHING
    )
