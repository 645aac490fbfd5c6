"""The emulated devices below the emulated ``cupy``: memory, streams, their order, CUDA graphs, and faults on demand.

Everything that a device does goes through :func:`cuda_model.work.submit`, which checks that it is ordered after what it
reads and overwrites, keeps it for later while a graph is captured, and does it at once otherwise.  An emulated library
that gets pointers (cuDNN, cuBLAS) calls it too::

    from cuda_model import work
    work.submit("cudnn execute", run, reads=[(address, bytes), ...], writes=[(address, bytes), ...], stream=pointer)
"""
