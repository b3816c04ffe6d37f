"""Draws the rows of tables of loans, visits and bookings, for articles whose data no package has."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from made_draws import Rows, one_of


def loans(draw: Random) -> Rows:
    """Draw the loans of a bank in a year; those of lower grades cost more, and more of them are lost."""
    rows: list[tuple[Any, ...]] = []
    for i in range(4200):
        grade = one_of(draw, {"A": 25, "B": 30, "C": 20, "D": 14, "E": 7, "F": 3, "G": 1})
        term = one_of(draw, {" 36 months": 73, " 60 months": 27})
        rate = round(0.06 + 0.027 * "ABCDEFG".index(grade) + draw.uniform(0, 0.03), 4)
        amount = 25 * int(min(35000, max(500, draw.lognormvariate(9.1, 0.6))) / 25)
        m = draw.choices(range(1, 13), weights=[23, 23, 25, 28, 29, 32, 34, 34, 35, 38, 40, 43])[0]
        d = date(2021, m, draw.randint(8, 16))
        status = one_of(
            draw,
            {
                "Fully Paid": 83 - 4 * "ABCDEFG".index(grade),
                "Charged Off": 9 + 4 * "ABCDEFG".index(grade),
                "Current": 3,
            },
        )
        months = 36 if "36" in term else 60
        inst = amount * (rate / 12) / (1 - (1 + rate / 12) ** -months)
        paid = (
            amount if status == "Current" else inst * months * (1 if status == "Fully Paid" else draw.uniform(0.1, 0.6))
        )
        rows.append(
            (
                50000 + 37 * i,
                one_of(
                    draw,
                    {
                        "CA": 18,
                        "NY": 10,
                        "FL": 8,
                        "TX": 7,
                        "NJ": 5,
                        "IL": 4,
                        "PA": 4,
                        "GA": 4,
                        "VA": 4,
                        "MA": 3,
                        "OH": 3,
                        "AZ": 2,
                    },
                ),
                one_of(
                    draw,
                    {
                        "< 1 year": 12,
                        "1 year": 8,
                        "2 years": 11,
                        "3 years": 10,
                        "4 years": 9,
                        "5 years": 8,
                        "6 years": 6,
                        "7 years": 4,
                        "8 years": 4,
                        "9 years": 3,
                        "10+ years": 23,
                    },
                ),
                grade,
                one_of(draw, {"RENT": 48, "MORTGAGE": 44, "OWN": 8, "OTHER": 0.3}),
                d,
                status,
                one_of(
                    draw,
                    {
                        "Debt consolidation": 47,
                        "credit card": 13,
                        "other": 10,
                        "home improvement": 7,
                        "major purchase": 5.5,
                        "small business": 4.5,
                        "car": 4,
                        "wedding": 2.4,
                        "medical": 1.8,
                        "moving": 1.5,
                        "house": 1,
                        "vacation": 1,
                        "educational": 0.8,
                    },
                ),
                term,
                one_of(draw, {"Not Verified": 43, "Verified": 32, "Source Verified": 25}),
                int(draw.lognormvariate(11, 0.5) / 100) * 100,
                round(draw.uniform(0.01, 0.3), 4),
                f"{inst:.2f}",
                rate,
                amount,
                int(paid),
            )
        )
    return [
        "id",
        "address_state",
        "emp_length",
        "grade",
        "home_ownership",
        "issue_date",
        "loan_status",
        "purpose",
        "term",
        "verification_status",
        "annual_income",
        "dti",
        "installment",
        "int_rate",
        "loan_amount",
        "total_payment",
    ], rows


def emergency_visits(draw: Random) -> Rows:
    """Draw the visits to an emergency room; few patients rate theirs."""
    rows: list[tuple[Any, ...]] = []
    start = datetime(2023, 4, 1)
    for _ in range(3300):
        t = start + timedelta(minutes=draw.randint(0, 579 * 24 * 60))
        age = min(79, max(1, int(draw.gauss(40, 22))))
        dept = one_of(
            draw,
            {
                "None": 58,
                "General Practice": 20,
                "Orthopedics": 11,
                "Physiotherapy": 3,
                "Cardiology": 3,
                "Neurology": 2,
                "Gastroenterology": 2,
                "Renal": 1,
            },
        )
        rows.append(
            (
                f"{draw.randint(100, 999)}-{draw.randint(10, 99)}-{draw.randint(1000, 9999)}",
                t.strftime("%Y-%m-%d %H:%M"),
                one_of(draw, {"F": 48.7, "M": 51.1, "NC": 0.2}),
                age,
                one_of(
                    draw,
                    {
                        "White": 28,
                        "African American": 21,
                        "Two or More Races": 17,
                        "Asian": 12,
                        "Declined to Identify": 11,
                        "Pacific Islander": 6,
                        "Native American/Alaska Native": 5,
                    },
                ),
                dept,
                one_of(draw, {"TRUE": 50, "FALSE": 50}),
                draw.choice(["", "", "", draw.randint(0, 10)]),
                draw.randint(10, 60),
            )
        )
    rows.sort(key=lambda x: x[1])
    return [
        "patient_id",
        "patient_admission_date",
        "patient_gender",
        "patient_age",
        "patient_race",
        "department_referral",
        "patient_admission_flag",
        "patient_satisfaction_score",
        "patient_waittime",
    ], rows


_PLACES = (
    "Saket",
    "Dwarka Sector 21",
    "Khandsa",
    "Noida Sector 62",
    "AIIMS",
    "Hauz Khas",
    "Rohini",
    "Karol Bagh",
    "Cyber Hub",
    "Badarpur",
)


def ride_bookings(draw: Random) -> Rows:
    """Draw the bookings of a ride service; nearly two in five are not completed."""
    kinds = {"Auto": 25, "Go Mini": 20, "Go Sedan": 18, "Bike": 15, "Premier Sedan": 12, "eBike": 7, "Uber XL": 3}
    rows: list[tuple[Any, ...]] = []
    for i in range(6000):
        t = datetime(2024, 1, 1) + timedelta(days=draw.randint(0, 365))
        h = draw.choices(
            range(24), weights=[1, 1, 1, 1, 1, 3, 5, 7, 9, 10, 11, 10, 9, 9, 9, 9, 11, 12, 14, 13, 11, 9, 6, 3]
        )[0]
        t = t.replace(hour=h, minute=draw.randint(0, 59), second=draw.randint(0, 59))
        s = one_of(
            draw,
            {
                "Completed": 62,
                "Cancelled by Driver": 18,
                "No Driver Found": 7,
                "Cancelled by Customer": 7,
                "Incomplete": 6,
            },
        )
        done = s in ("Completed", "Incomplete")
        why = (
            one_of(
                draw,
                {
                    "Customer related issue": 26,
                    "The customer was coughing/sick": 25,
                    "Personal & Car related issues": 25,
                    "More than permitted people in there": 24,
                },
            )
            if s == "Cancelled by Driver"
            else one_of(
                draw,
                {
                    "Wrong Address": 23,
                    "Change of plans": 23,
                    "Driver is not moving towards pickup location": 22,
                    "Driver asked to cancel": 22,
                    "AC is not working": 10,
                },
            )
            if s == "Cancelled by Customer"
            else ""
        )
        rows.append(
            (
                t.date(),
                t.time(),
                f"CNR{1000000 + i * 7}",
                s,
                f"CID{draw.randint(1000000, 1005400)}",
                one_of(draw, kinds),
                draw.choice(_PLACES),
                why,
                int(draw.lognormvariate(5.9, 0.6)) + 50 if done else "",
                round(draw.uniform(1, 50), 2) if done else "",
                round(min(5, max(3, draw.gauss(4.25, 0.4))), 1) if s == "Completed" else "",
                round(min(5, max(3, draw.gauss(4.4, 0.4))), 1) if s == "Completed" else "",
                one_of(draw, {"UPI": 45, "Cash": 25, "Uber Wallet": 12, "Credit Card": 10, "Debit Card": 8})
                if done
                else "",
            )
        )
    rows.sort(key=lambda x: (x[0], x[1]))
    return [
        "booking_date",
        "booking_time",
        "booking_id",
        "booking_status",
        "customer_id",
        "vehicle_type",
        "pickup_location",
        "cancellation_reason",
        "booking_value",
        "ride_distance",
        "driver_rating",
        "customer_rating",
        "payment_method",
    ], rows
