"""Operations on measures: arithmetic over columns that the site has named."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from alembic.operations import Operations

from factcheck.migrations.pairs import SetUp, TakeBack
from factcheck.migrations.records import State, Subject
from factcheck.migrations.tables import table_name
from factcheck.sqltext import literal

MEASURE_STATES = """
SELECT m.name AS object,
       jsonb_build_object('table', format('%I.%I', n.nspname, c.relname), 'expression', m.expression,
                          'description', m.description) AS state
FROM factcheck.measure m
JOIN factcheck.data_table dt ON dt.table_id = m.table_id
JOIN pg_catalog.pg_class c ON c.oid = dt.relation
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
"""
"""The declared measures, by name."""

_LOOK = f"""
    IF to_regclass('factcheck.measure') IS NOT NULL THEN -- else the extension is gone, and its measures with it
        SELECT s.state INTO present FROM ({MEASURE_STATES}) AS s WHERE s.object = site_object;
    END IF;"""

_APPLY = """
    IF wanted IS NULL AND present IS NOT NULL THEN
        PERFORM factcheck.remove_measure(site_object);
    ELSIF wanted IS DISTINCT FROM present THEN
        PERFORM factcheck.add_measure(
            site_object, (wanted->>'table')::regclass, wanted->>'expression', wanted->>'description');
    END IF;"""


@Operations.register_operation("add_measure")
@dataclass(frozen=True)
class AddMeasure(SetUp):
    """Declare a measure; the arguments are those of ``factcheck.add_measure``.

    ``table`` is schema-qualified, as SQL spells it.
    """

    operation_name: ClassVar[str] = "add_measure"
    name: str
    table: str
    expression: str
    description: str | None = None

    @classmethod
    def add_measure(
        cls, operations: Operations, name: str, table: str, expression: str, *, description: str | None = None
    ) -> None:
        """Declare a measure over columns of an added table; ``op.remove_measure`` is the reverse."""
        operations.invoke(cls(name, table, expression, description))

    def state(self) -> State:
        """Return what the measure is."""
        return {"table": self.table, "expression": self.expression, "description": self.description or None}

    def subject(self) -> Subject:
        """Return what is set up."""
        table_name(self.table)  # which has to have a schema
        return _measure(self.name)

    def reverse(self) -> RemoveMeasure:
        """Return the operation that takes this one back."""
        return RemoveMeasure(self.name, self)


@Operations.register_operation("remove_measure")
@dataclass(frozen=True)
class RemoveMeasure(TakeBack):
    """Take back what ``add_measure`` did; a measure that no migration declared is removed."""

    operation_name: ClassVar[str] = "remove_measure"
    name: str
    was: AddMeasure | None = field(default=None, repr=False)

    @classmethod
    def remove_measure(cls, operations: Operations, name: str) -> None:
        """Take back what ``op.add_measure`` did; a measure that no migration declared is removed."""
        operations.invoke(cls(name))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _measure(self.name)


def _measure(name: str) -> Subject:
    return Subject("measure", literal(name), "NULL", _LOOK, _APPLY)
