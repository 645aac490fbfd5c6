"""From a graph to steps, and running them: what a Session makes of fetches and feeds.

May import :mod:`graphops.autodiff` and below.  Begin with :mod:`graphops.plan.make`; :mod:`graphops.plan.run` is the
loop over the steps.
"""
