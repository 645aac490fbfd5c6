"""Every op, computed now: ``eager.Conv3D(input=array, filter=array, strides=[1] * 5, padding="SAME")``.

The op runs where its arrays live: NumPy arrays in, NumPy arrays out; device arrays in, device arrays out, on the
current stream.  Arguments are bound once for each combination of dtypes, shapes and other arguments; a repeated call
goes straight to the prepared kernel.  Ops with state need a Session; here they raise an error.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Any as _Any  # "Any" is the name of an op here

import numpy as np

from graphops.build.add_op import arrange
from graphops.build.binding import bind
from graphops.build.ops_by_name import OpsByName as _OpsByName
from graphops.build.python_names import PYTHON_NAMES, with_op_def_names
from graphops.build.raw_ops import documentation, signature
from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plan.execute import Execution, execute
from graphops.plugins.packages import load_ops
from graphops.session.dlpack import is_foreign, taken_over
from graphops_registry.device_def import DeviceType, device_type, owner_of
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidTypeError
from graphops_registry.kernels.context import Context
from graphops_registry.op_def import REGISTRY, Op

_SMALL = 1 << 20  # bytes; for smaller results the available memory is not checked again
_LARGEST_CACHE = 512  # bound signatures kept for each op


class _Call:
    """A bound signature: which arguments are inputs, the complete attrs, the kernels, and the environment of a call."""

    __slots__ = (
        "around", "chosen", "device", "generation", "kernels", "literals", "names", "order", "single", "wanted",
    )  # fmt: skip
    reads = ()
    operands_stay = True

    def __init__(
        self, kernels: NodeKernels, device: DeviceType, index: int, names: list[str], literals: list[_Any]
    ) -> None:
        self.kernels = kernels
        self.device = device
        self.names = names  # the argument of each input
        self.literals = literals  # for each input its converted value, or None if it comes with the call
        self.generation = REGISTRY.generation
        self.wanted = (True,) * len(kernels.output_dtypes)
        self.order: list[int] | None = None  # of the inputs among the call's arrays, if there are no literals
        self.chosen: Choice | None = None  # the kernel, once chosen, if it cannot depend on values
        self.around = _EagerExecution(kernels.op.name, EagerContext(device, index), device.memory(index)[1])
        outputs = kernels.op.op_def.outputs
        self.single = len(outputs) == 1 and not outputs[0].is_list

    def choose(self, values: Sequence[_Any], hurries: bool = False, /) -> Choice:
        """The kernel made ready for these inputs."""
        choice = self.chosen
        if choice is None:
            choice = self.kernels.choose(values, self.wanted)
            if not self.kernels.host_inputs and choice.bytes <= _SMALL:
                self.chosen = choice
        return choice


class _EagerExecution(Execution):
    """The environment of a call of an op that is computed at once."""

    __slots__ = ("_device", "_index", "_op")

    def __init__(self, op: str, context: EagerContext, limit: int) -> None:
        super().__init__(context, limit)
        self._op = op
        self.watch = _SMALL
        self._device, self._index = context.device, context.index
        self.plainly = context.device.is_host

    def run(self, step: _Call, choice: Choice, context: Context, inputs: Sequence[_Any]) -> Sequence[_Any]:
        with self._device.use(self._index):
            return super().run(step, choice, context, inputs)

    def explained(self, error: Exception, step: _Call, choice: Choice | None, inputs: Sequence[_Any]) -> Exception:
        wrapped = super().explained(error, step, choice, inputs)
        if isinstance(wrapped, GraphopsError):
            dtypes = step.kernels.input_dtypes
            shapes = ", ".join(f"{dtype}{tuple(x.shape)}" for dtype, x in zip(dtypes, inputs, strict=True))
            wrapped.add_note(f"in eager.{self._op} with inputs {shapes}")
        return wrapped


class EagerOp:
    """One op as a function on arrays."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.__name__ = self.__qualname__ = op.name
        self.__module__ = "graphops.eager"  # the public path
        self.__doc__ = documentation(op.op_def)
        self.__signature__ = signature(op.op_def)
        self._inputs = frozenset(arg.name for arg in op.op_def.inputs)
        self._plain = op.op_def.has_plain_inputs
        self._calls: OrderedDict[Hashable, _Call] = OrderedDict()

    def __call__(self, /, *positional: object, **arguments: _Any) -> _Any:
        """Compute the op.

        Returns:
            One array, a named tuple of several, a list for a list output, ``None`` for none.

        Raises:
            FailedPreconditionError: the op has state, or needs a graph.
            GraphopsError: an argument is wrong.
        """
        if positional:
            raise InvalidTypeError(
                f"arguments of op '{self.op.name}' must be given by name, got {len(positional)} by place"
            ).concerns(op=self.op.name)
        key, arrays = self._key(arguments)
        found = self._calls.get(key) if key is not None else None
        if found is None or found.generation != REGISTRY.generation:
            arguments.pop("name", None)
            if self.op.name in PYTHON_NAMES:
                arguments = with_op_def_names(self.op.name, arguments)
            found, inputs = self._bind(arguments, key)
        elif found.order is not None:
            inputs = [arrays[position] for position in found.order]
        else:  # literals were converted before
            given = iter(arrays)
            by_name = {name: next(given) for name, value in arguments.items() if _is_array(value)}
            inputs = [
                by_name[name] if value is None else value
                for name, value in zip(found.names, found.literals, strict=True)
            ]
        choice, outputs = execute(found, inputs, found.around)
        if choice.prepared.aliases:  # a view of an argument: the caller may change either
            outputs = [found.device.copy(o) if i in choice.prepared.aliases else o for i, o in enumerate(outputs)]
        if found.single:
            return outputs[0]
        return arrange(self.op.op_def, found.kernels.attrs, outputs)

    def _key(self, arguments: dict[str, _Any]) -> tuple[Hashable, list[_Any]]:
        """What the bound call and its kernel depend on, and the arrays in the order of the arguments; no key when
        something cannot be one."""
        if not self._plain:
            return None, []
        parts: list[_Any] = [*arguments]
        arrays: list[_Any] = []
        ndarray, inputs, add = np.ndarray, self._inputs, parts.append
        for name, value in arguments.items():
            kind = type(value)
            if kind is ndarray:
                if name not in inputs:
                    return None, []
                arrays.append(value)
                add(value.dtype)
                add(value.shape)
            elif kind is str or kind is int or kind is bool or kind is bytes:
                parts.append(kind)
                parts.append(value)
            elif kind is list:
                for item in value:
                    kind = type(item)
                    if kind is not int and kind is not str and kind is not bool:
                        return None, []
                    parts.append(kind)
                parts.append(tuple(value))
            elif kind is float or kind is complex:
                parts.append(repr(value))  # tells 0.0 from -0.0
            else:
                owner = owner_of(value)
                if owner is None or name not in self._inputs:
                    return None, []
                arrays.append(value)
                parts += (owner.type, owner.index_of(value), value.dtype, value.shape)
        return tuple(parts), arrays

    def _bind(self, arguments: dict[str, _Any], key: Hashable) -> tuple[_Call, list[_Any]]:
        op = self.op
        if op.op_def.is_stateful or op.name == "Placeholder":
            raise FailedPreconditionError(
                f"op '{op.name}' must be run by a Session, because it has state or must be fed: "
                f"write raw_ops.{op.name}(...) and Session().run(...)"
            ).concerns(op=op.name)
        load_ops()
        bound = bind(op.op_def, {name: _to_array(name, value) for name, value in arguments.items()})
        device, index = _device_of(op, bound.inputs)
        kernels = NodeKernels(op, bound.attrs, device.type)
        if {"resources", "functions"} & kernels.uses:
            raise FailedPreconditionError(
                f"op '{op.name}' must be run by a Session: it needs what only a Session has"
            ).concerns(op=op.name)
        inputs = [
            _placed(value, device, index, to_host=kernels.all_on_host or number in kernels.host_inputs)
            for number, value in enumerate(bound.inputs)
        ]
        literals = [
            None if arguments.get(name) is value else value for name, value in zip(bound.names, inputs, strict=True)
        ]
        call = _Call(kernels, device, index, bound.names, literals)
        given = [name for name, value in arguments.items() if _is_array(value)]
        if all(value is None for value in literals) and set(bound.names) == set(given):
            call.order = [given.index(name) for name in bound.names]
        converted = any(
            value is not None and _is_array(arguments[name]) for name, value in zip(bound.names, literals, strict=True)
        )
        if key is not None and not converted:  # an array that was converted differs at each call
            self._calls[key] = call
            while len(self._calls) > _LARGEST_CACHE:
                self._calls.popitem(last=False)
        return call, inputs

    def __reduce__(self) -> str:
        """A pickle has the public path alone: ``graphops.eager`` and the name."""
        return self.op.name

    def __repr__(self) -> str:
        return f"<graphops.eager.{self.op.name}>"


def _to_array(name: str, value: _Any) -> _Any:
    """Raise an error for symbolic tensors; use arrays of other libraries without a copy where DLPack allows it."""
    if hasattr(value, "__graphops_tensor__"):
        raise InvalidTypeError(f"{name} must be an array to compute now, got a symbolic tensor; use raw_ops in a graph")
    if type(value) in (list, tuple) and any(is_foreign(item) for item in value):
        return [_to_array(name, item) for item in value]
    if is_foreign(value):
        found = taken_over(value)
        if found is None:
            kind = type(value).__name__
            raise InvalidTypeError(f"{name} must be an array on a device that graphops knows, got {kind}")
        return found
    return value


def _is_array(value: _Any) -> bool:
    return isinstance(value, np.ndarray) or owner_of(value) is not None


def _device_of(op: Op, inputs: list[_Any]) -> tuple[DeviceType, int]:
    """The device of the arrays; NumPy arrays are copied to the device of the others."""
    found: tuple[DeviceType, int] | None = None
    for value in inputs:
        owner = owner_of(value)
        if owner is None:
            kind = type(value).__name__
            raise InvalidTypeError(f"inputs of op '{op.name}' must be arrays of a known device, got {kind}").concerns(
                op=op.name
            )
        if owner.is_host:
            continue
        place = (owner, owner.index_of(value))
        if found is not None and found != place:
            shown = " and ".join(f"{device.type}:{index}" for device, index in (found, place))
            raise InvalidTypeError(f"inputs of op '{op.name}' must be on one device, got {shown}").concerns(op=op.name)
        found = place
    return found if found is not None else (device_type("CPU"), 0)


def _placed(value: _Any, device: DeviceType, index: int, *, to_host: bool) -> _Any:
    """An input on the device where its kernel reads it."""
    if isinstance(value, np.ndarray):
        return value if to_host else device.copy_in(value, index)
    return device.copy_out(value) if to_host else value


_ops = _OpsByName(EagerOp)
__getattr__ = _ops.get
__dir__ = _ops.names
