"""Which statements without a number a text makes, and which words it makes them with."""

from __future__ import annotations

import pytest
from support.parsing import parsed
from support.told_statements import statements, told, words

from factcheck.candidates.statements.words_of_measures import is_intensive
from factcheck.claims.statements.cues import may_state
from factcheck.claims.statements.phrases import statement_words
from factcheck.claims.statements.spotting import find_statements


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Chile had the highest income in 2007.", ("superlative", ("Chile",), (), "high")),
        ("In 2007 life expectancy was lowest in Rwanda.", ("superlative", ("Rwanda",), (), "low")),
        ("Friday is the busiest day.", ("superlative", ("Friday",), (), "busy")),
        ("Oslo has the highest average delay (19.9 min).", ("superlative", ("Oslo",), (), "high")),
        ("Cancellations remain low – highest in November (84).", ("superlative", ("November",), (), "high")),
        ("Income remained highest in Kuwait.", ("superlative", ("Kuwait",), (), "high")),
        ("Oslo had the most total crashes.", ("superlative", ("Oslo",), (), "many")),
        ("May was calm, while there was a peak in June.", ("superlative", ("June",), (), "")),
        ("The Heron was the top earner ($1.0M, 35% of all).", ("superlative", ("The Heron",), (), "")),
        (
            "Laura, Peter, Hannah, Oscar had the highest rate.",
            ("rank", ("Laura", "Peter", "Hannah", "Oscar"), (), "high"),
        ),
        (
            "Tea ($40) and Milk ($31) were the top revenue drivers, thanks to steady orders.",
            ("rank", ("Tea", "Milk"), (), ""),
        ),
        ("In May, Ann had the highest rate.", ("superlative", ("Ann",), (), "high")),
        ("France heads the table.", ("superlative", ("France",), (), "")),
        ("No other decade compares with the 1940s.", ("superlative", ("the 1940s",), (), "")),
        ("Women beat men by 13 points.", ("comparison", ("Women",), ("men",), "")),
        ("The highest number of accidents occurred in 2019.", ("superlative", ("2019",), (), "high")),
        ("Texas tops the list.", ("superlative", ("Texas",), (), "")),
        ("Sales peaked in July.", ("superlative", ("July",), (), "")),
        ("Tea is the most popular drink.", ("superlative", ("Tea",), (), "popular")),
        ("Leeds has the second largest harbour.", ("rank", ("Leeds",), (), "large")),
        ("Oslo ranks third by visitors.", ("rank", ("Oslo",), (), "")),
        ("Adelies were heavier than Gentoos.", ("comparison", ("Adelies",), ("Gentoos",), "heavy")),
        ("There were more men than women.", ("comparison", ("men",), ("women",), "many")),
        ("Incomes were higher in Rome than in Oslo.", ("comparison", ("Rome",), ("Oslo",), "high")),
        ("Women outnumbered men.", ("comparison", ("Women",), ("men",), "")),
        ("Most customers live in Spain.", ("majority", ("live in Spain",), (), "")),
        ("The majority of flights were late.", ("majority", ("late",), (), "")),
        ("Sales rose from 2009 to 2011.", ("direction", ("2011",), ("2009",), "rise")),
        ("Sales fell in March.", ("direction", ("March",), (), "fall")),
        ("Members spend more ($60) than guests.", ("comparison", ("Members",), ("guests",), "many")),
        ("Visits climbed to a peak of 300 in 2015.", ("superlative", ("2015",), (), "")),
        ("Leeds leads with 65 orders.", ("superlative", ("Leeds",), (), "numerous")),
        ("Leeds leads with $65 million.", ("superlative", ("Leeds",), (), "")),
        ("Hill walking is the most frequently named hobby.", ("superlative", ("Hill walking",), (), "frequently")),
        ("The leading harbour is Bergen.", ("superlative", ("Bergen",), (), "")),
        ("The top-selling drink is tea.", ("superlative", ("tea",), (), "selling")),
        ("Peru had the most, 4,120, and Cuba had 12.", ("superlative", ("Peru",), (), "many")),
        ("Leeds had the fewest (31).", ("superlative", ("Leeds",), (), "many")),
        ("2014 was the record year.", ("superlative", ("2014",), (), "")),
        ("October 2016 was our busiest month.", ("superlative", ("October 2016",), (), "busy")),
        ("January 16, 2017 was the busiest day.", ("superlative", ("January 16 , 2017",), (), "busy")),
        ("Spain has sent more guests than any northern state.", ("superlative", ("Spain",), (), "many")),
        ("No branch was busier than 20411.", ("superlative", ("20411",), (), "busy")),
        ("Two-room flats are the norm.", ("superlative", ("Two - room flats",), (), "common")),
        ("Boats with a sail fetched more.", ("comparison", ("Boats",), (), "many")),
        ("Fares were at their lowest in 2009.", ("superlative", ("2009",), (), "low")),
        ("The pool was warmer in July than in June.", ("comparison", ("July",), ("June",), "warm")),
        ("The pool was hotter in July than in June.", ("comparison", ("July",), ("June",), "hot")),
        ("Third place is held by Norway.", ("rank", ("Norway",), (), "")),
        ("In 2017, the volume reached its peak.", ("superlative", ("2017",), (), "")),
        ("More was spent on tea than on milk.", ("comparison", ("tea",), ("milk",), "many")),
        ("More rain fell in May than in June.", ("comparison", ("May",), ("June",), "many")),
        ("Prices went up in March.", ("direction", ("March",), (), "go")),
        ("There was a drop in exports between 2015 and 2016.", ("direction", ("2016",), ("2015",), "drop")),
        ("The members are mostly women.", ("majority", ("women",), (), "")),
        ("The bulk of the orders were late.", ("majority", ("late",), (), "")),
        ("Slightly more boys than girls were enrolled.", ("comparison", ("boys",), ("girls",), "many")),
        ("In 2015 more boys than girls were enrolled.", ("comparison", ("boys",), ("girls",), "many")),
        ("Boys were much less likely to be absent.", ("comparison", ("Boys",), (), "likely")),
        ("Pupils did better in Oslo than in Rome.", ("comparison", ("Oslo",), ("Rome",), "good")),
        ("Guests paying by card spend more than those paying in cash.", ("comparison", ("card",), ("cash",), "many")),
        ("By area nobody beats Brazil.", ("superlative", ("Brazil",), (), "")),
        ("No other city has more bridges than Venice.", ("superlative", ("Venice",), (), "many")),
        ("Nobody sold more tea than Ceylon.", ("superlative", ("Ceylon",), (), "many")),
        ("The Reds used more bowlers than any other side.", ("superlative", ("The Reds",), (), "many")),
        ("More rain fell in May than in any other month.", ("superlative", ("May",), (), "many")),
        ("The Reds outscored everybody.", ("superlative", ("The Reds",), (), "scoring")),
        ("Brazil is a distant second.", ("rank", ("Brazil",), (), "")),
        ("The favourite wood is oak.", ("superlative", ("oak",), (), "popular")),
        ("Sales reached their lowest level in May.", ("superlative", ("May",), (), "low")),
        ("The party had its best result in Leeds.", ("superlative", ("Leeds",), (), "good")),
        ("In Germany, beer is number one.", ("superlative", ("beer",), (), "")),
        ("Symone holds the record with 4 wins.", ("superlative", ("Symone",), (), "")),
        ("Managers are the best paid role.", ("superlative", ("Managers",), (), "paid")),
        ("The best season was 1994 with 129 captures.", ("superlative", ("1994",), (), "")),
        ("Only a minority of guests were late.", ("majority", ("late",), (), "")),
        ("Few guests paid by card.", ("majority", ("paid by card",), (), "")),
        ("Hardly any boats were sold.", ("majority", ("were sold",), (), "")),
        ("Nearly all boats were sold.", ("majority", ("were sold",), (), "")),
        ("A small fraction of the boats come with a sail.", ("majority", ("come with a sail",), (), "")),
        ("The north accounts for the lion's share of visits.", ("majority", ("The north",), (), "")),
        ("Guests rarely complain.", ("majority", ("complain",), (), "")),
        ("Fog was rarely involved.", ("majority", ("Fog involved",), (), "")),
        ("Refunds were rare.", ("majority", ("Refunds",), (), "")),
        ("Fewer than half of the trains departed late.", ("majority", ("departed late",), (), "")),
        ("Rome trailed only Oslo in the count.", ("rank", ("Rome",), (), "")),
        ("Rome finished ahead of Oslo in visitors.", ("comparison", ("Rome",), ("Oslo",), "")),
        ("Rome's output lagged behind that of Oslo.", ("comparison", ("Rome",), ("Oslo",), "")),
        ("Rents in Rome are above the average.", ("comparison", ("Rome",), (), "")),
        ("Rents in Rome are higher than those in Oslo.", ("comparison", ("Rome",), ("Oslo",), "high")),
        ("Norway's share was higher than Spain's in 2020.", ("comparison", ("Norway",), ("Spain",), "high")),
        ("The mean length of novels exceeds that of plays.", ("comparison", ("novels",), ("plays",), "")),
        ("Ships leaving Kiel were older than those leaving Riga.", ("comparison", ("Kiel",), ("Riga",), "old")),
        ("Guests who paid stayed longer than those who did not.", ("comparison", ("paid",), ("did not",), "lasting")),
        (
            "Flats without a lift were cheaper than those with one.",
            ("comparison", ("without a lift",), ("with one",), "cheap"),
        ),
        ("Clerks were likelier to be late than non-clerks.", ("comparison", ("Clerks",), ("non - clerks",), "likely")),
        ("Compared with men, women earned less.", ("comparison", ("women",), ("men",), "many")),
        ("2022 saw fewer visitors than 2021.", ("comparison", ("2022",), ("2021",), "many")),
        ("Rome is bigger in area than Oslo.", ("comparison", ("Rome",), ("Oslo",), "big")),
        ("Open cases are outnumbered by closed ones.", ("comparison", ("closed ones",), ("Open cases",), "")),
        ("Oak trees are not as common as elms.", ("comparison", ("Oak trees",), ("elms",), "common")),
        ("No other port handled as many ships as Bergen.", ("superlative", ("Bergen",), (), "many")),
        ("No other port came close to Bergen in the number of ships.", ("superlative", ("Bergen",), (), "")),
        ("No agent sold more houses than K. Brandt.", ("superlative", ("K. Brandt",), (), "many")),
        ("Nowhere were crowds smaller than at York.", ("superlative", ("York",), (), "small")),
        ("Visits bottomed out in 2018.", ("superlative", ("2018",), (), "")),
        ("Visits hit a low in 2019.", ("superlative", ("2019",), (), "")),
        ("Delays were worst in June.", ("superlative", ("June",), (), "")),
        ("Oslo came out on top.", ("superlative", ("Oslo",), (), "")),
        ("Rome is at the bottom of the table.", ("superlative", ("Rome",), (), "")),
        ("Tea is the preferred drink.", ("superlative", ("Tea",), (), "popular")),
        ("Oaks are the most common trees, not elms.", ("superlative", ("Oaks",), (), "common")),
        ("Oaks, not elms, are the most common trees.", ("superlative", ("Oaks",), (), "common")),
        ("The 195 villages are the most common form.", ("superlative", ("The 195 villages",), (), "common")),
        ("Letters about hardware took the longest to answer.", ("superlative", ("Letters",), (), "lasting")),
        ("The age group that spent the most is 35-39.", ("superlative", ("35 - 39",), (), "many")),
        ("Highest Spending Age Group: 26-35", ("superlative", ("26 - 35",), (), "high")),
        ("The month with the highest number of calls is may.", ("superlative", ("may",), (), "high")),
        ("The one-day tours were the most popular type.", ("superlative", ("The one - day tours",), (), "popular")),
        (
            "The top 3 agents by sales are Ann Lee, Bo Day and Cy Fox.",
            ("rank", ("Ann Lee", "Bo Day", "Cy Fox"), (), ""),
        ),
        ("Visits were up in 2016 compared with 2015.", ("direction", ("2016",), ("2015",), "up")),
        ("Prices were down in March.", ("direction", ("March",), (), "down")),
        ("Hardly any house has a lift.", ("majority", ("a lift",), (), "")),
        ("Part-time clerks are in the minority.", ("majority", ("Part time clerks",), (), "")),
        ("No trade pays better than baking.", ("superlative", ("baking",), (), "pay")),
        ("Rents in Kiel were lower than rents in Riga.", ("comparison", ("Kiel",), ("Riga",), "low")),
        ("Sales picked up in 2023.", ("direction", ("2023",), (), "pick")),
        (
            "Yields were better in the wet valley than in the dry one.",
            ("comparison", ("the wet valley",), ("the dry one",), ""),
        ),
        ("Diesels get better mileage than hybrids.", ("comparison", ("Diesels",), ("hybrids",), "")),
        ("Valleys are wetter than hills.", ("comparison", ("Valleys",), ("hills",), "wet")),
        ("No month was wetter than April.", ("superlative", ("April",), (), "wet")),
        ("Kiel has the worst delays.", ("superlative", ("Kiel",), (), "")),
        ("Turnout was the lowest in 2014.", ("superlative", ("2014",), (), "low")),
        ("Hybrids use more fuel.", ("comparison", ("Hybrids",), (), "many")),
        ("Asia grew faster than the other continents.", ("comparison", ("Asia",), (), "fast")),
        ("The South has fewer schools than other regions.", ("comparison", ("The South",), (), "many")),
        ("The slowest winner since the war was Bob Morrow.", ("superlative", ("Bob Morrow",), (), "slow")),
        ("Chad's growth of 9.4 percent is the highest anywhere.", ("superlative", ("Chad",), (), "high")),
        ("Chad's 389 million users were the most of any country.", ("superlative", ("Chad",), (), "many")),
        ("Kiel's rents are the highest.", ("superlative", ("Kiel",), (), "high")),
        ("Runners got faster every year.", ("direction", ("year",), (), "fast")),
        ("The relay got slower between 1996 and 2020.", ("direction", ("2020",), ("1996",), "slow")),
        ("The response rate was worst in spring.", ("superlative", ("spring",), (), "")),
        ("The low dose had the best chance of recovery.", ("superlative", ("The low dose",), (), "")),
        ("Sailors were least likely to return.", ("superlative", ("Sailors",), (), "likely")),
        ("The Whigs were ahead in the South.", ("superlative", ("The Whigs",), (), "")),
        ("In the relay nobody came near Norway.", ("superlative", ("Norway",), (), "")),
        ("Owls slightly outnumber larks.", ("comparison", ("Owls",), ("larks",), "")),
        ("Tea outsold coffee.", ("comparison", ("Tea",), ("coffee",), "selling")),
        ("Riga has more women than men.", ("comparison", ("women",), ("men",), "many")),
        ("Riga has more women than Kiel.", ("comparison", ("Riga",), ("Kiel",), "many")),
        ("Sailors were in more fights than cooks.", ("comparison", ("Sailors",), ("cooks",), "many")),
        ("People who worked late were likelier to leave.", ("comparison", ("worked late",), (), "likely")),
    ],
)
def test_a_statement_is_found_with_whom_it_is_about(parser, text, expected) -> None:
    assert told(*statements(parser, text)[0]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Friday is the busiest day, Sunday the quietest.", [("Friday", "busy"), ("Sunday", "quiet")]),
        (
            "Plot 12 was the busiest, at 2,365, and plot 10 the quietest, at 496.",
            [("Plot 12", "busy"), ("plot 10", "quiet")],
        ),
        (
            "The survey of 1982 is the largest (2,325), and that of 1999 the smallest (1,200).",
            [("The survey of 1982", "large"), ("1999", "small")],
        ),
        ("2015 was the hottest year, 2012 the wettest.", [("2015", "hot"), ("2012", "wet")]),
        ("North Mill has the largest shop, Old Kiln the smallest.", [("North Mill", "large"), ("Old Kiln", "small")]),
        ("The oldest clerk is Ann (61), the youngest Bob (19).", [("Ann", "old"), ("Bob", "young")]),
        ("The largest port is Kiel with 31 cranes, the smallest Wismar.", [("Kiel", "large"), ("Wismar", "small")]),
    ],
)
def test_a_name_beside_an_extreme_of_its_own_is_not_the_owner_of_the_one_before(parser, text, expected) -> None:
    found = [told(*each) for each in statements(parser, text)]
    assert [(owners[0], dimension) for _, owners, _, dimension in found] == expected


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("In Oslo, the highest temperature was 31 degrees.", None),
        ("At Tulane Stadium the lowest attendance on record was 66,837.", None),
        ("Among women, the lowest income was 900 crowns.", None),
        ("The highest price was 12 in May.", "May"),
        ("In Texas the lowest rate was recorded.", "Texas"),
        ("In 2014 the busiest day was a Friday.", "a Friday"),
    ],
)
def test_a_place_before_an_extreme_that_is_a_number_restricts_it(parser, text, owner) -> None:
    found = [told(*statement)[1] for statement in statements(parser, text)]
    assert found == ([] if owner is None else [(owner,)])


@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        ("More than half of the flights were late.", False),
        ("Over half of the flights were late.", False),
        ("Fewer than half of the flights were late.", True),
        ("Less than half of the loans were repaid.", True),
    ],
)
def test_fewer_than_half_is_no_majority(parser, text, is_denied) -> None:
    [(claim, _)] = statements(parser, text)
    assert (claim.assertion.kind.value, claim.assertion.is_negated) == ("majority", is_denied)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("A hall was opened in 2019. May was the busiest month.", 2019),
        ("A hall was opened in 2019. In 2020 May was the busiest month.", None),
        ("May was the busiest month. A hall was opened in 2019.", None),
        ("They sold 2,019 seats. May was the busiest month.", None),
    ],
)
def test_a_statement_knows_the_year_that_was_named_before_it(parser, text, year) -> None:
    [(claim, _)] = statements(parser, text)
    assert claim.year == year


@pytest.mark.parametrize(
    ("text", "is_denied", "unclear"),
    [
        ("A minority of guests were late.", True, (50, 50)),
        ("Few guests were late.", True, (20, 50)),
        ("Few guests were not late.", False, (50, 80)),
        ("Nearly all guests were late.", False, (50, 85)),
        ("Guests rarely complain.", True, (20, 50)),
        ("Most guests were late.", False, (50, 50)),
    ],
)
def test_what_is_few_is_clear_at_both_ends_alone(parser, text, is_denied, unclear) -> None:
    [(claim, _)] = statements(parser, text)
    assert (claim.assertion.is_negated, claim.assertion.unclear) == (is_denied, unclear)


@pytest.mark.parametrize("text", ["It was hottest in July.", "It rained the most in May."])
def test_a_pronoun_that_means_nothing_has_no_place(parser, text) -> None:
    [(claim, tokens)] = statements(parser, text)
    assert words(claim.assertion.owners[0], tokens) in {"July", "May"}


@pytest.mark.parametrize(
    ("text", "is_greatest"),
    [
        ("Delays were worst in June.", True),
        ("Scores were worst in June.", False),
        ("Visits bottomed out in June.", False),
        ("Rome is at the bottom.", False),
        ("Oslo came out on top.", True),
        ("Rome finished behind Oslo in visitors.", False),
        ("Kiel has the worst delays.", True),
        ("Line 4 is the best line with an accident rate of 2 percent.", False),
        ("Absences were worse in May than in June.", True),
        ("Absences were better in May than in June.", False),
    ],
)
def test_a_word_tells_which_end_is_meant(parser, text, is_greatest) -> None:
    [(claim, _)] = statements(parser, text)
    assert claim.assertion.is_greatest is is_greatest


@pytest.mark.parametrize("text", ["Rome trailed only Oslo in sales.", "Rome is behind only Oslo in sales."])
def test_who_is_behind_one_alone_is_second(parser, text) -> None:
    [(claim, _)] = statements(parser, text)
    assert (claim.assertion.first, claim.assertion.last, claim.assertion.is_greatest) == (2, 2, True)


def test_a_respect_that_comes_last_is_what_is_measured(parser) -> None:
    [(claim, tokens)] = statements(parser, "Girls did better than boys in science.")
    assert "science" in words(claim.assertion.measured, tokens)


def test_on_average_says_what_is_compared_wherever_it_stands(parser) -> None:
    [(claim, tokens)] = statements(parser, "On average, men were older than women.")
    assert "average" in words(claim.assertion.measured, tokens)


def test_several_owners_take_as_many_places(parser) -> None:
    [(claim, _)] = statements(parser, "Rome, Oslo and Leeds had the most visitors.")
    assert (claim.assertion.first, claim.assertion.last) == (1, 3)


def test_the_span_is_that_of_the_source(parser) -> None:
    source = "<p>It was <b>Chile</b> that led, and Chile had the highest income, by far.</p>"
    document, parses = parsed(parser, source)
    claim = find_statements(document, parses)[-1]
    assert source[claim.start - 1 :][: claim.length] == "Chile had the highest"


@pytest.mark.parametrize("text", ["Sales rose.", "Tea is the cheapest drink.", "followed by Rome", "most of them"])
def test_texts_with_a_cue_are_parsed(text) -> None:
    assert may_state(text)


def test_texts_without_a_cue_are_not_parsed() -> None:
    assert not may_state("A list of all ships in port.")


def test_rates_are_not_added_up():
    assert is_intensive(frozenset({"defect", "rates"}))
    assert not is_intensive(frozenset({"units", "sold"}))


def restricting(parser, text):
    document, parses = parsed(parser, text)
    claims = find_statements(document, parses)
    tokens = [index for claim in claims for index in claim.tokens]
    return [word for word, _ in statement_words(claims[0], parses, (), tokens).restricting.words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tea is the most popular drink.", []),
        ("Among pensioners in Wales, tea is the most popular drink.", ["pensioners", "Wales"]),
        ("The survey shows that tea is the most popular drink.", []),
        ("Tea is the most popular drink, while milk fell out of fashion among students.", []),
        ("Members are older than guests.", []),
    ],
)
def test_the_words_of_the_clause_that_restrict_a_statement_are_told_from_others(parser, text, expected) -> None:
    assert restricting(parser, text) == [word.lower() for word in expected]


def test_most_may_be_the_largest_part_but_most_of_is_more_than_half(parser) -> None:
    [(plain, _)] = statements(parser, "Most customers live in Spain.")
    [(part, _)] = statements(parser, "Most of the customers live in Spain.")
    assert (plain.assertion.may_be_largest, part.assertion.may_be_largest) == (True, False)


@pytest.mark.parametrize(
    ("text", "is_negated"),
    [
        ("Rome does not have the highest rents.", True),
        ("Rome has the highest rents.", False),
        ("Seniors are no older than juniors.", True),
        ("Most guests did not pay.", True),  # fewer than half did
    ],
)
def test_a_statement_tells_whether_it_is_negated(parser, text, is_negated) -> None:
    [(claim, _)] = statements(parser, text)
    assert claim.assertion.is_negated is is_negated


@pytest.mark.parametrize(
    ("text", "is_of_some"),
    [
        ("Rome has more bridges than any small town.", True),
        ("Rome has more bridges than any town.", False),
        ("Rome has more bridges than any other town.", False),
    ],
)
def test_others_may_be_those_of_a_kind_alone(parser, text, is_of_some) -> None:
    [(claim, _)] = statements(parser, text)
    assert claim.assertion.is_of_some is is_of_some


def test_what_happened_next_is_no_point_of_a_change(parser):
    """Prices recovered in 2014; nothing says that they fell then."""
    found = statements(parser, "Average prices fell to 104 that year before recovering to 146 in 2014.")
    assert not [told(claim, tokens) for claim, tokens in found if claim.assertion.kind.value == "direction"]


def test_the_worst_of_what_nobody_wishes_for_has_most_of_it(parser):
    [(claim, _)] = statements(parser, "February was the worst month for spam.")
    assert claim.assertion.is_greatest


@pytest.mark.parametrize(
    ("text", "is_greatest"),
    [
        ("The worst year was 1938, when 820 people fell ill.", True),
        ("The worst year was 1938, when the firm sold 820 cars.", False),
    ],
)
def test_the_worst_year_of_an_illness_is_the_one_with_most_of_it(parser, text, is_greatest):
    [(claim, _)] = statements(parser, text)
    assert claim.assertion.is_greatest is is_greatest
