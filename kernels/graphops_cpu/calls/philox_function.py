"""LLVM code of the random generator Philox4x32-10, see :mod:`graphops_cpu.lib.philox`.

``philox(target, key, low, high, count)``: the blocks at the counters ``low[n] + 2**64 * high[n]``, as four arrays of
``count`` integers of 64 bits one after the other. Eight blocks at a time, in vectors, and the rest one by one.
"""

from __future__ import annotations

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


def _blocks(p: str, lanes: int, at: str) -> str:
    """The blocks whose numbers begin with ``at``."""
    kind = "i64" if lanes == 1 else f"<{lanes} x i64>"
    shift, mask = _constant(lanes, 32), _constant(lanes, _MASK)
    lines = [_spread(lanes, f"{p}key0", "%key_low"), _spread(lanes, f"{p}key1", "%key_high")]
    for name in ("low", "high"):
        lines += [
            f"  %{p}{name}p = getelementptr i64, i64* %{name}, i64 {at}",
            f"  %{p}{name}v = bitcast i64* %{p}{name}p to {kind}*",
            f"  %{p}{name} = load {kind}, {kind}* %{p}{name}v, align 8",
            f"  %{p}{name}0 = and {kind} %{p}{name}, {mask}",
            f"  %{p}{name}1 = lshr {kind} %{p}{name}, {shift}",
        ]
    words = [f"%{p}low0", f"%{p}low1", f"%{p}high0", f"%{p}high1"]
    for number in range(_ROUNDS):
        code, words = _round(p, lanes, number, words)
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


PHILOX: Final = f"""
define i32 @philox(i64* %target, i64 %key, i64* %low, i64* %high, i64 %count) {{
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
{_blocks("v", _LANES, "%n")}
  %n1 = add i64 %n, {_LANES}
  br label %many
few:
  %m = phi i64 [ %n, %many ], [ %m1, %single ]
  %left = icmp slt i64 %m, %count
  br i1 %left, label %single, label %done
single:
{_blocks("s", 1, "%m")}
  %m1 = add i64 %m, 1
  br label %few
done:
  ret i32 0
}}
"""
CODE: Final = {"philox": PHILOX}
