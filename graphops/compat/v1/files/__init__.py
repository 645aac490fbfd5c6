"""Files and folders of this machine by TensorFlow's names: ``tf.gfile``, ``tf.io.gfile``, ``tf.python_io``.

May import :mod:`graphops.compat.v1.functions` and below. Begin with :mod:`graphops.compat.v1.files.file`.
"""
