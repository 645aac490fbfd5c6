"""The mark of tests that not every system can run."""

import sys

import pytest

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc, which Linux has")
