"""Graphs and values in files of other programs: GraphDefs, SavedModels, pages of blocks, arrays, event files.

May import :mod:`graphops.checkpoint` and below.  Begin with
:mod:`graphops.interchange.graph_def`.
"""
