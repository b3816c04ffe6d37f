"""Which numbers are claims: real sentences, the real parser."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.fuzz_documents import fuzzed_document
from support.parsing import parsed

from factcheck.claims.keywords import all_keywords, paragraphs_to_parse
from factcheck.claims.spotting import find_claims, find_mentions, style_of
from factcheck.documents.document import read_document


def claimed(parser, source):
    return [claim.number.text for claim in find_claims(*parsed(parser, source))]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("There were only four previous lifetime bans in my database - three were for repeated substance abuse.",
         ["four", "three"]),
        ("In 2023 the company shipped 48,200 units, up 12% from 43,000 in 2022.", ["48,200", "12%", "43,000"]),
        ("Of the 336,776 flights, 8,255 (2.5%) were cancelled.", ["336,776", "8,255", "2.5%"]),
        ("There were three delays, and one was caused by snow.", ["three"]),
        ("Four were late, one was early.", ["Four", "one"]),
        ("Only one player scored.", ["one"]),
        ("There was one player on the field.", ["one"]),
        ("No flights were cancelled.", ["No"]),
        ("London has 12 branches, Paris 9 and Berlin 7.", ["12", "9", "7"]),
        ("In London 12 shops closed, in Paris only 9, in Berlin 7.", ["12", "9", "7"]),
        ("We counted 2015 visitors.", ["2015"]),
        ("A total of 1980 came.", ["1980"]),
        ("A crowd of 1650 came.", ["1650"]),
        ("The median age was 37 years.", ["37"]),
        ("Over 32 days were lost.", ["32"]),
        ("Kontor 2: 1,232 tons; Halle 360: 969 tons.", ["1,232", "969"]),
        ("Mean (310.50) > median (223.85).", ["310.50", "223.85"]),
        ("1,000+ guests came.", ["1,000"]),
        ("The top five rooms had over 40 guests.", ["40"]),
        ("Temperatures ranged from -5 to 32 degrees.", ["-5", "32"]),
        ("Between 3 and 5 percent of them came back.", ["3 and 5 percent"]),
        ("Women: 57%, men: 43%", ["57%", "43%"]),
        ("Mean: 7,313.78 hectares", ["7,313.78"]),
        ("Standard Deviation: ±28,917 hectares", ["28,917"]),
        ("A high standard deviation (±28,917 hectares) shows it.", ["28,917"]),
        ("Good = 195 (42%), Poor = 7 (2%)", ["195", "42%", "7", "2%"]),
        ("Just over a third of all visitors stayed.", ["a third"]),
        ("The average salary was more than $94,500.", ["$94,500"]),
        ("<h2>Sales rose by 12% in May</h2>", ["12%"]),
        ("Moreton - 0.3% yield (it would take 322 years of rent to pay for it!)", ["0.3%"]),
        ("Parcels had an average 7-day delay.", ["7"]),
        ("We reduce the current 12-day delay per parcel.", ["12"]),
        ("The campaigns targeted three cities.", ["three"]),
        ("There was fog during 6 days of the month.", ["6"]),
        ("Sales: £10 for every £1 spent.", ["£10"]),
        ("Good loans make up 84%, bad ones the remaining 16%.", ["84%", "16%"]),
        ("300 were admitted; the other 1,637 patients went home.", ["300", "1,637"]),
        ("<ul><li>Revenue: <b>$1.2</b> million</ul>", ["$1.2 million"]),
    ],
)  # fmt: skip
def test_claims(parser, text, claims):
    assert claimed(parser, text) == claims


@pytest.mark.parametrize(
    ("text", "number", "reason"),
    [
        ("The survey was made in 2019.", "2019", "a year"),
        ("The 2019 elections were close.", "2019", "a year"),
        ("The city grew between 2010 and 2015.", "2010 and 2015", "a year"),
        ("The top 10 teams qualify.", "10", "part of “top 10”"),
        ("In the last 5 years it grew.", "5", "part of “last 5”"),
        ("He missed matches in the last 3 weeks.", "3", "part of “last 3”"),
        ("The two groups differ.", "two", "refers to what was named before"),
        ("The data come in five columns.", "five", "counts columns, the form of the data"),
        ("One flight was late.", "One", "“one” without stress"),
        ("It broke down after two years.", "two", "a span of time"),
        ("In 7 years it grew.", "7", "a span of time"),
        ("Over 32 days we got many answers.", "32", "a span of time"),
        ("He died three years ago.", "three", "a span of time"),
        ("People aged 60 pay less.", "60", "an age"),
        ("Customers over 45 years old pay less.", "45", "an age"),
        ("Most buyers are in the bracket 25-34.", "25-34", "the bounds of a group"),
        ("Four countries won more than twenty medals.", "twenty", "the threshold of a condition"),
        ("We counted players who earned more than $10 million.", "$10 million", "the threshold of a condition"),
        ("Missing values were coded 99 in this file.", "99", "a code"),
        ("We multiply it by 100 then.", "100", "a step of a calculation"),
        ("The Boeing 737 was late.", "737", "part of a name"),
        ("They won ninety-one (91) medals.", "ninety-one", "repeated in figures"),
        ("<h2>3 Results of the year</h2>", "3", "at the beginning of a headline"),
        ("<h2>Top flights, 12 airports</h2>", "12", "in a headline"),
        ("<h2>76% growth in a year</h2>", "76%", "in a headline"),
        ("<table><tr><td>57</td></tr></table>", "57", "in a table"),
    ],
)
def test_no_claims(parser, text, number, reason):
    mentions = find_mentions(*parsed(parser, text))
    assert (number, False, reason) in [(each.number.text, each.is_claim, each.reason) for each in mentions]


def test_every_number_is_mentioned_with_a_reason(parser):
    mentions = find_mentions(*parsed(parser, "On 12 March 2020 we sold 5 units for $20, or 10% more."))
    assert [(mention.number.text, mention.is_claim, mention.reason) for mention in mentions] == [
        ("12 March 2020", False, "a date"),
        ("5", True, "a stated number"),
        ("$20", True, "an amount of money"),
        ("10%", True, "a percentage"),
    ]


def test_a_claim_knows_its_place(parser):
    document, parses = parsed(
        parser, "<h1>Sales</h1><p>It was a good year. We sold <b>1,204</b>&nbsp;units at &euro;5.</p>"
    )
    first, second = find_claims(document, parses)
    assert (first.claim_no, second.claim_no) == (1, 2)
    assert (first.paragraph, first.sentence) == (1, 1)
    assert first.sentence_text == "We sold 1,204\u00a0units at €5."
    sentence = parses[first.paragraph][first.sentence]
    assert [sentence.tokens[index].text for index in first.tokens] == ["1,204"]
    raw = [document.source[claim.start - 1 : claim.start - 1 + claim.length] for claim in (first, second)]
    assert raw == ["1,204", "&euro;5"]


PIECES = "We sold 5 1.2 million % $3 <b> </b> <p> more than no one a third of 2019 . , - \n &amp;".split(" ")


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join))
def test_any_document_gives_claims_that_stand_in_it(parser, source):
    document, parses = parsed(parser, source)
    claims = find_claims(document, parses)
    assert [claim.claim_no for claim in claims] == list(range(1, len(claims) + 1))
    reached = 0
    for claim in claims:
        assert reached < claim.start
        reached = claim.start + claim.length - 1
        assert reached <= len(source)
        assert claim.tokens
        assert claim.number.reason is None


def test_a_claim_knows_the_conditions_of_its_sentence(parser):
    text = "There were 240 drivers who earned more than 10 million. 12 of them are retired."
    document = read_document(text)
    parses = parser.parse([paragraph.text for paragraph in document.paragraphs])
    conditions = {c.number.text: [each.text for each in c.conditions] for c in find_claims(document, parses)}
    assert conditions == {"240": ["10 million"], "12": []}


def test_a_document_without_text_has_no_claims(parser):
    assert claimed(parser, "") == claimed(parser, " \n ") == claimed(parser, "<p></p>") == []


@pytest.mark.parametrize("document_format", ["html", "markdown", "plain"])
def test_paragraphs_without_numbers_matter_only_as_context(parser, document_format):
    """What is not parsed changes neither claims nor keywords, and there is something that is not parsed."""
    left_out = 0
    for seed in range(15):
        source, _ = fuzzed_document(document_format, seed)
        source += "\n\nNobody came.\n\nThe sums:\n\n- one 5\n- two 6\n\nThe team won 21 games.\n\nAll went.\n"
        document = read_document(source)
        texts = [paragraph.text for paragraph in document.paragraphs]
        needed = paragraphs_to_parse(document, style_of(document))
        left_out += len(texts) - len(needed)
        all_parses = parser.parse(texts)
        parses = [parse if index in needed else () for index, parse in enumerate(all_parses)]
        assert find_mentions(document, parses) == find_mentions(document, all_parses)
        claims = find_claims(document, parses)
        assert claims
        assert all_keywords(claims, document, parses) == all_keywords(claims, document, all_parses)
    assert left_out
