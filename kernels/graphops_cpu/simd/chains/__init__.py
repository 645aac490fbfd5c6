"""Chains of element-wise steps, compiled to machine code that makes one pass over memory.

language.py     which ops there are on which dtypes, and the structure of a chain: what its machine code depends on
segments.py     a structure cut into parts of bounded size, with the values that go from one to the next
arithmetic.py   the LLVM instructions of each op
code.py         the LLVM function of each segment
machine.py, store.py    its machine code, from LLVM or from a file on disk
layout.py       shapes and strides as loops over few dimensions: the plan that the driver follows
memory.py, driver.py    the loops that call segments, in Numba: the same code for every chain
compiler.py     all of it together: :func:`compile_chain`

A segment is a function of pointers: it computes a number of whole vectors and knows no sizes.  The driver gives it a
few thousand elements at a time, so what goes from one segment to the next stays in the first cache.  Segments are made
as LLVM code without Numba's front end, which would need seconds for what LLVM compiles in some hundredths of one.

May import :mod:`graphops_cpu.simd.compile` and :mod:`graphops_cpu.plain`.  Begin with ``compiler.py``.
"""
