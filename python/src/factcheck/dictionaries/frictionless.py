"""Reads Frictionless data: a data package (``datapackage.json``), one of its resources, or a table schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from factcheck.dictionaries.entries import Entry, joined
from factcheck.errors.catalogue.dictionaries import (
    data_package_field_without_name,
    data_package_not_found,
    data_package_part_no_object,
    data_package_too_deep,
    dictionary_not_json,
)


def read_frictionless(text: str) -> Iterator[Entry]:
    """Yield what a package, a resource or a table schema says of tables and fields.

    A table goes by its resource's name, path or title.  Raises ``FactcheckError`` for text that is no JSON and
    for JSON of another kind.
    """
    content = _parsed(text)
    if isinstance(content, dict) and isinstance(content.get("resources"), list):
        for index, resource in enumerate(content["resources"]):
            yield from _read_resource(resource, f"resources[{index}]")
    elif isinstance(content, dict) and isinstance(content.get("schema"), dict):
        yield from _read_resource(content, "")
    elif isinstance(content, dict) and isinstance(content.get("fields"), list):
        yield from _read_fields(content, (), "")
    else:
        raise data_package_not_found()


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_int=str, parse_float=str)  # of no use, and of any length
    except json.JSONDecodeError as error:
        raise dictionary_not_json(error.lineno, error.colno, error.msg) from None
    except RecursionError:
        raise data_package_too_deep() from None


def _read_resource(resource: Any, path: str) -> Iterator[Entry]:
    if not isinstance(resource, dict):
        raise data_package_part_no_object(path)
    paths = resource.get("path")
    paths = paths if isinstance(paths, list) else [paths]
    names = [resource.get("name"), *(paths if len(paths) == 1 else []), resource.get("title")]
    tables = tuple(name for name in names if isinstance(name, str) and name)
    yield Entry(tables, None, joined([resource.get("title"), resource.get("description")]))
    schema = resource.get("schema")
    if isinstance(schema, dict):
        yield from _read_fields(schema, tables, f"{path}.schema.".removeprefix("."))


def _read_fields(schema: dict[str, Any], tables: tuple[str, ...], path: str) -> Iterator[Entry]:
    fields = schema.get("fields")
    for number, field in enumerate(fields if isinstance(fields, list) else []):
        if not isinstance(field, dict):
            raise data_package_part_no_object(f"{path}fields[{number}]")
        name = field.get("name")
        if not isinstance(name, str) or not name:
            raise data_package_field_without_name(f"{path}fields[{number}]")
        yield Entry(tables, name, joined([field.get("title"), field.get("description")]))
