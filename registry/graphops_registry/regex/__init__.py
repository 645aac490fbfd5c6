"""Regular expressions in RE2's syntax, parsed; shape rules check patterns with it, and kernels match them.

May import :mod:`graphops_registry.errors`.  Begin with :mod:`graphops_registry.regex.syntax`.
"""
