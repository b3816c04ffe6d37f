"""What looks like a statement without a number, and states nothing to compare, or is told by a number."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.claims.statements.spotting import find_statements


@pytest.mark.parametrize(
    "text",
    [
        "This is the most important point.",
        "Airlines would gain most from a faster turnaround.",
        "Boats should be sold more often than cars.",
        "The best way to see this is a plot.",
        "We sold at least 50 boats.",
        "Last but not least, the boats were sold.",
        "The next largest boat, Anna, was sold.",
        "The list consists of the top grossing films of all time.",
        "More than 50 boats were sold.",
        "There were no more than 50 boats.",
        "Ward F had more or less similar figures.",
        "The average was 50.02, the largest 99.6.",
        "It is one of the most common causes.",
        "He no longer works here.",
        "Rain fell on 8 days in May.",
        "There are 54 towns where learners are in the majority.",
        "This leads to delays.",
        "Which town has the most inhabitants?",
        "See the report for further details.",
        "Ann has a clean record.",
        "The number one reason is unknown.",
        "Some of them arrived later.",
        "My favourite wood is oak.",
        "Leeds beat York.",
        "The mean is less than half.",
        "Just under half of the loans were repaid.",
        "This works better than before.",
        "It is more than anything a question of time.",
        "The keys are below the mat.",
        "The work is ahead of schedule.",
        "Shares closed above 300 on Monday.",
        "A few guests complained.",
        "He came close to winning.",
        "As soon as possible, it was sold.",
        "Rents are higher than anywhere else.",
        "They earn more than clerks.",
        "The price is better than before.",
        "He is a teacher rather than a speaker.",
        "Homes in Rome cost 900 dollars more than homes in Oslo.",
        "Rome is 14% more expensive than Oslo.",
        "31 boats had none of the flags.",
        "In June there were 45 fewer boats than in May.",
        "Fares rose by 5% from May to June.",
        "Fares fell 12 points in June.",
    ],
)
def test_what_states_nothing_to_compare_is_left_out(parser, text) -> None:
    assert find_statements(*parsed(parser, text)) == []


@pytest.mark.parametrize("text", ["This is the rule of three.", "Gold is the standard for coins."])
def test_other_rules_and_standards_state_nothing(parser, text) -> None:
    assert find_statements(*parsed(parser, text)) == []
