"""What a kernel is: its specification, its prepared form, its context, and its registration.

May import the core modules of the package, not :mod:`graphops_registry.ops`.  :mod:`graphops_registry.kernel_def` names
everything here and is what others import; begin with :mod:`graphops_registry.kernels.spec`.
"""
