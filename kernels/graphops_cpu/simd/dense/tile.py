"""A block of a matrix product that stays in registers: the inner loop of all dense convolutions.

``C[rows, columns] (+)= A[rows, depth] B[depth, columns]`` for :data:`ROWS` rows and one or two vectors of columns.  The
loop over depth is emitted as LLVM code, with each sum in a register of its own: for each step it reads the vectors of
B, then each element of A once, which is multiplied with both.  On CPUs with 32 vector registers 14 rows of two vectors
leave room for B and one element of A; the loop then runs as fast as the multipliers do.

A lies in a scratch array, in one of two ways that differ in which index is contiguous; both have a fixed stride, so
that all addresses are one pointer and constants:

* *by rows*: element (r, k) at ``r * stride(a) + k``: what is summed over is contiguous, as channels of pixels are;
* *by columns*: element (r, k) at ``k * stride(a) + r``: the sum runs over pixels, rows are contiguous channels.

B is a panel: element (k, c) at ``k * (vectors * lanes) + c``.
"""

from __future__ import annotations

from typing import Any, Final

from graphops_cpu.simd.compile.intrinsics import intrinsic
from graphops_cpu.simd.compile.vector import BITS, vector_of

# isort: split
from llvmlite import ir
from numba import types
from numba.core import cgutils

from graphops_cpu.simd.dense.sizes import panel_depth, panel_stride

ROWS: Final = 14 if BITS == 512 else 6
"""Rows of a tile: two sums for each, two vectors of B and one of A must fit into 32 (AVX-512) or 16 registers."""

VECTORS: Final = 2
"""Vectors of columns of the wide tile; the narrow one has one."""

_INT64: Final = ir.IntType(64)
_INT32: Final = ir.IntType(32)


@intrinsic
def depth(typing: Any, a: Any) -> Any:
    """The most that a panel in an array of this kind is deep (a constant of the compiled code)."""
    if vector_of(a) is None:
        return None
    value = panel_depth(a.dtype.bitwidth // 8)
    return types.intp(a), lambda context, builder, signature, arguments: context.get_constant(types.intp, value)


@intrinsic
def stride(typing: Any, a: Any) -> Any:
    """From one row of a panel to the next (a constant of the compiled code)."""
    if vector_of(a) is None:
        return None
    value = panel_stride(a.dtype.bitwidth // 8)
    return types.intp(a), lambda context, builder, signature, arguments: context.get_constant(types.intp, value)


def _tile(by_rows: bool, narrow: bool) -> Any:
    """The intrinsic for a tile of :data:`VECTORS` vectors of columns; ``narrow``: of one where there are no more
    columns than that."""

    @intrinsic
    def tile(
        typing: Any, a: Any, a_at: Any, b: Any, b_at: Any, count: Any, c: Any, c_rows: Any, c_row: Any, c_at: Any,
        rows: Any, columns: Any, add: Any,
    ) -> Any:  # fmt: skip
        """``count`` steps of depth with A from ``a[a_at]`` and the panel B, as wide as the tile, from ``b[b_at]``.

        Row r of the result goes to ``c[c_rows[c_row + r] + c_at :]``: the first ``columns`` columns of the first
        ``rows`` rows; nothing else of c is touched. ``add``: to what is there.
        """
        vector = vector_of(a)
        if vector is None or not a.dtype == b.dtype == c.dtype:
            return None
        index = types.intp
        wanted = types.void(a, index, b, index, index, c, c_rows, index, index, index, index, types.boolean)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            arrays = {place: context.make_array(signature.args[place])(context, builder, arguments[place]).data
                      for place in (0, 2, 5, 6)}  # fmt: skip
            _, a_first, _, b_first, steps, _, _, first_row, c_first, row_count, column_count, adds = arguments
            a_data, c_row = builder.gep(arrays[0], [a_first]), builder.gep(arrays[6], [first_row])
            b_data, c_data = builder.gep(arrays[2], [b_first]), builder.gep(arrays[5], [c_first])

            def emit(vectors: int) -> None:
                emitter = _Emitter(builder, vector.llvm, a.dtype.bitwidth // 8, vectors)
                step = panel_stride(emitter.itemsize)
                sums = emitter.products(a_data, b_data, steps, *((step, 1) if by_rows else (1, step)))
                emitter.write(sums, c_data, c_row, row_count, column_count, adds)

            if narrow:
                several = builder.icmp_signed(">", column_count, _INT64(vector.lanes))
                with builder.if_else(several) as (then, otherwise):
                    with then:
                        emit(VECTORS)
                    with otherwise:
                        emit(1)
            else:
                emit(VECTORS)
            return context.get_dummy_value()

        return wanted, generate

    return tile


class _Emitter:
    """Emits a tile into a function that is being built."""

    def __init__(self, builder: Any, vector: ir.VectorType, itemsize: int, vectors: int) -> None:
        self.builder = builder
        self.vector = vector
        self.itemsize = itemsize
        self.vectors = vectors
        self.zero = ir.Constant(vector, [0.0] * vector.count)
        self.short = f"v{vector.count}f{8 * itemsize}"

    def function(self, name: str, result: ir.Type, arguments: list[ir.Type]) -> Any:
        """One of LLVM's functions over vectors."""
        function_type = ir.FunctionType(result, arguments)
        return cgutils.get_or_insert_function(self.builder.module, function_type, name)

    def splat(self, scalar: ir.Value) -> ir.Value:
        """A scalar in every lane."""
        builder, undefined = self.builder, ir.Constant(ir.VectorType(scalar.type, self.vector.count), ir.Undefined)
        first = builder.insert_element(undefined, scalar, _INT32(0))
        every = ir.Constant(ir.VectorType(_INT32, self.vector.count), [0] * self.vector.count)
        return builder.shuffle_vector(first, undefined, every)

    def vector_at(self, pointer: ir.Value, vector: int) -> ir.Value:
        """The address of a vector so many vectors further."""
        address = self.builder.gep(pointer, [_INT64(vector * self.vector.count)])
        return self.builder.bitcast(address, self.vector.as_pointer())

    def products(self, a: ir.Value, b: ir.Value, steps: ir.Value, row_step: int, depth_step: int) -> Any:
        """The loop over depth. Returns ROWS lists of ``vectors`` sums, zeros for no steps."""
        builder = self.builder
        multiply = self.function(f"llvm.fmuladd.{self.short}", self.vector, [self.vector] * 3)
        before = builder.block
        loop, after = builder.append_basic_block("tile.depth"), builder.append_basic_block("tile.write")
        builder.cbranch(builder.icmp_signed(">", steps, _INT64(0)), loop, after)
        builder.position_at_end(loop)
        k = builder.phi(_INT64)
        k.add_incoming(_INT64(0), before)
        sums = [[builder.phi(self.vector) for _ in range(self.vectors)] for _ in range(ROWS)]
        panel = builder.gep(b, [builder.mul(k, _INT64(self.vectors * self.vector.count))])
        factors = [builder.load(self.vector_at(panel, v), align=self.itemsize) for v in range(self.vectors)]
        first = builder.gep(a, [k if depth_step == 1 else builder.mul(k, _INT64(depth_step))])
        ends = []
        for row, row_sums in enumerate(sums):
            element = self.splat(builder.load(builder.gep(first, [_INT64(row * row_step)])))
            ends.append([builder.call(multiply, [element, f, s]) for f, s in zip(factors, row_sums, strict=True)])
        following = builder.add(k, _INT64(1))
        k.add_incoming(following, loop)
        builder.cbranch(builder.icmp_signed("<", following, steps), loop, after)
        results: list[list[ir.Value]] = []
        builder.position_at_end(after)
        for row_sums, row_ends in zip(sums, ends, strict=True):
            results.append([])
            for start, end in zip(row_sums, row_ends, strict=True):
                start.add_incoming(self.zero, before)
                start.add_incoming(end, loop)
                result = builder.phi(self.vector)
                result.add_incoming(self.zero, before)
                result.add_incoming(end, loop)
                results[-1].append(result)
        return results

    def write(
        self, sums: Any, c: ir.Value, c_rows: ir.Value, rows: ir.Value, columns: ir.Value, adds: ir.Value
    ) -> None:
        """Store the first ``rows`` rows, whole vectors where all columns are wanted."""
        builder = self.builder
        whole, part, end = (builder.append_basic_block(f"tile.{name}") for name in ("whole", "part", "end"))
        width = self.vectors * self.vector.count
        builder.cbranch(builder.icmp_signed(">=", columns, _INT64(width)), whole, part)
        for block in (whole, part):
            builder.position_at_end(block)
            masks = None if block is whole else [self.mask(columns, v) for v in range(self.vectors)]
            for row, row_sums in enumerate(sums):
                if row:
                    more = builder.append_basic_block("tile.row")
                    builder.cbranch(builder.icmp_signed(">", rows, _INT64(row)), more, end)
                    builder.position_at_end(more)
                target = builder.gep(c, [builder.load(builder.gep(c_rows, [_INT64(row)]))])
                self.write_row(row_sums, target, masks, adds)
            builder.branch(end)
        builder.position_at_end(end)

    def write_row(self, sums: Any, target: ir.Value, masks: Any, adds: ir.Value) -> None:
        """Store one row at ``target``, or add it to what is there."""
        builder = self.builder
        before = builder.block
        adding, storing = builder.append_basic_block("tile.add"), builder.append_basic_block("tile.store")
        builder.cbranch(adds, adding, storing)
        builder.position_at_end(adding)
        added = [builder.fadd(self.load(target, v, masks), s) for v, s in enumerate(sums)]
        builder.branch(storing)
        builder.position_at_end(storing)
        for v, (plain, total) in enumerate(zip(sums, added, strict=True)):
            value = builder.phi(self.vector)
            value.add_incoming(plain, before)
            value.add_incoming(total, adding)
            added[v] = value
        for v, value in enumerate(added):
            self.store(value, target, v, masks)

    def mask(self, columns: ir.Value, vector: int) -> ir.Value:
        """Which lanes of the tile's vector are among the first ``columns`` columns."""
        first = vector * self.vector.count
        lanes = ir.Constant(ir.VectorType(_INT64, self.vector.count), list(range(first, first + self.vector.count)))
        return self.builder.icmp_signed("<", lanes, self.splat(columns))

    def load(self, target: ir.Value, vector: int, masks: Any) -> ir.Value:
        pointer = self.vector_at(target, vector)
        if masks is None:
            return self.builder.load(pointer, align=self.itemsize)
        arguments = [pointer, _INT32(self.itemsize), masks[vector], self.zero]
        types_ = [argument.type for argument in arguments]
        return self.builder.call(self.function(f"llvm.masked.load.{self.short}.p0", self.vector, types_), arguments)

    def store(self, value: ir.Value, target: ir.Value, vector: int, masks: Any) -> None:
        pointer = self.vector_at(target, vector)
        if masks is None:
            self.builder.store(value, pointer, align=self.itemsize)
            return
        arguments = [value, pointer, _INT32(self.itemsize), masks[vector]]
        types_ = [argument.type for argument in arguments]
        self.builder.call(self.function(f"llvm.masked.store.{self.short}.p0", ir.VoidType(), types_), arguments)


rows_tile = _tile(by_rows=True, narrow=True)
columns_tile = _tile(by_rows=False, narrow=True)
rows_wide = _tile(by_rows=True, narrow=False)
