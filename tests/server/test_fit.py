"""``factcheck fit`` collects candidates with their features from real checks, and keeps them to fit to again."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from factcheck.commands import main
from factcheck.quality.fitting.evaluated import ranks
from factcheck.quality.fitting.layout import as_vector
from factcheck.quality.fitting.store import read_samples
from factcheck.weights.learned import LEARNED, read_learned

pytestmark = pytest.mark.usefixtures("shared")

ARTICLE = (
    "<html><body><p>The fair had 40 stalls. Of these stalls, 10 sold cheese and 30 sold bread."
    " The average rent of the stalls was $21.50.</p>"
    "<p>Bread brought in a total rent of $630. That is $400 more than cheese.</p></body></html>"
)
"""The last paragraph has no labels: what its second claim compares with follows from the first, once that is known."""

STALLS = "stall,goods,rent\n" + "".join(
    f"stall {n},{'cheese' if n % 4 == 0 else 'bread'},{n + 1}\n" for n in range(1, 41)
)
LABELS = (
    ("The fair had 40 stalls.", "40", "SELECT COUNT(*) FROM stalls"),
    ("Of these stalls, 10 sold cheese and 30 sold bread.", "10", "SELECT COUNT(*) FROM stalls WHERE goods = 'cheese'"),
    ("Of these stalls, 10 sold cheese and 30 sold bread.", "30", "SELECT COUNT(*) FROM stalls WHERE goods = 'bread'"),
    ("The average rent of the stalls was $21.50.", "$21.50", "SELECT AVG(rent) FROM stalls"),
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["fit", *map(str, arguments)])


@pytest.fixture(scope="module")
def folder(database: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a case, and what was collected of it and fitted to it."""
    folder = tmp_path_factory.mktemp("cases")
    (folder / "fair" / "data").mkdir(parents=True)
    (folder / "fair" / "article.html").write_text(ARTICLE)
    (folder / "fair" / "data" / "stalls.csv").write_text(STALLS)
    labels = [
        {"sentence": sentence, "value_text": text, "value": float(text.strip("$")), "sql": sql, "correct": True}
        for sentence, text, sql in LABELS
    ]
    (folder / "fair" / "claims.json").write_text(json.dumps(labels))
    files = "--collect", folder / "samples.npz", "--output", folder / "learned.toml", "--page", folder / "page.md"
    result = run(folder, "--corrupt", 0.5, "--folds", 0, *files, "--dsn", database)
    assert result.exit_code == 0, result.output
    return folder


def test_the_right_queries_are_found_among_the_candidates(folder: Path) -> None:
    documents = read_samples(folder / "samples.npz")
    assert [document.is_corrupted for document in documents] == [False, True]
    for document in documents:
        judged = [claim for claim in document.claims if claim.is_judged]
        assert len(judged) == len(LABELS)
        assert all(claim.right.any() and not claim.right.all() for claim in judged)
        assert sum(claim.is_wrong for claim in judged) == (2 if document.is_corrupted else 0)
    # as the weights in use rank them, the plain claims of the document as published come first
    assert [each.rank for each in ranks(documents[0], as_vector(LEARNED))] == [1] * len(LABELS)


def test_weights_are_written_so_that_they_can_be_read(folder: Path) -> None:
    text = (folder / "learned.toml").read_text()
    assert "# Written by: factcheck fit --corrupt 0.5 --seed 1 --strength 2 --hold evidence" in text
    assert read_learned(text).groups


def test_what_was_collected_is_fitted_again_without_a_check(folder: Path) -> None:
    again = folder / "again.toml"
    result = run(
        "--from", folder / "samples.npz", "--corrupt", 0.5, "--folds", 0, "--output", again, "--dsn", "host=/nowhere"
    )
    assert result.exit_code == 0, result.output
    assert again.read_text() == (folder / "learned.toml").read_text()


def test_folders_or_a_file_are_wanted_not_both(folder: Path) -> None:
    assert run().exit_code == run(folder, "--from", folder / "samples.npz").exit_code == 2


def test_without_labels_what_is_read_with_confidence_is_right(folder: Path, database: str, tmp_path: Path) -> None:
    kept = tmp_path / "unlabelled.npz"
    result = run(folder / "fair", "--unlabelled", "--corrupt", 0.5, "--folds", 0, "--collect", kept, "--dsn", database)
    assert result.exit_code == 0, result.output
    published, corrupted = read_samples(kept)
    assert not published.is_corrupted
    known = [claim for claim in published.claims if claim.is_judged]
    assert 2 <= len(known) <= len(LABELS) + 2
    assert all(claim.right.sum() == 1 and not claim.is_wrong for claim in known)
    assert corrupted.is_corrupted
    assert any(claim.is_wrong for claim in corrupted.claims)


def test_documents_of_a_site_are_fitted_to_by_its_own_tables(
    folder: Path, database: str, admin: psycopg.Connection, tmp_path: Path
) -> None:
    admin.execute("CREATE TABLE public.stand (stand text, goods text, rent integer)")
    rows = ", ".join(f"('{line}')".replace(",", "', '") for line in STALLS.splitlines()[1:])
    admin.execute(f"INSERT INTO public.stand SELECT a, b, c::integer FROM (VALUES {rows}) AS v (a, b, c)".encode())
    admin.execute("SELECT factcheck.add_table('public.stand', data_set => 'market')")
    document, output = tmp_path / "market.md", tmp_path / "learned.toml"
    document.write_text("The market had 40 stands. Of these stands, 10 sold cheese and 30 sold bread.")
    site = "--data-set", "market", "--folds", 0, "--dsn", database
    result = run(document, "--output", output, *site)
    assert result.exit_code == 0, result.output
    assert "factcheck fit --data-set market" in output.read_text()
    number = admin.execute("SELECT factcheck.use_weights('readings', %s)", [output.read_text()]).fetchone()
    assert number is not None
    admin.execute("SELECT factcheck.use_shipped_weights()")
    document.write_text("Nothing here is about 12 of anything.")
    result = run(document, *site)
    assert result.exit_code != 0
    assert "there is no claim to fit to" in result.output
    admin.execute("SELECT factcheck.remove_table('public.stand')")
    admin.execute("DROP TABLE public.stand")
