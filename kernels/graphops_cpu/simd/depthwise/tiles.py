"""The innermost loops of depthwise convolutions, as LLVM code: a tile of outputs, or of sums, stays in registers.

All offsets and steps are in elements.  A *position* is a pixel of x that a tile reads; output ``t`` of a tile meets tap
``k`` at position ``t * stride + k``, so with stride 1 each loaded vector of x serves as many products as there are
taps.  Dilations are in the steps, not in the code (:mod:`graphops_cpu.simd.depthwise.tables`).

Each tile comes in two forms: *whole*, where every position exists and every lane is a channel, and *guarded*, where
positions outside ``low..high-1`` are skipped (a tap in the padding contributes nothing, not even 0 * infinity), only
``outputs`` outputs exist and only as many lanes as there are channels.  The whole form asks for at least as many
channels as there are lanes.  An intrinsic has the code of all tiles of a kind, and jumps to the one that is asked for.

Tiles of two rows of outputs, and sums for three rows of taps, also ask for so many channels, guarded or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils

from graphops_cpu.simd.compile.intrinsics import intrinsic
from graphops_cpu.simd.compile.vector import Access, Vector, vector_of
from graphops_cpu.simd.depthwise.tables import IN_PAIRS, IN_THREES, OUTPUTS, SUM_OUTPUTS, SUM_UNROLLED, UNROLLED

SUM_SETS: Final = {1: 8, 2: 4, 3: 2, 4: 2, 5: 4, 6: 2}
"""How many sums a tile of :data:`SUM_UNROLLED` for one row of taps keeps for each tap, so that additions need not wait
for one another; they are added at the end, always in the same order."""


class _Code:
    """The LLVM code of one tile."""

    def __init__(self, builder: Any, vector: Vector) -> None:
        self.builder = builder
        self.vector = vector

    def index(self, value: int) -> Any:
        return ir.Constant(ir.IntType(64), value)

    def at(self, offset: Any, count: Any, step: Any) -> Any:
        """``offset + count * step``; ``count`` is a Python int or an LLVM value."""
        if isinstance(count, int):
            if count == 0:
                return offset
            count = self.index(count)
        return self.builder.add(offset, self.builder.mul(count, step))

    def times(self, value: Any, count: int) -> Any:
        return value if count == 1 else self.builder.mul(value, self.index(count))

    @contextmanager
    def tiles(self, count: Any, channels: Any, guarded: bool) -> Iterator[tuple[Any, Any, Any]]:
        """Loops over tiles and over vectors of channels: the tile's number, the first channel, and for the guarded form
        how many lanes are channels.  Else the last vector reaches back over channels that were done already."""
        builder, step = self.builder, self.index(self.vector.lanes)
        vectors = builder.sdiv(builder.add(channels, self.index(self.vector.lanes - 1)), step)
        last = builder.sub(channels, step)
        with cgutils.for_range(builder, count) as tile, cgutils.for_range(builder, vectors) as index:
            channel = builder.mul(index.index, step)
            if guarded:
                yield tile.index, channel, builder.sub(channels, channel)
            else:
                beyond = builder.icmp_signed(">", channel, last)
                yield tile.index, builder.select(beyond, last, channel), None

    @contextmanager
    def vectors(self, channels: Any, guarded: bool) -> Iterator[tuple[Any, Any, Any]]:
        """A loop over vectors of channels: its place in sums, its first channel, its lanes. The last vector reaches
        back over channels that were done already; where there are fewer channels than lanes there is one vector."""
        builder, step = self.builder, self.index(self.vector.lanes)
        vectors = builder.sdiv(builder.add(channels, self.index(self.vector.lanes - 1)), step)
        narrow = builder.icmp_signed("<", channels, step)
        last = builder.select(narrow, self.index(0), builder.sub(channels, step))
        with cgutils.for_range(builder, vectors) as index:
            place = builder.mul(index.index, step)
            first = builder.select(builder.icmp_signed(">", place, last), last, place)
            yield place, first, builder.select(narrow, channels, step) if guarded else None

    def variable(self) -> Any:
        """A vector, 0 at first, which LLVM will keep in a register."""
        place = cgutils.alloca_once(self.builder, self.vector.llvm)
        self.builder.store(ir.Constant(self.vector.llvm, None), place)
        return place

    def add_product(self, place: Any, x: Any, y: Any) -> None:
        self.builder.store(self.vector.fma(self.builder, x, y, self.builder.load(place)), place)

    def total(self, places: Sequence[Any]) -> Any:
        """The sum of variables, always added in the same order."""
        found = [self.builder.load(place) for place in places]
        while len(found) > 1:
            half = len(found) // 2
            left = found[2 * half :]
            found = [self.builder.fadd(found[i], found[i + half]) for i in range(half)] + left
        return found[0]

    @contextmanager
    def where(self, condition: Any) -> Iterator[None]:
        """Code for where ``condition`` holds; ``None``: always."""
        if condition is None:
            yield
        else:
            with self.builder.if_then(condition):
                yield

    def either(self, whole: Any, form: Callable[[bool], None]) -> None:
        """Both forms of a tile, ``form(guarded)``, of which ``whole`` picks one."""
        with self.builder.if_else(whole) as (then, otherwise):
            with then:
                form(False)
            with otherwise:
                form(True)

    def pick(self, number: Any, unrolled: Mapping[tuple[int, int], int], form: Callable[[int, int, int], None]) -> None:
        """All tiles of a table, ``form(number, taps, stride)``, of which ``number`` picks one."""
        end = self.builder.append_basic_block("tiles.end")
        jump = self.builder.switch(number, end)
        for (taps, stride), case in unrolled.items():
            block = self.builder.append_basic_block(f"tiles.{taps}.{stride}")
            jump.add_case(self.index(case), block)
            self.builder.position_at_end(block)
            form(case, taps, stride)
            self.builder.branch(end)
        self.builder.position_at_end(end)

    def pick_form(
        self, number: Any, unrolled: Mapping[tuple[int, int], int], whole: Any,
        form: Callable[[int, int, int, bool], None],
    ) -> None:  # fmt: skip
        """Both forms of all tiles of a table, ``form(number, taps, stride, guarded)``, of which ``number`` and
        ``whole`` pick one."""
        self.pick(number, unrolled, lambda *tile: self.either(whole, partial(form, *tile)))

    def less(self, value: int, limit: Any) -> Any:
        return self.builder.icmp_signed("<", self.index(value), limit)

    def within(self, value: int, low: Any, high: Any) -> Any:
        return self.builder.and_(self.builder.icmp_signed(">=", self.index(value), low), self.less(value, high))


def _output_tiles(rows: int, table: Mapping[tuple[int, int], int]) -> Callable[..., Any]:
    """The intrinsic for tiles of one row of y, or of two rows that meet rows of x together."""

    def typed(  # type: ignore[no-untyped-def]
        typing, number, whole, x, xo, xr, xs, w, wo, w2, wr, ws, ahead, both, behind, y, yo, y2, ys, count, low, high,
        outputs, channels,
    ):  # fmt: skip
        vector = vector_of(x)
        if vector is None or vector_of(w) != vector or vector_of(y) != vector:
            return None

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            (
                number, whole, xv, xo, xr, xs, wv, wo, w2, wr, ws, ahead, both, behind, yv, yo, y2, ys, count, low,
                high, outputs, channels,
            ) = values  # fmt: skip
            xa, wa, ya = (Access(context, builder, array, value) for array, value in ((x, xv), (w, wv), (y, yv)))
            code = _Code(builder, vector)
            stages = [(ahead, (0,)), (both, (0, 1)), (behind, (1,))] if rows == 2 else [(ahead, (0,))]

            def form(_: int, taps: int, stride: int, guarded: bool) -> None:
                with code.tiles(count, channels, guarded and rows == 1) as (index, c, lanes):
                    x_row = builder.add(c, code.at(xo, index, code.times(xs, OUTPUTS * stride)))
                    y_tile = builder.add(c, code.at(yo, index, code.times(ys, OUTPUTS)))
                    w_rows = [builder.add(c, wo), builder.add(c, w2)]
                    sums = [[code.variable() for _ in range(OUTPUTS)] for _ in range(rows)]
                    for count_of_rows, meeting in stages:
                        with cgutils.for_range(builder, count_of_rows) as row:
                            w_now = {i: code.at(w_rows[i], row.index, wr) for i in meeting}
                            filters = {
                                i: [wa.load(code.at(w_now[i], k, ws), lanes) for k in range(taps)] for i in meeting
                            }
                            x_now = code.at(x_row, row.index, xr)
                            for position, met in _positions(taps, stride, OUTPUTS):
                                with code.where(code.within(position, low, high) if guarded else None):
                                    pixel = xa.load(code.at(x_now, position, xs), lanes)
                                    for t, k in met:
                                        for i in meeting:
                                            code.add_product(sums[i][t], pixel, filters[i][k])
                        x_row = code.at(x_row, count_of_rows, xr)
                        for i in meeting:
                            w_rows[i] = code.at(w_rows[i], count_of_rows, wr)
                    for t in range(OUTPUTS):
                        with code.where(code.less(t, outputs) if guarded else None):
                            place = code.at(y_tile, t, ys)
                            for i in range(rows):
                                ya.store(code.at(place, i, y2), builder.load(sums[i][t]), lanes)

            if rows == 1:
                code.pick_form(number, table, whole, form)
            else:  # One form: a branch that always goes the same way costs little beside the products of two rows.
                code.pick(number, table, partial(form, guarded=True))
            return context.get_dummy_value()

        index = types.intp
        return types.void(index, types.boolean, x, *[index] * 3, w, *[index] * 7, y, *[index] * 8), generate

    return typed


output_tiles = intrinsic(_output_tiles(1, UNROLLED))
"""``count`` tiles of a row, each of :data:`OUTPUTS` outputs, for all channels c::

    y[yo + t * ys + c] = sum over r < ahead, k < taps of
                         x[xo + r * xr + (t * stride + k) * xs + c] * w[wo + r * wr + k * ws + c]

for t < count * OUTPUTS.  ``number`` says which taps and stride of :data:`UNROLLED`, ``whole`` which form; ``w2``,
``both``, ``behind`` and ``y2`` mean nothing.
"""

output_tiles_of_two_rows = intrinsic(_output_tiles(2, IN_PAIRS))
"""The same of two rows of y at once, at ``yo`` and at ``yo + y2``, with rows of taps from ``wo`` and from ``w2``.  The
first one alone meets the first ``ahead`` rows of x, both meet the next ``both``, the second one alone the last
``behind``, so each row of x is loaded once for both.  There are at least as many channels as lanes.  Sums are added up
in the same order as in :func:`output_tiles`.  ``whole`` means nothing.
"""


@intrinsic
def output_tiles_of_any(  # type: ignore[no-untyped-def]
    typing, whole, x, xo, xr, xs, w, wo, wr, ws, rows, taps, y, yo, ys, count, p, ps, pk, width, outputs, channels,
):  # fmt: skip
    """As :func:`output_tiles`, for any number of taps and any pixels: output ``t`` meets tap ``k`` at pixel
    ``p + t * ps + k * pk`` of a row of ``width`` pixels (guarded: where there is such a pixel)::

        y[yo + t * ys + c] = sum over r < rows, k < taps of x[xo + r * xr + (p + t * ps + k * pk) * xs + c] * w[...]
    """
    vector = vector_of(x)
    if vector is None or vector_of(w) != vector or vector_of(y) != vector:
        return None

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        (
            whole, xv, xo, xr, xs, wv, wo, wr, ws, rows, taps, yv, yo, ys, count, p, ps, pk, width, outputs, channels,
        ) = values  # fmt: skip
        xa, wa, ya = (Access(context, builder, array, value) for array, value in ((x, xv), (w, wv), (y, yv)))
        code = _Code(builder, vector)

        def form(guarded: bool) -> None:
            with code.tiles(count, channels, guarded) as (index, c, lanes):
                p_tile = code.at(p, index, code.times(ps, OUTPUTS))
                y_tile = builder.add(c, code.at(yo, index, code.times(ys, OUTPUTS)))
                x_tile, w_tile = builder.add(c, xo), builder.add(c, wo)
                sums = [code.variable() for _ in range(OUTPUTS)]
                with cgutils.for_range(builder, rows) as row:
                    x_row, w_row = code.at(x_tile, row.index, xr), code.at(w_tile, row.index, wr)
                    with cgutils.for_range(builder, taps) as tap:
                        weight = wa.load(code.at(w_row, tap.index, ws), lanes)
                        first = code.at(p_tile, tap.index, pk)
                        for t in range(OUTPUTS):
                            pixel = code.at(first, t, ps)
                            inside = builder.icmp_unsigned(
                                "<", pixel, width
                            )  # a negative one is a great unsigned number
                            wanted = builder.and_(inside, code.less(t, outputs)) if guarded else None
                            with code.where(wanted):
                                code.add_product(sums[t], xa.load(code.at(x_row, pixel, xs), lanes), weight)
                for t in range(OUTPUTS):
                    with code.where(code.less(t, outputs) if guarded else None):
                        ya.store(code.at(y_tile, t, ys), builder.load(sums[t]), lanes)

        code.either(whole, form)
        return context.get_dummy_value()

    index = types.intp
    return types.void(types.boolean, x, *[index] * 3, w, *[index] * 5, y, *[index] * 9), generate


def _sum_tiles(row_taps: int, table: Mapping[tuple[int, int], int]) -> Callable[..., Any]:
    """The intrinsic for sums of one row of taps, or of several at once."""

    def typed(  # type: ignore[no-untyped-def]
        typing, number, whole, x, xo, xr, xt, xs, y, yo, yr, ys, rows, tiles, sums, so, st, ss, low, high, count,
        channels,
    ):  # fmt: skip
        vector = vector_of(x)
        if vector is None or vector_of(y) != vector or vector_of(sums) != vector:
            return None

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            (
                number, whole, xv, xo, xr, xt, xs, yv, yo, yr, ys, rows, tiles, sv, so, st, ss, low, high, count,
                channels,
            ) = values  # fmt: skip
            xa, ya, sa = (Access(context, builder, array, value) for array, value in ((x, xv), (y, yv), (sums, sv)))
            code = _Code(builder, vector)

            def form(case: int, taps: int, stride: int, guarded: bool) -> None:
                outputs, sets = SUM_OUTPUTS[case], SUM_SETS[case] if row_taps == 1 else 1
                # A row at a time: its pixels for one vector of channels lie in as many pages of memory as there are
                # pixels, and the next vector finds them at hand.
                with (
                    cgutils.for_range(builder, rows) as row,
                    code.vectors(channels, guarded and row_taps == 1) as (v, c, lanes),
                ):
                    x_row = code.at(builder.add(c, xo), row.index, xr)
                    y_row = code.at(builder.add(c, yo), row.index, yr)
                    s_first = builder.add(v, so)
                    places = [[[code.variable() for _ in range(sets)] for _ in range(taps)] for _ in range(row_taps)]
                    with cgutils.for_range(builder, tiles) as index:
                        x_tile = code.at(x_row, index.index, code.times(xs, outputs * stride))
                        y_tile = code.at(y_row, index.index, code.times(ys, outputs))
                        gradients = []
                        for t in range(outputs):
                            present = None
                            if guarded:
                                present = builder.select(code.less(t, count), lanes or every_lane, code.index(0))
                            gradients.append(ya.load(code.at(y_tile, t, ys), present))
                        for position, met in _positions(taps, stride, outputs):
                            with code.where(code.within(position, low, high) if guarded else None):
                                place = code.at(x_tile, position, xs)
                                pixels = [xa.load(code.at(place, i, xt), lanes) for i in range(row_taps)]
                                for t, k in met:
                                    # An output that does not exist must not meet an infinity, even with a gradient
                                    # of 0.
                                    with code.where(code.less(t, count) if guarded else None):
                                        for pixel, row_sums in zip(pixels, places, strict=True):
                                            code.add_product(row_sums[k][t % sets], pixel, gradients[t])
                    for i, row_sums in enumerate(places):
                        for k in range(taps):
                            place = code.at(code.at(s_first, i, st), k, ss)
                            sa.store(place, builder.fadd(sa.load(place), code.total(row_sums[k])))

            every_lane = code.index(vector.lanes)
            code.pick_form(number, table, whole, form)
            return context.get_dummy_value()

        three, four = [types.intp] * 3, [types.intp] * 4
        arguments = (types.intp, types.boolean, x, *four, y, *three, *three[:2], sums, *three, *four)
        return types.void(*arguments), generate

    return typed


sum_tiles = intrinsic(_sum_tiles(1, SUM_UNROLLED))
"""Add to the sums of one row of taps, for all channels c, what ``rows`` rows of x and y give, in each ``tiles`` times
``outputs`` outputs::

    sums[so + k * ss + c] += sum over r < rows, i < tiles * outputs of
                             x[xo + r * xr + (i * stride + k) * xs + c] * y[yo + r * yr + i * ys + c]

``number`` says which taps and stride of :data:`SUM_UNROLLED`, ``whole`` which form; ``xt`` and ``st`` mean nothing.  A
vector of sums has its own place in ``sums``, also the last one, which reaches back over channels of the one before it.
"""

sum_tiles_of_three_rows = intrinsic(_sum_tiles(3, IN_THREES))
"""The same for three rows of taps at once, whose rows of x are ``xt`` apart and whose sums ``st``: a loaded vector of y
serves three times as many products.  All three rows of x exist, and there are at least as many channels as lanes.
"""


def _positions(taps: int, stride: int, outputs: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The positions that a tile reads, with the (output, tap) pairs that meet there."""
    for position in range((outputs - 1) * stride + taps):
        met = [(t, position - t * stride) for t in range(outputs) if 0 <= position - t * stride < taps]
        if met:
            yield position, met
