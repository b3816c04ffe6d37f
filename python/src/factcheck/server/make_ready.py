"""Makes ready what sessions load: ``python -m factcheck.server.make_ready FOLDER``, when the library is installed."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from factcheck.runtime.ready_made import recorded
from factcheck.server import ENTRIES


def main(folder: Path) -> None:
    """Load all that the entries of this room and the parser need, and keep what Python makes of it."""
    with recorded("server", folder):
        for module in ENTRIES:
            import_module(f"{__package__}.{module}")
    from factcheck.server.session import session  # noqa: PLC0415 - not before what is recorded

    with recorded("parser", folder):
        session.parser.parse(["The table has 12 rows."])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
