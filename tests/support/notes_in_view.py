"""Notes of a marked document as a browser shows them, one after the other, by the keyboard."""

from __future__ import annotations

from typing import Any

SIZES = {"phone": (390, 844), "tablet": (768, 1024), "desk": (1280, 800), "desk at 200 %": (640, 400)}
SEEN = """async () => {
  const outside = [], claims = [...document.querySelectorAll('.factcheck-document .factcheck-claim')];
  for (const claim of claims) {
    claim.scrollIntoView({block: 'nearest'});
    claim.focus();
    await new Promise(done => requestAnimationFrame(done));
    const note = document.getElementById(claim.id + '-note'), box = note.getBoundingClientRect();
    const width = document.documentElement.clientWidth, height = window.innerHeight;
    const isSeen = box.width > 150 && box.height > 30 && box.left >= -0.5 && box.top >= -0.5
      && box.right <= width + 0.5 && box.bottom <= height + 0.5;
    if (!isSeen) outside.push([claim.id, box.left, box.top, box.right, box.bottom]);
  }
  const root = document.documentElement;
  return {claims: claims.length, outside, isWide: root.scrollWidth > root.clientWidth};
}"""


def notes_outside(page: Any) -> int:
    """Count the notes that are not seen as a whole; fails where the page is wider than its window, or has no claim."""
    seen = page.evaluate(SEEN)
    assert seen["claims"] > 0
    assert not seen["isWide"]
    return len(seen["outside"])
