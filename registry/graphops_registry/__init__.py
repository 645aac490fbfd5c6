"""What ops are: OpDefs, attrs, dtypes, shapes, gradients, errors, and what kernels and devices have to look like.

Imports nothing of ours.  Begin with :mod:`graphops_registry.op_def`; the ops themselves are in
:mod:`graphops_registry.ops`, one file for each family, one block for each op.
"""
