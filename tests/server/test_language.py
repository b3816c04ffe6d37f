"""A document that is not in English is told so, and hardly ever another one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.check.language import tell_language
from factcheck.documents.document import read_document

ROOT = Path(__file__).parents[2]
BENCH = os.environ.get("FACTCHECK_BENCH")

IN_OTHER_LANGUAGES = {
    "German": "Der Umsatz stieg im Mai auf 1.204 Stück, das sind 16 % mehr als im April. Die meisten kamen von dort.",
    "French": "Nous avons vendu 1 204 unités en mai, soit 16 % de plus qu'en avril. La plupart sont du nord.",
    "Spanish": "En mayo vendimos 1.204 unidades, un 16 % más que en abril. La mayoría fueron en el norte.",
    "Italian": "A maggio abbiamo venduto 1.204 unità, il 16% in più rispetto ad aprile. La maggior parte è del nord.",
    "Portuguese": "Em maio vendemos 1.204 unidades, mais 16% do que em abril. A maior parte das vendas foi no norte.",
    "Dutch": "In mei verkochten we 1.204 stuks, 16% meer dan in april. De meeste verkopen kwamen uit het noorden.",
    "Swedish": "I maj sålde vi 1 204 enheter, vilket är 16 % mer än i april. De flesta försäljningarna kom från norr.",
    "Finnish": "Toukokuussa myimme 1 204 kappaletta, mikä on enemmän kuin huhtikuussa, ja se oli myös ennätys.",
    "Hungarian": "Májusban 1204 darabot adtunk el, és ez 16%-kal több, mint áprilisban. A legtöbb északról érkezett.",
    "Turkish": "Mayıs ayında 1.204 adet sattık, bu nisan ayından daha fazla."
    " Satışların çoğu kuzeyden geldi ve çok iyi.",
    "Russian": "В мае мы продали 1204 единицы, что на 16 % больше, чем в апреле. Большинство продаж пришлось на север.",
}
SENTENCES = {
    "German": [
        "Wir haben im Mai 1.204 Stück verkauft.",
        "Wir verkauften 1.204 Stück im Mai.",
        "Im Mai waren es 1.204.",
        "Der Umsatz stieg im Mai um 16 Prozent.",
    ],
    "French": ["Nous avons vendu 1 204 unités en mai.", "Il y a 24 pingouins sur cette île."],
    "Spanish": ["Se vendieron 12 en el norte."],
    "Italian": ["A maggio abbiamo venduto 12 della nostra marca e non di più."],
}
WITHOUT_A_LIST = {
    "Polish": "W maju sprzedaliśmy 1204 sztuki, czyli o 16% więcej niż w kwietniu."
    " Większość sprzedaży pochodziła z"
    " północy, a część z południa. Był to najlepszy miesiąc w całym roku, klienci byli zadowoleni.",
    "Greek": "Τον Μάιο πουλήσαμε 1.204 τεμάχια, 16% περισσότερα από τον Απρίλιο.",
    "Chinese": "五月份我们售出了1,204件，比四月份多16%。大部分销售来自北方，小部分来自南方。",
    "Arabic": "بعنا 1,204 وحدة في مايو، بزيادة 16٪ عن أبريل، ومعظم المبيعات من الشمال.",
}
NO_RUNNING_TEXT = [
    "Rio de Janeiro 5, Foz do Iguaçu 6, São Tomé 7",
    "Los Angeles 12, Las Vegas 3, El Paso 5, La Mesa 6",
    "Côte d'Ivoire 5, Île de France 6, Pays de la Loire 9",
    "Men over 40: 12",
    "We sold 1,204 units in May.",
    "Units sold: 1,204",
    "Van der Berg 7, De la Cruz 8, von der Leyen 9",
    "",
    "1,204",
    "1,204 1,038 312 200 526 402 216 586",
    "Tea: 5",
    "São Paulo 12, Bogotá 9, Málaga 7",
    "Paris 5, Rome 6, Madrid 9, Los Angeles 12, San Jose 8, Las Vegas 3, Santa Fe 10, Baton Rouge 4",
    "Müller 12, Strauß 9, Köhler 7, Jäger 5, Größe 3",
    "Q1 revenue: 5M; Q2 revenue: 6M; Q3: 7M. EBITDA up 4%, churn 2%. NPS 45. ARR $12M.",
    "Revenue 5.2m. Units 1,204. Returns 16. Margin 12%.",
    "x = 12; y = 13; total = x + y",
    "The Côte d'Ivoire exported 5 tonnes; Curaçao, Réunion and São Tomé 6 each.",
    "Der Spiegel sold 5 copies, Die Zeit 6, Le Monde 7 and El País 8.",
    "A score of α = 0.05 and β = 0.2 was used for the 12 groups.",
]


def notices_of(text: str, admin: psycopg.Connection[Any]) -> list[str]:
    """What the program says about the language of a text."""
    said: list[str] = []

    class Listening(PsycopgDatabase):
        def notice(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None:
            said.append(message)

    tell_language(read_document(text), Listening(admin))
    return said


@pytest.fixture
def checked(analyst: psycopg.Connection[Any], sales: str) -> Iterator[Callable[[str], list[str]]]:
    """Checks a text as an analyst, and returns the notices."""
    said: list[str] = []

    def listen(notice: psycopg.errors.Diagnostic) -> None:
        said.append(notice.message_primary or "")

    def check(text: str) -> list[str]:
        said.clear()
        analyst.execute("SELECT * FROM fact_check(%s)", [text])
        return list(said)

    analyst.add_notice_handler(listen)
    yield check
    analyst.remove_notice_handler(listen)


def test_a_german_report_is_told_to_be_one(checked: Callable[[str], list[str]]) -> None:
    assert "the document seems to be in German" in checked(IN_OTHER_LANGUAGES["German"])


def test_an_english_report_is_told_nothing(checked: Callable[[str], list[str]]) -> None:
    assert checked("There were 240 sales in all, 80 of them in May, and most of them were of tea.") == []


def test_it_is_told_again_when_the_parse_is_kept(checked: Callable[[str], list[str]]) -> None:
    text = "Es gab 240 Verkäufe, und davon waren 80 im Mai, die meisten aus dem Norden."
    assert checked(text) == checked(text) != []


@pytest.mark.parametrize("language", IN_OTHER_LANGUAGES)
def test_the_language_is_named(language: str, admin: psycopg.Connection[Any]) -> None:
    assert notices_of(IN_OTHER_LANGUAGES[language], admin) == [f"the document seems to be in {language}"]


@pytest.mark.parametrize(
    ("language", "sentence"), [(name, text) for name, texts in SENTENCES.items() for text in texts]
)
def test_a_single_sentence_is_told_its_language(language: str, sentence: str, admin: psycopg.Connection[Any]) -> None:
    assert notices_of(sentence, admin) == [f"the document seems to be in {language}"]


def test_a_sentence_that_may_be_in_two_languages_is_told_not_to_be_english(admin: psycopg.Connection[Any]) -> None:
    assert notices_of("En mayo vendimos 1.204 unidades de la marca.", admin) == [
        "the document seems not to be in English"
    ]


@pytest.mark.parametrize("language", WITHOUT_A_LIST)
def test_a_language_without_stop_words_is_told_not_to_be_english(language: str, admin: psycopg.Connection[Any]) -> None:
    assert notices_of(WITHOUT_A_LIST[language], admin) == ["the document seems not to be in English"]


@pytest.mark.parametrize("text", NO_RUNNING_TEXT)
def test_short_texts_names_and_numbers_are_in_no_language(text: str, admin: psycopg.Connection[Any]) -> None:
    assert notices_of(text, admin) == []


def test_mark_up_does_not_count(admin: psycopg.Connection[Any]) -> None:
    html = f"<p lang='de'>{IN_OTHER_LANGUAGES['German']}</p><pre>the of and to in is was for on with</pre>"
    assert notices_of(html, admin) == ["the document seems to be in German"]


def test_pages_and_paragraphs_in_english_are_told_nothing(admin: psycopg.Connection[Any]) -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("demo/*.html")]
    texts = [page.read_text("utf-8") for page in pages]
    texts += [paragraph.text for text in texts for paragraph in read_document(text).paragraphs]
    assert len(texts) > 500
    assert [text for text in texts if notices_of(text, admin)] == []


@pytest.mark.skipif(BENCH is None, reason="FACTCHECK_BENCH is not set")
def test_articles_in_english_are_told_nothing(admin: psycopg.Connection[Any]) -> None:
    articles = list(Path(BENCH or "").glob("**/article.html"))
    assert articles
    told = [article.parent.name for article in articles if notices_of(article.read_text("utf-8", "replace"), admin)]
    assert told == []
