"""Calls that nobody wrote down: guessed from an OpDef, varied from a good one, or spoilt.

May import :mod:`graphops.testing.cases`.  Begin with ``variations``.
"""
