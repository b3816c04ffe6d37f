"""Relations whose reading runs code of roles that are not trusted: whose it is, and what can be done about it."""

from __future__ import annotations

from factcheck.errors.catalogue.entry import FOREIGN_CODE
from factcheck.port import Database, Row
from factcheck.sqltext import literal, text_array


def code_owners(relation: str, database: Database) -> list[str]:
    """Return the roles, not trusted by the current one, whose code reading a relation would run."""
    rows = database.query(
        f"SELECT r.rolname::text AS role FROM factcheck._code_owners(ARRAY[{literal(relation)}::regclass::oid]) AS o"
        " JOIN pg_catalog.pg_roles r ON r.oid = o.owner ORDER BY 1"
    )
    return [row["role"] for row in rows]


def warn_of_code(added: Row, database: Database) -> None:
    """Warn that an added table was skipped, since reading it runs code of others."""
    database.warning(
        f"table {added['relation']} was skipped: reading it runs code of {whose_code(added)}",
        detail=FOREIGN_CODE,
        hint=f"{way_to_trust(added)}.",
    )


def whose_code(added: Row) -> str:
    """Return whose code, not to be trusted, reading an added table runs, as messages name them."""
    if added["is_owners_code"]:
        return "its owner"
    return f"{'role' if len(added['code_owners']) == 1 else 'roles'} {', '.join(added['code_owners'])}"


def way_to_trust(added: Row) -> str:
    """Return what lets an added table be read whose code of others may not run, as a sentence without its full stop."""
    if added["is_superuser"]:
        return "For a superuser code of superusers alone is run: log in as another role"
    if not added["is_owners_code"]:
        return (
            "Only a table's own owner can be trusted: let that role, or a superuser, own what the table reads and calls"
        )
    arguments = [literal(added["relation"])]
    if added["columns"] is not None:
        arguments.append(f"columns => {text_array(added['columns'])}")
    if added["data_set"] is not None:
        arguments.append(f"data_set => {literal(added['data_set'])}")
    call = f"SELECT factcheck.add_table({', '.join(arguments)}, trust_owner => true)"
    return f"If the owner is to be trusted, a superuser has to say so: {call}"
