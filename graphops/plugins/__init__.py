"""Finding and loading packages of ops and kernels: the built-in ones and plug-ins.

May import the registry alone.  Begin with :mod:`graphops.plugins.packages`, which says what is loaded when.
"""
