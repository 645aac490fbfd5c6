"""What ops are: OpDefs, attrs, dtypes, shapes, gradients and errors; and the interfaces of kernels and devices.

Imports no other package of graphops.  Begin with :mod:`graphops_registry.op_def`; the ops themselves are in
:mod:`graphops_registry.ops`, one file for each family, one block for each op.
"""
