"""Convolutions by cuDNN, through its frontend for Python: one graph of one node for each problem.

conv.py      kernels: what is refused, and a run from arrays to arrays
conv_desc.py a problem in cuDNN's words: dimensions, strides, padding
graph.py     the calls that make a graph of them, and the plans that may run it
plans.py     which of its plans runs: the first, or the fastest
handles.py   cuDNN's handles and the graphs that were built with them, for one thread at a time
tuned.py     the fastest plans, remembered on disk
library.py   whether all of it is there

May import :mod:`graphops_cuda.lib` and below.  Begin with ``conv.py``.
"""
