"""Charts of verdicts and facts by SQL, for a role that may check and read the tables, and nothing else."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import psycopg
import pytest
from psycopg import sql
from support.sample_facts import SAMPLES
from support.trips import add_trips, verified

from factcheck.charts.of_fact import fact_chart
from factcheck.questions.fact import to_json

REPORT = "There were 60 trips. There were 66 trips. Leeds had more trips than York."


@pytest.fixture(scope="module", autouse=True)
def trips(admin, analyst_name):
    add_trips(admin, analyst_name)


def drawn(analyst, document):
    """The verdict and the chart of each claim of a document."""
    return analyst.execute(
        "SELECT c.verdict::text, factcheck.chart_for_verdict(c) FROM fact_check(%s) AS c ORDER BY c.claim_no",
        [document],
    ).fetchall()


def texts(chart):
    """All words that a chart writes into its drawing."""
    written = [layer for layer in chart["layer"] if layer["mark"]["type"] == "text"]
    return [row["text"] for layer in written for row in layer["data"]["values"]]


def test_a_refuted_number_is_drawn_beside_what_was_found(analyst):
    [_, (verdict, chart), _] = drawn(analyst, REPORT)
    assert verdict == "refuted"
    assert texts(chart) == ["stated 66", "found 60"]
    assert "66" in chart["title"]["text"]
    rules = [layer for layer in chart["layer"] if layer["mark"]["type"] == "rule"]
    assert [rule["data"]["values"][0]["at"] for rule in rules] == [66]
    assert all(rule["mark"]["strokeDash"] for rule in rules)
    assert "66" in chart["description"]
    assert "60" in chart["description"]


def test_a_statement_is_drawn_as_the_groups_that_it_compares(analyst):
    [*_, (_, chart)] = drawn(analyst, REPORT)
    bars = next(layer for layer in chart["layer"] if layer["mark"]["type"] == "bar")
    roles = {row["label"]: row["role"] for row in bars["data"]["values"]}
    assert roles == {"Leeds": "focus", "York": "other"}


def test_the_charts_of_a_stored_document_are_those_of_its_check(analyst):
    document = verified(analyst, REPORT, "stored for charts", is_kept=False)
    stored = [
        analyst.execute("SELECT factcheck.chart_for_verdict(%s, %s)", [document, number]).fetchone()[0]
        for number in (1, 2, 3)
    ]
    assert stored == [chart for _, chart in drawn(analyst, REPORT)]


def test_a_claim_about_something_else_has_no_chart(analyst):
    [(_, chart)] = analyst.execute(
        "SELECT 1, factcheck.chart_for_verdict(c) FROM (SELECT (NULL::factcheck.checked_claim).*) AS c"
    ).fetchall()
    assert chart is None


def test_a_withheld_verdict_has_no_chart(admin, analyst, analyst_name, database):
    document = verified(analyst, REPORT, "withheld", is_kept=False)
    admin.execute(sql.SQL("REVOKE SELECT ON public.trip FROM {}").format(sql.Identifier(analyst_name)))
    try:
        row = analyst.execute("SELECT factcheck.chart_for_verdict(%s, 2)", [document]).fetchone()
    finally:
        admin.execute(sql.SQL("GRANT SELECT ON public.trip TO {}").format(sql.Identifier(analyst_name)))
    assert row == (None,)


def test_a_claim_that_does_not_exist_is_named(analyst):
    with pytest.raises(psycopg.errors.UndefinedObject, match="there is no claim 9 of document 999999"):
        analyst.execute("SELECT factcheck.chart_for_verdict(999999, 9)")


@pytest.fixture
def rendered_here(admin):
    """A site that allows charts to be rendered in the server."""
    admin.execute("UPDATE factcheck.setting SET value = 1 WHERE name = 'render_charts'")
    yield
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'render_charts'")


@pytest.fixture(scope="module")
def engine(pg_config):
    """The optional part of the server, without which nothing is rendered there."""
    folder = subprocess.run([pg_config, "--pkglibdir"], capture_output=True, text=True, check=True).stdout.strip()
    if not list(Path(folder, "factcheck").glob("*/vl_convert")):
        pytest.skip("no vl-convert in the server: `make charts` installs it")


def rank():
    return json.dumps(to_json(SAMPLES["rank"][1]))


@pytest.mark.parametrize("name", SAMPLES)
def test_each_fact_is_drawn_as_beside_the_server(analyst, name):
    variant, fact = SAMPLES[name]
    row = analyst.execute("SELECT factcheck.chart(%s::jsonb, %s)", [json.dumps(to_json(fact)), variant]).fetchone()
    assert row == (json.loads(json.dumps(fact_chart(fact, variant))),)


def test_a_chart_may_have_a_title_and_a_caption_of_the_callers(analyst):
    row = analyst.execute("SELECT factcheck.chart(%s, title => 'Who led?', caption => 'Ford.')", [rank()]).fetchone()
    assert (row[0]["title"]["text"], row[0]["title"]["subtitle"]) == ("Who led?", "Ford.")


@pytest.mark.parametrize("fact", ["{}", "[]", "7", '{"kind": "guess"}'])
def test_what_is_no_fact_is_not_drawn(analyst, fact):
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="this is not a fact") as raised:
        analyst.execute("SELECT factcheck.chart(%s::jsonb)", [fact])
    assert "factcheck.facts" in raised.value.diag.message_hint


def test_charts_are_not_rendered_in_the_server_until_the_site_allows_it(analyst):
    with pytest.raises(
        psycopg.errors.ObjectNotInPrerequisiteState, match="charts are not rendered in the server"
    ) as raised:
        analyst.execute("SELECT factcheck.chart_svg(factcheck.chart(%s))", [rank()])
    assert "UPDATE factcheck.setting SET value = 1 WHERE name = 'render_charts'" in raised.value.diag.message_hint


def test_charts_are_rendered_as_svg_and_as_png(analyst, rendered_here, engine):
    [svg, small, large] = analyst.execute(
        "SELECT factcheck.chart_svg(c), factcheck.chart_png(c, 1), factcheck.chart_png(c)"
        " FROM factcheck.chart(%s) AS c",
        [rank()],
    ).fetchone()
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == SAMPLES["rank"][1].caption
    assert "#1" in svg
    assert small.startswith(b"\x89PNG")
    assert int.from_bytes(large[16:20], "big") > 1.9 * int.from_bytes(small[16:20], "big")


def test_a_file_of_the_server_is_not_read_by_a_specification(analyst, rendered_here, engine):
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="this specification is not rendered"):
        analyst.execute(
            """SELECT factcheck.chart_svg(factcheck.chart(%s) || '{"data": {"url": "/etc/passwd"}}')""", [rank()]
        )


def test_a_session_that_rendered_lives_on_under_timeouts_and_cancels(database, analyst_name, rendered_here, engine):
    """Signals reach the session's own thread: it is canceled, goes on, and checks as before."""
    with psycopg.connect(database, user=analyst_name, autocommit=True) as session:
        session.execute("SELECT factcheck.chart_svg(factcheck.chart(%s))", [rank()])
        for milliseconds in range(1, 40, 3):
            session.execute(f"SET statement_timeout = {milliseconds}")
            with contextlib.suppress(psycopg.errors.QueryCanceled):
                session.execute(
                    "SELECT factcheck.chart_png(factcheck.chart(%s), 1) FROM generate_series(1, 5)", [rank()]
                )
        session.execute("SET statement_timeout = 200")
        with pytest.raises(psycopg.errors.QueryCanceled):
            session.execute("SELECT pg_sleep(5)")
        session.execute("RESET statement_timeout")
        row = session.execute("SELECT verdict::text FROM fact_check('There were 60 trips.')").fetchone()
    assert row == ("supported",)


def test_threads_of_a_session_that_rendered_take_no_signal(database, analyst_name, rendered_here, engine):
    with psycopg.connect(database, user=analyst_name, autocommit=True) as session:
        session.execute("SELECT factcheck.chart_svg(factcheck.chart(%s))", [rank()])
        pid = session.info.backend_pid
        masks = {
            int(status.parent.name): int(re.search(r"SigBlk:\s*(\w+)", status.read_text())[1], 16)
            for status in Path(f"/proc/{pid}/task").glob("*/status")
        }
    own = masks.pop(pid)
    term = 1 << (signal.SIGTERM - 1)
    assert not own & term
    assert masks
    assert all(mask & term for mask in masks.values())


def caption_of(session):
    return session.execute("SELECT caption FROM factcheck.fact_caption").fetchall()


def test_a_caption_is_kept_for_the_role_that_wrote_it(admin, analyst, database, role):
    analyst.execute("SELECT factcheck.set_caption(%s, 'Ford leads, by far.')", [rank()])
    analyst.execute("SELECT factcheck.set_caption(%s, '  Ford leads. ')", [rank()])
    assert caption_of(analyst) == [("Ford leads.",)]
    other = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [other])
    with psycopg.connect(database, user=other, autocommit=True) as session:
        assert caption_of(session) == []
        session.execute("SELECT factcheck.set_caption(%s, 'Mine.')", [rank()])
        assert caption_of(session) == [("Mine.",)]
    assert caption_of(analyst) == [("Ford leads.",)]
    analyst.execute("SELECT factcheck.set_caption(%s, NULL)", [rank()])
    assert caption_of(analyst) == [(None,)]


def test_a_long_caption_is_refused(analyst):
    with pytest.raises(psycopg.errors.StringDataRightTruncation, match="the caption has 601 characters"):
        analyst.execute("SELECT factcheck.set_caption(%s, repeat('a', 601))", [rank()])


@pytest.fixture(scope="module")
def cars(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.car (car_id integer PRIMARY KEY, brand text, sold_in integer, sales numeric);
        INSERT INTO public.car
        SELECT g, (ARRAY['Ford', 'Toyota', 'Honda'])[1 + g % 3], 2007 + g % 5, 40 + 1.5 * g + 30 * (g % 3)
        FROM generate_series(1, 150) AS g;
        GRANT SELECT ON public.car TO {analyst_name};
    """)
    admin.execute("SELECT factcheck.add_table('public.car')")


def dashboard(session, question="Which brand has the highest total sales?"):
    row = session.execute("SELECT factcheck.dashboard(%s, '{public.car}')", [question]).fetchone()
    return row[0]


def charts_of(page):
    return [chart for section in page["sections"] for chart in section["charts"]]


def test_a_question_is_answered_by_charts_of_its_facts(analyst, cars):
    page = dashboard(analyst)
    [first, *_] = charts_of(page)
    assert page["title"] == "Which brand has the highest total sales?"
    assert "Honda" in first["caption"]
    assert first["spec"]["usermeta"]["factcheck"]["variant"] == "extreme_bars"
    rows = analyst.execute(first["sql"]).fetchall()
    shown = {row["label"]: row["value"] for row in first["spec"]["layer"][0]["data"]["values"]}
    assert shown == {name: value for name, value, *_ in rows}


def test_a_dashboard_has_at_most_so_many_charts(analyst, cars):
    row = analyst.execute("SELECT factcheck.dashboard('How are the sales?', '{public.car}', 2)").fetchone()
    assert 1 <= len(charts_of(row[0])) <= 2


def test_an_edited_caption_is_shown_until_the_data_say_something_else(admin, analyst, cars):
    [first, *_] = charts_of(dashboard(analyst))
    analyst.execute("SELECT factcheck.set_caption(%s, 'Honda it is.')", [json.dumps(first)])
    [edited, *_] = charts_of(dashboard(analyst))
    assert (edited["caption"], edited["is_edited"], edited["own_caption"]) == ("Honda it is.", True, first["caption"])
    assert edited["spec"]["description"] == "Honda it is."
    admin.execute("UPDATE public.car SET sales = sales + 100 WHERE brand = 'Honda'")
    [outdated, *_] = charts_of(dashboard(analyst))
    assert outdated["caption"] == outdated["own_caption"] != first["caption"]
    assert outdated["is_outdated"]


def test_a_dashboard_shows_no_rows_that_its_reader_may_not_see(admin, analyst_name, database, cars, role):
    other = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [other])
    with psycopg.connect(database, user=other, autocommit=True) as session, pytest.raises(psycopg.Error):
        dashboard(session)
    admin.execute(f"""
        GRANT SELECT ON public.car TO {other};
        CREATE POLICY others ON public.car USING (brand <> 'Honda');
        ALTER TABLE public.car ENABLE ROW LEVEL SECURITY;
    """)
    try:
        with psycopg.connect(database, user=other, autocommit=True) as session:
            page = dashboard(session)
    finally:
        admin.execute("ALTER TABLE public.car DISABLE ROW LEVEL SECURITY; DROP POLICY others ON public.car")
    assert charts_of(page)
    assert "Honda" not in json.dumps(page["sections"])


def test_no_question_has_no_dashboard(analyst):
    assert analyst.execute("SELECT factcheck.dashboard(NULL)").fetchone() == (None,)
