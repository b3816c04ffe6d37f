"""What people decide about stored claims is labelled: it can be exported as cases, and weights are fitted to it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result
from psycopg.conninfo import make_conninfo

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import read_tables
from factcheck.commands import main
from factcheck.quality.cases.case import LabelledClaim, read_case
from factcheck.quality.fitting.store import read_samples
from factcheck.sql_reading.from_sql import read_queries

pytestmark = pytest.mark.usefixtures("shared")

TEXT = "The garden room had 22 guests. The sea room took in 29 guests. Breakfast is at 8. The house has 4 rooms."
THIRD = "The corner room welcomed 22 guests."


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


class Inn:
    """A table of visits, in whose texts a guest is a visit, and a checked document about it."""

    def __init__(self, admin: psycopg.Connection, analyst: psycopg.Connection, dsn: str) -> None:
        self.admin, self.analyst, self.dsn = admin, analyst, dsn
        self.document = self.verify(TEXT, "Inn")

    def verify(self, text: str, title: str) -> int:
        """Check a text; return the number of its document."""
        [number, *_] = self.analyst.execute(
            "SELECT document_id FROM factcheck.verify(%s, title => %s, tables => '{public.visit}'::regclass[])",
            [text, title],
        ).fetchall()
        return int(number[0])

    def correct_to_visits(self, claim_no: int, room: str) -> None:
        """Say that the rows of a room are counted, not the different guests."""
        self.analyst.execute(
            "SELECT factcheck.correct(%s, %s, function => 'count', column_name => 'visit.*', predicates => %s)",
            [self.document, claim_no, [f"visit.room = {room}"]],
        )

    def decide(self, decision: str, claim_no: int) -> None:
        """Confirm, dismiss or reopen a claim, or undo what was decided."""
        self.analyst.execute(f"SELECT factcheck.{decision}(%s, %s)".encode(), [self.document, claim_no])

    def odds_of_visits(self, title: str) -> float:
        """Return the odds of the reading that counts the visits to the corner room."""
        readings = self.analyst.execute(
            "SELECT query, probability FROM factcheck.candidates(%s, 1, 20)", [self.verify(THIRD, title)]
        ).fetchall()
        [p] = [p for query, p in readings if query == "SELECT count(*) FROM public.visit WHERE room = 'corner'"]
        return float(p / (1 - p))

    def export(self, folder: Path, **user: str) -> dict[str, list[dict[str, object]]]:
        """Return the labels that are exported, by the names of their cases."""
        result = run("export-corrections", folder, "--data-set", "inn", "--dsn", make_conninfo(self.dsn, **user))
        assert result.exit_code == 0, result.output
        return {path.parent.name: json.loads(path.read_text()) for path in folder.glob("*/claims.json")}


@pytest.fixture(scope="module", autouse=True)
def visit(admin: psycopg.Connection, analyst_name: str) -> None:
    admin.execute(
        f"""
        CREATE TABLE public.visit (visit_id integer PRIMARY KEY, guest text, room text, nights integer);
        INSERT INTO public.visit SELECT g, 'guest ' || (g * 7 % 23),
            (ARRAY['garden', 'sea', 'attic', 'corner'])[1 + g % 4], 1 + g * 5 % 7 FROM generate_series(1, 90) AS g;
        GRANT SELECT ON public.visit TO {analyst_name};
        SELECT factcheck.add_table('public.visit', data_set => 'inn');
        CREATE TABLE public.boat (boat text);
        INSERT INTO public.boat VALUES ('Ada'), ('Bea');
        SELECT factcheck.add_table('public.boat', data_set => 'harbour');
    """.encode()
    )


@pytest.fixture
def inn(admin: psycopg.Connection, analyst: psycopg.Connection, database: str) -> Iterator[Inn]:
    yield Inn(admin, analyst, database)
    admin.execute("SELECT factcheck.use_shipped_weights()")
    admin.execute("DELETE FROM factcheck.document")


def test_readings_that_people_correct_become_likelier_elsewhere(inn: Inn, tmp_path: Path) -> None:
    before = inn.odds_of_visits("before")
    inn.correct_to_visits(1, "garden")
    inn.correct_to_visits(2, "sea")
    assert inn.odds_of_visits("without a fit") == pytest.approx(before)
    weights, page = tmp_path / "learned.toml", tmp_path / "page.md"
    site = "--data-set", "inn", "--corrections", "--folds", 0, "--dsn", inn.dsn
    result = run("fit", *site, "--output", weights, "--page", page)
    assert result.exit_code == 0, result.output
    assert "| decisions of people | 1 | 2 | 0 |" in page.read_text()
    assert "# Written by: factcheck fit --data-set inn --corrections --corrupt 0.3" in weights.read_text()
    inn.admin.execute("SELECT factcheck.use_weights('readings', %s)", [weights.read_text()])
    assert inn.odds_of_visits("after") > 2 * before


def test_the_decisions_in_force_are_labels_beside_what_is_read_with_confidence(inn: Inn, tmp_path: Path) -> None:
    inn.correct_to_visits(1, "garden")
    inn.correct_to_visits(2, "sea")
    inn.decide("undo_correction", 2)
    inn.decide("dismiss", 3)
    inn.decide("confirm", 4)
    document, page, kept = tmp_path / "inn.md", tmp_path / "page.md", tmp_path / "samples.npz"
    document.write_text(f"{TEXT} The visit table has 90 visits.")
    site = "--data-set", "inn", "--corrections", "--folds", 0, "--corrupt", 0, "--dsn", inn.dsn
    result = run("fit", document, *site, "--page", page, "--collect", kept)
    assert result.exit_code == 0, result.output
    # of the document given, what was decided is left to the decisions
    assert "| claims read with confidence | 1 | 1 | 0 |" in page.read_text()
    assert "| decisions of people | 1 | 2 | 1 |" in page.read_text()
    _, decided = read_samples(kept)
    assert [bool(claim.right.any()) for claim in decided.claims if claim.is_judged] == [True, True]


def test_a_role_learns_from_a_query_of_its_own_that_is_a_candidate(inn: Inn, analyst_name: str, tmp_path: Path) -> None:
    inn.analyst.execute(
        "SELECT factcheck.correct(%s, 1, query => 'SELECT count(*) FROM public.visit WHERE room = ''garden''')",
        [inn.document],
    )
    inn.decide("confirm", 4)
    kept = tmp_path / "samples.npz"
    site = (
        "--data-set",
        "inn",
        "--corrections",
        "--folds",
        0,
        "--corrupt",
        0,
        "--dsn",
        make_conninfo(inn.dsn, user=analyst_name),
    )
    result = run("fit", *site, "--collect", kept)
    assert result.exit_code == 0, result.output
    [decided] = read_samples(kept)
    assert [bool(claim.right.any()) for claim in decided.claims if claim.is_judged] == [True, True]


def test_where_nothing_is_decided_about_the_data_set_there_is_nothing_to_fit_to(inn: Inn) -> None:
    inn.decide("confirm", 4)
    result = run("fit", "--data-set", "harbour", "--corrections", "--folds", 0, "--dsn", inn.dsn)
    assert result.exit_code == 2
    assert "there is no claim to fit to" in result.output


@pytest.mark.parametrize("arguments", [["--corrections"], ["--corrections", "--data-set", "inn", "--from", "x.npz"]])
def test_corrections_are_those_of_a_data_set(arguments: list[str]) -> None:
    result = run("fit", *arguments)
    assert result.exit_code == 2
    assert "Usage" in result.output


def test_decisions_are_exported_as_a_case_that_can_be_fitted_to(inn: Inn, tmp_path: Path) -> None:
    inn.correct_to_visits(1, "garden")
    inn.correct_to_visits(2, "sea")
    inn.decide("dismiss", 3)
    inn.export(tmp_path)
    [folder] = tmp_path.iterdir()
    (folder / "data").mkdir()
    with inn.admin.cursor().copy("COPY public.visit TO STDOUT (FORMAT csv, HEADER)") as rows:
        (folder / "data" / "visit.csv").write_bytes(b"".join(bytes(row) for row in rows))
    case = read_case(folder)
    first, second = "The garden room had 22 guests.", "The sea room took in 29 guests."
    sql = 'SELECT COUNT(*) FROM "visit" WHERE "room" = \'{}\''
    assert case.claims == (
        LabelledClaim(first, "22", 22.0, sql.format("garden"), 22.0, is_correct=True),
        LabelledClaim(second, "29", 29.0, sql.format("sea"), 23.0, is_correct=False),
    )
    assert case.data_set == "inn"
    assert case.unlabelled == (("The house has 4 rooms.", "4"),)
    assert [label["kind"] for label in json.loads((folder / "claims.json").read_text())] == ["corrected"] * 2
    assert json.loads((folder / "meta.json").read_text())["distractors"] == [
        {"sentence": "Breakfast is at 8.", "value_text": "8"}
    ]
    kept = tmp_path / "samples.npz"
    result = run("fit", folder, "--folds", 0, "--corrupt", 0, "--collect", kept, "--dsn", inn.dsn)
    assert result.exit_code == 0, result.output
    [document] = read_samples(kept)
    assert [bool(claim.right.any()) for claim in document.claims if claim.is_judged] == [True, True]


def test_roles_export_what_they_may_see(inn: Inn, analyst_name: str, tmp_path: Path) -> None:
    inn.decide("confirm", 4)
    [labels] = inn.export(tmp_path / "own", user=analyst_name).values()
    assert [label["kind"] for label in labels] == ["confirmed"]
    inn.admin.execute(f"REVOKE SELECT ON public.visit FROM {analyst_name}".encode())
    try:
        assert inn.export(tmp_path / "withheld", user=analyst_name) == {}
    finally:
        inn.admin.execute(f"GRANT SELECT ON public.visit TO {analyst_name}".encode())
    inn.decide("reopen", 4)
    assert inn.export(tmp_path / "reopened", user=analyst_name) == {}


def test_what_stands_in_a_sentence_is_no_markup(inn: Inn, tmp_path: Path) -> None:
    inn.document = inn.verify("The garden room had 22 guests & fewer than 30 <b>dogs</b>.", "Dogs")
    inn.correct_to_visits(1, "garden")
    inn.export(tmp_path)
    [article] = tmp_path.glob("*/article.html")
    assert "guests &amp; fewer than 30" in article.read_text()


def test_words_that_corrections_taught_are_exported(inn: Inn, tmp_path: Path) -> None:
    inn.export(tmp_path)
    assert not (tmp_path / "synonyms.csv").exists()
    inn.document = inn.verify("The loft had 22 guests. Most of 23 guests came for the loft.", "Loft")
    inn.correct_to_visits(1, "attic")
    inn.correct_to_visits(2, "attic")
    inn.export(tmp_path)
    with (tmp_path / "synonyms.csv").open(encoding="utf-8") as file:
        written = list(csv.reader(file))
    assert written[0] == ["table_name", "column", "value", "word", "claims", "used"]
    assert ["public.visit", "room", "attic", "loft", "2", "True"] in written[1:]
    assert not any(row[3] == "loft" and row[5] == "False" for row in written[1:])


def test_a_query_of_ones_own_is_a_label_that_is_read_as_a_query_of_the_program(inn: Inn, tmp_path: Path) -> None:
    own = "SELECT avg(v.nights) FILTER (WHERE v.room = 'sea') - min(nights) FROM public.visit AS v"
    inn.admin.execute("SELECT factcheck.refresh('public.visit')")
    inn.analyst.execute("SELECT factcheck.correct(%s, 1, query => %s)", [inn.document, own])
    [[label]] = inn.export(tmp_path).values()
    assert label["kind"] == "corrected"
    [reading] = read_queries(str(label["sql"]), read_tables(PsycopgDatabase(inn.analyst), None))
    assert reading.query.words() == (
        "the average of nights in visit where room is 'sea' less the smallest value of nights in visit"
    )
