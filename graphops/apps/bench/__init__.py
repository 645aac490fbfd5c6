"""Measuring: graphops beside other frameworks, each in an interpreter of its own, in turn within one run.

``layers`` (the cases), ``runner`` and ``serve`` (what runs on every side) import nothing but the standard library and
NumPy, because they also run in the interpreters of the peers; ``side_tensorflow`` and ``side_torch`` run only there.
"""
