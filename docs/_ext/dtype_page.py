"""The table of dtypes, made from the registry."""

from __future__ import annotations

from graphops_registry.dtypes import TYPE_SETS, all_dtypes


def dtype_page() -> str:
    """The page in Markdown."""
    lines = [
        "# Dtypes",
        "",
        "graphops has every `DataType` of TensorFlow 2.21, as `go.<name>`. `half`, `float`, `double` and `bool` are "
        "other names of `float16`, `float32`, `float64` and `bool_`. Each also exists as a reference type "
        "(`float32_ref`), the type of TensorFlow 1's variables. `go.as_dtype` takes any of these spellings, numbers "
        "and NumPy dtypes.",
        "",
        "| name | in an OpDef | number | in a GraphDef | bytes | NumPy |",
        "|---|---|---:|---|---:|---|",
    ]
    for dtype in all_dtypes():
        if not dtype.is_ref:
            size = str(dtype.size or "-")
            lines.append(
                f"| `{dtype.name}` | `{dtype.spec_name}` | {dtype.enum} | `{dtype.proto_name}` | {size} | "
                f"`{dtype.numpy_dtype}` |"
            )
    lines += ["", "An op's definition may name these sets:", "", "| set | dtypes |", "|---|---|"]
    for name, members in TYPE_SETS.items():
        lines.append(f"| `{name}` | {' '.join(f'`{dtype.name}`' for dtype in members)} |")
    return "\n".join(lines) + "\n"
