"""``tf.flags`` and ``tf.app.flags``: flags of the command line, by absl-py, as TensorFlow 1 has them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from graphops.compat.v1.functions.missing import missing
from graphops.plugins.extras import require

require("tf.flags", "tf1")

from absl import flags as _absl  # noqa: E402


class _Flags:
    """All flags, by their names as attributes. The command line is read when somebody asks for the first one; what no
    flag is named for stays for the script."""

    def __getattr__(self, name: str) -> Any:
        if not _absl.FLAGS.is_parsed():
            self(sys.argv)
        return getattr(_absl.FLAGS, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_absl.FLAGS, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(_absl.FLAGS, name)

    def __getitem__(self, name: str) -> Any:
        return _absl.FLAGS[name]

    def __contains__(self, name: str) -> bool:
        return name in _absl.FLAGS

    def __iter__(self) -> Iterator[str]:
        return iter(_absl.FLAGS)

    def __len__(self) -> int:
        return len(_absl.FLAGS)

    def __dir__(self) -> list[str]:
        return dir(_absl.FLAGS)

    def __call__(self, argv: Sequence[str], known_only: bool = True) -> list[str]:
        """Read a command line.

        Args:
            argv: the name of the program, then arguments.

        Returns:
            What no flag is named for, the name of the program first.
        """
        return list(_absl.FLAGS(list(argv), known_only=known_only))

    def _parse_flags(self, args: Sequence[str] | None = None) -> list[str]:
        """As TensorFlow had it before 1.5."""
        return self(sys.argv if args is None else [sys.argv[0], *args])


FLAGS = _Flags()


def __getattr__(name: str) -> Any:
    if name.startswith("_") or not hasattr(_absl, name):
        raise missing("flags", name)
    return getattr(_absl, name)


def __dir__() -> list[str]:
    return sorted({"FLAGS", *(name for name in dir(_absl) if not name.startswith("_"))})
