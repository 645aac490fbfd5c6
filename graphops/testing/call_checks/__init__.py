"""The checks of one call: each kernel, its memory, its shapes, its speed, its gradients in narrow dtypes.

May import :mod:`graphops.testing.cases`, :mod:`graphops.testing.tolerances`, and the rooms ``made_calls`` and
``strict``; :mod:`graphops.testing.opcheck` puts the checks together.  Begin with ``call_check``.
"""
