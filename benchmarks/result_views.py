"""Times what BI tools ask of the result views: the first page, the newest rows first, the summary of a day.

A history is made of as many claims as told, half of them of earlier runs, and asked by a role of level reader, which
may read one of two report tables and not all columns of the data: row security does its work in every row.  What counts
is the processor time of the server process, which is the clock's on an idle machine; beside it stands the clock's.
"""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine, processor_seconds

from factcheck.sqltext import identifier

_PAGE_MS, _DAY_MS = 50.0, 200.0
_CLAIMS_PER_RUN = 20
_OTHER_COLUMNS = 17

_QUERIES = {
    "first page": ("SELECT * FROM factcheck.{view} LIMIT 50", _PAGE_MS),
    "newest first": ("SELECT * FROM factcheck.{view} ORDER BY {newest} DESC LIMIT 50", _PAGE_MS),
}
_NEWEST = {
    "claims": "checked_at",
    "claim_history": "checked_at",
    "readings": "checked_at",
    "documents": "checked_at",
    "daily_summary": "day",
    "review_queue": "priority",
    "flips": "checked_at",
    "sentences": "checked_at",
    "sources": "last_run_at",
    "workers": "last_heartbeat",
    "runs": "checked_at",
    "run_stages": "checked_at",
    "metrics": "checked_at",
    "published": "published_at",
}
_A_DAY = "SELECT * FROM factcheck.daily_summary WHERE day = (SELECT max(checked_at)::date FROM factcheck.runs)"

_HISTORY = """
CREATE TABLE public.sales (month text, units integer, margin numeric, {others});
CREATE TABLE public.report (id integer, body text);
CREATE TABLE public.memo (id integer, body text);
INSERT INTO factcheck.origin (role_name, role_id, source_table)
SELECT 'watcher', 10, relation FROM unnest(ARRAY['public.report', 'public.memo']::regclass[]) AS relation;
INSERT INTO factcheck.used_column (relation, column_number, column_name, column_type)
SELECT a.attrelid, a.attnum, a.attname, a.atttypid FROM pg_attribute a
WHERE a.attrelid = 'public.sales'::regclass AND a.attnum > 0 ORDER BY a.attnum;
INSERT INTO factcheck.table_state (relation, storage, counters, tracking, snapshot)
SELECT s.relation, s.storage, s.counters, s.tracking, pg_current_snapshot()
FROM factcheck._data_states(ARRAY['public.sales'::regclass]) AS s;
INSERT INTO factcheck.document (origin_id, identity, source_key, title)
SELECT 1 + (d % 10 = 0)::integer, sha256(convert_to(d::text, 'UTF8')), d::text, 'Report ' || d
FROM generate_series(1, {documents}) AS d;
INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, status, started_at, checked_at, n_claims)
SELECT d.origin_id, d.document_id, round = 2, 'check', 'succeeded', day - interval '1 second', day, {per_run}
FROM generate_series(1, 2) AS round
CROSS JOIN factcheck.document d
CROSS JOIN LATERAL (
    SELECT now() - (2 - round) * interval '30 days' - (d.document_id % 30) * interval '1 day'
           - (d.document_id % 1000) * interval '1 second') AS at (day)
ORDER BY round, d.document_id;
INSERT INTO factcheck.claim (run_id, claim_no, origin_id, claim_text, claimed_value, comparison, sentence, claim_start,
                             claim_length)
SELECT r.run_id, c, r.origin_id, '80', 80, '=', 'There were 80 sales in May, which was more than in April.', 12 * c, 2
FROM factcheck.run r CROSS JOIN generate_series(1, {per_run}) AS c;
INSERT INTO factcheck.claim_verdict (run_id, claim_no, origin_id, columns, reading_columns, states, verdict, p_correct,
                                     is_certified)
SELECT c.run_id, c.claim_no, c.origin_id,
       -- readings of one claim use columns in many ways, and few claims the same ones
       ARRAY[1, CASE WHEN c.claim_no % 10 = 0 THEN 3 ELSE 2 END] || ARRAY(
           SELECT g FROM generate_series(4, {last}) AS g WHERE hashint8(c.run_id * 100 + c.claim_no + g) % 3 = 0),
       CASE WHEN c.claim_no % 10 = 0 THEN '{{1,3}}' ELSE '{{1,2}}' END::integer[], '{{1}}',
       (CASE WHEN hashint8({verdict_of} + c.claim_no) % 10 < 7 THEN 'supported' WHEN c.claim_no % 2 = 0 THEN 'refuted'
             ELSE 'not_enough_info' END)::factcheck.verdict,
       abs(hashint8(c.run_id * 31 + c.claim_no)) / 2147483648.0, true
FROM factcheck.claim c JOIN factcheck.run r USING (run_id);
INSERT INTO factcheck.flipped_verdict (run_id, claim_no, origin_id, old_run_id, columns, reading_columns)
SELECT n.run_id, n.claim_no, n.origin_id, o.run_id, n.columns || o.columns,
       n.reading_columns || o.reading_columns
FROM factcheck.claim_verdict n
JOIN factcheck.run r USING (run_id)
JOIN factcheck.run earlier ON earlier.document_id = r.document_id AND earlier.run_id < r.run_id
JOIN factcheck.claim_verdict o ON o.run_id = earlier.run_id AND o.claim_no = n.claim_no
WHERE o.verdict <> n.verdict;
INSERT INTO factcheck.verdict_count (run_id, origin_id, columns, reading_columns, states, n_supported, n_refuted,
                                     n_not_enough_info, n_disputed)
SELECT v.run_id, v.origin_id,
       ARRAY(SELECT DISTINCT c FROM factcheck.claim_verdict w, unnest(w.columns) AS c
             WHERE w.run_id = v.run_id AND w.reading_columns = v.reading_columns),
       v.reading_columns, v.states, count(*) FILTER (WHERE v.verdict = 'supported'),
       count(*) FILTER (WHERE v.verdict = 'refuted'), count(*) FILTER (WHERE v.verdict = 'not_enough_info'), 0
FROM factcheck.claim_verdict v
GROUP BY v.run_id, v.origin_id, v.reading_columns, v.states;
INSERT INTO factcheck.claim_value (run_id, claim_no, origin_id, columns, reading_columns, found_value, description,
                                   query, p_query, matches, message)
SELECT v.run_id, v.claim_no, v.origin_id, v.columns, v.reading_columns, 80,
       'the number of rows in sales where month is ''May''',
       'SELECT count(*) FROM public.sales WHERE month = ''May''', 0.9, true,
       'The data agree: the number of rows in sales where month is ''May'' is 80.'
FROM factcheck.claim_verdict v;
INSERT INTO factcheck.alternative (run_id, claim_no, rank, origin_id, columns, reading_columns, query, description,
                                   value, probability, matches)
SELECT v.run_id, v.claim_no, rank, v.origin_id, v.columns, v.reading_columns, v.query, v.description, 80, 0.01, true
FROM factcheck.claim_value v CROSS JOIN generate_series(2, {readings}) AS rank;
VACUUM ANALYZE factcheck.origin, factcheck.document, factcheck.run, factcheck.claim, factcheck.claim_verdict,
               factcheck.verdict_count, factcheck.flipped_verdict, factcheck.claim_value, factcheck.alternative,
               factcheck.used_column, factcheck.table_state;
CREATE ROLE {reader};
SELECT factcheck.grant_usage('{reader}', 'reader');
GRANT SELECT ON public.report TO {reader};
GRANT SELECT (month, units, {other_names}) ON public.sales TO {reader};
"""


def make_history(connection: Connection, claims: int, readings: int, reader: str, *, has_flips: bool) -> None:
    """Store as many claims as told, in runs of 20, two of each document, and make the role."""
    documents = claims // (2 * _CLAIMS_PER_RUN)
    others = [f"other_{number}" for number in range(4, 4 + _OTHER_COLUMNS)]
    script = _HISTORY.format(
        documents=documents,
        per_run=_CLAIMS_PER_RUN,
        readings=readings,
        reader=reader,
        others=", ".join(f"{name} integer" for name in others),
        other_names=", ".join(others),
        last=3 + _OTHER_COLUMNS,
        verdict_of="c.run_id" if has_flips else "r.document_id",
    )
    for statement in script.split(";\n"):
        if statement.strip():
            connection.execute(statement.encode())


class Milliseconds(NamedTuple):
    """Median times of a query: of its server process, and by the clock."""

    processor: float
    clock: float


def milliseconds(connection: Connection, query: str, times: int) -> Milliseconds:
    """Return the median times of a query, its rows fetched, after it has run once."""
    taken = []
    for _ in range(times + 1):
        start, before = time.perf_counter(), processor_seconds(connection)
        connection.execute(query.encode()).fetchall()
        taken.append((1000 * (processor_seconds(connection) - before), 1000 * (time.perf_counter() - start)))
    return Milliseconds(*(statistics.median(each) for each in zip(*taken[1:], strict=True)))


def report(connection: Connection, times: int) -> None:
    """Time all queries, and tell which took longer than it should."""
    for view, newest in _NEWEST.items():
        for name, (query, most) in _QUERIES.items():
            tell(f"{view}, {name}", milliseconds(connection, query.format(view=view, newest=newest), times), most)
    tell("daily_summary, one day", milliseconds(connection, _A_DAY, times), _DAY_MS)


def tell(name: str, taken: Milliseconds, most: float) -> None:
    """Print a time beside the longest it should take."""
    verdict = "" if taken.processor <= most else "  TOO LONG"
    by_clock = f"({taken.clock:.1f} by the clock)"
    click.echo(f"{name:<32} {taken.processor:8.1f} ms  of {most:5.0f} ms{verdict:<10} {by_clock}")


@click.command(help=__doc__)
@click.option("--claims", type=int, default=100_000, show_default=True, help="Claims to store.")
@click.option("--readings", type=int, default=10, show_default=True, help="Readings of each.")
@click.option("--flips/--no-flips", "has_flips", default=True, help="Whether verdicts differ from one run to the next.")
@click.option("--times", type=int, default=7, show_default=True, help="How often each query is timed.")
@dsn_option
@keep_option
def main(claims: int, readings: int, has_flips: bool, times: int, dsn: str, keep: bool) -> None:
    """Make the history and time the queries."""
    with benchmark_database(dsn, keep) as connection:
        reader = f"{connection.info.dbname}_reader"
        make_history(connection, claims, readings, reader, has_flips=has_flips)
        click.echo(machine())
        connection.execute(f"SET ROLE {identifier(reader)}".encode())
        try:
            report(connection, times)
        finally:
            connection.execute("RESET ROLE")
            connection.execute(f"DROP OWNED BY {identifier(reader)}; DROP ROLE {identifier(reader)}".encode())


if __name__ == "__main__":
    main()
