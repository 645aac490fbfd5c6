"""A fact about an op stands in the op's block: no code outside the registry lists names of ops, but for what is here.

What a list may hold all the same: the pattern of the code itself, ops that the code itself makes, or the kernels that
a file registers.  ``docs/architecture.md`` says why for each.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphops_registry.op_def import registered_ops

ROOT = Path(__file__).parents[2]
ROOMS = ("graphops", "kernels")
OPS = frozenset(op.name for op in registered_ops())
