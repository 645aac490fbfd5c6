"""Every op on generated calls, here and in TensorFlow 2.21: ``PYTHON -m tests.differential [OP...]``.

Run it from the repository's root with a Python that has ``tensorflow-cpu==2.21.0`` beside this library's own
requirements, and with ``registry``, ``kernels`` and ``.`` on the path.
"""
