"""Cancels, timeouts and terminations take effect in every stage of a check, and a time budget is kept."""

from __future__ import annotations

import contextlib
import re
import time

import psycopg
import pytest

from factcheck.quality.stage_times import listen_to_stages

BEGINNINGS = {
    "retrieval": "parsing",
    "span": "joins",
    "scope": "span",
    "queries": "scope",
    "lookup": "queries",
    "inference": "evaluation",
}
"""Stages of a check and the one at whose end, as the server tells, each begins."""

KINDS = {"shop": 40, "region": 9, "product": 700, "customer": 900, "colour": 12, "season": 4, "carrier": 25}
NUMBERS = ("units", "revenue", "discount", "weight", "rating")
ROWS = 6_000
CLAIMS = 32
ATTEMPTS = 5
"""So often does a test try that needs a check to be at a certain point, or two checks to go equally fast."""
SMALL, RIGHT = f"There were {ROWS:,} sales.", [("supported", ROWS)]


@pytest.fixture(scope="module")
def sales(admin, analyst_name):
    """Tables with so many columns and values that many queries may be meant; one is read at check time."""
    texts = [f"'{kind} ' || (g * {place + 7} % {size}) AS {kind}" for place, (kind, size) in enumerate(KINDS.items())]
    numbers = [f"g * {place + 3} % 997 AS {kind}" for place, kind in enumerate(NUMBERS)]
    admin.execute(f"""
        CREATE TABLE public.sales AS SELECT {", ".join([*texts, *numbers])} FROM generate_series(1, {ROWS}) AS g;
        CREATE TABLE public.visits AS SELECT {", ".join([*texts, *numbers])} FROM generate_series(1, {ROWS}) AS g;
        ALTER TABLE public.visits ENABLE ROW LEVEL SECURITY;
        CREATE POLICY everything ON public.visits USING (true);
        GRANT SELECT ON public.sales, public.visits TO {analyst_name};
        SELECT factcheck.add_table('public.sales');
        SELECT factcheck.add_table('public.visits');
    """)


def document(claims):
    """So many claims, each about other values."""
    kinds, sentences = list(KINDS), []
    for n in range(claims):
        first, second = kinds[n % 7], kinds[(n * 3 + 1) % 7]
        sentences.append(
            f"The total {NUMBERS[n % 5]} of {first} {n % KINDS[first]} in {second} {n * 5 % KINDS[second]}"
            f" was {1000 + 37 * n:,}, with {n % 50 + 11} different {kinds[(n + 2) % 7]}."
        )
    return "\n\n".join(" ".join(sentences[start : start + 4]) for start in range(0, claims, 4))


class Listener:
    """Hears how long the stages of a check take when they come first, and acts at the end of one."""

    def __init__(self, session):
        self.seconds = {}
        self.notices = []
        self.wanted, self.action = "", None
        self.handler = listen_to_stages(session, self.end_stage)
        session.add_notice_handler(self.note)

    def forget(self):
        """Listen to another check."""
        self.seconds, self.notices = {}, []

    def stop(self, session):
        """Listen no longer."""
        session.remove_notice_handler(self.handler)
        session.remove_notice_handler(self.note)

    def end_stage(self, stage, seconds):
        self.seconds.setdefault(stage, seconds)
        if stage == self.wanted and self.action is not None:
            action, self.action = self.action, None
            action()

    def note(self, told):
        if told.severity_nonlocalized == "NOTICE":
            self.notices.append((told.message_primary, told.message_hint))


def rows(session, text=SMALL, **options):
    return session.execute(
        "SELECT verdict, found_value FROM fact_check(%(text)s, time_budget => %(budget)s::interval)",
        {"text": text, "budget": options.get("time_budget")},
    ).fetchall()


def caches(admin):
    return admin.execute(
        "SELECT (SELECT count(*) FROM factcheck.parse_cache), (SELECT count(*) FROM factcheck.cube_cache)"
    ).fetchone()


@pytest.fixture(scope="module")
def session(sales, database, analyst_name):
    with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
        connection.execute("SELECT factcheck.warm_up()")
        yield connection


@pytest.fixture(scope="module")
def whole(session):
    """The rows of a check that nobody ends and how long its stages take; its document's parse is kept."""
    heard = Listener(session)
    found = rows(session, document(CLAIMS))
    heard.stop(session)
    assert rows(session) == RIGHT
    return found, heard.seconds


@pytest.fixture
def listener(session):
    heard = Listener(session)
    yield heard
    if not session.closed:
        heard.stop(session)


@pytest.mark.parametrize("stage", BEGINNINGS)
def test_a_cancel_takes_effect_in_every_stage(session, admin, whole, listener, stage):
    """A cancel that is sent when a stage begins ends the check before the stage is over.

    The stage may be over before the cancel arrives, on a fast machine or a busy one: then there are more claims.
    """
    pid = session.info.backend_pid

    def cancel():
        admin.execute("SELECT pg_cancel_backend(%s)", [pid])

    for attempt in range(ATTEMPTS):
        before = caches(admin)
        listener.forget()
        listener.wanted, listener.action = BEGINNINGS[stage], cancel
        with contextlib.suppress(psycopg.errors.QueryCanceled):
            rows(session, document(CLAIMS * 2**attempt))
        assert listener.action is None
        if stage not in listener.seconds:
            break
    assert stage not in listener.seconds
    assert_nothing_is_left(session, admin, before)


def test_a_timeout_ends_parsing(session, admin, whole, listener):
    """The time is less than a tenth of what parsing takes here."""
    before = caches(admin)
    milliseconds = max(1, int(1000 * whole[1]["parsing"] / 2))
    session.execute(f"SET statement_timeout = {milliseconds}")
    with pytest.raises(psycopg.errors.QueryCanceled) as caught:
        rows(session, document(10 * CLAIMS)[100:])
    assert caught.value.diag.message_primary == "canceling statement due to statement timeout"
    assert "parsing" not in listener.seconds
    session.execute("RESET statement_timeout")
    assert_nothing_is_left(session, admin, before)


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_time_budget_is_kept_and_what_was_left_out_is_told(session, whole, listener, share):
    """The budget is a share of what the whole check takes at the same time, the best of some attempts counts."""
    everything = whole[0]
    for _ in range(ATTEMPTS):
        started = time.monotonic()
        assert rows(session, document(CLAIMS)) == everything
        unlimited = time.monotonic() - started
        listener.forget()
        started = time.monotonic()
        found = session.execute(
            "SELECT verdict, found_value, is_certified, p_query FROM fact_check(%s, time_budget => %s::interval)",
            [document(CLAIMS), f"{share * unlimited} s"],
        ).fetchall()
        taken = (time.monotonic() - started) / unlimited
        if listener.notices and taken < share + 0.3:
            break
    assert listener.notices
    assert taken < share + 0.3
    assert all(told.startswith("time budget reached: ") and "time_budget" in hint for told, hint in listener.notices)
    assert len(found) == len(everything)
    assert all(verdict == "not_enough_info" for verdict, value, _, _ in found if value is None)
    assert not all(is_certified for _, _, is_certified, _ in found)


def test_a_document_that_there_is_no_time_to_read_is_not_kept_half_read(session, admin, whole, listener):
    """Three tenths of the budget are for reading: time for an eighth or so of the paragraphs."""
    before = caches(admin)
    text = document(10 * CLAIMS)[50:]
    found = rows(session, text, time_budget=f"{4 * whole[1]['parsing']} s")
    [read, *_] = [told for told, _ in listener.notices if "paragraphs read" in told]
    done, every = (int(number) for number in re.findall(r"\d+", read))
    assert 0 < done < every == 80
    assert 0 < len(found) < 10 * 2 * CLAIMS
    assert caches(admin) == before


def test_a_budget_that_is_enough_changes_nothing(session):
    text = "There were 6,000 sales. The total units of shop 3 was 20,000."
    assert rows(session, text, time_budget="1 hour") == rows(session, text)


def test_a_termination_ends_a_check(session, admin, analyst_name, database, whole, listener):
    before = caches(admin)
    pid = session.info.backend_pid
    listener.wanted, listener.action = "scope", lambda: admin.execute("SELECT pg_terminate_backend(%s, 60000)", [pid])
    with pytest.raises(psycopg.errors.AdminShutdown):
        rows(session, document(CLAIMS))
    assert admin.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [pid]).fetchone() == (0,)
    with psycopg.connect(database, user=analyst_name, autocommit=True) as another:
        assert_nothing_is_left(another, admin, before)


def assert_nothing_is_left(session, admin, before):
    left = session.execute(
        "SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()),"
        " (SELECT count(*) FROM pg_class WHERE relpersistence = 't'), current_setting('transaction_read_only')"
    ).fetchone()
    assert left == (0, 0, "off")
    assert caches(admin) == before
    assert rows(session) == RIGHT
