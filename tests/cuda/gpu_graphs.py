"""Graphs for Sessions on emulated GPUs: variables, and chains of nodes with what they compute."""

from __future__ import annotations

import numpy as np

import graphops as go

raw = go.raw_ops

THERE = "/device:GPU:0"

OTHER = "/device:GPU:1"


def variable(name, shape=None, dtype="float32"):
    return raw.VarHandleOp(dtype=dtype, shape=shape, shared_name=name)


def read(handle, dtype="float32"):
    return raw.ReadVariableOp(resource=handle, dtype=dtype)


def assign(handle, value):
    return raw.AssignVariableOp(resource=handle, value=value)


def add_to(handle, value):
    return raw.AssignAddVariableOp(resource=handle, value=value)


def waves(x, count=6, width=1):
    """A chain of nodes, or several side by side that meet in the end, and what they compute."""
    branches = []
    for branch in range(width):
        y = x * np.float32(branch + 1)
        for _ in range(count):
            y = raw.Sin(x=y) + x
        branches.append(y)
    return branches[0] if width == 1 else raw.AddN(inputs=branches)


def expected_waves(x, count=6, width=1):
    total = 0
    for branch in range(width):
        y = x * np.float32(branch + 1)
        for _ in range(count):
            y = np.sin(y) + x
        total = total + y
    return total
