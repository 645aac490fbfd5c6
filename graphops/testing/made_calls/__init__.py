"""Generated calls: guessed from an OpDef, varied from a valid call, or made invalid.

May import :mod:`graphops.testing.cases`.  Begin with ``variations``.
"""
