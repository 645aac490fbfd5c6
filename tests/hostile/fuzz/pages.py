"""Page files and the attribute texts of older pages."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import graphops as go
from graphops.interchange.page import build_page, page_of, page_text, python_source, read_page, run_page, value_problems
from graphops.interchange.page.old_text import read_attrs, read_constant, read_value
from graphops.plugins.packages import load_ops
from graphops_registry.attr import parse_attr
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import lookup_op
from tests.hostile.fuzz.folder import folder
from tests.hostile.fuzz.target import must_hold, target, text

PAGES = Path(__file__).parents[3] / "examples" / "pages"
_LIMITS = go.SessionConfig(memory_limit=1 << 26, timeout=1)
_OPS = ("Const", "Neg", "Conv2D", "Merge", "NextIteration", "Enter", "Exit", "Switch", "Split", "ConcatV2", "AddN", "Fill",
        "VarHandleOp", "While", "Placeholder", "Reshape", "Range", "RestoreV2", "StringFormat")  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 2**31, 2**63, 10**400, 0.5, 1e308, "", "SAME", "float", "1,2,2,1", "{{1,2},{3,4}}", "inf", "x:output",
    "conv:input", "list:values:0", "inner/double:x", [], {}, [[1.0, 2.0], [3.0]], {"values": [1, 2], "shape": [2, 1]},
    {"dtype": "half", "shape": [1], "base64": "AAA="}, {"file": "../x.npy"}, {"shape": [1 << 20, 1 << 20], "values": 0},
    {"from": "x:output", "to": "x:value"},
)  # fmt: skip


def _start() -> list[bytes]:
    page = {
        "graphops_page": 1,
        "blocks": [
            {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": {"values": [1, 2, 3, 4], "shape": [1, 2, 2, 1]}}},
            {"id": "conv", "op": "Conv2D", "attrs": "strides = 1,1,1,1; padding_ = SAME;",
             "inputs": {"filter": [[[[1.0]]]]}},
            {"id": "list", "op": "ConcatV2", "inputs": {"axis": 0}, "after": ["conv"], "device": "/cpu:0"},
            {"id": "p", "op": "Placeholder", "attrs": {"dtype": "int32", "shape": [None]}},
        ],
        "pages": {"inner": {"blocks": [{"id": "double", "op": "AddV2"}], "device": "/cpu:0"}},
        "wires": [
            {"from": "x:output", "to": "conv:input"}, {"from": "x:output", "to": "inner/double:x"},
            {"from": "x:output", "to": "inner/double:y"}, {"from": "conv:output", "to": "list:values:0"},
            {"from": "inner/double:z", "to": "list:values:1"},
        ],
        "feeds": {"p": [1, 2]}, "fetches": ["list:output", "p"], "init": ["x"], "steps": 2,
    }  # fmt: skip
    body = {
        "arguments": ["n"], "results": ["next:z"], "after": ["next"],
        "blocks": [{"id": "n", "op": "Placeholder", "attrs": {"dtype": "int32"}},
                   {"id": "next", "op": "Mul", "inputs": {"y": 2}}],
        "wires": [{"from": "n:output", "to": "next:x"}],
    }  # fmt: skip
    below = {**body, "results": ["less:z"], "after": [], "wires": [{"from": "n:output", "to": "less:x"}],
             "blocks": [body["blocks"][0], {"id": "less", "op": "Less", "inputs": {"y": 100}}]}  # fmt: skip
    calls = {
        "graphops_page": 1, "functions": {"double": body, "below": below},
        "blocks": [
            {"id": "loop", "op": "While", "inputs": {"input": [{"dtype": "int32", "values": 3}]},
             "attrs": {"cond": "below", "body": "double"}},
            {"id": "once", "op": "PartitionedCall", "inputs": {"args": [{"dtype": "int32", "shape": [], "base64": "AwAAAA=="}]},
             "attrs": {"f": "double", "Tout": ["int32"]}},
        ],
        "fetches": ["loop:output:0", "once"],
    }  # fmt: skip
    values = {
        "graphops_page": 1,
        "blocks": [{"id": "text", "op": "Const", "attrs": {"value": ["a", {"base64": "/w=="}]}},
                   {"id": "old", "op": "Const", "attrs": "dtype = DT_FLOAT; value = {{1,2.5e0},{inf,-3}};"},
                   {"id": "far", "op": "AddV2", "inputs": {"y": [1, "nan"]}, "after": ["text", "a/b/c"]}],
        "pages": {"a": {"pages": {"b": {"device": "/cpu:0", "blocks": [
            {"id": "c", "op": "Fill", "attrs": "index_type_ = DT_INT64;",
             "inputs": {"dims": [2, 2], "value": {"dtype": "half", "values": "inf"}}, "after": ["/text"]}]}}}},
        "wires": [{"from": "old:output", "to": "far:x"}],
        "fetches": ["far", "a/b/c", "text"],
    }  # fmt: skip
    seeds = [json.dumps(value).encode() for value in (page, calls, values)]
    return [*seeds, *(path.read_bytes() for path in sorted(PAGES.glob("*.json")))]


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in ``value`` with each of its keys."""
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        item = stack.pop()
        keys = list(item) if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ()
        found += [(item, key) for key in keys]
        stack += [item[key] for key in keys]
    return found


def _changed(data: bytes, chance: random.Random) -> bytes:
    """The same JSON with a value or two that are others."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data
    for _ in range(chance.randint(1, 3)):
        places = _places(value)
        if not places:
            break
        holder, key = chance.choice(places)
        match chance.randrange(6):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(("id", "op", "attrs", "inputs", "after", "values", "dtype", "T", key + "_"))] = (
                    holder[key]
                )
            case 1:
                holder.append(copy.deepcopy(holder[key]))
            case 2:
                other, there = chance.choice(places)
                if other is not holder and isinstance(other[there], (str, int, float)):
                    holder[key] = other[there]
            case 3 if isinstance(holder[key], str):
                holder[key] = chance.choice(_OPS)
            case 4 if isinstance(holder[key], (int, float)):
                holder[key] = chance.choice((-holder[key], holder[key] + 1, 1 << 40, 0))
            case _:
                holder[key] = copy.deepcopy(chance.choice(_VALUES))
    return json.dumps(value).encode()


@target("page", seeds=_start, words=[b'"graphops_page"', b'"blocks"', b'"wires"', b"NaN", b"{", b"[" * 50], change=_changed,
        longest=8192)  # fmt: skip
def page(data: bytes) -> None:
    """Read, built with all its problems, written again, and run within limits."""
    found = read_page(data)
    built = build_page(found, folder=folder())
    for problem in built.problems + value_problems(found, built, folder()):
        must_hold(isinstance(problem.error, GraphopsError), "an error of ours ")
    blocks = [block for _, part, _ in found.walk() for block in part.blocks]
    must_hold(len(built.nodes) + len(built.skipped) + len({p.block for p in built.problems if not p.function} - set(built.nodes))
              == len(blocks), "every block a node, a problem or skipped ")  # fmt: skip
    built.graph.as_graph_def()
    if not built.problems:
        _same_again(built.graph)
    run_page(found, folder=folder(), steps=min(found.steps, 2), config=_LIMITS)


def _same_again(graph: go.Graph) -> None:
    """The page that a graph gives is a right one of as many nodes, and its Python source is Python."""
    written = page_text(page_of(graph))
    again = build_page(read_page(written))
    must_hold(not again.problems, "a page that was written is right ")
    must_hold(len(again.graph) == len(graph), "a page that was written has every node ")
    must_hold(page_text(read_page(written)) == written, "a page is written as it was read ")
    compile(python_source(graph), "source", "exec")


_SPECS = ("int", "float", "bool", "string", "type", "shape", "list(int)", "list(float)", "list(type)", "list(string)")


@target(
    "page_attrs",
    seeds=[b"data_format_ = NDHWC; strides_ = {1,2,2,1,1}; padding_ = SAME;", b"{{1,2},{3,4}}", b"[2][3]", b"1;2;3"],
    words=[b"data_format_", b" = ", b";", b"{", b"}", b"[2]", b"DT_FLOAT", b"true", b"-1", b"1e5f", b'"', b"unknown"],
    longest=512,
)
def page_attrs(data: bytes) -> None:
    """Attribute text as a whole, as a value of each type, and as a constant: what one refuses, another may take."""
    load_ops()
    typed = text(data)
    attempts = [lambda: read_attrs(typed, lookup_op("Conv3DBackpropFilterV2").op_def),
                lambda: read_constant(typed, "value", "Const")]  # fmt: skip
    for spec in _SPECS:
        attr = parse_attr(f"a: {spec}")
        attempts.append(lambda attr=attr: attr.convert(read_value(typed, attr, "Op"), "Op"))
    refused = 0
    for attempt in attempts:
        try:
            attempt()
        except GraphopsError:
            refused += 1
    must_hold(refused < len(attempts) or typed.strip(), "an empty text is an empty list ")
