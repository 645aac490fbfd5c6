"""The ops of this package as functions on arrays: ``eager.Mish(x=array)``."""

from graphops.extend import vendor_functions

__getattr__, __dir__ = vendor_functions("Sample", "eager")
