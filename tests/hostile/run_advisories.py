"""Runs the cases of ``advisories.py`` in processes of their own, each in four ways.

``python -m tests.hostile.run_advisories``. A line of JSON for each case and way: its name, the way, what became of it
(``refused: ...``, ``value``, ``FAILED: ...``). A case may take seconds and 1.5 GiB more than an idle process.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import graphops as go
from graphops.interchange.graph_def import messages
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError, InternalError, UnknownError
from graphops_registry.op_def import lookup_op
from tests.hostile.advisories import CASES, REFUSED, Case, Zeros

SECONDS = 30
BYTES = 3 << 29


def inputs_of(case: Case) -> list[str]:
    return [arg.name for arg in lookup_op(case.op).op_def.inputs if arg.name in case.arguments]


def arrays_of(case: Case, name: str) -> list[np.ndarray[Any, Any]]:
    value = case.arguments[name]
    return value if isinstance(value, list) else [value]


def eager(case: Case) -> Any:
    return getattr(go.eager, case.op)(**case.arguments)


def static_graph(case: Case) -> Any:
    with go.Graph().as_default(), go.Session() as session:
        return session.run(getattr(go.raw_ops, case.op)(**case.arguments))


def dynamic_graph(case: Case) -> Any:
    with go.Graph().as_default():
        feeds: dict[Any, Any] = {}
        arguments = dict(case.arguments)
        for name in inputs_of(case):
            made = []
            for array in arrays_of(case, name):
                made.append(go.placeholder(as_dtype(array.dtype) if array.dtype != object else go.string))
                feeds[made[-1]] = array
            arguments[name] = made if isinstance(case.arguments[name], list) else made[0]
        with go.Session() as session:
            return session.run(getattr(go.raw_ops, case.op)(**arguments), feeds)


def imported(case: Case) -> Any:
    """A GraphDef written without the library's checks."""
    with go.Graph().as_default() as constants:
        names = [[go.constant(array).node.name for array in arrays_of(case, name)] for name in inputs_of(case)]
    graph = messages.GraphDef()
    graph.MergeFromString(constants.as_graph_def().SerializeToString())
    node = graph.node.add(name="y", op=case.op, input=[name for given in names for name in given])
    op_def = lookup_op(case.op).op_def
    for arg in op_def.inputs:
        if arg.name in case.arguments:
            given = arrays_of(case, arg.name)
            dtypes = [go.string if array.dtype == object else as_dtype(array.dtype) for array in given]
            if arg.type_attr:
                node.attr[arg.type_attr].type = dtypes[0].enum
            if arg.type_list_attr:
                node.attr[arg.type_list_attr].list.type.extend([dtype.enum for dtype in dtypes])
            if arg.number_attr:
                node.attr[arg.number_attr].i = len(given)
    for name, value in case.arguments.items():
        if name in inputs_of(case):
            continue
        attr = node.attr[name]
        if isinstance(value, bool):
            attr.b = value
        elif isinstance(value, int):
            attr.i = value
        elif isinstance(value, str):
            if op_def.attr_by_name[name].type == "type":
                attr.type = as_dtype(value).enum
            else:
                attr.s = value.encode()
        elif name == "dtypes":
            attr.list.type.extend(as_dtype(each).enum for each in value)
        else:
            (attr.list.f if any(isinstance(each, float) for each in value) else attr.list.i).extend(value)
    with go.Graph().as_default() as target:
        go.import_graph_def(graph.SerializeToString(), name="")
        with go.Session(target) as session:
            return session.run(target.node("y").outputs[0])


WAYS: dict[str, Callable[[Case], Any]] = {
    "eager": eager, "static": static_graph, "dynamic": dynamic_graph, "import": imported,
}  # fmt: skip


def outcome(case: Case, way: str) -> str:
    try:
        found = WAYS[way](case)
    except (InternalError, UnknownError) as error:
        return f"FAILED: {type(error).__name__}: {str(error)[:200]}"
    except GraphopsError as error:
        allowed = case.expected == REFUSED or (isinstance(case.expected, Zeros) and case.expected.or_refused)
        said = f"refused: {type(error).__name__}: {str(error)[:200]}"
        return said if allowed else f"FAILED: {said}"
    except BaseException as error:
        return f"FAILED: foreign {type(error).__name__}: {str(error)[:200]}"
    if isinstance(found, tuple):
        found = found[0]
    if not isinstance(case.expected, Zeros):
        return f"FAILED: computed {getattr(found, 'shape', found)}"
    if found.shape != case.expected.shape or np.any(found):
        return f"FAILED: computed {found.shape}, expected zeros of {case.expected.shape}"
    return "value"


def main(names: list[str]) -> None:
    go.eager.Neg(x=np.ones(2, np.float32))  # loads everything
    with open("/proc/self/statm", encoding="ascii") as file:
        limit = int(file.read().split()[0]) * resource.getpagesize() + BYTES
    todo = [(case, way) for case in CASES for way in WAYS if not names or case.name in names]
    while todo:  # one process for all, and another one from there on when it is ended
        read, write = os.pipe()
        child = os.fork()
        if not child:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            for case, way in todo:
                signal.alarm(SECONDS)
                os.write(write, (json.dumps([case.name, way, outcome(case, way)]) + "\n").encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            lines = pipe.read().decode().splitlines()
        status = os.waitpid(child, 0)[1]
        print("\n".join(lines), flush=True)
        todo = todo[len(lines) :]
        if todo:
            case, way = todo.pop(0)
            print(json.dumps([case.name, way, f"FAILED: the process ended with status {status}"]), flush=True)


np.seterr(all="ignore")
if __name__ == "__main__":
    main(sys.argv[1:])
