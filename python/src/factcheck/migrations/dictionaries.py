"""Operations on data dictionaries: the descriptions that a file has of added tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from alembic.operations import Operations

from factcheck.documents.encodings import decode_text
from factcheck.errors.catalogue.migrations import site_file_not_readable
from factcheck.migrations.operation import SiteOperation
from factcheck.migrations.records import SCHEMA, block, create_records, drop_empty_records, state_sql
from factcheck.sqltext import literal

# The descriptions are recorded as they were, by the table's name: its OID may be another table's one day.
_TAKE_BACK = """
    taken_back pg_catalog.record;
    target pg_catalog.regclass;
    kept pg_catalog.record;
    targets pg_catalog.regclass[] := '{}';"""

_TAKE_BACK_STATEMENTS = f"""
    SELECT c.number, c.before INTO taken_back FROM {SCHEMA}.change c
    WHERE c.kind = 'dictionary' AND c.object = @FILE@ ORDER BY c.number DESC LIMIT 1;
    DELETE FROM {SCHEMA}.change c WHERE c.number = taken_back.number;
    IF to_regclass('factcheck.description') IS NOT NULL THEN -- else the extension is gone, and the descriptions with it
        FOR kept IN
            SELECT * FROM jsonb_to_recordset(taken_back.before) AS k
                ("table" text, "column" name, description text, source text, described_at timestamptz)
        LOOP
            target := to_regclass(kept."table");
            CONTINUE WHEN target IS NULL;
            DELETE FROM factcheck.description d
            WHERE d.relation = target AND d.column_name IS NOT DISTINCT FROM kept."column";
            INSERT INTO factcheck.description (relation, column_name, column_number, description, source, described_at)
            SELECT target, kept."column",
                   (SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = target AND a.attname = kept."column"),
                   kept.description, kept.source, kept.described_at
            WHERE kept.description IS NOT NULL;
            targets := targets || target;
        END LOOP;
        PERFORM factcheck.refresh(dt.relation) FROM factcheck.data_table dt WHERE dt.relation = ANY (targets);
    END IF;"""

_LOAD = """
    descriptions pg_catalog.jsonb;"""

_LOAD_STATEMENTS = f"""
    SELECT coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('relation', d.relation::oid)), '[]') INTO descriptions
    FROM factcheck.description d;
    PERFORM factcheck.load_dictionary(@ARGUMENTS@);
    INSERT INTO {SCHEMA}.change (kind, object, is_set_up, decided, before)
    SELECT 'dictionary', @FILE@, true, @DECIDED@,
           coalesce(jsonb_agg(jsonb_build_object(
               'table', format('%I.%I', n.nspname, c.relname), 'column', d.column_name, 'description', was.description,
               'source', was.source, 'described_at', was.described_at)), '[]')
    FROM factcheck.description d
    JOIN pg_class c ON c.oid = d.relation
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN jsonb_to_recordset(descriptions) AS was
        (relation oid, column_name name, description text, source text, described_at timestamptz)
        ON was.relation = d.relation AND was.column_name IS NOT DISTINCT FROM d.column_name
    WHERE (was.description, was.source) IS DISTINCT FROM (d.description, d.source);"""


@Operations.register_operation("load_dictionary")
@dataclass(frozen=True)
class LoadDictionary(SiteOperation):
    """Take descriptions of added tables and their columns from a file, as ``factcheck.load_dictionary`` does.

    ``file`` is found from the folder of the migrations.
    """

    operation_name: ClassVar[str] = "load_dictionary"
    file: str
    format: str | None = None
    table: str | None = None
    data_set: str | None = None

    @classmethod
    def load_dictionary(
        cls,
        operations: Operations,
        file: str,
        *,
        format: str | None = None,
        table: str | None = None,
        data_set: str | None = None,
    ) -> None:
        """Take descriptions of added tables from a data dictionary; ``op.unload_dictionary`` is the reverse."""
        operations.invoke(cls(file, format, table, data_set))

    def text(self, folder: Path) -> str:
        """Read the dictionary; raises ``FactcheckError`` where this is not possible."""
        try:
            return decode_text((folder / self.file).read_bytes())
        except OSError as error:
            raise site_file_not_readable(str(folder / self.file), str(error.strerror)) from None

    def statement(self, folder: Path) -> str:
        """Return the statement, which holds the text of the dictionary."""
        table = "NULL" if self.table is None else f"{literal(self.table)}::regclass"
        arguments = (
            f"{literal(self.text(folder))}, format => {literal(self.format)},"
            f' "table" => {table}, data_set => {literal(self.data_set)}'
        )
        decided = state_sql({"format": self.format, "table": self.table, "data_set": self.data_set})
        statements = _LOAD_STATEMENTS.replace("@FILE@", literal(self.file)).replace("@DECIDED@", decided)
        statements = statements.replace("@ARGUMENTS@", arguments)
        return block(_LOAD, create_records() + statements)

    def reverse(self) -> UnloadDictionary:
        """Return the operation that takes this one back."""
        return UnloadDictionary(self.file, self)


@Operations.register_operation("unload_dictionary")
@dataclass(frozen=True)
class UnloadDictionary(SiteOperation):
    """Restore the descriptions that ``load_dictionary`` replaced."""

    operation_name: ClassVar[str] = "unload_dictionary"
    file: str
    was: LoadDictionary | None = field(default=None, repr=False)

    @classmethod
    def unload_dictionary(cls, operations: Operations, file: str) -> None:
        """Restore the descriptions that ``op.load_dictionary`` replaced when it last loaded the file."""
        operations.invoke(cls(file))

    def statement(self, folder: Path) -> str:  # noqa: ARG002
        """Return the statement."""
        statements = create_records() + _TAKE_BACK_STATEMENTS.replace("@FILE@", literal(self.file))
        return block(_TAKE_BACK, f"{statements}\n{drop_empty_records()}")

    def reverse(self) -> LoadDictionary:
        """Return the operation that loads the dictionary again."""
        return self.was or LoadDictionary(self.file)
