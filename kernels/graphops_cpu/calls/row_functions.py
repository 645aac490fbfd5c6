"""LLVM code of functions that copy, pick and look at elements, see :mod:`graphops_cpu.calls.functions`.

* ``fold(loop, data, target, source, table)``: calls of a ufunc's loop of two inputs, the first of which is the result.
  ``table`` has how many blocks there are and rows in each, the bytes from one block of the target to the next, from one
  block of the source to the next and from one row to the next, and the number of elements with their three steps.
* ``copy_blocks(target, source, size, n0, step0, n1, step1, n2, step2, n3, step3)``: copy blocks of ``size`` bytes to
  one place after the other. They lie in the source at the steps of four nested loops, the last one the innermost.
* ``has_zero32(values, count)``, ``has_zero64``: 1 if one of so many integers is 0.
* ``gather32(target, values, indices, outer, count, limit, size, index_step)``, ``gather64``: for each of ``outer``
  blocks of ``limit`` rows of ``size`` bytes copy the rows that ``count`` indices name; the indices of the next block
  lie ``index_step`` indices further. Returns 1 at an index outside [0, limit).
* ``gather_at32(target, values, indices, count, size, depth, sizes)``, ``gather_at64``: copy the block of ``size`` bytes
  at each of ``count`` groups of ``depth`` indices into an array whose first sizes are ``sizes``. Returns 1 likewise.
* ``one_hot32(target, indices, on, off, before, depth, after, size)``, ``one_hot64``: values of ``size`` bytes: ``on``
  where the position along the axis in the middle is the index, elsewhere ``off``.
"""

from __future__ import annotations

from typing import Final

from graphops_cpu.calls.assembly import counted, word_at

BLOCKS: Final = 0
ROWS: Final = 1
TARGET_BLOCK: Final = 2
SOURCE_BLOCK: Final = 3
SOURCE_ROW: Final = 4
COUNT: Final = 5
STEPS: Final = 6
"""Where the words of the table of ``fold`` lie."""

_FOLD_ROW: Final = """
  %x0 = mul i64 %r, %source_row
  %x = add i64 %s, %x0
  store i64 %t, i64* %first
  store i64 %x, i64* %second
  store i64 %t, i64* %third
  call void %loop(i64* %first, i64* %number, i64* %steps, i64 %data)"""
_FOLD_BLOCK: Final = f"""
  %t0 = mul i64 %b, %target_block
  %t = add i64 %target, %t0
  %s0 = mul i64 %b, %source_block
  %s = add i64 %source, %s0
{counted("r", "b_body", "%rows", _FOLD_ROW)}"""
_FOLD: Final = f"""
define i32 @fold(i64 %address, i64 %data, i64 %target, i64 %source, i64* %table) {{
entry:
  %loop = inttoptr i64 %address to void (i64*, i64*, i64*, i64)*
  %first = alloca i64, i64 3
  %second = getelementptr i64, i64* %first, i64 1
  %third = getelementptr i64, i64* %first, i64 2
  %number = getelementptr i64, i64* %table, i64 {COUNT}
  %steps = getelementptr i64, i64* %table, i64 {STEPS}
{word_at("blocks", "%table", BLOCKS)}
{word_at("rows", "%table", ROWS)}
{word_at("target_block", "%table", TARGET_BLOCK)}
{word_at("source_block", "%table", SOURCE_BLOCK)}
{word_at("source_row", "%table", SOURCE_ROW)}
{counted("b", "entry", "%blocks", _FOLD_BLOCK, "r_done")}
  ret i32 0
}}
"""


def _moved(size: str) -> str:
    """Copy a block of bytes from ``%from`` to ``%to``."""
    return f"  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %to, i8* %from, i64 {size}, i1 false)"


_BLOCK: Final = f"""
  %sl0 = mul i64 %l, %d3
  %sl = add i64 %sk, %sl0
  %tl0 = add i64 %tk, %l
  %tl = mul i64 %tl0, %size
  %from = getelementptr i8, i8* %source, i64 %sl
  %to = getelementptr i8, i8* %target, i64 %tl
{_moved("%size")}"""
_BLOCKS_3: Final = f"""
  %sk0 = mul i64 %k, %d2
  %sk = add i64 %sj, %sk0
  %tk0 = mul i64 %k, %n3
  %tk = add i64 %tj, %tk0
{counted("l", "k_body", "%n3", _BLOCK)}"""
_BLOCKS_2: Final = f"""
  %sj0 = mul i64 %j, %d1
  %sj = add i64 %si, %sj0
  %tj0 = mul i64 %j, %rest2
  %tj = add i64 %ti, %tj0
{counted("k", "j_body", "%n2", _BLOCKS_3, "l_done")}"""
_BLOCKS_1: Final = f"""
  %si = mul i64 %i, %d0
  %ti = mul i64 %i, %rest0
{counted("j", "i_body", "%n1", _BLOCKS_2, "k_done")}"""
_COPY_BLOCKS: Final = f"""
define i32 @copy_blocks(i8* %target, i8* %source, i64 %size, i64 %n0, i64 %d0, i64 %n1, i64 %d1, i64 %n2, i64 %d2,
    i64 %n3, i64 %d3) {{
entry:
  %rest2 = mul i64 %n2, %n3
  %rest0 = mul i64 %n1, %rest2
{counted("i", "entry", "%n0", _BLOCKS_1, "j_done")}
  ret i32 0
}}
"""


def _index(bits: int, place: str) -> str:
    """``%index``: the integer with the number ``place`` among ``%indices``."""
    wider = "add i64 0, %index0" if bits == 64 else "sext i32 %index0 to i64"
    return f"""  %index_place = getelementptr i{bits}, i{bits}* %indices, i64 {place}
  %index0 = load i{bits}, i{bits}* %index_place
  %index = {wider}"""


def _has_zero(bits: int) -> str:
    look = f"""
  %place = getelementptr i{bits}, i{bits}* %values, i64 %n
  %value = load i{bits}, i{bits}* %place
  %zero = icmp eq i{bits} %value, 0
  br i1 %zero, label %bad, label %good
good:"""
    return f"""
define i32 @has_zero{bits}(i{bits}* %values, i64 %count) {{
entry:
{counted("n", "entry", "%count", look, "good")}
  ret i32 0
bad:
  ret i32 1
}}
"""


def _gather(bits: int) -> str:
    row = f"""
  %which = add i64 %first_index, %n
{_index(bits, "%which")}
  %inside = icmp ult i64 %index, %limit
  br i1 %inside, label %good, label %bad
good:
  %row = add i64 %first_row, %index
  %offset = mul i64 %row, %size
  %from = getelementptr i8, i8* %values, i64 %offset
  %place = add i64 %first_target, %n
  %written = mul i64 %place, %size
  %to = getelementptr i8, i8* %target, i64 %written
{_moved("%size")}"""
    block = f"""
  %first_index = mul i64 %o, %index_step
  %first_row = mul i64 %o, %limit
  %first_target = mul i64 %o, %count
{counted("n", "o_body", "%count", row, "good")}"""
    return f"""
define i32 @gather{bits}(i8* %target, i8* %values, i{bits}* %indices, i64 %outer, i64 %count, i64 %limit, i64 %size,
    i64 %index_step) {{
entry:
{counted("o", "entry", "%outer", block, "n_done")}
  ret i32 0
bad:
  ret i32 1
}}
"""


def _gather_at(bits: int) -> str:
    entry = f"""
  %group = mul i64 %n, %depth
  br label %axis
axis:
  %d = phi i64 [ 0, %n_body ], [ %d1, %good ]
  %row = phi i64 [ 0, %n_body ], [ %row1, %good ]
  %more = icmp slt i64 %d, %depth
  br i1 %more, label %look, label %copy
look:
  %which = add i64 %group, %d
{_index(bits, "%which")}
{word_at("limit", "%sizes", "%d")}
  %inside = icmp ult i64 %index, %limit
  br i1 %inside, label %good, label %bad
good:
  %row0 = mul i64 %row, %limit
  %row1 = add i64 %row0, %index
  %d1 = add i64 %d, 1
  br label %axis
copy:
  %offset = mul i64 %row, %size
  %from = getelementptr i8, i8* %values, i64 %offset
  %written = mul i64 %n, %size
  %to = getelementptr i8, i8* %target, i64 %written
{_moved("%size")}"""
    return f"""
define i32 @gather_at{bits}(i8* %target, i8* %values, i{bits}* %indices, i64 %count, i64 %size, i64 %depth,
    i64* %sizes) {{
entry:
{counted("n", "entry", "%count", entry, "copy")}
  ret i32 0
bad:
  ret i32 1
}}
"""


def _one_hot(bits: int) -> str:
    element = f"""
  %which = add i64 %first_index, %a
{_index(bits, "%which")}
  %is = icmp eq i64 %index, %d
  %from = select i1 %is, i8* %on, i8* %off
  %place = add i64 %row, %a
  %written = mul i64 %place, %size
  %to = getelementptr i8, i8* %target, i64 %written
{_moved("%size")}"""
    row = f"""
  %row0 = add i64 %first_row, %d
  %row = mul i64 %row0, %after
{counted("a", "d_body", "%after", element)}"""
    block = f"""
  %first_index = mul i64 %b, %after
  %first_row = mul i64 %b, %depth
{counted("d", "b_body", "%depth", row, "a_done")}"""
    return f"""
define i32 @one_hot{bits}(i8* %target, i{bits}* %indices, i8* %on, i8* %off, i64 %before, i64 %depth, i64 %after,
    i64 %size) {{
entry:
{counted("b", "entry", "%before", block, "d_done")}
  ret i32 0
}}
"""


CODE: Final = {
    "fold": _FOLD,
    "copy_blocks": _COPY_BLOCKS,
    **{f"{name}{bits}": make(bits)
       for name, make in (("has_zero", _has_zero), ("gather", _gather), ("gather_at", _gather_at),
                          ("one_hot", _one_hot))
       for bits in (32, 64)},
}  # fmt: skip
"""Of each function by its name."""
