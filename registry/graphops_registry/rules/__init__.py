"""Rules that several ops share: the geometry of windows, shape rules, and parts of gradients.

May import the core modules of the package, not :mod:`graphops_registry.ops`.  Begin with
:mod:`graphops_registry.rules.conv_geometry`.
"""
