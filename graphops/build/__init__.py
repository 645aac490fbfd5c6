"""From a Python call to a node: binding, conversion, constants, scopes, and every spelling of an op.

May import :mod:`graphops.graph` and below.  Begin with :mod:`graphops.build.add_op`, the one path under all spellings.
"""
