"""Constants that compiled loops and their callers share, in a module that does not import Numba."""

from __future__ import annotations

from typing import Final

# Activations of one array, and functions of two: which one loops compute is the second of their sizes.
RELU, RELU6, LEAKY_RELU, ELU, SELU, SIGMOID, RSQRT = range(7)
RELU_GRAD, RELU6_GRAD, LEAKY_RELU_GRAD, ELU_GRAD, SELU_GRAD, SIGMOID_GRAD, TANH_GRAD, SQUARED_DIFFERENCE, SUM = range(9)
NORM_ALONE: Final = -1  # batch normalisation without an activation, else RELU or RELU6
BEFORE_SIX: Final = 5.999999523162842  # the greatest float32 below 6
ACTIVATION_BLOCK: Final = 1024  # elements

SPECIAL_BLOCK: Final = 1024  # elements

BIAS_BLOCK: Final = 64  # rows
BIAS_PLANE_BLOCK: Final = 2048  # neighbours of one channel, where the channels come first

SOFTMAX, LOG_SOFTMAX, SPARSE_CROSS_ENTROPY, CROSS_ENTROPY = range(4)
SOFTMAX_LANES: Final = 16  # at most, of a vector
SOFTMAX_GROUP: Final = 64  # rows; a multiple of the lanes

UPDATE_BLOCK: Final = 1024  # elements
