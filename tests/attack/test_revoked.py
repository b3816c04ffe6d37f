"""Attack: keeping what one was once allowed to read.

A role checks texts while it may read a table, so that cubes over it and its values are kept; then the right goes: by
REVOKE, by leaving a group, by closing the schema, by row security, by a policy that changes.  It then asks again, in
the same session, looks into the caches and the index, and tries to bring the kept result back to life.

Protection: policies on the cube cache and on the index, there through ``factcheck._readable_visibilities``, ask
``factcheck._readable_columns`` in every statement, and a check reads tables with its caller's rights.
``test_without_the_policy_it_is_still_there`` removes that part of the policy.
"""

from __future__ import annotations

import pytest

TEXT = "There were 12 orders for Zyxolite."
SAID = 'leaves out "Zyxolite"'
"""What a message may quote of the text itself."""
QUESTION = "SELECT to_jsonb(f)::text FROM public.fact_check(%s) AS f"
KEPT = "SELECT c.contents || encode(c.cube, 'hex') FROM factcheck.cube_cache c WHERE c.bytes > 0"


@pytest.fixture(scope="module")
def group(admin, role):
    """A group that may read the table orders, in a schema of its own, of which results are kept."""
    name = role()
    admin.execute(f"""
        CREATE SCHEMA trade; GRANT USAGE ON SCHEMA trade TO PUBLIC;
        CREATE TABLE trade.orders (order_id integer PRIMARY KEY, product text);
        INSERT INTO trade.orders SELECT g, CASE WHEN g <= 12 THEN 'Zyxolite' ELSE 'Tea' END
        FROM generate_series(1, 40) AS g;
        GRANT SELECT ON trade.orders TO {name};
        SELECT factcheck.add_table('trade.orders', track => true);
    """)
    return name


@pytest.fixture(scope="module")
def member(group, root, victim):
    """A session of a member of the group."""
    root.execute(f"GRANT {group} TO {victim.connection.info.user}")
    return victim


def everything(session):
    """All that a role can get at: a check, its messages, the search, both caches and the index."""
    session.told.clear()
    found = [
        *session.rows(
            "SELECT (to_jsonb(f) - '{sentence,claim_text}'::text[])::text FROM public.fact_check(%s) AS f", [TEXT]
        ),
        *session.rows("SELECT f::text FROM factcheck.find_fragments('Zyxolite') AS f"),
        *session.rows("SELECT reason || item FROM factcheck.explain(%s, 1) WHERE part <> 'keyword'", [TEXT]),
        *session.rows("SELECT literal FROM factcheck.fragment"),
        *session.rows("SELECT unnest(terms) FROM factcheck.spelling"),
        *session.rows("SELECT encode(coalesce(postings, ''), 'escape') FROM factcheck.text_index"),
        *session.rows(KEPT),
    ]
    return "\n".join([*session.told, *(str(text) for (text,) in found)])


WAYS = {
    "REVOKE": ("REVOKE SELECT ON trade.orders FROM {group}", "GRANT SELECT ON trade.orders TO {group}"),
    "REVOKE but for a column": (
        "REVOKE SELECT ON trade.orders FROM {group}; GRANT SELECT (order_id) ON trade.orders TO {group}",
        "GRANT SELECT ON trade.orders TO {group}",
    ),
    "leaving the group": ("REVOKE {group} FROM {member}", "GRANT {group} TO {member}"),
    "a group that is not inherited": ("ALTER ROLE {member} NOINHERIT", "ALTER ROLE {member} INHERIT"),
    "closing the schema": ("REVOKE USAGE ON SCHEMA trade FROM PUBLIC", "GRANT USAGE ON SCHEMA trade TO PUBLIC"),
    "row security": (
        "ALTER TABLE trade.orders ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE trade.orders DISABLE ROW LEVEL SECURITY",
    ),
    "a policy that changes": (
        "ALTER TABLE trade.orders ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON trade.orders USING (order_id > 20);"
        " ALTER POLICY own ON trade.orders USING (order_id > 30)",
        "DROP POLICY own ON trade.orders; ALTER TABLE trade.orders DISABLE ROW LEVEL SECURITY",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_once_the_right_is_gone(root, group, member, way):
    names = {"group": group, "member": member.connection.info.user}
    taken, given = (statement.format(**names) for statement in WAYS[way])
    before = everything(member)
    assert "Zyxolite" in before.replace("zyxolit", "Zyxolit")
    assert member.rows(KEPT) != []
    root.execute(taken)
    try:
        after = everything(member)
        column = root.value("SELECT column_id FROM factcheck.data_column WHERE column_name = 'product'")
        revived = "UPDATE factcheck.cube_cache SET last_used = now(), columns = '{}' WHERE %s = ANY (columns)"
        assert member.execute(revived, [column]).rowcount == 0
    finally:
        root.execute(given)
    assert "yxolit" not in after.replace(TEXT, "").replace(SAID, "").replace(SAID.replace('"', '\\"'), "")
    assert member.rows(KEPT) != []


def test_a_check_under_way_does_not_outlive_the_right(root, group, member):
    member.execute("BEGIN; SELECT factcheck._load()")
    token = member.value("SELECT factcheck._prepare(%s, NULL, NULL, NULL, NULL)->>'token'", [TEXT])
    root.execute(f"REVOKE SELECT ON trade.orders FROM {group}")
    try:
        answer = str(member.value("SELECT factcheck._evaluate(%s)", [token]))
        member.execute("ROLLBACK")
    finally:
        root.execute(f"GRANT SELECT ON trade.orders TO {group}")
    assert "permission denied" in answer
    assert "'found_value': 12" not in answer


def test_without_the_policy_it_is_still_there(root, group, member):
    member.rows(QUESTION, [TEXT])
    root.execute(f"REVOKE SELECT ON trade.orders FROM {group}")
    assert member.rows(KEPT) == []
    root.execute("BEGIN; ALTER POLICY of_role ON factcheck.cube_cache USING (role_name = current_user)")
    root.execute("ALTER TABLE factcheck.fragment DISABLE ROW LEVEL SECURITY; COMMIT")
    try:
        assert member.rows(KEPT) != []
        assert ("Zyxolite",) in member.rows("SELECT literal FROM factcheck.fragment")
    finally:
        root.execute("ALTER TABLE factcheck.fragment ENABLE ROW LEVEL SECURITY")
        root.execute(
            "ALTER POLICY of_role ON factcheck.cube_cache USING (role_name = current_user"
            " AND columns OPERATOR(pg_catalog.<@) (SELECT factcheck._readable_columns()))"
        )
        root.execute(f"GRANT SELECT ON trade.orders TO {group}")
