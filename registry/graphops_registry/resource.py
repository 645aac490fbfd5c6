"""Resources: state that outlives a run. A tensor of dtype resource holds a handle; the state itself is in a store.

The value of a resource tensor is a 0-d object array with a :class:`ResourceHandle`, on the host on every device. All
state lives in one store for each Session; kernels reach it as ``ctx.resources`` (:class:`Resources`) when their
registration says ``uses=("resources",)``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar, cast

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidTypeError, must
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

Array = Any
T = TypeVar("T")

VARIABLE: Final = "variable"
TABLE: Final = "table"  # a look-up table; the store keeps it as a state, under (TABLE, container, name)


@dataclass(frozen=True, slots=True)
class ResourceHandle:
    """What a resource tensor holds: which object of the store is meant, and what is known of it.

    Attributes:
        container: ``""`` for the default one.
        name: unique in its container.
        kind: ``"variable"``, or what another family of ops calls its objects.
        dtype: of the values in it.
        shape: of the values in it, partial.
        state: the object itself, when it lives no longer than the run that made it (tensor arrays, stacks) or is a
            look-up table; ``None`` for variables, which the Session's store keeps.
    """

    container: str
    name: str
    kind: str
    dtype: DType
    shape: TensorShape
    state: Any = field(default=None, compare=False, repr=False)
    # The key of the object in the store, which two handles of one object share.
    key: tuple[str, str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", (self.container, self.name))

    @property
    def text(self) -> str:
        """``variable 'w'``, for error messages."""
        return f"{self.kind} '{full_name(self.key)}'"


def full_name(key: tuple[str, str]) -> str:
    """The name by which users know an object of the store: with its container unless that is the default one."""
    container, name = key
    return f"{container}:{name}" if container else name


class Resources(Protocol):
    """The store that ``ctx.resources`` is. Any number of threads may use it.

    Values of variables are immutable: to change a variable, install a new array, or let the store say where to write.
    Whoever keeps something made of a value keeps a reference to the value, or a weak one: the array itself is written
    where there is none.
    """

    def read(self, handle: ResourceHandle) -> Array:
        """The current value. Do not write to it.

        Raises:
            FailedPreconditionError: the variable is not initialised.
        """

    def assign(self, handle: ResourceHandle, value: Array) -> None:
        """Make ``value`` the variable's value, as a copy unless it is immutable."""

    def update(self, handle: ResourceHandle, function: Callable[[Array], Array]) -> None:
        """Replace the value by ``function(value)``, a fresh array, with no other change in between."""

    def update_rows(
        self, handle: ResourceHandle, function: Callable[[Array], tuple[Array, Array, Array] | None]
    ) -> None:
        """Replace rows of the value by what ``function(value)`` says: the value, seen as a matrix, the numbers of
        different rows, and what goes there. ``None`` for nothing to do."""

    def update_all(self, handles: Sequence[ResourceHandle], function: Callable[..., Sequence[Array | None]]) -> None:
        """Replace the values of several variables at once by ``function(*values)``; ``None`` leaves one as it is."""

    def update_in_place(
        self,
        handles: Sequence[ResourceHandle],
        changes: Sequence[bool],
        function: Callable[[Sequence[Array], Sequence[Array | None]], None],
    ) -> None:
        """Replace the values of several variables at once by what ``function(old, new)`` writes into the arrays
        ``new``, which may be the old ones themselves; ``None`` for a variable whose ``changes`` is false. Once it
        writes it must not fail."""

    def is_initialized(self, handle: ResourceHandle) -> bool:
        """Whether the variable has a value."""

    def destroy(self, handle: ResourceHandle, *, ignore_missing: bool = True) -> None:
        """Forget the object.

        Raises:
            NotFoundError: there is none, and ``ignore_missing`` is false.
        """

    def version(self, handle: ResourceHandle) -> int:
        """A number that grows with each change of the value, 0 as long as there is none."""

    def state(self, key: Hashable, make: Callable[[], T]) -> T:
        """The object kept under ``key``, made by ``make`` at the first call."""


def handle_array(handle: ResourceHandle) -> np.ndarray[Any, Any]:
    """``handle`` as the value of a resource tensor: a read-only 0-d object array."""
    array = np.empty((), dtype=object)
    array[()] = handle
    array.flags.writeable = False
    return array


def handle_in(value: np.ndarray[Any, Any]) -> ResourceHandle:
    """The handle that a resource tensor's value holds; the shape rule has checked that it holds one."""
    handle: Any = value[()]
    return cast(ResourceHandle, handle)


def variable_handle(attrs: Mapping[str, Any], name: str) -> ResourceHandle:
    """The handle that a ``VarHandleOp`` with these attrs gives; ``name`` is the node's."""
    return ResourceHandle(attrs["container"], attrs["shared_name"] or name, VARIABLE, attrs["dtype"], attrs["shape"])


def reference_handle(op: str, attrs: Mapping[str, Any], name: str) -> ResourceHandle:
    """The handle that a ``VariableV2`` or ``Variable`` with these attrs gives; ``name`` is the node's.

    A shape of rank 0 says nothing of the values of a ``Variable``.
    """
    shape: TensorShape = attrs["shape"]
    if op == "Variable" and not shape.rank:
        shape = TensorShape(None)
    return ResourceHandle(attrs["container"], attrs["shared_name"] or name, VARIABLE, attrs["dtype"], shape)


def handle_argument(c: ShapeContext, argument: str) -> ResourceHandle | None:
    """For shape rules: the handle that a resource or a reference holds; ``None`` if it is not known yet.

    Raises:
        InvalidArgumentError: not a scalar, or no handle.
    """
    if not c.op_def.input_by_name[argument].is_ref:  # the static shape of a reference is that of the variable
        c.with_rank(argument, 0)
    value = c.value(argument)
    if value is None:
        return None
    found: object = value[()]
    if not isinstance(found, ResourceHandle):
        c.fail(argument, "be the handle of a resource", repr(found))
    return found


def variable_argument(c: ShapeContext, argument: str, dtype: DType | None = None) -> ResourceHandle | None:
    """For shape rules: the variable that an input of dtype resource refers to; ``None`` if it is not known yet.

    Args:
        dtype: the dtype that the variable must have.

    Raises:
        InvalidArgumentError: not a scalar, no handle, or the handle of something that is no variable.
        InvalidTypeError: a variable of another dtype.
    """
    handle = handle_argument(c, argument)
    if handle is not None and handle.kind != VARIABLE:
        c.fail(argument, "be the handle of a variable", handle.text)
    if handle is not None and dtype is not None and handle.dtype.base is not dtype:
        rule = f"be a variable of dtype {dtype.name}"
        raise must(argument, c.op, rule, f"{handle.text} of {handle.dtype.name}", kind=InvalidTypeError)
    return handle


def variable_shape(handle: ResourceHandle | None) -> TensorShape:
    """The declared shape of a variable, unknown as long as the variable is."""
    return TensorShape.of(None) if handle is None else handle.shape
