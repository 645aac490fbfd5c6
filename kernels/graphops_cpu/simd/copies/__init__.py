"""Whole arrays copied as something else: half and bfloat16 as float32 and back, channels first as channels last.

Registers nothing.  May import :mod:`graphops_cpu.simd.compile` and :mod:`graphops_cpu.lib`.
"""
