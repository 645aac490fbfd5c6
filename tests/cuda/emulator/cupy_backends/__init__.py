"""The libraries below the emulated ``cupy``."""
