"""What the extension consists of, and what each level may do with it, as text that can be compared line by line.

``objects(connection)`` lists every member of the extension with all that a user or a dump could notice; with
``bodies=True`` the definitions of functions and views, too, which two ways to the same version must share.
``rights(connection, roles)`` is a table of every object and what each role may do with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import psycopg

Connection = psycopg.Connection[Any]

MEMBERS = """
SELECT d.classid, d.objid, i.type, i.identity
FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass,
     pg_identify_object(d.classid, d.objid, 0) AS i
WHERE d.deptype = 'e' AND e.extname = 'factcheck'
"""

# Each gives the object's catalogue and number, and a line about it; ordered as they shall stand.
DETAILS = [
    """
    SELECT 'pg_class'::regclass, c.oid, concat_ws(', ',
               'columns' || CASE WHEN c.relkind = 'v' THEN ' of a view' ELSE '' END,
               CASE c.relpersistence WHEN 'u' THEN 'unlogged' END,
               CASE WHEN c.relrowsecurity THEN 'row security' END,
               CASE WHEN c.relforcerowsecurity THEN 'forced row security' END,
               CASE WHEN c.reloptions IS NOT NULL THEN array_to_string(c.reloptions, ', ') END) || ':'
    FROM pg_class c WHERE c.relkind IN ('r', 'v')
    """,
    """
    SELECT 'pg_class'::regclass, a.attrelid, concat_ws(' ', '   ', quote_ident(a.attname),
               format_type(a.atttypid, a.atttypmod),
               'collate ' || CASE WHEN a.attcollation <> t.typcollation THEN a.attcollation::regcollation::text END,
               CASE WHEN a.attnotnull THEN 'not null' END,
               CASE a.attidentity WHEN 'a' THEN 'identity always' WHEN 'd' THEN 'identity by default' END,
               CASE a.attgenerated WHEN 's' THEN 'generated' END,
               'default ' || pg_get_expr(d.adbin, d.adrelid),
               CASE WHEN a.attstorage <> t.typstorage THEN 'storage ' || a.attstorage::text END,
               'rights ' || (SELECT string_agg(g::text, ' ' ORDER BY g::text) FROM unnest(a.attacl) AS g),
               '-- ' || col_description(a.attrelid, a.attnum))
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum
    """,
    """
    SELECT 'pg_class'::regclass, conrelid, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE conrelid <> 0 AND contype <> 'n' ORDER BY conname
    """,
    """
    SELECT 'pg_class'::regclass, i.indrelid, 'index ' || pg_get_indexdef(i.indexrelid)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid ORDER BY c.relname
    """,
    """
    SELECT 'pg_class'::regclass, tgrelid,
           pg_get_triggerdef(oid) || CASE tgenabled WHEN 'D' THEN ', disabled' ELSE '' END
    FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname
    """,
    """
    SELECT 'pg_class'::regclass, t.tgrelid, format('%s of %s: %s', p.proname, c.conname,
               CASE t.tgenabled WHEN 'D' THEN 'disabled' ELSE 'enabled' END)
    FROM pg_trigger t JOIN pg_constraint c ON c.oid = t.tgconstraint JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE t.tgisinternal ORDER BY c.conname, p.proname
    """,
    """
    SELECT 'pg_class'::regclass, polrelid, concat_ws(' ', 'policy', polname, 'for', polcmd, 'to',
               CASE WHEN polroles = '{0}' THEN 'PUBLIC' ELSE polroles::text END,
               CASE WHEN NOT polpermissive THEN 'restrictive' END,
               'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid))
    FROM pg_policy ORDER BY polname
    """,
    """
    SELECT 'pg_class'::regclass, seqrelid,
           format('%s from %s by %s', format_type(seqtypid, NULL), seqstart, seqincrement) FROM pg_sequence
    """,
    """
    SELECT 'pg_proc'::regclass, p.oid, concat_ws(' ', 'returns', pg_get_function_result(p.oid), 'arguments',
               '(' || pg_get_function_arguments(p.oid) || ')')
    FROM pg_proc p
    """,
    """
    SELECT 'pg_proc'::regclass, p.oid, concat_ws(', ', l.lanname,
               CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
               CASE WHEN p.proisstrict THEN 'strict' END, CASE WHEN p.prosecdef THEN 'security definer' END,
               CASE WHEN p.proleakproof THEN 'leakproof' END,
               'parallel ' || CASE p.proparallel WHEN 's' THEN 'safe' WHEN 'r' THEN 'restricted' ELSE 'unsafe' END,
               CASE WHEN p.proretset THEN 'rows ' || p.prorows END, 'cost ' || p.procost)
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    """,
    """
    SELECT 'pg_proc'::regclass, p.oid, 'set ' || array_to_string(p.proconfig, ', ') FROM pg_proc p
    """,
    """
    SELECT 'pg_type'::regclass, t.oid, concat_ws(' ', 'attribute', quote_ident(a.attname),
               format_type(a.atttypid, a.atttypmod), '-- ' || col_description(t.typrelid, a.attnum))
    FROM pg_type t JOIN pg_attribute a ON a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY t.oid, a.attnum
    """,
    """
    SELECT 'pg_type'::regclass, enumtypid, 'enum: ' || string_agg(enumlabel, ', ' ORDER BY enumsortorder)
    FROM pg_enum GROUP BY enumtypid
    """,
    """
    SELECT 'pg_class'::regclass, c.oid, 'owned by ' || d.refobjid::regclass || '.' || a.attname
    FROM pg_class c JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
    JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid WHERE c.relkind = 'S'
    """,
    """
    SELECT 'pg_class'::regclass, member.oid,
           trim('dumped ' || coalesce(e.extcondition[member.number], ''))
    FROM pg_extension e, unnest(e.extconfig) WITH ORDINALITY AS member (oid, number) WHERE e.extname = 'factcheck'
    """,
    *(
        f"""
        SELECT '{catalogue}'::regclass, oid, 'rights ' || (
                   SELECT string_agg(g::text, ' ' ORDER BY g::text)
                   FROM unnest(coalesce({acl}, acldefault({kind}, {owner}))) AS g)
        FROM {catalogue}
        """
        for catalogue, acl, kind, owner in (
            ("pg_class", "relacl", "CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::\"char\"", "relowner"),
            ("pg_proc", "proacl", "'f'", "proowner"),
            ("pg_type", "typacl", "'T'", "typowner"),
            ("pg_namespace", "nspacl", "'n'", "nspowner"),
        )
    ),
    """
    SELECT classoid, objoid, concat_ws(' ', 'as installed', CASE WHEN objsubid <> 0 THEN 'column ' || objsubid END,
               (SELECT string_agg(g::text, ' ' ORDER BY g::text) FROM unnest(initprivs) AS g))
    FROM pg_init_privs ORDER BY objsubid
    """,
    "SELECT classoid, objoid, '-- ' || description FROM pg_description WHERE objsubid = 0",
]
BODIES = [
    "SELECT 'pg_proc'::regclass, oid, 'body ' || md5(prosrc) FROM pg_proc",
    "SELECT 'pg_class'::regclass, oid, 'query ' || md5(pg_get_viewdef(oid)) FROM pg_class WHERE relkind = 'v'",
]


SEEDED = ("factcheck.setting_definition",)
"""The tables that the install script itself fills."""


def objects(connection: Connection, *, bodies: bool = False) -> str:
    """Every member of the extension with what is known of it; the owner is called "owner"."""
    owner = connection.execute(
        "SELECT quote_ident(r.rolname) FROM pg_extension e JOIN pg_roles r ON r.oid = e.extowner"
        " WHERE e.extname = 'factcheck'"
    ).fetchone()[0]  # type: ignore[index]
    lines: dict[tuple[int, int], list[str]] = defaultdict(list)
    for query in [*DETAILS, *(BODIES if bodies else ())]:
        for catalogue, number, line in connection.execute(
            f"SELECT d.catalogue::oid, d.number, d.line FROM ({query}) AS d (catalogue, number, line)"
            f" JOIN ({MEMBERS}) AS m ON m.classid = d.catalogue AND m.objid = d.number WHERE line IS NOT NULL"
        ):
            lines[catalogue, number].append(named(line, owner))
    for table in SEEDED if bodies else ():
        [key] = connection.execute("SELECT 'pg_class'::regclass::oid, %s::regclass::oid", [table])
        rows = connection.execute(f"SELECT t::text FROM {table} AS t ORDER BY 1")
        lines[key].extend(f"row {row}" for (row,) in rows)
    members = connection.execute(f'SELECT * FROM ({MEMBERS}) AS m ORDER BY type, identity COLLATE "C"').fetchall()
    return "\n".join(
        line
        for catalogue, number, kind, identity in members
        for line in (f"{kind} {identity}", *("    " + detail for detail in lines[catalogue, number]), "")
    )


def named(line: str, owner: str) -> str:
    """A line with the extension's owner as "owner" and the empty grantee as PUBLIC, without what others were given."""
    before, word, granted = line.partition("as installed " if line.startswith("as installed ") else "rights ")
    if not word:
        return line
    granted, dashes, comment = granted.partition(" -- ")
    entries = [
        entry.replace(f"{owner}=", "owner=")
        .replace(f"/{owner}", "/owner")
        .replace("=", "PUBLIC=", entry.startswith("="))
        for entry in granted.split(" ")
    ]
    kept = [entry for entry in entries if entry.startswith(("owner=", "PUBLIC=")) or "=" not in entry]
    own = before + word + " ".join(kept) if kept else before.rstrip()  # a column of which only others got rights
    return own + dashes + comment


PRIVILEGES = {
    "pg_class": ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"),
    "sequence": ("USAGE", "SELECT", "UPDATE"),
    "pg_proc": ("EXECUTE",),
    "pg_type": ("USAGE",),
    "pg_namespace": ("USAGE", "CREATE"),
}
"""What may be granted on an object of each catalogue; "sequence" stands for the sequences of pg_class."""

TEST = {
    "pg_class": "has_table_privilege",
    "sequence": "has_sequence_privilege",
    "pg_proc": "has_function_privilege",
    "pg_type": "has_type_privilege",
    "pg_namespace": "has_schema_privilege",
}


def rights(connection: Connection, roles: Mapping[str, str]) -> dict[str, dict[str, frozenset[str]]]:
    """What each role, by the name of its level, may do with each member of the extension.

    A right to some columns of a table reads ``UPDATE (frequency)``.
    """
    members = connection.execute(
        f"SELECT classid::regclass::text, objid, type, identity FROM ({MEMBERS}) AS m"
    ).fetchall()
    table: dict[str, dict[str, frozenset[str]]] = {}
    for catalogue, number, kind, identity in members:
        what = "sequence" if kind == "sequence" else catalogue
        table[f"{kind} {identity}"] = {
            level: frozenset(
                privilege
                for (privilege,) in connection.execute(
                    f"SELECT privilege FROM unnest(%s::text[]) AS privilege WHERE {TEST[what]}(%s, %s::oid, privilege)",
                    [list(PRIVILEGES[what]), role, number],
                )
            )
            | (column_rights(connection, role, number) if what == "pg_class" else frozenset())
            for level, role in roles.items()
        }
    return table


def column_rights(connection: Connection, role: str, relation: int) -> frozenset[str]:
    """What a role may do with some columns of a relation beyond what it may do with all of them."""
    rows = connection.execute(
        "SELECT format('%%s (%%s)', privilege, string_agg(a.attname, ', ' ORDER BY a.attnum)) FROM pg_attribute a,"
        " unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) AS privilege"
        " WHERE a.attrelid = %(relation)s AND a.attnum > 0 AND NOT a.attisdropped"
        " AND has_column_privilege(%(role)s, a.attrelid, a.attnum, privilege)"
        " AND NOT has_table_privilege(%(role)s, a.attrelid, privilege) GROUP BY privilege",
        {"role": role, "relation": relation},
    )
    return frozenset(text for (text,) in rows)


def as_text(table: Mapping[str, Mapping[str, frozenset[str]]]) -> str:
    """The table of rights, a line for each object and level; a level equal to the one before has none."""
    lines = []
    for name in sorted(table):
        lines.append(name)
        before: frozenset[str] | None = None
        for level, may in table[name].items():
            if may != before:
                lines.append(f"    {level}: {', '.join(sorted(may)) or 'nothing'}")
            before = may
    return "\n".join(lines) + "\n"
