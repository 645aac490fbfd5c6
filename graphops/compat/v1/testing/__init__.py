"""What ``tf.test`` is made of: test cases with assertions about arrays, and Jacobians of graphs.

May import the rest of ``compat.v1``. Begin with :mod:`graphops.compat.v1.testing.cases`.
"""
