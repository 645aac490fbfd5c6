"""What ``tf.feature_column`` is made of: columns that turn features into dense tensors or into numbers of buckets.

A column (:mod:`columns`, :mod:`categorical`, :mod:`embeddings`) reads raw features through :class:`cache.Cache`, which
computes each once; :mod:`layers` makes one tensor, or a linear model, of several columns. May import the rest of
``compat.v1``. Begin with :mod:`base`.
"""
