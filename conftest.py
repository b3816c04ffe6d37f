"""Keeps compiled modules in ``build`` for the next run, whatever the environment says of byte code.

The packages of .venv are not compiled when they are installed.  Where ``PYTHONDONTWRITEBYTECODE`` is set, each of the
processes that share out the tests would compile all that it imports, some seconds each time, and so would each program
that a test starts.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.dont_write_bytecode = False
sys.pycache_prefix = str(Path(__file__).parent / "build" / "pycache")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
