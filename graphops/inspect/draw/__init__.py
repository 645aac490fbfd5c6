"""Pictures of graphs: as SVG, and as one HTML file to look at.

The viewer of the HTML file is the page editor's program, so its bundle (``static/``, built from ``editor/``) and the
list of ops that both show (``palette``) are here too.

Begin with :mod:`graphops.inspect.draw.svg`.
"""
