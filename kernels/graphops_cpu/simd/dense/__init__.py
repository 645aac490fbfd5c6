"""Dense convolutions as products of matrices that are packed tile by tile, in float64 and float32.

convolution.py  the registered kernels
choice.py       which way a problem is computed: channels_last.py, channels_first.py, few_channels.py
geometry.py, sizes.py   a problem as passes over a grid, and the table of numbers that loops read
prepared.py     what all ways share
gather.py, filter.py, scatter.py, gather_first.py, filter_first.py    the compiled loops
positions.py, pack.py, planes.py, tile.py, transpose.py    what these are made of

May import :mod:`graphops_cpu.simd.compile` and :mod:`graphops_cpu.lib`.  Begin with ``choice.py``.
"""
