"""Tables of ten domains, with values as such tables have them: codes, flags, bands and abbreviated names."""

from __future__ import annotations


def _table(name: str, rows: int, **columns: str) -> str:
    selected = ", ".join(f"{expression} AS {column}" for column, expression in columns.items())
    return f"CREATE TABLE public.{name} AS SELECT {selected} FROM generate_series(1, {rows}) AS g;"


def _one_of(values: str, factor: int, modulus: int) -> str:
    """Return SQL that gives each row one of some values, which stand apart by bars, the first ones more often."""
    listed = values.split("|")
    array = ", ".join(f"'{value}'" for value in listed)
    return f"(ARRAY[{array}])[1 + least(g * {factor} % {modulus} % {len(listed) + 1}, g * {factor} % {len(listed)})]"


def _flag(factor: int, modulus: int, below: int) -> str:
    return f"(g * {factor} % {modulus} < {below})"


def _yes_no(factor: int, modulus: int, below: int, yes: str = "yes", no: str = "no") -> str:
    return f"CASE WHEN g * {factor} % {modulus} < {below} THEN '{yes}' ELSE '{no}' END"


_CLUBS = "ARRAY[{}]".format(
    ", ".join(
        f"'{code}'"
        for code in (
            "BOS DEN DET TB LA NJ MTL TOR PIT STL CGY EDM VAN SEA DAL NSH CAR FLA ANA ARI BUF NYR COL MIN".split()
        )
    )
)
"""Codes of more clubs than are read as a column of few values."""


DOMAINS = "".join(
    (
        _table(
            "patient",
            307,
            patient_id="g",
            age_group=_one_of("0-17|18-39|40-64|65+", 37, 101),
            sex=_one_of("F|M", 53, 89),
            smoker=f"{_flag(29, 97, 31)}::integer",
            diabetic=_yes_no(41, 83, 19),
            insured=_flag(17, 79, 61),
            admission_type=_one_of("Elective|Emergency|Urgent", 61, 103),
            outcome=_one_of("Discharged|Transferred|Death", 43, 107),
            severity=_one_of("mild|moderate|severe", 23, 109),
            los_days="1 + g * 31 % 17",
        ),
        _table(
            "player",
            211,
            player_id="g",
            position=_one_of("Midfielder|Defender|Forward|Goalkeeper", 37, 101),
            nationality=_one_of("Spanish|German|French|Brazilian", 53, 89),
            foot=_one_of("Right|Left", 29, 97),
            is_captain=f"{_flag(41, 83, 11)}::integer",
            injured=_flag(17, 79, 23),
            caps="g * 31 % 47",
        ),
        _table(
            "fixture",
            163,
            fixture_id="g",
            venue=_one_of("Home|Away", 37, 101),
            result=_one_of("W|D|L", 53, 89),
            goals_for="g * 31 % 5",
        ),
        _table(
            "purchase",
            401,
            order_no="g",
            store_no="1 + g * 37 % 23",
            size=_one_of("M|L|S|XL", 53, 89),
            payment_method=_one_of("Credit card|Cash|Bank transfer", 29, 97),
            channel=_one_of("online|in-store", 41, 83),
            returned=_yes_no(17, 79, 13, "Y", "N"),
            gift_wrapped=_flag(61, 103, 29),
            loyalty=_one_of("non-member|member", 43, 107),
            qty="1 + g * 31 % 7",
            unit_price="(300 + g * 7919 % 2003) / 100.0",
        ),
        _table(
            "staff",
            283,
            emp_id="g",
            dept=_one_of("Sales|R&D|IT|HR", 37, 101),
            marital_status=_one_of("S|M|D", 53, 89),
            contract=_one_of("FT|PT", 29, 97),
            status=_one_of("Active|Retired|Dismissed", 41, 83),
            remote=f"{_flag(17, 79, 27)}::integer",
            education=_one_of("Bachelor|Master|PhD", 61, 103),
            job_satisfaction="1 + g * 43 % 107 % 5",
            yrs_exp="g * 31 % 29",
            salary_usd="30000 + g * 7919 % 50021",
        ),
        _table(
            "train",
            251,
            train_no="g",
            direction=_one_of("N|S|E|W", 37, 101),
            delay_min="greatest(0, g * 53 % 89 - 50)",
            cancelled=f"{_flag(29, 97, 9)}::integer",
            day_type=_one_of("weekday|weekend", 41, 83),
            crowding=_one_of("low|medium|high", 17, 79),
            operator=_one_of("Northern Coastal Railway|Valley Transit Authority|Harbour Line", 61, 103),
        ),
        _table(
            "plant",
            193,
            plant_id="g",
            fuel=_one_of("Gas|Coal|Wind|Solar|Hydro", 37, 101),
            status=_one_of("Operating|Retired|Planned", 53, 89),
            ownership=_one_of("Private|Public", 29, 97),
            is_renewable=f"{_flag(41, 83, 33)}::integer",
            grid_connected=_yes_no(17, 79, 53, "TRUE", "FALSE"),
            capacity_mw="5 + g * 31 % 907",
        ),
        _table(
            "pupil",
            337,
            pupil_id="g",
            gender=_one_of("F|M", 37, 101),
            exam=_one_of("P|F", 53, 89),
            school_type=_one_of("public|private", 29, 97),
            grade_level="9 + g * 41 % 83 % 4",
            year_of_study="1 + g * 17 % 79 % 4",
            scholarship=_yes_no(61, 103, 22),
            lunch=_one_of("paid|free", 43, 107),
            attendance=_one_of("Present|Absent", 23, 109),
            math_score="20 + g * 31 % 79",
        ),
        _table(
            "police_case",
            317,
            case_no="g",
            offense=_one_of("Theft|Assault|Burglary|Fraud|Homicide", 37, 101),
            weapon=_one_of("None|Knife|Gun", 53, 89),
            arrest=_flag(29, 97, 37),
            outcome=_one_of("Pending|Conviction|Acquittal", 41, 83),
            suspect_age="13 + g * 17 % 59",
            time_of_day=_one_of("day|night", 61, 103),
            agency=_one_of("Department of Fish and Wildlife|Metropolitan Police|Sheriff", 43, 107),
            officer=_one_of("Ngozi Okafor|Ian Brandt|Lena Fischer|Marta Silva", 23, 109),
        ),
        _table(
            "film",
            229,
            film_id="g",
            genre=_one_of("Comedy|Animation|Romance|History|Documentary", 37, 101),
            lang=_one_of("English|French|Korean", 53, 89),
            colour=_one_of("Color|Black and White", 29, 97),
            oscar_winner=f"{_flag(41, 83, 12)}::integer",
            profit="g * 7919 % 2003 - 700",
            runtime_min="70 + g * 31 % 91",
            screen_format=_one_of("2D|3D", 17, 79),
        ),
        _table(
            "listing",
            269,
            listing_id="g",
            property_type=_one_of("House|Condo|Townhouse", 37, 101),
            bedrooms="1 + g * 53 % 89 % 5",
            waterfront=f"{_flag(29, 97, 17)}::integer",
            garage=_yes_no(41, 83, 43),
            furnished=_yes_no(17, 79, 25, "Y", "N"),
            heating=_one_of("Gas|Electric|Oil", 61, 103),
            age_band=_one_of("under 10 years|10-50 years|over 50 years", 43, 107),
            sold=_flag(23, 109, 71),
            price_usd="90000 + g * 7919 % 400009",
        ),
        _table(
            "respondent",
            353,
            respondent_id="g",
            employment=_one_of("Employed|Unemployed|Student", 37, 101),
            opinion=_one_of("Agree|Disagree|Neutral", 53, 89),
            owns_pet=_yes_no(29, 97, 41, "Yes", "No"),
            income_band=_one_of("<20k|20k-50k|50k+", 41, 83),
            residence=_one_of("Urban|Rural", 17, 79),
            vaccinated=f"{_flag(61, 103, 67)}::integer",
            commute=_one_of("car|bicycle|on foot|bus", 43, 107),
        ),
        _table(
            "skater",
            239,
            club=f"({_CLUBS})[1 + least(g * 37 % 101 % 25, g * 37 % 24)]",
            gp="g * 31 % 83",
            toi="100 + g * 7919 % 1009",
            hr="50 + g * 41 % 61",
        ),
        _table(
            "brewery",
            277,
            brewery_no="1000 + g",
            country=_one_of("Germany|Japan|United States|Netherlands|Switzerland|United Kingdom|Peru/ Chile", 37, 101),
            zip_code=_one_of("20095|20099|20354|22767|22301", 53, 89),
            population_2011="200 + g * 29 % 311",
            population_2021="200 + g * 61 % 307",
            pop_change_2011_2021_pct="g * 17 % 43",
        ),
    )
)
"""SQL that makes the tables; each has fewer than 500 rows, and no two conditions on a table hold for as many."""

TABLE_NAMES = (
    "patient", "player", "fixture", "purchase", "staff", "train", "plant", "pupil", "police_case", "film", "listing",
    "respondent", "skater", "brewery",
)  # fmt: skip

SENTENCES = (
    # health
    ("patient", "{} patients died.", "outcome = 'Death'"),
    ("patient", "There were {} deaths.", "outcome = 'Death'"),
    ("patient", "{} patients smoke.", "smoker = 1"),
    ("patient", "{} of the patients are smokers.", "smoker = 1"),
    ("patient", "{} patients have diabetes.", "diabetic = 'yes'"),
    ("patient", "{} patients were uninsured.", "insured IS FALSE"),
    ("patient", "{} patients had no insurance.", "insured IS FALSE"),
    ("patient", "{} patients were under 18.", "age_group = '0-17'"),
    ("patient", "{} patients were 65 or older.", "age_group = '65+'"),
    ("patient", "{} patients were severely ill.", "severity = 'severe'"),
    ("patient", "{} admissions were emergencies.", "admission_type = 'Emergency'"),
    ("patient", "{} women smoke.", "smoker = 1 AND sex = 'F'"),
    # sport
    ("player", "{} players come from Germany.", "nationality = 'German'"),
    ("player", "{} players are left-footed.", "foot = 'Left'"),
    ("player", "{} players are captains.", "is_captain = 1"),
    ("player", "{} players play in midfield.", "position = 'Midfielder'"),
    ("player", "The squads have {} goalies.", "position = 'Goalkeeper'"),
    ("fixture", "The team won {} fixtures.", "result = 'W'"),
    ("fixture", "{} fixtures ended in a draw.", "result = 'D'"),
    ("fixture", "The team suffered {} defeats.", "result = 'L'"),
    # retail
    ("purchase", "{} orders were paid in cash.", "payment_method = 'Cash'"),
    ("purchase", "{} orders were for size large.", "size = 'L'"),
    ("purchase", "{} orders were sent back.", "returned = 'Y'"),
    ("purchase", "{} purchases were made by members.", "loyalty = 'member'"),
    ("purchase", "{} purchases were not gift-wrapped.", "gift_wrapped IS FALSE"),
    ("purchase", "{} purchases were made on the internet.", "channel = 'online'"),
    ("purchase", "Stores 10 & 12 had {} purchases.", "store_no IN (10, 12)"),
    # human resources
    ("staff", "{} employees are married.", "marital_status = 'M'"),
    ("staff", "{} employees are divorced.", "marital_status = 'D'"),
    ("staff", "{} employees work part-time.", "contract = 'PT'"),
    ("staff", "{} staff work in Human Resources.", "dept = 'HR'"),
    ("staff", "{} staff work in research and development.", "dept = 'R&D'"),
    ("staff", "{} employees have a doctorate.", "education = 'PhD'"),
    ("staff", "{} employees work remotely.", "remote = 1"),
    ("staff", "{} employees work on site.", "remote = 0"),
    ("staff", "{} employees were fired.", "status = 'Dismissed'"),
    # transport
    ("train", "{} trains were late.", "delay_min > 0"),
    ("train", "{} trains ran north.", "direction = 'N'"),
    ("train", "There were {} cancellations.", "cancelled = 1"),
    ("train", "{} trains ran on weekends.", "day_type = 'weekend'"),
    ("train", "{} trains were highly crowded.", "crowding = 'high'"),
    (
        "train",
        "The Valley Transit Authority (VTA) came second. The VTA ran {} trains.",
        "operator = 'Valley Transit Authority'",
    ),
    # energy
    ("plant", "{} plants burn coal.", "fuel = 'Coal'"),
    ("plant", "There are {} hydroelectric plants.", "fuel = 'Hydro'"),
    ("plant", "{} plants are in operation.", "status = 'Operating'"),
    ("plant", "{} plants are privately owned.", "ownership = 'Private'"),
    ("plant", "{} plants run on renewables.", "is_renewable = 1"),
    ("plant", "{} plants are not connected to the grid.", "grid_connected = 'FALSE'"),
    # education
    ("pupil", "{} pupils passed.", "exam = 'P'"),
    ("pupil", "{} pupils failed.", "exam = 'F'"),
    ("pupil", "{} girls failed.", "exam = 'F' AND gender = 'F'"),
    ("pupil", "{} pupils are in tenth grade.", "grade_level = 10"),
    ("pupil", "{} pupils are in their second year.", "year_of_study = 2"),
    ("pupil", "{} pupils receive a scholarship.", "scholarship = 'yes'"),
    ("pupil", "{} pupils missed school.", "attendance = 'Absent'"),
    # crime
    ("police_case", "{} suspects were convicted.", "outcome = 'Conviction'"),
    ("police_case", "{} suspects were acquitted.", "outcome = 'Acquittal'"),
    ("police_case", "{} homes were burgled.", "offense = 'Burglary'"),
    ("police_case", "{} people were assaulted.", "offense = 'Assault'"),
    ("police_case", "{} people were murdered.", "offense = 'Homicide'"),
    ("police_case", "{} suspects were minors.", "suspect_age < 18"),
    ("police_case", "{} suspects were adults.", "suspect_age >= 18"),
    ("police_case", "{} cases led to an arrest.", "arrest IS TRUE"),
    ("police_case", "{} suspects were not arrested.", "arrest IS FALSE"),
    ("police_case", "In {} cases a firearm was used.", "weapon = 'Gun'"),
    (
        "police_case",
        "Ngozi Okafor is the most experienced officer. Ms. Okafor handled {} cases.",
        "officer = 'Ngozi Okafor'",
    ),
    ("police_case", "{} cases happened at night.", "time_of_day = 'night'"),
    ("police_case", "We now turn to fraud. There were {} such cases.", "offense = 'Fraud'"),
    # film
    ("film", "{} films were profitable.", "profit > 0"),
    ("film", "{} films lost money.", "profit < 0"),
    ("film", "{} films are romantic.", "genre = 'Romance'"),
    ("film", "{} films are animated.", "genre = 'Animation'"),
    ("film", "{} historical films were made.", "genre = 'History'"),
    ("film", "{} films won an Oscar.", "oscar_winner = 1"),
    ("film", "{} films were shot in black and white.", "colour = 'Black and White'"),
    ("film", "{} of the films are in Korean.", "lang = 'Korean'"),
    # real estate
    ("listing", "{} homes are on the waterfront.", "waterfront = 1"),
    ("listing", "{} listings are three-bedroom homes.", "bedrooms = 3"),
    ("listing", "{} homes have a garage.", "garage = 'yes'"),
    ("listing", "{} homes come without a garage.", "garage = 'no'"),
    ("listing", "{} homes are unfurnished.", "furnished = 'N'"),
    ("listing", "{} homes are heated with electricity.", "heating = 'Electric'"),
    ("listing", "{} condominiums are listed.", "property_type = 'Condo'"),
    ("listing", "{} homes are more than 50 years old.", "age_band = 'over 50 years'"),
    ("listing", "{} homes remain unsold.", "sold IS FALSE"),
    # surveys
    ("respondent", "{} respondents are jobless.", "employment = 'Unemployed'"),
    ("respondent", "{} respondents have a job.", "employment = 'Employed'"),
    ("respondent", "{} respondents disagreed.", "opinion = 'Disagree'"),
    ("respondent", "{} respondents are in agreement.", "opinion = 'Agree'"),
    ("respondent", "{} respondents have no pet.", "owns_pet = 'No'"),
    ("respondent", "{} respondents earn less than 20k.", "income_band = '<20k'"),
    ("respondent", "{} respondents live in cities.", "residence = 'Urban'"),
    ("respondent", "{} respondents live in the countryside.", "residence = 'Rural'"),
    ("respondent", "{} respondents are unvaccinated.", "vaccinated = 0"),
    ("respondent", "{} respondents walk to work.", "commute = 'on foot'"),
    ("respondent", "{} respondents cycle to work.", "commute = 'bicycle'"),
    ("respondent", "{} respondents drive to work.", "commute = 'car'"),
    # codes of clubs, short names of columns
    ("skater", "{} skaters skate for Boston.", "club = 'BOS'"),
    ("skater", "Tampa Bay has {} skaters.", "club = 'TB'"),
    ("skater", "{} skaters skate for the New York Rangers.", "club = 'NYR'"),
    ("skater", "{} skaters are with Montreal.", "club = 'MTL'"),
    ("skater", "{} skaters had at least 50 games played.", "gp >= 50"),
    ("skater", "{} skaters had a time on ice of more than 900 minutes.", "toi > 900"),
    ("skater", "{} skaters had a heart rate below 70.", "hr < 70"),
    # names of nations, figures that are values, people for a population
    ("brewery", "There are {} German breweries.", "country = 'Germany'"),
    ("brewery", "The Americans run {} breweries.", "country = 'United States'"),
    ("brewery", "{} breweries are Dutch.", "country = 'Netherlands'"),
    ("brewery", "In 22767 there were {} breweries.", "zip_code = '22767'"),
    ("brewery", "{} breweries serve towns with fewer than 290 inhabitants.", "population_2021 < 290"),
)
