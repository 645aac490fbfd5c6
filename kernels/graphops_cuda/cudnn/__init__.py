"""Convolutions by cuDNN, through its frontend for Python: one graph of one node for each problem.

conv.py      the kernels: which problems they support, and how they run
conv_desc.py the description of a problem for cuDNN: dimensions, strides, padding
graph.py     the calls that make a graph from it, and the plans that may run the graph
plans.py     which of the plans runs: the first, or the fastest
handles.py   cuDNN's handles and the graphs that were built with them, for one thread at a time
tuned.py     the names of the fastest plans, kept on disk
library.py   whether cuDNN and its frontend can be loaded

May import :mod:`graphops_cuda.lib` and below.  Begin with ``conv.py``.
"""
