"""Parts of graphs by OpenVINO: which ops it takes, and how a part becomes one of its models.

library.py   the package
layouts.py   values and the two orders of their axes
memory.py    arrays that it reads where they are
translate.py each op in OpenVINO's terms
network.py   the kernel: compiles a model, and runs it
"""
