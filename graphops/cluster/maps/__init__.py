"""Maps: a graph applied to arrays that are larger than memory, chunk by chunk.

Begin with ``session_map``. ``sized_graph`` makes a copy of the graph in which all sizes are known, ``walk`` follows a
region of a result back to the regions of the arrays that it needs, ``chunk_graph`` writes the graph that computes it,
``dask_arrays`` makes tasks of these, and ``sums`` adds what is a sum over chunks. Only ``dask_arrays``, ``sums`` and
``zarr_files`` know Dask.
"""
