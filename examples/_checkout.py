"""Lets the examples run in a checkout where graphops is not installed."""

import sys
from importlib.util import find_spec
from pathlib import Path

if find_spec("graphops") is None:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
