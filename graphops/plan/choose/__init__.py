"""Which kernel computes a node: the candidates, the cache of prepared kernels, and timing to find the fastest.

Begin with :mod:`graphops.plan.choose.kernel_choice`.
"""
