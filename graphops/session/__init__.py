"""Running graphs: Sessions with their feeds, fetches and state; and ``eager``, which computes an op at once.

May import :mod:`graphops.plan` and below.  Begin with :mod:`graphops.session.session`.
"""
