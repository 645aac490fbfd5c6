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

def Abs(*, x: _Any, name: str | None = None) -> _Tensor:
    """The absolute value of real numbers (ComplexAbs is that of complex ones).

    Abs(x: T; T: {bfloat16, half, float, double, int8, int16, int32, int64}) -> (y: T)
    """
def AccumulateNV2(*, inputs: _Sequence[_Any], shape: _ShapeLike, name: str | None = None) -> _Tensor:
    """The sum of the inputs, which all have the shape that the attr shape gives.

    AccumulateNV2(inputs: N * T; N: int >= 1, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, shape: shape) -> (sum: T)
    """
def AccumulatorApplyGradient(*, handle: _Any, local_step: _Any, gradient: _Any, name: str | None = None) -> _Node:
    """Add a gradient to an accumulator. One of an earlier step than the accumulator's is left out.

        local_step: the step of the gradient, a scalar.
        dtype: the accumulator's.

    AccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> ()
    """
def AccumulatorNumAccumulated(*, handle: _Any, name: str | None = None) -> _Tensor:
    """How many gradients are in an accumulator.

    AccumulatorNumAccumulated(handle: Ref(string)) -> (num_accumulated: int32)
    """
def AccumulatorSetGlobalStep(*, handle: _Any, new_global_step: _Any, name: str | None = None) -> _Node:
    """Set the step of an accumulator: gradients of earlier ones are left out.

        new_global_step: a scalar.

    AccumulatorSetGlobalStep(handle: Ref(string), new_global_step: int64) -> ()
    """
def AccumulatorTakeGradient(*, handle: _Any, num_required: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The mean, or the sum, of the gradients in an accumulator, which is empty then; waits until there
        are enough. The accumulator's step becomes the next one.

        num_required: how many there must be, a scalar.
        dtype: the accumulator's.

    AccumulatorTakeGradient(handle: Ref(string), num_required: int32; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (average: dtype)
    """
def Acos(*, x: _Any, name: str | None = None) -> _Tensor:
    """The angle whose cosine is x.

    Acos(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Acosh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of Cosh; not a number below 1.

    Acosh(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Add(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x + y, element by element; strings are joined.

    Add(x: T, y: T; T: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128, string}) -> (z: T)
    """
def AddManySparseToTensorsMap(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Put each row of a sparse tensor into a map; gives the numbers by which they are taken out.

        The first axis is that of the rows; they are sparse tensors of one axis less.

        sparse_indices: `[entries, rank]`.
        sparse_values: `[entries]`.
        sparse_shape: `[rank]`.
        container: in which the map is.
        shared_name: of the map; empty for the node's name.

    AddManySparseToTensorsMap(sparse_indices: int64, sparse_values: T, sparse_shape: int64; T: type, container: string = '', shared_name: string = '') -> (sparse_handles: int64)
    """
def AddN(*, inputs: _Sequence[_Any], name: str | None = None) -> _Tensor:
    """The sum of the inputs, which all have one shape (no broadcasting).

    AddN(inputs: N * T; N: int >= 1, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, variant}) -> (sum: T)
    """
def AddSparseToTensorsMap(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Put a sparse tensor into a map; gives the number by which it is taken out.

        sparse_indices: `[entries, rank]`.
        sparse_values: `[entries]`.
        sparse_shape: `[rank]`.
        container: in which the map is.
        shared_name: of the map; empty for the node's name.

    AddSparseToTensorsMap(sparse_indices: int64, sparse_values: T, sparse_shape: int64; T: type, container: string = '', shared_name: string = '') -> (sparse_handle: int64)
    """
def AddV2(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x + y, element by element.

    AddV2(x: T, y: T; T: {bfloat16, half, float, double, uint8, uint16, uint32, uint64, int8, int16, int32, int64, complex64, complex128}) -> (z: T)
    """
def AdjustContrast(*, images: _Any, contrast_factor: _Any, min_value: _Any, max_value: _Any, name: str | None = None) -> _Tensor:
    """Stretch each channel of each image about its mean, and clip.

        images: `[..., rows, cols, channels]`.
        contrast_factor: a scalar.
        min_value, max_value: of the results, scalars.
        output: of the shape of images, float32.

    AdjustContrast(images: T, contrast_factor: float, min_value: float, max_value: float; T: {uint8, int8, int16, int32, int64, float, double}) -> (output: float)
    """
def AdjustContrastv2(*, images: _Any, contrast_factor: _Any, name: str | None = None) -> _Tensor:
    """Stretch each channel of each image about its mean: `(x - mean) * contrast_factor + mean`.

        images: `[..., rows, cols, channels]`.
        contrast_factor: a scalar.
        output: of the shape of images.

    AdjustContrastv2(images: T, contrast_factor: float; T: {half, float} = float32) -> (output: T)
    """
def AdjustHue(*, images: _Any, delta: _Any, name: str | None = None) -> _Tensor:
    """Turn the hue of images.

        images: `[..., rows, cols, 3]`: red, green and blue.
        delta: a scalar: by how many turns.
        output: of the shape of images.

    AdjustHue(images: T, delta: float; T: {half, float} = float32) -> (output: T)
    """
def AdjustSaturation(*, images: _Any, scale: _Any, name: str | None = None) -> _Tensor:
    """Multiply the saturation of images, which stays in [0, 1].

        images: `[..., rows, cols, 3]`: red, green and blue.
        scale: a scalar.
        output: of the shape of images.

    AdjustSaturation(images: T, scale: float; T: {half, float} = float32) -> (output: T)
    """
def All(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """Whether all elements over axes are true; of nothing, all are.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    All(input: bool, reduction_indices: Tidx; keep_dims: bool = false, Tidx: {int32, int64} = int32) -> (output: bool)
    """
def AllCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """All classes, 0 to num_sampled - 1, and nothing random.

        true_classes: `[batch, num_true]`, the classes that belong to each example, in [0, num_sampled).
        num_sampled: how many are drawn, the same ones for the whole batch.
        unique: whether no class is drawn twice; a class that was is drawn again.
        seed, seed2: where the stream begins; another one in each Session if both are 0.
        sampled_candidates: a vector of classes.
        true_expected_count: for each true class how often it is expected among so many draws.
        sampled_expected_count: the same for each candidate.

    AllCandidateSampler(true_classes: int64; num_true: int >= 1, num_sampled: int >= 1, unique: bool, seed: int = 0, seed2: int = 0) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float)
    """
def Angle(*, input: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The angles of the numbers as points of the plane, in [-pi, pi].

    Angle(input: T; T: {complex64, complex128} = complex64, Tout: {float, double} = float32) -> (output: Tout)
    """
def AnonymousHashTable(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """A new table that is filled once and lives as long as its handle.

        key_dtype, value_dtype: of keys and values.

    AnonymousHashTable(; key_dtype: type, value_dtype: type) -> (table_handle: resource)
    """
def AnonymousMutableDenseHashTable(*, empty_key: _Any, deleted_key: _Any, value_dtype: _DTypeLike, value_shape: _ShapeLike = ..., initial_num_buckets: int = ..., max_load_factor: float = ..., name: str | None = None) -> _Tensor:
    """A new table whose keys and values are tensors, which lives as long as its handle.

        key_dtype, value_dtype: of keys and values.
        value_shape: of each value.
        empty_key, deleted_key: two keys that are never used; their shape is that of a key.
        initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1.

    AnonymousMutableDenseHashTable(empty_key: key_dtype, deleted_key: key_dtype; key_dtype: type, value_dtype: type, value_shape: shape = { }, initial_num_buckets: int = 131072, max_load_factor: float = 0.8) -> (table_handle: resource)
    """
def AnonymousMutableHashTable(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """A new table whose values are scalars, which lives as long as its handle.

        key_dtype, value_dtype: of keys and values.

    AnonymousMutableHashTable(; key_dtype: type, value_dtype: type) -> (table_handle: resource)
    """
def AnonymousMutableHashTableOfTensors(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, value_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """A new table whose values are tensors of one shape, which lives as long as its handle.

        key_dtype, value_dtype: of keys and values.
        value_shape: of each value.

    AnonymousMutableHashTableOfTensors(; key_dtype: type, value_dtype: type, value_shape: shape = { }) -> (table_handle: resource)
    """
def Any(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """Whether any element over axes is true; of nothing, none is.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    Any(input: bool, reduction_indices: Tidx; keep_dims: bool = false, Tidx: {int32, int64} = int32) -> (output: bool)
    """
def ApplyAdaMax(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """AdaMax: Adam with the largest gradient instead of a mean of squares.

        m += (g - m) * (1 - beta1)
        v = max(beta2 * v, |g|)
        var -= lr / (1 - beta1_power) * m / (v + epsilon)

        beta1_power: beta1 to the power of the number of this step; the op does not change it.

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyAdaMax(var: Ref(T), m: Ref(T), v: Ref(T), beta1_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Adadelta: steps as large as recent steps were, over the size of recent gradients.

        accum = accum * rho + g * g * (1 - rho)
        update = g * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)
        accum_update = accum_update * rho + update * update * (1 - rho)
        var -= lr * update

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyAdadelta(var: Ref(T), accum: Ref(T), accum_update: Ref(T), lr: T, rho: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Tensor:
    """Adagrad: steps scaled by the sum of all squared gradients.

        accum += g * g
        var -= lr * g / sqrt(accum)

        update_slots: without it accum stays as it is.

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyAdagrad(var: Ref(T), accum: Ref(T), lr: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, update_slots: bool = true) -> (out: Ref(T))
    """
def ApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Adagrad with dual averaging: var is computed anew from the sums of all gradients.

        gradient_accumulator += g
        gradient_squared_accumulator += g * g
        divisor = l2 * global_step * lr + sqrt(gradient_squared_accumulator)
        var = -lr * sign(gradient_accumulator) * max(|gradient_accumulator| - l1 * global_step, 0) / divisor

        l1: without it, at 0, var = -lr * gradient_accumulator / divisor.
        global_step: the number of this step, from 1 on; the op does not change it.

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyAdagradDA(var: Ref(T), gradient_accumulator: Ref(T), gradient_squared_accumulator: Ref(T), grad: T, lr: T, l1: T, l2: T, global_step: int64; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Tensor:
    """Adagrad with a term that keeps the divisor away from 0.

        accum += g * g
        var -= lr * g / (sqrt(accum) + epsilon)

        update_slots: without it accum stays as it is.

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyAdagradV2(var: Ref(T), accum: Ref(T), lr: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, update_slots: bool = true) -> (out: Ref(T))
    """
def ApplyAdam(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Tensor:
    """Adam: steps scaled by running means of the gradient and of its square.

        alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
        m += (g - m) * (1 - beta1)
        v += (g * g - v) * (1 - beta2)
        var -= alpha * m / (sqrt(v) + epsilon), with use_nesterov alpha * (g * (1 - beta1) + m * beta1) / (...)

        beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyAdam(var: Ref(T), m: Ref(T), v: Ref(T), beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, use_nesterov: bool = false) -> (out: Ref(T))
    """
def ApplyAddSign(*, var: _Any, m: _Any, lr: _Any, alpha: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """AddSign: longer steps where the gradient has the sign that it had lately.

        m = m * beta + g * (1 - beta)
        var -= lr * (alpha + sign_decay * sign(g) * sign(m)) * g

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyAddSign(var: Ref(T), m: Ref(T), lr: T, alpha: T, sign_decay: T, beta: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """RMSProp with the variance of the gradient in place of its mean square.

        ms += (g * g - ms) * (1 - rho)
        mg += (g - mg) * (1 - rho)
        mom = mom * momentum + lr * g / sqrt(ms - mg * mg + epsilon)
        var -= mom

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyCenteredRMSProp(var: Ref(T), mg: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Tensor:
    """Ftrl-proximal.

        Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
        (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

        new = accum + g * g
        linear += scale * g - (new ** p - accum ** p) / unit * var
        var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
        accum = new

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyFtrl(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, lr: T, l1: T, l2: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> (out: Ref(T))
    """
def ApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Tensor:
    """Ftrl-proximal with a penalty that pulls var towards 0.

        Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
        (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

        new = accum + g * g
        linear += scale * (g + 2 * l2_shrinkage * var) - (new ** p - accum ** p) / unit * var
        var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
        accum = new

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyFtrlV2(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> (out: Ref(T))
    """
def ApplyGradientDescent(*, var: _Any, alpha: _Any, delta: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient descent.

        var -= alpha * delta

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyGradientDescent(var: Ref(T), alpha: T, delta: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient descent with momentum; the learning rate is applied when the variable changes.

        accum = accum * momentum + g
        var -= lr * accum, with use_nesterov: var -= lr * (g + accum * momentum)

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyMomentum(var: Ref(T), accum: Ref(T), lr: T, grad: T, momentum: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, use_nesterov: bool = false) -> (out: Ref(T))
    """
def ApplyPowerSign(*, var: _Any, m: _Any, lr: _Any, logbase: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """PowerSign: longer steps, by a factor, where the gradient has the sign that it had lately.

        m = m * beta + g * (1 - beta)
        var -= lr * exp(logbase * sign_decay * sign(g) * sign(m)) * g

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyPowerSign(var: Ref(T), m: Ref(T), lr: T, logbase: T, sign_decay: T, beta: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Adagrad with penalties that make small values 0.

        accum += g * g
        rate = lr / sqrt(accum)
        moved = var - rate * g
        var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

        lr: positive.
        l1, l2: not negative.

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyProximalAdagrad(var: Ref(T), accum: Ref(T), lr: T, l1: T, l2: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, delta: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient descent with penalties that make small values 0; rate is alpha.

        moved = var - rate * delta
        var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyProximalGradientDescent(var: Ref(T), alpha: T, l1: T, l2: T, delta: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """RMSProp: steps scaled by a running mean of the squared gradient, with momentum.

        ms += (g * g - ms) * (1 - rho)
        mom = mom * momentum + lr * g / sqrt(ms + epsilon)
        var -= mom

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    ApplyRMSProp(var: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (out: Ref(T))
    """
def ApproximateEqual(*, x: _Any, y: _Any, tolerance: float = ..., name: str | None = None) -> _Tensor:
    """Whether x and y, of one shape, differ by less than a tolerance.

        tolerance: of the absolute difference.

    ApproximateEqual(x: T, y: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, tolerance: float = 1e-05) -> (z: bool)
    """
def ArgMax(*, input: _Any, dimension: _Any, output_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The position of the largest element along an axis, the first of several; what is not a number is never it.

        dimension: the axis, a scalar; a negative one counts from the end.

    ArgMax(input: T, dimension: Tidx; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16, bool}, Tidx: {int16, int32, int64} = int32, output_type: {int16, uint16, int32, int64} = int64) -> (output: output_type)
    """
def ArgMin(*, input: _Any, dimension: _Any, output_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The position of the smallest element along an axis, the first of several; what is not a number is never it.

        dimension: the axis, a scalar; a negative one counts from the end.

    ArgMin(input: T, dimension: Tidx; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16, bool}, Tidx: {int32, int64} = int32, output_type: {int32, int64} = int64) -> (output: output_type)
    """
def AsString(*, input: _Any, precision: int = ..., scientific: bool = ..., shortest: bool = ..., width: int = ..., fill: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Each value as text: an integer in decimal digits, a fraction as 1.500000, (real,imaginary), true or false.

        precision: digits behind the point; negative for 6. For fractions and complex numbers only.
        scientific: with an exponent, as 1.500000e+00.
        shortest: without an exponent where possible, and without zeros at the end: 1.5.
        width: at least so many characters; booleans are left alone.
        fill: '0' fills with zeros, '-' on the right, '' with blanks; ' ' and '+' go in front of what is not negative.

    AsString(input: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, complex64, complex128, bool, variant, string}, precision: int = -1, scientific: bool = false, shortest: bool = false, width: int = -1, fill: string = '') -> (output: string)
    """
def Asin(*, x: _Any, name: str | None = None) -> _Tensor:
    """The angle whose sine is x.

    Asin(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Asinh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of Sinh.

    Asinh(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Assert(*, condition: _Any, data: _Sequence[_Any], summarize: int = ..., name: str | None = None) -> _Node:
    """An InvalidArgumentError with data, unless condition, a scalar, is true.

        data: what the error shows.
        summarize: how many elements of each tensor it shows; negative: all.

    Assert(condition: bool, data: T; T: list(type) >= 1, summarize: int = 3) -> ()
    """
def Assign(*, ref: _Any, value: _Any, validate_shape: bool = ..., use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Make value the value of a variable; gives the reference on.

        validate_shape: value has the variable's shape.

        use_locking: has no effect: a change is always done as a whole.

    Assign(ref: Ref(T), value: T; T: type, validate_shape: bool = true, use_locking: bool = true) -> (output_ref: Ref(T))
    """
def AssignAdd(*, ref: _Any, value: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Add value, which has the variable's shape, to a variable; gives the reference on.

        use_locking: has no effect: a change is always done as a whole.

    AssignAdd(ref: Ref(T), value: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def AssignAddVariableOp(*, resource: _Any, value: _Any, name: str | None = None) -> _Node:
    """Add value, which has the variable's shape, to a variable. No other change comes in between.

    AssignAddVariableOp(resource: resource, value: dtype; dtype: type) -> ()
    """
def AssignSub(*, ref: _Any, value: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Subtract value, which has the variable's shape, from a variable; gives the reference on.

        use_locking: has no effect: a change is always done as a whole.

    AssignSub(ref: Ref(T), value: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def AssignSubVariableOp(*, resource: _Any, value: _Any, name: str | None = None) -> _Node:
    """Subtract value, which has the variable's shape, from a variable. No other change comes in between.

    AssignSubVariableOp(resource: resource, value: dtype; dtype: type) -> ()
    """
def AssignVariableOp(*, resource: _Any, value: _Any, validate_shape: bool = ..., name: str | None = None) -> _Node:
    """Make value the value of a variable.

        validate_shape: a variable that has a value keeps its shape.

    AssignVariableOp(resource: resource, value: dtype; dtype: type, validate_shape: bool = false) -> ()
    """
def Atan(*, x: _Any, name: str | None = None) -> _Tensor:
    """The angle whose tangent is x.

    Atan(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Atan2(*, y: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The angle of the point (x, y), in [-pi, pi].

    Atan2(y: T, x: T; T: {bfloat16, half, float, double}) -> (z: T)
    """
def Atanh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of Tanh; not a number beyond 1.

    Atanh(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def AudioSpectrogram(*, input: _Any, window_size: int, stride: int, magnitude_squared: bool = ..., name: str | None = None) -> _Tensor:
    """Magnitudes of the frequencies in windows of sound, each weighted by a periodic Hann window.

        A window is filled up with zeros to a power of 2, n, and gives n / 2 + 1 frequencies.

        input: `[samples, channels]`.
        window_size: samples in a window, 2 or more.
        stride: samples from one window to the next, 1 or more.
        magnitude_squared: give the squares of the magnitudes.
        spectrogram: `[channels, windows, n / 2 + 1]`, of the windows that are full.

    AudioSpectrogram(input: float; window_size: int, stride: int, magnitude_squared: bool = false) -> (spectrogram: float)
    """
def AudioSummary(*, tag: _Any, tensor: _Any, sample_rate: float, max_outputs: int = ..., name: str | None = None) -> _Tensor:
    """A Summary message with sounds as WAV files.

        tag: the name of the values, a scalar, behind which stand `/audio/0`, `/audio/1` ..., or `/audio` if max_outputs is 1.
        tensor: `[sounds, frames]` or `[sounds, frames, channels]`, in [-1, 1).
        sample_rate: frames in a second, positive.
        max_outputs: how many are in the message.

    AudioSummary(tag: string, tensor: float; sample_rate: float, max_outputs: int >= 1 = 3) -> (summary: string)
    """
def AudioSummaryV2(*, tag: _Any, tensor: _Any, sample_rate: _Any, max_outputs: int = ..., name: str | None = None) -> _Tensor:
    """A Summary message with sounds as WAV files.

        tag: the name of the values, a scalar, behind which stand `/audio/0`, `/audio/1` ..., or `/audio` if max_outputs is 1.
        tensor: `[sounds, frames]` or `[sounds, frames, channels]`, in [-1, 1).
        sample_rate: frames in a second, positive.
        max_outputs: how many are in the message.

    AudioSummaryV2(tag: string, tensor: float, sample_rate: float; max_outputs: int >= 1 = 3) -> (summary: string)
    """
def AvgPool(*, value: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """The mean of each window.

        value: `[batch, rows, cols, channels]`, or channels first as data_format says.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.

    AvgPool(value: T; ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME', 'VALID'}, data_format: {'NHWC', 'NCHW'} = 'NHWC', T: {half, bfloat16, float, double}) -> (output: T)
    """
def AvgPool3D(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Tensor:
    """The mean of each window.

        input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.

    AvgPool3D(input: T; ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', T: {half, bfloat16, float, double}) -> (output: T)
    """
def AvgPool3DGrad(*, orig_input_shape: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of AvgPool3D.

        orig_input_shape: the shape of the pool's input, five integers.
        grad: gradient of the output.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: gradient of the input.

    AvgPool3DGrad(orig_input_shape: int32, grad: T; ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', T: {half, bfloat16, float, double}) -> (output: T)
    """
def AvgPoolGrad(*, orig_input_shape: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of AvgPool.

        orig_input_shape: the shape of the pool's input, four integers.
        grad: gradient of the output.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: gradient of the input.

    AvgPoolGrad(orig_input_shape: int32, grad: T; ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME', 'VALID'}, data_format: {'NHWC', 'NCHW'} = 'NHWC', T: {half, bfloat16, float, double}) -> (output: T)
    """
def BandedTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = ..., adjoint: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which a triangular matrix of a few diagonals times X is rhs, by substitution.

        matrix: `[..., bands, n]`: the diagonals as rows, the highest first. Element r of each is the one in row r of the
            matrix; those that lie outside of it count nowhere. None is 0 on the diagonal.
        rhs: `[..., n, columns]`; leading dimensions broadcast.
        lower: the diagonals lie below the main one, which is the first; otherwise above, and it is the last.
        adjoint: solve with the conjugate transposes of the matrices.

    BandedTriangularSolve(matrix: T, rhs: T; lower: bool = true, adjoint: bool = false, T: {double, float, half, complex64, complex128}) -> (output: T)
    """
def BatchCholesky(*, input: _Any, name: str | None = None) -> _Tensor:
    """The lower triangular factors L of matrices L L^H; not a number where a matrix is not positive definite.

        input: `[..., n, n]`, Hermitian; only the lower triangles are read.

    BatchCholesky(input: T; T: {double, float}) -> (output: T)
    """
def BatchCholeskyGrad(*, l: _Any, grad: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Cholesky for symmetric changes of its input, a symmetric matrix.

        l: what Cholesky answered, `[..., n, n]`.
        grad: the gradient of that.

    BatchCholeskyGrad(l: T, grad: T; T: {float, double}) -> (output: T)
    """
def BatchFFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """As FFT.

        input: of rank 1 or more.

    BatchFFT(input: complex64) -> (output: complex64)
    """
def BatchFFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """As FFT2D.

        input: of rank 2 or more.

    BatchFFT2D(input: complex64) -> (output: complex64)
    """
def BatchFFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """As FFT3D.

        input: of rank 3 or more.

    BatchFFT3D(input: complex64) -> (output: complex64)
    """
def BatchIFFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """As IFFT.

        input: of rank 1 or more.

    BatchIFFT(input: complex64) -> (output: complex64)
    """
def BatchIFFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """As IFFT2D.

        input: of rank 2 or more.

    BatchIFFT2D(input: complex64) -> (output: complex64)
    """
def BatchIFFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """As IFFT3D.

        input: of rank 3 or more.

    BatchIFFT3D(input: complex64) -> (output: complex64)
    """
def BatchMatMul(*, x: _Any, y: _Any, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ..., name: str | None = None) -> _Tensor:
    """The products of two stacks of matrices, whose leading dimensions are equal.

        x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
        y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
        adj_x: use the conjugate transposes of the matrices in x.
        adj_y: likewise of y.
        grad_x: says that the product is a gradient of the x of another one; changes nothing.
        grad_y: likewise of y.
        output: `[..., rows, cols]`.

    BatchMatMul(x: T, y: T; T: {bfloat16, half, float, double, int32, int64, complex64, complex128}, adj_x: bool = false, adj_y: bool = false, grad_x: bool = false, grad_y: bool = false) -> (output: T)
    """
def BatchMatMulV2(*, x: _Any, y: _Any, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ..., name: str | None = None) -> _Tensor:
    """The products of two stacks of matrices, whose leading dimensions broadcast.

        x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
        y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
        adj_x: use the conjugate transposes of the matrices in x.
        adj_y: likewise of y.
        grad_x: says that the product is a gradient of the x of another one; changes nothing.
        grad_y: likewise of y.
        output: `[..., rows, cols]`.

    BatchMatMulV2(x: T, y: T; T: {bfloat16, half, float, double, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}, adj_x: bool = false, adj_y: bool = false, grad_x: bool = false, grad_y: bool = false) -> (output: T)
    """
def BatchMatMulV3(*, x: _Any, y: _Any, Tout: _DTypeLike, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ..., name: str | None = None) -> _Tensor:
    """The products of two stacks of matrices of their own dtypes, whose leading dimensions broadcast, in the dtype Tout.

        x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
        y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
        adj_x: use the conjugate transposes of the matrices in x.
        adj_y: likewise of y.
        grad_x: says that the product is a gradient of the x of another one; changes nothing.
        grad_y: likewise of y.
        output: `[..., rows, cols]`.

    BatchMatMulV3(x: Ta, y: Tb; Ta: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128}, Tb: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128}, Tout: {bfloat16, half, float, double, int16, int32, int64, complex64, complex128}, adj_x: bool = false, adj_y: bool = false, grad_x: bool = false, grad_y: bool = false) -> (output: Tout)
    """
def BatchMatrixBandPart(*, input: _Any, num_lower: _Any, num_upper: _Any, name: str | None = None) -> _Tensor:
    """The diagonal and some diagonals beside it of each matrix; zeros elsewhere.

        input: `[..., rows, columns]`.
        num_lower: how many diagonals below the main one to keep, at most the rows, a scalar; a negative one keeps all.
        num_upper: how many above it, at most the columns, a scalar; a negative one keeps all.

    BatchMatrixBandPart(input: T, num_lower: int64, num_upper: int64; T: type) -> (band: T)
    """
def BatchMatrixDeterminant(*, input: _Any, name: str | None = None) -> _Tensor:
    """The determinants of matrices.

        input: `[..., n, n]`.
        output: `[...]`.

    BatchMatrixDeterminant(input: T; T: {float, double, complex64, complex128}) -> (output: T)
    """
def BatchMatrixDiag(*, diagonal: _Any, name: str | None = None) -> _Tensor:
    """Square matrices with the given main diagonals and zeros elsewhere.

        diagonal: `[..., n]`.
        output: `[..., n, n]`.

    BatchMatrixDiag(diagonal: T; T: type) -> (output: T)
    """
def BatchMatrixDiagPart(*, input: _Any, name: str | None = None) -> _Tensor:
    """The main diagonals of matrices.

        input: `[..., rows, columns]`.
        diagonal: `[..., min(rows, columns)]`.

    BatchMatrixDiagPart(input: T; T: type) -> (diagonal: T)
    """
def BatchMatrixInverse(*, input: _Any, adjoint: bool = ..., name: str | None = None) -> _Tensor:
    """The inverses of matrices.

        input: `[..., n, n]`; none singular.
        adjoint: invert the conjugate transposes.

    BatchMatrixInverse(input: T; adjoint: bool = false, T: {double, float}) -> (output: T)
    """
def BatchMatrixSetDiag(*, input: _Any, diagonal: _Any, name: str | None = None) -> _Tensor:
    """Matrices with other main diagonals.

        input: `[..., rows, columns]`.
        diagonal: `[..., min(rows, columns)]`.

    BatchMatrixSetDiag(input: T, diagonal: T; T: type) -> (output: T)
    """
def BatchMatrixSolve(*, matrix: _Any, rhs: _Any, adjoint: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which matrix X = rhs.

        matrix: `[..., n, n]`; none singular.
        rhs: `[..., n, columns]`, with the same leading dimensions.
        adjoint: solve with the conjugate transposes of the matrices.

    BatchMatrixSolve(matrix: T, rhs: T; adjoint: bool = false, T: {double, float}) -> (output: T)
    """
def BatchMatrixSolveLs(*, matrix: _Any, rhs: _Any, l2_regularizer: _Any, fast: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which matrix X is as close to rhs as can be, in the sum of squares.

        matrix: `[..., m, n]`.
        rhs: `[..., m, columns]`, with the same leading dimensions.
        l2_regularizer: a number of at least 0: how much the squares of X count beside those of what is missed.
        fast: by way of the product of the matrix with its adjoint, which must be far from singular; otherwise by its
            singular values, for any matrix: the smallest X, and l2_regularizer has no effect.
        output: `[..., n, columns]`; of several the smallest.

    BatchMatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double; T: {double, float}, fast: bool = true) -> (output: T)
    """
def BatchMatrixTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = ..., adjoint: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which matrix X = rhs, by substitution.

        matrix: `[..., n, n]`; only one triangle is read. A 0 on the diagonal gives results that are not finite.
        rhs: `[..., n, columns]`; leading dimensions broadcast.
        lower: which triangle: the lower or the upper one.
        adjoint: solve with the conjugate transposes of the matrices.

    BatchMatrixTriangularSolve(matrix: T, rhs: T; lower: bool = true, adjoint: bool = false, T: {double, float}) -> (output: T)
    """
def BatchNormWithGlobalNormalization(*, t: _Any, m: _Any, v: _Any, beta: _Any, gamma: _Any, variance_epsilon: float, scale_after_normalization: bool, name: str | None = None) -> _Tensor:
    """Images less the mean of each channel, in units of its standard deviation: gamma (t - m) / sqrt(v) + beta.

        beta: `[channels]`, is added.
        t: `[batch, height, width, channels]`.
        m, v: `[channels]`, the mean and the variance of each channel.
        gamma: `[channels]`, factors.
        variance_epsilon: is added to v.
        scale_after_normalization: multiply with gamma.

    BatchNormWithGlobalNormalization(t: T, m: T, v: T, beta: T, gamma: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, variance_epsilon: float, scale_after_normalization: bool) -> (result: T)
    """
def BatchNormWithGlobalNormalizationGrad(*, t: _Any, m: _Any, v: _Any, gamma: _Any, backprop: _Any, variance_epsilon: float, scale_after_normalization: bool, name: str | None = None) -> _Any:
    """The gradients of BatchNormWithGlobalNormalization by t, m, v, beta and gamma.

        backprop: the gradient of its result.
        t: `[batch, height, width, channels]`.
        m, v: `[channels]`, the mean and the variance of each channel.
        gamma: `[channels]`, factors.
        variance_epsilon: is added to v.
        scale_after_normalization: multiply with gamma.

    BatchNormWithGlobalNormalizationGrad(t: T, m: T, v: T, gamma: T, backprop: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, variance_epsilon: float, scale_after_normalization: bool) -> (dx: T, dm: T, dv: T, db: T, dg: T)
    """
def BatchSelfAdjointEig(*, input: _Any, name: str | None = None) -> _Tensor:
    """Eigenvalues and eigenvectors of symmetric matrices, together in one matrix.

        input: `[..., n, n]`; only the lower triangles are read.
        output: `[..., n + 1, n]`: in row 0 the eigenvalues, rising; below it the eigenvectors, in columns. The largest
            element of each is positive.

    BatchSelfAdjointEig(input: T; T: {double, float}) -> (output: T)
    """
def BatchSelfAdjointEigV2(*, input: _Any, compute_v: bool = ..., name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of Hermitian matrices.

        input: `[..., n, n]`; only the lower triangles are read.
        compute_v: without it, v is empty.
        e: `[..., n]`, rising.
        v: `[..., n, n]`, orthonormal columns. The largest element of each is real and positive, which makes them unique
            where the eigenvalues differ.

    BatchSelfAdjointEigV2(input: T; compute_v: bool = true, T: {double, float}) -> (e: T, v: T)
    """
def BatchSvd(*, input: _Any, compute_uv: bool = ..., full_matrices: bool = ..., name: str | None = None) -> _Any:
    """Singular values: matrices as u diag(s) v^H.

        input: `[..., m, n]`.
        compute_uv: without it, u and v are empty.
        full_matrices: u has m columns and v has n, otherwise both have min(m, n).
        s: `[..., min(m, n)]`, falling.
        u, v: `[..., m, columns]` and `[..., n, columns]`, orthonormal. The largest element of each column of u is real
            and positive, which makes both unique where the singular values differ.

    BatchSvd(input: T; compute_uv: bool = true, full_matrices: bool = false, T: {double, float, complex64, complex128}) -> (s: T, u: T, v: T)
    """
def BatchToSpace(*, input: _Any, crops: _Any, block_size: int, name: str | None = None) -> _Tensor:
    """Batches as square blocks of an image: BatchToSpaceND for two spatial axes and one size.

        input: `[batch * block_size * block_size, height, width, channels]`.
        crops: how much to cut off (before, after) along height and width, `[2, 2]`.

    BatchToSpace(input: T, crops: Tidx; T: type, block_size: int >= 2, Tidx: {int32, int64} = int32) -> (output: T)
    """
def BatchToSpaceND(*, input: _Any, block_shape: _Any, crops: _Any, name: str | None = None) -> _Tensor:
    """Batches as spatial blocks: undoes SpaceToBatchND.

        input: `[blocks * batch, spatial..., rest...]`.
        block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
        crops: how much to cut off (before, after) along each spatial axis.
        output: `[batch, spatial * block - crops..., rest...]`.

    BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops; T: type, Tblock_shape: {int32, int64} = int32, Tcrops: {int32, int64} = int32) -> (output: T)
    """
def BesselI0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the first kind of order 0.

    BesselI0(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselI0e(*, x: _Any, name: str | None = None) -> _Tensor:
    """exp(-|x|) BesselI0(x).

    BesselI0e(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselI1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the first kind of order 1.

    BesselI1(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselI1e(*, x: _Any, name: str | None = None) -> _Tensor:
    """exp(-|x|) BesselI1(x).

    BesselI1e(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselJ0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the first kind of order 0.

    BesselJ0(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselJ1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the first kind of order 1.

    BesselJ1(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselK0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the second kind of order 0; infinite for x <= 0.

    BesselK0(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselK0e(*, x: _Any, name: str | None = None) -> _Tensor:
    """exp(x) BesselK0(x).

    BesselK0e(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselK1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The modified Bessel function of the second kind of order 1; infinite for x <= 0.

    BesselK1(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselK1e(*, x: _Any, name: str | None = None) -> _Tensor:
    """exp(x) BesselK1(x).

    BesselK1e(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselY0(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the second kind of order 0; minus infinity for x <= 0.

    BesselY0(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def BesselY1(*, x: _Any, name: str | None = None) -> _Tensor:
    """The Bessel function of the second kind of order 1; minus infinity for x <= 0.

    BesselY1(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def Betainc(*, a: _Any, b: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The regularised incomplete beta function; not a number unless a > 0, b > 0 and 0 <= x <= 1.

        a, b, x: of one shape, or scalars. Gradients are with respect to x alone.

    Betainc(a: T, b: T, x: T; T: {float, double}) -> (z: T)
    """
def BiasAdd(*, value: _Any, bias: _Any, data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """value plus a bias for each channel.

        value: `[batch, ..., channels]`, or `[batch, channels, ...]` as data_format says; rank 2 or more.
        bias: `[channels]`.

    BiasAdd(value: T, bias: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, data_format: {'NHWC', 'NCHW'} = 'NHWC') -> (output: T)
    """
def BiasAddGrad(*, out_backprop: _Any, data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of BiasAdd with respect to the bias: the sum over everything but the channels.

        out_backprop: gradient of the output, rank 2 or more.
        output: `[channels]`.

    BiasAddGrad(out_backprop: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, data_format: {'NHWC', 'NCHW'} = 'NHWC') -> (output: T)
    """
def BiasAddV1(*, value: _Any, bias: _Any, name: str | None = None) -> _Tensor:
    """value plus a bias for each channel: the older form of BiasAdd.

        value: `[batch, ..., channels]`, rank 2 or more.
        bias: `[channels]`.

    BiasAddV1(value: T, bias: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output: T)
    """
def Bincount(*, arr: _Any, size: _Any, weights: _Any, name: str | None = None) -> _Tensor:
    """For each number below size how often it is in an array, or the sum of the weights of its places there.

        arr: of any shape, not negative; what is not below size is passed over.
        size: a scalar.
        weights: of the shape of arr, or empty for counting.
        bins: a vector of length size.

    Bincount(arr: int32, size: int32, weights: T; T: {int32, int64, float, double}) -> (bins: T)
    """
def Bitcast(*, input: _Any, type: _DTypeLike, name: str | None = None) -> _Tensor:
    """The same bytes as another dtype.

        type: a wider one takes the last axis, which must hold one element's bytes; a narrower one adds an axis.

    Bitcast(input: T; T: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}, type: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}) -> (output: type)
    """
def BitwiseAnd(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The bits that are set in both x and y.

    BitwiseAnd(x: T, y: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) -> (z: T)
    """
def BitwiseOr(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The bits that are set in x or in y.

    BitwiseOr(x: T, y: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) -> (z: T)
    """
def BitwiseXor(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The bits in which x and y differ.

    BitwiseXor(x: T, y: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) -> (z: T)
    """
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

    BlockLSTM(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T; forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = false, T: {half, float}) -> (i: T, cs: T, f: T, o: T, ci: T, co: T, h: T)
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

    BlockLSTMGrad(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci: T, co: T, h: T, cs_grad: T, h_grad: T; use_peephole: bool, T: {half, float}) -> (x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T)
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

    BlockLSTMGradV2(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci: T, co: T, h: T, cs_grad: T, h_grad: T; use_peephole: bool, T: {half, float}) -> (x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T)
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

    BlockLSTMV2(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T; cell_clip: float = 0.0, use_peephole: bool = false, T: {half, float}) -> (i: T, cs: T, f: T, o: T, ci: T, co: T, h: T)
    """
def BroadcastArgs(*, s0: _Any, s1: _Any, name: str | None = None) -> _Tensor:
    """The shape to which two shapes broadcast.

    BroadcastArgs(s0: T, s1: T; T: {int32, int64} = int32) -> (r0: T)
    """
def BroadcastGradientArgs(*, s0: _Any, s1: _Any, name: str | None = None) -> _Any:
    """For each of two shapes the axes of their broadcast shape to sum over, to undo its broadcasting.

    BroadcastGradientArgs(s0: T, s1: T; T: {int32, int64} = int32) -> (r0: T, r1: T)
    """
def BroadcastTo(*, input: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """The input repeated along axes of size 1 and new leading axes.

        shape: the shape to reach.

    BroadcastTo(input: T, shape: Tidx; T: type, Tidx: {int32, int64} = int32) -> (output: T)
    """
def Bucketize(*, input: _Any, boundaries: _Sequence[float], name: str | None = None) -> _Tensor:
    """For each element how many of the boundaries are not above it.

        boundaries: sorted.

    Bucketize(input: T; T: {int32, int64, float, double}, boundaries: list(float)) -> (output: int32)
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

    CTCBeamSearchDecoder(inputs: T, sequence_length: int32; beam_width: int >= 1, top_paths: int >= 1, merge_repeated: bool = true, T: {float, double} = float32) -> (decoded_indices: top_paths * int64, decoded_values: top_paths * int64, decoded_shape: top_paths * int64, log_probability: T)
    """
def CTCGreedyDecoder(*, inputs: _Any, sequence_length: _Any, merge_repeated: bool = ..., blank_index: int = ..., name: str | None = None) -> _Any:
    """The labels that the largest logit of each step says.

        inputs: `[steps, batch, classes]`.
        sequence_length: `[batch]`, how many steps each sequence has.
        merge_repeated: equal neighbours are made one, before the blanks are taken out.
        blank_index: the class that is the blank; negative ones count from the end.
        decoded_indices, decoded_values, decoded_shape: a sparse matrix, with the labels of each sequence in a row.
        log_probability: `[batch, 1]`, the sum of the largest logits, negated.

    CTCGreedyDecoder(inputs: T, sequence_length: int32; merge_repeated: bool = false, blank_index: int = -1, T: {float, double} = float32) -> (decoded_indices: int64, decoded_values: int64, decoded_shape: int64, log_probability: T)
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

    CTCLoss(inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32; preprocess_collapse_repeated: bool = false, ctc_merge_repeated: bool = true, ignore_longer_outputs_than_inputs: bool = false, T: {float, double} = float32) -> (loss: T, gradient: T)
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

    CTCLossV2(inputs: float, labels_indices: int64, labels_values: int32, sequence_length: int32; preprocess_collapse_repeated: bool = false, ctc_merge_repeated: bool = true, ignore_longer_outputs_than_inputs: bool = false) -> (loss: float, gradient: float)
    """
def Case(*, branch_index: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], branches: _Sequence[_Any], output_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> list[_Tensor]:
    """The results of one of several functions, which take the same inputs.

        branch_index: which one; the last one if there is none of that number.
        output_shapes: the shapes of the results, as far as they are always the same.

    Case(branch_index: int32, input: Tin; Tin: list(type) >= 0, Tout: list(type) >= 0, branches: list(func) >= 1, output_shapes: list(shape) = []) -> (output: Tout)
    """
def Cast(*, x: _Any, DstT: _DTypeLike, Truncate: bool = ..., name: str | None = None) -> _Tensor:
    """The input's values in another dtype.

        DstT: float to integer drops the fraction, complex to real the imaginary part, a number to bool asks whether it
            is not 0; integers wrap.
        Truncate: to a narrower float by dropping bits instead of rounding to nearest.

    Cast(x: SrcT; SrcT: type, DstT: type, Truncate: bool = false) -> (y: DstT)
    """
def Ceil(*, x: _Any, name: str | None = None) -> _Tensor:
    """The smallest integer not below x.

    Ceil(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def CheckNumerics(*, tensor: _Any, message: str | bytes, name: str | None = None) -> _Tensor:
    """The input, if all of it is finite; otherwise an error.

        message: what the error begins with.

    CheckNumerics(tensor: T; T: {bfloat16, half, float, double}, message: string) -> (output: T)
    """
def CheckNumericsV2(*, tensor: _Any, message: str | bytes, name: str | None = None) -> _Tensor:
    """The input, if all of it is finite; otherwise an error that tells -Inf from +Inf.

        message: what the error begins with.

    CheckNumericsV2(tensor: T; T: {bfloat16, half, float, double}, message: string) -> (output: T)
    """
def Cholesky(*, input: _Any, name: str | None = None) -> _Tensor:
    """The lower triangular factors L of matrices L L^H; not a number where a matrix is not positive definite.

        input: `[..., n, n]`, Hermitian; only the lower triangles are read.

    Cholesky(input: T; T: {double, float, half, complex64, complex128}) -> (output: T)
    """
def CholeskyGrad(*, l: _Any, grad: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Cholesky for symmetric changes of its input, a symmetric matrix.

        l: what Cholesky answered, `[..., n, n]`.
        grad: the gradient of that.

    CholeskyGrad(l: T, grad: T; T: {half, float, double}) -> (output: T)
    """
def ClipByValue(*, t: _Any, clip_value_min: _Any, clip_value_max: _Any, name: str | None = None) -> _Tensor:
    """The input with values below a minimum raised to it and values above a maximum lowered to it.

        clip_value_min: a scalar, or a shape that broadcasts to that of t.
        clip_value_max: likewise.

    ClipByValue(t: T, clip_value_min: T, clip_value_max: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output: T)
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

    CombinedNonMaxSuppression(boxes: float, scores: float, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: float, score_threshold: float; pad_per_class: bool = false, clip_boxes: bool = true) -> (nmsed_boxes: float, nmsed_scores: float, nmsed_classes: float, valid_detections: int32)
    """
def Complex(*, real: _Any, imag: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """real + i imag.

    Complex(real: T, imag: T; T: {float, double} = float32, Tout: {complex64, complex128} = complex64) -> (out: Tout)
    """
def ComplexAbs(*, x: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The absolute values.

    ComplexAbs(x: T; T: {complex64, complex128} = complex64, Tout: {float, double} = float32) -> (y: Tout)
    """
def ComputeAccidentalHits(*, true_classes: _Any, sampled_candidates: _Any, num_true: int, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """Where a candidate that was sampled is one of the true classes.

        true_classes: `[batch, num_true]`.
        sampled_candidates: a vector; of equal candidates the last one counts.
        seed, seed2: have no effect.
        indices: for each hit the row of true_classes.
        ids: for each hit the place in sampled_candidates.
        weights: for each hit the lowest number, to be added to the candidate's score.

    ComputeAccidentalHits(true_classes: int64, sampled_candidates: int64; num_true: int, seed: int = 0, seed2: int = 0) -> (indices: int32, ids: int64, weights: float)
    """
def Concat(*, concat_dim: _Any, values: _Sequence[_Any], name: str | None = None) -> _Tensor:
    """The inputs one after the other along an axis: the older form of ConcatV2.

        concat_dim: a scalar; a negative one counts from the end.

    Concat(concat_dim: int32, values: N * T; N: int >= 2, T: type) -> (output: T)
    """
def ConcatOffset(*, concat_dim: _Any, shape: _Sequence[_Any], name: str | None = None) -> list[_Tensor]:
    """Where each of several tensors begins in their concatenation.

        concat_dim: the axis of the concatenation, a scalar.
        shape: the tensors' shapes.

    ConcatOffset(concat_dim: int32, shape: N * shape_type; N: int >= 2, shape_type: {int32, int64} = int32) -> (offset: N * shape_type)
    """
def ConcatV2(*, values: _Sequence[_Any], axis: _Any, name: str | None = None) -> _Tensor:
    """The inputs one after the other along an axis.

        values: of one rank, and of one size along every other axis.
        axis: a scalar; a negative one counts from the end.

    ConcatV2(values: N * T, axis: Tidx; N: int >= 2, T: type, Tidx: {int32, int64} = int32) -> (output: T)
    """
def ConditionalAccumulator(*, dtype: _DTypeLike, shape: _ShapeLike, container: str | bytes = ..., shared_name: str | bytes = ..., reduction_type: _Literal['MEAN', 'SUM'] = ..., name: str | None = None) -> _Tensor:
    """An accumulator of gradients.

        dtype: of the gradients.
        shape: theirs, as far as it is known.
        container: where the accumulator lives; '' is the default container.
        shared_name: nodes with the same one refer to the same accumulator; '' means one of the node's own.
        reduction_type: whether the mean of the gradients is taken, or their sum.

    ConditionalAccumulator(; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, shape: shape, container: string = '', shared_name: string = '', reduction_type: {'MEAN', 'SUM'} = 'MEAN') -> (handle: Ref(string))
    """
def Conj(*, input: _Any, name: str | None = None) -> _Tensor:
    """The complex conjugates.

    Conj(input: T; T: {complex64, complex128, variant} = complex64) -> (output: T)
    """
def ConjugateTranspose(*, x: _Any, perm: _Any, name: str | None = None) -> _Tensor:
    """The input with its axes in another order, and complex numbers conjugated.

        perm: axis i of the output is axis perm[i] of the input.

    ConjugateTranspose(x: T, perm: Tperm; T: type, Tperm: {int32, int64} = int32) -> (y: T)
    """
def Const(*, value: _np.ndarray[_Any, _Any], dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """A tensor whose value is part of the graph.

    Const(; value: tensor, dtype: type) -> (output: dtype)
    """
def ControlTrigger(*, name: str | None = None) -> _Node:
    """Computes nothing; runs even when its control inputs are dead.

    ControlTrigger() -> ()
    """
def Conv(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['CHANNELS_FIRST', 'CHANNELS_LAST'] = ..., dilations: _Sequence[int] = ..., batch_dims: int = ..., groups: int = ..., name: str | None = None) -> _Tensor:
    """2-D or 3-D convolution with any number of batch dimensions, grouped or not.

        input: `[batch..., spatial..., in_channels]`, or channels first as data_format says.
        filter: `[spatial..., in_channels / groups, out_channels]`.
        strides: one number for all batch dimensions, one for each spatial dimension, one for the channels.
        dilations: likewise; an empty list means ones.
        batch_dims: how many leading dimensions are batch.
        output: `[batch..., out_spatial..., out_channels]`.

    Conv(input: T, filter: T; T: {half, bfloat16, float, double, int32}, strides: list(int), padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'CHANNELS_FIRST', 'CHANNELS_LAST'} = 'CHANNELS_LAST', dilations: list(int) = [], batch_dims: int = 1, groups: int = 1) -> (output: T)
    """
def Conv2D(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """2-D convolution (cross-correlation) of a batch of images.

        input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
        filter: `[rows, cols, in_channels / groups, out_channels]`.
        strides: four numbers in the order of data_format; 1 for batch and channels.
        explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
        dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
        output: `[batch, out_rows, out_cols, out_channels]`.

    Conv2D(input: T, filter: T; T: {half, bfloat16, float, double, int32}, strides: list(int), use_cudnn_on_gpu: bool = true, padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def Conv2DBackpropFilter(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 2-D convolution with respect to its filter.

        input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
        filter_sizes: the shape of the filter, `[rows, cols, in_channels / groups, out_channels]`.
        out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
        strides: four numbers in the order of data_format; 1 for batch and channels.
        output: gradient of the filter, of its shape.

    Conv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T; T: {half, bfloat16, float, double}, strides: list(int), use_cudnn_on_gpu: bool = true, padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def Conv2DBackpropFilterV2(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 2-D convolution with respect to its filter.

        input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
        filter: the forward filter; only its shape matters.
        out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
        strides: four numbers in the order of data_format; 1 for batch and channels.
        output: gradient of the filter, of its shape.

    Conv2DBackpropFilterV2(input: T, filter: T, out_backprop: T; T: {half, bfloat16, float, double}, strides: list(int), use_cudnn_on_gpu: bool = true, padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def Conv2DBackpropInput(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 2-D convolution with respect to its input.

        input_sizes: the shape of the forward input, four integers; or its two spatial sizes.
        filter: `[rows, cols, in_channels / groups, out_channels]`.
        out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
        output: gradient of the input, of its shape.

    Conv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T; T: {half, bfloat16, float, double, int32}, strides: list(int), use_cudnn_on_gpu: bool = true, padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def Conv2DBackpropInputV2(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 2-D convolution with respect to its input.

        input: the forward input; only its shape matters.
        filter: `[rows, cols, in_channels / groups, out_channels]`.
        out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
        output: gradient of the input, of its shape.

    Conv2DBackpropInputV2(input: T, filter: T, out_backprop: T; T: {half, bfloat16, float, double, int32}, strides: list(int), use_cudnn_on_gpu: bool = true, padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def Conv3D(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """3-D convolution (cross-correlation) of a batch of volumes.

        input: `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
        filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
        strides: five numbers in the order of data_format; 1 for batch and channels.
        dilations: likewise; distance between the input elements that neighbouring filter elements meet.
        output: `[batch, out_depth, out_rows, out_cols, out_channels]`.

    Conv3D(input: T, filter: T; T: {half, bfloat16, float, double}, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', dilations: list(int) = [1, 1, 1, 1, 1]) -> (output: T)
    """
def Conv3DBackpropFilter(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 3-D convolution with respect to its filter.

        input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
        filter: the forward filter; only its shape matters.
        out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
        strides: five numbers in the order of data_format; 1 for batch and channels.
        output: gradient of the filter, of its shape.

    Conv3DBackpropFilter(input: T, filter: T, out_backprop: T; T: {half, float, double}, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, dilations: list(int) = [1, 1, 1, 1, 1]) -> (output: T)
    """
def Conv3DBackpropFilterV2(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 3-D convolution with respect to its filter.

        input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
        filter_sizes: the shape of the filter, `[depth, rows, cols, in_channels / groups, out_channels]`.
        out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
        strides: five numbers in the order of data_format; 1 for batch and channels.
        output: gradient of the filter, of its shape.

    Conv3DBackpropFilterV2(input: T, filter_sizes: int32, out_backprop: T; T: {half, bfloat16, float, double}, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', dilations: list(int) = [1, 1, 1, 1, 1]) -> (output: T)
    """
def Conv3DBackpropInput(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 3-D convolution with respect to its input.

        input: the forward input; only its shape matters.
        filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
        out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
        output: gradient of the input, of its shape.

    Conv3DBackpropInput(input: T, filter: T, out_backprop: T; T: {half, float, double}, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, dilations: list(int) = [1, 1, 1, 1, 1]) -> (output: T)
    """
def Conv3DBackpropInputV2(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a 3-D convolution with respect to its input.

        input_sizes: the shape of the forward input, five integers.
        filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
        out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
        output: gradient of the input, of its shape.

    Conv3DBackpropInputV2(input_sizes: Tshape, filter: T, out_backprop: T; T: {half, bfloat16, float, double}, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', dilations: list(int) = [1, 1, 1, 1, 1], Tshape: {int32, int64} = int32) -> (output: T)
    """
def Copy(*, input: _Any, tensor_name: str | bytes = ..., debug_ops_spec: _Sequence[str | bytes] = ..., name: str | None = None) -> _Tensor:
    """The input, copied.

        tensor_name, debug_ops_spec: have no effect.

    Copy(input: T; T: type, tensor_name: string = '', debug_ops_spec: list(string) = []) -> (output: T)
    """
def CopyHost(*, input: _Any, tensor_name: str | bytes = ..., debug_ops_spec: _Sequence[str | bytes] = ..., name: str | None = None) -> _Tensor:
    """The input, copied.

        tensor_name, debug_ops_spec: have no effect.

    CopyHost(input: T; T: type, tensor_name: string = '', debug_ops_spec: list(string) = []) -> (output: T)
    """
def Cos(*, x: _Any, name: str | None = None) -> _Tensor:
    """The cosine of x in radians.

    Cos(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Cosh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The hyperbolic cosine.

    Cosh(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def CountUpTo(*, ref: _Any, limit: int, name: str | None = None) -> _Tensor:
    """The value of a scalar variable, which is one larger afterwards.

        limit: a value that reaches it is an error.

    CountUpTo(ref: Ref(T); limit: int, T: {int32, int64}) -> (output: T)
    """
def CropAndResize(*, image: _Any, boxes: _Any, box_ind: _Any, crop_size: _Any, method: _Literal['bilinear', 'nearest'] = ..., extrapolation_value: float = ..., name: str | None = None) -> _Tensor:
    """Cut boxes out of images and resize all of them to one size, with aligned corners.

        image: `[batch, rows, cols, depth]`.
        boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
        the image, and y1 > y2 turns the crop upside down.
        box_ind: `[boxes]`, which image of the batch each box is in.
        crop_size: `[crop_rows, crop_cols]`, positive.
        extrapolation_value: what pixels beyond the image are.
        crops: `[boxes, crop_rows, crop_cols, depth]`, float32.

    CropAndResize(image: T, boxes: float, box_ind: int32, crop_size: int32; T: {uint8, uint16, int8, int16, int32, int64, half, float, double}, method: {'bilinear', 'nearest'} = 'bilinear', extrapolation_value: float = 0.0) -> (crops: float)
    """
def CropAndResizeGradBoxes(*, grads: _Any, image: _Any, boxes: _Any, box_ind: _Any, method: _Literal['bilinear'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of CropAndResize with respect to the boxes.

        grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.
        image: `[batch, rows, cols, depth]`.
        boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
        the image, and y1 > y2 turns the crop upside down.
        box_ind: `[boxes]`, which image of the batch each box is in.
        output: of the shape of boxes.

    CropAndResizeGradBoxes(grads: float, image: T, boxes: float, box_ind: int32; T: {uint8, uint16, int8, int16, int32, int64, half, float, double}, method: {'bilinear'} = 'bilinear') -> (output: float)
    """
def CropAndResizeGradImage(*, grads: _Any, boxes: _Any, box_ind: _Any, image_size: _Any, T: _DTypeLike, method: _Literal['bilinear', 'nearest'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of CropAndResize with respect to the images.

        grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.
        boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
        the image, and y1 > y2 turns the crop upside down.
        box_ind: `[boxes]`, which image of the batch each box is in.
        image_size: the shape of the images, `[batch, rows, cols, depth]`.
        output: of that shape.

    CropAndResizeGradImage(grads: float, boxes: float, box_ind: int32, image_size: int32; T: {float, half, double}, method: {'bilinear', 'nearest'} = 'bilinear') -> (output: T)
    """
def Cross(*, a: _Any, b: _Any, name: str | None = None) -> _Tensor:
    """The cross products of vectors of three elements.

        a, b: `[..., 3]`, both of one shape.

    Cross(a: T, b: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (product: T)
    """
def CudnnRNN(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Recurrent layers over sequences: an LSTM, a GRU, or simple ones.

        input: `[steps, batch, inputs]`.
        input_h: `[layers * directions, batch, units]`, the outputs before the first step.
        input_c: of an LSTM its cell states, of the same shape; otherwise it is not looked at.
        params: all matrices and biases; see CudnnRNNCanonicalToParams.
        rnn_mode: the kind of cells.
        input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
        direction: whether each layer also runs backwards; its outputs follow those of the other direction.
        dropout: 0 here in training, unless there is one layer only, whose outputs are not dropped.
        seed, seed2: of dropout.
        is_training: whether there will be gradients.
        output: `[steps, batch, directions * units]`.
        output_h, output_c: the last outputs and cell states of all layers; without an LSTM output_c is 0.
        reserve_space: for the gradient; empty, as it computes what it needs.

    CudnnRNN(input: T, input_h: T, input_c: T, params: T; T: {bfloat16, half, float, double}, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, is_training: bool = true) -> (output: T, output_h: T, output_c: T, reserve_space: T)
    """
def CudnnRNNBackprop(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """The gradients of CudnnRNN.

        input: `[steps, batch, inputs]`.
        input_h: `[layers * directions, batch, units]`, the outputs before the first step.
        input_c: of an LSTM its cell states, of the same shape; otherwise it is not looked at.
        params: all matrices and biases; see CudnnRNNCanonicalToParams.
        output, output_h, output_c, reserve_space: as CudnnRNN gave them.
        output_backprop, output_h_backprop, output_c_backprop: gradients of its outputs.
        rnn_mode: the kind of cells.
        input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
        direction: whether each layer also runs backwards; its outputs follow those of the other direction.
        dropout: 0 here in training, unless there is one layer only, whose outputs are not dropped.
        seed, seed2: of dropout.
        input_backprop, input_h_backprop, input_c_backprop, params_backprop: gradients of its inputs.

    CudnnRNNBackprop(input: T, input_h: T, input_c: T, params: T, output: T, output_h: T, output_c: T, output_backprop: T, output_h_backprop: T, output_c_backprop: T, reserve_space: T; T: {bfloat16, half, float, double}, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0) -> (input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T)
    """
def CudnnRNNBackpropV2(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, host_reserved: _Any, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """The gradients of CudnnRNNV2.

        input: `[steps, batch, inputs]`.
        input_h: `[layers * directions, batch, units]`, the outputs before the first step.
        input_c: of an LSTM its cell states, of the same shape; otherwise it is not looked at.
        params: all matrices and biases; see CudnnRNNCanonicalToParams.
        output, output_h, output_c, reserve_space: as CudnnRNNV2 gave them.
        output_backprop, output_h_backprop, output_c_backprop: gradients of its outputs.
        rnn_mode: the kind of cells.
        input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
        direction: whether each layer also runs backwards; its outputs follow those of the other direction.
        dropout: 0 here in training, unless there is one layer only, whose outputs are not dropped.
        seed, seed2: of dropout.
        input_backprop, input_h_backprop, input_c_backprop, params_backprop: gradients of its inputs.

    CudnnRNNBackpropV2(input: T, input_h: T, input_c: T, params: T, output: T, output_h: T, output_c: T, output_backprop: T, output_h_backprop: T, output_c_backprop: T, reserve_space: T, host_reserved: int8; T: {bfloat16, half, float, double}, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0) -> (input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T)
    """
def CudnnRNNBackpropV3(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, sequence_lengths: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, host_reserved: _Any, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., time_major: bool = ..., name: str | None = None) -> _Any:
    """The gradients of CudnnRNNV3.

        input: `[steps, batch, inputs]`.
        input_h: `[layers * directions, batch, units]`, the outputs before the first step.
        input_c: of an LSTM its cell states, of the same shape; otherwise it is not looked at.
        params: all matrices and biases; see CudnnRNNCanonicalToParams.
        output, output_h, output_c, reserve_space: as CudnnRNNV3 gave them.
        sequence_lengths: as there.
        num_proj: 0.
        time_major: as there.
        output_backprop, output_h_backprop, output_c_backprop: gradients of its outputs.
        rnn_mode: the kind of cells.
        input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
        direction: whether each layer also runs backwards; its outputs follow those of the other direction.
        dropout: 0 here in training, unless there is one layer only, whose outputs are not dropped.
        seed, seed2: of dropout.
        input_backprop, input_h_backprop, input_c_backprop, params_backprop: gradients of its inputs.

    CudnnRNNBackpropV3(input: T, input_h: T, input_c: T, params: T, sequence_lengths: int32, output: T, output_h: T, output_c: T, output_backprop: T, output_h_backprop: T, output_c_backprop: T, reserve_space: T, host_reserved: int8; T: {bfloat16, half, float, double}, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0, time_major: bool = true) -> (input_backprop: T, input_h_backprop: T, input_c_backprop: T, params_backprop: T)
    """
def CudnnRNNCanonicalToParams(*, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Sequence[_Any], biases: _Sequence[_Any], rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
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

    CudnnRNNCanonicalToParams(num_layers: int32, num_units: int32, input_size: int32, weights: num_params * T, biases: num_params * T; T: {bfloat16, half, float, double}, num_params: int >= 1, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0) -> (params: T)
    """
def CudnnRNNCanonicalToParamsV2(*, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Sequence[_Any], biases: _Sequence[_Any], rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., name: str | None = None) -> _Tensor:
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

    CudnnRNNCanonicalToParamsV2(num_layers: int32, num_units: int32, input_size: int32, weights: num_params_weights * T, biases: num_params_biases * T; T: {bfloat16, half, float, double}, num_params_weights: int >= 1, num_params_biases: int >= 1, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0) -> (params: T)
    """
def CudnnRNNParamsSize(*, num_layers: _Any, num_units: _Any, input_size: _Any, T: _DTypeLike, S: _DTypeLike, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., name: str | None = None) -> _Tensor:
    """How many parameters recurrent layers have.

        num_layers, num_units, input_size: scalars: the layers, the units of each, the inputs of the first.
        rnn_mode: the kind of cells.
        input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
        direction: whether each layer also runs backwards.
        dropout, seed, seed2: without effect.
        num_proj: 0.
        T: the dtype of the parameters.
        params_size: `[1]`.

    CudnnRNNParamsSize(num_layers: int32, num_units: int32, input_size: int32; T: {bfloat16, half, float, double}, S: {int32, int64}, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0) -> (params_size: S)
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

    CudnnRNNParamsToCanonical(num_layers: int32, num_units: int32, input_size: int32, params: T; T: {bfloat16, half, float, double}, num_params: int >= 1, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0) -> (weights: num_params * T, biases: num_params * T)
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

    CudnnRNNParamsToCanonicalV2(num_layers: int32, num_units: int32, input_size: int32, params: T; T: {bfloat16, half, float, double}, num_params_weights: int >= 1, num_params_biases: int >= 1, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0) -> (weights: num_params_weights * T, biases: num_params_biases * T)
    """
def CudnnRNNV2(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Recurrent layers over sequences: an LSTM, a GRU, or simple ones.

        input: `[steps, batch, inputs]`.
        input_h: `[layers * directions, batch, units]`, the outputs before the first step.
        input_c: of an LSTM its cell states, of the same shape; otherwise it is not looked at.
        params: all matrices and biases; see CudnnRNNCanonicalToParams.
        rnn_mode: the kind of cells.
        input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
        direction: whether each layer also runs backwards; its outputs follow those of the other direction.
        dropout: 0 here in training, unless there is one layer only, whose outputs are not dropped.
        seed, seed2: of dropout.
        is_training: whether there will be gradients.
        output: `[steps, batch, directions * units]`.
        output_h, output_c: the last outputs and cell states of all layers; without an LSTM output_c is 0.
        reserve_space: for the gradient; empty, as it computes what it needs.
        host_reserved: the same.

    CudnnRNNV2(input: T, input_h: T, input_c: T, params: T; T: {bfloat16, half, float, double}, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, is_training: bool = true) -> (output: T, output_h: T, output_c: T, reserve_space: T, host_reserved: int8)
    """
def CudnnRNNV3(*, input: _Any, input_h: _Any, input_c: _Any, params: _Any, sequence_lengths: _Any, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., is_training: bool = ..., time_major: bool = ..., name: str | None = None) -> _Any:
    """Recurrent layers over sequences: an LSTM, a GRU, or simple ones.

        input: `[steps, batch, inputs]`.
        input_h: `[layers * directions, batch, units]`, the outputs before the first step.
        input_c: of an LSTM its cell states, of the same shape; otherwise it is not looked at.
        params: all matrices and biases; see CudnnRNNCanonicalToParams.
        rnn_mode: the kind of cells.
        input_mode: linear_input; or auto_select, which is that where there are more or fewer inputs than units.
        direction: whether each layer also runs backwards; its outputs follow those of the other direction.
        dropout: 0 here in training, unless there is one layer only, whose outputs are not dropped.
        seed, seed2: of dropout.
        is_training: whether there will be gradients.
        output: `[steps, batch, directions * units]`.
        output_h, output_c: the last outputs and cell states of all layers; without an LSTM output_c is 0.
        reserve_space: for the gradient; empty, as it computes what it needs.
        host_reserved: the same.
        sequence_lengths: `[batch]`, how many steps each sequence has; what follows is 0.
        num_proj: 0.
        time_major: whether the steps are the first axis of input and output; else the batch is, also of the states.

    CudnnRNNV3(input: T, input_h: T, input_c: T, params: T, sequence_lengths: int32; T: {bfloat16, half, float, double}, rnn_mode: {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'} = 'lstm', input_mode: {'linear_input', 'skip_input', 'auto_select'} = 'linear_input', direction: {'unidirectional', 'bidirectional'} = 'unidirectional', dropout: float = 0.0, seed: int = 0, seed2: int = 0, num_proj: int = 0, is_training: bool = true, time_major: bool = true) -> (output: T, output_h: T, output_c: T, reserve_space: T, host_reserved: int8)
    """
def Cumprod(*, x: _Any, axis: _Any, exclusive: bool = ..., reverse: bool = ..., name: str | None = None) -> _Tensor:
    """For each element the product of those up to it along an axis.

        axis: a scalar; a negative one counts from the end.
        exclusive: leave the element itself out, so that the first result is that of nothing.
        reverse: start at the end of the axis.

    Cumprod(x: T, axis: Tidx; exclusive: bool = false, reverse: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tidx: {int32, int64} = int32) -> (out: T)
    """
def Cumsum(*, x: _Any, axis: _Any, exclusive: bool = ..., reverse: bool = ..., name: str | None = None) -> _Tensor:
    """For each element the sum of those up to it along an axis.

        axis: a scalar; a negative one counts from the end.
        exclusive: leave the element itself out, so that the first result is that of nothing.
        reverse: start at the end of the axis.

    Cumsum(x: T, axis: Tidx; exclusive: bool = false, reverse: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tidx: {int32, int64} = int32) -> (out: T)
    """
def CumulativeLogsumexp(*, x: _Any, axis: _Any, exclusive: bool = ..., reverse: bool = ..., name: str | None = None) -> _Tensor:
    """For each element the logarithm of the sum of the exponentials of those up to it along an axis.

        axis: a scalar; a negative one counts from the end.
        exclusive: leave the element itself out; the first result is minus infinity.
        reverse: start at the end of the axis.

    CumulativeLogsumexp(x: T, axis: Tidx; exclusive: bool = false, reverse: bool = false, T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32) -> (out: T)
    """
def DataFormatDimMap(*, x: _Any, src_format: str | bytes = ..., dst_format: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Where axes of one data format are in another.

        x: numbers of axes in src_format, in [-rank, rank), of any shape.
        src_format, dst_format: the same 4 or 5 letters.
        y: their numbers in dst_format, of the shape of x.

    DataFormatDimMap(x: T; T: {int32, int64} = int32, src_format: string = 'NHWC', dst_format: string = 'NCHW') -> (y: T)
    """
def DataFormatVecPermute(*, x: _Any, src_format: str | bytes = ..., dst_format: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Values for the axes of one data format in the order of another.

        x: a vector with a value for each axis of src_format, or for each spatial one; or a matrix with a pair for each.
        src_format, dst_format: the same 4 or 5 letters.
        y: the values in the order of dst_format, of the shape of x.

    DataFormatVecPermute(x: T; T: {int32, int64} = int32, src_format: string = 'NHWC', dst_format: string = 'NCHW') -> (y: T)
    """
def DatasetToSingleElement(*, dataset: _Any, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], metadata: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """The only element of a data set.

        output_types, output_shapes: of the components of each element.
        metadata: has no effect.

    DatasetToSingleElement(dataset: variant; output_types: list(type) >= 1, output_shapes: list(shape) >= 1, metadata: string = '') -> (components: output_types)
    """
def Dawsn(*, x: _Any, name: str | None = None) -> _Tensor:
    """Dawson's integral, exp(-x^2) times the integral of exp(t^2) from 0 to x.

    Dawsn(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def DebugIdentity(*, input: _Any, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., gated_grpc: bool = ..., name: str | None = None) -> _Tensor:
    """The input.

        device_name, tensor_name, gated_grpc: have no effect.
        debug_urls: must be empty: a graph writes nothing anywhere.

    DebugIdentity(input: T; T: type, device_name: string = '', tensor_name: string = '', debug_urls: list(string) = [], gated_grpc: bool = false) -> (output: T)
    """
def DebugIdentityV2(*, input: _Any, tfdbg_context_id: str | bytes = ..., op_name: str | bytes = ..., output_slot: int = ..., tensor_debug_mode: int = ..., debug_urls: _Sequence[str | bytes] = ..., circular_buffer_size: int = ..., tfdbg_run_id: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The input.

        tfdbg_context_id, op_name, output_slot, tensor_debug_mode, circular_buffer_size, tfdbg_run_id: have no effect.
        debug_urls: must be empty: a graph writes nothing anywhere.

    DebugIdentityV2(input: T; T: type, tfdbg_context_id: string = '', op_name: string = '', output_slot: int = -1, tensor_debug_mode: int = -1, debug_urls: list(string) = [], circular_buffer_size: int = 1000, tfdbg_run_id: string = '') -> (output: T)
    """
def DebugNanCount(*, input: _Any, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., gated_grpc: bool = ..., name: str | None = None) -> _Tensor:
    """How many elements are not a number, as a vector of one.

        device_name, tensor_name, gated_grpc: have no effect.
        debug_urls: must be empty: a graph writes nothing anywhere.

    DebugNanCount(input: T; T: type, device_name: string = '', tensor_name: string = '', debug_urls: list(string) = [], gated_grpc: bool = false) -> (output: int64)
    """
def DebugNumericSummary(*, input: _Any, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., lower_bound: float = ..., upper_bound: float = ..., mute_if_healthy: bool = ..., gated_grpc: bool = ..., name: str | None = None) -> _Tensor:
    """Numbers that describe a tensor.

        They are: 1; how many elements there are, are not a number, are at most lower_bound; of the others how many are
        negative, zero and positive; how many are at least upper_bound; the smallest and the largest, the mean and the
        variance of those that are finite; the number of the dtype, the rank, and all sizes.

        device_name, tensor_name, gated_grpc: have no effect.
        debug_urls: must be empty: a graph writes nothing anywhere.
        lower_bound, upper_bound: see above.
        mute_if_healthy: has no effect.

    DebugNumericSummary(input: T; T: type, device_name: string = '', tensor_name: string = '', debug_urls: list(string) = [], lower_bound: float = -inf, upper_bound: float = inf, mute_if_healthy: bool = false, gated_grpc: bool = false) -> (output: double)
    """
def DecodeAndCropJpeg(*, contents: _Any, crop_window: _Any, channels: int = ..., ratio: int = ..., fancy_upscaling: bool = ..., try_recover_truncated: bool = ..., acceptable_fraction: float = ..., dct_method: str | bytes = ..., name: str | None = None) -> _Tensor:
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

    DecodeAndCropJpeg(contents: string, crop_window: int32; channels: int = 0, ratio: int = 1, fancy_upscaling: bool = true, try_recover_truncated: bool = false, acceptable_fraction: float = 1.0, dct_method: string = '') -> (image: uint8)
    """
def DecodeBase64(*, input: _Any, name: str | None = None) -> _Tensor:
    """Each string decoded from base64 with - and _; with or without = at the end.

    DecodeBase64(input: string) -> (output: string)
    """
def DecodeBmp(*, contents: _Any, channels: int = ..., name: str | None = None) -> _Tensor:
    """The picture in a BMP file without compression.

        contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
        channels: 0, 3 or 4, which must be those of the file.
        image: `[rows, columns, channels]`.

    DecodeBmp(contents: string; channels: int = 0) -> (image: uint8)
    """
def DecodeCSV(*, records: _Any, record_defaults: _Sequence[_Any], field_delim: str | bytes = ..., use_quote_delim: bool = ..., na_value: str | bytes = ..., select_cols: _Sequence[int] = ..., name: str | None = None) -> list[_Tensor]:
    """The fields of each record, one tensor of records' shape for each column.

        record_defaults: for each column the value of an empty field, a scalar or a vector of one value; or an empty
            vector, which makes an empty field an error.
        field_delim: one byte that is between two fields.
        use_quote_delim: a field may be in double quotes; inside, every character is allowed, and a quote is doubled.
        na_value: another text for an empty field.
        select_cols: the numbers of the columns, in order; without it all columns.

    DecodeCSV(records: string, record_defaults: OUT_TYPE; OUT_TYPE: list({float, double, int32, int64, string}) >= 1, field_delim: string = ',', use_quote_delim: bool = true, na_value: string = '', select_cols: list(int) = []) -> (output: OUT_TYPE)
    """
def DecodeCompressed(*, bytes: _Any, compression_type: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Each string as it was before it was compressed.

        compression_type: '' for strings that are not, 'ZLIB' or 'GZIP'.

    DecodeCompressed(bytes: string; compression_type: string = '') -> (output: string)
    """
def DecodeGif(*, contents: _Any, name: str | None = None) -> _Tensor:
    """The frames of a GIF file, each drawn over the one before; or the picture in a JPEG or PNG file.

        contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
        image: `[frames, rows, columns, 3]`.

    DecodeGif(contents: string) -> (image: uint8)
    """
def DecodeImage(*, contents: _Any, channels: int = ..., dtype: _DTypeLike = ..., expand_animations: bool = ..., name: str | None = None) -> _Tensor:
    """The picture in a JPEG, PNG, GIF or BMP file.

        contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
        channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
        dtype: float32 is in [0, 1]. As uint16, a number of a PNG file is times 257, one of another file times 256.
        expand_animations: a GIF file gives all its frames; without it the first one.
        image: `[rows, columns, channels]`, or of a GIF file with expand_animations `[frames, rows, columns, channels]`.

    DecodeImage(contents: string; channels: int = 0, dtype: {uint8, uint16, float} = uint8, expand_animations: bool = true) -> (image: dtype)
    """
def DecodeJSONExample(*, json_examples: _Any, name: str | None = None) -> _Tensor:
    """Example messages that are written as JSON, serialised.

        json_examples: as `{"features": {"feature": {"a": {"int64List": {"value": [1]}}}}}`; values of a bytesList are
            in base64.

    DecodeJSONExample(json_examples: string) -> (binary_examples: string)
    """
def DecodeJpeg(*, contents: _Any, channels: int = ..., ratio: int = ..., fancy_upscaling: bool = ..., try_recover_truncated: bool = ..., acceptable_fraction: float = ..., dct_method: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The picture in a JPEG file. JPEG, PNG and GIF files of one frame are all taken, as in TensorFlow.

        contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
        channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
        ratio: 1, 2, 4 or 8: the picture becomes so many times smaller.
        fancy_upscaling: colors with fewer pixels are interpolated; without it only files whose colors have all pixels.
        try_recover_truncated: a file may lack its end; what is missing is grey.
        acceptable_fraction: not used: a file that lacks more is refused, or with try_recover_truncated taken.
        dct_method: '', 'INTEGER_FAST' or 'INTEGER_ACCURATE': always the accurate one.
        image: `[rows, columns, channels]`.

    DecodeJpeg(contents: string; channels: int = 0, ratio: int = 1, fancy_upscaling: bool = true, try_recover_truncated: bool = false, acceptable_fraction: float = 1.0, dct_method: string = '') -> (image: uint8)
    """
def DecodePaddedRaw(*, input_bytes: _Any, fixed_length: _Any, out_type: _DTypeLike, little_endian: bool = ..., name: str | None = None) -> _Tensor:
    """The bytes of each string as numbers, cut off or filled up with zeros to one length.

        fixed_length: a scalar: the length in bytes, a multiple of a number's size.
        little_endian: the lowest byte comes first.
        output: with one more axis, the last one, for the numbers of a string.

    DecodePaddedRaw(input_bytes: string, fixed_length: int32; out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16}, little_endian: bool = true) -> (output: out_type)
    """
def DecodePng(*, contents: _Any, channels: int = ..., dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The picture in a PNG file. JPEG, PNG and GIF files of one frame are all taken, as in TensorFlow.

        contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
        channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
        dtype: numbers of 8 bits times 257 are those of 16 bits; of 16 bits the upper 8 are those of 8.
        image: `[rows, columns, channels]`.

    DecodePng(contents: string; channels: int = 0, dtype: {uint8, uint16} = uint8) -> (image: dtype)
    """
def DecodeRaw(*, bytes: _Any, out_type: _DTypeLike, little_endian: bool = ..., name: str | None = None) -> _Tensor:
    """The bytes of each string as numbers.

        bytes: strings of one length, a multiple of a number's size.
        little_endian: the lowest byte comes first.
        output: with one more axis, the last one, for the numbers of a string.

    DecodeRaw(bytes: string; out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, complex64, complex128, bool, bfloat16}, little_endian: bool = true) -> (output: out_type)
    """
def DecodeWav(*, contents: _Any, desired_channels: int = ..., desired_samples: int = ..., name: str | None = None) -> _Any:
    """The sound in a WAV file of 16 bits.

        contents: a scalar: the bytes of the file.
        desired_channels: -1 for those of the file; so many of them, or the last one again for those that are missing.
        desired_samples: -1 for those of the file; so many, with zeros for those that are missing.
        audio: `[samples, channels]`, in [-1, 1).
        sample_rate: a scalar, samples in a second.

    DecodeWav(contents: string; desired_channels: int = -1, desired_samples: int = -1) -> (audio: float, sample_rate: int32)
    """
def DecodeWebP(*, contents: _Any, channels: int = ..., dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The frames of a WebP file; a file without animation has one.

        contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
        channels: 0, 3 or 4, which must be those of the file.
        image: `[frames, rows, columns, channels]`.

    DecodeWebP(contents: string; channels: int = 0, dtype: {uint8} = uint8) -> (image: dtype)
    """
def DeepCopy(*, x: _Any, name: str | None = None) -> _Tensor:
    """A copy of the input that shares nothing with it.

    DeepCopy(x: T; T: type) -> (y: T)
    """
def DenseBincount(*, input: _Any, size: _Any, weights: _Any, binary_output: bool = ..., name: str | None = None) -> _Tensor:
    """Bincount of a vector, or of each row of a matrix.

        input: of rank 2 at most, not negative; what is not below size is passed over.
        size: a scalar.
        weights: of the shape of the input, or empty for counting.
        binary_output: 1 for each number that occurs, regardless of its count and weight.
        output: `[size]` or `[rows, size]`.

    DenseBincount(input: Tidx, size: Tidx, weights: T; Tidx: {int32, int64}, T: {int32, int64, float, double}, binary_output: bool = false) -> (output: T)
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

    DenseCountSparseOutput(values: T, weights: output_type; T: {int32, int64}, minlength: int >= -1 = -1, maxlength: int >= -1 = -1, binary_output: bool, output_type: {int32, int64, float, double}) -> (output_indices: int64, output_values: output_type, output_dense_shape: int64)
    """
def DenseToDenseSetOperation(*, set1: _Any, set2: _Any, set_operation: str | bytes, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """The difference, intersection or union of the sets along the last axis of two dense tensors.

        set1, set2: of rank 2 or more, of one shape but for the last axis; a value may be there several times.

        set_operation: a-b, b-a, intersection or union, in any case.
        validate_indices: coordinates must be in row-major order, each once.
        result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
            the last axis.

    DenseToDenseSetOperation(set1: T, set2: T; set_operation: string, validate_indices: bool = true, T: {int8, int16, int32, int64, uint8, uint16, string}) -> (result_indices: int64, result_values: T, result_shape: int64)
    """
def DenseToSparseSetOperation(*, set1: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """The difference, intersection or union of the sets along the last axis of a dense and a sparse tensor.

        set1: of rank 2 or more.
        set2_indices, set2_values, set2_shape: a sparse tensor of its shape but for the last axis.

        set_operation: a-b, b-a, intersection or union, in any case.
        validate_indices: coordinates must be in row-major order, each once.
        result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
            the last axis.

    DenseToSparseSetOperation(set1: T, set2_indices: int64, set2_values: T, set2_shape: int64; set_operation: string, validate_indices: bool = true, T: {int8, int16, int32, int64, uint8, uint16, string}) -> (result_indices: int64, result_values: T, result_shape: int64)
    """
def DepthToSpace(*, input: _Any, block_size: int, data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Tensor:
    """Channels of an image as square blocks: undoes SpaceToDepth.

        block_size: height and width of a block; its square divides the channels.
        data_format: NCHW_VECT_C is `[batch, channels / 4, height, width, 4]`, whose last axis stays together.

    DepthToSpace(input: T; T: type, block_size: int >= 2, data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC') -> (output: T)
    """
def DepthwiseConv2dNative(*, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """2-D convolution of each channel with filters of its own.

        input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
        filter: `[rows, cols, in_channels, multiplier]`.
        strides: four numbers in the order of data_format; 1 for batch and channels.
        explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
        dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
        output: `[batch, out_rows, out_cols, in_channels * multiplier]`; the channels of one input channel are adjacent.

    DepthwiseConv2dNative(input: T, filter: T; T: {half, bfloat16, float, double}, strides: list(int), padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def DepthwiseConv2dNativeBackpropFilter(*, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a depthwise convolution with respect to its filter.

        input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
        filter_sizes: the shape of the filter, `[rows, cols, in_channels, multiplier]`.
        out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
        output: gradient of the filter, of its shape.

    DepthwiseConv2dNativeBackpropFilter(input: T, filter_sizes: int32, out_backprop: T; T: {half, bfloat16, float, double}, strides: list(int), padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def DepthwiseConv2dNativeBackpropInput(*, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """Gradient of a depthwise convolution with respect to its input.

        input_sizes: the shape of the forward input, four integers.
        filter: `[rows, cols, in_channels, multiplier]`.
        out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
        output: gradient of the forward input, of its shape.

    DepthwiseConv2dNativeBackpropInput(input_sizes: int32, filter: T, out_backprop: T; T: {half, bfloat16, float, double}, strides: list(int), padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1]) -> (output: T)
    """
def Dequantize(*, input: _Any, min_range: _Any, max_range: _Any, mode: _Literal['MIN_COMBINED', 'MIN_FIRST', 'SCALED'] = ..., narrow_range: bool = ..., axis: int = ..., dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The numbers that integers of a range stand for.

        input: of any shape.
        min_range, max_range: the range, scalars or vectors with a number for each slice along axis.
        mode: MIN_COMBINED: all integers for the range, 0 lies where it falls. MIN_FIRST: the same, but
            0 is one of the numbers. SCALED: 0 is 0, the range grows to both sides alike.
        narrow_range: whether the smallest integer is not used; with mode SCALED.
        axis: each slice along it has a range of its own; -1 for one range.

    Dequantize(input: T, min_range: float, max_range: float; T: {qint8, quint8, qint32, qint16, quint16}, mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED', narrow_range: bool = false, axis: int = -1, dtype: {bfloat16, float} = float32) -> (output: dtype)
    """
def DeserializeManySparse(*, serialized_sparse: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The sparse tensors that SerializeManySparse made, as one.

        Tensors that are read together become the rows of one with more axes, in front of their own; its other sizes are
        the largest of theirs.

        dtype: of the values.
        serialized_sparse: `[rows, 3]`.

    DeserializeManySparse(serialized_sparse: string; dtype: type) -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64)
    """
def DeserializeSparse(*, serialized_sparse: _Any, dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The sparse tensors that SerializeSparse made.

        Tensors that are read together become the rows of one with more axes, in front of their own; its other sizes are
        the largest of theirs.

        dtype: of the values.
        serialized_sparse: `[..., 3]`; the axes before the last one are those in front.

    DeserializeSparse(serialized_sparse: Tserialized; dtype: type, Tserialized: {string, variant} = string) -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64)
    """
def DestroyResourceOp(*, resource: _Any, ignore_lookup_error: bool = ..., name: str | None = None) -> _Node:
    """Forget a resource. A variable is not initialised afterwards.

        ignore_lookup_error: it is no error if there is none.

    DestroyResourceOp(resource: resource; ignore_lookup_error: bool = true) -> ()
    """
def DestroyTemporaryVariable(*, ref: _Any, var_name: str | bytes, name: str | None = None) -> _Tensor:
    """The last value of a temporary variable, which is gone afterwards.

        var_name: the name that TemporaryVariable gave it; the reference says the same.

    DestroyTemporaryVariable(ref: Ref(T); T: type, var_name: string) -> (value: T)
    """
def Diag(*, diagonal: _Any, name: str | None = None) -> _Tensor:
    """Zeros with a diagonal: output[i..., i...] = diagonal[i...].

        output: the shape of diagonal twice.

    Diag(diagonal: T; T: {bfloat16, half, float, double, int32, int64, complex64, complex128}) -> (output: T)
    """
def DiagPart(*, input: _Any, name: str | None = None) -> _Tensor:
    """The diagonal of a tensor whose shape is one shape twice: diagonal[i...] = input[i..., i...].

        input: of an even rank of 2 or more.

    DiagPart(input: T; T: {bfloat16, half, float, double, int32, int64, complex64, complex128}) -> (diagonal: T)
    """
def Digamma(*, x: _Any, name: str | None = None) -> _Tensor:
    """The derivative of Lgamma.

    Digamma(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def Dilation2D(*, input: _Any, filter: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Tensor:
    """Grayscale dilation: the maximum over a window of input plus filter.

        input: `[batch, rows, cols, channels]`.
        filter: `[rows, cols, channels]`.
        strides: four numbers; 1 for batch and channels.
        rates: likewise; distance between the input elements that neighbouring filter elements meet.
        output: `[batch, out_rows, out_cols, channels]`.

    Dilation2D(input: T, filter: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, strides: list(int) >= 4, rates: list(int) >= 4, padding: {'SAME', 'VALID'}) -> (output: T)
    """
def Dilation2DBackpropFilter(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Tensor:
    """Gradient of a dilation with respect to its filter.

        input: `[batch, rows, cols, channels]`.
        filter: `[rows, cols, channels]`.
        strides: four numbers; 1 for batch and channels.
        rates: likewise; distance between the input elements that neighbouring filter elements meet.
        out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
        filter_backprop: of the shape of filter.

    Dilation2DBackpropFilter(input: T, filter: T, out_backprop: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, strides: list(int) >= 4, rates: list(int) >= 4, padding: {'SAME', 'VALID'}) -> (filter_backprop: T)
    """
def Dilation2DBackpropInput(*, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Tensor:
    """Gradient of a dilation with respect to its input.

        input: `[batch, rows, cols, channels]`.
        filter: `[rows, cols, channels]`.
        strides: four numbers; 1 for batch and channels.
        rates: likewise; distance between the input elements that neighbouring filter elements meet.
        out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
        in_backprop: of the shape of input.

    Dilation2DBackpropInput(input: T, filter: T, out_backprop: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, strides: list(int) >= 4, rates: list(int) >= 4, padding: {'SAME', 'VALID'}) -> (in_backprop: T)
    """
def DisableCopyOnRead(*, resource: _Any, name: str | None = None) -> _Node:
    """Say that a variable's value may be read without a copy, as functions that save variables do.

        It is an error if the variable has no value. Here a value that was read is never written to, so there is no copy to
        be saved.

    DisableCopyOnRead(resource: resource) -> ()
    """
def Div(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, element by element; integers round toward 0, and a zero y is an error for them.

    Div(x: T, y: T; T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}) -> (z: T)
    """
def DivNoNan(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, element by element, but 0 where y is 0.

    DivNoNan(x: T, y: T; T: {half, float, bfloat16, double, complex64, complex128}) -> (z: T)
    """
def DrawBoundingBoxes(*, images: _Any, boxes: _Any, name: str | None = None) -> _Tensor:
    """Draw the frames of boxes into images. Ten colors take turns: yellow, blue, red, lime, purple, olive, maroon, navy blue, aqua, fuchsia.

        images: `[batch, rows, columns, channels]` with 1, 3 or 4 channels.
        boxes: `[batch, boxes, 4]`: y1, x1, y2, x2 in multiples of the image's height and width minus 1. What is beyond the
        image is not drawn, nor is a box with y1 > y2, x1 > x2 or NaN.
        output: of the shape of images.

    DrawBoundingBoxes(images: T, boxes: float; T: {float, half} = float32) -> (output: T)
    """
def DrawBoundingBoxesV2(*, images: _Any, boxes: _Any, colors: _Any, name: str | None = None) -> _Tensor:
    """Draw the frames of boxes into images.

        images: `[batch, rows, columns, channels]` with 1, 3 or 4 channels.
        boxes: `[batch, boxes, 4]`: y1, x1, y2, x2 in multiples of the image's height and width minus 1. What is beyond the
        image is not drawn, nor is a box with y1 > y2, x1 > x2 or NaN.
        colors: `[colors, channels or more]`, which take turns; without colors those of DrawBoundingBoxes.
        output: of the shape of images.

    DrawBoundingBoxesV2(images: T, boxes: float, colors: float; T: {float, half} = float32) -> (output: T)
    """
def DynamicPartition(*, data: _Any, partitions: _Any, num_partitions: int, name: str | None = None) -> list[_Tensor]:
    """Sorts the entries of data into parts.

        partitions: for each entry the number of its part; its shape is that of the first dimensions of data.
        outputs: the entries of each part in their order.

    DynamicPartition(data: T, partitions: int32; num_partitions: int >= 1, T: type) -> (outputs: num_partitions * T)
    """
def DynamicStitch(*, indices: _Sequence[_Any], data: _Sequence[_Any], name: str | None = None) -> _Tensor:
    """Entries of several tensors, each at the place that an index gives it.

        indices: places, not negative; where several are equal, the last one counts.
        data: for each of indices a tensor whose first dimensions are its shape, followed by those of an entry.
        merged: as many entries as the largest index plus 1; zeros where no index points.

    DynamicStitch(indices: N * int32, data: N * T; N: int >= 1, T: type) -> (merged: T)
    """
def EditDistance(*, hypothesis_indices: _Any, hypothesis_values: _Any, hypothesis_shape: _Any, truth_indices: _Any, truth_values: _Any, truth_shape: _Any, normalize: bool = ..., name: str | None = None) -> _Tensor:
    """The Levenshtein distances of sequences: how many elements must be put in, left out or replaced.

        hypothesis_indices, hypothesis_values, hypothesis_shape: a sparse tensor of rank 2 or more, whose last axis is that
            of the sequences.
        truth_indices, truth_values, truth_shape: one of the same rank.
        normalize: divide by the length of the truth; where that is 0, the distance is infinite, or 0 for no hypothesis.
        output: the larger sizes of both along all axes but the last.

    EditDistance(hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, truth_values: T, truth_shape: int64; normalize: bool = true, T: type) -> (output: float)
    """
def Eig(*, input: _Any, Tout: _DTypeLike, compute_v: bool = ..., name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of matrices.

        input: `[..., n, n]`.
        compute_v: without it, v is a scalar without meaning.
        Tout: the complex dtype of as many bits as T has in a number.
        e: `[..., n]`, in no order.
        v: `[..., n, n]`, columns of length 1. The largest element of each is real and positive, which makes them unique
            where the eigenvalues differ.

    Eig(input: T; compute_v: bool = true, T: {float, double, complex64, complex128}, Tout: {complex64, complex128}) -> (e: Tout, v: Tout)
    """
def Einsum(*, inputs: _Sequence[_Any], equation: str | bytes, name: str | None = None) -> _Tensor:
    """The sum of the products of the operands over all labels that the result does not have.

        inputs: one or two operands.
        equation: a letter for each axis, such as `'bij,bjk->bik'`; `...` means any number of axes, which broadcast.
            A label that an operand repeats takes its diagonal; one that the result repeats is put on a diagonal.

    Einsum(inputs: N * T; equation: string, N: int >= 1, T: type) -> (output: T)
    """
def Elu(*, features: _Any, name: str | None = None) -> _Tensor:
    """features above 0, exp(features) - 1 elsewhere.

    Elu(features: T; T: {half, bfloat16, float, double}) -> (activations: T)
    """
def EluGrad(*, gradients: _Any, outputs: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Elu from its outputs.

    EluGrad(gradients: T, outputs: T; T: {half, bfloat16, float, double}) -> (backprops: T)
    """
def Empty(*, shape: _Any, dtype: _DTypeLike, init: bool = ..., name: str | None = None) -> _Tensor:
    """A tensor to be written into. It holds zeros, or empty texts.

        shape: of the output.
        init: has no effect; TensorFlow leaves whatever is in memory where it is false.

    Empty(shape: int32; dtype: type, init: bool = false) -> (output: dtype)
    """
def EmptyTensorList(*, element_shape: _Any, max_num_elements: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """A list without elements.

        element_shape: what the shape of every element is compatible with.
        max_num_elements: how many elements it may ever have; -1 for any number.

    EmptyTensorList(element_shape: shape_type, max_num_elements: int32; element_dtype: type, shape_type: {int32, int64}) -> (handle: variant)
    """
def EncodeBase64(*, input: _Any, pad: bool = ..., name: str | None = None) -> _Tensor:
    """Each string in base64, with - and _ where the older alphabet has + and /.

        pad: with = at the end, so that the length is a multiple of 4.

    EncodeBase64(input: string; pad: bool = false) -> (output: string)
    """
def EncodeJpeg(*, image: _Any, format: _Literal['', 'grayscale', 'rgb'] = ..., quality: int = ..., progressive: bool = ..., optimize_size: bool = ..., chroma_downsampling: bool = ..., density_unit: _Literal['in', 'cm'] = ..., x_density: int = ..., y_density: int = ..., xmp_metadata: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A JPEG file of a picture; needs the extra 'images'.

        image: `[rows, columns, channels]`, with 1 or 3 channels.
        format: 'grayscale' for 1 channel, 'rgb' for 3, '' for either.
        quality: 0 to 100.
        progressive: the picture comes in several scans.
        optimize_size: takes longer and gives a smaller file.
        chroma_downsampling: colors have half as many rows and columns.
        density_unit, x_density, y_density: how many pixels an inch or a centimetre has, 0 to 65535.
        xmp_metadata: text about the picture, of up to 65504 bytes.

    EncodeJpeg(image: uint8; format: {'', 'grayscale', 'rgb'} = '', quality: int = 95, progressive: bool = false, optimize_size: bool = false, chroma_downsampling: bool = true, density_unit: {'in', 'cm'} = 'in', x_density: int = 300, y_density: int = 300, xmp_metadata: string = '') -> (contents: string)
    """
def EncodeJpegVariableQuality(*, images: _Any, quality: _Any, name: str | None = None) -> _Tensor:
    """A JPEG file of a picture; needs the extra 'images'.

        images: one picture: `[rows, columns, channels]`, with 1 or 3 channels.
        quality: a scalar, 0 to 100.

    EncodeJpegVariableQuality(images: uint8, quality: int32) -> (contents: string)
    """
def EncodePng(*, image: _Any, compression: int = ..., name: str | None = None) -> _Tensor:
    """A PNG file of each picture.

        image: `[..., rows, columns, channels]`, with 1 to 4 channels.
        compression: of zlib: -1 for its default, 0 for none, 9 for the smallest file.
        contents: of the shape of the first axes of image.

    EncodePng(image: T; compression: int = -1, T: {uint8, uint16} = uint8) -> (contents: string)
    """
def EncodeWav(*, audio: _Any, sample_rate: _Any, name: str | None = None) -> _Tensor:
    """A WAV file of 16 bits.

        audio: `[samples, channels]`; what is beyond [-1, 1) is cut off.
        sample_rate: a scalar above 0, samples in a second.

    EncodeWav(audio: float, sample_rate: int32) -> (contents: string)
    """
def EnsureShape(*, input: _Any, shape: _ShapeLike, name: str | None = None) -> _Tensor:
    """The input, if its shape is compatible with the attr; otherwise an error.

        shape: partial.

    EnsureShape(input: T; shape: shape, T: type) -> (output: T)
    """
def Enter(*, data: _Any, frame_name: str | bytes, is_constant: bool = ..., parallel_iterations: int = ..., name: str | None = None) -> _Tensor:
    """Brings a value into a loop.

        frame_name: which loop.
        is_constant: the value is the same in every iteration.
        parallel_iterations: how many may run at once.

    Enter(data: T; T: type, frame_name: string, is_constant: bool = false, parallel_iterations: int = 10) -> (output: T)
    """
def Equal(*, x: _Any, y: _Any, incompatible_shape_error: bool = ..., name: str | None = None) -> _Tensor:
    """Whether x and y are equal.

        incompatible_shape_error: if false, shapes that do not broadcast give one false instead of an error.

    Equal(x: T, y: T; T: type, incompatible_shape_error: bool = true) -> (z: bool)
    """
def Erf(*, x: _Any, name: str | None = None) -> _Tensor:
    """The error function.

    Erf(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def Erfc(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 - Erf(x), accurate for large x.

    Erfc(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def Erfinv(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of Erf; x must be in [-1, 1].

    Erfinv(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def EuclideanNorm(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The square root of the sum of squared absolute values over axes. Of integers its whole part.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    EuclideanNorm(input: T, reduction_indices: Tidx; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tidx: {int32, int64} = int32) -> (output: T)
    """
def Exit(*, data: _Any, name: str | None = None) -> _Tensor:
    """Brings a value out of a loop.

    Exit(data: T; T: type) -> (output: T)
    """
def Exp(*, x: _Any, name: str | None = None) -> _Tensor:
    """e to the power x.

    Exp(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def ExpandDims(*, input: _Any, dim: _Any, name: str | None = None) -> _Tensor:
    """The input with one more axis, of size 1.

        dim: where the axis goes, a scalar; -1 is behind the last one.

    ExpandDims(input: T, dim: Tdim; T: type, Tdim: {int32, int64} = int32) -> (output: T)
    """
def Expint(*, x: _Any, name: str | None = None) -> _Tensor:
    """The exponential integral Ei; not a number for x < 0.

    Expint(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def Expm1(*, x: _Any, name: str | None = None) -> _Tensor:
    """exp(x) - 1, accurate for small x.

    Expm1(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def ExtractGlimpse(*, input: _Any, size: _Any, offsets: _Any, centered: bool = ..., normalized: bool = ..., uniform_noise: bool = ..., noise: str | bytes = ..., name: str | None = None) -> _Tensor:
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

    ExtractGlimpse(input: float, size: int32, offsets: float; centered: bool = true, normalized: bool = true, uniform_noise: bool = true, noise: string = 'uniform') -> (glimpse: float)
    """
def ExtractGlimpseV2(*, input: _Any, size: _Any, offsets: _Any, centered: bool = ..., normalized: bool = ..., uniform_noise: bool = ..., noise: str | bytes = ..., name: str | None = None) -> _Tensor:
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

    ExtractGlimpseV2(input: float, size: int32, offsets: float; centered: bool = true, normalized: bool = true, uniform_noise: bool = true, noise: string = 'uniform') -> (glimpse: float)
    """
def ExtractImagePatches(*, images: _Any, ksizes: _Sequence[int], strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Tensor:
    """The windows that a convolution would see, each as one pixel.

        images: `[batch, rows, cols, channels]`.
        ksizes: `[1, window_rows, window_cols, 1]`.
        strides: `[1, row_stride, col_stride, 1]`: from one window to the next.
        rates: `[1, row_rate, col_rate, 1]`: from one pixel of a window to the next.
        patches: `[batch, out_rows, out_cols, window_rows * window_cols * channels]`, in that order; pixels beyond the image
        are 0.

    ExtractImagePatches(images: T; ksizes: list(int) >= 4, strides: list(int) >= 4, rates: list(int) >= 4, T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128, bool}, padding: {'SAME', 'VALID'}) -> (patches: T)
    """
def ExtractJpegShape(*, contents: _Any, output_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The rows, columns and channels of the picture in a JPEG file, of which only the header is read.

        contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
        image_shape: `[3]`.

    ExtractJpegShape(contents: string; output_type: {int32, int64} = int32) -> (image_shape: output_type)
    """
def ExtractVolumePatches(*, input: _Any, ksizes: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Tensor:
    """The elements of each window of a volume as channels.

        input: `[batch, depth, height, width, channels]`.
        patches: `[batch, windows, windows, windows, elements of a window * channels]`, the channels being the faster
            index.
        ksizes: the size of a window; 1 for batch and channels.
        strides: the distance of two windows; 1 for batch and channels.
        padding: SAME pads with zeros.

    ExtractVolumePatches(input: T; ksizes: list(int) >= 5, strides: list(int) >= 5, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, padding: {'SAME', 'VALID'}) -> (patches: T)
    """
def FFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform along the last axis.

        input: of rank 1 or more.

    FFT(input: Tcomplex; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def FFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform along the last two axes.

        input: of rank 2 or more.

    FFT2D(input: Tcomplex; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def FFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform along the last three axes.

        input: of rank 3 or more.

    FFT3D(input: Tcomplex; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def FFTND(*, input: _Any, fft_length: _Any, axes: _Any, name: str | None = None) -> _Tensor:
    """The discrete Fourier transform along some axes.

        fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
            filled up with zeros.
        axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.

    FFTND(input: Tcomplex, fft_length: int32, axes: int32; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def FIFOQueue(*, component_types: _Sequence[_DTypeLike], shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives elements in the order in which they came.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.

    FIFOQueue(; component_types: list(type) >= 1, shapes: list(shape) >= 0 = [], capacity: int = -1, container: string = '', shared_name: string = '') -> (handle: Ref(string))
    """
def FIFOQueueV2(*, component_types: _Sequence[_DTypeLike], shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives elements in the order in which they came.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.

    FIFOQueueV2(; component_types: list(type) >= 1, shapes: list(shape) >= 0 = [], capacity: int = -1, container: string = '', shared_name: string = '') -> (handle: resource)
    """
def FakeQuantWithMinMaxArgs(*, inputs: _Any, min: float = ..., max: float = ..., num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Tensor:
    """Round to the numbers that integers represent in a fixed range.

        inputs: of any shape.
        min, max: the range; min < max.
        num_bits: how many bits an integer has, from 2 to 16.
        narrow_range: whether the smallest integer is not used.
        outputs: of the same shape.

    FakeQuantWithMinMaxArgs(inputs: float; min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = false) -> (outputs: float)
    """
def FakeQuantWithMinMaxArgsGradient(*, gradients: _Any, inputs: _Any, min: float = ..., max: float = ..., num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of FakeQuantWithMinMaxArgs.

        gradients: gradient of the outputs.
        inputs: those of the forward op, of the same shape.
        min, max: the range; min < max.
        num_bits: how many bits an integer has, from 2 to 16.
        narrow_range: whether the smallest integer is not used.
        backprops: gradients where inputs are within the range, else 0.

    FakeQuantWithMinMaxArgsGradient(gradients: float, inputs: float; min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = false) -> (backprops: float)
    """
def FakeQuantWithMinMaxVars(*, inputs: _Any, min: _Any, max: _Any, num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Tensor:
    """Round to the numbers that integers represent in a range that is learned.

        inputs: of any shape.
        min, max: scalars, the range. If both are 0, so are all outputs.
        num_bits: how many bits an integer has, from 2 to 16.
        narrow_range: whether the smallest integer is not used.
        outputs: of the shape of inputs.

    FakeQuantWithMinMaxVars(inputs: float, min: float, max: float; num_bits: int = 8, narrow_range: bool = false) -> (outputs: float)
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

    FakeQuantWithMinMaxVarsGradient(gradients: float, inputs: float, min: float, max: float; num_bits: int = 8, narrow_range: bool = false) -> (backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float)
    """
def FakeQuantWithMinMaxVarsPerChannel(*, inputs: _Any, min: _Any, max: _Any, num_bits: int = ..., narrow_range: bool = ..., name: str | None = None) -> _Tensor:
    """Round to the numbers that integers represent, in a range for each channel that is learned.

        inputs: `[..., channels]`.
        min, max: `[channels]`, the ranges. Where both are 0, so are the outputs.
        num_bits: how many bits an integer has, from 2 to 16.
        narrow_range: whether the smallest integer is not used.
        outputs: of the shape of inputs.

    FakeQuantWithMinMaxVarsPerChannel(inputs: float, min: float, max: float; num_bits: int = 8, narrow_range: bool = false) -> (outputs: float)
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

    FakeQuantWithMinMaxVarsPerChannelGradient(gradients: float, inputs: float, min: float, max: float; num_bits: int = 8, narrow_range: bool = false) -> (backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float)
    """
def Fill(*, dims: _Any, value: _Any, name: str | None = None) -> _Tensor:
    """A tensor of one repeated value.

        dims: the shape of the output.
        value: a scalar.

    Fill(dims: index_type, value: T; T: type, index_type: {int32, int64} = int32) -> (output: T)
    """
def Fingerprint(*, data: _Any, method: _Any, name: str | None = None) -> _Tensor:
    """A hash of the bytes of each entry along the first axis.

        data: of rank 1 or more. Of texts, an entry's hash is that of the hashes of its texts, unless it is one text itself.
        method: a scalar: farmhash64.
        fingerprint: `[entries, 8]`.

    Fingerprint(data: T, method: string; T: type) -> (fingerprint: uint8)
    """
def FixedLengthRecordReader(*, record_bytes: int, header_bytes: int = ..., footer_bytes: int = ..., hop_bytes: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of records of a fixed number of bytes. Files must be in one of `SessionConfig(file_folders=...)`.

        header_bytes: before the first record.
        record_bytes: of a record.
        footer_bytes: behind the last record.
        hop_bytes: from the beginning of a record to that of the next one; 0 means record_bytes.
        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    FixedLengthRecordReader(; header_bytes: int = 0, record_bytes: int, footer_bytes: int = 0, hop_bytes: int = 0, container: string = '', shared_name: string = '') -> (reader_handle: Ref(string))
    """
def FixedLengthRecordReaderV2(*, record_bytes: int, header_bytes: int = ..., footer_bytes: int = ..., hop_bytes: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., encoding: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of records of a fixed number of bytes. Files must be in one of `SessionConfig(file_folders=...)`.

        header_bytes: before the first record.
        record_bytes: of a record.
        footer_bytes: behind the last record.
        hop_bytes: from the beginning of a record to that of the next one; 0 means record_bytes.
        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
        encoding: of the files: '' for none, ZLIB or GZIP.

    FixedLengthRecordReaderV2(; header_bytes: int = 0, record_bytes: int, footer_bytes: int = 0, hop_bytes: int = 0, container: string = '', shared_name: string = '', encoding: string = '') -> (reader_handle: resource)
    """
def Floor(*, x: _Any, name: str | None = None) -> _Tensor:
    """The largest integer not above x.

    Floor(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def FloorDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y rounded down, element by element; a zero y is an error for integers; complex numbers have no kernel.

    FloorDiv(x: T, y: T; T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}) -> (z: T)
    """
def FloorMod(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The rest of x / y rounded down, which has the sign of y; a zero y is an error for integers.

    FloorMod(x: T, y: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, bfloat16, half, float, double}) -> (z: T)
    """
def For(*, start: _Any, limit: _Any, delta: _Any, input: _Sequence[_Any], body: _Any, name: str | None = None) -> list[_Tensor]:
    """What becomes of input when body is applied to it for each number from start on, as far as limit, which is
        not reached.

        delta: the step from one number to the next; not 0, and leads from start towards limit.
        body: a function of the number and the loop's variables that gives new values for the variables.

    For(start: int32, limit: int32, delta: int32, input: T; T: list(type) >= 0, body: func) -> (output: T)
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

    FractionalAvgPool(value: T; pooling_ratio: list(float) >= 4, pseudo_random: bool = false, overlapping: bool = false, deterministic: bool = false, seed: int = 0, seed2: int = 0, T: {float, double, int32, int64}) -> (output: T, row_pooling_sequence: int64, col_pooling_sequence: int64)
    """
def FractionalAvgPoolGrad(*, orig_input_tensor_shape: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, overlapping: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of FractionalAvgPool.

        orig_input_tensor_shape: the shape of the pool's input.
        out_backprop: gradient of the pool's output.
        row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends; both rise from 0
        to the rows and columns of the pool's input.
        overlapping: as for the pool.
        output: of shape orig_input_tensor_shape.

    FractionalAvgPoolGrad(orig_input_tensor_shape: int64, out_backprop: T, row_pooling_sequence: int64, col_pooling_sequence: int64; overlapping: bool = false, T: {float, double, int32, int64}) -> (output: T)
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

    FractionalMaxPool(value: T; pooling_ratio: list(float) >= 4, pseudo_random: bool = false, overlapping: bool = false, deterministic: bool = false, seed: int = 0, seed2: int = 0, T: {float, double, int32, int64}) -> (output: T, row_pooling_sequence: int64, col_pooling_sequence: int64)
    """
def FractionalMaxPoolGrad(*, orig_input: _Any, orig_output: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, overlapping: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of FractionalMaxPool: of equal numbers in a window the first one has it.

        orig_input, orig_output: of the pool.
        out_backprop: gradient of orig_output.
        row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends; both rise from 0
        to the rows and columns of the pool's input.
        overlapping: as for the pool.
        output: of the shape of orig_input.

    FractionalMaxPoolGrad(orig_input: T, orig_output: T, out_backprop: T, row_pooling_sequence: int64, col_pooling_sequence: int64; overlapping: bool = false, T: {float, double, int32, int64}) -> (output: T)
    """
def FresnelCos(*, x: _Any, name: str | None = None) -> _Tensor:
    """The integral of cos(pi t^2 / 2) from 0 to x.

    FresnelCos(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def FresnelSin(*, x: _Any, name: str | None = None) -> _Tensor:
    """The integral of sin(pi t^2 / 2) from 0 to x.

    FresnelSin(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
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

    FusedBatchNorm(x: T, scale: T, offset: T, mean: T, variance: T; T: {float}, epsilon: float = 1e-04, exponential_avg_factor: float = 1.0, data_format: {'NHWC', 'NCHW'} = 'NHWC', is_training: bool = true) -> (y: T, batch_mean: T, batch_variance: T, reserve_space_1: T, reserve_space_2: T)
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

    FusedBatchNormGrad(y_backprop: T, x: T, scale: T, reserve_space_1: T, reserve_space_2: T; T: {float}, epsilon: float = 1e-04, data_format: {'NHWC', 'NCHW'} = 'NHWC', is_training: bool = true) -> (x_backprop: T, scale_backprop: T, offset_backprop: T, reserve_space_3: T, reserve_space_4: T)
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

    FusedBatchNormGradV2(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U; T: {half, bfloat16, float}, U: {float}, epsilon: float = 1e-04, data_format: {'NHWC', 'NCHW'} = 'NHWC', is_training: bool = true) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_3: U, reserve_space_4: U)
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

    FusedBatchNormGradV3(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U; T: {half, bfloat16, float}, U: {float}, epsilon: float = 1e-04, data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC', is_training: bool = true) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U)
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

    FusedBatchNormV2(x: T, scale: U, offset: U, mean: U, variance: U; T: {half, bfloat16, float}, U: {float}, epsilon: float = 1e-04, exponential_avg_factor: float = 1.0, data_format: {'NHWC', 'NCHW'} = 'NHWC', is_training: bool = true) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U)
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

    FusedBatchNormV3(x: T, scale: U, offset: U, mean: U, variance: U; T: {half, bfloat16, float}, U: {bfloat16, float}, epsilon: float = 1e-04, exponential_avg_factor: float = 1.0, data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC', is_training: bool = true) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U)
    """
def FusedPadConv2D(*, input: _Any, paddings: _Any, filter: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], name: str | None = None) -> _Tensor:
    """The convolution of images to which MirrorPad was applied.

        As in TensorFlow the windows are not those of Conv2D if strides leave pixels over: with padding VALID, (r - 1) // 2
        of r such pixels are in front of the first window; with SAME, r // 2, where windows are smaller than strides.

        paddings: (before, after) for each axis, a matrix `[4, 2]`; zeros for batch and channels.
        filter: `[height, width, channels, output channels]`.
        mode: REFLECT does not repeat the border, SYMMETRIC does.
        strides: 1 for batch and channels.
        input: `[batch, height, width, channels]`.

    FusedPadConv2D(input: T, paddings: int32, filter: T; T: {half, bfloat16, float, double}, mode: {'REFLECT', 'SYMMETRIC'}, strides: list(int), padding: {'SAME', 'VALID'}) -> (output: T)
    """
def FusedResizeAndPadConv2D(*, input: _Any, size: _Any, paddings: _Any, filter: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], resize_align_corners: bool = ..., name: str | None = None) -> _Tensor:
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

    FusedResizeAndPadConv2D(input: T, size: int32, paddings: int32, filter: T; T: {half, float, double}, resize_align_corners: bool = false, mode: {'REFLECT', 'SYMMETRIC'}, strides: list(int), padding: {'SAME', 'VALID'}) -> (output: T)
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

    GRUBlockCell(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T; T: {float}) -> (r: T, u: T, c: T, h: T)
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

    GRUBlockCellGrad(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T, r: T, u: T, c: T, d_h: T; T: {float}) -> (d_x: T, d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T)
    """
def Gather(*, params: _Any, indices: _Any, validate_indices: bool = ..., name: str | None = None) -> _Tensor:
    """Slices of params along its first axis: the older form of GatherV2.

        validate_indices: has no effect; indices are always checked.

    Gather(params: Tparams, indices: Tindices; validate_indices: bool = true, Tparams: type, Tindices: {int32, int64}) -> (output: Tparams)
    """
def GatherNd(*, params: _Any, indices: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Elements or slices of params by coordinates.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of params.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
        output: `indices.shape[:-1] + params.shape[depth:]`.

    GatherNd(params: Tparams, indices: Tindices; Tparams: type, Tindices: {int16, int32, int64}, bad_indices_policy: string = '') -> (output: Tparams)
    """
def GatherV2(*, params: _Any, indices: _Any, axis: _Any, batch_dims: int = ..., name: str | None = None) -> _Tensor:
    """Slices of params along an axis.

        indices: which ones; each must be in [0, size of the axis).
        axis: a scalar; a negative one counts from the end.
        batch_dims: how many leading axes params and indices share.
        output: the shape of params with the axis replaced by that of indices (without the shared ones).

    GatherV2(params: Tparams, indices: Tindices, axis: Taxis; batch_dims: int = 0, Tparams: type, Tindices: {int16, int32, int64}, Taxis: {int32, int64}) -> (output: Tparams)
    """
def Greater(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x > y.

    Greater(x: T, y: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (z: bool)
    """
def GreaterEqual(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x >= y.

    GreaterEqual(x: T, y: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (z: bool)
    """
def GuaranteeConst(*, input: _Any, name: str | None = None) -> _Tensor:
    """The input, with the promise that it is the same in every run. Nothing relies on that here.

    GuaranteeConst(input: T; T: type) -> (output: T)
    """
def HSVToRGB(*, images: _Any, name: str | None = None) -> _Tensor:
    """Hue, saturation and value to red, green and blue.

        images: `[..., 3]`, in [0, 1].
        output: of that shape, in [0, 1].

    HSVToRGB(images: T; T: {half, bfloat16, float, double} = float32) -> (output: T)
    """
def HashTable(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., name: str | None = None) -> _Tensor:
    """A reference to a table that is filled once, by an InitializeTable op.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.

    HashTable(; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type) -> (table_handle: Ref(string))
    """
def HashTableV2(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., name: str | None = None) -> _Tensor:
    """The handle of a table that is filled once, by an InitializeTable op.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.

    HashTableV2(; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type) -> (table_handle: resource)
    """
def HistogramFixedWidth(*, values: _Any, value_range: _Any, nbins: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """How many elements fall into each of nbins intervals of one width; what lies outside goes into the first or
        the last.

        values: of any shape.
        value_range: the start of the first interval and the end of the last.
        nbins: a scalar.

    HistogramFixedWidth(values: T, value_range: T, nbins: int32; T: {int32, int64, float, double}, dtype: {int32, int64} = int32) -> (out: dtype)
    """
def HistogramSummary(*, tag: _Any, values: _Any, name: str | None = None) -> _Tensor:
    """A Summary message with a histogram of the elements, whose buckets grow by a tenth.

        tag: the name of the histogram, a scalar.
        values: of any shape; NaN and infinity are an error.

    HistogramSummary(tag: string, values: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64} = float32) -> (summary: string)
    """
def IFFT(*, input: _Any, name: str | None = None) -> _Tensor:
    """The inverse discrete Fourier transform along the last axis, divided by the number of elements.

        input: of rank 1 or more.

    IFFT(input: Tcomplex; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def IFFT2D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The inverse discrete Fourier transform along the last two axes, divided by the number of elements.

        input: of rank 2 or more.

    IFFT2D(input: Tcomplex; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def IFFT3D(*, input: _Any, name: str | None = None) -> _Tensor:
    """The inverse discrete Fourier transform along the last three axes, divided by the number of elements.

        input: of rank 3 or more.

    IFFT3D(input: Tcomplex; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def IFFTND(*, input: _Any, fft_length: _Any, axes: _Any, name: str | None = None) -> _Tensor:
    """The inverse discrete Fourier transform along some axes, divided by the product of their lengths.

        fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
            filled up with zeros.
        axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.

    IFFTND(input: Tcomplex, fft_length: int32, axes: int32; Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def IRFFT(*, input: _Any, fft_length: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The real numbers whose discrete Fourier transform along the last axis is given, half of it.

        input: of rank 1 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
            fft_length says; what is beyond is cut off.
        fft_length: `[1]`, the sizes of the last axes of the output.
        Tcomplex: of the precision of Treal.

    IRFFT(input: Tcomplex, fft_length: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Treal)
    """
def IRFFT2D(*, input: _Any, fft_length: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The real numbers whose discrete Fourier transform along the last two axes is given, half of it.

        input: of rank 2 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
            fft_length says; what is beyond is cut off.
        fft_length: `[2]`, the sizes of the last axes of the output.
        Tcomplex: of the precision of Treal.

    IRFFT2D(input: Tcomplex, fft_length: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Treal)
    """
def IRFFT3D(*, input: _Any, fft_length: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The real numbers whose discrete Fourier transform along the last three axes is given, half of it.

        input: of rank 3 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
            fft_length says; what is beyond is cut off.
        fft_length: `[3]`, the sizes of the last axes of the output.
        Tcomplex: of the precision of Treal.

    IRFFT3D(input: Tcomplex, fft_length: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Treal)
    """
def IRFFTND(*, input: _Any, fft_length: _Any, axes: _Any, Treal: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The real numbers whose discrete Fourier transform along some axes, at least one, is given, half of it.

        fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
            filled up with zeros.
        axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
        Tcomplex: of the precision of Treal.

    IRFFTND(input: Tcomplex, fft_length: int32, axes: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Treal)
    """
def Identity(*, input: _Any, name: str | None = None) -> _Tensor:
    """The input, unchanged.

    Identity(input: T; T: type) -> (output: T)
    """
def IdentityN(*, input: _Sequence[_Any], name: str | None = None) -> list[_Tensor]:
    """The inputs, unchanged.

    IdentityN(input: T; T: list(type) >= 1) -> (output: T)
    """
def IdentityReader(*, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader that gives the strings of the queue themselves, as keys and as values.

        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    IdentityReader(; container: string = '', shared_name: string = '') -> (reader_handle: Ref(string))
    """
def IdentityReaderV2(*, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader that gives the strings of the queue themselves, as keys and as values.

        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    IdentityReaderV2(; container: string = '', shared_name: string = '') -> (reader_handle: resource)
    """
def If(*, cond: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], then_branch: _Any, else_branch: _Any, output_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> list[_Tensor]:
    """The results of one of two functions, which take the same inputs.

        cond: true, not 0, or a text that is not empty: then_branch; of rank 1 or more: whether it has elements.
        output_shapes: the shapes of the results, as far as they are always the same.

    If(cond: Tcond, input: Tin; Tcond: type, Tin: list(type) >= 0, Tout: list(type) >= 0, then_branch: func, else_branch: func, output_shapes: list(shape) = []) -> (output: Tout)
    """
def Igamma(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The lower regularised incomplete gamma function P(a, x); not a number unless a > 0 and x >= 0.

    Igamma(a: T, x: T; T: {bfloat16, half, float, double}) -> (z: T)
    """
def IgammaGradA(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The derivative of Igamma with respect to a.

    IgammaGradA(a: T, x: T; T: {float, double}) -> (z: T)
    """
def Igammac(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x), not by that difference where x > a.

    Igammac(a: T, x: T; T: {bfloat16, half, float, double}) -> (z: T)
    """
def Imag(*, input: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The imaginary parts.

    Imag(input: T; T: {complex64, complex128} = complex64, Tout: {float, double} = float32) -> (output: Tout)
    """
def ImageProjectiveTransformV2(*, images: _Any, transforms: _Any, output_shape: _Any, interpolation: str | bytes, fill_mode: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Images seen from elsewhere.

        Pixel (x, y) is that at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.

        images: `[batch, rows, columns, channels]`.
        transforms: `[batch or 1, 8]`: a0, a1, a2, b0, b1, b2, c0, c1.
        output_shape: `[new_rows, new_columns]`, positive.
        interpolation: 'NEAREST', or 'BILINEAR': the mean of the four neighbours, in float32.
        fill_mode: what is beyond the images: 'CONSTANT', 'NEAREST' (the pixel at the edge), 'REFLECT' or 'WRAP'.
        transformed_images: `[batch, new_rows, new_columns, channels]`.

    ImageProjectiveTransformV2(images: dtype, transforms: float, output_shape: int32; dtype: {uint8, int32, int64, half, bfloat16, float, double}, interpolation: string, fill_mode: string = 'CONSTANT') -> (transformed_images: dtype)
    """
def ImageProjectiveTransformV3(*, images: _Any, transforms: _Any, output_shape: _Any, fill_value: _Any, interpolation: str | bytes, fill_mode: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Images seen from elsewhere.

        Pixel (x, y) is that at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.

        images: `[batch, rows, columns, channels]`.
        transforms: `[batch or 1, 8]`: a0, a1, a2, b0, b1, b2, c0, c1.
        output_shape: `[new_rows, new_columns]`, positive.
        fill_value: with fill_mode 'CONSTANT', what is beyond the images; a scalar.
        interpolation: 'NEAREST', or 'BILINEAR': the mean of the four neighbours, in float32.
        fill_mode: what is beyond the images: 'CONSTANT', 'NEAREST' (the pixel at the edge), 'REFLECT' or 'WRAP'.
        transformed_images: `[batch, new_rows, new_columns, channels]`.

    ImageProjectiveTransformV3(images: dtype, transforms: float, output_shape: int32, fill_value: float; dtype: {uint8, int32, int64, half, bfloat16, float, double}, interpolation: string, fill_mode: string = 'CONSTANT') -> (transformed_images: dtype)
    """
def ImageSummary(*, tag: _Any, tensor: _Any, max_images: int = ..., bad_color: _np.ndarray[_Any, _Any] = ..., name: str | None = None) -> _Tensor:
    """A Summary message with images as PNG files.

        tag: the name of the values, a scalar, behind which stand `/image/0`, `/image/1` ..., or `/image` if max_images is 1.
        tensor: `[images, rows, columns, channels]` with 1, 3 or 4 channels. Fractions are multiplied so that the largest is
        255, or, if some are negative, so that the largest magnitude is 127, and 128 is added.
        max_images: how many are shown.
        bad_color: a number for each channel, uint8: pixels with NaN or infinity.

    ImageSummary(tag: string, tensor: T; max_images: int >= 1 = 3, T: {uint8, float, half, double} = float32, bad_color: tensor = { dtype: DT_UINT8 tensor_shape { dim { size: 4 } } int_val: 255 int_val: 0 int_val: 0 int_val: 255 }) -> (summary: string)
    """
def InTopK(*, predictions: _Any, targets: _Any, k: int, name: str | None = None) -> _Tensor:
    """Whether the targets are among the k best predictions: the older form of InTopKV2.

        predictions: `[batch, classes]`.
        targets: `[batch]`, a class for each row; one out of range is not among the best.
        k: how many are the best; all that are as large as the k-th are among them.
        precision: `[batch]`; false for a row with a prediction that is not finite.

    InTopK(predictions: float, targets: T; k: int, T: {int32, int64} = int32) -> (precision: bool)
    """
def InTopKV2(*, predictions: _Any, targets: _Any, k: _Any, name: str | None = None) -> _Tensor:
    """Whether the targets are among the k best predictions.

        predictions: `[batch, classes]`.
        targets: `[batch]`, a class for each row; one out of range is not among the best.
        k: how many are the best; all that are as large as the k-th are among them.
        precision: `[batch]`; false for a row with a prediction that is not finite.

    InTopKV2(predictions: float, targets: T, k: T; T: {int32, int64} = int32) -> (precision: bool)
    """
def InitializeTable(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Node:
    """Fill a table that is filled once. Filling it again with as many keys changes nothing.

        keys: a vector with at least one key. A key may come twice, with the same value.
        values: for each key one.

    InitializeTable(table_handle: Ref(string), keys: Tkey, values: Tval; Tkey: type, Tval: type) -> ()
    """
def InitializeTableFromTextFile(*, table_handle: _Any, filename: _Any, key_index: int, value_index: int, vocab_size: int = ..., delimiter: str | bytes = ..., offset: int = ..., name: str | None = None) -> _Node:
    """Fill a table that is filled once from the lines of a text file.

        filename: of a file in a folder that the Session may read.
        key_index, value_index: what is key and value: a column from 0 on, -1 for the number of the line, -2 for the line.
        vocab_size: how many lines are read; -1 for all.
        delimiter: one character between columns.
        offset: of the numbers of lines.

    InitializeTableFromTextFile(table_handle: Ref(string), filename: string; key_index: int >= -2, value_index: int >= -2, vocab_size: int >= -1 = -1, delimiter: string = '\\t', offset: int = 0) -> ()
    """
def InitializeTableFromTextFileV2(*, table_handle: _Any, filename: _Any, key_index: int, value_index: int, vocab_size: int = ..., delimiter: str | bytes = ..., offset: int = ..., name: str | None = None) -> _Node:
    """Fill a table that is filled once from the lines of a text file.

        filename: of a file in a folder that the Session may read.
        key_index, value_index: what is key and value: a column from 0 on, -1 for the number of the line, -2 for the line.
        vocab_size: how many lines are read; -1 for all.
        delimiter: one character between columns.
        offset: of the numbers of lines.

    InitializeTableFromTextFileV2(table_handle: resource, filename: string; key_index: int >= -2, value_index: int >= -2, vocab_size: int >= -1 = -1, delimiter: string = '\\t', offset: int = 0) -> ()
    """
def InitializeTableV2(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Node:
    """Fill a table that is filled once. Filling it again with as many keys changes nothing.

        keys: a vector with at least one key. A key may come twice, with the same value.
        values: for each key one.

    InitializeTableV2(table_handle: resource, keys: Tkey, values: Tval; Tkey: type, Tval: type) -> ()
    """
def InplaceAdd(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Tensor:
    """x with something added to rows; a row that is named twice gets both. The input itself stays as it is.

        x: rank 1 or more.
        i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
        v: a row for each number.

    InplaceAdd(x: T, i: int32, v: T; T: type) -> (y: T)
    """
def InplaceSub(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Tensor:
    """x with something taken from rows; a row that is named twice loses both. The input itself stays as it is.

        x: rank 1 or more.
        i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
        v: a row for each number.

    InplaceSub(x: T, i: int32, v: T; T: type) -> (y: T)
    """
def InplaceUpdate(*, x: _Any, i: _Any, v: _Any, name: str | None = None) -> _Tensor:
    """x with rows replaced; of several for one row the last counts. The input itself stays as it is.

        x: rank 1 or more.
        i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
        v: a row for each number.

    InplaceUpdate(x: T, i: int32, v: T; T: type) -> (y: T)
    """
def Inv(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / x: the older name of Reciprocal.

    Inv(x: T; T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}) -> (y: T)
    """
def InvGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Inv from its output: the older name of ReciprocalGrad.

    InvGrad(y: T, dy: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (z: T)
    """
def Invert(*, x: _Any, name: str | None = None) -> _Tensor:
    """Every bit of x inverted.

    Invert(x: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) -> (y: T)
    """
def InvertPermutation(*, x: _Any, name: str | None = None) -> _Tensor:
    """The inverse of a permutation: y[x[i]] = i.

        x: a vector that holds each number below its length once.

    InvertPermutation(x: T; T: {int32, int64} = int32) -> (y: T)
    """
def IsFinite(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x is a number and not infinite.

    IsFinite(x: T; T: {bfloat16, half, float, double}) -> (y: bool)
    """
def IsInf(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x is plus or minus infinity.

    IsInf(x: T; T: {bfloat16, half, float, double}) -> (y: bool)
    """
def IsNan(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x is not a number.

    IsNan(x: T; T: {bfloat16, half, float, double}) -> (y: bool)
    """
def IsVariableInitialized(*, ref: _Any, name: str | None = None) -> _Tensor:
    """Whether a variable has a value.

    IsVariableInitialized(ref: Ref(dtype); dtype: type) -> (is_initialized: bool)
    """
def IsotonicRegression(*, input: _Any, output_dtype: _DTypeLike = ..., name: str | None = None) -> _Any:
    """For each row the numbers that never increase and are closest to it by the sum of squares.

        input: `[..., n]`, or one number.
        segments: for each number which of the row's runs of equal numbers it is in, from 0 on.

    IsotonicRegression(input: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, output_dtype: {half, bfloat16, float, double} = float32) -> (output: output_dtype, segments: int32)
    """
def IteratorFromStringHandleV2(*, string_handle: _Any, output_types: _Sequence[_DTypeLike] = ..., output_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> _Tensor:
    """The handle of the iterator that IteratorToStringHandle gave a text for, in the same Session.

        string_handle: that text.
        output_types, output_shapes: of the components of each element.

    IteratorFromStringHandleV2(string_handle: string; output_types: list(type) >= 0 = [], output_shapes: list(shape) >= 0 = []) -> (resource_handle: resource)
    """
def IteratorGetNext(*, iterator: _Any, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], name: str | None = None) -> list[_Tensor]:
    """The next element; OutOfRangeError after the last one.

        output_types, output_shapes: of the components of each element.

    IteratorGetNext(iterator: resource; output_types: list(type) >= 1, output_shapes: list(shape) >= 1) -> (components: output_types)
    """
def IteratorToStringHandle(*, resource_handle: _Any, name: str | None = None) -> _Tensor:
    """A text that names an iterator in its Session, to be fed.

    IteratorToStringHandle(resource_handle: resource) -> (string_handle: string)
    """
def IteratorV2(*, shared_name: str | bytes, container: str | bytes, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], name: str | None = None) -> _Tensor:
    """The handle of an iterator, which MakeIterator gives a data set.

        shared_name: nodes with the same one refer to the same iterator; '' means one of the node's own.
        container: where the iterator lives; '' is the default container.
        output_types, output_shapes: of the components of each element.

    IteratorV2(; shared_name: string, container: string, output_types: list(type) >= 1, output_shapes: list(shape) >= 1) -> (handle: resource)
    """
def L2Loss(*, t: _Any, name: str | None = None) -> _Tensor:
    """Half the sum of the squares of all elements, a scalar.

    L2Loss(t: T; T: {half, bfloat16, float, double}) -> (output: T)
    """
def LRN(*, input: _Any, depth_radius: int = ..., bias: float = ..., alpha: float = ..., beta: float = ..., name: str | None = None) -> _Tensor:
    """Local response normalisation: each element divided by a power of the sum of squares around it.

        `output = input / (bias + alpha * sum(input[..., c - depth_radius : c + depth_radius + 1] ** 2)) ** beta`

        input: `[batch, rows, cols, channels]`.
        depth_radius: half the width of the window of channels; 0 or more.
        output: of the shape of input.

    LRN(input: T; depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, T: {half, bfloat16, float} = float32) -> (output: T)
    """
def LRNGrad(*, input_grads: _Any, input_image: _Any, output_image: _Any, depth_radius: int = ..., bias: float = ..., alpha: float = ..., beta: float = ..., name: str | None = None) -> _Tensor:
    """Gradient of LRN.

        input_grads: gradient of the output of LRN, `[batch, rows, cols, channels]`.
        input_image: the input of LRN, of the same shape.
        output_image: the output of LRN, of the same shape.
        output: gradient of the input, of the same shape.

    LRNGrad(input_grads: T, input_image: T, output_image: T; depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, T: {half, bfloat16, float} = float32) -> (output: T)
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

    LSTMBlockCell(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T; forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = false, T: {half, float}) -> (i: T, cs: T, f: T, o: T, ci: T, co: T, h: T)
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

    LSTMBlockCellGrad(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci: T, co: T, cs_grad: T, h_grad: T; use_peephole: bool, T: {half, float}) -> (cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, wco_grad: T)
    """
def LeakyRelu(*, features: _Any, alpha: float = ..., name: str | None = None) -> _Tensor:
    """features above 0, alpha * features elsewhere.

    LeakyRelu(features: T; alpha: float = 0.2, T: {half, bfloat16, float, double} = float32) -> (activations: T)
    """
def LeakyReluGrad(*, gradients: _Any, features: _Any, alpha: float = ..., name: str | None = None) -> _Tensor:
    """gradients where features are above 0, alpha times them elsewhere.

    LeakyReluGrad(gradients: T, features: T; alpha: float = 0.2, T: {half, bfloat16, float, double} = float32) -> (backprops: T)
    """
def LeftShift(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x with its bits moved y places up; zeros come in. y is taken as 0 if it is negative, and as one less than the number of bits if it is larger than that.

    LeftShift(x: T, y: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) -> (z: T)
    """
def Less(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x < y.

    Less(x: T, y: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (z: bool)
    """
def LessEqual(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x <= y.

    LessEqual(x: T, y: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (z: bool)
    """
def Lgamma(*, x: _Any, name: str | None = None) -> _Tensor:
    """The logarithm of the absolute value of the gamma function.

    Lgamma(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def LinSpace(*, start: _Any, stop: _Any, num: _Any, name: str | None = None) -> _Tensor:
    """Evenly spaced numbers from start to stop, both included.

        start, stop: scalars.
        num: how many, a scalar of at least 1.

    LinSpace(start: T, stop: T, num: Tidx; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32) -> (output: T)
    """
def ListDiff(*, x: _Any, y: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The elements of a vector x that are not in the vector y, in their order.

        idx: their places in x.

    ListDiff(x: T, y: T; T: type, out_idx: {int32, int64} = int32) -> (out: T, idx: out_idx)
    """
def Log(*, x: _Any, name: str | None = None) -> _Tensor:
    """The natural logarithm.

    Log(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Log1p(*, x: _Any, name: str | None = None) -> _Tensor:
    """log(1 + x), accurate for small x.

    Log1p(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def LogMatrixDeterminant(*, input: _Any, name: str | None = None) -> _Any:
    """The determinants of matrices as sign * exp(log_abs_determinant).

        input: `[..., n, n]`.
        sign: `[...]`, of absolute value 1; 0 for a singular matrix.
        log_abs_determinant: `[...]`.

    LogMatrixDeterminant(input: T; T: {half, float, double, complex64, complex128}) -> (sign: T, log_abs_determinant: T)
    """
def LogSoftmax(*, logits: _Any, name: str | None = None) -> _Tensor:
    """The logarithm of Softmax, accurate where that is small.

    LogSoftmax(logits: T; T: {half, bfloat16, float, double}) -> (logsoftmax: T)
    """
def LogUniformCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """Classes k of the probability log((k + 2) / (k + 1)) / log(range_max + 1): for those that are numbered by how often they
    occur, the most frequent one first.

        true_classes: `[batch, num_true]`, the classes that belong to each example, in [0, range_max).
        num_sampled: how many are drawn, the same ones for the whole batch.
        unique: whether no class is drawn twice; a class that was is drawn again.
        range_max: the number of classes; with unique at least num_sampled.
        seed, seed2: where the stream begins; another one in each Session if both are 0.
        sampled_candidates: a vector of classes.
        true_expected_count: for each true class how often it is expected among so many draws.
        sampled_expected_count: the same for each candidate.

    LogUniformCandidateSampler(true_classes: int64; num_true: int >= 1, num_sampled: int >= 1, unique: bool, range_max: int >= 1, seed: int = 0, seed2: int = 0) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float)
    """
def LogicalAnd(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x and y hold.

    LogicalAnd(x: bool, y: bool) -> (z: bool)
    """
def LogicalNot(*, x: _Any, name: str | None = None) -> _Tensor:
    """Whether x does not hold.

    LogicalNot(x: bool) -> (y: bool)
    """
def LogicalOr(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """Whether x or y holds.

    LogicalOr(x: bool, y: bool) -> (z: bool)
    """
def LookupTableExport(*, table_handle: _Any, Tkeys: _DTypeLike, Tvalues: _DTypeLike, name: str | None = None) -> _Any:
    """All keys of a table, in the order in which they came, and their values.

    LookupTableExport(table_handle: Ref(string); Tkeys: type, Tvalues: type) -> (keys: Tkeys, values: Tvalues)
    """
def LookupTableExportV2(*, table_handle: _Any, Tkeys: _DTypeLike, Tvalues: _DTypeLike, name: str | None = None) -> _Any:
    """All keys of a table, in the order in which they came, and their values.

    LookupTableExportV2(table_handle: resource; Tkeys: type, Tvalues: type) -> (keys: Tkeys, values: Tvalues)
    """
def LookupTableFind(*, table_handle: _Any, keys: _Any, default_value: _Any, name: str | None = None) -> _Tensor:
    """The values of keys.

        keys: of any shape.
        default_value: the value of a key that the table does not have, or for each key one. Of these, only a
            MutableHashTable reads more than the first.

    LookupTableFind(table_handle: Ref(string), keys: Tin, default_value: Tout; Tin: type, Tout: type) -> (values: Tout)
    """
def LookupTableFindV2(*, table_handle: _Any, keys: _Any, default_value: _Any, name: str | None = None) -> _Tensor:
    """The values of keys.

        keys: of any shape.
        default_value: the value of a key that the table does not have, or for each key one. Of these, only a
            MutableHashTable reads more than the first.

    LookupTableFindV2(table_handle: resource, keys: Tin, default_value: Tout; Tin: type, Tout: type) -> (values: Tout)
    """
def LookupTableImport(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Node:
    """Make keys and values all that a table holds; fills a table that is filled once.

        keys, values: of any shape; a value for each key.

    LookupTableImport(table_handle: Ref(string), keys: Tin, values: Tout; Tin: type, Tout: type) -> ()
    """
def LookupTableImportV2(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Node:
    """Make keys and values all that a table holds; fills a table that is filled once.

        keys, values: of any shape; a value for each key.

    LookupTableImportV2(table_handle: resource, keys: Tin, values: Tout; Tin: type, Tout: type) -> ()
    """
def LookupTableInsert(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Node:
    """Give keys values, old keys new ones. Of a key that comes twice, the last value counts.

        keys, values: of any shape; a value for each key.

    LookupTableInsert(table_handle: Ref(string), keys: Tin, values: Tout; Tin: type, Tout: type) -> ()
    """
def LookupTableInsertV2(*, table_handle: _Any, keys: _Any, values: _Any, name: str | None = None) -> _Node:
    """Give keys values, old keys new ones. Of a key that comes twice, the last value counts.

        keys, values: of any shape; a value for each key.

    LookupTableInsertV2(table_handle: resource, keys: Tin, values: Tout; Tin: type, Tout: type) -> ()
    """
def LookupTableRemoveV2(*, table_handle: _Any, keys: _Any, name: str | None = None) -> _Node:
    """Take keys out of a table; those that it does not have are ignored.

    LookupTableRemoveV2(table_handle: resource, keys: Tin; Tin: type) -> ()
    """
def LookupTableSize(*, table_handle: _Any, name: str | None = None) -> _Tensor:
    """How many keys a table has.

    LookupTableSize(table_handle: Ref(string)) -> (size: int64)
    """
def LookupTableSizeV2(*, table_handle: _Any, name: str | None = None) -> _Tensor:
    """How many keys a table has.

    LookupTableSizeV2(table_handle: resource) -> (size: int64)
    """
def LoopCond(*, input: _Any, name: str | None = None) -> _Tensor:
    """Whether a loop goes on, a scalar.

    LoopCond(input: bool) -> (output: bool)
    """
def LowerBound(*, sorted_inputs: _Any, values: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """For each value how many elements of its sorted row are smaller.

        sorted_inputs: `[rows, n]`, each row sorted.
        values: `[rows, m]`.
        output: `[rows, m]`, numbers in [0, n].

    LowerBound(sorted_inputs: T, values: T; T: type, out_type: {int32, int64} = int32) -> (output: out_type)
    """
def Lu(*, input: _Any, output_idx_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Matrices as products of a lower and an upper triangular one, with their rows in another order.

        input: `[..., n, n]`; none singular.
        lu: `[..., n, n]`: on and above the diagonal the upper factor, below it the lower one, which has ones on its own.
        p: `[..., n]`: row p[i] of the input is row i of the product.

    Lu(input: T; T: {double, float, half, complex64, complex128}, output_idx_type: {int32, int64} = int32) -> (lu: T, p: output_idx_type)
    """
def MakeIterator(*, dataset: _Any, iterator: _Any, name: str | None = None) -> _Node:
    """Let an iterator begin at the first element of a data set.

    MakeIterator(dataset: variant, iterator: resource) -> ()
    """
def MapClear(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Node:
    """Empty a staging area.

        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    MapClear(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> ()
    """
def MapIncompleteSize(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """How many incomplete tuples are staged.

        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    MapIncompleteSize(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> (size: int32)
    """
def MapPeek(*, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """Tensors of the tuple of a key of a staging area, which stay there; waits while there is none.

        key: a scalar.
        indices: which tensors of the tuple, in rising order.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of these tensors.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    MapPeek(key: int64, indices: int32; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (values: dtypes)
    """
def MapSize(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """How many complete tuples are staged.

        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    MapSize(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> (size: int32)
    """
def MapStage(*, key: _Any, indices: _Any, values: _Sequence[_Any], dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Node:
    """Put tensors of a tuple into a staging area; waits while that is full.

        key: a scalar.
        indices: which tensors of the tuple, in rising order.
        values: these tensors.
        fake_dtypes: of these tensors.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    MapStage(key: int64, indices: int32, values: fake_dtypes; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), fake_dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> ()
    """
def MapUnstage(*, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """Take tensors of the tuple of a key out of a staging area; waits while there is none.

        key: a scalar.
        indices: which tensors of the tuple, in rising order.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of these tensors.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    MapUnstage(key: int64, indices: int32; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (values: dtypes)
    """
def MapUnstageNoKey(*, indices: _Any, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Any:
    """Take tensors of a tuple out of a staging area, and tell its key; waits while there is none.

        indices: which tensors of the tuple, in rising order.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of these tensors.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    MapUnstageNoKey(indices: int32; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (key: int64, values: dtypes)
    """
def MatMul(*, a: _Any, b: _Any, transpose_a: bool = ..., transpose_b: bool = ..., grad_a: bool = ..., grad_b: bool = ..., name: str | None = None) -> _Tensor:
    """The product of two matrices.

        a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
        b: `[inner, cols]`, or `[cols, inner]` with transpose_b.
        grad_a: says that the product is a gradient of the a of another one; changes nothing.
        grad_b: likewise of b.
        product: `[rows, cols]`.

    MatMul(a: T, b: T; transpose_a: bool = false, transpose_b: bool = false, T: {bfloat16, half, float, double, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}, grad_a: bool = false, grad_b: bool = false) -> (product: T)
    """
def MatchingFiles(*, pattern: _Any, name: str | None = None) -> _Tensor:
    """The files whose paths match one of the patterns, sorted; none is no error.

        pattern: a scalar or a vector of paths in one of `SessionConfig(file_folders=...)`, with `*`, `?` and `[...]` for parts of a name.
        filenames: a vector.

    MatchingFiles(pattern: string) -> (filenames: string)
    """
def MatrixBandPart(*, input: _Any, num_lower: _Any, num_upper: _Any, name: str | None = None) -> _Tensor:
    """The diagonal and some diagonals beside it of each matrix; zeros elsewhere.

        input: `[..., rows, columns]`.
        num_lower: how many diagonals below the main one to keep, at most the rows, a scalar; a negative one keeps all.
        num_upper: how many above it, at most the columns, a scalar; a negative one keeps all.

    MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex; T: type, Tindex: {int32, int64} = int64) -> (band: T)
    """
def MatrixDeterminant(*, input: _Any, name: str | None = None) -> _Tensor:
    """The determinants of matrices.

        input: `[..., n, n]`.
        output: `[...]`.

    MatrixDeterminant(input: T; T: {half, float, double, complex64, complex128}) -> (output: T)
    """
def MatrixDiag(*, diagonal: _Any, name: str | None = None) -> _Tensor:
    """Square matrices with the given main diagonals and zeros elsewhere.

        diagonal: `[..., n]`.
        output: `[..., n, n]`.

    MatrixDiag(diagonal: T; T: type) -> (output: T)
    """
def MatrixDiagPart(*, input: _Any, name: str | None = None) -> _Tensor:
    """The main diagonals of matrices.

        input: `[..., rows, columns]`.
        diagonal: `[..., min(rows, columns)]`.

    MatrixDiagPart(input: T; T: type) -> (diagonal: T)
    """
def MatrixDiagPartV2(*, input: _Any, k: _Any, padding_value: _Any, name: str | None = None) -> _Tensor:
    """Diagonals of matrices.

        input: `[..., rows, columns]`.
        k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
            it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
        padding_value: what fills up diagonals that are shorter than the longest, a scalar. Shorter diagonals are aligned to the left.

    MatrixDiagPartV2(input: T, k: int32, padding_value: T; T: type) -> (diagonal: T)
    """
def MatrixDiagPartV3(*, input: _Any, k: _Any, padding_value: _Any, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ..., name: str | None = None) -> _Tensor:
    """Diagonals of matrices.

        input: `[..., rows, columns]`.
        k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
            it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
        padding_value: what fills up diagonals that are shorter than the longest, a scalar.
        align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.

    MatrixDiagPartV3(input: T, k: int32, padding_value: T; T: type, align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT') -> (diagonal: T)
    """
def MatrixDiagV2(*, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, name: str | None = None) -> _Tensor:
    """Matrices with the given diagonals.

        diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
        k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
            it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
        num_rows, num_cols: of the matrices, scalars; -1 for the fewest that the diagonals fit into.
        padding_value: the value of the elements off the diagonals, a scalar. Shorter diagonals are aligned to the left.

    MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T; T: type) -> (output: T)
    """
def MatrixDiagV3(*, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ..., name: str | None = None) -> _Tensor:
    """Matrices with the given diagonals.

        diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
        k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
            it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
        num_rows, num_cols: of the matrices, scalars; -1 for the fewest that the diagonals fit into.
        padding_value: the value of the elements off the diagonals, a scalar.
        align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.

    MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T; T: type, align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT') -> (output: T)
    """
def MatrixExponential(*, input: _Any, name: str | None = None) -> _Tensor:
    """The exponentials of matrices, the sums of A^k / k! over all k.

        input: `[..., n, n]`.

    MatrixExponential(input: T; T: {double, float, half, complex64, complex128}) -> (output: T)
    """
def MatrixInverse(*, input: _Any, adjoint: bool = ..., name: str | None = None) -> _Tensor:
    """The inverses of matrices.

        input: `[..., n, n]`; none singular.
        adjoint: invert the conjugate transposes.

    MatrixInverse(input: T; adjoint: bool = false, T: {double, float, half, complex64, complex128}) -> (output: T)
    """
def MatrixLogarithm(*, input: _Any, name: str | None = None) -> _Tensor:
    """The principal logarithms of matrices: their eigenvalues have imaginary parts in (-pi, pi].

        input: `[..., n, n]`; not a number where a matrix is singular.

    MatrixLogarithm(input: T; T: {complex64, complex128}) -> (output: T)
    """
def MatrixSetDiag(*, input: _Any, diagonal: _Any, name: str | None = None) -> _Tensor:
    """Matrices with other main diagonals.

        input: `[..., rows, columns]`.
        diagonal: `[..., min(rows, columns)]`.

    MatrixSetDiag(input: T, diagonal: T; T: type) -> (output: T)
    """
def MatrixSetDiagV2(*, input: _Any, diagonal: _Any, k: _Any, name: str | None = None) -> _Tensor:
    """Matrices with some of their diagonals replaced.

        input: `[..., rows, columns]`.
        diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
        k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
            it. With more than one, the diagonals are rows, the highest first, as long as the longest of them. Shorter diagonals are aligned to the left.

    MatrixSetDiagV2(input: T, diagonal: T, k: int32; T: type) -> (output: T)
    """
def MatrixSetDiagV3(*, input: _Any, diagonal: _Any, k: _Any, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ..., name: str | None = None) -> _Tensor:
    """Matrices with some of their diagonals replaced.

        input: `[..., rows, columns]`.
        diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
        k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
            it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
        align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.

    MatrixSetDiagV3(input: T, diagonal: T, k: int32; T: type, align: {'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'} = 'RIGHT_LEFT') -> (output: T)
    """
def MatrixSolve(*, matrix: _Any, rhs: _Any, adjoint: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which matrix X = rhs.

        matrix: `[..., n, n]`; none singular.
        rhs: `[..., n, columns]`, with the same leading dimensions.
        adjoint: solve with the conjugate transposes of the matrices.

    MatrixSolve(matrix: T, rhs: T; adjoint: bool = false, T: {double, float, half, complex64, complex128}) -> (output: T)
    """
def MatrixSolveLs(*, matrix: _Any, rhs: _Any, l2_regularizer: _Any, fast: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which matrix X is as close to rhs as can be, in the sum of squares.

        matrix: `[..., m, n]`.
        rhs: `[..., m, columns]`, with the same leading dimensions.
        l2_regularizer: a number of at least 0: how much the squares of X count beside those of what is missed.
        fast: by way of the product of the matrix with its adjoint, which must be far from singular; otherwise by its
            singular values, for any matrix: the smallest X, and l2_regularizer has no effect.
        output: `[..., n, columns]`; of several the smallest.

    MatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double; T: {double, float, half, complex64, complex128}, fast: bool = true) -> (output: T)
    """
def MatrixSquareRoot(*, input: _Any, name: str | None = None) -> _Tensor:
    """The principal square roots of matrices: their eigenvalues have no negative real parts.

        input: `[..., n, n]`; not a number where a matrix has no such root, or a real one no real root.

    MatrixSquareRoot(input: T; T: {double, float, half, complex64, complex128}) -> (output: T)
    """
def MatrixTriangularSolve(*, matrix: _Any, rhs: _Any, lower: bool = ..., adjoint: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which matrix X = rhs, by substitution.

        matrix: `[..., n, n]`; only one triangle is read. A 0 on the diagonal gives results that are not finite.
        rhs: `[..., n, columns]`; leading dimensions broadcast.
        lower: which triangle: the lower or the upper one.
        adjoint: solve with the conjugate transposes of the matrices.

    MatrixTriangularSolve(matrix: T, rhs: T; lower: bool = true, adjoint: bool = false, T: {bfloat16, double, float, half, complex64, complex128}) -> (output: T)
    """
def Max(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The largest element over axes, not a number if one is not. That of nothing is the lowest value of the dtype:
        minus infinity, or the smallest integer.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    Max(input: T, reduction_indices: Tidx; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16}, Tidx: {int32, int64} = int32) -> (output: T)
    """
def MaxPool(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Tensor:
    """The maximum of each window.

        input: `[batch, rows, cols, channels]`, or channels first as data_format says.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.

    MaxPool(input: T; T: {half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16, qint8} = float32, ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC') -> (output: T)
    """
def MaxPool3D(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Tensor:
    """The maximum of each window.

        input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.

    MaxPool3D(input: T; ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', T: {half, bfloat16, float}) -> (output: T)
    """
def MaxPool3DGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of MaxPool3D.

        orig_input: the input of the pool.
        orig_output: its output.
        grad: gradient of the output.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: gradient of the input, of its shape.

    MaxPool3DGrad(orig_input: TInput, orig_output: TInput, grad: T; ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', T: {half, bfloat16, float} = float32, TInput: {half, bfloat16, float} = float32) -> (output: T)
    """
def MaxPool3DGradGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of MaxPool3DGrad.

        orig_input: the input of the pool.
        orig_output: its output.
        grad: gradient of the gradient of the input, of the input's shape.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: what grad has where each window's maximum is, of the shape of the pool's output.

    MaxPool3DGradGrad(orig_input: T, orig_output: T, grad: T; ksize: list(int) >= 5, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output: T)
    """
def MaxPoolGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of MaxPool.

        orig_input: the input of the pool.
        orig_output: its output.
        grad: gradient of the output.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: gradient of the input, of its shape.

    MaxPoolGrad(orig_input: T, orig_output: T, grad: T; ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW'} = 'NHWC', T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64} = float32) -> (output: T)
    """
def MaxPoolGradGrad(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of MaxPoolGrad.

        orig_input: the input of the pool.
        orig_output: its output.
        grad: gradient of the gradient of the input, of the input's shape.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: what grad has where each window's maximum is, of the shape of the pool's output.

    MaxPoolGradGrad(orig_input: T, orig_output: T, grad: T; ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME', 'VALID'}, data_format: {'NHWC', 'NCHW'} = 'NHWC', T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output: T)
    """
def MaxPoolGradGradV2(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of MaxPoolGradV2.

        orig_input: the input of the pool.
        orig_output: its output.
        grad: gradient of the gradient of the input, of the input's shape.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: what grad has where each window's maximum is, of the shape of the pool's output.

    MaxPoolGradGradV2(orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32; padding: {'SAME', 'VALID'}, data_format: {'NHWC', 'NCHW'} = 'NHWC', T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output: T)
    """
def MaxPoolGradV2(*, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., name: str | None = None) -> _Tensor:
    """Gradient of MaxPoolV2.

        orig_input: the input of the pool.
        orig_output: its output.
        grad: gradient of the output.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        output: gradient of the input, of its shape.

    MaxPoolGradV2(orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32; padding: {'SAME', 'VALID'}, data_format: {'NHWC', 'NCHW'} = 'NHWC', T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64} = float32) -> (output: T)
    """
def MaxPoolGradWithArgmax(*, input: _Any, grad: _Any, argmax: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], include_batch_in_index: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of MaxPoolWithArgmax.

        input: the input of the pool.
        grad: gradient of its output.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        include_batch_in_index: whether argmax counts elements from the start of all images, or of each image.
        argmax: `(row * cols + col) * channels + channel` of each window's first maximum, of the shape of the output.
        output: gradient of the input, of its shape: grad where argmax says, summed where it says so twice.

    MaxPoolGradWithArgmax(input: T, grad: T, argmax: Targmax; ksize: list(int) >= 4, strides: list(int) >= 4, padding: {'SAME', 'VALID'}, include_batch_in_index: bool = false, Targmax: {int32, int64}, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output: T)
    """
def MaxPoolV2(*, input: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Tensor:
    """The maximum of each window; its size is an input.

        input: `[batch, rows, cols, channels]`, or channels first as data_format says.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.

    MaxPoolV2(input: T, ksize: int32, strides: int32; T: {half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16, qint8} = float32, padding: {'SAME', 'VALID'}, data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC') -> (output: T)
    """
def MaxPoolWithArgmax(*, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], Targmax: _DTypeLike = ..., include_batch_in_index: bool = ..., name: str | None = None) -> _Any:
    """The maximum of each window, and where it is.

        input: `[batch, rows, cols, channels]`.

        ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
        strides: likewise, how far windows are apart.
        include_batch_in_index: whether argmax counts elements from the start of all images, or of each image.
        argmax: `(row * cols + col) * channels + channel` of each window's first maximum, of the shape of the output.

    MaxPoolWithArgmax(input: T; ksize: list(int) >= 4, strides: list(int) >= 4, Targmax: {int32, int64} = int64, padding: {'SAME', 'VALID'}, include_batch_in_index: bool = false, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output: T, argmax: Targmax)
    """
def Maximum(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The larger of x and y, element by element; not a number where either is not.

    Maximum(x: T, y: T; T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}) -> (z: T)
    """
def Mean(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The mean over axes. Integers round toward 0; the mean of nothing is not a number, for integers 0.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    Mean(input: T, reduction_indices: Tidx; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tidx: {int32, int64} = int32) -> (output: T)
    """
def Merge(*, inputs: _Sequence[_Any], name: str | None = None) -> _Any:
    """The one input that is not dead.

        value_index: which one it was.

    Merge(inputs: N * T; T: type, N: int >= 1) -> (output: T, value_index: int32)
    """
def MergeSummary(*, inputs: _Sequence[_Any], name: str | None = None) -> _Tensor:
    """One Summary message with the values of all.

        inputs: serialised messages, each of any shape; two values of one name are an error.

    MergeSummary(inputs: N * string; N: int >= 1) -> (summary: string)
    """
def MergeV2Checkpoints(*, checkpoint_prefixes: _Any, destination_prefix: _Any, delete_old_dirs: bool = ..., allow_missing_files: bool = ..., name: str | None = None) -> _Node:
    """Write the tensors of several files into one, and remove those files.

        checkpoint_prefixes: what SaveV2 was given.
        destination_prefix: path of the new file without its suffix.
        delete_old_dirs: folders that are empty then are removed, too.
        allow_missing_files: files that do not exist are left out, as long as one does.

    MergeV2Checkpoints(checkpoint_prefixes: string, destination_prefix: string; delete_old_dirs: bool = true, allow_missing_files: bool = false) -> ()
    """
def Mfcc(*, spectrogram: _Any, sample_rate: _Any, upper_frequency_limit: float = ..., lower_frequency_limit: float = ..., filterbank_channel_count: int = ..., dct_coefficient_count: int = ..., name: str | None = None) -> _Tensor:
    """Mel-frequency cepstral coefficients: a cosine transform of the logarithms of magnitudes in bands.

        spectrogram: `[channels, windows, frequencies]`, squares of magnitudes of at least 2 frequencies from 0 to half of
            sample_rate, as AudioSpectrogram gives them.
        sample_rate: a scalar above 0, samples in a second.
        upper_frequency_limit, lower_frequency_limit: of the bands, in Hertz, within the frequencies of spectrogram.
        filterbank_channel_count: the number of bands, equally wide on the mel scale.
        dct_coefficient_count: how many coefficients are given, at most as many as there are bands.
        output: `[channels, windows, dct_coefficient_count]`.

    Mfcc(spectrogram: float, sample_rate: int32; upper_frequency_limit: float = 4000.0, lower_frequency_limit: float = 20.0, filterbank_channel_count: int = 40, dct_coefficient_count: int = 13) -> (output: float)
    """
def Min(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The smallest element over axes, not a number if one is not. That of nothing is the highest value of the
        dtype: infinity, or the largest integer.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    Min(input: T, reduction_indices: Tidx; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16}, Tidx: {int32, int64} = int32) -> (output: T)
    """
def Minimum(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The smaller of x and y, element by element; not a number where either is not.

    Minimum(x: T, y: T; T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}) -> (z: T)
    """
def MirrorPad(*, input: _Any, paddings: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], name: str | None = None) -> _Tensor:
    """The input with its mirror image around it.

        paddings: (before, after) for each axis, a matrix `[rank, 2]`.
        mode: REFLECT does not repeat the border, SYMMETRIC does.

    MirrorPad(input: T, paddings: Tpaddings; T: type, Tpaddings: {int32, int64} = int32, mode: {'REFLECT', 'SYMMETRIC'}) -> (output: T)
    """
def MirrorPadGrad(*, input: _Any, paddings: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], name: str | None = None) -> _Tensor:
    """Gradient of MirrorPad: margins folded back onto what they mirror.

    MirrorPadGrad(input: T, paddings: Tpaddings; T: type, Tpaddings: {int32, int64} = int32, mode: {'REFLECT', 'SYMMETRIC'}) -> (output: T)
    """
def Mod(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers.

    Mod(x: T, y: T; T: {int32, int64, half, half, bfloat16, float, double}) -> (z: T)
    """
def Mul(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x * y, element by element.

    Mul(x: T, y: T; T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}) -> (z: T)
    """
def MulNoNan(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x * y, element by element, but 0 where y is 0, even if x is infinite or not a number.

    MulNoNan(x: T, y: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (z: T)
    """
def Multinomial(*, logits: _Any, num_samples: _Any, seed: int = ..., seed2: int = ..., output_dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """For each row numbers of classes, drawn with probabilities that are proportional to exp(logits).

        logits: (rows, classes). What is not finite has probability 0.
        num_samples: how many are drawn for each row, a scalar.
        output: (rows, num_samples), numbers in [0, classes).

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    Multinomial(logits: T, num_samples: int32; seed: int = 0, seed2: int = 0, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, output_dtype: {int32, int64} = int64) -> (output: output_dtype)
    """
def MutableDenseHashTable(*, empty_key: _Any, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ..., initial_num_buckets: int = ..., max_load_factor: float = ..., name: str | None = None) -> _Tensor:
    """A reference to a table whose keys and values are tensors.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.
        value_shape: of each value.
        empty_key: a key that is never used; its shape is that of a key.
        initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1.

    MutableDenseHashTable(empty_key: key_dtype; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type, value_shape: shape = { }, initial_num_buckets: int = 131072, max_load_factor: float = 0.8) -> (table_handle: Ref(string))
    """
def MutableDenseHashTableV2(*, empty_key: _Any, deleted_key: _Any, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ..., initial_num_buckets: int = ..., max_load_factor: float = ..., name: str | None = None) -> _Tensor:
    """The handle of a table whose keys and values are tensors.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.
        value_shape: of each value.
        empty_key, deleted_key: two keys that are never used; their shape is that of a key.
        initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1.

    MutableDenseHashTableV2(empty_key: key_dtype, deleted_key: key_dtype; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type, value_shape: shape = { }, initial_num_buckets: int = 131072, max_load_factor: float = 0.8) -> (table_handle: resource)
    """
def MutableHashTable(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., name: str | None = None) -> _Tensor:
    """A reference to a table whose values are scalars.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.

    MutableHashTable(; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type) -> (table_handle: Ref(string))
    """
def MutableHashTableOfTensors(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """A reference to a table whose values are tensors of one shape.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.
        value_shape: of each value.

    MutableHashTableOfTensors(; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type, value_shape: shape = { }) -> (table_handle: Ref(string))
    """
def MutableHashTableOfTensorsV2(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """The handle of a table whose values are tensors of one shape.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.
        value_shape: of each value.

    MutableHashTableOfTensorsV2(; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type, value_shape: shape = { }) -> (table_handle: resource)
    """
def MutableHashTableV2(*, key_dtype: _DTypeLike, value_dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., name: str | None = None) -> _Tensor:
    """The handle of a table whose values are scalars.

        container: where the table lives; '' is the default container.
        shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
        use_node_name_sharing: the node's name is its shared_name if it has none.
        key_dtype, value_dtype: of keys and values.

    MutableHashTableV2(; container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, value_dtype: type) -> (table_handle: resource)
    """
def Ndtri(*, x: _Any, name: str | None = None) -> _Tensor:
    """The quantile function of the normal distribution; x must be in [0, 1].

    Ndtri(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def Neg(*, x: _Any, name: str | None = None) -> _Tensor:
    """-x.

    Neg(x: T; T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}) -> (y: T)
    """
def NextAfter(*, x1: _Any, x2: _Any, name: str | None = None) -> _Tensor:
    """The number next to x1 in the direction of x2.

    NextAfter(x1: T, x2: T; T: {double, float} = float32) -> (output: T)
    """
def NextIteration(*, data: _Any, name: str | None = None) -> _Tensor:
    """Brings a value into the next iteration of a loop.

    NextIteration(data: T; T: type) -> (output: T)
    """
def NoOp(*, name: str | None = None) -> _Node:
    """Computes nothing; a place to attach control dependencies to.

    NoOp() -> ()
    """
def NonMaxSuppression(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: float = ..., name: str | None = None) -> _Tensor:
    """The best boxes, none of which overlaps a better one by much.

        boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
        scores: `[boxes]`.
        max_output_size: a scalar, 0 or more: at most so many boxes.
        iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
        selected_indices: which boxes, best first; of boxes with equal scores the first.

    NonMaxSuppression(boxes: float, scores: float, max_output_size: int32; iou_threshold: float = 0.5) -> (selected_indices: int32)
    """
def NonMaxSuppressionV2(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, name: str | None = None) -> _Tensor:
    """The best boxes, none of which overlaps a better one by much.

        boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
        scores: `[boxes]`.
        max_output_size: a scalar, 0 or more: at most so many boxes.
        iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
        selected_indices: which boxes, best first; of boxes with equal scores the first.

    NonMaxSuppressionV2(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold; T: {half, float} = float32, T_threshold: {half, float} = float32) -> (selected_indices: int32)
    """
def NonMaxSuppressionV3(*, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, name: str | None = None) -> _Tensor:
    """The best boxes, none of which overlaps a better one by much.

        boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
        scores: `[boxes]`.
        max_output_size: a scalar, 0 or more: at most so many boxes.
        iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
        score_threshold: a scalar: only boxes with a score above it.
        selected_indices: which boxes, best first; of boxes with equal scores the first.

    NonMaxSuppressionV3(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: T_threshold; T: {half, float} = float32, T_threshold: {half, float} = float32) -> (selected_indices: int32)
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

    NonMaxSuppressionV4(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: T_threshold; T: {half, float} = float32, T_threshold: {half, float} = float32, pad_to_max_output_size: bool = false) -> (selected_indices: int32, valid_outputs: int32)
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

    NonMaxSuppressionV5(boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, soft_nms_sigma: T; T: {half, float} = float32, pad_to_max_output_size: bool = false) -> (selected_indices: int32, selected_scores: T, valid_outputs: int32)
    """
def NonMaxSuppressionWithOverlaps(*, overlaps: _Any, scores: _Any, max_output_size: _Any, overlap_threshold: _Any, score_threshold: _Any, name: str | None = None) -> _Tensor:
    """The best boxes, none of which overlaps a better one by much, by any measure of overlap.

        overlaps: `[boxes, boxes]`: how much the box of the row overlaps that of the column.
        scores: `[boxes]`.
        max_output_size: a scalar, 0 or more: at most so many boxes.
        overlap_threshold: a scalar: a box is left out if it overlaps a better one by more.
        score_threshold: a scalar: only boxes with a score above it.
        selected_indices: which boxes, best first; of boxes with equal scores the first.

    NonMaxSuppressionWithOverlaps(overlaps: float, scores: float, max_output_size: int32, overlap_threshold: float, score_threshold: float) -> (selected_indices: int32)
    """
def NotEqual(*, x: _Any, y: _Any, incompatible_shape_error: bool = ..., name: str | None = None) -> _Tensor:
    """Whether x and y differ.

        incompatible_shape_error: if false, shapes that do not broadcast give one true instead of an error.

    NotEqual(x: T, y: T; T: type, incompatible_shape_error: bool = true) -> (z: bool)
    """
def NthElement(*, input: _Any, n: _Any, reverse: bool = ..., name: str | None = None) -> _Tensor:
    """The n-th smallest element of each row along the last axis.

        n: a scalar, 0 for the smallest.
        reverse: the n-th largest.

    NthElement(input: T, n: int32; reverse: bool = false, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (values: T)
    """
def OneHot(*, indices: _Any, depth: _Any, on_value: _Any, off_value: _Any, axis: int = ..., name: str | None = None) -> _Tensor:
    """For each index a vector with on_value there and off_value elsewhere; an index out of range gives none.

        depth: the length of the vectors, a scalar.
        on_value, off_value: scalars.
        axis: where the vectors' axis goes; -1 is behind the last one.

    OneHot(indices: TI, depth: int32, on_value: T, off_value: T; axis: int = -1, T: type, TI: {uint8, int8, int32, int64} = int64) -> (output: T)
    """
def OnesLike(*, x: _Any, name: str | None = None) -> _Tensor:
    """Ones of the input's shape and dtype.

    OnesLike(x: T; T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64, complex128, bool}) -> (y: T)
    """
def OptionalFromValue(*, components: _Sequence[_Any], name: str | None = None) -> _Tensor:
    """An optional value that is the tensors given.

    OptionalFromValue(components: Toutput_types; Toutput_types: list(type) >= 1) -> (optional: variant)
    """
def OptionalGetValue(*, optional: _Any, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], name: str | None = None) -> list[_Tensor]:
    """The tensors that an optional value is; an error if it is nothing.

        output_types, output_shapes: what they must be.

    OptionalGetValue(optional: variant; output_types: list(type) >= 1, output_shapes: list(shape) >= 1) -> (components: output_types)
    """
def OptionalHasValue(*, optional: _Any, name: str | None = None) -> _Tensor:
    """Whether an optional value is something.

    OptionalHasValue(optional: variant) -> (has_value: bool)
    """
def OptionalNone(*, name: str | None = None) -> _Tensor:
    """An optional value that is nothing.

    OptionalNone() -> (optional: variant)
    """
def OrderedMapClear(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Node:
    """Empty a staging area.

        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    OrderedMapClear(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> ()
    """
def OrderedMapIncompleteSize(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """How many incomplete tuples are staged.

        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    OrderedMapIncompleteSize(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> (size: int32)
    """
def OrderedMapPeek(*, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """Tensors of the tuple of a key of a staging area, which stay there; waits while there is none.

        key: a scalar.
        indices: which tensors of the tuple, in rising order.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of these tensors.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    OrderedMapPeek(key: int64, indices: int32; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (values: dtypes)
    """
def OrderedMapSize(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """How many complete tuples are staged.

        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    OrderedMapSize(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> (size: int32)
    """
def OrderedMapStage(*, key: _Any, indices: _Any, values: _Sequence[_Any], dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Node:
    """Put tensors of a tuple into a staging area; waits while that is full.

        key: a scalar.
        indices: which tensors of the tuple, in rising order.
        values: these tensors.
        fake_dtypes: of these tensors.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    OrderedMapStage(key: int64, indices: int32, values: fake_dtypes; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), fake_dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> ()
    """
def OrderedMapUnstage(*, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """Take tensors of the tuple of a key out of a staging area; waits while there is none.

        key: a scalar.
        indices: which tensors of the tuple, in rising order.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of these tensors.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    OrderedMapUnstage(key: int64, indices: int32; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (values: dtypes)
    """
def OrderedMapUnstageNoKey(*, indices: _Any, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Any:
    """Take tensors of a tuple out of a staging area, and tell its key; waits while there is none. In an ordered staging area the smallest key is the first.

        indices: which tensors of the tuple, in rising order.
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of these tensors.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    OrderedMapUnstageNoKey(indices: int32; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (key: int64, values: dtypes)
    """
def Pack(*, values: _Sequence[_Any], axis: int = ..., name: str | None = None) -> _Tensor:
    """The inputs, all of one shape, as one tensor with one more axis.

        axis: where the new axis goes; -1 is behind the last one.

    Pack(values: N * T; N: int >= 1, T: type, axis: int = 0) -> (output: T)
    """
def Pad(*, input: _Any, paddings: _Any, name: str | None = None) -> _Tensor:
    """The input with zeros around it.

        paddings: (before, after) for each axis, a matrix `[rank, 2]`.

    Pad(input: T, paddings: Tpaddings; T: type, Tpaddings: {int32, int64} = int32) -> (output: T)
    """
def PadV2(*, input: _Any, paddings: _Any, constant_values: _Any, name: str | None = None) -> _Tensor:
    """The input with a value around it.

        paddings: (before, after) for each axis, a matrix `[rank, 2]`.
        constant_values: the value, a scalar.

    PadV2(input: T, paddings: Tpaddings, constant_values: T; T: type, Tpaddings: {int32, int64} = int32) -> (output: T)
    """
def PaddingFIFOQueue(*, component_types: _Sequence[_DTypeLike], shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives elements in the order in which they came, and whose components may differ in sizes: where several are dequeued, each is padded with zeros to the largest.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.

    PaddingFIFOQueue(; component_types: list(type) >= 1, shapes: list(shape) >= 0 = [], capacity: int = -1, container: string = '', shared_name: string = '') -> (handle: Ref(string))
    """
def PaddingFIFOQueueV2(*, component_types: _Sequence[_DTypeLike], shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives elements in the order in which they came, and whose components may differ in sizes: where several are dequeued, each is padded with zeros to the largest.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.

    PaddingFIFOQueueV2(; component_types: list(type) >= 1, shapes: list(shape) >= 0 = [], capacity: int = -1, container: string = '', shared_name: string = '') -> (handle: resource)
    """
def ParallelConcat(*, values: _Sequence[_Any], shape: _ShapeLike, name: str | None = None) -> _Tensor:
    """The inputs one after the other along the first axis, along which each has size 1.

        values: of one shape.
        shape: that of the output, fully known.

    ParallelConcat(values: N * T; N: int >= 1, T: type, shape: shape) -> (output: T)
    """
def ParallelDynamicStitch(*, indices: _Sequence[_Any], data: _Sequence[_Any], name: str | None = None) -> _Tensor:
    """Entries of several tensors, each at the place that an index gives it.

        indices: places, not negative; where several are equal, the last one counts here; TensorFlow does not say which.
        data: for each of indices a tensor whose first dimensions are its shape, followed by those of an entry.
        merged: as many entries as the largest index plus 1; zeros where no index points.

    ParallelDynamicStitch(indices: N * int32, data: N * T; N: int >= 1, T: type) -> (merged: T)
    """
def ParameterizedTruncatedNormal(*, shape: _Any, means: _Any, stdevs: _Any, minvals: _Any, maxvals: _Any, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """Numbers of normal distributions without what lies outside of two bounds.

        shape: of output, of rank 1 or more. Parameters are scalars, vectors of one, or have one for each row.
        means: of the distributions before they are truncated, finite.
        stdevs: their standard deviations, finite and above 0.
        minvals, maxvals: the bounds, minvals < maxvals; one of each two may be infinite.
        seed, seed2: where the stream begins; another one in each Session if both are 0.

    ParameterizedTruncatedNormal(shape: T, means: dtype, stdevs: dtype, minvals: dtype, maxvals: dtype; seed: int = 0, seed2: int = 0, dtype: {half, bfloat16, float, double}, T: {int32, int64}) -> (output: dtype)
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

    ParseExample(serialized: string, names: string, sparse_keys: Nsparse * string, dense_keys: Ndense * string, dense_defaults: Tdense; Nsparse: int >= 0, Ndense: int >= 0, sparse_types: list({float, int64, string}) >= 0, Tdense: list({float, int64, string}) >= 0, dense_shapes: list(shape) >= 0) -> (sparse_indices: Nsparse * int64, sparse_values: sparse_types, sparse_shapes: Nsparse * int64, dense_values: Tdense)
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

    ParseExampleV2(serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: string, dense_defaults: Tdense; Tdense: list({float, int64, string}) >= 0, num_sparse: int >= 0, sparse_types: list({float, int64, string}) >= 0, ragged_value_types: list({float, int64, string}) >= 0, ragged_split_types: list({int32, int64}) >= 0, dense_shapes: list(shape) >= 0) -> (sparse_indices: num_sparse * int64, sparse_values: sparse_types, sparse_shapes: num_sparse * int64, dense_values: Tdense, ragged_values: ragged_value_types, ragged_row_splits: ragged_split_types)
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

    ParseSequenceExample(serialized: string, debug_name: string, context_dense_defaults: Tcontext_dense; feature_list_dense_missing_assumed_empty: list(string) >= 0, context_sparse_keys: list(string) >= 0, context_dense_keys: list(string) >= 0, feature_list_sparse_keys: list(string) >= 0, feature_list_dense_keys: list(string) >= 0, Ncontext_sparse: int >= 0 = 0, Ncontext_dense: int >= 0 = 0, Nfeature_list_sparse: int >= 0 = 0, Nfeature_list_dense: int >= 0 = 0, context_sparse_types: list({float, int64, string}) >= 0 = [], Tcontext_dense: list({float, int64, string}) >= 0 = [], feature_list_dense_types: list({float, int64, string}) >= 0 = [], context_dense_shapes: list(shape) >= 0 = [], feature_list_sparse_types: list({float, int64, string}) >= 0 = [], feature_list_dense_shapes: list(shape) >= 0 = []) -> (context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: context_sparse_types, context_sparse_shapes: Ncontext_sparse * int64, context_dense_values: Tcontext_dense, feature_list_sparse_indices: Nfeature_list_sparse * int64, feature_list_sparse_values: feature_list_sparse_types, feature_list_sparse_shapes: Nfeature_list_sparse * int64, feature_list_dense_values: feature_list_dense_types, feature_list_dense_lengths: Nfeature_list_dense * int64)
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

    ParseSequenceExampleV2(serialized: string, debug_name: string, context_sparse_keys: string, context_dense_keys: string, context_ragged_keys: string, feature_list_sparse_keys: string, feature_list_dense_keys: string, feature_list_ragged_keys: string, feature_list_dense_missing_assumed_empty: bool, context_dense_defaults: Tcontext_dense; Ncontext_sparse: int >= 0 = 0, Tcontext_dense: list({float, int64, string}) >= 0 = [], context_sparse_types: list({float, int64, string}) >= 0 = [], context_ragged_value_types: list({float, int64, string}) >= 0 = [], context_ragged_split_types: list({int32, int64}) >= 0 = [], context_dense_shapes: list(shape) >= 0 = [], Nfeature_list_sparse: int >= 0 = 0, Nfeature_list_dense: int >= 0 = 0, feature_list_dense_types: list({float, int64, string}) >= 0 = [], feature_list_sparse_types: list({float, int64, string}) >= 0 = [], feature_list_ragged_value_types: list({float, int64, string}) >= 0 = [], feature_list_ragged_split_types: list({int32, int64}) >= 0 = [], feature_list_dense_shapes: list(shape) >= 0 = []) -> (context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: context_sparse_types, context_sparse_shapes: Ncontext_sparse * int64, context_dense_values: Tcontext_dense, context_ragged_values: context_ragged_value_types, context_ragged_row_splits: context_ragged_split_types, feature_list_sparse_indices: Nfeature_list_sparse * int64, feature_list_sparse_values: feature_list_sparse_types, feature_list_sparse_shapes: Nfeature_list_sparse * int64, feature_list_dense_values: feature_list_dense_types, feature_list_dense_lengths: Nfeature_list_dense * int64, feature_list_ragged_values: feature_list_ragged_value_types, feature_list_ragged_outer_splits: feature_list_ragged_split_types, feature_list_ragged_inner_splits: feature_list_ragged_split_types)
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

    ParseSingleExample(serialized: string, dense_defaults: Tdense; num_sparse: int >= 0, sparse_keys: list(string) >= 0, dense_keys: list(string) >= 0, sparse_types: list({float, int64, string}) >= 0, Tdense: list({float, int64, string}) >= 0, dense_shapes: list(shape) >= 0) -> (sparse_indices: num_sparse * int64, sparse_values: sparse_types, sparse_shapes: num_sparse * int64, dense_values: Tdense)
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

    ParseSingleSequenceExample(serialized: string, feature_list_dense_missing_assumed_empty: string, context_sparse_keys: Ncontext_sparse * string, context_dense_keys: Ncontext_dense * string, feature_list_sparse_keys: Nfeature_list_sparse * string, feature_list_dense_keys: Nfeature_list_dense * string, context_dense_defaults: Tcontext_dense, debug_name: string; Ncontext_sparse: int >= 0 = 0, Ncontext_dense: int >= 0 = 0, Nfeature_list_sparse: int >= 0 = 0, Nfeature_list_dense: int >= 0 = 0, context_sparse_types: list({float, int64, string}) >= 0 = [], Tcontext_dense: list({float, int64, string}) >= 0 = [], feature_list_dense_types: list({float, int64, string}) >= 0 = [], context_dense_shapes: list(shape) >= 0 = [], feature_list_sparse_types: list({float, int64, string}) >= 0 = [], feature_list_dense_shapes: list(shape) >= 0 = []) -> (context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: context_sparse_types, context_sparse_shapes: Ncontext_sparse * int64, context_dense_values: Tcontext_dense, feature_list_sparse_indices: Nfeature_list_sparse * int64, feature_list_sparse_values: feature_list_sparse_types, feature_list_sparse_shapes: Nfeature_list_sparse * int64, feature_list_dense_values: feature_list_dense_types)
    """
def ParseTensor(*, serialized: _Any, out_type: _DTypeLike, name: str | None = None) -> _Tensor:
    """The tensor that the bytes of a TensorProto message describe.

        serialized: a scalar.
        out_type: the dtype that the message must have.

    ParseTensor(serialized: string; out_type: type) -> (output: out_type)
    """
def PartitionedCall(*, args: _Sequence[_Any], Tout: _Sequence[_DTypeLike], f: _Any, config: str | bytes = ..., config_proto: str | bytes = ..., executor_type: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """The results of a function that reads and changes no state.

        f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.
        config, config_proto, executor_type: have no effect.

    PartitionedCall(args: Tin; Tin: list(type) >= 0, Tout: list(type) >= 0, f: func, config: string = '', config_proto: string = '', executor_type: string = '') -> (output: Tout)
    """
def Placeholder(*, dtype: _DTypeLike, shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """A tensor that must be fed.

    Placeholder(; dtype: type, shape: shape = { unknown_rank: true }) -> (output: dtype)
    """
def PlaceholderV2(*, dtype: _DTypeLike, shape: _ShapeLike, name: str | None = None) -> _Tensor:
    """A tensor that must be fed.

    PlaceholderV2(; dtype: type, shape: shape) -> (output: dtype)
    """
def PlaceholderWithDefault(*, input: _Any, shape: _ShapeLike, name: str | None = None) -> _Tensor:
    """The input, unless the output is fed.

        shape: what the output's shape must be compatible with.

    PlaceholderWithDefault(input: dtype; dtype: type, shape: shape) -> (output: dtype)
    """
def Polygamma(*, a: _Any, x: _Any, name: str | None = None) -> _Tensor:
    """The derivatives of Digamma.

        a: which one, 0 for Digamma itself; not a number unless it is an integer >= 0.

    Polygamma(a: T, x: T; T: {float, double}) -> (z: T)
    """
def PopulationCount(*, x: _Any, name: str | None = None) -> _Tensor:
    """The number of bits that are set.

    PopulationCount(x: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) -> (y: uint8)
    """
def Pow(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x to the power y, element by element; a negative y is an error for integers.

    Pow(x: T, y: T; T: {bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128}) -> (z: T)
    """
def PreventGradient(*, input: _Any, message: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The input; asking for a gradient through it is an error.

        message: why.

    PreventGradient(input: T; T: type, message: string = '') -> (output: T)
    """
def Print(*, input: _Any, data: _Sequence[_Any], message: str | bytes = ..., first_n: int = ..., summarize: int = ..., name: str | None = None) -> _Tensor:
    """The input; each time a line on the standard error stream.

        data: what the line shows.
        message: what the line begins with.
        first_n: only the first so many times in a Session; negative: every time.
        summarize: how many elements of each tensor are shown; negative: all.

    Print(input: T, data: U; T: type, U: list(type) >= 0, message: string = '', first_n: int = -1, summarize: int = 3) -> (output: T)
    """
def PrintV2(*, input: _Any, output_stream: str | bytes = ..., end: str | bytes = ..., name: str | None = None) -> _Node:
    """Write a string, a scalar.

        output_stream: stdout, stderr, or log(info), log(warning), log(error) for Python's logger 'graphops'.
        end: what is written behind it.

    PrintV2(input: string; output_stream: string = 'stderr', end: string = '\\n') -> ()
    """
def PriorityQueue(*, shapes: _Sequence[_ShapeLike], component_types: _Sequence[_DTypeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives the element of the smallest priority first. The first tensor of an element is its priority, an int64 scalar, which component_types and shapes do not list.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.

    PriorityQueue(; component_types: list(type) >= 0 = [], shapes: list(shape) >= 0, capacity: int = -1, container: string = '', shared_name: string = '') -> (handle: Ref(string))
    """
def PriorityQueueV2(*, shapes: _Sequence[_ShapeLike], component_types: _Sequence[_DTypeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives the element of the smallest priority first. The first tensor of an element is its priority, an int64 scalar, which component_types and shapes do not list.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.

    PriorityQueueV2(; component_types: list(type) >= 0 = [], shapes: list(shape) >= 0, capacity: int = -1, container: string = '', shared_name: string = '') -> (handle: resource)
    """
def Prod(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The product over axes; that of nothing is 1.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    Prod(input: T, reduction_indices: Tidx; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tidx: {int32, int64} = int32) -> (output: T)
    """
def PyFunc(*, input: _Sequence[_Any], token: str | bytes, Tout: _Sequence[_DTypeLike], name: str | None = None) -> list[_Tensor]:
    """What a Python function returns.

        input: what the function is called with, as arrays; scalars as NumPy's scalars, strings as bytes.
        output: what it returns: one value, or a list or tuple of as many as Tout has.
        token: names the function in this process.

    PyFunc(input: Tin; token: string, Tin: list(type) >= 0, Tout: list(type) >= 0) -> (output: Tout)
    """
def PyFuncStateless(*, input: _Sequence[_Any], token: str | bytes, Tout: _Sequence[_DTypeLike], name: str | None = None) -> list[_Tensor]:
    """What a Python function returns that gives the same for the same inputs.

        input: what the function is called with, as arrays; scalars as NumPy's scalars, strings as bytes.
        output: what it returns: one value, or a list or tuple of as many as Tout has.
        token: names the function in this process.

    PyFuncStateless(input: Tin; token: string, Tin: list(type) >= 0, Tout: list(type) >= 0) -> (output: Tout)
    """
def Qr(*, input: _Any, full_matrices: bool = ..., name: str | None = None) -> _Any:
    """Matrices as products of one with orthonormal columns and an upper triangular one.

        input: `[..., m, n]`.
        full_matrices: q has m columns and r m rows, otherwise both have min(m, n).
        q: `[..., m, m or min(m, n)]`.
        r: `[..., m or min(m, n), n]`.

    Qr(input: T; full_matrices: bool = false, T: {double, float, half, complex64, complex128}) -> (q: T, r: T)
    """
def QuantizeAndDequantize(*, input: _Any, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., input_min: float = ..., input_max: float = ..., name: str | None = None) -> _Tensor:
    """Numbers rounded to those that integers stand for; see QuantizeAndDequantizeV2.

        input: of any shape.
        signed_input: whether the integers have a sign.
        num_bits: of an integer.
        range_given: whether the range is given and the input is limited to it; else it is that of the input.
        input_min, input_max: the range if range_given.

    QuantizeAndDequantize(input: T; signed_input: bool = true, num_bits: int = 8, range_given: bool = false, input_min: float = 0.0, input_max: float = 0.0, T: {bfloat16, half, float, double}) -> (output: T)
    """
def QuantizeAndDequantizeV2(*, input: _Any, input_min: _Any, input_max: _Any, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., round_mode: _Literal['HALF_TO_EVEN', 'HALF_UP'] = ..., narrow_range: bool = ..., axis: int = ..., name: str | None = None) -> _Tensor:
    """Numbers rounded to those that integers stand for; gradients pass as if it changed nothing.

        input: of any shape.
        input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
        signed_input: whether the integers have a sign.
        num_bits: of an integer.
        range_given: whether the range is given and the input is limited to it; else it is that of the input.
        round_mode: where halves go.
        narrow_range: whether the smallest signed integer is not used.
        axis: each slice along it has a range of its own; -1 for one range.

    QuantizeAndDequantizeV2(input: T, input_min: T, input_max: T; signed_input: bool = true, num_bits: int = 8, range_given: bool = false, T: {bfloat16, half, float, double}, round_mode: {'HALF_TO_EVEN', 'HALF_UP'} = 'HALF_TO_EVEN', narrow_range: bool = false, axis: int = -1) -> (output: T)
    """
def QuantizeAndDequantizeV3(*, input: _Any, input_min: _Any, input_max: _Any, num_bits: _Any, signed_input: bool = ..., range_given: bool = ..., narrow_range: bool = ..., axis: int = ..., name: str | None = None) -> _Tensor:
    """Numbers rounded to those that integers stand for; num_bits, a scalar, is an input.

        input: of any shape.
        input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
        signed_input: whether the integers have a sign.
        num_bits: of an integer.
        range_given: whether the range is given and the input is limited to it; else it is that of the input.
        narrow_range: whether the smallest signed integer is not used.
        axis: each slice along it has a range of its own; -1 for one range.

    QuantizeAndDequantizeV3(input: T, input_min: T, input_max: T, num_bits: int32; signed_input: bool = true, range_given: bool = true, T: {bfloat16, half, float, double}, narrow_range: bool = false, axis: int = -1) -> (output: T)
    """
def QuantizeAndDequantizeV4(*, input: _Any, input_min: _Any, input_max: _Any, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., round_mode: _Literal['HALF_TO_EVEN', 'HALF_UP'] = ..., narrow_range: bool = ..., axis: int = ..., name: str | None = None) -> _Tensor:
    """Numbers rounded to those that integers stand for; the larger end of the range is the largest of them.

        input: of any shape.
        input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
        signed_input: whether the integers have a sign.
        num_bits: of an integer.
        range_given: whether the range is given and the input is limited to it; else it is that of the input.
        round_mode: where halves go.
        narrow_range: whether the smallest signed integer is not used.
        axis: each slice along it has a range of its own; -1 for one range.

    QuantizeAndDequantizeV4(input: T, input_min: T, input_max: T; signed_input: bool = true, num_bits: int = 8, range_given: bool = false, T: {bfloat16, half, float, double}, round_mode: {'HALF_TO_EVEN', 'HALF_UP'} = 'HALF_TO_EVEN', narrow_range: bool = false, axis: int = -1) -> (output: T)
    """
def QuantizeAndDequantizeV4Grad(*, gradients: _Any, input: _Any, input_min: _Any, input_max: _Any, axis: int = ..., name: str | None = None) -> _Any:
    """The gradient of QuantizeAndDequantizeV4, which passes over the rounding.

        gradients: that of its output.
        input, input_min, input_max, axis: as there.
        input_backprop: gradients where the input is within its range, else 0.
        input_min_backprop, input_max_backprop: zeros.

    QuantizeAndDequantizeV4Grad(gradients: T, input: T, input_min: T, input_max: T; T: {bfloat16, half, float, double}, axis: int = -1) -> (input_backprop: T, input_min_backprop: T, input_max_backprop: T)
    """
def QuantizeDownAndShrinkRange(*, input: _Any, input_min: _Any, input_max: _Any, out_type: _DTypeLike, name: str | None = None) -> _Any:
    """Integers of a range as those of another dtype, for the range that is used: RequantizationRange, Requantize.

        input: of any shape.
        input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
        output_min, output_max: the range of the output.

    QuantizeDownAndShrinkRange(input: Tinput, input_min: float, input_max: float; Tinput: {qint8, quint8, qint32, qint16, quint16}, out_type: {qint8, quint8, qint32, qint16, quint16}) -> (output: out_type, output_min: float, output_max: float)
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

    QuantizeV2(input: float, min_range: float, max_range: float; T: {qint8, quint8, qint32, qint16, quint16}, mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED', round_mode: {'HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'} = 'HALF_AWAY_FROM_ZERO', narrow_range: bool = false, axis: int = -1, ensure_minimum_range: float = 0.01) -> (output: T, output_min: float, output_max: float)
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

    QuantizedResizeBilinear(images: T, size: int32, min: float, max: float; T: {quint8, qint32, float}, align_corners: bool = false, half_pixel_centers: bool = false) -> (resized_images: T, out_min: float, out_max: float)
    """
def QueueClose(*, handle: _Any, cancel_pending_enqueues: bool = ..., name: str | None = None) -> _Node:
    """Close a queue: nothing more can be enqueued. Waits until what others are enqueueing is in it.

        cancel_pending_enqueues: whether what others are enqueueing fails instead.

    QueueClose(handle: Ref(string); cancel_pending_enqueues: bool = false) -> ()
    """
def QueueCloseV2(*, handle: _Any, cancel_pending_enqueues: bool = ..., name: str | None = None) -> _Node:
    """Close a queue: nothing more can be enqueued. Waits until what others are enqueueing is in it.

        cancel_pending_enqueues: whether what others are enqueueing fails instead.

    QueueCloseV2(handle: resource; cancel_pending_enqueues: bool = false) -> ()
    """
def QueueDequeue(*, handle: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Tensor]:
    """Take an element out of a queue; waits while there is none. OutOfRangeError if the queue is closed and empty.

        component_types: the queue's.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueDequeue(handle: Ref(string); component_types: list(type) >= 1, timeout_ms: int = -1) -> (components: component_types)
    """
def QueueDequeueMany(*, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Tensor]:
    """Take n elements out of a queue whose shapes are known; waits until there are as many. OutOfRangeError if the
        queue is closed and has fewer.

        n: a scalar.
        component_types: the queue's.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueDequeueMany(handle: Ref(string), n: int32; component_types: list(type) >= 1, timeout_ms: int = -1) -> (components: component_types)
    """
def QueueDequeueManyV2(*, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Tensor]:
    """Take n elements out of a queue whose shapes are known; waits until there are as many. OutOfRangeError if the
        queue is closed and has fewer.

        n: a scalar.
        component_types: the queue's.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueDequeueManyV2(handle: resource, n: int32; component_types: list(type) >= 1, timeout_ms: int = -1) -> (components: component_types)
    """
def QueueDequeueUpTo(*, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Tensor]:
    """Take n elements out of a queue whose shapes are known, or those that are left if it is closed; waits until there
        are as many. OutOfRangeError if the queue is closed and empty.

        n: a scalar.
        component_types: the queue's.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueDequeueUpTo(handle: Ref(string), n: int32; component_types: list(type) >= 1, timeout_ms: int = -1) -> (components: component_types)
    """
def QueueDequeueUpToV2(*, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Tensor]:
    """Take n elements out of a queue whose shapes are known, or those that are left if it is closed; waits until there
        are as many. OutOfRangeError if the queue is closed and empty.

        n: a scalar.
        component_types: the queue's.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueDequeueUpToV2(handle: resource, n: int32; component_types: list(type) >= 1, timeout_ms: int = -1) -> (components: component_types)
    """
def QueueDequeueV2(*, handle: _Any, component_types: _Sequence[_DTypeLike], timeout_ms: int = ..., name: str | None = None) -> list[_Tensor]:
    """Take an element out of a queue; waits while there is none. OutOfRangeError if the queue is closed and empty.

        component_types: the queue's.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueDequeueV2(handle: resource; component_types: list(type) >= 1, timeout_ms: int = -1) -> (components: component_types)
    """
def QueueEnqueue(*, handle: _Any, components: _Sequence[_Any], timeout_ms: int = ..., name: str | None = None) -> _Node:
    """Add an element to a queue; waits while the queue is full.

        components: the tensors of the element.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueEnqueue(handle: Ref(string), components: Tcomponents; Tcomponents: list(type) >= 1, timeout_ms: int = -1) -> ()
    """
def QueueEnqueueMany(*, handle: _Any, components: _Sequence[_Any], timeout_ms: int = ..., name: str | None = None) -> _Node:
    """Add elements to a queue, one after the other; waits while the queue is full.

        components: for each tensor of an element those of all elements, stacked along axis 0.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueEnqueueMany(handle: Ref(string), components: Tcomponents; Tcomponents: list(type) >= 1, timeout_ms: int = -1) -> ()
    """
def QueueEnqueueManyV2(*, handle: _Any, components: _Sequence[_Any], timeout_ms: int = ..., name: str | None = None) -> _Node:
    """Add elements to a queue, one after the other; waits while the queue is full.

        components: for each tensor of an element those of all elements, stacked along axis 0.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueEnqueueManyV2(handle: resource, components: Tcomponents; Tcomponents: list(type) >= 1, timeout_ms: int = -1) -> ()
    """
def QueueEnqueueV2(*, handle: _Any, components: _Sequence[_Any], timeout_ms: int = ..., name: str | None = None) -> _Node:
    """Add an element to a queue; waits while the queue is full.

        components: the tensors of the element.
        timeout_ms: has no effect; a run has a timeout of its own.

    QueueEnqueueV2(handle: resource, components: Tcomponents; Tcomponents: list(type) >= 1, timeout_ms: int = -1) -> ()
    """
def QueueIsClosed(*, handle: _Any, name: str | None = None) -> _Tensor:
    """Whether a queue is closed.

    QueueIsClosed(handle: Ref(string)) -> (is_closed: bool)
    """
def QueueIsClosedV2(*, handle: _Any, name: str | None = None) -> _Tensor:
    """Whether a queue is closed.

    QueueIsClosedV2(handle: resource) -> (is_closed: bool)
    """
def QueueSize(*, handle: _Any, name: str | None = None) -> _Tensor:
    """How many elements a queue has.

    QueueSize(handle: Ref(string)) -> (size: int32)
    """
def QueueSizeV2(*, handle: _Any, name: str | None = None) -> _Tensor:
    """How many elements a queue has.

    QueueSizeV2(handle: resource) -> (size: int32)
    """
def RFFT(*, input: _Any, fft_length: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The discrete Fourier transform of real numbers along the last axis.

        The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

        input: of rank 1 or more; each axis at least as long as fft_length says, and cut off there.
        fft_length: `[1]`, how many elements of each axis are transformed.
        Tcomplex: of the precision of Treal.

    RFFT(input: Treal, fft_length: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def RFFT2D(*, input: _Any, fft_length: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The discrete Fourier transform of real numbers along the last two axes.

        The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

        input: of rank 2 or more; each axis at least as long as fft_length says, and cut off there.
        fft_length: `[2]`, how many elements of each axis are transformed.
        Tcomplex: of the precision of Treal.

    RFFT2D(input: Treal, fft_length: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def RFFT3D(*, input: _Any, fft_length: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The discrete Fourier transform of real numbers along the last three axes.

        The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

        input: of rank 3 or more; each axis at least as long as fft_length says, and cut off there.
        fft_length: `[3]`, how many elements of each axis are transformed.
        Tcomplex: of the precision of Treal.

    RFFT3D(input: Treal, fft_length: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def RFFTND(*, input: _Any, fft_length: _Any, axes: _Any, Tcomplex: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The discrete Fourier transform of real numbers along some axes, at least one.

        Of the last of axes the first `fft_length[-1] // 2 + 1` elements are given.

        fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
            filled up with zeros.
        axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
        Tcomplex: of the precision of Treal.

    RFFTND(input: Treal, fft_length: int32, axes: int32; Treal: {float, double} = float32, Tcomplex: {complex64, complex128} = complex64) -> (output: Tcomplex)
    """
def RGBToHSV(*, images: _Any, name: str | None = None) -> _Tensor:
    """Red, green and blue to hue, saturation and value.

        images: `[..., 3]`, in [0, 1].
        output: of that shape: hue in [0, 1) (0 for grey), saturation in [0, 1] (0 for black), value in [0, 1].

    RGBToHSV(images: T; T: {half, bfloat16, float, double} = float32) -> (output: T)
    """
def RaggedBincount(*, splits: _Any, values: _Any, size: _Any, weights: _Any, binary_output: bool = ..., name: str | None = None) -> _Tensor:
    """How often each number is in each row of a ragged tensor.

        splits: `[rows + 1]`, where the rows begin and end.
        values: a vector.
        size: a scalar: so many numbers are counted, from 0 on. Numbers that are not below it are passed over; negative ones
            are refused.
        weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
        binary_output: 1 for each number that occurs, regardless of its count and weight.
        output: `[rows, size]`.

    RaggedBincount(splits: int64, values: Tidx, size: Tidx, weights: T; Tidx: {int32, int64}, T: {int32, int64, float, double}, binary_output: bool = false) -> (output: T)
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

    RaggedCountSparseOutput(splits: int64, values: T, weights: output_type; T: {int32, int64}, minlength: int >= -1 = -1, maxlength: int >= -1 = -1, binary_output: bool, output_type: {int32, int64, float, double}) -> (output_indices: int64, output_values: output_type, output_dense_shape: int64)
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

    RaggedCross(ragged_values: ragged_values_types, ragged_row_splits: ragged_splits_types, sparse_indices: Nsparse * int64, sparse_values: sparse_values_types, sparse_shape: Nsparse * int64, dense_inputs: dense_types; Nsparse: int >= 0, input_order: string, hashed_output: bool, num_buckets: int >= 0, hash_key: int, ragged_values_types: list({int64, string}) >= 0, ragged_splits_types: list({int32, int64}) >= 0, sparse_values_types: list({int64, string}) >= 0, dense_types: list({int64, string}) >= 0, out_values_type: {int64, string}, out_row_splits_type: {int32, int64}) -> (output_values: out_values_type, output_row_splits: out_row_splits_type)
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

    RaggedFillEmptyRows(value_rowids: int64, values: T, nrows: int64, default_value: T; T: type) -> (output_value_rowids: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64)
    """
def RaggedFillEmptyRowsGrad(*, reverse_index_map: _Any, grad_values: _Any, name: str | None = None) -> _Any:
    """The gradient of RaggedFillEmptyRows.

        reverse_index_map: its output.
        grad_values: the gradient of its output_values.
        d_values: those that the map names.
        d_default_value: the sum of the others, a scalar.

    RaggedFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T; T: type) -> (d_values: T, d_default_value: T)
    """
def RaggedGather(*, params_nested_splits: _Sequence[_Any], params_dense_values: _Any, indices: _Any, OUTPUT_RAGGED_RANK: int, name: str | None = None) -> _Any:
    """Rows of a ragged tensor that are picked by index.

        params_nested_splits, params_dense_values: the ragged tensor.
        indices: of any rank; which row, in [0, rows).
        OUTPUT_RAGGED_RANK: the levels of splits of the output: PARAMS_RAGGED_RANK, less 1, and the rank of indices.

    RaggedGather(params_nested_splits: PARAMS_RAGGED_RANK * Tsplits, params_dense_values: Tvalues, indices: Tindices; Tvalues: type, Tindices: {int32, int64}, Tsplits: {int32, int64} = int64, PARAMS_RAGGED_RANK: int >= 1, OUTPUT_RAGGED_RANK: int >= 0) -> (output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits, output_dense_values: Tvalues)
    """
def RaggedRange(*, starts: _Any, limits: _Any, deltas: _Any, Tsplits: _DTypeLike = ..., name: str | None = None) -> _Any:
    """Rows that count from a start up to a limit.

        starts, limits, deltas: vectors of one length, or scalars that all rows share; no step is 0.
        rt_nested_splits, rt_dense_values: the rows; the limit is not part of a row.

    RaggedRange(starts: T, limits: T, deltas: T; T: {bfloat16, float, double, int32, int64} = int32, Tsplits: {int32, int64} = int64) -> (rt_nested_splits: Tsplits, rt_dense_values: T)
    """
def RaggedTensorFromVariant(*, encoded_ragged: _Any, input_ragged_rank: int, output_ragged_rank: int, Tvalues: _DTypeLike, Tsplits: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The ragged tensor in a variant, or that of which the variants of a tensor are the rows.

        encoded_ragged: of any rank.
        input_ragged_rank: how many levels of splits each variant has; -1 for output_ragged_rank less the rank.
        output_ragged_rank: how many the result has.

    RaggedTensorFromVariant(encoded_ragged: variant; input_ragged_rank: int >= -1, output_ragged_rank: int >= 0, Tvalues: type, Tsplits: {int32, int64} = int64) -> (output_nested_splits: output_ragged_rank * Tsplits, output_dense_values: Tvalues)
    """
def RaggedTensorToSparse(*, rt_nested_splits: _Sequence[_Any], rt_dense_values: _Any, name: str | None = None) -> _Any:
    """A ragged tensor as a sparse one, in which the longest row gives the size of an axis.

        rt_nested_splits, rt_dense_values: the ragged tensor.

    RaggedTensorToSparse(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: T; RAGGED_RANK: int >= 1, T: type, Tsplits: {int32, int64} = int64) -> (sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64)
    """
def RaggedTensorToTensor(*, shape: _Any, values: _Any, default_value: _Any, row_partition_tensors: _Sequence[_Any], row_partition_types: _Sequence[str | bytes], name: str | None = None) -> _Tensor:
    """A ragged tensor as a dense one: rows that are too short get a default, what is too long is cut off.

        shape: of the result; -1 stands for the longest row. The scalar -1 stands for a shape of nothing else.
        values: the values of all rows, `[values, ...]`.
        default_value: of a shape that broadcasts to that of one of the values.
        row_partition_tensors: one for each level; the number of rows may come first.
        row_partition_types: what each of them is. FIRST_DIM_SIZE: the number of rows, a scalar. VALUE_ROWIDS: for each
            value its row, sorted. ROW_SPLITS: for each row where its values begin, and the number of values.

    RaggedTensorToTensor(shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors * Tindex; T: type, Tindex: {int64, int32}, Tshape: {int64, int32}, num_row_partition_tensors: int >= 1, row_partition_types: list(string)) -> (result: T)
    """
def RaggedTensorToVariant(*, rt_nested_splits: _Sequence[_Any], rt_dense_values: _Any, batched_input: bool, name: str | None = None) -> _Tensor:
    """A ragged tensor as a variant, or as a vector of variants.

        rt_nested_splits, rt_dense_values: the ragged tensor.
        batched_input: a vector, with a variant for each row; else a scalar.

    RaggedTensorToVariant(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues; RAGGED_RANK: int >= 0, Tvalues: type, Tsplits: {int32, int64} = int64, batched_input: bool) -> (encoded_ragged: variant)
    """
def RaggedTensorToVariantGradient(*, encoded_ragged_grad: _Any, row_splits: _Any, dense_values_shape: _Any, Tvalues: _DTypeLike, name: str | None = None) -> _Tensor:
    """The gradient of RaggedTensorToVariant: the values of all variants.

        encoded_ragged_grad: the gradient of its output; a variant of nothing stands for zeros.
        row_splits: its outer splits, or a scalar if it had none.
        dense_values_shape: the shape of its rt_dense_values.

    RaggedTensorToVariantGradient(encoded_ragged_grad: variant, row_splits: Tsplits, dense_values_shape: int32; Tvalues: type, Tsplits: {int32, int64} = int64) -> (dense_values_grad: Tvalues)
    """
def RandomCrop(*, image: _Any, size: _Any, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """A part of an image from anywhere in it.

        image: `[rows, columns, channels]`.
        size: `[crop_rows, crop_columns]`, at most those of the image.
        seed, seed2: both 0: each run draws another crop.
        output: `[crop_rows, crop_columns, channels]`.

    RandomCrop(image: T, size: int64; T: {uint8, int8, int16, int32, int64, float, double}, seed: int = 0, seed2: int = 0) -> (output: T)
    """
def RandomGamma(*, shape: _Any, alpha: _Any, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """Numbers of gamma distributions with a scale of 1.

        shape: how many are drawn for each element of alpha.
        alpha: the shape parameter, above 0; of others the draws are not numbers.
        output: of the shape `[*shape, *alpha.shape]`.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    RandomGamma(shape: S, alpha: T; seed: int = 0, seed2: int = 0, S: {int32, int64}, T: {half, float, double}) -> (output: T)
    """
def RandomGammaGrad(*, alpha: _Any, sample: _Any, name: str | None = None) -> _Tensor:
    """The derivative of a draw of a gamma distribution by its parameter, as the quantile moves with it.

        alpha: the shape parameter, above 0.
        sample: what was drawn; they broadcast.

    RandomGammaGrad(alpha: T, sample: T; T: {float, double}) -> (output: T)
    """
def RandomPoisson(*, shape: _Any, rate: _Any, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """Numbers of Poisson distributions; see RandomPoissonV2.

        shape: how many are drawn for each element of rate.
        rate: the mean, finite, 0 or more, and not above the largest number of dtype.
        output: of the shape `[*shape, *rate.shape]`.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    RandomPoisson(shape: S, rate: dtype; seed: int = 0, seed2: int = 0, S: {int32, int64}, dtype: {half, float, double}) -> (output: dtype)
    """
def RandomPoissonV2(*, shape: _Any, rate: _Any, seed: int = ..., seed2: int = ..., dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers of Poisson distributions.

        shape: how many are drawn for each element of rate.
        rate: the mean, finite, 0 or more, and not above the largest number of dtype.
        output: of the shape `[*shape, *rate.shape]`.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    RandomPoissonV2(shape: S, rate: R; seed: int = 0, seed2: int = 0, S: {int32, int64}, R: {half, float, double, int32, int64} = float64, dtype: {half, float, double, int32, int64} = int64) -> (output: dtype)
    """
def RandomShuffle(*, value: _Any, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """The entries of value along its first dimension in random order; every order is equally likely.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    RandomShuffle(value: T; seed: int = 0, seed2: int = 0, T: type) -> (output: T)
    """
def RandomShuffleQueue(*, component_types: _Sequence[_DTypeLike], shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., min_after_dequeue: int = ..., seed: int = ..., seed2: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives elements in random order.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
        min_after_dequeue: how many elements stay as long as the queue is open.
        seed, seed2: of the order; both 0: another one in each Session.

    RandomShuffleQueue(; component_types: list(type) >= 1, shapes: list(shape) >= 0 = [], capacity: int = -1, min_after_dequeue: int = 0, seed: int = 0, seed2: int = 0, container: string = '', shared_name: string = '') -> (handle: Ref(string))
    """
def RandomShuffleQueueV2(*, component_types: _Sequence[_DTypeLike], shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., min_after_dequeue: int = ..., seed: int = ..., seed2: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A queue that gives elements in random order.

        component_types: the dtypes of the tensors of an element.
        shapes: theirs; none: any.
        capacity: how many elements there may be; negative: any number.
        container: where the queue lives; '' is the default container.
        shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
        min_after_dequeue: how many elements stay as long as the queue is open.
        seed, seed2: of the order; both 0: another one in each Session.

    RandomShuffleQueueV2(; component_types: list(type) >= 1, shapes: list(shape) >= 0 = [], capacity: int = -1, min_after_dequeue: int = 0, seed: int = 0, seed2: int = 0, container: string = '', shared_name: string = '') -> (handle: resource)
    """
def RandomStandardNormal(*, shape: _Any, dtype: _DTypeLike, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """Numbers of the normal distribution of mean 0 and variance 1.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    RandomStandardNormal(shape: T; seed: int = 0, seed2: int = 0, dtype: {half, bfloat16, float, double}, T: {int32, int64}) -> (output: dtype)
    """
def RandomUniform(*, shape: _Any, dtype: _DTypeLike, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """Numbers in [0, 1), all equally likely.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    RandomUniform(shape: T; seed: int = 0, seed2: int = 0, dtype: {half, bfloat16, float, double}, T: {int32, int64}) -> (output: dtype)
    """
def RandomUniformInt(*, shape: _Any, minval: _Any, maxval: _Any, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

        minval, maxval: scalars, minval < maxval.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    RandomUniformInt(shape: T, minval: Tout, maxval: Tout; seed: int = 0, seed2: int = 0, Tout: {int32, int64}, T: {int32, int64}) -> (output: Tout)
    """
def Range(*, start: _Any, limit: _Any, delta: _Any, name: str | None = None) -> _Tensor:
    """start, start + delta, ... as far as limit, which is not reached.

        start, limit, delta: scalars; delta is not 0 and leads from start towards limit.

    Range(start: Tidx, limit: Tidx, delta: Tidx; Tidx: {bfloat16, half, float, double, int8, int16, int32, int64, uint16, uint32, uint64} = int32) -> (output: Tidx)
    """
def Rank(*, input: _Any, name: str | None = None) -> _Tensor:
    """The number of axes, a scalar.

    Rank(input: T; T: type) -> (output: int32)
    """
def ReadFile(*, filename: _Any, name: str | None = None) -> _Tensor:
    """The bytes of a file.

        filename: a scalar: a path in one of `SessionConfig(file_folders=...)`.
        contents: a scalar.

    ReadFile(filename: string) -> (contents: string)
    """
def ReadVariableOp(*, resource: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The value of a variable at the time when the node runs; later changes do not show in it.

    ReadVariableOp(resource: resource; dtype: type) -> (value: dtype)
    """
def ReaderNumRecordsProduced(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """How many records a reader has given.

    ReaderNumRecordsProduced(reader_handle: Ref(string)) -> (records_produced: int64)
    """
def ReaderNumRecordsProducedV2(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """How many records a reader has given.

    ReaderNumRecordsProducedV2(reader_handle: resource) -> (records_produced: int64)
    """
def ReaderNumWorkUnitsCompleted(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """How many strings of the queue a reader has done with.

    ReaderNumWorkUnitsCompleted(reader_handle: Ref(string)) -> (units_completed: int64)
    """
def ReaderNumWorkUnitsCompletedV2(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """How many strings of the queue a reader has done with.

    ReaderNumWorkUnitsCompletedV2(reader_handle: resource) -> (units_completed: int64)
    """
def ReaderRead(*, reader_handle: _Any, queue_handle: _Any, name: str | None = None) -> _Any:
    """The next record. Where a file is at its end, the queue names the next one; waits for it.

        queue_handle: of names of files.
        key: which record it is: the file and a line, an offset or a number.
        value: its content.

    ReaderRead(reader_handle: Ref(string), queue_handle: Ref(string)) -> (key: string, value: string)
    """
def ReaderReadUpTo(*, reader_handle: _Any, queue_handle: _Any, num_records: _Any, name: str | None = None) -> _Any:
    """The next records of a file, at most num_records; fewer where the file is at its end.

        queue_handle: of names of files.
        num_records: a scalar.
        keys: which records they are.
        values: their contents.

    ReaderReadUpTo(reader_handle: Ref(string), queue_handle: Ref(string), num_records: int64) -> (keys: string, values: string)
    """
def ReaderReadUpToV2(*, reader_handle: _Any, queue_handle: _Any, num_records: _Any, name: str | None = None) -> _Any:
    """The next records of a file, at most num_records; fewer where the file is at its end.

        queue_handle: of names of files.
        num_records: a scalar.
        keys: which records they are.
        values: their contents.

    ReaderReadUpToV2(reader_handle: resource, queue_handle: resource, num_records: int64) -> (keys: string, values: string)
    """
def ReaderReadV2(*, reader_handle: _Any, queue_handle: _Any, name: str | None = None) -> _Any:
    """The next record. Where a file is at its end, the queue names the next one; waits for it.

        queue_handle: of names of files.
        key: which record it is: the file and a line, an offset or a number.
        value: its content.

    ReaderReadV2(reader_handle: resource, queue_handle: resource) -> (key: string, value: string)
    """
def ReaderReset(*, reader_handle: _Any, name: str | None = None) -> _Node:
    """Let a reader begin again.

    ReaderReset(reader_handle: Ref(string)) -> ()
    """
def ReaderResetV2(*, reader_handle: _Any, name: str | None = None) -> _Node:
    """Let a reader begin again.

    ReaderResetV2(reader_handle: resource) -> ()
    """
def ReaderRestoreState(*, reader_handle: _Any, state: _Any, name: str | None = None) -> _Node:
    """Let a reader go on where another one was.

        state: what that one's ReaderSerializeState gave.

    ReaderRestoreState(reader_handle: Ref(string), state: string) -> ()
    """
def ReaderRestoreStateV2(*, reader_handle: _Any, state: _Any, name: str | None = None) -> _Node:
    """Let a reader go on where another one was.

        state: what that one's ReaderSerializeState gave.

    ReaderRestoreStateV2(reader_handle: resource, state: string) -> ()
    """
def ReaderSerializeState(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """What a reader that gives one record for each string has done, as a string.

    ReaderSerializeState(reader_handle: Ref(string)) -> (state: string)
    """
def ReaderSerializeStateV2(*, reader_handle: _Any, name: str | None = None) -> _Tensor:
    """What a reader that gives one record for each string has done, as a string.

    ReaderSerializeStateV2(reader_handle: resource) -> (state: string)
    """
def Real(*, input: _Any, Tout: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The real parts.

    Real(input: T; T: {complex64, complex128} = complex64, Tout: {float, double} = float32) -> (output: Tout)
    """
def RealDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, element by element, for real and complex numbers; integers have no kernel.

    RealDiv(x: T, y: T; T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}) -> (z: T)
    """
def Reciprocal(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / x; integers round toward 0, and 0 is an error for them.

    Reciprocal(x: T; T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}) -> (y: T)
    """
def ReciprocalGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Reciprocal from its output: -dy conj(y)^2, and 0 where dy is 0.

    ReciprocalGrad(y: T, dy: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (z: T)
    """
def ReduceJoin(*, inputs: _Any, reduction_indices: _Any, keep_dims: bool = ..., separator: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The strings along axes joined.

        reduction_indices: the axes; strings along the first one become neighbours in the result. Negative ones count from
            the end. No axes: nothing is joined.
        keep_dims: keep those axes, with size 1.
        separator: put between two strings.

    ReduceJoin(inputs: string, reduction_indices: int32; keep_dims: bool = false, separator: string = '') -> (output: string)
    """
def RefEnter(*, data: _Any, frame_name: str | bytes, is_constant: bool = ..., parallel_iterations: int = ..., name: str | None = None) -> _Tensor:
    """Brings a reference into a loop.

        frame_name: which loop.
        is_constant: the reference is the same in every iteration.
        parallel_iterations: how many may run at once.

    RefEnter(data: Ref(T); T: type, frame_name: string, is_constant: bool = false, parallel_iterations: int = 10) -> (output: Ref(T))
    """
def RefExit(*, data: _Any, name: str | None = None) -> _Tensor:
    """Brings a reference out of a loop.

    RefExit(data: Ref(T); T: type) -> (output: Ref(T))
    """
def RefIdentity(*, input: _Any, name: str | None = None) -> _Tensor:
    """The same reference.

    RefIdentity(input: Ref(T); T: type) -> (output: Ref(T))
    """
def RefMerge(*, inputs: _Sequence[_Any], name: str | None = None) -> _Any:
    """The one reference that is not dead.

        value_index: which one it was.

    RefMerge(inputs: Ref(N * T); T: type, N: int >= 1) -> (output: Ref(T), value_index: int32)
    """
def RefNextIteration(*, data: _Any, name: str | None = None) -> _Tensor:
    """Brings a reference into the next iteration of a loop.

    RefNextIteration(data: Ref(T); T: type) -> (output: Ref(T))
    """
def RefSelect(*, index: _Any, inputs: _Sequence[_Any], name: str | None = None) -> _Tensor:
    """One of several references.

        index: which one, a scalar.

    RefSelect(index: int32, inputs: Ref(N * T); T: type, N: int >= 1) -> (output: Ref(T))
    """
def RefSwitch(*, data: _Any, pred: _Any, name: str | None = None) -> _Any:
    """Sends a reference to one of two outputs; the other one is dead.

        pred: which one, a scalar.

    RefSwitch(data: Ref(T), pred: bool; T: type) -> (output_false: Ref(T), output_true: Ref(T))
    """
def RegexFullMatch(*, input: _Any, pattern: _Any, name: str | None = None) -> _Tensor:
    """Whether the whole of each string matches.

        pattern: a scalar, a regular expression as RE2 has them: no back-references, no look-around.

    RegexFullMatch(input: string, pattern: string) -> (output: bool)
    """
def RegexReplace(*, input: _Any, pattern: _Any, rewrite: _Any, replace_global: bool = ..., name: str | None = None) -> _Tensor:
    """Each string with something else in place of what matches.

        pattern: a scalar, a regular expression as RE2 has them: no back-references, no look-around.
        rewrite: a scalar, what a match becomes: \\0 is the match, \\1 to \\9 are its groups, \\\\ is a backslash.
        replace_global: all matches, not just the first one.

    RegexReplace(input: string, pattern: string, rewrite: string; replace_global: bool = true) -> (output: string)
    """
def Relu(*, features: _Any, name: str | None = None) -> _Tensor:
    """max(features, 0).

    Relu(features: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8}) -> (activations: T)
    """
def Relu6(*, features: _Any, name: str | None = None) -> _Tensor:
    """min(max(features, 0), 6).

    Relu6(features: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (activations: T)
    """
def Relu6Grad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients where features are between 0 and 6.

    Relu6Grad(gradients: T, features: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (backprops: T)
    """
def ReluGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients where features are above 0; features may be Relu's output.

    ReluGrad(gradients: T, features: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (backprops: T)
    """
def RemoteCall(*, target: _Any, args: _Sequence[_Any], Tout: _Sequence[_DTypeLike], f: _Any, name: str | None = None) -> list[_Tensor]:
    """The results of a function, which runs where this graph runs.

        target: the name of a CPU of this process, `/job:localhost/replica:0/task:0/device:CPU:0` or a part of it.
        f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.

    RemoteCall(target: string, args: Tin; Tin: list(type) >= 1, Tout: list(type) >= 1, f: func) -> (output: Tout)
    """
def RequantizationRange(*, input: _Any, input_min: _Any, input_max: _Any, name: str | None = None) -> _Any:
    """The range of the numbers that integers stand for, made to begin at 0 or below.

        input: of any shape.
        input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
        output_min, output_max: the smallest and the largest number; 0 and 0 if there is none.

    RequantizationRange(input: Tinput, input_min: float, input_max: float; Tinput: {qint8, quint8, qint32, qint16, quint16}) -> (output_min: float, output_max: float)
    """
def Requantize(*, input: _Any, input_min: _Any, input_max: _Any, requested_output_min: _Any, requested_output_max: _Any, out_type: _DTypeLike, name: str | None = None) -> _Any:
    """Integers of a range as those of another range and dtype.

        input: of any shape.
        input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
        requested_output_min: the range of the output, scalars, with 0 in it.
        requested_output_max: its other end.
        output_min, output_max: the range that was requested.

    Requantize(input: Tinput, input_min: float, input_max: float, requested_output_min: float, requested_output_max: float; Tinput: {qint8, quint8, qint32, qint16, quint16}, out_type: {qint8, quint8, qint32, qint16, quint16}) -> (output: out_type, output_min: float, output_max: float)
    """
def Reshape(*, tensor: _Any, shape: _Any, name: str | None = None) -> _Tensor:
    """The same elements in another shape.

        shape: with as many elements; one size may be -1, which is computed from the others. Beside a 0 it is computed from
            the sizes of both shapes that are not 0, rounded down.

    Reshape(tensor: T, shape: Tshape; T: type, Tshape: {int32, int64} = int32) -> (output: T)
    """
def ResizeArea(*, images: _Any, size: _Any, align_corners: bool = ..., name: str | None = None) -> _Tensor:
    """Resize images; each pixel is the mean over the area that it covers.

        images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
        size: `[new_rows, new_cols]`, positive.
        align_corners: the centres of the four corner pixels stay where they are.
        resized_images: `[batch, new_rows, new_cols, channels]`, float32.

    ResizeArea(images: T, size: int32; T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}, align_corners: bool = false) -> (resized_images: float)
    """
def ResizeBicubic(*, images: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Tensor:
    """Resize images; each pixel is a cubic function of the sixteen around it.

        images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
        size: `[new_rows, new_cols]`, positive.
        align_corners: the centres of the four corner pixels stay where they are.
        half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
        resized_images: `[batch, new_rows, new_cols, channels]`, float32; its values may be beyond those of images.

    ResizeBicubic(images: T, size: int32; T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}, align_corners: bool = false, half_pixel_centers: bool = false) -> (resized_images: float)
    """
def ResizeBicubicGrad(*, grads: _Any, original_image: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of ResizeBicubic.

        grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
        original_image: the images before, `[batch, rows, cols, channels]`; only its shape matters.
        output: gradient of the images, of the shape of original_image.

    ResizeBicubicGrad(grads: float, original_image: T; T: {float, double}, align_corners: bool = false, half_pixel_centers: bool = false) -> (output: T)
    """
def ResizeBilinear(*, images: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Tensor:
    """Resize images; each pixel is interpolated between the four around it.

        images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
        size: `[new_rows, new_cols]`, positive.
        align_corners: the centres of the four corner pixels stay where they are.
        half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
        resized_images: `[batch, new_rows, new_cols, channels]`, float32.

    ResizeBilinear(images: T, size: int32; T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double, bfloat16}, align_corners: bool = false, half_pixel_centers: bool = false) -> (resized_images: float)
    """
def ResizeBilinearGrad(*, grads: _Any, original_image: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of ResizeBilinear.

        grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
        original_image: the images before, `[batch, rows, cols, channels]`; only its shape matters.
        output: gradient of the images, of the shape of original_image.

    ResizeBilinearGrad(grads: float, original_image: T; T: {float, bfloat16, half, double}, align_corners: bool = false, half_pixel_centers: bool = false) -> (output: T)
    """
def ResizeNearestNeighbor(*, images: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Tensor:
    """Resize images; each pixel is the nearest one.

        images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
        size: `[new_rows, new_cols]`, positive.
        align_corners: the centres of the four corner pixels stay where they are.
        half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
        resized_images: `[batch, new_rows, new_cols, channels]`.

    ResizeNearestNeighbor(images: T, size: int32; T: {int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}, align_corners: bool = false, half_pixel_centers: bool = false) -> (resized_images: T)
    """
def ResizeNearestNeighborGrad(*, grads: _Any, size: _Any, align_corners: bool = ..., half_pixel_centers: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of ResizeNearestNeighbor.

        grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
        size: `[rows, cols]` of the images before, positive.
        output: gradient of the images, `[batch, rows, cols, channels]`.

    ResizeNearestNeighborGrad(grads: T, size: int32; T: {uint8, int8, int32, half, float, double, bfloat16}, align_corners: bool = false, half_pixel_centers: bool = false) -> (output: T)
    """
def ResourceAccumulatorApplyGradient(*, handle: _Any, local_step: _Any, gradient: _Any, name: str | None = None) -> _Node:
    """Add a gradient to an accumulator. One of an earlier step than the accumulator's is left out.

        local_step: the step of the gradient, a scalar.
        dtype: the accumulator's.

    ResourceAccumulatorApplyGradient(handle: resource, local_step: int64, gradient: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> ()
    """
def ResourceAccumulatorNumAccumulated(*, handle: _Any, name: str | None = None) -> _Tensor:
    """How many gradients are in an accumulator.

    ResourceAccumulatorNumAccumulated(handle: resource) -> (num_accumulated: int32)
    """
def ResourceAccumulatorSetGlobalStep(*, handle: _Any, new_global_step: _Any, name: str | None = None) -> _Node:
    """Set the step of an accumulator: gradients of earlier ones are left out.

        new_global_step: a scalar.

    ResourceAccumulatorSetGlobalStep(handle: resource, new_global_step: int64) -> ()
    """
def ResourceAccumulatorTakeGradient(*, handle: _Any, num_required: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The mean, or the sum, of the gradients in an accumulator, which is empty then; waits until there
        are enough. The accumulator's step becomes the next one.

        num_required: how many there must be, a scalar.
        dtype: the accumulator's.

    ResourceAccumulatorTakeGradient(handle: resource, num_required: int32; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (average: dtype)
    """
def ResourceApplyAdaMax(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """AdaMax: Adam with the largest gradient instead of a mean of squares.

        m += (g - m) * (1 - beta1)
        v = max(beta2 * v, |g|)
        var -= lr / (1 - beta1_power) * m / (v + epsilon)

        beta1_power: beta1 to the power of the number of this step; the op does not change it.

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAdaMax(var: resource, m: resource, v: resource, beta1_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """Adadelta: steps as large as recent steps were, over the size of recent gradients.

        accum = accum * rho + g * g * (1 - rho)
        update = g * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)
        accum_update = accum_update * rho + update * update * (1 - rho)
        var -= lr * update

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAdadelta(var: resource, accum: resource, accum_update: resource, lr: T, rho: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Node:
    """Adagrad: steps scaled by the sum of all squared gradients.

        accum += g * g
        var -= lr * g / sqrt(accum)

        update_slots: without it accum stays as it is.

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAdagrad(var: resource, accum: resource, lr: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, update_slots: bool = true) -> ()
    """
def ResourceApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """Adagrad with dual averaging: var is computed anew from the sums of all gradients.

        gradient_accumulator += g
        gradient_squared_accumulator += g * g
        divisor = l2 * global_step * lr + sqrt(gradient_squared_accumulator)
        var = -lr * sign(gradient_accumulator) * max(|gradient_accumulator| - l1 * global_step, 0) / divisor

        l1: without it, at 0, var = -lr * gradient_accumulator / divisor.
        global_step: the number of this step, from 1 on; the op does not change it.

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAdagradDA(var: resource, gradient_accumulator: resource, gradient_squared_accumulator: resource, grad: T, lr: T, l1: T, l2: T, global_step: int64; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Node:
    """Adagrad with a term that keeps the divisor away from 0.

        accum += g * g
        var -= lr * g / (sqrt(accum) + epsilon)

        update_slots: without it accum stays as it is.

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAdagradV2(var: resource, accum: resource, lr: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, update_slots: bool = true) -> ()
    """
def ResourceApplyAdam(*, var: _Any, m: _Any, v: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Node:
    """Adam: steps scaled by running means of the gradient and of its square.

        alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
        m += (g - m) * (1 - beta1)
        v += (g * g - v) * (1 - beta2)
        var -= alpha * m / (sqrt(v) + epsilon), with use_nesterov alpha * (g * (1 - beta1) + m * beta1) / (...)

        beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAdam(var: resource, m: resource, v: resource, beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, use_nesterov: bool = false) -> ()
    """
def ResourceApplyAdamWithAmsgrad(*, var: _Any, m: _Any, v: _Any, vhat: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """AMSGrad: Adam whose divisor never becomes smaller.

        alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
        m += (g - m) * (1 - beta1)
        v += (g * g - v) * (1 - beta2)
        vhat = max(vhat, v)
        var -= alpha * m / (sqrt(vhat) + epsilon)

        beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAdamWithAmsgrad(var: resource, m: resource, v: resource, vhat: resource, beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyAddSign(*, var: _Any, m: _Any, lr: _Any, alpha: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """AddSign: longer steps where the gradient has the sign that it had lately.

        m = m * beta + g * (1 - beta)
        var -= lr * (alpha + sign_decay * sign(g) * sign(m)) * g

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyAddSign(var: resource, m: resource, lr: T, alpha: T, sign_decay: T, beta: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """RMSProp with the variance of the gradient in place of its mean square.

        ms += (g * g - ms) * (1 - rho)
        mg += (g - mg) * (1 - rho)
        mom = mom * momentum + lr * g / sqrt(ms - mg * mg + epsilon)
        var -= mom

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyCenteredRMSProp(var: resource, mg: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Node:
    """Ftrl-proximal.

        Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
        (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

        new = accum + g * g
        linear += scale * g - (new ** p - accum ** p) / unit * var
        var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
        accum = new

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyFtrl(var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> ()
    """
def ResourceApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Node:
    """Ftrl-proximal with a penalty that pulls var towards 0.

        Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
        (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

        new = accum + g * g
        linear += scale * (g + 2 * l2_shrinkage * var) - (new ** p - accum ** p) / unit * var
        var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
        accum = new

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyFtrlV2(var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> ()
    """
def ResourceApplyGradientDescent(*, var: _Any, alpha: _Any, delta: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """Gradient descent.

        var -= alpha * delta

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyGradientDescent(var: resource, alpha: T, delta: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyKerasMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Node:
    """Gradient descent with momentum; the learning rate is applied when the momentum changes.

        accum = accum * momentum - lr * g
        var += accum, with use_nesterov: var += accum * momentum - lr * g

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyKerasMomentum(var: resource, accum: resource, lr: T, grad: T, momentum: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, use_nesterov: bool = false) -> ()
    """
def ResourceApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Node:
    """Gradient descent with momentum; the learning rate is applied when the variable changes.

        accum = accum * momentum + g
        var -= lr * accum, with use_nesterov: var -= lr * (g + accum * momentum)

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyMomentum(var: resource, accum: resource, lr: T, grad: T, momentum: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false, use_nesterov: bool = false) -> ()
    """
def ResourceApplyPowerSign(*, var: _Any, m: _Any, lr: _Any, logbase: _Any, sign_decay: _Any, beta: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """PowerSign: longer steps, by a factor, where the gradient has the sign that it had lately.

        m = m * beta + g * (1 - beta)
        var -= lr * exp(logbase * sign_decay * sign(g) * sign(m)) * g

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyPowerSign(var: resource, m: resource, lr: T, logbase: T, sign_decay: T, beta: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """Adagrad with penalties that make small values 0.

        accum += g * g
        rate = lr / sqrt(accum)
        moved = var - rate * g
        var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

        lr: positive.
        l1, l2: not negative.

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyProximalAdagrad(var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, delta: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """Gradient descent with penalties that make small values 0; rate is alpha.

        moved = var - rate * delta
        var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyProximalGradientDescent(var: resource, alpha: T, l1: T, l2: T, delta: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """RMSProp: steps scaled by a running mean of the squared gradient, with momentum.

        ms += (g * g - ms) * (1 - rho)
        mom = mom * momentum + lr * g / sqrt(ms + epsilon)
        var -= mom

        use_locking: has no effect: a step is always done as a whole.

    ResourceApplyRMSProp(var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: T, grad: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, use_locking: bool = false) -> ()
    """
def ResourceConditionalAccumulator(*, dtype: _DTypeLike, shape: _ShapeLike, container: str | bytes = ..., shared_name: str | bytes = ..., reduction_type: _Literal['MEAN', 'SUM'] = ..., name: str | None = None) -> _Tensor:
    """An accumulator of gradients.

        dtype: of the gradients.
        shape: theirs, as far as it is known.
        container: where the accumulator lives; '' is the default container.
        shared_name: nodes with the same one refer to the same accumulator; '' means one of the node's own.
        reduction_type: whether the mean of the gradients is taken, or their sum.

    ResourceConditionalAccumulator(; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, shape: shape, container: string = '', shared_name: string = '', reduction_type: {'MEAN', 'SUM'} = 'MEAN') -> (handle: resource)
    """
def ResourceCountUpTo(*, resource: _Any, limit: int, T: _DTypeLike, name: str | None = None) -> _Tensor:
    """The value of a variable, a scalar, which is one more afterwards; an OutOfRangeError once it is the limit.

        limit: what the variable never gets above.

    ResourceCountUpTo(resource: resource; limit: int, T: {int32, int64}) -> (output: T)
    """
def ResourceGather(*, resource: _Any, indices: _Any, dtype: _DTypeLike, batch_dims: int = ..., validate_indices: bool = ..., name: str | None = None) -> _Tensor:
    """Entries of a variable along its first dimension, without reading the rest of it.

        indices: numbers of entries, each in [0, entries); the output has an entry for each of them.
        batch_dims: how many leading dimensions the variable and indices share; the one behind them is gathered from.
        validate_indices: has no effect: indices are always checked.

    ResourceGather(resource: resource, indices: Tindices; batch_dims: int = 0, validate_indices: bool = true, dtype: type, Tindices: {int32, int64}) -> (output: dtype)
    """
def ResourceGatherNd(*, resource: _Any, indices: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """Elements or slices of a variable by coordinates.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        output: `indices.shape[:-1] + resource.shape[depth:]`.

    ResourceGatherNd(resource: resource, indices: Tindices; dtype: type, Tindices: {int32, int64}) -> (output: dtype)
    """
def ResourceScatterAdd(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Node:
    """Add to entries of a variable; an index that comes more than once adds each time.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.

    ResourceScatterAdd(resource: resource, indices: Tindices, updates: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> ()
    """
def ResourceScatterDiv(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Node:
    """Divide entries of a variable by what is not 0; integers round towards 0.

        An index that comes more than once changes its entry each time.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.

    ResourceScatterDiv(resource: resource, indices: Tindices, updates: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> ()
    """
def ResourceScatterMax(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Node:
    """Raise entries of a variable that are below a bound.

        An index that comes more than once changes its entry each time.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.

    ResourceScatterMax(resource: resource, indices: Tindices, updates: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> ()
    """
def ResourceScatterMin(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Node:
    """Lower entries of a variable that are above a bound.

        An index that comes more than once changes its entry each time.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.

    ResourceScatterMin(resource: resource, indices: Tindices, updates: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> ()
    """
def ResourceScatterMul(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Node:
    """Multiply entries of a variable.

        An index that comes more than once changes its entry each time.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.

    ResourceScatterMul(resource: resource, indices: Tindices, updates: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> ()
    """
def ResourceScatterNdAdd(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Node:
    """Add to elements or slices of a variable by coordinates.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ResourceScatterNdAdd(ref: resource, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, use_locking: bool = true, bad_indices_policy: string = '') -> ()
    """
def ResourceScatterNdMax(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Node:
    """Raise elements or slices of a variable that are below a bound, by coordinates.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ResourceScatterNdMax(ref: resource, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, use_locking: bool = true, bad_indices_policy: string = '') -> ()
    """
def ResourceScatterNdMin(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Node:
    """Lower elements or slices of a variable that are above a bound, by coordinates.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ResourceScatterNdMin(ref: resource, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, use_locking: bool = true, bad_indices_policy: string = '') -> ()
    """
def ResourceScatterNdSub(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Node:
    """Subtract from elements or slices of a variable by coordinates.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ResourceScatterNdSub(ref: resource, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, use_locking: bool = true, bad_indices_policy: string = '') -> ()
    """
def ResourceScatterNdUpdate(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Node:
    """Replace elements or slices of a variable by coordinates; of several changes of one place the last counts.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ResourceScatterNdUpdate(ref: resource, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, use_locking: bool = true, bad_indices_policy: string = '') -> ()
    """
def ResourceScatterSub(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Node:
    """Subtract from entries of a variable; an index that comes more than once subtracts each time.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.

    ResourceScatterSub(resource: resource, indices: Tindices, updates: dtype; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> ()
    """
def ResourceScatterUpdate(*, resource: _Any, indices: _Any, updates: _Any, name: str | None = None) -> _Node:
    """Replace entries of a variable; of several changes of one entry the last counts.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.

    ResourceScatterUpdate(resource: resource, indices: Tindices, updates: dtype; dtype: type, Tindices: {int32, int64}) -> ()
    """
def ResourceSparseApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyAdadelta for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyAdadelta(var: resource, accum: resource, accum_update: resource, lr: T, rho: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> ()
    """
def ResourceSparseApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyAdagrad for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyAdagrad(var: resource, accum: resource, lr: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, update_slots: bool = true) -> ()
    """
def ResourceSparseApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyAdagradDA for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyAdagradDA(var: resource, gradient_accumulator: resource, gradient_squared_accumulator: resource, grad: T, indices: Tindices, lr: T, l1: T, l2: T, global_step: int64; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> ()
    """
def ResourceSparseApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyAdagradV2 for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyAdagradV2(var: resource, accum: resource, lr: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, update_slots: bool = true) -> ()
    """
def ResourceSparseApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyCenteredRMSProp for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyCenteredRMSProp(var: resource, mg: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> ()
    """
def ResourceSparseApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyFtrl for some entries.

        lr: positive; may be 0 with multiply_linear_by_lr.
        l1, l2, l2_shrinkage: not negative.
        lr_power: not positive.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyFtrl(var: resource, accum: resource, linear: resource, grad: T, indices: Tindices, lr: T, l1: T, l2: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> ()
    """
def ResourceSparseApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyFtrlV2 for some entries.

        lr: positive; may be 0 with multiply_linear_by_lr.
        l1, l2, l2_shrinkage: not negative.
        lr_power: not positive.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyFtrlV2(var: resource, accum: resource, linear: resource, grad: T, indices: Tindices, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> ()
    """
def ResourceSparseApplyKerasMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyKerasMomentum for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyKerasMomentum(var: resource, accum: resource, lr: T, grad: T, indices: Tindices, momentum: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, use_nesterov: bool = false) -> ()
    """
def ResourceSparseApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyMomentum for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyMomentum(var: resource, accum: resource, lr: T, grad: T, indices: Tindices, momentum: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, use_nesterov: bool = false) -> ()
    """
def ResourceSparseApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyProximalAdagrad for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyProximalAdagrad(var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> ()
    """
def ResourceSparseApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyProximalGradientDescent for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyProximalGradientDescent(var: resource, alpha: T, l1: T, l2: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> ()
    """
def ResourceSparseApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Node:
    """ResourceApplyRMSProp for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

    ResourceSparseApplyRMSProp(var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> ()
    """
def ResourceStridedSliceAssign(*, ref: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ..., name: str | None = None) -> _Node:
    """Replace a slice of a variable, as ref[begin:end:stride, ...] = value does.

        begin, end, strides: an entry for each axis that is named.
        value: of the slice's shape, or of one that can be broadcast to it.
        begin_mask, end_mask: bit i set: entry i has no begin, or no end.
        ellipsis_mask: bit i set: entry i covers all axes that are not named.
        new_axis_mask: bit i set: entry i adds an axis of size 1.
        shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.

    ResourceStridedSliceAssign(ref: resource, begin: Index, end: Index, strides: Index, value: T; T: type, Index: {int32, int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0) -> ()
    """
def Restore(*, file_pattern: _Any, tensor_name: _Any, dt: _DTypeLike, preferred_shard: int = ..., name: str | None = None) -> _Tensor:
    """Read a tensor by name from a file, as RestoreV2 does.

        file_pattern: path of the file without its suffix; no pattern.
        tensor_name: of the tensor.
        preferred_shard: has no effect.

    Restore(file_pattern: string, tensor_name: string; dt: type, preferred_shard: int = -1) -> (tensor: dt)
    """
def RestoreSlice(*, file_pattern: _Any, tensor_name: _Any, shape_and_slice: _Any, dt: _DTypeLike, preferred_shard: int = ..., name: str | None = None) -> _Tensor:
    """Read a tensor, or a part of it, by name from a file, as RestoreV2 does.

        file_pattern: path of the file without its suffix; no pattern.
        tensor_name: of the tensor.
        shape_and_slice: as an element of RestoreV2's shape_and_slices.
        preferred_shard: has no effect.

    RestoreSlice(file_pattern: string, tensor_name: string, shape_and_slice: string; dt: type, preferred_shard: int = -1) -> (tensor: dt)
    """
def RestoreV2(*, prefix: _Any, tensor_names: _Any, shape_and_slices: _Any, dtypes: _Sequence[_DTypeLike], name: str | None = None) -> list[_Tensor]:
    """Read tensors by name from a file that SaveV2 wrote, or from a checkpoint of TensorFlow's.

        prefix: path of the file without its suffix.
        tensor_names: a name for each tensor.
        shape_and_slices: for each tensor '' or the part of a whole that it is: sizes, then '-' or 'start,length' for each
            axis, as in '4 10 -:0,3'.

    RestoreV2(prefix: string, tensor_names: string, shape_and_slices: string; dtypes: list(type) >= 1) -> (tensors: dtypes)
    """
def Reverse(*, tensor: _Any, dims: _Any, name: str | None = None) -> _Tensor:
    """The tensor in the opposite order along some axes: the older form of ReverseV2.

        dims: for each axis whether it is reversed.

    Reverse(tensor: T, dims: bool; T: {uint8, int8, uint16, int16, uint32, int32, uint64, int64, bool, bfloat16, half, float, double, complex64, complex128, string}) -> (output: T)
    """
def ReverseSequence(*, input: _Any, seq_lengths: _Any, seq_dim: int, batch_dim: int = ..., name: str | None = None) -> _Tensor:
    """The input with the start of each of its sequences reversed.

        seq_lengths: a vector; how many elements are reversed in each entry along batch_dim, the rest stays.
        seq_dim: the axis that sequences run along.
        batch_dim: the axis of the entries.

    ReverseSequence(input: T, seq_lengths: Tlen; seq_dim: int, batch_dim: int = 0, T: type, Tlen: {int32, int64} = int64) -> (output: T)
    """
def ReverseV2(*, tensor: _Any, axis: _Any, name: str | None = None) -> _Tensor:
    """The input in reverse order along some axes.

        axis: which ones, a vector.

    ReverseV2(tensor: T, axis: Tidx; Tidx: {int32, int64} = int32, T: {uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half, float, double, complex64, complex128, string}) -> (output: T)
    """
def RightShift(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x with its bits moved y places down; copies of the sign come in. y is taken as 0 if it is negative, and as one less than the number of bits if it is larger than that.

    RightShift(x: T, y: T; T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}) -> (z: T)
    """
def Rint(*, x: _Any, name: str | None = None) -> _Tensor:
    """The nearest integer, the even one of two.

    Rint(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def RngReadAndSkip(*, resource: _Any, alg: _Any, delta: _Any, name: str | None = None) -> _Tensor:
    """The state of a generator, which then goes on by 256 times delta.

        resource: a variable of dtype int64 and shape (3,): a counter of 128 bits, the lower half first, and a key.
        alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
        delta: a scalar; 256 times delta is taken modulo 2**64.
        value: the state before.

    RngReadAndSkip(resource: resource, alg: int32, delta: uint64) -> (value: int64)
    """
def Roll(*, input: _Any, shift: _Any, axis: _Any, name: str | None = None) -> _Tensor:
    """The input with its elements moved along axes; what leaves at one end comes back at the other.

        shift: by how much, a scalar or a vector; negative ones move towards the start.
        axis: along which axis each shift goes, of the same shape; those for one axis add up.

    Roll(input: T, shift: Tshift, axis: Taxis; T: type, Tshift: {int32, int64}, Taxis: {int32, int64}) -> (output: T)
    """
def Round(*, x: _Any, name: str | None = None) -> _Tensor:
    """The nearest integer, the even one of two; for complex numbers of each part.

    Round(x: T; T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}) -> (y: T)
    """
def Rsqrt(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / sqrt(x).

    Rsqrt(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def RsqrtGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Rsqrt from its output: -dy conj(y)^3 / 2, and 0 where dy is 0.

    RsqrtGrad(y: T, dy: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (z: T)
    """
def SampleDistortedBoundingBox(*, image_size: _Any, bounding_boxes: _Any, seed: int = ..., seed2: int = ..., min_object_covered: float = ..., aspect_ratio_range: _Sequence[float] = ..., area_range: _Sequence[float] = ..., max_attempts: int = ..., use_image_if_no_bounding_boxes: bool = ..., name: str | None = None) -> _Any:
    """A random crop of an image that has enough of some object.

        image_size: rows, columns and channels of the image.
        bounding_boxes: `[..., boxes, 4]`, of rank 3: y1, x1, y2, x2 of objects, in multiples of the image's height and
        width, from 0 to 1.
        min_object_covered: what part of some box the crop must have, at least 0.
        seed, seed2: both 0: each run draws another crop.
        aspect_ratio_range: the least and the largest ratio of columns and rows of the crop, both positive.
        area_range: the least and the largest part of the image, in (0, 1].
        max_attempts: how often a crop is drawn until one fits; if none does, it is the whole image.
        use_image_if_no_bounding_boxes: without boxes the whole image is the object; without this attr they are an error.
        begin: first row, first column, 0: for Slice.
        size: rows, columns, -1: for Slice.
        bboxes: `[1, 1, 4]`: the crop in multiples of the image's height and width, for DrawBoundingBoxes.

    SampleDistortedBoundingBox(image_size: T, bounding_boxes: float; T: {uint8, int8, int16, int32, int64}, seed: int = 0, seed2: int = 0, min_object_covered: float = 0.1, aspect_ratio_range: list(float) = [0.75, 1.33], area_range: list(float) = [0.05, 1.0], max_attempts: int = 100, use_image_if_no_bounding_boxes: bool = false) -> (begin: T, size: T, bboxes: float)
    """
def SampleDistortedBoundingBoxV2(*, image_size: _Any, bounding_boxes: _Any, min_object_covered: _Any, seed: int = ..., seed2: int = ..., aspect_ratio_range: _Sequence[float] = ..., area_range: _Sequence[float] = ..., max_attempts: int = ..., use_image_if_no_bounding_boxes: bool = ..., name: str | None = None) -> _Any:
    """A random crop of an image that has enough of some object.

        image_size: rows, columns and channels of the image.
        bounding_boxes: `[..., boxes, 4]`, of rank 3: y1, x1, y2, x2 of objects, in multiples of the image's height and
        width, from 0 to 1.
        min_object_covered: what part of some box the crop must have, at least 0.
        seed, seed2: both 0: each run draws another crop.
        aspect_ratio_range: the least and the largest ratio of columns and rows of the crop, both positive.
        area_range: the least and the largest part of the image, in (0, 1].
        max_attempts: how often a crop is drawn until one fits; if none does, it is the whole image.
        use_image_if_no_bounding_boxes: without boxes the whole image is the object; without this attr they are an error.
        begin: first row, first column, 0: for Slice.
        size: rows, columns, -1: for Slice.
        bboxes: `[1, 1, 4]`: the crop in multiples of the image's height and width, for DrawBoundingBoxes.

    SampleDistortedBoundingBoxV2(image_size: T, bounding_boxes: float, min_object_covered: float; T: {uint8, int8, int16, int32, int64}, seed: int = 0, seed2: int = 0, aspect_ratio_range: list(float) = [0.75, 1.33], area_range: list(float) = [0.05, 1.0], max_attempts: int = 100, use_image_if_no_bounding_boxes: bool = false) -> (begin: T, size: T, bboxes: float)
    """
def Save(*, filename: _Any, tensor_names: _Any, data: _Sequence[_Any], name: str | None = None) -> _Node:
    """Write tensors by name to a file, as SaveV2 does.

        filename: path of the file without its suffix.
        tensor_names: a name for each tensor.

    Save(filename: string, tensor_names: string, data: T; T: list(type) >= 1) -> ()
    """
def SaveSlices(*, filename: _Any, tensor_names: _Any, shapes_and_slices: _Any, data: _Sequence[_Any], name: str | None = None) -> _Node:
    """Write tensors, or parts of them, by name to a file, as SaveV2 does.

        filename: path of the file without its suffix.
        tensor_names: a name for each tensor.
        shapes_and_slices: as SaveV2's shape_and_slices.

    SaveSlices(filename: string, tensor_names: string, shapes_and_slices: string, data: T; T: list(type) >= 1) -> ()
    """
def SaveV2(*, prefix: _Any, tensor_names: _Any, shape_and_slices: _Any, tensors: _Sequence[_Any], name: str | None = None) -> _Node:
    """Write tensors by name to a file, which a crash leaves as it was or complete.

        prefix: path of the file without its suffix.
        tensor_names: a name for each tensor.
        shape_and_slices: for each tensor '' or the part of a whole that it is: sizes, then '-' or 'start,length' for each
            axis, as in '4 10 -:0,3'. The parts of a whole must be in the same node.

    SaveV2(prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes; dtypes: list(type) >= 1) -> ()
    """
def ScalarSummary(*, tags: _Any, values: _Any, name: str | None = None) -> _Tensor:
    """A Summary message with one value for each element, as float32.

        tags: the names of the values.
        values: of the shape of tags.

    ScalarSummary(tags: string, values: T; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (summary: string)
    """
def ScaleAndTranslate(*, images: _Any, size: _Any, scale: _Any, translation: _Any, kernel_type: str | bytes = ..., antialias: bool = ..., name: str | None = None) -> _Tensor:
    """Scale and move images, and cut them out. What is beyond the images is 0.

        images: `[batch, rows, cols, channels]`.
        size: `[new_rows, new_cols]`, positive.
        scale: `[2]`, positive: by how much rows and columns become larger.
        translation: `[2]`: by how many new rows and columns the images move.
        kernel_type: the filter: 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', 'keyscubic' or
        'mitchellcubic'.
        antialias: where images shrink, the filter becomes as much wider.
        resized_images: `[batch, new_rows, new_cols, channels]`, float32.

    ScaleAndTranslate(images: T, size: int32, scale: float, translation: float; T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double}, kernel_type: string = 'lanczos3', antialias: bool = true) -> (resized_images: float)
    """
def ScaleAndTranslateGrad(*, grads: _Any, original_image: _Any, scale: _Any, translation: _Any, kernel_type: str | bytes = ..., antialias: bool = ..., name: str | None = None) -> _Tensor:
    """Gradient of ScaleAndTranslate with respect to the images.

        grads: gradient of the new images, `[batch, new_rows, new_cols, channels]`.
        original_image: the images, `[batch, rows, cols, channels]`; only its shape counts.
        scale: `[2]`, positive: by how much rows and columns become larger.
        translation: `[2]`: by how many new rows and columns the images move.
        kernel_type: the filter: 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', 'keyscubic' or
        'mitchellcubic'.
        antialias: where images shrink, the filter becomes as much wider.
        output: of the shape of original_image.

    ScaleAndTranslateGrad(grads: T, original_image: T, scale: float, translation: float; T: {float}, kernel_type: string = 'lanczos3', antialias: bool = true) -> (output: T)
    """
def ScatterAdd(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Add to entries of a variable; an index that comes twice adds twice. Gives the reference on.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.
        use_locking: has no effect: a change is always done as a whole.

    ScatterAdd(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def ScatterDiv(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Divide entries of a variable, integers toward 0, none by 0 unless they are floats; an index that comes twice does so twice. Gives the reference on.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.
        use_locking: has no effect: a change is always done as a whole.

    ScatterDiv(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def ScatterMax(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Raise entries of a variable to the updates that are larger. Gives the reference on.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.
        use_locking: has no effect: a change is always done as a whole.

    ScatterMax(ref: Ref(T), indices: Tindices, updates: T; T: {half, bfloat16, float, double, int32, int64}, Tindices: {int32, int64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def ScatterMin(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Lower entries of a variable to the updates that are smaller. Gives the reference on.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.
        use_locking: has no effect: a change is always done as a whole.

    ScatterMin(ref: Ref(T), indices: Tindices, updates: T; T: {half, bfloat16, float, double, int32, int64}, Tindices: {int32, int64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def ScatterMul(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Multiply entries of a variable; an index that comes twice does so twice. Gives the reference on.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.
        use_locking: has no effect: a change is always done as a whole.

    ScatterMul(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def ScatterNd(*, indices: _Any, updates: _Any, shape: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Zeros with updates added at coordinates; what falls onto one place is summed.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the output.
        updates: `indices.shape[:-1] + shape[depth:]`.
        shape: of the output.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ScatterNd(indices: Tindices, updates: T, shape: Tindices; T: type, Tindices: {int16, int32, int64}, bad_indices_policy: string = '') -> (output: T)
    """
def ScatterNdAdd(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Add to elements or slices of a variable by coordinates. Gives the reference on.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ScatterNdAdd(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, bad_indices_policy: string = '') -> (output_ref: Ref(T))
    """
def ScatterNdMax(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Raise elements or slices of a variable that are below a bound, by coordinates. Gives the reference on.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ScatterNdMax(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, bad_indices_policy: string = '') -> (output_ref: Ref(T))
    """
def ScatterNdMin(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Lower elements or slices of a variable that are above a bound, by coordinates. Gives the reference on.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ScatterNdMin(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, bad_indices_policy: string = '') -> (output_ref: Ref(T))
    """
def ScatterNdNonAliasingAdd(*, input: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The input with updates added at given coordinates: TensorScatterAdd for numbers; booleans are or-ed.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
        updates: `indices.shape[:-1] + tensor.shape[depth:]`.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ScatterNdNonAliasingAdd(input: T, indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}, Tindices: {int32, int64}, bad_indices_policy: string = '') -> (output: T)
    """
def ScatterNdSub(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Subtract from elements or slices of a variable by coordinates. Gives the reference on.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ScatterNdSub(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, bad_indices_policy: string = '') -> (output_ref: Ref(T))
    """
def ScatterNdUpdate(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Replace elements or slices of a variable by coordinates; of several changes of one place the last counts. Gives the reference on.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
        updates: `indices.shape[:-1] + ref.shape[depth:]`.
        use_locking: has no effect: a change is always done as a whole.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    ScatterNdUpdate(ref: Ref(T), indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, use_locking: bool = true, bad_indices_policy: string = '') -> (output_ref: Ref(T))
    """
def ScatterSub(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Subtract from entries of a variable; an index that comes twice does so twice. Gives the reference on.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.
        use_locking: has no effect: a change is always done as a whole.

    ScatterSub(ref: Ref(T), indices: Tindices, updates: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (output_ref: Ref(T))
    """
def ScatterUpdate(*, ref: _Any, indices: _Any, updates: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """Replace entries of a variable; of several changes of one entry the last counts. Gives the reference on.

        indices: numbers of entries, each in [0, entries).
        updates: for each index a change of the shape of an entry, or one scalar for all.
        use_locking: has no effect: a change is always done as a whole.

    ScatterUpdate(ref: Ref(T), indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, use_locking: bool = true) -> (output_ref: Ref(T))
    """
def SegmentMax(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """Row i of the output holds the largest elements of the rows of data whose segment id is i, 0 if there is
        none.

        segment_ids: a vector with one id for each row of data, sorted and not negative.
        output: as many rows as the last id plus 1.

    SegmentMax(data: T, segment_ids: Tindices; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tindices: {int32, int64}) -> (output: T)
    """
def SegmentMean(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """Row i of the output is the mean of the rows of data whose segment id is i, 0 if there is none. Integers
        round toward 0.

        segment_ids: a vector with one id for each row of data, sorted and not negative.
        output: as many rows as the last id plus 1.

    SegmentMean(data: T, segment_ids: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> (output: T)
    """
def SegmentMin(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """Row i of the output holds the smallest elements of the rows of data whose segment id is i, 0 if there is
        none.

        segment_ids: a vector with one id for each row of data, sorted and not negative.
        output: as many rows as the last id plus 1.

    SegmentMin(data: T, segment_ids: Tindices; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tindices: {int32, int64}) -> (output: T)
    """
def SegmentProd(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """Row i of the output is the product of the rows of data whose segment id is i, 1 if there is
        none.

        segment_ids: a vector with one id for each row of data, sorted and not negative.
        output: as many rows as the last id plus 1.

    SegmentProd(data: T, segment_ids: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> (output: T)
    """
def SegmentSum(*, data: _Any, segment_ids: _Any, name: str | None = None) -> _Tensor:
    """Row i of the output is the sum of the rows of data whose segment id is i, 0 if there is none.

        segment_ids: a vector with one id for each row of data, sorted and not negative.
        output: as many rows as the last id plus 1.

    SegmentSum(data: T, segment_ids: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> (output: T)
    """
def Select(*, condition: _Any, t: _Any, e: _Any, name: str | None = None) -> _Tensor:
    """Elements of t where condition is true, of e where it is false.

        condition: of the shape of t and e; or a scalar; or a vector that chooses along their first axis.

    Select(condition: bool, t: T, e: T; T: type) -> (output: T)
    """
def SelectV2(*, condition: _Any, t: _Any, e: _Any, name: str | None = None) -> _Tensor:
    """Elements of t where condition is true, of e where it is false; the three broadcast against each other.

    SelectV2(condition: bool, t: T, e: T; T: type) -> (output: T)
    """
def SelfAdjointEig(*, input: _Any, name: str | None = None) -> _Tensor:
    """Eigenvalues and eigenvectors of symmetric matrices, together in one matrix.

        input: `[..., n, n]`; only the lower triangles are read.
        output: `[..., n + 1, n]`: in row 0 the eigenvalues, rising; below it the eigenvectors, in columns. The largest
            element of each is positive.

    SelfAdjointEig(input: T; T: {double, float, half}) -> (output: T)
    """
def SelfAdjointEigV2(*, input: _Any, compute_v: bool = ..., name: str | None = None) -> _Any:
    """Eigenvalues and eigenvectors of Hermitian matrices.

        input: `[..., n, n]`; only the lower triangles are read.
        compute_v: without it, v is empty.
        e: `[..., n]`, rising.
        v: `[..., n, n]`, orthonormal columns. The largest element of each is real and positive, which makes them unique
            where the eigenvalues differ.

    SelfAdjointEigV2(input: T; compute_v: bool = true, T: {double, float, half, complex64, complex128}) -> (e: T, v: T)
    """
def Selu(*, features: _Any, name: str | None = None) -> _Tensor:
    """scale * features above 0, scale * alpha * (exp(features) - 1) elsewhere.

    Selu(features: T; T: {half, bfloat16, float, double}) -> (activations: T)
    """
def SeluGrad(*, gradients: _Any, outputs: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Selu from its outputs.

    SeluGrad(gradients: T, outputs: T; T: {half, bfloat16, float, double}) -> (backprops: T)
    """
def SerializeManySparse(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The rows of a sparse tensor, each as three: its indices, values and shape.

        The first axis is that of the rows; they are sparse tensors of one axis less.

        sparse_indices: `[entries, rank]`.
        sparse_values: `[entries]`.
        sparse_shape: `[rank]`.
        out_type: a string is a TensorProto message; a variant is the tensor itself.

    SerializeManySparse(sparse_indices: int64, sparse_values: T, sparse_shape: int64; T: type, out_type: {string, variant} = string) -> (serialized_sparse: out_type)
    """
def SerializeSparse(*, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """A sparse tensor as a vector of three: its indices, values and shape.

        sparse_indices: `[entries, rank]`.
        sparse_values: `[entries]`.
        sparse_shape: `[rank]`.
        out_type: a string is a TensorProto message; a variant is the tensor itself.

    SerializeSparse(sparse_indices: int64, sparse_values: T, sparse_shape: int64; T: type, out_type: {string, variant} = string) -> (serialized_sparse: out_type)
    """
def SerializeTensor(*, tensor: _Any, name: str | None = None) -> _Tensor:
    """A tensor as the bytes of a TensorProto message.

        tensor: of numbers, bools or strings.
        serialized: a scalar.

    SerializeTensor(tensor: T; T: type) -> (serialized: string)
    """
def SetSize(*, set_indices: _Any, set_values: _Any, set_shape: _Any, validate_indices: bool = ..., name: str | None = None) -> _Tensor:
    """How many different values each set along the last axis of a sparse tensor has.

        set_indices, set_values, set_shape: a sparse tensor of rank 2 or more.
        validate_indices: coordinates must be in row-major order, each once.
        size: of the tensor's shape without its last axis.

    SetSize(set_indices: int64, set_values: T, set_shape: int64; validate_indices: bool = true, T: {int8, int16, int32, int64, uint8, uint16, string}) -> (size: int32)
    """
def Shape(*, input: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The shape of the input as a vector.

    Shape(input: T; T: type, out_type: {int32, int64} = int32) -> (output: out_type)
    """
def ShapeN(*, input: _Sequence[_Any], out_type: _DTypeLike = ..., name: str | None = None) -> list[_Tensor]:
    """The shapes of the inputs, each as a vector.

    ShapeN(input: N * T; N: int >= 1, T: type, out_type: {int32, int64} = int32) -> (output: N * out_type)
    """
def ShardedFilename(*, basename: _Any, shard: _Any, num_shards: _Any, name: str | None = None) -> _Tensor:
    """The name of one of several files: name-00001-of-00004.

    ShardedFilename(basename: string, shard: int32, num_shards: int32) -> (filename: string)
    """
def ShardedFilespec(*, basename: _Any, num_shards: _Any, name: str | None = None) -> _Tensor:
    """The pattern for the names of all of several files: name-?????-of-00004.

    ShardedFilespec(basename: string, num_shards: int32) -> (filename: string)
    """
def Sigmoid(*, x: _Any, name: str | None = None) -> _Tensor:
    """1 / (1 + exp(-x)).

    Sigmoid(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def SigmoidGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Sigmoid from its (conjugate) output: dy y (1 - y).

    SigmoidGrad(y: T, dy: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (z: T)
    """
def Sign(*, x: _Any, name: str | None = None) -> _Tensor:
    """-1, 0 or 1; for complex numbers x / |x|, and 0 for 0.

    Sign(x: T; T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}) -> (y: T)
    """
def Sin(*, x: _Any, name: str | None = None) -> _Tensor:
    """The sine of x in radians.

    Sin(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Sinh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The hyperbolic sine.

    Sinh(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Size(*, input: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The number of elements, a scalar.

    Size(input: T; T: type, out_type: {int32, int64} = int32) -> (output: out_type)
    """
def Slice(*, input: _Any, begin: _Any, size: _Any, name: str | None = None) -> _Tensor:
    """A block of the input.

        begin: where it begins along each axis.
        size: how large it is along each axis; -1 means everything to the end.

    Slice(input: T, begin: Index, size: Index; T: type, Index: {int32, int64}) -> (output: T)
    """
def Snapshot(*, input: _Any, name: str | None = None) -> _Tensor:
    """A copy of the input.

    Snapshot(input: T; T: type) -> (output: T)
    """
def Softmax(*, logits: _Any, name: str | None = None) -> _Tensor:
    """exp(logits) over its sum along the last axis; safe for large logits.

    Softmax(logits: T; T: {half, bfloat16, float, double}) -> (softmax: T)
    """
def SoftmaxCrossEntropyWithLogits(*, features: _Any, labels: _Any, name: str | None = None) -> _Any:
    """Cross entropy of the softmax of features with the distribution labels.

        features, labels: `[batch, classes]`; they broadcast. Each row of labels should sum to 1.
        loss: `[batch]`.
        backprop: softmax(features) - labels, the gradient of loss with respect to features.

    SoftmaxCrossEntropyWithLogits(features: T, labels: T; T: {half, bfloat16, float, double}) -> (loss: T, backprop: T)
    """
def Softplus(*, features: _Any, name: str | None = None) -> _Tensor:
    """log(exp(features) + 1).

    Softplus(features: T; T: {half, bfloat16, float, double}) -> (activations: T)
    """
def SoftplusGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients / (exp(-features) + 1).

    SoftplusGrad(gradients: T, features: T; T: {half, bfloat16, float, double}) -> (backprops: T)
    """
def Softsign(*, features: _Any, name: str | None = None) -> _Tensor:
    """features / (abs(features) + 1).

    Softsign(features: T; T: {half, bfloat16, float, double}) -> (activations: T)
    """
def SoftsignGrad(*, gradients: _Any, features: _Any, name: str | None = None) -> _Tensor:
    """gradients / (abs(features) + 1) ** 2.

    SoftsignGrad(gradients: T, features: T; T: {half, bfloat16, float, double}) -> (backprops: T)
    """
def SpaceToBatch(*, input: _Any, paddings: _Any, block_size: int, name: str | None = None) -> _Tensor:
    """Square blocks of an image as batches: SpaceToBatchND for two spatial axes and one size.

        input: `[batch, height, width, channels]`.
        paddings: zeros (before, after) along height and width, `[2, 2]`.

    SpaceToBatch(input: T, paddings: Tpaddings; T: type, Tpaddings: {int32, int64} = int32, block_size: int >= 2) -> (output: T)
    """
def SpaceToBatchND(*, input: _Any, block_shape: _Any, paddings: _Any, name: str | None = None) -> _Tensor:
    """Spatial blocks as batches: a batch for each place in a block, holding that place of every block.

        input: `[batch, spatial..., rest...]`.
        block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
        paddings: zeros (before, after) along each spatial axis; the padded size must be a multiple of the block's.
        output: `[blocks * batch, spatial / block..., rest...]`, the place in a block being the slower index.

    SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings; T: type, Tblock_shape: {int32, int64} = int32, Tpaddings: {int32, int64} = int32) -> (output: T)
    """
def SpaceToDepth(*, input: _Any, block_size: int, data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., name: str | None = None) -> _Tensor:
    """Square blocks of an image as channels: row by row within a block, the old channels the faster index.

        block_size: height and width of a block; divides those of the input.
        data_format: NCHW_VECT_C is `[batch, channels / 4, height, width, 4]`, whose last axis stays together.

    SpaceToDepth(input: T; T: type, block_size: int >= 2, data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC') -> (output: T)
    """
def SparseAccumulatorApplyGradient(*, handle: _Any, local_step: _Any, gradient_indices: _Any, gradient_values: _Any, gradient_shape: _Any, has_known_shape: bool, name: str | None = None) -> _Node:
    """Add rows of a gradient to an accumulator. A gradient of an earlier step is left out.

        local_step: the step of the gradient, a scalar.
        gradient_indices: of the rows, in rising order.
        gradient_values: the rows.
        gradient_shape: of the whole gradient.
        dtype: the accumulator's.
        has_known_shape: whether ``gradient_shape`` means anything.

    SparseAccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient_indices: int64, gradient_values: dtype, gradient_shape: int64; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, has_known_shape: bool) -> ()
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

    SparseAccumulatorTakeGradient(handle: Ref(string), num_required: int32; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (indices: int64, values: dtype, shape: int64)
    """
def SparseAdd(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, thresh: _Any, name: str | None = None) -> _Any:
    """The sum of two sparse tensors, in row-major order.

        a_indices, b_indices: `[entries, rank]`.
        a_values, b_values: `[entries]`.
        a_shape, b_shape: `[rank]`, the same.
        thresh: a scalar: where both have an entry, a sum of a smaller magnitude is left out; 0 keeps zeros too.

    SparseAdd(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64, thresh: Treal; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Treal: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (sum_indices: int64, sum_values: T, sum_shape: int64)
    """
def SparseAddGrad(*, backprop_val_grad: _Any, a_indices: _Any, b_indices: _Any, sum_indices: _Any, name: str | None = None) -> _Any:
    """The gradients of SparseAdd: for each entry of its operands that of the sum's entry at the place, or 0.

        backprop_val_grad: the gradient of its sum_values.
        a_indices, b_indices: its inputs.
        sum_indices: its output.

    SparseAddGrad(backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (a_val_grad: T, b_val_grad: T)
    """
def SparseApplyAdadelta(*, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyAdadelta for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyAdadelta(var: Ref(T), accum: Ref(T), accum_update: Ref(T), lr: T, rho: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (out: Ref(T))
    """
def SparseApplyAdagrad(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyAdagrad for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyAdagrad(var: Ref(T), accum: Ref(T), lr: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, update_slots: bool = true) -> (out: Ref(T))
    """
def SparseApplyAdagradDA(*, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyAdagradDA for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyAdagradDA(var: Ref(T), gradient_accumulator: Ref(T), gradient_squared_accumulator: Ref(T), grad: T, indices: Tindices, lr: T, l1: T, l2: T, global_step: int64; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (out: Ref(T))
    """
def SparseApplyAdagradV2(*, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., update_slots: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyAdagradV2 for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyAdagradV2(var: Ref(T), accum: Ref(T), lr: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, update_slots: bool = true) -> (out: Ref(T))
    """
def SparseApplyCenteredRMSProp(*, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyCenteredRMSProp for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyCenteredRMSProp(var: Ref(T), mg: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (out: Ref(T))
    """
def SparseApplyFtrl(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyFtrl for some entries.

        lr: positive; may be 0 with multiply_linear_by_lr.
        l1, l2, l2_shrinkage: not negative.
        lr_power: not positive.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyFtrl(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, indices: Tindices, lr: T, l1: T, l2: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> (out: Ref(T))
    """
def SparseApplyFtrlV2(*, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, use_locking: bool = ..., multiply_linear_by_lr: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyFtrlV2 for some entries.

        lr: positive; may be 0 with multiply_linear_by_lr.
        l1, l2, l2_shrinkage: not negative.
        lr_power: not positive.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyFtrlV2(var: Ref(T), accum: Ref(T), linear: Ref(T), grad: T, indices: Tindices, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, multiply_linear_by_lr: bool = false) -> (out: Ref(T))
    """
def SparseApplyMomentum(*, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, use_locking: bool = ..., use_nesterov: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyMomentum for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyMomentum(var: Ref(T), accum: Ref(T), lr: T, grad: T, indices: Tindices, momentum: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false, use_nesterov: bool = false) -> (out: Ref(T))
    """
def SparseApplyProximalAdagrad(*, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyProximalAdagrad for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyProximalAdagrad(var: Ref(T), accum: Ref(T), lr: T, l1: T, l2: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (out: Ref(T))
    """
def SparseApplyProximalGradientDescent(*, var: _Any, alpha: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyProximalGradientDescent for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyProximalGradientDescent(var: Ref(T), alpha: T, l1: T, l2: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (out: Ref(T))
    """
def SparseApplyRMSProp(*, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, use_locking: bool = ..., name: str | None = None) -> _Tensor:
    """ResourceApplyRMSProp for some entries.

        grad: a row for each index, of the shape of an entry.
        indices: a vector of numbers of entries, each in [0, entries).

        use_locking: has no effect: a step is always done as a whole.

        out: the reference to var.

    SparseApplyRMSProp(var: Ref(T), ms: Ref(T), mom: Ref(T), lr: T, rho: T, momentum: T, epsilon: T, grad: T, indices: Tindices; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, use_locking: bool = false) -> (out: Ref(T))
    """
def SparseBincount(*, indices: _Any, values: _Any, dense_shape: _Any, size: _Any, weights: _Any, binary_output: bool = ..., name: str | None = None) -> _Tensor:
    """How often each number is a value of a sparse tensor, for each of its rows.

        indices: `[entries, rank]`.
        values: `[entries]`.
        dense_shape: `[rank]`; the first size is the number of rows.
        size: a scalar: so many numbers are counted, from 0 on. Numbers that are not below it are passed over; negative ones
            are refused.
        weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
        binary_output: 1 for each number that occurs, regardless of its count and weight.
        output: `[rows, size]`; `[size]` of a sparse tensor of rank 1.

    SparseBincount(indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T; Tidx: {int32, int64}, T: {int32, int64, float, double}, binary_output: bool = false) -> (output: T)
    """
def SparseConcat(*, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], concat_dim: int, name: str | None = None) -> _Any:
    """Sparse tensors one behind the other along an axis; the entries in row-major order.

        indices: of each tensor `[entries, rank]`.
        values: of each `[entries]`.
        shapes: of each `[rank]`; the same but for the axis.
        concat_dim: the axis; negative ones count from the end.

    SparseConcat(indices: N * int64, values: N * T, shapes: N * int64; concat_dim: int, N: int >= 2, T: type) -> (output_indices: int64, output_values: T, output_shape: int64)
    """
def SparseConditionalAccumulator(*, dtype: _DTypeLike, shape: _ShapeLike, container: str | bytes = ..., shared_name: str | bytes = ..., reduction_type: _Literal['MEAN', 'SUM'] = ..., name: str | None = None) -> _Tensor:
    """An accumulator of gradients of which each has some rows.

        dtype: of the gradients.
        shape: theirs, as far as it is known.
        container: where the accumulator lives; '' is the default container.
        shared_name: nodes with the same one refer to the same accumulator; '' means one of the node's own.
        reduction_type: whether the mean of the gradients is taken, or their sum.

    SparseConditionalAccumulator(; dtype: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, shape: shape, container: string = '', shared_name: string = '', reduction_type: {'MEAN', 'SUM'} = 'MEAN') -> (handle: Ref(string))
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

    SparseCountSparseOutput(indices: int64, values: T, dense_shape: int64, weights: output_type; T: {int32, int64}, minlength: int >= -1 = -1, maxlength: int >= -1 = -1, binary_output: bool, output_type: {int32, int64, float, double}) -> (output_indices: int64, output_values: output_type, output_dense_shape: int64)
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

    SparseCross(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types; N: int >= 0, hashed_output: bool, num_buckets: int >= 0, hash_key: int, sparse_types: list({int64, string}) >= 0, dense_types: list({int64, string}) >= 0, out_type: {int64, string}, internal_type: {int64, string}) -> (output_indices: int64, output_values: out_type, output_shape: int64)
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

    SparseCrossHashed(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types, num_buckets: int64, strong_hash: bool, salt: int64; N: int >= 0, sparse_types: list({int64, string}) >= 0, dense_types: list({int64, string}) >= 0) -> (output_indices: int64, output_values: int64, output_shape: int64)
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

    SparseCrossV2(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types, sep: string; N: int >= 0, sparse_types: list({int64, string}) >= 0, dense_types: list({int64, string}) >= 0) -> (output_indices: int64, output_values: string, output_shape: int64)
    """
def SparseDenseCwiseAdd(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Tensor:
    """The sum of a sparse and a dense tensor, where the sparse tensor has entries.

        sp_indices: `[entries, rank]`, each within sp_shape.
        sp_values: `[entries]`.
        sp_shape: `[rank]`.
        dense: of a shape that broadcasts to sp_shape.
        output: `[entries]`, values of a sparse tensor with the same indices.

    SparseDenseCwiseAdd(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output: T)
    """
def SparseDenseCwiseDiv(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Tensor:
    """The quotient of a sparse and a dense tensor, element by element, where the sparse tensor has entries.

        sp_indices: `[entries, rank]`, each within sp_shape.
        sp_values: `[entries]`.
        sp_shape: `[rank]`.
        dense: of a shape that broadcasts to sp_shape.
        output: `[entries]`, values of a sparse tensor with the same indices.

    SparseDenseCwiseDiv(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output: T)
    """
def SparseDenseCwiseMul(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, name: str | None = None) -> _Tensor:
    """The product of a sparse and a dense tensor, element by element, where the sparse tensor has entries.

        sp_indices: `[entries, rank]`, each within sp_shape.
        sp_values: `[entries]`.
        sp_shape: `[rank]`.
        dense: of a shape that broadcasts to sp_shape.
        output: `[entries]`, values of a sparse tensor with the same indices.

    SparseDenseCwiseMul(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output: T)
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

    SparseFillEmptyRows(indices: int64, values: T, dense_shape: int64, default_value: T; T: type) -> (output_indices: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64)
    """
def SparseFillEmptyRowsGrad(*, reverse_index_map: _Any, grad_values: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseFillEmptyRows.

        reverse_index_map: its output.
        grad_values: the gradient of its output_values.
        d_values: those that the map names.
        d_default_value: the sum of the others, a scalar.

    SparseFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T; T: type) -> (d_values: T, d_default_value: T)
    """
def SparseMatMul(*, a: _Any, b: _Any, transpose_a: bool = ..., transpose_b: bool = ..., a_is_sparse: bool = ..., b_is_sparse: bool = ..., name: str | None = None) -> _Tensor:
    """The product of two dense matrices, as MatMul; the dtypes may differ.

        a, b: matrices.
        transpose_a, transpose_b: take the transpose of the operand.
        a_is_sparse, b_is_sparse: that many elements are 0; a hint without effect.

    SparseMatMul(a: Ta, b: Tb; transpose_a: bool = false, transpose_b: bool = false, a_is_sparse: bool = false, b_is_sparse: bool = false, Ta: {float, bfloat16} = float32, Tb: {float, bfloat16} = float32) -> (product: float)
    """
def SparseReduceMax(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The maximum along axes of a sparse tensor, as a dense tensor; 0 where there is no entry.

        input_indices: `[entries, rank]`, each within input_shape.
        input_values: `[entries]`.
        input_shape: `[rank]`.
        reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
        keep_dims: keep the axes, with size 1.

    SparseReduceMax(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output: T)
    """
def SparseReduceMaxSparse(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The maximum along axes of a sparse tensor, as a sparse tensor, with an entry where there was one to reduce.

        input_indices: `[entries, rank]`, each within input_shape.
        input_values: `[entries]`.
        input_shape: `[rank]`.
        reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
        keep_dims: keep the axes, with size 1.

    SparseReduceMaxSparse(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output_indices: int64, output_values: T, output_shape: int64)
    """
def SparseReduceSum(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The sum along axes of a sparse tensor, as a dense tensor; 0 where there is no entry.

        input_indices: `[entries, rank]`, each within input_shape.
        input_values: `[entries]`.
        input_shape: `[rank]`.
        reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
        keep_dims: keep the axes, with size 1.

    SparseReduceSum(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output: T)
    """
def SparseReduceSumSparse(*, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, keep_dims: bool = ..., name: str | None = None) -> _Any:
    """The sum along axes of a sparse tensor, as a sparse tensor, with an entry where there was one to reduce.

        input_indices: `[entries, rank]`, each within input_shape.
        input_values: `[entries]`.
        input_shape: `[rank]`.
        reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
        keep_dims: keep the axes, with size 1.

    SparseReduceSumSparse(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output_indices: int64, output_values: T, output_shape: int64)
    """
def SparseReorder(*, input_indices: _Any, input_values: _Any, input_shape: _Any, name: str | None = None) -> _Any:
    """The entries of a sparse tensor in row-major order; equal places keep their order.

        input_indices: `[entries, rank]`.
        input_values: `[entries]`.
        input_shape: `[rank]`.

    SparseReorder(input_indices: int64, input_values: T, input_shape: int64; T: type) -> (output_indices: int64, output_values: T)
    """
def SparseReshape(*, input_indices: _Any, input_shape: _Any, new_shape: _Any, name: str | None = None) -> _Any:
    """The coordinates that the entries of a sparse tensor have in another shape; their values stay as they are.

        input_indices: `[entries, rank]`, each within input_shape.
        input_shape: `[rank]`.
        new_shape: a shape of as many elements; -1 stands for the size that makes it so.

    SparseReshape(input_indices: int64, input_shape: int64, new_shape: int64) -> (output_indices: int64, output_shape: int64)
    """
def SparseSegmentMean(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Tensor:
    """Row i of the output is the mean of rows of data that indices picks, 0 if there is none.

        indices: a vector of rows of data.
        segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
        sparse_gradient: has no effect; gradients are dense.

    SparseSegmentMean(data: T, indices: Tidx, segment_ids: Tsegmentids; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32, sparse_gradient: bool = false) -> (output: T)
    """
def SparseSegmentMeanGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Tensor:
    """The gradient of SparseSegmentMean.

        grad: that of its output.
        indices, segment_ids: its inputs; the ids may be in any order.
        output_dim0: how many rows its data has, a scalar.

    SparseSegmentMeanGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32) -> (output: T)
    """
def SparseSegmentMeanGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentMean by those rows of its data that it picks.

        grad: that of its output.
        indices, segment_ids: its inputs; the ids may be in any order.
        dense_output_dim0: how many rows its data has, a scalar.
        output: a row for each of the rows that are picked.
        sorted_unique_indices: their numbers.

    SparseSegmentMeanGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32) -> (output: T, sorted_unique_indices: Tidx)
    """
def SparseSegmentMeanWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Tensor:
    """Row i of the output is the mean of rows of data that indices picks, 0 if there is none.

        indices: a vector of rows of data.
        segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
        sparse_gradient: has no effect; gradients are dense.
        num_segments: how many rows the output has, a scalar; larger than every id.

    SparseSegmentMeanWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tnumsegments: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32, sparse_gradient: bool = false) -> (output: T)
    """
def SparseSegmentSqrtN(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Tensor:
    """Row i of the output is the sum of rows of data that indices picks, divided by the square root of their number; 0 if there is none.

        indices: a vector of rows of data.
        segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
        sparse_gradient: has no effect; gradients are dense.

    SparseSegmentSqrtN(data: T, indices: Tidx, segment_ids: Tsegmentids; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32, sparse_gradient: bool = false) -> (output: T)
    """
def SparseSegmentSqrtNGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Tensor:
    """The gradient of SparseSegmentSqrtN.

        grad: that of its output.
        indices, segment_ids: its inputs; the ids may be in any order.
        output_dim0: how many rows its data has, a scalar.

    SparseSegmentSqrtNGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32) -> (output: T)
    """
def SparseSegmentSqrtNGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentSqrtN by those rows of its data that it picks.

        grad: that of its output.
        indices, segment_ids: its inputs; the ids may be in any order.
        dense_output_dim0: how many rows its data has, a scalar.
        output: a row for each of the rows that are picked.
        sorted_unique_indices: their numbers.

    SparseSegmentSqrtNGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32) -> (output: T, sorted_unique_indices: Tidx)
    """
def SparseSegmentSqrtNWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Tensor:
    """Row i of the output is the sum of rows of data that indices picks, divided by the square root of their number; 0 if there is none.

        indices: a vector of rows of data.
        segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
        sparse_gradient: has no effect; gradients are dense.
        num_segments: how many rows the output has, a scalar; larger than every id.

    SparseSegmentSqrtNWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tnumsegments: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32, sparse_gradient: bool = false) -> (output: T)
    """
def SparseSegmentSum(*, data: _Any, indices: _Any, segment_ids: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Tensor:
    """Row i of the output is the sum of rows of data that indices picks, 0 if there is none.

        indices: a vector of rows of data.
        segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
        sparse_gradient: has no effect; gradients are dense.

    SparseSegmentSum(data: T, indices: Tidx, segment_ids: Tsegmentids; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32, sparse_gradient: bool = false) -> (output: T)
    """
def SparseSegmentSumGrad(*, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, name: str | None = None) -> _Tensor:
    """The gradient of SparseSegmentSum.

        grad: that of its output.
        indices, segment_ids: its inputs; the ids may be in any order.
        output_dim0: how many rows its data has, a scalar.

    SparseSegmentSumGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32) -> (output: T)
    """
def SparseSegmentSumGradV2(*, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, name: str | None = None) -> _Any:
    """The gradient of SparseSegmentSum by those rows of its data that it picks.

        grad: that of its output.
        indices, segment_ids: its inputs; the ids may be in any order.
        dense_output_dim0: how many rows its data has, a scalar.
        output: a row for each of the rows that are picked.
        sorted_unique_indices: their numbers.

    SparseSegmentSumGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32; T: {bfloat16, half, float, double}, Tidx: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32) -> (output: T, sorted_unique_indices: Tidx)
    """
def SparseSegmentSumWithNumSegments(*, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, sparse_gradient: bool = ..., name: str | None = None) -> _Tensor:
    """Row i of the output is the sum of rows of data that indices picks, 0 if there is none.

        indices: a vector of rows of data.
        segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
        sparse_gradient: has no effect; gradients are dense.
        num_segments: how many rows the output has, a scalar; larger than every id.

    SparseSegmentSumWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tidx: {int32, int64} = int32, Tnumsegments: {int32, int64} = int32, Tsegmentids: {int32, int64} = int32, sparse_gradient: bool = false) -> (output: T)
    """
def SparseSlice(*, indices: _Any, values: _Any, shape: _Any, start: _Any, size: _Any, name: str | None = None) -> _Any:
    """The entries of a sparse tensor that lie in a box; their coordinates count from its start.

        indices: `[entries, rank]`.
        values: `[entries]`.
        shape: `[rank]`.
        start: `[rank]`: the first corner of the box.
        size: `[rank]`: its sizes; what reaches beyond the shape is cut off.

    SparseSlice(indices: int64, values: T, shape: int64, start: int64, size: int64; T: type) -> (output_indices: int64, output_values: T, output_shape: int64)
    """
def SparseSliceGrad(*, backprop_val_grad: _Any, input_indices: _Any, input_start: _Any, output_indices: _Any, name: str | None = None) -> _Tensor:
    """The gradient of SparseSlice: for each entry that of the output's entry that it became, or 0.

        backprop_val_grad: the gradient of its output_values.
        input_indices, input_start: its inputs indices and start.
        output_indices: its output; its rows come in the order of input_indices.

    SparseSliceGrad(backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (val_grad: T)
    """
def SparseSoftmax(*, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, name: str | None = None) -> _Tensor:
    """The softmax along the last axis of a sparse tensor over the entries that there are.

        sp_indices: `[entries, rank]`, of rank 2 at least.
        sp_values: `[entries]`.
        sp_shape: `[rank]`.
        output: `[entries]`, values of a sparse tensor with the same indices.

    SparseSoftmax(sp_indices: int64, sp_values: T, sp_shape: int64; T: {half, float, double}) -> (output: T)
    """
def SparseSoftmaxCrossEntropyWithLogits(*, features: _Any, labels: _Any, name: str | None = None) -> _Any:
    """Cross entropy of the softmax of features with one class for each row.

        features: `[batch, classes]`.
        labels: `[batch]`, each in [0, classes).
        loss: `[batch]`.
        backprop: the gradient of loss with respect to features.

    SparseSoftmaxCrossEntropyWithLogits(features: T, labels: Tlabels; T: {half, bfloat16, float, double}, Tlabels: {int32, int64} = int64) -> (loss: T, backprop: T)
    """
def SparseSparseMaximum(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, name: str | None = None) -> _Any:
    """The larger one of two sparse tensors' values at each place where one has an entry, in row-major order; where only one has an entry, the other one counts as 0.

        a_indices, b_indices: `[entries, rank]`.
        a_values, b_values: `[entries]`.
        a_shape, b_shape: `[rank]`, the same.

    SparseSparseMaximum(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}) -> (output_indices: int64, output_values: T)
    """
def SparseSparseMinimum(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, name: str | None = None) -> _Any:
    """The smaller one of two sparse tensors' values at each place where one has an entry, in row-major order; where only one has an entry, the other one counts as 0.

        a_indices, b_indices: `[entries, rank]`.
        a_values, b_values: `[entries]`.
        a_shape, b_shape: `[rank]`, the same.

    SparseSparseMinimum(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}) -> (output_indices: int64, output_values: T)
    """
def SparseSplit(*, split_dim: _Any, indices: _Any, values: _Any, shape: _Any, num_split: int, name: str | None = None) -> _Any:
    """A sparse tensor in parts along an axis.

        split_dim: the axis, a scalar; negative ones count from the end.
        indices: `[entries, rank]`.
        values: `[entries]`.
        shape: `[rank]`.
        num_split: how many parts there are, at most the axis's size. If they do not divide it, the first ones are larger
            by 1.

    SparseSplit(split_dim: int64, indices: int64, values: T, shape: int64; num_split: int >= 1, T: type) -> (output_indices: num_split * int64, output_values: num_split * T, output_shape: num_split * int64)
    """
def SparseTensorDenseAdd(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, name: str | None = None) -> _Tensor:
    """The sum of a sparse and a dense tensor of one shape, as a dense tensor.

        a_indices: `[entries, rank]`, each within a_shape.
        a_values: `[entries]`.
        a_shape: `[rank]`.
        b: of the shape a_shape.

    SparseTensorDenseAdd(a_indices: Tindices, a_values: T, a_shape: Tindices, b: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}) -> (output: T)
    """
def SparseTensorDenseMatMul(*, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, adjoint_a: bool = ..., adjoint_b: bool = ..., name: str | None = None) -> _Tensor:
    """The matrix product of a sparse and a dense matrix. Several entries for one place are added.

        a_indices: `[entries, 2]`, each within a_shape.
        a_values: `[entries]`.
        a_shape: `[2]`.
        b: a matrix.
        adjoint_a, adjoint_b: take the conjugate transpose of the operand.

    SparseTensorDenseMatMul(a_indices: Tindices, a_values: T, a_shape: int64, b: T; T: type, Tindices: {int32, int64} = int64, adjoint_a: bool = false, adjoint_b: bool = false) -> (product: T)
    """
def SparseToDense(*, sparse_indices: _Any, output_shape: _Any, sparse_values: _Any, default_value: _Any, validate_indices: bool = ..., name: str | None = None) -> _Tensor:
    """A tensor with one value everywhere but in some places.

        sparse_indices: `[places, rank]`, the coordinates; for rank 1 a vector will do, and for one place a scalar.
        output_shape: of the output.
        sparse_values: `[places]`, or one scalar for all.
        default_value: a scalar: the value everywhere else.
        validate_indices: the places must be in the order of the output, each only once; without it the last one counts.

    SparseToDense(sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T; validate_indices: bool = true, T: type, Tindices: {int32, int64}) -> (dense: T)
    """
def SparseToSparseSetOperation(*, set1_indices: _Any, set1_values: _Any, set1_shape: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, validate_indices: bool = ..., name: str | None = None) -> _Any:
    """The difference, intersection or union of the sets along the last axis of two sparse tensors.

        set1_indices, set1_values, set1_shape: a sparse tensor of rank 2 or more.
        set2_indices, set2_values, set2_shape: another one of its shape but for the last axis.

        set_operation: a-b, b-a, intersection or union, in any case.
        validate_indices: coordinates must be in row-major order, each once.
        result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
            the last axis.

    SparseToSparseSetOperation(set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, set2_values: T, set2_shape: int64; set_operation: string, validate_indices: bool = true, T: {int8, int16, int32, int64, uint8, uint16, string}) -> (result_indices: int64, result_values: T, result_shape: int64)
    """
def Spence(*, x: _Any, name: str | None = None) -> _Tensor:
    """Spence's integral, of log(t) / (1 - t) from 1 to x: the dilogarithm of 1 - x; not a number for x < 0.

    Spence(x: T; T: {bfloat16, half, float, double}) -> (y: T)
    """
def Split(*, split_dim: _Any, value: _Any, num_split: int, name: str | None = None) -> list[_Tensor]:
    """A tensor cut into equal parts along an axis.

        split_dim: the axis, a scalar; a negative one counts from the end.
        num_split: how many parts; divides the axis's size.

    Split(split_dim: int32, value: T; num_split: int >= 1, T: type) -> (output: num_split * T)
    """
def SplitV(*, value: _Any, size_splits: _Any, split_dim: _Any, num_split: int, name: str | None = None) -> list[_Tensor]:
    """A tensor cut into parts of given sizes along an axis.

        size_splits: a size for each part; one may be -1, which means the remainder.
        split_dim: the axis, a scalar; a negative one counts from the end.

    SplitV(value: T, size_splits: Tlen, split_dim: int32; num_split: int >= 1, T: type, Tlen: {int8, int32, int64} = int64) -> (output: num_split * T)
    """
def Sqrt(*, x: _Any, name: str | None = None) -> _Tensor:
    """The square root.

    Sqrt(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def SqrtGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Sqrt from its output: dy / (2 conj(y)), and 0 where dy is 0.

    SqrtGrad(y: T, dy: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (z: T)
    """
def Square(*, x: _Any, name: str | None = None) -> _Tensor:
    """x * x.

    Square(x: T; T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}) -> (y: T)
    """
def SquaredDifference(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The square of x - y, element by element; for complex numbers the square of its absolute value.

    SquaredDifference(x: T, y: T; T: {bfloat16, half, float, double, int32, int64, complex64, complex128}) -> (z: T)
    """
def Squeeze(*, input: _Any, squeeze_dims: _Sequence[int] = ..., name: str | None = None) -> _Tensor:
    """The input without axes of size 1.

        squeeze_dims: which ones, each of size 1; an empty list means all.

    Squeeze(input: T; T: type, squeeze_dims: list(int) >= 0 = []) -> (output: T)
    """
def Stack(*, elem_type: _DTypeLike, stack_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A new, empty stack.

        elem_type: the dtype of what is pushed.
        stack_name: has no effect.

    Stack(; elem_type: type, stack_name: string = '') -> (handle: Ref(string))
    """
def StackClose(*, handle: _Any, name: str | None = None) -> _Node:
    """Forget what is on a stack.

    StackClose(handle: Ref(string)) -> ()
    """
def StackCloseV2(*, handle: _Any, name: str | None = None) -> _Node:
    """Forget what is on a stack.

    StackCloseV2(handle: resource) -> ()
    """
def StackPop(*, handle: _Any, elem_type: _DTypeLike, name: str | None = None) -> _Tensor:
    """Take from a stack what was put on it last.

    StackPop(handle: Ref(string); elem_type: type) -> (elem: elem_type)
    """
def StackPopV2(*, handle: _Any, elem_type: _DTypeLike, name: str | None = None) -> _Tensor:
    """Take from a stack what was put on it last.

    StackPopV2(handle: resource; elem_type: type) -> (elem: elem_type)
    """
def StackPush(*, handle: _Any, elem: _Any, swap_memory: bool = ..., name: str | None = None) -> _Tensor:
    """Put elem on a stack; gives elem on.

        swap_memory: has no effect.

    StackPush(handle: Ref(string), elem: T; T: type, swap_memory: bool = false) -> (output: T)
    """
def StackPushV2(*, handle: _Any, elem: _Any, swap_memory: bool = ..., name: str | None = None) -> _Tensor:
    """Put elem on a stack; gives elem on.

        swap_memory: has no effect.

    StackPushV2(handle: resource, elem: T; T: type, swap_memory: bool = false) -> (output: T)
    """
def StackV2(*, max_size: _Any, elem_type: _DTypeLike, stack_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A new, empty stack.

        max_size: of the stack; negative for any size.
        elem_type: the dtype of what is pushed.
        stack_name: has no effect.

    StackV2(max_size: int32; elem_type: type, stack_name: string = '') -> (handle: resource)
    """
def Stage(*, values: _Sequence[_Any], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Node:
    """Put a tuple into a staging area; waits while that is full.

        values: its tensors.
        capacity: how many tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    Stage(values: dtypes; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> ()
    """
def StageClear(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Node:
    """Empty a staging area.

        capacity: how many tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    StageClear(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> ()
    """
def StagePeek(*, index: _Any, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """A tuple of a staging area, which stays there; waits until there is one at this place.

        index: a scalar: 0 is the oldest.
        capacity: how many tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    StagePeek(index: int32; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (values: dtypes)
    """
def StageSize(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """How many tuples are staged.

        capacity: how many tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    StageSize(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type), container: string = '', shared_name: string = '') -> (size: int32)
    """
def StatefulPartitionedCall(*, args: _Sequence[_Any], Tout: _Sequence[_DTypeLike], f: _Any, config: str | bytes = ..., config_proto: str | bytes = ..., executor_type: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """The results of a function, which runs with all its effects.

        f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.
        config, config_proto, executor_type: have no effect.

    StatefulPartitionedCall(args: Tin; Tin: list(type) >= 0, Tout: list(type) >= 0, f: func, config: string = '', config_proto: string = '', executor_type: string = '') -> (output: Tout)
    """
def StatefulRandomBinomial(*, resource: _Any, algorithm: _Any, shape: _Any, counts: _Any, probs: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers of binomial distributions, from a generator whose state is in a variable, which goes on.

        resource: a variable of dtype int64 and shape (3,): a counter of 128 bits, the lower half first, and a key.
        algorithm: 1, Philox.
        shape: the shape of output, which must end with that of counts and probs, broadcast.
        counts: how often it is tried, finite and 0 or more.
        probs: the probability of each try, in [0, 1]; counts and probs broadcast.
        output: how many tries succeed.

    StatefulRandomBinomial(resource: resource, algorithm: int64, shape: S, counts: T, probs: T; S: {int32, int64}, T: {half, float, double, int32, int64} = float64, dtype: {half, float, double, int32, int64} = int64) -> (output: dtype)
    """
def StatelessCase(*, branch_index: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], branches: _Sequence[_Any], output_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> list[_Tensor]:
    """The results of one of several functions, which take the same inputs.

        branch_index: which one; the last one if there is none of that number.
        output_shapes: the shapes of the results, as far as they are always the same.

    StatelessCase(branch_index: int32, input: Tin; Tin: list(type) >= 0, Tout: list(type) >= 0, branches: list(func) >= 1, output_shapes: list(shape) = []) -> (output: Tout)
    """
def StatelessIf(*, cond: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], then_branch: _Any, else_branch: _Any, output_shapes: _Sequence[_ShapeLike] = ..., name: str | None = None) -> list[_Tensor]:
    """The results of one of two functions, which take the same inputs.

        cond: true, not 0, or a text that is not empty: then_branch; of rank 1 or more: whether it has elements.
        output_shapes: the shapes of the results, as far as they are always the same.

    StatelessIf(cond: Tcond, input: Tin; Tcond: type, Tin: list(type) >= 0, Tout: list(type) >= 0, then_branch: func, else_branch: func, output_shapes: list(shape) = []) -> (output: Tout)
    """
def StatelessMultinomial(*, logits: _Any, num_samples: _Any, seed: _Any, output_dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """For each row numbers of classes, drawn with probabilities that are proportional to exp(logits).

        logits: (rows, classes). What is not finite has probability 0.
        num_samples: how many are drawn for each row, a scalar.
        seed: two numbers.
        output: (rows, num_samples), numbers in [0, classes).

    StatelessMultinomial(logits: T, num_samples: int32, seed: Tseed; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tseed: {int32, int64} = int64, output_dtype: {int32, int64} = int64) -> (output: output_dtype)
    """
def StatelessParameterizedTruncatedNormal(*, shape: _Any, seed: _Any, means: _Any, stddevs: _Any, minvals: _Any, maxvals: _Any, name: str | None = None) -> _Tensor:
    """Numbers of normal distributions without what lies outside of two bounds.

        shape: of output, which must end with that of the parameters, broadcast.
        seed: two numbers; the same seed gives the same ones.
        means: of the distributions before they are truncated, finite.
        stddevs: their standard deviations, finite and above 0.
        minvals, maxvals: the bounds, minvals < maxvals; one of each two may be infinite.

    StatelessParameterizedTruncatedNormal(shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype, maxvals: dtype; S: {int32, int64}, Tseed: {int32, int64} = int64, dtype: {half, float, double}) -> (output: dtype)
    """
def StatelessRandomBinomial(*, shape: _Any, seed: _Any, counts: _Any, probs: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers of binomial distributions: the same seed gives the same ones.

        shape: the shape of output, which must end with that of counts and probs, broadcast.
        seed: two numbers.
        counts: how often it is tried, finite and 0 or more.
        probs: the probability of each try, in [0, 1]; counts and probs broadcast.
        output: how many tries succeed.

    StatelessRandomBinomial(shape: S, seed: Tseed, counts: T, probs: T; S: {int32, int64}, Tseed: {int32, int64} = int64, T: {half, float, double, int32, int64} = float64, dtype: {half, float, double, int32, int64} = int64) -> (output: dtype)
    """
def StatelessRandomGammaV2(*, shape: _Any, seed: _Any, alpha: _Any, name: str | None = None) -> _Tensor:
    """Numbers of gamma distributions with a scale of 1: the same seed gives the same ones.

        shape: the shape of output, which must end with that of alpha.
        seed: two numbers.
        alpha: the shape parameter, above 0; of others the draws are not numbers.

    StatelessRandomGammaV2(shape: T, seed: Tseed, alpha: dtype; dtype: {half, float, double}, T: {int32, int64}, Tseed: {int32, int64} = int64) -> (output: dtype)
    """
def StatelessRandomGammaV3(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, alpha: _Any, name: str | None = None) -> _Tensor:
    """Numbers of gamma distributions with a scale of 1, drawn from the state of a generator.

        shape: the shape of output, which must end with that of alpha.
        key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
        alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
        alpha: the shape parameter, above 0; of others the draws are not numbers.

    StatelessRandomGammaV3(shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype; dtype: {half, float, double}, shape_dtype: {int32, int64} = int32) -> (output: dtype)
    """
def StatelessRandomGetAlg(*, name: str | None = None) -> _Tensor:
    """The number of the algorithm that the device chooses: 1, Philox.

    StatelessRandomGetAlg() -> (alg: int32)
    """
def StatelessRandomGetKeyCounter(*, seed: _Any, name: str | None = None) -> _Any:
    """The state of a generator that begins at a seed: seeds that are close give streams that are not.

        seed: two numbers.
        key, counter: of shapes (1,) and (2,).

    StatelessRandomGetKeyCounter(seed: Tseed; Tseed: {int32, int64} = int64) -> (key: uint64, counter: uint64)
    """
def StatelessRandomGetKeyCounterAlg(*, seed: _Any, name: str | None = None) -> _Any:
    """The state of a generator that begins at a seed, and the number of the algorithm.

        seed: two numbers.
        key, counter: of shapes (1,) and (2,).

    StatelessRandomGetKeyCounterAlg(seed: Tseed; Tseed: {int32, int64} = int64) -> (key: uint64, counter: uint64, alg: int32)
    """
def StatelessRandomNormal(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers of the normal distribution of mean 0 and variance 1.

        seed: two numbers.

    StatelessRandomNormal(shape: T, seed: Tseed; dtype: {half, bfloat16, float, double} = float32, T: {int32, int64} = int32, Tseed: {int32, int64} = int64) -> (output: dtype)
    """
def StatelessRandomNormalV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers of the normal distribution of mean 0 and variance 1.

        key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
        alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.

    StatelessRandomNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32; dtype: {half, bfloat16, float, double} = float32, Tshape: {int32, int64} = int32) -> (output: dtype)
    """
def StatelessRandomPoisson(*, shape: _Any, seed: _Any, lam: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """Numbers of Poisson distributions: the same seed gives the same ones.

        shape: the shape of output, which must end with that of lam.
        seed: two numbers.
        lam: the mean, finite, 0 or more, and not above the largest number of dtype.

    StatelessRandomPoisson(shape: T, seed: Tseed, lam: Rtype; Rtype: {half, float, double, int32, int64}, dtype: {half, float, double, int32, int64}, T: {int32, int64}, Tseed: {int32, int64} = int64) -> (output: dtype)
    """
def StatelessRandomUniform(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers in [0, 1), all equally likely.

        seed: two numbers.

    StatelessRandomUniform(shape: T, seed: Tseed; dtype: {half, bfloat16, float, double} = float32, T: {int32, int64} = int32, Tseed: {int32, int64} = int64) -> (output: dtype)
    """
def StatelessRandomUniformFullInt(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Integers from the whole range of their dtype, all equally likely.

        seed: two numbers.

    StatelessRandomUniformFullInt(shape: T, seed: Tseed; dtype: {int32, int64, uint32, uint64} = uint64, T: {int32, int64} = int32, Tseed: {int32, int64, uint32, uint64} = int64) -> (output: dtype)
    """
def StatelessRandomUniformFullIntV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Integers from the whole range of their dtype, all equally likely.

        key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
        alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.

    StatelessRandomUniformFullIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32; dtype: {int32, int64, uint32, uint64} = uint64, Tshape: {int32, int64} = int32) -> (output: dtype)
    """
def StatelessRandomUniformInt(*, shape: _Any, seed: _Any, minval: _Any, maxval: _Any, name: str | None = None) -> _Tensor:
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

        seed: two numbers.
        minval, maxval: scalars, minval < maxval.

    StatelessRandomUniformInt(shape: T, seed: Tseed, minval: dtype, maxval: dtype; dtype: {int32, int64}, T: {int32, int64}, Tseed: {int32, int64} = int64) -> (output: dtype)
    """
def StatelessRandomUniformIntV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, minval: _Any, maxval: _Any, name: str | None = None) -> _Tensor:
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

        key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
        alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
        minval, maxval: scalars, minval < maxval.

    StatelessRandomUniformIntV2(shape: Tshape, key: uint64, counter: uint64, alg: int32, minval: dtype, maxval: dtype; dtype: {int32, int64, uint32, uint64}, Tshape: {int32, int64} = int32) -> (output: dtype)
    """
def StatelessRandomUniformV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers in [0, 1), all equally likely.

        key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
        alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.

    StatelessRandomUniformV2(shape: Tshape, key: uint64, counter: uint64, alg: int32; dtype: {half, bfloat16, float, double} = float32, Tshape: {int32, int64} = int32) -> (output: dtype)
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

    StatelessSampleDistortedBoundingBox(image_size: T, bounding_boxes: float, min_object_covered: float, seed: Tseed; T: {uint8, int8, int16, int32, int64}, Tseed: {int32, int64}, aspect_ratio_range: list(float) = [0.75, 1.33], area_range: list(float) = [0.05, 1.0], max_attempts: int = 100, use_image_if_no_bounding_boxes: bool = false) -> (begin: T, size: T, bboxes: float)
    """
def StatelessTruncatedNormal(*, shape: _Any, seed: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

        seed: two numbers.

    StatelessTruncatedNormal(shape: T, seed: Tseed; dtype: {half, bfloat16, float, double} = float32, T: {int32, int64} = int32, Tseed: {int32, int64} = int64) -> (output: dtype)
    """
def StatelessTruncatedNormalV2(*, shape: _Any, key: _Any, counter: _Any, alg: _Any, dtype: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

        key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
        alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.

    StatelessTruncatedNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32; dtype: {half, bfloat16, float, double} = float32, Tshape: {int32, int64} = int32) -> (output: dtype)
    """
def StatelessWhile(*, input: _Sequence[_Any], cond: _Any, body: _Any, output_shapes: _Sequence[_ShapeLike] = ..., parallel_iterations: int = ..., name: str | None = None) -> list[_Tensor]:
    """What becomes of input when body is applied to it as long as cond is true of it.

        cond: a function of the loop's variables that gives one value, judged as that of If is.
        body: a function that gives new values for the loop's variables.
        parallel_iterations: has no effect.
        output_shapes: the shapes of the results, as far as they are always the same.

    StatelessWhile(input: T; T: list(type) >= 0, cond: func, body: func, output_shapes: list(shape) = [], parallel_iterations: int = 10) -> (output: T)
    """
def StaticRegexFullMatch(*, input: _Any, pattern: str | bytes, name: str | None = None) -> _Tensor:
    """Whether the whole of each string matches.

        pattern: a regular expression as RE2 has them: no back-references, no look-around.

    StaticRegexFullMatch(input: string; pattern: string) -> (output: bool)
    """
def StaticRegexReplace(*, input: _Any, pattern: str | bytes, rewrite: str | bytes, replace_global: bool = ..., name: str | None = None) -> _Tensor:
    """Each string with something else in place of what matches.

        pattern: a regular expression as RE2 has them: no back-references, no look-around.
        rewrite: what a match becomes: \\0 is the match, \\1 to \\9 are its groups, \\\\ is a backslash.
        replace_global: all matches, not just the first one.

    StaticRegexReplace(input: string; pattern: string, rewrite: string, replace_global: bool = true) -> (output: string)
    """
def StopGradient(*, input: _Any, name: str | None = None) -> _Tensor:
    """The input, as a constant in the eyes of gradients().

    StopGradient(input: T; T: type) -> (output: T)
    """
def StridedSlice(*, input: _Any, begin: _Any, end: _Any, strides: _Any, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ..., name: str | None = None) -> _Tensor:
    """A slice of the input as Python's.

        begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
        begin_mask, end_mask: bit i set: entry i has no begin, or no end.
        ellipsis_mask: bit i set: entry i covers all axes that are not named.
        new_axis_mask: bit i set: entry i adds an axis of size 1.
        shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.

    StridedSlice(input: T, begin: Index, end: Index, strides: Index; T: type, Index: {int16, int32, int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0) -> (output: T)
    """
def StridedSliceGrad(*, shape: _Any, begin: _Any, end: _Any, strides: _Any, dy: _Any, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ..., name: str | None = None) -> _Tensor:
    """Gradient of StridedSlice: zeros with dy where the slice is.

        begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
        begin_mask, end_mask: bit i set: entry i has no begin, or no end.
        ellipsis_mask: bit i set: entry i covers all axes that are not named.
        new_axis_mask: bit i set: entry i adds an axis of size 1.
        shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
        shape: of the input of the slice.
        dy: of the shape of the slice.

    StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T; T: type, Index: {int32, int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0) -> (output: T)
    """
def StringFormat(*, inputs: _Sequence[_Any], template: str | bytes = ..., placeholder: str | bytes = ..., summarize: int = ..., name: str | None = None) -> _Tensor:
    """The template with tensors in place of the placeholders, as one string.

        template: has a placeholder for each of the inputs.
        placeholder: what is replaced.
        summarize: how many elements are shown at either end of each axis; negative: all.

    StringFormat(inputs: T; T: list(type) >= 0, template: string = '%s', placeholder: string = '%s', summarize: int = 3) -> (output: string)
    """
def StringJoin(*, inputs: _Sequence[_Any], separator: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The strings of several tensors joined element by element.

        inputs: of one shape; scalars are joined to each element.
        separator: put between two strings.

    StringJoin(inputs: N * string; N: int >= 0, separator: string = '') -> (output: string)
    """
def StringLength(*, input: _Any, unit: _Literal['BYTE', 'UTF8_CHAR'] = ..., name: str | None = None) -> _Tensor:
    """The length of each string.

        unit: in bytes, or in characters of UTF-8 (every byte that does not continue a character counts).

    StringLength(input: string; unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE') -> (output: int32)
    """
def StringLower(*, input: _Any, encoding: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Each string in small letters.

        encoding: '' changes the letters of ASCII alone; 'utf-8' all characters, and bytes that are none become U+FFFD.

    StringLower(input: string; encoding: string = '') -> (output: string)
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

    StringNGrams(data: string, data_splits: Tsplits; separator: string, ngram_widths: list(int) >= 0, left_pad: string, right_pad: string, pad_width: int, preserve_short_sequences: bool, Tsplits: {int32, int64} = int64) -> (ngrams: string, ngrams_splits: Tsplits)
    """
def StringSplit(*, input: _Any, delimiter: _Any, skip_empty: bool = ..., name: str | None = None) -> _Any:
    """Each string cut at each of several bytes, as a sparse matrix.

        input: a vector.
        indices: `[pieces, 2]`: for each piece the number of its string, and its own number in it.
        values: the pieces.
        shape: how many strings there are, and the largest number of pieces of one.
        delimiter: a scalar: the bytes; without one a string is cut into its bytes.
        skip_empty: drop empty pieces.

    StringSplit(input: string, delimiter: string; skip_empty: bool = true) -> (indices: int64, values: string, shape: int64)
    """
def StringSplitV2(*, input: _Any, sep: _Any, maxsplit: int = ..., name: str | None = None) -> _Any:
    """Each string cut as Python's split does, as a sparse matrix.

        input: a vector.
        indices: `[pieces, 2]`: for each piece the number of its string, and its own number in it.
        values: the pieces.
        shape: how many strings there are, and the largest number of pieces of one.
        sep: a scalar: the separator between two pieces; '' for any white space (of ASCII), and no empty pieces.
        maxsplit: how often at most a string is cut; negative: as often as possible.

    StringSplitV2(input: string, sep: string; maxsplit: int = -1) -> (indices: int64, values: string, shape: int64)
    """
def StringStrip(*, input: _Any, name: str | None = None) -> _Tensor:
    """Each string without white space (of ASCII) in front and behind.

    StringStrip(input: string) -> (output: string)
    """
def StringToHashBucket(*, string_tensor: _Any, num_buckets: int, name: str | None = None) -> _Tensor:
    """A number for each string: its 64-bit MurmurHash, seeded with 0xDECAFCAFFE, modulo num_buckets.

        num_buckets: the output is in [0, num_buckets).

    StringToHashBucket(string_tensor: string; num_buckets: int >= 1) -> (output: int64)
    """
def StringToHashBucketFast(*, input: _Any, num_buckets: int, name: str | None = None) -> _Tensor:
    """A number for each string: its FarmHash fingerprint of 64 bits modulo num_buckets.

        num_buckets: the output is in [0, num_buckets).

    StringToHashBucketFast(input: string; num_buckets: int >= 1) -> (output: int64)
    """
def StringToHashBucketStrong(*, input: _Any, num_buckets: int, key: _Sequence[int], name: str | None = None) -> _Tensor:
    """A number for each string that who does not know the key cannot foresee: its SipHash modulo num_buckets.

        num_buckets: the output is in [0, num_buckets).
        key: two integers.

    StringToHashBucketStrong(input: string; num_buckets: int >= 1, key: list(int)) -> (output: int64)
    """
def StringToNumber(*, string_tensor: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The number that each string spells; white space (of ASCII) around it does not matter.

        out_type: integers in decimal digits, which must fit; fractions also with an exponent, in hexadecimal digits as
            0x1.8p3, inf and nan. A fraction that is too large becomes infinite.

    StringToNumber(string_tensor: string; out_type: {float, double, int32, int64, uint32, uint64} = float32) -> (output: out_type)
    """
def StringUpper(*, input: _Any, encoding: str | bytes = ..., name: str | None = None) -> _Tensor:
    """Each string in capital letters.

        encoding: '' changes the letters of ASCII alone; 'utf-8' all characters, and bytes that are none become U+FFFD.

    StringUpper(input: string; encoding: string = '') -> (output: string)
    """
def Sub(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x - y, element by element.

    Sub(x: T, y: T; T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, int64, complex64, complex128, uint32, uint64}) -> (z: T)
    """
def Substr(*, input: _Any, pos: _Any, len: _Any, unit: _Literal['BYTE', 'UTF8_CHAR'] = ..., name: str | None = None) -> _Tensor:
    """Part of each string.

        pos: where it begins, in [-length, length]; a negative one counts from the end. Broadcast against input.
        len: how much is taken, if there is so much; of pos's shape. A negative one takes all bytes, but no characters.
        unit: what pos and len count.

    Substr(input: string, pos: T, len: T; T: {int32, int64}, unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE') -> (output: string)
    """
def Sum(*, input: _Any, reduction_indices: _Any, keep_dims: bool = ..., name: str | None = None) -> _Tensor:
    """The sum over axes; that of nothing is 0.

        reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
        keep_dims: keep the reduced axes as axes of size 1.

    Sum(input: T, reduction_indices: Tidx; keep_dims: bool = false, T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tidx: {int32, int64} = int32) -> (output: T)
    """
def Svd(*, input: _Any, compute_uv: bool = ..., full_matrices: bool = ..., name: str | None = None) -> _Any:
    """Singular values: matrices as u diag(s) v^H.

        input: `[..., m, n]`.
        compute_uv: without it, u and v are empty.
        full_matrices: u has m columns and v has n, otherwise both have min(m, n).
        s: `[..., min(m, n)]`, falling.
        u, v: `[..., m, columns]` and `[..., n, columns]`, orthonormal. The largest element of each column of u is real
            and positive, which makes both unique where the singular values differ.

    Svd(input: T; compute_uv: bool = true, full_matrices: bool = false, T: {double, float, half, complex64, complex128}) -> (s: T, u: T, v: T)
    """
def Switch(*, data: _Any, pred: _Any, name: str | None = None) -> _Any:
    """Sends data to one of two outputs; the other one is dead.

        pred: which one, a scalar.

    Switch(data: T, pred: bool; T: type) -> (output_false: T, output_true: T)
    """
def TFRecordReader(*, container: str | bytes = ..., shared_name: str | bytes = ..., compression_type: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of TFRecord files. Files must be in one of `SessionConfig(file_folders=...)`.

        compression_type: '' for none, ZLIB or GZIP.
        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    TFRecordReader(; container: string = '', shared_name: string = '', compression_type: string = '') -> (reader_handle: Ref(string))
    """
def TFRecordReaderV2(*, container: str | bytes = ..., shared_name: str | bytes = ..., compression_type: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of TFRecord files. Files must be in one of `SessionConfig(file_folders=...)`.

        compression_type: '' for none, ZLIB or GZIP.
        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    TFRecordReaderV2(; container: string = '', shared_name: string = '', compression_type: string = '') -> (reader_handle: resource)
    """
def TakeManySparseFromTensorsMap(*, sparse_handles: _Any, dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Any:
    """Take sparse tensors out of a map; they become the rows of one with an axis more, in front of their own.

        The other sizes are the largest of theirs.

        sparse_handles: a vector of the numbers that the ops gave that put them in.
        dtype: of the values.
        container: in which the map is.
        shared_name: of the map.

    TakeManySparseFromTensorsMap(sparse_handles: int64; dtype: type, container: string = '', shared_name: string = '') -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64)
    """
def Tan(*, x: _Any, name: str | None = None) -> _Tensor:
    """The tangent of x in radians.

    Tan(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def Tanh(*, x: _Any, name: str | None = None) -> _Tensor:
    """The hyperbolic tangent.

    Tanh(x: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (y: T)
    """
def TanhGrad(*, y: _Any, dy: _Any, name: str | None = None) -> _Tensor:
    """The gradient of Tanh from its (conjugate) output: dy (1 - y^2).

    TanhGrad(y: T, dy: T; T: {bfloat16, half, float, double, complex64, complex128}) -> (z: T)
    """
def TemporaryVariable(*, shape: _ShapeLike, dtype: _DTypeLike, var_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reference to a variable of zeros that DestroyTemporaryVariable ends.

        var_name: the variable's name; '' is the node's own name.

    TemporaryVariable(; shape: shape, dtype: type, var_name: string = '') -> (ref: Ref(dtype))
    """
def TensorArray(*, size: _Any, dtype: _DTypeLike, dynamic_size: bool = ..., clear_after_read: bool = ..., tensor_array_name: str | bytes = ..., element_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """An array of `size` tensors. Each element can be written once; those never written are zeros.

        size: a scalar, 0 or more.
        handle: two strings, of which the second one is the name of the array.
        dtype: of each element.
        element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
        dynamic_size: the array grows when an element behind its end is written.
        clear_after_read: each element can be read once, and is forgotten then.
        tensor_array_name: for error messages; '' is the node's own name.

    TensorArray(size: int32; dtype: type, dynamic_size: bool = false, clear_after_read: bool = true, tensor_array_name: string = '', element_shape: shape = { unknown_rank: true }) -> (handle: Ref(string))
    """
def TensorArrayClose(*, handle: _Any, name: str | None = None) -> _Node:
    """Forget the elements of an array, which cannot be used any more.

        handle: which array.

    TensorArrayClose(handle: Ref(string)) -> ()
    """
def TensorArrayCloseV2(*, handle: _Any, name: str | None = None) -> _Node:
    """Forget the elements of an array, which cannot be used any more.

        handle: which array.

    TensorArrayCloseV2(handle: string) -> ()
    """
def TensorArrayCloseV3(*, handle: _Any, name: str | None = None) -> _Node:
    """Forget the elements of an array, which cannot be used any more.

        handle: which array.

    TensorArrayCloseV3(handle: resource) -> ()
    """
def TensorArrayConcat(*, handle: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape_except0: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements of an array, joined along their first axis.

        handle: which array.
        flow_in: of the op on the array that comes before.
        lengths: the size of each element's first axis.
        element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
            when there is no element.

    TensorArrayConcat(handle: Ref(string), flow_in: float; dtype: type, element_shape_except0: shape = { unknown_rank: true }) -> (value: dtype, lengths: int64)
    """
def TensorArrayConcatV2(*, handle: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape_except0: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements of an array, joined along their first axis.

        handle: which array.
        flow_in: of the op on the array that comes before.
        lengths: the size of each element's first axis.
        element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
            when there is no element.

    TensorArrayConcatV2(handle: string, flow_in: float; dtype: type, element_shape_except0: shape = { unknown_rank: true }) -> (value: dtype, lengths: int64)
    """
def TensorArrayConcatV3(*, handle: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape_except0: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements of an array, joined along their first axis.

        handle: which array.
        flow_in: of the op on the array that comes before.
        lengths: the size of each element's first axis.
        element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
            when there is no element.

    TensorArrayConcatV3(handle: resource, flow_in: float; dtype: type, element_shape_except0: shape = { unknown_rank: true }) -> (value: dtype, lengths: int64)
    """
def TensorArrayGather(*, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """Elements of an array, stacked along a new first axis.

        handle: which array.
        indices: numbers of elements.
        flow_in: of the op on the array that comes before.
        element_shape: what is known of the shape of each; it must be known completely when indices is empty.

    TensorArrayGather(handle: Ref(string), indices: int32, flow_in: float; dtype: type, element_shape: shape = { unknown_rank: true }) -> (value: dtype)
    """
def TensorArrayGatherV2(*, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """Elements of an array, stacked along a new first axis.

        handle: which array.
        indices: numbers of elements.
        flow_in: of the op on the array that comes before.
        element_shape: what is known of the shape of each; it must be known completely when indices is empty.

    TensorArrayGatherV2(handle: string, indices: int32, flow_in: float; dtype: type, element_shape: shape = { unknown_rank: true }) -> (value: dtype)
    """
def TensorArrayGatherV3(*, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """Elements of an array, stacked along a new first axis.

        handle: which array.
        indices: numbers of elements.
        flow_in: of the op on the array that comes before.
        element_shape: what is known of the shape of each; it must be known completely when indices is empty.

    TensorArrayGatherV3(handle: resource, indices: int32, flow_in: float; dtype: type, element_shape: shape = { unknown_rank: true }) -> (value: dtype)
    """
def TensorArrayGrad(*, handle: _Any, flow_in: _Any, source: str | bytes, name: str | None = None) -> _Tensor:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

        handle: which array.
        flow_in: comes after everything that is written to the array, which cannot grow any more.
        grad_handle: the same array for the same `source`.
        source: tells the gradients of several calls of `gradients` apart.

    TensorArrayGrad(handle: string, flow_in: float; source: string) -> (grad_handle: Ref(string))
    """
def TensorArrayGradV2(*, handle: _Any, flow_in: _Any, source: str | bytes, name: str | None = None) -> _Tensor:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

        handle: which array.
        flow_in: comes after everything that is written to the array, which cannot grow any more.
        grad_handle: the same array for the same `source`.
        source: tells the gradients of several calls of `gradients` apart.

    TensorArrayGradV2(handle: string, flow_in: float; source: string) -> (grad_handle: string)
    """
def TensorArrayGradV3(*, handle: _Any, flow_in: _Any, source: str | bytes, name: str | None = None) -> _Any:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

        handle: which array.
        flow_in: comes after everything that is written to the array, which cannot grow any more.
        grad_handle: the same array for the same `source`.
        flow_out: the first one of that array.
        source: tells the gradients of several calls of `gradients` apart.

    TensorArrayGradV3(handle: resource, flow_in: float; source: string) -> (grad_handle: resource, flow_out: float)
    """
def TensorArrayGradWithShape(*, handle: _Any, flow_in: _Any, shape_to_prepend: _Any, source: str | bytes, name: str | None = None) -> _Any:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

        handle: which array.
        flow_in: comes after everything that is written to the array, which cannot grow any more.
        shape_to_prepend: the dimensions that each gradient has before those of its element.
        grad_handle: the same array for the same `source`.
        flow_out: the first one of that array.
        source: tells the gradients of several calls of `gradients` apart.

    TensorArrayGradWithShape(handle: resource, flow_in: float, shape_to_prepend: int32; source: string) -> (grad_handle: resource, flow_out: float)
    """
def TensorArrayPack(*, handle: _Any, flow_in: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Tensor:
    """All elements of an array, stacked along a new first axis.

        handle: which array.
        flow_in: of the op on the array that comes before.
        element_shape: what is known of the shape of each; it must be known completely when there is none.

    TensorArrayPack(handle: Ref(string), flow_in: float; dtype: type, element_shape: shape = { unknown_rank: true }) -> (value: dtype)
    """
def TensorArrayRead(*, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The element number `index`, a scalar, of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.

    TensorArrayRead(handle: Ref(string), index: int32, flow_in: float; dtype: type) -> (value: dtype)
    """
def TensorArrayReadV2(*, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The element number `index`, a scalar, of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.

    TensorArrayReadV2(handle: string, index: int32, flow_in: float; dtype: type) -> (value: dtype)
    """
def TensorArrayReadV3(*, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The element number `index`, a scalar, of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.

    TensorArrayReadV3(handle: resource, index: int32, flow_in: float; dtype: type) -> (value: dtype)
    """
def TensorArrayScatter(*, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Make each entry along the first axis of value an element of an array.

        handle: which array.
        indices: for each entry the number of its element.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the elements are written.

    TensorArrayScatter(handle: Ref(string), indices: int32, value: T, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArrayScatterV2(*, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Make each entry along the first axis of value an element of an array.

        handle: which array.
        indices: for each entry the number of its element.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the elements are written.

    TensorArrayScatterV2(handle: string, indices: int32, value: T, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArrayScatterV3(*, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Make each entry along the first axis of value an element of an array.

        handle: which array.
        indices: for each entry the number of its element.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the elements are written.

    TensorArrayScatterV3(handle: resource, indices: int32, value: T, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArraySize(*, handle: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """The number of elements of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.

    TensorArraySize(handle: Ref(string), flow_in: float) -> (size: int32)
    """
def TensorArraySizeV2(*, handle: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """The number of elements of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.

    TensorArraySizeV2(handle: string, flow_in: float) -> (size: int32)
    """
def TensorArraySizeV3(*, handle: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """The number of elements of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.

    TensorArraySizeV3(handle: resource, flow_in: float) -> (size: int32)
    """
def TensorArraySplit(*, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Cut value along its first axis, and make the parts the elements of an array.

        handle: which array.
        lengths: the size of each part; an array that cannot grow has as many elements.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the elements are written.

    TensorArraySplit(handle: Ref(string), value: T, lengths: int64, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArraySplitV2(*, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Cut value along its first axis, and make the parts the elements of an array.

        handle: which array.
        lengths: the size of each part; an array that cannot grow has as many elements.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the elements are written.

    TensorArraySplitV2(handle: string, value: T, lengths: int64, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArraySplitV3(*, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Cut value along its first axis, and make the parts the elements of an array.

        handle: which array.
        lengths: the size of each part; an array that cannot grow has as many elements.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the elements are written.

    TensorArraySplitV3(handle: resource, value: T, lengths: int64, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArrayUnpack(*, handle: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Make the entries along the first axis of value the elements of an array.

        handle: which array.
        value: has as many entries as the array has elements, unless it can grow.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the elements are written.

    TensorArrayUnpack(handle: Ref(string), value: T, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArrayV2(*, size: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., dynamic_size: bool = ..., clear_after_read: bool = ..., tensor_array_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """An array of `size` tensors. Each element can be written once; those never written are zeros.

        size: a scalar, 0 or more.
        handle: two strings, of which the second one is the name of the array.
        dtype: of each element.
        element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
        dynamic_size: the array grows when an element behind its end is written.
        clear_after_read: each element can be read once, and is forgotten then.
        tensor_array_name: for error messages; '' is the node's own name.

    TensorArrayV2(size: int32; dtype: type, element_shape: shape = { unknown_rank: true }, dynamic_size: bool = false, clear_after_read: bool = true, tensor_array_name: string = '') -> (handle: string)
    """
def TensorArrayV3(*, size: _Any, dtype: _DTypeLike, element_shape: _ShapeLike = ..., dynamic_size: bool = ..., clear_after_read: bool = ..., identical_element_shapes: bool = ..., tensor_array_name: str | bytes = ..., name: str | None = None) -> _Any:
    """An array of `size` tensors. Each element can be written once; those never written are zeros.

        size: a scalar, 0 or more.
        flow: the first one.
        dtype: of each element.
        element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
        dynamic_size: the array grows when an element behind its end is written.
        clear_after_read: each element can be read once, and is forgotten then.
        identical_element_shapes: all elements have the shape of the first one that is written.
        tensor_array_name: for error messages; '' is the node's own name.

    TensorArrayV3(size: int32; dtype: type, element_shape: shape = { unknown_rank: true }, dynamic_size: bool = false, clear_after_read: bool = true, identical_element_shapes: bool = false, tensor_array_name: string = '') -> (handle: resource, flow: float)
    """
def TensorArrayWrite(*, handle: _Any, index: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Make value the element number `index`, a scalar, of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the element is written.

    TensorArrayWrite(handle: Ref(string), index: int32, value: T, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArrayWriteV2(*, handle: _Any, index: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Make value the element number `index`, a scalar, of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the element is written.

    TensorArrayWriteV2(handle: string, index: int32, value: T, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorArrayWriteV3(*, handle: _Any, index: _Any, value: _Any, flow_in: _Any, name: str | None = None) -> _Tensor:
    """Make value the element number `index`, a scalar, of an array.

        handle: which array.
        flow_in: of the op on the array that comes before.
        flow_out: comes after the element is written.

    TensorArrayWriteV3(handle: resource, index: int32, value: T, flow_in: float; T: type) -> (flow_out: float)
    """
def TensorListConcat(*, input_handle: _Any, element_dtype: _DTypeLike, element_shape: _ShapeLike = ..., name: str | None = None) -> _Any:
    """All elements one after the other along their first dimension, and how long each is there.

        element_shape: what the shape of every element is compatible with.

    TensorListConcat(input_handle: variant; element_dtype: type, element_shape: shape = { unknown_rank: true }) -> (tensor: element_dtype, lengths: int64)
    """
def TensorListConcatLists(*, input_a: _Any, input_b: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """For each list of input_a its elements, then those of the list of input_b at the same place.

        input_b: as many lists, in the same shape.

    TensorListConcatLists(input_a: variant, input_b: variant; element_dtype: type) -> (output: variant)
    """
def TensorListConcatV2(*, input_handle: _Any, element_shape: _Any, leading_dims: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """All elements one after the other along their first dimension, and how long each is there.

        element_shape: what the shape of every element is compatible with.
        leading_dims: for elements that were never set, the size of their first dimension.

    TensorListConcatV2(input_handle: variant, element_shape: shape_type, leading_dims: int64; element_dtype: type, shape_type: {int32, int64}) -> (tensor: element_dtype, lengths: int64)
    """
def TensorListElementShape(*, input_handle: _Any, shape_type: _DTypeLike, name: str | None = None) -> _Tensor:
    """What the shape of every element of a list is compatible with.

    TensorListElementShape(input_handle: variant; shape_type: {int32, int64}) -> (element_shape: shape_type)
    """
def TensorListFromTensor(*, tensor: _Any, element_shape: _Any, name: str | None = None) -> _Tensor:
    """The list of the entries of tensor along its first dimension.

        element_shape: what the shape of every element is compatible with.

    TensorListFromTensor(tensor: element_dtype, element_shape: shape_type; element_dtype: type, shape_type: {int32, int64}) -> (output_handle: variant)
    """
def TensorListGather(*, input_handle: _Any, indices: _Any, element_shape: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The elements of these numbers along a new first dimension.

        element_shape: what the shape of every element is compatible with.

    TensorListGather(input_handle: variant, indices: int32, element_shape: int32; element_dtype: type) -> (values: element_dtype)
    """
def TensorListGetItem(*, input_handle: _Any, index: _Any, element_shape: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """The element of that number.

        element_shape: what the shape of every element is compatible with.

    TensorListGetItem(input_handle: variant, index: int32, element_shape: Tshape; element_dtype: type, Tshape: {int32, int64} = int32) -> (item: element_dtype)
    """
def TensorListLength(*, input_handle: _Any, name: str | None = None) -> _Tensor:
    """How many elements a list has.

    TensorListLength(input_handle: variant) -> (length: int32)
    """
def TensorListPopBack(*, input_handle: _Any, element_shape: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Any:
    """The list without its last element, and that element.

        element_shape: what the shape of every element is compatible with.

    TensorListPopBack(input_handle: variant, element_shape: int32; element_dtype: type) -> (output_handle: variant, tensor: element_dtype)
    """
def TensorListPushBack(*, input_handle: _Any, tensor: _Any, name: str | None = None) -> _Tensor:
    """The list with one more element, at its end.

    TensorListPushBack(input_handle: variant, tensor: element_dtype; element_dtype: type) -> (output_handle: variant)
    """
def TensorListPushBackBatch(*, input_handles: _Any, tensor: _Any, name: str | None = None) -> _Tensor:
    """The lists with one more element each; none of them is too long for it.

        input_handles: a vector of lists.
        tensor: `[lists, ...]`, for each list what becomes its last element.

    TensorListPushBackBatch(input_handles: variant, tensor: element_dtype; element_dtype: type) -> (output_handles: variant)
    """
def TensorListReserve(*, element_shape: _Any, num_elements: _Any, element_dtype: _DTypeLike, name: str | None = None) -> _Tensor:
    """A list of num_elements elements, none of which is set.

        element_shape: what the shape of every element is compatible with.

    TensorListReserve(element_shape: shape_type, num_elements: int32; element_dtype: type, shape_type: {int32, int64}) -> (handle: variant)
    """
def TensorListResize(*, input_handle: _Any, size: _Any, name: str | None = None) -> _Tensor:
    """The list with size elements: the last ones are left out, or elements that are not set are added.

    TensorListResize(input_handle: variant, size: int32) -> (output_handle: variant)
    """
def TensorListScatter(*, tensor: _Any, indices: _Any, element_shape: _Any, name: str | None = None) -> _Tensor:
    """A list whose elements are the entries of tensor along its first dimension.

        indices: for each entry of tensor the number of the element that it becomes.
        element_shape: what the shape of every element is compatible with.

    TensorListScatter(tensor: element_dtype, indices: int32, element_shape: shape_type; element_dtype: type, shape_type: {int32, int64}) -> (output_handle: variant)
    """
def TensorListScatterIntoExistingList(*, input_handle: _Any, tensor: _Any, indices: _Any, name: str | None = None) -> _Tensor:
    """The list with other elements: the entries of tensor along its first dimension.

        indices: for each entry of tensor the number of the element that it becomes.

    TensorListScatterIntoExistingList(input_handle: variant, tensor: element_dtype, indices: int32; element_dtype: type) -> (output_handle: variant)
    """
def TensorListScatterV2(*, tensor: _Any, indices: _Any, element_shape: _Any, num_elements: _Any, name: str | None = None) -> _Tensor:
    """A list whose elements are the entries of tensor along its first dimension.

        indices: for each entry of tensor the number of the element that it becomes.
        element_shape: what the shape of every element is compatible with.
        num_elements: how long the list is at least; -1 for as long as it has to be.

    TensorListScatterV2(tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32; element_dtype: type, shape_type: {int32, int64}) -> (output_handle: variant)
    """
def TensorListSetItem(*, input_handle: _Any, index: _Any, item: _Any, resize_if_index_out_of_bounds: bool = ..., name: str | None = None) -> _Tensor:
    """The list with another element of that number.

        resize_if_index_out_of_bounds: make the list longer if it has no element of that number.

    TensorListSetItem(input_handle: variant, index: int32, item: element_dtype; element_dtype: type, resize_if_index_out_of_bounds: bool = false) -> (output_handle: variant)
    """
def TensorListSplit(*, tensor: _Any, element_shape: _Any, lengths: _Any, name: str | None = None) -> _Tensor:
    """The list of parts of tensor along its first dimension.

        element_shape: what the shape of every element is compatible with.
        lengths: how many entries each part has.

    TensorListSplit(tensor: element_dtype, element_shape: shape_type, lengths: int64; element_dtype: type, shape_type: {int32, int64}) -> (output_handle: variant)
    """
def TensorListStack(*, input_handle: _Any, element_shape: _Any, element_dtype: _DTypeLike, num_elements: int = ..., name: str | None = None) -> _Tensor:
    """All elements along a new first dimension.

        element_shape: what the shape of every element is compatible with.
        num_elements: how many there must be; -1 for any number.

    TensorListStack(input_handle: variant, element_shape: int32; element_dtype: type, num_elements: int = -1) -> (tensor: element_dtype)
    """
def TensorScatterAdd(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The tensor with updates added at given coordinates, all of those for one place.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
        updates: `indices.shape[:-1] + tensor.shape[depth:]`.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    TensorScatterAdd(tensor: T, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, bad_indices_policy: string = '') -> (output: T)
    """
def TensorScatterMax(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The tensor with updates at given coordinates where they are larger.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
        updates: `indices.shape[:-1] + tensor.shape[depth:]`.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    TensorScatterMax(tensor: T, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, bad_indices_policy: string = '') -> (output: T)
    """
def TensorScatterMin(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The tensor with updates at given coordinates where they are smaller.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
        updates: `indices.shape[:-1] + tensor.shape[depth:]`.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    TensorScatterMin(tensor: T, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, bad_indices_policy: string = '') -> (output: T)
    """
def TensorScatterSub(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The tensor with updates subtracted at given coordinates, all of those for one place.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
        updates: `indices.shape[:-1] + tensor.shape[depth:]`.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    TensorScatterSub(tensor: T, indices: Tindices, updates: T; T: type, Tindices: {int32, int64}, bad_indices_policy: string = '') -> (output: T)
    """
def TensorScatterUpdate(*, tensor: _Any, indices: _Any, updates: _Any, bad_indices_policy: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The tensor with updates at given coordinates; of several for one place the last one counts.

        indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
        updates: `indices.shape[:-1] + tensor.shape[depth:]`.
        bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.

    TensorScatterUpdate(tensor: T, indices: Tindices, updates: T; T: type, Tindices: {int16, int32, int64, uint16}, bad_indices_policy: string = '') -> (output: T)
    """
def TensorStridedSliceUpdate(*, input: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ..., name: str | None = None) -> _Tensor:
    """The input with a slice replaced.

        begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
        value: what broadcasts to the shape of the slice.
        begin_mask, end_mask: bit i set: entry i has no begin, or no end.
        ellipsis_mask: bit i set: entry i covers all axes that are not named.
        new_axis_mask: bit i set: entry i adds an axis of size 1.
        shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.

    TensorStridedSliceUpdate(input: T, begin: Index, end: Index, strides: Index, value: T; T: type, Index: {int32, int64}, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0) -> (output: T)
    """
def TensorSummary(*, tensor: _Any, description: str | bytes = ..., labels: _Sequence[str | bytes] = ..., display_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A Summary message with a tensor, under the name of the node.

        description: a SummaryDescription message in JSON, which the op does not read.
        labels, display_name: not used.

    TensorSummary(tensor: T; T: type, description: string = '', labels: list(string) = [], display_name: string = '') -> (summary: string)
    """
def TensorSummaryV2(*, tag: _Any, tensor: _Any, serialized_summary_metadata: _Any, name: str | None = None) -> _Tensor:
    """A Summary message with a tensor.

        tag: its name, a scalar.
        serialized_summary_metadata: a SummaryMetadata message, a scalar: which plug-in of TensorBoard shows the tensor.

    TensorSummaryV2(tag: string, tensor: T, serialized_summary_metadata: string; T: type) -> (summary: string)
    """
def TextLineReader(*, skip_header_lines: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of lines of text. Files must be in one of `SessionConfig(file_folders=...)`.

        skip_header_lines: how many lines at the beginning of each file are left out.
        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    TextLineReader(; skip_header_lines: int = 0, container: string = '', shared_name: string = '') -> (reader_handle: Ref(string))
    """
def TextLineReaderV2(*, skip_header_lines: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of lines of text. Files must be in one of `SessionConfig(file_folders=...)`.

        skip_header_lines: how many lines at the beginning of each file are left out.
        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    TextLineReaderV2(; skip_header_lines: int = 0, container: string = '', shared_name: string = '') -> (reader_handle: resource)
    """
def Tile(*, input: _Any, multiples: _Any, name: str | None = None) -> _Tensor:
    """The input repeated as a whole.

        multiples: how often along each axis.

    Tile(input: T, multiples: Tmultiples; T: type, Tmultiples: {int32, int64} = int32) -> (output: T)
    """
def ToBool(*, input: _Any, name: str | None = None) -> _Tensor:
    """Whether a scalar is not zero, or not the empty text; of another tensor, whether it has elements.

    ToBool(input: T; T: type) -> (output: bool)
    """
def TopKV2(*, input: _Any, k: _Any, sorted: bool = ..., index_type: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The k largest elements along the last axis.

        input: `[..., n]`, rank 1 or more.
        k: how many, at most n.
        sorted: whether they must come in order; they do in any case, the largest first.
        values: `[..., k]`; of equal elements the first come first, what is not a number comes last.
        indices: the positions of the values along the last axis.

    TopKV2(input: T, k: Tk; sorted: bool = true, T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tk: {int16, int32, int64} = int32, index_type: {int16, int32, int64} = int32) -> (values: T, indices: index_type)
    """
def Transpose(*, x: _Any, perm: _Any, name: str | None = None) -> _Tensor:
    """The input with its axes in another order.

        perm: axis i of the output is axis perm[i] of the input.

    Transpose(x: T, perm: Tperm; T: type, Tperm: {int32, int64} = int32) -> (y: T)
    """
def TridiagonalMatMul(*, superdiag: _Any, maindiag: _Any, subdiag: _Any, rhs: _Any, name: str | None = None) -> _Tensor:
    """The products of tridiagonal matrices with others.

        superdiag: `[..., 1, n]`, the elements above the diagonal; the last one counts nowhere.
        maindiag: `[..., 1, n]`.
        subdiag: `[..., 1, n]`, the elements below the diagonal; the first one counts nowhere.
        rhs: `[..., n, columns]`.

    TridiagonalMatMul(superdiag: T, maindiag: T, subdiag: T, rhs: T; T: {double, float, complex64, complex128}) -> (output: T)
    """
def TridiagonalSolve(*, diagonals: _Any, rhs: _Any, partial_pivoting: bool = ..., perturb_singular: bool = ..., name: str | None = None) -> _Tensor:
    """The X for which a tridiagonal matrix times X is rhs; not a number for a singular matrix.

        diagonals: `[..., 3, n]`: the elements above the diagonal, of which the last one counts nowhere, the diagonal, and
            the elements below it, of which the first one counts nowhere.
        rhs: `[..., n, columns]`, with the same leading dimensions.
        partial_pivoting: exchange rows, which makes results exact for all matrices; without it, only for those with a
            heavy diagonal.
        perturb_singular: change singular matrices by a little, so that there is a finite result; with partial_pivoting.

    TridiagonalSolve(diagonals: T, rhs: T; partial_pivoting: bool = true, perturb_singular: bool = false, T: {double, float, complex64, complex128}) -> (output: T)
    """
def TruncateDiv(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y rounded toward 0; a zero y is an error for integers. Complex numbers have no kernel.

    TruncateDiv(x: T, y: T; T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}) -> (z: T)
    """
def TruncateMod(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers.

    TruncateMod(x: T, y: T; T: {int32, int64, bfloat16, half, float, double}) -> (z: T)
    """
def TruncatedNormal(*, shape: _Any, dtype: _DTypeLike, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Tensor:
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

        seed, seed2: where the stream begins; another one in each Session if both are 0.

    TruncatedNormal(shape: T; seed: int = 0, seed2: int = 0, dtype: {half, bfloat16, float, double}, T: {int32, int64}) -> (output: dtype)
    """
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

    UnicodeDecode(input: string; input_encoding: string, errors: {'strict', 'replace', 'ignore'} = 'replace', replacement_char: int = 65533, replace_control_characters: bool = false, Tsplits: {int32, int64} = int64) -> (row_splits: Tsplits, char_values: int32)
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

    UnicodeDecodeWithOffsets(input: string; input_encoding: string, errors: {'strict', 'replace', 'ignore'} = 'replace', replacement_char: int = 65533, replace_control_characters: bool = false, Tsplits: {int32, int64} = int64) -> (row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64)
    """
def UnicodeEncode(*, input_values: _Any, input_splits: _Any, output_encoding: _Literal['UTF-8', 'UTF-16-BE', 'UTF-32-BE'], errors: _Literal['ignore', 'replace', 'strict'] = ..., replacement_char: int = ..., name: str | None = None) -> _Tensor:
    """A string of each row of code points.

        input_values: a vector of code points.
        input_splits: a vector: string i is made of `input_values[input_splits[i]:input_splits[i + 1]]`.
        errors: what becomes of numbers that are no code points, and of surrogates: 'replace' by replacement_char, 'ignore'
            drops them, 'strict' refuses them.
        replacement_char: a code point.
        output: a vector of one string less than input_splits has numbers.

    UnicodeEncode(input_values: int32, input_splits: Tsplits; errors: {'ignore', 'replace', 'strict'} = 'replace', output_encoding: {'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}, replacement_char: int = 65533, Tsplits: {int32, int64} = int64) -> (output: string)
    """
def UnicodeTranscode(*, input: _Any, input_encoding: str | bytes, output_encoding: _Literal['UTF-8', 'UTF-16-BE', 'UTF-32-BE'], errors: _Literal['strict', 'replace', 'ignore'] = ..., replacement_char: int = ..., replace_control_characters: bool = ..., name: str | None = None) -> _Tensor:
    """Each string in another encoding.

        input_encoding: the name of an encoding, such as UTF-8, UTF-16-BE, US-ASCII or Shift-JIS: what
            Python knows.
        errors: what becomes of bytes that are no character: 'replace' by replacement_char, 'ignore' drops them, 'strict'
            refuses the string.
        replacement_char: a code point.
        replace_control_characters: treat code points below 32 as errors too.

    UnicodeTranscode(input: string; input_encoding: string, output_encoding: {'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}, errors: {'strict', 'replace', 'ignore'} = 'replace', replacement_char: int = 65533, replace_control_characters: bool = false) -> (output: string)
    """
def UniformCandidateSampler(*, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = ..., seed2: int = ..., name: str | None = None) -> _Any:
    """Classes, all equally likely.

        true_classes: `[batch, num_true]`, the classes that belong to each example, in [0, range_max).
        num_sampled: how many are drawn, the same ones for the whole batch.
        unique: whether no class is drawn twice; a class that was is drawn again.
        range_max: the number of classes; with unique at least num_sampled.
        seed, seed2: where the stream begins; another one in each Session if both are 0.
        sampled_candidates: a vector of classes.
        true_expected_count: for each true class how often it is expected among so many draws.
        sampled_expected_count: the same for each candidate.

    UniformCandidateSampler(true_classes: int64; num_true: int >= 1, num_sampled: int >= 1, unique: bool, range_max: int >= 1, seed: int = 0, seed2: int = 0) -> (sampled_candidates: int64, true_expected_count: float, sampled_expected_count: float)
    """
def Unique(*, x: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct elements of a vector in the order of their first appearance.

        idx: for each element of x its place in y.

    Unique(x: T; T: type, out_idx: {int32, int64} = int32) -> (y: T, idx: out_idx)
    """
def UniqueV2(*, x: _Any, axis: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct slices along an axis in the order of their first appearance.

        idx: for each of x its place in y.
        axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
        y: of the shape of x but for that axis.

    UniqueV2(x: T, axis: Taxis; T: type, Taxis: {int32, int64} = int64, out_idx: {int32, int64} = int32) -> (y: T, idx: out_idx)
    """
def UniqueWithCounts(*, x: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct elements of a vector in the order of their first appearance, counted.

        idx: for each of x its place in y.
        count: how often each of y is in x.

    UniqueWithCounts(x: T; T: type, out_idx: {int32, int64} = int32) -> (y: T, idx: out_idx, count: out_idx)
    """
def UniqueWithCountsV2(*, x: _Any, axis: _Any, out_idx: _DTypeLike = ..., name: str | None = None) -> _Any:
    """The distinct slices along an axis in the order of their first appearance,
        counted.

        idx: for each of x its place in y.
        axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
        y: of the shape of x but for that axis.
        count: how often each of y is in x.

    UniqueWithCountsV2(x: T, axis: Taxis; T: type, Taxis: {int32, int64} = int64, out_idx: {int32, int64} = int32) -> (y: T, idx: out_idx, count: out_idx)
    """
def Unpack(*, value: _Any, num: int, axis: int = ..., name: str | None = None) -> list[_Tensor]:
    """A tensor taken apart along an axis, which the outputs do not have.

        num: how many there are, the size of the axis.

    Unpack(value: T; num: int >= 0, T: type, axis: int = 0) -> (output: num * T)
    """
def UnravelIndex(*, indices: _Any, dims: _Any, name: str | None = None) -> _Tensor:
    """The coordinates of elements that are given by their numbers in row-major order.

        indices: a number, or a vector of one or more.
        dims: the sizes of the array, a vector of positive numbers.
        output: `[rank]`, or `[rank, indices]` for a vector.

    UnravelIndex(indices: Tidx, dims: Tidx; Tidx: {int32, int64} = int32) -> (output: Tidx)
    """
def UnsortedSegmentJoin(*, inputs: _Any, segment_ids: _Any, num_segments: _Any, separator: str | bytes = ..., name: str | None = None) -> _Tensor:
    """The strings of each segment joined, in their order.

        segment_ids: of the shape of the first axes of inputs; each in [0, num_segments).
        num_segments: a scalar.
        separator: put between two strings.
        output: `[num_segments] + inputs.shape[segment_ids.rank:]`; a segment of no strings is ''.

    UnsortedSegmentJoin(inputs: string, segment_ids: Tindices, num_segments: Tnumsegments; separator: string = '', Tindices: {int32, int64}, Tnumsegments: {int32, int64} = int32) -> (output: string)
    """
def UnsortedSegmentMax(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """Entry i of the output holds the largest elements of the entries of data whose segment id is i, the lowest
        finite number if there is none.

        segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
        num_segments: how many entries the output has, a scalar; larger than every id.
        output: num_segments entries of the shape of data's remaining dimensions.

    UnsortedSegmentMax(data: T, segment_ids: Tindices, num_segments: Tnumsegments; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tindices: {int32, int64}, Tnumsegments: {int32, int64} = int32) -> (output: T)
    """
def UnsortedSegmentMin(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """Entry i of the output holds the smallest elements of the entries of data whose segment id is i, the largest
        finite number if there is none.

        segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
        num_segments: how many entries the output has, a scalar; larger than every id.
        output: num_segments entries of the shape of data's remaining dimensions.

    UnsortedSegmentMin(data: T, segment_ids: Tindices, num_segments: Tnumsegments; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}, Tindices: {int32, int64}, Tnumsegments: {int32, int64} = int32) -> (output: T)
    """
def UnsortedSegmentProd(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """Entry i of the output is the product of the entries of data whose segment id is i, 1 if there is
        none.

        segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
        num_segments: how many entries the output has, a scalar; larger than every id.
        output: num_segments entries of the shape of data's remaining dimensions.

    UnsortedSegmentProd(data: T, segment_ids: Tindices, num_segments: Tnumsegments; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int32, int64}, Tnumsegments: {int32, int64} = int32) -> (output: T)
    """
def UnsortedSegmentSum(*, data: _Any, segment_ids: _Any, num_segments: _Any, name: str | None = None) -> _Tensor:
    """Entry i of the output is the sum of the entries of data whose segment id is i, 0 if there is none.

        segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
        num_segments: how many entries the output has, a scalar; larger than every id.
        output: num_segments entries of the shape of data's remaining dimensions.

    UnsortedSegmentSum(data: T, segment_ids: Tindices, num_segments: Tnumsegments; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}, Tindices: {int16, int32, int64}, Tnumsegments: {int32, int64} = int32) -> (output: T)
    """
def Unstage(*, dtypes: _Sequence[_DTypeLike], capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> list[_Tensor]:
    """Take the oldest tuple out of a staging area; waits while there is none.

        capacity: how many tuples there may be; 0: any number.
        memory_limit: how many bytes they may have together; 0: any number.
        dtypes: of the tensors of a tuple.
        container: where the staging area lives; '' is the default container.
        shared_name: nodes with the same one use the same staging area; '' means one of the node's own.

    Unstage(; capacity: int >= 0 = 0, memory_limit: int >= 0 = 0, dtypes: list(type) >= 1, container: string = '', shared_name: string = '') -> (values: dtypes)
    """
def UpperBound(*, sorted_inputs: _Any, values: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """For each value how many elements of its sorted row are not larger.

        sorted_inputs: `[rows, n]`, each row sorted.
        values: `[rows, m]`.
        output: `[rows, m]`, numbers in [0, n].

    UpperBound(sorted_inputs: T, values: T; T: type, out_type: {int32, int64} = int32) -> (output: out_type)
    """
def VarHandleOp(*, dtype: _DTypeLike, shape: _ShapeLike, container: str | bytes = ..., shared_name: str | bytes = ..., debug_name: str | bytes = ..., allowed_devices: _Sequence[str | bytes] = ..., name: str | None = None) -> _Tensor:
    """The handle of a variable, which has no value before something is assigned to it.

        container: where the variable lives; '' is the default container.
        shared_name: nodes with the same one refer to the same variable; '' means the node's own name.
        debug_name: has no effect.
        dtype: of every value that the variable may have.
        shape: that every value must be compatible with.
        allowed_devices: has no effect.

    VarHandleOp(; container: string = '', shared_name: string = '', debug_name: string = '', dtype: type, shape: shape, allowed_devices: list(string) = []) -> (resource: resource)
    """
def VarIsInitializedOp(*, resource: _Any, name: str | None = None) -> _Tensor:
    """Whether a variable has a value.

    VarIsInitializedOp(resource: resource) -> (is_initialized: bool)
    """
def Variable(*, shape: _ShapeLike, dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reference to a variable; a shape of rank 0 says nothing of its values.

        shape: that every value must be compatible with.
        container: where the variable lives; '' is the default container.
        shared_name: nodes with the same one refer to the same variable; '' means the node's own name.

    Variable(; shape: shape, dtype: type, container: string = '', shared_name: string = '') -> (ref: Ref(dtype))
    """
def VariableShape(*, input: _Any, out_type: _DTypeLike = ..., name: str | None = None) -> _Tensor:
    """The shape of a variable's value as a vector.

    VariableShape(input: resource; out_type: {int32, int64} = int32) -> (output: out_type)
    """
def VariableV2(*, shape: _ShapeLike, dtype: _DTypeLike, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reference to a variable, which has no value before something is assigned to it.

        shape: that every value must be compatible with.
        container: where the variable lives; '' is the default container.
        shared_name: nodes with the same one refer to the same variable; '' means the node's own name.

    VariableV2(; shape: shape, dtype: type, container: string = '', shared_name: string = '') -> (ref: Ref(dtype))
    """
def Where(*, input: _Any, name: str | None = None) -> _Tensor:
    """The coordinates of all elements that are true or not 0, `[number, rank]`, in the order of the elements.

    Where(input: T; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool} = bool) -> (index: int64)
    """
def While(*, input: _Sequence[_Any], cond: _Any, body: _Any, output_shapes: _Sequence[_ShapeLike] = ..., parallel_iterations: int = ..., name: str | None = None) -> list[_Tensor]:
    """What becomes of input when body is applied to it as long as cond is true of it.

        cond: a function of the loop's variables that gives one value, judged as that of If is.
        body: a function that gives new values for the loop's variables.
        parallel_iterations: has no effect.
        output_shapes: the shapes of the results, as far as they are always the same.

    While(input: T; T: list(type) >= 0, cond: func, body: func, output_shapes: list(shape) = [], parallel_iterations: int = 10) -> (output: T)
    """
def WholeFileReader(*, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of whole files: the key is the name, the value the content. Files must be in one of `SessionConfig(file_folders=...)`.

        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    WholeFileReader(; container: string = '', shared_name: string = '') -> (reader_handle: Ref(string))
    """
def WholeFileReaderV2(*, container: str | bytes = ..., shared_name: str | bytes = ..., name: str | None = None) -> _Tensor:
    """A reader of whole files: the key is the name, the value the content. Files must be in one of `SessionConfig(file_folders=...)`.

        container: where the reader lives; '' is the default container.
        shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.

    WholeFileReaderV2(; container: string = '', shared_name: string = '') -> (reader_handle: resource)
    """
def WriteFile(*, filename: _Any, contents: _Any, name: str | None = None) -> _Node:
    """Write a file, which a crash leaves as it was or complete. Missing folders above it are made.

        filename: a scalar: a path in one of `SessionConfig(file_folders=...)`.
        contents: a scalar.

    WriteFile(filename: string, contents: string) -> ()
    """
def Xdivy(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x / y, element by element, but 0 where x is 0, for any y.

    Xdivy(x: T, y: T; T: {half, bfloat16, float, double, complex64, complex128}) -> (z: T)
    """
def Xlog1py(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x * log(1 + y), element by element, but 0 where x is 0, for any y.

    Xlog1py(x: T, y: T; T: {half, bfloat16, float, double, complex64, complex128}) -> (z: T)
    """
def Xlogy(*, x: _Any, y: _Any, name: str | None = None) -> _Tensor:
    """x * log(y), element by element, but 0 where x is 0, for any y.

    Xlogy(x: T, y: T; T: {half, bfloat16, float, double, complex64, complex128}) -> (z: T)
    """
def ZerosLike(*, x: _Any, name: str | None = None) -> _Tensor:
    """Zeros of the input's shape and dtype.

    ZerosLike(x: T; T: type) -> (y: T)
    """
def Zeta(*, x: _Any, q: _Any, name: str | None = None) -> _Tensor:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k >= 0; not a number for x < 1.

        q: may be negative, but no integer then, if x is an integer. Gradients are with respect to q alone.

    Zeta(x: T, q: T; T: {float, double}) -> (z: T)
    """
def _FusedBatchNormEx(*, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, side_input: _Sequence[_Any], epsilon: float = ..., exponential_avg_factor: float = ..., activation_mode: str | bytes = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """FusedBatchNormV3, the addition of a tensor and an activation.

        The arguments are those of FusedBatchNormV3, and

        side_input: nothing, or one tensor of the shape of x that is added before the activation.
        activation_mode: Identity or Relu, or Relu6, which only our own passes write.

    _FusedBatchNormEx(x: T, scale: U, offset: U, mean: U, variance: U, side_input: num_side_inputs * T; T: {half, float, bfloat16}, U: {float}, epsilon: float = 1e-04, exponential_avg_factor: float = 1.0, num_side_inputs: int >= 0 = 0, activation_mode: string = 'Identity', data_format: {'NHWC', 'NCHW'} = 'NHWC', is_training: bool = true) -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U)
    """
def _FusedBatchNormGradEx(*, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, reserve_space_3: _Any, offset: _Any, y: _Any, epsilon: float = ..., num_side_inputs: int = ..., activation_mode: str | bytes = ..., data_format: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW'] = ..., is_training: bool = ..., name: str | None = None) -> _Any:
    """Gradient of _FusedBatchNormEx.

        The arguments are those of FusedBatchNormGradV3, and

        offset: `[channels]`, not looked at.
        y: the result of the forward op, of the shape of x: where the activation cut it off, y_backprop counts as 0.
        activation_mode: Identity, Relu or Relu6.
        side_input_backprop: the gradient of side_input, if there is one.

    _FusedBatchNormGradEx(y_backprop: T, x: T, scale: float, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U, offset: float, y: T; T: {half, float}, U: {float}, epsilon: float = 1e-04, num_side_inputs: int >= 0 = 0, activation_mode: string = 'Identity', data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC', is_training: bool = true) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U, side_input_backprop: num_side_inputs * T)
    """
def _FusedConv2D(*, input: _Any, filter: _Any, args: _Sequence[_Any], host_args: _Sequence[_Any], num_args: int, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., filter_format: _Literal['HWIO', 'OIHW', 'OIHW_VECT_I'] = ..., dilations: _Sequence[int] = ..., use_cudnn_on_gpu: bool = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Tensor:
    """Conv2D and what follows it.

        input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
        filter: `[rows, cols, in_channels / groups, out_channels]`, or in the order of filter_format.
        args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
        variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
        fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
        epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
        host_args: none.
        output: `[batch, out_rows, out_cols, out_channels]`.

    _FusedConv2D(input: T, filter: T, args: TArgs, host_args: num_host_args * float; T: {half, float, double, int8, qint8}, TArgs: list(type) >= 1, num_args: int >= 0, num_host_args: int >= 0 = 0, strides: list(int), padding: {'SAME', 'VALID', 'EXPLICIT'}, explicit_paddings: list(int) = [], data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC', filter_format: {'HWIO', 'OIHW', 'OIHW_VECT_I'} = 'HWIO', dilations: list(int) = [1, 1, 1, 1], use_cudnn_on_gpu: bool = true, fused_ops: list(string) = [], epsilon: float = 1e-04, leakyrelu_alpha: float = 0.2) -> (output: T)
    """
def _FusedConv3D(*, input: _Any, filter: _Any, args: _Sequence[_Any], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., padding_list: _Sequence[int] = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Tensor:
    """Conv3D and what follows it.

        input: `[batch, planes, rows, cols, in_channels]`, or channels first as data_format says.
        filter: `[planes, rows, cols, in_channels / groups, out_channels]`.
        args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
        variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
        fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
        epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
        padding_list: nothing.
        output: `[batch, out_planes, out_rows, out_cols, out_channels]`.

    _FusedConv3D(input: T, filter: T, args: num_args * T; T: {bfloat16, float, half}, num_args: int >= 0, strides: list(int) >= 5, padding: {'SAME', 'VALID'}, data_format: {'NDHWC', 'NCDHW'} = 'NDHWC', dilations: list(int) = [1, 1, 1, 1, 1], padding_list: list(int) = [], fused_ops: list(string) = [], epsilon: float = 1e-04, leakyrelu_alpha: float = 0.2) -> (output: T)
    """
def _FusedDepthwiseConv2dNative(*, input: _Any, filter: _Any, args: _Sequence[_Any], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Tensor:
    """DepthwiseConv2dNative and what follows it.

        input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
        filter: `[rows, cols, in_channels, multiplier]`.
        args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
        variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
        fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
        epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
        output: `[batch, out_rows, out_cols, in_channels * multiplier]`.

    _FusedDepthwiseConv2dNative(input: T, filter: T, args: num_args * T; T: {half, bfloat16, float, double}, num_args: int >= 0, strides: list(int), padding: {'SAME', 'VALID'}, data_format: {'NHWC', 'NCHW'} = 'NHWC', dilations: list(int) = [1, 1, 1, 1], fused_ops: list(string) = [], epsilon: float = 1e-04, leakyrelu_alpha: float = 0.2) -> (output: T)
    """
def _FusedMatMul(*, a: _Any, b: _Any, args: _Sequence[_Any], transpose_a: bool = ..., transpose_b: bool = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ..., name: str | None = None) -> _Tensor:
    """MatMul and what follows it.

        a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
        b: `[inner, cols]`, or `[cols, inner]` with transpose_b.
        args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
        variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
        fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
        epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
        product: `[rows, cols]`.

    _FusedMatMul(a: T, b: T, args: num_args * T; transpose_a: bool = false, transpose_b: bool = false, T: {bfloat16, half, float}, num_args: int >= 0, fused_ops: list(string) = [], epsilon: float = 1e-04, leakyrelu_alpha: float = 0.2) -> (product: T)
    """
def __dir__() -> list[str]: ...
def __getattr__(name: str) -> _Any: ...
def signature(op_def: _Any) -> _Any: ...
def documentation(op_def: _Any) -> str: ...
