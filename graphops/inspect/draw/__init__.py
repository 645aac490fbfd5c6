"""Pictures of graphs: as SVG, and as one HTML file to look at.

Begin with :mod:`graphops.inspect.draw.svg`.
"""
