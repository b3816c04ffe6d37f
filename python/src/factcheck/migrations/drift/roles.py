"""What differs of roles: their levels, and who may let others in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.difference import Difference, Recorded
from factcheck.migrations.roles import GrantAdminOption, GrantUsage, RevokeAdminOption, RevokeUsage
from factcheck.port import Database
from factcheck.sqltext import literal


@dataclass(frozen=True, slots=True)
class RoleDrift:
    """Compares the roles."""

    database: Database
    site: Site
    recorded: Recorded

    def levels(self) -> dict[str, str]:
        """Return the level that each role was given."""
        rows = self.database.query(
            "SELECT r.rolname::text AS role, g.level FROM factcheck._granted_levels() AS g"
            " JOIN pg_catalog.pg_roles r ON r.oid = g.role ORDER BY g.rank, r.rolname"
        )
        return {row["role"]: row["level"] for row in rows}

    def undeclared(self) -> Iterator[Difference]:
        """Yield what the file does not say, or no longer."""
        declared = {usage.role for usage in self.site.usage or ()}
        levels = self.levels()
        by_migrations = {role for _, role in self.recorded.get("usage", {})}
        for role, level in levels.items():
            if role not in declared and (self.site.usage is not None or role in by_migrations):
                operation = RevokeUsage(role, GrantUsage(role, level))
                yield Difference(f'role "{role}" has the level {level}, which is not declared', operation)

    def missing(self) -> Iterator[Difference]:
        """Yield what the file says and the database is without, or has otherwise."""
        levels = self.levels()
        for usage in self.site.usage or ():
            if usage.role not in levels:
                yield Difference(f'role "{usage.role}" is declared, and does not have the level {usage.level}', usage)
            elif levels[usage.role] != usage.level:
                words = f'role "{usage.role}" has the level {levels[usage.role]}, declared is {usage.level}'
                yield Difference(words, usage)
        for option in self.site.admin_options or ():
            if not self._has_option(option):
                yield Difference(f'members of role "{option.member}" cannot let others into "{option.role}"', option)

    def undeclared_options(self) -> Iterator[Difference]:
        """Yield who may let others in, and no longer should."""
        declared = {(option.role, option.member) for option in self.site.admin_options or ()}
        for role, member in self.recorded.get("admin option", {}):
            if (role, member) not in declared:
                operation = RevokeAdminOption(role, member)
                yield Difference(f'members of role "{member}" can let others into "{role}", not declared', operation)

    def _has_option(self, option: GrantAdminOption) -> bool:
        return bool(
            self.database.query(
                "SELECT 1 FROM pg_catalog.pg_auth_members m JOIN pg_catalog.pg_roles r ON r.oid = m.roleid"
                " JOIN pg_catalog.pg_roles u ON u.oid = m.member"
                f" WHERE r.rolname = {literal(option.role)} AND u.rolname = {literal(option.member)} AND m.admin_option"
            )
        )
