"""Files of pictures, read and written: JPEG by Pillow, PNG mostly, GIF in part, BMP without it.

A reader trusts nothing of a file.  It finds the sizes in the header and asks ``check`` for the memory before anything
is unpacked; ``check`` may raise.  What is wrong with a file is a :class:`BadImage`.  Begin with ``formats.py``.
"""
