"""The error of objects that cannot be pickled or copied, which says what to do instead."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from graphops_registry.errors import InvalidTypeError


class NotPickled:
    """Mixin of what belongs to one graph or one process: it is refused by ``pickle``, ``copy`` and ``deepcopy``.

    Attributes:
        instead: what you can pickle in its place.
    """

    __slots__ = ()
    instead: ClassVar[str]

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        error = InvalidTypeError(f"a {type(self).__name__} must not be pickled or copied, got {self!r}")
        error.add_note(f"fix: {self.instead}")
        raise error
