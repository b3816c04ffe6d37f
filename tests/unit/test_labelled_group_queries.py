"""Labelled SQL over groups, over rows in an order and of named statistics is read as the program's own queries."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.sql_reading.from_sql import read_queries

COLUMNS = tuple(
    Column(number, 1, name, name, type_name, category, None)
    for number, (name, type_name, category) in enumerate(
        [
            ("buyer", "integer", "N"),
            ("city", "text", "S"),
            ("day", "date", "D"),
            ("price", "numeric", "N"),
            ("amount", "integer", "N"),
            ("year", "integer", "N"),
            ("note", "text", "S"),
        ],
        1,
    )
)
TABLES = (Table(1, "orders", "shop.orders", None, COLUMNS, rows=1000),)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        (
            "SELECT MAX(n) FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city) AS s",
            "the largest, over all values of city, of the number of rows in orders",
        ),
        (
            "SELECT MIN(t) FROM (SELECT SUM(price) AS t FROM shop.orders WHERE amount > 2 GROUP BY city) AS s",
            "the smallest, over all values of city, of the total of price in orders where amount is above 2",
        ),
        (
            "SELECT MAX(n) FROM (SELECT EXTRACT(MONTH FROM day) AS m, COUNT(*) AS n FROM shop.orders GROUP BY 1) AS s",
            "the largest, over all months of day, of the number of rows in orders",
        ),
        (
            "SELECT COUNT(*) FROM shop.orders WHERE buyer + amount + year > 0",
            "the number of rows in orders where buyer plus amount plus year is above 0",
        ),
        (
            "SELECT (SELECT price FROM shop.orders WHERE buyer = 1) - (SELECT amount FROM shop.orders WHERE buyer = 2)",
            "the largest value of price in orders where buyer is 1 less the largest value of amount in orders where"
            " buyer is 2",
        ),
        (
            "SELECT COUNT(*) FROM (SELECT city FROM shop.orders ORDER BY price DESC NULLS LAST LIMIT 10) AS s"
            " WHERE city = 'Leeds'",
            "how many of the 10 rows in orders with the largest price there are where city is 'Leeds'",
        ),
        (
            "SELECT MIN(amount) FROM (SELECT amount FROM shop.orders WHERE year = 2020 ORDER BY price LIMIT 3) AS s",
            "the smallest value of amount of the 3 rows in orders where year is 2020 with the smallest price",
        ),
        (
            "SELECT y FROM (SELECT EXTRACT(YEAR FROM to_date(note, 'MM/DD/YYYY')) AS y, COUNT(*) AS n"
            " FROM shop.orders GROUP BY 1) AS s ORDER BY n LIMIT 1",
            "which of the values of the year of note has the smallest number of rows in orders",
        ),
        (
            "SELECT (MAX(day) - MIN(day)) / 365.25 FROM shop.orders WHERE city = 'Leeds'",
            "the years from the first to the last value of day in orders where city is 'Leeds'",
        ),
        (
            "SELECT MIN(r) FROM (SELECT SUM(price) / COUNT(DISTINCT buyer) AS r FROM shop.orders GROUP BY city) AS s",
            "the smallest, over all values of city, of the total of price in orders divided by the number of different"
            " values of buyer in orders",
        ),
        (
            "SELECT MAX(r) FROM (SELECT 100.0 * COUNT(*) FILTER (WHERE amount > 2) / COUNT(*) AS r"
            " FROM shop.orders GROUP BY city) AS s",
            "the largest, over all values of city, of the percentage of rows in orders where amount is above 2",
        ),
        (
            "SELECT SUM(n) FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city"
            " ORDER BY n DESC LIMIT 3) AS s",
            "the total, of the 3 largest of all values of city, of the number of rows in orders",
        ),
        (
            "SELECT MAX(year - EXTRACT(YEAR FROM day)) FROM shop.orders",
            "the largest value of year minus the year of day in orders",
        ),
        (
            "SELECT 100.0 * SUM(CASE WHEN city = 'York' THEN amount * price ELSE 0 END) / SUM(amount * price)"
            " FROM shop.orders",
            "the percentage of the total of amount times price in orders that falls to rows where city is 'York'",
        ),
        (
            "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY 1.0 * price / amount) FROM shop.orders",
            "the median of price divided by amount in orders",
        ),
        (
            "SELECT AVG(n) FROM (SELECT day, COUNT(*) AS n FROM shop.orders GROUP BY day) AS s",
            "the average, over all values of day, of the number of rows in orders",
        ),
        (
            "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY n)"
            " FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city) AS s",
            "the median, over all values of city, of the number of rows in orders",
        ),
        (
            "SELECT 100.0 * MAX(n) / SUM(n) FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city) AS s",
            "the largest, over all values of city, of the number of rows in orders, as a percentage of all together",
        ),
        (
            "SELECT COUNT(*) AS n FROM shop.orders GROUP BY city ORDER BY COUNT(*) DESC LIMIT 1 OFFSET 2",
            "the third largest, over all values of city, of the number of rows in orders",
        ),
        (
            "SELECT y FROM (SELECT year AS y, SUM(price) AS t FROM shop.orders GROUP BY 1) AS s ORDER BY t LIMIT 1",
            "which of the values of year has the smallest total of price in orders",
        ),
        (
            "SELECT year FROM shop.orders GROUP BY year ORDER BY COUNT(*) DESC LIMIT 1",
            "which of the values of year has the largest number of rows in orders",
        ),
        (
            "SELECT COUNT(*) FROM (SELECT buyer FROM shop.orders GROUP BY buyer HAVING COUNT(*) > 1) AS s",
            "the number of values of buyer for which the number of rows in orders is above 1",
        ),
        (
            "SELECT COUNT(*) FROM (SELECT buyer FROM shop.orders GROUP BY 1 HAVING COUNT(DISTINCT city) = 2) AS s",
            "the number of values of buyer for which the number of different values of city in orders is 2",
        ),
        (
            "SELECT 100.0 * COUNT(*) FILTER (WHERE n <= 5) / COUNT(*)"
            " FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city) AS s",
            "the percentage of values of city for which the number of rows in orders is at most 5",
        ),
        (
            "SELECT price FROM shop.orders WHERE city = 'Rome' ORDER BY amount DESC LIMIT 1",
            "the price in the row of orders where city is 'Rome' with the largest amount",
        ),
        (
            "SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY price) FROM shop.orders",
            "the value below which 90 % of the values of price in orders lie",
        ),
        ("SELECT corr(price, amount) FROM shop.orders", "the correlation between price and amount in orders"),
        ("SELECT regr_slope(price, amount) FROM shop.orders", "the slope of the line of price over amount in orders"),
        (
            "SELECT regr_intercept(price, amount) FROM shop.orders WHERE city = 'Rome'",
            "the intercept of the line of price over amount in orders where city is 'Rome'",
        ),
        (
            "SELECT 100 * regr_r2(price, amount) FROM shop.orders",
            "how many per cent of the variation of price a line over amount explains in orders",
        ),
        (
            "SELECT (MAX(price) - AVG(price)) / STDDEV_POP(price) FROM shop.orders",
            "by how many times the standard deviation, as of a whole population, of price in orders the largest value"
            " of price in orders is above the average of price in orders",
        ),
        (
            "SELECT 100.0 * ((SELECT SUM(price) FROM shop.orders WHERE year = 1) - (SELECT SUM(price) FROM shop.orders"
            " WHERE year = 2)) / (SELECT SUM(price) FROM shop.orders WHERE year = 1)",
            "by how many per cent the total of price in orders where year is 2 is less than the total of price in"
            " orders where year is 1",
        ),
        (
            "SELECT 100.0 * COUNT(*) FILTER (WHERE city = 'Rome') / COUNT(*)"
            " - 100.0 * COUNT(*) FILTER (WHERE city = 'Oslo') / COUNT(*) FROM shop.orders",
            "the percentage of rows in orders where city is 'Rome' less the percentage of rows in orders where city is"
            " 'Oslo'",
        ),
    ],
)
def test_a_query_is_read(sql, words):
    assert [reading.query.words() for reading in read_queries(sql, TABLES)] == [words]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT MAX(n) FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city, year) AS s",
        "SELECT MAX(n) FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city) AS s WHERE n < 5",
        "SELECT SUM(n) FROM (SELECT city, COUNT(*) AS n FROM shop.orders GROUP BY city) AS s",
        "SELECT COUNT(*) FROM (SELECT buyer FROM shop.orders GROUP BY buyer) AS s",
        "SELECT COUNT(*) FROM (SELECT buyer FROM shop.orders GROUP BY 1 HAVING COUNT(*) > 1 AND SUM(price) > 2) AS s",
        "SELECT city FROM shop.orders ORDER BY price DESC LIMIT 1",
        "SELECT price FROM shop.orders ORDER BY amount DESC LIMIT 2",
        "SELECT price FROM shop.orders ORDER BY amount DESC",
    ],
)
def test_what_is_no_query_of_the_program_is_not_read(sql):
    assert read_queries(sql, TABLES) == ()


def test_values_counted_off_all_rows_are_missing_ones():
    first, *_ = read_queries("SELECT COUNT(*) - COUNT(city) FROM shop.orders", TABLES)
    assert first.query.words() == "the number of rows in orders where city is missing"


def test_a_year_cut_out_of_a_text_is_read_in_each_way_that_days_may_be_written_in():
    readings = read_queries("SELECT AVG(price) FROM shop.orders WHERE RIGHT(note, 4) = '2011'", TABLES)
    assert len(readings) > 1
    assert {reading.query.words() for reading in readings} == {"the average of price in orders where note is in 2011"}
