"""The graph itself: nodes, tensors, names, scopes of names, functions and what is known of constant values.

May import the registry and :mod:`graphops.plugins`; nothing here adds ops by itself or runs anything.  Begin with
:mod:`graphops.graph.graph` and :mod:`graphops.graph.node`.
"""
