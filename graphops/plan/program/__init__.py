"""A plan as generated Python code, for one combination of feed shapes.

Begin with :mod:`graphops.plan.program.program`.
"""
