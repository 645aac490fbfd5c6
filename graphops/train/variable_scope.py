"""Variable scopes: prefixes of the names of variables, and defaults of ``get_variable``'s arguments.

>>> with variable_scope("layer"):
...     w = get_variable("w", [3, 4])          # "layer/w:0"
>>> with variable_scope("layer", reuse=True):
...     same = get_variable("w", [3, 4])
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from enum import Enum
from functools import partial
from types import TracebackType
from typing import Any

from graphops.build.as_tensor import graph_of
from graphops.graph.graph import Graph, get_default_graph
from graphops.graph.outermost_graph import outermost_graph
from graphops.train.collection_keys import GraphKeys
from graphops.train.named_variables import find_or_make
from graphops_registry.dtypes import DType, as_dtype, float32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_COLLECTION = "__variable_scopes"


class _ReuseMode(Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE

Getter = Callable[..., Any]


class VariableScope:
    """A prefix of variables' names, and what ``get_variable`` does where it is not told.

    Attributes:
        name: the prefix.
        original_name_scope: the name scope that was opened with it, with a final slash.
        reuse: ``False``: variables are made; ``True``: they must exist; ``AUTO_REUSE``: either.
        initializer, regularizer, constraint, custom_getter, dtype: for variables that are made without their own.
    """

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Getter | None = None,
        name_scope: str = "",
        dtype: Any = float32,
        use_resource: bool | None = None,
        constraint: Any = None,
    ) -> None:
        _refuse_partitioner(partitioner)
        self.name = name
        self.initializer = initializer
        self.regularizer = regularizer
        self.caching_device = caching_device
        self.partitioner = partitioner
        self.custom_getter = custom_getter
        self.reuse = reuse
        self.dtype: DType = as_dtype(dtype)
        self.use_resource = use_resource
        self.constraint = constraint
        self.original_name_scope = name_scope

    def reuse_variables(self) -> None:
        """From now on variables must exist."""
        self.reuse = True

    def set_initializer(self, initializer: Any) -> None:
        self.initializer = initializer

    def set_regularizer(self, regularizer: Any) -> None:
        self.regularizer = regularizer

    def set_dtype(self, dtype: Any) -> None:
        self.dtype = as_dtype(dtype)

    def set_custom_getter(self, custom_getter: Getter | None) -> None:
        self.custom_getter = custom_getter

    def set_caching_device(self, caching_device: Any) -> None:
        self.caching_device = caching_device

    def set_use_resource(self, use_resource: bool | None) -> None:
        self.use_resource = use_resource

    def set_partitioner(self, partitioner: Any) -> None:
        _refuse_partitioner(partitioner)

    def get_collection(self, name: str) -> list[Any]:
        """What the collection holds whose names are in this scope."""
        found = get_default_graph().get_collection(name)
        prefix = f"{self.name}/" if self.name else ""
        return [item for item in found if getattr(item, "name", "").startswith(prefix)]

    def global_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def trainable_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def get_variable(self, name: str, **arguments: Any) -> Any:
        """:func:`get_variable` in this scope, wherever one is."""
        if not isinstance(name, str) or not name:
            raise InvalidTypeError(f"name of get_variable() must be a name, got {name!r}")
        _refuse_partitioner(arguments.get("partitioner"))
        getter = _nested_getter(arguments.pop("custom_getter", None), self.custom_getter)
        for key in ("initializer", "regularizer", "constraint"):
            if arguments.get(key) is None:
                arguments[key] = getattr(self, key)
        if arguments.get("dtype") is None:
            arguments["dtype"] = self.dtype
        arguments.setdefault("shape", None)
        full = f"{self.name}/{name}" if self.name else name
        true_getter = partial(find_or_make, reuse=arguments.pop("reuse", self.reuse))
        graph = outermost_graph()
        with graph.as_default(), graph.name_scope(None):
            if getter is None:
                return true_getter(full, **arguments)
            return getter(true_getter, full, **arguments)

    def __repr__(self) -> str:
        return f"<graphops.VariableScope '{self.name}' reuse={self.reuse}>"


class OpenScopes:
    """The variable scope of each thread, and how often a scope was opened."""

    def __init__(self) -> None:
        self.opened: dict[str, int] = {}
        self._local = threading.local()

    @property
    def scope(self) -> VariableScope:
        found: VariableScope | None = getattr(self._local, "scope", None)
        if found is None:
            found = self._local.scope = VariableScope(False)
        return found

    @scope.setter
    def scope(self, scope: VariableScope) -> None:
        self._local.scope = scope

    def open(self, name: str) -> None:
        self.opened[name] = self.opened.get(name, 0) + 1

    def close_below(self, name: str) -> None:
        """Forget how often the scopes within ``name`` were opened: their default names start again."""
        prefix = f"{name}/" if name else ""
        for key in self.opened:
            if key.startswith(prefix) and key != name:
                self.opened[key] = 0

    def unique(self, prefix: str) -> str:
        """``prefix`` or the first ``prefix_k`` that was not opened in the current scope."""
        outer = self.scope.name
        full = f"{outer}/{prefix}" if outer else prefix
        if not self.opened.get(full):
            return prefix
        number = 1
        while self.opened.get(f"{full}_{number}"):
            number += 1
        return f"{prefix}_{number}"


def _open_scopes(graph: Graph) -> OpenScopes:
    found = graph.collections.setdefault(_COLLECTION, [])
    if not found:
        found.append(OpenScopes())
    scopes: OpenScopes = found[0]
    return scopes


def get_variable_scope() -> VariableScope:
    """The scope that ``get_variable`` uses now, in this thread and the default graph."""
    return _open_scopes(get_default_graph()).scope


def _nested_getter(getter: Getter | None, outer: Getter | None) -> Getter | None:
    """A custom getter that calls the outer one as its getter."""
    if getter is None or outer is None:
        return getter or outer
    own, other = getter, outer

    def both(true_getter: Getter, *args: Any, **kwargs: Any) -> Any:
        return own(partial(other, true_getter), *args, **kwargs)

    return both


def _refuse_partitioner(partitioner: Any) -> None:
    if partitioner is not None:
        raise InvalidArgumentError(f"partitioner must be None (variables are kept whole), got {partitioner!r}")


class variable_scope:
    """Open a variable scope and a name scope of the same name.

    Args:
        name_or_scope: a name within the current scope; a VariableScope to come back to; ``None`` for ``default_name``.
        default_name: made unique, if ``name_or_scope`` is ``None``.
        values: tensors whose graph is meant.
        initializer, regularizer, custom_getter, dtype, constraint: for variables made within.
        reuse: ``True``, ``AUTO_REUSE``, or ``None`` for what the surrounding scope does.
        caching_device, use_resource: accepted; they change nothing here.
        partitioner: only ``None``.
        auxiliary_name_scope: whether to open a name scope, too.

    Raises:
        InvalidTypeError: no name and no default name, or something else for a name.
        InvalidArgumentError: another ``reuse``; a partitioner.
    """

    def __init__(
        self,
        name_or_scope: Any,
        default_name: str | None = None,
        values: Sequence[Any] | None = None,
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Getter | None = None,
        reuse: Any = None,
        dtype: Any = None,
        use_resource: bool | None = None,
        constraint: Any = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if name_or_scope is None and default_name is None:
            raise InvalidTypeError("name_or_scope of variable_scope must be given if default_name is not, got None")
        if name_or_scope is not None and not isinstance(name_or_scope, (str, VariableScope)):
            raise InvalidTypeError(f"name_or_scope of variable_scope must be a name or a scope, got {name_or_scope!r}")
        if reuse not in (None, False, True, AUTO_REUSE):
            raise InvalidArgumentError(f"reuse of variable_scope must be True, AUTO_REUSE or None, got {reuse!r}")
        if reuse is True and name_or_scope is None:
            raise InvalidArgumentError("reuse of variable_scope must not be True for a default name, got True")
        _refuse_partitioner(partitioner)
        self._name_or_scope = name_or_scope
        self._default_name = default_name
        self._values = values
        self._own = {
            "initializer": initializer,
            "regularizer": regularizer,
            "caching_device": caching_device,
            "custom_getter": custom_getter,
            "dtype": dtype,
            "use_resource": use_resource,
            "constraint": constraint,
        }
        self._reuse = reuse
        self._opens_names = auxiliary_name_scope
        self._entered: list[tuple[ExitStack, OpenScopes, VariableScope, VariableScope, dict[str, int] | None]] = []

    def __enter__(self) -> VariableScope:
        graph = graph_of(self._values)
        stack = ExitStack()
        stack.enter_context(graph.as_default())
        scopes = _open_scopes(graph)
        outer = scopes.scope
        counts: dict[str, int] | None = None
        try:
            if isinstance(self._name_or_scope, VariableScope):
                scope = self._again(self._name_or_scope, self._names(stack, graph, self._name_or_scope))
                scopes.open(scope.name)
                counts = dict(scopes.opened)
            else:
                part = (
                    self._name_or_scope if self._name_or_scope is not None else scopes.unique(self._default_name or "")
                )
                scope = self._within(outer, part, self._names(stack, graph, part))
                scopes.open(scope.name)
        except BaseException:
            stack.close()
            raise
        scopes.scope = scope
        self._entered.append((stack, scopes, outer, scope, counts))
        return scope

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stack, scopes, outer, scope, counts = self._entered.pop()
        if counts is None:
            scopes.close_below(scope.name)
        else:
            scopes.opened = counts
        scopes.scope = outer
        stack.close()

    def _names(self, stack: ExitStack, graph: Graph, part: str | VariableScope) -> str:
        """Open the name scope; its full name with a final slash."""
        name = part.name.split("/")[-1] if isinstance(part, VariableScope) else part
        if self._opens_names and name:
            return stack.enter_context(graph.name_scope(name))
        current = graph.get_name_scope()
        return f"{current}/" if current else ""

    def _again(self, scope: VariableScope, names: str) -> VariableScope:
        """A scope like ``scope``, changed by what was given."""
        settings = {
            name: given if given is not None else getattr(scope, name)
            for name, given in self._own.items()
            if name != "custom_getter"
        }
        getter = _nested_getter(self._own["custom_getter"], scope.custom_getter)
        reuse = scope.reuse if self._reuse is None else self._reuse
        name_scope = scope.original_name_scope if self._opens_names else names
        return VariableScope(reuse, scope.name, name_scope=name_scope, custom_getter=getter, **settings)

    def _within(self, outer: VariableScope, part: str, names: str) -> VariableScope:
        settings = {
            name: given if given is not None or name == "constraint" else getattr(outer, name)
            for name, given in self._own.items()
            if name != "custom_getter"
        }
        getter = _nested_getter(self._own["custom_getter"], outer.custom_getter)
        name = f"{outer.name}/{part}" if outer.name and part else outer.name or part
        return VariableScope(self._reuse or outer.reuse, name, name_scope=names, custom_getter=getter, **settings)


def variable_op_scope(
    values: Sequence[Any] | None,
    name_or_scope: Any,
    default_name: str | None = None,
    initializer: Any = None,
    regularizer: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    custom_getter: Getter | None = None,
    reuse: Any = None,
    dtype: Any = None,
    use_resource: bool | None = None,
    constraint: Any = None,
) -> variable_scope:
    """The old form of :class:`variable_scope`."""
    return variable_scope(
        name_or_scope, default_name, values, initializer, regularizer, caching_device, partitioner, custom_getter,
        reuse, dtype, use_resource, constraint,
    )  # fmt: skip
