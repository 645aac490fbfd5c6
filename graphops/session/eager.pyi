"""Made by `python -m graphops.apps.stubs` from the registered ops; do not edit."""

# ruff: noqa: A001, A002, E501, F401, D, PYI021, PYI047
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias

import numpy as _np

from graphops.graph.graph import Node as _Node
from graphops.graph.graph import Tensor as _Tensor
from graphops.build.scope import Scope as _Scope
from graphops_registry.dtypes import DType as _DType
from graphops_registry.shape import TensorShape as _TensorShape

_DTypeLike: _TypeAlias = _DType | str | type[_Any] | _np.dtype[_Any]
_ShapeLike: _TypeAlias = _TensorShape | _Sequence[int | str | None] | None

def Abs(*, x: _Any, name: str | None = None) -> _Any:
    """The absolute value of real numbers (ComplexAbs is that of complex ones)."""
def AccumulateNV2(*, inputs: _Sequence[_Any], shape: _ShapeLike, name: str | None = None) -> _Any:
    """The sum of the inputs, which all have the shape that the attr shape gives."""
def AccumulatorApplyGradient(*, handle: _Any, local_step: _Any, gradient: _Any, name: str | None = None) -> None:
    """Add a gradient to an accumulator. One of an earlier step than the accumulator's is left out.

    local_step: the step of the gradient, a scalar.
    dtype: the accumulator's.
    """
def AccumulatorNumAccumulated(*, handle: _Any, name: str | None = None) -> _Any:
    """How many gradients are in an accumulator."""
def AccumulatorSetGlobalStep(*, handle: _Any, new_global_step: _Any, name: str | None = None) -> None:
    """Set the step of an accumulator: gradients of earlier ones are left out.

    new_global_step: a scalar.
    """
def AccumulatorTakeGradient(*, handle: _Any, num_required: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The mean, or the sum, of the gradients in an accumulator, which is empty then; waits until there
    are enough. The accumulator's step becomes the next one.

    num_required: how many there must be, a scalar.
    dtype: the accumulator's.
    """
def Acos(*, x: _Any, name: str | None = None) -> _Any:
    """The angle whose cosine is x."""
def Acosh(*, x: _Any, name: str | None = None) -> _Any:
    """The inverse of Cosh; not a number below 1."""
def Add(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x + y, element by element; strings are joined."""
def AddN(*, inputs: _Sequence[_Any], name: str | None = None) -> _Any:
    """The sum of the inputs, which all have one shape (no broadcasting)."""
def AddV2(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x + y, element by element."""
def AdjustContrast(*, images: _Any, contrast_factor: _Any, min_value: _Any, max_value: _Any, name: str | None = None) -> _Any:
    """Stretch each channel of each image about its mean, and clip.

    images: `[..., rows, cols, channels]`.
    contrast_factor: a scalar.
    min_value, max_value: of the results, scalars.
    output: of the shape of images, float32.
    """
def AdjustContrastv2(*, images: _Any, contrast_factor: _Any, name: str | None = None) -> _Any:
    """Stretch each channel of each image about its mean: `(x - mean) * contrast_factor + mean`.

    images: `[..., rows, cols, channels]`.
    contrast_factor: a scalar.
    output: of the shape of images.
    """
def AdjustHue(*, images: _Any, delta: _Any, name: str | None = None) -> _Any:
    """Turn the hue of images.

    images: `[..., rows, cols, 3]`: red, green and blue.
    delta: a scalar: by how many turns.
    output: of the shape of images.
    """
def AdjustSaturation(*, images: _Any, scale: _Any, name: str | None = None) -> _Any:
    """Multiply the saturation of images, which stays in [0, 1].

    images: `[..., rows, cols, 3]`: red, green and blue.
    scale: a scalar.
    output: of the shape of images.
    """
def All(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """Whether all elements over axes are true; of nothing, all are.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def Angle(*, input: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The angles of the numbers as points of the plane, in [-pi, pi]."""
def Any(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """Whether any element over axes is true; of nothing, none is.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def ApplyAdaMax(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """AdaMax: Adam with the largest gradient instead of a mean of squares.

    m += (g - m) * (1 - beta1)
    v = max(beta2 * v, |g|)
    var -= lr / (1 - beta1_power) * m / (v + epsilon)

    beta1_power: beta1 to the power of the number of this step; the op does not change it.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Adadelta: steps as large as recent steps were, over the size of recent gradients.

    accum = accum * rho + g * g * (1 - rho)
    update = g * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)
    accum_update = accum_update * rho + update * update * (1 - rho)
    var -= lr * update

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Any:
    """Adagrad: steps scaled by the sum of all squared gradients.

    accum += g * g
    var -= lr * g / sqrt(accum)

    update_slots: without it accum stays as it is.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Adagrad with dual averaging: var is computed anew from the sums of all gradients.

    gradient_accumulator += g
    gradient_squared_accumulator += g * g
    divisor = l2 * global_step * lr + sqrt(gradient_squared_accumulator)
    var = -lr * sign(gradient_accumulator) * max(|gradient_accumulator| - l1 * global_step, 0) / divisor

    l1: without it, at 0, var = -lr * gradient_accumulator / divisor.
    global_step: the number of this step, from 1 on; the op does not change it.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Any:
    """Adagrad with a term that keeps the divisor away from 0.

    accum += g * g
    var -= lr * g / (sqrt(accum) + epsilon)

    update_slots: without it accum stays as it is.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyAdam(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Any:
    """Adam: steps scaled by running means of the gradient and of its square.

    alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (g - m) * (1 - beta1)
    v += (g * g - v) * (1 - beta2)
    var -= alpha * m / (sqrt(v) + epsilon), with use_nesterov alpha * (g * (1 - beta1) + m * beta1) / (...)

    beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyAddSign(*, var: _Any, m: _Any, lr: _Any, alpha: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """AddSign: longer steps where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * (alpha + sign_decay * sign(g) * sign(m)) * g

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """RMSProp with the variance of the gradient in place of its mean square.

    ms += (g * g - ms) * (1 - rho)
    mg += (g - mg) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms - mg * mg + epsilon)
    var -= mom

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Any:
    """Ftrl-proximal.

    Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
    (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

    new = accum + g * g
    linear += scale * g - (new ** p - accum ** p) / unit * var
    var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
    accum = new

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Any:
    """Ftrl-proximal with a penalty that pulls var towards 0.

    Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
    (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

    new = accum + g * g
    linear += scale * (g + 2 * l2_shrinkage * var) - (new ** p - accum ** p) / unit * var
    var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
    accum = new

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyGradientDescent(*, var: _Any, alpha: _Any, delta: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Gradient descent.

    var -= alpha * delta

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Any:
    """Gradient descent with momentum; the learning rate is applied when the variable changes.

    accum = accum * momentum + g
    var -= lr * accum, with use_nesterov: var -= lr * (g + accum * momentum)

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyPowerSign(*, var: _Any, m: _Any, lr: _Any, logbase: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """PowerSign: longer steps, by a factor, where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * exp(logbase * sign_decay * sign(g) * sign(m)) * g

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Adagrad with penalties that make small values 0.

    accum += g * g
    rate = lr / sqrt(accum)
    moved = var - rate * g
    var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

    lr: positive.
    l1, l2: not negative.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, delta: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Gradient descent with penalties that make small values 0; rate is alpha.

    moved = var - rate * delta
    var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """RMSProp: steps scaled by a running mean of the squared gradient, with momentum.

    ms += (g * g - ms) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms + epsilon)
    var -= mom

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def ApproximateEqual(*, x: _Any, y: _Any, tolerance: float = ..., name: str | None = None) -> _Any:
    """Whether x and y, of one shape, differ by less than a tolerance.

    tolerance: of the absolute difference.
    """
def ArgMax(*, input: _Any, dimension: _Any, output_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The position of the largest element along an axis, the first of several; what is not a number is never it.

    dimension: the axis, a scalar; a negative one counts from the end.
    """
def ArgMin(*, input: _Any, dimension: _Any, output_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The position of the smallest element along an axis, the first of several; what is not a number is never it.

    dimension: the axis, a scalar; a negative one counts from the end.
    """
def AsString(*, input: _Any, precision: int = ..., scientific: bool = ..., shortest: bool = ..., width: int = ..., fill: str | bytes = ..., name: str | None = None) -> _Any:
    """Each value as text: an integer in decimal digits, a fraction as 1.500000, (real,imaginary), true or false.

    precision: digits behind the point; negative for 6. For fractions and complex numbers only.
    scientific: with an exponent, as 1.500000e+00.
    shortest: without an exponent where possible, and without zeros at the end: 1.5.
    width: at least so many characters; booleans are left alone.
    fill: '0' fills with zeros, '-' on the right, '' with blanks; ' ' and '+' go in front of what is not negative.
    """
def Asin(*, x: _Any, name: str | None = None) -> _Any:
    """The angle whose sine is x."""
def Asinh(*, x: _Any, name: str | None = None) -> _Any:
    """The inverse of Sinh."""
def Assign(*, ref: _Any, value: _Any, validate_shape: bool = ..., use_locking: bool = ..., name: str | None = None) -> _Any:
    """Make value the value of a variable; gives the reference on.

    validate_shape: value has the variable's shape.

    use_locking: has no effect: a change is always done as a whole.
    """
def AssignAdd(*, ref: _Any, value: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Add value, which has the variable's shape, to a variable; gives the reference on.

    use_locking: has no effect: a change is always done as a whole.
    """
def AssignSub(*, ref: _Any, value: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Subtract value, which has the variable's shape, from a variable; gives the reference on.

    use_locking: has no effect: a change is always done as a whole.
    """
def Atan(*, x: _Any, name: str | None = None) -> _Any:
    """The angle whose tangent is x."""
def Atan2(*, y: _Any, x: _Any, name: str | None = None) -> _Any:
    """The angle of the point (x, y), in [-pi, pi]."""
def Atanh(*, x: _Any, name: str | None = None) -> _Any:
    """The inverse of Tanh; not a number beyond 1."""
def AudioSpectrogram(*, input: _Any, window_size: int, stride: int, magnitude_squared: bool = ..., name: str | None = None) -> _Any:
    """Magnitudes of the frequencies in windows of sound, each weighted by a periodic Hann window.

    A window is filled up with zeros to a power of 2, n, and gives n / 2 + 1 frequencies.

    input: `[samples, channels]`.
    window_size: samples in a window, 2 or more.
    stride: samples from one window to the next, 1 or more.
    magnitude_squared: give the squares of the magnitudes.
    spectrogram: `[channels, windows, n / 2 + 1]`, of the windows that are full.
    """
def AudioSummary(*, tag: _Any, tensor: _Any, sample_rate: float, max_outputs: int = ..., name: str | None = None) -> _Any:
    """A Summary message with sounds as WAV files.

    tag: the name of the values, a scalar, behind which stand `/audio/0`, `/audio/1` ..., or `/audio` if max_outputs is 1.
    tensor: `[sounds, frames]` or `[sounds, frames, channels]`, in [-1, 1).
    sample_rate: frames in a second, positive.
    max_outputs: how many are in the message.
    """
def AudioSummaryV2(*, tag: _Any, tensor: _Any, sample_rate: _Any, max_outputs: int = ..., name: str | None = None) -> _Any:
    """A Summary message with sounds as WAV files.

    tag: the name of the values, a scalar, behind which stand `/audio/0`, `/audio/1` ..., or `/audio` if max_outputs is 1.
    tensor: `[sounds, frames]` or `[sounds, frames, channels]`, in [-1, 1).
    sample_rate: frames in a second, positive.
    max_outputs: how many are in the message.
    """
def AvgPool(*, value: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """The mean of each window.

    value: `[batch, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
def AvgPool3D(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Any:
    """The mean of each window.

    input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
def AvgPool3DGrad(*, orig_input_shape: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of AvgPool3D.

    orig_input_shape: the shape of the pool's input, five integers.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input.
    """
def AvgPoolGrad(*, orig_input_shape: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of AvgPool.

    orig_input_shape: the shape of the pool's input, four integers.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input.
    """
def BandedTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = ..., adjoint: bool = ..., name: str | None = None) -> _Any:
    """The X for which a triangular matrix of a few diagonals times X is rhs, by substitution.

    matrix: `[..., bands, n]`: the diagonals as rows, the highest first. Element r of each is the one in row r of the
        matrix; those that lie outside of it count nowhere. None is 0 on the diagonal.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: the diagonals lie below the main one, which is the first; otherwise above, and it is the last.
    adjoint: solve with the conjugate transposes of the matrices.
    """
def BatchCholesky(*, input: _Any, name: str | None = None) -> _Any:
    """The lower triangular factors L of matrices L L^H; not a number where a matrix is not positive definite.

    input: `[..., n, n]`, Hermitian; only the lower triangles are read.
    """
def BatchCholeskyGrad(*, l: _Any, grad: _Any, name: str | None = None) -> _Any:
    """The gradient of Cholesky for symmetric changes of its input, a symmetric matrix.

    l: what Cholesky answered, `[..., n, n]`.
    grad: the gradient of that.
    """
def BatchFFT(*, input: _Any, name: str | None = None) -> _Any:
    """As FFT.

    input: of rank 1 or more.
    """
def BatchFFT2D(*, input: _Any, name: str | None = None) -> _Any:
    """As FFT2D.

    input: of rank 2 or more.
    """
def BatchFFT3D(*, input: _Any, name: str | None = None) -> _Any:
    """As FFT3D.

    input: of rank 3 or more.
    """
def BatchIFFT(*, input: _Any, name: str | None = None) -> _Any:
    """As IFFT.

    input: of rank 1 or more.
    """
def BatchIFFT2D(*, input: _Any, name: str | None = None) -> _Any:
    """As IFFT2D.

    input: of rank 2 or more.
    """
def BatchIFFT3D(*, input: _Any, name: str | None = None) -> _Any:
    """As IFFT3D.

    input: of rank 3 or more.
    """
def BatchMatMul(*, x: _Any, y: _Any, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ..., name: str | None = None) -> _Any:
    """The products of two stacks of matrices, whose leading dimensions are equal.

    x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
    y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
    adj_x: use the conjugate transposes of the matrices in x.
    adj_y: likewise of y.
    grad_x: says that the product is a gradient of the x of another one; changes nothing.
    grad_y: likewise of y.
    output: `[..., rows, cols]`.
    """
def BatchMatMulV2(*, x: _Any, y: _Any, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ..., name: str | None = None) -> _Any:
    """The products of two stacks of matrices, whose leading dimensions broadcast.

    x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
    y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
    adj_x: use the conjugate transposes of the matrices in x.
    adj_y: likewise of y.
    grad_x: says that the product is a gradient of the x of another one; changes nothing.
    grad_y: likewise of y.
    output: `[..., rows, cols]`.
    """
def BatchMatMulV3(*, x: _Any, y: _Any, Tout: _DTypeLike, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ..., name: str | None = None) -> _Any:
    """The products of two stacks of matrices of their own dtypes, whose leading dimensions broadcast, in the dtype Tout.

    x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
    y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
    adj_x: use the conjugate transposes of the matrices in x.
    adj_y: likewise of y.
    grad_x: says that the product is a gradient of the x of another one; changes nothing.
    grad_y: likewise of y.
    output: `[..., rows, cols]`.
    """
def BatchMatrixBandPart(*, input: _Any, num_lower: _Any, num_upper: _Any, name: str | None = None) -> _Any:
    """The diagonal and some diagonals beside it of each matrix; zeros elsewhere.

    input: `[..., rows, columns]`.
    num_lower: how many diagonals below the main one to keep, at most the rows, a scalar; a negative one keeps all.
    num_upper: how many above it, at most the columns, a scalar; a negative one keeps all.
    """
def BatchMatrixDeterminant(*, input: _Any, name: str | None = None) -> _Any:
    """The determinants of matrices.

    input: `[..., n, n]`.
    output: `[...]`.
    """
def BatchMatrixDiag(*, diagonal: _Any, name: str | None = None) -> _Any:
    """Square matrices with the given main diagonals and zeros elsewhere.

    diagonal: `[..., n]`.
    output: `[..., n, n]`.
    """
def BatchMatrixDiagPart(*, input: _Any, name: str | None = None) -> _Any:
    """The main diagonals of matrices.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
def BatchMatrixInverse(*, input: _Any, adjoint: bool = ..., name: str | None = None) -> _Any:
    """The inverses of matrices.

    input: `[..., n, n]`; none singular.
    adjoint: invert the conjugate transposes.
    """
def BatchMatrixSetDiag(*, input: _Any, diagonal: _Any, name: str | None = None) -> _Any:
    """Matrices with other main diagonals.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
def BatchMatrixSolve(*, matrix: _Any, rhs: _Any, adjoint: bool = ..., name: str | None = None) -> _Any:
    """The X for which matrix X = rhs.

    matrix: `[..., n, n]`; none singular.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    adjoint: solve with the conjugate transposes of the matrices.
    """
def BatchMatrixSolveLs(*, matrix: _Any, rhs: _Any, l2_regularizer: _Any, fast: bool = ..., name: str | None = None) -> _Any:
    """The X for which matrix X is as close to rhs as can be, in the sum of squares.

    matrix: `[..., m, n]`.
    rhs: `[..., m, columns]`, with the same leading dimensions.
    l2_regularizer: a number of at least 0: how much the squares of X count beside those of what is missed.
    fast: by way of the product of the matrix with its adjoint, which must be far from singular; otherwise by its
        singular values, for any matrix: the smallest X, and l2_regularizer has no effect.
    output: `[..., n, columns]`; of several the smallest.
    """
def BatchMatrixTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = ..., adjoint: bool = ..., name: str | None = None) -> _Any:
    """The X for which matrix X = rhs, by substitution.

    matrix: `[..., n, n]`; only one triangle is read. A 0 on the diagonal gives results that are not finite.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: which triangle: the lower or the upper one.
    adjoint: solve with the conjugate transposes of the matrices.
    """
def BatchNormWithGlobalNormalization(*, t: _Any, m: _Any, v: _Any, beta: _Any, gamma: _Any, variance_epsilon: float, scale_after_normalization: bool, name: str | None = None) -> _Any:
    """Images less the mean of each channel, in units of its standard deviation: gamma (t - m) / sqrt(v) + beta.

    beta: `[channels]`, is added.
    t: `[batch, height, width, channels]`.
    m, v: `[channels]`, the mean and the variance of each channel.
    gamma: `[channels]`, factors.
    variance_epsilon: is added to v.
    scale_after_normalization: multiply with gamma.
    """
def BatchNormWithGlobalNormalizationGrad(*, t: _Any, m: _Any, v: _Any, gamma: _Any, backprop: _Any, variance_epsilon: float, scale_after_normalization: bool, name: str | None = None) -> _Any:
    """The gradients of BatchNormWithGlobalNormalization by t, m, v, beta and gamma.

    backprop: the gradient of its result.
    t: `[batch, height, width, channels]`.
    m, v: `[channels]`, the mean and the variance of each channel.
    gamma: `[channels]`, factors.
    variance_epsilon: is added to v.
    scale_after_normalization: multiply with gamma.
    """
def BatchSelfAdjointEig(*, input: _Any, name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of symmetric matrices, together in one matrix.

    input: `[..., n, n]`; only the lower triangles are read.
    output: `[..., n + 1, n]`: in row 0 the eigenvalues, rising; below it the eigenvectors, in columns. The largest
        element of each is positive.
    """
def BatchSelfAdjointEigV2(*, input: _Any, compute_v: bool = ..., name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of Hermitian matrices.

    input: `[..., n, n]`; only the lower triangles are read.
    compute_v: without it, v is empty.
    e: `[..., n]`, rising.
    v: `[..., n, n]`, orthonormal columns. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.
    """
def BatchSvd(*, input: _Any, compute_uv: bool = ..., full_matrices: bool = ..., name: str | None = None) -> _Any:
    """Singular values: matrices as u diag(s) v^H.

    input: `[..., m, n]`.
    compute_uv: without it, u and v are empty.
    full_matrices: u has m columns and v has n, otherwise both have min(m, n).
    s: `[..., min(m, n)]`, falling.
    u, v: `[..., m, columns]` and `[..., n, columns]`, orthonormal. The largest element of each column of u is real
        and positive, which makes both unique where the singular values differ.
    """
def BatchToSpace(*, input: _Any, crops: _Any, block_size: int, name: str | None = None) -> _Any:
    """Batches as square blocks of an image: BatchToSpaceND for two spatial axes and one size.

    input: `[batch * block_size * block_size, height, width, channels]`.
    crops: how much to cut off (before, after) along height and width, `[2, 2]`.
    """
def BatchToSpaceND(*, input: _Any, block_shape: _Any, crops: _Any, name: str | None = None) -> _Any:
    """Batches as spatial blocks: undoes SpaceToBatchND.

    input: `[blocks * batch, spatial..., rest...]`.
    block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
    crops: how much to cut off (before, after) along each spatial axis.
    output: `[batch, spatial * block - crops..., rest...]`.
    """
def BesselI0(*, x: _Any, name: str | None = None) -> _Any:
    """The modified Bessel function of the first kind of order 0."""
def BesselI0e(*, x: _Any, name: str | None = None) -> _Any:
    """exp(-|x|) BesselI0(x)."""
def BesselI1(*, x: _Any, name: str | None = None) -> _Any:
    """The modified Bessel function of the first kind of order 1."""
def BesselI1e(*, x: _Any, name: str | None = None) -> _Any:
    """exp(-|x|) BesselI1(x)."""
def BesselJ0(*, x: _Any, name: str | None = None) -> _Any:
    """The Bessel function of the first kind of order 0."""
def BesselJ1(*, x: _Any, name: str | None = None) -> _Any:
    """The Bessel function of the first kind of order 1."""
def BesselK0(*, x: _Any, name: str | None = None) -> _Any:
    """The modified Bessel function of the second kind of order 0; infinite for x <= 0."""
def BesselK0e(*, x: _Any, name: str | None = None) -> _Any:
    """exp(x) BesselK0(x)."""
def BesselK1(*, x: _Any, name: str | None = None) -> _Any:
    """The modified Bessel function of the second kind of order 1; infinite for x <= 0."""
def BesselK1e(*, x: _Any, name: str | None = None) -> _Any:
    """exp(x) BesselK1(x)."""
def BesselY0(*, x: _Any, name: str | None = None) -> _Any:
    """The Bessel function of the second kind of order 0; minus infinity for x <= 0."""
def BesselY1(*, x: _Any, name: str | None = None) -> _Any:
    """The Bessel function of the second kind of order 1; minus infinity for x <= 0."""
def Betainc(*, a: _Any, b: _Any, x: _Any, name: str | None = None) -> _Any:
    """The regularised incomplete beta function; not a number unless a > 0, b > 0 and 0 <= x <= 1.

    a, b, x: of one shape, or scalars. Gradients are with respect to x alone.
    """
def BiasAdd(*, value: _Any, bias: _Any, data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """value plus a bias for each channel.

    value: `[batch, ..., channels]`, or `[batch, channels, ...]` as data_format says; rank 2 or more.
    bias: `[channels]`.
    """
def BiasAddGrad(*, out_backprop: _Any, data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of BiasAdd with respect to the bias: the sum over everything but the channels.

    out_backprop: gradient of the output, rank 2 or more.
    output: `[channels]`.
    """
def BiasAddV1(*, value: _Any, bias: _Any, name: str | None = None) -> _Any:
    """value plus a bias for each channel: the older form of BiasAdd.

    value: `[batch, ..., channels]`, rank 2 or more.
    bias: `[channels]`.
    """
def Bincount(*, arr: _Any, size: _Any, weights: _Any, name: str | None = None) -> _Any:
    """For each number below size how often it is in an array, or the sum of the weights of its places there.

    arr: of any shape, not negative; what is not below size is passed over.
    size: a scalar.
    weights: of the shape of arr, or empty for counting.
    bins: a vector of length size.
    """
def Bitcast(*, input: _Any, type: _DTypeLike, name: str | None = None) -> _Any:
    """The same bytes as another dtype.

    type: a wider one takes the last axis, which must hold one element's bytes; a narrower one adds an axis.
    """
def BitwiseAnd(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The bits that are set in both x and y."""
def BitwiseOr(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The bits that are set in x or in y."""
def BitwiseXor(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The bits in which x and y differ."""
def BlockLSTM(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, forget_bias: float = ..., cell_clip: float = ..., use_peephole: bool = ..., name: str | None = None) -> _Any:
    """Long short-term memory over a sequence; see LSTMBlockCell, which is a step of it.

    seq_len_max: a scalar, how many steps are made: what follows is 0.
    x: `[steps, batch, inputs]`.
    cs_prev, h_prev: `[batch, units]`, cell state and output before the first step.
    w: `[inputs + units, 4 * units]`, with the columns of the gates in the order i, ci, f, o.
    wci, wcf, wco: `[units]`, with use_peephole the weights of the cell state in the gates i, f and o.
    b: `[4 * units]`.
    forget_bias: is added to the gate f.
    cell_clip: the cell state is limited to its absolute value; 0 or less for no limit.
    use_peephole: whether the gates see the cell state: i and f that before the step, o that after it.
    i, f, o: `[steps, batch, units]`, the values of the gates, after sigmoid.
    cs: the cell states.
    ci, co: what is written to the cell state, and what is read from it, after tanh.
    h: the outputs.
    """
def BlockLSTMGrad(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, h: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, name: str | None = None) -> _Any:
    """The gradients of BlockLSTM; the limit of the cell state is ignored.

    seq_len_max, x, cs_prev, h_prev: as BlockLSTM got them.
    w: `[inputs + units, 4 * units]`, with the columns of the gates in the order i, ci, f, o.
    wci, wcf, wco: `[units]`, with use_peephole the weights of the cell state in the gates i, f and o.
    b: `[4 * units]`.
    i, cs, f, o, ci, co, h: as BlockLSTM gave them.
    cs_grad, h_grad: gradients of its cs and h.
    use_peephole: as BlockLSTM had it.
    x_grad, cs_prev_grad, h_prev_grad, w_grad, b_grad: the gradients of these inputs.
    wci_grad, wcf_grad, wco_grad: `[units]`; 0 without use_peephole.
    """
def BlockLSTMGradV2(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, h: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, name: str | None = None) -> _Any:
    """The gradients of BlockLSTMV2; the limit of the cell state is ignored.

    seq_len_max, x, cs_prev, h_prev: as BlockLSTMV2 got them.
    w: `[inputs + units, 4 * units]`, with the columns of the gates in the order i, f, ci, o.
    wci, wcf, wco: `[units]`, with use_peephole the weights of the cell state in the gates i, f and o.
    b: `[4 * units]`.
    i, cs, f, o, ci, co, h: as BlockLSTMV2 gave them.
    cs_grad, h_grad: gradients of its cs and h.
    use_peephole: as BlockLSTMV2 had it.
    x_grad, cs_prev_grad, h_prev_grad, w_grad, b_grad: the gradients of these inputs.
    wci_grad, wcf_grad, wco_grad: `[units]`; 0 without use_peephole.
    """
def BlockLSTMV2(*, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, cell_clip: float = ..., use_peephole: bool = ..., name: str | None = None) -> _Any:
    """Long short-term memory over a sequence, as BlockLSTM with another order of the gates and no forget_bias.

    seq_len_max: a scalar, how many steps are made: what follows is 0.
    x: `[steps, batch, inputs]`.
    cs_prev, h_prev: `[batch, units]`, cell state and output before the first step.
    w: `[inputs + units, 4 * units]`, with the columns of the gates in the order i, f, ci, o.
    wci, wcf, wco: `[units]`, with use_peephole the weights of the cell state in the gates i, f and o.
    b: `[4 * units]`.
    cell_clip: the cell state is limited to its absolute value; 0 or less for no limit.
    use_peephole: whether the gates see the cell state: i and f that before the step, o that after it.
    i, f, o: `[steps, batch, units]`, the values of the gates, after sigmoid.
    cs: the cell states.
    ci, co: what is written to the cell state, and what is read from it, after tanh.
    h: the outputs.
    """
def BroadcastArgs(*, s0: _Any, s1: _Any, name: str | None = None) -> _Any:
    """The shape to which two shapes broadcast."""
def BroadcastGradientArgs(*, s0: _Any, s1: _Any, name: str | None = None) -> _Any:
    """For each of two shapes the axes of their broadcast shape to sum over, to undo its broadcasting."""
def BroadcastTo(*, input: _Any, shape: _Any, name: str | None = None) -> _Any:
    """The input repeated along axes of size 1 and new leading axes.

    shape: the shape to reach.
    """
def Bucketize(*, input: _Any, boundaries: _Sequence[float], name: str | None = None) -> _Any:
    """For each element how many of the boundaries are not above it.

    boundaries: sorted.
    """
def CTCBeamSearchDecoder(*, inputs: _Any, sequence_length: _Any, beam_width: int, top_paths: int, merge_repeated: bool = ..., name: str | None = None) -> _Any:
    """The most probable labels, of all steps that give them together. The last class is the blank.

    inputs: `[steps, batch, classes]`, logits: the softmax along the last axis is taken of them.
    sequence_length: `[batch]`, how many steps each sequence has.
    beam_width: how many beginnings are followed.
    top_paths: how many answers are wanted, at most beam_width; a sequence that has fewer is refused.
    merge_repeated: equal neighbours among the labels that were found are made one.
    decoded_indices, decoded_values, decoded_shape: for each answer, the best first, a sparse matrix with the labels of
        each sequence in a row. Which of equally probable ones comes first is not defined.
    log_probability: `[batch, top_paths]`, the logarithm of the probability of each answer.
    """
def CTCGreedyDecoder(*, inputs: _Any, sequence_length: _Any, merge_repeated: bool = ..., blank_index: int = ..., name: str | None = None) -> _Any:
    """The labels that the largest logit of each step says.

    inputs: `[steps, batch, classes]`.
    sequence_length: `[batch]`, how many steps each sequence has.
    merge_repeated: equal neighbours are made one, before the blanks are taken out.
    blank_index: the class that is the blank; negative ones count from the end.
    decoded_indices, decoded_values, decoded_shape: a sparse matrix, with the labels of each sequence in a row.
    log_probability: `[batch, 1]`, the sum of the largest logits, negated.
    """
def CTCLoss(*, inputs: _Any, labels_indices: _Any, labels_values: _Any, sequence_length: _Any, preprocess_collapse_repeated: bool = ..., ctc_merge_repeated: bool = ..., ignore_longer_outputs_than_inputs: bool = ..., name: str | None = None) -> _Any:
    """The loss of connectionist temporal classification, and its gradient. The last class is the blank.

    inputs: `[steps, batch, classes]`, logits: the softmax along the last axis is taken of them.
    sequence_length: `[batch]`, how many steps each sequence has.
    labels_indices: `[labels, 2]`: of each label the sequence and the place in it, in row-major
        order, each place once.
    labels_values: `[labels]`, classes; the blank, or any number above it, ends a sequence.
    preprocess_collapse_repeated: equal neighbours among the labels are made one beforehand.
    ctc_merge_repeated: equal neighbours among the steps are one label; else each of them is a label of its own.
    ignore_longer_outputs_than_inputs: sequences with more labels than steps have a loss and a gradient of 0; else they
        are refused.
    loss: `[batch]`: the negative logarithm of the probability of the labels; infinite if no steps can give them.
    gradient: of loss with respect to inputs, `[steps, batch, classes]`; 0 behind the end of a sequence.
    """
def CTCLossV2(*, inputs: _Any, labels_indices: _Any, labels_values: _Any, sequence_length: _Any, preprocess_collapse_repeated: bool = ..., ctc_merge_repeated: bool = ..., ignore_longer_outputs_than_inputs: bool = ..., name: str | None = None) -> _Any:
    """The loss of connectionist temporal classification, and its gradient. Class 0 is the blank.

    inputs: `[steps, batch, classes]`, logits: the softmax along the last axis is taken of them.
    sequence_length: `[batch]`, how many steps each sequence has.
    labels_indices: `[labels, 2]`: of each label the sequence and the place in it, in row-major
        order, each place once.
    labels_values: `[labels]`, classes other than 0.
    preprocess_collapse_repeated: equal neighbours among the labels are made one beforehand.
    ctc_merge_repeated: equal neighbours among the steps are one label; else each of them is a label of its own.
    ignore_longer_outputs_than_inputs: sequences with more labels than steps have a loss and a gradient of 0; else they
        are refused.
    loss: `[batch]`: the negative logarithm of the probability of the labels; infinite if no steps can give them.
    gradient: of loss with respect to inputs, `[steps, batch, classes]`; 0 behind the end of a sequence.
    """
def Cast(*, x: _Any, DstT: _DTypeLike, Truncate: bool = ..., name: str | None = None) -> _Any:
    """The input's values in another dtype.

    DstT: float to integer drops the fraction, complex to real the imaginary part, a number to bool asks whether it
        is not 0; integers wrap.
    Truncate: to a narrower float by dropping bits instead of rounding to nearest.
    """
def Ceil(*, x: _Any, name: str | None = None) -> _Any:
    """The smallest integer not below x."""
def Cholesky(*, input: _Any, name: str | None = None) -> _Any:
    """The lower triangular factors L of matrices L L^H; not a number where a matrix is not positive definite.

    input: `[..., n, n]`, Hermitian; only the lower triangles are read.
    """
def CholeskyGrad(*, l: _Any, grad: _Any, name: str | None = None) -> _Any:
    """The gradient of Cholesky for symmetric changes of its input, a symmetric matrix.

    l: what Cholesky answered, `[..., n, n]`.
    grad: the gradient of that.
    """
def ClipByValue(*, t: _Any, clip_value_min: _Any, clip_value_max: _Any, name: str | None = None) -> _Any:
    """The input with values below a minimum raised to it and values above a maximum lowered to it.

    clip_value_min: a scalar, or a shape that broadcasts to that of t.
    clip_value_max: likewise.
    """
def CombinedNonMaxSuppression(*, boxes: _Any, scores: _Any, max_output_size_per_class: _Any, max_total_size: _Any, iou_threshold: _Any, score_threshold: _Any, pad_per_class: bool = ..., clip_boxes: bool = ..., name: str | None = None) -> _Any:
    """For each image the best boxes of all classes, none of which overlaps a better one of its class by much.

    boxes: `[images, boxes, q, 4]`: y1, x1, y2, x2, of any two opposite corners. q is the number of classes, or 1 if
        the classes have the same boxes.
    scores: `[images, boxes, classes]`.
    max_output_size_per_class: a scalar above 0: at most so many boxes of a class in an image.
    max_total_size: a scalar above 0: at most so many boxes in an image.
    iou_threshold: a scalar in [0, 1]: a box is left out if it shares more than that part of the union with a better
        one.
    score_threshold: a scalar: only boxes with a score above it.
    pad_per_class: whether the outputs are no longer than all classes together may be.
    clip_boxes: whether the chosen boxes are cut off at 0 and 1.
    nmsed_boxes: `[images, n, 4]`, best first. n is max_total_size, or with pad_per_class the smaller one of it and of
        max_output_size_per_class times the number of classes. Zeros at the end.
    nmsed_scores: `[images, n]`.
    nmsed_classes: `[images, n]`, numbers from 0 on.
    valid_detections: `[images]`: how many of the n are boxes.
    """
def Complex(*, real: _Any, imag: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Any:
    """real + i imag."""
def ComplexAbs(*, x: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The absolute values."""
def ComputeAccidentalHits(*, true_classes: _Any, sampled_candidates: _Any, num_true: int, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """Where a candidate that was sampled is one of the true classes.

    true_classes: `[batch, num_true]`.
    sampled_candidates: a vector; of equal candidates the last one counts.
    seed, seed2: have no effect.
    indices: for each hit the row of true_classes.
    ids: for each hit the place in sampled_candidates.
    weights: for each hit the lowest number, to be added to the candidate's score.
    """
def Concat(*, concat_dim: _Any, values: _Sequence[_Any], name: str | None = None) -> _Any:
    """The inputs one after the other along an axis: the older form of ConcatV2.

    concat_dim: a scalar; a negative one counts from the end.
    """
def ConcatOffset(*, concat_dim: _Any, shape: _Sequence[_Any], name: str | None = None) -> list[_Any]:
    """Where each of several tensors begins in their concatenation.

    concat_dim: the axis of the concatenation, a scalar.
    shape: the tensors' shapes.
    """
def ConcatV2(*, values: _Sequence[_Any], axis: _Any, name: str | None = None) -> _Any:
    """The inputs one after the other along an axis.

    values: of one rank, and of one size along every other axis.
    axis: a scalar; a negative one counts from the end.
    """
def Conj(*, input: _Any, name: str | None = None) -> _Any:
    """The complex conjugates."""
def ConjugateTranspose(*, x: _Any, perm: _Any, name: str | None = None) -> _Any:
    """The input with its axes in another order, and complex numbers conjugated.

    perm: axis i of the output is axis perm[i] of the input.
    """
def Const(*, value: _np.ndarray[_Any, _Any], dtype: _DTypeLike, name: str | None = None) -> _Any:
    """A tensor whose value is part of the graph."""
def ControlTrigger(*, name: str | None = None) -> None:
    """Computes nothing; runs even when its control inputs are dead."""
def Conv(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['CHANNELS_FIRST', 'CHANNELS_LAST'] = ..., dilations: _Sequence[int] = ..., batch_dims: int = ..., groups: int = ..., name: str | None = None) -> _Any:
    """2-D or 3-D convolution with any number of batch dimensions, grouped or not.

    input: `[batch..., spatial..., in_channels]`, or channels first as data_format says.
    filter: `[spatial..., in_channels / groups, out_channels]`.
    strides: one number for all batch dimensions, one for each spatial dimension, one for the channels.
    dilations: likewise; an empty list means ones.
    batch_dims: how many leading dimensions are batch.
    output: `[batch..., out_spatial..., out_channels]`.
    """
def Conv2D(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """2-D convolution (cross-correlation) of a batch of images.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
    dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, out_channels]`.
    """
def Conv2DBackpropFilter(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 2-D convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
def Conv2DBackpropFilterV2(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 2-D convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: the forward filter; only its shape matters.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
def Conv2DBackpropInput(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 2-D convolution with respect to its input.

    input_sizes: the shape of the forward input, four integers; or its two spatial sizes.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
def Conv2DBackpropInputV2(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 2-D convolution with respect to its input.

    input: the forward input; only its shape matters.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
def Conv3D(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """3-D convolution (cross-correlation) of a batch of volumes.

    input: `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    dilations: likewise; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_depth, out_rows, out_cols, out_channels]`.
    """
def Conv3DBackpropFilter(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 3-D convolution with respect to its filter.

    input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter: the forward filter; only its shape matters.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
def Conv3DBackpropFilterV2(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 3-D convolution with respect to its filter.

    input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
def Conv3DBackpropInput(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 3-D convolution with respect to its input.

    input: the forward input; only its shape matters.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
def Conv3DBackpropInputV2(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a 3-D convolution with respect to its input.

    input_sizes: the shape of the forward input, five integers.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
def Copy(*, input: _Any, tensor_name: str | bytes = ..., debug_ops_spec: _Sequence[str | bytes] = ..., name: str | None = None) -> _Any:
    """The input, copied.

    tensor_name, debug_ops_spec: have no effect.
    """
def CopyHost(*, input: _Any, tensor_name: str | bytes = ..., debug_ops_spec: _Sequence[str | bytes] = ..., name: str | None = None) -> _Any:
    """The input, copied.

    tensor_name, debug_ops_spec: have no effect.
    """
def Cos(*, x: _Any, name: str | None = None) -> _Any:
    """The cosine of x in radians."""
def Cosh(*, x: _Any, name: str | None = None) -> _Any:
    """The hyperbolic cosine."""
def CountUpTo(*, ref: _Any, limit: int, name: str | None = None) -> _Any:
    """The value of a scalar variable, which is one larger afterwards.

    limit: a value that reaches it is an error.
    """
def CropAndResize(*, image: _Any, boxes: _Any, box_ind: _Any, crop_size: _Any, method: _Literal['bilinear', 'nearest'] = ..., extrapolation_value: float = ..., name: str | None = None) -> _Any:
    """Cut boxes out of images and resize all of them to one size, with aligned corners.

    image: `[batch, rows, cols, depth]`.
    boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
    the image, and y1 > y2 turns the crop upside down.
    box_ind: `[boxes]`, which image of the batch each box is in.
    crop_size: `[crop_rows, crop_cols]`, positive.
    extrapolation_value: what pixels beyond the image are.
    crops: `[boxes, crop_rows, crop_cols, depth]`, float32.
    """
def CropAndResizeGradBoxes(*, grads: _Any, image: _Any, boxes: _Any, box_ind: _Any, method: _Literal['bilinear'] = ..., name: str | None = None) -> _Any:
    """Gradient of CropAndResize with respect to the boxes.

    grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.
    image: `[batch, rows, cols, depth]`.
    boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
    the image, and y1 > y2 turns the crop upside down.
    box_ind: `[boxes]`, which image of the batch each box is in.
    output: of the shape of boxes.
    """
def CropAndResizeGradImage(*, grads: _Any, boxes: _Any, box_ind: _Any, image_size: _Any, T: _DTypeLike, method: _Literal['bilinear', 'nearest'] = ..., name: str | None = None) -> _Any:
    """Gradient of CropAndResize with respect to the images.

    grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.
    boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
    the image, and y1 > y2 turns the crop upside down.
    box_ind: `[boxes]`, which image of the batch each box is in.
    image_size: the shape of the images, `[batch, rows, cols, depth]`.
    output: of that shape.
    """
def Cross(*, a: _Any, b: _Any, name: str | None = None) -> _Any:
    """The cross products of vectors of three elements.

    a, b: `[..., 3]`, both of one shape.
    """
def CudnnRNNCanonicalToParams(*, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Sequence[_Any], biases: _Sequence[_Any], rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """All parameters of recurrent layers in one vector.

    The matrices are `[units, inputs]`, layer by layer, forwards before backwards, those for the
    inputs before those for the state; of an LSTM in the order i, f, g, o, of a GRU in the order r, z, n.
    The biases follow in the same order.

    num_layers, num_units, input_size: scalars: the layers, the units of each, the inputs of the first.
    weights: the matrices.
    biases: the biases, `[units]`.
    rnn_mode: the kind of cells.
    input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
    direction: whether each layer also runs backwards.
    dropout, seed, seed2: without effect.
    """
def CudnnRNNCanonicalToParamsV2(*, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Sequence[_Any], biases: _Sequence[_Any], rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., name: str | None = None) -> _Any:
    """All parameters of recurrent layers in one vector.

    The matrices are `[units, inputs]`, layer by layer, forwards before backwards, those for the
    inputs before those for the state; of an LSTM in the order i, f, g, o, of a GRU in the order r, z, n.
    The biases follow in the same order.

    num_layers, num_units, input_size: scalars: the layers, the units of each, the inputs of the first.
    weights: the matrices.
    biases: the biases, `[units]`.
    rnn_mode: the kind of cells.
    input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
    direction: whether each layer also runs backwards.
    dropout, seed, seed2: without effect.
    num_proj: 0.
    """
def CudnnRNNParamsSize(*, num_layers: _Any, num_units: _Any, input_size: _Any, T: _DTypeLike, S: _DTypeLike, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., name: str | None = None) -> _Any:
    """How many parameters recurrent layers have.

    num_layers, num_units, input_size: scalars: the layers, the units of each, the inputs of the first.
    rnn_mode: the kind of cells.
    input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
    direction: whether each layer also runs backwards.
    dropout, seed, seed2: without effect.
    num_proj: 0.
    T: the dtype of the parameters.
    params_size: `[1]`.
    """
def CudnnRNNParamsToCanonical(*, num_layers: _Any, num_units: _Any, input_size: _Any, params: _Any, num_params: int, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """The matrices and biases of recurrent layers from one vector.

    The matrices are `[units, inputs]`, layer by layer, forwards before backwards, those for the
    inputs before those for the state; of an LSTM in the order i, f, g, o, of a GRU in the order r, z, n.
    The biases follow in the same order.

    num_layers, num_units, input_size: scalars: the layers, the units of each, the inputs of the first.
    params: all of them.
    rnn_mode: the kind of cells.
    input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
    direction: whether each layer also runs backwards.
    dropout, seed, seed2: without effect.
    weights: the matrices.
    biases: the biases, `[units]`.
    """
def CudnnRNNParamsToCanonicalV2(*, num_layers: _Any, num_units: _Any, input_size: _Any, params: _Any, num_params_weights: int, num_params_biases: int, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., name: str | None = None) -> _Any:
    """The matrices and biases of recurrent layers from one vector.

    The matrices are `[units, inputs]`, layer by layer, forwards before backwards, those for the
    inputs before those for the state; of an LSTM in the order i, f, g, o, of a GRU in the order r, z, n.
    The biases follow in the same order.

    num_layers, num_units, input_size: scalars: the layers, the units of each, the inputs of the first.
    params: all of them.
    rnn_mode: the kind of cells.
    input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
    direction: whether each layer also runs backwards.
    dropout, seed, seed2: without effect.
    num_proj: 0.
    weights: the matrices.
    biases: the biases, `[units]`.
    """
def Cumprod(*, x: _Any, axis: _Any, exclusive: bool = ..., reverse: bool = ..., name: str | None = None) -> _Any:
    """For each element the product of those up to it along an axis.

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out, so that the first result is that of nothing.
    reverse: start at the end of the axis.
    """
def Cumsum(*, x: _Any, axis: _Any, exclusive: bool = ..., reverse: bool = ..., name: str | None = None) -> _Any:
    """For each element the sum of those up to it along an axis.

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out, so that the first result is that of nothing.
    reverse: start at the end of the axis.
    """
def CumulativeLogsumexp(*, x: _Any, axis: _Any, exclusive: bool = ..., reverse: bool = ..., name: str | None = None) -> _Any:
    """For each element the logarithm of the sum of the exponentials of those up to it along an axis.

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out; the first result is minus infinity.
    reverse: start at the end of the axis.
    """
def DataFormatDimMap(*, x: _Any, src_format: str | bytes = ..., dst_format: str | bytes = ..., name: str | None = None) -> _Any:
    """Where axes of one data format are in another.

    x: numbers of axes in src_format, in [-rank, rank), of any shape.
    src_format, dst_format: the same 4 or 5 letters.
    y: their numbers in dst_format, of the shape of x.
    """
def DataFormatVecPermute(*, x: _Any, src_format: str | bytes = ..., dst_format: str | bytes = ..., name: str | None = None) -> _Any:
    """Values for the axes of one data format in the order of another.

    x: a vector with a value for each axis of src_format, or for each spatial one; or a matrix with a pair for each.
    src_format, dst_format: the same 4 or 5 letters.
    y: the values in the order of dst_format, of the shape of x.
    """
def Dawsn(*, x: _Any, name: str | None = None) -> _Any:
    """Dawson's integral, exp(-x^2) times the integral of exp(t^2) from 0 to x."""
def DebugIdentity(*, input: _Any, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., gated_grpc: bool = ..., name: str | None = None) -> _Any:
    """The input.

    device_name, tensor_name, gated_grpc: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.
    """
def DebugNanCount(*, input: _Any, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., gated_grpc: bool = ..., name: str | None = None) -> _Any:
    """How many elements are not a number, as a vector of one.

    device_name, tensor_name, gated_grpc: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.
    """
def DebugNumericSummary(*, input: _Any, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., lower_bound: float = ..., upper_bound: float = ..., mute_if_healthy: bool = ..., gated_grpc: bool = ..., name: str | None = None) -> _Any:
    """Numbers that describe a tensor.

    They are: 1; how many elements there are, are not a number, are at most lower_bound; of the others how many are
    negative, zero and positive; how many are at least upper_bound; the smallest and the largest, the mean and the
    variance of those that are finite; the number of the dtype, the rank, and all sizes.

    device_name, tensor_name, gated_grpc: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.
    lower_bound, upper_bound: see above.
    mute_if_healthy: has no effect.
    """
def DecodeAndCropJpeg(*, contents: _Any, crop_window: _Any, channels: int = ..., ratio: int = ..., fancy_upscaling: bool = ..., try_recover_truncated: bool = ..., acceptable_fraction: float = ..., dct_method: str | bytes = ..., name: str | None = None) -> _Any:
    """A part of the picture in a JPEG file.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    crop_window: `[4]`: first row, first column, rows, columns; all within the picture.
    channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
    ratio: 1, 2, 4 or 8: the picture becomes so many times smaller.
    fancy_upscaling: colors with fewer pixels are interpolated; without it only files whose colors have all pixels.
    try_recover_truncated: a file may lack its end; what is missing is grey.
    acceptable_fraction: not used: a file that lacks more is refused, or with try_recover_truncated taken.
    dct_method: '', 'INTEGER_FAST' or 'INTEGER_ACCURATE': always the accurate one.
    image: `[rows, columns, channels]`.
    """
def DecodeBase64(*, input: _Any, name: str | None = None) -> _Any:
    """Each string decoded from base64 with - and _; with or without = at the end."""
def DecodeBmp(*, contents: _Any, channels: int = ..., name: str | None = None) -> _Any:
    """The picture in a BMP file without compression.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0, 3 or 4, which must be those of the file.
    image: `[rows, columns, channels]`.
    """
def DecodeCSV(*, records: _Any, record_defaults: _Sequence[_Any], field_delim: str | bytes = ..., use_quote_delim: bool = ..., na_value: str | bytes = ..., select_cols: _Sequence[int] = ..., name: str | None = None) -> list[_Any]:
    """The fields of each record, one tensor of records' shape for each column.

    record_defaults: for each column the value of an empty field, a scalar or a vector of one value; or an empty
        vector, which makes an empty field an error.
    field_delim: one byte that is between two fields.
    use_quote_delim: a field may be in double quotes; inside, every character is allowed, and a quote is doubled.
    na_value: another text for an empty field.
    select_cols: the numbers of the columns, in order; without it all columns.
    """
def DecodeCompressed(*, bytes: _Any, compression_type: str | bytes = ..., name: str | None = None) -> _Any:
    """Each string as it was before it was compressed.

    compression_type: '' for strings that are not, 'ZLIB' or 'GZIP'.
    """
def DecodeGif(*, contents: _Any, name: str | None = None) -> _Any:
    """The frames of a GIF file, each drawn over the one before; or the picture in a JPEG or PNG file.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    image: `[frames, rows, columns, 3]`.
    """
def DecodeImage(*, contents: _Any, channels: int = ..., dtype: _DTypeLike = ..., expand_animations: bool = ..., name: str | None = None) -> _Any:
    """The picture in a JPEG, PNG, GIF or BMP file.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
    dtype: float32 is in [0, 1]. As uint16, a number of a PNG file is times 257, one of another file times 256.
    expand_animations: a GIF file gives all its frames; without it the first one.
    image: `[rows, columns, channels]`, or of a GIF file with expand_animations `[frames, rows, columns, channels]`.
    """
def DecodeJSONExample(*, json_examples: _Any, name: str | None = None) -> _Any:
    """Example messages that are written as JSON, serialised.

    json_examples: as `{"features": {"feature": {"a": {"int64List": {"value": [1]}}}}}`; values of a bytesList are
        in base64.
    """
def DecodeJpeg(*, contents: _Any, channels: int = ..., ratio: int = ..., fancy_upscaling: bool = ..., try_recover_truncated: bool = ..., acceptable_fraction: float = ..., dct_method: str | bytes = ..., name: str | None = None) -> _Any:
    """The picture in a JPEG file. JPEG, PNG and GIF files of one frame are all taken, as in TensorFlow.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
    ratio: 1, 2, 4 or 8: the picture becomes so many times smaller.
    fancy_upscaling: colors with fewer pixels are interpolated; without it only files whose colors have all pixels.
    try_recover_truncated: a file may lack its end; what is missing is grey.
    acceptable_fraction: not used: a file that lacks more is refused, or with try_recover_truncated taken.
    dct_method: '', 'INTEGER_FAST' or 'INTEGER_ACCURATE': always the accurate one.
    image: `[rows, columns, channels]`.
    """
def DecodePaddedRaw(*, input_bytes: _Any, fixed_length: _Any, out_type: _DTypeLike, little_endian: bool = ..., name: str | None = None) -> _Any:
    """The bytes of each string as numbers, cut off or filled up with zeros to one length.

    fixed_length: a scalar: the length in bytes, a multiple of a number's size.
    little_endian: the lowest byte comes first.
    output: with one more axis, the last one, for the numbers of a string.
    """
def DecodePng(*, contents: _Any, channels: int = ..., dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The picture in a PNG file. JPEG, PNG and GIF files of one frame are all taken, as in TensorFlow.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
    dtype: numbers of 8 bits times 257 are those of 16 bits; of 16 bits the upper 8 are those of 8.
    image: `[rows, columns, channels]`.
    """
def DecodeRaw(*, bytes: _Any, out_type: _DTypeLike, little_endian: bool = ..., name: str | None = None) -> _Any:
    """The bytes of each string as numbers.

    bytes: strings of one length, a multiple of a number's size.
    little_endian: the lowest byte comes first.
    output: with one more axis, the last one, for the numbers of a string.
    """
def DecodeWav(*, contents: _Any, desired_channels: int = ..., desired_samples: int = ..., name: str | None = None) -> _Any:
    """The sound in a WAV file of 16 bits.

    contents: a scalar: the bytes of the file.
    desired_channels: -1 for those of the file; so many of them, or the last one again for those that are missing.
    desired_samples: -1 for those of the file; so many, with zeros for those that are missing.
    audio: `[samples, channels]`, in [-1, 1).
    sample_rate: a scalar, samples in a second.
    """
def DecodeWebP(*, contents: _Any, channels: int = ..., dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The frames of a WebP file; a file without animation has one.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0, 3 or 4, which must be those of the file.
    image: `[frames, rows, columns, channels]`.
    """
def DenseBincount(*, input: _Any, size: _Any, weights: _Any, binary_output: bool = ..., name: str | None = None) -> _Any:
    """Bincount of a vector, or of each row of a matrix.

    input: of rank 2 at most, not negative; what is not below size is passed over.
    size: a scalar.
    weights: of the shape of the input, or empty for counting.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    output: `[size]` or `[rows, size]`.
    """
def DenseCountSparseOutput(*, values: _Any, weights: _Any, binary_output: bool, minlength: int = ..., maxlength: int = ..., name: str | None = None) -> _Any:
    """How often each number occurs, as a sparse tensor.

    values: a vector, or a matrix, whose rows are counted by themselves; not negative.
    weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    minlength: the output has at least so many columns; -1: as many as it needs.
    maxlength: the output has so many columns, and numbers that are not below it are passed over; -1: as many as it
        needs.
    output_indices: for each number that occurs its row and itself; of a vector itself alone.
    output_values: its count.
    """
def DenseToDenseSetOperation(*, set1: _Any, set2: _Any, set_operation: str | bytes, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """The difference, intersection or union of the sets along the last axis of two dense tensors.

    set1, set2: of rank 2 or more, of one shape but for the last axis; a value may be there several times.

    set_operation: a-b, b-a, intersection or union, in any case.
    validate_indices: coordinates must be in row-major order, each once.
    result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
        the last axis.
    """
def DenseToSparseSetOperation(*, set1: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """The difference, intersection or union of the sets along the last axis of a dense and a sparse tensor.

    set1: of rank 2 or more.
    set2_indices, set2_values, set2_shape: a sparse tensor of its shape but for the last axis.

    set_operation: a-b, b-a, intersection or union, in any case.
    validate_indices: coordinates must be in row-major order, each once.
    result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
        the last axis.
    """
def DepthToSpace(*, input: _Any, block_size: int, data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Any:
    """Channels of an image as square blocks: undoes SpaceToDepth.

    block_size: height and width of a block; its square divides the channels.
    data_format: NCHW_VECT_C is `[batch, channels / 4, height, width, 4]`, whose last axis stays together.
    """
def DepthwiseConv2dNative(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """2-D convolution of each channel with filters of its own.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels, multiplier]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
    dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, in_channels * multiplier]`; the channels of one input channel are adjacent.
    """
def DepthwiseConv2dNativeBackpropFilter(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a depthwise convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[rows, cols, in_channels, multiplier]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
    output: gradient of the filter, of its shape.
    """
def DepthwiseConv2dNativeBackpropInput(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """Gradient of a depthwise convolution with respect to its input.

    input_sizes: the shape of the forward input, four integers.
    filter: `[rows, cols, in_channels, multiplier]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
    output: gradient of the forward input, of its shape.
    """
def Dequantize(*, input: _Any, min_range: _Any, max_range: _Any, mode: _Literal['MIN_COMBINED', 'MIN_FIRST', 'SCALED'] = ..., narrow_range: bool = ..., axis: int = ..., dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The numbers that integers of a range stand for.

    input: of any shape.
    min_range, max_range: the range, scalars or vectors with a number for each slice along axis.
    mode: MIN_COMBINED: all integers for the range, 0 lies where it falls. MIN_FIRST: the same, but
        0 is one of the numbers. SCALED: 0 is 0, the range grows to both sides alike.
    narrow_range: whether the smallest integer is not used; with mode SCALED.
    axis: each slice along it has a range of its own; -1 for one range.
    """
def DeserializeManySparse(*, serialized_sparse: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The sparse tensors that SerializeManySparse made, as one.

    Tensors that are read together become the rows of one with more axes, in front of their own; its other sizes are
    the largest of theirs.

    dtype: of the values.
    serialized_sparse: `[rows, 3]`.
    """
def DeserializeSparse(*, serialized_sparse: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The sparse tensors that SerializeSparse made.

    Tensors that are read together become the rows of one with more axes, in front of their own; its other sizes are
    the largest of theirs.

    dtype: of the values.
    serialized_sparse: `[..., 3]`; the axes before the last one are those in front.
    """
def DestroyTemporaryVariable(*, ref: _Any, var_name: str | bytes, name: str | None = None) -> _Any:
    """The last value of a temporary variable, which is gone afterwards.

    var_name: the name that TemporaryVariable gave it; the reference says the same.
    """
def Diag(*, diagonal: _Any, name: str | None = None) -> _Any:
    """Zeros with a diagonal: output[i..., i...] = diagonal[i...].

    output: the shape of diagonal twice.
    """
def DiagPart(*, input: _Any, name: str | None = None) -> _Any:
    """The diagonal of a tensor whose shape is one shape twice: diagonal[i...] = input[i..., i...].

    input: of an even rank of 2 or more.
    """
def Digamma(*, x: _Any, name: str | None = None) -> _Any:
    """The derivative of Lgamma."""
def Dilation2D(*, input: _Any, filter: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Any:
    """Grayscale dilation: the maximum over a window of input plus filter.

    input: `[batch, rows, cols, channels]`.
    filter: `[rows, cols, channels]`.
    strides: four numbers; 1 for batch and channels.
    rates: likewise; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, channels]`.
    """
def Dilation2DBackpropFilter(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Any:
    """Gradient of a dilation with respect to its filter.

    input: `[batch, rows, cols, channels]`.
    filter: `[rows, cols, channels]`.
    strides: four numbers; 1 for batch and channels.
    rates: likewise; distance between the input elements that neighbouring filter elements meet.
    out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
    filter_backprop: of the shape of filter.
    """
def Dilation2DBackpropInput(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Any:
    """Gradient of a dilation with respect to its input.

    input: `[batch, rows, cols, channels]`.
    filter: `[rows, cols, channels]`.
    strides: four numbers; 1 for batch and channels.
    rates: likewise; distance between the input elements that neighbouring filter elements meet.
    out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
    in_backprop: of the shape of input.
    """
def Div(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x / y, element by element; integers round toward 0, and a zero y is an error for them."""
def DivNoNan(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x / y, element by element, but 0 where y is 0."""
def DrawBoundingBoxes(*, images: _Any, boxes: _Any, name: str | None = None) -> _Any:
    """Draw the frames of boxes into images. Ten colors take turns: yellow, blue, red, lime, purple, olive, maroon, navy blue, aqua, fuchsia.

    images: `[batch, rows, columns, channels]` with 1, 3 or 4 channels.
    boxes: `[batch, boxes, 4]`: y1, x1, y2, x2 in multiples of the image's height and width minus 1. What is beyond the
    image is not drawn, nor is a box with y1 > y2, x1 > x2 or NaN.
    output: of the shape of images.
    """
def DrawBoundingBoxesV2(*, images: _Any, boxes: _Any, colors: _Any, name: str | None = None) -> _Any:
    """Draw the frames of boxes into images.

    images: `[batch, rows, columns, channels]` with 1, 3 or 4 channels.
    boxes: `[batch, boxes, 4]`: y1, x1, y2, x2 in multiples of the image's height and width minus 1. What is beyond the
    image is not drawn, nor is a box with y1 > y2, x1 > x2 or NaN.
    colors: `[colors, channels or more]`, which take turns; without colors those of DrawBoundingBoxes.
    output: of the shape of images.
    """
def DynamicPartition(*, data: _Any, partitions: _Any, num_partitions: int, name: str | None = None) -> list[_Any]:
    """Sorts the entries of data into parts.

    partitions: for each entry the number of its part; its shape is that of the first dimensions of data.
    outputs: the entries of each part in their order.
    """
def DynamicStitch(*, indices: _Sequence[_Any], data: _Sequence[_Any], name: str | None = None) -> _Any:
    """Entries of several tensors, each at the place that an index gives it.

    indices: places, not negative; where several are equal, the last one counts.
    data: for each of indices a tensor whose first dimensions are its shape, followed by those of an entry.
    merged: as many entries as the largest index plus 1; zeros where no index points.
    """
def EditDistance(*, hypothesis_indices: _Any, hypothesis_values: _Any, hypothesis_shape: _Any, truth_indices: _Any, truth_values: _Any, truth_shape: _Any, normalize: bool = ..., name: str | None = None) -> _Any:
    """The Levenshtein distances of sequences: how many elements must be put in, left out or replaced.

    hypothesis_indices, hypothesis_values, hypothesis_shape: a sparse tensor of rank 2 or more, whose last axis is that
        of the sequences.
    truth_indices, truth_values, truth_shape: one of the same rank.
    normalize: divide by the length of the truth; where that is 0, the distance is infinite, or 0 for no hypothesis.
    output: the larger sizes of both along all axes but the last.
    """
def Eig(*, input: _Any, Tout: _DTypeLike, compute_v: bool = ..., name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of matrices.

    input: `[..., n, n]`.
    compute_v: without it, v is a scalar without meaning.
    Tout: the complex dtype of as many bits as T has in a number.
    e: `[..., n]`, in no order.
    v: `[..., n, n]`, columns of length 1. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.
    """
def Einsum(*, inputs: _Sequence[_Any], equation: str | bytes, name: str | None = None) -> _Any:
    """The sum of the products of the operands over all labels that the result does not have.

    inputs: one or two operands.
    equation: a letter for each axis, such as `'bij,bjk->bik'`; `...` means any number of axes, which broadcast.
        A label that an operand repeats takes its diagonal; one that the result repeats is put on a diagonal.
    """
def Elu(*, features: _Any, name: str | None = None) -> _Any:
    """features above 0, exp(features) - 1 elsewhere."""
def EluGrad(*, gradients: _Any, outputs: _Any, name: str | None = None) -> _Any:
    """The gradient of Elu from its outputs."""
def EmptyTensorList(*, element_shape: _Any, max_num_elements: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """A list without elements.

    element_shape: what the shape of every element is compatible with.
    max_num_elements: how many elements it may ever have; -1 for any number.
    """
def EncodeBase64(*, input: _Any, pad: bool = ..., name: str | None = None) -> _Any:
    """Each string in base64, with - and _ where the older alphabet has + and /.

    pad: with = at the end, so that the length is a multiple of 4.
    """
def EncodeJpeg(*, image: _Any, format: _Literal['', 'grayscale', 'rgb'] = ..., quality: int = ..., progressive: bool = ..., optimize_size: bool = ..., chroma_downsampling: bool = ..., density_unit: _Literal['in', 'cm'] = ..., x_density: int = ..., y_density: int = ..., xmp_metadata: str | bytes = ..., name: str | None = None) -> _Any:
    """A JPEG file of a picture; needs the extra 'images'.

    image: `[rows, columns, channels]`, with 1 or 3 channels.
    format: 'grayscale' for 1 channel, 'rgb' for 3, '' for either.
    quality: 0 to 100.
    progressive: the picture comes in several scans.
    optimize_size: takes longer and gives a smaller file.
    chroma_downsampling: colors have half as many rows and columns.
    density_unit, x_density, y_density: how many pixels an inch or a centimetre has, 0 to 65535.
    xmp_metadata: text about the picture, of up to 65504 bytes.
    """
def EncodeJpegVariableQuality(*, images: _Any, quality: _Any, name: str | None = None) -> _Any:
    """A JPEG file of a picture; needs the extra 'images'.

    images: one picture: `[rows, columns, channels]`, with 1 or 3 channels.
    quality: a scalar, 0 to 100.
    """
def EncodePng(*, image: _Any, compression: int = ..., name: str | None = None) -> _Any:
    """A PNG file of each picture.

    image: `[..., rows, columns, channels]`, with 1 to 4 channels.
    compression: of zlib: -1 for its default, 0 for none, 9 for the smallest file.
    contents: of the shape of the first axes of image.
    """
def EncodeWav(*, audio: _Any, sample_rate: _Any, name: str | None = None) -> _Any:
    """A WAV file of 16 bits.

    audio: `[samples, channels]`; what is beyond [-1, 1) is cut off.
    sample_rate: a scalar above 0, samples in a second.
    """
def EnsureShape(*, input: _Any, shape: _ShapeLike, name: str | None = None) -> _Any:
    """The input, if its shape is compatible with the attr; otherwise an error.

    shape: partial.
    """
def Enter(*, data: _Any, frame_name: str | bytes, is_constant: bool = ..., parallel_iterations: int = ..., name: str | None = None) -> _Any:
    """Brings a value into a loop.

    frame_name: which loop.
    is_constant: the value is the same in every iteration.
    parallel_iterations: how many may run at once.
    """
def Equal(*, x: _Any, y: _Any, incompatible_shape_error: bool = ..., name: str | None = None) -> _Any:
    """Whether x and y are equal.

    incompatible_shape_error: if false, shapes that do not broadcast give one false instead of an error.
    """
def Erf(*, x: _Any, name: str | None = None) -> _Any:
    """The error function."""
def Erfc(*, x: _Any, name: str | None = None) -> _Any:
    """1 - Erf(x), accurate for large x."""
def Erfinv(*, x: _Any, name: str | None = None) -> _Any:
    """The inverse of Erf; x must be in [-1, 1]."""
def EuclideanNorm(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The square root of the sum of squared absolute values over axes. Of integers its whole part.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def Exit(*, data: _Any, name: str | None = None) -> _Any:
    """Brings a value out of a loop."""
def Exp(*, x: _Any, name: str | None = None) -> _Any:
    """e to the power x."""
def ExpandDims(*, input: _Any, dim: _Any, name: str | None = None) -> _Any:
    """The input with one more axis, of size 1.

    dim: where the axis goes, a scalar; -1 is behind the last one.
    """
def Expint(*, x: _Any, name: str | None = None) -> _Any:
    """The exponential integral Ei; not a number for x < 0."""
def Expm1(*, x: _Any, name: str | None = None) -> _Any:
    """exp(x) - 1, accurate for small x."""
def ExtractGlimpse(*, input: _Any, size: _Any, offsets: _Any, centered: bool = ..., normalized: bool = ..., uniform_noise: bool = ..., noise: str | bytes = ..., name: str | None = None) -> _Any:
    """A window of each image.

    input: `[batch, rows, columns, channels]`.
    size: `[window_rows, window_columns]`, positive.
    offsets: `[batch, 2]`: y and x of the middle of the window; with centered -1 and 1 are the edges.
    centered: offsets are from the middle of the image.
    normalized: offsets are in multiples of the image's rows and columns.
    uniform_noise: only with noise 'uniform' or ''.
    noise: what is beyond an image: 'uniform', between its smallest and largest number, 'gaussian', with the mean and
    the deviation of each channel, or 'zero'; '' is 'uniform' with uniform_noise, and without it 'gaussian'. Each run
    draws other noise.
    glimpse: `[batch, window_rows, window_columns, channels]`.
    """
def ExtractGlimpseV2(*, input: _Any, size: _Any, offsets: _Any, centered: bool = ..., normalized: bool = ..., uniform_noise: bool = ..., noise: str | bytes = ..., name: str | None = None) -> _Any:
    """A window of each image.

    input: `[batch, rows, columns, channels]`.
    size: `[window_rows, window_columns]`, positive.
    offsets: `[batch, 2]`: y and x of the middle of the window if centered and normalized, otherwise of its first corner.
    centered: offsets are from the middle of the image.
    normalized: offsets are in multiples of the image's rows and columns.
    uniform_noise: only with noise 'uniform' or ''.
    noise: what is beyond an image: 'uniform', between its smallest and largest number, 'gaussian', with the mean and
    the deviation of each channel, or 'zero'; '' is 'uniform' with uniform_noise, and without it 'gaussian'. Each run
    draws other noise.
    glimpse: `[batch, window_rows, window_columns, channels]`.
    """
def ExtractImagePatches(*, images: _Any, ksizes: _Sequence[int], strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Any:
    """The windows that a convolution would see, each as one pixel.

    images: `[batch, rows, cols, channels]`.
    ksizes: `[1, window_rows, window_cols, 1]`.
    strides: `[1, row_stride, col_stride, 1]`: from one window to the next.
    rates: `[1, row_rate, col_rate, 1]`: from one pixel of a window to the next.
    patches: `[batch, out_rows, out_cols, window_rows * window_cols * channels]`, in that order; pixels beyond the image
    are 0.
    """
def ExtractJpegShape(*, contents: _Any, output_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The rows, columns and channels of the picture in a JPEG file, of which only the header is read.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    image_shape: `[3]`.
    """
def ExtractVolumePatches(*, input: _Any, ksizes: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Any:
    """The elements of each window of a volume as channels.

    input: `[batch, depth, height, width, channels]`.
    patches: `[batch, windows, windows, windows, elements of a window * channels]`, the channels being the faster
        index.
    ksizes: the size of a window; 1 for batch and channels.
    strides: the distance of two windows; 1 for batch and channels.
    padding: SAME pads with zeros.
    """
def FFT(*, input: _Any, name: str | None = None) -> _Any:
    """The discrete Fourier transform along the last axis.

    input: of rank 1 or more.
    """
def FFT2D(*, input: _Any, name: str | None = None) -> _Any:
    """The discrete Fourier transform along the last two axes.

    input: of rank 2 or more.
    """
def FFT3D(*, input: _Any, name: str | None = None) -> _Any:
    """The discrete Fourier transform along the last three axes.

    input: of rank 3 or more.
    """
def FFTND(*, input: _Any, fft_length: _Any, axes: _Any, name: str | None = None) -> _Any:
    """The discrete Fourier transform along some axes.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    """
def FakeQuantWithMinMaxArgs(*, inputs: _Any, min: float = ..., max: float = ..., num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Any:
    """Round to the numbers that integers represent in a fixed range.

    inputs: of any shape.
    min, max: the range; min < max.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    outputs: of the same shape.
    """
def FakeQuantWithMinMaxArgsGradient(*, gradients: _Any, inputs: _Any, min: float = ..., max: float = ..., num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FakeQuantWithMinMaxArgs.

    gradients: gradient of the outputs.
    inputs: those of the forward op, of the same shape.
    min, max: the range; min < max.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    backprops: gradients where inputs are within the range, else 0.
    """
def FakeQuantWithMinMaxVars(*, inputs: _Any, min: _Any, max: _Any, num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Any:
    """Round to the numbers that integers represent in a range that is learned.

    inputs: of any shape.
    min, max: scalars, the range. If both are 0, so are all outputs.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    outputs: of the shape of inputs.
    """
def FakeQuantWithMinMaxVarsGradient(*, gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FakeQuantWithMinMaxVars.

    gradients: gradient of the outputs.
    inputs: those of the forward op, of the same shape.
    min, max: scalars, the range; if both are 0, everything counts as within it.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    backprops_wrt_input: gradients where inputs are within the range, else 0.
    backprop_wrt_min, backprop_wrt_max: the sum of gradients where inputs are below, and above it.
    """
def FakeQuantWithMinMaxVarsPerChannel(*, inputs: _Any, min: _Any, max: _Any, num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Any:
    """Round to the numbers that integers represent, in a range for each channel that is learned.

    inputs: `[..., channels]`.
    min, max: `[channels]`, the ranges. Where both are 0, so are the outputs.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    outputs: of the shape of inputs.
    """
def FakeQuantWithMinMaxVarsPerChannelGradient(*, gradients: _Any, inputs: _Any, min: _Any, max: _Any, num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FakeQuantWithMinMaxVarsPerChannel.

    gradients: gradient of the outputs.
    inputs: those of the forward op, `[..., channels]`.
    min, max: `[channels]`, the ranges; where both are 0, everything counts as within.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    backprops_wrt_input: gradients where inputs are within the range, else 0.
    backprop_wrt_min, backprop_wrt_max: the sum of gradients where inputs are below, and above it.
    """
def Fill(*, dims: _Any, value: _Any, name: str | None = None) -> _Any:
    """A tensor of one repeated value.

    dims: the shape of the output.
    value: a scalar.
    """
def Fingerprint(*, data: _Any, method: _Any, name: str | None = None) -> _Any:
    """A hash of the bytes of each entry along the first axis.

    data: of rank 1 or more. Of texts, an entry's hash is that of the hashes of its texts, unless it is one text itself.
    method: a scalar: farmhash64.
    fingerprint: `[entries, 8]`.
    """
def Floor(*, x: _Any, name: str | None = None) -> _Any:
    """The largest integer not above x."""
def FloorDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x / y rounded down, element by element; a zero y is an error for integers; complex numbers have no kernel."""
def FloorMod(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The rest of x / y rounded down, which has the sign of y; a zero y is an error for integers."""
def For(*, start: _Any, limit: _Any, delta: _Any, input: _Sequence[_Any], body: _Any, name: str | None = None) -> list[_Any]:
    """What becomes of input when body is applied to it for each number from start on, as far as limit, which is
    not reached.

    delta: the step from one number to the next; not 0, and leads from start towards limit.
    body: a function of the number and the loop's variables that gives new values for the variables.
    """
def FractionalAvgPool(*, value: _Any, pooling_ratio: _Sequence[float], pseudo_random: bool = ..., overlapping: bool = ..., deterministic: bool = ..., seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """The mean in windows whose sizes differ by one at most, in a random order.

    value: `[batch, rows, columns, channels]`.
    pooling_ratio: by how much each axis shrinks, at least 1; 1 for the batch and the channels.
    pseudo_random: the order is as even as it can be, and only its beginning random.
    overlapping: the last row and column of a window are the first ones of the next.
    deterministic: all runs take the same windows; without it each run takes others.
    seed, seed2: with deterministic, which windows; both 0: any.
    output: `[batch, rows / ratio, columns / ratio, channels]`, sizes cut to integers.
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends.
    """
def FractionalAvgPoolGrad(*, orig_input_tensor_shape: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, overlapping: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FractionalAvgPool.

    orig_input_tensor_shape: the shape of the pool's input.
    out_backprop: gradient of the pool's output.
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends; both rise from 0
    to the rows and columns of the pool's input.
    overlapping: as for the pool.
    output: of shape orig_input_tensor_shape.
    """
def FractionalMaxPool(*, value: _Any, pooling_ratio: _Sequence[float], pseudo_random: bool = ..., overlapping: bool = ..., deterministic: bool = ..., seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """The largest number in windows whose sizes differ by one at most, in a random order.

    value: `[batch, rows, columns, channels]`.
    pooling_ratio: by how much each axis shrinks, at least 1; 1 for the batch and the channels.
    pseudo_random: the order is as even as it can be, and only its beginning random.
    overlapping: the last row and column of a window are the first ones of the next.
    deterministic: all runs take the same windows; without it each run takes others.
    seed, seed2: with deterministic, which windows; both 0: any.
    output: `[batch, rows / ratio, columns / ratio, channels]`, sizes cut to integers.
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends.
    """
def FractionalMaxPoolGrad(*, orig_input: _Any, orig_output: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, overlapping: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FractionalMaxPool: of equal numbers in a window the first one has it.

    orig_input, orig_output: of the pool.
    out_backprop: gradient of orig_output.
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends; both rise from 0
    to the rows and columns of the pool's input.
    overlapping: as for the pool.
    output: of the shape of orig_input.
    """
def FresnelCos(*, x: _Any, name: str | None = None) -> _Any:
    """The integral of cos(pi t^2 / 2) from 0 to x."""
def FresnelSin(*, x: _Any, name: str | None = None) -> _Any:
    """The integral of sin(pi t^2 / 2) from 0 to x."""
def FusedBatchNorm(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, epsilon: float = ..., exponential_avg_factor: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Batch normalisation of float32 images.

    x: `[batch, ..., channels]`, or channels first as data_format says.
    scale, offset: `[channels]`.
    mean, variance: `[channels]`: what to normalise with outside of training; in training the averages so far, of
    which `1 - exponential_avg_factor` is kept (if that is 0 they are not looked at and may have any length).
    exponential_avg_factor: the share of the batch in batch_mean and batch_variance.
    y: of the shape of x.
    batch_mean, batch_variance: the new averages; the batch's variance with Bessel's correction. NaN for an empty x.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, for the gradient.
    """
def FusedBatchNormGrad(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, epsilon: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FusedBatchNorm.

    y_backprop: gradient of y, of the shape of x.
    x: the input of the forward op, `[batch, ..., channels]`, or channels first as data_format says.
    scale: `[channels]`.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, `[channels]`.
    is_training: whether they depend on x.
    x_backprop: of the shape of x.
    scale_backprop, offset_backprop: `[channels]`; the two outputs after them are empty.
    """
def FusedBatchNormGradV2(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, epsilon: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FusedBatchNormV2.

    y_backprop: gradient of y, of the shape of x.
    x: the input of the forward op, `[batch, ..., channels]`, or channels first as data_format says.
    scale: `[channels]`.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, `[channels]`.
    is_training: whether they depend on x.
    x_backprop: of the shape of x.
    scale_backprop, offset_backprop: `[channels]`; the two outputs after them are empty.
    """
def FusedBatchNormGradV3(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, reserve_space_3: _Any, epsilon: float = ..., data_format: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Gradient of FusedBatchNormV3.

    y_backprop: gradient of y, of the shape of x.
    x: the input of the forward op, `[batch, ..., channels]`, or channels first as data_format says.
    scale: `[channels]`.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, `[channels]`.
    is_training: whether they depend on x.
    x_backprop: of the shape of x.
    scale_backprop, offset_backprop: `[channels]`; the two outputs after them are empty.
    reserve_space_3: not looked at.
    """
def FusedBatchNormV2(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, epsilon: float = ..., exponential_avg_factor: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Batch normalisation of images, with statistics in float32.

    x: `[batch, ..., channels]`, or channels first as data_format says.
    scale, offset: `[channels]`.
    mean, variance: `[channels]`: what to normalise with outside of training; in training the averages so far, of
    which `1 - exponential_avg_factor` is kept (if that is 0 they are not looked at and may have any length).
    exponential_avg_factor: the share of the batch in batch_mean and batch_variance.
    y: of the shape of x.
    batch_mean, batch_variance: the new averages; the batch's variance with Bessel's correction. NaN for an empty x.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, for the gradient.
    """
def FusedBatchNormV3(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, epsilon: float = ..., exponential_avg_factor: float = ..., data_format: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Batch normalisation of images or volumes.

    x: `[batch, ..., channels]`, or channels first as data_format says.
    scale, offset: `[channels]`.
    mean, variance: `[channels]`: what to normalise with outside of training; in training the averages so far, of
    which `1 - exponential_avg_factor` is kept (if that is 0 they are not looked at and may have any length).
    exponential_avg_factor: the share of the batch in batch_mean and batch_variance.
    y: of the shape of x.
    batch_mean, batch_variance: the new averages; the batch's variance with Bessel's correction. NaN for an empty x.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, for the gradient.
    reserve_space_3: a scalar that means nothing.
    """
def FusedPadConv2D(*, input: _Any, paddings: _Any, filter: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Any:
    """The convolution of images to which MirrorPad was applied.

    As in TensorFlow the windows are not those of Conv2D if strides leave pixels over: with padding VALID, (r - 1) // 2
    of r such pixels are in front of the first window; with SAME, r // 2, where windows are smaller than strides.

    paddings: (before, after) for each axis, a matrix `[4, 2]`; zeros for batch and channels.
    filter: `[height, width, channels, output channels]`.
    mode: REFLECT does not repeat the border, SYMMETRIC does.
    strides: 1 for batch and channels.
    input: `[batch, height, width, channels]`.
    """
def FusedResizeAndPadConv2D(*, input: _Any, size: _Any, paddings: _Any, filter: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], resize_align_corners: bool = ..., name: str | None = None) -> _Any:
    """The convolution of images to which ResizeBilinear was applied, then MirrorPad.

    As in TensorFlow the windows are not those of Conv2D if strides leave pixels over: with padding VALID, (r - 1) // 2
    of r such pixels are in front of the first window; with SAME, r // 2, where windows are smaller than strides.

    paddings: (before, after) for each axis, a matrix `[4, 2]`; zeros for batch and channels.
    filter: `[height, width, channels, output channels]`.
    mode: REFLECT does not repeat the border, SYMMETRIC does.
    strides: 1 for batch and channels.
    input: `[batch, height, width, channels]`.
    size: height and width of the resized images.
    resize_align_corners: as align_corners of ResizeBilinear.
    """
def GRUBlockCell(*, x: _Any, h_prev: _Any, w_ru: _Any, w_c: _Any, b_ru: _Any, b_c: _Any, name: str | None = None) -> _Any:
    """A step of gated recurrent units.

    x: `[batch, inputs]`.
    h_prev: `[batch, units]`, the output of the step before.
    w_ru: `[inputs + units, 2 * units]`, the weights of the gates r and u.
    w_c: `[inputs + units, units]`.
    b_ru: `[2 * units]`.
    b_c: `[units]`.
    r, u: the values of the gates, after sigmoid.
    c: the candidates for the output, after tanh.
    h: the output.
    """
def GRUBlockCellGrad(*, x: _Any, h_prev: _Any, w_ru: _Any, w_c: _Any, b_ru: _Any, b_c: _Any, r: _Any, u: _Any, c: _Any, d_h: _Any, name: str | None = None) -> _Any:
    """The gradient of GRUBlockCell by its input, the output before, and what comes out of its matrix products.

    x: `[batch, inputs]`.
    h_prev: `[batch, units]`, the output of the step before.
    w_ru: `[inputs + units, 2 * units]`, the weights of the gates r and u.
    w_c: `[inputs + units, units]`.
    b_ru: `[2 * units]`.
    b_c: `[units]`.
    r, u, c: as GRUBlockCell gave them.
    d_h: the gradient of its h.
    d_x, d_h_prev: the gradients of x and h_prev.
    d_c_bar: `[batch, units]`, that of c before tanh.
    d_r_bar_u_bar: `[batch, 2 * units]`, those of r and u before sigmoid.
    """
def Gather(*, params: _Any, indices: _Any, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """Slices of params along its first axis: the older form of GatherV2.

    validate_indices: has no effect; indices are always checked.
    """
def GatherNd(*, params: _Any, indices: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """Elements or slices of params by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of params.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    output: `indices.shape[:-1] + params.shape[depth:]`.
    """
def GatherV2(*, params: _Any, indices: _Any, axis: _Any, batch_dims: int = ..., name: str | None = None) -> _Any:
    """Slices of params along an axis.

    indices: which ones; each must be in [0, size of the axis).
    axis: a scalar; a negative one counts from the end.
    batch_dims: how many leading axes params and indices share.
    output: the shape of params with the axis replaced by that of indices (without the shared ones).
    """
def Greater(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """Whether x > y."""
def GreaterEqual(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """Whether x >= y."""
def HSVToRGB(*, images: _Any, name: str | None = None) -> _Any:
    """Hue, saturation and value to red, green and blue.

    images: `[..., 3]`, in [0, 1].
    output: of that shape, in [0, 1].
    """
def HistogramFixedWidth(*, values: _Any, value_range: _Any, nbins: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """How many elements fall into each of nbins intervals of one width; what lies outside goes into the first or
    the last.

    values: of any shape.
    value_range: the start of the first interval and the end of the last.
    nbins: a scalar.
    """
def HistogramSummary(*, tag: _Any, values: _Any, name: str | None = None) -> _Any:
    """A Summary message with a histogram of the elements, whose buckets grow by a tenth.

    tag: the name of the histogram, a scalar.
    values: of any shape; NaN and infinity are an error.
    """
def IFFT(*, input: _Any, name: str | None = None) -> _Any:
    """The inverse discrete Fourier transform along the last axis, divided by the number of elements.

    input: of rank 1 or more.
    """
def IFFT2D(*, input: _Any, name: str | None = None) -> _Any:
    """The inverse discrete Fourier transform along the last two axes, divided by the number of elements.

    input: of rank 2 or more.
    """
def IFFT3D(*, input: _Any, name: str | None = None) -> _Any:
    """The inverse discrete Fourier transform along the last three axes, divided by the number of elements.

    input: of rank 3 or more.
    """
def IFFTND(*, input: _Any, fft_length: _Any, axes: _Any, name: str | None = None) -> _Any:
    """The inverse discrete Fourier transform along some axes, divided by the product of their lengths.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    """
def IRFFT(*, input: _Any, fft_length: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The real numbers whose discrete Fourier transform along the last axis is given, half of it.

    input: of rank 1 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
        fft_length says; what is beyond is cut off.
    fft_length: `[1]`, the sizes of the last axes of the output.
    Tcomplex: of the precision of Treal.
    """
def IRFFT2D(*, input: _Any, fft_length: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The real numbers whose discrete Fourier transform along the last two axes is given, half of it.

    input: of rank 2 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
        fft_length says; what is beyond is cut off.
    fft_length: `[2]`, the sizes of the last axes of the output.
    Tcomplex: of the precision of Treal.
    """
def IRFFT3D(*, input: _Any, fft_length: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The real numbers whose discrete Fourier transform along the last three axes is given, half of it.

    input: of rank 3 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
        fft_length says; what is beyond is cut off.
    fft_length: `[3]`, the sizes of the last axes of the output.
    Tcomplex: of the precision of Treal.
    """
def IRFFTND(*, input: _Any, fft_length: _Any, axes: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The real numbers whose discrete Fourier transform along some axes, at least one, is given, half of it.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    Tcomplex: of the precision of Treal.
    """
def Identity(*, input: _Any, name: str | None = None) -> _Any:
    """The input, unchanged."""
def IdentityN(*, input: _Sequence[_Any], name: str | None = None) -> list[_Any]:
    """The inputs, unchanged."""
def Igamma(*, a: _Any, x: _Any, name: str | None = None) -> _Any:
    """The lower regularised incomplete gamma function P(a, x); not a number unless a > 0 and x >= 0."""
def IgammaGradA(*, a: _Any, x: _Any, name: str | None = None) -> _Any:
    """The derivative of Igamma with respect to a."""
def Igammac(*, a: _Any, x: _Any, name: str | None = None) -> _Any:
    """The upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x), not by that difference where x > a."""
def Imag(*, input: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The imaginary parts."""
def ImageProjectiveTransformV2(*, images: _Any, transforms: _Any, output_shape: _Any, interpolation: str | bytes, fill_mode: str | bytes = ..., name: str | None = None) -> _Any:
    """Images seen from elsewhere.

    Pixel (x, y) is that at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.

    images: `[batch, rows, columns, channels]`.
    transforms: `[batch or 1, 8]`: a0, a1, a2, b0, b1, b2, c0, c1.
    output_shape: `[new_rows, new_columns]`, positive.
    interpolation: 'NEAREST', or 'BILINEAR': the mean of the four neighbours, in float32.
    fill_mode: what is beyond the images: 'CONSTANT', 'NEAREST' (the pixel at the edge), 'REFLECT' or 'WRAP'.
    transformed_images: `[batch, new_rows, new_columns, channels]`.
    """
def ImageProjectiveTransformV3(*, images: _Any, transforms: _Any, output_shape: _Any, fill_value: _Any, interpolation: str | bytes, fill_mode: str | bytes = ..., name: str | None = None) -> _Any:
    """Images seen from elsewhere.

    Pixel (x, y) is that at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.

    images: `[batch, rows, columns, channels]`.
    transforms: `[batch or 1, 8]`: a0, a1, a2, b0, b1, b2, c0, c1.
    output_shape: `[new_rows, new_columns]`, positive.
    fill_value: with fill_mode 'CONSTANT', what is beyond the images; a scalar.
    interpolation: 'NEAREST', or 'BILINEAR': the mean of the four neighbours, in float32.
    fill_mode: what is beyond the images: 'CONSTANT', 'NEAREST' (the pixel at the edge), 'REFLECT' or 'WRAP'.
    transformed_images: `[batch, new_rows, new_columns, channels]`.
    """
def ImageSummary(*, tag: _Any, tensor: _Any, max_images: int = ..., bad_color: _np.ndarray[_Any, _Any] = ..., name: str | None = None) -> _Any:
    """A Summary message with images as PNG files.

    tag: the name of the values, a scalar, behind which stand `/image/0`, `/image/1` ..., or `/image` if max_images is 1.
    tensor: `[images, rows, columns, channels]` with 1, 3 or 4 channels. Fractions are multiplied so that the largest is
    255, or, if some are negative, so that the largest magnitude is 127, and 128 is added.
    max_images: how many are shown.
    bad_color: a number for each channel, uint8: pixels with NaN or infinity.
    """
def InTopK(*, predictions: _Any, targets: _Any, k: int, name: str | None = None) -> _Any:
    """Whether the targets are among the k best predictions: the older form of InTopKV2.

    predictions: `[batch, classes]`.
    targets: `[batch]`, a class for each row; one out of range is not among the best.
    k: how many are the best; all that are as large as the k-th are among them.
    precision: `[batch]`; false for a row with a prediction that is not finite.
    """
def InTopKV2(*, predictions: _Any, targets: _Any, k: _Any, name: str | None = None) -> _Any:
    """Whether the targets are among the k best predictions.

    predictions: `[batch, classes]`.
    targets: `[batch]`, a class for each row; one out of range is not among the best.
    k: how many are the best; all that are as large as the k-th are among them.
    precision: `[batch]`; false for a row with a prediction that is not finite.
    """
def InitializeTable(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> None:
    """Fill a table that is filled once. Filling it again with as many keys changes nothing.

    keys: a vector with at least one key. A key may come twice, with the same value.
    values: for each key one.
    """
def InitializeTableFromTextFile(*, table_handle: _Any, filename: _Any, key_index: int, value_index: int, vocab_size: int = ..., delimiter: str | bytes = ..., offset: int = ..., name: str | None = None) -> None:
    """Fill a table that is filled once from the lines of a text file.

    filename: of a file in a folder that the Session may read.
    key_index, value_index: what is key and value: a column from 0 on, -1 for the number of the line, -2 for the line.
    vocab_size: how many lines are read; -1 for all.
    delimiter: one character between columns.
    offset: of the numbers of lines.
    """
def InplaceAdd(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Any:
    """x with something added to rows; a row that is named twice gets both. The input itself stays as it is.

    x: rank 1 or more.
    i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
    v: a row for each number.
    """
def InplaceSub(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Any:
    """x with something taken from rows; a row that is named twice loses both. The input itself stays as it is.

    x: rank 1 or more.
    i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
    v: a row for each number.
    """
def InplaceUpdate(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Any:
    """x with rows replaced; of several for one row the last counts. The input itself stays as it is.

    x: rank 1 or more.
    i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
    v: a row for each number.
    """
def Inv(*, x: _Any, name: str | None = None) -> _Any:
    """1 / x: the older name of Reciprocal."""
def InvGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Any:
    """The gradient of Inv from its output: the older name of ReciprocalGrad."""
def Invert(*, x: _Any, name: str | None = None) -> _Any:
    """Every bit of x inverted."""
def InvertPermutation(*, x: _Any, name: str | None = None) -> _Any:
    """The inverse of a permutation: y[x[i]] = i.

    x: a vector that holds each number below its length once.
    """
def IsFinite(*, x: _Any, name: str | None = None) -> _Any:
    """Whether x is a number and not infinite."""
def IsInf(*, x: _Any, name: str | None = None) -> _Any:
    """Whether x is plus or minus infinity."""
def IsNan(*, x: _Any, name: str | None = None) -> _Any:
    """Whether x is not a number."""
def IsVariableInitialized(*, ref: _Any, name: str | None = None) -> _Any:
    """Whether a variable has a value."""
def IsotonicRegression(*, input: _Any, output_dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """For each row the numbers that never increase and are closest to it by the sum of squares.

    input: `[..., n]`, or one number.
    segments: for each number which of the row's runs of equal numbers it is in, from 0 on.
    """
def L2Loss(*, t: _Any, name: str | None = None) -> _Any:
    """Half the sum of the squares of all elements, a scalar."""
def LRN(*, input: _Any, depth_radius: int = ..., bias: float = ..., alpha: float = ..., beta: float = ..., name: str | None = None) -> _Any:
    """Local response normalisation: each element divided by a power of the sum of squares around it.

    `output = input / (bias + alpha * sum(input[..., c - depth_radius : c + depth_radius + 1] ** 2)) ** beta`

    input: `[batch, rows, cols, channels]`.
    depth_radius: half the width of the window of channels; 0 or more.
    output: of the shape of input.
    """
def LRNGrad(*, input_grads: _Any, input_image: _Any, output_image: _Any, depth_radius: int = ..., bias: float = ..., alpha: float = ..., beta: float = ..., name: str | None = None) -> _Any:
    """Gradient of LRN.

    input_grads: gradient of the output of LRN, `[batch, rows, cols, channels]`.
    input_image: the input of LRN, of the same shape.
    output_image: the output of LRN, of the same shape.
    output: gradient of the input, of the same shape.
    """
def LSTMBlockCell(*, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, forget_bias: float = ..., cell_clip: float = ..., use_peephole: bool = ..., name: str | None = None) -> _Any:
    """A step of long short-term memory.

    x: `[batch, inputs]`.
    cs_prev, h_prev: `[batch, units]`, cell state and output of the step before.
    w: `[inputs + units, 4 * units]`, with the columns of the gates in the order i, ci, f, o.
    wci, wcf, wco: `[units]`, with use_peephole the weights of the cell state in the gates i, f and o.
    b: `[4 * units]`.
    forget_bias: is added to the gate f.
    cell_clip: the cell state is limited to its absolute value; 0 or less for no limit.
    use_peephole: whether the gates see the cell state: i and f that before the step, o that after it.
    i, f, o: the values of the gates, after sigmoid.
    cs: the cell state.
    ci, co: what is written to the cell state, and what is read from it, after tanh.
    h: the output.
    """
def LSTMBlockCellGrad(*, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, name: str | None = None) -> _Any:
    """The gradient of LSTMBlockCell by its cell state and by its gates; the limit of the cell state is ignored.

    x, cs_prev, h_prev: as LSTMBlockCell got them.
    w: `[inputs + units, 4 * units]`, with the columns of the gates in the order i, ci, f, o.
    wci, wcf, wco: `[units]`, with use_peephole the weights of the cell state in the gates i, f and o.
    b: `[4 * units]`.
    i, cs, f, o, ci, co: as LSTMBlockCell gave them.
    cs_grad, h_grad: gradients of its cs and h.
    use_peephole: as LSTMBlockCell had it.
    cs_prev_grad: the gradient of cs_prev.
    dicfo: `[batch, 4 * units]`, that of what comes out of the matrix product.
    wci_grad, wcf_grad, wco_grad: `[units]`; 0 without use_peephole.
    """
def LeakyRelu(*, features: _Any, alpha: float = ..., name: str | None = None) -> _Any:
    """features above 0, alpha * features elsewhere."""
def LeakyReluGrad(*, gradients: _Any, features: _Any, alpha: float = ..., name: str | None = None) -> _Any:
    """gradients where features are above 0, alpha times them elsewhere."""
def LeftShift(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x with its bits moved y places up; zeros come in. y is taken as 0 if it is negative, and as one less than the number of bits if it is larger than that."""
def Less(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """Whether x < y."""
def LessEqual(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """Whether x <= y."""
def Lgamma(*, x: _Any, name: str | None = None) -> _Any:
    """The logarithm of the absolute value of the gamma function."""
def LinSpace(*, start: _Any, stop: _Any, num: _Any, name: str | None = None) -> _Any:
    """Evenly spaced numbers from start to stop, both included.

    start, stop: scalars.
    num: how many, a scalar of at least 1.
    """
def ListDiff(*, x: _Any, y: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The elements of a vector x that are not in the vector y, in their order.

    idx: their places in x.
    """
def Log(*, x: _Any, name: str | None = None) -> _Any:
    """The natural logarithm."""
def Log1p(*, x: _Any, name: str | None = None) -> _Any:
    """log(1 + x), accurate for small x."""
def LogMatrixDeterminant(*, input: _Any, name: str | None = None) -> _Any:
    """The determinants of matrices as sign * exp(log_abs_determinant).

    input: `[..., n, n]`.
    sign: `[...]`, of absolute value 1; 0 for a singular matrix.
    log_abs_determinant: `[...]`.
    """
def LogSoftmax(*, logits: _Any, name: str | None = None) -> _Any:
    """The logarithm of Softmax, accurate where that is small."""
def LogicalAnd(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """Whether x and y hold."""
def LogicalNot(*, x: _Any, name: str | None = None) -> _Any:
    """Whether x does not hold."""
def LogicalOr(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """Whether x or y holds."""
def LookupTableExport(*, table_handle: _Any, Tkeys: _DTypeLike, Tvalues: _DTypeLike, name: str | None = None) -> _Any:
    """All keys of a table, in the order in which they came, and their values."""
def LookupTableFind(*, table_handle: _Any, keys: _Any, default_value: _Any, name: str | None = None) -> _Any:
    """The values of keys.

    keys: of any shape.
    default_value: the value of a key that the table does not have, or for each key one. Of these, only a
        MutableHashTable reads more than the first.
    """
def LookupTableImport(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> None:
    """Make keys and values all that a table holds; fills a table that is filled once.

    keys, values: of any shape; a value for each key.
    """
def LookupTableInsert(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> None:
    """Give keys values, old keys new ones. Of a key that comes twice, the last value counts.

    keys, values: of any shape; a value for each key.
    """
def LookupTableSize(*, table_handle: _Any, name: str | None = None) -> _Any:
    """How many keys a table has."""
def LoopCond(*, input: _Any, name: str | None = None) -> _Any:
    """Whether a loop goes on, a scalar."""
def LowerBound(*, sorted_inputs: _Any, values: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """For each value how many elements of its sorted row are smaller.

    sorted_inputs: `[rows, n]`, each row sorted.
    values: `[rows, m]`.
    output: `[rows, m]`, numbers in [0, n].
    """
def Lu(*, input: _Any, output_idx_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Matrices as products of a lower and an upper triangular one, with their rows in another order.

    input: `[..., n, n]`; none singular.
    lu: `[..., n, n]`: on and above the diagonal the upper factor, below it the lower one, which has ones on its own.
    p: `[..., n]`: row p[i] of the input is row i of the product.
    """
def MatMul(*, a: _Any, b: _Any, transpose_a: bool = ..., transpose_b: bool = ..., grad_a: bool = ..., grad_b: bool = ..., name: str | None = None) -> _Any:
    """The product of two matrices.

    a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
    b: `[inner, cols]`, or `[cols, inner]` with transpose_b.
    grad_a: says that the product is a gradient of the a of another one; changes nothing.
    grad_b: likewise of b.
    product: `[rows, cols]`.
    """
def MatchingFiles(*, pattern: _Any, name: str | None = None) -> _Any:
    """The files whose paths match one of the patterns, sorted; none is no error.

    pattern: a scalar or a vector of paths in one of `SessionConfig(file_folders=...)`, with `*`, `?` and `[...]` for parts of a name.
    filenames: a vector.
    """
def MatrixBandPart(*, input: _Any, num_lower: _Any, num_upper: _Any, name: str | None = None) -> _Any:
    """The diagonal and some diagonals beside it of each matrix; zeros elsewhere.

    input: `[..., rows, columns]`.
    num_lower: how many diagonals below the main one to keep, at most the rows, a scalar; a negative one keeps all.
    num_upper: how many above it, at most the columns, a scalar; a negative one keeps all.
    """
def MatrixDeterminant(*, input: _Any, name: str | None = None) -> _Any:
    """The determinants of matrices.

    input: `[..., n, n]`.
    output: `[...]`.
    """
def MatrixDiag(*, diagonal: _Any, name: str | None = None) -> _Any:
    """Square matrices with the given main diagonals and zeros elsewhere.

    diagonal: `[..., n]`.
    output: `[..., n, n]`.
    """
def MatrixDiagPart(*, input: _Any, name: str | None = None) -> _Any:
    """The main diagonals of matrices.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
def MatrixDiagPartV2(*, input: _Any, k: _Any, padding_value: _Any, name: str | None = None) -> _Any:
    """Diagonals of matrices.

    input: `[..., rows, columns]`.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    padding_value: what fills up diagonals that are shorter than the longest, a scalar. Shorter diagonals are aligned to the left.
    """
def MatrixDiagPartV3(*, input: _Any, k: _Any, padding_value: _Any, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ..., name: str | None = None) -> _Any:
    """Diagonals of matrices.

    input: `[..., rows, columns]`.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    padding_value: what fills up diagonals that are shorter than the longest, a scalar.
    align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.
    """
def MatrixDiagV2(*, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, name: str | None = None) -> _Any:
    """Matrices with the given diagonals.

    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    num_rows, num_cols: of the matrices, scalars; -1 for the fewest that the diagonals fit into.
    padding_value: the value of the elements off the diagonals, a scalar. Shorter diagonals are aligned to the left.
    """
def MatrixDiagV3(*, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ..., name: str | None = None) -> _Any:
    """Matrices with the given diagonals.

    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    num_rows, num_cols: of the matrices, scalars; -1 for the fewest that the diagonals fit into.
    padding_value: the value of the elements off the diagonals, a scalar.
    align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.
    """
def MatrixExponential(*, input: _Any, name: str | None = None) -> _Any:
    """The exponentials of matrices, the sums of A^k / k! over all k.

    input: `[..., n, n]`.
    """
def MatrixInverse(*, input: _Any, adjoint: bool = ..., name: str | None = None) -> _Any:
    """The inverses of matrices.

    input: `[..., n, n]`; none singular.
    adjoint: invert the conjugate transposes.
    """
def MatrixLogarithm(*, input: _Any, name: str | None = None) -> _Any:
    """The principal logarithms of matrices: their eigenvalues have imaginary parts in (-pi, pi].

    input: `[..., n, n]`; not a number where a matrix is singular.
    """
def MatrixSetDiag(*, input: _Any, diagonal: _Any, name: str | None = None) -> _Any:
    """Matrices with other main diagonals.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
def MatrixSetDiagV2(*, input: _Any, diagonal: _Any, k: _Any, name: str | None = None) -> _Any:
    """Matrices with some of their diagonals replaced.

    input: `[..., rows, columns]`.
    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them. Shorter diagonals are aligned to the left.
    """
def MatrixSetDiagV3(*, input: _Any, diagonal: _Any, k: _Any, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ..., name: str | None = None) -> _Any:
    """Matrices with some of their diagonals replaced.

    input: `[..., rows, columns]`.
    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.
    """
def MatrixSolve(*, matrix: _Any, rhs: _Any, adjoint: bool = ..., name: str | None = None) -> _Any:
    """The X for which matrix X = rhs.

    matrix: `[..., n, n]`; none singular.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    adjoint: solve with the conjugate transposes of the matrices.
    """
def MatrixSolveLs(*, matrix: _Any, rhs: _Any, l2_regularizer: _Any, fast: bool = ..., name: str | None = None) -> _Any:
    """The X for which matrix X is as close to rhs as can be, in the sum of squares.

    matrix: `[..., m, n]`.
    rhs: `[..., m, columns]`, with the same leading dimensions.
    l2_regularizer: a number of at least 0: how much the squares of X count beside those of what is missed.
    fast: by way of the product of the matrix with its adjoint, which must be far from singular; otherwise by its
        singular values, for any matrix: the smallest X, and l2_regularizer has no effect.
    output: `[..., n, columns]`; of several the smallest.
    """
def MatrixSquareRoot(*, input: _Any, name: str | None = None) -> _Any:
    """The principal square roots of matrices: their eigenvalues have no negative real parts.

    input: `[..., n, n]`; not a number where a matrix has no such root, or a real one no real root.
    """
def MatrixTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = ..., adjoint: bool = ..., name: str | None = None) -> _Any:
    """The X for which matrix X = rhs, by substitution.

    matrix: `[..., n, n]`; only one triangle is read. A 0 on the diagonal gives results that are not finite.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: which triangle: the lower or the upper one.
    adjoint: solve with the conjugate transposes of the matrices.
    """
def Max(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The largest element over axes, not a number if one is not. That of nothing is the lowest value of the dtype:
    minus infinity, or the smallest integer.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def MaxPool(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Any:
    """The maximum of each window.

    input: `[batch, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
def MaxPool3D(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Any:
    """The maximum of each window.

    input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
def MaxPool3DGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of MaxPool3D.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input, of its shape.
    """
def MaxPool3DGradGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of MaxPool3DGrad.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the gradient of the input, of the input's shape.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: what grad has where each window's maximum is, of the shape of the pool's output.
    """
def MaxPoolGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of MaxPool.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input, of its shape.
    """
def MaxPoolGradGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of MaxPoolGrad.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the gradient of the input, of the input's shape.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: what grad has where each window's maximum is, of the shape of the pool's output.
    """
def MaxPoolGradGradV2(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of MaxPoolGradV2.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the gradient of the input, of the input's shape.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: what grad has where each window's maximum is, of the shape of the pool's output.
    """
def MaxPoolGradV2(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Any:
    """Gradient of MaxPoolV2.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input, of its shape.
    """
def MaxPoolGradWithArgmax(*, input: _Any, grad: _Any, argmax: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], include_batch_in_index: bool = ..., name: str | None = None) -> _Any:
    """Gradient of MaxPoolWithArgmax.

    input: the input of the pool.
    grad: gradient of its output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    include_batch_in_index: whether argmax counts elements from the start of all images, or of each image.
    argmax: `(row * cols + col) * channels + channel` of each window's first maximum, of the shape of the output.
    output: gradient of the input, of its shape: grad where argmax says, summed where it says so twice.
    """
def MaxPoolV2(*, input: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Any:
    """The maximum of each window; its size is an input.

    input: `[batch, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
def MaxPoolWithArgmax(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], Targmax: _DTypeLike = ..., include_batch_in_index: bool = ..., name: str | None = None) -> _Any:
    """The maximum of each window, and where it is.

    input: `[batch, rows, cols, channels]`.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    include_batch_in_index: whether argmax counts elements from the start of all images, or of each image.
    argmax: `(row * cols + col) * channels + channel` of each window's first maximum, of the shape of the output.
    """
def Maximum(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The larger of x and y, element by element; not a number where either is not."""
def Mean(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The mean over axes. Integers round toward 0; the mean of nothing is not a number, for integers 0.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def Merge(*, inputs: _Sequence[_Any], name: str | None = None) -> _Any:
    """The one input that is not dead.

    value_index: which one it was.
    """
def MergeSummary(*, inputs: _Sequence[_Any], name: str | None = None) -> _Any:
    """One Summary message with the values of all.

    inputs: serialised messages, each of any shape; two values of one name are an error.
    """
def Mfcc(*, spectrogram: _Any, sample_rate: _Any, upper_frequency_limit: float = ..., lower_frequency_limit: float = ..., filterbank_channel_count: int = ..., dct_coefficient_count: int = ..., name: str | None = None) -> _Any:
    """Mel-frequency cepstral coefficients: a cosine transform of the logarithms of magnitudes in bands.

    spectrogram: `[channels, windows, frequencies]`, squares of magnitudes of at least 2 frequencies from 0 to half of
        sample_rate, as AudioSpectrogram gives them.
    sample_rate: a scalar above 0, samples in a second.
    upper_frequency_limit, lower_frequency_limit: of the bands, in Hertz, within the frequencies of spectrogram.
    filterbank_channel_count: the number of bands, equally wide on the mel scale.
    dct_coefficient_count: how many coefficients are given, at most as many as there are bands.
    output: `[channels, windows, dct_coefficient_count]`.
    """
def Min(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The smallest element over axes, not a number if one is not. That of nothing is the highest value of the
    dtype: infinity, or the largest integer.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def Minimum(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The smaller of x and y, element by element; not a number where either is not."""
def MirrorPad(*, input: _Any, paddings: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], name: str | None = None) -> _Any:
    """The input with its mirror image around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    mode: REFLECT does not repeat the border, SYMMETRIC does.
    """
def MirrorPadGrad(*, input: _Any, paddings: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], name: str | None = None) -> _Any:
    """Gradient of MirrorPad: margins folded back onto what they mirror."""
def Mod(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers."""
def Mul(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x * y, element by element."""
def MulNoNan(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x * y, element by element, but 0 where y is 0, even if x is infinite or not a number."""
def Ndtri(*, x: _Any, name: str | None = None) -> _Any:
    """The quantile function of the normal distribution; x must be in [0, 1]."""
def Neg(*, x: _Any, name: str | None = None) -> _Any:
    """-x."""
def NextAfter(*, x1: _Any, x2: _Any, name: str | None = None) -> _Any:
    """The number next to x1 in the direction of x2."""
def NextIteration(*, data: _Any, name: str | None = None) -> _Any:
    """Brings a value into the next iteration of a loop."""
def NoOp(*, name: str | None = None) -> None:
    """Computes nothing; a place to attach control dependencies to."""
def NonMaxSuppression(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: float = ..., name: str | None = None) -> _Any:
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
def NonMaxSuppressionV2(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, name: str | None = None) -> _Any:
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
def NonMaxSuppressionV3(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, name: str | None = None) -> _Any:
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    score_threshold: a scalar: only boxes with a score above it.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
def NonMaxSuppressionV4(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, pad_to_max_output_size: bool = ..., name: str | None = None) -> _Any:
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    score_threshold: a scalar: only boxes with a score above it.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    pad_to_max_output_size: whether the outputs are as long as max_output_size, zeros at the end.
    valid_outputs: how many are boxes.
    """
def NonMaxSuppressionV5(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, soft_nms_sigma: _Any, pad_to_max_output_size: bool = ..., name: str | None = None) -> _Any:
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    score_threshold: a scalar: only boxes with a score above it.
    soft_nms_sigma: a scalar, 0 or more. If positive, iou_threshold means nothing, and the score of a box gets smaller
    by the factor `exp(-overlap**2 / (2 * soft_nms_sigma))` for each better box instead.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    selected_scores: their scores.
    pad_to_max_output_size: whether the outputs are as long as max_output_size, zeros at the end.
    valid_outputs: how many are boxes.
    """
def NonMaxSuppressionWithOverlaps(*, overlaps: _Any, scores: _Any, max_output_size: _Any, overlap_threshold: _Any, score_threshold: _Any, name: str | None = None) -> _Any:
    """The best boxes, none of which overlaps a better one by much, by any measure of overlap.

    overlaps: `[boxes, boxes]`: how much the box of the row overlaps that of the column.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    overlap_threshold: a scalar: a box is left out if it overlaps a better one by more.
    score_threshold: a scalar: only boxes with a score above it.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
def NotEqual(*, x: _Any, y: _Any, incompatible_shape_error: bool = ..., name: str | None = None) -> _Any:
    """Whether x and y differ.

    incompatible_shape_error: if false, shapes that do not broadcast give one true instead of an error.
    """
def NthElement(*, input: _Any, n: _Any, reverse: bool = ..., name: str | None = None) -> _Any:
    """The n-th smallest element of each row along the last axis.

    n: a scalar, 0 for the smallest.
    reverse: the n-th largest.
    """
def OneHot(*, indices: _Any, depth: _Any, on_value: _Any, off_value: _Any, axis: int = ..., name: str | None = None) -> _Any:
    """For each index a vector with on_value there and off_value elsewhere; an index out of range gives none.

    depth: the length of the vectors, a scalar.
    on_value, off_value: scalars.
    axis: where the vectors' axis goes; -1 is behind the last one.
    """
def OnesLike(*, x: _Any, name: str | None = None) -> _Any:
    """Ones of the input's shape and dtype."""
def OptionalFromValue(*, components: _Sequence[_Any], name: str | None = None) -> _Any:
    """An optional value that is the tensors given."""
def OptionalGetValue(*, optional: _Any, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], name: str | None = None) -> list[_Any]:
    """The tensors that an optional value is; an error if it is nothing.

    output_types, output_shapes: what they must be.
    """
def OptionalHasValue(*, optional: _Any, name: str | None = None) -> _Any:
    """Whether an optional value is something."""
def OptionalNone(*, name: str | None = None) -> _Any:
    """An optional value that is nothing."""
def Pack(*, values: _Sequence[_Any], axis: int = ..., name: str | None = None) -> _Any:
    """The inputs, all of one shape, as one tensor with one more axis.

    axis: where the new axis goes; -1 is behind the last one.
    """
def Pad(*, input: _Any, paddings: _Any, name: str | None = None) -> _Any:
    """The input with zeros around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    """
def PadV2(*, input: _Any, paddings: _Any, constant_values: _Any, name: str | None = None) -> _Any:
    """The input with a value around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    constant_values: the value, a scalar.
    """
def ParallelConcat(*, values: _Sequence[_Any], shape: _ShapeLike, name: str | None = None) -> _Any:
    """The inputs one after the other along the first axis, along which each has size 1.

    values: of one shape.
    shape: that of the output, fully known.
    """
def ParallelDynamicStitch(*, indices: _Sequence[_Any], data: _Sequence[_Any], name: str | None = None) -> _Any:
    """Entries of several tensors, each at the place that an index gives it.

    indices: places, not negative; where several are equal, the last one counts here; TensorFlow does not say which.
    data: for each of indices a tensor whose first dimensions are its shape, followed by those of an entry.
    merged: as many entries as the largest index plus 1; zeros where no index points.
    """
def ParseExample(*, serialized: _Any, names: _Any, sparse_keys: _Sequence[_Any], dense_keys: _Sequence[_Any], dense_defaults: _Sequence[_Any], sparse_types: _Sequence[_DTypeLike], dense_shapes: _Sequence[_ShapeLike], name: str | None = None) -> _Any:
    """The features of Example messages, sparse or dense.

    serialized: `[n]`: Example messages.
    names: of the messages; of the shape of serialized, or `[0]`. They are not used.
    sparse_keys, dense_keys: names of features.
    dense_defaults: for each of dense_keys the values where it is missing, of its shape; or nothing, `[0]`, where it
        may not be missing. With a shape whose first size is not known one value, which fills up shorter rows.
    dense_shapes: of the values in one message. The first size may be unknown: then the longest row decides.
    dense_values: for each of dense_keys its values.
    sparse_types: float32 for a FloatList, int64 for an Int64List, string for a BytesList.
    sparse_indices, sparse_values, sparse_shapes: for each of sparse_keys a sparse tensor of its values.
    """
def ParseExampleV2(*, serialized: _Any, names: _Any, sparse_keys: _Any, dense_keys: _Any, ragged_keys: _Any, dense_defaults: _Sequence[_Any], num_sparse: int, sparse_types: _Sequence[_DTypeLike], ragged_value_types: _Sequence[_DTypeLike], ragged_split_types: _Sequence[_DTypeLike], dense_shapes: _Sequence[_ShapeLike], name: str | None = None) -> _Any:
    """The features of Example messages, sparse, dense or ragged.

    serialized: one or a vector of Example messages.
    names: of the messages; of the shape of serialized, or `[0]`. They are not used.
    sparse_keys, dense_keys, ragged_keys: vectors of names of features.
    dense_defaults: for each of dense_keys the values where it is missing, of its shape; or nothing, `[0]`, where it
        may not be missing. With a shape whose first size is not known one value, which fills up shorter rows.
    dense_shapes: of the values in one message. The first size may be unknown: then the longest row decides.
    dense_values: for each of dense_keys its values.
    num_sparse: how many sparse_keys there are.
    sparse_types: float32 for a FloatList, int64 for an Int64List, string for a BytesList.
    sparse_indices, sparse_values, sparse_shapes: for each of sparse_keys a sparse tensor of its values.
    ragged_value_types, ragged_split_types: for each of ragged_keys.
    ragged_values, ragged_row_splits: for each of ragged_keys the values of all messages, and where each message's
        begin. There are no splits for one message.
    """
def ParseSequenceExample(*, serialized: _Any, debug_name: _Any, context_dense_defaults: _Sequence[_Any], feature_list_dense_missing_assumed_empty: _Sequence[str | bytes], context_sparse_keys: _Sequence[str | bytes], context_dense_keys: _Sequence[str | bytes], feature_list_sparse_keys: _Sequence[str | bytes], feature_list_dense_keys: _Sequence[str | bytes], Ncontext_sparse: int = ..., Ncontext_dense: int = ..., Nfeature_list_sparse: int = ..., Nfeature_list_dense: int = ..., context_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_types: _Sequence[_DTypeLike] = ..., context_dense_shapes: _Sequence[_ShapeLike] = ..., feature_list_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> _Any:
    """The features of SequenceExample messages, sparse or dense.

    serialized: `[n]`: SequenceExample messages.
    debug_name: names of the messages; of the shape of serialized, or `[0]`. They are not used.
    feature_list_dense_missing_assumed_empty: those of feature_list_dense_keys that may be missing.
    context_sparse_keys, context_dense_keys: names of features of the context.
    feature_list_sparse_keys, feature_list_dense_keys: names of feature lists.
    Ncontext_sparse, Nfeature_list_sparse, Nfeature_list_dense: how many keys there are.
    Ncontext_dense: how many context_dense_keys there are.
    context_dense_defaults: for each of context_dense_keys the values where it is missing, of its shape; or nothing,
        `[0]`, where it may not be missing.
    context_dense_shapes, feature_list_dense_shapes: of the values of one feature.
    context_sparse_types, feature_list_sparse_types, feature_list_dense_types: float32 for a FloatList, int64 for an
        Int64List, string for a BytesList.
    context_sparse_indices, context_sparse_values, context_sparse_shapes: a sparse tensor for each of
        context_sparse_keys.
    context_dense_values: for each of context_dense_keys.
    feature_list_sparse_indices, feature_list_sparse_values, feature_list_sparse_shapes: a sparse tensor for each of
        feature_list_sparse_keys, with an axis for the features of the list.
    feature_list_dense_values: for each of feature_list_dense_keys, with an axis for the features of the list; shorter
        lists are padded with zeros.
    feature_list_dense_lengths: for each of feature_list_dense_keys how many features lists have.
    """
def ParseSequenceExampleV2(*, serialized: _Any, debug_name: _Any, context_sparse_keys: _Any, context_dense_keys: _Any, context_ragged_keys: _Any, feature_list_sparse_keys: _Any, feature_list_dense_keys: _Any, feature_list_ragged_keys: _Any, feature_list_dense_missing_assumed_empty: _Any, context_dense_defaults: _Sequence[_Any], Ncontext_sparse: int = ..., context_sparse_types: _Sequence[_DTypeLike] = ..., context_ragged_value_types: _Sequence[_DTypeLike] = ..., context_ragged_split_types: _Sequence[_DTypeLike] = ..., context_dense_shapes: _Sequence[_ShapeLike] = ..., Nfeature_list_sparse: int = ..., Nfeature_list_dense: int = ..., feature_list_dense_types: _Sequence[_DTypeLike] = ..., feature_list_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_ragged_value_types: _Sequence[_DTypeLike] = ..., feature_list_ragged_split_types: _Sequence[_DTypeLike] = ..., feature_list_dense_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> _Any:
    """The features of SequenceExample messages, sparse, dense or ragged.

    serialized: one or a vector of SequenceExample messages.
    debug_name: names of the messages; of the shape of serialized, or `[0]`. They are not used.
    context_sparse_keys, context_dense_keys, context_ragged_keys: vectors of names of features of the context.
    feature_list_sparse_keys, feature_list_dense_keys, feature_list_ragged_keys: vectors of names of feature lists.
    feature_list_dense_missing_assumed_empty: for each of feature_list_dense_keys whether it may be missing.
    Ncontext_sparse, Nfeature_list_sparse, Nfeature_list_dense: how many keys there are.
    context_ragged_value_types, context_ragged_split_types: for each of context_ragged_keys.
    feature_list_ragged_value_types, feature_list_ragged_split_types: for each of feature_list_ragged_keys.
    context_dense_defaults: for each of context_dense_keys the values where it is missing, of its shape; or nothing,
        `[0]`, where it may not be missing.
    context_dense_shapes, feature_list_dense_shapes: of the values of one feature.
    context_sparse_types, feature_list_sparse_types, feature_list_dense_types: float32 for a FloatList, int64 for an
        Int64List, string for a BytesList.
    context_sparse_indices, context_sparse_values, context_sparse_shapes: a sparse tensor for each of
        context_sparse_keys.
    context_dense_values: for each of context_dense_keys.
    feature_list_sparse_indices, feature_list_sparse_values, feature_list_sparse_shapes: a sparse tensor for each of
        feature_list_sparse_keys, with an axis for the features of the list.
    feature_list_dense_values: for each of feature_list_dense_keys, with an axis for the features of the list; shorter
        lists are padded with zeros.
    feature_list_dense_lengths: for each of feature_list_dense_keys how many features lists have.
    context_ragged_values, context_ragged_row_splits: for each of context_ragged_keys the values of all messages, and
        where each message's begin.
    feature_list_ragged_values, feature_list_ragged_inner_splits, feature_list_ragged_outer_splits: for each of
        feature_list_ragged_keys the values of all features of all lists, where each feature's begin, and where each
        message's features begin. There are no outer splits for one message.
    """
def ParseSingleExample(*, serialized: _Any, dense_defaults: _Sequence[_Any], num_sparse: int, sparse_keys: _Sequence[str | bytes], dense_keys: _Sequence[str | bytes], sparse_types: _Sequence[_DTypeLike], dense_shapes: _Sequence[_ShapeLike], name: str | None = None) -> _Any:
    """The features of one Example message, sparse or dense.

    serialized: a scalar: the message.
    dense_defaults: for each of dense_keys the values where it is missing, of its shape; or nothing, `[0]`, where it
        may not be missing. With a shape whose first size is not known one value, which fills up shorter rows.
    dense_shapes: of the values in one message. The first size may be unknown: then the longest row decides.
    dense_values: for each of dense_keys its values.
    num_sparse: how many sparse_keys there are.
    sparse_keys, dense_keys: names of features.
    sparse_types: float32 for a FloatList, int64 for an Int64List, string for a BytesList.
    sparse_indices, sparse_values, sparse_shapes: for each of sparse_keys a sparse tensor of its values.
    """
def ParseSingleSequenceExample(*, serialized: _Any, feature_list_dense_missing_assumed_empty: _Any, context_sparse_keys: _Sequence[_Any], context_dense_keys: _Sequence[_Any], feature_list_sparse_keys: _Sequence[_Any], feature_list_dense_keys: _Sequence[_Any], context_dense_defaults: _Sequence[_Any], debug_name: _Any, context_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_types: _Sequence[_DTypeLike] = ..., context_dense_shapes: _Sequence[_ShapeLike] = ..., feature_list_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> _Any:
    """The features of one SequenceExample message, sparse or dense.

    serialized: a scalar: the message.
    feature_list_dense_missing_assumed_empty: a vector of those of feature_list_dense_keys that may be missing.
    context_sparse_keys, context_dense_keys: names of features of the context.
    feature_list_sparse_keys, feature_list_dense_keys: names of feature lists.
    debug_name: the name of the message, a scalar. It is not used.
    context_dense_defaults: for each of context_dense_keys the values where it is missing, of its shape; or nothing,
        `[0]`, where it may not be missing.
    context_dense_shapes, feature_list_dense_shapes: of the values of one feature.
    context_sparse_types, feature_list_sparse_types, feature_list_dense_types: float32 for a FloatList, int64 for an
        Int64List, string for a BytesList.
    context_sparse_indices, context_sparse_values, context_sparse_shapes: a sparse tensor for each of
        context_sparse_keys.
    context_dense_values: for each of context_dense_keys.
    feature_list_sparse_indices, feature_list_sparse_values, feature_list_sparse_shapes: a sparse tensor for each of
        feature_list_sparse_keys, with an axis for the features of the list.
    feature_list_dense_values: for each of feature_list_dense_keys, with an axis for the features of the list; shorter
        lists are padded with zeros.
    """
def ParseTensor(*, serialized: _Any, out_type: _DTypeLike, name: str | None = None) -> _Any:
    """The tensor that the bytes of a TensorProto message describe.

    serialized: a scalar.
    out_type: the dtype that the message must have.
    """
def PartitionedCall(*, args: _Sequence[_Any], Tout: _Sequence[_DTypeLike], f: _Any, config: str | bytes = ..., config_proto: str | bytes = ..., executor_type: str | bytes = ..., name: str | None = None) -> list[_Any]:
    """The results of a function that reads and changes no state.

    f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.
    config, config_proto, executor_type: have no effect.
    """
def Placeholder(*, dtype: _DTypeLike, shape: _ShapeLike = ..., name: str | None = None) -> _Any:
    """A tensor that must be fed."""
def PlaceholderV2(*, dtype: _DTypeLike, shape: _ShapeLike, name: str | None = None) -> _Any:
    """A tensor that must be fed."""
def PlaceholderWithDefault(*, input: _Any, shape: _ShapeLike, name: str | None = None) -> _Any:
    """The input, unless the output is fed.

    shape: what the output's shape must be compatible with.
    """
def Polygamma(*, a: _Any, x: _Any, name: str | None = None) -> _Any:
    """The derivatives of Digamma.

    a: which one, 0 for Digamma itself; not a number unless it is an integer >= 0.
    """
def PopulationCount(*, x: _Any, name: str | None = None) -> _Any:
    """The number of bits that are set."""
def Pow(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x to the power y, element by element; a negative y is an error for integers."""
def PreventGradient(*, input: _Any, message: str | bytes = ..., name: str | None = None) -> _Any:
    """The input; asking for a gradient through it is an error.

    message: why.
    """
def Prod(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The product over axes; that of nothing is 1.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def PyFuncStateless(*, input: _Sequence[_Any], token: str | bytes, Tout: _Sequence[_DTypeLike], name: str | None = None) -> list[_Any]:
    """What a Python function returns that gives the same for the same inputs.

    input: what the function is called with, as arrays; scalars as NumPy's scalars, strings as bytes.
    output: what it returns: one value, or a list or tuple of as many as Tout has.
    token: names the function in this process.
    """
def Qr(*, input: _Any, full_matrices: bool = ..., name: str | None = None) -> _Any:
    """Matrices as products of one with orthonormal columns and an upper triangular one.

    input: `[..., m, n]`.
    full_matrices: q has m columns and r m rows, otherwise both have min(m, n).
    q: `[..., m, m or min(m, n)]`.
    r: `[..., m or min(m, n), n]`.
    """
def QuantizeAndDequantize(*, input: _Any, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., input_min: float = ..., input_max: float = ..., name: str | None = None) -> _Any:
    """Numbers rounded to those that integers stand for; see QuantizeAndDequantizeV2.

    input: of any shape.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input.
    input_min, input_max: the range if range_given.
    """
def QuantizeAndDequantizeV2(*, input: _Any, input_min: _Any, input_max: _Any, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., round_mode: _Literal['HALF_TO_EVEN', 'HALF_UP'] = ..., narrow_range: bool = ..., axis: int = ..., name: str | None = None) -> _Any:
    """Numbers rounded to those that integers stand for; gradients pass as if it changed nothing.

    input: of any shape.
    input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input.
    round_mode: where halves go.
    narrow_range: whether the smallest signed integer is not used.
    axis: each slice along it has a range of its own; -1 for one range.
    """
def QuantizeAndDequantizeV3(*, input: _Any, input_min: _Any, input_max: _Any, num_bits: _Any, signed_input: bool = ..., range_given: bool = ..., narrow_range: bool = ..., axis: int = ..., name: str | None = None) -> _Any:
    """Numbers rounded to those that integers stand for; num_bits, a scalar, is an input.

    input: of any shape.
    input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input.
    narrow_range: whether the smallest signed integer is not used.
    axis: each slice along it has a range of its own; -1 for one range.
    """
def QuantizeAndDequantizeV4(*, input: _Any, input_min: _Any, input_max: _Any, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., round_mode: _Literal['HALF_TO_EVEN', 'HALF_UP'] = ..., narrow_range: bool = ..., axis: int = ..., name: str | None = None) -> _Any:
    """Numbers rounded to those that integers stand for; the larger end of the range is the largest of them.

    input: of any shape.
    input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input.
    round_mode: where halves go.
    narrow_range: whether the smallest signed integer is not used.
    axis: each slice along it has a range of its own; -1 for one range.
    """
def QuantizeAndDequantizeV4Grad(*, gradients: _Any, input: _Any, input_min: _Any, input_max: _Any, axis: int = ..., name: str | None = None) -> _Any:
    """The gradient of QuantizeAndDequantizeV4, which passes over the rounding.

    gradients: that of its output.
    input, input_min, input_max, axis: as there.
    input_backprop: gradients where the input is within its range, else 0.
    input_min_backprop, input_max_backprop: zeros.
    """
def QuantizeDownAndShrinkRange(*, input: _Any, input_min: _Any, input_max: _Any, out_type: _DTypeLike, name: str | None = None) -> _Any:
    """Integers of a range as those of another dtype, for the range that is used: RequantizationRange, Requantize.

    input: of any shape.
    input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
    output_min, output_max: the range of the output.
    """
def QuantizeV2(*, input: _Any, min_range: _Any, max_range: _Any, T: _DTypeLike, mode: _Literal['MIN_COMBINED', 'MIN_FIRST', 'SCALED'] = ..., round_mode: _Literal['HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'] = ..., narrow_range: bool = ..., axis: int = ..., ensure_minimum_range: float = ..., name: str | None = None) -> _Any:
    """Numbers as integers of a range; what is outside of it becomes its end.

    input: of any shape.
    min_range, max_range: the range, scalars or vectors with a number for each slice along axis; it is made to hold 0.
    mode: MIN_COMBINED: all integers for the range, 0 lies where it falls. MIN_FIRST: the same, but
        0 is one of the numbers. SCALED: 0 is 0, the range grows to both sides alike.
    narrow_range: whether the smallest integer is not used; with mode SCALED.
    round_mode: where halves go; HALF_TO_EVEN with mode SCALED only.
    axis: each slice along it has a range of its own; -1 for one range.
    ensure_minimum_range: how long the range is at least, for a range up to 1; for others in proportion.
    output_min, output_max: the range that was used.
    """
def QuantizedResizeBilinear(*, images: _Any, size: _Any, min: _Any, max: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Any:
    """Resize images of integers that stand for a range; each pixel is the mean of the four around it, in integers.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    min, max: the range, scalars.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`.
    out_min, out_max: min and max.
    """
def QueueClose(*, handle: _Any, cancel_pending_enqueues: bool = ..., name: str | None = None) -> None:
    """Close a queue: nothing more can be enqueued. Waits until what others are enqueueing is in it.

    cancel_pending_enqueues: whether what others are enqueueing fails instead.
    """
def QueueDequeue(*, handle: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Any]:
    """Take an element out of a queue; waits while there is none. OutOfRangeError if the queue is closed and empty.

    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
def QueueDequeueMany(*, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Any]:
    """Take n elements out of a queue whose shapes are known; waits until there are as many. OutOfRangeError if the
    queue is closed and has fewer.

    n: a scalar.
    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
def QueueDequeueUpTo(*, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Any]:
    """Take n elements out of a queue whose shapes are known, or those that are left if it is closed; waits until there
    are as many. OutOfRangeError if the queue is closed and empty.

    n: a scalar.
    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
def QueueEnqueue(*, handle: _Any, components: _Sequence[_Any], timeout_ms: int = ..., name: str | None = None) -> None:
    """Add an element to a queue; waits while the queue is full.

    components: the tensors of the element.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
def QueueEnqueueMany(*, handle: _Any, components: _Sequence[_Any], timeout_ms: int = ..., name: str | None = None) -> None:
    """Add elements to a queue, one after the other; waits while the queue is full.

    components: for each tensor of an element those of all elements, stacked along axis 0.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
def QueueIsClosed(*, handle: _Any, name: str | None = None) -> _Any:
    """Whether a queue is closed."""
def QueueSize(*, handle: _Any, name: str | None = None) -> _Any:
    """How many elements a queue has."""
def RFFT(*, input: _Any, fft_length: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The discrete Fourier transform of real numbers along the last axis.

    The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

    input: of rank 1 or more; each axis at least as long as fft_length says, and cut off there.
    fft_length: `[1]`, how many elements of each axis are transformed.
    Tcomplex: of the precision of Treal.
    """
def RFFT2D(*, input: _Any, fft_length: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The discrete Fourier transform of real numbers along the last two axes.

    The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

    input: of rank 2 or more; each axis at least as long as fft_length says, and cut off there.
    fft_length: `[2]`, how many elements of each axis are transformed.
    Tcomplex: of the precision of Treal.
    """
def RFFT3D(*, input: _Any, fft_length: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The discrete Fourier transform of real numbers along the last three axes.

    The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

    input: of rank 3 or more; each axis at least as long as fft_length says, and cut off there.
    fft_length: `[3]`, how many elements of each axis are transformed.
    Tcomplex: of the precision of Treal.
    """
def RFFTND(*, input: _Any, fft_length: _Any, axes: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The discrete Fourier transform of real numbers along some axes, at least one.

    Of the last of axes the first `fft_length[-1] // 2 + 1` elements are given.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    Tcomplex: of the precision of Treal.
    """
def RGBToHSV(*, images: _Any, name: str | None = None) -> _Any:
    """Red, green and blue to hue, saturation and value.

    images: `[..., 3]`, in [0, 1].
    output: of that shape: hue in [0, 1) (0 for grey), saturation in [0, 1] (0 for black), value in [0, 1].
    """
def RaggedBincount(*, splits: _Any, values: _Any, size: _Any, weights: _Any, binary_output: bool = ..., name: str | None = None) -> _Any:
    """How often each number is in each row of a ragged tensor.

    splits: `[rows + 1]`, where the rows begin and end.
    values: a vector.
    size: a scalar: so many numbers are counted, from 0 on. Numbers that are not below it are passed over; negative ones
        are refused.
    weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    output: `[rows, size]`.
    """
def RaggedCountSparseOutput(*, splits: _Any, values: _Any, weights: _Any, binary_output: bool, minlength: int = ..., maxlength: int = ..., name: str | None = None) -> _Any:
    """How often each number is in each row of a ragged tensor, as a sparse tensor.

    splits: `[rows + 1]`, where the rows begin and end.
    values: a vector of numbers that are not negative.
    weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    minlength: the output has at least so many columns; -1: as many as it needs.
    maxlength: the output has so many columns, and numbers that are not below it are passed over; -1: as many as it
        needs.
    output_indices: for each number that occurs its row and itself; of a vector itself alone.
    output_values: its count.
    """
def RaggedCross(*, ragged_values: _Sequence[_Any], ragged_row_splits: _Sequence[_Any], sparse_indices: _Sequence[_Any], sparse_values: _Sequence[_Any], sparse_shape: _Sequence[_Any], dense_inputs: _Sequence[_Any], input_order: str | bytes, hashed_output: bool, num_buckets: int, hash_key: int, out_values_type: _DTypeLike, out_row_splits_type: _DTypeLike, name: str | None = None) -> _Any:
    """Crosses of columns, which may be ragged, as a ragged tensor: texts that are joined by "_X_", or hashes.

    Each column has any number of values in each row of a batch; a row's crosses are all ways to take one value of each
    column, the last column's fastest.

    ragged_values, ragged_row_splits: of each ragged tensor.
    sparse_indices, sparse_values, sparse_shape: of each sparse tensor `[entries, 2]`, `[entries]` and `[2]`.
    dense_inputs: each `[batch, values]`.
    input_order: a letter for each column: R, S or D for the next ragged, sparse or dense one.
    hashed_output: has no effect: out_values_type says what the crosses are.
    num_buckets: hashes are below it; 0 stands for 2**63 - 1.
    hash_key: hashes begin with it.
    out_values_type: int64 for hashes.
    """
def RaggedFillEmptyRows(*, value_rowids: _Any, values: _Any, nrows: _Any, default_value: _Any, name: str | None = None) -> _Any:
    """A ragged tensor with a default in each row that had no value.

    value_rowids: for each value its row, in [0, nrows).
    values: a vector.
    nrows: how many rows there are, a scalar.
    default_value: a scalar.
    output_value_rowids, output_values: ordered by rows; within a row, values keep their order.
    empty_row_indicator: for each row whether it had no value.
    reverse_index_map: for each value its place in the output.
    """
def RaggedFillEmptyRowsGrad(*, reverse_index_map: _Any, grad_values: _Any, name: str | None = None) -> _Any:
    """The gradient of RaggedFillEmptyRows.

    reverse_index_map: its output.
    grad_values: the gradient of its output_values.
    d_values: those that the map names.
    d_default_value: the sum of the others, a scalar.
    """
def RaggedGather(*, params_nested_splits: _Sequence[_Any], params_dense_values: _Any, indices: _Any, OUTPUT_RAGGED_RANK: int, name: str | None = None) -> _Any:
    """Rows of a ragged tensor that are picked by index.

    params_nested_splits, params_dense_values: the ragged tensor.
    indices: of any rank; which row, in [0, rows).
    OUTPUT_RAGGED_RANK: the levels of splits of the output: PARAMS_RAGGED_RANK, less 1, and the rank of indices.
    """
def RaggedRange(*, starts: _Any, limits: _Any, deltas: _Any, Tsplits: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Rows that count from a start up to a limit.

    starts, limits, deltas: vectors of one length, or scalars that all rows share; no step is 0.
    rt_nested_splits, rt_dense_values: the rows; the limit is not part of a row.
    """
def RaggedTensorFromVariant(*, encoded_ragged: _Any, input_ragged_rank: int, output_ragged_rank: int, Tvalues: _DTypeLike, Tsplits: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The ragged tensor in a variant, or that of which the variants of a tensor are the rows.

    encoded_ragged: of any rank.
    input_ragged_rank: how many levels of splits each variant has; -1 for output_ragged_rank less the rank.
    output_ragged_rank: how many the result has.
    """
def RaggedTensorToSparse(*, rt_nested_splits: _Sequence[_Any], rt_dense_values: _Any, name: str | None = None) -> _Any:
    """A ragged tensor as a sparse one, in which the longest row gives the size of an axis.

    rt_nested_splits, rt_dense_values: the ragged tensor.
    """
def RaggedTensorToTensor(*, shape: _Any, values: _Any, default_value: _Any, row_partition_tensors: _Sequence[_Any], row_partition_types: _Sequence[str | bytes], name: str | None = None) -> _Any:
    """A ragged tensor as a dense one: rows that are too short get a default, what is too long is cut off.

    shape: of the result; -1 stands for the longest row. The scalar -1 stands for a shape of nothing else.
    values: the values of all rows, `[values, ...]`.
    default_value: of a shape that broadcasts to that of one of the values.
    row_partition_tensors: one for each level; the number of rows may come first.
    row_partition_types: what each of them is. FIRST_DIM_SIZE: the number of rows, a scalar. VALUE_ROWIDS: for each
        value its row, sorted. ROW_SPLITS: for each row where its values begin, and the number of values.
    """
def RaggedTensorToVariant(*, rt_nested_splits: _Sequence[_Any], rt_dense_values: _Any, batched_input: bool, name: str | None = None) -> _Any:
    """A ragged tensor as a variant, or as a vector of variants.

    rt_nested_splits, rt_dense_values: the ragged tensor.
    batched_input: a vector, with a variant for each row; else a scalar.
    """
def RaggedTensorToVariantGradient(*, encoded_ragged_grad: _Any, row_splits: _Any, dense_values_shape: _Any, Tvalues: _DTypeLike, name: str | None = None) -> _Any:
    """The gradient of RaggedTensorToVariant: the values of all variants.

    encoded_ragged_grad: the gradient of its output; a variant of nothing stands for zeros.
    row_splits: its outer splits, or a scalar if it had none.
    dense_values_shape: the shape of its rt_dense_values.
    """
def RandomGammaGrad(*, alpha: _Any, sample: _Any, name: str | None = None) -> _Any:
    """The derivative of a draw of a gamma distribution by its parameter, as the quantile moves with it.

    alpha: the shape parameter, above 0.
    sample: what was drawn; they broadcast.
    """
def Range(*, start: _Any, limit: _Any, delta: _Any, name: str | None = None) -> _Any:
    """start, start + delta, ... as far as limit, which is not reached.

    start, limit, delta: scalars; delta is not 0 and leads from start towards limit.
    """
def Rank(*, input: _Any, name: str | None = None) -> _Any:
    """The number of axes, a scalar."""
def ReadFile(*, filename: _Any, name: str | None = None) -> _Any:
    """The bytes of a file.

    filename: a scalar: a path in one of `SessionConfig(file_folders=...)`.
    contents: a scalar.
    """
def ReaderNumRecordsProduced(*, reader_handle: _Any, name: str | None = None) -> _Any:
    """How many records a reader has given."""
def ReaderNumWorkUnitsCompleted(*, reader_handle: _Any, name: str | None = None) -> _Any:
    """How many strings of the queue a reader has done with."""
def ReaderRead(*, reader_handle: _Any, queue_handle: _Any, name: str | None = None) -> _Any:
    """The next record. Where a file is at its end, the queue names the next one; waits for it.

    queue_handle: of names of files.
    key: which record it is: the file and a line, an offset or a number.
    value: its content.
    """
def ReaderReadUpTo(*, reader_handle: _Any, queue_handle: _Any, num_records: _Any, name: str | None = None) -> _Any:
    """The next records of a file, at most num_records; fewer where the file is at its end.

    queue_handle: of names of files.
    num_records: a scalar.
    keys: which records they are.
    values: their contents.
    """
def ReaderReset(*, reader_handle: _Any, name: str | None = None) -> None:
    """Let a reader begin again."""
def ReaderRestoreState(*, reader_handle: _Any, state: _Any, name: str | None = None) -> None:
    """Let a reader go on where another one was.

    state: what that one's ReaderSerializeState gave.
    """
def ReaderSerializeState(*, reader_handle: _Any, name: str | None = None) -> _Any:
    """What a reader that gives one record for each string has done, as a string."""
def Real(*, input: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The real parts."""
def RealDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x / y, element by element, for real and complex numbers; integers have no kernel."""
def Reciprocal(*, x: _Any, name: str | None = None) -> _Any:
    """1 / x; integers round toward 0, and 0 is an error for them."""
def ReciprocalGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Any:
    """The gradient of Reciprocal from its output: -dy conj(y)^2, and 0 where dy is 0."""
def ReduceJoin(*, inputs: _Any, reduction_indices: _Any, keep_dims: bool = ..., separator: str | bytes = ..., name: str | None = None) -> _Any:
    """The strings along axes joined.

    reduction_indices: the axes; strings along the first one become neighbours in the result. Negative ones count from
        the end. No axes: nothing is joined.
    keep_dims: keep those axes, with size 1.
    separator: put between two strings.
    """
def RefEnter(*, data: _Any, frame_name: str | bytes, is_constant: bool = ..., parallel_iterations: int = ..., name: str | None = None) -> _Any:
    """Brings a reference into a loop.

    frame_name: which loop.
    is_constant: the reference is the same in every iteration.
    parallel_iterations: how many may run at once.
    """
def RefExit(*, data: _Any, name: str | None = None) -> _Any:
    """Brings a reference out of a loop."""
def RefIdentity(*, input: _Any, name: str | None = None) -> _Any:
    """The same reference."""
def RefMerge(*, inputs: _Sequence[_Any], name: str | None = None) -> _Any:
    """The one reference that is not dead.

    value_index: which one it was.
    """
def RefNextIteration(*, data: _Any, name: str | None = None) -> _Any:
    """Brings a reference into the next iteration of a loop."""
def RefSelect(*, index: _Any, inputs: _Sequence[_Any], name: str | None = None) -> _Any:
    """One of several references.

    index: which one, a scalar.
    """
def RefSwitch(*, data: _Any, pred: _Any, name: str | None = None) -> _Any:
    """Sends a reference to one of two outputs; the other one is dead.

    pred: which one, a scalar.
    """
def RegexFullMatch(*, input: _Any, pattern: _Any, name: str | None = None) -> _Any:
    """Whether the whole of each string matches.

    pattern: a scalar, a regular expression as RE2 has them: no back-references, no look-around.
    """
def RegexReplace(*, input: _Any, pattern: _Any, rewrite: _Any, replace_global: bool = ..., name: str | None = None) -> _Any:
    """Each string with something else in place of what matches.

    pattern: a scalar, a regular expression as RE2 has them: no back-references, no look-around.
    rewrite: a scalar, what a match becomes: \\0 is the match, \\1 to \\9 are its groups, \\\\ is a backslash.
    replace_global: all matches, not just the first one.
    """
def Relu(*, features: _Any, name: str | None = None) -> _Any:
    """max(features, 0)."""
def Relu6(*, features: _Any, name: str | None = None) -> _Any:
    """min(max(features, 0), 6)."""
def Relu6Grad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Any:
    """gradients where features are between 0 and 6."""
def ReluGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Any:
    """gradients where features are above 0; features may be Relu's output."""
def RequantizationRange(*, input: _Any, input_min: _Any, input_max: _Any, name: str | None = None) -> _Any:
    """The range of the numbers that integers stand for, made to begin at 0 or below.

    input: of any shape.
    input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
    output_min, output_max: the smallest and the largest number; 0 and 0 if there is none.
    """
def Requantize(*, input: _Any, input_min: _Any, input_max: _Any, requested_output_min: _Any, requested_output_max: _Any, out_type: _DTypeLike, name: str | None = None) -> _Any:
    """Integers of a range as those of another range and dtype.

    input: of any shape.
    input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
    requested_output_min: the range of the output, scalars, with 0 in it.
    requested_output_max: its other end.
    output_min, output_max: the range that was requested.
    """
def Reshape(*, tensor: _Any, shape: _Any, name: str | None = None) -> _Any:
    """The same elements in another shape.

    shape: with as many elements; one size may be -1, which is computed from the others. Beside a 0 it is computed from
        the sizes of both shapes that are not 0, rounded down.
    """
def ResizeArea(*, images: _Any, size: _Any, align_corners: bool = ..., name: str | None = None) -> _Any:
    """Resize images; each pixel is the mean over the area that it covers.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    resized_images: `[batch, new_rows, new_cols, channels]`, float32.
    """
def ResizeBicubic(*, images: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Any:
    """Resize images; each pixel is a cubic function of the sixteen around it.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`, float32; its values may be beyond those of images.
    """
def ResizeBicubicGrad(*, grads: _Any, original_image: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Any:
    """Gradient of ResizeBicubic.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    original_image: the images before, `[batch, rows, cols, channels]`; only its shape matters.
    output: gradient of the images, of the shape of original_image.
    """
def ResizeBilinear(*, images: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Any:
    """Resize images; each pixel is interpolated between the four around it.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`, float32.
    """
def ResizeBilinearGrad(*, grads: _Any, original_image: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Any:
    """Gradient of ResizeBilinear.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    original_image: the images before, `[batch, rows, cols, channels]`; only its shape matters.
    output: gradient of the images, of the shape of original_image.
    """
def ResizeNearestNeighbor(*, images: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Any:
    """Resize images; each pixel is the nearest one.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`.
    """
def ResizeNearestNeighborGrad(*, grads: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Any:
    """Gradient of ResizeNearestNeighbor.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    size: `[rows, cols]` of the images before, positive.
    output: gradient of the images, `[batch, rows, cols, channels]`.
    """
def Reverse(*, tensor: _Any, dims: _Any, name: str | None = None) -> _Any:
    """The tensor in the opposite order along some axes: the older form of ReverseV2.

    dims: for each axis whether it is reversed.
    """
def ReverseSequence(*, input: _Any, seq_lengths: _Any, seq_dim: int, batch_dim: int = ..., name: str | None = None) -> _Any:
    """The input with the start of each of its sequences reversed.

    seq_lengths: a vector; how many elements are reversed in each entry along batch_dim, the rest stays.
    seq_dim: the axis that sequences run along.
    batch_dim: the axis of the entries.
    """
def ReverseV2(*, tensor: _Any, axis: _Any, name: str | None = None) -> _Any:
    """The input in reverse order along some axes.

    axis: which ones, a vector.
    """
def RightShift(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x with its bits moved y places down; copies of the sign come in. y is taken as 0 if it is negative, and as one less than the number of bits if it is larger than that."""
def Rint(*, x: _Any, name: str | None = None) -> _Any:
    """The nearest integer, the even one of two."""
def Roll(*, input: _Any, shift: _Any, axis: _Any, name: str | None = None) -> _Any:
    """The input with its elements moved along axes; what leaves at one end comes back at the other.

    shift: by how much, a scalar or a vector; negative ones move towards the start.
    axis: along which axis each shift goes, of the same shape; those for one axis add up.
    """
def Round(*, x: _Any, name: str | None = None) -> _Any:
    """The nearest integer, the even one of two; for complex numbers of each part."""
def Rsqrt(*, x: _Any, name: str | None = None) -> _Any:
    """1 / sqrt(x)."""
def RsqrtGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Any:
    """The gradient of Rsqrt from its output: -dy conj(y)^3 / 2, and 0 where dy is 0."""
def ScalarSummary(*, tags: _Any, values: _Any, name: str | None = None) -> _Any:
    """A Summary message with one value for each element, as float32.

    tags: the names of the values.
    values: of the shape of tags.
    """
def ScaleAndTranslate(*, images: _Any, size: _Any, scale: _Any, translation: _Any, kernel_type: str | bytes = ..., antialias: bool = ..., name: str | None = None) -> _Any:
    """Scale and move images, and cut them out. What is beyond the images is 0.

    images: `[batch, rows, cols, channels]`.
    size: `[new_rows, new_cols]`, positive.
    scale: `[2]`, positive: by how much rows and columns become larger.
    translation: `[2]`: by how many new rows and columns the images move.
    kernel_type: the filter: 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', 'keyscubic' or
    'mitchellcubic'.
    antialias: where images shrink, the filter becomes as much wider.
    resized_images: `[batch, new_rows, new_cols, channels]`, float32.
    """
def ScaleAndTranslateGrad(*, grads: _Any, original_image: _Any, scale: _Any, translation: _Any, kernel_type: str | bytes = ..., antialias: bool = ..., name: str | None = None) -> _Any:
    """Gradient of ScaleAndTranslate with respect to the images.

    grads: gradient of the new images, `[batch, new_rows, new_cols, channels]`.
    original_image: the images, `[batch, rows, cols, channels]`; only its shape counts.
    scale: `[2]`, positive: by how much rows and columns become larger.
    translation: `[2]`: by how many new rows and columns the images move.
    kernel_type: the filter: 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', 'keyscubic' or
    'mitchellcubic'.
    antialias: where images shrink, the filter becomes as much wider.
    output: of the shape of original_image.
    """
def ScatterAdd(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Add to entries of a variable; an index that comes twice adds twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
def ScatterDiv(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Divide entries of a variable, integers toward 0, none by 0 unless they are floats; an index that comes twice does so twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
def ScatterMax(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Raise entries of a variable to the updates that are larger. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
def ScatterMin(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Lower entries of a variable to the updates that are smaller. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
def ScatterMul(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Multiply entries of a variable; an index that comes twice does so twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
def ScatterNd(*, indices: _Any, updates: _Any, shape: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """Zeros with updates added at coordinates; what falls onto one place is summed.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the output.
    updates: `indices.shape[:-1] + shape[depth:]`.
    shape: of the output.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def ScatterNdAdd(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """Add to elements or slices of a variable by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def ScatterNdMax(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """Raise elements or slices of a variable that are below a bound, by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def ScatterNdMin(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """Lower elements or slices of a variable that are above a bound, by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def ScatterNdNonAliasingAdd(*, input: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """The input with updates added at given coordinates: TensorScatterAdd for numbers; booleans are or-ed.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def ScatterNdSub(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """Subtract from elements or slices of a variable by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def ScatterNdUpdate(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """Replace elements or slices of a variable by coordinates; of several changes of one place the last counts. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def ScatterSub(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Subtract from entries of a variable; an index that comes twice does so twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
def ScatterUpdate(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """Replace entries of a variable; of several changes of one entry the last counts. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
def SegmentMax(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Any:
    """Row i of the output holds the largest elements of the rows of data whose segment id is i, 0 if there is
    none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
def SegmentMean(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Any:
    """Row i of the output is the mean of the rows of data whose segment id is i, 0 if there is none. Integers
    round toward 0.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
def SegmentMin(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Any:
    """Row i of the output holds the smallest elements of the rows of data whose segment id is i, 0 if there is
    none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
def SegmentProd(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Any:
    """Row i of the output is the product of the rows of data whose segment id is i, 1 if there is
    none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
def SegmentSum(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Any:
    """Row i of the output is the sum of the rows of data whose segment id is i, 0 if there is none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
def Select(*, condition: _Any, t: _Any, e: _Any, name: str | None = None) -> _Any:
    """Elements of t where condition is true, of e where it is false.

    condition: of the shape of t and e; or a scalar; or a vector that chooses along their first axis.
    """
def SelectV2(*, condition: _Any, t: _Any, e: _Any, name: str | None = None) -> _Any:
    """Elements of t where condition is true, of e where it is false; the three broadcast against each other."""
def SelfAdjointEig(*, input: _Any, name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of symmetric matrices, together in one matrix.

    input: `[..., n, n]`; only the lower triangles are read.
    output: `[..., n + 1, n]`: in row 0 the eigenvalues, rising; below it the eigenvectors, in columns. The largest
        element of each is positive.
    """
def SelfAdjointEigV2(*, input: _Any, compute_v: bool = ..., name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of Hermitian matrices.

    input: `[..., n, n]`; only the lower triangles are read.
    compute_v: without it, v is empty.
    e: `[..., n]`, rising.
    v: `[..., n, n]`, orthonormal columns. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.
    """
def Selu(*, features: _Any, name: str | None = None) -> _Any:
    """scale * features above 0, scale * alpha * (exp(features) - 1) elsewhere."""
def SeluGrad(*, gradients: _Any, outputs: _Any, name: str | None = None) -> _Any:
    """The gradient of Selu from its outputs."""
def SerializeManySparse(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The rows of a sparse tensor, each as three: its indices, values and shape.

    The first axis is that of the rows; they are sparse tensors of one axis less.

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    out_type: a string is a TensorProto message; a variant is the tensor itself.
    """
def SerializeSparse(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """A sparse tensor as a vector of three: its indices, values and shape.

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    out_type: a string is a TensorProto message; a variant is the tensor itself.
    """
def SerializeTensor(*, tensor: _Any, name: str | None = None) -> _Any:
    """A tensor as the bytes of a TensorProto message.

    tensor: of numbers, bools or strings.
    serialized: a scalar.
    """
def SetSize(*, set_indices: _Any, set_values: _Any, set_shape: _Any, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """How many different values each set along the last axis of a sparse tensor has.

    set_indices, set_values, set_shape: a sparse tensor of rank 2 or more.
    validate_indices: coordinates must be in row-major order, each once.
    size: of the tensor's shape without its last axis.
    """
def Shape(*, input: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The shape of the input as a vector."""
def ShapeN(*, input: _Sequence[_Any], out_type: _DTypeLike = ..., name: str | None = None) -> list[_Any]:
    """The shapes of the inputs, each as a vector."""
def ShardedFilename(*, basename: _Any, shard: _Any, num_shards: _Any, name: str | None = None) -> _Any:
    """The name of one of several files: name-00001-of-00004."""
def ShardedFilespec(*, basename: _Any, num_shards: _Any, name: str | None = None) -> _Any:
    """The pattern for the names of all of several files: name-?????-of-00004."""
def Sigmoid(*, x: _Any, name: str | None = None) -> _Any:
    """1 / (1 + exp(-x))."""
def SigmoidGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Any:
    """The gradient of Sigmoid from its (conjugate) output: dy y (1 - y)."""
def Sign(*, x: _Any, name: str | None = None) -> _Any:
    """-1, 0 or 1; for complex numbers x / |x|, and 0 for 0."""
def Sin(*, x: _Any, name: str | None = None) -> _Any:
    """The sine of x in radians."""
def Sinh(*, x: _Any, name: str | None = None) -> _Any:
    """The hyperbolic sine."""
def Size(*, input: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The number of elements, a scalar."""
def Slice(*, input: _Any, begin: _Any, size: _Any, name: str | None = None) -> _Any:
    """A block of the input.

    begin: where it begins along each axis.
    size: how large it is along each axis; -1 means everything to the end.
    """
def Snapshot(*, input: _Any, name: str | None = None) -> _Any:
    """A copy of the input."""
def Softmax(*, logits: _Any, name: str | None = None) -> _Any:
    """exp(logits) over its sum along the last axis; safe for large logits."""
def SoftmaxCrossEntropyWithLogits(*, features: _Any, labels: _Any, name: str | None = None) -> _Any:
    """Cross entropy of the softmax of features with the distribution labels.

    features, labels: `[batch, classes]`; they broadcast. Each row of labels should sum to 1.
    loss: `[batch]`.
    backprop: softmax(features) - labels, the gradient of loss with respect to features.
    """
def Softplus(*, features: _Any, name: str | None = None) -> _Any:
    """log(exp(features) + 1)."""
def SoftplusGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Any:
    """gradients / (exp(-features) + 1)."""
def Softsign(*, features: _Any, name: str | None = None) -> _Any:
    """features / (abs(features) + 1)."""
def SoftsignGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Any:
    """gradients / (abs(features) + 1) ** 2."""
def SpaceToBatch(*, input: _Any, paddings: _Any, block_size: int, name: str | None = None) -> _Any:
    """Square blocks of an image as batches: SpaceToBatchND for two spatial axes and one size.

    input: `[batch, height, width, channels]`.
    paddings: zeros (before, after) along height and width, `[2, 2]`.
    """
def SpaceToBatchND(*, input: _Any, block_shape: _Any, paddings: _Any, name: str | None = None) -> _Any:
    """Spatial blocks as batches: a batch for each place in a block, holding that place of every block.

    input: `[batch, spatial..., rest...]`.
    block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
    paddings: zeros (before, after) along each spatial axis; the padded size must be a multiple of the block's.
    output: `[blocks * batch, spatial / block..., rest...]`, the place in a block being the slower index.
    """
def SpaceToDepth(*, input: _Any, block_size: int, data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Any:
    """Square blocks of an image as channels: row by row within a block, the old channels the faster index.

    block_size: height and width of a block; divides those of the input.
    data_format: NCHW_VECT_C is `[batch, channels / 4, height, width, 4]`, whose last axis stays together.
    """
def SparseAccumulatorApplyGradient(*, handle: _Any, local_step: _Any, gradient_indices: _Any, gradient_values: _Any, gradient_shape: _Any, has_known_shape: bool, name: str | None = None) -> None:
    """Add rows of a gradient to an accumulator. A gradient of an earlier step is left out.

    local_step: the step of the gradient, a scalar.
    gradient_indices: of the rows, in rising order.
    gradient_values: the rows.
    gradient_shape: of the whole gradient.
    dtype: the accumulator's.
    has_known_shape: whether ``gradient_shape`` means anything.
    """
def SparseAccumulatorTakeGradient(*, handle: _Any, num_required: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The mean, or the sum, of the rows in an accumulator, which is empty then; waits until there
    are enough gradients. Each row is divided by the number of gradients that had it. The accumulator's step becomes
    the next one.

    num_required: how many gradients there must be, a scalar.
    indices: of the rows.
    values: the rows.
    shape: of the whole gradient; -1 where it is not known.
    dtype: the accumulator's.
    """
def SparseAdd(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, thresh: _Any, name: str | None = None) -> _Any:
    """The sum of two sparse tensors, in row-major order.

    a_indices, b_indices: `[entries, rank]`.
    a_values, b_values: `[entries]`.
    a_shape, b_shape: `[rank]`, the same.
    thresh: a scalar: where both have an entry, a sum of a smaller magnitude is left out; 0 keeps zeros too.
    """
def SparseAddGrad(*, backprop_val_grad: _Any, a_indices: _Any, b_indices: _Any, sum_indices: _Any, name: str | None = None) -> _Any:
    """The gradients of SparseAdd: for each entry of its operands that of the sum's entry at the place, or 0.

    backprop_val_grad: the gradient of its sum_values.
    a_indices, b_indices: its inputs.
    sum_indices: its output.
    """
def SparseApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyAdadelta for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyAdagrad for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyAdagradDA for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyAdagradV2 for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyCenteredRMSProp for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyFtrl for some entries.

    lr: positive; may be 0 with multiply_linear_by_lr.
    l1, l2, l2_shrinkage: not negative.
    lr_power: not positive.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyFtrlV2 for some entries.

    lr: positive; may be 0 with multiply_linear_by_lr.
    l1, l2, l2_shrinkage: not negative.
    lr_power: not positive.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyMomentum for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyProximalAdagrad for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyProximalGradientDescent for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Any:
    """ResourceApplyRMSProp for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
def SparseBincount(*, indices: _Any, values: _Any, dense_shape: _Any, size: _Any, weights: _Any, binary_output: bool = ..., name: str | None = None) -> _Any:
    """How often each number is a value of a sparse tensor, for each of its rows.

    indices: `[entries, rank]`.
    values: `[entries]`.
    dense_shape: `[rank]`; the first size is the number of rows.
    size: a scalar: so many numbers are counted, from 0 on. Numbers that are not below it are passed over; negative ones
        are refused.
    weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    output: `[rows, size]`; `[size]` of a sparse tensor of rank 1.
    """
def SparseConcat(*, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], concat_dim: int, name: str | None = None) -> _Any:
    """Sparse tensors one behind the other along an axis; the entries in row-major order.

    indices: of each tensor `[entries, rank]`.
    values: of each `[entries]`.
    shapes: of each `[rank]`; the same but for the axis.
    concat_dim: the axis; negative ones count from the end.
    """
def SparseCountSparseOutput(*, indices: _Any, values: _Any, dense_shape: _Any, weights: _Any, binary_output: bool, minlength: int = ..., maxlength: int = ..., name: str | None = None) -> _Any:
    """How often each number is a value of a sparse tensor, for each of its rows, as a sparse tensor.

    indices: `[entries, rank]`.
    values: `[entries]`, not negative.
    dense_shape: `[rank]`; the first size is the number of rows.
    weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    minlength: the output has at least so many columns; -1: as many as it needs.
    maxlength: the output has so many columns, and numbers that are not below it are passed over; -1: as many as it
        needs.
    output_indices: for each number that occurs its row and itself; of a vector itself alone.
    output_values: its count.
    """
def SparseCross(*, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], dense_inputs: _Sequence[_Any], hashed_output: bool, num_buckets: int, hash_key: int, out_type: _DTypeLike, internal_type: _DTypeLike, name: str | None = None) -> _Any:
    """Crosses of columns: texts that are joined by "_X_", or hashes.

    Each column has any number of values in each row of a batch; a row's crosses are all ways to take one value of each
    column, the last column's fastest. The columns are the sparse tensors, then the dense ones.

    indices, values, shapes: of each sparse tensor `[entries, 2]`, `[entries]` and `[2]`.
    dense_inputs: each `[batch, values]`.
    hashed_output: has no effect: out_type says what the crosses are.
    num_buckets: hashes are below it; 0 stands for 2**63 - 1.
    hash_key: hashes begin with it.
    out_type: int64 for hashes.
    internal_type: string if all columns are.
    output_indices: `[crosses, 2]`: the row of the batch, and the number of the cross in it.
    output_values: the crosses.
    output_shape: `[2]`: the batch's size, and the largest number of crosses in a row.
    """
def SparseCrossHashed(*, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], dense_inputs: _Sequence[_Any], num_buckets: _Any, strong_hash: _Any, salt: _Any, name: str | None = None) -> _Any:
    """Crosses of columns as hashes.

    Integers of sparse tensors are hashed by their lowest 32 bits; those of dense ones stand for themselves.

    Each column has any number of values in each row of a batch; a row's crosses are all ways to take one value of each
    column, the last column's fastest. The columns are the sparse tensors, then the dense ones.

    indices, values, shapes: of each sparse tensor `[entries, 2]`, `[entries]` and `[2]`.
    dense_inputs: each `[batch, values]`.
    num_buckets: a scalar: hashes are below it; 0, or a negative one, stands for 2**63 - 1.
    strong_hash: a scalar: whether values are hashed with the key salt (SipHash). Then dense_inputs must be strings.
    salt: two numbers.
    output_indices: `[crosses, 2]`: the row of the batch, and the number of the cross in it.
    output_values: the crosses.
    output_shape: `[2]`: the batch's size, and the largest number of crosses in a row.
    """
def SparseCrossV2(*, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], dense_inputs: _Sequence[_Any], sep: _Any, name: str | None = None) -> _Any:
    """Crosses of columns as texts.

    Each column has any number of values in each row of a batch; a row's crosses are all ways to take one value of each
    column, the last column's fastest. The columns are the sparse tensors, then the dense ones.

    indices, values, shapes: of each sparse tensor `[entries, 2]`, `[entries]` and `[2]`.
    dense_inputs: each `[batch, values]`.
    sep: what stands between the values, a scalar.
    output_indices: `[crosses, 2]`: the row of the batch, and the number of the cross in it.
    output_values: the crosses.
    output_shape: `[2]`: the batch's size, and the largest number of crosses in a row.
    """
def SparseDenseCwiseAdd(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Any:
    """The sum of a sparse and a dense tensor, where the sparse tensor has entries.

    sp_indices: `[entries, rank]`, each within sp_shape.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    dense: of a shape that broadcasts to sp_shape.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
def SparseDenseCwiseDiv(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Any:
    """The quotient of a sparse and a dense tensor, element by element, where the sparse tensor has entries.

    sp_indices: `[entries, rank]`, each within sp_shape.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    dense: of a shape that broadcasts to sp_shape.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
def SparseDenseCwiseMul(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Any:
    """The product of a sparse and a dense tensor, element by element, where the sparse tensor has entries.

    sp_indices: `[entries, rank]`, each within sp_shape.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    dense: of a shape that broadcasts to sp_shape.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
def SparseFillEmptyRows(*, indices: _Any, values: _Any, dense_shape: _Any, default_value: _Any, name: str | None = None) -> _Any:
    """A sparse tensor with an entry in each row that had none: a default in its first column.

    indices: `[entries, rank]`.
    values: `[entries]`.
    dense_shape: `[rank]`, at least one size; the first one is the number of rows.
    default_value: a scalar.
    output_indices, output_values: ordered by rows; within a row, entries keep their order.
    empty_row_indicator: for each row whether it had no entry.
    reverse_index_map: for each entry its place in the output.
    """
def SparseFillEmptyRowsGrad(*, reverse_index_map: _Any, grad_values: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseFillEmptyRows.

    reverse_index_map: its output.
    grad_values: the gradient of its output_values.
    d_values: those that the map names.
    d_default_value: the sum of the others, a scalar.
    """
def SparseMatMul(*, a: _Any, b: _Any, transpose_a: bool = ..., transpose_b: bool = ..., a_is_sparse: bool = ..., b_is_sparse: bool = ..., name: str | None = None) -> _Any:
    """The product of two dense matrices, as MatMul; the dtypes may differ.

    a, b: matrices.
    transpose_a, transpose_b: take the transpose of the operand.
    a_is_sparse, b_is_sparse: that many elements are 0; a hint without effect.
    """
def SparseReduceMax(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The maximum along axes of a sparse tensor, as a dense tensor; 0 where there is no entry.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
def SparseReduceMaxSparse(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The maximum along axes of a sparse tensor, as a sparse tensor, with an entry where there was one to reduce.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
def SparseReduceSum(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The sum along axes of a sparse tensor, as a dense tensor; 0 where there is no entry.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
def SparseReduceSumSparse(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The sum along axes of a sparse tensor, as a sparse tensor, with an entry where there was one to reduce.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
def SparseReorder(*, input_indices: _Any, input_values: _Any, input_shape: _Any, name: str | None = None) -> _Any:
    """The entries of a sparse tensor in row-major order; equal places keep their order.

    input_indices: `[entries, rank]`.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    """
def SparseReshape(*, input_indices: _Any, input_shape: _Any, new_shape: _Any, name: str | None = None) -> _Any:
    """The coordinates that the entries of a sparse tensor have in another shape; their values stay as they are.

    input_indices: `[entries, rank]`, each within input_shape.
    input_shape: `[rank]`.
    new_shape: a shape of as many elements; -1 stands for the size that makes it so.
    """
def SparseSegmentMean(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Any:
    """Row i of the output is the mean of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    """
def SparseSegmentMeanGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentMean.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    output_dim0: how many rows its data has, a scalar.
    """
def SparseSegmentMeanGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentMean by those rows of its data that it picks.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    dense_output_dim0: how many rows its data has, a scalar.
    output: a row for each of the rows that are picked.
    sorted_unique_indices: their numbers.
    """
def SparseSegmentMeanWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Any:
    """Row i of the output is the mean of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    num_segments: how many rows the output has, a scalar; larger than every id.
    """
def SparseSegmentSqrtN(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Any:
    """Row i of the output is the sum of rows of data that indices picks, divided by the square root of their number; 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    """
def SparseSegmentSqrtNGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentSqrtN.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    output_dim0: how many rows its data has, a scalar.
    """
def SparseSegmentSqrtNGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentSqrtN by those rows of its data that it picks.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    dense_output_dim0: how many rows its data has, a scalar.
    output: a row for each of the rows that are picked.
    sorted_unique_indices: their numbers.
    """
def SparseSegmentSqrtNWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Any:
    """Row i of the output is the sum of rows of data that indices picks, divided by the square root of their number; 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    num_segments: how many rows the output has, a scalar; larger than every id.
    """
def SparseSegmentSum(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Any:
    """Row i of the output is the sum of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    """
def SparseSegmentSumGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentSum.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    output_dim0: how many rows its data has, a scalar.
    """
def SparseSegmentSumGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentSum by those rows of its data that it picks.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    dense_output_dim0: how many rows its data has, a scalar.
    output: a row for each of the rows that are picked.
    sorted_unique_indices: their numbers.
    """
def SparseSegmentSumWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Any:
    """Row i of the output is the sum of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    num_segments: how many rows the output has, a scalar; larger than every id.
    """
def SparseSlice(*, indices: _Any, values: _Any, shape: _Any, start: _Any, size: _Any, name: str | None = None) -> _Any:
    """The entries of a sparse tensor that lie in a box; their coordinates count from its start.

    indices: `[entries, rank]`.
    values: `[entries]`.
    shape: `[rank]`.
    start: `[rank]`: the first corner of the box.
    size: `[rank]`: its sizes; what reaches beyond the shape is cut off.
    """
def SparseSliceGrad(*, backprop_val_grad: _Any, input_indices: _Any, input_start: _Any, output_indices: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSlice: for each entry that of the output's entry that it became, or 0.

    backprop_val_grad: the gradient of its output_values.
    input_indices, input_start: its inputs indices and start.
    output_indices: its output; its rows come in the order of input_indices.
    """
def SparseSoftmax(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, name: str | None = None) -> _Any:
    """The softmax along the last axis of a sparse tensor over the entries that there are.

    sp_indices: `[entries, rank]`, of rank 2 at least.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
def SparseSoftmaxCrossEntropyWithLogits(*, features: _Any, labels: _Any, name: str | None = None) -> _Any:
    """Cross entropy of the softmax of features with one class for each row.

    features: `[batch, classes]`.
    labels: `[batch]`, each in [0, classes).
    loss: `[batch]`.
    backprop: the gradient of loss with respect to features.
    """
def SparseSparseMaximum(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, name: str | None = None) -> _Any:
    """The larger one of two sparse tensors' values at each place where one has an entry, in row-major order; where only one has an entry, the other one counts as 0.

    a_indices, b_indices: `[entries, rank]`.
    a_values, b_values: `[entries]`.
    a_shape, b_shape: `[rank]`, the same.
    """
def SparseSparseMinimum(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, name: str | None = None) -> _Any:
    """The smaller one of two sparse tensors' values at each place where one has an entry, in row-major order; where only one has an entry, the other one counts as 0.

    a_indices, b_indices: `[entries, rank]`.
    a_values, b_values: `[entries]`.
    a_shape, b_shape: `[rank]`, the same.
    """
def SparseSplit(*, split_dim: _Any, indices: _Any, values: _Any, shape: _Any, num_split: int, name: str | None = None) -> _Any:
    """A sparse tensor in parts along an axis.

    split_dim: the axis, a scalar; negative ones count from the end.
    indices: `[entries, rank]`.
    values: `[entries]`.
    shape: `[rank]`.
    num_split: how many parts there are, at most the axis's size. If they do not divide it, the first ones are larger
        by 1.
    """
def SparseTensorDenseAdd(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, name: str | None = None) -> _Any:
    """The sum of a sparse and a dense tensor of one shape, as a dense tensor.

    a_indices: `[entries, rank]`, each within a_shape.
    a_values: `[entries]`.
    a_shape: `[rank]`.
    b: of the shape a_shape.
    """
def SparseTensorDenseMatMul(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, adjoint_a: bool = ..., adjoint_b: bool = ..., name: str | None = None) -> _Any:
    """The matrix product of a sparse and a dense matrix. Several entries for one place are added.

    a_indices: `[entries, 2]`, each within a_shape.
    a_values: `[entries]`.
    a_shape: `[2]`.
    b: a matrix.
    adjoint_a, adjoint_b: take the conjugate transpose of the operand.
    """
def SparseToDense(*, sparse_indices: _Any, output_shape: _Any, sparse_values: _Any, default_value: _Any, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """A tensor with one value everywhere but in some places.

    sparse_indices: `[places, rank]`, the coordinates; for rank 1 a vector will do, and for one place a scalar.
    output_shape: of the output.
    sparse_values: `[places]`, or one scalar for all.
    default_value: a scalar: the value everywhere else.
    validate_indices: the places must be in the order of the output, each only once; without it the last one counts.
    """
def SparseToSparseSetOperation(*, set1_indices: _Any, set1_values: _Any, set1_shape: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """The difference, intersection or union of the sets along the last axis of two sparse tensors.

    set1_indices, set1_values, set1_shape: a sparse tensor of rank 2 or more.
    set2_indices, set2_values, set2_shape: another one of its shape but for the last axis.

    set_operation: a-b, b-a, intersection or union, in any case.
    validate_indices: coordinates must be in row-major order, each once.
    result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
        the last axis.
    """
def Spence(*, x: _Any, name: str | None = None) -> _Any:
    """Spence's integral, of log(t) / (1 - t) from 1 to x: the dilogarithm of 1 - x; not a number for x < 0."""
def Split(*, split_dim: _Any, value: _Any, num_split: int, name: str | None = None) -> list[_Any]:
    """A tensor cut into equal parts along an axis.

    split_dim: the axis, a scalar; a negative one counts from the end.
    num_split: how many parts; divides the axis's size.
    """
def SplitV(*, value: _Any, size_splits: _Any, split_dim: _Any, num_split: int, name: str | None = None) -> list[_Any]:
    """A tensor cut into parts of given sizes along an axis.

    size_splits: a size for each part; one may be -1, which means the remainder.
    split_dim: the axis, a scalar; a negative one counts from the end.
    """
def Sqrt(*, x: _Any, name: str | None = None) -> _Any:
    """The square root."""
def SqrtGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Any:
    """The gradient of Sqrt from its output: dy / (2 conj(y)), and 0 where dy is 0."""
def Square(*, x: _Any, name: str | None = None) -> _Any:
    """x * x."""
def SquaredDifference(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The square of x - y, element by element; for complex numbers the square of its absolute value."""
def Squeeze(*, input: _Any, squeeze_dims: _Sequence[int] = ..., name: str | None = None) -> _Any:
    """The input without axes of size 1.

    squeeze_dims: which ones, each of size 1; an empty list means all.
    """
def StackClose(*, handle: _Any, name: str | None = None) -> None:
    """Forget what is on a stack."""
def StackPop(*, handle: _Any, elem_type: _DTypeLike, name: str | None = None) -> _Any:
    """Take from a stack what was put on it last."""
def StackPush(*, handle: _Any, elem: _Any, swap_memory: bool = ..., name: str | None = None) -> _Any:
    """Put elem on a stack; gives elem on.

    swap_memory: has no effect.
    """
def StatelessCase(*, branch_index: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], branches: _Sequence[_Any], output_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> list[_Any]:
    """The results of one of several functions, which take the same inputs.

    branch_index: which one; the last one if there is none of that number.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
def StatelessIf(*, cond: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], then_branch: _Any, else_branch: _Any, output_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> list[_Any]:
    """The results of one of two functions, which take the same inputs.

    cond: true, not 0, or a text that is not empty: then_branch; of rank 1 or more: whether it has elements.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
def StatelessMultinomial(*, logits: _Any, num_samples: _Any, seed: _Any, output_dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """For each row numbers of classes, drawn with probabilities that are proportional to exp(logits).

    logits: (rows, classes). What is not finite has probability 0.
    num_samples: how many are drawn for each row, a scalar.
    seed: two numbers.
    output: (rows, num_samples), numbers in [0, classes).
    """
def StatelessParameterizedTruncatedNormal(*, shape: _Any, seed: _Any, means: _Any, stddevs: _Any, minvals: _Any, maxvals: _Any, name: str | None = None) -> _Any:
    """Numbers of normal distributions without what lies outside of two bounds.

    shape: of output, which must end with that of the parameters, broadcast.
    seed: two numbers; the same seed gives the same ones.
    means: of the distributions before they are truncated, finite.
    stddevs: their standard deviations, finite and above 0.
    minvals, maxvals: the bounds, minvals < maxvals; one of each two may be infinite.
    """
def StatelessRandomBinomial(*, shape: _Any, seed: _Any, counts: _Any, probs: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Numbers of binomial distributions: the same seed gives the same ones.

    shape: the shape of output, which must end with that of counts and probs, broadcast.
    seed: two numbers.
    counts: how often it is tried, finite and 0 or more.
    probs: the probability of each try, in [0, 1]; counts and probs broadcast.
    output: how many tries succeed.
    """
def StatelessRandomGammaV2(*, shape: _Any, seed: _Any, alpha: _Any, name: str | None = None) -> _Any:
    """Numbers of gamma distributions with a scale of 1: the same seed gives the same ones.

    shape: the shape of output, which must end with that of alpha.
    seed: two numbers.
    alpha: the shape parameter, above 0; of others the draws are not numbers.
    """
def StatelessRandomGammaV3(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, alpha: _Any, name: str | None = None) -> _Any:
    """Numbers of gamma distributions with a scale of 1, drawn from the state of a generator.

    shape: the shape of output, which must end with that of alpha.
    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    alpha: the shape parameter, above 0; of others the draws are not numbers.
    """
def StatelessRandomGetKeyCounter(*, seed: _Any, name: str | None = None) -> _Any:
    """The state of a generator that begins at a seed: seeds that are close give streams that are not.

    seed: two numbers.
    key, counter: of shapes (1,) and (2,).
    """
def StatelessRandomGetKeyCounterAlg(*, seed: _Any, name: str | None = None) -> _Any:
    """The state of a generator that begins at a seed, and the number of the algorithm.

    seed: two numbers.
    key, counter: of shapes (1,) and (2,).
    """
def StatelessRandomNormal(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Numbers of the normal distribution of mean 0 and variance 1.

    seed: two numbers.
    """
def StatelessRandomNormalV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Numbers of the normal distribution of mean 0 and variance 1.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
def StatelessRandomPoisson(*, shape: _Any, seed: _Any, lam: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """Numbers of Poisson distributions: the same seed gives the same ones.

    shape: the shape of output, which must end with that of lam.
    seed: two numbers.
    lam: the mean, finite, 0 or more, and not above the largest number of dtype.
    """
def StatelessRandomUniform(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Numbers in [0, 1), all equally likely.

    seed: two numbers.
    """
def StatelessRandomUniformFullInt(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Integers from the whole range of their dtype, all equally likely.

    seed: two numbers.
    """
def StatelessRandomUniformFullIntV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Integers from the whole range of their dtype, all equally likely.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
def StatelessRandomUniformInt(*, shape: _Any, seed: _Any, minval: _Any, maxval: _Any, name: str | None = None) -> _Any:
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

    seed: two numbers.
    minval, maxval: scalars, minval < maxval.
    """
def StatelessRandomUniformIntV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, minval: _Any, maxval: _Any, name: str | None = None) -> _Any:
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    minval, maxval: scalars, minval < maxval.
    """
def StatelessRandomUniformV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Numbers in [0, 1), all equally likely.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
def StatelessSampleDistortedBoundingBox(*, image_size: _Any, bounding_boxes: _Any, min_object_covered: _Any, seed: _Any, aspect_ratio_range: _Sequence[float] = ..., area_range: _Sequence[float] = ..., max_attempts: int = ..., use_image_if_no_bounding_boxes: bool = ..., name: str | None = None) -> _Any:
    """A random crop of an image that has enough of some object.

    image_size: rows, columns and channels of the image.
    bounding_boxes: `[..., boxes, 4]`, of rank 3: y1, x1, y2, x2 of objects, in multiples of the image's height and
    width, from 0 to 1.
    min_object_covered: what part of some box the crop must have, at least 0.
    seed: two numbers: the same ones draw the same crop.
    aspect_ratio_range: the least and the largest ratio of columns and rows of the crop, both positive.
    area_range: the least and the largest part of the image, in (0, 1].
    max_attempts: how often a crop is drawn until one fits; if none does, it is the whole image.
    use_image_if_no_bounding_boxes: without boxes the whole image is the object; without this attr they are an error.
    begin: first row, first column, 0: for Slice.
    size: rows, columns, -1: for Slice.
    bboxes: `[1, 1, 4]`: the crop in multiples of the image's height and width, for DrawBoundingBoxes.
    """
def StatelessTruncatedNormal(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

    seed: two numbers.
    """
def StatelessTruncatedNormalV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
def StatelessWhile(*, input: _Sequence[_Any], cond: _Any, body: _Any, output_shapes: _Sequence[_ShapeLike] = ..., parallel_iterations: int = ..., name: str | None = None) -> list[_Any]:
    """What becomes of input when body is applied to it as long as cond is true of it.

    cond: a function of the loop's variables that gives one value, judged as that of If is.
    body: a function that gives new values for the loop's variables.
    parallel_iterations: has no effect.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
def StaticRegexFullMatch(*, input: _Any, pattern: str | bytes, name: str | None = None) -> _Any:
    """Whether the whole of each string matches.

    pattern: a regular expression as RE2 has them: no back-references, no look-around.
    """
def StaticRegexReplace(*, input: _Any, pattern: str | bytes, rewrite: str | bytes, replace_global: bool = ..., name: str | None = None) -> _Any:
    """Each string with something else in place of what matches.

    pattern: a regular expression as RE2 has them: no back-references, no look-around.
    rewrite: what a match becomes: \\0 is the match, \\1 to \\9 are its groups, \\\\ is a backslash.
    replace_global: all matches, not just the first one.
    """
def StopGradient(*, input: _Any, name: str | None = None) -> _Any:
    """The input, as a constant in the eyes of gradients()."""
def StridedSlice(*, input: _Any, begin: _Any, end: _Any, strides: _Any, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ..., name: str | None = None) -> _Any:
    """A slice of the input as Python's.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
    """
def StridedSliceGrad(*, shape: _Any, begin: _Any, end: _Any, strides: _Any, dy: _Any, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ..., name: str | None = None) -> _Any:
    """Gradient of StridedSlice: zeros with dy where the slice is.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
    shape: of the input of the slice.
    dy: of the shape of the slice.
    """
def StringFormat(*, inputs: _Sequence[_Any], template: str | bytes = ..., placeholder: str | bytes = ..., summarize: int = ..., name: str | None = None) -> _Any:
    """The template with tensors in place of the placeholders, as one string.

    template: has a placeholder for each of the inputs.
    placeholder: what is replaced.
    summarize: how many elements are shown at either end of each axis; negative: all.
    """
def StringJoin(*, inputs: _Sequence[_Any], separator: str | bytes = ..., name: str | None = None) -> _Any:
    """The strings of several tensors joined element by element.

    inputs: of one shape; scalars are joined to each element.
    separator: put between two strings.
    """
def StringLength(*, input: _Any, unit: _Literal['BYTE', 'UTF8_CHAR'] = ..., name: str | None = None) -> _Any:
    """The length of each string.

    unit: in bytes, or in characters of UTF-8 (every byte that does not continue a character counts).
    """
def StringLower(*, input: _Any, encoding: str | bytes = ..., name: str | None = None) -> _Any:
    """Each string in small letters.

    encoding: '' changes the letters of ASCII alone; 'utf-8' all characters, and bytes that are none become U+FFFD.
    """
def StringNGrams(*, data: _Any, data_splits: _Any, separator: str | bytes, ngram_widths: _Sequence[int], left_pad: str | bytes, right_pad: str | bytes, pad_width: int, preserve_short_sequences: bool, name: str | None = None) -> _Any:
    """The n-grams of each row of strings: neighbours joined.

    data: a vector, the strings of all rows.
    data_splits: a vector: row i holds `data[data_splits[i]:data_splits[i + 1]]`.
    separator: put between two strings.
    ngram_widths: how many strings an n-gram has; a row's n-grams of the first width come first.
    left_pad, right_pad: strings that stand before and after each row.
    pad_width: how many of them; an n-gram never consists of them alone, so at most its width less one. Negative: as
        many as that.
    preserve_short_sequences: a row that is too short for every n-gram, but not empty, gives one of all its strings.
    ngrams, ngrams_splits: the n-grams, in rows as data is.
    """
def StringSplit(*, input: _Any, delimiter: _Any, skip_empty: bool = ..., name: str | None = None) -> _Any:
    """Each string cut at each of several bytes, as a sparse matrix.

    input: a vector.
    indices: `[pieces, 2]`: for each piece the number of its string, and its own number in it.
    values: the pieces.
    shape: how many strings there are, and the largest number of pieces of one.
    delimiter: a scalar: the bytes; without one a string is cut into its bytes.
    skip_empty: drop empty pieces.
    """
def StringSplitV2(*, input: _Any, sep: _Any, maxsplit: int = ..., name: str | None = None) -> _Any:
    """Each string cut as Python's split does, as a sparse matrix.

    input: a vector.
    indices: `[pieces, 2]`: for each piece the number of its string, and its own number in it.
    values: the pieces.
    shape: how many strings there are, and the largest number of pieces of one.
    sep: a scalar: the separator between two pieces; '' for any white space (of ASCII), and no empty pieces.
    maxsplit: how often at most a string is cut; negative: as often as possible.
    """
def StringStrip(*, input: _Any, name: str | None = None) -> _Any:
    """Each string without white space (of ASCII) in front and behind."""
def StringToHashBucket(*, string_tensor: _Any, num_buckets: int, name: str | None = None) -> _Any:
    """A number for each string: its 64-bit MurmurHash, seeded with 0xDECAFCAFFE, modulo num_buckets.

    num_buckets: the output is in [0, num_buckets).
    """
def StringToHashBucketFast(*, input: _Any, num_buckets: int, name: str | None = None) -> _Any:
    """A number for each string: its FarmHash fingerprint of 64 bits modulo num_buckets.

    num_buckets: the output is in [0, num_buckets).
    """
def StringToHashBucketStrong(*, input: _Any, num_buckets: int, key: _Sequence[int], name: str | None = None) -> _Any:
    """A number for each string that who does not know the key cannot foresee: its SipHash modulo num_buckets.

    num_buckets: the output is in [0, num_buckets).
    key: two integers.
    """
def StringToNumber(*, string_tensor: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The number that each string spells; white space (of ASCII) around it does not matter.

    out_type: integers in decimal digits, which must fit; fractions also with an exponent, in hexadecimal digits as
        0x1.8p3, inf and nan. A fraction that is too large becomes infinite.
    """
def StringUpper(*, input: _Any, encoding: str | bytes = ..., name: str | None = None) -> _Any:
    """Each string in capital letters.

    encoding: '' changes the letters of ASCII alone; 'utf-8' all characters, and bytes that are none become U+FFFD.
    """
def Sub(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x - y, element by element."""
def Substr(*, input: _Any, pos: _Any, len: _Any, unit: _Literal['BYTE', 'UTF8_CHAR'] = ..., name: str | None = None) -> _Any:
    """Part of each string.

    pos: where it begins, in [-length, length]; a negative one counts from the end. Broadcast against input.
    len: how much is taken, if there is so much; of pos's shape. A negative one takes all bytes, but no characters.
    unit: what pos and len count.
    """
def Sum(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The sum over axes; that of nothing is 0.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
def Svd(*, input: _Any, compute_uv: bool = ..., full_matrices: bool = ..., name: str | None = None) -> _Any:
    """Singular values: matrices as u diag(s) v^H.

    input: `[..., m, n]`.
    compute_uv: without it, u and v are empty.
    full_matrices: u has m columns and v has n, otherwise both have min(m, n).
    s: `[..., min(m, n)]`, falling.
    u, v: `[..., m, columns]` and `[..., n, columns]`, orthonormal. The largest element of each column of u is real
        and positive, which makes both unique where the singular values differ.
    """
def Switch(*, data: _Any, pred: _Any, name: str | None = None) -> _Any:
    """Sends data to one of two outputs; the other one is dead.

    pred: which one, a scalar.
    """
def Tan(*, x: _Any, name: str | None = None) -> _Any:
    """The tangent of x in radians."""
def Tanh(*, x: _Any, name: str | None = None) -> _Any:
    """The hyperbolic tangent."""
def TanhGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Any:
    """The gradient of Tanh from its (conjugate) output: dy (1 - y^2)."""
def TensorArrayClose(*, handle: _Any, name: str | None = None) -> None:
    """Forget the elements of an array, which cannot be used any more.

    handle: which array.
    """
def TensorArrayCloseV2(*, handle: _Any, name: str | None = None) -> None:
    """Forget the elements of an array, which cannot be used any more.

    handle: which array.
    """
def TensorArrayConcat(*, handle: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape_except0: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements of an array, joined along their first axis.

    handle: which array.
    flow_in: of the op on the array that comes before.
    lengths: the size of each element's first axis.
    element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
        when there is no element.
    """
def TensorArrayConcatV2(*, handle: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape_except0: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements of an array, joined along their first axis.

    handle: which array.
    flow_in: of the op on the array that comes before.
    lengths: the size of each element's first axis.
    element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
        when there is no element.
    """
def TensorArrayGather(*, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Any:
    """Elements of an array, stacked along a new first axis.

    handle: which array.
    indices: numbers of elements.
    flow_in: of the op on the array that comes before.
    element_shape: what is known of the shape of each; it must be known completely when indices is empty.
    """
def TensorArrayGatherV2(*, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Any:
    """Elements of an array, stacked along a new first axis.

    handle: which array.
    indices: numbers of elements.
    flow_in: of the op on the array that comes before.
    element_shape: what is known of the shape of each; it must be known completely when indices is empty.
    """
def TensorArrayPack(*, handle: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements of an array, stacked along a new first axis.

    handle: which array.
    flow_in: of the op on the array that comes before.
    element_shape: what is known of the shape of each; it must be known completely when there is none.
    """
def TensorArrayRead(*, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
def TensorArrayReadV2(*, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
def TensorArrayScatter(*, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """Make each entry along the first axis of value an element of an array.

    handle: which array.
    indices: for each entry the number of its element.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
def TensorArrayScatterV2(*, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """Make each entry along the first axis of value an element of an array.

    handle: which array.
    indices: for each entry the number of its element.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
def TensorArraySize(*, handle: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """The number of elements of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
def TensorArraySizeV2(*, handle: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """The number of elements of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
def TensorArraySplit(*, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """Cut value along its first axis, and make the parts the elements of an array.

    handle: which array.
    lengths: the size of each part; an array that cannot grow has as many elements.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
def TensorArraySplitV2(*, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """Cut value along its first axis, and make the parts the elements of an array.

    handle: which array.
    lengths: the size of each part; an array that cannot grow has as many elements.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
def TensorArrayUnpack(*, handle: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """Make the entries along the first axis of value the elements of an array.

    handle: which array.
    value: has as many entries as the array has elements, unless it can grow.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
def TensorArrayWrite(*, handle: _Any, index: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """Make value the element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the element is written.
    """
def TensorArrayWriteV2(*, handle: _Any, index: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Any:
    """Make value the element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the element is written.
    """
def TensorListConcat(*, input_handle: _Any, element_dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements one after the other along their first dimension, and how long each is there.

    element_shape: what the shape of every element is compatible with.
    """
def TensorListConcatLists(*, input_a: _Any, input_b: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """For each list of input_a its elements, then those of the list of input_b at the same place.

    input_b: as many lists, in the same shape.
    """
def TensorListConcatV2(*, input_handle: _Any, element_shape: _Any, leading_dims: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """All elements one after the other along their first dimension, and how long each is there.

    element_shape: what the shape of every element is compatible with.
    leading_dims: for elements that were never set, the size of their first dimension.
    """
def TensorListElementShape(*, input_handle: _Any, shape_type: _DTypeLike, name: str | None = None) -> _Any:
    """What the shape of every element of a list is compatible with."""
def TensorListFromTensor(*, tensor: _Any, element_shape: _Any, name: str | None = None) -> _Any:
    """The list of the entries of tensor along its first dimension.

    element_shape: what the shape of every element is compatible with.
    """
def TensorListGather(*, input_handle: _Any, indices: _Any, element_shape: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The elements of these numbers along a new first dimension.

    element_shape: what the shape of every element is compatible with.
    """
def TensorListGetItem(*, input_handle: _Any, index: _Any, element_shape: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The element of that number.

    element_shape: what the shape of every element is compatible with.
    """
def TensorListLength(*, input_handle: _Any, name: str | None = None) -> _Any:
    """How many elements a list has."""
def TensorListPopBack(*, input_handle: _Any, element_shape: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The list without its last element, and that element.

    element_shape: what the shape of every element is compatible with.
    """
def TensorListPushBack(*, input_handle: _Any, tensor: _Any, name: str | None = None) -> _Any:
    """The list with one more element, at its end."""
def TensorListPushBackBatch(*, input_handles: _Any, tensor: _Any, name: str | None = None) -> _Any:
    """The lists with one more element each; none of them is too long for it.

    input_handles: a vector of lists.
    tensor: `[lists, ...]`, for each list what becomes its last element.
    """
def TensorListReserve(*, element_shape: _Any, num_elements: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """A list of num_elements elements, none of which is set.

    element_shape: what the shape of every element is compatible with.
    """
def TensorListResize(*, input_handle: _Any, size: _Any, name: str | None = None) -> _Any:
    """The list with size elements: the last ones are left out, or elements that are not set are added."""
def TensorListScatter(*, tensor: _Any, indices: _Any, element_shape: _Any, name: str | None = None) -> _Any:
    """A list whose elements are the entries of tensor along its first dimension.

    indices: for each entry of tensor the number of the element that it becomes.
    element_shape: what the shape of every element is compatible with.
    """
def TensorListScatterIntoExistingList(*, input_handle: _Any, tensor: _Any, indices: _Any, name: str | None = None) -> _Any:
    """The list with other elements: the entries of tensor along its first dimension.

    indices: for each entry of tensor the number of the element that it becomes.
    """
def TensorListScatterV2(*, tensor: _Any, indices: _Any, element_shape: _Any, num_elements: _Any, name: str | None = None) -> _Any:
    """A list whose elements are the entries of tensor along its first dimension.

    indices: for each entry of tensor the number of the element that it becomes.
    element_shape: what the shape of every element is compatible with.
    num_elements: how long the list is at least; -1 for as long as it has to be.
    """
def TensorListSetItem(*, input_handle: _Any, index: _Any, item: _Any, resize_if_index_out_of_bounds: bool = ..., name: str | None = None) -> _Any:
    """The list with another element of that number.

    resize_if_index_out_of_bounds: make the list longer if it has no element of that number.
    """
def TensorListSplit(*, tensor: _Any, element_shape: _Any, lengths: _Any, name: str | None = None) -> _Any:
    """The list of parts of tensor along its first dimension.

    element_shape: what the shape of every element is compatible with.
    lengths: how many entries each part has.
    """
def TensorListStack(*, input_handle: _Any, element_shape: _Any, element_dtype: _DTypeLike, num_elements: int = ..., name: str | None = None) -> _Any:
    """All elements along a new first dimension.

    element_shape: what the shape of every element is compatible with.
    num_elements: how many there must be; -1 for any number.
    """
def TensorScatterAdd(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """The tensor with updates added at given coordinates, all of those for one place.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def TensorScatterMax(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """The tensor with updates at given coordinates where they are larger.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def TensorScatterMin(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """The tensor with updates at given coordinates where they are smaller.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def TensorScatterSub(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """The tensor with updates subtracted at given coordinates, all of those for one place.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def TensorScatterUpdate(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Any:
    """The tensor with updates at given coordinates; of several for one place the last one counts.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
def TensorStridedSliceUpdate(*, input: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ..., name: str | None = None) -> _Any:
    """The input with a slice replaced.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    value: what broadcasts to the shape of the slice.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
    """
def TensorSummary(*, tensor: _Any, description: str | bytes = ..., labels: _Sequence[str | bytes] = ..., display_name: str | bytes = ..., name: str | None = None) -> _Any:
    """A Summary message with a tensor, under the name of the node.

    description: a SummaryDescription message in JSON, which the op does not read.
    labels, display_name: not used.
    """
def TensorSummaryV2(*, tag: _Any, tensor: _Any, serialized_summary_metadata: _Any, name: str | None = None) -> _Any:
    """A Summary message with a tensor.

    tag: its name, a scalar.
    serialized_summary_metadata: a SummaryMetadata message, a scalar: which plug-in of TensorBoard shows the tensor.
    """
def Tile(*, input: _Any, multiples: _Any, name: str | None = None) -> _Any:
    """The input repeated as a whole.

    multiples: how often along each axis.
    """
def ToBool(*, input: _Any, name: str | None = None) -> _Any:
    """Whether a scalar is not zero, or not the empty text; of another tensor, whether it has elements."""
def TopKV2(*, input: _Any, k: _Any, sorted: bool = ..., index_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The k largest elements along the last axis.

    input: `[..., n]`, rank 1 or more.
    k: how many, at most n.
    sorted: whether they must come in order; they do in any case, the largest first.
    values: `[..., k]`; of equal elements the first come first, what is not a number comes last.
    indices: the positions of the values along the last axis.
    """
def Transpose(*, x: _Any, perm: _Any, name: str | None = None) -> _Any:
    """The input with its axes in another order.

    perm: axis i of the output is axis perm[i] of the input.
    """
def TridiagonalMatMul(*, superdiag: _Any, maindiag: _Any, subdiag: _Any, rhs: _Any, name: str | None = None) -> _Any:
    """The products of tridiagonal matrices with others.

    superdiag: `[..., 1, n]`, the elements above the diagonal; the last one counts nowhere.
    maindiag: `[..., 1, n]`.
    subdiag: `[..., 1, n]`, the elements below the diagonal; the first one counts nowhere.
    rhs: `[..., n, columns]`.
    """
def TridiagonalSolve(*, diagonals: _Any, rhs: _Any, partial_pivoting: bool = ..., perturb_singular: bool = ..., name: str | None = None) -> _Any:
    """The X for which a tridiagonal matrix times X is rhs; not a number for a singular matrix.

    diagonals: `[..., 3, n]`: the elements above the diagonal, of which the last one counts nowhere, the diagonal, and
        the elements below it, of which the first one counts nowhere.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    partial_pivoting: exchange rows, which makes results exact for all matrices; without it, only for those with a
        heavy diagonal.
    perturb_singular: change singular matrices by a little, so that there is a finite result; with partial_pivoting.
    """
def TruncateDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x / y rounded toward 0; a zero y is an error for integers. Complex numbers have no kernel."""
def TruncateMod(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers."""
def UnicodeDecode(*, input: _Any, input_encoding: str | bytes, errors: _Literal['strict', 'replace', 'ignore'] = ..., replacement_char: int = ..., replace_control_characters: bool = ..., Tsplits: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The code points of each string, as a ragged tensor.

    input: of any shape; its strings are rows, in row-major order.
    input_encoding: the name of an encoding, such as UTF-8, UTF-16-BE, US-ASCII or Shift-JIS: what
        Python knows.
    errors: what becomes of bytes that are no character: 'replace' by replacement_char, 'ignore' drops them, 'strict'
        refuses the string.
    replacement_char: a code point.
    replace_control_characters: treat code points below 32 as errors too.
    row_splits: row i holds `char_values[row_splits[i]:row_splits[i + 1]]`.
    char_values: the code points of all strings.
    """
def UnicodeDecodeWithOffsets(*, input: _Any, input_encoding: str | bytes, errors: _Literal['strict', 'replace', 'ignore'] = ..., replacement_char: int = ..., replace_control_characters: bool = ..., Tsplits: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The code points of each string, and where each begins, as ragged tensors.

    input: of any shape; its strings are rows, in row-major order.
    input_encoding: the name of an encoding, such as UTF-8, UTF-16-BE, US-ASCII or Shift-JIS: what
        Python knows.
    errors: what becomes of bytes that are no character: 'replace' by replacement_char, 'ignore' drops them, 'strict'
        refuses the string.
    replacement_char: a code point.
    replace_control_characters: treat code points below 32 as errors too.
    row_splits: row i holds `char_values[row_splits[i]:row_splits[i + 1]]`.
    char_values: the code points of all strings.
    char_to_byte_starts: for each code point the number of the byte of its string that it begins with.
    """
def UnicodeEncode(*, input_values: _Any, input_splits: _Any, output_encoding: _Literal['UTF-8', 'UTF-16-BE', 'UTF-32-BE'], errors: _Literal['ignore', 'replace', 'strict'] = ..., replacement_char: int = ..., name: str | None = None) -> _Any:
    """A string of each row of code points.

    input_values: a vector of code points.
    input_splits: a vector: string i is made of `input_values[input_splits[i]:input_splits[i + 1]]`.
    errors: what becomes of numbers that are no code points, and of surrogates: 'replace' by replacement_char, 'ignore'
        drops them, 'strict' refuses them.
    replacement_char: a code point.
    output: a vector of one string less than input_splits has numbers.
    """
def UnicodeTranscode(*, input: _Any, input_encoding: str | bytes, output_encoding: _Literal['UTF-8', 'UTF-16-BE', 'UTF-32-BE'], errors: _Literal['strict', 'replace', 'ignore'] = ..., replacement_char: int = ..., replace_control_characters: bool = ..., name: str | None = None) -> _Any:
    """Each string in another encoding.

    input_encoding: the name of an encoding, such as UTF-8, UTF-16-BE, US-ASCII or Shift-JIS: what
        Python knows.
    errors: what becomes of bytes that are no character: 'replace' by replacement_char, 'ignore' drops them, 'strict'
        refuses the string.
    replacement_char: a code point.
    replace_control_characters: treat code points below 32 as errors too.
    """
def Unique(*, x: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct elements of a vector in the order of their first appearance.

    idx: for each element of x its place in y.
    """
def UniqueV2(*, x: _Any, axis: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct slices along an axis in the order of their first appearance.

    idx: for each of x its place in y.
    axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
    y: of the shape of x but for that axis.
    """
def UniqueWithCounts(*, x: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct elements of a vector in the order of their first appearance, counted.

    idx: for each of x its place in y.
    count: how often each of y is in x.
    """
def UniqueWithCountsV2(*, x: _Any, axis: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct slices along an axis in the order of their first appearance,
    counted.

    idx: for each of x its place in y.
    axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
    y: of the shape of x but for that axis.
    count: how often each of y is in x.
    """
def Unpack(*, value: _Any, num: int, axis: int = ..., name: str | None = None) -> list[_Any]:
    """A tensor taken apart along an axis, which the outputs do not have.

    num: how many there are, the size of the axis.
    """
def UnravelIndex(*, indices: _Any, dims: _Any, name: str | None = None) -> _Any:
    """The coordinates of elements that are given by their numbers in row-major order.

    indices: a number, or a vector of one or more.
    dims: the sizes of the array, a vector of positive numbers.
    output: `[rank]`, or `[rank, indices]` for a vector.
    """
def UnsortedSegmentJoin(*, inputs: _Any, segment_ids: _Any, num_segments: _Any, separator: str | bytes = ..., name: str | None = None) -> _Any:
    """The strings of each segment joined, in their order.

    segment_ids: of the shape of the first axes of inputs; each in [0, num_segments).
    num_segments: a scalar.
    separator: put between two strings.
    output: `[num_segments] + inputs.shape[segment_ids.rank:]`; a segment of no strings is ''.
    """
def UnsortedSegmentMax(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Any:
    """Entry i of the output holds the largest elements of the entries of data whose segment id is i, the lowest
    finite number if there is none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
def UnsortedSegmentMin(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Any:
    """Entry i of the output holds the smallest elements of the entries of data whose segment id is i, the largest
    finite number if there is none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
def UnsortedSegmentProd(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Any:
    """Entry i of the output is the product of the entries of data whose segment id is i, 1 if there is
    none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
def UnsortedSegmentSum(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Any:
    """Entry i of the output is the sum of the entries of data whose segment id is i, 0 if there is none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
def UpperBound(*, sorted_inputs: _Any, values: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """For each value how many elements of its sorted row are not larger.

    sorted_inputs: `[rows, n]`, each row sorted.
    values: `[rows, m]`.
    output: `[rows, m]`, numbers in [0, n].
    """
def Where(*, input: _Any, name: str | None = None) -> _Any:
    """The coordinates of all elements that are true or not 0, `[number, rank]`, in the order of the elements."""
def Xdivy(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x / y, element by element, but 0 where x is 0, for any y."""
def Xlog1py(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x * log(1 + y), element by element, but 0 where x is 0, for any y."""
def Xlogy(*, x: _Any, y: _Any, name: str | None = None) -> _Any:
    """x * log(y), element by element, but 0 where x is 0, for any y."""
def ZerosLike(*, x: _Any, name: str | None = None) -> _Any:
    """Zeros of the input's shape and dtype."""
def Zeta(*, x: _Any, q: _Any, name: str | None = None) -> _Any:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k >= 0; not a number for x < 1.

    q: may be negative, but no integer then, if x is an integer. Gradients are with respect to q alone.
    """
def _FusedBatchNormEx(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, side_input: _Sequence[_Any], epsilon: float = ..., exponential_avg_factor: float = ..., activation_mode: str | bytes = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """FusedBatchNormV3, the addition of a tensor and an activation.

    The arguments are those of FusedBatchNormV3, and

    side_input: nothing, or one tensor of the shape of x that is added before the activation.
    activation_mode: Identity or Relu, or Relu6, which only our own passes write.
    """
def _FusedBatchNormGradEx(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, reserve_space_3: _Any, offset: _Any, y: _Any, epsilon: float = ..., num_side_inputs: int = ..., activation_mode: str | bytes = ..., data_format: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Gradient of _FusedBatchNormEx.

    The arguments are those of FusedBatchNormGradV3, and

    offset: `[channels]`, not looked at.
    y: the result of the forward op, of the shape of x: where the activation cut it off, y_backprop counts as 0.
    activation_mode: Identity, Relu or Relu6.
    side_input_backprop: the gradient of side_input, if there is one.
    """
def _FusedConv2D(*, input: _Any, filter: _Any, args: _Sequence[_Any], host_args: _Sequence[_Any], num_args: int, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., filter_format: _Literal['HWIO', 'OIHW', 'OIHW_VECT_I'] = ..., dilations: _Sequence[int] = ..., use_cudnn_on_gpu: bool = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Any:
    """Conv2D and what follows it.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels / groups, out_channels]`, or in the order of filter_format.
    args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
    variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
    fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
    epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
    host_args: none.
    output: `[batch, out_rows, out_cols, out_channels]`.
    """
def _FusedConv3D(*, input: _Any, filter: _Any, args: _Sequence[_Any], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., padding_list: _Sequence[int] = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Any:
    """Conv3D and what follows it.

    input: `[batch, planes, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[planes, rows, cols, in_channels / groups, out_channels]`.
    args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
    variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
    fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
    epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
    padding_list: nothing.
    output: `[batch, out_planes, out_rows, out_cols, out_channels]`.
    """
def _FusedDepthwiseConv2dNative(*, input: _Any, filter: _Any, args: _Sequence[_Any], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Any:
    """DepthwiseConv2dNative and what follows it.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels, multiplier]`.
    args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
    variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
    fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
    epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
    output: `[batch, out_rows, out_cols, in_channels * multiplier]`.
    """
def _FusedMatMul(*, a: _Any, b: _Any, args: _Sequence[_Any], transpose_a: bool = ..., transpose_b: bool = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Any:
    """MatMul and what follows it.

    a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
    b: `[inner, cols]`, or `[cols, inner]` with transpose_b.
    args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
    variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
    fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
    epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
    product: `[rows, cols]`.
    """
def __dir__() -> list[str]: ...
def __getattr__(name: str) -> _Any: ...
