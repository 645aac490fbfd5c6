"""Data-parallel training: each worker computes the gradients of a part of the batch, and they are added.

``data_parallel`` has the class. A step goes through ``split`` (the batch is cut into shards), ``shard_step`` (what a
worker does with one), ``buckets`` (gradients packed into few arrays), ``tree`` (the order in which they are added) and
``step_graph`` (the update). ``on_workers`` and ``one_by_one`` run the shards, on a cluster and in this process, and
``checkpoints`` keeps what was learned.
"""
