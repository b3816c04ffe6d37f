"""The page of questions over HTTP: what it shows to whom, its charts, captions and files."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import pytest
from support.cars import add_cars
from support.review_server import review_server
from support.trips import add_trips, verified

QUESTION = "Which brand has the highest total sales?"


@pytest.fixture(scope="module")
def table(admin, analyst_name):
    return add_cars(admin, analyst_name)


@pytest.fixture(scope="module")
def page(database, analyst_name, table):
    with review_server(database, analyst_name) as server:
        yield server


@pytest.fixture(scope="module")
def cookie(page):
    return page.cookie()


@pytest.fixture(scope="module")
def answered(page, cookie, table):
    return page.request("GET", f"/questions/{table}?{urlencode({'question': QUESTION})}", headers=cookie)


def pictures(text):
    return [ElementTree.fromstring(each) for each in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]


def captions(text):
    return [
        unescape(re.sub("<[^>]*>", "", each)).strip()
        for each in re.findall(r"<figcaption>(.*?)</figcaption>", text, re.DOTALL)
    ]


def test_tables_that_may_be_read_are_listed(page, cookie, table):
    text = page.request("GET", "/questions", headers=cookie).text
    assert f'href="/questions/{table}"' in text


def test_a_table_is_shown_with_its_columns_by_type_its_rows_and_questions(page, cookie, table):
    text = page.request("GET", f"/questions/{table}", headers=cookie).text
    for name, kind in (("brand", "category"), ("sold_on", "time"), ("sales", "number")):
        assert re.search(rf'class="review-kind review-{kind}"><a [^>]*>{name}</a>', text)
    assert text.count("<tr>") == 21
    assert "The first 20 rows." in text
    assert "<svg" not in text
    assert re.search(rf'<a href="/questions/{table}\?question=[^"]+">[^<]*\?</a>', text)


def test_suggestions_are_about_the_column_that_was_chosen(page, cookie, table):
    text = page.request("GET", f"/questions/{table}?column=sold_on", headers=cookie).text
    [suggested] = re.findall(r'<nav aria-label="Suggested questions".*?</nav>', text, re.DOTALL)
    assert "About sold_on:" in suggested
    assert re.search(r"sold on|month|year|trend", re.sub("<[^>]*>", "", suggested).replace("About sold_on:", ""))


def test_a_question_is_answered_by_pictures_with_captions(answered):
    assert answered.status == 200
    drawn = pictures(answered.text)
    assert drawn
    assert [each.get("aria-label") for each in drawn] == captions(answered.text)
    assert not {words for each in drawn for words in each.itertext()} & set(captions(answered.text)), "told twice"
    assert any("Honda" in caption for caption in captions(answered.text))


def test_the_policy_of_the_page_is_as_strict_as_before_and_the_charts_keep_to_it(answered):
    policy = answered.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';")
    assert "unsafe" not in policy
    for picture in pictures(answered.text):
        for element in picture.iter():
            assert not {"style", "href", "onload"} & {name.rpartition("}")[2] for name in element.attrib}


def test_a_question_that_nothing_answers_says_so(admin, page, cookie, analyst_name):
    admin.execute(
        f"CREATE TABLE public.unused (word text, amount numeric); GRANT SELECT ON public.unused TO {analyst_name}"
    )
    admin.execute("SELECT factcheck.add_table('public.unused')")
    [(number,)] = admin.execute("SELECT 'public.unused'::regclass::oid::int8").fetchall()
    text = page.request("GET", f"/questions/{number}?question={quote('How are the amounts?')}", headers=cookie).text
    assert "Nothing in public.unused answers this." in text
    assert "<svg" not in text


def test_words_that_were_not_read_are_told_beside_the_answer(page, cookie, table):
    question = "Which brand has the highest total sales of zeppelins?"
    text = page.request("GET", f"/questions/{table}?{urlencode({'question': question})}", headers=cookie).text
    notes = [unescape(each) for each in re.findall(r'<p class="review-remark" role="note">(.*?)</p>', text)]
    assert len(notes) == 1
    assert "words that name nothing" in notes[0]
    assert '"zeppelins"' in notes[0]


def test_nothing_is_told_beside_an_answer_of_which_all_words_were_read(answered):
    assert 'role="note"' not in answered.text


def test_a_question_is_text_and_no_markup(page, cookie, table):
    asked = "<script>alert(1)</script> brand"
    text = page.request("GET", f"/questions/{table}?{urlencode({'question': asked})}", headers=cookie).text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def caption_form(text):
    [form] = re.findall(r'<form method="post" action="/questions/\d+/caption".*?</form>', text, re.DOTALL)[:1]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    return {name: unescape(value) for name, value in fields.items()}


def test_a_caption_is_edited_and_taken_back(page, cookie, table, answered):
    fields = caption_form(answered.text)
    address = f"/questions/{table}/caption"
    saved = page.request("POST", address, fields | {"caption": "Honda leads & wins."}, headers=cookie)
    assert saved.status == 303
    assert saved.headers["location"].endswith(f"#chart-{fields['key']}")
    shown = page.request("GET", saved.headers["location"].partition("#")[0], headers=cookie).text
    assert "Honda leads & wins." in captions(shown)
    assert "Use its own caption" in shown
    page.request("POST", address, fields | {"caption": "", "own": "1"}, headers=cookie)
    assert captions(page.request("GET", saved.headers["location"].partition("#")[0], headers=cookie).text) == captions(
        answered.text
    )


def test_a_caption_is_not_taken_from_other_sites(page, cookie, table, answered):
    fields = caption_form(answered.text) | {"form_key": "0" * 64, "caption": "not mine"}
    assert page.request("POST", f"/questions/{table}/caption", fields, headers=cookie).status == 403


def test_an_answer_is_taken_along_as_a_page_a_picture_and_json(page, cookie, table, answered):
    asked = f"question={quote(QUESTION)}"
    html = page.request("GET", f"/questions/{table}/answer.html?{asked}", headers=cookie)
    assert html.headers["content-disposition"] == "attachment; filename=which-brand-has-the-highest-total-sales.html"
    assert len(pictures(html.text)) == len(pictures(answered.text))
    assert not re.search(r"<script|src=|https?://(?!www\.w3\.org)", html.text)
    held = json.loads(page.request("GET", f"/questions/{table}/answer.json?{asked}", headers=cookie).text)
    assert [chart["caption"] for section in held["sections"] for chart in section["charts"]] == captions(html.text)
    key = held["sections"][0]["charts"][0]["key"]
    svg = page.request("GET", f"/questions/{table}/charts/{key}.svg?{asked}", headers=cookie)
    assert ElementTree.fromstring(svg.text).get("aria-label") == captions(answered.text)[0]
    for address in (f"answer.png?{asked}", f"charts/{key}.png?{asked}"):
        assert page.raw(f"/questions/{table}/{address}", cookie).startswith(b"\x89PNG")
    for address in (f"answer.pdf?{asked}", f"charts/{key}.pdf?{asked}"):
        assert address.partition("?")[0] in answered.text
        assert page.raw(f"/questions/{table}/{address}", cookie).startswith(b"%PDF-")


@pytest.mark.parametrize(
    "address",
    [
        "/questions/1",
        "/questions/99999999999",
        "/questions/{}/charts/none.png?question=brand",
        "/questions/{}/answer.exe?question=brand",
        "/questions/{}/answer.html",
    ],
)
def test_what_does_not_exist_is_not_found(page, cookie, table, address):
    assert page.request("GET", address.format(table), headers=cookie).status == 404


def test_nothing_is_shown_without_the_key(page, table):
    for address in ("/questions", f"/questions/{table}", f"/questions/{table}/answer.json?question=brand"):
        assert page.request("GET", address).status == 401


def test_a_table_that_may_not_be_read_is_not_shown(admin, page, cookie, table):
    admin.execute(
        "CREATE TABLE public.salary AS SELECT g AS salary_id, 'secret' AS word FROM generate_series(1, 9) AS g"
    )
    admin.execute("SELECT factcheck.add_table('public.salary')")
    [(number,)] = admin.execute("SELECT 'public.salary'::regclass::oid::int8").fetchall()
    answer = page.request("GET", f"/questions/{number}", headers=cookie)
    assert answer.status == 404
    assert "secret" not in answer.text
    assert "salary" not in page.request("GET", "/questions", headers=cookie).text


def test_rows_whose_reading_runs_code_of_another_role_are_not_read(admin, page, cookie, analyst_name, role):
    other = role()
    admin.execute(f"""
        CREATE SCHEMA trap AUTHORIZATION {other};
        GRANT USAGE ON SCHEMA trap TO {analyst_name};
        SET ROLE {other};
        CREATE FUNCTION trap.told() RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN current_user || '' was here''; END';
        GRANT EXECUTE ON FUNCTION trap.told() TO {analyst_name};
        CREATE VIEW trap.bait AS SELECT 1 AS bait_id, trap.told() AS word;
        GRANT SELECT ON trap.bait TO {analyst_name};
        RESET ROLE;
    """)
    admin.execute("GRANT SELECT ON trap.bait TO postgres")
    admin.execute("INSERT INTO factcheck.data_table (relation, has_all_columns) VALUES ('trap.bait', true)")
    admin.execute("""INSERT INTO factcheck.data_column (table_id, column_name, column_number, column_type)
        SELECT d.table_id, a.attname, a.attnum, a.atttypid FROM factcheck.data_table d
        JOIN pg_attribute a ON a.attrelid = d.relation AND a.attnum > 0 WHERE d.relation = 'trap.bait'::regclass""")
    [(number,)] = admin.execute("SELECT 'trap.bait'::regclass::oid::int8").fetchall()
    try:
        text = page.request("GET", f"/questions/{number}", headers=cookie).text
    finally:
        admin.execute(
            "DELETE FROM factcheck.data_table WHERE relation = 'trap.bait'::regclass; DROP SCHEMA trap CASCADE"
        )
    assert "was here" not in text
    assert "code of an owner who is not trusted" in text


def test_the_chart_of_a_verdict_is_taken_along_from_the_review_page(admin, analyst, analyst_name, page, cookie):
    add_trips(admin, analyst_name)
    document = verified(analyst, "There were 66 trips.", "a verdict to draw")
    shown = page.request("GET", f"/documents/{document}/claims/1", headers=cookie).text
    address = re.search(rf'href="(/documents/{document}/claims/1/chart\.svg)"', shown)[1]
    root = ElementTree.fromstring(page.request("GET", address, headers=cookie).text)
    assert {"stated 66", "found 60"} <= set(root.itertext())
    assert page.raw(address.replace(".svg", ".png"), cookie).startswith(b"\x89PNG")
    assert page.raw(address.replace(".svg", ".pdf"), cookie).startswith(b"%PDF-")
    absent = page.request("GET", f"/documents/{document}/claims/9/chart.svg", headers=cookie)
    assert absent.status == 422
    assert f"There is no claim 9 of document {document}." in absent.text


def test_a_value_that_the_reader_may_not_see_is_a_word_like_any_other(admin, page, cookie, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.wage (wage_id integer PRIMARY KEY, branch text, holder text, pay numeric);
        INSERT INTO public.wage
        SELECT g, (ARRAY['Oslo', 'Turku'])[1 + g % 2], (ARRAY['Lindqvist', 'Okafor', 'Sato'])[1 + g % 3], 100 + g
        FROM generate_series(1, 60) AS g;
        GRANT SELECT (wage_id, branch, pay) ON public.wage TO {analyst_name};
        SELECT factcheck.add_table('public.wage');
    """)
    number = admin.execute("SELECT 'public.wage'::regclass::oid::int8").fetchone()[0]
    pages = []
    for name in ("Lindqvist", "Zelazny"):
        address = f"/questions/{number}?{urlencode({'question': f'total pay of {name}'})}"
        pages.append(page.request("GET", address, headers=cookie).text)
    notes = [re.findall(r'role="note">(.*?)</p>', text) for text in pages]
    assert [unescape(each[0]).count('"') for each in notes] == [2, 2]
    assert notes[0][0].replace("Lindqvist", "Zelazny") == notes[1][0]
