"""Functions that make their variables once, and use them again in each call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import graphops.compat.v1 as tf
from graphops_registry.errors import InvalidTypeError


class Template:
    """A function in a variable scope of its own, whose variables all calls share.

    Args:
        name: of the scope, which is made unique.
        function: what is called.
        unique_name: of the scope, as it is, instead.
        custom_getter: of the scope's variables.
    """

    def __init__(
        self, name: str, function: Callable[..., Any], now: bool, unique_name: str | None, custom_getter: Any
    ) -> None:
        self._function, self._called, self._getter = function, False, custom_getter
        self._name, self._unique = name, unique_name
        self._scope: Any = None
        if now:
            with self._opened():
                pass

    @property
    def name(self) -> str:
        """The name that it was given."""
        return self._name

    @property
    def variable_scope(self) -> Any:
        """The scope, ``None`` before it is made."""
        return self._scope

    @property
    def variable_scope_name(self) -> str | None:
        """The name of the scope, ``None`` before it is made."""
        return None if self._scope is None else str(self._scope.name)

    @property
    def global_variables(self) -> list[Any]:
        """The global variables in the scope."""
        return self._in("global_variables")

    @property
    def local_variables(self) -> list[Any]:
        """The local variables in the scope."""
        return self._in("local_variables")

    @property
    def trainable_variables(self) -> list[Any]:
        """The trainable variables in the scope."""
        return self._in("trainable_variables")

    @property
    def variables(self) -> list[Any]:
        """The global and local variables in the scope."""
        return self.global_variables + self.local_variables

    def _in(self, function: str) -> list[Any]:
        return [] if self._scope is None else list(getattr(tf, function)(f"{self._scope.name}/"))

    def _opened(self) -> Any:
        if self._scope is not None:
            return tf.variable_scope(self._scope, reuse=True if self._called else None)
        scope = tf.variable_scope(self._unique, self._name, custom_getter=self._getter)
        return _Remembering(scope, self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        with self._opened():
            found = self._function(*args, **kwargs)
        self._called = True
        return found


class _Remembering:
    """A scope that a template keeps when it is opened."""

    def __init__(self, scope: Any, template: Template) -> None:
        self._inner, self._template = scope, template

    def __enter__(self) -> Any:
        found = self._template._scope = self._inner.__enter__()  # noqa: SLF001 - of this file
        return found

    def __exit__(self, *error: object) -> Any:
        return self._inner.__exit__(*error)


def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Any = None,
    **kwargs: Any,
) -> Any:
    """A function that makes its variables at the first call, and uses them again at the others.

    Args:
        name_: of the scope of its variables, which is made unique.
        create_scope_now_: whether the scope is made now, not at the first call.
        unique_name_: of the scope, as it is, instead of ``name_``.
        kwargs: keyword arguments of all calls.

    Raises:
        InvalidTypeError: no function.
    """
    if not callable(func_):
        raise InvalidTypeError(f"func_ of make_template() must be a function, got {func_!r}")
    function = partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, create_scope_now_, unique_name_, custom_getter_)
