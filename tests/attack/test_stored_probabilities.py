"""Attack: a reader learns what a column holds that it may not read from how likely the reading of another column is.

The reader may read the report and the numbers of rows, but not salaries.  Whoever writes reports asks "The maximum is
50.": what is likeliest is the number of rows, 50, which the reader may see; but how likely depends on whether the
highest salary is 50, too.

Protection: a verdict, with its probabilities, is withheld unless the reader may read what all stored readings of the
claim use.  The control: who may read it all sees that the probabilities differ.
"""

from __future__ import annotations

import pytest

STAFF = """
CREATE TABLE public.staff (staff_id integer PRIMARY KEY, team text, salary integer, age integer);
INSERT INTO public.staff
SELECT g, (ARRAY['red', 'blue'])[1 + g % 2], CASE WHEN g = 1 THEN {highest} ELSE 40 END, 30 + g % 15
FROM generate_series(1, 50) AS g;
SELECT factcheck.add_table('public.staff');
GRANT SELECT (staff_id, team, age) ON public.staff TO {reader};
CREATE TABLE public.bulletin (id integer PRIMARY KEY, body text);
INSERT INTO public.bulletin VALUES (1, 'The maximum is 50.');
GRANT SELECT ON public.bulletin TO {reader};
SELECT factcheck.watch('public.bulletin', text_column => 'body');
"""
SHOWN = "SELECT verdict, p_correct, p_query, message FROM factcheck.claims"


@pytest.fixture
def shown(root, make_role, connect):
    """Returns what a reader is shown, whatever the highest salary is; ``granted`` is what it may read besides."""
    reader = connect(make_role("reader"))

    def shown(highest, granted=""):
        name = reader.connection.info.user
        root.execute(STAFF.format(highest=highest, reader=name))
        if granted:
            root.execute(f"GRANT SELECT ({granted}) ON public.staff TO {name}")
        root.execute("CALL factcheck.run_pending()")
        rows = reader.rows(SHOWN)
        root.execute("SELECT factcheck.unwatch('public.bulletin'); SELECT factcheck.remove_table('public.staff')")
        root.execute("DELETE FROM factcheck.origin; DROP TABLE public.staff, public.bulletin")
        return rows

    return shown


def test_what_is_shown_does_not_depend_on_the_secret(shown):
    rows = shown(50)
    assert rows == [(None, None, None, None)]
    assert rows == shown(60)


def test_who_may_read_what_all_readings_use_sees_it(shown):
    equal, other = shown(50, granted="salary"), shown(60, granted="salary")
    assert None not in equal[0]
    assert equal != other
