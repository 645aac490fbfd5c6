"""From Python functions over vectors to machine code that runs over threads.

vector.py, vector_math.py    operations on vectors: loads, sums, comparisons; exponentials, roots, selections
vector_functions.py    logarithms, hyperbolic tangents, error functions, as LLVM instructions
intrinsics.py   how such an operation is declared
jit.py          decorators of kernels and of their parts; a kernel's arguments in words, its compilation for a dtype
disk_cache.py   compiled kernels on disk, valid until one of their sources changes
launch.py, parallel.py       one loop over threads for all kernels, and whether there may be threads
loops.py        a kernel as other packages use it: compiled when it is needed, run with threads if there is enough work
arrays.py, scratch.py        arrays in the form that kernels take, and scratch memory
available.py    what must be checked before Numba is imported

May import :mod:`graphops_cpu.plain`, whose coefficients it shares, and what is below.  Begin with
:mod:`graphops_cpu.simd.compile.loops`.
"""
