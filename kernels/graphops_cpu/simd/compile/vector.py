"""SIMD vectors for Numba functions: a value type and the operations on it, each a few machine instructions.

A vector holds as many elements as a register of this CPU: :data:`BITS` / 32 numbers in float32, or :data:`BITS` / 64
in float64.  Which of the two is decided by the array that a vector is loaded from; 16-bit numbers are converted when
they are loaded and rounded (to nearest, ties to even) when they are stored:

==================  =============================  ===================
array of the kernel  numbers in memory              vector's elements
==================  =============================  ===================
float32              float32                        float32
float64              float64                        float64
uint16               bfloat16, as bits              float32
int16                half, as bits                  float32
==================  =============================  ===================

(:func:`graphops_cpu.simd.compile.arrays.flat` makes such arrays.)  So one kernel source serves every dtype; Numba
compiles it once for each.  In the signatures below ``a`` is a 1-d C-contiguous array, ``i`` an element index (no
alignment is needed, nothing is checked), ``v`` a vector::

    lanes(a)              how many elements a vector of a's kind has (a constant of the compiled code)
    load(a, i)            a[i : i + lanes]
    load_part(a, i, n)    the first n lanes of that, the others 0; memory beyond them is not touched; n <= 0: all 0
    load_all(a, i)        a[i] in every lane
    store(a, i, v)        and store_part(a, i, n, v): only the first n lanes
    zero(a), fill(a, s)   0, or the scalar s, in every lane of a vector of a's kind
    add sub mul(v, v)     element-wise, as IEEE 754
    maximum minimum(v, v) the greater, the smaller; where one is NaN, NaN
    fma(x, y, z)          x * y + z, rounded once (where the CPU has no such instruction: rounded twice)
    total(v)              the sum of the lanes, always in the same order, as a scalar
    get(a, i), put(a, i, s)  one element as a float32 (float64) scalar, converted as above

A signalling NaN of 16 bits becomes a quiet one.  float64 arrays of half the lanes are never mixed with float32 ones:
such a call does not compile.

Importing this module imports Numba (see :mod:`graphops_cpu.simd.compile.loops`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import models, register_model

from graphops_cpu.simd.compile.intrinsics import intrinsic

_FEATURES: Final = {name for name, present in binding.get_host_cpu_features().items() if present}


def _register_bits() -> int:
    """The width of a vector: what the CPU has, else what LLVM splits well."""
    chosen = os.environ.get("GRAPHOPS_SIMD_BITS", "")
    if chosen in ("128", "256", "512"):
        return int(chosen)
    if "avx512f" in _FEATURES:
        return 512
    return 256 if "avx2" in _FEATURES else 128


BITS: Final = _register_bits()
"""Bits of a vector; ``GRAPHOPS_SIMD_BITS`` (128, 256, 512) overrides what the CPU offers, for tests."""

ON_X86: Final = binding.get_process_triple().startswith(("x86_64", "i386", "i686"))
"""Whether the processor is of Intel's kind."""

REGISTERS: Final = 32 if BITS == 512 or not ON_X86 else 16
"""How many vectors of :data:`BITS` bits the CPU holds, if it has such vectors."""

HALF_CONVERTS: Final = not ON_X86 or "f16c" in _FEATURES
"""Whether half is converted by the CPU; without, kernels for half must not be compiled."""

_FUSED: Final = not ON_X86 or "fma" in _FEATURES


class Vector(types.Type):  # type: ignore[misc]
    """The Numba type of a vector of ``lanes`` numbers of ``scalar``, ``types.float32`` or ``types.float64``.

    Without ``lanes`` it has as many as a register.
    """

    def __init__(self, scalar: types.Float, lanes: int = 0) -> None:
        self.scalar = scalar
        self.lanes = lanes or BITS // scalar.bitwidth
        super().__init__(name=f"Vector({scalar} x {self.lanes})")

    @property
    def llvm(self) -> ir.VectorType:
        return ir.VectorType(ir.FloatType() if self.scalar == types.float32 else ir.DoubleType(), self.lanes)

    def fma(self, builder: ir.IRBuilder, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
        """The code of ``x * y + z``, rounded once where the CPU can."""
        function = ir.FunctionType(self.llvm, [self.llvm] * 3)
        # Without the instruction llvm.fma is a call per lane into the C library; llvm.fmuladd is then two instructions.
        name = f"llvm.{'fma' if _FUSED else 'fmuladd'}.v{self.lanes}f{self.scalar.bitwidth}"
        return builder.call(cgutils.get_or_insert_function(builder.module, function, name), [x, y, z])


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    """In memory, in registers and as an argument, a vector is LLVM's own."""

    def __init__(self, manager: Any, type_: Vector) -> None:
        super().__init__(manager, type_, type_.llvm)


FLOAT32: Final = Vector(types.float32)
FLOAT64: Final = Vector(types.float64)

# The vector type for each element type of a kernel's arrays.
_VECTOR_OF: Final = {
    types.float32: FLOAT32,
    types.float64: FLOAT64,
    types.uint16: FLOAT32,  # bfloat16
    types.int16: FLOAT32,  # half
}


def vector_of(array: Any) -> Vector | None:
    """The vector type for a Numba array type, ``None`` for what is no such array."""
    if not isinstance(array, types.Array) or array.ndim != 1 or array.layout != "C":
        return None
    return _VECTOR_OF.get(array.dtype)


# ---------------------------------------------------------------------------------------------------------------------
# Conversions between memory and registers, for a scalar (lanes = 0) or a vector.


def _shaped(element: ir.Type, lanes: int) -> ir.Type:
    return ir.VectorType(element, lanes) if lanes else element


_SHORT: Final = {"float": "f32", "double": "f64", "half": "f16", "i16": "i16"}  # in the names of LLVM's functions


def _constant(element: ir.Type, lanes: int, value: int) -> ir.Constant:
    return ir.Constant(_shaped(element, lanes), [value] * lanes if lanes else value)


def _memory_element(dtype: types.Type) -> ir.Type:
    """The element type under which memory is read and written."""
    if dtype == types.float32:
        return ir.FloatType()
    if dtype == types.float64:
        return ir.DoubleType()
    return ir.IntType(16) if dtype == types.uint16 else ir.HalfType()


def _widened(builder: ir.IRBuilder, dtype: types.Type, raw: ir.Value, lanes: int) -> ir.Value:
    """What was read from memory, as float32 or float64."""
    if dtype == types.uint16:  # the upper half of a float32
        word = ir.IntType(32)
        bits = builder.shl(builder.zext(raw, _shaped(word, lanes)), _constant(word, lanes, 16))
        return builder.bitcast(bits, _shaped(ir.FloatType(), lanes))
    if dtype == types.int16:
        return builder.fpext(raw, _shaped(ir.FloatType(), lanes))
    return raw


def _narrowed(builder: ir.IRBuilder, dtype: types.Type, value: ir.Value, lanes: int) -> ir.Value:
    """A float32 or float64 as it is written to memory."""
    if dtype == types.uint16:
        word = ir.IntType(32)
        bits = builder.bitcast(value, _shaped(word, lanes))
        sixteen = _constant(word, lanes, 16)
        odd = builder.and_(builder.lshr(bits, sixteen), _constant(word, lanes, 1))
        # Adding just under half of the last kept place, or exactly half where that place is odd, carries as rounding to
        # nearest even does, up to infinity; only a NaN would be changed by it.
        rounded = builder.lshr(builder.add(builder.add(bits, _constant(word, lanes, 0x7FFF)), odd), sixteen)
        sign = builder.and_(builder.lshr(bits, sixteen), _constant(word, lanes, 0x8000))
        quiet = builder.or_(sign, _constant(word, lanes, 0x7FC0))
        is_nan = builder.fcmp_unordered("uno", value, value)
        return builder.trunc(builder.select(is_nan, quiet, rounded), _shaped(ir.IntType(16), lanes))
    if dtype == types.int16:
        return builder.fptrunc(value, _shaped(ir.HalfType(), lanes))
    return value


def _splat(builder: ir.IRBuilder, scalar: ir.Value, lanes: int) -> ir.Value:
    """A scalar in every lane."""
    vector = ir.VectorType(scalar.type, lanes)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), scalar, ir.IntType(32)(0))
    every = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), every)


def _first_lanes(builder: ir.IRBuilder, count: ir.Value, lanes: int) -> ir.Value:
    """The mask of lanes ``0..count-1``; ``count`` is an intp of any value."""
    indices = ir.Constant(ir.VectorType(count.type, lanes), list(range(lanes)))
    return builder.icmp_signed("<", indices, _splat(builder, count, lanes))


class Access:
    """A kernel's array while LLVM code is generated: reading and writing vectors and elements at an offset.

    For those who write operations of their own; ``offset`` and ``n`` are LLVM values of type intp.
    """

    def __init__(self, context: Any, builder: ir.IRBuilder, array: types.Array, value: ir.Value) -> None:
        self.builder = builder
        self.dtype = array.dtype
        self.vector = _VECTOR_OF[array.dtype]
        self._data = context.make_array(array)(context, builder, value).data

    def load(self, offset: ir.Value, n: ir.Value | None = None) -> ir.Value:
        """A vector; with ``n`` only its first lanes, the others 0."""
        if n is None:
            raw = self.builder.load(self._pointer(offset, self.vector.lanes), align=self._alignment)
        else:
            memory = ir.VectorType(_memory_element(self.dtype), self.vector.lanes)
            raw = self._masked("load", memory, [*self._where(offset, n), ir.Constant(memory, None)], memory)
        return _widened(self.builder, self.dtype, raw, self.vector.lanes)

    def store(self, offset: ir.Value, value: ir.Value, n: ir.Value | None = None) -> None:
        """Write a vector; with ``n`` only its first lanes."""
        memory = _narrowed(self.builder, self.dtype, value, self.vector.lanes)
        if n is None:
            self.builder.store(memory, self._pointer(offset, self.vector.lanes), align=self._alignment)
        else:
            self._masked("store", ir.VoidType(), [memory, *self._where(offset, n)], memory.type)

    def get(self, offset: ir.Value) -> ir.Value:
        """One element, as a scalar of the vector's kind."""
        raw = self.builder.load(self._pointer(offset, 0), align=self._alignment)
        return _widened(self.builder, self.dtype, raw, 0)

    def put(self, offset: ir.Value, scalar: ir.Value) -> None:
        """Write one element."""
        raw = _narrowed(self.builder, self.dtype, scalar, 0)
        self.builder.store(raw, self._pointer(offset, 0), align=self._alignment)

    @property
    def _alignment(self) -> int:
        """That of one element: vectors may lie anywhere among them."""
        return int(self.dtype.bitwidth) // 8

    def _pointer(self, offset: ir.Value, lanes: int) -> ir.Value:
        address = self.builder.gep(self._data, [offset], inbounds=True)
        return self.builder.bitcast(address, ir.PointerType(_shaped(_memory_element(self.dtype), lanes)))

    def _where(self, offset: ir.Value, n: ir.Value) -> list[ir.Value]:
        """Address, alignment and mask, as LLVM's masked operations take them."""
        mask = _first_lanes(self.builder, n, self.vector.lanes)
        return [self._pointer(offset, self.vector.lanes), ir.IntType(32)(self._alignment), mask]

    def _masked(self, name: str, result: ir.Type, arguments: list[ir.Value], vector: ir.VectorType) -> Any:
        full = f"llvm.masked.{name}.v{vector.count}{_SHORT[str(vector.element)]}.p0"
        signature = ir.FunctionType(result, [argument.type for argument in arguments])
        return self.builder.call(cgutils.get_or_insert_function(self.builder.module, signature, full), arguments)


# ---------------------------------------------------------------------------------------------------------------------
# Memory.


@intrinsic
def lanes(typing: Any, a: Any) -> Any:
    """How many elements a vector of this array's kind has."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.get_constant(types.intp, vector.lanes)

    return types.intp(a), generate


@intrinsic
def load(typing: Any, a: Any, i: Any) -> Any:
    """The vector ``a[i : i + lanes]``."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, i = arguments
        return Access(context, builder, a, array).load(i)

    return vector(a, types.intp), generate


@intrinsic
def load_part(typing: Any, a: Any, i: Any, n: Any) -> Any:
    """The first ``n`` lanes of ``a[i : i + lanes]``, the others zero and their memory untouched."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, i, n = arguments
        return Access(context, builder, a, array).load(i, n)

    return vector(a, types.intp, types.intp), generate


@intrinsic
def load_all(typing: Any, a: Any, i: Any) -> Any:
    """``a[i]`` in every lane."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, i = arguments
        return _splat(builder, Access(context, builder, a, array).get(i), vector.lanes)

    return vector(a, types.intp), generate


@intrinsic
def store(typing: Any, a: Any, i: Any, v: Any) -> Any:
    """Write a vector to ``a[i : i + lanes]``."""
    vector = vector_of(a)
    if vector is None or v != vector:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, i, v = arguments
        Access(context, builder, a, array).store(i, v)
        return context.get_dummy_value()

    return types.void(a, types.intp, v), generate


@intrinsic
def store_part(typing: Any, a: Any, i: Any, n: Any, v: Any) -> Any:
    """Write the first ``n`` lanes of a vector to ``a[i : i + n]``."""
    vector = vector_of(a)
    if vector is None or v != vector:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, i, n, v = arguments
        Access(context, builder, a, array).store(i, v, n)
        return context.get_dummy_value()

    return types.void(a, types.intp, types.intp, v), generate


@intrinsic
def put(typing: Any, a: Any, i: Any, s: Any) -> Any:
    """``a[i] = s``, rounded."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, i, s = arguments
        Access(context, builder, a, array).put(i, s)
        return context.get_dummy_value()

    return types.void(a, types.intp, vector.scalar), generate


@intrinsic
def get(typing: Any, a: Any, i: Any) -> Any:
    """``a[i]`` as a float32 (float64) scalar."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, i = arguments
        return Access(context, builder, a, array).get(i)

    return vector.scalar(a, types.intp), generate


# ---------------------------------------------------------------------------------------------------------------------
# Registers.


@intrinsic
def zero(typing: Any, a: Any) -> Any:
    """0 in every lane of a vector of this array's kind."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(vector.llvm, [0.0] * vector.lanes)

    return vector(a), generate


@intrinsic
def fill(typing: Any, a: Any, s: Any) -> Any:
    """A scalar in every lane of a vector of this array's kind."""
    vector = vector_of(a)
    if vector is None:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _splat(builder, arguments[1], vector.lanes)

    return vector(a, vector.scalar), generate


def _binary(name: str, instruction: Callable[[Any, Any, Any], Any], doc: str) -> Any:
    """An operation of two vectors of one type."""

    def typed(typing: Any, x: Any, y: Any) -> Any:
        if not isinstance(x, Vector) or x != y:
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return instruction(builder, *arguments)

        return x(x, y), generate

    typed.__name__ = typed.__qualname__ = name
    typed.__doc__ = doc
    return intrinsic(typed)


def _of_llvm(operation: str) -> Callable[[Any, Any, Any], Any]:
    """An operation for which LLVM has a function over vectors, such as ``llvm.maximum.v16f32``."""

    def instruction(builder: Any, x: Any, y: Any) -> Any:
        short = "f32" if isinstance(x.type.element, ir.FloatType) else "f64"
        signature = ir.FunctionType(x.type, [x.type, x.type])
        name = f"llvm.{operation}.v{x.type.count}{short}"
        return builder.call(cgutils.get_or_insert_function(builder.module, signature, name), [x, y])

    return instruction


add = _binary("add", lambda builder, x, y: builder.fadd(x, y), "``x + y`` in every lane.")
sub = _binary("sub", lambda builder, x, y: builder.fsub(x, y), "``x - y`` in every lane.")
mul = _binary("mul", lambda builder, x, y: builder.fmul(x, y), "``x * y`` in every lane.")
maximum = _binary("maximum", _of_llvm("maximum"), "The greater in every lane; NaN where one is NaN.")
minimum = _binary("minimum", _of_llvm("minimum"), "The smaller in every lane; NaN where one is NaN.")


@intrinsic
def fma(typing: Any, x: Any, y: Any, z: Any) -> Any:
    """``x * y + z`` in every lane, rounded once where the CPU can."""
    if not isinstance(x, Vector) or not x == y == z:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return x.fma(builder, *arguments)

    return x(x, y, z), generate


@intrinsic
def total(typing: Any, v: Any) -> Any:
    """The sum of the lanes: halves are added until one lane is left."""
    if not isinstance(v, Vector):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (value,) = arguments
        count = v.lanes
        while count > 1:
            count //= 2
            undefined = ir.Constant(value.type, ir.Undefined)
            index = ir.VectorType(ir.IntType(32), count)
            lower = builder.shuffle_vector(value, undefined, ir.Constant(index, list(range(count))))
            upper = builder.shuffle_vector(value, undefined, ir.Constant(index, list(range(count, 2 * count))))
            value = builder.fadd(lower, upper)
        return builder.extract_element(value, ir.IntType(32)(0))

    return v.scalar(v), generate
