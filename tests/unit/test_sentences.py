"""What is stated in sentences as people write them in business reports and the news: the real parser, no data."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.keywords import all_keywords
from factcheck.claims.spotting import find_claims, find_mentions


def stated(parser, text):
    """Return each claim of a text as it is read: its value, a unit unless plain, a comparison unless it is equal."""
    claims = find_claims(*parsed(parser, text))
    return [
        " ".join(
            part
            for part in (
                "" if claim.number.comparison == "=" else claim.number.comparison,
                f"{claim.number.value:f}",
                "" if claim.number.high is None else f"{claim.number.high:f}",
                "" if claim.number.unit == "plain" else claim.number.unit,
            )
            if part
        )
        for claim in claims
    ]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        # a change and the level that it led to
        ("Sales rose 5% to 1,204 units.", ["5 percent", "1204"]),
        ("Invoices fell 4% to 80.", ["4 percent", "80"]),
        ("Revenue increased by 16% to $483m.", ["16 percent", "483000000 currency"]),
        ("Profit was up 3% to €12.5 million.", ["3 percent", "12500000 currency"]),
        ("Sales rose by 12 to 120.", ["12", "120"]),
        ("Sales fell 12 to 120.", ["12", "120"]),
        ("Sales rose from 12 to 120.", ["12", "120"]),
        ("It grew from 3.3 million in 1952 to 4.6 million in 2007.", ["3300000", "4600000"]),
        ("The fund shrank from $2.1 billion in 2019 to $800 million in 2021.",
         ["2100000000 currency", "800000000 currency"]),
        # still a range
        ("Prices rose 3 to 5 percent.", ["between 3 5 percent"]),
        ("Prices rose by 10 to 20 dollars.", ["between 10 20 currency"]),
        ("They hired 3 to 5 million people.", ["between 3000000 5000000"]),
        # what something adds up to
        ("Invoices to the USA added up to $523.", ["523 currency"]),
        ("The bills summed up to a total of 48.", ["48"]),
        ("The price went up to 12 dollars.", ["12 currency"]),
        ("Up to 12 ships sank.", ["<= 12"]),
        # thresholds of what is counted further up
        ("In 13 countries life expectancy exceeded 80 years.", ["13"]),
        ("On 12 days it was warmer than 30 degrees.", ["12"]),
        ("In 2007 more than 80 ships sank.", ["> 80"]),
        # what people could expect is no forecast
        ("In 1952 people in Africa could expect to live only 39.6 years.", ["39.6"]),
        ("The city expects to sell 5 parks.", []),
        # ages
        ("A 15-year-old was the youngest victim.", ["15"]),
        ("The youngest victim was aged 15.", ["15"]),
        ("The victims were between 15 and 87 years old.", ["15", "87"]),
        ("Three 15-year-old boys drowned.", ["3"]),
        ("Customers aged 25 to 34 spent $40.", ["40 currency"]),
        # nothing
        ("No penguins were measured in 2010.", ["0"]),
        # how far values reach
        ("The penguins weighed between 2,700 and 6,300 grams.", ["2700", "6300"]),
        ("Tickets cost between $5 and $93.", ["5 currency", "93 currency"]),
        ("Ferrymen earn between $120 and $930.", ["120 currency", "930 currency"]),
        ("The lambs lived between 5 and 93 days.", ["5", "93"]),
        ("Ferrymen usually earn between $120 and $930.", ["between 120 930 currency"]),
        ("54 ferrymen earn between $120 and $930.", ["54"]),
        ("Wages varied between $12 and $45 an hour.", ["12 currency", "45 currency"]),
        ("Body mass ranges from 2,700 to 6,300 grams.", ["2700", "6300"]),
        ("Wind speed fluctuates from 1.7 mph to 20.7 mph.", ["1.7", "20.7"]),
        ("The average order was between $5 and $6.", ["between 5 6 currency"]),
        ("The team sold between 50 and 60 units a day.", ["between 50 60"]),
        ("Between 50 and 60 customers came.", ["between 50 60"]),
        # limits that are results, and such as tell which rows are meant
        ("In total, 147 thousand lessons were given to pupils and more than 574 thousand reviews have been written.",
         ["147000", "> 574000"]),
        ("The 40 pupils who took more than 12 lessons wrote 7 reviews.", ["40", "7"]),
        ("Both plants show scrap rates exceeding 56%.", ["> 56 percent"]),
        ("Mend the delays affecting 46% of all orders.", ["46 percent"]),
        ("Keep the waste below 46% of all orders.", []),
        ("Failed plays had mean and median fund-raising goals of $10,554 and $5,000, respectively.",
         ["10554 currency", "5000 currency"]),
        # numbers between bars, of the same things as those of another paragraph
        ("- Abuja: Male 229 | Female 274\n- Kaduna: Male 257 | Female 233", ["229", "274", "257", "233"]),
        # words that figures repeat
        ("Of those, eighty-four (84) percent were late.", ["84 percent"]),
        # years that data hold
        ("The data set contains prices (in euros), wages, and rents of 40 ports from 1952 to 2007.",
         ["40", "1952 year", "2007 year"]),
        ("The data set covers prices from 1952 to 2007.", ["1952 year", "2007 year"]),
        ("Daily data from 1952 to 2007 are available.", ["1952 year", "2007 year"]),
        ("There are no data from 1952 to 1960.", []),
        ("The data set includes 40 ports, and prices rose from 1952 to 1960.", ["40"]),
        # dates at the end of a sentence
        ("It covers the time from 10/4/1957 to 7/29/2022.", []),
        # lists after a colon
        ("Customers by country: USA 13, Canada 8 and France 5.", ["13", "8", "5"]),
        ("Boeing 747 flights: 12 in all.", ["12"]),
    ],
)  # fmt: skip
def test_what_a_sentence_states(parser, text, claims):
    assert stated(parser, text) == claims


@pytest.mark.parametrize(
    ("text", "number", "reason"),
    [
        ("In 13 countries life expectancy exceeded 80 years.", "80", "the threshold of a condition"),
        ("Three 15-year-old boys drowned.", "15", "an age"),
        ("Customers who were aged 40 spent 12 dollars.", "40", "an age"),
        ("They won by 3 to 1.", "3", "a score"),
    ],
)
def test_why_a_number_is_no_claim(parser, text, number, reason):
    reasons = {mention.number.text: mention.reason for mention in find_mentions(*parsed(parser, text))}
    assert reasons[number] == reason


def weights(parser, text):
    """Return for each claim, as written, the weights of its keywords."""
    document, parses = parsed(parser, text)
    claims = find_claims(document, parses)
    return {
        claim.number.text: {keyword.word: keyword.weight for keyword in keywords}
        for claim, keywords in zip(claims, all_keywords(claims, document, parses), strict=True)
    }


@pytest.mark.parametrize(
    ("text", "belongs"),
    [
        ("Biscoe had 168 penguins, while Dream had 124.", {"168": "biscoe", "124": "dream"}),
        ("Biscoe with 168 penguins, Dream with 124 and Torgersen with 52 are islands.",
         {"168": "biscoe", "124": "dream", "52": "torgersen"}),
        ("Customers by country: USA 13, Canada 8, France 5.", {"13": "usa", "8": "canada", "5": "france"}),
        ("There were 12 cats and 9 dogs.", {"12": "cats", "9": "dogs"}),
        ("Rex remains the favourite: 39 dogs answer to it, ahead of Bello with 37 and Luna with 35.",
         {"37": "bello", "35": "luna"}),
        ("It came to about 137 for Rome, only 96 for Oslo and 12 for Bern.",
         {"137": "rome", "96": "oslo", "12": "bern"}),
        ("Cats: 1,126 \u00b7 Big dogs: 664", {"1,126": "cats", "664": "dogs"}),
        ("Asthma: 66 smokers vs. 183 drinkers.", {"66": "smokers", "183": "drinkers"}),
        ("Home has 12 cats (6 tabbies vs. 2 gingers).", {"6": "tabbies", "2": "gingers"}),
        ("Adelie, Gentoo and Chinstrap penguins counted 152, 124 and 68, respectively.",
         {"152": "adelie", "124": "gentoo", "68": "chinstrap"}),
        ("In May, June and July we sold 12, 15 and 19 cars.", {"12": "may", "15": "june", "19": "july"}),
        ("Men and women bought 57 and 43 books, respectively.", {"57": "men", "43": "women"}),
    ],
)  # fmt: skip
def test_a_name_belongs_to_its_own_number(parser, text, belongs):
    of_claims = weights(parser, text)
    for number, name in belongs.items():
        others = [other for other in belongs.values() if other != name]
        assert all(of_claims[number][name] > 1.5 * of_claims[number][other] for other in others), (number, of_claims)


def test_a_year_that_is_a_result_says_also_when_the_number_beside_it_was(parser):
    of_claims = weights(parser, "The highest number of fires was in 2011 (157).")
    assert "2011" in of_claims["157"]
    assert {"157", "2011"}.isdisjoint(of_claims["2011"])


def test_what_a_second_statement_says_is_not_of_the_first_one(parser):
    of_claims = weights(parser, "There were only four lifetime bans - three were for repeated abuse.")
    assert of_claims["four"]["lifetime"] > 4 * of_claims["four"]["abuse"]
    assert of_claims["three"]["lifetime"] >= 0.25


def test_what_a_part_leaves_out_belongs_to_it_too(parser):
    assert weights(parser, "Biscoe had 168 penguins, while Dream had 124.")["124"]["penguins"] > 0.3


@pytest.mark.parametrize(
    "text",
    [
        "Body mass ranges from 2,700 to 6,300 grams.",
        "The penguins weighed between 2,700 and 6,300 grams.",
        "Weights varied between 2,700 and 6,300 grams.",
        "The mean weight was 4,200 grams (median, 4,050; range, 2,700 to 6,300).",
        "The mean weight was 4,200 grams (range: 2,700–6,300).",
    ],
)
def test_the_ends_of_a_spread_are_the_smallest_and_the_largest(parser, text):
    of_claims = weights(parser, text)
    assert of_claims["2,700"]["minimum"] == of_claims["6,300"]["maximum"] == 1
    assert "maximum" not in of_claims["2,700"]
    assert "minimum" not in of_claims["6,300"]
