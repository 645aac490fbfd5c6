"""``cupy_backends.cuda.libs``."""
