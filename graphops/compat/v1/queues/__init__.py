"""Queues of tensors, the readers of files that take names from them, and the pipelines that are made of both.

Its functions are made of those of :mod:`graphops.compat.v1`. Begin with :mod:`graphops.compat.v1.queues.queue`.
"""
