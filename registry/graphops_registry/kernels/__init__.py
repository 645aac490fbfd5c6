"""What a kernel is: what it is asked, what runs, what it may ask of its run, and how it is registered.

May import the core modules beside this folder, not :mod:`graphops_registry.ops`.  Begin with
:mod:`graphops_registry.kernel_def`, which names everything here.
"""
