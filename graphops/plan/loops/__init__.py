"""TensorFlow 1's loops and conditionals, which run node by node as their inputs arrive.

Begin with :mod:`graphops.plan.loops.frames`.
"""
