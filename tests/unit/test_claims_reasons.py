"""Which numbers are claims, in sentences about many things, and in which style they are read."""

from __future__ import annotations

from functools import cache

import pytest
from support.parsing import parsed

from factcheck.claims.spotting import find_claims, find_mentions, style_notice, style_of
from factcheck.documents.document import read_document


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        # what is divided in brackets, and rates of thousands
        ("(24/77) = 31.17% of the boats are red.", ["24", "77", "31.17%"]),
        ("It read 29% (11/38).", ["29%", "11", "38"]),
        ("The rate was between 9.3/1,000 persons and 12/1,000.", ["9.3", "12"]),
        # estimates behind "with", and what goes with an extreme; titles that count
        ("Oslo leads in sales with ~40,000 flats sold, ahead of Bergen (6,200).", ["40,000", "6,200"]),
        (
            "August saw the most bookings with 1,653 guests, October the fewest bookings with 462 guests.",
            ["1,653", "462"],
        ),
        ("2058 Films", ["2058"]),
        ("They met at the 2024 Olympics with 12 boats.", ["12"]),
        # what is advised behind a dash, aims in another sense, labels that look like orders
        ("Cheap loans default at 58.01% – banks should ask for more.", ["58.01%"]),
        ("We targeted larger firms (a median size of 252 vs. 65 elsewhere).", ["252", "65"]),
        ("TOTAL $81M, AVG $5.8M", ["$81M", "$5.8M"]),
        ("Increase over former high: 864 miles, 28.5% increase", ["864", "28.5%"]),
        # limits of degrees say which rows are meant
        ("High-interest loans (15%+) default at 58.01%.", ["58.01%"]),
        ("Low-income clients (<$40K) default most (39.71%).", ["39.71%"]),
        ("Pinterest had high conversions (15 thousand+).", ["15 thousand"]),
        # amounts that values reach from and to, and sizes that name nothing
        ("Salaries: doctors ($85K-$93K), nurses ($65K-$75K)", ["$85K", "$93K", "$65K", "$75K"]),
        ("We have 12 boats and a $43K-$93K salary range.", ["12", "$43K", "$93K"]),
        ("Range of values: $1,900 – $4,069.", ["$1,900", "$4,069"]),
        ("Low-income clients ($10K-$40K) default most (39%).", ["39%"]),
        ("The file has 120GB.", ["120"]),
        # years that are counted, or that say how far the data reach
        ("There were 2012 cases of flu.", ["2012"]),
        ("We saw 4955 patients, and there were 1938 female patients.", ["4955", "1938"]),
        # entries between bars, deviations, parts of one, what is counted again
        ("Training: Male 61 | Female 55 | Unknown 4", ["61", "55", "4"]),
        ("Research and Design: Male 63 | Female 80", ["63", "80"]),
        ("The mean score was 8 ± 4.", ["8", "4"]),
        ("The mean time was 12.5±3.2 days.", ["12.5", "3.2"]),
        ("0.45 represents the proportion of guests who have a dog.", ["0.45"]),
        ("While one candidate was charged with theft, eight candidates were with fraud.", ["one", "eight"]),
        ("The police stopped 697 to 1,206 drivers per month.", ["697", "1,206"]),
        # several statistics of goals, and signs before percentages
        ("The plays had mean and median goals of $10,554 and $5,000.", ["$10,554", "$5,000"]),
        ("They fell short of their goals with mean and median amounts of $559 and $103.", ["$559", "$103"]),
        ("The number of users rose: 6M → 7M (+32.50%)", ["6M", "7M", "32.50%"]),
        # amounts in currencies of one letter
        ("Total salaries: N52 Million", ["N52 Million"]),
        ("The men earn N4,482,763 in all, the women R3.8 million.", ["N4,482,763", "R3.8 million"]),
        ("Rock tracks last 4.38 minutes on average.", ["4.38"]),
        ("We sold 1,950 cars.", ["1,950"]),
        ("The earliest film was released in 1950.", ["1950"]),
        ("The oldest building dates from 1620.", ["1620"]),
        ("The latest entry is from 2019.", ["2019"]),
        ("The first recorded eruption was in 1783.", ["1783"]),
        ("Records go back to 1871.", ["1871"]),
        ("The data cover 1998 to 2010.", ["1998", "2010"]),
        ("Our records span the years 1998–2010 and 12 rivers.", ["1998", "2010", "12"]),
        ("The songs range from 1931 to 1999.", ["1931", "1999"]),
        ("This edition covers 62 ports in ten seas for the years from 1998 to 2010.", ["62", "ten", "1998", "2010"]),
        (
            "In the six waves of the harbour survey held between 1994 and 2006, 712 sailors answered.",
            ["six", "1994", "2006", "712"],
        ),
        ("The survey held in 1994 had 712 answers.", ["712"]),
        ("The port included 12 ships built in the years before 1950.", ["12"]),
        # what stands with months of a year, and with the place of a quarter or a season
        ("There were 93 floods in September 2014 and 58 in October 2014.", ["93", "58"]),
        ("We counted 12 owls in May 2013, 33 in June 2013 and 45 in July 2013.", ["12", "33", "45"]),
        ("In the first season the farm had 47 lambs, in the second season 48.", ["47", "48"]),
        # what many say of themselves, what was planned once, what one is able to do
        ("Guests want to stay 5 nights.", ["5"]),
        ("We expected 300 pilgrims and got 280.", ["300", "280"]),
        ("300 pilgrims are expected and 12 bridges are planned.", ["300", "12"]),
        ("Households expect inflation of 3.2%.", ["3.2%"]),
        ("40% of the pupils could swim.", ["40%"]),
        ("The strongest could lift 100 kg.", ["100"]),
        # what something got past, and shares in what is told of
        ("No ferry ever got past 8,701 guests.", ["8,701"]),
        ("The past 12 months were cold.", []),
        ("It was half past five.", []),
        ("Fares rise with age; past 60 they fall.", []),
        ("Rust was found in a third of the boats.", ["a third"]),
        ("In half of the towns it rained.", ["half"]),
        ("The fares were cut in half.", []),
        ("The series runs from 1988 through 2004.", ["1988", "2004"]),
        ("Seasons covered: 2001 - 2017", ["2001", "2017"]),
        ("Period: 1998–2010", ["1998", "2010"]),
        # how much a work is about, totals that are rounded down, and multiples behind an amount
        ("A report analysing 1,900+ flats in 27 towns.", ["1,900", "27"]),
        ("A survey covering over 300 farms.", ["300"]),
        ("The firm that tracks 250+ cars grew.", []),
        ("Total recorded strikes: 14,000+", ["14,000"]),
        ("Age group: 65+", []),
        ("<h2>76% of the loans were declined, but what decided?</h2>", ["76%"]),
        ("Sailors earn $109,095, more than twice the average of cooks.", ["$109,095", "twice"]),
        # years and limits that a sentence begins with, which is about them
        ("1855: 9,324 deaths from disease, 1,141 from wounds.", ["9,324", "1,141"]),
        ("1854 (from April): 5,071 deaths", ["5,071"]),
        ("From 100 to 200 (185 shops): 6,227.", ["185", "6,227"]),
        ("$10 to $20: 45 lamps", ["45"]),
        ("Rents: from 100 to 200", ["100", "200"]),
        # initials of what is measured before a result
        ("Riverside: average AQI 106.1 (worst of all)", ["106.1"]),
        ("The average BMW 320 rusts.", []),
        # years of which the sentence says what they are the extreme of
        ("The highest number of fires was in 2011 (157).", ["2011", "157"]),
        ("The deadliest year on record was 2007, with 18 fires.", ["2007", "18"]),
        ("Year 1957 saw the lowest number of fires, i.e. 3.", ["1957", "3"]),
        ("The highest tower fell in 1950.", []),
        ("The victims were aged between 15 and 87 years.", ["15", "87"]),
        # forms of data that are things where there are many of them
        ("Saturday is the busiest with 87 tables.", ["87"]),
        ("We keep 175 files of defaults.", ["175"]),
        ("The data come in 3 files.", []),
        # results beside conditions
        ("Oslo is the only port that has exactly 3 cranes.", ["3"]),
        ("Employees over 65 earn 12% more.", ["12%"]),
        ("Over 65 employees left.", ["65"]),
        ("Cars with 4 cylinders average 29 miles.", ["29"]),
        ("Over the years there were 4,054 accidents with 81,369 deaths.", ["4,054", "81,369"]),
        ("A fleet with 4 vans made 29 trips.", ["4", "29"]),
        ("They have 12 customers with more than 5 orders.", ["12"]),
        ("If we look at May, 12 shops closed.", ["12"]),
        ("Note that 5 shops closed.", ["5"]),
        # what is known already, beside what is asked for
        ("Address the 21.5% of boats with missing papers.", ["21.5%"]),
        ("Target an increase in punctuality from 41% to at least 70%.", ["41%"]),
        ("Adjust schedules in spring (183 absences).", ["183"]),
        ("Mean = $167,484, but the range is wide.", ["$167,484"]),
        ("As the north showed low rates (12.99%), the firm should lend there.", ["12.99%"]),
        ("The company, which shipped 48,200 units, grew.", ["48,200"]),
        ("We found that 12 ships sank.", ["12"]),
        ("Men earn more, by more than $16 million in all.", ["$16 million"]),
        ("The history of eruptions recorded from 1957 to 2020 is long.", ["1957", "2020"]),
        ("We aim to study a history of storms recorded from 1957 to 2020.", ["1957", "2020"]),
        ("There have been eclipses from 1957 to 2020.", ["1957", "2020"]),
        ("The worst firm is at 84.5% — 10% below the best one.", ["84.5%", "10%"]),
        ("Ideally, it lies around 0.2, but the lowest ratio is 0.29.", ["0.29"]),
        ("In Paris 12 shops closed, and in Paris 9 bars opened.", ["12", "9"]),
        ("Sales reached 500 in May.", ["500"]),
        ("A postcode exists for 12 shops.", ["12"]),
        ("Sales grew from 25 to less than 30.", ["25", "30"]),
        ("We counted 12 to 30 boats.", ["12 to 30"]),
        # what is no mark that a count has gone beyond
        ("Vandals broke 12 windows in 9 houses.", ["12", "9"]),
        ("The mark of 500 was set by a boy.", ["500"]),
        ("The 12 boats were passed by 9 ships.", ["12", "9"]),
        ("The firm, whose sales reached 500 in May, closed 12 shops.", ["500", "12"]),
        ("Three storms hit 12 states.", ["Three", "12"]),
        ("The former lasted 5.9 days, the latter 6.5.", ["5.9", "6.5"]),
        ("Three parliaments passed 40 laws.", ["Three", "40"]),
        # what people say that they would do, and what would be so if something were
        ("82% of the guests would recommend the hotel.", ["82%"]),
        ("140 guests would not come back.", ["140"]),
        ("140 jobs would be lost.", []),
        ("If prices fell, 140 guests would come back.", []),
        ("Visitors would like to see 12 shows.", []),
        ("In March 81 applications arrived.", ["81"]),
        # how many there are of what is told apart
        ("None of the five women aged 35 or above came.", ["None", "five"]),
        ("The seven vans with six gears are new.", ["seven"]),
        ("The six boats without a motor took 31 hours.", ["six", "31"]),
        ("The six boats built before 1950 took 31 hours.", ["six", "31"]),
        ("The three cats that slept were old.", ["three"]),
        ("Leave all tugs out, and the steamers turn 12 knots.", ["12"]),
        ("Take the eleven that weigh more than 150 kilos: they sleep 5.5 hours.", ["eleven", "5.5"]),
        ("The eleven with a motor took 31 hours.", ["eleven", "31"]),
        ("The most common rating is 5, which 14 peaks have.", ["5", "14"]),
        ("The best year was 1803, in which six metals were found.", ["1803", "six"]),
        ("He scored in eleven different seasons.", ["eleven"]),
        # what stands behind the noun of a description, and behind a day of the week
        ("Farms without cows have 3.4 barns, those with seven cows 1.7.", ["3.4", "1.7"]),
        ("Wednesday 24.3, Thursday 26.1", ["24.3", "26.1"]),
        ("Friday 13 was a bad day.", []),
        ("None of this is new.", []),
        ("None of that group was late.", ["None"]),
        # a name that ends in a figure, and what is counted behind it
        ("Most sold in the upper half of the Hot 100, and 82 crept in behind.", ["82"]),
        ("Two are among the Fortune 500, 12 come close.", ["Two", "12"]),
        ("Stores 4, 10, and 42 sold most. Store 10 is new.", []),
        ("Some patients died (n = 4).", ["4"]),
        ("They scored 129 home goals and 72 away goals.", ["129", "72"]),
        ("Leeds has the highest number of goals against with a total of 27.", ["27"]),
        ("In the North 341 people were hurt.", ["341"]),
        ("The number in Bern was 36, and that in Basel 18.", ["36", "18"]),
        # pages of the things that rows are, not of the document
        ("Books have 312.5 pages on average.", ["312.5"]),
        ("The thickest book has 640 pages.", ["640"]),
        ("This report has 12 pages.", []),
        # parts of what was counted
        ("There were 240 sales, of which 80 were in May.", ["240", "80"]),
        ("We run 50 shops; of which 12 are new.", ["50", "12"]),
        ("It was a fair at which 12 shops sold tea.", ["12"]),
        ("Nobody knew in which 5 cities it had rained.", []),
        ("Of which 5 cities are you fond?", []),
        # limits with how often each holds behind them
        ("It tops $1,000 in 16 towns and $1,200 in five.", ["16", "five"]),
        ("The price passed 30 euros in only nine shops.", ["nine"]),
        ("Rainfall exceeded 35 mm on 12 days and 50 mm on three.", ["12", "three"]),
        ("It exceeded 80 kg of honey at 12 hives.", ["12"]),
        ("It was above 35 on 12 days and below 10 on three.", ["12", "three"]),
        ("Sales topped $1,000 in 16 months.", ["$1,000"]),
        ("The price topped 500 euros in 2012.", ["500"]),
        ("There were over 300 guests in five hotels.", ["300", "five"]),
        ("Sales topped $300 million in five countries together.", ["$300 million", "five"]),
        ("The parade crossed 12 bridges in four towns.", ["12", "four"]),
        ("It has a total of laid off workers that reached 148,521 (45.47 %) of all.", ["148,521", "45.47 %"]),
        # goals of several are data, kinds of things are no form of the data, and labels order nothing
        ("Plays had an average goal of $5,000, films a mean goal of $9,000.", ["$5,000", "$9,000"]),
        ("The median funding goal was $5,000.", ["$5,000"]),
        ("The shop has 5 payment methods and 12 phone models.", ["5", "12"]),
        ("Express with card: approximately 40.75 percent of refunds", ["40.75 percent"]),
        # what costs an amount is no count of things that reach another
        ("€80 huts hit €155.10 in May.", ["€80", "€155.10"]),
        # a count of some behind a noun that may have a label
        ("In the morning class 14 of the 20 pupils passed.", ["14", "20"]),
        ("In the control group 9 of the 31 mice died.", ["9", "31"]),
        ("He fell in stage 3 of the 21 stages.", ["21"]),
        # the rest, where the whole and the other part are told
        ("Of the 91 hives, 79 were healthy and the other 12 were weak.", ["91", "79", "12"]),
        ("Of the 20 boats, 12 came back, and the other eight sank.", ["20", "12", "eight"]),
        ("Of 31 ferries 24 were late, and the other seven ships were lost.", ["31", "24"]),
        ("The other eight were built in Bern.", []),
        # what has a plus and is more than any age, or has a limit behind "from"
        ("Website and phone had 650+ and 510+ cases.", ["650", "510"]),
        ("In 2 years 2.5K+ tickets came in.", ["2.5K"]),
        ("Kim took 790+, others 560+.", ["790", "560"]),
        ("The 500+ group has 12 firms.", ["12"]),
        ("Customers aged 65+ spend $80.", ["$80"]),
        ("It earned $2.8M from over 10,800 orders.", ["$2.8M", "10,800"]),
        # both ends of what is recorded
        ("Harvests begin in 1951 and end in 2009.", ["1951", "2009"]),
        ("The data start in 1951 and run to 2009.", ["1951", "2009"]),
        ("The war started in 1951 and ended in 2009.", []),
        ("The talks start in 1951.", []),
        # names before the number of a clause that leaves its verb out
        ("Visitors to Oslo stayed 3.4 nights on average, visitors to New York 5.1.", ["3.4", "5.1"]),
        ("Those who drink tea slept 7.2 hours, those who drink Earl Grey 6.9.", ["7.2", "6.9"]),
        ("He sold three planes, the oldest of all a Boeing 747.", ["three"]),
        ("She bought 20 cars in May, among them cars from Fiat 500.", ["20"]),
        # definite numbers
        ("The birds nest on each of the four islands.", ["four"]),
        ("Among the three schools Hill has 212 pupils.", ["three", "212"]),
        ("Of the 336 boats 12 sank.", ["336", "12"]),
        # half of all things and its limit: the limit is the median
        ("Half of the employees earn less than $40,000.", ["$40,000"]),
        ("Half our guests stay for less than 3 nights.", ["3"]),
        ("More than half of the employees earn less than $40,000.", ["half"]),
        ("Half of the trees are oaks, and 12 are limes.", ["Half", "12"]),
        # lists that go on without a verb
        ("Asked in May, 412 intended to vote for Lee and 388 for Moss.", ["412", "388"]),
        ("We intend to open 12 shops and 3 bars.", []),
        ("The average nurse earned 36 and the average doctor at Bern Hospital 52.", ["36", "52"]),
        ("Oslo has 12 ports and the capital of Sweden 40.", ["12", "40"]),
        ("She drove 12 miles and sold the Boeing 747.", ["12"]),
        ("Only two ports reached a million: Bergen with exactly 1.3 million.", ["two", "1.3 million"]),
        # one beside others
        ("The hospital has 87 beds and one scanner.", ["87", "one"]),
        ("Basel came last with 30, one behind Bern.", ["30", "one"]),
        ("The hospital has a garden and one scanner.", []),
        # occasions
        ("The players who scored 40 goals over 38 games retired.", ["40", "38"]),
        ("The teams that played over 30 games were tired.", []),
        ("We have 932 homes, spread over 37 towns.", ["932", "37"]),
        # beside what looks like an aside
        ("The average ticket costs $20.", ["$20"]),
        ("Some towns speak 12 languages.", ["12"]),
        ("There were three ways to pay.", ["three"]),
        ("My sample has 42 patients.", ["42"]),
        ("Basel, which won no medals, came last.", ["no"]),
        # ages without the word
        ("Runners from 30 to 39 average 33 minutes.", ["33"]),
        ("Runners 30 to 39 average 33 minutes, and those between 40 and 49 average 35.", ["33", "35"]),
        ("From 65 on, the rate is 9.5%, compared with 2.3% under 25.", ["9.5%", "2.3%"]),
        ("Children of ten and under account for 87 results.", ["87"]),
        ("Sales grew from 30 to 39.", ["30", "39"]),
        ("Computers from 30 to 39 dollars sold 12 times.", ["30", "39", "12"]),
        ("The orders between 30 and 39 were paid.", ["30 and 39"]),
        ("Prices from 30 to 39 dollars were paid by 12 guests.", ["30", "39", "12"]),
        # what people say that they would do
        ("Those who would cut it (26%) outnumber those who would spend more (24%).", ["26%", "24%"]),
        ("84% of Greens and 68% of Blues would spend more.", ["84%", "68%"]),
        ("A majority of 59% would leave spending on them as it is.", ["59%"]),
        ("The 45 shocks below magnitude 7 killed 3,416 people.", ["45", "3,416"]),
        ("Some 46% of them would raise it, more than the 21% of Greens.", ["46%", "21%"]),
        ("Most go to fairs (79%), and intend to sail on (51%).", ["79%", "51%"]),
        ("They intend to sail on 12 ships.", []),
        ("Wages: High School ($43K-$48K), others ($50K-$60K).", ["$43K", "$48K", "$50K", "$60K"]),
        # differences of shares stay claims
        ("Sales were 16% higher than in April.", ["16%"]),
        ("More than 250 lakes froze.", ["250"]),
        ("The month with most regattas is may (65).", ["65"]),
        ("The aim is to study births across 40 villages.", ["40"]),
        ("Wind energy dominates with 227 households (highest adoption)", ["227"]),
        ("The 10.1-minute average is pulled up by long delays.", ["10.1"]),
        ("Other regions account for the final 8.87%.", ["8.87%"]),
        ("If we look at delays, 8 March was the worst day, with an average of 169.4 minutes.", ["169.4"]),
        ("They prefer rail and road, which together make up more than 77% of all trips.", ["77%"]),
        ("Of the books, 93% were printed, 6% were bought, and less than 1% were digital.", ["93%", "6%", "1%"]),
        ("Between 2,890 and 8,426 boys were baptized per year.", ["2,890", "8,426"]),
        ("A stroke had 45/224 = 0.20 of them.", ["45", "224", "0.20"]),
        ("The slope of weight over wing is 0.8 and R² is 0.64.", ["0.8", "0.64"]),
    ],
)
def test_claims(parser, text, claims):
    assert [claim.number.text for claim in find_claims(*parsed(parser, text))] == claims


def test_both_years_of_a_span_are_claims_with_their_own_place(parser):
    document, parses = parsed(parser, "<p>The data cover 1998&ndash;2010.</p>")
    claims = find_claims(document, parses)
    written = [document.source[claim.start - 1 : claim.start - 1 + claim.length] for claim in claims]
    assert written == ["1998", "2010"]
    assert [(claim.number.value, claim.number.comparison, claim.number.unit) for claim in claims] == [
        (1998, "=", "year"),
        (2010, "=", "year"),
    ]


def test_a_document_with_decimal_commas_is_read_and_told(parser):
    document, parses = parsed(parser, "<p>We sold 1.204 cups, 2,5 % more.</p><p>It cost 1.204,50 € on 12.05.2020.</p>")
    assert [str(claim.number.value) for claim in find_claims(document, parses)] == ["1204", "2.5", "1204.50"]
    assert style_notice(style_of(document)) == (
        "numbers of this document are read with a decimal comma",
        "Its first number that cannot be read otherwise is 2,5.",
    )


def test_the_usual_style_is_not_told():
    assert style_notice(style_of(read_document("We sold 1,204 cups, 2.5% more."))) is None
    assert style_notice(style_of(read_document(""))) is None


def test_a_number_of_another_style_is_mentioned(parser):
    mentions = find_mentions(*parsed(parser, "We sold 1,204 cups and 3,5 litres."))
    assert [(mention.number.text, mention.reason) for mention in mentions] == [
        ("1,204", "a stated number"),
        ("3,5", "written in another number style"),
    ]


def test_deciding_takes_linear_time(parser, require_linear_time):
    @cache
    def read(sentences: int):
        return parsed(parser, "The four cats ate 12 fish, 5 mice and (1) bird in 1990. " * sentences)

    def decide(sentences: int) -> None:
        assert len(find_mentions(*read(sentences))) == 5 * sentences

    for sentences in (50, 200):
        read(sentences)  # parsing is not what is timed
    require_linear_time(decide, 50)
