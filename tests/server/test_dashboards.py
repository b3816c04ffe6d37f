"""The dashboard that comes with the extension fits its result views, and other tools understand them, too."""

from __future__ import annotations

import os

import dashboard_datasets
import psycopg
import pytest
import sqlalchemy
from psycopg import sql
from sqlalchemy.types import NullType
from support.stored_history import store_history
from support.superset_bundle import assets, queries, statement

DATASETS = assets("datasets")
CHARTS = assets("charts")
EMPTY = {"corrections", "dead_letters", "published", "synonyms", "workers"}
"""Views of which the reports checked here have no row."""


@pytest.fixture(scope="module")
def reader_name(admin, role, sales):
    """A role of level reader that may read the data; runs are stored that it may see."""
    name, checker = role(), role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'reader')", [name])
    admin.execute(f"GRANT SELECT ON public.sales TO {name}")
    store_history(admin, checker, [name])
    return name


@pytest.fixture(scope="module")
def reader(database, reader_name):
    with psycopg.connect(database, user=reader_name, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def views(reader):
    """The views that the level reader can query, with their comments and columns."""
    names = reader.execute("""
        SELECT c.relname, obj_description(c.oid, 'pg_class') FROM pg_class c
        WHERE c.relnamespace = 'factcheck'::regnamespace AND c.relkind = 'v' AND c.relname NOT LIKE '\\_%'
          AND has_table_privilege(c.oid, 'SELECT')
        ORDER BY c.relname""").fetchall()
    columns = """
        SELECT attname, format_type(atttypid, NULL), col_description(attrelid, attnum)
        FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum"""
    return {name: (said, reader.execute(columns, [f"factcheck.{name}"]).fetchall()) for name, said in names}


def test_datasets_have_the_columns_of_the_views_as_written_down(views):
    wanted = {view: dashboard_datasets.wanted(view, said, columns) for view, (said, columns) in views.items()}
    if os.environ.get("FACTCHECK_WRITE_GOLDEN"):
        for view, dataset in wanted.items():
            dashboard_datasets.write(view, dataset)
    present = {view: dashboard_datasets.present(view) for view in views}
    assert present == wanted, "make golden writes the datasets anew"
    assert sorted(DATASETS) == sorted(views)


def test_every_column_has_a_comment(views):
    assert [f"{view}.{name}" for view, (_, columns) in views.items() for name, _, said in columns if not said] == []


@pytest.mark.parametrize("name", DATASETS)
def test_worked_out_columns_and_metrics_of_a_dataset_are_sql(reader, name):
    dataset = DATASETS[name]
    worked_out = [column["column_name"] for column in dataset["columns"] if column.get("expression")]
    metrics = [metric["metric_name"] for metric in dataset["metrics"]]
    assert metrics
    for query in (
        {"columns": worked_out or [dataset["columns"][0]["column_name"]]},
        {"columns": [], "metrics": metrics},
    ):
        rows = reader.execute(statement(dataset, query | {"filters": []})).fetchall()
        assert rows or name in EMPTY


def _of(chart):
    [dataset] = [dataset for dataset in DATASETS.values() if dataset["uuid"] == chart["dataset_uuid"]]
    return dataset


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_has_something_to_show(reader, name):
    chart = CHARTS[name]
    assert queries(chart)
    for query in queries(chart):
        rows = reader.execute(statement(_of(chart), query)).fetchall()
        assert rows
        if chart["viz_type"] != "big_number_total":
            assert any(value is not None for value in rows[0])


def test_what_a_chart_draws_is_what_its_query_fetches():
    """Superset makes queries of the settings; the kept query serves its API and its scheduled reports."""
    for name, chart in CHARTS.items():
        settings = chart["params"]
        drawn = {
            *settings.get("metrics", ()),
            *settings.get("groupby", ()),
            *settings.get("all_columns", ()),
            *(settings[key] for key in ("metric", "x_axis") if key in settings),
        }
        [query] = queries(chart)
        fetched = {column if isinstance(column, str) else column["label"] for column in query["columns"]}
        assert drawn == fetched | set(query.get("metrics") or ()), name
        filtered = [(one["subject"], one["operator"]) for one in settings["adhoc_filters"]]
        assert filtered == [(one["col"], one["op"]) for one in query["filters"]], name


def test_every_chart_stands_on_the_dashboard():
    [dashboard] = assets("dashboards").values()
    parts = [part for part in dashboard["position"].values() if isinstance(part, dict)]
    placed = [part["meta"]["uuid"] for part in parts if part["type"] == "CHART"]
    assert sorted(placed) == sorted(chart["uuid"] for chart in CHARTS.values())
    assert len({chart["slice_name"] for chart in CHARTS.values()}) == len(CHARTS)


def test_numbers_of_the_dashboard_are_right(reader):
    def number(name):
        chart = CHARTS[name]
        return reader.execute(statement(_of(chart), queries(chart)[0])).fetchone()[0]

    # 240 rows became 340: what was right of the first report is refuted now, and the second is as wrong as before
    assert number("refuted_now") == 2
    assert number("documents_checked") == 3
    assert number("flips_count") == 1
    assert number("withheld_now") == 0


def test_verdicts_are_withheld_from_a_reader_without_rights_on_the_data(admin, database, role, reader_name):
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'reader')", [name])
    admin.execute(f"GRANT SELECT ON public.weekly TO {name}")
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        for view in ("claims", "claim_history"):
            rows = connection.execute(
                sql.SQL("SELECT verdict, found_value, message, is_withheld FROM factcheck.{}").format(
                    sql.Identifier(view)
                )
            ).fetchall()
            assert set(rows) == {(None, None, None, True)}
        shown = connection.execute(
            statement(_of(CHARTS["verdicts_a_day"]), queries(CHARTS["verdicts_a_day"])[0])
        ).fetchall()
        assert {verdict for _, verdict, _ in shown} == {"– withheld"}
        assert connection.execute("SELECT count(*) FROM factcheck.flips").fetchone() == (0,)


def test_flips_tell_old_and_new(reader):
    rows = reader.execute(
        "SELECT title, claim_text, old_verdict, new_verdict, old_value, new_value, is_latest, is_withheld"
        " FROM factcheck.flips"
    ).fetchall()
    assert rows == [("Totals", "240", "supported", "refuted", 240, 340, True, False)]


def test_flips_are_shown_to_those_alone_who_may_see_both_verdicts(admin, database, role, reader_name):
    """Verdicts alone are published: the flip is there, its numbers are not."""
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'reader')", [name])
    admin.execute(f"GRANT SELECT ON public.weekly TO {name}")
    admin.execute("SELECT factcheck.publish('public.weekly', %s::regrole)", [name])
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        rows = connection.execute(
            "SELECT old_verdict, new_verdict, old_value, new_value, message, is_withheld FROM factcheck.flips"
        ).fetchall()
    assert rows == [("supported", "refuted", None, None, None, True)]


def test_a_report_table_has_one_name_in_all_views(reader):
    """Dashboards filter by it, whatever the search_path of their session."""
    reader.execute("SET search_path = public")
    views = ("claims", "documents", "runs", "daily_summary", "flips", "sources")
    names = {row for view in views for row in reader.execute(f"SELECT source_table FROM factcheck.{view}").fetchall()}
    reader.execute("RESET search_path")
    assert names == {("public.weekly",)}


def test_sqlalchemy_knows_the_type_of_each_column(database, reader_name, views):
    url = sqlalchemy.URL.create("postgresql+psycopg", query={"options": "-csearch_path="})
    engine = sqlalchemy.create_engine(url, creator=lambda: psycopg.connect(database, user=reader_name))
    inspector = sqlalchemy.inspect(engine)
    assert set(views) <= set(inspector.get_view_names("factcheck"))
    unknown = [
        f"{view}.{column['name']}"
        for view in views
        for column in inspector.get_columns(view, "factcheck")
        if isinstance(column["type"], NullType)
    ]
    assert unknown == []
    metadata = sqlalchemy.MetaData()
    for view in views:
        table = sqlalchemy.Table(view, metadata, schema="factcheck", autoload_with=engine)
        with engine.connect() as connection:
            rows = connection.execute(sqlalchemy.select(table)).fetchall()
        plain = {"int", "float", "str", "bool", "NoneType", "Decimal", "datetime", "date"}
        assert {type(value).__name__ for row in rows for value in row} <= plain, view
    engine.dispose()
