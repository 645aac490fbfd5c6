"""Passes: a plan's nodes, rewritten so that less has to run, with the same results.

May import what the rest of :mod:`graphops.plan` may.  Begin with :mod:`graphops.plan.passes.optimise`, which calls each
pass; their names are in :data:`graphops.plan.session_config.PLAN_PASSES`.
"""
