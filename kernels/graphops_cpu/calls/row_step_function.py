"""LLVM code of a step of gradient descent for some rows of a variable, see :mod:`graphops_cpu.calls.functions`.

* ``descend_rows(variable, data, ids, order, count, columns, alpha, sums)``: for each id the ``count`` rows of ``data``
  that have it are added up in float64, and the sum is rounded to float32. That times ``alpha`` is subtracted from the
  row of ``variable`` that the id names. ``order`` sorts the ids and keeps those of one id in order. Rows whose id is
  negative are left out; every other id must name a row. ``variable`` and ``data`` are float32 and have rows of
  ``columns``; ``alpha`` is a float32; ``sums`` has room for ``columns`` of float64.
"""

from __future__ import annotations

from typing import Final

from graphops_cpu.calls.assembly import counted, word_at


def _element(name: str, row: str, column: str) -> str:
    """``%{name}_wide``: an element of ``data``."""
    return f"""
  %{name}_at = add i64 {row}, %{column}
  %{name}_place = getelementptr float, float* %data, i64 %{name}_at
  %{name} = load float, float* %{name}_place
  %{name}_wide = fpext float %{name} to double
  %{name}_sum_place = getelementptr double, double* %sums, i64 %{column}"""


_BEGIN: Final = f"""
{_element("x", "%first_row", "c")}
  %x_sum = fadd double 0.0, %x_wide
  store double %x_sum, double* %x_sum_place"""
_ADD: Final = f"""
{_element("y", "%other_row", "d")}
  %y_before = load double, double* %y_sum_place
  %y_sum = fadd double %y_before, %y_wide
  store double %y_sum, double* %y_sum_place"""
_SUM: Final = """
  %sum_place = getelementptr double, double* %sums, i64 %e
  %sum = load double, double* %sum_place
  %delta = fptrunc double %sum to float"""
_ONE: Final = """
  %only_at = add i64 %first_row, %f
  %only_place = getelementptr float, float* %data, i64 %only_at
  %only = load float, float* %only_place
  %delta_only = fadd float 0.0, %only"""  # a sum in float64 of one number, rounded


def _step(column: str, row: str, delta: str) -> str:
    """Subtract ``delta`` times the rate."""
    return f"""
  %move_{column} = fmul float {delta}, %rate
  %value_at_{column} = add i64 {row}, %{column}
  %value_place_{column} = getelementptr float, float* %variable, i64 %value_at_{column}
  %value_{column} = load float, float* %value_place_{column}
  %stepped_{column} = fsub float %value_{column}, %move_{column}
  store float %stepped_{column}, float* %value_place_{column}"""


CODE: Final = {
    "descend_rows": f"""
define i32 @descend_rows(float* noalias %variable, float* noalias %data, i64* noalias %ids, i64* noalias %order,
                         i64 %count, i64 %columns, float* noalias %alpha, double* noalias %sums) {{
entry:
  %rate = load float, float* %alpha
  br label %group
group:
  %i = phi i64 [ 0, %entry ], [ %after, %group_done ]
  %is_left = icmp slt i64 %i, %count
  br i1 %is_left, label %begin, label %done
begin:
{word_at("first", "%order", "%i")}
{word_at("id", "%ids", "%first")}
  %first_row = mul i64 %first, %columns
  %second = add i64 %i, 1
  %has_second = icmp slt i64 %second, %count
  br i1 %has_second, label %look, label %single
look:
{word_at("second_row", "%order", "%second")}
{word_at("second_id", "%ids", "%second_row")}
  %is_shared = icmp eq i64 %second_id, %id
  br i1 %is_shared, label %several, label %single
single:
  %is_a_row = icmp sge i64 %id, 0
  br i1 %is_a_row, label %write_one, label %group_done
write_one:
  %only_row = mul i64 %id, %columns
{counted("f", "write_one", "%columns", _ONE + _step("f", "%only_row", "%delta_only"))}
  br label %group_done
several:
{counted("c", "several", "%columns", _BEGIN)}
  br label %next
next:
  %before = phi i64 [ %i, %c_done ], [ %j, %d_done ]
  %j = add i64 %before, 1
  %is_one = icmp slt i64 %j, %count
  br i1 %is_one, label %compare, label %step
compare:
{word_at("other", "%order", "%j")}
{word_at("other_id", "%ids", "%other")}
  %is_same = icmp eq i64 %other_id, %id
  br i1 %is_same, label %add, label %step
add:
  %other_row = mul i64 %other, %columns
{counted("d", "add", "%columns", _ADD)}
  br label %next
step:
  %is_row = icmp sge i64 %id, 0
  br i1 %is_row, label %write, label %group_done
write:
  %target_row = mul i64 %id, %columns
{counted("e", "write", "%columns", _SUM + _step("e", "%target_row", "%delta"))}
  br label %group_done
group_done:
  %after = phi i64 [ %second, %single ], [ %second, %f_done ], [ %j, %step ], [ %j, %e_done ]
  br label %group
done:
  ret i32 0
}}
""",
}
