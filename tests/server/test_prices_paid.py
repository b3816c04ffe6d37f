"""Rows that cost what the one thing costs that they are of: a table of visits without amounts, beside one of prices."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def swims(admin, analyst_name):
    """Swims, each with a ticket that has a price; swims have no amount themselves."""
    admin.execute(f"""
        CREATE TABLE public.ticket (ticket_id integer PRIMARY KEY, ticket_name text, price numeric(6, 2));
        CREATE TABLE public.swim (swim_id integer PRIMARY KEY, ticket_id integer REFERENCES public.ticket,
                                  swum_on date, pool text);
        INSERT INTO public.ticket VALUES (1, 'Evening', 3.5), (2, 'Family', 11), (3, 'Full day', 6.25);
        INSERT INTO public.swim
        SELECT g, 1 + g * g % 3 + (g % 5 = 0)::integer, date '2024-03-01' + g % 60,
               (ARRAY['Elmham', 'Oakley', 'Ashby'])[1 + g % 3]
        FROM generate_series(1, 1000) AS g;
        GRANT SELECT ON public.ticket, public.swim TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{ticket, swim}}'::regclass[]) AS t;
    """)


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("Ticket sales brought in ${} in revenue.", "true"),
        ("Family tickets made ${} in revenue.", "ticket_name = 'Family'"),
        ("Family tickets generated sales of ${} at Oakley.", "ticket_name = 'Family' AND pool = 'Oakley'"),
    ],
)
def test_prices_are_added_up_over_what_was_paid_for(admin, analyst, swims, sentence, condition):
    paid = f"SELECT sum(price) FROM public.swim JOIN public.ticket USING (ticket_id) WHERE {condition}"
    [(value,)] = admin.execute(paid)
    check = "SELECT verdict::text, found_value FROM fact_check(%s, tables => '{ticket, swim}'::regclass[])"
    assert analyst.execute(check, [sentence.format(value)]).fetchall() == [("supported", value)]
    [(verdict, _)] = analyst.execute(check, [sentence.format(value * 2 + 7)]).fetchall()
    assert verdict != "supported"


def test_a_share_of_what_was_paid(admin, analyst, swims):
    rows = "FROM public.swim JOIN public.ticket USING (ticket_id)"
    [(share,)] = admin.execute(
        f"SELECT round(100 * sum(price) FILTER (WHERE ticket_name = 'Family') / sum(price), 1) {rows}"
    )
    check = "SELECT verdict::text FROM fact_check(%s, tables => '{ticket, swim}'::regclass[])"
    found = analyst.execute(check, [f"Family tickets accounted for {share}% of revenue."]).fetchall()
    assert found == [("supported",)]
