"""Queues of tensors, the readers of files that take names from them, and the pipelines that are made of both.

May import :mod:`graphops.compat.v1.functions` and below. Begin with :mod:`graphops.compat.v1.queues.queue`.
"""
