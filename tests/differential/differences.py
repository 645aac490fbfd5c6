"""The known differences: which answers may differ from TensorFlow's, and why. ``docs/differences.md`` is made of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tests.golden.case import Case

BAD = ("different", "refused here", "refused there", "foreign error", "aborts there", "hangs there", "aborts here",
       "hangs here", "unstable there")  # fmt: skip
STATUSES = ("cases", "equal", "both refuse", *BAD, *(f"{name}, explained" for name in BAD))


@dataclass(frozen=True)
class Difference:
    """A rule: for the ops of some patterns, calls of a status and condition differ for a reason."""

    ops: str
    status: str
    reason: str
    sentence: str = ""  # a regular expression that is found in the error, or in what is different
    when: Callable[[Case], bool] = lambda case: True

    def holds(self, op: str, status: str, case: Case, told: str) -> bool:
        return (
            status in self.status.split("|")
            and any(fnmatchcase(op, pattern) for pattern in self.ops.split())
            and re.search(self.sentence, told) is not None
            and self.when(case)
        )


MISSING = r"Could not find device for node|No OpKernel was registered|has no kernel|not in the list of allowed|UnimplementedError"


def is_missing_kernel(told: str) -> bool:
    """Whether TensorFlow's sentence says that it has no kernel for the dtypes."""
    return re.search(MISSING, told) is not None


WIDER = "TensorFlow's answer in a wider dtype, rounded"

KNOWN: list[Difference] = [
    Difference("*", "different", "half and bfloat16 are computed in float32 and rounded once", WIDER),
    Difference("*", "refused there", "TensorFlow has no CPU kernel for the dtypes or attrs", MISSING),
    Difference("*", "aborts there", "TensorFlow ends the process"),
    Difference("*", "hangs there", "TensorFlow does not come back"),
    Difference("*", "unstable there", "TensorFlow's answer is not the same twice: memory that nobody wrote to"),
]


def explanation(op: str, status: str, case: Case, told: str) -> str | None:
    """The reason why this may be so; ``None`` if there is none."""
    return next((known.reason for known in KNOWN if known.holds(op, status, case, told)), None)
