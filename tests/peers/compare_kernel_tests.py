"""What passes in TensorFlow and not here: a table of what ``kernel_tests.py`` wrote.

``python -m tests.peers.compare_kernel_tests FOLDER``, where the folder has ``NAME.tensorflow.json`` and
``NAME.graphops.json`` for each file of tests.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any


def compare(folder: Path) -> tuple[Counter[str], list[str], Counter[str]]:
    """Totals; a line for each test that passes in TensorFlow alone; in how many tests TensorFlow helped, by reason."""
    totals: Counter[str] = Counter()
    lost: list[str] = []
    helped: Counter[str] = Counter()
    for ours in sorted(folder.glob("*.graphops.json")):
        name = ours.name.removesuffix(".graphops.json")
        theirs = folder / f"{name}.tensorflow.json"
        if not theirs.exists():
            continue
        wanted, found = _outcomes(theirs), _outcomes(ours)
        for test in (test for test, each in wanted.items() if each["outcome"] == "passed"):
            mine = found.get(test, {"outcome": "did not run", "why": "the process ended", "helped": {}})
            totals["pass in TensorFlow"] += 1
            helped.update(mine["helped"].keys())
            if mine["outcome"] == "passed":
                totals["pass here"] += 1
            else:
                lost.append(f"{name}: {test}: {' '.join(mine['why'].split())[:200]}")
    return totals, lost, helped


def _outcomes(file: Path) -> dict[str, Any]:
    """By test; names of parametrized tests may hold the addresses of functions."""
    return {re.sub(r"0x[0-9a-f]{6,}", "0x", name): each for name, each in json.loads(file.read_text()).items()}


def main() -> None:
    """Print them."""
    totals, lost, helped = compare(Path(sys.argv[1]))
    print(*lost, sep="\n")
    share = totals["pass here"] / max(1, totals["pass in TensorFlow"])
    print(
        f"{totals['pass here']} of {totals['pass in TensorFlow']} tests that pass in TensorFlow pass here, {share:.2%}"
    )
    print("TensorFlow computed a part:", ", ".join(f"{why} ({count})" for why, count in helped.most_common(30)))


if __name__ == "__main__":
    main()
