"""What scripts call ``tf.nn.<name>``: convolutions, layers and losses of networks, and recurrent cells.

May import :mod:`graphops.compat.v1.functions` and ``tf.linalg``.  Begin with ``nn_functions``.
"""
