"""The machine: threads, OpenMP, memory for large results, and which libraries are not to be used.

May import the registry alone.
"""
