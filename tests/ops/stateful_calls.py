"""Recorded calls of ops that have variables or make random numbers, run by a Session."""

from __future__ import annotations

import numpy as np

import graphops as go
from graphops_registry.dtypes import resource
from graphops_registry.op_def import lookup_op
from tests.ops.other_device import OTHER

DEVICES = ["CPU", OTHER]


def run_case(case, device):
    """The op's outputs, then the values that its variables have afterwards."""
    if any(value.dtype == object for value in case.inputs.values()):
        device = "CPU"  # strings stay on the host
    with go.device(f"/device:{device}:0"):
        return _run_case(case)


def _run_case(case):
    arguments, assigns, names = {}, [], []
    for arg in lookup_op(case.op).op_def.inputs:
        value = case.inputs[arg.name]
        if arg.type is not resource:
            arguments[arg.name] = value
            continue
        arguments[arg.name] = go.raw_ops.VarHandleOp(dtype=value.dtype, shape=None, shared_name=arg.name)
        assigns.append(go.raw_ops.AssignVariableOp(resource=arguments[arg.name], value=value))
        names.append(arg.name)
    result = getattr(go.raw_ops, case.op)(**arguments, **case.attrs)
    with go.Session() as session:
        session.run(assigns)
        found = session.run(list(result) if isinstance(result, tuple) else [result])
        found = [] if isinstance(result, go.Node) else found
        return [np.asarray(value) for value in found] + [session.variables[name] for name in names]
