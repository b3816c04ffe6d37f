"""Attack: a reader learns what a column holds that it may not read from how likely the reading of another column is.

The reader may read the report and the numbers of rows, but not salaries.  Whoever writes reports asks "The maximum is
50.": what is likeliest is the number of rows, 50, which the reader may see; but how likely depends on whether the
highest salary is 50, too.

Protection: none yet.  A verdict, with its probabilities, would have to be withheld unless the reader may read what
all readings of the claim use; now the columns of the likeliest count alone.
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
    """Returns what a reader is shown, whatever the highest salary is."""
    reader = connect(make_role("reader"))

    def shown(highest):
        root.execute(STAFF.format(highest=highest, reader=reader.connection.info.user))
        root.execute("CALL factcheck.run_pending()")
        rows = reader.rows(SHOWN)
        root.execute("SELECT factcheck.unwatch('public.bulletin'); SELECT factcheck.remove_table('public.staff')")
        root.execute("DELETE FROM factcheck.origin; DROP TABLE public.staff, public.bulletin")
        return rows

    return shown


@pytest.mark.xfail(strict=True, reason="probabilities depend on readings over columns that the reader may not read")
def test_what_is_shown_does_not_depend_on_the_secret(shown):
    rows = shown(50)
    assert len(rows) == 1
    assert rows == shown(60)
