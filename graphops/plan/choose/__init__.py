"""Which kernel computes a node: candidates, the cache of those made ready, and the fastest by time.

Begin with :mod:`graphops.plan.choose.kernel_choice`.
"""
