"""One version of a model in memory: its signatures, and the Session that runs them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graphops.graph.body_graph import has_effect
from graphops.graph.functions import function_names
from graphops.graph.graph import Node, Tensor
from graphops.session.session import Session
from graphops_registry import dtypes
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    ResourceExhaustedError,
    nearest,
    shorten,
)

Array = np.ndarray[Any, Any]
Dims = tuple[int | None, ...] | None
DEFAULT: Final = "serving_default"


@dataclass(frozen=True)
class ServedSignature:
    """What a model can be asked.

    Attributes:
        inputs, outputs: tensors of the graph by the names that clients see.
        method_name: TensorFlow's word for what it does.
        run: gives the outputs, in their order, for the inputs, in theirs.
        stated: sizes of tensors that the graph does not know, but the model's file states.
        batches: whether rows of several requests may run together: the first axis of all inputs and outputs is unknown,
            and nothing changes state.
    """

    name: str
    inputs: Mapping[str, Tensor]
    outputs: Mapping[str, Tensor]
    method_name: str
    run: Callable[..., Sequence[Any]]
    batches: bool
    stated: Mapping[Tensor, Dims] = field(default_factory=dict)

    def dims(self, tensor: Tensor) -> Dims:
        """The sizes of an input or output as far as they are known; ``None`` for an unknown rank."""
        return _dims(tensor, self.stated)

    def __call__(self, arrays: Mapping[str, Array], largest: int) -> dict[str, Array]:
        """The outputs by name.

        Args:
            arrays: a value for each input.
            largest: bytes that the outputs may have together.

        Raises:
            GraphopsError: values that do not fit, or that a node refuses.
            ResourceExhaustedError: larger outputs.
        """
        found = self.run(*(arrays[name] for name in self.inputs))
        outputs = {
            name: np.asarray(value, dtype=tensor.dtype.numpy_dtype)
            for (name, tensor), value in zip(self.outputs.items(), found, strict=True)
        }
        size = sum(array.nbytes for array in outputs.values())
        if size > largest:
            raise ResourceExhaustedError(f"outputs of an answer must have at most {largest:,} bytes, got {size:,}")
        return outputs


class ServedModel:
    """A version of a model.

    Attributes:
        name: of the model.
        version: its number.
        signatures: by name.
        signature_defs: their messages, where the model came with some.
        seconds: that loading and warming took.
        folders: where it came from, in each spelling that an error may have.
    """

    def __init__(
        self,
        name: str,
        version: int,
        session: Session,
        signatures: Mapping[str, tuple[Mapping[str, Tensor], Mapping[str, Tensor], str]],
        signature_defs: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.session = session
        self.signature_defs = signature_defs or {}
        self.seconds = 0.0
        self.folders: tuple[str, ...] = ()
        self.signatures = {
            each: _signature(session, each, inputs, outputs, method, self.signature_defs.get(each))
            for each, (inputs, outputs, method) in signatures.items()
        }
        self._uses = 0
        self._retired = False
        self._lock = threading.Lock()

    def signature(self, name: str) -> ServedSignature:
        """A signature by its name; ``serving_default`` for the empty text.

        Raises:
            InvalidArgumentError: there is none.
        """
        wanted = name or DEFAULT
        found = self.signatures.get(wanted)
        if found is None:
            known = ", ".join(self.signatures) or "none"
            got = shorten(f"'{wanted}'{nearest(wanted, self.signatures)}")
            raise InvalidArgumentError(f"signature_name of model '{self.name}' must be one of {known}, got {got}")
        return found

    def take(self) -> None:
        """Keep the Session open until :meth:`leave`; only who holds the lock of the models knows that it is still."""
        with self._lock:
            self._uses += 1

    def leave(self) -> None:
        """What :meth:`take` began is over."""
        with self._lock:
            self._uses -= 1
            over = self._retired and not self._uses
        if over:
            self.session.close()

    def retire(self) -> None:
        """Close the Session when nobody uses it any more."""
        with self._lock:
            self._retired = True
            over = not self._uses
        if over:
            self.session.close()


def _signature(
    session: Session,
    name: str,
    inputs: Mapping[str, Tensor],
    outputs: Mapping[str, Tensor],
    method: str,
    definition: Any,
) -> ServedSignature:
    feeds = list(dict.fromkeys(inputs.values()))
    try:
        if len(feeds) != len(inputs):
            raise InvalidArgumentError(f"inputs of signature '{name}' must be different tensors, got one twice")
        run = session.make_callable(list(outputs.values()), feeds)
    except GraphopsError as error:  # other signatures may be right
        run = _raiser(error)
    stated: dict[Tensor, Dims] = {}
    if definition is not None:
        for tensors, infos in ((inputs, definition.inputs), (outputs, definition.outputs)):
            for key, tensor in tensors.items():
                if key in infos and not infos[key].tensor_shape.unknown_rank:
                    sizes = [dim.size for dim in infos[key].tensor_shape.dim]
                    stated[tensor] = tuple(None if size < 0 else size for size in sizes)
    return ServedSignature(name, inputs, outputs, method, run, _batches(inputs, outputs, stated), stated)


def _dims(tensor: Tensor, stated: Mapping[Tensor, Dims]) -> Dims:
    dims = tensor.shape.dims
    if dims is None:
        return stated.get(tensor)
    return tuple(dim if isinstance(dim, int) else None for dim in dims)


def _raiser(error: GraphopsError) -> Callable[..., Any]:
    def run(*_: Any) -> Any:
        raise type(error)(*error.args)

    return run


def _batches(inputs: Mapping[str, Tensor], outputs: Mapping[str, Tensor], stated: Mapping[Tensor, Dims]) -> bool:
    tensors = [*inputs.values(), *outputs.values()]
    if not inputs or not outputs or any(tensor.dtype.is_host_only and tensor.dtype is not dtypes.string
                                        for tensor in tensors):  # fmt: skip
        return False
    for tensor in tensors:
        dims = _dims(tensor, stated)
        if not dims or dims[0] is not None:
            return False
    fed = {tensor.node for tensor in inputs.values()}
    return not _changes_state([tensor.node for tensor in outputs.values()], fed)


def _changes_state(roots: Sequence[Node], fed: set[Node]) -> bool:
    """Whether a node that ``roots`` need has an effect; so has a function that has a node with one."""
    seen: set[Node] = set(fed)
    waiting = [node for node in roots if node not in seen]
    functions: set[str] = set()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        called = function_names(node)
        if called:
            library = node.graph.functions
            for name in called:
                if name in library and name not in functions:
                    functions.add(name)
                    waiting.extend(library[name].graph.nodes)
        elif has_effect(node) and not (node.outputs and all(each.dtype is dtypes.resource for each in node.outputs)):
            return True  # what only makes a handle, of a table, changes nothing
        waiting.extend(tensor.node for tensor in node.inputs)
        waiting.extend(node.control_inputs)
    return False


__all__ = ["DEFAULT", "Dims", "ServedModel", "ServedSignature"]
