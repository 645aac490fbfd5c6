"""``graphops bench``: times graphops and other frameworks, each in a separate interpreter, alternating within one run.

This package has the cases, the order of measurements, the reports and pictures.  :mod:`~graphops.apps.bench.sides` runs
in the interpreters and imports nothing else of this package.  :mod:`~graphops.apps.bench.op` measures one op.  Begin
with :mod:`graphops.apps.bench.session`, then :mod:`graphops.apps.bench.measuring`.
"""
