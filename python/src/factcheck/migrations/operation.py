"""What all operations have in common: they run as one statement, are written into revisions, and say what differs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy
from alembic.autogenerate import renderers
from alembic.autogenerate.api import AutogenContext
from alembic.operations import MigrateOperation, Operations


@dataclass(frozen=True)
class SiteOperation(MigrateOperation, ABC):
    """An operation of a site's set-up; its fields are the arguments that a revision gives it."""

    operation_name: ClassVar[str]

    @abstractmethod
    def statement(self, folder: Path) -> str:
        """Return the statement that the operation runs; ``folder`` is that of the migrations."""

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        """Return the arguments that a revision has to give, by position and by name."""
        given = [field for field in fields(self) if field.repr]
        named = {field.name: getattr(self, field.name) for field in given if field.default is not MISSING}
        defaults = {field.name: field.default for field in given}
        return (
            [getattr(self, field.name) for field in given if field.default is MISSING],
            {name: value for name, value in named.items() if value != defaults[name]},
        )

    def to_diff_tuple(self) -> tuple[Any, ...]:
        """Return what ``alembic check`` shows of the operation."""
        positional, named = self.arguments()
        return (self.operation_name, *positional, *([named] if named else []))


def plain_text(statement: str) -> sqlalchemy.TextClause:
    """Return a statement as SQLAlchemy takes it, with no parameter in it."""
    return sqlalchemy.text(statement.replace(":", "\\:"))


def folder_of(operations: Operations) -> Path:
    """Return the folder of the migrations that run."""
    script = operations.migration_context.script
    return Path(script.dir) if script is not None else Path()


@Operations.implementation_for(SiteOperation)
def _run(operations: Operations, operation: SiteOperation) -> None:
    operations.execute(plain_text(operation.statement(folder_of(operations))))


@renderers.dispatch_for(SiteOperation)
def _render(context: AutogenContext, operation: SiteOperation) -> str:
    positional, named = operation.arguments()
    arguments = [*map(repr, positional), *(f"{name}={value!r}" for name, value in named.items())]
    return f"{context.opts['alembic_module_prefix']}{operation.operation_name}({', '.join(arguments)})"
