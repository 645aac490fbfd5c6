"""LLVM code of the random generator Philox4x32-10, see :mod:`graphops_cpu.lib.philox`.

``philox(target, key, low, high, count)``: the blocks at the counters ``low[n] + 2**64 * high[n]``, as four arrays of
``count`` integers of 64 bits one after the other.

``philox_uniform(target, key, low, high, count)``: the ``4 * count`` numbers of float32 in [0, 1) of the blocks at the
counters ``low + n + 2**64 * high``, where ``low + count`` is less than 2**64. ``philox_uniform64``: the ``2 * count``
numbers of float64.

Eight blocks at a time, in vectors, and the rest one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_LANES: Final = 8
_ROUNDS: Final = 10
_MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)
_MASK: Final = 0xFFFFFFFF


def _constant(lanes: int, value: int) -> str:
    return str(value) if lanes == 1 else f"<{', '.join([f'i64 {value}'] * lanes)}>"


def _spread(lanes: int, name: str, source: str) -> str:
    """``%name``: a number in each lane."""
    if lanes == 1:
        return f"  %{name} = add i64 {source}, 0"
    kind = f"<{lanes} x i64>"
    return f"""  %{name}_one = insertelement {kind} undef, i64 {source}, i32 0
  %{name} = shufflevector {kind} %{name}_one, {kind} undef, <{lanes} x i32> zeroinitializer"""


def _round(p: str, lanes: int, number: int, c: list[str]) -> tuple[str, list[str]]:
    """A round: its code, and the names of the four numbers after it."""
    kind, r = "i64" if lanes == 1 else f"<{lanes} x i64>", f"{p}r{number}_"
    shift, mask = _constant(lanes, 32), _constant(lanes, _MASK)
    code = f"""
  %{r}p0 = mul {kind} {c[0]}, {_constant(lanes, _MULTIPLIERS[0])}
  %{r}p1 = mul {kind} {c[2]}, {_constant(lanes, _MULTIPLIERS[1])}
  %{r}h0 = lshr {kind} %{r}p0, {shift}
  %{r}h1 = lshr {kind} %{r}p1, {shift}
  %{r}x0 = xor {kind} %{r}h1, {c[1]}
  %{r}x1 = xor {kind} %{r}h0, {c[3]}
  %{r}k0 = add {kind} %{p}key0, {_constant(lanes, number * _WEYL[0] & _MASK)}
  %{r}k1 = add {kind} %{p}key1, {_constant(lanes, number * _WEYL[1] & _MASK)}
  %{r}m0 = and {kind} %{r}k0, {mask}
  %{r}m1 = and {kind} %{r}k1, {mask}
  %{r}c0 = xor {kind} %{r}x0, %{r}m0
  %{r}c1 = and {kind} %{r}p1, {mask}
  %{r}c2 = xor {kind} %{r}x1, %{r}m1
  %{r}c3 = and {kind} %{r}p0, {mask}"""
    return code, [f"%{r}c{n}" for n in range(4)]


def _kind(lanes: int, item: str = "i64") -> str:
    return item if lanes == 1 else f"<{lanes} x {item}>"


def _words(p: str, lanes: int) -> tuple[str, list[str]]:
    """The four numbers of the blocks at the counters ``%{p}low`` and ``%{p}high``: the code, and their names."""
    kind, shift, mask = _kind(lanes), _constant(lanes, 32), _constant(lanes, _MASK)
    lines = [_spread(lanes, f"{p}key0", "%key_low"), _spread(lanes, f"{p}key1", "%key_high")]
    for name in ("low", "high"):
        lines += [
            f"  %{p}{name}0 = and {kind} %{p}{name}, {mask}",
            f"  %{p}{name}1 = lshr {kind} %{p}{name}, {shift}",
        ]
    words = [f"%{p}low0", f"%{p}low1", f"%{p}high0", f"%{p}high1"]
    for number in range(_ROUNDS):
        code, words = _round(p, lanes, number, words)
        lines.append(code)
    return "\n".join(lines), words


def _blocks(p: str, lanes: int, at: str) -> str:
    """Of ``philox``: the blocks whose numbers begin with ``at``."""
    kind = _kind(lanes)
    lines: list[str] = []
    for name in ("low", "high"):
        lines += [
            f"  %{p}{name}p = getelementptr i64, i64* %{name}, i64 {at}",
            f"  %{p}{name}v = bitcast i64* %{p}{name}p to {kind}*",
            f"  %{p}{name} = load {kind}, {kind}* %{p}{name}v, align 8",
        ]
    code, words = _words(p, lanes)
    lines.append(code)
    for number, word in enumerate(words):
        lines += [
            f"  %{p}o{number} = mul i64 %count, {number}",
            f"  %{p}t{number} = add i64 %{p}o{number}, {at}",
            f"  %{p}q{number} = getelementptr i64, i64* %target, i64 %{p}t{number}",
            f"  %{p}w{number} = bitcast i64* %{p}q{number} to {kind}*",
            f"  store {kind} {word}, {kind}* %{p}w{number}, align 8",
        ]
    return "\n".join(lines)


def _joined(p: str, name: str, lanes: int, first: str, second: str, group: int, item: str = "float") -> str:
    """``%{p}{name}``: ``group`` numbers of one vector, as many of the other one, and so on."""
    order = [half * lanes + start + n for start in range(0, lanes, group) for half in (0, 1) for n in range(group)]
    chosen = ", ".join(f"i32 {index}" for index in order)
    kind = _kind(lanes, item)
    return f"  %{p}{name} = shufflevector {kind} {first}, {kind} {second}, <{2 * lanes} x i32> <{chosen}>"


def _blocks_at(p: str, lanes: int, at: str) -> tuple[str, list[str]]:
    """The numbers of the blocks that begin with number ``at``: the code, and their names."""
    kind = _kind(lanes)
    steps = "0" if lanes == 1 else f"<{', '.join(f'i64 {n}' for n in range(lanes))}>"
    code, words = _words(p, lanes)
    lines = [
        f"  %{p}start = add i64 %low, {at}",
        _spread(lanes, f"{p}begin", f"%{p}start"),
        f"  %{p}low = add {kind} %{p}begin, {steps}",
        _spread(lanes, f"{p}high", "%high"),
        code,
    ]
    return "\n".join(lines), words


def _uniform64(p: str, lanes: int, at: str) -> str:
    """Of ``philox_uniform64``: the blocks whose numbers begin with ``at``."""
    kind, number = _kind(lanes), _kind(lanes, "double")
    code, words = _blocks_at(p, lanes, at)
    one, ones = 0x3FF0000000000000, "1.0" if lanes == 1 else f"<{', '.join(['double 1.0'] * lanes)}>"
    lines = [code]
    for n, (high, low) in enumerate((words[:2], words[2:])):
        lines += [
            f"  %{p}h{n} = and {kind} {high}, {_constant(lanes, 2**20 - 1)}",
            f"  %{p}s{n} = shl {kind} %{p}h{n}, {_constant(lanes, 32)}",
            f"  %{p}m{n} = or {kind} %{p}s{n}, {low}",
            f"  %{p}e{n} = or {kind} %{p}m{n}, {_constant(lanes, one)}",
            f"  %{p}g{n} = bitcast {kind} %{p}e{n} to {number}",
            f"  %{p}f{n} = fsub {number} %{p}g{n}, {ones}",
        ]
    lines += [
        f"  %{p}place = mul i64 {at}, 2",
        f"  %{p}q = getelementptr double, double* %target, i64 %{p}place",
    ]
    if lanes == 1:
        for n in range(2):
            lines += [
                f"  %{p}q{n} = getelementptr double, double* %{p}q, i64 {n}",
                f"  store double %{p}f{n}, double* %{p}q{n}, align 8",
            ]
        return "\n".join(lines)
    whole = _kind(2 * lanes, "double")
    return "\n".join([
        *lines,
        _joined(p, "all", lanes, f"%{p}f0", f"%{p}f1", 1, "double"),
        f"  %{p}w = bitcast double* %{p}q to {whole}*",
        f"  store {whole} %{p}all, {whole}* %{p}w, align 8",
    ])  # fmt: skip


def _uniform(p: str, lanes: int, at: str) -> str:
    """Of ``philox_uniform``: the blocks whose numbers begin with ``at``."""
    kind, bits, number = _kind(lanes), _kind(lanes, "i32"), _kind(lanes, "float")
    one = 0x3F800000  # 1.0: behind its binary point there is room for 23 bits
    code, words = _blocks_at(p, lanes, at)
    lines = [code]
    for n, word in enumerate(words):
        constants = [
            str(value) if lanes == 1 else f"<{', '.join([f'i32 {value}'] * lanes)}>" for value in (2**23 - 1, one)
        ]
        ones = "1.0" if lanes == 1 else f"<{', '.join(['float 1.0'] * lanes)}>"
        lines += [
            f"  %{p}b{n} = trunc {kind} {word} to {bits}",
            f"  %{p}m{n} = and {bits} %{p}b{n}, {constants[0]}",
            f"  %{p}e{n} = or {bits} %{p}m{n}, {constants[1]}",
            f"  %{p}g{n} = bitcast {bits} %{p}e{n} to {number}",
            f"  %{p}f{n} = fsub {number} %{p}g{n}, {ones}",
        ]
    lines += [
        f"  %{p}place = mul i64 {at}, 4",
        f"  %{p}q = getelementptr float, float* %target, i64 %{p}place",
    ]
    if lanes == 1:
        for n in range(4):
            lines += [
                f"  %{p}q{n} = getelementptr float, float* %{p}q, i64 {n}",
                f"  store float %{p}f{n}, float* %{p}q{n}, align 4",
            ]
        return "\n".join(lines)
    return "\n".join([
        *lines,
        _joined(p, "front", lanes, f"%{p}f0", f"%{p}f1", 1),
        _joined(p, "back", lanes, f"%{p}f2", f"%{p}f3", 1),
        _joined(p, "all", 2 * lanes, f"%{p}front", f"%{p}back", 2),
        f"  %{p}w = bitcast float* %{p}q to {_kind(4 * lanes, 'float')}*",
        f"  store {_kind(4 * lanes, 'float')} %{p}all, {_kind(4 * lanes, 'float')}* %{p}w, align 4",
    ])  # fmt: skip


def _function(name: str, target: str, counters: str, blocks: Callable[[str, int, str], str]) -> str:
    return f"""
define i32 @{name}({target}* %target, i64 %key, {counters} %low, {counters} %high, i64 %count) {{
entry:
  %key_low = and i64 %key, {_MASK}
  %key_high = lshr i64 %key, 32
  %whole = and i64 %count, -{_LANES}
  br label %many
many:
  %n = phi i64 [ 0, %entry ], [ %n1, %vectors ]
  %more = icmp slt i64 %n, %whole
  br i1 %more, label %vectors, label %few
vectors:
{blocks("v", _LANES, "%n")}
  %n1 = add i64 %n, {_LANES}
  br label %many
few:
  %m = phi i64 [ %n, %many ], [ %m1, %single ]
  %left = icmp slt i64 %m, %count
  br i1 %left, label %single, label %done
single:
{blocks("s", 1, "%m")}
  %m1 = add i64 %m, 1
  br label %few
done:
  ret i32 0
}}
"""


CODE: Final = {
    "philox": _function("philox", "i64", "i64*", _blocks),
    "philox_uniform": _function("philox_uniform", "float", "i64", _uniform),
    "philox_uniform64": _function("philox_uniform64", "double", "i64", _uniform64),
}
