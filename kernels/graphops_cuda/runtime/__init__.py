"""The GPU as a device: the driver, streams, copies, recordings, compiling sources, and what is missing.

May import the registry alone.  Begin with :mod:`graphops_cuda.runtime.device`.
"""
