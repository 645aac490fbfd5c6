"""Call lists on the CPU: lists of C functions that run one after the other without Python.

:mod:`machine` makes the few functions that are needed with LLVM, :mod:`memory_plan` says where the values between steps
lie, :mod:`finite_inputs` where values must be looked at, and :mod:`call_list` puts a list together and runs it.
"""
