"""The object graph in a checkpoint of TensorFlow 2: which variable is stored under which name."""

from __future__ import annotations

from graphops.checkpoint.wire import as_bytes, fields


def full_names(object_graph: bytes) -> dict[str, str]:
    """Variable -> name in the bundle, for those that have one; a name that two variables share is left out.

    Raises:
        DataLossError: no such description.
    """
    found: dict[str, str] = {}
    doubled: set[str] = set()
    for number, node in fields(object_graph):
        if number != 1:
            continue
        for part, attribute in fields(as_bytes(node)):
            if part != 2:
                continue
            texts = {n: as_bytes(value).decode("utf-8", "replace") for n, value in fields(as_bytes(attribute)) if n < 4}
            name, key = texts.get(2, "").removesuffix(":0"), texts.get(3, "")
            if name and found.setdefault(name, key) != key:
                doubled.add(name)
    return {name: key for name, key in found.items() if name not in doubled}
