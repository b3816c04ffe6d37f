"""Operations on roles: the level that a role has, and who may let others in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from alembic.operations import Operations

from factcheck.errors.catalogue.migrations import level_change_not_permitted
from factcheck.migrations.pairs import SetUp, TakeBack
from factcheck.migrations.records import State, Subject, raising
from factcheck.sqltext import identifier, literal

LEVELS = ("reader", "analyst", "admin")

_LOOK_AT_USAGE = """
    IF to_regrole(quote_ident(site_role)) IS NOT NULL THEN
        present := jsonb_build_object('level', NULL);
        IF to_regprocedure('factcheck._granted_levels()') IS NOT NULL THEN
            present := jsonb_build_object('level', (SELECT g.level FROM factcheck._granted_levels() AS g
                                                    WHERE g.role = to_regrole(quote_ident(site_role))));
        END IF;
    END IF;"""

_REVOKE_ALL = """
        FOR statement IN
            SELECT format('REVOKE ALL ON %s FROM %I',
                          CASE d.classid
                              WHEN 'pg_proc'::regclass THEN 'ROUTINE ' || d.objid::regprocedure
                              WHEN 'pg_namespace'::regclass THEN 'SCHEMA ' || d.objid::regnamespace
                              WHEN 'pg_type'::regclass THEN 'TYPE ' || d.objid::regtype
                              ELSE 'TABLE ' || d.objid::regclass
                          END, site_role)
            FROM pg_extension e
            JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
            LEFT JOIN pg_class r ON d.classid = 'pg_class'::regclass AND r.oid = d.objid
            WHERE e.extname = 'factcheck'
              AND (d.classid IN ('pg_proc'::regclass, 'pg_namespace'::regclass, 'pg_type'::regclass)
                   OR r.relkind IN ('r', 'v', 'S'))
        LOOP
            EXECUTE statement;
        END LOOP;"""

# VACUUM waits for whoever has granted rights on its table, and add_table, in the same transaction, for VACUUM
# before it analyses the table: a deadlock.  Under this lock checks go on, and so do writers.
_KEEP_VACUUM_OUT = """
            FOR statement IN
                SELECT format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', c.oid::regclass) FROM pg_class c
                WHERE c.relnamespace = to_regnamespace('factcheck') AND c.relkind = 'r' ORDER BY c.oid
            LOOP
                EXECUTE statement;
            END LOOP;"""

_DROP_ROLE = """
        IF EXISTS (SELECT FROM pg_auth_members m
                   WHERE m.roleid = to_regrole(quote_ident(site_role))
                     AND m.member <> to_regrole(quote_ident(current_user))) THEN
            RAISE WARNING 'role % is kept: it has members', quote_ident(site_role)
                USING HINT = format('Drop it when nobody needs it: DROP ROLE %I;', site_role);
        ELSE
            BEGIN
                EXECUTE format('DROP ROLE %I', site_role);
            EXCEPTION WHEN dependent_objects_still_exist THEN
                RAISE WARNING 'role % is kept: objects or rights depend on it', quote_ident(site_role)
                    USING HINT = format('Drop it when nothing needs it: DROP ROLE %I;', site_role);
            END;
        END IF;"""

# A role that a migration made goes with it, unless something depends on it: objects, rights in any database, members.
_APPLY_USAGE = f"""
    DECLARE
        levels CONSTANT pg_catalog.text[] := ARRAY['reader', 'analyst', 'admin'];
        wanted_level CONSTANT pg_catalog.text := wanted->>'level';
        statement pg_catalog.text;
    BEGIN
        IF wanted IS DISTINCT FROM present
           AND NOT pg_has_role((SELECT n.nspowner FROM pg_namespace n WHERE n.nspname = 'factcheck'), 'USAGE') THEN
            {raising(level_change_not_permitted("%1$I"), "site_role")}
        END IF;
        IF wanted IS DISTINCT FROM present THEN{_KEEP_VACUUM_OUT}
        END IF;
        IF wanted IS NOT NULL AND present IS NULL THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', site_role);
        END IF;
        IF array_position(levels, present->>'level') > coalesce(array_position(levels, wanted_level), 0)
        THEN{_REVOKE_ALL}
        END IF;
        -- where the extension is gone, there is no level to restore
        IF wanted_level IS NOT NULL AND NOT (is_taken_back AND to_regnamespace('factcheck') IS NULL) THEN
            PERFORM factcheck.grant_usage(quote_ident(site_role)::regrole, wanted_level);
        END IF;
        IF is_taken_back AND wanted IS NULL AND present IS NOT NULL THEN{_DROP_ROLE}
        END IF;
    END;"""

_LOOK_AT_ADMIN_OPTION = """
    SELECT jsonb_build_object('has_admin_option', bool_or(m.admin_option)) INTO present
    FROM pg_auth_members m
    WHERE m.roleid = to_regrole(quote_ident(site_object)) AND m.member = to_regrole(quote_ident(site_role))
    HAVING count(*) > 0;"""

_APPLY_ADMIN_OPTION = """
    IF (wanted->>'has_admin_option')::boolean THEN
        EXECUTE format('GRANT %I TO %I WITH ADMIN OPTION', site_object, site_role);
    ELSIF present IS NOT NULL THEN
        BEGIN
            EXECUTE format(CASE WHEN wanted IS NULL THEN 'REVOKE %I FROM %I'
                                ELSE 'REVOKE ADMIN OPTION FOR %I FROM %I' END,
                           site_object, site_role);
        EXCEPTION WHEN dependent_objects_still_exist THEN
            RAISE WARNING 'role % stays a member of role %: it has let others in',
                          quote_ident(site_role), quote_ident(site_object)
                USING HINT = format('When they may go with it: REVOKE %I FROM %I CASCADE;', site_object, site_role);
        END;
    END IF;"""


@Operations.register_operation("grant_usage")
@dataclass(frozen=True)
class GrantUsage(SetUp):
    """Give a role the rights of a level, and no more; one that does not exist is made, without login."""

    operation_name: ClassVar[str] = "grant_usage"
    role: str
    level: str

    @classmethod
    def grant_usage(cls, operations: Operations, role: str, level: str) -> None:
        """Give a role the rights of a level; ``op.revoke_usage`` is the reverse.

        A role that does not exist is made, without login: grant it to people.
        """
        operations.invoke(cls(role, level))

    def state(self) -> State:
        """Return the state that is set up."""
        return {"level": self.level}

    def subject(self) -> Subject:
        """Return what is set up."""
        return _usage(self.role)

    def reverse(self) -> RevokeUsage:
        """Return the operation that takes this one back."""
        return RevokeUsage(self.role, self)


@Operations.register_operation("revoke_usage")
@dataclass(frozen=True)
class RevokeUsage(TakeBack):
    """Take back what ``grant_usage`` did; the role goes if a migration made it."""

    operation_name: ClassVar[str] = "revoke_usage"
    role: str
    was: GrantUsage | None = field(default=None, repr=False)

    @classmethod
    def revoke_usage(cls, operations: Operations, role: str) -> None:
        """Take back what ``op.grant_usage`` did; a level that no migration gave is taken away."""
        operations.invoke(cls(role))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _usage(self.role)

    def reverse(self) -> GrantUsage:
        """Return the operation that gives the level again."""
        return self.was or GrantUsage(self.role, LEVELS[0])


@Operations.register_operation("grant_admin_option")
@dataclass(frozen=True)
class GrantAdminOption(SetUp):
    """Let the members of one role let others into another: ``GRANT role TO member WITH ADMIN OPTION``."""

    operation_name: ClassVar[str] = "grant_admin_option"
    role: str
    member: str

    @classmethod
    def grant_admin_option(cls, operations: Operations, role: str, member: str) -> None:
        """Let ``member``, such as the administrators, let others into ``role``, such as the analysts.

        ``op.revoke_admin_option`` is the reverse.
        """
        operations.invoke(cls(role, member))

    def state(self) -> State:
        """Return the state that is set up."""
        return {"has_admin_option": True}

    def subject(self) -> Subject:
        """Return what is set up."""
        return _admin_option(self.role, self.member)

    def reverse(self) -> RevokeAdminOption:
        """Return the operation that takes this one back."""
        return RevokeAdminOption(self.role, self.member)


@Operations.register_operation("revoke_admin_option")
@dataclass(frozen=True)
class RevokeAdminOption(TakeBack):
    """Take back what ``grant_admin_option`` did."""

    operation_name: ClassVar[str] = "revoke_admin_option"
    role: str
    member: str

    @classmethod
    def revoke_admin_option(cls, operations: Operations, role: str, member: str) -> None:
        """Take back what ``op.grant_admin_option`` did; who was let in stays in."""
        operations.invoke(cls(role, member))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _admin_option(self.role, self.member)

    def reverse(self) -> GrantAdminOption:
        """Return the operation that gives the option again."""
        return GrantAdminOption(self.role, self.member)


def _usage(role: str) -> Subject:
    identifier(role)  # refuses what no role can be called
    return Subject("usage", "NULL", literal(role), _LOOK_AT_USAGE, _APPLY_USAGE)


def _admin_option(role: str, member: str) -> Subject:
    return Subject("admin option", literal(role), literal(member), _LOOK_AT_ADMIN_OPTION, _APPLY_ADMIN_OPTION)
