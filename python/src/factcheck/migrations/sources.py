"""Operations on sources of passages: relations whose texts claims are checked against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from alembic.operations import Operations

from factcheck.migrations.pairs import SetUp, TakeBack
from factcheck.migrations.records import State, Subject
from factcheck.migrations.tables import table_name
from factcheck.sqltext import literal

SOURCE_STATES = """
SELECT s.name AS object,
       jsonb_build_object('relation', format('%I.%I', n.nspname, c.relname), 'key_column', s.key_column,
                          'text_column', s.text_column, 'language', s.language) AS state
FROM factcheck.passage_source s
JOIN pg_catalog.pg_class c ON c.oid = s.relation
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
"""
"""The sources, by name."""

ENGLISH = "pg_catalog.english"


def language_name(language: str) -> str:
    """Return an SQL expression of a text search configuration's name as it is recorded."""
    return (
        "(SELECT format('%I.%I', n.nspname, c.cfgname) FROM pg_catalog.pg_ts_config c"
        " JOIN pg_catalog.pg_namespace n ON n.oid = c.cfgnamespace"
        f" WHERE c.oid = ({language})::pg_catalog.regconfig)"
    )


_LOOK = f"""
    IF to_regclass('factcheck.passage_source') IS NOT NULL THEN -- else the extension is gone, and its index with it
        SELECT s.state INTO present FROM ({SOURCE_STATES}) AS s WHERE s.object = site_object;
    END IF;
    IF wanted IS NOT NULL THEN
        wanted := jsonb_set(wanted, '{{language}}', to_jsonb({language_name("wanted->>'language'")}));
    END IF;"""

_APPLY = """
    IF wanted IS DISTINCT FROM present AND present IS NOT NULL THEN
        PERFORM factcheck.remove_source(site_object);
    END IF;
    IF wanted IS DISTINCT FROM present AND wanted IS NOT NULL THEN
        PERFORM factcheck.add_source(
            site_object, (wanted->>'relation')::regclass, (wanted->>'key_column')::name, (wanted->>'text_column')::name,
            (wanted->>'language')::regconfig);
    END IF;"""


@Operations.register_operation("add_source")
@dataclass(frozen=True)
class AddSource(SetUp):
    """Add a source of passages; the arguments are those of ``factcheck.add_source``.

    ``relation`` is schema-qualified, as SQL spells it.
    """

    operation_name: ClassVar[str] = "add_source"
    name: str
    relation: str
    key_column: str
    text_column: str
    language: str = ENGLISH

    @classmethod
    def add_source(
        cls,
        operations: Operations,
        name: str,
        relation: str,
        key_column: str,
        text_column: str,
        *,
        language: str = ENGLISH,
    ) -> None:
        """Let claims be checked against the texts of a relation; ``op.remove_source`` is the reverse."""
        operations.invoke(cls(name, relation, key_column, text_column, language))

    def state(self) -> State:
        """Return what the source is."""
        return {
            "relation": self.relation,
            "key_column": self.key_column,
            "text_column": self.text_column,
            "language": self.language,
        }

    def subject(self) -> Subject:
        """Return what is set up."""
        table_name(self.relation)  # which has to have a schema
        return _source(self.name)

    def reverse(self) -> RemoveSource:
        """Return the operation that takes this one back."""
        return RemoveSource(self.name, self)


@Operations.register_operation("remove_source")
@dataclass(frozen=True)
class RemoveSource(TakeBack):
    """Take back what ``add_source`` did; a source that no migration added is removed."""

    operation_name: ClassVar[str] = "remove_source"
    name: str
    was: AddSource | None = field(default=None, repr=False)

    @classmethod
    def remove_source(cls, operations: Operations, name: str) -> None:
        """Take back what ``op.add_source`` did; a source that no migration added is removed."""
        operations.invoke(cls(name))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _source(self.name)


def _source(name: str) -> Subject:
    return Subject("source", literal(name), "NULL", _LOOK, _APPLY)
