"""Runs test files of TensorFlow in this process, and writes what became of each test.

``PEER -m tests.peers.kernel_tests ENGINE OUT.json FILE``, with ``ENGINE`` graphops or tensorflow, from the root of the
checkout with PEER a Python that has TensorFlow.  See README.md.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import unittest
from pathlib import Path
from typing import Any


class _Outcomes(unittest.TestResult):
    """What became of each test, and whether TensorFlow had to help."""

    def __init__(self, help_so_far: Any) -> None:
        super().__init__()
        self.found: dict[str, dict[str, Any]] = {}
        self._help = help_so_far
        self._before: Any = None

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self._before = self._help()

    def _put(self, test: Any, outcome: str, why: str = "") -> None:
        known = self.found.get(test.id())
        if known is not None and known["outcome"] != "passed":
            return  # a subtest failed
        helped = self._help() - (self._before or self._help())
        self.found[test.id()] = {"outcome": outcome, "why": why, "helped": dict(helped)}

    def addSuccess(self, test: Any) -> None:
        self._put(test, "passed")

    def addError(self, test: Any, err: Any) -> None:
        self._put(test, "failed", _last(err))

    addFailure = addError

    def addSkip(self, test: Any, reason: str) -> None:
        self._put(test, "skipped", reason)

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self._put(test, "failed", _last(err))

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self._put(test, "passed")


def _last(err: Any) -> str:
    return f"{type(err[1]).__name__}: {str(err[1])[:600]}"


def main() -> None:
    """Run a file."""
    engine, out, file = sys.argv[1:4]
    from collections import Counter

    help_so_far: Any = Counter
    if engine == "graphops":
        from tests.peers import graph_engine

        graph_engine.install()
        help_so_far = graph_engine.filled_in.copy
    path = Path(file).resolve()
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    sys.argv = [str(path)]
    spec.loader.exec_module(module)
    from absl import flags

    flags.FLAGS.mark_as_parsed()
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    outcomes = _Outcomes(help_so_far)
    suite.run(outcomes)
    found = {name.removeprefix(f"{path.stem}."): each for name, each in outcomes.found.items()}
    Path(out).write_text(json.dumps(found, indent=1))
    print(path.stem, engine, dict(Counter(each["outcome"] for each in found.values())))


if __name__ == "__main__":
    main()
