"""Pieces of LLVM code that functions are made of, see :mod:`graphops_cpu.calls.functions`."""

from __future__ import annotations


def counted(name: str, before: str, count: str, body: str, last: str | None = None) -> str:
    """Code that runs ``body`` for ``%name`` from 0 up to ``count``, and goes on in the block ``name_done``.

    Args:
        before: label of the block that this code follows.
        last: label of the last block of ``body``, where it is not the first, ``name_body``.
    """
    return f"""
  br label %{name}_head
{name}_head:
  %{name} = phi i64 [ 0, %{before} ], [ %{name}_next, %{last or f"{name}_body"} ]
  %{name}_more = icmp slt i64 %{name}, {count}
  br i1 %{name}_more, label %{name}_body, label %{name}_done
{name}_body:
{body}
  %{name}_next = add i64 %{name}, 1
  br label %{name}_head
{name}_done:"""


def word_at(name: str, table: str, number: int | str) -> str:
    """``%name``: the integer of 64 bits with this number."""
    return f"""  %{name}_place = getelementptr i64, i64* {table}, i64 {number}
  %{name} = load i64, i64* %{name}_place"""
