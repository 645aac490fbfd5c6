"""LLVM code of the functions of loops, see :mod:`graphops_cpu.calls.machine`.

A sequence is described by words: the address of a table with the addresses of its elements, 0 for those that are not
there; how many there are; where the first element that is written lies, the others after it; the address of a byte for
each element, 1 for those that were read; whether an element can be read once; how many elements were added at the end,
and for how many there is memory; the address of the element that was the last one when it was read the last time. The
functions take the address of a cell with the address of the words.
"""

from __future__ import annotations

from typing import Final

from graphops_cpu.calls.assembly import counted

TABLE: Final = 0
COUNT: Final = 1
STORAGE: Final = 2
MARKS: Final = 3
FORGETS: Final = 4
PUSHED: Final = 5
CAPACITY: Final = 6
LAST: Final = 7
WORDS: Final = 8

ENDED: Final = 0
GOES_ON: Final = 1
FAILED: Final = 2
"""What ``repeat`` returns."""

REPEAT: Final = f"""
define i64 @repeat(
    i64* %words, i64 %start, i64 %body, i64 %stop, i8* %predicate, i64 %most, i64* %turns) {{
entry:
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %n1, %next ]
  %failed = call i64 @run(i64* %words, i64 %start, i64 %body)
  %fine = icmp slt i64 %failed, 0
  br i1 %fine, label %decide, label %done
decide:
  %holds = load i8, i8* %predicate
  %goes = icmp ne i8 %holds, 0
  br i1 %goes, label %bounded, label %done
bounded:
  %more = icmp slt i64 %n, %most
  br i1 %more, label %turn, label %done
turn:
  %wrong = call i64 @run(i64* %words, i64 %body, i64 %stop)
  %n1 = add i64 %n, 1
  %whole = icmp slt i64 %wrong, 0
  br i1 %whole, label %next, label %done
next:
  br label %loop
done:
  %status = phi i64 [ {FAILED}, %loop ], [ {ENDED}, %decide ], [ {GOES_ON}, %bounded ], [ {FAILED}, %turn ]
  store i64 %n, i64* %turns
  ret i64 %status
}}
"""


def _word(name: str, number: int) -> str:
    """Load a word of a description."""
    return f"""  %{name}p = getelementptr i64, i64* %sequence, i64 {number}
  %{name} = load i64, i64* %{name}p"""


_BEGIN: Final = """
entry:
  %words = load i64, i64* %cell
  %sequence = inttoptr i64 %words to i64*"""

_ENTRY: Final = f"""{_BEGIN}
{_word("count", COUNT)}
{_word("table", TABLE)}
  %narrow = load i32, i32* %index
  %at = sext i32 %narrow to i64
  %inside = icmp ult i64 %at, %count
  br i1 %inside, label %body, label %outside
outside:
  ret i32 1
body:
  %entries = inttoptr i64 %table to i64*
  %place = getelementptr i64, i64* %entries, i64 %at
  %element = load i64, i64* %place
"""

_READ: Final = f"""
define i32 @read_element(i64* %cell, i32* %index, i8* %target, i64 %size) {{{_ENTRY}
  %there = icmp ne i64 %element, 0
  br i1 %there, label %copy, label %outside
copy:
  %source = inttoptr i64 %element to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %target, i8* %source, i64 %size, i1 false)
  ret i32 0
}}
"""

_CHECK: Final = f"""
define i32 @check_element(i64* %cell, i32* %index, i64 %once) {{{_ENTRY}
  %there = icmp ne i64 %element, 0
  %matters = icmp ne i64 %once, 0
  %wrong = and i1 %there, %matters
  br i1 %wrong, label %outside, label %good
good:
  ret i32 0
}}
"""

_WRITE: Final = f"""
define i32 @write_element(i64* %cell, i32* %index, i8* %source, i64 %size) {{{_ENTRY}
{_word("storage", STORAGE)}
  %offset = mul i64 %at, %size
  %address = add i64 %storage, %offset
  %target = inttoptr i64 %address to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %target, i8* %source, i64 %size, i1 false)
  store i64 %address, i64* %place
  ret i32 0
}}
"""

_SUM: Final = """
  %one_place = getelementptr float, float* %before, i64 %n
  %one = load float, float* %one_place
  %other_place = getelementptr float, float* %source, i64 %n
  %other = load float, float* %other_place
  %both = fadd float %one, %other
  %sum_place = getelementptr float, float* %after, i64 %n
  store float %both, float* %sum_place"""

_NOTE: Final = f"""
define i32 @note_element(i64* %cell, i32* %index) {{{_ENTRY}
{_word("marks", MARKS)}
  %bytes = inttoptr i64 %marks to i8*
  %mark = getelementptr i8, i8* %bytes, i64 %at
  store i8 1, i8* %mark
{_word("forgets", FORGETS)}
  %once = icmp ne i64 %forgets, 0
  %left = select i1 %once, i64 0, i64 %element
  store i64 %left, i64* %place
  ret i32 0
}}
"""

_PEEK: Final = f"""
define i32 @peek_element(i64* %cell, i8* %target, i64 %size) {{{_BEGIN}
{_word("count", COUNT)}
{_word("table", TABLE)}
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %body, label %none
none:
  ret i32 1
body:
  %last = sub i64 %count, 1
  %entries = inttoptr i64 %table to i64*
  %place = getelementptr i64, i64* %entries, i64 %last
  %element = load i64, i64* %place
  %there = icmp ne i64 %element, 0
  br i1 %there, label %look, label %none
look:
{_word("before", LAST)}
  %same = icmp eq i64 %element, %before
  br i1 %same, label %done, label %copy
copy:
  %source = inttoptr i64 %element to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %target, i8* %source, i64 %size, i1 false)
  store i64 %element, i64* %beforep
  br label %done
done:
  ret i32 0
}}
"""

_DROP: Final = f"""
define i32 @drop_element(i64* %cell) {{{_BEGIN}
{_word("count", COUNT)}
  %less = sub i64 %count, 1
  store i64 %less, i64* %countp
  ret i32 0
}}
"""

_ROOM: Final = f"""
define i32 @room_element(i64* %cell) {{{_BEGIN}
{_word("pushed", PUSHED)}
{_word("capacity", CAPACITY)}
  %full = icmp sge i64 %pushed, %capacity
  %status = zext i1 %full to i32
  ret i32 %status
}}
"""

_PUSH: Final = f"""
define i32 @push_element(i64* %cell, i8* %source, i64 %size) {{{_BEGIN}
{_word("pushed", PUSHED)}
{_word("storage", STORAGE)}
  %offset = mul i64 %pushed, %size
  %address = add i64 %storage, %offset
  %target = inttoptr i64 %address to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %target, i8* %source, i64 %size, i1 false)
  %more = add i64 %pushed, 1
  store i64 %more, i64* %pushedp
  ret i32 0
}}
"""

_SAME: Final = """
define i32 @same_bytes(i8* %one, i8* %other, i64 %size) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %body, label %same
body:
  %pa = getelementptr i8, i8* %one, i64 %i
  %pb = getelementptr i8, i8* %other, i64 %i
  %a = load i8, i8* %pa
  %b = load i8, i8* %pb
  %equal = icmp eq i8 %a, %b
  %i1 = add i64 %i, 1
  br i1 %equal, label %loop, label %different
same:
  ret i32 0
different:
  ret i32 1
}
"""

ADD_ELEMENT: Final = f"""
define i32 @add_element(i64* %cell, i32* %index, float* %source, i64 %elements) {{{_ENTRY}
{_word("storage", STORAGE)}
  %size = mul i64 %elements, 4
  %offset = mul i64 %at, %size
  %address = add i64 %storage, %offset
  %there = icmp ne i64 %element, 0
  br i1 %there, label %sum, label %copy
copy:
  %to = inttoptr i64 %address to i8*
  %from = bitcast float* %source to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %to, i8* %from, i64 %size, i1 false)
  br label %end
sum:
  %before = inttoptr i64 %element to float*
  %after = inttoptr i64 %address to float*
{counted("n", "sum", "%elements", _SUM)}
  br label %end
end:
  store i64 %address, i64* %place
  ret i32 0
}}
"""

ELEMENTS: Final = "\n".join((_READ, _CHECK, _WRITE, _NOTE, _PEEK, _DROP, _ROOM, _PUSH, _SAME))
