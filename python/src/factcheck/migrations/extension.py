"""The operation that asks for the extension: what migrations need of it, and who has to do something about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from alembic.operations import Operations

from factcheck.errors.catalogue.migrations import extension_not_available, extension_not_in_database, extension_too_old
from factcheck.migrations.operation import SiteOperation
from factcheck.migrations.records import block, raising
from factcheck.sqltext import literal


@Operations.register_operation("require_extension")
@dataclass(frozen=True)
class RequireExtension(SiteOperation):
    """Stop unless the extension is there in a version, or in a later one."""

    operation_name: ClassVar[str] = "require_extension"
    version: str

    @classmethod
    def require_extension(cls, operations: Operations, version: str) -> None:
        """Stop unless the extension is there in this version or a later one; the HINT is for the DBA."""
        operations.invoke(cls(version))

    def statement(self, folder: Path) -> str:  # noqa: ARG002
        """Return the statement."""
        needed = literal(self.version)
        not_available = raising(extension_not_available(self.version))
        not_created = raising(extension_not_in_database("%1$I"), "current_database()")
        too_old = raising(extension_too_old("%1$s", self.version, "%2$L"), "installed", "newest")
        return block(
            f"""
    installed pg_catalog.text := (SELECT e.extversion FROM pg_extension e WHERE e.extname = 'factcheck');
    newest pg_catalog.text := (SELECT v.version FROM pg_available_extension_versions v WHERE v.name = 'factcheck'
                    ORDER BY {_numbers("v.version")} DESC LIMIT 1);""",
            f"""    IF installed IS NULL OR {_numbers("installed")} < {_numbers(needed)} THEN
        IF newest IS NULL OR {_numbers("newest")} < {_numbers(needed)} THEN
            {not_available}
        ELSIF installed IS NULL THEN
            {not_created}
        END IF;
        {too_old}
    END IF;""",
        )


def _numbers(expression: str) -> str:
    """Return SQL that turns a version such as 0.10.2 into an array that sorts as versions do."""
    return f"ARRAY(SELECT part[1]::integer FROM regexp_matches({expression}, '[0-9]+', 'g') AS part)"
