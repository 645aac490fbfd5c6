"""Coverage-guided fuzzing: ``python -m tests.hostile.fuzz TARGET ... | --all [--seconds N] [--folder F]``.

Needs atheris (``.ci/fuzz`` makes an environment that has it). For each target: how often it was fed, how many edges of
the code that reached, how many inputs are worth keeping, and what was wrong. ``--list`` shows the targets.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]


@dataclass
class Result:
    """What became of a target.

    Attributes:
        name: its name.
        fed: inputs.
        reached: edges of the code that was watched.
        kept: inputs that reached something that no other did.
        faults: what was wrong, a line each.
        seconds: the time it took.
    """

    name: str
    fed: int = 0
    reached: int = 0
    kept: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def line(self) -> str:
        """One line of the table."""
        found = f"{len(self.faults)} fault{'s' if len(self.faults) != 1 else ''}"
        return f"{self.name:16} {self.seconds:7.0f} s {self.fed:10,} fed {self.reached:7,} edges {self.kept:6,} kept  {found}"


def environment(temporary: str) -> dict[str, str]:
    """For a process that is fed: quiet, with few arenas of memory, and its files in a folder that goes away."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "registry", ROOT / "kernels"))),
        "PYTHONHASHSEED": "0",
        "MALLOC_ARENA_MAX": "2",
        "OPENBLAS_NUM_THREADS": "1",
        "TMPDIR": temporary,
        "GRAPHOPS_CACHE_DIR": temporary,
        "GRAPHOPS_WITHOUT": "onednn,numba",
    }


def fuzz(name: str, seconds: float, folder: Path) -> Result:
    """Feed a target for so long; a process that ends early is a fault, and another one goes on."""
    result = Result(name)
    begin = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    while (left := seconds - (time.monotonic() - begin)) > 1:
        with tempfile.TemporaryDirectory(prefix="graphops-fuzz-") as temporary, (folder / "log").open("wb") as log:
            command = [sys.executable, "-m", "tests.hostile.fuzz.engine", "guided", str(folder), name, str(int(left))]
            done = subprocess.run(command, cwd=ROOT, env=environment(temporary), stdout=subprocess.PIPE, stderr=log)
        said = (folder / "log").read_text(errors="replace")
        for line in done.stdout.decode(errors="replace").splitlines():
            if line.startswith("["):
                _, kind, place = json.loads(line)
                if not any(known.startswith(f"{kind}:") for known in result.faults):
                    result.faults.append(f"{kind}: {place}")
        result.fed += _number(r"stat::number_of_executed_units: *(\d+)", said) or _number(r"#(\d+)\t", said)
        result.reached = max(result.reached, _number(r"cov: (\d+)", said))
        result.kept = max(result.kept, _number(r"corp: (\d+)", said))
        if done.returncode:
            end = said.strip().splitlines()[-12:]
            result.faults.append(
                f"the process ended with {done.returncode}: {folder / 'log'}: {' | '.join(end)[-600:]}"
            )
            (folder / "log").rename(folder / f"log-{len(result.faults)}")
            if "stat::number_of_executed_units" not in said and "#2" not in said:
                break  # it never started
    result.seconds = time.monotonic() - begin
    return result


def _number(pattern: str, said: str) -> int:
    """The last number of that form."""
    found = re.findall(pattern, said)
    return int(found[-1]) if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--all", action="store_true", help="every target, one after the other")
    parser.add_argument("--list", action="store_true", help="print the names of the targets")
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--folder", type=Path, help="where inputs and logs are kept; default a new one")
    args = parser.parse_args()
    from tests.hostile.fuzz.targets import TARGETS

    if args.list:
        print("\n".join(TARGETS))
        return 0
    names = list(TARGETS) if args.all else args.targets
    unknown = [name for name in names if name not in TARGETS]
    if unknown or not names:
        parser.error(f"a target must be one of {', '.join(TARGETS)}, got {', '.join(unknown) or 'none'}")
    folder = args.folder or Path(tempfile.mkdtemp(prefix="graphops-fuzz-"))
    print(f"inputs and logs: {folder}", flush=True)
    results = []
    for name in names:
        results.append(fuzz(name, args.seconds, folder / name))
        print(results[-1].line(), flush=True)
        for each in results[-1].faults:
            print(f"    {each}", flush=True)
    wrong = sum(len(result.faults) for result in results)
    print(f"{sum(result.fed for result in results):,} inputs in {len(results)} targets, {wrong} faults", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
