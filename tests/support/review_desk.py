"""What the tests of the review page read on it, and do there."""

from __future__ import annotations

import re
from typing import Any


def verdict(page: Any, claim_no: int) -> str:
    """The verdict that the mark of a claim shows."""
    found = re.search(
        r"factcheck-(supported|refuted|not_enough_info)", page.locator(f"#claim-{claim_no}").get_attribute("class")
    )
    assert found is not None
    return found[1]


def heading(page: Any) -> str:
    return str(page.locator("#panel-heading").inner_text())


def choose_other_end(page: Any, city: str) -> None:
    """Click on the reading that counts the trips from a city instead of those to it, or the other way round."""
    column = "start city" if "end city" in page.locator(".review-readings li p").first.inner_text() else "end city"
    meant = re.compile(f"the number of rows in trip where {column} is '{city}'$")
    page.get_by_role("button", name=meant).first.click()
