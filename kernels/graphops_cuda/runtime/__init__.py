"""The machine: the driver, streams, copies, recordings, and the CUDA C sources that are compiled for it.

May import the registry alone.  Begin with ``driver.py`` and ``source.py``.
"""
