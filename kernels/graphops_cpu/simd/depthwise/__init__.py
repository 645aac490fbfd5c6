"""Depthwise convolutions of two spatial axes, every pass and layout, in every float dtype.

convolution.py  the registered kernels
plan.py         what happens with the arrays
tables.py       where outputs are, and which taps reach them
kernels.py, tiles.py    the compiled loops, and the tiles of outputs that they are made of

May import :mod:`graphops_cpu.simd.copies`, :mod:`graphops_cpu.simd.compile` and :mod:`graphops_cpu.lib`.
"""
