"""LLVM code of functions that there are for several dtypes, see :mod:`graphops_cpu.calls.functions`.

* ``cast_float32_int64(target, source, count)`` and so on: numbers as those of another dtype.
* ``best_max_float32_int64(target, source, blocks, rows, columns)`` and so on, ``min`` too: for each block and column
  the number of the row that holds the largest, of equal ones the first. A NaN counts as the value that every other one
  beats or equals.
* ``top_float32_int64(values, places, source, rows, size, k)`` and so on: the ``k`` largest of each row of ``size``
  numbers in descending order and their places, of equal ones the first; NaN last. ``k`` is at least 1 and at most
  ``size``.
* ``choose8(target, conditions, x, y, count)``, ``choose32`` and ``choose64``: for each of ``count`` bools the number of
  so many bits of ``x``, or that of ``y``.
* ``add_rows_float32(total, data, ids, rows, columns, limit)`` and ``float64``: add each row of ``data`` to the row of
  ``total``, (limit, columns) in float64, that its id names, one after the other. Returns 1 at an id outside [0, limit).
"""

from __future__ import annotations

from typing import Final

from graphops_cpu.calls.assembly import counted

_TYPES: Final = {"bool": "i8", "int32": "i32", "int64": "i64", "float32": "float", "float64": "double"}
PLACES: Final = ("int32", "int64")
"""dtypes of places among other numbers."""

_INFINITY: Final = {1: "0x7FF0000000000000", -1: "0xFFF0000000000000"}  # of float, too: LLVM writes both in 64 bits


def _converted(source: str, target: str) -> str:
    """``%y``: ``%x`` as the other dtype."""
    from_type, to_type = _TYPES[source], _TYPES[target]
    if target == "bool":
        test = "fcmp une" if source.startswith("float") else "icmp ne"
        zero = "0.0" if source.startswith("float") else "0"
        return f"  %is = {test} {from_type} %x, {zero}\n  %y = zext i1 %is to i8"
    if source.startswith("float"):
        how = ("fpext" if source == "float32" else "fptrunc") if target.startswith("float") else "fptosi"
    elif target.startswith("float"):
        how = "uitofp" if source == "bool" else "sitofp"
    else:
        how = "zext" if source == "bool" else "sext" if target == "int64" else "trunc"
    return f"  %y = {how} {from_type} %x to {to_type}"


def _cast(source: str, target: str) -> str:
    from_type, to_type = _TYPES[source], _TYPES[target]
    element = f"""
  %from = getelementptr {from_type}, {from_type}* %source, i64 %n
  %x = load {from_type}, {from_type}* %from
{_converted(source, target)}
  %to = getelementptr {to_type}, {to_type}* %target, i64 %n
  store {to_type} %y, {to_type}* %to"""
    return f"""
define i32 @cast_{source}_{target}({to_type}* %target, {from_type}* %source, i64 %count) {{
entry:
{counted("n", "entry", "%count", element)}
  ret i32 0
}}
"""


def _choose(bits: int) -> str:
    kind = f"i{bits}"
    element = f"""
  %condition_place = getelementptr i8, i8* %conditions, i64 %n
  %condition = load i8, i8* %condition_place
  %holds = icmp ne i8 %condition, 0
  %x_place = getelementptr {kind}, {kind}* %x, i64 %n
  %one = load {kind}, {kind}* %x_place
  %y_place = getelementptr {kind}, {kind}* %y, i64 %n
  %other = load {kind}, {kind}* %y_place
  %chosen = select i1 %holds, {kind} %one, {kind} %other
  %to = getelementptr {kind}, {kind}* %target, i64 %n
  store {kind} %chosen, {kind}* %to"""
    return f"""
define i32 @choose{bits}({kind}* %target, i8* %conditions, {kind}* %x, {kind}* %y, i64 %count) {{
entry:
{counted("n", "entry", "%count", element)}
  ret i32 0
}}
"""


def _add_rows(dtype: str) -> str:
    wide = "%x" if dtype == "float64" else "%y"
    element = f"""
  %from0 = add i64 %source_row, %c
  %from = getelementptr {_TYPES[dtype]}, {_TYPES[dtype]}* %data, i64 %from0
  %x = load {_TYPES[dtype]}, {_TYPES[dtype]}* %from
{"" if dtype == "float64" else _converted(dtype, "float64")}
  %to0 = add i64 %target_row, %c
  %to = getelementptr double, double* %total, i64 %to0
  %before = load double, double* %to
  %sum = fadd double %before, {wide}
  store double %sum, double* %to"""
    row = f"""
  %id_place = getelementptr i64, i64* %ids, i64 %r
  %id = load i64, i64* %id_place
  %is_inside = icmp ult i64 %id, %limit
  br i1 %is_inside, label %inside, label %refuse
inside:
  %target_row = mul i64 %id, %columns
  %source_row = mul i64 %r, %columns
{counted("c", "inside", "%columns", element)}"""
    return f"""
define i32 @add_rows_{dtype}(double* noalias %total, {_TYPES[dtype]}* noalias %data, i64* noalias %ids, i64 %rows,
                             i64 %columns, i64 %limit) {{
entry:
{counted("r", "entry", "%rows", row, "c_done")}
  ret i32 0
refuse:
  ret i32 1
}}
"""


def _beats(name: str, dtype: str, sign: int, one: str, other: str) -> str:
    """``%name``: whether a number is above, or for a negative sign below, another one."""
    if dtype.startswith("float"):
        test = "fcmp ogt" if sign > 0 else "fcmp olt"
    else:
        test = f"icmp {'u' if dtype == 'bool' else 's'}{'gt' if sign > 0 else 'lt'}"
    return f"  %{name} = {test} {_TYPES[dtype]} {one}, {other}"


def _best(word: str, dtype: str, place: str) -> str:
    kind, to_type, sign = _TYPES[dtype], _TYPES[place], 1 if word == "max" else -1
    least = _INFINITY[-sign]

    def loaded(name: str, row: str) -> str:
        lines = f"""  %{name}_row = add i64 %first_row, {row}
  %{name}_at0 = mul i64 %{name}_row, %columns
  %{name}_at = add i64 %{name}_at0, %c
  %{name}_place = getelementptr {kind}, {kind}* %source, i64 %{name}_at
  %{name}0 = load {kind}, {kind}* %{name}_place
"""
        if not dtype.startswith("float"):
            return f"{lines}  %{name} = add {kind} %{name}0, 0"
        return f"""{lines}  %{name}_nan = fcmp uno {kind} %{name}0, %{name}0
  %{name} = select i1 %{name}_nan, {kind} {least}, {kind} %{name}0"""

    column = f"""
{loaded("x", "0")}
  br label %look
look:
  %r = phi i64 [ 1, %c_body ], [ %r1, %next ]
  %best = phi {kind} [ %x, %c_body ], [ %best1, %next ]
  %found = phi i64 [ 0, %c_body ], [ %found1, %next ]
  %more = icmp slt i64 %r, %rows
  br i1 %more, label %next, label %write
next:
{loaded("y", "%r")}
{_beats("better", dtype, sign, "%y", "%best")}
  %best1 = select i1 %better, {kind} %y, {kind} %best
  %found1 = select i1 %better, i64 %r, i64 %found
  %r1 = add i64 %r, 1
  br label %look
write:
  %at = add i64 %first_target, %c
  %to = getelementptr {to_type}, {to_type}* %target, i64 %at
  %result = {"add i64 0, %found" if place == "int64" else "trunc i64 %found to i32"}
  store {to_type} %result, {to_type}* %to"""
    block = f"""
  %first_row = mul i64 %b, %rows
  %first_target = mul i64 %b, %columns
{counted("c", "b_body", "%columns", column, "write")}"""
    return f"""
define i32 @best_{word}_{dtype}_{place}({to_type}* %target, {kind}* %source, i64 %blocks, i64 %rows, i64 %columns) {{
entry:
{counted("b", "entry", "%blocks", block, "c_done")}
  ret i32 0
}}
"""


def _top(dtype: str, place: str) -> str:
    """``top``: the best so far stand in order; each number moves up from their end past those that it beats."""
    kind, to_type = _TYPES[dtype], _TYPES[place]
    before = _beats("above", dtype, 1, "%x", "%other")
    if dtype.startswith("float"):
        before = f"""{_beats("larger", dtype, 1, "%x", "%other")}
  %x_number = fcmp ord {kind} %x, %x
  %other_nan = fcmp uno {kind} %other, %other
  %alone = and i1 %x_number, %other_nan
  %above = or i1 %larger, %alone"""
    number = f"""
  %which = add i64 %first_source, %n
  %from = getelementptr {kind}, {kind}* %source, i64 %which
  %x = load {kind}, {kind}* %from
  %full = icmp sge i64 %n, %k
  %held = select i1 %full, i64 %k, i64 %n
  br label %compare
compare:
  %end = phi i64 [ %held, %n_body ], [ %before, %move ], [ %before, %drop ]
  %begins = icmp eq i64 %end, 0
  br i1 %begins, label %insert, label %look
look:
  %before = add i64 %end, -1
  %at = add i64 %first_target, %before
  %value_place = getelementptr {kind}, {kind}* %values, i64 %at
  %other = load {kind}, {kind}* %value_place
{before}
  br i1 %above, label %shift, label %insert
shift:
  %last = icmp eq i64 %end, %k
  br i1 %last, label %drop, label %move
drop:
  br label %compare
move:
  %index_place = getelementptr {to_type}, {to_type}* %places, i64 %at
  %index = load {to_type}, {to_type}* %index_place
  %next_value = getelementptr {kind}, {kind}* %value_place, i64 1
  store {kind} %other, {kind}* %next_value
  %next_index = getelementptr {to_type}, {to_type}* %index_place, i64 1
  store {to_type} %index, {to_type}* %next_index
  br label %compare
insert:
  %fits = icmp slt i64 %end, %k
  br i1 %fits, label %write, label %passed
write:
  %to = add i64 %first_target, %end
  %new_value = getelementptr {kind}, {kind}* %values, i64 %to
  store {kind} %x, {kind}* %new_value
  %new_place = getelementptr {to_type}, {to_type}* %places, i64 %to
  %number = {"add i64 0, %n" if place == "int64" else "trunc i64 %n to i32"}
  store {to_type} %number, {to_type}* %new_place
  br label %passed
passed:"""
    row = f"""
  %first_source = mul i64 %r, %size
  %first_target = mul i64 %r, %k
{counted("n", "r_body", "%size", number, "passed")}"""
    return f"""
define i32 @top_{dtype}_{place}({kind}* %values, {to_type}* %places, {kind}* %source, i64 %rows, i64 %size, i64 %k) {{
entry:
{counted("r", "entry", "%rows", row, "n_done")}
  ret i32 0
}}
"""


CODE: Final = {
    **{f"choose{bits}": _choose(bits) for bits in (8, 32, 64)},
    **{f"add_rows_{dtype}": _add_rows(dtype) for dtype in ("float32", "float64")},
    **{f"cast_{source}_{target}": _cast(source, target)
       for source in _TYPES for target in _TYPES if source != target},
    **{f"best_{word}_{dtype}_{place}": _best(word, dtype, place)
       for word in ("max", "min") for dtype in _TYPES for place in PLACES},
    **{f"top_{dtype}_{place}": _top(dtype, place)
       for dtype in ("int32", "int64", "float32") for place in PLACES},
}  # fmt: skip
"""Of each function by its name."""
