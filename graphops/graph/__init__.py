"""The graph itself: nodes, tensors, names, name scopes, functions and the known values of constants.

May import the registry and :mod:`graphops.plugins`; nothing here chooses ops or runs them.  Begin with
:mod:`graphops.graph.graph` and :mod:`graphops.graph.node`.
"""
