"""The ops of this package as functions that add nodes to a graph: ``raw_ops.Mish(x=x)``."""

from graphops.extend import vendor_functions

__getattr__, __dir__ = vendor_functions("Sample", "raw_ops")
