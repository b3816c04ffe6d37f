"""A role sees nothing of a column it may not read: not its values, not its name, not in any message."""

from __future__ import annotations

import json

import psycopg
import pytest

SECRET = "Zyxolite"
UNKNOWN = "Vyxolite"


@pytest.fixture(scope="module")
def staff(admin, analyst_name, role):
    """A table of which the analyst may read all but the salary and the project."""
    admin.execute(f"""
        CREATE TABLE public.staff (
            staff_id integer PRIMARY KEY, department text, project_codename text, salary integer);
        INSERT INTO public.staff
        SELECT g, (ARRAY['Sales', 'Research'])[1 + g % 2],
               CASE WHEN g % 4 = 0 THEN '{SECRET}' ELSE 'Open' END, 1000 + g
        FROM generate_series(1, 100) AS g;
        GRANT SELECT (staff_id, department) ON public.staff TO {analyst_name};
        SELECT factcheck.add_table('public.staff');
    """)
    chief = role()
    admin.execute(f"GRANT SELECT ON public.staff TO {chief}")
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [chief])
    return chief


DOCUMENT = f"The project {SECRET} has 25 staff. The average salary is 1,050.5. Research has 50 staff."


def everything(connection, document):
    """All that a check shows: rows, notices, the page."""
    shown = []
    connection.add_notice_handler(lambda d: shown.append(f"{d.message_primary} {d.message_detail} {d.message_hint}"))
    rows = connection.execute("SELECT to_jsonb(f) FROM fact_check(%s) AS f", [document]).fetchall()
    for (row,) in rows:
        # what the analyst wrote is no secret to the analyst
        shown.append(json.dumps({k: v for k, v in row.items() if k not in {"sentence", "claim_text"}}))
    return "\n".join(shown)


def test_who_may_read_gets_the_reading(database, staff):
    with psycopg.connect(database, user=staff, autocommit=True) as chief:
        shown = everything(chief, DOCUMENT)
    assert SECRET in shown
    assert "salary" in shown


def test_who_may_not_read_sees_nothing_of_it(analyst, staff):
    shown = everything(analyst, DOCUMENT)
    assert "Research" in shown
    for hidden in ("staff.salary", "codename"):  # "salary" itself is a word of the document
        assert hidden not in shown
    # a message may repeat a word of the document, but no other than for a word that nothing has
    assert shown.replace(SECRET, UNKNOWN) == everything(analyst, DOCUMENT.replace(SECRET, UNKNOWN))


def test_the_index_hides_it(admin, analyst, staff, has_term):
    literals = {row[0] for row in analyst.execute("SELECT literal FROM factcheck.fragment").fetchall()}
    assert "Research" in literals
    assert SECRET not in literals
    assert has_term(analyst, "research")
    assert has_term(admin, "zyxolit")
    assert not has_term(analyst, "zyxolit")
    spelled = {row[0] for row in analyst.execute("SELECT unnest(terms) FROM factcheck.spelling").fetchall()}
    assert "research" in spelled
    assert "zyxolit" not in spelled


def test_a_right_taken_back_hides_it_at_once(admin, database, staff):
    admin.execute(f"REVOKE SELECT ON public.staff FROM {staff}")
    try:
        with psycopg.connect(database, user=staff, autocommit=True) as chief:
            assert chief.execute("SELECT count(*) FROM factcheck.fragment").fetchone() == (0,)
            assert SECRET not in everything(chief, DOCUMENT)
    finally:
        admin.execute(f"GRANT SELECT ON public.staff TO {staff}")


def test_row_security_switched_on_later_hides_the_values_at_once(admin, database, staff):
    admin.execute("ALTER TABLE public.staff ENABLE ROW LEVEL SECURITY")
    try:
        with psycopg.connect(database, user=staff, autocommit=True) as chief:
            assert chief.execute("SELECT count(*) FROM factcheck.fragment").fetchone() == (0,)
    finally:
        admin.execute("ALTER TABLE public.staff DISABLE ROW LEVEL SECURITY")


def test_a_table_one_may_not_read_is_refused_by_name(analyst, admin, staff):
    admin.execute("CREATE TABLE public.closed (n integer); SELECT factcheck.add_table('public.closed')")
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        analyst.execute("SELECT * FROM fact_check('There are 7 rows.', tables => '{public.closed}')")
    assert caught.value.diag.message_primary == "permission denied for table public.closed"


def test_one_role_does_not_see_what_another_had_checked(analyst, database, staff):
    analyst.execute("SELECT count(*) FROM fact_check('A text of my own with 7 staff.')")
    with psycopg.connect(database, user=staff, autocommit=True) as chief:
        roles = {row[0] for row in chief.execute("SELECT role_name FROM factcheck.parse_cache").fetchall()}
        assert roles <= {staff}


def test_without_a_level_nothing_can_be_called(database, role):
    with psycopg.connect(database, user=role(), autocommit=True) as stranger:
        for statement in (
            "SELECT * FROM fact_check('There are 7 rows.')",
            "SELECT factcheck.version()",
            "TABLE factcheck.fragment",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                stranger.execute(statement)
