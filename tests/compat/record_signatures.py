"""Record the signatures of TensorFlow's own ``tf.compat.v1``, for the names of :mod:`tests.compat.names`.

``python -m tests.compat.record_signatures`` with TensorFlow 2.21 (for those of tf.layers with tf_keras, and
``TF_USE_LEGACY_KERAS=1``) writes ``tests/compat/tf_signatures.json``: for each
name its kind, and for functions and classes the parameters as ``name`` or ``name=default``.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

from tests.compat.names import NAMES

PLAIN = (int, float, bool, str, type(None))


def parameters(function: Any) -> list[str] | None:
    """The parameters of a function, or of the constructor of a class, without ``self``."""
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_KEYWORD or p.kind is p.VAR_POSITIONAL for p in found) and inspect.isclass(function):
        found = list(inspect.signature(function.__init__).parameters.values())[1:]
    return [parameter(p) for p in found]


def parameter(p: inspect.Parameter) -> str:
    """``name``, ``name=default``, ``*name``; a default that is no plain value is written by its name if it has one."""
    prefix = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
    if p.default is p.empty:
        return prefix + p.name
    return f"{p.name}={default_text(p.default)}"


def default_text(value: Any) -> str:
    """The text of a default: the same for TensorFlow's object and for ours."""
    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return repr(list(value))
    name = getattr(value, "name", None)
    return name.lower() if isinstance(name, str) else "..."


def main() -> None:
    import tensorflow.compat.v1 as tf

    recorded: dict[str, Any] = {}
    missing = []
    for module, names in NAMES.items():
        if module.startswith(("contrib", "estimator", "keras", "nn.rnn_cell")):
            continue  # TensorFlow 2.21 has it no more (cells and Keras: with other parameters)
        place: Any = tf
        for part in module.split(".") if module else ():
            place = getattr(place, part)
        for name in names:
            full = f"{module}.{name}".lstrip(".")
            found = getattr(place, name, None)
            if found is None:
                missing.append(full)
                continue
            recorded[full] = parameters(found) if callable(found) else None
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(recorded.items()))
    Path(__file__).with_name("tf_signatures.json").write_text("{\n" + lines + "\n}\n")
    print(f"{len(recorded)} names; TensorFlow has no {', '.join(missing) or 'other'}")


if __name__ == "__main__":
    main()
