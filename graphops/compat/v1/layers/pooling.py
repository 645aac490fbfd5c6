"""``tf.layers``: maxima and averages of windows."""

from __future__ import annotations

from typing import Any, ClassVar

import graphops.compat.v1 as tf
from graphops.compat.v1.layers.base import Layer, sizes
from graphops.compat.v1.layers.convolutional import layout, padding_of


class _Pooling(Layer):
    rank: ClassVar[int]
    kind: ClassVar[str]

    def __init__(
        self,
        pool_size: Any,
        strides: Any,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        kind = self._base_name
        self.pool_size = sizes(pool_size, self.rank, kind, "pool_size")
        self.strides = sizes(pool_size if strides is None else strides, self.rank, kind, "strides")
        self.padding, self.data_format = padding_of(padding, kind), layout(data_format, self.rank, kind)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        window, strides, data_format = self.pool_size, self.strides, self.data_format
        first = data_format.startswith("NC")
        if self.rank == 1:
            axis = 3 if first else 2
            inputs, window, strides = tf.expand_dims(inputs, axis), (*window, 1), (*strides, 1)
            data_format = "NCHW" if first else "NHWC"
        whole = [[1, 1, *each] if first else [1, *each, 1] for each in (window, strides)]
        pool = getattr(tf.nn, f"{self.kind}_pool3d" if self.rank == 3 else f"{self.kind}_pool")
        result = pool(inputs, whole[0], whole[1], self.padding, data_format)
        return tf.squeeze(result, [3 if first else 2]) if self.rank == 1 else result


class MaxPooling1D(_Pooling):
    """The maximum of each window along one axis."""

    rank, kind = 1, "max"


class MaxPooling2D(_Pooling):
    """The maximum of each window along two axes."""

    rank, kind = 2, "max"


class MaxPooling3D(_Pooling):
    """The maximum of each window along three axes."""

    rank, kind = 3, "max"


class AveragePooling1D(_Pooling):
    """The average of each window along one axis."""

    rank, kind = 1, "avg"


class AveragePooling2D(_Pooling):
    """The average of each window along two axes."""

    rank, kind = 2, "avg"


class AveragePooling3D(_Pooling):
    """The average of each window along three axes."""

    rank, kind = 3, "avg"


def _function(layer: type[_Pooling], name: str) -> Any:
    def function(
        inputs: Any,
        pool_size: Any,
        strides: Any,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
    ) -> Any:
        return layer(pool_size, strides, padding, data_format, name)(inputs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"``{layer.__name__}(...)(inputs)``."
    return function


max_pooling1d = _function(MaxPooling1D, "max_pooling1d")
max_pooling2d = _function(MaxPooling2D, "max_pooling2d")
max_pooling3d = _function(MaxPooling3D, "max_pooling3d")
average_pooling1d = _function(AveragePooling1D, "average_pooling1d")
average_pooling2d = _function(AveragePooling2D, "average_pooling2d")
average_pooling3d = _function(AveragePooling3D, "average_pooling3d")
