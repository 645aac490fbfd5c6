"""From a Python call to a node: binding, conversion, constants, scopes, and all ways to call an op.

May import :mod:`graphops.graph` and below.  Begin with :mod:`graphops.build.add_op`, which every way to call an op ends
in.
"""
