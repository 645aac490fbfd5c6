"""Arrays and an array module as strict as CuPy's, under the device :mod:`graphops.testing.standin`.

Imports nothing of :mod:`graphops.testing`.  Begin with ``strict_array``.
"""
