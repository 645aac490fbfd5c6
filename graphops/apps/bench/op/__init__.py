"""``graphops bench OP`` and :func:`graphops.testing.benchmark`: one op, its kernels, and others on the same call.

May import the rest of :mod:`graphops.apps.bench`.  Begin with :mod:`graphops.apps.bench.op.benchmark`.
"""
