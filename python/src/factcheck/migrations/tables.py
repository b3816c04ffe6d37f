"""Operations on tables that claims may be about: which are added, and who reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from alembic.operations import Operations

from factcheck.errors.catalogue.migrations import site_table_not_qualified
from factcheck.migrations.pairs import SetUp, TakeBack
from factcheck.migrations.records import SCHEMA, State, Subject
from factcheck.sqltext import literal

TABLE_STATES = """
SELECT format('%I.%I', n.nspname, c.relname) AS object,
       jsonb_build_object(
           'columns', CASE WHEN NOT dt.has_all_columns THEN
               (SELECT jsonb_agg(dc.column_name ORDER BY dc.column_name COLLATE "C")
                FROM factcheck.data_column dc WHERE dc.table_id = dt.table_id) END,
           'data_set', dt.data_set, 'track', dt.is_tracked, 'trust_owner', dt.trusted_owner IS NOT NULL) AS state
FROM factcheck.data_table dt
JOIN pg_class c ON c.oid = dt.relation
JOIN pg_namespace n ON n.oid = c.relnamespace
"""
"""The added tables: their names, and how they were added."""

_LOOK_AT_TABLE = f"""
    IF to_regclass('factcheck.data_table') IS NOT NULL THEN -- else the extension is gone, and its index with it
        SELECT s.state INTO present FROM ({TABLE_STATES}) AS s WHERE s.object = site_object;
    END IF;"""

_APPLY_TO_TABLE = """
    IF wanted IS NULL AND present IS NOT NULL THEN
        PERFORM factcheck.remove_table(site_object::regclass);
    ELSIF wanted IS DISTINCT FROM present THEN
        PERFORM factcheck.add_table(
            site_object::regclass,
            columns => CASE WHEN wanted->'columns' <> 'null' THEN
                ARRAY(SELECT jsonb_array_elements_text(wanted->'columns')) END,
            data_set => wanted->>'data_set',
            track => (wanted->>'track')::boolean,
            trust_owner => nullif((wanted->>'trust_owner')::boolean,
                                  coalesce((present->>'trust_owner')::boolean, false)));
    END IF;"""

_LOOK_AT_SELECT = """
    SELECT jsonb_build_object('table', held.on_table, 'columns', held.on_columns) INTO present
    FROM (SELECT EXISTS (SELECT FROM aclexplode(c.relacl) AS g
                         WHERE g.grantee = to_regrole(quote_ident(site_role))
                           AND g.privilege_type = 'SELECT') AS on_table,
                 (SELECT coalesce(jsonb_agg(a.attname ORDER BY a.attname COLLATE "C"), '[]')
                  FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) AS g
                  WHERE a.attrelid = c.oid AND g.grantee = to_regrole(quote_ident(site_role))
                    AND g.privilege_type = 'SELECT') AS on_columns
          FROM pg_class c WHERE c.oid = to_regclass(site_object)) AS held
    WHERE held.on_table OR held.on_columns <> '[]';"""

# What a role may read anyway, as a member of another too, is left as it is.
_APPLY_SELECT = f"""
    DECLARE
        target CONSTANT pg_catalog.regclass := to_regclass(site_object);
        target_schema CONSTANT pg_catalog.text := (SELECT quote_ident(n.nspname) FROM pg_class c
                                        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = target);
        named pg_catalog.text := (SELECT string_agg(quote_ident(n), ', ')
                                  FROM jsonb_array_elements_text(wanted->'columns') AS n);
    BEGIN
        IF NOT is_taken_back AND wanted IS NOT NULL THEN
            IF NOT has_schema_privilege(site_role, target_schema::regnamespace, 'USAGE') THEN
                EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', target_schema, site_role);
                INSERT INTO {SCHEMA}.change (kind, object, role_name, is_set_up)
                VALUES ('schema', target_schema, site_role, true);
            END IF;
            IF EXISTS (SELECT FROM pg_attribute a
                       WHERE a.attrelid = site_object::regclass AND a.attnum > 0 AND NOT a.attisdropped
                         AND ((wanted->>'table')::boolean OR wanted->'columns' ? a.attname)
                         AND NOT has_column_privilege(site_role, a.attrelid, a.attnum, 'SELECT')) THEN
                EXECUTE format('GRANT SELECT %s ON %s TO %I', '(' || named || ')', site_object, site_role);
            END IF;
        ELSIF to_regrole(quote_ident(site_role)) IS NOT NULL AND target IS NOT NULL THEN
            EXECUTE format('REVOKE SELECT ON %s FROM %I', site_object, site_role);
            IF (wanted->>'table')::boolean THEN
                EXECUTE format('GRANT SELECT ON %s TO %I', site_object, site_role);
            END IF;
            IF named IS NOT NULL THEN
                EXECUTE format('GRANT SELECT (%s) ON %s TO %I', named, site_object, site_role);
            END IF;
            IF NOT EXISTS (SELECT FROM {SCHEMA}.change c
                           WHERE c.kind = 'select' AND c.role_name = site_role
                             AND starts_with(c.object, target_schema || '.')) THEN
                DELETE FROM {SCHEMA}.change c
                WHERE c.kind = 'schema' AND c.object = target_schema AND c.role_name = site_role;
                IF FOUND THEN
                    EXECUTE format('REVOKE USAGE ON SCHEMA %s FROM %I', target_schema, site_role);
                END IF;
            END IF;
        ELSE -- with the role or the table its rights are gone
            DELETE FROM {SCHEMA}.change c
            WHERE c.kind = 'schema' AND c.role_name = site_role AND to_regrole(quote_ident(site_role)) IS NULL;
        END IF;
    END;"""


def table_name(table: str) -> str:
    """Return an SQL expression of a table's name as it is recorded; raises ``FactcheckError`` for one
    that has no schema.
    """
    if "." not in table:
        raise site_table_not_qualified(table)
    return (
        "coalesce((SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c"
        " JOIN pg_namespace n ON n.oid = c.relnamespace"
        f" WHERE c.oid = to_regclass({literal(table)})), {literal(table)})"
    )


@Operations.register_operation("add_table")
@dataclass(frozen=True)
class AddTable(SetUp):
    """Let claims be about a table; the arguments are those of ``factcheck.add_table``.

    ``table`` is schema-qualified, as SQL spells it.
    """

    operation_name: ClassVar[str] = "add_table"
    table: str
    columns: Sequence[str] | None = None
    data_set: str | None = None
    track: bool = False
    trust_owner: bool = False

    @classmethod
    def add_table(
        cls,
        operations: Operations,
        table: str,
        *,
        columns: Sequence[str] | None = None,
        data_set: str | None = None,
        track: bool = False,
        trust_owner: bool = False,
    ) -> None:
        """Let claims be about a table; ``op.remove_table`` is the reverse."""
        operations.invoke(cls(table, columns, data_set, track, trust_owner))

    def state(self) -> State:
        """Return how the table is added."""
        columns = None if self.columns is None else sorted(self.columns)
        return {
            "columns": columns,
            "data_set": self.data_set,
            "track": self.track,
            "trust_owner": self.trust_owner,
        }

    def subject(self) -> Subject:
        """Return what is set up."""
        return _table(self.table)

    def reverse(self) -> RemoveTable:
        """Return the operation that takes this one back."""
        return RemoveTable(self.table, self)


@Operations.register_operation("remove_table")
@dataclass(frozen=True)
class RemoveTable(TakeBack):
    """Take back what ``add_table`` did; a table that no migration added is removed."""

    operation_name: ClassVar[str] = "remove_table"
    table: str
    was: AddTable | None = field(default=None, repr=False)

    @classmethod
    def remove_table(cls, operations: Operations, table: str) -> None:
        """Take back what ``op.add_table`` did; a table that no migration added is removed."""
        operations.invoke(cls(table))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _table(self.table)

    def reverse(self) -> AddTable:
        """Return the operation that adds the table again."""
        return self.was or AddTable(self.table)


@Operations.register_operation("grant_select")
@dataclass(frozen=True)
class GrantSelect(SetUp):
    """Let a role read a table, or the columns named; what it may read anyway is left as it is."""

    operation_name: ClassVar[str] = "grant_select"
    table: str
    role: str
    columns: Sequence[str] | None = None

    @classmethod
    def grant_select(
        cls, operations: Operations, table: str, role: str, *, columns: Sequence[str] | None = None
    ) -> None:
        """Let a role read a table, or the columns named, and use its schema; ``op.revoke_select`` is the reverse."""
        operations.invoke(cls(table, role, columns))

    def state(self) -> State:
        """Return what the role is let read."""
        return {"table": self.columns is None, "columns": sorted(self.columns or [])}

    def subject(self) -> Subject:
        """Return what is set up."""
        return _select(self.table, self.role)

    def reverse(self) -> RevokeSelect:
        """Return the operation that takes this one back."""
        return RevokeSelect(self.table, self.role, self)


@Operations.register_operation("revoke_select")
@dataclass(frozen=True)
class RevokeSelect(TakeBack):
    """Take back what ``grant_select`` did."""

    operation_name: ClassVar[str] = "revoke_select"
    table: str
    role: str
    was: GrantSelect | None = field(default=None, repr=False)

    @classmethod
    def revoke_select(cls, operations: Operations, table: str, role: str) -> None:
        """Take back what ``op.grant_select`` did; rights that no migration granted are revoked."""
        operations.invoke(cls(table, role))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _select(self.table, self.role)

    def reverse(self) -> GrantSelect:
        """Return the operation that grants the right again."""
        return self.was or GrantSelect(self.table, self.role)


def _table(table: str) -> Subject:
    return Subject("table", table_name(table), "NULL", _LOOK_AT_TABLE, _APPLY_TO_TABLE)


def _select(table: str, role: str) -> Subject:
    return Subject("select", table_name(table), literal(role), _LOOK_AT_SELECT, _APPLY_SELECT)
