"""Gradients as nodes: of graphs, of functions, and of loops.

May import :mod:`graphops.build` and below.  Begin with :mod:`graphops.autodiff.gradients`.
"""
