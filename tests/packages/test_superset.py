"""A real Superset takes the dashboard and shows what the views hold.

It is the one that ``make dashboard`` installed; FACTCHECK_SUPERSET may name the command ``superset`` of another.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import provision
import psycopg
import pytest
from private_superset import USERNAME, private_superset, sqlalchemy_uri
from support.stored_history import store_history
from support.superset_bundle import assets

INSTALLED = Path(__file__).parents[2] / "build/superset/bin/superset"
SALES = """
CREATE TABLE public.sales (
    sale_id integer PRIMARY KEY, month text, region text, product text, units integer, revenue numeric);
INSERT INTO public.sales
SELECT g, (ARRAY['April', 'May', 'June'])[1 + g % 3], 'North', 'Tea', 5 + g * 37 % 41, g
FROM generate_series(1, 240) AS g;
SELECT factcheck.add_table('public.sales');
"""
READ_WITH_PANDAS = """
import json, sys, warnings
import pandas, psycopg2
warnings.simplefilter("ignore")
connection = psycopg2.connect(sys.argv[1])
for view in sys.argv[2:]:
    frame = pandas.read_sql(f"SELECT * FROM factcheck.{view}", connection)
    print(json.dumps([view, {name: str(kind) for name, kind in frame.dtypes.items()}, len(frame)]))
"""


@pytest.fixture(scope="module")
def command(server_dsn):
    """The command of an installed Superset."""
    name = os.environ.get("FACTCHECK_SUPERSET", str(INSTALLED))
    if shutil.which(name) is None:
        pytest.skip("no Superset: `make dashboard` installs one, FACTCHECK_SUPERSET names another")
    return name


@pytest.fixture(scope="module")
def reader_dsn(database, admin, role):
    """The DSN of a reader of some stored runs."""
    reader = role()
    admin.execute(SALES)
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'reader')", [reader])
    admin.execute(f"GRANT SELECT ON public.sales TO {reader}")
    store_history(admin, role(), [reader])
    return psycopg.conninfo.make_conninfo(database, user=reader)


@pytest.fixture(scope="module")
def uri(reader_dsn):
    return sqlalchemy_uri(reader_dsn)


@pytest.fixture(scope="module")
def superset(command):
    with private_superset(command) as made, made.serving() as address:
        yield made, address


@pytest.fixture(scope="module")
def uploaded(superset, uri, tmp_path_factory):
    """A session at the Superset after it was given the file, and what it told of each chart then."""
    made, address = superset
    file = tmp_path_factory.mktemp("upload") / "factcheck.zip"
    done = subprocess.run([sys.executable, provision.__file__, uri, "--zip", file], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    made.call("import-dashboards", "--path", str(file), "--username", USERNAME)
    session = provision.Superset(address, USERNAME, made.password)
    return session, {chart["slice_name"]: data(session, chart) for chart in listed(session, "chart")}


@pytest.fixture(scope="module")
def provisioned(superset, uri, uploaded):
    """A session at the Superset after the dashboard was brought to it twice, by the command that the docs name."""
    made, address = superset
    arguments = (provision.__file__, uri, "--superset", address, "--username", USERNAME)
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, "SUPERSET_PASSWORD": made.password},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"{address}/superset/dashboard/factcheck/\n"
    return provision.Superset(address, USERNAME, made.password)


def listed(session, kind):
    return session.call("GET", f"/api/v1/{kind}/?q=(page_size:100)")["result"]


def data(session, chart):
    """What Superset's API gives for a chart: the rows of its query."""
    [result] = session.call("GET", f"/api/v1/chart/{chart['id']}/data/?force=true")["result"]
    assert result["error"] is None
    return result["data"]


def test_all_parts_are_there_once(provisioned):
    assert [database["database_name"] for database in listed(provisioned, "database")] == ["factcheck"]
    assert sorted(one["table_name"] for one in listed(provisioned, "dataset")) == sorted(assets("datasets"))
    names = sorted(chart["slice_name"] for chart in assets("charts").values())
    assert sorted(chart["slice_name"] for chart in listed(provisioned, "chart")) == names
    on_dashboard = provisioned.call("GET", "/api/v1/dashboard/factcheck/charts")["result"]
    assert sorted(chart["slice_name"] for chart in on_dashboard) == names


def test_each_chart_has_data(provisioned):
    empty = [chart["slice_name"] for chart in listed(provisioned, "chart") if not data(provisioned, chart)]
    assert empty == []


def test_charts_show_what_the_views_hold(provisioned, reader_dsn):
    charts = {chart["slice_name"]: data(provisioned, chart) for chart in listed(provisioned, "chart")}
    with psycopg.connect(reader_dsn) as reader:
        [(refuted, documents)] = reader.execute(
            "SELECT (SELECT count(*) FROM factcheck.claims WHERE verdict = 'refuted'),"
            " (SELECT count(*) FROM factcheck.documents)"
        )
    assert charts["Refuted now"] == [{"count": refuted}]
    assert refuted > 0
    assert charts["Documents"] == [{"count": documents}]
    assert [row["new_verdict"] for row in charts["Latest flips"]] == ["refuted"]


def test_superset_takes_the_columns_for_what_they_are(provisioned):
    """After a look at the database, the datasets are as they came: nothing is new, gone or of another kind."""
    for dataset in listed(provisioned, "dataset"):
        before = provisioned.call("GET", f"/api/v1/dataset/{dataset['id']}")["result"]["columns"]
        refreshed = provisioned.call("PUT", f"/api/v1/dataset/{dataset['id']}/refresh")
        assert refreshed["message"] == "OK"
        after = provisioned.call("GET", f"/api/v1/dataset/{dataset['id']}")["result"]["columns"]
        assert kinds(after) == kinds(before), dataset["table_name"]


def kinds(columns):
    return {column["column_name"]: (column["is_dttm"], column["type_generic"]) for column in columns}


def test_the_file_for_the_upload_is_taken(uploaded):
    _, charts = uploaded
    assert sorted(charts) == sorted(chart["slice_name"] for chart in assets("charts").values())
    assert all(charts.values())


def test_a_wrong_password_is_told(superset, uri):
    _, address = superset
    done = subprocess.run(
        [sys.executable, provision.__file__, uri, "--superset", address, "--username", USERNAME],
        env={**os.environ, "SUPERSET_PASSWORD": "wrong"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "401" in done.stderr


def test_pandas_reads_the_views_as_numbers_times_and_text(command, reader_dsn):
    python = Path(command).with_name("python")
    done = subprocess.run(
        [python, "-c", READ_WITH_PANDAS, reader_dsn, *assets("datasets")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    frames = {view: (kinds, n_rows) for view, kinds, n_rows in map(json.loads, done.stdout.splitlines())}
    assert set(frames) == set(assets("datasets"))
    for view, dataset in assets("datasets").items():
        kinds_of_view, n_rows = frames[view]
        for column in dataset["columns"]:
            if not column.get("expression") and n_rows:
                kind = kinds_of_view[column["column_name"]]
                assert kind in expected(column["type"]), f"{view}.{column['column_name']} is {kind}"


def expected(kind):
    """The kinds of column that pandas may make of a type: a column without a value has none."""
    return {
        "TEXT": {"object"},
        "BOOLEAN": {"bool"},
        "INTEGER": {"int64", "float64", "object"},
        "BIGINT": {"int64", "float64", "object"},
        "NUMERIC": {"float64", "object"},
        "DOUBLE PRECISION": {"float64", "object"},
        "DATE": {"object"},
    }.get(kind, {"datetime64[ns, UTC]", "object"})
