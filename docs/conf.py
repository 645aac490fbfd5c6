"""Settings of the documentation: ``python -m sphinx -W --keep-going -b html docs docs/build``.

Nothing is fetched from the network, neither when it is built nor when it is read.
"""

from __future__ import annotations

import sys
from pathlib import Path

_DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(_DOCS.parent / part) for part in ("", "kernels", "registry")] + [str(_DOCS / "_ext")]

from graphops import __version__  # noqa: E402  (the path comes first)

project = "graphops"
author = "the graphops authors"
copyright = "the graphops authors, Apache License 2.0"  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode", "reference_pages"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["build", "_ext", "op_examples", "explanation/comparison/**", "README.md"]
suppress_warnings = ["config.cache"]
nitpicky = False
pygments_style = "friendly"
pygments_dark_style = "native"

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"graphops {release}"
html_static_path = ["_static"]
html_css_files = ["graphops.css"]
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
templates_path = []
