"""Convolutions that are computed as other convolutions: folded, undilated, or in float32.

May import every folder of this package, but not ``device.py``.  Looks up the best kernel for the other convolution in
the registry (``lib/best_kernel.py``).  Begin with ``through_float32.py``.
"""
