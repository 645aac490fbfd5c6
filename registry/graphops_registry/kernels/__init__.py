"""What a kernel is: what it is asked, what runs, what it may ask of its run, and how it is registered.

May import the core modules of the package, not :mod:`graphops_registry.ops`.  :mod:`graphops_registry.kernel_def` names
everything here and is what others import; begin with :mod:`graphops_registry.kernels.spec`.
"""
