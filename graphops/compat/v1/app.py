"""``tf.app``: the main function of a script, and its flags."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from graphops.compat.v1 import flags


def run(main: Callable[[list[str]], Any] | None = None, argv: Sequence[str] | None = None) -> NoReturn:
    """Read the flags, call ``main`` with what is left of the command line, and leave with what it returns.

    Args:
        main: default the function ``main`` of the script.
        argv: default ``sys.argv``.

    Raises:
        SystemExit: always.
    """
    given = list(sys.argv if argv is None else argv)
    function = sys.modules["__main__"].main if main is None else main
    sys.exit(function(flags.FLAGS(given)))


__all__ = ["flags", "run"]
