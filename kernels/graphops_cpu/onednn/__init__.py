"""Kernels that oneDNN computes, driven through its C interface: float32, and bfloat16 where the CPU multiplies it.

:mod:`library` finds oneDNN, :mod:`objects` wraps its objects, :mod:`program` runs it.  It is loaded when the first
kernel is prepared.  If it cannot be loaded, ``unsupported`` of every kernel here returns the reason.

May import :mod:`graphops_cpu.plain` and below.  Begin with ``conv.py`` and ``conv_desc.py``.
"""
