"""Reports in a table, checked, and checked again when the data have changed: what dashboards show."""

from __future__ import annotations

from typing import Any

import psycopg

Connection = psycopg.Connection[Any]

_REPORTS = (
    ("Totals", "The table sales has 240 rows. The largest number of units in sales is 45."),
    ("Wrong", "The table sales has 250 rows."),
    ("Thanks", "Thank you for reading."),
)


def store_history(admin: Connection, checker: str, readers: list[str]) -> None:
    """Have reports on ``public.sales`` checked, checked again after more sales, and one of them fail.

    ``admin`` is a superuser's session.  The checker gets the level admin and the data, the readers the reports.
    """
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'admin')", [checker])
    admin.execute(f"GRANT SELECT ON public.sales TO {checker}")
    admin.execute("CREATE TABLE public.weekly (id integer PRIMARY KEY, title text, body text)")
    admin.execute(f"ALTER TABLE public.weekly OWNER TO {checker}")
    admin.execute(f"GRANT SELECT ON public.weekly TO {', '.join(readers)}")
    admin.execute(f"SET ROLE {checker}")
    admin.execute("SELECT factcheck.watch('public.weekly', 'body', 'id', 'title')")
    for number, (title, body) in enumerate(_REPORTS):
        admin.execute("INSERT INTO public.weekly VALUES (%s, %s, %s)", [number, title, body])
    admin.execute("RESET ROLE")
    admin.execute("CALL factcheck.run_pending()")
    admin.execute(
        "INSERT INTO public.sales SELECT sale_id + 1000, month, region, product, units, revenue FROM public.sales"
        " WHERE sale_id <= 100"
    )
    admin.execute(f"SET ROLE {checker}")
    admin.execute("SELECT factcheck.recheck(document_id) FROM factcheck.documents")
    admin.execute(
        "SELECT factcheck._store_failure('57014', 'canceling statement', now(), 'Wrong', 'public.weekly', '1')"
    )
    admin.execute("RESET ROLE")
