"""A plug-in that does not load."""

raise RuntimeError("this plug-in was made for another version")
