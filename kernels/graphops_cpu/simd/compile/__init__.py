"""From Python functions over vectors to machine code that runs over threads.

vector.py, vector_math.py    operations on vectors: loads, sums, comparisons; exponentials, roots, selections
intrinsics.py   how such an operation is declared
jit.py          decorators of kernels and of their parts; a kernel's arguments in words, its compilation for a dtype
disk_cache.py   compiled kernels on disk, good for as long as no source that they are made of changes
launch.py, parallel.py       one loop over threads for all kernels, and whether there may be threads
loops.py        a kernel as the rooms above use it: compiled when it is needed, run with as many threads as it is worth
arrays.py, scratch.py        arrays as kernels take them, and the memory that they work in
available.py, before_numba.py    what holds before Numba is imported

May import :mod:`graphops_cpu.runtime` and the registry.  Begin with :mod:`graphops_cpu.simd.compile.loops`.
"""
