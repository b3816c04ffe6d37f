"""The page of questions in a browser: by mouse and keyboard, without script, large, on paper, under its policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from support.cars import add_cars
from support.pages import SIZES, WIDE
from support.review_server import ReviewServer, review_server

QUESTION = "Which brand has the highest total sales?"
NAMES = [
    "Ford</text><script>document.title = 'taken'</script>",
    "<img src=x onerror=\"document.title = 'taken'\">",
    "&amp;\" '",
]


@pytest.fixture(scope="module")
def table(admin: psycopg.Connection[Any], analyst_name: str) -> int:
    return add_cars(admin, analyst_name)


@pytest.fixture(scope="module")
def server(database: str, analyst_name: str, table: int) -> Iterator[ReviewServer]:
    with review_server(database, analyst_name) as started:
        yield started


@pytest.mark.parametrize("has_script", [True, False], ids=["with script", "without script"])
def test_from_the_list_of_tables_to_a_chart_with_a_caption_of_ones_own(
    visit: Callable[..., Any], has_script: bool, table: int
) -> None:
    page = visit("/questions", java_script_enabled=has_script)
    page.get_by_role("link", name="public.car", exact=True).click()
    page.get_by_label("Question about public.car").fill(QUESTION)
    page.keyboard.press("Enter")
    chart = page.locator("figure").filter(has_text="Honda has the highest total sales").first
    assert chart.locator("svg").get_attribute("aria-label") == chart.locator("figcaption").inner_text()
    chart.get_by_text("Edit caption").click()
    chart.get_by_label("Caption").fill("Honda, then Toyota.")
    chart.get_by_role("button", name="Save").click()
    edited = page.locator("figure").filter(has_text="Honda, then Toyota.").first
    assert edited.locator("svg").get_attribute("aria-label") == "Honda, then Toyota."
    edited.get_by_text("Edit caption").click()
    edited.get_by_role("button", name="Use its own caption").click()
    assert page.get_by_text("Honda, then Toyota.").count() == 0


def test_a_suggested_question_is_asked_by_a_click(visit: Callable[..., Any], table: int) -> None:
    page = visit(f"/questions/{table}")
    suggested = page.get_by_role("navigation", name="Suggested questions").get_by_role("link").first
    asked = suggested.inner_text()
    suggested.click()
    assert page.get_by_role("heading", level=1).inner_text() == asked
    assert page.locator("figure svg").count() > 0


def test_a_chart_fills_the_screen_and_goes_back(visit: Callable[..., Any], table: int) -> None:
    page = visit(
        f"/questions/{table}?question={QUESTION}", java_script_enabled=False, viewport={"width": 1000, "height": 700}
    )
    chart = page.locator("figure").first
    chart.get_by_text("Full screen").click()
    box = chart.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1000, 700)
    chart.get_by_role("link", name="Close").click()
    assert chart.bounding_box()["width"] < 1000


def test_charts_are_drawn_with_ink_on_every_size_of_screen(visit: Callable[..., Any], table: int) -> None:
    for width, height in SIZES.values():
        page = visit(f"/questions/{table}?question={QUESTION}", viewport={"width": width, "height": height})
        assert not page.evaluate(WIDE)
        for picture in page.locator("figure svg").all():
            box = picture.bounding_box()
            assert box["width"] > 200
            assert box["height"] > 60


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_grave_is_wrong_for_those_who_use_aids(
    visit: Callable[..., Any], grave_findings: Callable[[Any], list[str]], table: int, scheme: str
) -> None:
    page = visit(f"/questions/{table}?question={QUESTION}", color_scheme=scheme, bypass_csp=True)
    assert page.locator("figure svg").count() > 0
    assert grave_findings(page) == []
    page = visit("/questions", color_scheme=scheme, bypass_csp=True)
    assert grave_findings(page) == []


def test_paper_has_the_charts_and_no_forms(visit: Callable[..., Any], table: int, tmp_path: Path) -> None:
    page = visit(f"/questions/{table}?question={QUESTION}")
    page.emulate_media(media="print")
    assert page.locator("figure svg").first.is_visible()
    assert page.locator("figcaption").first.is_visible()
    for hidden in ("#question", ".review-data", ".charts-tools", ".review-bar"):
        assert not page.locator(hidden).first.is_visible()


def test_names_of_groups_stay_text(
    visit: Callable[..., Any], admin: psycopg.Connection[Any], analyst_name: str, table: int
) -> None:
    admin.execute(f"""
        CREATE TABLE public.maker (maker_id integer PRIMARY KEY, brand text, sales numeric);
        GRANT SELECT ON public.maker TO {analyst_name};
    """)
    for number in range(60):
        admin.execute(
            "INSERT INTO public.maker VALUES (%s, %s, %s)", [number, NAMES[number % 3], 10 + number * (1 + number % 3)]
        )
    admin.execute("SELECT factcheck.add_table('public.maker')")
    row = admin.execute("SELECT 'public.maker'::regclass::oid::int8").fetchone()
    assert row is not None
    page = visit(f"/questions/{row[0]}?question=Which brand has the highest total sales?")
    assert page.locator("figure svg").count() > 0
    assert "taken" not in page.title()
    assert page.locator("script:not([src]), img").count() == 0
    assert page.locator("figure svg text").filter(has_text="onerror").count() > 0


def test_the_downloaded_page_shows_its_charts_without_the_server(
    visit: Callable[..., Any], opened: Callable[..., Any], table: int
) -> None:
    page = visit(f"/questions/{table}?question={QUESTION}")
    with page.expect_download() as started:
        page.get_by_role("link", name="HTML").click()
    text = Path(started.value.path()).read_text("utf-8")
    requests: list[str] = []
    offline = opened(text, offline=True)
    offline.on("request", lambda request: requests.append(request.url))
    offline.reload()
    assert offline.locator("figure svg").count() == page.locator("figure svg").count()
    assert [address for address in requests if not address.startswith("file:")] == []
