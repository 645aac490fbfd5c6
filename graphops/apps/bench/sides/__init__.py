"""What is timed: the tasks, and the runner that times them, in one interpreter for each side.

``layers`` (the cases), ``runner`` and ``serve`` (what runs on every side) import nothing but the standard library and
NumPy, because they also run in the interpreters of the peers; ``side_tensorflow`` and ``side_torch`` run only there.
``side_graphops``, ``side_numpy`` and ``loading`` run where graphops is, and import it.  Begin with ``runner``.
"""
