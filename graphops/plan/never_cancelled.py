"""The context of kernels that run in a Session and ask for nothing but whether to go on."""

from __future__ import annotations

from typing import Any, Final


class NeverCancelled:
    """Always go on: for kernels that are done before anybody could say no, and for trials."""

    name = "a node of a plan"  # only eager calls have none

    @staticmethod
    def check_cancelled() -> None:
        """Go on."""


NEVER_CANCELLED: Final[Any] = NeverCancelled()
