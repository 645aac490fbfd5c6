"""Runs on devices that queue their work (GPUs): lanes, queues, recordings, and when memory may be used again.

Begin with :mod:`graphops.plan.devices.queue`.
"""
