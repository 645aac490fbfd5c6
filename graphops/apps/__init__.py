"""Programs that use the library: the command line, the page editor, the demo, benchmarks, and stubs.

May import everything below; nothing imports it.  Begin with :mod:`graphops.apps.cli`.
"""
