"""TensorFlow 1's loops and conditionals, which run token by token.

Begin with :mod:`graphops.plan.loops.frames`.
"""
