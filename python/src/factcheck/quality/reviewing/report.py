"""The figures of simulated reviews."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.quality.judging.metrics import Interval, Ratio, ratio_over_data_sets
from factcheck.quality.reviewing.reviewer import STOPS, Action, Order, Review


def report(reviews: Sequence[tuple[str, Review]], order: Order) -> str:
    """Return the figures of documents that were reviewed in one order, each with the name of its data set."""
    lines = [f"claims reviewed in the order: {order}"]
    lines += [_line(action, _share(reviews, action)) for action in Action]
    claims = sum(len(each.actions) for _, each in reviews)
    dismissed, moved = (sum(getattr(each, name) for _, each in reviews) for name in ("dismissed", "moved"))
    lines.append(
        f"{claims} claims, {dismissed} numbers dismissed, {(claims + dismissed) / max(claims, 1):.2f} actions a claim,"
        f" {moved / max(claims + dismissed, 1):.2f} other claims moved by each;"
        f" {sum(each.not_spotted for _, each in reviews)} labelled claims not spotted"
    )
    for share in (0.0, *STOPS):
        lines += _left(reviews, share)
    return "\n".join(lines) + "\n"


def _share(reviews: Sequence[tuple[str, Review]], action: Action) -> Ratio:
    return ratio_over_data_sets((name, (each.actions.count(action), len(each.actions))) for name, each in reviews)


def _left(reviews: Sequence[tuple[str, Review]], share: float) -> list[str]:
    """Return the top-1 coverage of the claims that are left after a share, before the review, by now, and the rise."""
    left = [(name, each.left.get(share, ())) for name, each in reviews]
    before = ratio_over_data_sets((name, (sum(one.was_right for one in some), len(some))) for name, some in left)
    if not share:
        return [_line("top-1 of all claims, nothing reviewed", before)]
    now = ratio_over_data_sets((name, (sum(one.is_right for one in some), len(some))) for name, some in left)
    rise = ratio_over_data_sets(
        (name, (sum(one.is_right - one.was_right for one in some), len(some))) for name, some in left
    )
    gained = sum(one.is_right > one.was_right for _, some in left for one in some)
    lost = sum(one.is_right < one.was_right for _, some in left for one in some)
    believed, still = (
        sum(getattr(one, name) for _, some in left for one in some) for name in ("was_believed", "is_believed")
    )
    return [
        _line(f"top-1 of those left after {share:.0%}, nothing reviewed", before),
        _line(f"top-1 of those left after {share:.0%}", now),
        _line(f"  rise (gained {gained}, lost {lost})", rise),
        f"  wrong claims among them that are called supported: {still}, nothing reviewed: {believed}",
    ]


def _line(name: str, figure: Ratio) -> str:
    micro, macro = (_shown(each) for each in (figure.micro, figure.macro))
    return f"{name:<56} micro {micro}   macro {macro}   {figure.part:g} of {figure.whole:g}"


def _shown(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval.value:6.1%} [{interval.low:6.1%}, {interval.high:6.1%}]"
