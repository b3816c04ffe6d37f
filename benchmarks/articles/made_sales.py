"""Draws the rows of tables of what is sold and registered, for articles whose data no package has."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

from made_draws import Rows, one_of


def coffee_shop(draw: Random) -> Rows:
    """Draw half a year of sales of a coffee shop, with more from month to month."""
    products = [
        ("Coffee", "Gourmet brewed coffee", "Ethiopia Rg", 3.0, 9),
        ("Coffee", "Barista Espresso", "Latte", 3.75, 12),
        ("Coffee", "Barista Espresso", "Cappuccino Lg", 4.25, 7),
        ("Coffee", "Drip coffee", "Our Old Time Diner Blend Sm", 2.0, 6),
        ("Tea", "Brewed Chai tea", "Morning Sunrise Chai Rg", 2.5, 9),
        ("Tea", "Brewed herbal tea", "Peppermint Lg", 3.0, 6),
        ("Tea", "Brewed Black tea", "Earl Grey Rg", 2.5, 5),
        ("Bakery", "Scone", "Oatmeal Scone", 3.0, 5),
        ("Bakery", "Pastry", "Chocolate Croissant", 3.75, 6),
        ("Bakery", "Biscotti", "Hazelnut Biscotti", 3.25, 3),
        ("Drinking Chocolate", "Hot chocolate", "Dark chocolate Lg", 4.5, 5),
        ("Flavours", "Sugar free syrup", "Sugar Free Vanilla syrup", 0.8, 3),
        ("Coffee beans", "Organic Beans", "Brazilian - Organic", 18.0, 0.7),
        ("Loose Tea", "Chai tea", "Spicy Eye Opener Chai", 10.95, 0.5),
        ("Branded", "Clothing", "I Need My Bean! T-shirt", 28.0, 0.25),
    ]
    rows: list[tuple[Any, ...]] = []
    hours = {6: 3, 7: 9, 8: 13, 9: 14, 10: 15, 11: 8, 12: 7, 13: 7, 14: 7, 15: 7, 16: 7, 17: 6, 18: 5, 19: 4, 20: 1}
    n = 0
    for month in range(1, 7):
        days = [31, 28, 31, 30, 31, 30][month - 1]
        for _ in range(int(620 * (1 + 0.16 * (month - 1)) * (0.96 if month == 2 else 1))):
            d = date(2023, month, draw.randint(1, days))
            h = one_of(draw, hours)
            n += 1
            where = one_of(draw, {"Hell's Kitchen": 51, "Astoria": 50, "Lower Manhattan": 47})
            p = draw.choices(products, weights=[x[4] for x in products])[0]
            rows.append(
                (
                    n,
                    d,
                    f"{h:02d}:{draw.randint(0, 59):02d}:{draw.randint(0, 59):02d}",
                    one_of(draw, {1: 58, 2: 39, 3: 3}),
                    {"Lower Manhattan": 5, "Hell's Kitchen": 8, "Astoria": 3}[where],
                    where,
                    f"{p[3]:.2f}",
                    p[0],
                    p[1],
                    p[2],
                )
            )
    rows.sort(key=lambda x: (x[1], x[2]))
    rows = [(i + 1, *x[1:]) for i, x in enumerate(rows)]
    return [
        "transaction_id",
        "transaction_date",
        "transaction_time",
        "transaction_qty",
        "store_id",
        "store_location",
        "unit_price",
        "product_category",
        "product_type",
        "product_detail",
    ], rows


def orders(draw: Random) -> Rows:
    """Draw the orders of an office supplier, some lines of which are sold at a loss."""
    subs = {
        "Technology": [
            ("Phones", 330, 0.13),
            ("Accessories", 90, 0.22),
            ("Copiers", 1500, 0.3),
            ("Machines", 900, 0.02),
        ],
        "Furniture": [
            ("Chairs", 400, 0.08),
            ("Tables", 600, -0.1),
            ("Bookcases", 350, -0.03),
            ("Furnishings", 60, 0.14),
        ],
        "Office Supplies": [
            ("Binders", 60, 0.15),
            ("Paper", 40, 0.42),
            ("Storage", 200, 0.1),
            ("Appliances", 190, 0.16),
            ("Art", 25, 0.25),
            ("Labels", 20, 0.42),
            ("Envelopes", 40, 0.4),
        ],
    }
    weights = {
        ("Technology", 0): 9,
        ("Technology", 1): 8,
        ("Technology", 2): 0.7,
        ("Technology", 3): 1.1,
        ("Furniture", 0): 6,
        ("Furniture", 1): 3,
        ("Furniture", 2): 2.3,
        ("Furniture", 3): 9,
        ("Office Supplies", 0): 15,
        ("Office Supplies", 1): 14,
        ("Office Supplies", 2): 8,
        ("Office Supplies", 3): 4.6,
        ("Office Supplies", 4): 8,
        ("Office Supplies", 5): 3.6,
        ("Office Supplies", 6): 2.5,
    }
    states = {
        ("West", "California"): 20,
        ("West", "Washington"): 5,
        ("West", "Oregon"): 1.2,
        ("East", "New York"): 11,
        ("East", "Pennsylvania"): 6,
        ("East", "Ohio"): 4.7,
        ("Central", "Texas"): 10,
        ("Central", "Illinois"): 5,
        ("Central", "Michigan"): 2.5,
        ("South", "Florida"): 4,
        ("South", "Virginia"): 2.2,
        ("South", "North Carolina"): 2.5,
    }
    first = (
        "Aaron Alice Andy Anna Ben Brad Carl Cathy Chloe Dan Dave Ed Ellen Erin Fred Grant Greg Helen "
        "Ivan Jack Jane Ken Laura Lena Liz Mark Mike Nora Olga Pete Rick Rob Sam Sean Tara Tom Toby Vic "
        "Will Zoe"
    ).split()
    last = (
        "Adams Baker Berg Bose Brown Cole Cruz Dean Doyle Ellis Fox Gray Hale Hunt Jones King Lane Lee "
        "Long Moss Nash Page Pope Ray Reed Ross Shaw Stone Swan Webb Wood York"
    ).split()
    people = sorted({f"{draw.choice(first)} {draw.choice(last)}" for _ in range(420)})
    seg = {p: one_of(draw, {"Consumer": 52, "Corporate": 30, "Home Office": 18}) for p in people}
    rows: list[tuple[Any, ...]] = []
    order = 0
    while len(rows) < 3600:
        order += 1
        y = one_of(draw, {2014: 20, 2015: 21, 2016: 26, 2017: 33})
        m = draw.choices(range(1, 13), weights=[4, 3, 7, 7, 7, 7, 7, 7, 14, 8, 15, 14])[0]
        d = date(y, m, draw.randint(1, 28))
        mode = one_of(draw, {"Standard Class": 60, "Second Class": 19, "First Class": 15, "Same Day": 5.4})
        ship = d + timedelta(
            days={
                "Standard Class": draw.randint(4, 7),
                "Second Class": draw.randint(2, 5),
                "First Class": draw.randint(1, 3),
                "Same Day": 0,
            }[mode]
        )
        who = draw.choice(people)
        st = one_of(draw, states)
        for _ in range(one_of(draw, {1: 50, 2: 25, 3: 15, 4: 10})):
            c, k = one_of(draw, weights)
            name, price, margin = subs[c][k]
            q = one_of(draw, {1: 9, 2: 24, 3: 24, 4: 12, 5: 12, 6: 6, 7: 6, 8: 3, 9: 3})
            disc = one_of(draw, {0: 48, 0.2: 36, 0.15: 3, 0.3: 5, 0.5: 3, 0.7: 5})
            sales = round(price * draw.uniform(0.4, 1.6) * q / 3.5 * (1 - disc), 2)
            profit = round(sales * (margin - disc * 0.9 + 0.12 + draw.uniform(-0.05, 0.05)), 2)
            rows.append(
                (
                    len(rows) + 1,
                    f"CA-{y}-{100000 + order}",
                    d,
                    ship,
                    mode,
                    who,
                    seg[who],
                    st[1],
                    st[0],
                    c,
                    name,
                    sales,
                    q,
                    disc,
                    profit,
                )
            )
    return [
        "row_id",
        "order_id",
        "order_date",
        "ship_date",
        "ship_mode",
        "customer_name",
        "segment",
        "state",
        "region",
        "category",
        "sub_category",
        "sales",
        "quantity",
        "discount",
        "profit",
    ], rows


def electric_vehicles(draw: Random) -> Rows:
    """Draw registered electric vehicles; of newer ones the range is not known."""
    models = [
        ("TESLA", "MODEL Y", "BEV", 20, 0),
        ("TESLA", "MODEL 3", "BEV", 17, 220),
        ("TESLA", "MODEL S", "BEV", 5, 208),
        ("TESLA", "MODEL X", "BEV", 4, 200),
        ("NISSAN", "LEAF", "BEV", 8, 84),
        ("CHEVROLET", "BOLT EV", "BEV", 4, 238),
        ("CHEVROLET", "VOLT", "PHEV", 3, 38),
        ("FORD", "MUSTANG MACH-E", "BEV", 3, 0),
        ("FORD", "ESCAPE", "PHEV", 1, 38),
        ("KIA", "NIRO", "BEV", 2.5, 239),
        ("BMW", "X5", "PHEV", 2.5, 30),
        ("TOYOTA", "PRIUS PRIME", "PHEV", 2.5, 25),
        ("TOYOTA", "RAV4 PRIME", "PHEV", 2, 42),
        ("RIVIAN", "R1T", "BEV", 1.6, 0),
        ("JEEP", "WRANGLER", "PHEV", 2.2, 21),
        ("VOLVO", "XC90", "PHEV", 1.4, 18),
        ("HYUNDAI", "IONIQ 5", "BEV", 2.4, 0),
    ]
    places = {
        ("King", "Seattle"): 17,
        ("King", "Bellevue"): 6,
        ("King", "Redmond"): 4.3,
        ("King", "Kirkland"): 3.6,
        ("Snohomish", "Bothell"): 3.5,
        ("Snohomish", "Everett"): 3,
        ("Pierce", "Tacoma"): 4,
        ("Pierce", "Puyallup"): 2,
        ("Clark", "Vancouver"): 4.2,
        ("Thurston", "Olympia"): 3,
        ("Kitsap", "Bremerton"): 2,
        ("Spokane", "Spokane"): 2.2,
        ("Whatcom", "Bellingham"): 1.9,
    }
    rows: list[tuple[Any, ...]] = []
    for _ in range(5200):
        mk = draw.choices(models, weights=[m[3] for m in models])[0]
        c = one_of(draw, places)
        y = draw.choices(range(2013, 2025), weights=[2, 2, 2.5, 3, 4.5, 7.5, 6, 6.5, 10, 15, 33, 4])[0]
        kind = "Battery Electric Vehicle (BEV)" if mk[2] == "BEV" else "Plug-in Hybrid Electric Vehicle (PHEV)"
        rng = mk[4] if y < 2021 or mk[2] == "PHEV" else 0
        ok = (
            "Eligibility unknown as battery range has not been researched"
            if rng == 0
            else "Clean Alternative Fuel Vehicle Eligible"
            if rng >= 30
            else "Not eligible due to low battery range"
        )
        rows.append(
            (
                f"{draw.choice('5JKW1')}{draw.randint(10**8, 10**9 - 1)}",
                c[0],
                c[1],
                "WA",
                y,
                mk[0],
                mk[1],
                kind,
                ok,
                rng,
                draw.choices([0, 69900, 31950, 33950], weights=[97, 1, 1, 1])[0],
                draw.randint(1, 49),
                one_of(
                    draw,
                    {
                        "PUGET SOUND ENERGY INC||CITY OF TACOMA - (WA)": 40,
                        "PUGET SOUND ENERGY INC": 22,
                        "CITY OF SEATTLE - (WA)|CITY OF TACOMA - (WA)": 20,
                        "BONNEVILLE POWER ADMINISTRATION||PUD NO 1 OF CLARK COUNTY - (WA)": 6,
                        "PACIFICORP": 2,
                    },
                ),
            )
        )
    return [
        "vin_1_10",
        "county",
        "city",
        "state",
        "model_year",
        "make",
        "model",
        "electric_vehicle_type",
        "clean_alternative_fuel_vehicle_eligibility",
        "electric_range",
        "base_msrp",
        "legislative_district",
        "electric_utility",
    ], rows
