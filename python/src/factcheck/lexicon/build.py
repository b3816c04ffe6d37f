"""Builds the lexicon file: ``python -m factcheck.lexicon.build build/lexicon.tsv.xz``.

WordNet's licence asks to go with every copy of its contents, so it is written beside the file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from factcheck.errors import FactcheckError
from factcheck.lexicon.entries import write_entries
from factcheck.lexicon.wordnet import WordNet, read_licence

DEBIAN_FOLDER = Path("/usr/share/wordnet")
LICENCE_NAME = "LICENSE.wordnet"


def build(folder: Path, output: Path) -> int:
    """Write the lexicon of the WordNet in ``folder`` to ``output``, its licence beside; return the size."""
    count = write_entries(WordNet(folder).entries(), output)
    output.with_name(LICENCE_NAME).write_text(read_licence(folder), encoding="utf-8")
    return count


def main(arguments: Sequence[str] | None = None) -> int:
    """Run as a command; return its exit status."""
    parser = argparse.ArgumentParser(description="Build factcheck's lexicon from WordNet 3.0.")
    parser.add_argument("output", type=Path, help="file to write, a .tsv.xz")
    parser.add_argument("--wordnet", type=Path, default=DEBIAN_FOLDER, help="folder of data.* (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        count = build(options.wordnet, options.output)
    except FactcheckError as error:
        print(f"error: {error.message}\n{error.detail}\nhint: {error.hint}", file=sys.stderr)
        return 1
    print(f"{count} entries in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
