"""The names and addresses by which a machine reaches itself."""

from __future__ import annotations

import re
from ipaddress import ip_address

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?")


def host_and_port(header: str) -> tuple[str, str]:
    """Split the header Host into name and port, which may be empty, as both are where it is written in no usual way."""
    found = _HOST.fullmatch(header)
    return (found[1], found[2] or "") if found else ("", "")


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine, reached by itself alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
