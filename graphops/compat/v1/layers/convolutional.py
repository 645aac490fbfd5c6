"""``tf.layers``: convolutions, separable and transposed ones too."""

from __future__ import annotations

from typing import Any, ClassVar

import graphops.compat.v1 as tf
from graphops.compat.v1.layers.base import ZEROS, Layer, activated, functional, known, sizes
from graphops_registry.errors import InvalidArgumentError

_LAYOUTS = {
    1: {"channels_last": "NWC", "channels_first": "NCW"},
    2: {"channels_last": "NHWC", "channels_first": "NCHW"},
    3: {"channels_last": "NDHWC", "channels_first": "NCDHW"},
}


def layout(data_format: str, rank: int, layer: str) -> str:
    """TensorFlow's name for a layout.

    Raises:
        InvalidArgumentError: it is neither ``channels_last`` nor ``channels_first``.
    """
    if data_format not in ("channels_last", "channels_first"):
        text = f"data_format of {layer} must be 'channels_last' or 'channels_first', got {data_format!r}"
        raise InvalidArgumentError(text)
    return _LAYOUTS[rank][data_format]


def padding_of(padding: str, layer: str) -> str:
    """SAME or VALID.

    Raises:
        InvalidArgumentError: it is neither.
    """
    if str(padding).upper() not in ("SAME", "VALID"):
        raise InvalidArgumentError(f"padding of {layer} must be 'same' or 'valid', got {padding!r}")
    return str(padding).upper()


class _Convolution(Layer):
    """activation(inputs * kernel + bias)."""

    rank: ClassVar[int]

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = ZEROS,
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable, name, activity_regularizer=activity_regularizer, **kwargs)
        kind = self._base_name
        self.filters = int(filters)
        self.kernel_size = sizes(kernel_size, self.rank, kind, "kernel_size")
        self.strides = sizes(strides, self.rank, kind, "strides")
        self.dilation_rate = sizes(dilation_rate, self.rank, kind, "dilation_rate")
        self.padding, self.data_format = padding_of(padding, kind), layout(data_format, self.rank, kind)
        self.activation, self.use_bias = activation, use_bias
        self._kernel = kernel_initializer, kernel_regularizer, kernel_constraint
        self._bias = bias_initializer, bias_regularizer, bias_constraint
        self.kernel: Any = None
        self.bias: Any = None

    @property
    def channel_axis(self) -> int:
        """Of the inputs."""
        return 1 if self.data_format.startswith("NC") else -1

    def build(self, input_shape: Any) -> None:
        self._make_kernels(known(input_shape, self.channel_axis, self._base_name))
        if self.use_bias:
            start, regularizer, constraint = self._bias
            self.bias = self.add_weight("bias", [self.filters], None, start, regularizer, constraint=constraint)

    def _make_kernels(self, channels: int) -> None:
        shape = [*self.kernel_size, channels, self.filters]
        start, regularizer, constraint = self._kernel
        self.kernel = self.add_weight("kernel", shape, None, start, regularizer, constraint=constraint)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        result = self._convolved(inputs)
        if self.use_bias:
            result = biased(result, self.bias, self.data_format)
        return activated(self.activation, result)

    def _convolved(self, inputs: Any) -> Any:
        return tf.nn.convolution(
            inputs, self.kernel, self.padding, self.strides, self.dilation_rate, data_format=self.data_format
        )

    def _whole(self, spatial: Any) -> list[int]:
        return [1, 1, *spatial] if self.data_format.startswith("NC") else [1, *spatial, 1]


def biased(value: Any, bias: Any, data_format: str) -> Any:
    """``value + bias`` along the channels."""
    return tf.nn.bias_add(value, bias, data_format="NCHW" if data_format.startswith("NC") else "NHWC")


class Conv1D(_Convolution):
    """Convolution along one axis; kernel: [w, inputs, filters]."""

    rank = 1


class Conv2D(_Convolution):
    """Convolution along two axes; kernel: [h, w, inputs, filters]."""

    rank = 2


class Conv3D(_Convolution):
    """Convolution along three axes; kernel: [d, h, w, inputs, filters]."""

    rank = 3


class _Transposed(_Convolution):
    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = ZEROS,
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters, kernel_size, strides, padding, data_format, 1, activation, use_bias, kernel_initializer,
            bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer, kernel_constraint,
            bias_constraint, trainable, name, **kwargs,
        )  # fmt: skip

    def _make_kernels(self, channels: int) -> None:
        shape = [*self.kernel_size, self.filters, channels]
        start, regularizer, constraint = self._kernel
        self.kernel = self.add_weight("kernel", shape, None, start, regularizer, constraint=constraint)

    def _convolved(self, inputs: Any) -> Any:
        first, rank = self.data_format.startswith("NC"), self.rank
        places = range(2, rank + 2) if first else range(1, rank + 1)
        static: list[Any] = [None] * (rank + 2) if inputs.shape.rank is None else inputs.shape.as_list()
        dynamic = tf.shape(inputs)
        spatial, shape = [], []
        for place, kernel, stride in zip(places, self.kernel_size, self.strides, strict=True):
            more = max(kernel - stride, 0) if self.padding == "VALID" else 0
            spatial.append(None if static[place] is None else static[place] * stride + more)
            shape.append(dynamic[place] * stride + more if spatial[-1] is None else spatial[-1])
        batch = dynamic[0] if static[0] is None else static[0]
        whole = [batch, self.filters, *shape] if first else [batch, *shape, self.filters]
        function = tf.nn.conv2d_transpose if rank == 2 else tf.nn.conv3d_transpose
        result = function(
            inputs, self.kernel, tf.stack(whole), self._whole(self.strides), self.padding, self.data_format
        )
        end = [self.filters, *spatial] if first else [*spatial, self.filters]
        result.set_shape([static[0], *end])
        return result


class Conv2DTranspose(_Transposed):
    """The transpose of a convolution along two axes; kernel: [h, w, filters, inputs]."""

    rank = 2


class Conv3DTranspose(_Transposed):
    """The transpose of a convolution along three axes; kernel: [d, h, w, filters, inputs]."""

    rank = 3


class _Separable(_Convolution):
    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = 1,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = None,
        pointwise_initializer: Any = None,
        bias_initializer: Any = ZEROS,
        depthwise_regularizer: Any = None,
        pointwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        pointwise_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, None,
            bias_initializer, None, bias_regularizer, activity_regularizer, None, bias_constraint, trainable, name,
            **kwargs,
        )  # fmt: skip
        self.depth_multiplier = int(depth_multiplier)
        self._depthwise = depthwise_initializer, depthwise_regularizer, depthwise_constraint
        self._pointwise = pointwise_initializer, pointwise_regularizer, pointwise_constraint
        self.depthwise_kernel: Any = None
        self.pointwise_kernel: Any = None

    def _make_kernels(self, channels: int) -> None:
        start, regularizer, constraint = self._depthwise
        shape = [*self.kernel_size, channels, self.depth_multiplier]
        self.depthwise_kernel = self.add_weight(
            "depthwise_kernel", shape, None, start, regularizer, constraint=constraint
        )
        start, regularizer, constraint = self._pointwise
        shape = [*[1] * self.rank, channels * self.depth_multiplier, self.filters]
        self.pointwise_kernel = self.add_weight(
            "pointwise_kernel", shape, None, start, regularizer, constraint=constraint
        )


class SeparableConv2D(_Separable):
    """A convolution of each channel, then one by 1 x 1 filters; kernels: [h, w, inputs, multiplier] and
    [1, 1, inputs x multiplier, filters]."""

    rank = 2

    def _convolved(self, inputs: Any) -> Any:
        return tf.nn.separable_conv2d(
            inputs, self.depthwise_kernel, self.pointwise_kernel, self._whole(self.strides), self.padding,
            list(self.dilation_rate), data_format=self.data_format,
        )  # fmt: skip


class SeparableConv1D(_Separable):
    """The same along one axis; kernels: [w, inputs, multiplier] and [1, inputs x multiplier, filters]."""

    rank = 1

    def _convolved(self, inputs: Any) -> Any:
        first = self.data_format == "NCW"
        axis, stride = (2 if first else 1), self.strides[0]
        result = tf.nn.separable_conv2d(
            tf.expand_dims(inputs, axis), tf.expand_dims(self.depthwise_kernel, 0),
            tf.expand_dims(self.pointwise_kernel, 0), self._whole([stride, stride]), self.padding,
            [1, *self.dilation_rate], data_format="NCHW" if first else "NHWC",
        )  # fmt: skip
        return tf.squeeze(result, [axis])


conv1d = functional(Conv1D, "conv1d")
conv2d = functional(Conv2D, "conv2d")
conv3d = functional(Conv3D, "conv3d")
conv2d_transpose = functional(Conv2DTranspose, "conv2d_transpose")
conv3d_transpose = functional(Conv3DTranspose, "conv3d_transpose")
separable_conv1d = functional(SeparableConv1D, "separable_conv1d")
separable_conv2d = functional(SeparableConv2D, "separable_conv2d")
