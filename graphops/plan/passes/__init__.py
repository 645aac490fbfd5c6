"""Passes: they rewrite a plan's nodes so that less work gives the same results.

May import what the rest of :mod:`graphops.plan` may.  Begin with :mod:`graphops.plan.passes.optimise`, which calls each
pass; their names are in :data:`graphops.plan.session_config.PLAN_PASSES`.
"""
