"""The memory of a session is bounded: by settings within a check, and flat over ever new documents."""

from __future__ import annotations

import random
import string
from pathlib import Path

import psycopg
import pytest
from support.bad_inputs import Answer, Refusal, outcome, require_outcome

from factcheck.claims.statements.cues import may_state

DOCUMENTS, WORDS = 12, 1500
MOST_GROWTH, ATTEMPTS = 2_500, 3
"""In kB, for that number of documents, and how often it is measured at most."""


@pytest.fixture(scope="module")
def session(database, analyst_name, sales):
    with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
        yield connection


def own_memory(connection):
    """What the server process has to itself, in kB."""
    status = Path(f"/proc/{connection.info.backend_pid}/status")
    if not status.exists():
        pytest.skip("the server's processes are not on this machine")
    [line] = [line for line in status.read_text("ascii").splitlines() if line.startswith("RssAnon:")]
    return int(line.split()[1])


def document(draw):
    """A claim about sales among words that nobody has seen before."""
    words = ("".join(draw.choices(string.ascii_lowercase, k=draw.randint(5, 14))) for _ in range(WORDS))
    return f"There were 240 sales, said {' '.join(words)}."


def test_new_words_leave_nothing_behind(session):
    """Kept, the words of twelve documents would take 6 MB, as measured, each time; forgotten, they take 1 MB of arenas.

    What the server does now and then may take some MB once, so that not each time counts.
    """
    draw = random.Random(1)
    check = "SELECT verdict FROM fact_check(%s)"
    for _ in range(8):  # arenas grow by 3 MB in the first five
        session.execute(check, [document(draw)])
    growth = []
    while len(growth) < ATTEMPTS and min(growth, default=MOST_GROWTH) >= MOST_GROWTH:
        before = own_memory(session)
        for _ in range(DOCUMENTS):
            assert ("refuted",) not in session.execute(check, [document(draw)]).fetchall()
        growth.append(own_memory(session) - before)
    assert min(growth) < MOST_GROWTH, growth


@pytest.fixture
def setting(admin):
    """Sets one setting for a test."""
    changed = []

    def change(name, value):
        changed.append(name)
        admin.execute("UPDATE factcheck.setting SET value = %s WHERE name = %s", [value, name])

    yield change
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = ANY (%s)", [changed])


def test_claims_of_a_document_are_bounded(session, setting):
    three = "There were 240 sales. There were 80 sales in May. There were 80 sales in June."
    assert len(outcome(session, three).claims) == 3
    setting("document_claims", 2)
    refused = Refusal("54000", "document has too many claims: 3", 'Split it, or raise the setting "document_claims".')
    require_outcome(session, three, refused)


def test_thousands_of_numbers_are_refused_before_anything_is_evaluated(session):
    many = " ".join(f"There were {number} sales." for number in range(2, 2004))
    found = outcome(session, many)
    assert (found.sqlstate, found.message) == ("54000", "document has too many claims: 2002")


def test_characters_of_a_document_are_bounded(session, setting):
    setting("document_characters", 1000)
    refused = Refusal(
        "54000", "document is too long: 1001 characters", 'Split it, or raise the setting "document_characters".'
    )
    require_outcome(session, "There were 240 sales. " + "x" * 979, refused)


def test_a_long_document_is_read_as_fast_as_its_claims_allow(session):
    """Text that no claim is about costs little: of these 300,000 characters only a sentence is parsed."""
    filler = "Some of those people say so and go home.\n\n"
    assert not may_state(filler)
    document = "There were 240 sales.\n\n" + filler * (300_000 // len(filler))
    require_outcome(session, document, Answer((("240", "supported", 240),)))
    latest = "SELECT bytes FROM factcheck.parse_cache WHERE bytes > 0 ORDER BY last_used DESC LIMIT 1"
    [[parsed]] = session.execute(latest).fetchall()
    assert parsed < 2000


def test_candidates_of_a_claim_are_bounded_and_rows_say_so(session, setting):
    check = (
        "SELECT bool_and(is_certified), max(jsonb_array_length(alternatives))"
        " FROM fact_check('We sold 1,204 units of tea and coffee in May in the North.', top_k => 50)"
    )
    [before] = session.execute(check).fetchall()
    setting("candidates_per_claim", 1000)
    setting("scope_cost", 1000)
    [after] = session.execute(check).fetchall()
    assert (before[0], after[0]) == (True, False)


@pytest.mark.parametrize(("name", "kind"), [("predicates_per_claim", "predicate"), ("columns_per_claim", "column")])
def test_fragments_of_a_claim_are_bounded(session, setting, name, kind):
    sentence = "The total revenue and units in May in the North was 7."
    if kind == "predicate":
        number = f"SELECT count(*) FROM factcheck.explain('{sentence}', 1) WHERE part = 'predicate'"
    else:
        plan = f"SELECT detail FROM factcheck.explain_plan('{sentence}') WHERE part = 'claim'"
        number = f"SELECT substring(({plan}) FROM '([\\d,]+) candidates')"
    before = session.execute(number).fetchone()[0]
    setting(name, 1)
    assert int(str(session.execute(number).fetchone()[0]).replace(",", "")) < int(str(before).replace(",", ""))


def test_the_cache_of_parses_is_bounded(session, setting):
    """Of what one role had parsed, what was used longest ago goes."""
    setting("parse_cache_bytes", 2000)
    for number in range(12):
        session.execute("SELECT * FROM fact_check(%s)", [f"In year {number} of the firm there were 240 sales."])
    kept = "SELECT sum(bytes), count(*) FROM factcheck.parse_cache WHERE bytes > 0"
    [size, entries] = session.execute(kept).fetchone()
    assert 0 < size <= 2000
    assert entries < 12


def test_a_lower_bound_holds_for_parses_kept_before(session, setting):
    kept = "SELECT coalesce(sum(bytes), 0) FROM factcheck.parse_cache"
    session.execute("SELECT * FROM fact_check('In the second year of the firm there were 240 sales.')")
    assert session.execute(kept).fetchone()[0] > 0
    setting("parse_cache_bytes", 10)
    session.execute("SELECT * FROM fact_check('In the third year of the firm there were 240 sales.')")
    assert session.execute(kept).fetchone()[0] == 0


@pytest.fixture
def limited(admin, database, analyst_name, sales):
    """Opens sessions whose server process has only so many bytes left, as under ``ulimit -v``."""
    admin.execute(f"""
        CREATE OR REPLACE FUNCTION public.limit_memory(bytes_left bigint) RETURNS void LANGUAGE plpython3u AS $python$
            import resource
            mapped = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (mapped + bytes_left, mapped + bytes_left))
        $python$;
        GRANT EXECUTE ON FUNCTION public.limit_memory(bigint) TO {analyst_name};
    """)
    opened = []

    def open_session(bytes_left, *, is_warm):
        connection = psycopg.connect(database, user=analyst_name, autocommit=True)
        opened.append(connection)
        if not Path(f"/proc/{connection.info.backend_pid}/statm").exists():
            pytest.skip("the server's processes are not on this machine")
        if is_warm:
            connection.execute("SELECT factcheck.warm_up()")
        connection.execute("SELECT public.limit_memory(%s)", [bytes_left])
        return connection

    yield open_session
    for connection in opened:
        connection.close()


@pytest.mark.parametrize(
    ("bytes_left", "is_warm"),
    [(20_000_000, False), (110_000_000, False), (200_000_000, False), (30_000_000, True), (55_000_000, True)],
)
def test_out_of_memory_is_an_error_of_the_check(admin, limited, bytes_left, is_warm):
    text = " ".join(f"In May the North had {number} sales of tea and {number} of coffee." for number in range(100, 500))
    session = limited(bytes_left, is_warm=is_warm)
    with pytest.raises(psycopg.errors.OutOfMemory) as caught:
        session.execute("SELECT * FROM fact_check(%s)", [text])
    assert caught.value.diag.message_primary == "out of memory"
    assert caught.value.diag.message_hint
    assert session.execute("SELECT 1").fetchone() == admin.execute("SELECT 1").fetchone()


def test_a_check_takes_no_more_memory_than_set(session, setting):
    text = " ".join(f"In May the North had {number} sales of tea and {number} of coffee." for number in range(100, 900))
    setting("check_bytes", 10_000_000)
    found = outcome(session, text)
    assert (found.sqlstate, found.message) == ("53200", "out of memory")
    assert 'the setting "check_bytes"' in found.hint


def test_far_too_many_numbers_are_refused_before_they_are_parsed(session, setting):
    setting("document_claims", 100)
    found = outcome(session, "5 " * 300)
    assert (found.sqlstate, found.message) == ("54000", "document has too many numbers: more than 200")


def test_words_to_parse_are_bounded(session, setting):
    setting("document_words", 1000)
    text = "There were 240 sales, " + "he said, " * 500
    found = outcome(session, text)
    assert (found.sqlstate, found.message) == ("54000", "document is too long: more than 1000 words and signs")
    require_outcome(session, "There were 240 sales.\n\n" + "He said so. " * 500, Answer((("240", "supported", 240),)))


def test_numbers_in_tables_are_not_too_many(session, setting):
    setting("document_claims", 10)
    cells = "".join(f"<tr><td>{number}</td></tr>" for number in range(100))
    text = f"<html><body><p>There were 240 sales.</p><table>{cells}</table></body></html>"
    require_outcome(session, text, Answer((("240", "supported", 240),)))
