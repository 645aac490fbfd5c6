"""Running graphs: Sessions with their feeds, fetches and state, and ops that compute now.

May import :mod:`graphops.plan` and below.  Begin with :mod:`graphops.session.session`.
"""
