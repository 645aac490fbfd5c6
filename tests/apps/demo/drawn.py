"""What tests ask of a picture that was drawn."""

import numpy as np


def assert_drawn(path, width):
    """A PNG of that width with dark, light and coloured pixels."""
    from matplotlib.image import imread

    pixels = imread(path)  # (height, width, 4), between 0 and 1
    assert pixels.shape[1] == width
    assert pixels[..., :3].min() < 0.1
    assert pixels[..., :3].max() == 1
    assert np.ptp(pixels[..., :3], axis=-1).max() > 0.3
