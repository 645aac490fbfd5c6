"""The machine: threads, OpenMP, memory for large results, and which libraries the user has disabled.

May import the registry alone.
"""
