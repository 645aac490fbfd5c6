"""Measuring: graphops beside other frameworks, each in an interpreter of its own, alternating within one run.

Here is what asks and reports: the cases, the turns, the documents and pictures.  :mod:`~graphops.apps.bench.sides` is
what runs in the interpreters, and imports nothing of this room; :mod:`~graphops.apps.bench.op` measures one op.
Begin with :mod:`graphops.apps.bench.session`, then :mod:`graphops.apps.bench.measuring`.
"""
