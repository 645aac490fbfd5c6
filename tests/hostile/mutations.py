"""Damaged GraphDefs: bytes of real ones changed at random. ``python -m tests.hostile.mutations SEED COUNT``.

Each one is imported, planned and run; what comes must be a GraphopsError or the end, with no more memory than 1.5 GiB
and no run of more than a second. Prints a line for each kind of failure: how often, and the seed that shows it.
"""

from __future__ import annotations

import random
import resource
import signal
import sys
import traceback
from collections import Counter
from pathlib import Path

import numpy as np

import graphops as go
from graphops.interchange.graph_def.read import from_text
from graphops_registry.errors import GraphopsError

DATA = Path(__file__).parent.parent / "interchange" / "graph_def" / "data"
SECONDS = 10  # for one of them, after which the process ends
BYTES = 3 << 29


def seeds() -> list[bytes]:
    """The binary form of the recorded graphs that are not long."""
    found = []
    for file in sorted(DATA.glob("*.pb*")):
        data = file.read_bytes()
        if file.suffix == ".pbtxt":
            data = from_text(data.decode(), "GraphDef").SerializeToString(deterministic=True)
        if len(data) < 40_000:
            found.append(data)
    return found


def mutated(data: bytes, chance: random.Random) -> bytes:
    """One to four changes: a bit, a byte, a piece left out, repeated, moved or taken from somewhere else."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(changed))
        size = chance.choice((1, 1, 2, 4, 8, 30))
        match chance.randrange(7):
            case 0:
                changed[at] ^= 1 << chance.randrange(8)
            case 1:
                changed[at] = chance.choice((0, 1, 2, 127, 128, 255, chance.randrange(256)))
            case 2:
                del changed[at : at + size]
            case 3:
                changed[at:at] = changed[at : at + size]
            case 4:
                other = chance.randrange(len(changed))
                changed[at : at + size] = changed[other : other + size]
            case 5:  # a number of the wire format, made large
                changed[at : at + 1] = b"\xff\xff\xff\xff\x0f"
            case 6:  # same length: names and numbers of nodes get mixed up, and the message stays whole
                other = chance.randrange(len(changed))
                piece = changed[other : other + size]
                if len(piece) == len(changed[at : at + size]):
                    changed[at : at + size] = piece
        if not changed:
            return b""
    return bytes(changed)


def swapped_words(data: bytes, chance: random.Random) -> bytes:
    """Texts of equal length in each other's place: edges and attrs change, the message stays whole."""
    from graphops.interchange.graph_def import messages

    graph = messages.GraphDef.FromString(data)
    lists = [graph.node, *(function.node_def for function in graph.library.function)]
    nodes = chance.choice([nodes for nodes in lists if nodes])
    for _ in range(chance.choice((1, 1, 2, 3))):
        one, other = chance.choice(nodes), chance.choice(nodes)
        match chance.randrange(7):
            case 0:
                one.op = other.op
            case 1 if one.input and other.input:
                one.input[chance.randrange(len(one.input))] = chance.choice(other.input)
            case 2 if one.attr and other.attr:
                key = chance.choice(sorted(one.attr))
                one.attr[key].CopyFrom(other.attr[chance.choice(sorted(other.attr))])
            case 3 if one.attr:
                value = one.attr[chance.choice(sorted(one.attr))]
                value.i = chance.choice((-1, 0, 1, 2**31 - 1, -(2**63), 2**63 - 1, 1000))
            case 4 if one.input:
                del one.input[chance.randrange(len(one.input))]
            case 5:
                one.input.append(chance.choice((other.name, f"^{other.name}", f"{other.name}:1")))
            case 6 if one.attr:
                value = one.attr[chance.choice(sorted(one.attr))]
                if value.HasField("tensor") and value.tensor.tensor_shape.dim:
                    value.tensor.tensor_shape.dim[0].size = chance.choice((0, -1, 5, 1 << 31, 1 << 62))
                elif value.HasField("type"):
                    value.type = chance.choice((0, 1, 2, 3, 7, 9, 10, 20, 21, 101, 77))
                elif value.HasField("shape"):
                    value.shape.dim.add(size=chance.choice((-1, 0, 3, 1 << 40)))
    return bytes(graph.SerializeToString())


def try_one(data: bytes) -> None:
    """Import it, write it, and run what can be run."""
    with go.Graph().as_default() as graph:
        go.import_graph_def(data, name="")
        if not len(graph):
            return
        graph.as_graph_def(add_shapes=True).SerializeToString()
        feeds = {}
        for node in graph.get_operations():
            if node.type == "Placeholder":
                dtype, shape = node.outputs[0].dtype, node.outputs[0].shape
                sizes = [2 if size is None else size for size in shape.dims or ()]
                if dtype.is_numeric and np.prod([*sizes, 1.0]) < 1000:
                    feeds[node.outputs[0]] = np.ones(sizes, dtype.numpy_dtype)
        with go.Session(graph, config=go.SessionConfig(memory_limit=1 << 26)) as session:
            for name in ("init", "y", "dx", "z", "after", "new", "y_step", "a", "mapped", "taken"):
                if name in graph._by_name:
                    try:
                        session.run(graph.node(name), feeds, timeout=1)
                    except GraphopsError:
                        continue


def main(seed: int, count: int) -> None:
    everything = seeds()
    try_one(everything[0])
    with open("/proc/self/statm", encoding="ascii") as file:
        limit = int(file.read().split()[0]) * resource.getpagesize() + BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    wrong: Counter[str] = Counter()
    shown: dict[str, int] = {}
    outcomes: Counter[str] = Counter()
    for number in range(seed, seed + count):
        chance = random.Random(number)  # noqa: S311
        data = chance.choice(everything)
        change = swapped_words if chance.random() < 0.5 else mutated
        data = change(data, chance)
        signal.alarm(SECONDS)
        try:
            try_one(data)
            outcomes["ended"] += 1
        except GraphopsError as error:
            outcomes[type(error).__name__] += 1
        except BaseException as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__}: {str(error)[:120]} in {place.name} ({Path(place.filename).name}:{place.lineno})"
            wrong[kind] += 1
            shown.setdefault(kind, number)
    signal.alarm(0)
    for kind, times in wrong.most_common():
        print(f"{times} x {kind}, first with {shown[kind]}")
    print(dict(outcomes), file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
