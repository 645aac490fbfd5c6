"""``cupy_backends.cuda``."""
