"""The programs of a convolution, with or without what is fused with it, one for each number of threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

from graphops_cpu.onednn.conv_desc import ConvDescs
from graphops_cpu.onednn.library import library
from graphops_cpu.onednn.objects import OneDnnError
from graphops_cpu.onednn.program import Program

_SMALL: Final = 50_000  # products: a few microseconds of work

Describe = Callable[[Any], ConvDescs]  # of something that has a hash: a problem, or a problem and what follows it


@lru_cache(maxsize=256)
def descs_of(describe: Describe, what: Any, threads: int) -> ConvDescs | str:
    """The descriptors that ``describe`` makes of ``what``, or why oneDNN does not do it.

    They depend on the number of threads.
    """
    try:
        with library().on_threads(threads):
            return describe(what)
    except OneDnnError as error:
        return str(error)


def descs_now(describe: Describe, what: Any, products: int) -> ConvDescs | str:
    """:func:`descs_of` for the number of threads that is in use."""
    return descs_of(describe, what, library().threads_for(products))


class ConvPrograms:
    """See the module.

    Args:
        describe, what: as for :func:`descs_of`.
        products: how many multiplications they take.

    Attributes:
        complete: whether they write every element of the result.

    Raises:
        OneDnnError: oneDNN does not do it.
    """

    __slots__ = ("_by_threads", "_describe", "_library", "_products", "_what", "complete")

    def __init__(self, describe: Describe, what: Any, products: int) -> None:
        self._describe = describe
        self._what = what
        self._products = products
        self._library = library()
        self._by_threads: dict[int, Program] = {}
        self.complete = True
        self.now()

    def now(self) -> Program:
        """The program for the number of threads that is in use."""
        threads = self._library.threads_for(self._products)
        found = self._by_threads.get(threads)
        return self._made(threads) if found is None else found

    def _made(self, threads: int) -> Program:
        descs = descs_of(self._describe, self._what, threads)
        if isinstance(descs, str):
            descs = self._describe(self._what)  # raises the recorded error
        self.complete = descs.complete
        found = self._by_threads[threads] = Program(
            descs.desc,
            descs.operands,
            small=self._products < _SMALL,
            threads=threads,
            products=self._products,
            others=partial(descs_of, self._describe, self._what),
        )
        return found


__all__ = ["ConvPrograms", "descs_now"]
