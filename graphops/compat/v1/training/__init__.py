"""What ``tf.train`` has around a training: hooks, monitored sessions, the Supervisor, and helpers for checkpoints.

A monitored session (:mod:`monitored`) makes a Session by a creator (:mod:`creators`) and calls hooks (:mod:`run_hooks`,
:mod:`hooks`) around each run. May import the rest of ``compat.v1``, whose ``train`` offers the names. Begin with
:mod:`monitored`.
"""
