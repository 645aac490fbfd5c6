"""Conversions of whole arrays: half and bfloat16 to float32 and back, channels first to channels last and back.

Registers nothing.  May import :mod:`graphops_cpu.simd.compile` and :mod:`graphops_cpu.lib`.
"""
