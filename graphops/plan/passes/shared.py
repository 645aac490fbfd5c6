"""Arrays that plans make of large constants: plans of one graph share them, and they go with the last plan."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

_MOST: Final = 1024
_Refs = tuple[weakref.ref[Array], ...]
_made: Final[dict[Hashable, tuple[_Refs, _Refs]]] = {}  # -> what it was made of, and what came of it


def shared(what: Hashable, sources: Sequence[Array], make: Callable[[], list[Array]]) -> list[Array]:
    """What ``make`` gives; it is made again only when no plan has it any more.

    Args:
        what: with the sources it determines the result.
        sources: arrays that no one writes to; another array is another source.
        make: its results are not written to either.
    """
    key = (what, *map(id, sources))
    found = _made.get(key)
    if found is not None and all(ref() is source for ref, source in zip(found[0], sources, strict=True)):
        results = [result for ref in found[1] if (result := ref()) is not None]
        if len(results) == len(found[1]):
            return results
    made = make()
    if len(_made) >= _MOST:
        for each, (origins, results_of_them) in list(_made.items()):
            if any(ref() is None for ref in (*origins, *results_of_them)):
                _made.pop(each, None)
    if len(_made) < _MOST:
        _made[key] = tuple(map(weakref.ref, sources)), tuple(map(weakref.ref, made))
    return made
