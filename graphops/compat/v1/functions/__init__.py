"""What scripts call ``tf.<name>``: functions with TensorFlow 1's signatures, a module for each family.

May import :mod:`graphops.train` and below; ``tf.linalg`` and the other public modules are one floor up.  Begin with
``tables``, the functions that are one op each.
"""
