"""Numbers that are drawn one by one from a generator, as the few that an op takes whose next draw depends on the last.

They are those of TensorFlow's ``SimplePhilox``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from graphops_cpu.lib.philox import Generator, blocks

_AT_ONCE: Final = 64  # blocks


class Words:
    """The numbers of 32 bits of a generator, in turn."""

    def __init__(self, generator: Generator) -> None:
        self._next = self._all(generator)

    @staticmethod
    def _all(generator: Generator) -> Iterator[int]:
        first = 0
        while True:
            yield from np.stack(blocks(np, generator, first, _AT_ONCE), axis=1).reshape(-1).tolist()
            first += _AT_ONCE

    def word(self) -> int:
        """The next number, below 2**32."""
        return next(self._next)

    def fraction(self) -> np.float32:
        """A number in [0, 1), of 23 bits."""
        return np.float32(self.word() & 0x7FFFFF) * np.float32(2.0**-23)

    def double(self) -> float:
        """A number in [0, 1), of 52 bits."""
        high, low = self.word(), self.word()
        return ((high & 0xFFFFF) << 32 | low) * 2.0**-52

    def below(self, count: int) -> int:
        """A number in [0, count), all equally likely: what would make some more likely is drawn again."""
        if not count & count - 1:
            return self.word() & count - 1
        least = 0xFFFFFFFF % count + 1
        word = self.word()
        while word < least:
            word = self.word()
        return word % count
