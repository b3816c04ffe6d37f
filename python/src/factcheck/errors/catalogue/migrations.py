"""Errors of migrations and of the file that declares a site."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry, enumerated


@entry
def extension_not_available(version: str) -> FactcheckError:
    """Refuse migrations on a server that offers no version of the extension that is new enough."""
    return FactcheckError(
        f"the extension factcheck {version} is not installed on this server",
        sqlstate="0A000",
        hint="Have the release installed on the database host: extension/install.sh; then run the migrations again.",
    )


@entry
def extension_not_in_database(database: str) -> FactcheckError:
    """Refuse migrations on a database without the extension; ``database`` is quoted."""
    return FactcheckError(
        f"the extension factcheck is not installed in the database {database}",
        sqlstate="42704",
        hint="Ask a superuser to run: CREATE EXTENSION factcheck SCHEMA public CASCADE;",
    )


@entry
def extension_too_old(installed: str, needed: str, newest: str) -> FactcheckError:
    """Refuse migrations on a database whose extension is older than they need; ``newest`` is a literal."""
    return FactcheckError(
        "the extension factcheck is too old",
        sqlstate="55000",
        detail=f"Version {installed} is installed, {needed} is needed.",
        hint=f"Ask a superuser to run: ALTER EXTENSION factcheck UPDATE TO {newest};"
        " SELECT * FROM factcheck.renew_grants();",
    )


@entry
def site_schema_not_trusted(schema: str, owner: str) -> FactcheckError:
    """Refuse migrations whose records are another role's, which could have its own statements run by them."""
    return FactcheckError(
        f"the records of migrations belong to the role {owner}",
        sqlstate="42501",
        detail=f"Whoever owns the schema {schema}, or what is in it, decides what migrations run.",
        hint="Run them as that role, or drop the schema if it is none of yours.",
    )


@entry
def level_change_not_permitted(role: str) -> FactcheckError:
    """Refuse a migration that gives or takes a level, run by a role that is no superuser; ``role`` is quoted."""
    return FactcheckError(
        f"permission denied to change the level of role {role}",
        sqlstate="42501",
        detail="Only a superuser gives and takes away levels.",
        hint="Run the migration as a superuser, or leave [roles] out of the site's file and ask for the roles.",
    )


@entry
def watch_as_superuser(name: str) -> FactcheckError:
    """Refuse a migration that would have a superuser watch report tables: whoever writes there has texts checked."""
    return FactcheckError(
        f"no role is named to watch {name}",
        sqlstate="42501",
        detail="Documents are checked with the rights of the role that watches, which would be a superuser.",
        hint="Name a role of the level admin that owns or may read the table, with the argument run_as.",
    )


@entry
def setting_not_known(name: str) -> FactcheckError:
    """Refuse a migration that sets what this version does not know."""
    return FactcheckError(
        f'setting "{name}" is not known', sqlstate="42704", hint="See which there are: TABLE factcheck.setting."
    )


@entry
def site_table_not_qualified(table: str) -> FactcheckError:
    """Refuse a table's name without its schema, which would depend on who migrates."""
    return FactcheckError(
        f'the name of table "{table}" has no schema',
        sqlstate="42602",
        hint="Write it as SQL spells it, for example public.sales.",
    )


@entry
def site_file_not_readable(file: str, problem: str) -> FactcheckError:
    """Report a site's file, or a file that it names, that cannot be read."""
    return FactcheckError(
        f"cannot read the site's file {file}",
        sqlstate="58030",
        detail=f"{problem}.",
        hint="Name the file of the site's decisions with -x site=FILE; others are looked for beside alembic's env.py.",
    )


@entry
def site_file_not_toml(file: str, problem: str) -> FactcheckError:
    """Refuse a site's file that is not TOML."""
    return FactcheckError(f"file {file} is not TOML", detail=f"{problem}.")


@entry
def site_key_not_known(file: str, place: str, key: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a key of a site's file that means nothing there."""
    return FactcheckError(f'{place} of {file} says "{key}", which is not known', hint=f"Known are {enumerated(known)}.")


@entry
def site_key_missing(file: str, place: str, key: str, example: str) -> FactcheckError:
    """Refuse an entry of a site's file without what it needs."""
    return FactcheckError(f'an entry {place} of {file} has no "{key}"', hint=f"Say for example {key} = {example}.")


@entry
def site_value_of_wrong_type(file: str, place: str, key: str, kind: str) -> FactcheckError:
    """Refuse a value of a site's file of another type than its key has."""
    return FactcheckError(f'"{key}" in {place} of {file} is not {kind}', hint=f"Give {kind}.")


@entry
def site_entry_twice(file: str, place: str, name: str) -> FactcheckError:
    """Refuse a site's file that decides of one thing twice."""
    return FactcheckError(f'{place} of {file} names "{name}" twice', hint="Leave one of the entries out.")


@entry
def site_level_without_role(file: str, level: str) -> FactcheckError:
    """Refuse a site's file that speaks of a level to which it gives no role."""
    return FactcheckError(
        f'{file} speaks of the level "{level}", which has no role',
        hint="Name its role under [roles], or leave the level out.",
    )
