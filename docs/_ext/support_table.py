"""Prints the table of ``docs/reference/tensorflow_on_a_cpu.md``, counted from the recorded facts.

Run it from anywhere: ``python docs/_ext/support_table.py``. A test compares the page with what it prints.
tests/ops/test_conv_matrix.py checks that graphops gets every one of these configurations right.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.golden.support import read_support

STATUSES = ("right", "refused", "wrong", "abort")
FIRST = ("NCHW", "NCDHW", "CHANNELS_FIRST")


def _is_gradient(row: dict) -> bool:
    return "Backprop" in row["op"]


# What a row of the table counts.
ROWS: dict[str, Callable[[dict], bool]] = {
    "all 14 convolution ops": lambda row: True,
    "channels first": lambda row: row["data_format"] in FIRST,
    "channels first, float64": lambda row: row["T"] == "double" and row["data_format"] in FIRST,
    "groups": lambda row: row["grouped"],
    "dilations": lambda row: row["dilated"],
    "dilated 3-D convolution and its gradients, float64": lambda row: (
        row["T"] == "double" and row["dilated"] and row["op"].startswith("Conv3D")
    ),
    "grouped 3-D convolution and its gradients": lambda row: row["grouped"] and row["op"].startswith("Conv3D"),
    "gradients of a dilated depthwise convolution": lambda row: (
        row["dilated"] and row["op"].startswith("Depthwise") and _is_gradient(row)
    ),
    "gradients of 2-D convolution, explicit padding": lambda row: (
        row["padding"] == "EXPLICIT" and row["op"] in ("Conv2DBackpropFilter", "Conv2DBackpropInput")
    ),
    "`Conv2DBackpropFilterV2`, `Conv2DBackpropInputV2`": lambda row: (
        row["op"] in ("Conv2DBackpropFilterV2", "Conv2DBackpropInputV2")
    ),
    "generic `Conv` in 3-D, explicit padding": lambda row: (
        row["op"] == "Conv" and row["spatial_rank"] == 3 and row["padding"] == "EXPLICIT"
    ),
}


def support_table() -> str:
    """The table in Markdown."""
    facts = read_support()
    lines = [
        "| configurations | how many | TF right | TF refuses | TF wrong | TF aborts | graphops right |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for title, belongs in ROWS.items():
        rows = [row for row in facts if belongs(row)]
        counts = Counter(row["status"] for row in rows)
        cells = [len(rows), *(counts[status] for status in STATUSES), len(rows)]
        lines.append(f"| {title} | {' | '.join(f'{cell:,}' for cell in cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(support_table())
