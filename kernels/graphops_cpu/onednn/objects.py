"""oneDNN's objects, each owned by a Python object, which destroys it and describes it in errors."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from graphops_cpu.onednn.constants import (
    DATA_TYPES,
    FORMAT_ANY,
    IN_ORDER,
    STATUS,
    STRICT_MATHS,
    USER_SCRATCHPAD,
    Algorithm,
    DataType,
    Query,
)
from graphops_cpu.onednn.library import Dims, Library, library
from graphops_registry.errors import InternalError

Handle: TypeAlias = ctypes.c_void_p


class OneDnnError(InternalError):
    """A call of oneDNN failed: its status, and what the call was for.

    Attributes:
        status: dnnl_status_t.
    """

    def __init__(self, status: int, what: str) -> None:
        super().__init__(f"oneDNN must be able to {what}, but it answered: {STATUS.get(status, f'status {status}')}")
        self.status = status


def check(status: int, what: str) -> None:
    """Raise OneDnnError unless ``status`` is success; ``what``: what could not be done."""
    if status:
        raise OneDnnError(status, what)


class Owned:
    """A handle that is destroyed with this object.

    Attributes:
        handle: oneDNN's pointer.
    """

    __slots__ = ("_destroy", "handle")

    def __init__(self, handle: Handle, destroy: Any) -> None:
        self.handle = handle
        self._destroy = destroy

    def __del__(self) -> None:
        destroy = getattr(self, "_destroy", None)  # missing if the constructor failed
        if destroy is not None:
            destroy(self.handle)


def _new(function: Any, what: str, *arguments: Any) -> Handle:
    """The handle that ``function(&handle, *arguments)`` makes."""
    handle = ctypes.c_void_p()
    check(function(ctypes.byref(handle), *arguments), what)
    return handle


def dims(values: Sequence[int]) -> Any:
    """``dnnl_dims_t``."""
    return Dims(*values)


class MemoryDesc(Owned):
    """The layout of an array in memory: sizes, element type, and strides in elements, or a layout of oneDNN's own."""

    __slots__ = ("text",)

    def __init__(self, handle: Handle, text: str) -> None:
        super().__init__(handle, library().calls.memory_desc_destroy)
        self.text = text

    @classmethod
    def strided(cls, shape: Sequence[int], dtype: DataType, strides: Sequence[int]) -> MemoryDesc:
        """An array with these strides, in elements."""
        text = f"{DataType(dtype).name.lower()}{tuple(shape)} with strides {tuple(strides)}"
        make = library().calls.memory_desc_create_with_strides
        return cls(_new(make, f"describe {text}", len(shape), dims(shape), dtype, dims(strides)), text)

    @classmethod
    def dense(cls, shape: Sequence[int], dtype: DataType) -> MemoryDesc:
        """An array in C order."""
        return cls.strided(shape, dtype, dense_strides(shape))

    @classmethod
    def any(cls, shape: Sequence[int], dtype: DataType) -> MemoryDesc:
        """An array in the layout that a primitive likes best."""
        text = f"{DataType(dtype).name.lower()}{tuple(shape)} in any layout"
        make = library().calls.memory_desc_create_with_tag
        return cls(_new(make, f"describe {text}", len(shape), dims(shape), dtype, FORMAT_ANY), text)

    @property
    def size(self) -> int:
        """Bytes that it takes, those of padding inside blocks included."""
        return int(library().calls.memory_desc_get_size(self.handle))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MemoryDesc):
            return NotImplemented
        return bool(library().calls.memory_desc_equal(self.handle, other.handle))

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.text


def dense_strides(shape: Sequence[int]) -> list[int]:
    """The strides of an array in C order, in elements."""
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * max(1, shape[axis + 1])
    return strides


class PostOps:
    """What a primitive does to its result before it writes it, in order."""

    def __init__(self) -> None:
        self._owned = Owned(_new(library().calls.post_ops_create, "make post-ops"), library().calls.post_ops_destroy)
        self.handle = self._owned.handle
        self.count = 0

    def eltwise(self, algorithm: Algorithm, alpha: float = 0.0, beta: float = 0.0) -> None:
        """An element-wise function."""
        append = library().calls.post_ops_append_eltwise
        check(append(self.handle, algorithm, alpha, beta), f"fuse {Algorithm(algorithm).name}")
        self.count += 1

    def binary(self, algorithm: Algorithm, second: MemoryDesc) -> int:
        """An operation with an array that is broadcast to the result; returns the post-op's number."""
        append = library().calls.post_ops_append_binary
        check(append(self.handle, algorithm, second.handle), f"fuse {Algorithm(algorithm).name} with {second}")
        self.count += 1
        return self.count - 1


class Attributes(Owned):
    """How primitives compute: scratch memory from us, float32 never narrowed, and what is fused."""

    __slots__ = ()

    def __init__(self, post_ops: PostOps | None = None) -> None:
        calls = library().calls
        super().__init__(_new(calls.primitive_attr_create, "make attributes"), calls.primitive_attr_destroy)
        check(calls.primitive_attr_set_scratchpad_mode(self.handle, USER_SCRATCHPAD), "take scratch memory")
        check(calls.primitive_attr_set_fpmath_mode(self.handle, STRICT_MATHS), "compute float32 as it is")
        if post_ops is not None and post_ops.count:
            check(calls.primitive_attr_set_post_ops(self.handle, post_ops.handle), "fuse")


class PrimitiveDesc(Owned):
    """What a primitive will do, and by which implementation.

    Args:
        kind: ``convolution_forward``, ``reorder``, ...: ``dnnl_<kind>_primitive_desc_create``.
        arguments: those between the engine and the attributes; for ``reorder`` source and destination.

    Raises:
        OneDnnError: oneDNN cannot do that.
    """

    __slots__ = ("text",)

    def __init__(self, kind: str, *arguments: Any, attributes: Attributes) -> None:
        found = library()
        self.text = f"{kind.replace('_', ' ')} of " + ", ".join(str(a) for a in arguments if isinstance(a, MemoryDesc))
        given = [a.handle if isinstance(a, Owned) else a for a in arguments]
        make = getattr(found.calls, f"{kind}_primitive_desc_create")
        if kind == "reorder":
            given = [given[0], found.engine, given[1], found.engine]
        else:
            given.insert(0, found.engine)
        super().__init__(_new(make, f"do a {self.text}", *given, attributes.handle), found.calls.primitive_desc_destroy)

    @property
    def implementation(self) -> str:
        """oneDNN's name for it: ``jit:avx512_core``, ``brgconv:avx512_core_bf16``, ``ref:any``, ..."""
        name = ctypes.c_char_p()
        check(
            library().calls.primitive_desc_query(self.handle, Query.IMPLEMENTATION, 0, ctypes.byref(name)),
            "name an implementation",
        )
        return (name.value or b"").decode()

    def next_implementation(self) -> bool:
        """Become the next best implementation; false if there is none."""
        return not library().calls.primitive_desc_next_impl(self.handle)

    def memory(self, argument: int) -> MemoryDesc:
        """The layout that the primitive needs for an argument."""
        return self._memory(Query.ARGUMENT, argument)

    @property
    def scratchpad(self) -> MemoryDesc:
        """The memory that it needs while it runs; its size may be 0."""
        return self._memory(Query.SCRATCHPAD, 0)

    @property
    def workspace(self) -> MemoryDesc:
        """The memory that the forward pass fills for the backward pass; its size may be 0."""
        return self._memory(Query.WORKSPACE, 0)

    def _memory(self, query: Query, index: int) -> MemoryDesc:
        calls = library().calls
        borrowed = calls.primitive_desc_query_md(self.handle, query, index)
        text = f"what {self.text} wants as argument {int(index)}"
        return MemoryDesc(_new(calls.memory_desc_clone, f"describe {text}", borrowed), text)


class Primitive(Owned):
    """Machine code for a :class:`PrimitiveDesc`; any number of threads may run it."""

    __slots__ = ()

    def __init__(self, desc: PrimitiveDesc) -> None:
        calls = library().long_calls
        super().__init__(_new(calls.primitive_create, f"make a {desc.text}", desc.handle), calls.primitive_destroy)


class Memory(Owned):
    """An array for a primitive: a description and an address, which belongs to somebody else and may change.

    For one thread at a time.
    """

    __slots__ = ("desc",)

    def __init__(self, desc: MemoryDesc) -> None:
        calls = library().calls
        handle = _new(calls.memory_create, f"make memory of {desc}", desc.handle, library().engine, None)
        super().__init__(handle, calls.memory_destroy)
        self.desc = desc


class Stream(Owned):
    """Where primitives are executed, for one thread."""

    __slots__ = ()

    def __init__(self, found: Library) -> None:
        make = found.calls.stream_create
        super().__init__(_new(make, "make a stream", found.engine, IN_ORDER), found.calls.stream_destroy)


class _PerThread(threading.local):
    stream: Stream | None = None


_per_thread: Final = _PerThread()


def thread_stream() -> Handle:
    """The calling thread's stream."""
    stream = _per_thread.stream
    if stream is None:
        stream = _per_thread.stream = Stream(library())
    return stream.handle


def data_type(dtype: np.dtype[Any]) -> DataType:
    """oneDNN's number for a NumPy dtype; KeyError if it has none."""
    return DATA_TYPES[np.dtype(dtype)]
