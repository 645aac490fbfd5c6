"""What a run does on devices whose work is queued: lanes, queues, recordings, and when memory may be used again.

Begin with :mod:`graphops.plan.devices.queue`.
"""
