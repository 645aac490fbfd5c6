"""LLVM code of the functions of loops, see :mod:`graphops_cpu.calls.machine`.

A sequence is described by words: the address of a table with the addresses of its elements, 0 for those that are not
there; how many there are; where the first element that is written lies, the others after it; the address of a byte for
each element, 1 for those that were read; and whether an element can be read once.
"""

from __future__ import annotations

from typing import Final

TABLE: Final = 0
COUNT: Final = 1
STORAGE: Final = 2
MARKS: Final = 3
FORGETS: Final = 4
WORDS: Final = 5

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


_ENTRY: Final = f"""
entry:
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
define i32 @read_element(i64* %sequence, i32* %index, i8* %target, i64 %size) {{{_ENTRY}
  %there = icmp ne i64 %element, 0
  br i1 %there, label %copy, label %outside
copy:
  %source = inttoptr i64 %element to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %target, i8* %source, i64 %size, i1 false)
  ret i32 0
}}
"""

_CHECK: Final = f"""
define i32 @check_element(i64* %sequence, i32* %index, i64 %once) {{{_ENTRY}
  %there = icmp ne i64 %element, 0
  %matters = icmp ne i64 %once, 0
  %wrong = and i1 %there, %matters
  br i1 %wrong, label %outside, label %good
good:
  ret i32 0
}}
"""

_WRITE: Final = f"""
define i32 @write_element(i64* %sequence, i32* %index, i8* %source, i64 %size) {{{_ENTRY}
{_word("storage", STORAGE)}
  %offset = mul i64 %at, %size
  %address = add i64 %storage, %offset
  %target = inttoptr i64 %address to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %target, i8* %source, i64 %size, i1 false)
  store i64 %address, i64* %place
  ret i32 0
}}
"""

_NOTE: Final = f"""
define i32 @note_element(i64* %sequence, i32* %index) {{{_ENTRY}
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

ELEMENTS: Final = "\n".join((_READ, _CHECK, _WRITE, _NOTE))
