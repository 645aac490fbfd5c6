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

class _Values:
    @property
    def values(self) -> dict[str, _Any]: ...
class _AbsClass:
    """The absolute value of real numbers (ComplexAbs is that of complex ones)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Abs: _AbsClass
class _AccumulateNV2Class:
    """The sum of the inputs, which all have the shape that the attr shape gives."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
AccumulateNV2: _AccumulateNV2Class
class _AccumulatorApplyGradientClass:
    """Add a gradient to an accumulator. One of an earlier step than the accumulator's is left out.

    local_step: the step of the gradient, a scalar.
    dtype: the accumulator's.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, local_step: _Any, gradient: _Any, attrs: Attrs | None = None) -> _Node: ...
AccumulatorApplyGradient: _AccumulatorApplyGradientClass
class _AccumulatorNumAccumulatedClass:
    """How many gradients are in an accumulator."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AccumulatorNumAccumulated: _AccumulatorNumAccumulatedClass
class _AccumulatorSetGlobalStepClass:
    """Set the step of an accumulator: gradients of earlier ones are left out.

    new_global_step: a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, new_global_step: _Any, attrs: Attrs | None = None) -> _Node: ...
AccumulatorSetGlobalStep: _AccumulatorSetGlobalStepClass
class _AccumulatorTakeGradientClass:
    """The mean, or the sum, of the gradients in an accumulator, which is empty then; waits until there
    are enough. The accumulator's step becomes the next one.

    num_required: how many there must be, a scalar.
    dtype: the accumulator's.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, num_required: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
AccumulatorTakeGradient: _AccumulatorTakeGradientClass
class _AcosClass:
    """The angle whose cosine is x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Acos: _AcosClass
class _AcoshClass:
    """The inverse of Cosh; not a number below 1."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Acosh: _AcoshClass
class _AddClass:
    """x + y, element by element; strings are joined."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Add: _AddClass
class _AddManySparseToTensorsMapSetters:
    def container(self, value: str | bytes) -> _AddManySparseToTensorsMapClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _AddManySparseToTensorsMapClass.Attrs: ...
class _AddManySparseToTensorsMapClass(_AddManySparseToTensorsMapSetters):
    """Put each row of a sparse tensor into a map; gives the numbers by which they are taken out.

    The first axis is that of the rows; they are sparse tensors of one axis less.

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    container: in which the map is.
    shared_name: of the map; empty for the node's name.
    """
    class Attrs(_AddManySparseToTensorsMapSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AddManySparseToTensorsMap: _AddManySparseToTensorsMapClass
class _AddNClass:
    """The sum of the inputs, which all have one shape (no broadcasting)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
AddN: _AddNClass
class _AddSparseToTensorsMapSetters:
    def container(self, value: str | bytes) -> _AddSparseToTensorsMapClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _AddSparseToTensorsMapClass.Attrs: ...
class _AddSparseToTensorsMapClass(_AddSparseToTensorsMapSetters):
    """Put a sparse tensor into a map; gives the number by which it is taken out.

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    container: in which the map is.
    shared_name: of the map; empty for the node's name.
    """
    class Attrs(_AddSparseToTensorsMapSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AddSparseToTensorsMap: _AddSparseToTensorsMapClass
class _AddV2Class:
    """x + y, element by element."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AddV2: _AddV2Class
class _AdjustContrastClass:
    """Stretch each channel of each image about its mean, and clip.

    images: `[..., rows, cols, channels]`.
    contrast_factor: a scalar.
    min_value, max_value: of the results, scalars.
    output: of the shape of images, float32.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, contrast_factor: _Any, min_value: _Any, max_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AdjustContrast: _AdjustContrastClass
class _AdjustContrastv2Class:
    """Stretch each channel of each image about its mean: `(x - mean) * contrast_factor + mean`.

    images: `[..., rows, cols, channels]`.
    contrast_factor: a scalar.
    output: of the shape of images.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, contrast_factor: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AdjustContrastv2: _AdjustContrastv2Class
class _AdjustHueClass:
    """Turn the hue of images.

    images: `[..., rows, cols, 3]`: red, green and blue.
    delta: a scalar: by how many turns.
    output: of the shape of images.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, delta: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AdjustHue: _AdjustHueClass
class _AdjustSaturationClass:
    """Multiply the saturation of images, which stays in [0, 1].

    images: `[..., rows, cols, 3]`: red, green and blue.
    scale: a scalar.
    output: of the shape of images.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, scale: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AdjustSaturation: _AdjustSaturationClass
class _AllSetters:
    def keep_dims(self, value: bool) -> _AllClass.Attrs: ...
class _AllClass(_AllSetters):
    """Whether all elements over axes are true; of nothing, all are.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_AllSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
All: _AllClass
class _AllCandidateSamplerSetters:
    def seed(self, value: int) -> _AllCandidateSamplerClass.Attrs: ...
    def seed2(self, value: int) -> _AllCandidateSamplerClass.Attrs: ...
class _AllCandidateSamplerClass(_AllCandidateSamplerSetters):
    """All classes, 0 to num_sampled - 1, and nothing random.

    true_classes: `[batch, num_true]`, the classes that belong to each example, in [0, num_sampled).
    num_sampled: how many are drawn, the same ones for the whole batch.
    unique: whether no class is drawn twice; a class that was is drawn again.
    seed, seed2: where the stream begins; another one in each Session if both are 0.
    sampled_candidates: a vector of classes.
    true_expected_count: for each true class how often it is expected among so many draws.
    sampled_expected_count: the same for each candidate.
    """
    class Attrs(_AllCandidateSamplerSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, attrs: Attrs | None = None) -> _Any: ...
AllCandidateSampler: _AllCandidateSamplerClass
class _AngleSetters:
    def Tout(self, value: _DTypeLike) -> _AngleClass.Attrs: ...
class _AngleClass(_AngleSetters):
    """The angles of the numbers as points of the plane, in [-pi, pi]."""
    class Attrs(_AngleSetters, _Values):
        def __init__(self, *, Tout: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Angle: _AngleClass
class _AnonymousHashTableClass:
    """A new table that is filled once and lives as long as its handle.

    key_dtype, value_dtype: of keys and values.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
AnonymousHashTable: _AnonymousHashTableClass
class _AnonymousMutableDenseHashTableSetters:
    def value_shape(self, value: _ShapeLike) -> _AnonymousMutableDenseHashTableClass.Attrs: ...
    def initial_num_buckets(self, value: int) -> _AnonymousMutableDenseHashTableClass.Attrs: ...
    def max_load_factor(self, value: float) -> _AnonymousMutableDenseHashTableClass.Attrs: ...
class _AnonymousMutableDenseHashTableClass(_AnonymousMutableDenseHashTableSetters):
    """A new table whose keys and values are tensors, which lives as long as its handle.

    key_dtype, value_dtype: of keys and values.
    value_shape: of each value.
    empty_key, deleted_key: two keys that are never used; their shape is that of a key.
    initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1.
    """
    class Attrs(_AnonymousMutableDenseHashTableSetters, _Values):
        def __init__(self, *, value_shape: _ShapeLike = ..., initial_num_buckets: int = ..., max_load_factor: float = ...) -> None: ...
    def __call__(self, scope: _Scope, empty_key: _Any, deleted_key: _Any, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
AnonymousMutableDenseHashTable: _AnonymousMutableDenseHashTableClass
class _AnonymousMutableHashTableClass:
    """A new table whose values are scalars, which lives as long as its handle.

    key_dtype, value_dtype: of keys and values.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
AnonymousMutableHashTable: _AnonymousMutableHashTableClass
class _AnonymousMutableHashTableOfTensorsSetters:
    def value_shape(self, value: _ShapeLike) -> _AnonymousMutableHashTableOfTensorsClass.Attrs: ...
class _AnonymousMutableHashTableOfTensorsClass(_AnonymousMutableHashTableOfTensorsSetters):
    """A new table whose values are tensors of one shape, which lives as long as its handle.

    key_dtype, value_dtype: of keys and values.
    value_shape: of each value.
    """
    class Attrs(_AnonymousMutableHashTableOfTensorsSetters, _Values):
        def __init__(self, *, value_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
AnonymousMutableHashTableOfTensors: _AnonymousMutableHashTableOfTensorsClass
class _AnySetters:
    def keep_dims(self, value: bool) -> _AnyClass.Attrs: ...
class _AnyClass(_AnySetters):
    """Whether any element over axes is true; of nothing, none is.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_AnySetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Any: _AnyClass
class _ApplyAdaMaxSetters:
    def use_locking(self, value: bool) -> _ApplyAdaMaxClass.Attrs: ...
class _ApplyAdaMaxClass(_ApplyAdaMaxSetters):
    """AdaMax: Adam with the largest gradient instead of a mean of squares.

    m += (g - m) * (1 - beta1)
    v = max(beta2 * v, |g|)
    var -= lr / (1 - beta1_power) * m / (v + epsilon)

    beta1_power: beta1 to the power of the number of this step; the op does not change it.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyAdaMaxSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, v: _Any, beta1_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyAdaMax: _ApplyAdaMaxClass
class _ApplyAdadeltaSetters:
    def use_locking(self, value: bool) -> _ApplyAdadeltaClass.Attrs: ...
class _ApplyAdadeltaClass(_ApplyAdadeltaSetters):
    """Adadelta: steps as large as recent steps were, over the size of recent gradients.

    accum = accum * rho + g * g * (1 - rho)
    update = g * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)
    accum_update = accum_update * rho + update * update * (1 - rho)
    var -= lr * update

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyAdadeltaSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyAdadelta: _ApplyAdadeltaClass
class _ApplyAdagradSetters:
    def use_locking(self, value: bool) -> _ApplyAdagradClass.Attrs: ...
    def update_slots(self, value: bool) -> _ApplyAdagradClass.Attrs: ...
class _ApplyAdagradClass(_ApplyAdagradSetters):
    """Adagrad: steps scaled by the sum of all squared gradients.

    accum += g * g
    var -= lr * g / sqrt(accum)

    update_slots: without it accum stays as it is.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyAdagrad: _ApplyAdagradClass
class _ApplyAdagradDASetters:
    def use_locking(self, value: bool) -> _ApplyAdagradDAClass.Attrs: ...
class _ApplyAdagradDAClass(_ApplyAdagradDASetters):
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
    class Attrs(_ApplyAdagradDASetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyAdagradDA: _ApplyAdagradDAClass
class _ApplyAdagradV2Setters:
    def use_locking(self, value: bool) -> _ApplyAdagradV2Class.Attrs: ...
    def update_slots(self, value: bool) -> _ApplyAdagradV2Class.Attrs: ...
class _ApplyAdagradV2Class(_ApplyAdagradV2Setters):
    """Adagrad with a term that keeps the divisor away from 0.

    accum += g * g
    var -= lr * g / (sqrt(accum) + epsilon)

    update_slots: without it accum stays as it is.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyAdagradV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyAdagradV2: _ApplyAdagradV2Class
class _ApplyAdamSetters:
    def use_locking(self, value: bool) -> _ApplyAdamClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _ApplyAdamClass.Attrs: ...
class _ApplyAdamClass(_ApplyAdamSetters):
    """Adam: steps scaled by running means of the gradient and of its square.

    alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (g - m) * (1 - beta1)
    v += (g * g - v) * (1 - beta2)
    var -= alpha * m / (sqrt(v) + epsilon), with use_nesterov alpha * (g * (1 - beta1) + m * beta1) / (...)

    beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyAdamSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, v: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyAdam: _ApplyAdamClass
class _ApplyAddSignSetters:
    def use_locking(self, value: bool) -> _ApplyAddSignClass.Attrs: ...
class _ApplyAddSignClass(_ApplyAddSignSetters):
    """AddSign: longer steps where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * (alpha + sign_decay * sign(g) * sign(m)) * g

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyAddSignSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, lr: _Any, alpha: _Any, sign_decay: _Any, beta: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyAddSign: _ApplyAddSignClass
class _ApplyCenteredRMSPropSetters:
    def use_locking(self, value: bool) -> _ApplyCenteredRMSPropClass.Attrs: ...
class _ApplyCenteredRMSPropClass(_ApplyCenteredRMSPropSetters):
    """RMSProp with the variance of the gradient in place of its mean square.

    ms += (g * g - ms) * (1 - rho)
    mg += (g - mg) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms - mg * mg + epsilon)
    var -= mom

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyCenteredRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyCenteredRMSProp: _ApplyCenteredRMSPropClass
class _ApplyFtrlSetters:
    def use_locking(self, value: bool) -> _ApplyFtrlClass.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _ApplyFtrlClass.Attrs: ...
class _ApplyFtrlClass(_ApplyFtrlSetters):
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
    class Attrs(_ApplyFtrlSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyFtrl: _ApplyFtrlClass
class _ApplyFtrlV2Setters:
    def use_locking(self, value: bool) -> _ApplyFtrlV2Class.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _ApplyFtrlV2Class.Attrs: ...
class _ApplyFtrlV2Class(_ApplyFtrlV2Setters):
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
    class Attrs(_ApplyFtrlV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyFtrlV2: _ApplyFtrlV2Class
class _ApplyGradientDescentSetters:
    def use_locking(self, value: bool) -> _ApplyGradientDescentClass.Attrs: ...
class _ApplyGradientDescentClass(_ApplyGradientDescentSetters):
    """Gradient descent.

    var -= alpha * delta

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyGradientDescentSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, alpha: _Any, delta: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyGradientDescent: _ApplyGradientDescentClass
class _ApplyMomentumSetters:
    def use_locking(self, value: bool) -> _ApplyMomentumClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _ApplyMomentumClass.Attrs: ...
class _ApplyMomentumClass(_ApplyMomentumSetters):
    """Gradient descent with momentum; the learning rate is applied when the variable changes.

    accum = accum * momentum + g
    var -= lr * accum, with use_nesterov: var -= lr * (g + accum * momentum)

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyMomentumSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyMomentum: _ApplyMomentumClass
class _ApplyPowerSignSetters:
    def use_locking(self, value: bool) -> _ApplyPowerSignClass.Attrs: ...
class _ApplyPowerSignClass(_ApplyPowerSignSetters):
    """PowerSign: longer steps, by a factor, where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * exp(logbase * sign_decay * sign(g) * sign(m)) * g

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyPowerSignSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, lr: _Any, logbase: _Any, sign_decay: _Any, beta: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyPowerSign: _ApplyPowerSignClass
class _ApplyProximalAdagradSetters:
    def use_locking(self, value: bool) -> _ApplyProximalAdagradClass.Attrs: ...
class _ApplyProximalAdagradClass(_ApplyProximalAdagradSetters):
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
    class Attrs(_ApplyProximalAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyProximalAdagrad: _ApplyProximalAdagradClass
class _ApplyProximalGradientDescentSetters:
    def use_locking(self, value: bool) -> _ApplyProximalGradientDescentClass.Attrs: ...
class _ApplyProximalGradientDescentClass(_ApplyProximalGradientDescentSetters):
    """Gradient descent with penalties that make small values 0; rate is alpha.

    moved = var - rate * delta
    var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyProximalGradientDescentSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, alpha: _Any, l1: _Any, l2: _Any, delta: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyProximalGradientDescent: _ApplyProximalGradientDescentClass
class _ApplyRMSPropSetters:
    def use_locking(self, value: bool) -> _ApplyRMSPropClass.Attrs: ...
class _ApplyRMSPropClass(_ApplyRMSPropSetters):
    """RMSProp: steps scaled by a running mean of the squared gradient, with momentum.

    ms += (g * g - ms) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms + epsilon)
    var -= mom

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_ApplyRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApplyRMSProp: _ApplyRMSPropClass
class _ApproximateEqualSetters:
    def tolerance(self, value: float) -> _ApproximateEqualClass.Attrs: ...
class _ApproximateEqualClass(_ApproximateEqualSetters):
    """Whether x and y, of one shape, differ by less than a tolerance.

    tolerance: of the absolute difference.
    """
    class Attrs(_ApproximateEqualSetters, _Values):
        def __init__(self, *, tolerance: float = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ApproximateEqual: _ApproximateEqualClass
class _ArgMaxSetters:
    def output_type(self, value: _DTypeLike) -> _ArgMaxClass.Attrs: ...
class _ArgMaxClass(_ArgMaxSetters):
    """The position of the largest element along an axis, the first of several; what is not a number is never it.

    dimension: the axis, a scalar; a negative one counts from the end.
    """
    class Attrs(_ArgMaxSetters, _Values):
        def __init__(self, *, output_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, dimension: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ArgMax: _ArgMaxClass
class _ArgMinSetters:
    def output_type(self, value: _DTypeLike) -> _ArgMinClass.Attrs: ...
class _ArgMinClass(_ArgMinSetters):
    """The position of the smallest element along an axis, the first of several; what is not a number is never it.

    dimension: the axis, a scalar; a negative one counts from the end.
    """
    class Attrs(_ArgMinSetters, _Values):
        def __init__(self, *, output_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, dimension: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ArgMin: _ArgMinClass
class _AsStringSetters:
    def precision(self, value: int) -> _AsStringClass.Attrs: ...
    def scientific(self, value: bool) -> _AsStringClass.Attrs: ...
    def shortest(self, value: bool) -> _AsStringClass.Attrs: ...
    def width(self, value: int) -> _AsStringClass.Attrs: ...
    def fill(self, value: str | bytes) -> _AsStringClass.Attrs: ...
class _AsStringClass(_AsStringSetters):
    """Each value as text: an integer in decimal digits, a fraction as 1.500000, (real,imaginary), true or false.

    precision: digits behind the point; negative for 6. For fractions and complex numbers only.
    scientific: with an exponent, as 1.500000e+00.
    shortest: without an exponent where possible, and without zeros at the end: 1.5.
    width: at least so many characters; booleans are left alone.
    fill: '0' fills with zeros, '-' on the right, '' with blanks; ' ' and '+' go in front of what is not negative.
    """
    class Attrs(_AsStringSetters, _Values):
        def __init__(self, *, precision: int = ..., scientific: bool = ..., shortest: bool = ..., width: int = ..., fill: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AsString: _AsStringClass
class _AsinClass:
    """The angle whose sine is x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Asin: _AsinClass
class _AsinhClass:
    """The inverse of Sinh."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Asinh: _AsinhClass
class _AssertSetters:
    def summarize(self, value: int) -> _AssertClass.Attrs: ...
class _AssertClass(_AssertSetters):
    """An InvalidArgumentError with data, unless condition, a scalar, is true.

    data: what the error shows.
    summarize: how many elements of each tensor it shows; negative: all.
    """
    class Attrs(_AssertSetters, _Values):
        def __init__(self, *, summarize: int = ...) -> None: ...
    def __call__(self, scope: _Scope, condition: _Any, data: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
Assert: _AssertClass
class _AssignSetters:
    def validate_shape(self, value: bool) -> _AssignClass.Attrs: ...
    def use_locking(self, value: bool) -> _AssignClass.Attrs: ...
class _AssignClass(_AssignSetters):
    """Make value the value of a variable; gives the reference on.

    validate_shape: value has the variable's shape.

    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_AssignSetters, _Values):
        def __init__(self, *, validate_shape: bool = ..., use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Assign: _AssignClass
class _AssignAddSetters:
    def use_locking(self, value: bool) -> _AssignAddClass.Attrs: ...
class _AssignAddClass(_AssignAddSetters):
    """Add value, which has the variable's shape, to a variable; gives the reference on.

    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_AssignAddSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AssignAdd: _AssignAddClass
class _AssignAddVariableOpClass:
    """Add value, which has the variable's shape, to a variable. No other change comes in between."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, value: _Any, attrs: Attrs | None = None) -> _Node: ...
AssignAddVariableOp: _AssignAddVariableOpClass
class _AssignSubSetters:
    def use_locking(self, value: bool) -> _AssignSubClass.Attrs: ...
class _AssignSubClass(_AssignSubSetters):
    """Subtract value, which has the variable's shape, from a variable; gives the reference on.

    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_AssignSubSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AssignSub: _AssignSubClass
class _AssignSubVariableOpClass:
    """Subtract value, which has the variable's shape, from a variable. No other change comes in between."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, value: _Any, attrs: Attrs | None = None) -> _Node: ...
AssignSubVariableOp: _AssignSubVariableOpClass
class _AssignVariableOpSetters:
    def validate_shape(self, value: bool) -> _AssignVariableOpClass.Attrs: ...
class _AssignVariableOpClass(_AssignVariableOpSetters):
    """Make value the value of a variable.

    validate_shape: a variable that has a value keeps its shape.
    """
    class Attrs(_AssignVariableOpSetters, _Values):
        def __init__(self, *, validate_shape: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, resource: _Any, value: _Any, attrs: Attrs | None = None) -> _Node: ...
AssignVariableOp: _AssignVariableOpClass
class _AtanClass:
    """The angle whose tangent is x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Atan: _AtanClass
class _Atan2Class:
    """The angle of the point (x, y), in [-pi, pi]."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, y: _Any, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Atan2: _Atan2Class
class _AtanhClass:
    """The inverse of Tanh; not a number beyond 1."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Atanh: _AtanhClass
class _AudioSpectrogramSetters:
    def magnitude_squared(self, value: bool) -> _AudioSpectrogramClass.Attrs: ...
class _AudioSpectrogramClass(_AudioSpectrogramSetters):
    """Magnitudes of the frequencies in windows of sound, each weighted by a periodic Hann window.

    A window is filled up with zeros to a power of 2, n, and gives n / 2 + 1 frequencies.

    input: `[samples, channels]`.
    window_size: samples in a window, 2 or more.
    stride: samples from one window to the next, 1 or more.
    magnitude_squared: give the squares of the magnitudes.
    spectrogram: `[channels, windows, n / 2 + 1]`, of the windows that are full.
    """
    class Attrs(_AudioSpectrogramSetters, _Values):
        def __init__(self, *, magnitude_squared: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, window_size: int, stride: int, attrs: Attrs | None = None) -> _Tensor: ...
AudioSpectrogram: _AudioSpectrogramClass
class _AudioSummarySetters:
    def max_outputs(self, value: int) -> _AudioSummaryClass.Attrs: ...
class _AudioSummaryClass(_AudioSummarySetters):
    """A Summary message with sounds as WAV files.

    tag: the name of the values, a scalar, behind which stand `/audio/0`, `/audio/1` ..., or `/audio` if max_outputs is 1.
    tensor: `[sounds, frames]` or `[sounds, frames, channels]`, in [-1, 1).
    sample_rate: frames in a second, positive.
    max_outputs: how many are in the message.
    """
    class Attrs(_AudioSummarySetters, _Values):
        def __init__(self, *, max_outputs: int = ...) -> None: ...
    def __call__(self, scope: _Scope, tag: _Any, tensor: _Any, sample_rate: float, attrs: Attrs | None = None) -> _Tensor: ...
AudioSummary: _AudioSummaryClass
class _AudioSummaryV2Setters:
    def max_outputs(self, value: int) -> _AudioSummaryV2Class.Attrs: ...
class _AudioSummaryV2Class(_AudioSummaryV2Setters):
    """A Summary message with sounds as WAV files.

    tag: the name of the values, a scalar, behind which stand `/audio/0`, `/audio/1` ..., or `/audio` if max_outputs is 1.
    tensor: `[sounds, frames]` or `[sounds, frames, channels]`, in [-1, 1).
    sample_rate: frames in a second, positive.
    max_outputs: how many are in the message.
    """
    class Attrs(_AudioSummaryV2Setters, _Values):
        def __init__(self, *, max_outputs: int = ...) -> None: ...
    def __call__(self, scope: _Scope, tag: _Any, tensor: _Any, sample_rate: _Any, attrs: Attrs | None = None) -> _Tensor: ...
AudioSummaryV2: _AudioSummaryV2Class
class _AvgPoolSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _AvgPoolClass.Attrs: ...
class _AvgPoolClass(_AvgPoolSetters):
    """The mean of each window.

    value: `[batch, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
    class Attrs(_AvgPoolSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, value: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
AvgPool: _AvgPoolClass
class _AvgPool3DSetters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _AvgPool3DClass.Attrs: ...
class _AvgPool3DClass(_AvgPool3DSetters):
    """The mean of each window.

    input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
    class Attrs(_AvgPool3DSetters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
AvgPool3D: _AvgPool3DClass
class _AvgPool3DGradSetters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _AvgPool3DGradClass.Attrs: ...
class _AvgPool3DGradClass(_AvgPool3DGradSetters):
    """Gradient of AvgPool3D.

    orig_input_shape: the shape of the pool's input, five integers.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input.
    """
    class Attrs(_AvgPool3DGradSetters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input_shape: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
AvgPool3DGrad: _AvgPool3DGradClass
class _AvgPoolGradSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _AvgPoolGradClass.Attrs: ...
class _AvgPoolGradClass(_AvgPoolGradSetters):
    """Gradient of AvgPool.

    orig_input_shape: the shape of the pool's input, four integers.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input.
    """
    class Attrs(_AvgPoolGradSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input_shape: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
AvgPoolGrad: _AvgPoolGradClass
class _BandedTriangularSolveSetters:
    def lower(self, value: bool) -> _BandedTriangularSolveClass.Attrs: ...
    def adjoint(self, value: bool) -> _BandedTriangularSolveClass.Attrs: ...
class _BandedTriangularSolveClass(_BandedTriangularSolveSetters):
    """The X for which a triangular matrix of a few diagonals times X is rhs, by substitution.

    matrix: `[..., bands, n]`: the diagonals as rows, the highest first. Element r of each is the one in row r of the
        matrix; those that lie outside of it count nowhere. None is 0 on the diagonal.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: the diagonals lie below the main one, which is the first; otherwise above, and it is the last.
    adjoint: solve with the conjugate transposes of the matrices.
    """
    class Attrs(_BandedTriangularSolveSetters, _Values):
        def __init__(self, *, lower: bool = ..., adjoint: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, matrix: _Any, rhs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BandedTriangularSolve: _BandedTriangularSolveClass
class _BatchCholeskyClass:
    """The lower triangular factors L of matrices L L^H; not a number where a matrix is not positive definite.

    input: `[..., n, n]`, Hermitian; only the lower triangles are read.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchCholesky: _BatchCholeskyClass
class _BatchCholeskyGradClass:
    """The gradient of Cholesky for symmetric changes of its input, a symmetric matrix.

    l: what Cholesky answered, `[..., n, n]`.
    grad: the gradient of that.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, l: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchCholeskyGrad: _BatchCholeskyGradClass
class _BatchFFTClass:
    """As FFT.

    input: of rank 1 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchFFT: _BatchFFTClass
class _BatchFFT2DClass:
    """As FFT2D.

    input: of rank 2 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchFFT2D: _BatchFFT2DClass
class _BatchFFT3DClass:
    """As FFT3D.

    input: of rank 3 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchFFT3D: _BatchFFT3DClass
class _BatchIFFTClass:
    """As IFFT.

    input: of rank 1 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchIFFT: _BatchIFFTClass
class _BatchIFFT2DClass:
    """As IFFT2D.

    input: of rank 2 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchIFFT2D: _BatchIFFT2DClass
class _BatchIFFT3DClass:
    """As IFFT3D.

    input: of rank 3 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchIFFT3D: _BatchIFFT3DClass
class _BatchMatMulSetters:
    def adj_x(self, value: bool) -> _BatchMatMulClass.Attrs: ...
    def adj_y(self, value: bool) -> _BatchMatMulClass.Attrs: ...
    def grad_x(self, value: bool) -> _BatchMatMulClass.Attrs: ...
    def grad_y(self, value: bool) -> _BatchMatMulClass.Attrs: ...
class _BatchMatMulClass(_BatchMatMulSetters):
    """The products of two stacks of matrices, whose leading dimensions are equal.

    x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
    y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
    adj_x: use the conjugate transposes of the matrices in x.
    adj_y: likewise of y.
    grad_x: says that the product is a gradient of the x of another one; changes nothing.
    grad_y: likewise of y.
    output: `[..., rows, cols]`.
    """
    class Attrs(_BatchMatMulSetters, _Values):
        def __init__(self, *, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatMul: _BatchMatMulClass
class _BatchMatMulV2Setters:
    def adj_x(self, value: bool) -> _BatchMatMulV2Class.Attrs: ...
    def adj_y(self, value: bool) -> _BatchMatMulV2Class.Attrs: ...
    def grad_x(self, value: bool) -> _BatchMatMulV2Class.Attrs: ...
    def grad_y(self, value: bool) -> _BatchMatMulV2Class.Attrs: ...
class _BatchMatMulV2Class(_BatchMatMulV2Setters):
    """The products of two stacks of matrices, whose leading dimensions broadcast.

    x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
    y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
    adj_x: use the conjugate transposes of the matrices in x.
    adj_y: likewise of y.
    grad_x: says that the product is a gradient of the x of another one; changes nothing.
    grad_y: likewise of y.
    output: `[..., rows, cols]`.
    """
    class Attrs(_BatchMatMulV2Setters, _Values):
        def __init__(self, *, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatMulV2: _BatchMatMulV2Class
class _BatchMatMulV3Setters:
    def adj_x(self, value: bool) -> _BatchMatMulV3Class.Attrs: ...
    def adj_y(self, value: bool) -> _BatchMatMulV3Class.Attrs: ...
    def grad_x(self, value: bool) -> _BatchMatMulV3Class.Attrs: ...
    def grad_y(self, value: bool) -> _BatchMatMulV3Class.Attrs: ...
class _BatchMatMulV3Class(_BatchMatMulV3Setters):
    """The products of two stacks of matrices of their own dtypes, whose leading dimensions broadcast, in the dtype Tout.

    x: `[..., rows, inner]`, or `[..., inner, rows]` with adj_x.
    y: `[..., inner, cols]`, or `[..., cols, inner]` with adj_y.
    adj_x: use the conjugate transposes of the matrices in x.
    adj_y: likewise of y.
    grad_x: says that the product is a gradient of the x of another one; changes nothing.
    grad_y: likewise of y.
    output: `[..., rows, cols]`.
    """
    class Attrs(_BatchMatMulV3Setters, _Values):
        def __init__(self, *, adj_x: bool = ..., adj_y: bool = ..., grad_x: bool = ..., grad_y: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, Tout: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatMulV3: _BatchMatMulV3Class
class _BatchMatrixBandPartClass:
    """The diagonal and some diagonals beside it of each matrix; zeros elsewhere.

    input: `[..., rows, columns]`.
    num_lower: how many diagonals below the main one to keep, at most the rows, a scalar; a negative one keeps all.
    num_upper: how many above it, at most the columns, a scalar; a negative one keeps all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, num_lower: _Any, num_upper: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixBandPart: _BatchMatrixBandPartClass
class _BatchMatrixDeterminantClass:
    """The determinants of matrices.

    input: `[..., n, n]`.
    output: `[...]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixDeterminant: _BatchMatrixDeterminantClass
class _BatchMatrixDiagClass:
    """Square matrices with the given main diagonals and zeros elsewhere.

    diagonal: `[..., n]`.
    output: `[..., n, n]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, diagonal: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixDiag: _BatchMatrixDiagClass
class _BatchMatrixDiagPartClass:
    """The main diagonals of matrices.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixDiagPart: _BatchMatrixDiagPartClass
class _BatchMatrixInverseSetters:
    def adjoint(self, value: bool) -> _BatchMatrixInverseClass.Attrs: ...
class _BatchMatrixInverseClass(_BatchMatrixInverseSetters):
    """The inverses of matrices.

    input: `[..., n, n]`; none singular.
    adjoint: invert the conjugate transposes.
    """
    class Attrs(_BatchMatrixInverseSetters, _Values):
        def __init__(self, *, adjoint: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixInverse: _BatchMatrixInverseClass
class _BatchMatrixSetDiagClass:
    """Matrices with other main diagonals.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, diagonal: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixSetDiag: _BatchMatrixSetDiagClass
class _BatchMatrixSolveSetters:
    def adjoint(self, value: bool) -> _BatchMatrixSolveClass.Attrs: ...
class _BatchMatrixSolveClass(_BatchMatrixSolveSetters):
    """The X for which matrix X = rhs.

    matrix: `[..., n, n]`; none singular.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    adjoint: solve with the conjugate transposes of the matrices.
    """
    class Attrs(_BatchMatrixSolveSetters, _Values):
        def __init__(self, *, adjoint: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, matrix: _Any, rhs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixSolve: _BatchMatrixSolveClass
class _BatchMatrixSolveLsSetters:
    def fast(self, value: bool) -> _BatchMatrixSolveLsClass.Attrs: ...
class _BatchMatrixSolveLsClass(_BatchMatrixSolveLsSetters):
    """The X for which matrix X is as close to rhs as can be, in the sum of squares.

    matrix: `[..., m, n]`.
    rhs: `[..., m, columns]`, with the same leading dimensions.
    l2_regularizer: a number of at least 0: how much the squares of X count beside those of what is missed.
    fast: by way of the product of the matrix with its adjoint, which must be far from singular; otherwise by its
        singular values, for any matrix: the smallest X, and l2_regularizer has no effect.
    output: `[..., n, columns]`; of several the smallest.
    """
    class Attrs(_BatchMatrixSolveLsSetters, _Values):
        def __init__(self, *, fast: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, matrix: _Any, rhs: _Any, l2_regularizer: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixSolveLs: _BatchMatrixSolveLsClass
class _BatchMatrixTriangularSolveSetters:
    def lower(self, value: bool) -> _BatchMatrixTriangularSolveClass.Attrs: ...
    def adjoint(self, value: bool) -> _BatchMatrixTriangularSolveClass.Attrs: ...
class _BatchMatrixTriangularSolveClass(_BatchMatrixTriangularSolveSetters):
    """The X for which matrix X = rhs, by substitution.

    matrix: `[..., n, n]`; only one triangle is read. A 0 on the diagonal gives results that are not finite.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: which triangle: the lower or the upper one.
    adjoint: solve with the conjugate transposes of the matrices.
    """
    class Attrs(_BatchMatrixTriangularSolveSetters, _Values):
        def __init__(self, *, lower: bool = ..., adjoint: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, matrix: _Any, rhs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchMatrixTriangularSolve: _BatchMatrixTriangularSolveClass
class _BatchNormWithGlobalNormalizationClass:
    """Images less the mean of each channel, in units of its standard deviation: gamma (t - m) / sqrt(v) + beta.

    beta: `[channels]`, is added.
    t: `[batch, height, width, channels]`.
    m, v: `[channels]`, the mean and the variance of each channel.
    gamma: `[channels]`, factors.
    variance_epsilon: is added to v.
    scale_after_normalization: multiply with gamma.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, t: _Any, m: _Any, v: _Any, beta: _Any, gamma: _Any, variance_epsilon: float, scale_after_normalization: bool, attrs: Attrs | None = None) -> _Tensor: ...
BatchNormWithGlobalNormalization: _BatchNormWithGlobalNormalizationClass
class _BatchNormWithGlobalNormalizationGradClass:
    """The gradients of BatchNormWithGlobalNormalization by t, m, v, beta and gamma.

    backprop: the gradient of its result.
    t: `[batch, height, width, channels]`.
    m, v: `[channels]`, the mean and the variance of each channel.
    gamma: `[channels]`, factors.
    variance_epsilon: is added to v.
    scale_after_normalization: multiply with gamma.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, t: _Any, m: _Any, v: _Any, gamma: _Any, backprop: _Any, variance_epsilon: float, scale_after_normalization: bool, attrs: Attrs | None = None) -> _Any: ...
BatchNormWithGlobalNormalizationGrad: _BatchNormWithGlobalNormalizationGradClass
class _BatchSelfAdjointEigClass:
    """Eigenvalues and eigenvectors of symmetric matrices, together in one matrix.

    input: `[..., n, n]`; only the lower triangles are read.
    output: `[..., n + 1, n]`: in row 0 the eigenvalues, rising; below it the eigenvectors, in columns. The largest
        element of each is positive.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchSelfAdjointEig: _BatchSelfAdjointEigClass
class _BatchSelfAdjointEigV2Setters:
    def compute_v(self, value: bool) -> _BatchSelfAdjointEigV2Class.Attrs: ...
class _BatchSelfAdjointEigV2Class(_BatchSelfAdjointEigV2Setters):
    """Eigenvalues and eigenvectors of Hermitian matrices.

    input: `[..., n, n]`; only the lower triangles are read.
    compute_v: without it, v is empty.
    e: `[..., n]`, rising.
    v: `[..., n, n]`, orthonormal columns. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.
    """
    class Attrs(_BatchSelfAdjointEigV2Setters, _Values):
        def __init__(self, *, compute_v: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
BatchSelfAdjointEigV2: _BatchSelfAdjointEigV2Class
class _BatchSvdSetters:
    def compute_uv(self, value: bool) -> _BatchSvdClass.Attrs: ...
    def full_matrices(self, value: bool) -> _BatchSvdClass.Attrs: ...
class _BatchSvdClass(_BatchSvdSetters):
    """Singular values: matrices as u diag(s) v^H.

    input: `[..., m, n]`.
    compute_uv: without it, u and v are empty.
    full_matrices: u has m columns and v has n, otherwise both have min(m, n).
    s: `[..., min(m, n)]`, falling.
    u, v: `[..., m, columns]` and `[..., n, columns]`, orthonormal. The largest element of each column of u is real
        and positive, which makes both unique where the singular values differ.
    """
    class Attrs(_BatchSvdSetters, _Values):
        def __init__(self, *, compute_uv: bool = ..., full_matrices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
BatchSvd: _BatchSvdClass
class _BatchToSpaceClass:
    """Batches as square blocks of an image: BatchToSpaceND for two spatial axes and one size.

    input: `[batch * block_size * block_size, height, width, channels]`.
    crops: how much to cut off (before, after) along height and width, `[2, 2]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, crops: _Any, block_size: int, attrs: Attrs | None = None) -> _Tensor: ...
BatchToSpace: _BatchToSpaceClass
class _BatchToSpaceNDClass:
    """Batches as spatial blocks: undoes SpaceToBatchND.

    input: `[blocks * batch, spatial..., rest...]`.
    block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
    crops: how much to cut off (before, after) along each spatial axis.
    output: `[batch, spatial * block - crops..., rest...]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, block_shape: _Any, crops: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BatchToSpaceND: _BatchToSpaceNDClass
class _BesselI0Class:
    """The modified Bessel function of the first kind of order 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselI0: _BesselI0Class
class _BesselI0eClass:
    """exp(-|x|) BesselI0(x)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselI0e: _BesselI0eClass
class _BesselI1Class:
    """The modified Bessel function of the first kind of order 1."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselI1: _BesselI1Class
class _BesselI1eClass:
    """exp(-|x|) BesselI1(x)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselI1e: _BesselI1eClass
class _BesselJ0Class:
    """The Bessel function of the first kind of order 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselJ0: _BesselJ0Class
class _BesselJ1Class:
    """The Bessel function of the first kind of order 1."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselJ1: _BesselJ1Class
class _BesselK0Class:
    """The modified Bessel function of the second kind of order 0; infinite for x <= 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselK0: _BesselK0Class
class _BesselK0eClass:
    """exp(x) BesselK0(x)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselK0e: _BesselK0eClass
class _BesselK1Class:
    """The modified Bessel function of the second kind of order 1; infinite for x <= 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselK1: _BesselK1Class
class _BesselK1eClass:
    """exp(x) BesselK1(x)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselK1e: _BesselK1eClass
class _BesselY0Class:
    """The Bessel function of the second kind of order 0; minus infinity for x <= 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselY0: _BesselY0Class
class _BesselY1Class:
    """The Bessel function of the second kind of order 1; minus infinity for x <= 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BesselY1: _BesselY1Class
class _BetaincClass:
    """The regularised incomplete beta function; not a number unless a > 0, b > 0 and 0 <= x <= 1.

    a, b, x: of one shape, or scalars. Gradients are with respect to x alone.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a: _Any, b: _Any, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Betainc: _BetaincClass
class _BiasAddSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _BiasAddClass.Attrs: ...
class _BiasAddClass(_BiasAddSetters):
    """value plus a bias for each channel.

    value: `[batch, ..., channels]`, or `[batch, channels, ...]` as data_format says; rank 2 or more.
    bias: `[channels]`.
    """
    class Attrs(_BiasAddSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, value: _Any, bias: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BiasAdd: _BiasAddClass
class _BiasAddGradSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _BiasAddGradClass.Attrs: ...
class _BiasAddGradClass(_BiasAddGradSetters):
    """Gradient of BiasAdd with respect to the bias: the sum over everything but the channels.

    out_backprop: gradient of the output, rank 2 or more.
    output: `[channels]`.
    """
    class Attrs(_BiasAddGradSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, out_backprop: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BiasAddGrad: _BiasAddGradClass
class _BiasAddV1Class:
    """value plus a bias for each channel: the older form of BiasAdd.

    value: `[batch, ..., channels]`, rank 2 or more.
    bias: `[channels]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, value: _Any, bias: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BiasAddV1: _BiasAddV1Class
class _BincountClass:
    """For each number below size how often it is in an array, or the sum of the weights of its places there.

    arr: of any shape, not negative; what is not below size is passed over.
    size: a scalar.
    weights: of the shape of arr, or empty for counting.
    bins: a vector of length size.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, arr: _Any, size: _Any, weights: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Bincount: _BincountClass
class _BitcastClass:
    """The same bytes as another dtype.

    type: a wider one takes the last axis, which must hold one element's bytes; a narrower one adds an axis.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Bitcast: _BitcastClass
class _BitwiseAndClass:
    """The bits that are set in both x and y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BitwiseAnd: _BitwiseAndClass
class _BitwiseOrClass:
    """The bits that are set in x or in y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BitwiseOr: _BitwiseOrClass
class _BitwiseXorClass:
    """The bits in which x and y differ."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BitwiseXor: _BitwiseXorClass
class _BlockLSTMSetters:
    def forget_bias(self, value: float) -> _BlockLSTMClass.Attrs: ...
    def cell_clip(self, value: float) -> _BlockLSTMClass.Attrs: ...
    def use_peephole(self, value: bool) -> _BlockLSTMClass.Attrs: ...
class _BlockLSTMClass(_BlockLSTMSetters):
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
    class Attrs(_BlockLSTMSetters, _Values):
        def __init__(self, *, forget_bias: float = ..., cell_clip: float = ..., use_peephole: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, attrs: Attrs | None = None) -> _Any: ...
BlockLSTM: _BlockLSTMClass
class _BlockLSTMGradClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, h: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, attrs: Attrs | None = None) -> _Any: ...
BlockLSTMGrad: _BlockLSTMGradClass
class _BlockLSTMGradV2Class:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, h: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, attrs: Attrs | None = None) -> _Any: ...
BlockLSTMGradV2: _BlockLSTMGradV2Class
class _BlockLSTMV2Setters:
    def cell_clip(self, value: float) -> _BlockLSTMV2Class.Attrs: ...
    def use_peephole(self, value: bool) -> _BlockLSTMV2Class.Attrs: ...
class _BlockLSTMV2Class(_BlockLSTMV2Setters):
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
    class Attrs(_BlockLSTMV2Setters, _Values):
        def __init__(self, *, cell_clip: float = ..., use_peephole: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, seq_len_max: _Any, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, attrs: Attrs | None = None) -> _Any: ...
BlockLSTMV2: _BlockLSTMV2Class
class _BroadcastArgsClass:
    """The shape to which two shapes broadcast."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, s0: _Any, s1: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BroadcastArgs: _BroadcastArgsClass
class _BroadcastGradientArgsClass:
    """For each of two shapes the axes of their broadcast shape to sum over, to undo its broadcasting."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, s0: _Any, s1: _Any, attrs: Attrs | None = None) -> _Any: ...
BroadcastGradientArgs: _BroadcastGradientArgsClass
class _BroadcastToClass:
    """The input repeated along axes of size 1 and new leading axes.

    shape: the shape to reach.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
BroadcastTo: _BroadcastToClass
class _BucketizeClass:
    """For each element how many of the boundaries are not above it.

    boundaries: sorted.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, boundaries: _Sequence[float], attrs: Attrs | None = None) -> _Tensor: ...
Bucketize: _BucketizeClass
class _CTCBeamSearchDecoderSetters:
    def merge_repeated(self, value: bool) -> _CTCBeamSearchDecoderClass.Attrs: ...
class _CTCBeamSearchDecoderClass(_CTCBeamSearchDecoderSetters):
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
    class Attrs(_CTCBeamSearchDecoderSetters, _Values):
        def __init__(self, *, merge_repeated: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, sequence_length: _Any, beam_width: int, top_paths: int, attrs: Attrs | None = None) -> _Any: ...
CTCBeamSearchDecoder: _CTCBeamSearchDecoderClass
class _CTCGreedyDecoderSetters:
    def merge_repeated(self, value: bool) -> _CTCGreedyDecoderClass.Attrs: ...
    def blank_index(self, value: int) -> _CTCGreedyDecoderClass.Attrs: ...
class _CTCGreedyDecoderClass(_CTCGreedyDecoderSetters):
    """The labels that the largest logit of each step says.

    inputs: `[steps, batch, classes]`.
    sequence_length: `[batch]`, how many steps each sequence has.
    merge_repeated: equal neighbours are made one, before the blanks are taken out.
    blank_index: the class that is the blank; negative ones count from the end.
    decoded_indices, decoded_values, decoded_shape: a sparse matrix, with the labels of each sequence in a row.
    log_probability: `[batch, 1]`, the sum of the largest logits, negated.
    """
    class Attrs(_CTCGreedyDecoderSetters, _Values):
        def __init__(self, *, merge_repeated: bool = ..., blank_index: int = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, sequence_length: _Any, attrs: Attrs | None = None) -> _Any: ...
CTCGreedyDecoder: _CTCGreedyDecoderClass
class _CTCLossSetters:
    def preprocess_collapse_repeated(self, value: bool) -> _CTCLossClass.Attrs: ...
    def ctc_merge_repeated(self, value: bool) -> _CTCLossClass.Attrs: ...
    def ignore_longer_outputs_than_inputs(self, value: bool) -> _CTCLossClass.Attrs: ...
class _CTCLossClass(_CTCLossSetters):
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
    class Attrs(_CTCLossSetters, _Values):
        def __init__(self, *, preprocess_collapse_repeated: bool = ..., ctc_merge_repeated: bool = ..., ignore_longer_outputs_than_inputs: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, labels_indices: _Any, labels_values: _Any, sequence_length: _Any, attrs: Attrs | None = None) -> _Any: ...
CTCLoss: _CTCLossClass
class _CTCLossV2Setters:
    def preprocess_collapse_repeated(self, value: bool) -> _CTCLossV2Class.Attrs: ...
    def ctc_merge_repeated(self, value: bool) -> _CTCLossV2Class.Attrs: ...
    def ignore_longer_outputs_than_inputs(self, value: bool) -> _CTCLossV2Class.Attrs: ...
class _CTCLossV2Class(_CTCLossV2Setters):
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
    class Attrs(_CTCLossV2Setters, _Values):
        def __init__(self, *, preprocess_collapse_repeated: bool = ..., ctc_merge_repeated: bool = ..., ignore_longer_outputs_than_inputs: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, labels_indices: _Any, labels_values: _Any, sequence_length: _Any, attrs: Attrs | None = None) -> _Any: ...
CTCLossV2: _CTCLossV2Class
class _CaseSetters:
    def output_shapes(self, value: _Sequence[_ShapeLike]) -> _CaseClass.Attrs: ...
class _CaseClass(_CaseSetters):
    """The results of one of several functions, which take the same inputs.

    branch_index: which one; the last one if there is none of that number.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
    class Attrs(_CaseSetters, _Values):
        def __init__(self, *, output_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, branch_index: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], branches: _Sequence[_Any], attrs: Attrs | None = None) -> list[_Tensor]: ...
Case: _CaseClass
class _CastSetters:
    def Truncate(self, value: bool) -> _CastClass.Attrs: ...
class _CastClass(_CastSetters):
    """The input's values in another dtype.

    DstT: float to integer drops the fraction, complex to real the imaginary part, a number to bool asks whether it
        is not 0; integers wrap.
    Truncate: to a narrower float by dropping bits instead of rounding to nearest.
    """
    class Attrs(_CastSetters, _Values):
        def __init__(self, *, Truncate: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, DstT: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Cast: _CastClass
class _CeilClass:
    """The smallest integer not below x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Ceil: _CeilClass
class _CheckNumericsClass:
    """The input, if all of it is finite; otherwise an error.

    message: what the error begins with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, message: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
CheckNumerics: _CheckNumericsClass
class _CheckNumericsV2Class:
    """The input, if all of it is finite; otherwise an error that tells -Inf from +Inf.

    message: what the error begins with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, message: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
CheckNumericsV2: _CheckNumericsV2Class
class _CholeskyClass:
    """The lower triangular factors L of matrices L L^H; not a number where a matrix is not positive definite.

    input: `[..., n, n]`, Hermitian; only the lower triangles are read.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Cholesky: _CholeskyClass
class _CholeskyGradClass:
    """The gradient of Cholesky for symmetric changes of its input, a symmetric matrix.

    l: what Cholesky answered, `[..., n, n]`.
    grad: the gradient of that.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, l: _Any, grad: _Any, attrs: Attrs | None = None) -> _Tensor: ...
CholeskyGrad: _CholeskyGradClass
class _ClipByValueClass:
    """The input with values below a minimum raised to it and values above a maximum lowered to it.

    clip_value_min: a scalar, or a shape that broadcasts to that of t.
    clip_value_max: likewise.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, t: _Any, clip_value_min: _Any, clip_value_max: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ClipByValue: _ClipByValueClass
class _CombinedNonMaxSuppressionSetters:
    def pad_per_class(self, value: bool) -> _CombinedNonMaxSuppressionClass.Attrs: ...
    def clip_boxes(self, value: bool) -> _CombinedNonMaxSuppressionClass.Attrs: ...
class _CombinedNonMaxSuppressionClass(_CombinedNonMaxSuppressionSetters):
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
    class Attrs(_CombinedNonMaxSuppressionSetters, _Values):
        def __init__(self, *, pad_per_class: bool = ..., clip_boxes: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, boxes: _Any, scores: _Any, max_output_size_per_class: _Any, max_total_size: _Any, iou_threshold: _Any, score_threshold: _Any, attrs: Attrs | None = None) -> _Any: ...
CombinedNonMaxSuppression: _CombinedNonMaxSuppressionClass
class _ComplexSetters:
    def Tout(self, value: _DTypeLike) -> _ComplexClass.Attrs: ...
class _ComplexClass(_ComplexSetters):
    """real + i imag."""
    class Attrs(_ComplexSetters, _Values):
        def __init__(self, *, Tout: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, real: _Any, imag: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Complex: _ComplexClass
class _ComplexAbsSetters:
    def Tout(self, value: _DTypeLike) -> _ComplexAbsClass.Attrs: ...
class _ComplexAbsClass(_ComplexAbsSetters):
    """The absolute values."""
    class Attrs(_ComplexAbsSetters, _Values):
        def __init__(self, *, Tout: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ComplexAbs: _ComplexAbsClass
class _ComputeAccidentalHitsSetters:
    def seed(self, value: int) -> _ComputeAccidentalHitsClass.Attrs: ...
    def seed2(self, value: int) -> _ComputeAccidentalHitsClass.Attrs: ...
class _ComputeAccidentalHitsClass(_ComputeAccidentalHitsSetters):
    """Where a candidate that was sampled is one of the true classes.

    true_classes: `[batch, num_true]`.
    sampled_candidates: a vector; of equal candidates the last one counts.
    seed, seed2: have no effect.
    indices: for each hit the row of true_classes.
    ids: for each hit the place in sampled_candidates.
    weights: for each hit the lowest number, to be added to the candidate's score.
    """
    class Attrs(_ComputeAccidentalHitsSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, true_classes: _Any, sampled_candidates: _Any, num_true: int, attrs: Attrs | None = None) -> _Any: ...
ComputeAccidentalHits: _ComputeAccidentalHitsClass
class _ConcatClass:
    """The inputs one after the other along an axis: the older form of ConcatV2.

    concat_dim: a scalar; a negative one counts from the end.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, concat_dim: _Any, values: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
Concat: _ConcatClass
class _ConcatOffsetClass:
    """Where each of several tensors begins in their concatenation.

    concat_dim: the axis of the concatenation, a scalar.
    shape: the tensors' shapes.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, concat_dim: _Any, shape: _Sequence[_Any], attrs: Attrs | None = None) -> list[_Tensor]: ...
ConcatOffset: _ConcatOffsetClass
class _ConcatV2Class:
    """The inputs one after the other along an axis.

    values: of one rank, and of one size along every other axis.
    axis: a scalar; a negative one counts from the end.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, values: _Sequence[_Any], axis: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ConcatV2: _ConcatV2Class
class _ConditionalAccumulatorSetters:
    def container(self, value: str | bytes) -> _ConditionalAccumulatorClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _ConditionalAccumulatorClass.Attrs: ...
    def reduction_type(self, value: _Literal['MEAN', 'SUM']) -> _ConditionalAccumulatorClass.Attrs: ...
class _ConditionalAccumulatorClass(_ConditionalAccumulatorSetters):
    """An accumulator of gradients.

    dtype: of the gradients.
    shape: theirs, as far as it is known.
    container: where the accumulator lives; '' is the default container.
    shared_name: nodes with the same one refer to the same accumulator; '' means one of the node's own.
    reduction_type: whether the mean of the gradients is taken, or their sum.
    """
    class Attrs(_ConditionalAccumulatorSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., reduction_type: _Literal['MEAN', 'SUM'] = ...) -> None: ...
    def __call__(self, scope: _Scope, dtype: _DTypeLike, shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
ConditionalAccumulator: _ConditionalAccumulatorClass
class _ConjClass:
    """The complex conjugates."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Conj: _ConjClass
class _ConjugateTransposeClass:
    """The input with its axes in another order, and complex numbers conjugated.

    perm: axis i of the output is axis perm[i] of the input.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, perm: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ConjugateTranspose: _ConjugateTransposeClass
class _ConstClass:
    """A tensor whose value is part of the graph."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, value: _np.ndarray[_Any, _Any], dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Const: _ConstClass
class _ControlTriggerClass:
    """Computes nothing; runs even when its control inputs are dead."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Node: ...
ControlTrigger: _ControlTriggerClass
class _ConvSetters:
    def explicit_paddings(self, value: _Sequence[int]) -> _ConvClass.Attrs: ...
    def data_format(self, value: _Literal['CHANNELS_FIRST', 'CHANNELS_LAST']) -> _ConvClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _ConvClass.Attrs: ...
    def batch_dims(self, value: int) -> _ConvClass.Attrs: ...
    def groups(self, value: int) -> _ConvClass.Attrs: ...
class _ConvClass(_ConvSetters):
    """2-D or 3-D convolution with any number of batch dimensions, grouped or not.

    input: `[batch..., spatial..., in_channels]`, or channels first as data_format says.
    filter: `[spatial..., in_channels / groups, out_channels]`.
    strides: one number for all batch dimensions, one for each spatial dimension, one for the channels.
    dilations: likewise; an empty list means ones.
    batch_dims: how many leading dimensions are batch.
    output: `[batch..., out_spatial..., out_channels]`.
    """
    class Attrs(_ConvSetters, _Values):
        def __init__(self, *, explicit_paddings: _Sequence[int] = ..., data_format: _Literal['CHANNELS_FIRST', 'CHANNELS_LAST'] = ..., dilations: _Sequence[int] = ..., batch_dims: int = ..., groups: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
Conv: _ConvClass
class _Conv2DSetters:
    def use_cudnn_on_gpu(self, value: bool) -> _Conv2DClass.Attrs: ...
    def explicit_paddings(self, value: _Sequence[int]) -> _Conv2DClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _Conv2DClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv2DClass.Attrs: ...
class _Conv2DClass(_Conv2DSetters):
    """2-D convolution (cross-correlation) of a batch of images.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
    dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, out_channels]`.
    """
    class Attrs(_Conv2DSetters, _Values):
        def __init__(self, *, use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
Conv2D: _Conv2DClass
class _Conv2DBackpropFilterSetters:
    def use_cudnn_on_gpu(self, value: bool) -> _Conv2DBackpropFilterClass.Attrs: ...
    def explicit_paddings(self, value: _Sequence[int]) -> _Conv2DBackpropFilterClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _Conv2DBackpropFilterClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv2DBackpropFilterClass.Attrs: ...
class _Conv2DBackpropFilterClass(_Conv2DBackpropFilterSetters):
    """Gradient of a 2-D convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
    class Attrs(_Conv2DBackpropFilterSetters, _Values):
        def __init__(self, *, use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
Conv2DBackpropFilter: _Conv2DBackpropFilterClass
class _Conv2DBackpropFilterV2Setters:
    def use_cudnn_on_gpu(self, value: bool) -> _Conv2DBackpropFilterV2Class.Attrs: ...
    def explicit_paddings(self, value: _Sequence[int]) -> _Conv2DBackpropFilterV2Class.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _Conv2DBackpropFilterV2Class.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv2DBackpropFilterV2Class.Attrs: ...
class _Conv2DBackpropFilterV2Class(_Conv2DBackpropFilterV2Setters):
    """Gradient of a 2-D convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: the forward filter; only its shape matters.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
    class Attrs(_Conv2DBackpropFilterV2Setters, _Values):
        def __init__(self, *, use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
Conv2DBackpropFilterV2: _Conv2DBackpropFilterV2Class
class _Conv2DBackpropInputSetters:
    def use_cudnn_on_gpu(self, value: bool) -> _Conv2DBackpropInputClass.Attrs: ...
    def explicit_paddings(self, value: _Sequence[int]) -> _Conv2DBackpropInputClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _Conv2DBackpropInputClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv2DBackpropInputClass.Attrs: ...
class _Conv2DBackpropInputClass(_Conv2DBackpropInputSetters):
    """Gradient of a 2-D convolution with respect to its input.

    input_sizes: the shape of the forward input, four integers; or its two spatial sizes.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
    class Attrs(_Conv2DBackpropInputSetters, _Values):
        def __init__(self, *, use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
Conv2DBackpropInput: _Conv2DBackpropInputClass
class _Conv2DBackpropInputV2Setters:
    def use_cudnn_on_gpu(self, value: bool) -> _Conv2DBackpropInputV2Class.Attrs: ...
    def explicit_paddings(self, value: _Sequence[int]) -> _Conv2DBackpropInputV2Class.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _Conv2DBackpropInputV2Class.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv2DBackpropInputV2Class.Attrs: ...
class _Conv2DBackpropInputV2Class(_Conv2DBackpropInputV2Setters):
    """Gradient of a 2-D convolution with respect to its input.

    input: the forward input; only its shape matters.
    filter: `[rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
    class Attrs(_Conv2DBackpropInputV2Setters, _Values):
        def __init__(self, *, use_cudnn_on_gpu: bool = ..., explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
Conv2DBackpropInputV2: _Conv2DBackpropInputV2Class
class _Conv3DSetters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _Conv3DClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv3DClass.Attrs: ...
class _Conv3DClass(_Conv3DSetters):
    """3-D convolution (cross-correlation) of a batch of volumes.

    input: `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    dilations: likewise; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_depth, out_rows, out_cols, out_channels]`.
    """
    class Attrs(_Conv3DSetters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Conv3D: _Conv3DClass
class _Conv3DBackpropFilterSetters:
    def dilations(self, value: _Sequence[int]) -> _Conv3DBackpropFilterClass.Attrs: ...
class _Conv3DBackpropFilterClass(_Conv3DBackpropFilterSetters):
    """Gradient of a 3-D convolution with respect to its filter.

    input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter: the forward filter; only its shape matters.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
    class Attrs(_Conv3DBackpropFilterSetters, _Values):
        def __init__(self, *, dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Conv3DBackpropFilter: _Conv3DBackpropFilterClass
class _Conv3DBackpropFilterV2Setters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _Conv3DBackpropFilterV2Class.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv3DBackpropFilterV2Class.Attrs: ...
class _Conv3DBackpropFilterV2Class(_Conv3DBackpropFilterV2Setters):
    """Gradient of a 3-D convolution with respect to its filter.

    input: the forward input, `[batch, depth, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    strides: five numbers in the order of data_format; 1 for batch and channels.
    output: gradient of the filter, of its shape.
    """
    class Attrs(_Conv3DBackpropFilterV2Setters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Conv3DBackpropFilterV2: _Conv3DBackpropFilterV2Class
class _Conv3DBackpropInputSetters:
    def dilations(self, value: _Sequence[int]) -> _Conv3DBackpropInputClass.Attrs: ...
class _Conv3DBackpropInputClass(_Conv3DBackpropInputSetters):
    """Gradient of a 3-D convolution with respect to its input.

    input: the forward input; only its shape matters.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
    class Attrs(_Conv3DBackpropInputSetters, _Values):
        def __init__(self, *, dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Conv3DBackpropInput: _Conv3DBackpropInputClass
class _Conv3DBackpropInputV2Setters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _Conv3DBackpropInputV2Class.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _Conv3DBackpropInputV2Class.Attrs: ...
class _Conv3DBackpropInputV2Class(_Conv3DBackpropInputV2Setters):
    """Gradient of a 3-D convolution with respect to its input.

    input_sizes: the shape of the forward input, five integers.
    filter: `[depth, rows, cols, in_channels / groups, out_channels]`.
    out_backprop: gradient of the forward output, `[batch, out_depth, out_rows, out_cols, out_channels]`.
    output: gradient of the input, of its shape.
    """
    class Attrs(_Conv3DBackpropInputV2Setters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Conv3DBackpropInputV2: _Conv3DBackpropInputV2Class
class _CopySetters:
    def tensor_name(self, value: str | bytes) -> _CopyClass.Attrs: ...
    def debug_ops_spec(self, value: _Sequence[str | bytes]) -> _CopyClass.Attrs: ...
class _CopyClass(_CopySetters):
    """The input, copied.

    tensor_name, debug_ops_spec: have no effect.
    """
    class Attrs(_CopySetters, _Values):
        def __init__(self, *, tensor_name: str | bytes = ..., debug_ops_spec: _Sequence[str | bytes] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Copy: _CopyClass
class _CopyHostSetters:
    def tensor_name(self, value: str | bytes) -> _CopyHostClass.Attrs: ...
    def debug_ops_spec(self, value: _Sequence[str | bytes]) -> _CopyHostClass.Attrs: ...
class _CopyHostClass(_CopyHostSetters):
    """The input, copied.

    tensor_name, debug_ops_spec: have no effect.
    """
    class Attrs(_CopyHostSetters, _Values):
        def __init__(self, *, tensor_name: str | bytes = ..., debug_ops_spec: _Sequence[str | bytes] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
CopyHost: _CopyHostClass
class _CosClass:
    """The cosine of x in radians."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Cos: _CosClass
class _CoshClass:
    """The hyperbolic cosine."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Cosh: _CoshClass
class _CountUpToClass:
    """The value of a scalar variable, which is one larger afterwards.

    limit: a value that reaches it is an error.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, ref: _Any, limit: int, attrs: Attrs | None = None) -> _Tensor: ...
CountUpTo: _CountUpToClass
class _CropAndResizeSetters:
    def method(self, value: _Literal['bilinear', 'nearest']) -> _CropAndResizeClass.Attrs: ...
    def extrapolation_value(self, value: float) -> _CropAndResizeClass.Attrs: ...
class _CropAndResizeClass(_CropAndResizeSetters):
    """Cut boxes out of images and resize all of them to one size, with aligned corners.

    image: `[batch, rows, cols, depth]`.
    boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
    the image, and y1 > y2 turns the crop upside down.
    box_ind: `[boxes]`, which image of the batch each box is in.
    crop_size: `[crop_rows, crop_cols]`, positive.
    extrapolation_value: what pixels beyond the image are.
    crops: `[boxes, crop_rows, crop_cols, depth]`, float32.
    """
    class Attrs(_CropAndResizeSetters, _Values):
        def __init__(self, *, method: _Literal['bilinear', 'nearest'] = ..., extrapolation_value: float = ...) -> None: ...
    def __call__(self, scope: _Scope, image: _Any, boxes: _Any, box_ind: _Any, crop_size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
CropAndResize: _CropAndResizeClass
class _CropAndResizeGradBoxesSetters:
    def method(self, value: _Literal['bilinear']) -> _CropAndResizeGradBoxesClass.Attrs: ...
class _CropAndResizeGradBoxesClass(_CropAndResizeGradBoxesSetters):
    """Gradient of CropAndResize with respect to the boxes.

    grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.
    image: `[batch, rows, cols, depth]`.
    boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
    the image, and y1 > y2 turns the crop upside down.
    box_ind: `[boxes]`, which image of the batch each box is in.
    output: of the shape of boxes.
    """
    class Attrs(_CropAndResizeGradBoxesSetters, _Values):
        def __init__(self, *, method: _Literal['bilinear'] = ...) -> None: ...
    def __call__(self, scope: _Scope, grads: _Any, image: _Any, boxes: _Any, box_ind: _Any, attrs: Attrs | None = None) -> _Tensor: ...
CropAndResizeGradBoxes: _CropAndResizeGradBoxesClass
class _CropAndResizeGradImageSetters:
    def method(self, value: _Literal['bilinear', 'nearest']) -> _CropAndResizeGradImageClass.Attrs: ...
class _CropAndResizeGradImageClass(_CropAndResizeGradImageSetters):
    """Gradient of CropAndResize with respect to the images.

    grads: gradient of the crops, `[boxes, crop_rows, crop_cols, depth]`.
    boxes: `[boxes, 4]`, finite: y1, x1, y2, x2 in multiples of the image's height and width minus 1; they may be beyond
    the image, and y1 > y2 turns the crop upside down.
    box_ind: `[boxes]`, which image of the batch each box is in.
    image_size: the shape of the images, `[batch, rows, cols, depth]`.
    output: of that shape.
    """
    class Attrs(_CropAndResizeGradImageSetters, _Values):
        def __init__(self, *, method: _Literal['bilinear', 'nearest'] = ...) -> None: ...
    def __call__(self, scope: _Scope, grads: _Any, boxes: _Any, box_ind: _Any, image_size: _Any, T: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
CropAndResizeGradImage: _CropAndResizeGradImageClass
class _CrossClass:
    """The cross products of vectors of three elements.

    a, b: `[..., 3]`, both of one shape.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a: _Any, b: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Cross: _CrossClass
class _CudnnRNNSetters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNClass.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNClass.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNClass.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNClass.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNClass.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNClass.Attrs: ...
    def is_training(self, value: bool) -> _CudnnRNNClass.Attrs: ...
class _CudnnRNNClass(_CudnnRNNSetters):
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
    """
    class Attrs(_CudnnRNNSetters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_h: _Any, input_c: _Any, params: _Any, attrs: Attrs | None = None) -> _Any: ...
CudnnRNN: _CudnnRNNClass
class _CudnnRNNBackpropSetters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNBackpropClass.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNBackpropClass.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNBackpropClass.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNBackpropClass.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNBackpropClass.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNBackpropClass.Attrs: ...
class _CudnnRNNBackpropClass(_CudnnRNNBackpropSetters):
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
    """
    class Attrs(_CudnnRNNBackpropSetters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_h: _Any, input_c: _Any, params: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, attrs: Attrs | None = None) -> _Any: ...
CudnnRNNBackprop: _CudnnRNNBackpropClass
class _CudnnRNNBackpropV2Setters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNBackpropV2Class.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNBackpropV2Class.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNBackpropV2Class.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNBackpropV2Class.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNBackpropV2Class.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNBackpropV2Class.Attrs: ...
class _CudnnRNNBackpropV2Class(_CudnnRNNBackpropV2Setters):
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
    """
    class Attrs(_CudnnRNNBackpropV2Setters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_h: _Any, input_c: _Any, params: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, host_reserved: _Any, attrs: Attrs | None = None) -> _Any: ...
CudnnRNNBackpropV2: _CudnnRNNBackpropV2Class
class _CudnnRNNBackpropV3Setters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNBackpropV3Class.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNBackpropV3Class.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNBackpropV3Class.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNBackpropV3Class.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNBackpropV3Class.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNBackpropV3Class.Attrs: ...
    def num_proj(self, value: int) -> _CudnnRNNBackpropV3Class.Attrs: ...
    def time_major(self, value: bool) -> _CudnnRNNBackpropV3Class.Attrs: ...
class _CudnnRNNBackpropV3Class(_CudnnRNNBackpropV3Setters):
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
    """
    class Attrs(_CudnnRNNBackpropV3Setters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., time_major: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_h: _Any, input_c: _Any, params: _Any, sequence_lengths: _Any, output: _Any, output_h: _Any, output_c: _Any, output_backprop: _Any, output_h_backprop: _Any, output_c_backprop: _Any, reserve_space: _Any, host_reserved: _Any, attrs: Attrs | None = None) -> _Any: ...
CudnnRNNBackpropV3: _CudnnRNNBackpropV3Class
class _CudnnRNNCanonicalToParamsSetters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNCanonicalToParamsClass.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNCanonicalToParamsClass.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNCanonicalToParamsClass.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNCanonicalToParamsClass.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNCanonicalToParamsClass.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNCanonicalToParamsClass.Attrs: ...
class _CudnnRNNCanonicalToParamsClass(_CudnnRNNCanonicalToParamsSetters):
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
    class Attrs(_CudnnRNNCanonicalToParamsSetters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Sequence[_Any], biases: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
CudnnRNNCanonicalToParams: _CudnnRNNCanonicalToParamsClass
class _CudnnRNNCanonicalToParamsV2Setters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNCanonicalToParamsV2Class.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNCanonicalToParamsV2Class.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNCanonicalToParamsV2Class.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNCanonicalToParamsV2Class.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNCanonicalToParamsV2Class.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNCanonicalToParamsV2Class.Attrs: ...
    def num_proj(self, value: int) -> _CudnnRNNCanonicalToParamsV2Class.Attrs: ...
class _CudnnRNNCanonicalToParamsV2Class(_CudnnRNNCanonicalToParamsV2Setters):
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
    class Attrs(_CudnnRNNCanonicalToParamsV2Setters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ...) -> None: ...
    def __call__(self, scope: _Scope, num_layers: _Any, num_units: _Any, input_size: _Any, weights: _Sequence[_Any], biases: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
CudnnRNNCanonicalToParamsV2: _CudnnRNNCanonicalToParamsV2Class
class _CudnnRNNParamsSizeSetters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNParamsSizeClass.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNParamsSizeClass.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNParamsSizeClass.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNParamsSizeClass.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNParamsSizeClass.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNParamsSizeClass.Attrs: ...
    def num_proj(self, value: int) -> _CudnnRNNParamsSizeClass.Attrs: ...
class _CudnnRNNParamsSizeClass(_CudnnRNNParamsSizeSetters):
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
    class Attrs(_CudnnRNNParamsSizeSetters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ...) -> None: ...
    def __call__(self, scope: _Scope, num_layers: _Any, num_units: _Any, input_size: _Any, T: _DTypeLike, S: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
CudnnRNNParamsSize: _CudnnRNNParamsSizeClass
class _CudnnRNNParamsToCanonicalSetters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNParamsToCanonicalClass.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNParamsToCanonicalClass.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNParamsToCanonicalClass.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNParamsToCanonicalClass.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNParamsToCanonicalClass.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNParamsToCanonicalClass.Attrs: ...
class _CudnnRNNParamsToCanonicalClass(_CudnnRNNParamsToCanonicalSetters):
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
    class Attrs(_CudnnRNNParamsToCanonicalSetters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, num_layers: _Any, num_units: _Any, input_size: _Any, params: _Any, num_params: int, attrs: Attrs | None = None) -> _Any: ...
CudnnRNNParamsToCanonical: _CudnnRNNParamsToCanonicalClass
class _CudnnRNNParamsToCanonicalV2Setters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNParamsToCanonicalV2Class.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNParamsToCanonicalV2Class.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNParamsToCanonicalV2Class.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNParamsToCanonicalV2Class.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNParamsToCanonicalV2Class.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNParamsToCanonicalV2Class.Attrs: ...
    def num_proj(self, value: int) -> _CudnnRNNParamsToCanonicalV2Class.Attrs: ...
class _CudnnRNNParamsToCanonicalV2Class(_CudnnRNNParamsToCanonicalV2Setters):
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
    class Attrs(_CudnnRNNParamsToCanonicalV2Setters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ...) -> None: ...
    def __call__(self, scope: _Scope, num_layers: _Any, num_units: _Any, input_size: _Any, params: _Any, num_params_weights: int, num_params_biases: int, attrs: Attrs | None = None) -> _Any: ...
CudnnRNNParamsToCanonicalV2: _CudnnRNNParamsToCanonicalV2Class
class _CudnnRNNV2Setters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNV2Class.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNV2Class.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNV2Class.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNV2Class.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNV2Class.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNV2Class.Attrs: ...
    def is_training(self, value: bool) -> _CudnnRNNV2Class.Attrs: ...
class _CudnnRNNV2Class(_CudnnRNNV2Setters):
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
    """
    class Attrs(_CudnnRNNV2Setters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_h: _Any, input_c: _Any, params: _Any, attrs: Attrs | None = None) -> _Any: ...
CudnnRNNV2: _CudnnRNNV2Class
class _CudnnRNNV3Setters:
    def rnn_mode(self, value: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru']) -> _CudnnRNNV3Class.Attrs: ...
    def input_mode(self, value: _Literal['linear_input', 'skip_input', 'auto_select']) -> _CudnnRNNV3Class.Attrs: ...
    def direction(self, value: _Literal['unidirectional', 'bidirectional']) -> _CudnnRNNV3Class.Attrs: ...
    def dropout(self, value: float) -> _CudnnRNNV3Class.Attrs: ...
    def seed(self, value: int) -> _CudnnRNNV3Class.Attrs: ...
    def seed2(self, value: int) -> _CudnnRNNV3Class.Attrs: ...
    def num_proj(self, value: int) -> _CudnnRNNV3Class.Attrs: ...
    def is_training(self, value: bool) -> _CudnnRNNV3Class.Attrs: ...
    def time_major(self, value: bool) -> _CudnnRNNV3Class.Attrs: ...
class _CudnnRNNV3Class(_CudnnRNNV3Setters):
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
    """
    class Attrs(_CudnnRNNV3Setters, _Values):
        def __init__(self, *, rnn_mode: _Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] = ..., input_mode: _Literal['linear_input', 'skip_input', 'auto_select'] = ..., direction: _Literal['unidirectional', 'bidirectional'] = ..., dropout: float = ..., seed: int = ..., seed2: int = ..., num_proj: int = ..., is_training: bool = ..., time_major: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_h: _Any, input_c: _Any, params: _Any, sequence_lengths: _Any, attrs: Attrs | None = None) -> _Any: ...
CudnnRNNV3: _CudnnRNNV3Class
class _CumprodSetters:
    def exclusive(self, value: bool) -> _CumprodClass.Attrs: ...
    def reverse(self, value: bool) -> _CumprodClass.Attrs: ...
class _CumprodClass(_CumprodSetters):
    """For each element the product of those up to it along an axis.

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out, so that the first result is that of nothing.
    reverse: start at the end of the axis.
    """
    class Attrs(_CumprodSetters, _Values):
        def __init__(self, *, exclusive: bool = ..., reverse: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, axis: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Cumprod: _CumprodClass
class _CumsumSetters:
    def exclusive(self, value: bool) -> _CumsumClass.Attrs: ...
    def reverse(self, value: bool) -> _CumsumClass.Attrs: ...
class _CumsumClass(_CumsumSetters):
    """For each element the sum of those up to it along an axis.

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out, so that the first result is that of nothing.
    reverse: start at the end of the axis.
    """
    class Attrs(_CumsumSetters, _Values):
        def __init__(self, *, exclusive: bool = ..., reverse: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, axis: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Cumsum: _CumsumClass
class _CumulativeLogsumexpSetters:
    def exclusive(self, value: bool) -> _CumulativeLogsumexpClass.Attrs: ...
    def reverse(self, value: bool) -> _CumulativeLogsumexpClass.Attrs: ...
class _CumulativeLogsumexpClass(_CumulativeLogsumexpSetters):
    """For each element the logarithm of the sum of the exponentials of those up to it along an axis.

    axis: a scalar; a negative one counts from the end.
    exclusive: leave the element itself out; the first result is minus infinity.
    reverse: start at the end of the axis.
    """
    class Attrs(_CumulativeLogsumexpSetters, _Values):
        def __init__(self, *, exclusive: bool = ..., reverse: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, axis: _Any, attrs: Attrs | None = None) -> _Tensor: ...
CumulativeLogsumexp: _CumulativeLogsumexpClass
class _DataFormatDimMapSetters:
    def src_format(self, value: str | bytes) -> _DataFormatDimMapClass.Attrs: ...
    def dst_format(self, value: str | bytes) -> _DataFormatDimMapClass.Attrs: ...
class _DataFormatDimMapClass(_DataFormatDimMapSetters):
    """Where axes of one data format are in another.

    x: numbers of axes in src_format, in [-rank, rank), of any shape.
    src_format, dst_format: the same 4 or 5 letters.
    y: their numbers in dst_format, of the shape of x.
    """
    class Attrs(_DataFormatDimMapSetters, _Values):
        def __init__(self, *, src_format: str | bytes = ..., dst_format: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DataFormatDimMap: _DataFormatDimMapClass
class _DataFormatVecPermuteSetters:
    def src_format(self, value: str | bytes) -> _DataFormatVecPermuteClass.Attrs: ...
    def dst_format(self, value: str | bytes) -> _DataFormatVecPermuteClass.Attrs: ...
class _DataFormatVecPermuteClass(_DataFormatVecPermuteSetters):
    """Values for the axes of one data format in the order of another.

    x: a vector with a value for each axis of src_format, or for each spatial one; or a matrix with a pair for each.
    src_format, dst_format: the same 4 or 5 letters.
    y: the values in the order of dst_format, of the shape of x.
    """
    class Attrs(_DataFormatVecPermuteSetters, _Values):
        def __init__(self, *, src_format: str | bytes = ..., dst_format: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DataFormatVecPermute: _DataFormatVecPermuteClass
class _DatasetToSingleElementSetters:
    def metadata(self, value: str | bytes) -> _DatasetToSingleElementClass.Attrs: ...
class _DatasetToSingleElementClass(_DatasetToSingleElementSetters):
    """The only element of a data set.

    output_types, output_shapes: of the components of each element.
    metadata: has no effect.
    """
    class Attrs(_DatasetToSingleElementSetters, _Values):
        def __init__(self, *, metadata: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dataset: _Any, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
DatasetToSingleElement: _DatasetToSingleElementClass
class _DawsnClass:
    """Dawson's integral, exp(-x^2) times the integral of exp(t^2) from 0 to x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Dawsn: _DawsnClass
class _DebugIdentitySetters:
    def device_name(self, value: str | bytes) -> _DebugIdentityClass.Attrs: ...
    def tensor_name(self, value: str | bytes) -> _DebugIdentityClass.Attrs: ...
    def debug_urls(self, value: _Sequence[str | bytes]) -> _DebugIdentityClass.Attrs: ...
    def gated_grpc(self, value: bool) -> _DebugIdentityClass.Attrs: ...
class _DebugIdentityClass(_DebugIdentitySetters):
    """The input.

    device_name, tensor_name, gated_grpc: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.
    """
    class Attrs(_DebugIdentitySetters, _Values):
        def __init__(self, *, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., gated_grpc: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DebugIdentity: _DebugIdentityClass
class _DebugIdentityV2Setters:
    def tfdbg_context_id(self, value: str | bytes) -> _DebugIdentityV2Class.Attrs: ...
    def op_name(self, value: str | bytes) -> _DebugIdentityV2Class.Attrs: ...
    def output_slot(self, value: int) -> _DebugIdentityV2Class.Attrs: ...
    def tensor_debug_mode(self, value: int) -> _DebugIdentityV2Class.Attrs: ...
    def debug_urls(self, value: _Sequence[str | bytes]) -> _DebugIdentityV2Class.Attrs: ...
    def circular_buffer_size(self, value: int) -> _DebugIdentityV2Class.Attrs: ...
    def tfdbg_run_id(self, value: str | bytes) -> _DebugIdentityV2Class.Attrs: ...
class _DebugIdentityV2Class(_DebugIdentityV2Setters):
    """The input.

    tfdbg_context_id, op_name, output_slot, tensor_debug_mode, circular_buffer_size, tfdbg_run_id: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.
    """
    class Attrs(_DebugIdentityV2Setters, _Values):
        def __init__(self, *, tfdbg_context_id: str | bytes = ..., op_name: str | bytes = ..., output_slot: int = ..., tensor_debug_mode: int = ..., debug_urls: _Sequence[str | bytes] = ..., circular_buffer_size: int = ..., tfdbg_run_id: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DebugIdentityV2: _DebugIdentityV2Class
class _DebugNanCountSetters:
    def device_name(self, value: str | bytes) -> _DebugNanCountClass.Attrs: ...
    def tensor_name(self, value: str | bytes) -> _DebugNanCountClass.Attrs: ...
    def debug_urls(self, value: _Sequence[str | bytes]) -> _DebugNanCountClass.Attrs: ...
    def gated_grpc(self, value: bool) -> _DebugNanCountClass.Attrs: ...
class _DebugNanCountClass(_DebugNanCountSetters):
    """How many elements are not a number, as a vector of one.

    device_name, tensor_name, gated_grpc: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.
    """
    class Attrs(_DebugNanCountSetters, _Values):
        def __init__(self, *, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., gated_grpc: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DebugNanCount: _DebugNanCountClass
class _DebugNumericSummarySetters:
    def device_name(self, value: str | bytes) -> _DebugNumericSummaryClass.Attrs: ...
    def tensor_name(self, value: str | bytes) -> _DebugNumericSummaryClass.Attrs: ...
    def debug_urls(self, value: _Sequence[str | bytes]) -> _DebugNumericSummaryClass.Attrs: ...
    def lower_bound(self, value: float) -> _DebugNumericSummaryClass.Attrs: ...
    def upper_bound(self, value: float) -> _DebugNumericSummaryClass.Attrs: ...
    def mute_if_healthy(self, value: bool) -> _DebugNumericSummaryClass.Attrs: ...
    def gated_grpc(self, value: bool) -> _DebugNumericSummaryClass.Attrs: ...
class _DebugNumericSummaryClass(_DebugNumericSummarySetters):
    """Numbers that describe a tensor.

    They are: 1; how many elements there are, are not a number, are at most lower_bound; of the others how many are
    negative, zero and positive; how many are at least upper_bound; the smallest and the largest, the mean and the
    variance of those that are finite; the number of the dtype, the rank, and all sizes.

    device_name, tensor_name, gated_grpc: have no effect.
    debug_urls: must be empty: a graph writes nothing anywhere.
    lower_bound, upper_bound: see above.
    mute_if_healthy: has no effect.
    """
    class Attrs(_DebugNumericSummarySetters, _Values):
        def __init__(self, *, device_name: str | bytes = ..., tensor_name: str | bytes = ..., debug_urls: _Sequence[str | bytes] = ..., lower_bound: float = ..., upper_bound: float = ..., mute_if_healthy: bool = ..., gated_grpc: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DebugNumericSummary: _DebugNumericSummaryClass
class _DecodeAndCropJpegSetters:
    def channels(self, value: int) -> _DecodeAndCropJpegClass.Attrs: ...
    def ratio(self, value: int) -> _DecodeAndCropJpegClass.Attrs: ...
    def fancy_upscaling(self, value: bool) -> _DecodeAndCropJpegClass.Attrs: ...
    def try_recover_truncated(self, value: bool) -> _DecodeAndCropJpegClass.Attrs: ...
    def acceptable_fraction(self, value: float) -> _DecodeAndCropJpegClass.Attrs: ...
    def dct_method(self, value: str | bytes) -> _DecodeAndCropJpegClass.Attrs: ...
class _DecodeAndCropJpegClass(_DecodeAndCropJpegSetters):
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
    class Attrs(_DecodeAndCropJpegSetters, _Values):
        def __init__(self, *, channels: int = ..., ratio: int = ..., fancy_upscaling: bool = ..., try_recover_truncated: bool = ..., acceptable_fraction: float = ..., dct_method: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, crop_window: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeAndCropJpeg: _DecodeAndCropJpegClass
class _DecodeBase64Class:
    """Each string decoded from base64 with - and _; with or without = at the end."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeBase64: _DecodeBase64Class
class _DecodeBmpSetters:
    def channels(self, value: int) -> _DecodeBmpClass.Attrs: ...
class _DecodeBmpClass(_DecodeBmpSetters):
    """The picture in a BMP file without compression.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0, 3 or 4, which must be those of the file.
    image: `[rows, columns, channels]`.
    """
    class Attrs(_DecodeBmpSetters, _Values):
        def __init__(self, *, channels: int = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeBmp: _DecodeBmpClass
class _DecodeCSVSetters:
    def field_delim(self, value: str | bytes) -> _DecodeCSVClass.Attrs: ...
    def use_quote_delim(self, value: bool) -> _DecodeCSVClass.Attrs: ...
    def na_value(self, value: str | bytes) -> _DecodeCSVClass.Attrs: ...
    def select_cols(self, value: _Sequence[int]) -> _DecodeCSVClass.Attrs: ...
class _DecodeCSVClass(_DecodeCSVSetters):
    """The fields of each record, one tensor of records' shape for each column.

    record_defaults: for each column the value of an empty field, a scalar or a vector of one value; or an empty
        vector, which makes an empty field an error.
    field_delim: one byte that is between two fields.
    use_quote_delim: a field may be in double quotes; inside, every character is allowed, and a quote is doubled.
    na_value: another text for an empty field.
    select_cols: the numbers of the columns, in order; without it all columns.
    """
    class Attrs(_DecodeCSVSetters, _Values):
        def __init__(self, *, field_delim: str | bytes = ..., use_quote_delim: bool = ..., na_value: str | bytes = ..., select_cols: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, records: _Any, record_defaults: _Sequence[_Any], attrs: Attrs | None = None) -> list[_Tensor]: ...
DecodeCSV: _DecodeCSVClass
class _DecodeCompressedSetters:
    def compression_type(self, value: str | bytes) -> _DecodeCompressedClass.Attrs: ...
class _DecodeCompressedClass(_DecodeCompressedSetters):
    """Each string as it was before it was compressed.

    compression_type: '' for strings that are not, 'ZLIB' or 'GZIP'.
    """
    class Attrs(_DecodeCompressedSetters, _Values):
        def __init__(self, *, compression_type: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, bytes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeCompressed: _DecodeCompressedClass
class _DecodeGifClass:
    """The frames of a GIF file, each drawn over the one before; or the picture in a JPEG or PNG file.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    image: `[frames, rows, columns, 3]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeGif: _DecodeGifClass
class _DecodeImageSetters:
    def channels(self, value: int) -> _DecodeImageClass.Attrs: ...
    def dtype(self, value: _DTypeLike) -> _DecodeImageClass.Attrs: ...
    def expand_animations(self, value: bool) -> _DecodeImageClass.Attrs: ...
class _DecodeImageClass(_DecodeImageSetters):
    """The picture in a JPEG, PNG, GIF or BMP file.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
    dtype: float32 is in [0, 1]. As uint16, a number of a PNG file is times 257, one of another file times 256.
    expand_animations: a GIF file gives all its frames; without it the first one.
    image: `[rows, columns, channels]`, or of a GIF file with expand_animations `[frames, rows, columns, channels]`.
    """
    class Attrs(_DecodeImageSetters, _Values):
        def __init__(self, *, channels: int = ..., dtype: _DTypeLike = ..., expand_animations: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeImage: _DecodeImageClass
class _DecodeJSONExampleClass:
    """Example messages that are written as JSON, serialised.

    json_examples: as `{"features": {"feature": {"a": {"int64List": {"value": [1]}}}}}`; values of a bytesList are
        in base64.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, json_examples: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeJSONExample: _DecodeJSONExampleClass
class _DecodeJpegSetters:
    def channels(self, value: int) -> _DecodeJpegClass.Attrs: ...
    def ratio(self, value: int) -> _DecodeJpegClass.Attrs: ...
    def fancy_upscaling(self, value: bool) -> _DecodeJpegClass.Attrs: ...
    def try_recover_truncated(self, value: bool) -> _DecodeJpegClass.Attrs: ...
    def acceptable_fraction(self, value: float) -> _DecodeJpegClass.Attrs: ...
    def dct_method(self, value: str | bytes) -> _DecodeJpegClass.Attrs: ...
class _DecodeJpegClass(_DecodeJpegSetters):
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
    class Attrs(_DecodeJpegSetters, _Values):
        def __init__(self, *, channels: int = ..., ratio: int = ..., fancy_upscaling: bool = ..., try_recover_truncated: bool = ..., acceptable_fraction: float = ..., dct_method: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeJpeg: _DecodeJpegClass
class _DecodePaddedRawSetters:
    def little_endian(self, value: bool) -> _DecodePaddedRawClass.Attrs: ...
class _DecodePaddedRawClass(_DecodePaddedRawSetters):
    """The bytes of each string as numbers, cut off or filled up with zeros to one length.

    fixed_length: a scalar: the length in bytes, a multiple of a number's size.
    little_endian: the lowest byte comes first.
    output: with one more axis, the last one, for the numbers of a string.
    """
    class Attrs(_DecodePaddedRawSetters, _Values):
        def __init__(self, *, little_endian: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input_bytes: _Any, fixed_length: _Any, out_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
DecodePaddedRaw: _DecodePaddedRawClass
class _DecodePngSetters:
    def channels(self, value: int) -> _DecodePngClass.Attrs: ...
    def dtype(self, value: _DTypeLike) -> _DecodePngClass.Attrs: ...
class _DecodePngClass(_DecodePngSetters):
    """The picture in a PNG file. JPEG, PNG and GIF files of one frame are all taken, as in TensorFlow.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0 for those of the file, 1 for grey, 3 for red, green and blue, 4 with how opaque each pixel is.
    dtype: numbers of 8 bits times 257 are those of 16 bits; of 16 bits the upper 8 are those of 8.
    image: `[rows, columns, channels]`.
    """
    class Attrs(_DecodePngSetters, _Values):
        def __init__(self, *, channels: int = ..., dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodePng: _DecodePngClass
class _DecodeRawSetters:
    def little_endian(self, value: bool) -> _DecodeRawClass.Attrs: ...
class _DecodeRawClass(_DecodeRawSetters):
    """The bytes of each string as numbers.

    bytes: strings of one length, a multiple of a number's size.
    little_endian: the lowest byte comes first.
    output: with one more axis, the last one, for the numbers of a string.
    """
    class Attrs(_DecodeRawSetters, _Values):
        def __init__(self, *, little_endian: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, bytes: _Any, out_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
DecodeRaw: _DecodeRawClass
class _DecodeWavSetters:
    def desired_channels(self, value: int) -> _DecodeWavClass.Attrs: ...
    def desired_samples(self, value: int) -> _DecodeWavClass.Attrs: ...
class _DecodeWavClass(_DecodeWavSetters):
    """The sound in a WAV file of 16 bits.

    contents: a scalar: the bytes of the file.
    desired_channels: -1 for those of the file; so many of them, or the last one again for those that are missing.
    desired_samples: -1 for those of the file; so many, with zeros for those that are missing.
    audio: `[samples, channels]`, in [-1, 1).
    sample_rate: a scalar, samples in a second.
    """
    class Attrs(_DecodeWavSetters, _Values):
        def __init__(self, *, desired_channels: int = ..., desired_samples: int = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Any: ...
DecodeWav: _DecodeWavClass
class _DecodeWebPSetters:
    def channels(self, value: int) -> _DecodeWebPClass.Attrs: ...
    def dtype(self, value: _DTypeLike) -> _DecodeWebPClass.Attrs: ...
class _DecodeWebPClass(_DecodeWebPSetters):
    """The frames of a WebP file; a file without animation has one.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    channels: 0, 3 or 4, which must be those of the file.
    image: `[frames, rows, columns, channels]`.
    """
    class Attrs(_DecodeWebPSetters, _Values):
        def __init__(self, *, channels: int = ..., dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DecodeWebP: _DecodeWebPClass
class _DeepCopyClass:
    """A copy of the input that shares nothing with it."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DeepCopy: _DeepCopyClass
class _DenseBincountSetters:
    def binary_output(self, value: bool) -> _DenseBincountClass.Attrs: ...
class _DenseBincountClass(_DenseBincountSetters):
    """Bincount of a vector, or of each row of a matrix.

    input: of rank 2 at most, not negative; what is not below size is passed over.
    size: a scalar.
    weights: of the shape of the input, or empty for counting.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    output: `[size]` or `[rows, size]`.
    """
    class Attrs(_DenseBincountSetters, _Values):
        def __init__(self, *, binary_output: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, size: _Any, weights: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DenseBincount: _DenseBincountClass
class _DenseCountSparseOutputSetters:
    def minlength(self, value: int) -> _DenseCountSparseOutputClass.Attrs: ...
    def maxlength(self, value: int) -> _DenseCountSparseOutputClass.Attrs: ...
class _DenseCountSparseOutputClass(_DenseCountSparseOutputSetters):
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
    class Attrs(_DenseCountSparseOutputSetters, _Values):
        def __init__(self, *, minlength: int = ..., maxlength: int = ...) -> None: ...
    def __call__(self, scope: _Scope, values: _Any, weights: _Any, binary_output: bool, attrs: Attrs | None = None) -> _Any: ...
DenseCountSparseOutput: _DenseCountSparseOutputClass
class _DenseToDenseSetOperationSetters:
    def validate_indices(self, value: bool) -> _DenseToDenseSetOperationClass.Attrs: ...
class _DenseToDenseSetOperationClass(_DenseToDenseSetOperationSetters):
    """The difference, intersection or union of the sets along the last axis of two dense tensors.

    set1, set2: of rank 2 or more, of one shape but for the last axis; a value may be there several times.

    set_operation: a-b, b-a, intersection or union, in any case.
    validate_indices: coordinates must be in row-major order, each once.
    result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
        the last axis.
    """
    class Attrs(_DenseToDenseSetOperationSetters, _Values):
        def __init__(self, *, validate_indices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, set1: _Any, set2: _Any, set_operation: str | bytes, attrs: Attrs | None = None) -> _Any: ...
DenseToDenseSetOperation: _DenseToDenseSetOperationClass
class _DenseToSparseSetOperationSetters:
    def validate_indices(self, value: bool) -> _DenseToSparseSetOperationClass.Attrs: ...
class _DenseToSparseSetOperationClass(_DenseToSparseSetOperationSetters):
    """The difference, intersection or union of the sets along the last axis of a dense and a sparse tensor.

    set1: of rank 2 or more.
    set2_indices, set2_values, set2_shape: a sparse tensor of its shape but for the last axis.

    set_operation: a-b, b-a, intersection or union, in any case.
    validate_indices: coordinates must be in row-major order, each once.
    result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
        the last axis.
    """
    class Attrs(_DenseToSparseSetOperationSetters, _Values):
        def __init__(self, *, validate_indices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, set1: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, attrs: Attrs | None = None) -> _Any: ...
DenseToSparseSetOperation: _DenseToSparseSetOperationClass
class _DepthToSpaceSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C']) -> _DepthToSpaceClass.Attrs: ...
class _DepthToSpaceClass(_DepthToSpaceSetters):
    """Channels of an image as square blocks: undoes SpaceToDepth.

    block_size: height and width of a block; its square divides the channels.
    data_format: NCHW_VECT_C is `[batch, channels / 4, height, width, 4]`, whose last axis stays together.
    """
    class Attrs(_DepthToSpaceSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, block_size: int, attrs: Attrs | None = None) -> _Tensor: ...
DepthToSpace: _DepthToSpaceClass
class _DepthwiseConv2dNativeSetters:
    def explicit_paddings(self, value: _Sequence[int]) -> _DepthwiseConv2dNativeClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _DepthwiseConv2dNativeClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _DepthwiseConv2dNativeClass.Attrs: ...
class _DepthwiseConv2dNativeClass(_DepthwiseConv2dNativeSetters):
    """2-D convolution of each channel with filters of its own.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels, multiplier]`.
    strides: four numbers in the order of data_format; 1 for batch and channels.
    explicit_paddings: with padding EXPLICIT, (before, after) for each dimension in the order of data_format.
    dilations: likewise four; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, in_channels * multiplier]`; the channels of one input channel are adjacent.
    """
    class Attrs(_DepthwiseConv2dNativeSetters, _Values):
        def __init__(self, *, explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
DepthwiseConv2dNative: _DepthwiseConv2dNativeClass
class _DepthwiseConv2dNativeBackpropFilterSetters:
    def explicit_paddings(self, value: _Sequence[int]) -> _DepthwiseConv2dNativeBackpropFilterClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _DepthwiseConv2dNativeBackpropFilterClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _DepthwiseConv2dNativeBackpropFilterClass.Attrs: ...
class _DepthwiseConv2dNativeBackpropFilterClass(_DepthwiseConv2dNativeBackpropFilterSetters):
    """Gradient of a depthwise convolution with respect to its filter.

    input: the forward input, `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter_sizes: the shape of the filter, `[rows, cols, in_channels, multiplier]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
    output: gradient of the filter, of its shape.
    """
    class Attrs(_DepthwiseConv2dNativeBackpropFilterSetters, _Values):
        def __init__(self, *, explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter_sizes: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
DepthwiseConv2dNativeBackpropFilter: _DepthwiseConv2dNativeBackpropFilterClass
class _DepthwiseConv2dNativeBackpropInputSetters:
    def explicit_paddings(self, value: _Sequence[int]) -> _DepthwiseConv2dNativeBackpropInputClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _DepthwiseConv2dNativeBackpropInputClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> _DepthwiseConv2dNativeBackpropInputClass.Attrs: ...
class _DepthwiseConv2dNativeBackpropInputClass(_DepthwiseConv2dNativeBackpropInputSetters):
    """Gradient of a depthwise convolution with respect to its input.

    input_sizes: the shape of the forward input, four integers.
    filter: `[rows, cols, in_channels, multiplier]`.
    out_backprop: gradient of the forward output, `[batch, out_rows, out_cols, in_channels * multiplier]`.
    output: gradient of the forward input, of its shape.
    """
    class Attrs(_DepthwiseConv2dNativeBackpropInputSetters, _Values):
        def __init__(self, *, explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input_sizes: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
DepthwiseConv2dNativeBackpropInput: _DepthwiseConv2dNativeBackpropInputClass
class _DequantizeSetters:
    def mode(self, value: _Literal['MIN_COMBINED', 'MIN_FIRST', 'SCALED']) -> _DequantizeClass.Attrs: ...
    def narrow_range(self, value: bool) -> _DequantizeClass.Attrs: ...
    def axis(self, value: int) -> _DequantizeClass.Attrs: ...
    def dtype(self, value: _DTypeLike) -> _DequantizeClass.Attrs: ...
class _DequantizeClass(_DequantizeSetters):
    """The numbers that integers of a range stand for.

    input: of any shape.
    min_range, max_range: the range, scalars or vectors with a number for each slice along axis.
    mode: MIN_COMBINED: all integers for the range, 0 lies where it falls. MIN_FIRST: the same, but
        0 is one of the numbers. SCALED: 0 is 0, the range grows to both sides alike.
    narrow_range: whether the smallest integer is not used; with mode SCALED.
    axis: each slice along it has a range of its own; -1 for one range.
    """
    class Attrs(_DequantizeSetters, _Values):
        def __init__(self, *, mode: _Literal['MIN_COMBINED', 'MIN_FIRST', 'SCALED'] = ..., narrow_range: bool = ..., axis: int = ..., dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, min_range: _Any, max_range: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Dequantize: _DequantizeClass
class _DeserializeManySparseClass:
    """The sparse tensors that SerializeManySparse made, as one.

    Tensors that are read together become the rows of one with more axes, in front of their own; its other sizes are
    the largest of theirs.

    dtype: of the values.
    serialized_sparse: `[rows, 3]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, serialized_sparse: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
DeserializeManySparse: _DeserializeManySparseClass
class _DeserializeSparseClass:
    """The sparse tensors that SerializeSparse made.

    Tensors that are read together become the rows of one with more axes, in front of their own; its other sizes are
    the largest of theirs.

    dtype: of the values.
    serialized_sparse: `[..., 3]`; the axes before the last one are those in front.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, serialized_sparse: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
DeserializeSparse: _DeserializeSparseClass
class _DestroyResourceOpSetters:
    def ignore_lookup_error(self, value: bool) -> _DestroyResourceOpClass.Attrs: ...
class _DestroyResourceOpClass(_DestroyResourceOpSetters):
    """Forget a resource. A variable is not initialised afterwards.

    ignore_lookup_error: it is no error if there is none.
    """
    class Attrs(_DestroyResourceOpSetters, _Values):
        def __init__(self, *, ignore_lookup_error: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, resource: _Any, attrs: Attrs | None = None) -> _Node: ...
DestroyResourceOp: _DestroyResourceOpClass
class _DestroyTemporaryVariableClass:
    """The last value of a temporary variable, which is gone afterwards.

    var_name: the name that TemporaryVariable gave it; the reference says the same.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, ref: _Any, var_name: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
DestroyTemporaryVariable: _DestroyTemporaryVariableClass
class _DiagClass:
    """Zeros with a diagonal: output[i..., i...] = diagonal[i...].

    output: the shape of diagonal twice.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, diagonal: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Diag: _DiagClass
class _DiagPartClass:
    """The diagonal of a tensor whose shape is one shape twice: diagonal[i...] = input[i..., i...].

    input: of an even rank of 2 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DiagPart: _DiagPartClass
class _DigammaClass:
    """The derivative of Lgamma."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Digamma: _DigammaClass
class _Dilation2DClass:
    """Grayscale dilation: the maximum over a window of input plus filter.

    input: `[batch, rows, cols, channels]`.
    filter: `[rows, cols, channels]`.
    strides: four numbers; 1 for batch and channels.
    rates: likewise; distance between the input elements that neighbouring filter elements meet.
    output: `[batch, out_rows, out_cols, channels]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Dilation2D: _Dilation2DClass
class _Dilation2DBackpropFilterClass:
    """Gradient of a dilation with respect to its filter.

    input: `[batch, rows, cols, channels]`.
    filter: `[rows, cols, channels]`.
    strides: four numbers; 1 for batch and channels.
    rates: likewise; distance between the input elements that neighbouring filter elements meet.
    out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
    filter_backprop: of the shape of filter.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Dilation2DBackpropFilter: _Dilation2DBackpropFilterClass
class _Dilation2DBackpropInputClass:
    """Gradient of a dilation with respect to its input.

    input: `[batch, rows, cols, channels]`.
    filter: `[rows, cols, channels]`.
    strides: four numbers; 1 for batch and channels.
    rates: likewise; distance between the input elements that neighbouring filter elements meet.
    out_backprop: gradient of the output, `[batch, out_rows, out_cols, channels]`.
    in_backprop: of the shape of input.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, out_backprop: _Any, strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
Dilation2DBackpropInput: _Dilation2DBackpropInputClass
class _DisableCopyOnReadClass:
    """Say that a variable's value may be read without a copy, as functions that save variables do.

    It is an error if the variable has no value. Here a value that was read is never written to, so there is no copy to
    be saved.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, attrs: Attrs | None = None) -> _Node: ...
DisableCopyOnRead: _DisableCopyOnReadClass
class _DivClass:
    """x / y, element by element; integers round toward 0, and a zero y is an error for them."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Div: _DivClass
class _DivNoNanClass:
    """x / y, element by element, but 0 where y is 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DivNoNan: _DivNoNanClass
class _DrawBoundingBoxesClass:
    """Draw the frames of boxes into images. Ten colors take turns: yellow, blue, red, lime, purple, olive, maroon, navy blue, aqua, fuchsia.

    images: `[batch, rows, columns, channels]` with 1, 3 or 4 channels.
    boxes: `[batch, boxes, 4]`: y1, x1, y2, x2 in multiples of the image's height and width minus 1. What is beyond the
    image is not drawn, nor is a box with y1 > y2, x1 > x2 or NaN.
    output: of the shape of images.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, boxes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DrawBoundingBoxes: _DrawBoundingBoxesClass
class _DrawBoundingBoxesV2Class:
    """Draw the frames of boxes into images.

    images: `[batch, rows, columns, channels]` with 1, 3 or 4 channels.
    boxes: `[batch, boxes, 4]`: y1, x1, y2, x2 in multiples of the image's height and width minus 1. What is beyond the
    image is not drawn, nor is a box with y1 > y2, x1 > x2 or NaN.
    colors: `[colors, channels or more]`, which take turns; without colors those of DrawBoundingBoxes.
    output: of the shape of images.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, boxes: _Any, colors: _Any, attrs: Attrs | None = None) -> _Tensor: ...
DrawBoundingBoxesV2: _DrawBoundingBoxesV2Class
class _DynamicPartitionClass:
    """Sorts the entries of data into parts.

    partitions: for each entry the number of its part; its shape is that of the first dimensions of data.
    outputs: the entries of each part in their order.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, partitions: _Any, num_partitions: int, attrs: Attrs | None = None) -> list[_Tensor]: ...
DynamicPartition: _DynamicPartitionClass
class _DynamicStitchClass:
    """Entries of several tensors, each at the place that an index gives it.

    indices: places, not negative; where several are equal, the last one counts.
    data: for each of indices a tensor whose first dimensions are its shape, followed by those of an entry.
    merged: as many entries as the largest index plus 1; zeros where no index points.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Sequence[_Any], data: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
DynamicStitch: _DynamicStitchClass
class _EditDistanceSetters:
    def normalize(self, value: bool) -> _EditDistanceClass.Attrs: ...
class _EditDistanceClass(_EditDistanceSetters):
    """The Levenshtein distances of sequences: how many elements must be put in, left out or replaced.

    hypothesis_indices, hypothesis_values, hypothesis_shape: a sparse tensor of rank 2 or more, whose last axis is that
        of the sequences.
    truth_indices, truth_values, truth_shape: one of the same rank.
    normalize: divide by the length of the truth; where that is 0, the distance is infinite, or 0 for no hypothesis.
    output: the larger sizes of both along all axes but the last.
    """
    class Attrs(_EditDistanceSetters, _Values):
        def __init__(self, *, normalize: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, hypothesis_indices: _Any, hypothesis_values: _Any, hypothesis_shape: _Any, truth_indices: _Any, truth_values: _Any, truth_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EditDistance: _EditDistanceClass
class _EigSetters:
    def compute_v(self, value: bool) -> _EigClass.Attrs: ...
class _EigClass(_EigSetters):
    """Eigenvalues and eigenvectors of matrices.

    input: `[..., n, n]`.
    compute_v: without it, v is a scalar without meaning.
    Tout: the complex dtype of as many bits as T has in a number.
    e: `[..., n]`, in no order.
    v: `[..., n, n]`, columns of length 1. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.
    """
    class Attrs(_EigSetters, _Values):
        def __init__(self, *, compute_v: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, Tout: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
Eig: _EigClass
class _EinsumClass:
    """The sum of the products of the operands over all labels that the result does not have.

    inputs: one or two operands.
    equation: a letter for each axis, such as `'bij,bjk->bik'`; `...` means any number of axes, which broadcast.
        A label that an operand repeats takes its diagonal; one that the result repeats is put on a diagonal.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], equation: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
Einsum: _EinsumClass
class _EluClass:
    """features above 0, exp(features) - 1 elsewhere."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Elu: _EluClass
class _EluGradClass:
    """The gradient of Elu from its outputs."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, gradients: _Any, outputs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EluGrad: _EluGradClass
class _EmptySetters:
    def init(self, value: bool) -> _EmptyClass.Attrs: ...
class _EmptyClass(_EmptySetters):
    """A tensor to be written into. It holds zeros, or empty texts.

    shape: of the output.
    init: has no effect; TensorFlow leaves whatever is in memory where it is false.
    """
    class Attrs(_EmptySetters, _Values):
        def __init__(self, *, init: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Empty: _EmptyClass
class _EmptyTensorListClass:
    """A list without elements.

    element_shape: what the shape of every element is compatible with.
    max_num_elements: how many elements it may ever have; -1 for any number.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, element_shape: _Any, max_num_elements: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
EmptyTensorList: _EmptyTensorListClass
class _EncodeBase64Setters:
    def pad(self, value: bool) -> _EncodeBase64Class.Attrs: ...
class _EncodeBase64Class(_EncodeBase64Setters):
    """Each string in base64, with - and _ where the older alphabet has + and /.

    pad: with = at the end, so that the length is a multiple of 4.
    """
    class Attrs(_EncodeBase64Setters, _Values):
        def __init__(self, *, pad: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EncodeBase64: _EncodeBase64Class
class _EncodeJpegSetters:
    def format(self, value: _Literal['', 'grayscale', 'rgb']) -> _EncodeJpegClass.Attrs: ...
    def quality(self, value: int) -> _EncodeJpegClass.Attrs: ...
    def progressive(self, value: bool) -> _EncodeJpegClass.Attrs: ...
    def optimize_size(self, value: bool) -> _EncodeJpegClass.Attrs: ...
    def chroma_downsampling(self, value: bool) -> _EncodeJpegClass.Attrs: ...
    def density_unit(self, value: _Literal['in', 'cm']) -> _EncodeJpegClass.Attrs: ...
    def x_density(self, value: int) -> _EncodeJpegClass.Attrs: ...
    def y_density(self, value: int) -> _EncodeJpegClass.Attrs: ...
    def xmp_metadata(self, value: str | bytes) -> _EncodeJpegClass.Attrs: ...
class _EncodeJpegClass(_EncodeJpegSetters):
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
    class Attrs(_EncodeJpegSetters, _Values):
        def __init__(self, *, format: _Literal['', 'grayscale', 'rgb'] = ..., quality: int = ..., progressive: bool = ..., optimize_size: bool = ..., chroma_downsampling: bool = ..., density_unit: _Literal['in', 'cm'] = ..., x_density: int = ..., y_density: int = ..., xmp_metadata: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, image: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EncodeJpeg: _EncodeJpegClass
class _EncodeJpegVariableQualityClass:
    """A JPEG file of a picture; needs the extra 'images'.

    images: one picture: `[rows, columns, channels]`, with 1 or 3 channels.
    quality: a scalar, 0 to 100.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, quality: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EncodeJpegVariableQuality: _EncodeJpegVariableQualityClass
class _EncodePngSetters:
    def compression(self, value: int) -> _EncodePngClass.Attrs: ...
class _EncodePngClass(_EncodePngSetters):
    """A PNG file of each picture.

    image: `[..., rows, columns, channels]`, with 1 to 4 channels.
    compression: of zlib: -1 for its default, 0 for none, 9 for the smallest file.
    contents: of the shape of the first axes of image.
    """
    class Attrs(_EncodePngSetters, _Values):
        def __init__(self, *, compression: int = ...) -> None: ...
    def __call__(self, scope: _Scope, image: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EncodePng: _EncodePngClass
class _EncodeWavClass:
    """A WAV file of 16 bits.

    audio: `[samples, channels]`; what is beyond [-1, 1) is cut off.
    sample_rate: a scalar above 0, samples in a second.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, audio: _Any, sample_rate: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EncodeWav: _EncodeWavClass
class _EnsureShapeClass:
    """The input, if its shape is compatible with the attr; otherwise an error.

    shape: partial.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
EnsureShape: _EnsureShapeClass
class _EnterSetters:
    def is_constant(self, value: bool) -> _EnterClass.Attrs: ...
    def parallel_iterations(self, value: int) -> _EnterClass.Attrs: ...
class _EnterClass(_EnterSetters):
    """Brings a value into a loop.

    frame_name: which loop.
    is_constant: the value is the same in every iteration.
    parallel_iterations: how many may run at once.
    """
    class Attrs(_EnterSetters, _Values):
        def __init__(self, *, is_constant: bool = ..., parallel_iterations: int = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, frame_name: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
Enter: _EnterClass
class _EqualSetters:
    def incompatible_shape_error(self, value: bool) -> _EqualClass.Attrs: ...
class _EqualClass(_EqualSetters):
    """Whether x and y are equal.

    incompatible_shape_error: if false, shapes that do not broadcast give one false instead of an error.
    """
    class Attrs(_EqualSetters, _Values):
        def __init__(self, *, incompatible_shape_error: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Equal: _EqualClass
class _ErfClass:
    """The error function."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Erf: _ErfClass
class _ErfcClass:
    """1 - Erf(x), accurate for large x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Erfc: _ErfcClass
class _ErfinvClass:
    """The inverse of Erf; x must be in [-1, 1]."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Erfinv: _ErfinvClass
class _EuclideanNormSetters:
    def keep_dims(self, value: bool) -> _EuclideanNormClass.Attrs: ...
class _EuclideanNormClass(_EuclideanNormSetters):
    """The square root of the sum of squared absolute values over axes. Of integers its whole part.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_EuclideanNormSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
EuclideanNorm: _EuclideanNormClass
class _ExitClass:
    """Brings a value out of a loop."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Exit: _ExitClass
class _ExpClass:
    """e to the power x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Exp: _ExpClass
class _ExpandDimsClass:
    """The input with one more axis, of size 1.

    dim: where the axis goes, a scalar; -1 is behind the last one.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, dim: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ExpandDims: _ExpandDimsClass
class _ExpintClass:
    """The exponential integral Ei; not a number for x < 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Expint: _ExpintClass
class _Expm1Class:
    """exp(x) - 1, accurate for small x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Expm1: _Expm1Class
class _ExtractGlimpseSetters:
    def centered(self, value: bool) -> _ExtractGlimpseClass.Attrs: ...
    def normalized(self, value: bool) -> _ExtractGlimpseClass.Attrs: ...
    def uniform_noise(self, value: bool) -> _ExtractGlimpseClass.Attrs: ...
    def noise(self, value: str | bytes) -> _ExtractGlimpseClass.Attrs: ...
class _ExtractGlimpseClass(_ExtractGlimpseSetters):
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
    class Attrs(_ExtractGlimpseSetters, _Values):
        def __init__(self, *, centered: bool = ..., normalized: bool = ..., uniform_noise: bool = ..., noise: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, size: _Any, offsets: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ExtractGlimpse: _ExtractGlimpseClass
class _ExtractGlimpseV2Setters:
    def centered(self, value: bool) -> _ExtractGlimpseV2Class.Attrs: ...
    def normalized(self, value: bool) -> _ExtractGlimpseV2Class.Attrs: ...
    def uniform_noise(self, value: bool) -> _ExtractGlimpseV2Class.Attrs: ...
    def noise(self, value: str | bytes) -> _ExtractGlimpseV2Class.Attrs: ...
class _ExtractGlimpseV2Class(_ExtractGlimpseV2Setters):
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
    class Attrs(_ExtractGlimpseV2Setters, _Values):
        def __init__(self, *, centered: bool = ..., normalized: bool = ..., uniform_noise: bool = ..., noise: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, size: _Any, offsets: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ExtractGlimpseV2: _ExtractGlimpseV2Class
class _ExtractImagePatchesClass:
    """The windows that a convolution would see, each as one pixel.

    images: `[batch, rows, cols, channels]`.
    ksizes: `[1, window_rows, window_cols, 1]`.
    strides: `[1, row_stride, col_stride, 1]`: from one window to the next.
    rates: `[1, row_rate, col_rate, 1]`: from one pixel of a window to the next.
    patches: `[batch, out_rows, out_cols, window_rows * window_cols * channels]`, in that order; pixels beyond the image
    are 0.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, ksizes: _Sequence[int], strides: _Sequence[int], rates: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
ExtractImagePatches: _ExtractImagePatchesClass
class _ExtractJpegShapeSetters:
    def output_type(self, value: _DTypeLike) -> _ExtractJpegShapeClass.Attrs: ...
class _ExtractJpegShapeClass(_ExtractJpegShapeSetters):
    """The rows, columns and channels of the picture in a JPEG file, of which only the header is read.

    contents: a scalar: the bytes of the file; needs the extra 'images' for all but BMP.
    image_shape: `[3]`.
    """
    class Attrs(_ExtractJpegShapeSetters, _Values):
        def __init__(self, *, output_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, contents: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ExtractJpegShape: _ExtractJpegShapeClass
class _ExtractVolumePatchesClass:
    """The elements of each window of a volume as channels.

    input: `[batch, depth, height, width, channels]`.
    patches: `[batch, windows, windows, windows, elements of a window * channels]`, the channels being the faster
        index.
    ksizes: the size of a window; 1 for batch and channels.
    strides: the distance of two windows; 1 for batch and channels.
    padding: SAME pads with zeros.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, ksizes: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
ExtractVolumePatches: _ExtractVolumePatchesClass
class _FFTClass:
    """The discrete Fourier transform along the last axis.

    input: of rank 1 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FFT: _FFTClass
class _FFT2DClass:
    """The discrete Fourier transform along the last two axes.

    input: of rank 2 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FFT2D: _FFT2DClass
class _FFT3DClass:
    """The discrete Fourier transform along the last three axes.

    input: of rank 3 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FFT3D: _FFT3DClass
class _FFTNDClass:
    """The discrete Fourier transform along some axes.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, axes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FFTND: _FFTNDClass
class _FIFOQueueSetters:
    def shapes(self, value: _Sequence[_ShapeLike]) -> _FIFOQueueClass.Attrs: ...
    def capacity(self, value: int) -> _FIFOQueueClass.Attrs: ...
    def container(self, value: str | bytes) -> _FIFOQueueClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _FIFOQueueClass.Attrs: ...
class _FIFOQueueClass(_FIFOQueueSetters):
    """A queue that gives elements in the order in which they came.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    """
    class Attrs(_FIFOQueueSetters, _Values):
        def __init__(self, *, shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
FIFOQueue: _FIFOQueueClass
class _FIFOQueueV2Setters:
    def shapes(self, value: _Sequence[_ShapeLike]) -> _FIFOQueueV2Class.Attrs: ...
    def capacity(self, value: int) -> _FIFOQueueV2Class.Attrs: ...
    def container(self, value: str | bytes) -> _FIFOQueueV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _FIFOQueueV2Class.Attrs: ...
class _FIFOQueueV2Class(_FIFOQueueV2Setters):
    """A queue that gives elements in the order in which they came.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    """
    class Attrs(_FIFOQueueV2Setters, _Values):
        def __init__(self, *, shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
FIFOQueueV2: _FIFOQueueV2Class
class _FakeQuantWithMinMaxArgsSetters:
    def min(self, value: float) -> _FakeQuantWithMinMaxArgsClass.Attrs: ...
    def max(self, value: float) -> _FakeQuantWithMinMaxArgsClass.Attrs: ...
    def num_bits(self, value: int) -> _FakeQuantWithMinMaxArgsClass.Attrs: ...
    def narrow_range(self, value: bool) -> _FakeQuantWithMinMaxArgsClass.Attrs: ...
class _FakeQuantWithMinMaxArgsClass(_FakeQuantWithMinMaxArgsSetters):
    """Round to the numbers that integers represent in a fixed range.

    inputs: of any shape.
    min, max: the range; min < max.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    outputs: of the same shape.
    """
    class Attrs(_FakeQuantWithMinMaxArgsSetters, _Values):
        def __init__(self, *, min: float = ..., max: float = ..., num_bits: int = ..., narrow_range: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FakeQuantWithMinMaxArgs: _FakeQuantWithMinMaxArgsClass
class _FakeQuantWithMinMaxArgsGradientSetters:
    def min(self, value: float) -> _FakeQuantWithMinMaxArgsGradientClass.Attrs: ...
    def max(self, value: float) -> _FakeQuantWithMinMaxArgsGradientClass.Attrs: ...
    def num_bits(self, value: int) -> _FakeQuantWithMinMaxArgsGradientClass.Attrs: ...
    def narrow_range(self, value: bool) -> _FakeQuantWithMinMaxArgsGradientClass.Attrs: ...
class _FakeQuantWithMinMaxArgsGradientClass(_FakeQuantWithMinMaxArgsGradientSetters):
    """Gradient of FakeQuantWithMinMaxArgs.

    gradients: gradient of the outputs.
    inputs: those of the forward op, of the same shape.
    min, max: the range; min < max.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    backprops: gradients where inputs are within the range, else 0.
    """
    class Attrs(_FakeQuantWithMinMaxArgsGradientSetters, _Values):
        def __init__(self, *, min: float = ..., max: float = ..., num_bits: int = ..., narrow_range: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, gradients: _Any, inputs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FakeQuantWithMinMaxArgsGradient: _FakeQuantWithMinMaxArgsGradientClass
class _FakeQuantWithMinMaxVarsSetters:
    def num_bits(self, value: int) -> _FakeQuantWithMinMaxVarsClass.Attrs: ...
    def narrow_range(self, value: bool) -> _FakeQuantWithMinMaxVarsClass.Attrs: ...
class _FakeQuantWithMinMaxVarsClass(_FakeQuantWithMinMaxVarsSetters):
    """Round to the numbers that integers represent in a range that is learned.

    inputs: of any shape.
    min, max: scalars, the range. If both are 0, so are all outputs.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    outputs: of the shape of inputs.
    """
    class Attrs(_FakeQuantWithMinMaxVarsSetters, _Values):
        def __init__(self, *, num_bits: int = ..., narrow_range: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, min: _Any, max: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FakeQuantWithMinMaxVars: _FakeQuantWithMinMaxVarsClass
class _FakeQuantWithMinMaxVarsGradientSetters:
    def num_bits(self, value: int) -> _FakeQuantWithMinMaxVarsGradientClass.Attrs: ...
    def narrow_range(self, value: bool) -> _FakeQuantWithMinMaxVarsGradientClass.Attrs: ...
class _FakeQuantWithMinMaxVarsGradientClass(_FakeQuantWithMinMaxVarsGradientSetters):
    """Gradient of FakeQuantWithMinMaxVars.

    gradients: gradient of the outputs.
    inputs: those of the forward op, of the same shape.
    min, max: scalars, the range; if both are 0, everything counts as within it.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    backprops_wrt_input: gradients where inputs are within the range, else 0.
    backprop_wrt_min, backprop_wrt_max: the sum of gradients where inputs are below, and above it.
    """
    class Attrs(_FakeQuantWithMinMaxVarsGradientSetters, _Values):
        def __init__(self, *, num_bits: int = ..., narrow_range: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, gradients: _Any, inputs: _Any, min: _Any, max: _Any, attrs: Attrs | None = None) -> _Any: ...
FakeQuantWithMinMaxVarsGradient: _FakeQuantWithMinMaxVarsGradientClass
class _FakeQuantWithMinMaxVarsPerChannelSetters:
    def num_bits(self, value: int) -> _FakeQuantWithMinMaxVarsPerChannelClass.Attrs: ...
    def narrow_range(self, value: bool) -> _FakeQuantWithMinMaxVarsPerChannelClass.Attrs: ...
class _FakeQuantWithMinMaxVarsPerChannelClass(_FakeQuantWithMinMaxVarsPerChannelSetters):
    """Round to the numbers that integers represent, in a range for each channel that is learned.

    inputs: `[..., channels]`.
    min, max: `[channels]`, the ranges. Where both are 0, so are the outputs.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    outputs: of the shape of inputs.
    """
    class Attrs(_FakeQuantWithMinMaxVarsPerChannelSetters, _Values):
        def __init__(self, *, num_bits: int = ..., narrow_range: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, min: _Any, max: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FakeQuantWithMinMaxVarsPerChannel: _FakeQuantWithMinMaxVarsPerChannelClass
class _FakeQuantWithMinMaxVarsPerChannelGradientSetters:
    def num_bits(self, value: int) -> _FakeQuantWithMinMaxVarsPerChannelGradientClass.Attrs: ...
    def narrow_range(self, value: bool) -> _FakeQuantWithMinMaxVarsPerChannelGradientClass.Attrs: ...
class _FakeQuantWithMinMaxVarsPerChannelGradientClass(_FakeQuantWithMinMaxVarsPerChannelGradientSetters):
    """Gradient of FakeQuantWithMinMaxVarsPerChannel.

    gradients: gradient of the outputs.
    inputs: those of the forward op, `[..., channels]`.
    min, max: `[channels]`, the ranges; where both are 0, everything counts as within.
    num_bits: how many bits an integer has, from 2 to 16.
    narrow_range: whether the smallest integer is not used.
    backprops_wrt_input: gradients where inputs are within the range, else 0.
    backprop_wrt_min, backprop_wrt_max: the sum of gradients where inputs are below, and above it.
    """
    class Attrs(_FakeQuantWithMinMaxVarsPerChannelGradientSetters, _Values):
        def __init__(self, *, num_bits: int = ..., narrow_range: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, gradients: _Any, inputs: _Any, min: _Any, max: _Any, attrs: Attrs | None = None) -> _Any: ...
FakeQuantWithMinMaxVarsPerChannelGradient: _FakeQuantWithMinMaxVarsPerChannelGradientClass
class _FillClass:
    """A tensor of one repeated value.

    dims: the shape of the output.
    value: a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, dims: _Any, value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Fill: _FillClass
class _FingerprintClass:
    """A hash of the bytes of each entry along the first axis.

    data: of rank 1 or more. Of texts, an entry's hash is that of the hashes of its texts, unless it is one text itself.
    method: a scalar: farmhash64.
    fingerprint: `[entries, 8]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, method: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Fingerprint: _FingerprintClass
class _FixedLengthRecordReaderSetters:
    def header_bytes(self, value: int) -> _FixedLengthRecordReaderClass.Attrs: ...
    def footer_bytes(self, value: int) -> _FixedLengthRecordReaderClass.Attrs: ...
    def hop_bytes(self, value: int) -> _FixedLengthRecordReaderClass.Attrs: ...
    def container(self, value: str | bytes) -> _FixedLengthRecordReaderClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _FixedLengthRecordReaderClass.Attrs: ...
class _FixedLengthRecordReaderClass(_FixedLengthRecordReaderSetters):
    """A reader of records of a fixed number of bytes. Files must be in one of `SessionConfig(file_folders=...)`.

    header_bytes: before the first record.
    record_bytes: of a record.
    footer_bytes: behind the last record.
    hop_bytes: from the beginning of a record to that of the next one; 0 means record_bytes.
    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_FixedLengthRecordReaderSetters, _Values):
        def __init__(self, *, header_bytes: int = ..., footer_bytes: int = ..., hop_bytes: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, record_bytes: int, attrs: Attrs | None = None) -> _Tensor: ...
FixedLengthRecordReader: _FixedLengthRecordReaderClass
class _FixedLengthRecordReaderV2Setters:
    def header_bytes(self, value: int) -> _FixedLengthRecordReaderV2Class.Attrs: ...
    def footer_bytes(self, value: int) -> _FixedLengthRecordReaderV2Class.Attrs: ...
    def hop_bytes(self, value: int) -> _FixedLengthRecordReaderV2Class.Attrs: ...
    def container(self, value: str | bytes) -> _FixedLengthRecordReaderV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _FixedLengthRecordReaderV2Class.Attrs: ...
    def encoding(self, value: str | bytes) -> _FixedLengthRecordReaderV2Class.Attrs: ...
class _FixedLengthRecordReaderV2Class(_FixedLengthRecordReaderV2Setters):
    """A reader of records of a fixed number of bytes. Files must be in one of `SessionConfig(file_folders=...)`.

    header_bytes: before the first record.
    record_bytes: of a record.
    footer_bytes: behind the last record.
    hop_bytes: from the beginning of a record to that of the next one; 0 means record_bytes.
    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    encoding: of the files: '' for none, ZLIB or GZIP.
    """
    class Attrs(_FixedLengthRecordReaderV2Setters, _Values):
        def __init__(self, *, header_bytes: int = ..., footer_bytes: int = ..., hop_bytes: int = ..., container: str | bytes = ..., shared_name: str | bytes = ..., encoding: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, record_bytes: int, attrs: Attrs | None = None) -> _Tensor: ...
FixedLengthRecordReaderV2: _FixedLengthRecordReaderV2Class
class _FloorClass:
    """The largest integer not above x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Floor: _FloorClass
class _FloorDivClass:
    """x / y rounded down, element by element; a zero y is an error for integers; complex numbers have no kernel."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FloorDiv: _FloorDivClass
class _FloorModClass:
    """The rest of x / y rounded down, which has the sign of y; a zero y is an error for integers."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FloorMod: _FloorModClass
class _ForClass:
    """What becomes of input when body is applied to it for each number from start on, as far as limit, which is
    not reached.

    delta: the step from one number to the next; not 0, and leads from start towards limit.
    body: a function of the number and the loop's variables that gives new values for the variables.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, start: _Any, limit: _Any, delta: _Any, input: _Sequence[_Any], body: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
For: _ForClass
class _FractionalAvgPoolSetters:
    def pseudo_random(self, value: bool) -> _FractionalAvgPoolClass.Attrs: ...
    def overlapping(self, value: bool) -> _FractionalAvgPoolClass.Attrs: ...
    def deterministic(self, value: bool) -> _FractionalAvgPoolClass.Attrs: ...
    def seed(self, value: int) -> _FractionalAvgPoolClass.Attrs: ...
    def seed2(self, value: int) -> _FractionalAvgPoolClass.Attrs: ...
class _FractionalAvgPoolClass(_FractionalAvgPoolSetters):
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
    class Attrs(_FractionalAvgPoolSetters, _Values):
        def __init__(self, *, pseudo_random: bool = ..., overlapping: bool = ..., deterministic: bool = ..., seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, value: _Any, pooling_ratio: _Sequence[float], attrs: Attrs | None = None) -> _Any: ...
FractionalAvgPool: _FractionalAvgPoolClass
class _FractionalAvgPoolGradSetters:
    def overlapping(self, value: bool) -> _FractionalAvgPoolGradClass.Attrs: ...
class _FractionalAvgPoolGradClass(_FractionalAvgPoolGradSetters):
    """Gradient of FractionalAvgPool.

    orig_input_tensor_shape: the shape of the pool's input.
    out_backprop: gradient of the pool's output.
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends; both rise from 0
    to the rows and columns of the pool's input.
    overlapping: as for the pool.
    output: of shape orig_input_tensor_shape.
    """
    class Attrs(_FractionalAvgPoolGradSetters, _Values):
        def __init__(self, *, overlapping: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input_tensor_shape: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FractionalAvgPoolGrad: _FractionalAvgPoolGradClass
class _FractionalMaxPoolSetters:
    def pseudo_random(self, value: bool) -> _FractionalMaxPoolClass.Attrs: ...
    def overlapping(self, value: bool) -> _FractionalMaxPoolClass.Attrs: ...
    def deterministic(self, value: bool) -> _FractionalMaxPoolClass.Attrs: ...
    def seed(self, value: int) -> _FractionalMaxPoolClass.Attrs: ...
    def seed2(self, value: int) -> _FractionalMaxPoolClass.Attrs: ...
class _FractionalMaxPoolClass(_FractionalMaxPoolSetters):
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
    class Attrs(_FractionalMaxPoolSetters, _Values):
        def __init__(self, *, pseudo_random: bool = ..., overlapping: bool = ..., deterministic: bool = ..., seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, value: _Any, pooling_ratio: _Sequence[float], attrs: Attrs | None = None) -> _Any: ...
FractionalMaxPool: _FractionalMaxPoolClass
class _FractionalMaxPoolGradSetters:
    def overlapping(self, value: bool) -> _FractionalMaxPoolGradClass.Attrs: ...
class _FractionalMaxPoolGradClass(_FractionalMaxPoolGradSetters):
    """Gradient of FractionalMaxPool: of equal numbers in a window the first one has it.

    orig_input, orig_output: of the pool.
    out_backprop: gradient of orig_output.
    row_pooling_sequence, col_pooling_sequence: where the windows begin, and where the last one ends; both rise from 0
    to the rows and columns of the pool's input.
    overlapping: as for the pool.
    output: of the shape of orig_input.
    """
    class Attrs(_FractionalMaxPoolGradSetters, _Values):
        def __init__(self, *, overlapping: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input: _Any, orig_output: _Any, out_backprop: _Any, row_pooling_sequence: _Any, col_pooling_sequence: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FractionalMaxPoolGrad: _FractionalMaxPoolGradClass
class _FresnelCosClass:
    """The integral of cos(pi t^2 / 2) from 0 to x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FresnelCos: _FresnelCosClass
class _FresnelSinClass:
    """The integral of sin(pi t^2 / 2) from 0 to x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
FresnelSin: _FresnelSinClass
class _FusedBatchNormSetters:
    def epsilon(self, value: float) -> _FusedBatchNormClass.Attrs: ...
    def exponential_avg_factor(self, value: float) -> _FusedBatchNormClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _FusedBatchNormClass.Attrs: ...
    def is_training(self, value: bool) -> _FusedBatchNormClass.Attrs: ...
class _FusedBatchNormClass(_FusedBatchNormSetters):
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
    class Attrs(_FusedBatchNormSetters, _Values):
        def __init__(self, *, epsilon: float = ..., exponential_avg_factor: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, attrs: Attrs | None = None) -> _Any: ...
FusedBatchNorm: _FusedBatchNormClass
class _FusedBatchNormGradSetters:
    def epsilon(self, value: float) -> _FusedBatchNormGradClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _FusedBatchNormGradClass.Attrs: ...
    def is_training(self, value: bool) -> _FusedBatchNormGradClass.Attrs: ...
class _FusedBatchNormGradClass(_FusedBatchNormGradSetters):
    """Gradient of FusedBatchNorm.

    y_backprop: gradient of y, of the shape of x.
    x: the input of the forward op, `[batch, ..., channels]`, or channels first as data_format says.
    scale: `[channels]`.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, `[channels]`.
    is_training: whether they depend on x.
    x_backprop: of the shape of x.
    scale_backprop, offset_backprop: `[channels]`; the two outputs after them are empty.
    """
    class Attrs(_FusedBatchNormGradSetters, _Values):
        def __init__(self, *, epsilon: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, attrs: Attrs | None = None) -> _Any: ...
FusedBatchNormGrad: _FusedBatchNormGradClass
class _FusedBatchNormGradV2Setters:
    def epsilon(self, value: float) -> _FusedBatchNormGradV2Class.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _FusedBatchNormGradV2Class.Attrs: ...
    def is_training(self, value: bool) -> _FusedBatchNormGradV2Class.Attrs: ...
class _FusedBatchNormGradV2Class(_FusedBatchNormGradV2Setters):
    """Gradient of FusedBatchNormV2.

    y_backprop: gradient of y, of the shape of x.
    x: the input of the forward op, `[batch, ..., channels]`, or channels first as data_format says.
    scale: `[channels]`.
    reserve_space_1, reserve_space_2: the mean and the variance that x was normalised with, `[channels]`.
    is_training: whether they depend on x.
    x_backprop: of the shape of x.
    scale_backprop, offset_backprop: `[channels]`; the two outputs after them are empty.
    """
    class Attrs(_FusedBatchNormGradV2Setters, _Values):
        def __init__(self, *, epsilon: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, attrs: Attrs | None = None) -> _Any: ...
FusedBatchNormGradV2: _FusedBatchNormGradV2Class
class _FusedBatchNormGradV3Setters:
    def epsilon(self, value: float) -> _FusedBatchNormGradV3Class.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW']) -> _FusedBatchNormGradV3Class.Attrs: ...
    def is_training(self, value: bool) -> _FusedBatchNormGradV3Class.Attrs: ...
class _FusedBatchNormGradV3Class(_FusedBatchNormGradV3Setters):
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
    class Attrs(_FusedBatchNormGradV3Setters, _Values):
        def __init__(self, *, epsilon: float = ..., data_format: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, reserve_space_3: _Any, attrs: Attrs | None = None) -> _Any: ...
FusedBatchNormGradV3: _FusedBatchNormGradV3Class
class _FusedBatchNormV2Setters:
    def epsilon(self, value: float) -> _FusedBatchNormV2Class.Attrs: ...
    def exponential_avg_factor(self, value: float) -> _FusedBatchNormV2Class.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _FusedBatchNormV2Class.Attrs: ...
    def is_training(self, value: bool) -> _FusedBatchNormV2Class.Attrs: ...
class _FusedBatchNormV2Class(_FusedBatchNormV2Setters):
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
    class Attrs(_FusedBatchNormV2Setters, _Values):
        def __init__(self, *, epsilon: float = ..., exponential_avg_factor: float = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, attrs: Attrs | None = None) -> _Any: ...
FusedBatchNormV2: _FusedBatchNormV2Class
class _FusedBatchNormV3Setters:
    def epsilon(self, value: float) -> _FusedBatchNormV3Class.Attrs: ...
    def exponential_avg_factor(self, value: float) -> _FusedBatchNormV3Class.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW']) -> _FusedBatchNormV3Class.Attrs: ...
    def is_training(self, value: bool) -> _FusedBatchNormV3Class.Attrs: ...
class _FusedBatchNormV3Class(_FusedBatchNormV3Setters):
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
    class Attrs(_FusedBatchNormV3Setters, _Values):
        def __init__(self, *, epsilon: float = ..., exponential_avg_factor: float = ..., data_format: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, attrs: Attrs | None = None) -> _Any: ...
FusedBatchNormV3: _FusedBatchNormV3Class
class _FusedPadConv2DClass:
    """The convolution of images to which MirrorPad was applied.

    As in TensorFlow the windows are not those of Conv2D if strides leave pixels over: with padding VALID, (r - 1) // 2
    of r such pixels are in front of the first window; with SAME, r // 2, where windows are smaller than strides.

    paddings: (before, after) for each axis, a matrix `[4, 2]`; zeros for batch and channels.
    filter: `[height, width, channels, output channels]`.
    mode: REFLECT does not repeat the border, SYMMETRIC does.
    strides: 1 for batch and channels.
    input: `[batch, height, width, channels]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, paddings: _Any, filter: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
FusedPadConv2D: _FusedPadConv2DClass
class _FusedResizeAndPadConv2DSetters:
    def resize_align_corners(self, value: bool) -> _FusedResizeAndPadConv2DClass.Attrs: ...
class _FusedResizeAndPadConv2DClass(_FusedResizeAndPadConv2DSetters):
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
    class Attrs(_FusedResizeAndPadConv2DSetters, _Values):
        def __init__(self, *, resize_align_corners: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, size: _Any, paddings: _Any, filter: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
FusedResizeAndPadConv2D: _FusedResizeAndPadConv2DClass
class _GRUBlockCellClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, h_prev: _Any, w_ru: _Any, w_c: _Any, b_ru: _Any, b_c: _Any, attrs: Attrs | None = None) -> _Any: ...
GRUBlockCell: _GRUBlockCellClass
class _GRUBlockCellGradClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, h_prev: _Any, w_ru: _Any, w_c: _Any, b_ru: _Any, b_c: _Any, r: _Any, u: _Any, c: _Any, d_h: _Any, attrs: Attrs | None = None) -> _Any: ...
GRUBlockCellGrad: _GRUBlockCellGradClass
class _GatherSetters:
    def validate_indices(self, value: bool) -> _GatherClass.Attrs: ...
class _GatherClass(_GatherSetters):
    """Slices of params along its first axis: the older form of GatherV2.

    validate_indices: has no effect; indices are always checked.
    """
    class Attrs(_GatherSetters, _Values):
        def __init__(self, *, validate_indices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, params: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Gather: _GatherClass
class _GatherNdSetters:
    def bad_indices_policy(self, value: str | bytes) -> _GatherNdClass.Attrs: ...
class _GatherNdClass(_GatherNdSetters):
    """Elements or slices of params by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of params.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    output: `indices.shape[:-1] + params.shape[depth:]`.
    """
    class Attrs(_GatherNdSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, params: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
GatherNd: _GatherNdClass
class _GatherV2Setters:
    def batch_dims(self, value: int) -> _GatherV2Class.Attrs: ...
class _GatherV2Class(_GatherV2Setters):
    """Slices of params along an axis.

    indices: which ones; each must be in [0, size of the axis).
    axis: a scalar; a negative one counts from the end.
    batch_dims: how many leading axes params and indices share.
    output: the shape of params with the axis replaced by that of indices (without the shared ones).
    """
    class Attrs(_GatherV2Setters, _Values):
        def __init__(self, *, batch_dims: int = ...) -> None: ...
    def __call__(self, scope: _Scope, params: _Any, indices: _Any, axis: _Any, attrs: Attrs | None = None) -> _Tensor: ...
GatherV2: _GatherV2Class
class _GreaterClass:
    """Whether x > y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Greater: _GreaterClass
class _GreaterEqualClass:
    """Whether x >= y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
GreaterEqual: _GreaterEqualClass
class _GuaranteeConstClass:
    """The input, with the promise that it is the same in every run. Nothing relies on that here."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
GuaranteeConst: _GuaranteeConstClass
class _HSVToRGBClass:
    """Hue, saturation and value to red, green and blue.

    images: `[..., 3]`, in [0, 1].
    output: of that shape, in [0, 1].
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, attrs: Attrs | None = None) -> _Tensor: ...
HSVToRGB: _HSVToRGBClass
class _HashTableSetters:
    def container(self, value: str | bytes) -> _HashTableClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _HashTableClass.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _HashTableClass.Attrs: ...
class _HashTableClass(_HashTableSetters):
    """A reference to a table that is filled once, by an InitializeTable op.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    """
    class Attrs(_HashTableSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
HashTable: _HashTableClass
class _HashTableV2Setters:
    def container(self, value: str | bytes) -> _HashTableV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _HashTableV2Class.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _HashTableV2Class.Attrs: ...
class _HashTableV2Class(_HashTableV2Setters):
    """The handle of a table that is filled once, by an InitializeTable op.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    """
    class Attrs(_HashTableV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
HashTableV2: _HashTableV2Class
class _HistogramFixedWidthSetters:
    def dtype(self, value: _DTypeLike) -> _HistogramFixedWidthClass.Attrs: ...
class _HistogramFixedWidthClass(_HistogramFixedWidthSetters):
    """How many elements fall into each of nbins intervals of one width; what lies outside goes into the first or
    the last.

    values: of any shape.
    value_range: the start of the first interval and the end of the last.
    nbins: a scalar.
    """
    class Attrs(_HistogramFixedWidthSetters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, values: _Any, value_range: _Any, nbins: _Any, attrs: Attrs | None = None) -> _Tensor: ...
HistogramFixedWidth: _HistogramFixedWidthClass
class _HistogramSummaryClass:
    """A Summary message with a histogram of the elements, whose buckets grow by a tenth.

    tag: the name of the histogram, a scalar.
    values: of any shape; NaN and infinity are an error.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tag: _Any, values: _Any, attrs: Attrs | None = None) -> _Tensor: ...
HistogramSummary: _HistogramSummaryClass
class _IFFTClass:
    """The inverse discrete Fourier transform along the last axis, divided by the number of elements.

    input: of rank 1 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IFFT: _IFFTClass
class _IFFT2DClass:
    """The inverse discrete Fourier transform along the last two axes, divided by the number of elements.

    input: of rank 2 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IFFT2D: _IFFT2DClass
class _IFFT3DClass:
    """The inverse discrete Fourier transform along the last three axes, divided by the number of elements.

    input: of rank 3 or more.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IFFT3D: _IFFT3DClass
class _IFFTNDClass:
    """The inverse discrete Fourier transform along some axes, divided by the product of their lengths.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, axes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IFFTND: _IFFTNDClass
class _IRFFTSetters:
    def Treal(self, value: _DTypeLike) -> _IRFFTClass.Attrs: ...
class _IRFFTClass(_IRFFTSetters):
    """The real numbers whose discrete Fourier transform along the last axis is given, half of it.

    input: of rank 1 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
        fft_length says; what is beyond is cut off.
    fft_length: `[1]`, the sizes of the last axes of the output.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_IRFFTSetters, _Values):
        def __init__(self, *, Treal: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IRFFT: _IRFFTClass
class _IRFFT2DSetters:
    def Treal(self, value: _DTypeLike) -> _IRFFT2DClass.Attrs: ...
class _IRFFT2DClass(_IRFFT2DSetters):
    """The real numbers whose discrete Fourier transform along the last two axes is given, half of it.

    input: of rank 2 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
        fft_length says; what is beyond is cut off.
    fft_length: `[2]`, the sizes of the last axes of the output.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_IRFFT2DSetters, _Values):
        def __init__(self, *, Treal: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IRFFT2D: _IRFFT2DClass
class _IRFFT3DSetters:
    def Treal(self, value: _DTypeLike) -> _IRFFT3DClass.Attrs: ...
class _IRFFT3DClass(_IRFFT3DSetters):
    """The real numbers whose discrete Fourier transform along the last three axes is given, half of it.

    input: of rank 3 or more. The last axis has at least `fft_length[-1] // 2 + 1` elements, others as many as
        fft_length says; what is beyond is cut off.
    fft_length: `[3]`, the sizes of the last axes of the output.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_IRFFT3DSetters, _Values):
        def __init__(self, *, Treal: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IRFFT3D: _IRFFT3DClass
class _IRFFTNDSetters:
    def Treal(self, value: _DTypeLike) -> _IRFFTNDClass.Attrs: ...
class _IRFFTNDClass(_IRFFTNDSetters):
    """The real numbers whose discrete Fourier transform along some axes, at least one, is given, half of it.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_IRFFTNDSetters, _Values):
        def __init__(self, *, Treal: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, axes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IRFFTND: _IRFFTNDClass
class _IdentityClass:
    """The input, unchanged."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Identity: _IdentityClass
class _IdentityNClass:
    """The inputs, unchanged."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Sequence[_Any], attrs: Attrs | None = None) -> list[_Tensor]: ...
IdentityN: _IdentityNClass
class _IdentityReaderSetters:
    def container(self, value: str | bytes) -> _IdentityReaderClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _IdentityReaderClass.Attrs: ...
class _IdentityReaderClass(_IdentityReaderSetters):
    """A reader that gives the strings of the queue themselves, as keys and as values.

    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_IdentityReaderSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
IdentityReader: _IdentityReaderClass
class _IdentityReaderV2Setters:
    def container(self, value: str | bytes) -> _IdentityReaderV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _IdentityReaderV2Class.Attrs: ...
class _IdentityReaderV2Class(_IdentityReaderV2Setters):
    """A reader that gives the strings of the queue themselves, as keys and as values.

    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_IdentityReaderV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
IdentityReaderV2: _IdentityReaderV2Class
class _IfSetters:
    def output_shapes(self, value: _Sequence[_ShapeLike]) -> _IfClass.Attrs: ...
class _IfClass(_IfSetters):
    """The results of one of two functions, which take the same inputs.

    cond: true, not 0, or a text that is not empty: then_branch; of rank 1 or more: whether it has elements.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
    class Attrs(_IfSetters, _Values):
        def __init__(self, *, output_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, cond: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], then_branch: _Any, else_branch: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
If: _IfClass
class _IgammaClass:
    """The lower regularised incomplete gamma function P(a, x); not a number unless a > 0 and x >= 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a: _Any, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Igamma: _IgammaClass
class _IgammaGradAClass:
    """The derivative of Igamma with respect to a."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a: _Any, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IgammaGradA: _IgammaGradAClass
class _IgammacClass:
    """The upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x), not by that difference where x > a."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a: _Any, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Igammac: _IgammacClass
class _ImagSetters:
    def Tout(self, value: _DTypeLike) -> _ImagClass.Attrs: ...
class _ImagClass(_ImagSetters):
    """The imaginary parts."""
    class Attrs(_ImagSetters, _Values):
        def __init__(self, *, Tout: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Imag: _ImagClass
class _ImageProjectiveTransformV2Setters:
    def fill_mode(self, value: str | bytes) -> _ImageProjectiveTransformV2Class.Attrs: ...
class _ImageProjectiveTransformV2Class(_ImageProjectiveTransformV2Setters):
    """Images seen from elsewhere.

    Pixel (x, y) is that at ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.

    images: `[batch, rows, columns, channels]`.
    transforms: `[batch or 1, 8]`: a0, a1, a2, b0, b1, b2, c0, c1.
    output_shape: `[new_rows, new_columns]`, positive.
    interpolation: 'NEAREST', or 'BILINEAR': the mean of the four neighbours, in float32.
    fill_mode: what is beyond the images: 'CONSTANT', 'NEAREST' (the pixel at the edge), 'REFLECT' or 'WRAP'.
    transformed_images: `[batch, new_rows, new_columns, channels]`.
    """
    class Attrs(_ImageProjectiveTransformV2Setters, _Values):
        def __init__(self, *, fill_mode: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, transforms: _Any, output_shape: _Any, interpolation: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
ImageProjectiveTransformV2: _ImageProjectiveTransformV2Class
class _ImageProjectiveTransformV3Setters:
    def fill_mode(self, value: str | bytes) -> _ImageProjectiveTransformV3Class.Attrs: ...
class _ImageProjectiveTransformV3Class(_ImageProjectiveTransformV3Setters):
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
    class Attrs(_ImageProjectiveTransformV3Setters, _Values):
        def __init__(self, *, fill_mode: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, transforms: _Any, output_shape: _Any, fill_value: _Any, interpolation: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
ImageProjectiveTransformV3: _ImageProjectiveTransformV3Class
class _ImageSummarySetters:
    def max_images(self, value: int) -> _ImageSummaryClass.Attrs: ...
    def bad_color(self, value: _np.ndarray[_Any, _Any]) -> _ImageSummaryClass.Attrs: ...
class _ImageSummaryClass(_ImageSummarySetters):
    """A Summary message with images as PNG files.

    tag: the name of the values, a scalar, behind which stand `/image/0`, `/image/1` ..., or `/image` if max_images is 1.
    tensor: `[images, rows, columns, channels]` with 1, 3 or 4 channels. Fractions are multiplied so that the largest is
    255, or, if some are negative, so that the largest magnitude is 127, and 128 is added.
    max_images: how many are shown.
    bad_color: a number for each channel, uint8: pixels with NaN or infinity.
    """
    class Attrs(_ImageSummarySetters, _Values):
        def __init__(self, *, max_images: int = ..., bad_color: _np.ndarray[_Any, _Any] = ...) -> None: ...
    def __call__(self, scope: _Scope, tag: _Any, tensor: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ImageSummary: _ImageSummaryClass
class _InTopKClass:
    """Whether the targets are among the k best predictions: the older form of InTopKV2.

    predictions: `[batch, classes]`.
    targets: `[batch]`, a class for each row; one out of range is not among the best.
    k: how many are the best; all that are as large as the k-th are among them.
    precision: `[batch]`; false for a row with a prediction that is not finite.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, predictions: _Any, targets: _Any, k: int, attrs: Attrs | None = None) -> _Tensor: ...
InTopK: _InTopKClass
class _InTopKV2Class:
    """Whether the targets are among the k best predictions.

    predictions: `[batch, classes]`.
    targets: `[batch]`, a class for each row; one out of range is not among the best.
    k: how many are the best; all that are as large as the k-th are among them.
    precision: `[batch]`; false for a row with a prediction that is not finite.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, predictions: _Any, targets: _Any, k: _Any, attrs: Attrs | None = None) -> _Tensor: ...
InTopKV2: _InTopKV2Class
class _InitializeTableClass:
    """Fill a table that is filled once. Filling it again with as many keys changes nothing.

    keys: a vector with at least one key. A key may come twice, with the same value.
    values: for each key one.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, values: _Any, attrs: Attrs | None = None) -> _Node: ...
InitializeTable: _InitializeTableClass
class _InitializeTableFromTextFileSetters:
    def vocab_size(self, value: int) -> _InitializeTableFromTextFileClass.Attrs: ...
    def delimiter(self, value: str | bytes) -> _InitializeTableFromTextFileClass.Attrs: ...
    def offset(self, value: int) -> _InitializeTableFromTextFileClass.Attrs: ...
class _InitializeTableFromTextFileClass(_InitializeTableFromTextFileSetters):
    """Fill a table that is filled once from the lines of a text file.

    filename: of a file in a folder that the Session may read.
    key_index, value_index: what is key and value: a column from 0 on, -1 for the number of the line, -2 for the line.
    vocab_size: how many lines are read; -1 for all.
    delimiter: one character between columns.
    offset: of the numbers of lines.
    """
    class Attrs(_InitializeTableFromTextFileSetters, _Values):
        def __init__(self, *, vocab_size: int = ..., delimiter: str | bytes = ..., offset: int = ...) -> None: ...
    def __call__(self, scope: _Scope, table_handle: _Any, filename: _Any, key_index: int, value_index: int, attrs: Attrs | None = None) -> _Node: ...
InitializeTableFromTextFile: _InitializeTableFromTextFileClass
class _InitializeTableFromTextFileV2Setters:
    def vocab_size(self, value: int) -> _InitializeTableFromTextFileV2Class.Attrs: ...
    def delimiter(self, value: str | bytes) -> _InitializeTableFromTextFileV2Class.Attrs: ...
    def offset(self, value: int) -> _InitializeTableFromTextFileV2Class.Attrs: ...
class _InitializeTableFromTextFileV2Class(_InitializeTableFromTextFileV2Setters):
    """Fill a table that is filled once from the lines of a text file.

    filename: of a file in a folder that the Session may read.
    key_index, value_index: what is key and value: a column from 0 on, -1 for the number of the line, -2 for the line.
    vocab_size: how many lines are read; -1 for all.
    delimiter: one character between columns.
    offset: of the numbers of lines.
    """
    class Attrs(_InitializeTableFromTextFileV2Setters, _Values):
        def __init__(self, *, vocab_size: int = ..., delimiter: str | bytes = ..., offset: int = ...) -> None: ...
    def __call__(self, scope: _Scope, table_handle: _Any, filename: _Any, key_index: int, value_index: int, attrs: Attrs | None = None) -> _Node: ...
InitializeTableFromTextFileV2: _InitializeTableFromTextFileV2Class
class _InitializeTableV2Class:
    """Fill a table that is filled once. Filling it again with as many keys changes nothing.

    keys: a vector with at least one key. A key may come twice, with the same value.
    values: for each key one.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, values: _Any, attrs: Attrs | None = None) -> _Node: ...
InitializeTableV2: _InitializeTableV2Class
class _InplaceAddClass:
    """x with something added to rows; a row that is named twice gets both. The input itself stays as it is.

    x: rank 1 or more.
    i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
    v: a row for each number.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, i: _Any, v: _Any, attrs: Attrs | None = None) -> _Tensor: ...
InplaceAdd: _InplaceAddClass
class _InplaceSubClass:
    """x with something taken from rows; a row that is named twice loses both. The input itself stays as it is.

    x: rank 1 or more.
    i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
    v: a row for each number.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, i: _Any, v: _Any, attrs: Attrs | None = None) -> _Tensor: ...
InplaceSub: _InplaceSubClass
class _InplaceUpdateClass:
    """x with rows replaced; of several for one row the last counts. The input itself stays as it is.

    x: rank 1 or more.
    i: a vector of numbers of rows, which count modulo the number of rows: -1 is the last one.
    v: a row for each number.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, i: _Any, v: _Any, attrs: Attrs | None = None) -> _Tensor: ...
InplaceUpdate: _InplaceUpdateClass
class _InvClass:
    """1 / x: the older name of Reciprocal."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Inv: _InvClass
class _InvGradClass:
    """The gradient of Inv from its output: the older name of ReciprocalGrad."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, y: _Any, dy: _Any, attrs: Attrs | None = None) -> _Tensor: ...
InvGrad: _InvGradClass
class _InvertClass:
    """Every bit of x inverted."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Invert: _InvertClass
class _InvertPermutationClass:
    """The inverse of a permutation: y[x[i]] = i.

    x: a vector that holds each number below its length once.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
InvertPermutation: _InvertPermutationClass
class _IsFiniteClass:
    """Whether x is a number and not infinite."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IsFinite: _IsFiniteClass
class _IsInfClass:
    """Whether x is plus or minus infinity."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IsInf: _IsInfClass
class _IsNanClass:
    """Whether x is not a number."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IsNan: _IsNanClass
class _IsVariableInitializedClass:
    """Whether a variable has a value."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, ref: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IsVariableInitialized: _IsVariableInitializedClass
class _IsotonicRegressionSetters:
    def output_dtype(self, value: _DTypeLike) -> _IsotonicRegressionClass.Attrs: ...
class _IsotonicRegressionClass(_IsotonicRegressionSetters):
    """For each row the numbers that never increase and are closest to it by the sum of squares.

    input: `[..., n]`, or one number.
    segments: for each number which of the row's runs of equal numbers it is in, from 0 on.
    """
    class Attrs(_IsotonicRegressionSetters, _Values):
        def __init__(self, *, output_dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
IsotonicRegression: _IsotonicRegressionClass
class _IteratorFromStringHandleV2Setters:
    def output_types(self, value: _Sequence[_DTypeLike]) -> _IteratorFromStringHandleV2Class.Attrs: ...
    def output_shapes(self, value: _Sequence[_ShapeLike]) -> _IteratorFromStringHandleV2Class.Attrs: ...
class _IteratorFromStringHandleV2Class(_IteratorFromStringHandleV2Setters):
    """The handle of the iterator that IteratorToStringHandle gave a text for, in the same Session.

    string_handle: that text.
    output_types, output_shapes: of the components of each element.
    """
    class Attrs(_IteratorFromStringHandleV2Setters, _Values):
        def __init__(self, *, output_types: _Sequence[_DTypeLike] = ..., output_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, string_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IteratorFromStringHandleV2: _IteratorFromStringHandleV2Class
class _IteratorGetNextClass:
    """The next element; OutOfRangeError after the last one.

    output_types, output_shapes: of the components of each element.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, iterator: _Any, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
IteratorGetNext: _IteratorGetNextClass
class _IteratorToStringHandleClass:
    """A text that names an iterator in its Session, to be fed."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
IteratorToStringHandle: _IteratorToStringHandleClass
class _IteratorV2Class:
    """The handle of an iterator, which MakeIterator gives a data set.

    shared_name: nodes with the same one refer to the same iterator; '' means one of the node's own.
    container: where the iterator lives; '' is the default container.
    output_types, output_shapes: of the components of each element.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shared_name: str | bytes, container: str | bytes, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> _Tensor: ...
IteratorV2: _IteratorV2Class
class _L2LossClass:
    """Half the sum of the squares of all elements, a scalar."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, t: _Any, attrs: Attrs | None = None) -> _Tensor: ...
L2Loss: _L2LossClass
class _LRNSetters:
    def depth_radius(self, value: int) -> _LRNClass.Attrs: ...
    def bias(self, value: float) -> _LRNClass.Attrs: ...
    def alpha(self, value: float) -> _LRNClass.Attrs: ...
    def beta(self, value: float) -> _LRNClass.Attrs: ...
class _LRNClass(_LRNSetters):
    """Local response normalisation: each element divided by a power of the sum of squares around it.

    `output = input / (bias + alpha * sum(input[..., c - depth_radius : c + depth_radius + 1] ** 2)) ** beta`

    input: `[batch, rows, cols, channels]`.
    depth_radius: half the width of the window of channels; 0 or more.
    output: of the shape of input.
    """
    class Attrs(_LRNSetters, _Values):
        def __init__(self, *, depth_radius: int = ..., bias: float = ..., alpha: float = ..., beta: float = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LRN: _LRNClass
class _LRNGradSetters:
    def depth_radius(self, value: int) -> _LRNGradClass.Attrs: ...
    def bias(self, value: float) -> _LRNGradClass.Attrs: ...
    def alpha(self, value: float) -> _LRNGradClass.Attrs: ...
    def beta(self, value: float) -> _LRNGradClass.Attrs: ...
class _LRNGradClass(_LRNGradSetters):
    """Gradient of LRN.

    input_grads: gradient of the output of LRN, `[batch, rows, cols, channels]`.
    input_image: the input of LRN, of the same shape.
    output_image: the output of LRN, of the same shape.
    output: gradient of the input, of the same shape.
    """
    class Attrs(_LRNGradSetters, _Values):
        def __init__(self, *, depth_radius: int = ..., bias: float = ..., alpha: float = ..., beta: float = ...) -> None: ...
    def __call__(self, scope: _Scope, input_grads: _Any, input_image: _Any, output_image: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LRNGrad: _LRNGradClass
class _LSTMBlockCellSetters:
    def forget_bias(self, value: float) -> _LSTMBlockCellClass.Attrs: ...
    def cell_clip(self, value: float) -> _LSTMBlockCellClass.Attrs: ...
    def use_peephole(self, value: bool) -> _LSTMBlockCellClass.Attrs: ...
class _LSTMBlockCellClass(_LSTMBlockCellSetters):
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
    class Attrs(_LSTMBlockCellSetters, _Values):
        def __init__(self, *, forget_bias: float = ..., cell_clip: float = ..., use_peephole: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, attrs: Attrs | None = None) -> _Any: ...
LSTMBlockCell: _LSTMBlockCellClass
class _LSTMBlockCellGradClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, cs_prev: _Any, h_prev: _Any, w: _Any, wci: _Any, wcf: _Any, wco: _Any, b: _Any, i: _Any, cs: _Any, f: _Any, o: _Any, ci: _Any, co: _Any, cs_grad: _Any, h_grad: _Any, use_peephole: bool, attrs: Attrs | None = None) -> _Any: ...
LSTMBlockCellGrad: _LSTMBlockCellGradClass
class _LeakyReluSetters:
    def alpha(self, value: float) -> _LeakyReluClass.Attrs: ...
class _LeakyReluClass(_LeakyReluSetters):
    """features above 0, alpha * features elsewhere."""
    class Attrs(_LeakyReluSetters, _Values):
        def __init__(self, *, alpha: float = ...) -> None: ...
    def __call__(self, scope: _Scope, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LeakyRelu: _LeakyReluClass
class _LeakyReluGradSetters:
    def alpha(self, value: float) -> _LeakyReluGradClass.Attrs: ...
class _LeakyReluGradClass(_LeakyReluGradSetters):
    """gradients where features are above 0, alpha times them elsewhere."""
    class Attrs(_LeakyReluGradSetters, _Values):
        def __init__(self, *, alpha: float = ...) -> None: ...
    def __call__(self, scope: _Scope, gradients: _Any, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LeakyReluGrad: _LeakyReluGradClass
class _LeftShiftClass:
    """x with its bits moved y places up; zeros come in. y is taken as 0 if it is negative, and as one less than the number of bits if it is larger than that."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LeftShift: _LeftShiftClass
class _LessClass:
    """Whether x < y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Less: _LessClass
class _LessEqualClass:
    """Whether x <= y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LessEqual: _LessEqualClass
class _LgammaClass:
    """The logarithm of the absolute value of the gamma function."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Lgamma: _LgammaClass
class _LinSpaceClass:
    """Evenly spaced numbers from start to stop, both included.

    start, stop: scalars.
    num: how many, a scalar of at least 1.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, start: _Any, stop: _Any, num: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LinSpace: _LinSpaceClass
class _ListDiffSetters:
    def out_idx(self, value: _DTypeLike) -> _ListDiffClass.Attrs: ...
class _ListDiffClass(_ListDiffSetters):
    """The elements of a vector x that are not in the vector y, in their order.

    idx: their places in x.
    """
    class Attrs(_ListDiffSetters, _Values):
        def __init__(self, *, out_idx: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Any: ...
ListDiff: _ListDiffClass
class _LogClass:
    """The natural logarithm."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Log: _LogClass
class _Log1pClass:
    """log(1 + x), accurate for small x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Log1p: _Log1pClass
class _LogMatrixDeterminantClass:
    """The determinants of matrices as sign * exp(log_abs_determinant).

    input: `[..., n, n]`.
    sign: `[...]`, of absolute value 1; 0 for a singular matrix.
    log_abs_determinant: `[...]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
LogMatrixDeterminant: _LogMatrixDeterminantClass
class _LogSoftmaxClass:
    """The logarithm of Softmax, accurate where that is small."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, logits: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LogSoftmax: _LogSoftmaxClass
class _LogUniformCandidateSamplerSetters:
    def seed(self, value: int) -> _LogUniformCandidateSamplerClass.Attrs: ...
    def seed2(self, value: int) -> _LogUniformCandidateSamplerClass.Attrs: ...
class _LogUniformCandidateSamplerClass(_LogUniformCandidateSamplerSetters):
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
    """
    class Attrs(_LogUniformCandidateSamplerSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, attrs: Attrs | None = None) -> _Any: ...
LogUniformCandidateSampler: _LogUniformCandidateSamplerClass
class _LogicalAndClass:
    """Whether x and y hold."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LogicalAnd: _LogicalAndClass
class _LogicalNotClass:
    """Whether x does not hold."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LogicalNot: _LogicalNotClass
class _LogicalOrClass:
    """Whether x or y holds."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LogicalOr: _LogicalOrClass
class _LookupTableExportClass:
    """All keys of a table, in the order in which they came, and their values."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, Tkeys: _DTypeLike, Tvalues: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
LookupTableExport: _LookupTableExportClass
class _LookupTableExportV2Class:
    """All keys of a table, in the order in which they came, and their values."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, Tkeys: _DTypeLike, Tvalues: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
LookupTableExportV2: _LookupTableExportV2Class
class _LookupTableFindClass:
    """The values of keys.

    keys: of any shape.
    default_value: the value of a key that the table does not have, or for each key one. Of these, only a
        MutableHashTable reads more than the first.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, default_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LookupTableFind: _LookupTableFindClass
class _LookupTableFindV2Class:
    """The values of keys.

    keys: of any shape.
    default_value: the value of a key that the table does not have, or for each key one. Of these, only a
        MutableHashTable reads more than the first.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, default_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LookupTableFindV2: _LookupTableFindV2Class
class _LookupTableImportClass:
    """Make keys and values all that a table holds; fills a table that is filled once.

    keys, values: of any shape; a value for each key.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, values: _Any, attrs: Attrs | None = None) -> _Node: ...
LookupTableImport: _LookupTableImportClass
class _LookupTableImportV2Class:
    """Make keys and values all that a table holds; fills a table that is filled once.

    keys, values: of any shape; a value for each key.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, values: _Any, attrs: Attrs | None = None) -> _Node: ...
LookupTableImportV2: _LookupTableImportV2Class
class _LookupTableInsertClass:
    """Give keys values, old keys new ones. Of a key that comes twice, the last value counts.

    keys, values: of any shape; a value for each key.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, values: _Any, attrs: Attrs | None = None) -> _Node: ...
LookupTableInsert: _LookupTableInsertClass
class _LookupTableInsertV2Class:
    """Give keys values, old keys new ones. Of a key that comes twice, the last value counts.

    keys, values: of any shape; a value for each key.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, values: _Any, attrs: Attrs | None = None) -> _Node: ...
LookupTableInsertV2: _LookupTableInsertV2Class
class _LookupTableRemoveV2Class:
    """Take keys out of a table; those that it does not have are ignored."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, keys: _Any, attrs: Attrs | None = None) -> _Node: ...
LookupTableRemoveV2: _LookupTableRemoveV2Class
class _LookupTableSizeClass:
    """How many keys a table has."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LookupTableSize: _LookupTableSizeClass
class _LookupTableSizeV2Class:
    """How many keys a table has."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, table_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LookupTableSizeV2: _LookupTableSizeV2Class
class _LoopCondClass:
    """Whether a loop goes on, a scalar."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LoopCond: _LoopCondClass
class _LowerBoundSetters:
    def out_type(self, value: _DTypeLike) -> _LowerBoundClass.Attrs: ...
class _LowerBoundClass(_LowerBoundSetters):
    """For each value how many elements of its sorted row are smaller.

    sorted_inputs: `[rows, n]`, each row sorted.
    values: `[rows, m]`.
    output: `[rows, m]`, numbers in [0, n].
    """
    class Attrs(_LowerBoundSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, sorted_inputs: _Any, values: _Any, attrs: Attrs | None = None) -> _Tensor: ...
LowerBound: _LowerBoundClass
class _LuSetters:
    def output_idx_type(self, value: _DTypeLike) -> _LuClass.Attrs: ...
class _LuClass(_LuSetters):
    """Matrices as products of a lower and an upper triangular one, with their rows in another order.

    input: `[..., n, n]`; none singular.
    lu: `[..., n, n]`: on and above the diagonal the upper factor, below it the lower one, which has ones on its own.
    p: `[..., n]`: row p[i] of the input is row i of the product.
    """
    class Attrs(_LuSetters, _Values):
        def __init__(self, *, output_idx_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
Lu: _LuClass
class _MakeIteratorClass:
    """Let an iterator begin at the first element of a data set."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, dataset: _Any, iterator: _Any, attrs: Attrs | None = None) -> _Node: ...
MakeIterator: _MakeIteratorClass
class _MapClearSetters:
    def capacity(self, value: int) -> _MapClearClass.Attrs: ...
    def memory_limit(self, value: int) -> _MapClearClass.Attrs: ...
    def container(self, value: str | bytes) -> _MapClearClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MapClearClass.Attrs: ...
class _MapClearClass(_MapClearSetters):
    """Empty a staging area.

    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_MapClearSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Node: ...
MapClear: _MapClearClass
class _MapIncompleteSizeSetters:
    def capacity(self, value: int) -> _MapIncompleteSizeClass.Attrs: ...
    def memory_limit(self, value: int) -> _MapIncompleteSizeClass.Attrs: ...
    def container(self, value: str | bytes) -> _MapIncompleteSizeClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MapIncompleteSizeClass.Attrs: ...
class _MapIncompleteSizeClass(_MapIncompleteSizeSetters):
    """How many incomplete tuples are staged.

    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_MapIncompleteSizeSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
MapIncompleteSize: _MapIncompleteSizeClass
class _MapPeekSetters:
    def capacity(self, value: int) -> _MapPeekClass.Attrs: ...
    def memory_limit(self, value: int) -> _MapPeekClass.Attrs: ...
    def container(self, value: str | bytes) -> _MapPeekClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MapPeekClass.Attrs: ...
class _MapPeekClass(_MapPeekSetters):
    """Tensors of the tuple of a key of a staging area, which stay there; waits while there is none.

    key: a scalar.
    indices: which tensors of the tuple, in rising order.
    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of these tensors.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_MapPeekSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
MapPeek: _MapPeekClass
class _MapSizeSetters:
    def capacity(self, value: int) -> _MapSizeClass.Attrs: ...
    def memory_limit(self, value: int) -> _MapSizeClass.Attrs: ...
    def container(self, value: str | bytes) -> _MapSizeClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MapSizeClass.Attrs: ...
class _MapSizeClass(_MapSizeSetters):
    """How many complete tuples are staged.

    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_MapSizeSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
MapSize: _MapSizeClass
class _MapStageSetters:
    def capacity(self, value: int) -> _MapStageClass.Attrs: ...
    def memory_limit(self, value: int) -> _MapStageClass.Attrs: ...
    def container(self, value: str | bytes) -> _MapStageClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MapStageClass.Attrs: ...
class _MapStageClass(_MapStageSetters):
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
    """
    class Attrs(_MapStageSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, key: _Any, indices: _Any, values: _Sequence[_Any], dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Node: ...
MapStage: _MapStageClass
class _MapUnstageSetters:
    def capacity(self, value: int) -> _MapUnstageClass.Attrs: ...
    def memory_limit(self, value: int) -> _MapUnstageClass.Attrs: ...
    def container(self, value: str | bytes) -> _MapUnstageClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MapUnstageClass.Attrs: ...
class _MapUnstageClass(_MapUnstageSetters):
    """Take tensors of the tuple of a key out of a staging area; waits while there is none.

    key: a scalar.
    indices: which tensors of the tuple, in rising order.
    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of these tensors.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_MapUnstageSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
MapUnstage: _MapUnstageClass
class _MapUnstageNoKeySetters:
    def capacity(self, value: int) -> _MapUnstageNoKeyClass.Attrs: ...
    def memory_limit(self, value: int) -> _MapUnstageNoKeyClass.Attrs: ...
    def container(self, value: str | bytes) -> _MapUnstageNoKeyClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MapUnstageNoKeyClass.Attrs: ...
class _MapUnstageNoKeyClass(_MapUnstageNoKeySetters):
    """Take tensors of a tuple out of a staging area, and tell its key; waits while there is none.

    indices: which tensors of the tuple, in rising order.
    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of these tensors.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_MapUnstageNoKeySetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, indices: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Any: ...
MapUnstageNoKey: _MapUnstageNoKeyClass
class _MatMulSetters:
    def transpose_a(self, value: bool) -> _MatMulClass.Attrs: ...
    def transpose_b(self, value: bool) -> _MatMulClass.Attrs: ...
    def grad_a(self, value: bool) -> _MatMulClass.Attrs: ...
    def grad_b(self, value: bool) -> _MatMulClass.Attrs: ...
class _MatMulClass(_MatMulSetters):
    """The product of two matrices.

    a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
    b: `[inner, cols]`, or `[cols, inner]` with transpose_b.
    grad_a: says that the product is a gradient of the a of another one; changes nothing.
    grad_b: likewise of b.
    product: `[rows, cols]`.
    """
    class Attrs(_MatMulSetters, _Values):
        def __init__(self, *, transpose_a: bool = ..., transpose_b: bool = ..., grad_a: bool = ..., grad_b: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, a: _Any, b: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatMul: _MatMulClass
class _MatchingFilesClass:
    """The files whose paths match one of the patterns, sorted; none is no error.

    pattern: a scalar or a vector of paths in one of `SessionConfig(file_folders=...)`, with `*`, `?` and `[...]` for parts of a name.
    filenames: a vector.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, pattern: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatchingFiles: _MatchingFilesClass
class _MatrixBandPartClass:
    """The diagonal and some diagonals beside it of each matrix; zeros elsewhere.

    input: `[..., rows, columns]`.
    num_lower: how many diagonals below the main one to keep, at most the rows, a scalar; a negative one keeps all.
    num_upper: how many above it, at most the columns, a scalar; a negative one keeps all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, num_lower: _Any, num_upper: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixBandPart: _MatrixBandPartClass
class _MatrixDeterminantClass:
    """The determinants of matrices.

    input: `[..., n, n]`.
    output: `[...]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixDeterminant: _MatrixDeterminantClass
class _MatrixDiagClass:
    """Square matrices with the given main diagonals and zeros elsewhere.

    diagonal: `[..., n]`.
    output: `[..., n, n]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, diagonal: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixDiag: _MatrixDiagClass
class _MatrixDiagPartClass:
    """The main diagonals of matrices.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixDiagPart: _MatrixDiagPartClass
class _MatrixDiagPartV2Class:
    """Diagonals of matrices.

    input: `[..., rows, columns]`.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    padding_value: what fills up diagonals that are shorter than the longest, a scalar. Shorter diagonals are aligned to the left.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, k: _Any, padding_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixDiagPartV2: _MatrixDiagPartV2Class
class _MatrixDiagPartV3Setters:
    def align(self, value: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT']) -> _MatrixDiagPartV3Class.Attrs: ...
class _MatrixDiagPartV3Class(_MatrixDiagPartV3Setters):
    """Diagonals of matrices.

    input: `[..., rows, columns]`.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    padding_value: what fills up diagonals that are shorter than the longest, a scalar.
    align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.
    """
    class Attrs(_MatrixDiagPartV3Setters, _Values):
        def __init__(self, *, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, k: _Any, padding_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixDiagPartV3: _MatrixDiagPartV3Class
class _MatrixDiagV2Class:
    """Matrices with the given diagonals.

    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    num_rows, num_cols: of the matrices, scalars; -1 for the fewest that the diagonals fit into.
    padding_value: the value of the elements off the diagonals, a scalar. Shorter diagonals are aligned to the left.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixDiagV2: _MatrixDiagV2Class
class _MatrixDiagV3Setters:
    def align(self, value: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT']) -> _MatrixDiagV3Class.Attrs: ...
class _MatrixDiagV3Class(_MatrixDiagV3Setters):
    """Matrices with the given diagonals.

    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    num_rows, num_cols: of the matrices, scalars; -1 for the fewest that the diagonals fit into.
    padding_value: the value of the elements off the diagonals, a scalar.
    align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.
    """
    class Attrs(_MatrixDiagV3Setters, _Values):
        def __init__(self, *, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ...) -> None: ...
    def __call__(self, scope: _Scope, diagonal: _Any, k: _Any, num_rows: _Any, num_cols: _Any, padding_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixDiagV3: _MatrixDiagV3Class
class _MatrixExponentialClass:
    """The exponentials of matrices, the sums of A^k / k! over all k.

    input: `[..., n, n]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixExponential: _MatrixExponentialClass
class _MatrixInverseSetters:
    def adjoint(self, value: bool) -> _MatrixInverseClass.Attrs: ...
class _MatrixInverseClass(_MatrixInverseSetters):
    """The inverses of matrices.

    input: `[..., n, n]`; none singular.
    adjoint: invert the conjugate transposes.
    """
    class Attrs(_MatrixInverseSetters, _Values):
        def __init__(self, *, adjoint: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixInverse: _MatrixInverseClass
class _MatrixLogarithmClass:
    """The principal logarithms of matrices: their eigenvalues have imaginary parts in (-pi, pi].

    input: `[..., n, n]`; not a number where a matrix is singular.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixLogarithm: _MatrixLogarithmClass
class _MatrixSetDiagClass:
    """Matrices with other main diagonals.

    input: `[..., rows, columns]`.
    diagonal: `[..., min(rows, columns)]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, diagonal: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixSetDiag: _MatrixSetDiagClass
class _MatrixSetDiagV2Class:
    """Matrices with some of their diagonals replaced.

    input: `[..., rows, columns]`.
    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them. Shorter diagonals are aligned to the left.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, diagonal: _Any, k: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixSetDiagV2: _MatrixSetDiagV2Class
class _MatrixSetDiagV3Setters:
    def align(self, value: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT']) -> _MatrixSetDiagV3Class.Attrs: ...
class _MatrixSetDiagV3Class(_MatrixSetDiagV3Setters):
    """Matrices with some of their diagonals replaced.

    input: `[..., rows, columns]`.
    diagonal: `[..., length]` for one diagonal, `[..., number, length]` for more.
    k: which diagonals: a scalar, or a vector of the lowest and the highest. 0 is the main one, positive ones lie above
        it. With more than one, the diagonals are rows, the highest first, as long as the longest of them.
    align: how shorter diagonals are aligned in their rows: first those above the main one, then those below it.
    """
    class Attrs(_MatrixSetDiagV3Setters, _Values):
        def __init__(self, *, align: _Literal['LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, diagonal: _Any, k: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixSetDiagV3: _MatrixSetDiagV3Class
class _MatrixSolveSetters:
    def adjoint(self, value: bool) -> _MatrixSolveClass.Attrs: ...
class _MatrixSolveClass(_MatrixSolveSetters):
    """The X for which matrix X = rhs.

    matrix: `[..., n, n]`; none singular.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    adjoint: solve with the conjugate transposes of the matrices.
    """
    class Attrs(_MatrixSolveSetters, _Values):
        def __init__(self, *, adjoint: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, matrix: _Any, rhs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixSolve: _MatrixSolveClass
class _MatrixSolveLsSetters:
    def fast(self, value: bool) -> _MatrixSolveLsClass.Attrs: ...
class _MatrixSolveLsClass(_MatrixSolveLsSetters):
    """The X for which matrix X is as close to rhs as can be, in the sum of squares.

    matrix: `[..., m, n]`.
    rhs: `[..., m, columns]`, with the same leading dimensions.
    l2_regularizer: a number of at least 0: how much the squares of X count beside those of what is missed.
    fast: by way of the product of the matrix with its adjoint, which must be far from singular; otherwise by its
        singular values, for any matrix: the smallest X, and l2_regularizer has no effect.
    output: `[..., n, columns]`; of several the smallest.
    """
    class Attrs(_MatrixSolveLsSetters, _Values):
        def __init__(self, *, fast: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, matrix: _Any, rhs: _Any, l2_regularizer: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixSolveLs: _MatrixSolveLsClass
class _MatrixSquareRootClass:
    """The principal square roots of matrices: their eigenvalues have no negative real parts.

    input: `[..., n, n]`; not a number where a matrix has no such root, or a real one no real root.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixSquareRoot: _MatrixSquareRootClass
class _MatrixTriangularSolveSetters:
    def lower(self, value: bool) -> _MatrixTriangularSolveClass.Attrs: ...
    def adjoint(self, value: bool) -> _MatrixTriangularSolveClass.Attrs: ...
class _MatrixTriangularSolveClass(_MatrixTriangularSolveSetters):
    """The X for which matrix X = rhs, by substitution.

    matrix: `[..., n, n]`; only one triangle is read. A 0 on the diagonal gives results that are not finite.
    rhs: `[..., n, columns]`; leading dimensions broadcast.
    lower: which triangle: the lower or the upper one.
    adjoint: solve with the conjugate transposes of the matrices.
    """
    class Attrs(_MatrixTriangularSolveSetters, _Values):
        def __init__(self, *, lower: bool = ..., adjoint: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, matrix: _Any, rhs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MatrixTriangularSolve: _MatrixTriangularSolveClass
class _MaxSetters:
    def keep_dims(self, value: bool) -> _MaxClass.Attrs: ...
class _MaxClass(_MaxSetters):
    """The largest element over axes, not a number if one is not. That of nothing is the lowest value of the dtype:
    minus infinity, or the smallest integer.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_MaxSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Max: _MaxClass
class _MaxPoolSetters:
    def explicit_paddings(self, value: _Sequence[int]) -> _MaxPoolClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C']) -> _MaxPoolClass.Attrs: ...
class _MaxPoolClass(_MaxPoolSetters):
    """The maximum of each window.

    input: `[batch, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
    class Attrs(_MaxPoolSetters, _Values):
        def __init__(self, *, explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPool: _MaxPoolClass
class _MaxPool3DSetters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _MaxPool3DClass.Attrs: ...
class _MaxPool3DClass(_MaxPool3DSetters):
    """The maximum of each window.

    input: `[batch, depth, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
    class Attrs(_MaxPool3DSetters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPool3D: _MaxPool3DClass
class _MaxPool3DGradSetters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _MaxPool3DGradClass.Attrs: ...
class _MaxPool3DGradClass(_MaxPool3DGradSetters):
    """Gradient of MaxPool3D.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input, of its shape.
    """
    class Attrs(_MaxPool3DGradSetters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPool3DGrad: _MaxPool3DGradClass
class _MaxPool3DGradGradSetters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> _MaxPool3DGradGradClass.Attrs: ...
class _MaxPool3DGradGradClass(_MaxPool3DGradGradSetters):
    """Gradient of MaxPool3DGrad.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the gradient of the input, of the input's shape.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: what grad has where each window's maximum is, of the shape of the pool's output.
    """
    class Attrs(_MaxPool3DGradGradSetters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPool3DGradGrad: _MaxPool3DGradGradClass
class _MaxPoolGradSetters:
    def explicit_paddings(self, value: _Sequence[int]) -> _MaxPoolGradClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _MaxPoolGradClass.Attrs: ...
class _MaxPoolGradClass(_MaxPoolGradSetters):
    """Gradient of MaxPool.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input, of its shape.
    """
    class Attrs(_MaxPoolGradSetters, _Values):
        def __init__(self, *, explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPoolGrad: _MaxPoolGradClass
class _MaxPoolGradGradSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _MaxPoolGradGradClass.Attrs: ...
class _MaxPoolGradGradClass(_MaxPoolGradGradSetters):
    """Gradient of MaxPoolGrad.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the gradient of the input, of the input's shape.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: what grad has where each window's maximum is, of the shape of the pool's output.
    """
    class Attrs(_MaxPoolGradGradSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPoolGradGrad: _MaxPoolGradGradClass
class _MaxPoolGradGradV2Setters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _MaxPoolGradGradV2Class.Attrs: ...
class _MaxPoolGradGradV2Class(_MaxPoolGradGradV2Setters):
    """Gradient of MaxPoolGradV2.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the gradient of the input, of the input's shape.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: what grad has where each window's maximum is, of the shape of the pool's output.
    """
    class Attrs(_MaxPoolGradGradV2Setters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPoolGradGradV2: _MaxPoolGradGradV2Class
class _MaxPoolGradV2Setters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> _MaxPoolGradV2Class.Attrs: ...
class _MaxPoolGradV2Class(_MaxPoolGradV2Setters):
    """Gradient of MaxPoolV2.

    orig_input: the input of the pool.
    orig_output: its output.
    grad: gradient of the output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    output: gradient of the input, of its shape.
    """
    class Attrs(_MaxPoolGradV2Setters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ...) -> None: ...
    def __call__(self, scope: _Scope, orig_input: _Any, orig_output: _Any, grad: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPoolGradV2: _MaxPoolGradV2Class
class _MaxPoolGradWithArgmaxSetters:
    def include_batch_in_index(self, value: bool) -> _MaxPoolGradWithArgmaxClass.Attrs: ...
class _MaxPoolGradWithArgmaxClass(_MaxPoolGradWithArgmaxSetters):
    """Gradient of MaxPoolWithArgmax.

    input: the input of the pool.
    grad: gradient of its output.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    include_batch_in_index: whether argmax counts elements from the start of all images, or of each image.
    argmax: `(row * cols + col) * channels + channel` of each window's first maximum, of the shape of the output.
    output: gradient of the input, of its shape: grad where argmax says, summed where it says so twice.
    """
    class Attrs(_MaxPoolGradWithArgmaxSetters, _Values):
        def __init__(self, *, include_batch_in_index: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, grad: _Any, argmax: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPoolGradWithArgmax: _MaxPoolGradWithArgmaxClass
class _MaxPoolV2Setters:
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C']) -> _MaxPoolV2Class.Attrs: ...
class _MaxPoolV2Class(_MaxPoolV2Setters):
    """The maximum of each window; its size is an input.

    input: `[batch, rows, cols, channels]`, or channels first as data_format says.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    """
    class Attrs(_MaxPoolV2Setters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, ksize: _Any, strides: _Any, padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
MaxPoolV2: _MaxPoolV2Class
class _MaxPoolWithArgmaxSetters:
    def Targmax(self, value: _DTypeLike) -> _MaxPoolWithArgmaxClass.Attrs: ...
    def include_batch_in_index(self, value: bool) -> _MaxPoolWithArgmaxClass.Attrs: ...
class _MaxPoolWithArgmaxClass(_MaxPoolWithArgmaxSetters):
    """The maximum of each window, and where it is.

    input: `[batch, rows, cols, channels]`.

    ksize: the size of the window in each dimension, in the order of data_format; 1 for batch and channels.
    strides: likewise, how far windows are apart.
    include_batch_in_index: whether argmax counts elements from the start of all images, or of each image.
    argmax: `(row * cols + col) * channels + channel` of each window's first maximum, of the shape of the output.
    """
    class Attrs(_MaxPoolWithArgmaxSetters, _Values):
        def __init__(self, *, Targmax: _DTypeLike = ..., include_batch_in_index: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, ksize: _Sequence[int], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Any: ...
MaxPoolWithArgmax: _MaxPoolWithArgmaxClass
class _MaximumClass:
    """The larger of x and y, element by element; not a number where either is not."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Maximum: _MaximumClass
class _MeanSetters:
    def keep_dims(self, value: bool) -> _MeanClass.Attrs: ...
class _MeanClass(_MeanSetters):
    """The mean over axes. Integers round toward 0; the mean of nothing is not a number, for integers 0.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_MeanSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Mean: _MeanClass
class _MergeClass:
    """The one input that is not dead.

    value_index: which one it was.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], attrs: Attrs | None = None) -> _Any: ...
Merge: _MergeClass
class _MergeSummaryClass:
    """One Summary message with the values of all.

    inputs: serialised messages, each of any shape; two values of one name are an error.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
MergeSummary: _MergeSummaryClass
class _MergeV2CheckpointsSetters:
    def delete_old_dirs(self, value: bool) -> _MergeV2CheckpointsClass.Attrs: ...
    def allow_missing_files(self, value: bool) -> _MergeV2CheckpointsClass.Attrs: ...
class _MergeV2CheckpointsClass(_MergeV2CheckpointsSetters):
    """Write the tensors of several files into one, and remove those files.

    checkpoint_prefixes: what SaveV2 was given.
    destination_prefix: path of the new file without its suffix.
    delete_old_dirs: folders that are empty then are removed, too.
    allow_missing_files: files that do not exist are left out, as long as one does.
    """
    class Attrs(_MergeV2CheckpointsSetters, _Values):
        def __init__(self, *, delete_old_dirs: bool = ..., allow_missing_files: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, checkpoint_prefixes: _Any, destination_prefix: _Any, attrs: Attrs | None = None) -> _Node: ...
MergeV2Checkpoints: _MergeV2CheckpointsClass
class _MfccSetters:
    def upper_frequency_limit(self, value: float) -> _MfccClass.Attrs: ...
    def lower_frequency_limit(self, value: float) -> _MfccClass.Attrs: ...
    def filterbank_channel_count(self, value: int) -> _MfccClass.Attrs: ...
    def dct_coefficient_count(self, value: int) -> _MfccClass.Attrs: ...
class _MfccClass(_MfccSetters):
    """Mel-frequency cepstral coefficients: a cosine transform of the logarithms of magnitudes in bands.

    spectrogram: `[channels, windows, frequencies]`, squares of magnitudes of at least 2 frequencies from 0 to half of
        sample_rate, as AudioSpectrogram gives them.
    sample_rate: a scalar above 0, samples in a second.
    upper_frequency_limit, lower_frequency_limit: of the bands, in Hertz, within the frequencies of spectrogram.
    filterbank_channel_count: the number of bands, equally wide on the mel scale.
    dct_coefficient_count: how many coefficients are given, at most as many as there are bands.
    output: `[channels, windows, dct_coefficient_count]`.
    """
    class Attrs(_MfccSetters, _Values):
        def __init__(self, *, upper_frequency_limit: float = ..., lower_frequency_limit: float = ..., filterbank_channel_count: int = ..., dct_coefficient_count: int = ...) -> None: ...
    def __call__(self, scope: _Scope, spectrogram: _Any, sample_rate: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Mfcc: _MfccClass
class _MinSetters:
    def keep_dims(self, value: bool) -> _MinClass.Attrs: ...
class _MinClass(_MinSetters):
    """The smallest element over axes, not a number if one is not. That of nothing is the highest value of the
    dtype: infinity, or the largest integer.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_MinSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Min: _MinClass
class _MinimumClass:
    """The smaller of x and y, element by element; not a number where either is not."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Minimum: _MinimumClass
class _MirrorPadClass:
    """The input with its mirror image around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    mode: REFLECT does not repeat the border, SYMMETRIC does.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, paddings: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], attrs: Attrs | None = None) -> _Tensor: ...
MirrorPad: _MirrorPadClass
class _MirrorPadGradClass:
    """Gradient of MirrorPad: margins folded back onto what they mirror."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, paddings: _Any, mode: _Literal['REFLECT', 'SYMMETRIC'], attrs: Attrs | None = None) -> _Tensor: ...
MirrorPadGrad: _MirrorPadGradClass
class _ModClass:
    """The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Mod: _ModClass
class _MulClass:
    """x * y, element by element."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Mul: _MulClass
class _MulNoNanClass:
    """x * y, element by element, but 0 where y is 0, even if x is infinite or not a number."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
MulNoNan: _MulNoNanClass
class _MultinomialSetters:
    def seed(self, value: int) -> _MultinomialClass.Attrs: ...
    def seed2(self, value: int) -> _MultinomialClass.Attrs: ...
    def output_dtype(self, value: _DTypeLike) -> _MultinomialClass.Attrs: ...
class _MultinomialClass(_MultinomialSetters):
    """For each row numbers of classes, drawn with probabilities that are proportional to exp(logits).

    logits: (rows, classes). What is not finite has probability 0.
    num_samples: how many are drawn for each row, a scalar.
    output: (rows, num_samples), numbers in [0, classes).

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_MultinomialSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ..., output_dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, logits: _Any, num_samples: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Multinomial: _MultinomialClass
class _MutableDenseHashTableSetters:
    def container(self, value: str | bytes) -> _MutableDenseHashTableClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MutableDenseHashTableClass.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _MutableDenseHashTableClass.Attrs: ...
    def value_shape(self, value: _ShapeLike) -> _MutableDenseHashTableClass.Attrs: ...
    def initial_num_buckets(self, value: int) -> _MutableDenseHashTableClass.Attrs: ...
    def max_load_factor(self, value: float) -> _MutableDenseHashTableClass.Attrs: ...
class _MutableDenseHashTableClass(_MutableDenseHashTableSetters):
    """A reference to a table whose keys and values are tensors.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    value_shape: of each value.
    empty_key: a key that is never used; its shape is that of a key.
    initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1.
    """
    class Attrs(_MutableDenseHashTableSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ..., initial_num_buckets: int = ..., max_load_factor: float = ...) -> None: ...
    def __call__(self, scope: _Scope, empty_key: _Any, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
MutableDenseHashTable: _MutableDenseHashTableClass
class _MutableDenseHashTableV2Setters:
    def container(self, value: str | bytes) -> _MutableDenseHashTableV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MutableDenseHashTableV2Class.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _MutableDenseHashTableV2Class.Attrs: ...
    def value_shape(self, value: _ShapeLike) -> _MutableDenseHashTableV2Class.Attrs: ...
    def initial_num_buckets(self, value: int) -> _MutableDenseHashTableV2Class.Attrs: ...
    def max_load_factor(self, value: float) -> _MutableDenseHashTableV2Class.Attrs: ...
class _MutableDenseHashTableV2Class(_MutableDenseHashTableV2Setters):
    """The handle of a table whose keys and values are tensors.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    value_shape: of each value.
    empty_key, deleted_key: two keys that are never used; their shape is that of a key.
    initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1.
    """
    class Attrs(_MutableDenseHashTableV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ..., initial_num_buckets: int = ..., max_load_factor: float = ...) -> None: ...
    def __call__(self, scope: _Scope, empty_key: _Any, deleted_key: _Any, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
MutableDenseHashTableV2: _MutableDenseHashTableV2Class
class _MutableHashTableSetters:
    def container(self, value: str | bytes) -> _MutableHashTableClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MutableHashTableClass.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _MutableHashTableClass.Attrs: ...
class _MutableHashTableClass(_MutableHashTableSetters):
    """A reference to a table whose values are scalars.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    """
    class Attrs(_MutableHashTableSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
MutableHashTable: _MutableHashTableClass
class _MutableHashTableOfTensorsSetters:
    def container(self, value: str | bytes) -> _MutableHashTableOfTensorsClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MutableHashTableOfTensorsClass.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _MutableHashTableOfTensorsClass.Attrs: ...
    def value_shape(self, value: _ShapeLike) -> _MutableHashTableOfTensorsClass.Attrs: ...
class _MutableHashTableOfTensorsClass(_MutableHashTableOfTensorsSetters):
    """A reference to a table whose values are tensors of one shape.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    value_shape: of each value.
    """
    class Attrs(_MutableHashTableOfTensorsSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
MutableHashTableOfTensors: _MutableHashTableOfTensorsClass
class _MutableHashTableOfTensorsV2Setters:
    def container(self, value: str | bytes) -> _MutableHashTableOfTensorsV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MutableHashTableOfTensorsV2Class.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _MutableHashTableOfTensorsV2Class.Attrs: ...
    def value_shape(self, value: _ShapeLike) -> _MutableHashTableOfTensorsV2Class.Attrs: ...
class _MutableHashTableOfTensorsV2Class(_MutableHashTableOfTensorsV2Setters):
    """The handle of a table whose values are tensors of one shape.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    value_shape: of each value.
    """
    class Attrs(_MutableHashTableOfTensorsV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ..., value_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
MutableHashTableOfTensorsV2: _MutableHashTableOfTensorsV2Class
class _MutableHashTableV2Setters:
    def container(self, value: str | bytes) -> _MutableHashTableV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _MutableHashTableV2Class.Attrs: ...
    def use_node_name_sharing(self, value: bool) -> _MutableHashTableV2Class.Attrs: ...
class _MutableHashTableV2Class(_MutableHashTableV2Setters):
    """The handle of a table whose values are scalars.

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none.
    key_dtype, value_dtype: of keys and values.
    """
    class Attrs(_MutableHashTableV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., use_node_name_sharing: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, key_dtype: _DTypeLike, value_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
MutableHashTableV2: _MutableHashTableV2Class
class _NdtriClass:
    """The quantile function of the normal distribution; x must be in [0, 1]."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Ndtri: _NdtriClass
class _NegClass:
    """-x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Neg: _NegClass
class _NextAfterClass:
    """The number next to x1 in the direction of x2."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x1: _Any, x2: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NextAfter: _NextAfterClass
class _NextIterationClass:
    """Brings a value into the next iteration of a loop."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NextIteration: _NextIterationClass
class _NoOpClass:
    """Computes nothing; a place to attach control dependencies to."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Node: ...
NoOp: _NoOpClass
class _NonMaxSuppressionSetters:
    def iou_threshold(self, value: float) -> _NonMaxSuppressionClass.Attrs: ...
class _NonMaxSuppressionClass(_NonMaxSuppressionSetters):
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
    class Attrs(_NonMaxSuppressionSetters, _Values):
        def __init__(self, *, iou_threshold: float = ...) -> None: ...
    def __call__(self, scope: _Scope, boxes: _Any, scores: _Any, max_output_size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NonMaxSuppression: _NonMaxSuppressionClass
class _NonMaxSuppressionV2Class:
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NonMaxSuppressionV2: _NonMaxSuppressionV2Class
class _NonMaxSuppressionV3Class:
    """The best boxes, none of which overlaps a better one by much.

    boxes: `[boxes, 4]`: y1, x1, y2, x2, of any two opposite corners.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    iou_threshold: in [0, 1]: a box is left out if it shares more than that part of the union with a better one.
    score_threshold: a scalar: only boxes with a score above it.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NonMaxSuppressionV3: _NonMaxSuppressionV3Class
class _NonMaxSuppressionV4Setters:
    def pad_to_max_output_size(self, value: bool) -> _NonMaxSuppressionV4Class.Attrs: ...
class _NonMaxSuppressionV4Class(_NonMaxSuppressionV4Setters):
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
    class Attrs(_NonMaxSuppressionV4Setters, _Values):
        def __init__(self, *, pad_to_max_output_size: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, attrs: Attrs | None = None) -> _Any: ...
NonMaxSuppressionV4: _NonMaxSuppressionV4Class
class _NonMaxSuppressionV5Setters:
    def pad_to_max_output_size(self, value: bool) -> _NonMaxSuppressionV5Class.Attrs: ...
class _NonMaxSuppressionV5Class(_NonMaxSuppressionV5Setters):
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
    class Attrs(_NonMaxSuppressionV5Setters, _Values):
        def __init__(self, *, pad_to_max_output_size: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, boxes: _Any, scores: _Any, max_output_size: _Any, iou_threshold: _Any, score_threshold: _Any, soft_nms_sigma: _Any, attrs: Attrs | None = None) -> _Any: ...
NonMaxSuppressionV5: _NonMaxSuppressionV5Class
class _NonMaxSuppressionWithOverlapsClass:
    """The best boxes, none of which overlaps a better one by much, by any measure of overlap.

    overlaps: `[boxes, boxes]`: how much the box of the row overlaps that of the column.
    scores: `[boxes]`.
    max_output_size: a scalar, 0 or more: at most so many boxes.
    overlap_threshold: a scalar: a box is left out if it overlaps a better one by more.
    score_threshold: a scalar: only boxes with a score above it.
    selected_indices: which boxes, best first; of boxes with equal scores the first.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, overlaps: _Any, scores: _Any, max_output_size: _Any, overlap_threshold: _Any, score_threshold: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NonMaxSuppressionWithOverlaps: _NonMaxSuppressionWithOverlapsClass
class _NotEqualSetters:
    def incompatible_shape_error(self, value: bool) -> _NotEqualClass.Attrs: ...
class _NotEqualClass(_NotEqualSetters):
    """Whether x and y differ.

    incompatible_shape_error: if false, shapes that do not broadcast give one true instead of an error.
    """
    class Attrs(_NotEqualSetters, _Values):
        def __init__(self, *, incompatible_shape_error: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NotEqual: _NotEqualClass
class _NthElementSetters:
    def reverse(self, value: bool) -> _NthElementClass.Attrs: ...
class _NthElementClass(_NthElementSetters):
    """The n-th smallest element of each row along the last axis.

    n: a scalar, 0 for the smallest.
    reverse: the n-th largest.
    """
    class Attrs(_NthElementSetters, _Values):
        def __init__(self, *, reverse: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, n: _Any, attrs: Attrs | None = None) -> _Tensor: ...
NthElement: _NthElementClass
class _OneHotSetters:
    def axis(self, value: int) -> _OneHotClass.Attrs: ...
class _OneHotClass(_OneHotSetters):
    """For each index a vector with on_value there and off_value elsewhere; an index out of range gives none.

    depth: the length of the vectors, a scalar.
    on_value, off_value: scalars.
    axis: where the vectors' axis goes; -1 is behind the last one.
    """
    class Attrs(_OneHotSetters, _Values):
        def __init__(self, *, axis: int = ...) -> None: ...
    def __call__(self, scope: _Scope, indices: _Any, depth: _Any, on_value: _Any, off_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
OneHot: _OneHotClass
class _OnesLikeClass:
    """Ones of the input's shape and dtype."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
OnesLike: _OnesLikeClass
class _OptionalFromValueClass:
    """An optional value that is the tensors given."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, components: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
OptionalFromValue: _OptionalFromValueClass
class _OptionalGetValueClass:
    """The tensors that an optional value is; an error if it is nothing.

    output_types, output_shapes: what they must be.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, optional: _Any, output_types: _Sequence[_DTypeLike], output_shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
OptionalGetValue: _OptionalGetValueClass
class _OptionalHasValueClass:
    """Whether an optional value is something."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, optional: _Any, attrs: Attrs | None = None) -> _Tensor: ...
OptionalHasValue: _OptionalHasValueClass
class _OptionalNoneClass:
    """An optional value that is nothing."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
OptionalNone: _OptionalNoneClass
class _OrderedMapClearSetters:
    def capacity(self, value: int) -> _OrderedMapClearClass.Attrs: ...
    def memory_limit(self, value: int) -> _OrderedMapClearClass.Attrs: ...
    def container(self, value: str | bytes) -> _OrderedMapClearClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _OrderedMapClearClass.Attrs: ...
class _OrderedMapClearClass(_OrderedMapClearSetters):
    """Empty a staging area.

    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_OrderedMapClearSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Node: ...
OrderedMapClear: _OrderedMapClearClass
class _OrderedMapIncompleteSizeSetters:
    def capacity(self, value: int) -> _OrderedMapIncompleteSizeClass.Attrs: ...
    def memory_limit(self, value: int) -> _OrderedMapIncompleteSizeClass.Attrs: ...
    def container(self, value: str | bytes) -> _OrderedMapIncompleteSizeClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _OrderedMapIncompleteSizeClass.Attrs: ...
class _OrderedMapIncompleteSizeClass(_OrderedMapIncompleteSizeSetters):
    """How many incomplete tuples are staged.

    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_OrderedMapIncompleteSizeSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
OrderedMapIncompleteSize: _OrderedMapIncompleteSizeClass
class _OrderedMapPeekSetters:
    def capacity(self, value: int) -> _OrderedMapPeekClass.Attrs: ...
    def memory_limit(self, value: int) -> _OrderedMapPeekClass.Attrs: ...
    def container(self, value: str | bytes) -> _OrderedMapPeekClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _OrderedMapPeekClass.Attrs: ...
class _OrderedMapPeekClass(_OrderedMapPeekSetters):
    """Tensors of the tuple of a key of a staging area, which stay there; waits while there is none.

    key: a scalar.
    indices: which tensors of the tuple, in rising order.
    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of these tensors.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_OrderedMapPeekSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
OrderedMapPeek: _OrderedMapPeekClass
class _OrderedMapSizeSetters:
    def capacity(self, value: int) -> _OrderedMapSizeClass.Attrs: ...
    def memory_limit(self, value: int) -> _OrderedMapSizeClass.Attrs: ...
    def container(self, value: str | bytes) -> _OrderedMapSizeClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _OrderedMapSizeClass.Attrs: ...
class _OrderedMapSizeClass(_OrderedMapSizeSetters):
    """How many complete tuples are staged.

    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_OrderedMapSizeSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
OrderedMapSize: _OrderedMapSizeClass
class _OrderedMapStageSetters:
    def capacity(self, value: int) -> _OrderedMapStageClass.Attrs: ...
    def memory_limit(self, value: int) -> _OrderedMapStageClass.Attrs: ...
    def container(self, value: str | bytes) -> _OrderedMapStageClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _OrderedMapStageClass.Attrs: ...
class _OrderedMapStageClass(_OrderedMapStageSetters):
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
    """
    class Attrs(_OrderedMapStageSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, key: _Any, indices: _Any, values: _Sequence[_Any], dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Node: ...
OrderedMapStage: _OrderedMapStageClass
class _OrderedMapUnstageSetters:
    def capacity(self, value: int) -> _OrderedMapUnstageClass.Attrs: ...
    def memory_limit(self, value: int) -> _OrderedMapUnstageClass.Attrs: ...
    def container(self, value: str | bytes) -> _OrderedMapUnstageClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _OrderedMapUnstageClass.Attrs: ...
class _OrderedMapUnstageClass(_OrderedMapUnstageSetters):
    """Take tensors of the tuple of a key out of a staging area; waits while there is none.

    key: a scalar.
    indices: which tensors of the tuple, in rising order.
    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of these tensors.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_OrderedMapUnstageSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, key: _Any, indices: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
OrderedMapUnstage: _OrderedMapUnstageClass
class _OrderedMapUnstageNoKeySetters:
    def capacity(self, value: int) -> _OrderedMapUnstageNoKeyClass.Attrs: ...
    def memory_limit(self, value: int) -> _OrderedMapUnstageNoKeyClass.Attrs: ...
    def container(self, value: str | bytes) -> _OrderedMapUnstageNoKeyClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _OrderedMapUnstageNoKeyClass.Attrs: ...
class _OrderedMapUnstageNoKeyClass(_OrderedMapUnstageNoKeySetters):
    """Take tensors of a tuple out of a staging area, and tell its key; waits while there is none. In an ordered staging area the smallest key is the first.

    indices: which tensors of the tuple, in rising order.
    capacity: how many complete tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of these tensors.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_OrderedMapUnstageNoKeySetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, indices: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Any: ...
OrderedMapUnstageNoKey: _OrderedMapUnstageNoKeyClass
class _PackSetters:
    def axis(self, value: int) -> _PackClass.Attrs: ...
class _PackClass(_PackSetters):
    """The inputs, all of one shape, as one tensor with one more axis.

    axis: where the new axis goes; -1 is behind the last one.
    """
    class Attrs(_PackSetters, _Values):
        def __init__(self, *, axis: int = ...) -> None: ...
    def __call__(self, scope: _Scope, values: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
Pack: _PackClass
class _PadClass:
    """The input with zeros around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, paddings: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Pad: _PadClass
class _PadV2Class:
    """The input with a value around it.

    paddings: (before, after) for each axis, a matrix `[rank, 2]`.
    constant_values: the value, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, paddings: _Any, constant_values: _Any, attrs: Attrs | None = None) -> _Tensor: ...
PadV2: _PadV2Class
class _PaddingFIFOQueueSetters:
    def shapes(self, value: _Sequence[_ShapeLike]) -> _PaddingFIFOQueueClass.Attrs: ...
    def capacity(self, value: int) -> _PaddingFIFOQueueClass.Attrs: ...
    def container(self, value: str | bytes) -> _PaddingFIFOQueueClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _PaddingFIFOQueueClass.Attrs: ...
class _PaddingFIFOQueueClass(_PaddingFIFOQueueSetters):
    """A queue that gives elements in the order in which they came, and whose components may differ in sizes: where several are dequeued, each is padded with zeros to the largest.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    """
    class Attrs(_PaddingFIFOQueueSetters, _Values):
        def __init__(self, *, shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
PaddingFIFOQueue: _PaddingFIFOQueueClass
class _PaddingFIFOQueueV2Setters:
    def shapes(self, value: _Sequence[_ShapeLike]) -> _PaddingFIFOQueueV2Class.Attrs: ...
    def capacity(self, value: int) -> _PaddingFIFOQueueV2Class.Attrs: ...
    def container(self, value: str | bytes) -> _PaddingFIFOQueueV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _PaddingFIFOQueueV2Class.Attrs: ...
class _PaddingFIFOQueueV2Class(_PaddingFIFOQueueV2Setters):
    """A queue that gives elements in the order in which they came, and whose components may differ in sizes: where several are dequeued, each is padded with zeros to the largest.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    """
    class Attrs(_PaddingFIFOQueueV2Setters, _Values):
        def __init__(self, *, shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
PaddingFIFOQueueV2: _PaddingFIFOQueueV2Class
class _ParallelConcatClass:
    """The inputs one after the other along the first axis, along which each has size 1.

    values: of one shape.
    shape: that of the output, fully known.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, values: _Sequence[_Any], shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
ParallelConcat: _ParallelConcatClass
class _ParallelDynamicStitchClass:
    """Entries of several tensors, each at the place that an index gives it.

    indices: places, not negative; where several are equal, the last one counts here; TensorFlow does not say which.
    data: for each of indices a tensor whose first dimensions are its shape, followed by those of an entry.
    merged: as many entries as the largest index plus 1; zeros where no index points.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Sequence[_Any], data: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
ParallelDynamicStitch: _ParallelDynamicStitchClass
class _ParameterizedTruncatedNormalSetters:
    def seed(self, value: int) -> _ParameterizedTruncatedNormalClass.Attrs: ...
    def seed2(self, value: int) -> _ParameterizedTruncatedNormalClass.Attrs: ...
class _ParameterizedTruncatedNormalClass(_ParameterizedTruncatedNormalSetters):
    """Numbers of normal distributions without what lies outside of two bounds.

    shape: of output, of rank 1 or more. Parameters are scalars, vectors of one, or have one for each row.
    means: of the distributions before they are truncated, finite.
    stdevs: their standard deviations, finite and above 0.
    minvals, maxvals: the bounds, minvals < maxvals; one of each two may be infinite.
    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_ParameterizedTruncatedNormalSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, means: _Any, stdevs: _Any, minvals: _Any, maxvals: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ParameterizedTruncatedNormal: _ParameterizedTruncatedNormalClass
class _ParseExampleClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, serialized: _Any, names: _Any, sparse_keys: _Sequence[_Any], dense_keys: _Sequence[_Any], dense_defaults: _Sequence[_Any], sparse_types: _Sequence[_DTypeLike], dense_shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> _Any: ...
ParseExample: _ParseExampleClass
class _ParseExampleV2Class:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, serialized: _Any, names: _Any, sparse_keys: _Any, dense_keys: _Any, ragged_keys: _Any, dense_defaults: _Sequence[_Any], num_sparse: int, sparse_types: _Sequence[_DTypeLike], ragged_value_types: _Sequence[_DTypeLike], ragged_split_types: _Sequence[_DTypeLike], dense_shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> _Any: ...
ParseExampleV2: _ParseExampleV2Class
class _ParseSequenceExampleSetters:
    def Ncontext_sparse(self, value: int) -> _ParseSequenceExampleClass.Attrs: ...
    def Ncontext_dense(self, value: int) -> _ParseSequenceExampleClass.Attrs: ...
    def Nfeature_list_sparse(self, value: int) -> _ParseSequenceExampleClass.Attrs: ...
    def Nfeature_list_dense(self, value: int) -> _ParseSequenceExampleClass.Attrs: ...
    def context_sparse_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleClass.Attrs: ...
    def feature_list_dense_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleClass.Attrs: ...
    def context_dense_shapes(self, value: _Sequence[_ShapeLike]) -> _ParseSequenceExampleClass.Attrs: ...
    def feature_list_sparse_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleClass.Attrs: ...
    def feature_list_dense_shapes(self, value: _Sequence[_ShapeLike]) -> _ParseSequenceExampleClass.Attrs: ...
class _ParseSequenceExampleClass(_ParseSequenceExampleSetters):
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
    class Attrs(_ParseSequenceExampleSetters, _Values):
        def __init__(self, *, Ncontext_sparse: int = ..., Ncontext_dense: int = ..., Nfeature_list_sparse: int = ..., Nfeature_list_dense: int = ..., context_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_types: _Sequence[_DTypeLike] = ..., context_dense_shapes: _Sequence[_ShapeLike] = ..., feature_list_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, serialized: _Any, debug_name: _Any, context_dense_defaults: _Sequence[_Any], feature_list_dense_missing_assumed_empty: _Sequence[str | bytes], context_sparse_keys: _Sequence[str | bytes], context_dense_keys: _Sequence[str | bytes], feature_list_sparse_keys: _Sequence[str | bytes], feature_list_dense_keys: _Sequence[str | bytes], attrs: Attrs | None = None) -> _Any: ...
ParseSequenceExample: _ParseSequenceExampleClass
class _ParseSequenceExampleV2Setters:
    def Ncontext_sparse(self, value: int) -> _ParseSequenceExampleV2Class.Attrs: ...
    def context_sparse_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def context_ragged_value_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def context_ragged_split_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def context_dense_shapes(self, value: _Sequence[_ShapeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def Nfeature_list_sparse(self, value: int) -> _ParseSequenceExampleV2Class.Attrs: ...
    def Nfeature_list_dense(self, value: int) -> _ParseSequenceExampleV2Class.Attrs: ...
    def feature_list_dense_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def feature_list_sparse_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def feature_list_ragged_value_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def feature_list_ragged_split_types(self, value: _Sequence[_DTypeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
    def feature_list_dense_shapes(self, value: _Sequence[_ShapeLike]) -> _ParseSequenceExampleV2Class.Attrs: ...
class _ParseSequenceExampleV2Class(_ParseSequenceExampleV2Setters):
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
    class Attrs(_ParseSequenceExampleV2Setters, _Values):
        def __init__(self, *, Ncontext_sparse: int = ..., context_sparse_types: _Sequence[_DTypeLike] = ..., context_ragged_value_types: _Sequence[_DTypeLike] = ..., context_ragged_split_types: _Sequence[_DTypeLike] = ..., context_dense_shapes: _Sequence[_ShapeLike] = ..., Nfeature_list_sparse: int = ..., Nfeature_list_dense: int = ..., feature_list_dense_types: _Sequence[_DTypeLike] = ..., feature_list_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_ragged_value_types: _Sequence[_DTypeLike] = ..., feature_list_ragged_split_types: _Sequence[_DTypeLike] = ..., feature_list_dense_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, serialized: _Any, debug_name: _Any, context_sparse_keys: _Any, context_dense_keys: _Any, context_ragged_keys: _Any, feature_list_sparse_keys: _Any, feature_list_dense_keys: _Any, feature_list_ragged_keys: _Any, feature_list_dense_missing_assumed_empty: _Any, context_dense_defaults: _Sequence[_Any], attrs: Attrs | None = None) -> _Any: ...
ParseSequenceExampleV2: _ParseSequenceExampleV2Class
class _ParseSingleExampleClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, serialized: _Any, dense_defaults: _Sequence[_Any], num_sparse: int, sparse_keys: _Sequence[str | bytes], dense_keys: _Sequence[str | bytes], sparse_types: _Sequence[_DTypeLike], dense_shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> _Any: ...
ParseSingleExample: _ParseSingleExampleClass
class _ParseSingleSequenceExampleSetters:
    def context_sparse_types(self, value: _Sequence[_DTypeLike]) -> _ParseSingleSequenceExampleClass.Attrs: ...
    def feature_list_dense_types(self, value: _Sequence[_DTypeLike]) -> _ParseSingleSequenceExampleClass.Attrs: ...
    def context_dense_shapes(self, value: _Sequence[_ShapeLike]) -> _ParseSingleSequenceExampleClass.Attrs: ...
    def feature_list_sparse_types(self, value: _Sequence[_DTypeLike]) -> _ParseSingleSequenceExampleClass.Attrs: ...
    def feature_list_dense_shapes(self, value: _Sequence[_ShapeLike]) -> _ParseSingleSequenceExampleClass.Attrs: ...
class _ParseSingleSequenceExampleClass(_ParseSingleSequenceExampleSetters):
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
    class Attrs(_ParseSingleSequenceExampleSetters, _Values):
        def __init__(self, *, context_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_types: _Sequence[_DTypeLike] = ..., context_dense_shapes: _Sequence[_ShapeLike] = ..., feature_list_sparse_types: _Sequence[_DTypeLike] = ..., feature_list_dense_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, serialized: _Any, feature_list_dense_missing_assumed_empty: _Any, context_sparse_keys: _Sequence[_Any], context_dense_keys: _Sequence[_Any], feature_list_sparse_keys: _Sequence[_Any], feature_list_dense_keys: _Sequence[_Any], context_dense_defaults: _Sequence[_Any], debug_name: _Any, attrs: Attrs | None = None) -> _Any: ...
ParseSingleSequenceExample: _ParseSingleSequenceExampleClass
class _ParseTensorClass:
    """The tensor that the bytes of a TensorProto message describe.

    serialized: a scalar.
    out_type: the dtype that the message must have.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, serialized: _Any, out_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
ParseTensor: _ParseTensorClass
class _PartitionedCallSetters:
    def config(self, value: str | bytes) -> _PartitionedCallClass.Attrs: ...
    def config_proto(self, value: str | bytes) -> _PartitionedCallClass.Attrs: ...
    def executor_type(self, value: str | bytes) -> _PartitionedCallClass.Attrs: ...
class _PartitionedCallClass(_PartitionedCallSetters):
    """The results of a function that reads and changes no state.

    f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.
    config, config_proto, executor_type: have no effect.
    """
    class Attrs(_PartitionedCallSetters, _Values):
        def __init__(self, *, config: str | bytes = ..., config_proto: str | bytes = ..., executor_type: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, args: _Sequence[_Any], Tout: _Sequence[_DTypeLike], f: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
PartitionedCall: _PartitionedCallClass
class _PlaceholderSetters:
    def shape(self, value: _ShapeLike) -> _PlaceholderClass.Attrs: ...
class _PlaceholderClass(_PlaceholderSetters):
    """A tensor that must be fed."""
    class Attrs(_PlaceholderSetters, _Values):
        def __init__(self, *, shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Placeholder: _PlaceholderClass
class _PlaceholderV2Class:
    """A tensor that must be fed."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, dtype: _DTypeLike, shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
PlaceholderV2: _PlaceholderV2Class
class _PlaceholderWithDefaultClass:
    """The input, unless the output is fed.

    shape: what the output's shape must be compatible with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
PlaceholderWithDefault: _PlaceholderWithDefaultClass
class _PolygammaClass:
    """The derivatives of Digamma.

    a: which one, 0 for Digamma itself; not a number unless it is an integer >= 0.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a: _Any, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Polygamma: _PolygammaClass
class _PopulationCountClass:
    """The number of bits that are set."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
PopulationCount: _PopulationCountClass
class _PowClass:
    """x to the power y, element by element; a negative y is an error for integers."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Pow: _PowClass
class _PreventGradientSetters:
    def message(self, value: str | bytes) -> _PreventGradientClass.Attrs: ...
class _PreventGradientClass(_PreventGradientSetters):
    """The input; asking for a gradient through it is an error.

    message: why.
    """
    class Attrs(_PreventGradientSetters, _Values):
        def __init__(self, *, message: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
PreventGradient: _PreventGradientClass
class _PrintSetters:
    def message(self, value: str | bytes) -> _PrintClass.Attrs: ...
    def first_n(self, value: int) -> _PrintClass.Attrs: ...
    def summarize(self, value: int) -> _PrintClass.Attrs: ...
class _PrintClass(_PrintSetters):
    """The input; each time a line on the standard error stream.

    data: what the line shows.
    message: what the line begins with.
    first_n: only the first so many times in a Session; negative: every time.
    summarize: how many elements of each tensor are shown; negative: all.
    """
    class Attrs(_PrintSetters, _Values):
        def __init__(self, *, message: str | bytes = ..., first_n: int = ..., summarize: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, data: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
Print: _PrintClass
class _PrintV2Setters:
    def output_stream(self, value: str | bytes) -> _PrintV2Class.Attrs: ...
    def end(self, value: str | bytes) -> _PrintV2Class.Attrs: ...
class _PrintV2Class(_PrintV2Setters):
    """Write a string, a scalar.

    output_stream: stdout, stderr, or log(info), log(warning), log(error) for Python's logger 'graphops'.
    end: what is written behind it.
    """
    class Attrs(_PrintV2Setters, _Values):
        def __init__(self, *, output_stream: str | bytes = ..., end: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Node: ...
PrintV2: _PrintV2Class
class _PriorityQueueSetters:
    def component_types(self, value: _Sequence[_DTypeLike]) -> _PriorityQueueClass.Attrs: ...
    def capacity(self, value: int) -> _PriorityQueueClass.Attrs: ...
    def container(self, value: str | bytes) -> _PriorityQueueClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _PriorityQueueClass.Attrs: ...
class _PriorityQueueClass(_PriorityQueueSetters):
    """A queue that gives the element of the smallest priority first. The first tensor of an element is its priority, an int64 scalar, which component_types and shapes do not list.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    """
    class Attrs(_PriorityQueueSetters, _Values):
        def __init__(self, *, component_types: _Sequence[_DTypeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> _Tensor: ...
PriorityQueue: _PriorityQueueClass
class _PriorityQueueV2Setters:
    def component_types(self, value: _Sequence[_DTypeLike]) -> _PriorityQueueV2Class.Attrs: ...
    def capacity(self, value: int) -> _PriorityQueueV2Class.Attrs: ...
    def container(self, value: str | bytes) -> _PriorityQueueV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _PriorityQueueV2Class.Attrs: ...
class _PriorityQueueV2Class(_PriorityQueueV2Setters):
    """A queue that gives the element of the smallest priority first. The first tensor of an element is its priority, an int64 scalar, which component_types and shapes do not list.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    """
    class Attrs(_PriorityQueueV2Setters, _Values):
        def __init__(self, *, component_types: _Sequence[_DTypeLike] = ..., capacity: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, shapes: _Sequence[_ShapeLike], attrs: Attrs | None = None) -> _Tensor: ...
PriorityQueueV2: _PriorityQueueV2Class
class _ProdSetters:
    def keep_dims(self, value: bool) -> _ProdClass.Attrs: ...
class _ProdClass(_ProdSetters):
    """The product over axes; that of nothing is 1.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_ProdSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Prod: _ProdClass
class _PyFuncClass:
    """What a Python function returns.

    input: what the function is called with, as arrays; scalars as NumPy's scalars, strings as bytes.
    output: what it returns: one value, or a list or tuple of as many as Tout has.
    token: names the function in this process.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Sequence[_Any], token: str | bytes, Tout: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
PyFunc: _PyFuncClass
class _PyFuncStatelessClass:
    """What a Python function returns that gives the same for the same inputs.

    input: what the function is called with, as arrays; scalars as NumPy's scalars, strings as bytes.
    output: what it returns: one value, or a list or tuple of as many as Tout has.
    token: names the function in this process.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Sequence[_Any], token: str | bytes, Tout: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
PyFuncStateless: _PyFuncStatelessClass
class _QrSetters:
    def full_matrices(self, value: bool) -> _QrClass.Attrs: ...
class _QrClass(_QrSetters):
    """Matrices as products of one with orthonormal columns and an upper triangular one.

    input: `[..., m, n]`.
    full_matrices: q has m columns and r m rows, otherwise both have min(m, n).
    q: `[..., m, m or min(m, n)]`.
    r: `[..., m or min(m, n), n]`.
    """
    class Attrs(_QrSetters, _Values):
        def __init__(self, *, full_matrices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
Qr: _QrClass
class _QuantizeAndDequantizeSetters:
    def signed_input(self, value: bool) -> _QuantizeAndDequantizeClass.Attrs: ...
    def num_bits(self, value: int) -> _QuantizeAndDequantizeClass.Attrs: ...
    def range_given(self, value: bool) -> _QuantizeAndDequantizeClass.Attrs: ...
    def input_min(self, value: float) -> _QuantizeAndDequantizeClass.Attrs: ...
    def input_max(self, value: float) -> _QuantizeAndDequantizeClass.Attrs: ...
class _QuantizeAndDequantizeClass(_QuantizeAndDequantizeSetters):
    """Numbers rounded to those that integers stand for; see QuantizeAndDequantizeV2.

    input: of any shape.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input.
    input_min, input_max: the range if range_given.
    """
    class Attrs(_QuantizeAndDequantizeSetters, _Values):
        def __init__(self, *, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., input_min: float = ..., input_max: float = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QuantizeAndDequantize: _QuantizeAndDequantizeClass
class _QuantizeAndDequantizeV2Setters:
    def signed_input(self, value: bool) -> _QuantizeAndDequantizeV2Class.Attrs: ...
    def num_bits(self, value: int) -> _QuantizeAndDequantizeV2Class.Attrs: ...
    def range_given(self, value: bool) -> _QuantizeAndDequantizeV2Class.Attrs: ...
    def round_mode(self, value: _Literal['HALF_TO_EVEN', 'HALF_UP']) -> _QuantizeAndDequantizeV2Class.Attrs: ...
    def narrow_range(self, value: bool) -> _QuantizeAndDequantizeV2Class.Attrs: ...
    def axis(self, value: int) -> _QuantizeAndDequantizeV2Class.Attrs: ...
class _QuantizeAndDequantizeV2Class(_QuantizeAndDequantizeV2Setters):
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
    class Attrs(_QuantizeAndDequantizeV2Setters, _Values):
        def __init__(self, *, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., round_mode: _Literal['HALF_TO_EVEN', 'HALF_UP'] = ..., narrow_range: bool = ..., axis: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_min: _Any, input_max: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QuantizeAndDequantizeV2: _QuantizeAndDequantizeV2Class
class _QuantizeAndDequantizeV3Setters:
    def signed_input(self, value: bool) -> _QuantizeAndDequantizeV3Class.Attrs: ...
    def range_given(self, value: bool) -> _QuantizeAndDequantizeV3Class.Attrs: ...
    def narrow_range(self, value: bool) -> _QuantizeAndDequantizeV3Class.Attrs: ...
    def axis(self, value: int) -> _QuantizeAndDequantizeV3Class.Attrs: ...
class _QuantizeAndDequantizeV3Class(_QuantizeAndDequantizeV3Setters):
    """Numbers rounded to those that integers stand for; num_bits, a scalar, is an input.

    input: of any shape.
    input_min, input_max: the range if range_given, scalars or vectors with a number for each slice along axis.
    signed_input: whether the integers have a sign.
    num_bits: of an integer.
    range_given: whether the range is given and the input is limited to it; else it is that of the input.
    narrow_range: whether the smallest signed integer is not used.
    axis: each slice along it has a range of its own; -1 for one range.
    """
    class Attrs(_QuantizeAndDequantizeV3Setters, _Values):
        def __init__(self, *, signed_input: bool = ..., range_given: bool = ..., narrow_range: bool = ..., axis: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_min: _Any, input_max: _Any, num_bits: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QuantizeAndDequantizeV3: _QuantizeAndDequantizeV3Class
class _QuantizeAndDequantizeV4Setters:
    def signed_input(self, value: bool) -> _QuantizeAndDequantizeV4Class.Attrs: ...
    def num_bits(self, value: int) -> _QuantizeAndDequantizeV4Class.Attrs: ...
    def range_given(self, value: bool) -> _QuantizeAndDequantizeV4Class.Attrs: ...
    def round_mode(self, value: _Literal['HALF_TO_EVEN', 'HALF_UP']) -> _QuantizeAndDequantizeV4Class.Attrs: ...
    def narrow_range(self, value: bool) -> _QuantizeAndDequantizeV4Class.Attrs: ...
    def axis(self, value: int) -> _QuantizeAndDequantizeV4Class.Attrs: ...
class _QuantizeAndDequantizeV4Class(_QuantizeAndDequantizeV4Setters):
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
    class Attrs(_QuantizeAndDequantizeV4Setters, _Values):
        def __init__(self, *, signed_input: bool = ..., num_bits: int = ..., range_given: bool = ..., round_mode: _Literal['HALF_TO_EVEN', 'HALF_UP'] = ..., narrow_range: bool = ..., axis: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_min: _Any, input_max: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QuantizeAndDequantizeV4: _QuantizeAndDequantizeV4Class
class _QuantizeAndDequantizeV4GradSetters:
    def axis(self, value: int) -> _QuantizeAndDequantizeV4GradClass.Attrs: ...
class _QuantizeAndDequantizeV4GradClass(_QuantizeAndDequantizeV4GradSetters):
    """The gradient of QuantizeAndDequantizeV4, which passes over the rounding.

    gradients: that of its output.
    input, input_min, input_max, axis: as there.
    input_backprop: gradients where the input is within its range, else 0.
    input_min_backprop, input_max_backprop: zeros.
    """
    class Attrs(_QuantizeAndDequantizeV4GradSetters, _Values):
        def __init__(self, *, axis: int = ...) -> None: ...
    def __call__(self, scope: _Scope, gradients: _Any, input: _Any, input_min: _Any, input_max: _Any, attrs: Attrs | None = None) -> _Any: ...
QuantizeAndDequantizeV4Grad: _QuantizeAndDequantizeV4GradClass
class _QuantizeDownAndShrinkRangeClass:
    """Integers of a range as those of another dtype, for the range that is used: RequantizationRange, Requantize.

    input: of any shape.
    input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
    output_min, output_max: the range of the output.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, input_min: _Any, input_max: _Any, out_type: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
QuantizeDownAndShrinkRange: _QuantizeDownAndShrinkRangeClass
class _QuantizeV2Setters:
    def mode(self, value: _Literal['MIN_COMBINED', 'MIN_FIRST', 'SCALED']) -> _QuantizeV2Class.Attrs: ...
    def round_mode(self, value: _Literal['HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN']) -> _QuantizeV2Class.Attrs: ...
    def narrow_range(self, value: bool) -> _QuantizeV2Class.Attrs: ...
    def axis(self, value: int) -> _QuantizeV2Class.Attrs: ...
    def ensure_minimum_range(self, value: float) -> _QuantizeV2Class.Attrs: ...
class _QuantizeV2Class(_QuantizeV2Setters):
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
    class Attrs(_QuantizeV2Setters, _Values):
        def __init__(self, *, mode: _Literal['MIN_COMBINED', 'MIN_FIRST', 'SCALED'] = ..., round_mode: _Literal['HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'] = ..., narrow_range: bool = ..., axis: int = ..., ensure_minimum_range: float = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, min_range: _Any, max_range: _Any, T: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
QuantizeV2: _QuantizeV2Class
class _QuantizedResizeBilinearSetters:
    def align_corners(self, value: bool) -> _QuantizedResizeBilinearClass.Attrs: ...
    def half_pixel_centers(self, value: bool) -> _QuantizedResizeBilinearClass.Attrs: ...
class _QuantizedResizeBilinearClass(_QuantizedResizeBilinearSetters):
    """Resize images of integers that stand for a range; each pixel is the mean of the four around it, in integers.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    min, max: the range, scalars.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`.
    out_min, out_max: min and max.
    """
    class Attrs(_QuantizedResizeBilinearSetters, _Values):
        def __init__(self, *, align_corners: bool = ..., half_pixel_centers: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, size: _Any, min: _Any, max: _Any, attrs: Attrs | None = None) -> _Any: ...
QuantizedResizeBilinear: _QuantizedResizeBilinearClass
class _QueueCloseSetters:
    def cancel_pending_enqueues(self, value: bool) -> _QueueCloseClass.Attrs: ...
class _QueueCloseClass(_QueueCloseSetters):
    """Close a queue: nothing more can be enqueued. Waits until what others are enqueueing is in it.

    cancel_pending_enqueues: whether what others are enqueueing fails instead.
    """
    class Attrs(_QueueCloseSetters, _Values):
        def __init__(self, *, cancel_pending_enqueues: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Node: ...
QueueClose: _QueueCloseClass
class _QueueCloseV2Setters:
    def cancel_pending_enqueues(self, value: bool) -> _QueueCloseV2Class.Attrs: ...
class _QueueCloseV2Class(_QueueCloseV2Setters):
    """Close a queue: nothing more can be enqueued. Waits until what others are enqueueing is in it.

    cancel_pending_enqueues: whether what others are enqueueing fails instead.
    """
    class Attrs(_QueueCloseV2Setters, _Values):
        def __init__(self, *, cancel_pending_enqueues: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Node: ...
QueueCloseV2: _QueueCloseV2Class
class _QueueDequeueSetters:
    def timeout_ms(self, value: int) -> _QueueDequeueClass.Attrs: ...
class _QueueDequeueClass(_QueueDequeueSetters):
    """Take an element out of a queue; waits while there is none. OutOfRangeError if the queue is closed and empty.

    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueDequeueSetters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
QueueDequeue: _QueueDequeueClass
class _QueueDequeueManySetters:
    def timeout_ms(self, value: int) -> _QueueDequeueManyClass.Attrs: ...
class _QueueDequeueManyClass(_QueueDequeueManySetters):
    """Take n elements out of a queue whose shapes are known; waits until there are as many. OutOfRangeError if the
    queue is closed and has fewer.

    n: a scalar.
    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueDequeueManySetters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
QueueDequeueMany: _QueueDequeueManyClass
class _QueueDequeueManyV2Setters:
    def timeout_ms(self, value: int) -> _QueueDequeueManyV2Class.Attrs: ...
class _QueueDequeueManyV2Class(_QueueDequeueManyV2Setters):
    """Take n elements out of a queue whose shapes are known; waits until there are as many. OutOfRangeError if the
    queue is closed and has fewer.

    n: a scalar.
    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueDequeueManyV2Setters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
QueueDequeueManyV2: _QueueDequeueManyV2Class
class _QueueDequeueUpToSetters:
    def timeout_ms(self, value: int) -> _QueueDequeueUpToClass.Attrs: ...
class _QueueDequeueUpToClass(_QueueDequeueUpToSetters):
    """Take n elements out of a queue whose shapes are known, or those that are left if it is closed; waits until there
    are as many. OutOfRangeError if the queue is closed and empty.

    n: a scalar.
    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueDequeueUpToSetters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
QueueDequeueUpTo: _QueueDequeueUpToClass
class _QueueDequeueUpToV2Setters:
    def timeout_ms(self, value: int) -> _QueueDequeueUpToV2Class.Attrs: ...
class _QueueDequeueUpToV2Class(_QueueDequeueUpToV2Setters):
    """Take n elements out of a queue whose shapes are known, or those that are left if it is closed; waits until there
    are as many. OutOfRangeError if the queue is closed and empty.

    n: a scalar.
    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueDequeueUpToV2Setters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, n: _Any, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
QueueDequeueUpToV2: _QueueDequeueUpToV2Class
class _QueueDequeueV2Setters:
    def timeout_ms(self, value: int) -> _QueueDequeueV2Class.Attrs: ...
class _QueueDequeueV2Class(_QueueDequeueV2Setters):
    """Take an element out of a queue; waits while there is none. OutOfRangeError if the queue is closed and empty.

    component_types: the queue's.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueDequeueV2Setters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
QueueDequeueV2: _QueueDequeueV2Class
class _QueueEnqueueSetters:
    def timeout_ms(self, value: int) -> _QueueEnqueueClass.Attrs: ...
class _QueueEnqueueClass(_QueueEnqueueSetters):
    """Add an element to a queue; waits while the queue is full.

    components: the tensors of the element.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueEnqueueSetters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, components: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
QueueEnqueue: _QueueEnqueueClass
class _QueueEnqueueManySetters:
    def timeout_ms(self, value: int) -> _QueueEnqueueManyClass.Attrs: ...
class _QueueEnqueueManyClass(_QueueEnqueueManySetters):
    """Add elements to a queue, one after the other; waits while the queue is full.

    components: for each tensor of an element those of all elements, stacked along axis 0.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueEnqueueManySetters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, components: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
QueueEnqueueMany: _QueueEnqueueManyClass
class _QueueEnqueueManyV2Setters:
    def timeout_ms(self, value: int) -> _QueueEnqueueManyV2Class.Attrs: ...
class _QueueEnqueueManyV2Class(_QueueEnqueueManyV2Setters):
    """Add elements to a queue, one after the other; waits while the queue is full.

    components: for each tensor of an element those of all elements, stacked along axis 0.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueEnqueueManyV2Setters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, components: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
QueueEnqueueManyV2: _QueueEnqueueManyV2Class
class _QueueEnqueueV2Setters:
    def timeout_ms(self, value: int) -> _QueueEnqueueV2Class.Attrs: ...
class _QueueEnqueueV2Class(_QueueEnqueueV2Setters):
    """Add an element to a queue; waits while the queue is full.

    components: the tensors of the element.
    timeout_ms: has no effect; a run has a timeout of its own.
    """
    class Attrs(_QueueEnqueueV2Setters, _Values):
        def __init__(self, *, timeout_ms: int = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, components: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
QueueEnqueueV2: _QueueEnqueueV2Class
class _QueueIsClosedClass:
    """Whether a queue is closed."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QueueIsClosed: _QueueIsClosedClass
class _QueueIsClosedV2Class:
    """Whether a queue is closed."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QueueIsClosedV2: _QueueIsClosedV2Class
class _QueueSizeClass:
    """How many elements a queue has."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QueueSize: _QueueSizeClass
class _QueueSizeV2Class:
    """How many elements a queue has."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
QueueSizeV2: _QueueSizeV2Class
class _RFFTSetters:
    def Tcomplex(self, value: _DTypeLike) -> _RFFTClass.Attrs: ...
class _RFFTClass(_RFFTSetters):
    """The discrete Fourier transform of real numbers along the last axis.

    The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

    input: of rank 1 or more; each axis at least as long as fft_length says, and cut off there.
    fft_length: `[1]`, how many elements of each axis are transformed.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_RFFTSetters, _Values):
        def __init__(self, *, Tcomplex: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RFFT: _RFFTClass
class _RFFT2DSetters:
    def Tcomplex(self, value: _DTypeLike) -> _RFFT2DClass.Attrs: ...
class _RFFT2DClass(_RFFT2DSetters):
    """The discrete Fourier transform of real numbers along the last two axes.

    The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

    input: of rank 2 or more; each axis at least as long as fft_length says, and cut off there.
    fft_length: `[2]`, how many elements of each axis are transformed.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_RFFT2DSetters, _Values):
        def __init__(self, *, Tcomplex: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RFFT2D: _RFFT2DClass
class _RFFT3DSetters:
    def Tcomplex(self, value: _DTypeLike) -> _RFFT3DClass.Attrs: ...
class _RFFT3DClass(_RFFT3DSetters):
    """The discrete Fourier transform of real numbers along the last three axes.

    The spectrum of real numbers is symmetric: of the last axis the first `fft_length[-1] // 2 + 1` elements are given.

    input: of rank 3 or more; each axis at least as long as fft_length says, and cut off there.
    fft_length: `[3]`, how many elements of each axis are transformed.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_RFFT3DSetters, _Values):
        def __init__(self, *, Tcomplex: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RFFT3D: _RFFT3DClass
class _RFFTNDSetters:
    def Tcomplex(self, value: _DTypeLike) -> _RFFTNDClass.Attrs: ...
class _RFFTNDClass(_RFFTNDSetters):
    """The discrete Fourier transform of real numbers along some axes, at least one.

    Of the last of axes the first `fft_length[-1] // 2 + 1` elements are given.

    fft_length: `[n]`, a length for each of axes; what is longer in input is cut off, what is shorter
        filled up with zeros.
    axes: `[n]`, the axes that are transformed, each once; negative ones count from the end.
    Tcomplex: of the precision of Treal.
    """
    class Attrs(_RFFTNDSetters, _Values):
        def __init__(self, *, Tcomplex: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, fft_length: _Any, axes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RFFTND: _RFFTNDClass
class _RGBToHSVClass:
    """Red, green and blue to hue, saturation and value.

    images: `[..., 3]`, in [0, 1].
    output: of that shape: hue in [0, 1) (0 for grey), saturation in [0, 1] (0 for black), value in [0, 1].
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, images: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RGBToHSV: _RGBToHSVClass
class _RaggedBincountSetters:
    def binary_output(self, value: bool) -> _RaggedBincountClass.Attrs: ...
class _RaggedBincountClass(_RaggedBincountSetters):
    """How often each number is in each row of a ragged tensor.

    splits: `[rows + 1]`, where the rows begin and end.
    values: a vector.
    size: a scalar: so many numbers are counted, from 0 on. Numbers that are not below it are passed over; negative ones
        are refused.
    weights: one for each of the numbers, which count as much as their weight; or empty: each counts 1.
    binary_output: 1 for each number that occurs, regardless of its count and weight.
    output: `[rows, size]`.
    """
    class Attrs(_RaggedBincountSetters, _Values):
        def __init__(self, *, binary_output: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, splits: _Any, values: _Any, size: _Any, weights: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RaggedBincount: _RaggedBincountClass
class _RaggedCountSparseOutputSetters:
    def minlength(self, value: int) -> _RaggedCountSparseOutputClass.Attrs: ...
    def maxlength(self, value: int) -> _RaggedCountSparseOutputClass.Attrs: ...
class _RaggedCountSparseOutputClass(_RaggedCountSparseOutputSetters):
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
    class Attrs(_RaggedCountSparseOutputSetters, _Values):
        def __init__(self, *, minlength: int = ..., maxlength: int = ...) -> None: ...
    def __call__(self, scope: _Scope, splits: _Any, values: _Any, weights: _Any, binary_output: bool, attrs: Attrs | None = None) -> _Any: ...
RaggedCountSparseOutput: _RaggedCountSparseOutputClass
class _RaggedCrossClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, ragged_values: _Sequence[_Any], ragged_row_splits: _Sequence[_Any], sparse_indices: _Sequence[_Any], sparse_values: _Sequence[_Any], sparse_shape: _Sequence[_Any], dense_inputs: _Sequence[_Any], input_order: str | bytes, hashed_output: bool, num_buckets: int, hash_key: int, out_values_type: _DTypeLike, out_row_splits_type: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
RaggedCross: _RaggedCrossClass
class _RaggedFillEmptyRowsClass:
    """A ragged tensor with a default in each row that had no value.

    value_rowids: for each value its row, in [0, nrows).
    values: a vector.
    nrows: how many rows there are, a scalar.
    default_value: a scalar.
    output_value_rowids, output_values: ordered by rows; within a row, values keep their order.
    empty_row_indicator: for each row whether it had no value.
    reverse_index_map: for each value its place in the output.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, value_rowids: _Any, values: _Any, nrows: _Any, default_value: _Any, attrs: Attrs | None = None) -> _Any: ...
RaggedFillEmptyRows: _RaggedFillEmptyRowsClass
class _RaggedFillEmptyRowsGradClass:
    """The gradient of RaggedFillEmptyRows.

    reverse_index_map: its output.
    grad_values: the gradient of its output_values.
    d_values: those that the map names.
    d_default_value: the sum of the others, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reverse_index_map: _Any, grad_values: _Any, attrs: Attrs | None = None) -> _Any: ...
RaggedFillEmptyRowsGrad: _RaggedFillEmptyRowsGradClass
class _RaggedGatherClass:
    """Rows of a ragged tensor that are picked by index.

    params_nested_splits, params_dense_values: the ragged tensor.
    indices: of any rank; which row, in [0, rows).
    OUTPUT_RAGGED_RANK: the levels of splits of the output: PARAMS_RAGGED_RANK, less 1, and the rank of indices.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, params_nested_splits: _Sequence[_Any], params_dense_values: _Any, indices: _Any, OUTPUT_RAGGED_RANK: int, attrs: Attrs | None = None) -> _Any: ...
RaggedGather: _RaggedGatherClass
class _RaggedRangeSetters:
    def Tsplits(self, value: _DTypeLike) -> _RaggedRangeClass.Attrs: ...
class _RaggedRangeClass(_RaggedRangeSetters):
    """Rows that count from a start up to a limit.

    starts, limits, deltas: vectors of one length, or scalars that all rows share; no step is 0.
    rt_nested_splits, rt_dense_values: the rows; the limit is not part of a row.
    """
    class Attrs(_RaggedRangeSetters, _Values):
        def __init__(self, *, Tsplits: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, starts: _Any, limits: _Any, deltas: _Any, attrs: Attrs | None = None) -> _Any: ...
RaggedRange: _RaggedRangeClass
class _RaggedTensorFromVariantSetters:
    def Tsplits(self, value: _DTypeLike) -> _RaggedTensorFromVariantClass.Attrs: ...
class _RaggedTensorFromVariantClass(_RaggedTensorFromVariantSetters):
    """The ragged tensor in a variant, or that of which the variants of a tensor are the rows.

    encoded_ragged: of any rank.
    input_ragged_rank: how many levels of splits each variant has; -1 for output_ragged_rank less the rank.
    output_ragged_rank: how many the result has.
    """
    class Attrs(_RaggedTensorFromVariantSetters, _Values):
        def __init__(self, *, Tsplits: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, encoded_ragged: _Any, input_ragged_rank: int, output_ragged_rank: int, Tvalues: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
RaggedTensorFromVariant: _RaggedTensorFromVariantClass
class _RaggedTensorToSparseClass:
    """A ragged tensor as a sparse one, in which the longest row gives the size of an axis.

    rt_nested_splits, rt_dense_values: the ragged tensor.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, rt_nested_splits: _Sequence[_Any], rt_dense_values: _Any, attrs: Attrs | None = None) -> _Any: ...
RaggedTensorToSparse: _RaggedTensorToSparseClass
class _RaggedTensorToTensorClass:
    """A ragged tensor as a dense one: rows that are too short get a default, what is too long is cut off.

    shape: of the result; -1 stands for the longest row. The scalar -1 stands for a shape of nothing else.
    values: the values of all rows, `[values, ...]`.
    default_value: of a shape that broadcasts to that of one of the values.
    row_partition_tensors: one for each level; the number of rows may come first.
    row_partition_types: what each of them is. FIRST_DIM_SIZE: the number of rows, a scalar. VALUE_ROWIDS: for each
        value its row, sorted. ROW_SPLITS: for each row where its values begin, and the number of values.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shape: _Any, values: _Any, default_value: _Any, row_partition_tensors: _Sequence[_Any], row_partition_types: _Sequence[str | bytes], attrs: Attrs | None = None) -> _Tensor: ...
RaggedTensorToTensor: _RaggedTensorToTensorClass
class _RaggedTensorToVariantClass:
    """A ragged tensor as a variant, or as a vector of variants.

    rt_nested_splits, rt_dense_values: the ragged tensor.
    batched_input: a vector, with a variant for each row; else a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, rt_nested_splits: _Sequence[_Any], rt_dense_values: _Any, batched_input: bool, attrs: Attrs | None = None) -> _Tensor: ...
RaggedTensorToVariant: _RaggedTensorToVariantClass
class _RaggedTensorToVariantGradientClass:
    """The gradient of RaggedTensorToVariant: the values of all variants.

    encoded_ragged_grad: the gradient of its output; a variant of nothing stands for zeros.
    row_splits: its outer splits, or a scalar if it had none.
    dense_values_shape: the shape of its rt_dense_values.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, encoded_ragged_grad: _Any, row_splits: _Any, dense_values_shape: _Any, Tvalues: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
RaggedTensorToVariantGradient: _RaggedTensorToVariantGradientClass
class _RandomCropSetters:
    def seed(self, value: int) -> _RandomCropClass.Attrs: ...
    def seed2(self, value: int) -> _RandomCropClass.Attrs: ...
class _RandomCropClass(_RandomCropSetters):
    """A part of an image from anywhere in it.

    image: `[rows, columns, channels]`.
    size: `[crop_rows, crop_columns]`, at most those of the image.
    seed, seed2: both 0: each run draws another crop.
    output: `[crop_rows, crop_columns, channels]`.
    """
    class Attrs(_RandomCropSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, image: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RandomCrop: _RandomCropClass
class _RandomGammaSetters:
    def seed(self, value: int) -> _RandomGammaClass.Attrs: ...
    def seed2(self, value: int) -> _RandomGammaClass.Attrs: ...
class _RandomGammaClass(_RandomGammaSetters):
    """Numbers of gamma distributions with a scale of 1.

    shape: how many are drawn for each element of alpha.
    alpha: the shape parameter, above 0; of others the draws are not numbers.
    output: of the shape `[*shape, *alpha.shape]`.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_RandomGammaSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, alpha: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RandomGamma: _RandomGammaClass
class _RandomGammaGradClass:
    """The derivative of a draw of a gamma distribution by its parameter, as the quantile moves with it.

    alpha: the shape parameter, above 0.
    sample: what was drawn; they broadcast.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, alpha: _Any, sample: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RandomGammaGrad: _RandomGammaGradClass
class _RandomPoissonSetters:
    def seed(self, value: int) -> _RandomPoissonClass.Attrs: ...
    def seed2(self, value: int) -> _RandomPoissonClass.Attrs: ...
class _RandomPoissonClass(_RandomPoissonSetters):
    """Numbers of Poisson distributions; see RandomPoissonV2.

    shape: how many are drawn for each element of rate.
    rate: the mean, finite, 0 or more, and not above the largest number of dtype.
    output: of the shape `[*shape, *rate.shape]`.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_RandomPoissonSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, rate: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RandomPoisson: _RandomPoissonClass
class _RandomPoissonV2Setters:
    def seed(self, value: int) -> _RandomPoissonV2Class.Attrs: ...
    def seed2(self, value: int) -> _RandomPoissonV2Class.Attrs: ...
    def dtype(self, value: _DTypeLike) -> _RandomPoissonV2Class.Attrs: ...
class _RandomPoissonV2Class(_RandomPoissonV2Setters):
    """Numbers of Poisson distributions.

    shape: how many are drawn for each element of rate.
    rate: the mean, finite, 0 or more, and not above the largest number of dtype.
    output: of the shape `[*shape, *rate.shape]`.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_RandomPoissonV2Setters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ..., dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, rate: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RandomPoissonV2: _RandomPoissonV2Class
class _RandomShuffleSetters:
    def seed(self, value: int) -> _RandomShuffleClass.Attrs: ...
    def seed2(self, value: int) -> _RandomShuffleClass.Attrs: ...
class _RandomShuffleClass(_RandomShuffleSetters):
    """The entries of value along its first dimension in random order; every order is equally likely.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_RandomShuffleSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RandomShuffle: _RandomShuffleClass
class _RandomShuffleQueueSetters:
    def shapes(self, value: _Sequence[_ShapeLike]) -> _RandomShuffleQueueClass.Attrs: ...
    def capacity(self, value: int) -> _RandomShuffleQueueClass.Attrs: ...
    def min_after_dequeue(self, value: int) -> _RandomShuffleQueueClass.Attrs: ...
    def seed(self, value: int) -> _RandomShuffleQueueClass.Attrs: ...
    def seed2(self, value: int) -> _RandomShuffleQueueClass.Attrs: ...
    def container(self, value: str | bytes) -> _RandomShuffleQueueClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _RandomShuffleQueueClass.Attrs: ...
class _RandomShuffleQueueClass(_RandomShuffleQueueSetters):
    """A queue that gives elements in random order.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    min_after_dequeue: how many elements stay as long as the queue is open.
    seed, seed2: of the order; both 0: another one in each Session.
    """
    class Attrs(_RandomShuffleQueueSetters, _Values):
        def __init__(self, *, shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., min_after_dequeue: int = ..., seed: int = ..., seed2: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
RandomShuffleQueue: _RandomShuffleQueueClass
class _RandomShuffleQueueV2Setters:
    def shapes(self, value: _Sequence[_ShapeLike]) -> _RandomShuffleQueueV2Class.Attrs: ...
    def capacity(self, value: int) -> _RandomShuffleQueueV2Class.Attrs: ...
    def min_after_dequeue(self, value: int) -> _RandomShuffleQueueV2Class.Attrs: ...
    def seed(self, value: int) -> _RandomShuffleQueueV2Class.Attrs: ...
    def seed2(self, value: int) -> _RandomShuffleQueueV2Class.Attrs: ...
    def container(self, value: str | bytes) -> _RandomShuffleQueueV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _RandomShuffleQueueV2Class.Attrs: ...
class _RandomShuffleQueueV2Class(_RandomShuffleQueueV2Setters):
    """A queue that gives elements in random order.

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own.
    min_after_dequeue: how many elements stay as long as the queue is open.
    seed, seed2: of the order; both 0: another one in each Session.
    """
    class Attrs(_RandomShuffleQueueV2Setters, _Values):
        def __init__(self, *, shapes: _Sequence[_ShapeLike] = ..., capacity: int = ..., min_after_dequeue: int = ..., seed: int = ..., seed2: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, component_types: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
RandomShuffleQueueV2: _RandomShuffleQueueV2Class
class _RandomStandardNormalSetters:
    def seed(self, value: int) -> _RandomStandardNormalClass.Attrs: ...
    def seed2(self, value: int) -> _RandomStandardNormalClass.Attrs: ...
class _RandomStandardNormalClass(_RandomStandardNormalSetters):
    """Numbers of the normal distribution of mean 0 and variance 1.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_RandomStandardNormalSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
RandomStandardNormal: _RandomStandardNormalClass
class _RandomUniformSetters:
    def seed(self, value: int) -> _RandomUniformClass.Attrs: ...
    def seed2(self, value: int) -> _RandomUniformClass.Attrs: ...
class _RandomUniformClass(_RandomUniformSetters):
    """Numbers in [0, 1), all equally likely.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_RandomUniformSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
RandomUniform: _RandomUniformClass
class _RandomUniformIntSetters:
    def seed(self, value: int) -> _RandomUniformIntClass.Attrs: ...
    def seed2(self, value: int) -> _RandomUniformIntClass.Attrs: ...
class _RandomUniformIntClass(_RandomUniformIntSetters):
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

    minval, maxval: scalars, minval < maxval.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_RandomUniformIntSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, minval: _Any, maxval: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RandomUniformInt: _RandomUniformIntClass
class _RangeClass:
    """start, start + delta, ... as far as limit, which is not reached.

    start, limit, delta: scalars; delta is not 0 and leads from start towards limit.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, start: _Any, limit: _Any, delta: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Range: _RangeClass
class _RankClass:
    """The number of axes, a scalar."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Rank: _RankClass
class _ReadFileClass:
    """The bytes of a file.

    filename: a scalar: a path in one of `SessionConfig(file_folders=...)`.
    contents: a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, filename: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReadFile: _ReadFileClass
class _ReadVariableOpClass:
    """The value of a variable at the time when the node runs; later changes do not show in it."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
ReadVariableOp: _ReadVariableOpClass
class _ReaderNumRecordsProducedClass:
    """How many records a reader has given."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReaderNumRecordsProduced: _ReaderNumRecordsProducedClass
class _ReaderNumRecordsProducedV2Class:
    """How many records a reader has given."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReaderNumRecordsProducedV2: _ReaderNumRecordsProducedV2Class
class _ReaderNumWorkUnitsCompletedClass:
    """How many strings of the queue a reader has done with."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReaderNumWorkUnitsCompleted: _ReaderNumWorkUnitsCompletedClass
class _ReaderNumWorkUnitsCompletedV2Class:
    """How many strings of the queue a reader has done with."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReaderNumWorkUnitsCompletedV2: _ReaderNumWorkUnitsCompletedV2Class
class _ReaderReadClass:
    """The next record. Where a file is at its end, the queue names the next one; waits for it.

    queue_handle: of names of files.
    key: which record it is: the file and a line, an offset or a number.
    value: its content.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, queue_handle: _Any, attrs: Attrs | None = None) -> _Any: ...
ReaderRead: _ReaderReadClass
class _ReaderReadUpToClass:
    """The next records of a file, at most num_records; fewer where the file is at its end.

    queue_handle: of names of files.
    num_records: a scalar.
    keys: which records they are.
    values: their contents.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, queue_handle: _Any, num_records: _Any, attrs: Attrs | None = None) -> _Any: ...
ReaderReadUpTo: _ReaderReadUpToClass
class _ReaderReadUpToV2Class:
    """The next records of a file, at most num_records; fewer where the file is at its end.

    queue_handle: of names of files.
    num_records: a scalar.
    keys: which records they are.
    values: their contents.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, queue_handle: _Any, num_records: _Any, attrs: Attrs | None = None) -> _Any: ...
ReaderReadUpToV2: _ReaderReadUpToV2Class
class _ReaderReadV2Class:
    """The next record. Where a file is at its end, the queue names the next one; waits for it.

    queue_handle: of names of files.
    key: which record it is: the file and a line, an offset or a number.
    value: its content.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, queue_handle: _Any, attrs: Attrs | None = None) -> _Any: ...
ReaderReadV2: _ReaderReadV2Class
class _ReaderResetClass:
    """Let a reader begin again."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Node: ...
ReaderReset: _ReaderResetClass
class _ReaderResetV2Class:
    """Let a reader begin again."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Node: ...
ReaderResetV2: _ReaderResetV2Class
class _ReaderRestoreStateClass:
    """Let a reader go on where another one was.

    state: what that one's ReaderSerializeState gave.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, state: _Any, attrs: Attrs | None = None) -> _Node: ...
ReaderRestoreState: _ReaderRestoreStateClass
class _ReaderRestoreStateV2Class:
    """Let a reader go on where another one was.

    state: what that one's ReaderSerializeState gave.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, state: _Any, attrs: Attrs | None = None) -> _Node: ...
ReaderRestoreStateV2: _ReaderRestoreStateV2Class
class _ReaderSerializeStateClass:
    """What a reader that gives one record for each string has done, as a string."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReaderSerializeState: _ReaderSerializeStateClass
class _ReaderSerializeStateV2Class:
    """What a reader that gives one record for each string has done, as a string."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reader_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReaderSerializeStateV2: _ReaderSerializeStateV2Class
class _RealSetters:
    def Tout(self, value: _DTypeLike) -> _RealClass.Attrs: ...
class _RealClass(_RealSetters):
    """The real parts."""
    class Attrs(_RealSetters, _Values):
        def __init__(self, *, Tout: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Real: _RealClass
class _RealDivClass:
    """x / y, element by element, for real and complex numbers; integers have no kernel."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RealDiv: _RealDivClass
class _ReciprocalClass:
    """1 / x; integers round toward 0, and 0 is an error for them."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Reciprocal: _ReciprocalClass
class _ReciprocalGradClass:
    """The gradient of Reciprocal from its output: -dy conj(y)^2, and 0 where dy is 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, y: _Any, dy: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReciprocalGrad: _ReciprocalGradClass
class _ReduceJoinSetters:
    def keep_dims(self, value: bool) -> _ReduceJoinClass.Attrs: ...
    def separator(self, value: str | bytes) -> _ReduceJoinClass.Attrs: ...
class _ReduceJoinClass(_ReduceJoinSetters):
    """The strings along axes joined.

    reduction_indices: the axes; strings along the first one become neighbours in the result. Negative ones count from
        the end. No axes: nothing is joined.
    keep_dims: keep those axes, with size 1.
    separator: put between two strings.
    """
    class Attrs(_ReduceJoinSetters, _Values):
        def __init__(self, *, keep_dims: bool = ..., separator: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReduceJoin: _ReduceJoinClass
class _RefEnterSetters:
    def is_constant(self, value: bool) -> _RefEnterClass.Attrs: ...
    def parallel_iterations(self, value: int) -> _RefEnterClass.Attrs: ...
class _RefEnterClass(_RefEnterSetters):
    """Brings a reference into a loop.

    frame_name: which loop.
    is_constant: the reference is the same in every iteration.
    parallel_iterations: how many may run at once.
    """
    class Attrs(_RefEnterSetters, _Values):
        def __init__(self, *, is_constant: bool = ..., parallel_iterations: int = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, frame_name: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
RefEnter: _RefEnterClass
class _RefExitClass:
    """Brings a reference out of a loop."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RefExit: _RefExitClass
class _RefIdentityClass:
    """The same reference."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RefIdentity: _RefIdentityClass
class _RefMergeClass:
    """The one reference that is not dead.

    value_index: which one it was.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], attrs: Attrs | None = None) -> _Any: ...
RefMerge: _RefMergeClass
class _RefNextIterationClass:
    """Brings a reference into the next iteration of a loop."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RefNextIteration: _RefNextIterationClass
class _RefSelectClass:
    """One of several references.

    index: which one, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, index: _Any, inputs: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
RefSelect: _RefSelectClass
class _RefSwitchClass:
    """Sends a reference to one of two outputs; the other one is dead.

    pred: which one, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, pred: _Any, attrs: Attrs | None = None) -> _Any: ...
RefSwitch: _RefSwitchClass
class _RegexFullMatchClass:
    """Whether the whole of each string matches.

    pattern: a scalar, a regular expression as RE2 has them: no back-references, no look-around.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, pattern: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RegexFullMatch: _RegexFullMatchClass
class _RegexReplaceSetters:
    def replace_global(self, value: bool) -> _RegexReplaceClass.Attrs: ...
class _RegexReplaceClass(_RegexReplaceSetters):
    """Each string with something else in place of what matches.

    pattern: a scalar, a regular expression as RE2 has them: no back-references, no look-around.
    rewrite: a scalar, what a match becomes: \\0 is the match, \\1 to \\9 are its groups, \\\\ is a backslash.
    replace_global: all matches, not just the first one.
    """
    class Attrs(_RegexReplaceSetters, _Values):
        def __init__(self, *, replace_global: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, pattern: _Any, rewrite: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RegexReplace: _RegexReplaceClass
class _ReluClass:
    """max(features, 0)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Relu: _ReluClass
class _Relu6Class:
    """min(max(features, 0), 6)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Relu6: _Relu6Class
class _Relu6GradClass:
    """gradients where features are between 0 and 6."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, gradients: _Any, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Relu6Grad: _Relu6GradClass
class _ReluGradClass:
    """gradients where features are above 0; features may be Relu's output."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, gradients: _Any, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReluGrad: _ReluGradClass
class _RemoteCallClass:
    """The results of a function, which runs where this graph runs.

    target: the name of a CPU of this process, `/job:localhost/replica:0/task:0/device:CPU:0` or a part of it.
    f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, target: _Any, args: _Sequence[_Any], Tout: _Sequence[_DTypeLike], f: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
RemoteCall: _RemoteCallClass
class _RequantizationRangeClass:
    """The range of the numbers that integers stand for, made to begin at 0 or below.

    input: of any shape.
    input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
    output_min, output_max: the smallest and the largest number; 0 and 0 if there is none.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, input_min: _Any, input_max: _Any, attrs: Attrs | None = None) -> _Any: ...
RequantizationRange: _RequantizationRangeClass
class _RequantizeClass:
    """Integers of a range as those of another range and dtype.

    input: of any shape.
    input_min, input_max: scalars, what the smallest and the largest integer of its dtype stand for.
    requested_output_min: the range of the output, scalars, with 0 in it.
    requested_output_max: its other end.
    output_min, output_max: the range that was requested.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, input_min: _Any, input_max: _Any, requested_output_min: _Any, requested_output_max: _Any, out_type: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
Requantize: _RequantizeClass
class _ReshapeClass:
    """The same elements in another shape.

    shape: with as many elements; one size may be -1, which is computed from the others. Beside a 0 it is computed from
        the sizes of both shapes that are not 0, rounded down.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Reshape: _ReshapeClass
class _ResizeAreaSetters:
    def align_corners(self, value: bool) -> _ResizeAreaClass.Attrs: ...
class _ResizeAreaClass(_ResizeAreaSetters):
    """Resize images; each pixel is the mean over the area that it covers.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    resized_images: `[batch, new_rows, new_cols, channels]`, float32.
    """
    class Attrs(_ResizeAreaSetters, _Values):
        def __init__(self, *, align_corners: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResizeArea: _ResizeAreaClass
class _ResizeBicubicSetters:
    def align_corners(self, value: bool) -> _ResizeBicubicClass.Attrs: ...
    def half_pixel_centers(self, value: bool) -> _ResizeBicubicClass.Attrs: ...
class _ResizeBicubicClass(_ResizeBicubicSetters):
    """Resize images; each pixel is a cubic function of the sixteen around it.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`, float32; its values may be beyond those of images.
    """
    class Attrs(_ResizeBicubicSetters, _Values):
        def __init__(self, *, align_corners: bool = ..., half_pixel_centers: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResizeBicubic: _ResizeBicubicClass
class _ResizeBicubicGradSetters:
    def align_corners(self, value: bool) -> _ResizeBicubicGradClass.Attrs: ...
    def half_pixel_centers(self, value: bool) -> _ResizeBicubicGradClass.Attrs: ...
class _ResizeBicubicGradClass(_ResizeBicubicGradSetters):
    """Gradient of ResizeBicubic.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    original_image: the images before, `[batch, rows, cols, channels]`; only its shape matters.
    output: gradient of the images, of the shape of original_image.
    """
    class Attrs(_ResizeBicubicGradSetters, _Values):
        def __init__(self, *, align_corners: bool = ..., half_pixel_centers: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, grads: _Any, original_image: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResizeBicubicGrad: _ResizeBicubicGradClass
class _ResizeBilinearSetters:
    def align_corners(self, value: bool) -> _ResizeBilinearClass.Attrs: ...
    def half_pixel_centers(self, value: bool) -> _ResizeBilinearClass.Attrs: ...
class _ResizeBilinearClass(_ResizeBilinearSetters):
    """Resize images; each pixel is interpolated between the four around it.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`, float32.
    """
    class Attrs(_ResizeBilinearSetters, _Values):
        def __init__(self, *, align_corners: bool = ..., half_pixel_centers: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResizeBilinear: _ResizeBilinearClass
class _ResizeBilinearGradSetters:
    def align_corners(self, value: bool) -> _ResizeBilinearGradClass.Attrs: ...
    def half_pixel_centers(self, value: bool) -> _ResizeBilinearGradClass.Attrs: ...
class _ResizeBilinearGradClass(_ResizeBilinearGradSetters):
    """Gradient of ResizeBilinear.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    original_image: the images before, `[batch, rows, cols, channels]`; only its shape matters.
    output: gradient of the images, of the shape of original_image.
    """
    class Attrs(_ResizeBilinearGradSetters, _Values):
        def __init__(self, *, align_corners: bool = ..., half_pixel_centers: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, grads: _Any, original_image: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResizeBilinearGrad: _ResizeBilinearGradClass
class _ResizeNearestNeighborSetters:
    def align_corners(self, value: bool) -> _ResizeNearestNeighborClass.Attrs: ...
    def half_pixel_centers(self, value: bool) -> _ResizeNearestNeighborClass.Attrs: ...
class _ResizeNearestNeighborClass(_ResizeNearestNeighborSetters):
    """Resize images; each pixel is the nearest one.

    images: `[batch, rows, cols, channels]`, none of the sizes but batch 0.
    size: `[new_rows, new_cols]`, positive.
    align_corners: the centres of the four corner pixels stay where they are.
    half_pixel_centers: pixels are squares whose centres are at 0.5, 1.5, ...; not together with align_corners.
    resized_images: `[batch, new_rows, new_cols, channels]`.
    """
    class Attrs(_ResizeNearestNeighborSetters, _Values):
        def __init__(self, *, align_corners: bool = ..., half_pixel_centers: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResizeNearestNeighbor: _ResizeNearestNeighborClass
class _ResizeNearestNeighborGradSetters:
    def align_corners(self, value: bool) -> _ResizeNearestNeighborGradClass.Attrs: ...
    def half_pixel_centers(self, value: bool) -> _ResizeNearestNeighborGradClass.Attrs: ...
class _ResizeNearestNeighborGradClass(_ResizeNearestNeighborGradSetters):
    """Gradient of ResizeNearestNeighbor.

    grads: gradient of the resized images, `[batch, new_rows, new_cols, channels]`.
    size: `[rows, cols]` of the images before, positive.
    output: gradient of the images, `[batch, rows, cols, channels]`.
    """
    class Attrs(_ResizeNearestNeighborGradSetters, _Values):
        def __init__(self, *, align_corners: bool = ..., half_pixel_centers: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, grads: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResizeNearestNeighborGrad: _ResizeNearestNeighborGradClass
class _ResourceAccumulatorApplyGradientClass:
    """Add a gradient to an accumulator. One of an earlier step than the accumulator's is left out.

    local_step: the step of the gradient, a scalar.
    dtype: the accumulator's.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, local_step: _Any, gradient: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceAccumulatorApplyGradient: _ResourceAccumulatorApplyGradientClass
class _ResourceAccumulatorNumAccumulatedClass:
    """How many gradients are in an accumulator."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ResourceAccumulatorNumAccumulated: _ResourceAccumulatorNumAccumulatedClass
class _ResourceAccumulatorSetGlobalStepClass:
    """Set the step of an accumulator: gradients of earlier ones are left out.

    new_global_step: a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, new_global_step: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceAccumulatorSetGlobalStep: _ResourceAccumulatorSetGlobalStepClass
class _ResourceAccumulatorTakeGradientClass:
    """The mean, or the sum, of the gradients in an accumulator, which is empty then; waits until there
    are enough. The accumulator's step becomes the next one.

    num_required: how many there must be, a scalar.
    dtype: the accumulator's.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, num_required: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
ResourceAccumulatorTakeGradient: _ResourceAccumulatorTakeGradientClass
class _ResourceApplyAdaMaxSetters:
    def use_locking(self, value: bool) -> _ResourceApplyAdaMaxClass.Attrs: ...
class _ResourceApplyAdaMaxClass(_ResourceApplyAdaMaxSetters):
    """AdaMax: Adam with the largest gradient instead of a mean of squares.

    m += (g - m) * (1 - beta1)
    v = max(beta2 * v, |g|)
    var -= lr / (1 - beta1_power) * m / (v + epsilon)

    beta1_power: beta1 to the power of the number of this step; the op does not change it.

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAdaMaxSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, v: _Any, beta1_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAdaMax: _ResourceApplyAdaMaxClass
class _ResourceApplyAdadeltaSetters:
    def use_locking(self, value: bool) -> _ResourceApplyAdadeltaClass.Attrs: ...
class _ResourceApplyAdadeltaClass(_ResourceApplyAdadeltaSetters):
    """Adadelta: steps as large as recent steps were, over the size of recent gradients.

    accum = accum * rho + g * g * (1 - rho)
    update = g * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)
    accum_update = accum_update * rho + update * update * (1 - rho)
    var -= lr * update

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAdadeltaSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAdadelta: _ResourceApplyAdadeltaClass
class _ResourceApplyAdagradSetters:
    def use_locking(self, value: bool) -> _ResourceApplyAdagradClass.Attrs: ...
    def update_slots(self, value: bool) -> _ResourceApplyAdagradClass.Attrs: ...
class _ResourceApplyAdagradClass(_ResourceApplyAdagradSetters):
    """Adagrad: steps scaled by the sum of all squared gradients.

    accum += g * g
    var -= lr * g / sqrt(accum)

    update_slots: without it accum stays as it is.

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAdagrad: _ResourceApplyAdagradClass
class _ResourceApplyAdagradDASetters:
    def use_locking(self, value: bool) -> _ResourceApplyAdagradDAClass.Attrs: ...
class _ResourceApplyAdagradDAClass(_ResourceApplyAdagradDASetters):
    """Adagrad with dual averaging: var is computed anew from the sums of all gradients.

    gradient_accumulator += g
    gradient_squared_accumulator += g * g
    divisor = l2 * global_step * lr + sqrt(gradient_squared_accumulator)
    var = -lr * sign(gradient_accumulator) * max(|gradient_accumulator| - l1 * global_step, 0) / divisor

    l1: without it, at 0, var = -lr * gradient_accumulator / divisor.
    global_step: the number of this step, from 1 on; the op does not change it.

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAdagradDASetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAdagradDA: _ResourceApplyAdagradDAClass
class _ResourceApplyAdagradV2Setters:
    def use_locking(self, value: bool) -> _ResourceApplyAdagradV2Class.Attrs: ...
    def update_slots(self, value: bool) -> _ResourceApplyAdagradV2Class.Attrs: ...
class _ResourceApplyAdagradV2Class(_ResourceApplyAdagradV2Setters):
    """Adagrad with a term that keeps the divisor away from 0.

    accum += g * g
    var -= lr * g / (sqrt(accum) + epsilon)

    update_slots: without it accum stays as it is.

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAdagradV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAdagradV2: _ResourceApplyAdagradV2Class
class _ResourceApplyAdamSetters:
    def use_locking(self, value: bool) -> _ResourceApplyAdamClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _ResourceApplyAdamClass.Attrs: ...
class _ResourceApplyAdamClass(_ResourceApplyAdamSetters):
    """Adam: steps scaled by running means of the gradient and of its square.

    alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (g - m) * (1 - beta1)
    v += (g * g - v) * (1 - beta2)
    var -= alpha * m / (sqrt(v) + epsilon), with use_nesterov alpha * (g * (1 - beta1) + m * beta1) / (...)

    beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAdamSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, v: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAdam: _ResourceApplyAdamClass
class _ResourceApplyAdamWithAmsgradSetters:
    def use_locking(self, value: bool) -> _ResourceApplyAdamWithAmsgradClass.Attrs: ...
class _ResourceApplyAdamWithAmsgradClass(_ResourceApplyAdamWithAmsgradSetters):
    """AMSGrad: Adam whose divisor never becomes smaller.

    alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (g - m) * (1 - beta1)
    v += (g * g - v) * (1 - beta2)
    vhat = max(vhat, v)
    var -= alpha * m / (sqrt(vhat) + epsilon)

    beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAdamWithAmsgradSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, v: _Any, vhat: _Any, beta1_power: _Any, beta2_power: _Any, lr: _Any, beta1: _Any, beta2: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAdamWithAmsgrad: _ResourceApplyAdamWithAmsgradClass
class _ResourceApplyAddSignSetters:
    def use_locking(self, value: bool) -> _ResourceApplyAddSignClass.Attrs: ...
class _ResourceApplyAddSignClass(_ResourceApplyAddSignSetters):
    """AddSign: longer steps where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * (alpha + sign_decay * sign(g) * sign(m)) * g

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyAddSignSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, lr: _Any, alpha: _Any, sign_decay: _Any, beta: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyAddSign: _ResourceApplyAddSignClass
class _ResourceApplyCenteredRMSPropSetters:
    def use_locking(self, value: bool) -> _ResourceApplyCenteredRMSPropClass.Attrs: ...
class _ResourceApplyCenteredRMSPropClass(_ResourceApplyCenteredRMSPropSetters):
    """RMSProp with the variance of the gradient in place of its mean square.

    ms += (g * g - ms) * (1 - rho)
    mg += (g - mg) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms - mg * mg + epsilon)
    var -= mom

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyCenteredRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyCenteredRMSProp: _ResourceApplyCenteredRMSPropClass
class _ResourceApplyFtrlSetters:
    def use_locking(self, value: bool) -> _ResourceApplyFtrlClass.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _ResourceApplyFtrlClass.Attrs: ...
class _ResourceApplyFtrlClass(_ResourceApplyFtrlSetters):
    """Ftrl-proximal.

    Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
    (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

    new = accum + g * g
    linear += scale * g - (new ** p - accum ** p) / unit * var
    var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
    accum = new

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyFtrlSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyFtrl: _ResourceApplyFtrlClass
class _ResourceApplyFtrlV2Setters:
    def use_locking(self, value: bool) -> _ResourceApplyFtrlV2Class.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _ResourceApplyFtrlV2Class.Attrs: ...
class _ResourceApplyFtrlV2Class(_ResourceApplyFtrlV2Setters):
    """Ftrl-proximal with a penalty that pulls var towards 0.

    Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
    (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

    new = accum + g * g
    linear += scale * (g + 2 * l2_shrinkage * var) - (new ** p - accum ** p) / unit * var
    var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
    accum = new

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyFtrlV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyFtrlV2: _ResourceApplyFtrlV2Class
class _ResourceApplyGradientDescentSetters:
    def use_locking(self, value: bool) -> _ResourceApplyGradientDescentClass.Attrs: ...
class _ResourceApplyGradientDescentClass(_ResourceApplyGradientDescentSetters):
    """Gradient descent.

    var -= alpha * delta

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyGradientDescentSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, alpha: _Any, delta: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyGradientDescent: _ResourceApplyGradientDescentClass
class _ResourceApplyKerasMomentumSetters:
    def use_locking(self, value: bool) -> _ResourceApplyKerasMomentumClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _ResourceApplyKerasMomentumClass.Attrs: ...
class _ResourceApplyKerasMomentumClass(_ResourceApplyKerasMomentumSetters):
    """Gradient descent with momentum; the learning rate is applied when the momentum changes.

    accum = accum * momentum - lr * g
    var += accum, with use_nesterov: var += accum * momentum - lr * g

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyKerasMomentumSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyKerasMomentum: _ResourceApplyKerasMomentumClass
class _ResourceApplyMomentumSetters:
    def use_locking(self, value: bool) -> _ResourceApplyMomentumClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _ResourceApplyMomentumClass.Attrs: ...
class _ResourceApplyMomentumClass(_ResourceApplyMomentumSetters):
    """Gradient descent with momentum; the learning rate is applied when the variable changes.

    accum = accum * momentum + g
    var -= lr * accum, with use_nesterov: var -= lr * (g + accum * momentum)

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyMomentumSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, momentum: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyMomentum: _ResourceApplyMomentumClass
class _ResourceApplyPowerSignSetters:
    def use_locking(self, value: bool) -> _ResourceApplyPowerSignClass.Attrs: ...
class _ResourceApplyPowerSignClass(_ResourceApplyPowerSignSetters):
    """PowerSign: longer steps, by a factor, where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * exp(logbase * sign_decay * sign(g) * sign(m)) * g

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyPowerSignSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, m: _Any, lr: _Any, logbase: _Any, sign_decay: _Any, beta: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyPowerSign: _ResourceApplyPowerSignClass
class _ResourceApplyProximalAdagradSetters:
    def use_locking(self, value: bool) -> _ResourceApplyProximalAdagradClass.Attrs: ...
class _ResourceApplyProximalAdagradClass(_ResourceApplyProximalAdagradSetters):
    """Adagrad with penalties that make small values 0.

    accum += g * g
    rate = lr / sqrt(accum)
    moved = var - rate * g
    var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

    lr: positive.
    l1, l2: not negative.

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyProximalAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyProximalAdagrad: _ResourceApplyProximalAdagradClass
class _ResourceApplyProximalGradientDescentSetters:
    def use_locking(self, value: bool) -> _ResourceApplyProximalGradientDescentClass.Attrs: ...
class _ResourceApplyProximalGradientDescentClass(_ResourceApplyProximalGradientDescentSetters):
    """Gradient descent with penalties that make small values 0; rate is alpha.

    moved = var - rate * delta
    var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyProximalGradientDescentSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, alpha: _Any, l1: _Any, l2: _Any, delta: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyProximalGradientDescent: _ResourceApplyProximalGradientDescentClass
class _ResourceApplyRMSPropSetters:
    def use_locking(self, value: bool) -> _ResourceApplyRMSPropClass.Attrs: ...
class _ResourceApplyRMSPropClass(_ResourceApplyRMSPropSetters):
    """RMSProp: steps scaled by a running mean of the squared gradient, with momentum.

    ms += (g * g - ms) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms + epsilon)
    var -= mom

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceApplyRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceApplyRMSProp: _ResourceApplyRMSPropClass
class _ResourceConditionalAccumulatorSetters:
    def container(self, value: str | bytes) -> _ResourceConditionalAccumulatorClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _ResourceConditionalAccumulatorClass.Attrs: ...
    def reduction_type(self, value: _Literal['MEAN', 'SUM']) -> _ResourceConditionalAccumulatorClass.Attrs: ...
class _ResourceConditionalAccumulatorClass(_ResourceConditionalAccumulatorSetters):
    """An accumulator of gradients.

    dtype: of the gradients.
    shape: theirs, as far as it is known.
    container: where the accumulator lives; '' is the default container.
    shared_name: nodes with the same one refer to the same accumulator; '' means one of the node's own.
    reduction_type: whether the mean of the gradients is taken, or their sum.
    """
    class Attrs(_ResourceConditionalAccumulatorSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., reduction_type: _Literal['MEAN', 'SUM'] = ...) -> None: ...
    def __call__(self, scope: _Scope, dtype: _DTypeLike, shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
ResourceConditionalAccumulator: _ResourceConditionalAccumulatorClass
class _ResourceCountUpToClass:
    """The value of a variable, a scalar, which is one more afterwards; an OutOfRangeError once it is the limit.

    limit: what the variable never gets above.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, limit: int, T: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
ResourceCountUpTo: _ResourceCountUpToClass
class _ResourceGatherSetters:
    def batch_dims(self, value: int) -> _ResourceGatherClass.Attrs: ...
    def validate_indices(self, value: bool) -> _ResourceGatherClass.Attrs: ...
class _ResourceGatherClass(_ResourceGatherSetters):
    """Entries of a variable along its first dimension, without reading the rest of it.

    indices: numbers of entries, each in [0, entries); the output has an entry for each of them.
    batch_dims: how many leading dimensions the variable and indices share; the one behind them is gathered from.
    validate_indices: has no effect: indices are always checked.
    """
    class Attrs(_ResourceGatherSetters, _Values):
        def __init__(self, *, batch_dims: int = ..., validate_indices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
ResourceGather: _ResourceGatherClass
class _ResourceGatherNdClass:
    """Elements or slices of a variable by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    output: `indices.shape[:-1] + resource.shape[depth:]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
ResourceGatherNd: _ResourceGatherNdClass
class _ResourceScatterAddClass:
    """Add to entries of a variable; an index that comes more than once adds each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterAdd: _ResourceScatterAddClass
class _ResourceScatterDivClass:
    """Divide entries of a variable by what is not 0; integers round towards 0.

    An index that comes more than once changes its entry each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterDiv: _ResourceScatterDivClass
class _ResourceScatterMaxClass:
    """Raise entries of a variable that are below a bound.

    An index that comes more than once changes its entry each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterMax: _ResourceScatterMaxClass
class _ResourceScatterMinClass:
    """Lower entries of a variable that are above a bound.

    An index that comes more than once changes its entry each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterMin: _ResourceScatterMinClass
class _ResourceScatterMulClass:
    """Multiply entries of a variable.

    An index that comes more than once changes its entry each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterMul: _ResourceScatterMulClass
class _ResourceScatterNdAddSetters:
    def use_locking(self, value: bool) -> _ResourceScatterNdAddClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ResourceScatterNdAddClass.Attrs: ...
class _ResourceScatterNdAddClass(_ResourceScatterNdAddSetters):
    """Add to elements or slices of a variable by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ResourceScatterNdAddSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterNdAdd: _ResourceScatterNdAddClass
class _ResourceScatterNdMaxSetters:
    def use_locking(self, value: bool) -> _ResourceScatterNdMaxClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ResourceScatterNdMaxClass.Attrs: ...
class _ResourceScatterNdMaxClass(_ResourceScatterNdMaxSetters):
    """Raise elements or slices of a variable that are below a bound, by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ResourceScatterNdMaxSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterNdMax: _ResourceScatterNdMaxClass
class _ResourceScatterNdMinSetters:
    def use_locking(self, value: bool) -> _ResourceScatterNdMinClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ResourceScatterNdMinClass.Attrs: ...
class _ResourceScatterNdMinClass(_ResourceScatterNdMinSetters):
    """Lower elements or slices of a variable that are above a bound, by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ResourceScatterNdMinSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterNdMin: _ResourceScatterNdMinClass
class _ResourceScatterNdSubSetters:
    def use_locking(self, value: bool) -> _ResourceScatterNdSubClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ResourceScatterNdSubClass.Attrs: ...
class _ResourceScatterNdSubClass(_ResourceScatterNdSubSetters):
    """Subtract from elements or slices of a variable by coordinates.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ResourceScatterNdSubSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterNdSub: _ResourceScatterNdSubClass
class _ResourceScatterNdUpdateSetters:
    def use_locking(self, value: bool) -> _ResourceScatterNdUpdateClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ResourceScatterNdUpdateClass.Attrs: ...
class _ResourceScatterNdUpdateClass(_ResourceScatterNdUpdateSetters):
    """Replace elements or slices of a variable by coordinates; of several changes of one place the last counts.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ResourceScatterNdUpdateSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterNdUpdate: _ResourceScatterNdUpdateClass
class _ResourceScatterSubClass:
    """Subtract from entries of a variable; an index that comes more than once subtracts each time.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterSub: _ResourceScatterSubClass
class _ResourceScatterUpdateClass:
    """Replace entries of a variable; of several changes of one entry the last counts.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceScatterUpdate: _ResourceScatterUpdateClass
class _ResourceSparseApplyAdadeltaSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyAdadeltaClass.Attrs: ...
class _ResourceSparseApplyAdadeltaClass(_ResourceSparseApplyAdadeltaSetters):
    """ResourceApplyAdadelta for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyAdadeltaSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyAdadelta: _ResourceSparseApplyAdadeltaClass
class _ResourceSparseApplyAdagradSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyAdagradClass.Attrs: ...
    def update_slots(self, value: bool) -> _ResourceSparseApplyAdagradClass.Attrs: ...
class _ResourceSparseApplyAdagradClass(_ResourceSparseApplyAdagradSetters):
    """ResourceApplyAdagrad for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyAdagrad: _ResourceSparseApplyAdagradClass
class _ResourceSparseApplyAdagradDASetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyAdagradDAClass.Attrs: ...
class _ResourceSparseApplyAdagradDAClass(_ResourceSparseApplyAdagradDASetters):
    """ResourceApplyAdagradDA for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyAdagradDASetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyAdagradDA: _ResourceSparseApplyAdagradDAClass
class _ResourceSparseApplyAdagradV2Setters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyAdagradV2Class.Attrs: ...
    def update_slots(self, value: bool) -> _ResourceSparseApplyAdagradV2Class.Attrs: ...
class _ResourceSparseApplyAdagradV2Class(_ResourceSparseApplyAdagradV2Setters):
    """ResourceApplyAdagradV2 for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyAdagradV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyAdagradV2: _ResourceSparseApplyAdagradV2Class
class _ResourceSparseApplyCenteredRMSPropSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyCenteredRMSPropClass.Attrs: ...
class _ResourceSparseApplyCenteredRMSPropClass(_ResourceSparseApplyCenteredRMSPropSetters):
    """ResourceApplyCenteredRMSProp for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyCenteredRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyCenteredRMSProp: _ResourceSparseApplyCenteredRMSPropClass
class _ResourceSparseApplyFtrlSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyFtrlClass.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _ResourceSparseApplyFtrlClass.Attrs: ...
class _ResourceSparseApplyFtrlClass(_ResourceSparseApplyFtrlSetters):
    """ResourceApplyFtrl for some entries.

    lr: positive; may be 0 with multiply_linear_by_lr.
    l1, l2, l2_shrinkage: not negative.
    lr_power: not positive.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyFtrlSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyFtrl: _ResourceSparseApplyFtrlClass
class _ResourceSparseApplyFtrlV2Setters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyFtrlV2Class.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _ResourceSparseApplyFtrlV2Class.Attrs: ...
class _ResourceSparseApplyFtrlV2Class(_ResourceSparseApplyFtrlV2Setters):
    """ResourceApplyFtrlV2 for some entries.

    lr: positive; may be 0 with multiply_linear_by_lr.
    l1, l2, l2_shrinkage: not negative.
    lr_power: not positive.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyFtrlV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyFtrlV2: _ResourceSparseApplyFtrlV2Class
class _ResourceSparseApplyKerasMomentumSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyKerasMomentumClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _ResourceSparseApplyKerasMomentumClass.Attrs: ...
class _ResourceSparseApplyKerasMomentumClass(_ResourceSparseApplyKerasMomentumSetters):
    """ResourceApplyKerasMomentum for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyKerasMomentumSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyKerasMomentum: _ResourceSparseApplyKerasMomentumClass
class _ResourceSparseApplyMomentumSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyMomentumClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _ResourceSparseApplyMomentumClass.Attrs: ...
class _ResourceSparseApplyMomentumClass(_ResourceSparseApplyMomentumSetters):
    """ResourceApplyMomentum for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyMomentumSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyMomentum: _ResourceSparseApplyMomentumClass
class _ResourceSparseApplyProximalAdagradSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyProximalAdagradClass.Attrs: ...
class _ResourceSparseApplyProximalAdagradClass(_ResourceSparseApplyProximalAdagradSetters):
    """ResourceApplyProximalAdagrad for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyProximalAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyProximalAdagrad: _ResourceSparseApplyProximalAdagradClass
class _ResourceSparseApplyProximalGradientDescentSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyProximalGradientDescentClass.Attrs: ...
class _ResourceSparseApplyProximalGradientDescentClass(_ResourceSparseApplyProximalGradientDescentSetters):
    """ResourceApplyProximalGradientDescent for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyProximalGradientDescentSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, alpha: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyProximalGradientDescent: _ResourceSparseApplyProximalGradientDescentClass
class _ResourceSparseApplyRMSPropSetters:
    def use_locking(self, value: bool) -> _ResourceSparseApplyRMSPropClass.Attrs: ...
class _ResourceSparseApplyRMSPropClass(_ResourceSparseApplyRMSPropSetters):
    """ResourceApplyRMSProp for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.
    """
    class Attrs(_ResourceSparseApplyRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceSparseApplyRMSProp: _ResourceSparseApplyRMSPropClass
class _ResourceStridedSliceAssignSetters:
    def begin_mask(self, value: int) -> _ResourceStridedSliceAssignClass.Attrs: ...
    def end_mask(self, value: int) -> _ResourceStridedSliceAssignClass.Attrs: ...
    def ellipsis_mask(self, value: int) -> _ResourceStridedSliceAssignClass.Attrs: ...
    def new_axis_mask(self, value: int) -> _ResourceStridedSliceAssignClass.Attrs: ...
    def shrink_axis_mask(self, value: int) -> _ResourceStridedSliceAssignClass.Attrs: ...
class _ResourceStridedSliceAssignClass(_ResourceStridedSliceAssignSetters):
    """Replace a slice of a variable, as ref[begin:end:stride, ...] = value does.

    begin, end, strides: an entry for each axis that is named.
    value: of the slice's shape, or of one that can be broadcast to it.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
    """
    class Attrs(_ResourceStridedSliceAssignSetters, _Values):
        def __init__(self, *, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, attrs: Attrs | None = None) -> _Node: ...
ResourceStridedSliceAssign: _ResourceStridedSliceAssignClass
class _RestoreSetters:
    def preferred_shard(self, value: int) -> _RestoreClass.Attrs: ...
class _RestoreClass(_RestoreSetters):
    """Read a tensor by name from a file, as RestoreV2 does.

    file_pattern: path of the file without its suffix; no pattern.
    tensor_name: of the tensor.
    preferred_shard: has no effect.
    """
    class Attrs(_RestoreSetters, _Values):
        def __init__(self, *, preferred_shard: int = ...) -> None: ...
    def __call__(self, scope: _Scope, file_pattern: _Any, tensor_name: _Any, dt: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Restore: _RestoreClass
class _RestoreSliceSetters:
    def preferred_shard(self, value: int) -> _RestoreSliceClass.Attrs: ...
class _RestoreSliceClass(_RestoreSliceSetters):
    """Read a tensor, or a part of it, by name from a file, as RestoreV2 does.

    file_pattern: path of the file without its suffix; no pattern.
    tensor_name: of the tensor.
    shape_and_slice: as an element of RestoreV2's shape_and_slices.
    preferred_shard: has no effect.
    """
    class Attrs(_RestoreSliceSetters, _Values):
        def __init__(self, *, preferred_shard: int = ...) -> None: ...
    def __call__(self, scope: _Scope, file_pattern: _Any, tensor_name: _Any, shape_and_slice: _Any, dt: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
RestoreSlice: _RestoreSliceClass
class _RestoreV2Class:
    """Read tensors by name from a file that SaveV2 wrote, or from a checkpoint of TensorFlow's.

    prefix: path of the file without its suffix.
    tensor_names: a name for each tensor.
    shape_and_slices: for each tensor '' or the part of a whole that it is: sizes, then '-' or 'start,length' for each
        axis, as in '4 10 -:0,3'.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, prefix: _Any, tensor_names: _Any, shape_and_slices: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
RestoreV2: _RestoreV2Class
class _ReverseClass:
    """The tensor in the opposite order along some axes: the older form of ReverseV2.

    dims: for each axis whether it is reversed.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, dims: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Reverse: _ReverseClass
class _ReverseSequenceSetters:
    def batch_dim(self, value: int) -> _ReverseSequenceClass.Attrs: ...
class _ReverseSequenceClass(_ReverseSequenceSetters):
    """The input with the start of each of its sequences reversed.

    seq_lengths: a vector; how many elements are reversed in each entry along batch_dim, the rest stays.
    seq_dim: the axis that sequences run along.
    batch_dim: the axis of the entries.
    """
    class Attrs(_ReverseSequenceSetters, _Values):
        def __init__(self, *, batch_dim: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, seq_lengths: _Any, seq_dim: int, attrs: Attrs | None = None) -> _Tensor: ...
ReverseSequence: _ReverseSequenceClass
class _ReverseV2Class:
    """The input in reverse order along some axes.

    axis: which ones, a vector.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, axis: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ReverseV2: _ReverseV2Class
class _RightShiftClass:
    """x with its bits moved y places down; copies of the sign come in. y is taken as 0 if it is negative, and as one less than the number of bits if it is larger than that."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RightShift: _RightShiftClass
class _RintClass:
    """The nearest integer, the even one of two."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Rint: _RintClass
class _RngReadAndSkipClass:
    """The state of a generator, which then goes on by 256 times delta.

    resource: a variable of dtype int64 and shape (3,): a counter of 128 bits, the lower half first, and a key.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    delta: a scalar; 256 times delta is taken modulo 2**64.
    value: the state before.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, alg: _Any, delta: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RngReadAndSkip: _RngReadAndSkipClass
class _RollClass:
    """The input with its elements moved along axes; what leaves at one end comes back at the other.

    shift: by how much, a scalar or a vector; negative ones move towards the start.
    axis: along which axis each shift goes, of the same shape; those for one axis add up.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, shift: _Any, axis: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Roll: _RollClass
class _RoundClass:
    """The nearest integer, the even one of two; for complex numbers of each part."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Round: _RoundClass
class _RsqrtClass:
    """1 / sqrt(x)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Rsqrt: _RsqrtClass
class _RsqrtGradClass:
    """The gradient of Rsqrt from its output: -dy conj(y)^3 / 2, and 0 where dy is 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, y: _Any, dy: _Any, attrs: Attrs | None = None) -> _Tensor: ...
RsqrtGrad: _RsqrtGradClass
class _SampleDistortedBoundingBoxSetters:
    def seed(self, value: int) -> _SampleDistortedBoundingBoxClass.Attrs: ...
    def seed2(self, value: int) -> _SampleDistortedBoundingBoxClass.Attrs: ...
    def min_object_covered(self, value: float) -> _SampleDistortedBoundingBoxClass.Attrs: ...
    def aspect_ratio_range(self, value: _Sequence[float]) -> _SampleDistortedBoundingBoxClass.Attrs: ...
    def area_range(self, value: _Sequence[float]) -> _SampleDistortedBoundingBoxClass.Attrs: ...
    def max_attempts(self, value: int) -> _SampleDistortedBoundingBoxClass.Attrs: ...
    def use_image_if_no_bounding_boxes(self, value: bool) -> _SampleDistortedBoundingBoxClass.Attrs: ...
class _SampleDistortedBoundingBoxClass(_SampleDistortedBoundingBoxSetters):
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
    """
    class Attrs(_SampleDistortedBoundingBoxSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ..., min_object_covered: float = ..., aspect_ratio_range: _Sequence[float] = ..., area_range: _Sequence[float] = ..., max_attempts: int = ..., use_image_if_no_bounding_boxes: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, image_size: _Any, bounding_boxes: _Any, attrs: Attrs | None = None) -> _Any: ...
SampleDistortedBoundingBox: _SampleDistortedBoundingBoxClass
class _SampleDistortedBoundingBoxV2Setters:
    def seed(self, value: int) -> _SampleDistortedBoundingBoxV2Class.Attrs: ...
    def seed2(self, value: int) -> _SampleDistortedBoundingBoxV2Class.Attrs: ...
    def aspect_ratio_range(self, value: _Sequence[float]) -> _SampleDistortedBoundingBoxV2Class.Attrs: ...
    def area_range(self, value: _Sequence[float]) -> _SampleDistortedBoundingBoxV2Class.Attrs: ...
    def max_attempts(self, value: int) -> _SampleDistortedBoundingBoxV2Class.Attrs: ...
    def use_image_if_no_bounding_boxes(self, value: bool) -> _SampleDistortedBoundingBoxV2Class.Attrs: ...
class _SampleDistortedBoundingBoxV2Class(_SampleDistortedBoundingBoxV2Setters):
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
    """
    class Attrs(_SampleDistortedBoundingBoxV2Setters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ..., aspect_ratio_range: _Sequence[float] = ..., area_range: _Sequence[float] = ..., max_attempts: int = ..., use_image_if_no_bounding_boxes: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, image_size: _Any, bounding_boxes: _Any, min_object_covered: _Any, attrs: Attrs | None = None) -> _Any: ...
SampleDistortedBoundingBoxV2: _SampleDistortedBoundingBoxV2Class
class _SaveClass:
    """Write tensors by name to a file, as SaveV2 does.

    filename: path of the file without its suffix.
    tensor_names: a name for each tensor.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, filename: _Any, tensor_names: _Any, data: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
Save: _SaveClass
class _SaveSlicesClass:
    """Write tensors, or parts of them, by name to a file, as SaveV2 does.

    filename: path of the file without its suffix.
    tensor_names: a name for each tensor.
    shapes_and_slices: as SaveV2's shape_and_slices.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, filename: _Any, tensor_names: _Any, shapes_and_slices: _Any, data: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
SaveSlices: _SaveSlicesClass
class _SaveV2Class:
    """Write tensors by name to a file, which a crash leaves as it was or complete.

    prefix: path of the file without its suffix.
    tensor_names: a name for each tensor.
    shape_and_slices: for each tensor '' or the part of a whole that it is: sizes, then '-' or 'start,length' for each
        axis, as in '4 10 -:0,3'. The parts of a whole must be in the same node.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, prefix: _Any, tensor_names: _Any, shape_and_slices: _Any, tensors: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
SaveV2: _SaveV2Class
class _ScalarSummaryClass:
    """A Summary message with one value for each element, as float32.

    tags: the names of the values.
    values: of the shape of tags.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tags: _Any, values: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScalarSummary: _ScalarSummaryClass
class _ScaleAndTranslateSetters:
    def kernel_type(self, value: str | bytes) -> _ScaleAndTranslateClass.Attrs: ...
    def antialias(self, value: bool) -> _ScaleAndTranslateClass.Attrs: ...
class _ScaleAndTranslateClass(_ScaleAndTranslateSetters):
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
    class Attrs(_ScaleAndTranslateSetters, _Values):
        def __init__(self, *, kernel_type: str | bytes = ..., antialias: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, images: _Any, size: _Any, scale: _Any, translation: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScaleAndTranslate: _ScaleAndTranslateClass
class _ScaleAndTranslateGradSetters:
    def kernel_type(self, value: str | bytes) -> _ScaleAndTranslateGradClass.Attrs: ...
    def antialias(self, value: bool) -> _ScaleAndTranslateGradClass.Attrs: ...
class _ScaleAndTranslateGradClass(_ScaleAndTranslateGradSetters):
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
    class Attrs(_ScaleAndTranslateGradSetters, _Values):
        def __init__(self, *, kernel_type: str | bytes = ..., antialias: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, grads: _Any, original_image: _Any, scale: _Any, translation: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScaleAndTranslateGrad: _ScaleAndTranslateGradClass
class _ScatterAddSetters:
    def use_locking(self, value: bool) -> _ScatterAddClass.Attrs: ...
class _ScatterAddClass(_ScatterAddSetters):
    """Add to entries of a variable; an index that comes twice adds twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_ScatterAddSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterAdd: _ScatterAddClass
class _ScatterDivSetters:
    def use_locking(self, value: bool) -> _ScatterDivClass.Attrs: ...
class _ScatterDivClass(_ScatterDivSetters):
    """Divide entries of a variable, integers toward 0, none by 0 unless they are floats; an index that comes twice does so twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_ScatterDivSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterDiv: _ScatterDivClass
class _ScatterMaxSetters:
    def use_locking(self, value: bool) -> _ScatterMaxClass.Attrs: ...
class _ScatterMaxClass(_ScatterMaxSetters):
    """Raise entries of a variable to the updates that are larger. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_ScatterMaxSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterMax: _ScatterMaxClass
class _ScatterMinSetters:
    def use_locking(self, value: bool) -> _ScatterMinClass.Attrs: ...
class _ScatterMinClass(_ScatterMinSetters):
    """Lower entries of a variable to the updates that are smaller. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_ScatterMinSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterMin: _ScatterMinClass
class _ScatterMulSetters:
    def use_locking(self, value: bool) -> _ScatterMulClass.Attrs: ...
class _ScatterMulClass(_ScatterMulSetters):
    """Multiply entries of a variable; an index that comes twice does so twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_ScatterMulSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterMul: _ScatterMulClass
class _ScatterNdSetters:
    def bad_indices_policy(self, value: str | bytes) -> _ScatterNdClass.Attrs: ...
class _ScatterNdClass(_ScatterNdSetters):
    """Zeros with updates added at coordinates; what falls onto one place is summed.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the output.
    updates: `indices.shape[:-1] + shape[depth:]`.
    shape: of the output.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ScatterNdSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, indices: _Any, updates: _Any, shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterNd: _ScatterNdClass
class _ScatterNdAddSetters:
    def use_locking(self, value: bool) -> _ScatterNdAddClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ScatterNdAddClass.Attrs: ...
class _ScatterNdAddClass(_ScatterNdAddSetters):
    """Add to elements or slices of a variable by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ScatterNdAddSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterNdAdd: _ScatterNdAddClass
class _ScatterNdMaxSetters:
    def use_locking(self, value: bool) -> _ScatterNdMaxClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ScatterNdMaxClass.Attrs: ...
class _ScatterNdMaxClass(_ScatterNdMaxSetters):
    """Raise elements or slices of a variable that are below a bound, by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ScatterNdMaxSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterNdMax: _ScatterNdMaxClass
class _ScatterNdMinSetters:
    def use_locking(self, value: bool) -> _ScatterNdMinClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ScatterNdMinClass.Attrs: ...
class _ScatterNdMinClass(_ScatterNdMinSetters):
    """Lower elements or slices of a variable that are above a bound, by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ScatterNdMinSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterNdMin: _ScatterNdMinClass
class _ScatterNdNonAliasingAddSetters:
    def bad_indices_policy(self, value: str | bytes) -> _ScatterNdNonAliasingAddClass.Attrs: ...
class _ScatterNdNonAliasingAddClass(_ScatterNdNonAliasingAddSetters):
    """The input with updates added at given coordinates: TensorScatterAdd for numbers; booleans are or-ed.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ScatterNdNonAliasingAddSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterNdNonAliasingAdd: _ScatterNdNonAliasingAddClass
class _ScatterNdSubSetters:
    def use_locking(self, value: bool) -> _ScatterNdSubClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ScatterNdSubClass.Attrs: ...
class _ScatterNdSubClass(_ScatterNdSubSetters):
    """Subtract from elements or slices of a variable by coordinates. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ScatterNdSubSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterNdSub: _ScatterNdSubClass
class _ScatterNdUpdateSetters:
    def use_locking(self, value: bool) -> _ScatterNdUpdateClass.Attrs: ...
    def bad_indices_policy(self, value: str | bytes) -> _ScatterNdUpdateClass.Attrs: ...
class _ScatterNdUpdateClass(_ScatterNdUpdateSetters):
    """Replace elements or slices of a variable by coordinates; of several changes of one place the last counts. Gives the reference on.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the variable.
    updates: `indices.shape[:-1] + ref.shape[depth:]`.
    use_locking: has no effect: a change is always done as a whole.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_ScatterNdUpdateSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterNdUpdate: _ScatterNdUpdateClass
class _ScatterSubSetters:
    def use_locking(self, value: bool) -> _ScatterSubClass.Attrs: ...
class _ScatterSubClass(_ScatterSubSetters):
    """Subtract from entries of a variable; an index that comes twice does so twice. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_ScatterSubSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterSub: _ScatterSubClass
class _ScatterUpdateSetters:
    def use_locking(self, value: bool) -> _ScatterUpdateClass.Attrs: ...
class _ScatterUpdateClass(_ScatterUpdateSetters):
    """Replace entries of a variable; of several changes of one entry the last counts. Gives the reference on.

    indices: numbers of entries, each in [0, entries).
    updates: for each index a change of the shape of an entry, or one scalar for all.
    use_locking: has no effect: a change is always done as a whole.
    """
    class Attrs(_ScatterUpdateSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, ref: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ScatterUpdate: _ScatterUpdateClass
class _SegmentMaxClass:
    """Row i of the output holds the largest elements of the rows of data whose segment id is i, 0 if there is
    none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SegmentMax: _SegmentMaxClass
class _SegmentMeanClass:
    """Row i of the output is the mean of the rows of data whose segment id is i, 0 if there is none. Integers
    round toward 0.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SegmentMean: _SegmentMeanClass
class _SegmentMinClass:
    """Row i of the output holds the smallest elements of the rows of data whose segment id is i, 0 if there is
    none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SegmentMin: _SegmentMinClass
class _SegmentProdClass:
    """Row i of the output is the product of the rows of data whose segment id is i, 1 if there is
    none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SegmentProd: _SegmentProdClass
class _SegmentSumClass:
    """Row i of the output is the sum of the rows of data whose segment id is i, 0 if there is none.

    segment_ids: a vector with one id for each row of data, sorted and not negative.
    output: as many rows as the last id plus 1.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SegmentSum: _SegmentSumClass
class _SelectClass:
    """Elements of t where condition is true, of e where it is false.

    condition: of the shape of t and e; or a scalar; or a vector that chooses along their first axis.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, condition: _Any, t: _Any, e: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Select: _SelectClass
class _SelectV2Class:
    """Elements of t where condition is true, of e where it is false; the three broadcast against each other."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, condition: _Any, t: _Any, e: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SelectV2: _SelectV2Class
class _SelfAdjointEigClass:
    """Eigenvalues and eigenvectors of symmetric matrices, together in one matrix.

    input: `[..., n, n]`; only the lower triangles are read.
    output: `[..., n + 1, n]`: in row 0 the eigenvalues, rising; below it the eigenvectors, in columns. The largest
        element of each is positive.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SelfAdjointEig: _SelfAdjointEigClass
class _SelfAdjointEigV2Setters:
    def compute_v(self, value: bool) -> _SelfAdjointEigV2Class.Attrs: ...
class _SelfAdjointEigV2Class(_SelfAdjointEigV2Setters):
    """Eigenvalues and eigenvectors of Hermitian matrices.

    input: `[..., n, n]`; only the lower triangles are read.
    compute_v: without it, v is empty.
    e: `[..., n]`, rising.
    v: `[..., n, n]`, orthonormal columns. The largest element of each is real and positive, which makes them unique
        where the eigenvalues differ.
    """
    class Attrs(_SelfAdjointEigV2Setters, _Values):
        def __init__(self, *, compute_v: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
SelfAdjointEigV2: _SelfAdjointEigV2Class
class _SeluClass:
    """scale * features above 0, scale * alpha * (exp(features) - 1) elsewhere."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Selu: _SeluClass
class _SeluGradClass:
    """The gradient of Selu from its outputs."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, gradients: _Any, outputs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SeluGrad: _SeluGradClass
class _SerializeManySparseSetters:
    def out_type(self, value: _DTypeLike) -> _SerializeManySparseClass.Attrs: ...
class _SerializeManySparseClass(_SerializeManySparseSetters):
    """The rows of a sparse tensor, each as three: its indices, values and shape.

    The first axis is that of the rows; they are sparse tensors of one axis less.

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    out_type: a string is a TensorProto message; a variant is the tensor itself.
    """
    class Attrs(_SerializeManySparseSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SerializeManySparse: _SerializeManySparseClass
class _SerializeSparseSetters:
    def out_type(self, value: _DTypeLike) -> _SerializeSparseClass.Attrs: ...
class _SerializeSparseClass(_SerializeSparseSetters):
    """A sparse tensor as a vector of three: its indices, values and shape.

    sparse_indices: `[entries, rank]`.
    sparse_values: `[entries]`.
    sparse_shape: `[rank]`.
    out_type: a string is a TensorProto message; a variant is the tensor itself.
    """
    class Attrs(_SerializeSparseSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, sparse_indices: _Any, sparse_values: _Any, sparse_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SerializeSparse: _SerializeSparseClass
class _SerializeTensorClass:
    """A tensor as the bytes of a TensorProto message.

    tensor: of numbers, bools or strings.
    serialized: a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SerializeTensor: _SerializeTensorClass
class _SetSizeSetters:
    def validate_indices(self, value: bool) -> _SetSizeClass.Attrs: ...
class _SetSizeClass(_SetSizeSetters):
    """How many different values each set along the last axis of a sparse tensor has.

    set_indices, set_values, set_shape: a sparse tensor of rank 2 or more.
    validate_indices: coordinates must be in row-major order, each once.
    size: of the tensor's shape without its last axis.
    """
    class Attrs(_SetSizeSetters, _Values):
        def __init__(self, *, validate_indices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, set_indices: _Any, set_values: _Any, set_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SetSize: _SetSizeClass
class _ShapeSetters:
    def out_type(self, value: _DTypeLike) -> _ShapeClass.Attrs: ...
class _ShapeClass(_ShapeSetters):
    """The shape of the input as a vector."""
    class Attrs(_ShapeSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Shape: _ShapeClass
class _ShapeNSetters:
    def out_type(self, value: _DTypeLike) -> _ShapeNClass.Attrs: ...
class _ShapeNClass(_ShapeNSetters):
    """The shapes of the inputs, each as a vector."""
    class Attrs(_ShapeNSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Sequence[_Any], attrs: Attrs | None = None) -> list[_Tensor]: ...
ShapeN: _ShapeNClass
class _ShardedFilenameClass:
    """The name of one of several files: name-00001-of-00004."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, basename: _Any, shard: _Any, num_shards: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ShardedFilename: _ShardedFilenameClass
class _ShardedFilespecClass:
    """The pattern for the names of all of several files: name-?????-of-00004."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, basename: _Any, num_shards: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ShardedFilespec: _ShardedFilespecClass
class _SigmoidClass:
    """1 / (1 + exp(-x))."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Sigmoid: _SigmoidClass
class _SigmoidGradClass:
    """The gradient of Sigmoid from its (conjugate) output: dy y (1 - y)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, y: _Any, dy: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SigmoidGrad: _SigmoidGradClass
class _SignClass:
    """-1, 0 or 1; for complex numbers x / |x|, and 0 for 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Sign: _SignClass
class _SinClass:
    """The sine of x in radians."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Sin: _SinClass
class _SinhClass:
    """The hyperbolic sine."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Sinh: _SinhClass
class _SizeSetters:
    def out_type(self, value: _DTypeLike) -> _SizeClass.Attrs: ...
class _SizeClass(_SizeSetters):
    """The number of elements, a scalar."""
    class Attrs(_SizeSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Size: _SizeClass
class _SliceClass:
    """A block of the input.

    begin: where it begins along each axis.
    size: how large it is along each axis; -1 means everything to the end.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, begin: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Slice: _SliceClass
class _SnapshotClass:
    """A copy of the input."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Snapshot: _SnapshotClass
class _SoftmaxClass:
    """exp(logits) over its sum along the last axis; safe for large logits."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, logits: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Softmax: _SoftmaxClass
class _SoftmaxCrossEntropyWithLogitsClass:
    """Cross entropy of the softmax of features with the distribution labels.

    features, labels: `[batch, classes]`; they broadcast. Each row of labels should sum to 1.
    loss: `[batch]`.
    backprop: softmax(features) - labels, the gradient of loss with respect to features.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, labels: _Any, attrs: Attrs | None = None) -> _Any: ...
SoftmaxCrossEntropyWithLogits: _SoftmaxCrossEntropyWithLogitsClass
class _SoftplusClass:
    """log(exp(features) + 1)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Softplus: _SoftplusClass
class _SoftplusGradClass:
    """gradients / (exp(-features) + 1)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, gradients: _Any, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SoftplusGrad: _SoftplusGradClass
class _SoftsignClass:
    """features / (abs(features) + 1)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Softsign: _SoftsignClass
class _SoftsignGradClass:
    """gradients / (abs(features) + 1) ** 2."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, gradients: _Any, features: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SoftsignGrad: _SoftsignGradClass
class _SpaceToBatchClass:
    """Square blocks of an image as batches: SpaceToBatchND for two spatial axes and one size.

    input: `[batch, height, width, channels]`.
    paddings: zeros (before, after) along height and width, `[2, 2]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, paddings: _Any, block_size: int, attrs: Attrs | None = None) -> _Tensor: ...
SpaceToBatch: _SpaceToBatchClass
class _SpaceToBatchNDClass:
    """Spatial blocks as batches: a batch for each place in a block, holding that place of every block.

    input: `[batch, spatial..., rest...]`.
    block_shape: the size of a block along each spatial axis, at least 1; its length says how many those are.
    paddings: zeros (before, after) along each spatial axis; the padded size must be a multiple of the block's.
    output: `[blocks * batch, spatial / block..., rest...]`, the place in a block being the slower index.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, block_shape: _Any, paddings: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SpaceToBatchND: _SpaceToBatchNDClass
class _SpaceToDepthSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C']) -> _SpaceToDepthClass.Attrs: ...
class _SpaceToDepthClass(_SpaceToDepthSetters):
    """Square blocks of an image as channels: row by row within a block, the old channels the faster index.

    block_size: height and width of a block; divides those of the input.
    data_format: NCHW_VECT_C is `[batch, channels / 4, height, width, 4]`, whose last axis stays together.
    """
    class Attrs(_SpaceToDepthSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, block_size: int, attrs: Attrs | None = None) -> _Tensor: ...
SpaceToDepth: _SpaceToDepthClass
class _SparseAccumulatorApplyGradientClass:
    """Add rows of a gradient to an accumulator. A gradient of an earlier step is left out.

    local_step: the step of the gradient, a scalar.
    gradient_indices: of the rows, in rising order.
    gradient_values: the rows.
    gradient_shape: of the whole gradient.
    dtype: the accumulator's.
    has_known_shape: whether ``gradient_shape`` means anything.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, local_step: _Any, gradient_indices: _Any, gradient_values: _Any, gradient_shape: _Any, has_known_shape: bool, attrs: Attrs | None = None) -> _Node: ...
SparseAccumulatorApplyGradient: _SparseAccumulatorApplyGradientClass
class _SparseAccumulatorTakeGradientClass:
    """The mean, or the sum, of the rows in an accumulator, which is empty then; waits until there
    are enough gradients. Each row is divided by the number of gradients that had it. The accumulator's step becomes
    the next one.

    num_required: how many gradients there must be, a scalar.
    indices: of the rows.
    values: the rows.
    shape: of the whole gradient; -1 where it is not known.
    dtype: the accumulator's.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, num_required: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
SparseAccumulatorTakeGradient: _SparseAccumulatorTakeGradientClass
class _SparseAddClass:
    """The sum of two sparse tensors, in row-major order.

    a_indices, b_indices: `[entries, rank]`.
    a_values, b_values: `[entries]`.
    a_shape, b_shape: `[rank]`, the same.
    thresh: a scalar: where both have an entry, a sum of a smaller magnitude is left out; 0 keeps zeros too.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, thresh: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseAdd: _SparseAddClass
class _SparseAddGradClass:
    """The gradients of SparseAdd: for each entry of its operands that of the sum's entry at the place, or 0.

    backprop_val_grad: the gradient of its sum_values.
    a_indices, b_indices: its inputs.
    sum_indices: its output.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, backprop_val_grad: _Any, a_indices: _Any, b_indices: _Any, sum_indices: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseAddGrad: _SparseAddGradClass
class _SparseApplyAdadeltaSetters:
    def use_locking(self, value: bool) -> _SparseApplyAdadeltaClass.Attrs: ...
class _SparseApplyAdadeltaClass(_SparseApplyAdadeltaSetters):
    """ResourceApplyAdadelta for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyAdadeltaSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, accum_update: _Any, lr: _Any, rho: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyAdadelta: _SparseApplyAdadeltaClass
class _SparseApplyAdagradSetters:
    def use_locking(self, value: bool) -> _SparseApplyAdagradClass.Attrs: ...
    def update_slots(self, value: bool) -> _SparseApplyAdagradClass.Attrs: ...
class _SparseApplyAdagradClass(_SparseApplyAdagradSetters):
    """ResourceApplyAdagrad for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyAdagrad: _SparseApplyAdagradClass
class _SparseApplyAdagradDASetters:
    def use_locking(self, value: bool) -> _SparseApplyAdagradDAClass.Attrs: ...
class _SparseApplyAdagradDAClass(_SparseApplyAdagradDASetters):
    """ResourceApplyAdagradDA for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyAdagradDASetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, gradient_accumulator: _Any, gradient_squared_accumulator: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, global_step: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyAdagradDA: _SparseApplyAdagradDAClass
class _SparseApplyAdagradV2Setters:
    def use_locking(self, value: bool) -> _SparseApplyAdagradV2Class.Attrs: ...
    def update_slots(self, value: bool) -> _SparseApplyAdagradV2Class.Attrs: ...
class _SparseApplyAdagradV2Class(_SparseApplyAdagradV2Setters):
    """ResourceApplyAdagradV2 for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyAdagradV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., update_slots: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyAdagradV2: _SparseApplyAdagradV2Class
class _SparseApplyCenteredRMSPropSetters:
    def use_locking(self, value: bool) -> _SparseApplyCenteredRMSPropClass.Attrs: ...
class _SparseApplyCenteredRMSPropClass(_SparseApplyCenteredRMSPropSetters):
    """ResourceApplyCenteredRMSProp for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyCenteredRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, mg: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyCenteredRMSProp: _SparseApplyCenteredRMSPropClass
class _SparseApplyFtrlSetters:
    def use_locking(self, value: bool) -> _SparseApplyFtrlClass.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _SparseApplyFtrlClass.Attrs: ...
class _SparseApplyFtrlClass(_SparseApplyFtrlSetters):
    """ResourceApplyFtrl for some entries.

    lr: positive; may be 0 with multiply_linear_by_lr.
    l1, l2, l2_shrinkage: not negative.
    lr_power: not positive.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyFtrlSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyFtrl: _SparseApplyFtrlClass
class _SparseApplyFtrlV2Setters:
    def use_locking(self, value: bool) -> _SparseApplyFtrlV2Class.Attrs: ...
    def multiply_linear_by_lr(self, value: bool) -> _SparseApplyFtrlV2Class.Attrs: ...
class _SparseApplyFtrlV2Class(_SparseApplyFtrlV2Setters):
    """ResourceApplyFtrlV2 for some entries.

    lr: positive; may be 0 with multiply_linear_by_lr.
    l1, l2, l2_shrinkage: not negative.
    lr_power: not positive.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyFtrlV2Setters, _Values):
        def __init__(self, *, use_locking: bool = ..., multiply_linear_by_lr: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, linear: _Any, grad: _Any, indices: _Any, lr: _Any, l1: _Any, l2: _Any, l2_shrinkage: _Any, lr_power: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyFtrlV2: _SparseApplyFtrlV2Class
class _SparseApplyMomentumSetters:
    def use_locking(self, value: bool) -> _SparseApplyMomentumClass.Attrs: ...
    def use_nesterov(self, value: bool) -> _SparseApplyMomentumClass.Attrs: ...
class _SparseApplyMomentumClass(_SparseApplyMomentumSetters):
    """ResourceApplyMomentum for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyMomentumSetters, _Values):
        def __init__(self, *, use_locking: bool = ..., use_nesterov: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, grad: _Any, indices: _Any, momentum: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyMomentum: _SparseApplyMomentumClass
class _SparseApplyProximalAdagradSetters:
    def use_locking(self, value: bool) -> _SparseApplyProximalAdagradClass.Attrs: ...
class _SparseApplyProximalAdagradClass(_SparseApplyProximalAdagradSetters):
    """ResourceApplyProximalAdagrad for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyProximalAdagradSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, accum: _Any, lr: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyProximalAdagrad: _SparseApplyProximalAdagradClass
class _SparseApplyProximalGradientDescentSetters:
    def use_locking(self, value: bool) -> _SparseApplyProximalGradientDescentClass.Attrs: ...
class _SparseApplyProximalGradientDescentClass(_SparseApplyProximalGradientDescentSetters):
    """ResourceApplyProximalGradientDescent for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyProximalGradientDescentSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, alpha: _Any, l1: _Any, l2: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyProximalGradientDescent: _SparseApplyProximalGradientDescentClass
class _SparseApplyRMSPropSetters:
    def use_locking(self, value: bool) -> _SparseApplyRMSPropClass.Attrs: ...
class _SparseApplyRMSPropClass(_SparseApplyRMSPropSetters):
    """ResourceApplyRMSProp for some entries.

    grad: a row for each index, of the shape of an entry.
    indices: a vector of numbers of entries, each in [0, entries).

    use_locking: has no effect: a step is always done as a whole.

    out: the reference to var.
    """
    class Attrs(_SparseApplyRMSPropSetters, _Values):
        def __init__(self, *, use_locking: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, var: _Any, ms: _Any, mom: _Any, lr: _Any, rho: _Any, momentum: _Any, epsilon: _Any, grad: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseApplyRMSProp: _SparseApplyRMSPropClass
class _SparseBincountSetters:
    def binary_output(self, value: bool) -> _SparseBincountClass.Attrs: ...
class _SparseBincountClass(_SparseBincountSetters):
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
    class Attrs(_SparseBincountSetters, _Values):
        def __init__(self, *, binary_output: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, indices: _Any, values: _Any, dense_shape: _Any, size: _Any, weights: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseBincount: _SparseBincountClass
class _SparseConcatClass:
    """Sparse tensors one behind the other along an axis; the entries in row-major order.

    indices: of each tensor `[entries, rank]`.
    values: of each `[entries]`.
    shapes: of each `[rank]`; the same but for the axis.
    concat_dim: the axis; negative ones count from the end.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], concat_dim: int, attrs: Attrs | None = None) -> _Any: ...
SparseConcat: _SparseConcatClass
class _SparseConditionalAccumulatorSetters:
    def container(self, value: str | bytes) -> _SparseConditionalAccumulatorClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _SparseConditionalAccumulatorClass.Attrs: ...
    def reduction_type(self, value: _Literal['MEAN', 'SUM']) -> _SparseConditionalAccumulatorClass.Attrs: ...
class _SparseConditionalAccumulatorClass(_SparseConditionalAccumulatorSetters):
    """An accumulator of gradients of which each has some rows.

    dtype: of the gradients.
    shape: theirs, as far as it is known.
    container: where the accumulator lives; '' is the default container.
    shared_name: nodes with the same one refer to the same accumulator; '' means one of the node's own.
    reduction_type: whether the mean of the gradients is taken, or their sum.
    """
    class Attrs(_SparseConditionalAccumulatorSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., reduction_type: _Literal['MEAN', 'SUM'] = ...) -> None: ...
    def __call__(self, scope: _Scope, dtype: _DTypeLike, shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
SparseConditionalAccumulator: _SparseConditionalAccumulatorClass
class _SparseCountSparseOutputSetters:
    def minlength(self, value: int) -> _SparseCountSparseOutputClass.Attrs: ...
    def maxlength(self, value: int) -> _SparseCountSparseOutputClass.Attrs: ...
class _SparseCountSparseOutputClass(_SparseCountSparseOutputSetters):
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
    class Attrs(_SparseCountSparseOutputSetters, _Values):
        def __init__(self, *, minlength: int = ..., maxlength: int = ...) -> None: ...
    def __call__(self, scope: _Scope, indices: _Any, values: _Any, dense_shape: _Any, weights: _Any, binary_output: bool, attrs: Attrs | None = None) -> _Any: ...
SparseCountSparseOutput: _SparseCountSparseOutputClass
class _SparseCrossClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], dense_inputs: _Sequence[_Any], hashed_output: bool, num_buckets: int, hash_key: int, out_type: _DTypeLike, internal_type: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
SparseCross: _SparseCrossClass
class _SparseCrossHashedClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], dense_inputs: _Sequence[_Any], num_buckets: _Any, strong_hash: _Any, salt: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseCrossHashed: _SparseCrossHashedClass
class _SparseCrossV2Class:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Sequence[_Any], values: _Sequence[_Any], shapes: _Sequence[_Any], dense_inputs: _Sequence[_Any], sep: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseCrossV2: _SparseCrossV2Class
class _SparseDenseCwiseAddClass:
    """The sum of a sparse and a dense tensor, where the sparse tensor has entries.

    sp_indices: `[entries, rank]`, each within sp_shape.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    dense: of a shape that broadcasts to sp_shape.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseDenseCwiseAdd: _SparseDenseCwiseAddClass
class _SparseDenseCwiseDivClass:
    """The quotient of a sparse and a dense tensor, element by element, where the sparse tensor has entries.

    sp_indices: `[entries, rank]`, each within sp_shape.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    dense: of a shape that broadcasts to sp_shape.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseDenseCwiseDiv: _SparseDenseCwiseDivClass
class _SparseDenseCwiseMulClass:
    """The product of a sparse and a dense tensor, element by element, where the sparse tensor has entries.

    sp_indices: `[entries, rank]`, each within sp_shape.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    dense: of a shape that broadcasts to sp_shape.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, dense: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseDenseCwiseMul: _SparseDenseCwiseMulClass
class _SparseFillEmptyRowsClass:
    """A sparse tensor with an entry in each row that had none: a default in its first column.

    indices: `[entries, rank]`.
    values: `[entries]`.
    dense_shape: `[rank]`, at least one size; the first one is the number of rows.
    default_value: a scalar.
    output_indices, output_values: ordered by rows; within a row, entries keep their order.
    empty_row_indicator: for each row whether it had no entry.
    reverse_index_map: for each entry its place in the output.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Any, values: _Any, dense_shape: _Any, default_value: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseFillEmptyRows: _SparseFillEmptyRowsClass
class _SparseFillEmptyRowsGradClass:
    """The gradient of SparseFillEmptyRows.

    reverse_index_map: its output.
    grad_values: the gradient of its output_values.
    d_values: those that the map names.
    d_default_value: the sum of the others, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, reverse_index_map: _Any, grad_values: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseFillEmptyRowsGrad: _SparseFillEmptyRowsGradClass
class _SparseMatMulSetters:
    def transpose_a(self, value: bool) -> _SparseMatMulClass.Attrs: ...
    def transpose_b(self, value: bool) -> _SparseMatMulClass.Attrs: ...
    def a_is_sparse(self, value: bool) -> _SparseMatMulClass.Attrs: ...
    def b_is_sparse(self, value: bool) -> _SparseMatMulClass.Attrs: ...
class _SparseMatMulClass(_SparseMatMulSetters):
    """The product of two dense matrices, as MatMul; the dtypes may differ.

    a, b: matrices.
    transpose_a, transpose_b: take the transpose of the operand.
    a_is_sparse, b_is_sparse: that many elements are 0; a hint without effect.
    """
    class Attrs(_SparseMatMulSetters, _Values):
        def __init__(self, *, transpose_a: bool = ..., transpose_b: bool = ..., a_is_sparse: bool = ..., b_is_sparse: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, a: _Any, b: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseMatMul: _SparseMatMulClass
class _SparseReduceMaxSetters:
    def keep_dims(self, value: bool) -> _SparseReduceMaxClass.Attrs: ...
class _SparseReduceMaxClass(_SparseReduceMaxSetters):
    """The maximum along axes of a sparse tensor, as a dense tensor; 0 where there is no entry.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
    class Attrs(_SparseReduceMaxSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseReduceMax: _SparseReduceMaxClass
class _SparseReduceMaxSparseSetters:
    def keep_dims(self, value: bool) -> _SparseReduceMaxSparseClass.Attrs: ...
class _SparseReduceMaxSparseClass(_SparseReduceMaxSparseSetters):
    """The maximum along axes of a sparse tensor, as a sparse tensor, with an entry where there was one to reduce.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
    class Attrs(_SparseReduceMaxSparseSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseReduceMaxSparse: _SparseReduceMaxSparseClass
class _SparseReduceSumSetters:
    def keep_dims(self, value: bool) -> _SparseReduceSumClass.Attrs: ...
class _SparseReduceSumClass(_SparseReduceSumSetters):
    """The sum along axes of a sparse tensor, as a dense tensor; 0 where there is no entry.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
    class Attrs(_SparseReduceSumSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseReduceSum: _SparseReduceSumClass
class _SparseReduceSumSparseSetters:
    def keep_dims(self, value: bool) -> _SparseReduceSumSparseClass.Attrs: ...
class _SparseReduceSumSparseClass(_SparseReduceSumSparseSetters):
    """The sum along axes of a sparse tensor, as a sparse tensor, with an entry where there was one to reduce.

    input_indices: `[entries, rank]`, each within input_shape.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    reduction_axes: a scalar or a vector; negative ones count from the end; none for no axis.
    keep_dims: keep the axes, with size 1.
    """
    class Attrs(_SparseReduceSumSparseSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input_indices: _Any, input_values: _Any, input_shape: _Any, reduction_axes: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseReduceSumSparse: _SparseReduceSumSparseClass
class _SparseReorderClass:
    """The entries of a sparse tensor in row-major order; equal places keep their order.

    input_indices: `[entries, rank]`.
    input_values: `[entries]`.
    input_shape: `[rank]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_indices: _Any, input_values: _Any, input_shape: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseReorder: _SparseReorderClass
class _SparseReshapeClass:
    """The coordinates that the entries of a sparse tensor have in another shape; their values stay as they are.

    input_indices: `[entries, rank]`, each within input_shape.
    input_shape: `[rank]`.
    new_shape: a shape of as many elements; -1 stands for the size that makes it so.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_indices: _Any, input_shape: _Any, new_shape: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseReshape: _SparseReshapeClass
class _SparseSegmentMeanSetters:
    def sparse_gradient(self, value: bool) -> _SparseSegmentMeanClass.Attrs: ...
class _SparseSegmentMeanClass(_SparseSegmentMeanSetters):
    """Row i of the output is the mean of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    """
    class Attrs(_SparseSegmentMeanSetters, _Values):
        def __init__(self, *, sparse_gradient: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, indices: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentMean: _SparseSegmentMeanClass
class _SparseSegmentMeanGradClass:
    """The gradient of SparseSegmentMean.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    output_dim0: how many rows its data has, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentMeanGrad: _SparseSegmentMeanGradClass
class _SparseSegmentMeanGradV2Class:
    """The gradient of SparseSegmentMean by those rows of its data that it picks.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    dense_output_dim0: how many rows its data has, a scalar.
    output: a row for each of the rows that are picked.
    sorted_unique_indices: their numbers.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseSegmentMeanGradV2: _SparseSegmentMeanGradV2Class
class _SparseSegmentMeanWithNumSegmentsSetters:
    def sparse_gradient(self, value: bool) -> _SparseSegmentMeanWithNumSegmentsClass.Attrs: ...
class _SparseSegmentMeanWithNumSegmentsClass(_SparseSegmentMeanWithNumSegmentsSetters):
    """Row i of the output is the mean of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    num_segments: how many rows the output has, a scalar; larger than every id.
    """
    class Attrs(_SparseSegmentMeanWithNumSegmentsSetters, _Values):
        def __init__(self, *, sparse_gradient: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentMeanWithNumSegments: _SparseSegmentMeanWithNumSegmentsClass
class _SparseSegmentSqrtNSetters:
    def sparse_gradient(self, value: bool) -> _SparseSegmentSqrtNClass.Attrs: ...
class _SparseSegmentSqrtNClass(_SparseSegmentSqrtNSetters):
    """Row i of the output is the sum of rows of data that indices picks, divided by the square root of their number; 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    """
    class Attrs(_SparseSegmentSqrtNSetters, _Values):
        def __init__(self, *, sparse_gradient: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, indices: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentSqrtN: _SparseSegmentSqrtNClass
class _SparseSegmentSqrtNGradClass:
    """The gradient of SparseSegmentSqrtN.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    output_dim0: how many rows its data has, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentSqrtNGrad: _SparseSegmentSqrtNGradClass
class _SparseSegmentSqrtNGradV2Class:
    """The gradient of SparseSegmentSqrtN by those rows of its data that it picks.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    dense_output_dim0: how many rows its data has, a scalar.
    output: a row for each of the rows that are picked.
    sorted_unique_indices: their numbers.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseSegmentSqrtNGradV2: _SparseSegmentSqrtNGradV2Class
class _SparseSegmentSqrtNWithNumSegmentsSetters:
    def sparse_gradient(self, value: bool) -> _SparseSegmentSqrtNWithNumSegmentsClass.Attrs: ...
class _SparseSegmentSqrtNWithNumSegmentsClass(_SparseSegmentSqrtNWithNumSegmentsSetters):
    """Row i of the output is the sum of rows of data that indices picks, divided by the square root of their number; 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    num_segments: how many rows the output has, a scalar; larger than every id.
    """
    class Attrs(_SparseSegmentSqrtNWithNumSegmentsSetters, _Values):
        def __init__(self, *, sparse_gradient: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentSqrtNWithNumSegments: _SparseSegmentSqrtNWithNumSegmentsClass
class _SparseSegmentSumSetters:
    def sparse_gradient(self, value: bool) -> _SparseSegmentSumClass.Attrs: ...
class _SparseSegmentSumClass(_SparseSegmentSumSetters):
    """Row i of the output is the sum of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    """
    class Attrs(_SparseSegmentSumSetters, _Values):
        def __init__(self, *, sparse_gradient: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, indices: _Any, segment_ids: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentSum: _SparseSegmentSumClass
class _SparseSegmentSumGradClass:
    """The gradient of SparseSegmentSum.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    output_dim0: how many rows its data has, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, grad: _Any, indices: _Any, segment_ids: _Any, output_dim0: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentSumGrad: _SparseSegmentSumGradClass
class _SparseSegmentSumGradV2Class:
    """The gradient of SparseSegmentSum by those rows of its data that it picks.

    grad: that of its output.
    indices, segment_ids: its inputs; the ids may be in any order.
    dense_output_dim0: how many rows its data has, a scalar.
    output: a row for each of the rows that are picked.
    sorted_unique_indices: their numbers.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, grad: _Any, indices: _Any, segment_ids: _Any, dense_output_dim0: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseSegmentSumGradV2: _SparseSegmentSumGradV2Class
class _SparseSegmentSumWithNumSegmentsSetters:
    def sparse_gradient(self, value: bool) -> _SparseSegmentSumWithNumSegmentsClass.Attrs: ...
class _SparseSegmentSumWithNumSegmentsClass(_SparseSegmentSumWithNumSegmentsSetters):
    """Row i of the output is the sum of rows of data that indices picks, 0 if there is none.

    indices: a vector of rows of data.
    segment_ids: for each of them the row of the output that it is added to; sorted and not negative.
    sparse_gradient: has no effect; gradients are dense.
    num_segments: how many rows the output has, a scalar; larger than every id.
    """
    class Attrs(_SparseSegmentSumWithNumSegmentsSetters, _Values):
        def __init__(self, *, sparse_gradient: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, data: _Any, indices: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSegmentSumWithNumSegments: _SparseSegmentSumWithNumSegmentsClass
class _SparseSliceClass:
    """The entries of a sparse tensor that lie in a box; their coordinates count from its start.

    indices: `[entries, rank]`.
    values: `[entries]`.
    shape: `[rank]`.
    start: `[rank]`: the first corner of the box.
    size: `[rank]`: its sizes; what reaches beyond the shape is cut off.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Any, values: _Any, shape: _Any, start: _Any, size: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseSlice: _SparseSliceClass
class _SparseSliceGradClass:
    """The gradient of SparseSlice: for each entry that of the output's entry that it became, or 0.

    backprop_val_grad: the gradient of its output_values.
    input_indices, input_start: its inputs indices and start.
    output_indices: its output; its rows come in the order of input_indices.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, backprop_val_grad: _Any, input_indices: _Any, input_start: _Any, output_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSliceGrad: _SparseSliceGradClass
class _SparseSoftmaxClass:
    """The softmax along the last axis of a sparse tensor over the entries that there are.

    sp_indices: `[entries, rank]`, of rank 2 at least.
    sp_values: `[entries]`.
    sp_shape: `[rank]`.
    output: `[entries]`, values of a sparse tensor with the same indices.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, sp_indices: _Any, sp_values: _Any, sp_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseSoftmax: _SparseSoftmaxClass
class _SparseSoftmaxCrossEntropyWithLogitsClass:
    """Cross entropy of the softmax of features with one class for each row.

    features: `[batch, classes]`.
    labels: `[batch]`, each in [0, classes).
    loss: `[batch]`.
    backprop: the gradient of loss with respect to features.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, features: _Any, labels: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseSoftmaxCrossEntropyWithLogits: _SparseSoftmaxCrossEntropyWithLogitsClass
class _SparseSparseMaximumClass:
    """The larger one of two sparse tensors' values at each place where one has an entry, in row-major order; where only one has an entry, the other one counts as 0.

    a_indices, b_indices: `[entries, rank]`.
    a_values, b_values: `[entries]`.
    a_shape, b_shape: `[rank]`, the same.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseSparseMaximum: _SparseSparseMaximumClass
class _SparseSparseMinimumClass:
    """The smaller one of two sparse tensors' values at each place where one has an entry, in row-major order; where only one has an entry, the other one counts as 0.

    a_indices, b_indices: `[entries, rank]`.
    a_values, b_values: `[entries]`.
    a_shape, b_shape: `[rank]`, the same.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a_indices: _Any, a_values: _Any, a_shape: _Any, b_indices: _Any, b_values: _Any, b_shape: _Any, attrs: Attrs | None = None) -> _Any: ...
SparseSparseMinimum: _SparseSparseMinimumClass
class _SparseSplitClass:
    """A sparse tensor in parts along an axis.

    split_dim: the axis, a scalar; negative ones count from the end.
    indices: `[entries, rank]`.
    values: `[entries]`.
    shape: `[rank]`.
    num_split: how many parts there are, at most the axis's size. If they do not divide it, the first ones are larger
        by 1.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, split_dim: _Any, indices: _Any, values: _Any, shape: _Any, num_split: int, attrs: Attrs | None = None) -> _Any: ...
SparseSplit: _SparseSplitClass
class _SparseTensorDenseAddClass:
    """The sum of a sparse and a dense tensor of one shape, as a dense tensor.

    a_indices: `[entries, rank]`, each within a_shape.
    a_values: `[entries]`.
    a_shape: `[rank]`.
    b: of the shape a_shape.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseTensorDenseAdd: _SparseTensorDenseAddClass
class _SparseTensorDenseMatMulSetters:
    def adjoint_a(self, value: bool) -> _SparseTensorDenseMatMulClass.Attrs: ...
    def adjoint_b(self, value: bool) -> _SparseTensorDenseMatMulClass.Attrs: ...
class _SparseTensorDenseMatMulClass(_SparseTensorDenseMatMulSetters):
    """The matrix product of a sparse and a dense matrix. Several entries for one place are added.

    a_indices: `[entries, 2]`, each within a_shape.
    a_values: `[entries]`.
    a_shape: `[2]`.
    b: a matrix.
    adjoint_a, adjoint_b: take the conjugate transpose of the operand.
    """
    class Attrs(_SparseTensorDenseMatMulSetters, _Values):
        def __init__(self, *, adjoint_a: bool = ..., adjoint_b: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, a_indices: _Any, a_values: _Any, a_shape: _Any, b: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseTensorDenseMatMul: _SparseTensorDenseMatMulClass
class _SparseToDenseSetters:
    def validate_indices(self, value: bool) -> _SparseToDenseClass.Attrs: ...
class _SparseToDenseClass(_SparseToDenseSetters):
    """A tensor with one value everywhere but in some places.

    sparse_indices: `[places, rank]`, the coordinates; for rank 1 a vector will do, and for one place a scalar.
    output_shape: of the output.
    sparse_values: `[places]`, or one scalar for all.
    default_value: a scalar: the value everywhere else.
    validate_indices: the places must be in the order of the output, each only once; without it the last one counts.
    """
    class Attrs(_SparseToDenseSetters, _Values):
        def __init__(self, *, validate_indices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, sparse_indices: _Any, output_shape: _Any, sparse_values: _Any, default_value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SparseToDense: _SparseToDenseClass
class _SparseToSparseSetOperationSetters:
    def validate_indices(self, value: bool) -> _SparseToSparseSetOperationClass.Attrs: ...
class _SparseToSparseSetOperationClass(_SparseToSparseSetOperationSetters):
    """The difference, intersection or union of the sets along the last axis of two sparse tensors.

    set1_indices, set1_values, set1_shape: a sparse tensor of rank 2 or more.
    set2_indices, set2_values, set2_shape: another one of its shape but for the last axis.

    set_operation: a-b, b-a, intersection or union, in any case.
    validate_indices: coordinates must be in row-major order, each once.
    result_indices, result_values, result_shape: a sparse tensor; each set is sorted, the largest one gives the size of
        the last axis.
    """
    class Attrs(_SparseToSparseSetOperationSetters, _Values):
        def __init__(self, *, validate_indices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, set1_indices: _Any, set1_values: _Any, set1_shape: _Any, set2_indices: _Any, set2_values: _Any, set2_shape: _Any, set_operation: str | bytes, attrs: Attrs | None = None) -> _Any: ...
SparseToSparseSetOperation: _SparseToSparseSetOperationClass
class _SpenceClass:
    """Spence's integral, of log(t) / (1 - t) from 1 to x: the dilogarithm of 1 - x; not a number for x < 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Spence: _SpenceClass
class _SplitClass:
    """A tensor cut into equal parts along an axis.

    split_dim: the axis, a scalar; a negative one counts from the end.
    num_split: how many parts; divides the axis's size.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, split_dim: _Any, value: _Any, num_split: int, attrs: Attrs | None = None) -> list[_Tensor]: ...
Split: _SplitClass
class _SplitVClass:
    """A tensor cut into parts of given sizes along an axis.

    size_splits: a size for each part; one may be -1, which means the remainder.
    split_dim: the axis, a scalar; a negative one counts from the end.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, value: _Any, size_splits: _Any, split_dim: _Any, num_split: int, attrs: Attrs | None = None) -> list[_Tensor]: ...
SplitV: _SplitVClass
class _SqrtClass:
    """The square root."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Sqrt: _SqrtClass
class _SqrtGradClass:
    """The gradient of Sqrt from its output: dy / (2 conj(y)), and 0 where dy is 0."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, y: _Any, dy: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SqrtGrad: _SqrtGradClass
class _SquareClass:
    """x * x."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Square: _SquareClass
class _SquaredDifferenceClass:
    """The square of x - y, element by element; for complex numbers the square of its absolute value."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
SquaredDifference: _SquaredDifferenceClass
class _SqueezeSetters:
    def squeeze_dims(self, value: _Sequence[int]) -> _SqueezeClass.Attrs: ...
class _SqueezeClass(_SqueezeSetters):
    """The input without axes of size 1.

    squeeze_dims: which ones, each of size 1; an empty list means all.
    """
    class Attrs(_SqueezeSetters, _Values):
        def __init__(self, *, squeeze_dims: _Sequence[int] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Squeeze: _SqueezeClass
class _StackSetters:
    def stack_name(self, value: str | bytes) -> _StackClass.Attrs: ...
class _StackClass(_StackSetters):
    """A new, empty stack.

    elem_type: the dtype of what is pushed.
    stack_name: has no effect.
    """
    class Attrs(_StackSetters, _Values):
        def __init__(self, *, stack_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, elem_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Stack: _StackClass
class _StackCloseClass:
    """Forget what is on a stack."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Node: ...
StackClose: _StackCloseClass
class _StackCloseV2Class:
    """Forget what is on a stack."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Node: ...
StackCloseV2: _StackCloseV2Class
class _StackPopClass:
    """Take from a stack what was put on it last."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, elem_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
StackPop: _StackPopClass
class _StackPopV2Class:
    """Take from a stack what was put on it last."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, elem_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
StackPopV2: _StackPopV2Class
class _StackPushSetters:
    def swap_memory(self, value: bool) -> _StackPushClass.Attrs: ...
class _StackPushClass(_StackPushSetters):
    """Put elem on a stack; gives elem on.

    swap_memory: has no effect.
    """
    class Attrs(_StackPushSetters, _Values):
        def __init__(self, *, swap_memory: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, elem: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StackPush: _StackPushClass
class _StackPushV2Setters:
    def swap_memory(self, value: bool) -> _StackPushV2Class.Attrs: ...
class _StackPushV2Class(_StackPushV2Setters):
    """Put elem on a stack; gives elem on.

    swap_memory: has no effect.
    """
    class Attrs(_StackPushV2Setters, _Values):
        def __init__(self, *, swap_memory: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, elem: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StackPushV2: _StackPushV2Class
class _StackV2Setters:
    def stack_name(self, value: str | bytes) -> _StackV2Class.Attrs: ...
class _StackV2Class(_StackV2Setters):
    """A new, empty stack.

    max_size: of the stack; negative for any size.
    elem_type: the dtype of what is pushed.
    stack_name: has no effect.
    """
    class Attrs(_StackV2Setters, _Values):
        def __init__(self, *, stack_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, max_size: _Any, elem_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
StackV2: _StackV2Class
class _StageSetters:
    def capacity(self, value: int) -> _StageClass.Attrs: ...
    def memory_limit(self, value: int) -> _StageClass.Attrs: ...
    def container(self, value: str | bytes) -> _StageClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _StageClass.Attrs: ...
class _StageClass(_StageSetters):
    """Put a tuple into a staging area; waits while that is full.

    values: its tensors.
    capacity: how many tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_StageSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, values: _Sequence[_Any], attrs: Attrs | None = None) -> _Node: ...
Stage: _StageClass
class _StageClearSetters:
    def capacity(self, value: int) -> _StageClearClass.Attrs: ...
    def memory_limit(self, value: int) -> _StageClearClass.Attrs: ...
    def container(self, value: str | bytes) -> _StageClearClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _StageClearClass.Attrs: ...
class _StageClearClass(_StageClearSetters):
    """Empty a staging area.

    capacity: how many tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_StageClearSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Node: ...
StageClear: _StageClearClass
class _StagePeekSetters:
    def capacity(self, value: int) -> _StagePeekClass.Attrs: ...
    def memory_limit(self, value: int) -> _StagePeekClass.Attrs: ...
    def container(self, value: str | bytes) -> _StagePeekClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _StagePeekClass.Attrs: ...
class _StagePeekClass(_StagePeekSetters):
    """A tuple of a staging area, which stays there; waits until there is one at this place.

    index: a scalar: 0 is the oldest.
    capacity: how many tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_StagePeekSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, index: _Any, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
StagePeek: _StagePeekClass
class _StageSizeSetters:
    def capacity(self, value: int) -> _StageSizeClass.Attrs: ...
    def memory_limit(self, value: int) -> _StageSizeClass.Attrs: ...
    def container(self, value: str | bytes) -> _StageSizeClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _StageSizeClass.Attrs: ...
class _StageSizeClass(_StageSizeSetters):
    """How many tuples are staged.

    capacity: how many tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_StageSizeSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> _Tensor: ...
StageSize: _StageSizeClass
class _StatefulPartitionedCallSetters:
    def config(self, value: str | bytes) -> _StatefulPartitionedCallClass.Attrs: ...
    def config_proto(self, value: str | bytes) -> _StatefulPartitionedCallClass.Attrs: ...
    def executor_type(self, value: str | bytes) -> _StatefulPartitionedCallClass.Attrs: ...
class _StatefulPartitionedCallClass(_StatefulPartitionedCallSetters):
    """The results of a function, which runs with all its effects.

    f: the function; it takes tensors of the types Tin and gives tensors of the types Tout.
    config, config_proto, executor_type: have no effect.
    """
    class Attrs(_StatefulPartitionedCallSetters, _Values):
        def __init__(self, *, config: str | bytes = ..., config_proto: str | bytes = ..., executor_type: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, args: _Sequence[_Any], Tout: _Sequence[_DTypeLike], f: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
StatefulPartitionedCall: _StatefulPartitionedCallClass
class _StatefulRandomBinomialSetters:
    def dtype(self, value: _DTypeLike) -> _StatefulRandomBinomialClass.Attrs: ...
class _StatefulRandomBinomialClass(_StatefulRandomBinomialSetters):
    """Numbers of binomial distributions, from a generator whose state is in a variable, which goes on.

    resource: a variable of dtype int64 and shape (3,): a counter of 128 bits, the lower half first, and a key.
    algorithm: 1, Philox.
    shape: the shape of output, which must end with that of counts and probs, broadcast.
    counts: how often it is tried, finite and 0 or more.
    probs: the probability of each try, in [0, 1]; counts and probs broadcast.
    output: how many tries succeed.
    """
    class Attrs(_StatefulRandomBinomialSetters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, resource: _Any, algorithm: _Any, shape: _Any, counts: _Any, probs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatefulRandomBinomial: _StatefulRandomBinomialClass
class _StatelessCaseSetters:
    def output_shapes(self, value: _Sequence[_ShapeLike]) -> _StatelessCaseClass.Attrs: ...
class _StatelessCaseClass(_StatelessCaseSetters):
    """The results of one of several functions, which take the same inputs.

    branch_index: which one; the last one if there is none of that number.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
    class Attrs(_StatelessCaseSetters, _Values):
        def __init__(self, *, output_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, branch_index: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], branches: _Sequence[_Any], attrs: Attrs | None = None) -> list[_Tensor]: ...
StatelessCase: _StatelessCaseClass
class _StatelessIfSetters:
    def output_shapes(self, value: _Sequence[_ShapeLike]) -> _StatelessIfClass.Attrs: ...
class _StatelessIfClass(_StatelessIfSetters):
    """The results of one of two functions, which take the same inputs.

    cond: true, not 0, or a text that is not empty: then_branch; of rank 1 or more: whether it has elements.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
    class Attrs(_StatelessIfSetters, _Values):
        def __init__(self, *, output_shapes: _Sequence[_ShapeLike] = ...) -> None: ...
    def __call__(self, scope: _Scope, cond: _Any, input: _Sequence[_Any], Tout: _Sequence[_DTypeLike], then_branch: _Any, else_branch: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
StatelessIf: _StatelessIfClass
class _StatelessMultinomialSetters:
    def output_dtype(self, value: _DTypeLike) -> _StatelessMultinomialClass.Attrs: ...
class _StatelessMultinomialClass(_StatelessMultinomialSetters):
    """For each row numbers of classes, drawn with probabilities that are proportional to exp(logits).

    logits: (rows, classes). What is not finite has probability 0.
    num_samples: how many are drawn for each row, a scalar.
    seed: two numbers.
    output: (rows, num_samples), numbers in [0, classes).
    """
    class Attrs(_StatelessMultinomialSetters, _Values):
        def __init__(self, *, output_dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, logits: _Any, num_samples: _Any, seed: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessMultinomial: _StatelessMultinomialClass
class _StatelessParameterizedTruncatedNormalClass:
    """Numbers of normal distributions without what lies outside of two bounds.

    shape: of output, which must end with that of the parameters, broadcast.
    seed: two numbers; the same seed gives the same ones.
    means: of the distributions before they are truncated, finite.
    stddevs: their standard deviations, finite and above 0.
    minvals, maxvals: the bounds, minvals < maxvals; one of each two may be infinite.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, means: _Any, stddevs: _Any, minvals: _Any, maxvals: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessParameterizedTruncatedNormal: _StatelessParameterizedTruncatedNormalClass
class _StatelessRandomBinomialSetters:
    def dtype(self, value: _DTypeLike) -> _StatelessRandomBinomialClass.Attrs: ...
class _StatelessRandomBinomialClass(_StatelessRandomBinomialSetters):
    """Numbers of binomial distributions: the same seed gives the same ones.

    shape: the shape of output, which must end with that of counts and probs, broadcast.
    seed: two numbers.
    counts: how often it is tried, finite and 0 or more.
    probs: the probability of each try, in [0, 1]; counts and probs broadcast.
    output: how many tries succeed.
    """
    class Attrs(_StatelessRandomBinomialSetters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, counts: _Any, probs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomBinomial: _StatelessRandomBinomialClass
class _StatelessRandomGammaV2Class:
    """Numbers of gamma distributions with a scale of 1: the same seed gives the same ones.

    shape: the shape of output, which must end with that of alpha.
    seed: two numbers.
    alpha: the shape parameter, above 0; of others the draws are not numbers.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, alpha: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomGammaV2: _StatelessRandomGammaV2Class
class _StatelessRandomGammaV3Class:
    """Numbers of gamma distributions with a scale of 1, drawn from the state of a generator.

    shape: the shape of output, which must end with that of alpha.
    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    alpha: the shape parameter, above 0; of others the draws are not numbers.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shape: _Any, key: _Any, counter: _Any, alg: _Any, alpha: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomGammaV3: _StatelessRandomGammaV3Class
class _StatelessRandomGetAlgClass:
    """The number of the algorithm that the device chooses: 1, Philox."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomGetAlg: _StatelessRandomGetAlgClass
class _StatelessRandomGetKeyCounterClass:
    """The state of a generator that begins at a seed: seeds that are close give streams that are not.

    seed: two numbers.
    key, counter: of shapes (1,) and (2,).
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, seed: _Any, attrs: Attrs | None = None) -> _Any: ...
StatelessRandomGetKeyCounter: _StatelessRandomGetKeyCounterClass
class _StatelessRandomGetKeyCounterAlgClass:
    """The state of a generator that begins at a seed, and the number of the algorithm.

    seed: two numbers.
    key, counter: of shapes (1,) and (2,).
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, seed: _Any, attrs: Attrs | None = None) -> _Any: ...
StatelessRandomGetKeyCounterAlg: _StatelessRandomGetKeyCounterAlgClass
class _StatelessRandomNormalSetters:
    def dtype(self, value: _DTypeLike) -> _StatelessRandomNormalClass.Attrs: ...
class _StatelessRandomNormalClass(_StatelessRandomNormalSetters):
    """Numbers of the normal distribution of mean 0 and variance 1.

    seed: two numbers.
    """
    class Attrs(_StatelessRandomNormalSetters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomNormal: _StatelessRandomNormalClass
class _StatelessRandomNormalV2Setters:
    def dtype(self, value: _DTypeLike) -> _StatelessRandomNormalV2Class.Attrs: ...
class _StatelessRandomNormalV2Class(_StatelessRandomNormalV2Setters):
    """Numbers of the normal distribution of mean 0 and variance 1.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
    class Attrs(_StatelessRandomNormalV2Setters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, key: _Any, counter: _Any, alg: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomNormalV2: _StatelessRandomNormalV2Class
class _StatelessRandomPoissonClass:
    """Numbers of Poisson distributions: the same seed gives the same ones.

    shape: the shape of output, which must end with that of lam.
    seed: two numbers.
    lam: the mean, finite, 0 or more, and not above the largest number of dtype.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, lam: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomPoisson: _StatelessRandomPoissonClass
class _StatelessRandomUniformSetters:
    def dtype(self, value: _DTypeLike) -> _StatelessRandomUniformClass.Attrs: ...
class _StatelessRandomUniformClass(_StatelessRandomUniformSetters):
    """Numbers in [0, 1), all equally likely.

    seed: two numbers.
    """
    class Attrs(_StatelessRandomUniformSetters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomUniform: _StatelessRandomUniformClass
class _StatelessRandomUniformFullIntSetters:
    def dtype(self, value: _DTypeLike) -> _StatelessRandomUniformFullIntClass.Attrs: ...
class _StatelessRandomUniformFullIntClass(_StatelessRandomUniformFullIntSetters):
    """Integers from the whole range of their dtype, all equally likely.

    seed: two numbers.
    """
    class Attrs(_StatelessRandomUniformFullIntSetters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomUniformFullInt: _StatelessRandomUniformFullIntClass
class _StatelessRandomUniformFullIntV2Setters:
    def dtype(self, value: _DTypeLike) -> _StatelessRandomUniformFullIntV2Class.Attrs: ...
class _StatelessRandomUniformFullIntV2Class(_StatelessRandomUniformFullIntV2Setters):
    """Integers from the whole range of their dtype, all equally likely.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
    class Attrs(_StatelessRandomUniformFullIntV2Setters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, key: _Any, counter: _Any, alg: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomUniformFullIntV2: _StatelessRandomUniformFullIntV2Class
class _StatelessRandomUniformIntClass:
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

    seed: two numbers.
    minval, maxval: scalars, minval < maxval.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, minval: _Any, maxval: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomUniformInt: _StatelessRandomUniformIntClass
class _StatelessRandomUniformIntV2Class:
    """Integers in [minval, maxval). A range whose length is no power of 2 is a little uneven.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    minval, maxval: scalars, minval < maxval.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, shape: _Any, key: _Any, counter: _Any, alg: _Any, minval: _Any, maxval: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomUniformIntV2: _StatelessRandomUniformIntV2Class
class _StatelessRandomUniformV2Setters:
    def dtype(self, value: _DTypeLike) -> _StatelessRandomUniformV2Class.Attrs: ...
class _StatelessRandomUniformV2Class(_StatelessRandomUniformV2Setters):
    """Numbers in [0, 1), all equally likely.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
    class Attrs(_StatelessRandomUniformV2Setters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, key: _Any, counter: _Any, alg: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessRandomUniformV2: _StatelessRandomUniformV2Class
class _StatelessSampleDistortedBoundingBoxSetters:
    def aspect_ratio_range(self, value: _Sequence[float]) -> _StatelessSampleDistortedBoundingBoxClass.Attrs: ...
    def area_range(self, value: _Sequence[float]) -> _StatelessSampleDistortedBoundingBoxClass.Attrs: ...
    def max_attempts(self, value: int) -> _StatelessSampleDistortedBoundingBoxClass.Attrs: ...
    def use_image_if_no_bounding_boxes(self, value: bool) -> _StatelessSampleDistortedBoundingBoxClass.Attrs: ...
class _StatelessSampleDistortedBoundingBoxClass(_StatelessSampleDistortedBoundingBoxSetters):
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
    class Attrs(_StatelessSampleDistortedBoundingBoxSetters, _Values):
        def __init__(self, *, aspect_ratio_range: _Sequence[float] = ..., area_range: _Sequence[float] = ..., max_attempts: int = ..., use_image_if_no_bounding_boxes: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, image_size: _Any, bounding_boxes: _Any, min_object_covered: _Any, seed: _Any, attrs: Attrs | None = None) -> _Any: ...
StatelessSampleDistortedBoundingBox: _StatelessSampleDistortedBoundingBoxClass
class _StatelessTruncatedNormalSetters:
    def dtype(self, value: _DTypeLike) -> _StatelessTruncatedNormalClass.Attrs: ...
class _StatelessTruncatedNormalClass(_StatelessTruncatedNormalSetters):
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

    seed: two numbers.
    """
    class Attrs(_StatelessTruncatedNormalSetters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, seed: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessTruncatedNormal: _StatelessTruncatedNormalClass
class _StatelessTruncatedNormalV2Setters:
    def dtype(self, value: _DTypeLike) -> _StatelessTruncatedNormalV2Class.Attrs: ...
class _StatelessTruncatedNormalV2Class(_StatelessTruncatedNormalV2Setters):
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

    key, counter: state of a generator, of shapes (1,) and (2,), as StatelessRandomGetKeyCounter gives it.
    alg: 1 for Philox, or 3 for the device's own choice, which is Philox, too.
    """
    class Attrs(_StatelessTruncatedNormalV2Setters, _Values):
        def __init__(self, *, dtype: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, key: _Any, counter: _Any, alg: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StatelessTruncatedNormalV2: _StatelessTruncatedNormalV2Class
class _StatelessWhileSetters:
    def output_shapes(self, value: _Sequence[_ShapeLike]) -> _StatelessWhileClass.Attrs: ...
    def parallel_iterations(self, value: int) -> _StatelessWhileClass.Attrs: ...
class _StatelessWhileClass(_StatelessWhileSetters):
    """What becomes of input when body is applied to it as long as cond is true of it.

    cond: a function of the loop's variables that gives one value, judged as that of If is.
    body: a function that gives new values for the loop's variables.
    parallel_iterations: has no effect.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
    class Attrs(_StatelessWhileSetters, _Values):
        def __init__(self, *, output_shapes: _Sequence[_ShapeLike] = ..., parallel_iterations: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Sequence[_Any], cond: _Any, body: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
StatelessWhile: _StatelessWhileClass
class _StaticRegexFullMatchClass:
    """Whether the whole of each string matches.

    pattern: a regular expression as RE2 has them: no back-references, no look-around.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, pattern: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
StaticRegexFullMatch: _StaticRegexFullMatchClass
class _StaticRegexReplaceSetters:
    def replace_global(self, value: bool) -> _StaticRegexReplaceClass.Attrs: ...
class _StaticRegexReplaceClass(_StaticRegexReplaceSetters):
    """Each string with something else in place of what matches.

    pattern: a regular expression as RE2 has them: no back-references, no look-around.
    rewrite: what a match becomes: \\0 is the match, \\1 to \\9 are its groups, \\\\ is a backslash.
    replace_global: all matches, not just the first one.
    """
    class Attrs(_StaticRegexReplaceSetters, _Values):
        def __init__(self, *, replace_global: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, pattern: str | bytes, rewrite: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
StaticRegexReplace: _StaticRegexReplaceClass
class _StopGradientClass:
    """The input, as a constant in the eyes of gradients()."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StopGradient: _StopGradientClass
class _StridedSliceSetters:
    def begin_mask(self, value: int) -> _StridedSliceClass.Attrs: ...
    def end_mask(self, value: int) -> _StridedSliceClass.Attrs: ...
    def ellipsis_mask(self, value: int) -> _StridedSliceClass.Attrs: ...
    def new_axis_mask(self, value: int) -> _StridedSliceClass.Attrs: ...
    def shrink_axis_mask(self, value: int) -> _StridedSliceClass.Attrs: ...
class _StridedSliceClass(_StridedSliceSetters):
    """A slice of the input as Python's.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
    """
    class Attrs(_StridedSliceSetters, _Values):
        def __init__(self, *, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, begin: _Any, end: _Any, strides: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StridedSlice: _StridedSliceClass
class _StridedSliceGradSetters:
    def begin_mask(self, value: int) -> _StridedSliceGradClass.Attrs: ...
    def end_mask(self, value: int) -> _StridedSliceGradClass.Attrs: ...
    def ellipsis_mask(self, value: int) -> _StridedSliceGradClass.Attrs: ...
    def new_axis_mask(self, value: int) -> _StridedSliceGradClass.Attrs: ...
    def shrink_axis_mask(self, value: int) -> _StridedSliceGradClass.Attrs: ...
class _StridedSliceGradClass(_StridedSliceGradSetters):
    """Gradient of StridedSlice: zeros with dy where the slice is.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
    shape: of the input of the slice.
    dy: of the shape of the slice.
    """
    class Attrs(_StridedSliceGradSetters, _Values):
        def __init__(self, *, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, begin: _Any, end: _Any, strides: _Any, dy: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StridedSliceGrad: _StridedSliceGradClass
class _StringFormatSetters:
    def template(self, value: str | bytes) -> _StringFormatClass.Attrs: ...
    def placeholder(self, value: str | bytes) -> _StringFormatClass.Attrs: ...
    def summarize(self, value: int) -> _StringFormatClass.Attrs: ...
class _StringFormatClass(_StringFormatSetters):
    """The template with tensors in place of the placeholders, as one string.

    template: has a placeholder for each of the inputs.
    placeholder: what is replaced.
    summarize: how many elements are shown at either end of each axis; negative: all.
    """
    class Attrs(_StringFormatSetters, _Values):
        def __init__(self, *, template: str | bytes = ..., placeholder: str | bytes = ..., summarize: int = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
StringFormat: _StringFormatClass
class _StringJoinSetters:
    def separator(self, value: str | bytes) -> _StringJoinClass.Attrs: ...
class _StringJoinClass(_StringJoinSetters):
    """The strings of several tensors joined element by element.

    inputs: of one shape; scalars are joined to each element.
    separator: put between two strings.
    """
    class Attrs(_StringJoinSetters, _Values):
        def __init__(self, *, separator: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
StringJoin: _StringJoinClass
class _StringLengthSetters:
    def unit(self, value: _Literal['BYTE', 'UTF8_CHAR']) -> _StringLengthClass.Attrs: ...
class _StringLengthClass(_StringLengthSetters):
    """The length of each string.

    unit: in bytes, or in characters of UTF-8 (every byte that does not continue a character counts).
    """
    class Attrs(_StringLengthSetters, _Values):
        def __init__(self, *, unit: _Literal['BYTE', 'UTF8_CHAR'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StringLength: _StringLengthClass
class _StringLowerSetters:
    def encoding(self, value: str | bytes) -> _StringLowerClass.Attrs: ...
class _StringLowerClass(_StringLowerSetters):
    """Each string in small letters.

    encoding: '' changes the letters of ASCII alone; 'utf-8' all characters, and bytes that are none become U+FFFD.
    """
    class Attrs(_StringLowerSetters, _Values):
        def __init__(self, *, encoding: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StringLower: _StringLowerClass
class _StringNGramsClass:
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
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, data_splits: _Any, separator: str | bytes, ngram_widths: _Sequence[int], left_pad: str | bytes, right_pad: str | bytes, pad_width: int, preserve_short_sequences: bool, attrs: Attrs | None = None) -> _Any: ...
StringNGrams: _StringNGramsClass
class _StringSplitSetters:
    def skip_empty(self, value: bool) -> _StringSplitClass.Attrs: ...
class _StringSplitClass(_StringSplitSetters):
    """Each string cut at each of several bytes, as a sparse matrix.

    input: a vector.
    indices: `[pieces, 2]`: for each piece the number of its string, and its own number in it.
    values: the pieces.
    shape: how many strings there are, and the largest number of pieces of one.
    delimiter: a scalar: the bytes; without one a string is cut into its bytes.
    skip_empty: drop empty pieces.
    """
    class Attrs(_StringSplitSetters, _Values):
        def __init__(self, *, skip_empty: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, delimiter: _Any, attrs: Attrs | None = None) -> _Any: ...
StringSplit: _StringSplitClass
class _StringSplitV2Setters:
    def maxsplit(self, value: int) -> _StringSplitV2Class.Attrs: ...
class _StringSplitV2Class(_StringSplitV2Setters):
    """Each string cut as Python's split does, as a sparse matrix.

    input: a vector.
    indices: `[pieces, 2]`: for each piece the number of its string, and its own number in it.
    values: the pieces.
    shape: how many strings there are, and the largest number of pieces of one.
    sep: a scalar: the separator between two pieces; '' for any white space (of ASCII), and no empty pieces.
    maxsplit: how often at most a string is cut; negative: as often as possible.
    """
    class Attrs(_StringSplitV2Setters, _Values):
        def __init__(self, *, maxsplit: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, sep: _Any, attrs: Attrs | None = None) -> _Any: ...
StringSplitV2: _StringSplitV2Class
class _StringStripClass:
    """Each string without white space (of ASCII) in front and behind."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StringStrip: _StringStripClass
class _StringToHashBucketClass:
    """A number for each string: its 64-bit MurmurHash, seeded with 0xDECAFCAFFE, modulo num_buckets.

    num_buckets: the output is in [0, num_buckets).
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, string_tensor: _Any, num_buckets: int, attrs: Attrs | None = None) -> _Tensor: ...
StringToHashBucket: _StringToHashBucketClass
class _StringToHashBucketFastClass:
    """A number for each string: its FarmHash fingerprint of 64 bits modulo num_buckets.

    num_buckets: the output is in [0, num_buckets).
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, num_buckets: int, attrs: Attrs | None = None) -> _Tensor: ...
StringToHashBucketFast: _StringToHashBucketFastClass
class _StringToHashBucketStrongClass:
    """A number for each string that who does not know the key cannot foresee: its SipHash modulo num_buckets.

    num_buckets: the output is in [0, num_buckets).
    key: two integers.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, num_buckets: int, key: _Sequence[int], attrs: Attrs | None = None) -> _Tensor: ...
StringToHashBucketStrong: _StringToHashBucketStrongClass
class _StringToNumberSetters:
    def out_type(self, value: _DTypeLike) -> _StringToNumberClass.Attrs: ...
class _StringToNumberClass(_StringToNumberSetters):
    """The number that each string spells; white space (of ASCII) around it does not matter.

    out_type: integers in decimal digits, which must fit; fractions also with an exponent, in hexadecimal digits as
        0x1.8p3, inf and nan. A fraction that is too large becomes infinite.
    """
    class Attrs(_StringToNumberSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, string_tensor: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StringToNumber: _StringToNumberClass
class _StringUpperSetters:
    def encoding(self, value: str | bytes) -> _StringUpperClass.Attrs: ...
class _StringUpperClass(_StringUpperSetters):
    """Each string in capital letters.

    encoding: '' changes the letters of ASCII alone; 'utf-8' all characters, and bytes that are none become U+FFFD.
    """
    class Attrs(_StringUpperSetters, _Values):
        def __init__(self, *, encoding: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
StringUpper: _StringUpperClass
class _SubClass:
    """x - y, element by element."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Sub: _SubClass
class _SubstrSetters:
    def unit(self, value: _Literal['BYTE', 'UTF8_CHAR']) -> _SubstrClass.Attrs: ...
class _SubstrClass(_SubstrSetters):
    """Part of each string.

    pos: where it begins, in [-length, length]; a negative one counts from the end. Broadcast against input.
    len: how much is taken, if there is so much; of pos's shape. A negative one takes all bytes, but no characters.
    unit: what pos and len count.
    """
    class Attrs(_SubstrSetters, _Values):
        def __init__(self, *, unit: _Literal['BYTE', 'UTF8_CHAR'] = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, pos: _Any, len: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Substr: _SubstrClass
class _SumSetters:
    def keep_dims(self, value: bool) -> _SumClass.Attrs: ...
class _SumClass(_SumSetters):
    """The sum over axes; that of nothing is 0.

    reduction_indices: the axes to reduce, a scalar or a vector; negative ones count from the end.
    keep_dims: keep the reduced axes as axes of size 1.
    """
    class Attrs(_SumSetters, _Values):
        def __init__(self, *, keep_dims: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, reduction_indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Sum: _SumClass
class _SvdSetters:
    def compute_uv(self, value: bool) -> _SvdClass.Attrs: ...
    def full_matrices(self, value: bool) -> _SvdClass.Attrs: ...
class _SvdClass(_SvdSetters):
    """Singular values: matrices as u diag(s) v^H.

    input: `[..., m, n]`.
    compute_uv: without it, u and v are empty.
    full_matrices: u has m columns and v has n, otherwise both have min(m, n).
    s: `[..., min(m, n)]`, falling.
    u, v: `[..., m, columns]` and `[..., n, columns]`, orthonormal. The largest element of each column of u is real
        and positive, which makes both unique where the singular values differ.
    """
    class Attrs(_SvdSetters, _Values):
        def __init__(self, *, compute_uv: bool = ..., full_matrices: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Any: ...
Svd: _SvdClass
class _SwitchClass:
    """Sends data to one of two outputs; the other one is dead.

    pred: which one, a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, pred: _Any, attrs: Attrs | None = None) -> _Any: ...
Switch: _SwitchClass
class _TFRecordReaderSetters:
    def container(self, value: str | bytes) -> _TFRecordReaderClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _TFRecordReaderClass.Attrs: ...
    def compression_type(self, value: str | bytes) -> _TFRecordReaderClass.Attrs: ...
class _TFRecordReaderClass(_TFRecordReaderSetters):
    """A reader of TFRecord files. Files must be in one of `SessionConfig(file_folders=...)`.

    compression_type: '' for none, ZLIB or GZIP.
    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_TFRecordReaderSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., compression_type: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
TFRecordReader: _TFRecordReaderClass
class _TFRecordReaderV2Setters:
    def container(self, value: str | bytes) -> _TFRecordReaderV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _TFRecordReaderV2Class.Attrs: ...
    def compression_type(self, value: str | bytes) -> _TFRecordReaderV2Class.Attrs: ...
class _TFRecordReaderV2Class(_TFRecordReaderV2Setters):
    """A reader of TFRecord files. Files must be in one of `SessionConfig(file_folders=...)`.

    compression_type: '' for none, ZLIB or GZIP.
    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_TFRecordReaderV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., compression_type: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
TFRecordReaderV2: _TFRecordReaderV2Class
class _TakeManySparseFromTensorsMapSetters:
    def container(self, value: str | bytes) -> _TakeManySparseFromTensorsMapClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _TakeManySparseFromTensorsMapClass.Attrs: ...
class _TakeManySparseFromTensorsMapClass(_TakeManySparseFromTensorsMapSetters):
    """Take sparse tensors out of a map; they become the rows of one with an axis more, in front of their own.

    The other sizes are the largest of theirs.

    sparse_handles: a vector of the numbers that the ops gave that put them in.
    dtype: of the values.
    container: in which the map is.
    shared_name: of the map.
    """
    class Attrs(_TakeManySparseFromTensorsMapSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, sparse_handles: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TakeManySparseFromTensorsMap: _TakeManySparseFromTensorsMapClass
class _TanClass:
    """The tangent of x in radians."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Tan: _TanClass
class _TanhClass:
    """The hyperbolic tangent."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Tanh: _TanhClass
class _TanhGradClass:
    """The gradient of Tanh from its (conjugate) output: dy (1 - y^2)."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, y: _Any, dy: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TanhGrad: _TanhGradClass
class _TemporaryVariableSetters:
    def var_name(self, value: str | bytes) -> _TemporaryVariableClass.Attrs: ...
class _TemporaryVariableClass(_TemporaryVariableSetters):
    """A reference to a variable of zeros that DestroyTemporaryVariable ends.

    var_name: the variable's name; '' is the node's own name.
    """
    class Attrs(_TemporaryVariableSetters, _Values):
        def __init__(self, *, var_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _ShapeLike, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TemporaryVariable: _TemporaryVariableClass
class _TensorArraySetters:
    def dynamic_size(self, value: bool) -> _TensorArrayClass.Attrs: ...
    def clear_after_read(self, value: bool) -> _TensorArrayClass.Attrs: ...
    def tensor_array_name(self, value: str | bytes) -> _TensorArrayClass.Attrs: ...
    def element_shape(self, value: _ShapeLike) -> _TensorArrayClass.Attrs: ...
class _TensorArrayClass(_TensorArraySetters):
    """An array of `size` tensors. Each element can be written once; those never written are zeros.

    size: a scalar, 0 or more.
    handle: two strings, of which the second one is the name of the array.
    dtype: of each element.
    element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
    dynamic_size: the array grows when an element behind its end is written.
    clear_after_read: each element can be read once, and is forgotten then.
    tensor_array_name: for error messages; '' is the node's own name.
    """
    class Attrs(_TensorArraySetters, _Values):
        def __init__(self, *, dynamic_size: bool = ..., clear_after_read: bool = ..., tensor_array_name: str | bytes = ..., element_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, size: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArray: _TensorArrayClass
class _TensorArrayCloseClass:
    """Forget the elements of an array, which cannot be used any more.

    handle: which array.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Node: ...
TensorArrayClose: _TensorArrayCloseClass
class _TensorArrayCloseV2Class:
    """Forget the elements of an array, which cannot be used any more.

    handle: which array.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Node: ...
TensorArrayCloseV2: _TensorArrayCloseV2Class
class _TensorArrayCloseV3Class:
    """Forget the elements of an array, which cannot be used any more.

    handle: which array.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, attrs: Attrs | None = None) -> _Node: ...
TensorArrayCloseV3: _TensorArrayCloseV3Class
class _TensorArrayConcatSetters:
    def element_shape_except0(self, value: _ShapeLike) -> _TensorArrayConcatClass.Attrs: ...
class _TensorArrayConcatClass(_TensorArrayConcatSetters):
    """All elements of an array, joined along their first axis.

    handle: which array.
    flow_in: of the op on the array that comes before.
    lengths: the size of each element's first axis.
    element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
        when there is no element.
    """
    class Attrs(_TensorArrayConcatSetters, _Values):
        def __init__(self, *, element_shape_except0: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TensorArrayConcat: _TensorArrayConcatClass
class _TensorArrayConcatV2Setters:
    def element_shape_except0(self, value: _ShapeLike) -> _TensorArrayConcatV2Class.Attrs: ...
class _TensorArrayConcatV2Class(_TensorArrayConcatV2Setters):
    """All elements of an array, joined along their first axis.

    handle: which array.
    flow_in: of the op on the array that comes before.
    lengths: the size of each element's first axis.
    element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
        when there is no element.
    """
    class Attrs(_TensorArrayConcatV2Setters, _Values):
        def __init__(self, *, element_shape_except0: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TensorArrayConcatV2: _TensorArrayConcatV2Class
class _TensorArrayConcatV3Setters:
    def element_shape_except0(self, value: _ShapeLike) -> _TensorArrayConcatV3Class.Attrs: ...
class _TensorArrayConcatV3Class(_TensorArrayConcatV3Setters):
    """All elements of an array, joined along their first axis.

    handle: which array.
    flow_in: of the op on the array that comes before.
    lengths: the size of each element's first axis.
    element_shape_except0: what is known of the shape of each without its first axis; it must be known completely
        when there is no element.
    """
    class Attrs(_TensorArrayConcatV3Setters, _Values):
        def __init__(self, *, element_shape_except0: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TensorArrayConcatV3: _TensorArrayConcatV3Class
class _TensorArrayGatherSetters:
    def element_shape(self, value: _ShapeLike) -> _TensorArrayGatherClass.Attrs: ...
class _TensorArrayGatherClass(_TensorArrayGatherSetters):
    """Elements of an array, stacked along a new first axis.

    handle: which array.
    indices: numbers of elements.
    flow_in: of the op on the array that comes before.
    element_shape: what is known of the shape of each; it must be known completely when indices is empty.
    """
    class Attrs(_TensorArrayGatherSetters, _Values):
        def __init__(self, *, element_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayGather: _TensorArrayGatherClass
class _TensorArrayGatherV2Setters:
    def element_shape(self, value: _ShapeLike) -> _TensorArrayGatherV2Class.Attrs: ...
class _TensorArrayGatherV2Class(_TensorArrayGatherV2Setters):
    """Elements of an array, stacked along a new first axis.

    handle: which array.
    indices: numbers of elements.
    flow_in: of the op on the array that comes before.
    element_shape: what is known of the shape of each; it must be known completely when indices is empty.
    """
    class Attrs(_TensorArrayGatherV2Setters, _Values):
        def __init__(self, *, element_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayGatherV2: _TensorArrayGatherV2Class
class _TensorArrayGatherV3Setters:
    def element_shape(self, value: _ShapeLike) -> _TensorArrayGatherV3Class.Attrs: ...
class _TensorArrayGatherV3Class(_TensorArrayGatherV3Setters):
    """Elements of an array, stacked along a new first axis.

    handle: which array.
    indices: numbers of elements.
    flow_in: of the op on the array that comes before.
    element_shape: what is known of the shape of each; it must be known completely when indices is empty.
    """
    class Attrs(_TensorArrayGatherV3Setters, _Values):
        def __init__(self, *, element_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, indices: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayGatherV3: _TensorArrayGatherV3Class
class _TensorArrayGradClass:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

    handle: which array.
    flow_in: comes after everything that is written to the array, which cannot grow any more.
    grad_handle: the same array for the same `source`.
    source: tells the gradients of several calls of `gradients` apart.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, source: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayGrad: _TensorArrayGradClass
class _TensorArrayGradV2Class:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

    handle: which array.
    flow_in: comes after everything that is written to the array, which cannot grow any more.
    grad_handle: the same array for the same `source`.
    source: tells the gradients of several calls of `gradients` apart.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, source: str | bytes, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayGradV2: _TensorArrayGradV2Class
class _TensorArrayGradV3Class:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

    handle: which array.
    flow_in: comes after everything that is written to the array, which cannot grow any more.
    grad_handle: the same array for the same `source`.
    flow_out: the first one of that array.
    source: tells the gradients of several calls of `gradients` apart.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, source: str | bytes, attrs: Attrs | None = None) -> _Any: ...
TensorArrayGradV3: _TensorArrayGradV3Class
class _TensorArrayGradWithShapeClass:
    """The array of the gradients of an array's elements: of the same size, and what is written twice adds up.

    handle: which array.
    flow_in: comes after everything that is written to the array, which cannot grow any more.
    shape_to_prepend: the dimensions that each gradient has before those of its element.
    grad_handle: the same array for the same `source`.
    flow_out: the first one of that array.
    source: tells the gradients of several calls of `gradients` apart.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, shape_to_prepend: _Any, source: str | bytes, attrs: Attrs | None = None) -> _Any: ...
TensorArrayGradWithShape: _TensorArrayGradWithShapeClass
class _TensorArrayPackSetters:
    def element_shape(self, value: _ShapeLike) -> _TensorArrayPackClass.Attrs: ...
class _TensorArrayPackClass(_TensorArrayPackSetters):
    """All elements of an array, stacked along a new first axis.

    handle: which array.
    flow_in: of the op on the array that comes before.
    element_shape: what is known of the shape of each; it must be known completely when there is none.
    """
    class Attrs(_TensorArrayPackSetters, _Values):
        def __init__(self, *, element_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayPack: _TensorArrayPackClass
class _TensorArrayReadClass:
    """The element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayRead: _TensorArrayReadClass
class _TensorArrayReadV2Class:
    """The element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayReadV2: _TensorArrayReadV2Class
class _TensorArrayReadV3Class:
    """The element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, index: _Any, flow_in: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayReadV3: _TensorArrayReadV3Class
class _TensorArrayScatterClass:
    """Make each entry along the first axis of value an element of an array.

    handle: which array.
    indices: for each entry the number of its element.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayScatter: _TensorArrayScatterClass
class _TensorArrayScatterV2Class:
    """Make each entry along the first axis of value an element of an array.

    handle: which array.
    indices: for each entry the number of its element.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayScatterV2: _TensorArrayScatterV2Class
class _TensorArrayScatterV3Class:
    """Make each entry along the first axis of value an element of an array.

    handle: which array.
    indices: for each entry the number of its element.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, indices: _Any, value: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayScatterV3: _TensorArrayScatterV3Class
class _TensorArraySizeClass:
    """The number of elements of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArraySize: _TensorArraySizeClass
class _TensorArraySizeV2Class:
    """The number of elements of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArraySizeV2: _TensorArraySizeV2Class
class _TensorArraySizeV3Class:
    """The number of elements of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArraySizeV3: _TensorArraySizeV3Class
class _TensorArraySplitClass:
    """Cut value along its first axis, and make the parts the elements of an array.

    handle: which array.
    lengths: the size of each part; an array that cannot grow has as many elements.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArraySplit: _TensorArraySplitClass
class _TensorArraySplitV2Class:
    """Cut value along its first axis, and make the parts the elements of an array.

    handle: which array.
    lengths: the size of each part; an array that cannot grow has as many elements.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArraySplitV2: _TensorArraySplitV2Class
class _TensorArraySplitV3Class:
    """Cut value along its first axis, and make the parts the elements of an array.

    handle: which array.
    lengths: the size of each part; an array that cannot grow has as many elements.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, value: _Any, lengths: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArraySplitV3: _TensorArraySplitV3Class
class _TensorArrayUnpackClass:
    """Make the entries along the first axis of value the elements of an array.

    handle: which array.
    value: has as many entries as the array has elements, unless it can grow.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the elements are written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, value: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayUnpack: _TensorArrayUnpackClass
class _TensorArrayV2Setters:
    def element_shape(self, value: _ShapeLike) -> _TensorArrayV2Class.Attrs: ...
    def dynamic_size(self, value: bool) -> _TensorArrayV2Class.Attrs: ...
    def clear_after_read(self, value: bool) -> _TensorArrayV2Class.Attrs: ...
    def tensor_array_name(self, value: str | bytes) -> _TensorArrayV2Class.Attrs: ...
class _TensorArrayV2Class(_TensorArrayV2Setters):
    """An array of `size` tensors. Each element can be written once; those never written are zeros.

    size: a scalar, 0 or more.
    handle: two strings, of which the second one is the name of the array.
    dtype: of each element.
    element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
    dynamic_size: the array grows when an element behind its end is written.
    clear_after_read: each element can be read once, and is forgotten then.
    tensor_array_name: for error messages; '' is the node's own name.
    """
    class Attrs(_TensorArrayV2Setters, _Values):
        def __init__(self, *, element_shape: _ShapeLike = ..., dynamic_size: bool = ..., clear_after_read: bool = ..., tensor_array_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, size: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayV2: _TensorArrayV2Class
class _TensorArrayV3Setters:
    def element_shape(self, value: _ShapeLike) -> _TensorArrayV3Class.Attrs: ...
    def dynamic_size(self, value: bool) -> _TensorArrayV3Class.Attrs: ...
    def clear_after_read(self, value: bool) -> _TensorArrayV3Class.Attrs: ...
    def identical_element_shapes(self, value: bool) -> _TensorArrayV3Class.Attrs: ...
    def tensor_array_name(self, value: str | bytes) -> _TensorArrayV3Class.Attrs: ...
class _TensorArrayV3Class(_TensorArrayV3Setters):
    """An array of `size` tensors. Each element can be written once; those never written are zeros.

    size: a scalar, 0 or more.
    flow: the first one.
    dtype: of each element.
    element_shape: what is known of the shape of each element; zeros are read only where it is known completely.
    dynamic_size: the array grows when an element behind its end is written.
    clear_after_read: each element can be read once, and is forgotten then.
    identical_element_shapes: all elements have the shape of the first one that is written.
    tensor_array_name: for error messages; '' is the node's own name.
    """
    class Attrs(_TensorArrayV3Setters, _Values):
        def __init__(self, *, element_shape: _ShapeLike = ..., dynamic_size: bool = ..., clear_after_read: bool = ..., identical_element_shapes: bool = ..., tensor_array_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, size: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TensorArrayV3: _TensorArrayV3Class
class _TensorArrayWriteClass:
    """Make value the element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the element is written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, index: _Any, value: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayWrite: _TensorArrayWriteClass
class _TensorArrayWriteV2Class:
    """Make value the element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the element is written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, index: _Any, value: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayWriteV2: _TensorArrayWriteV2Class
class _TensorArrayWriteV3Class:
    """Make value the element number `index`, a scalar, of an array.

    handle: which array.
    flow_in: of the op on the array that comes before.
    flow_out: comes after the element is written.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, handle: _Any, index: _Any, value: _Any, flow_in: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorArrayWriteV3: _TensorArrayWriteV3Class
class _TensorListConcatSetters:
    def element_shape(self, value: _ShapeLike) -> _TensorListConcatClass.Attrs: ...
class _TensorListConcatClass(_TensorListConcatSetters):
    """All elements one after the other along their first dimension, and how long each is there.

    element_shape: what the shape of every element is compatible with.
    """
    class Attrs(_TensorListConcatSetters, _Values):
        def __init__(self, *, element_shape: _ShapeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input_handle: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TensorListConcat: _TensorListConcatClass
class _TensorListConcatListsClass:
    """For each list of input_a its elements, then those of the list of input_b at the same place.

    input_b: as many lists, in the same shape.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_a: _Any, input_b: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorListConcatLists: _TensorListConcatListsClass
class _TensorListConcatV2Class:
    """All elements one after the other along their first dimension, and how long each is there.

    element_shape: what the shape of every element is compatible with.
    leading_dims: for elements that were never set, the size of their first dimension.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, element_shape: _Any, leading_dims: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TensorListConcatV2: _TensorListConcatV2Class
class _TensorListElementShapeClass:
    """What the shape of every element of a list is compatible with."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, shape_type: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorListElementShape: _TensorListElementShapeClass
class _TensorListFromTensorClass:
    """The list of the entries of tensor along its first dimension.

    element_shape: what the shape of every element is compatible with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, element_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListFromTensor: _TensorListFromTensorClass
class _TensorListGatherClass:
    """The elements of these numbers along a new first dimension.

    element_shape: what the shape of every element is compatible with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, indices: _Any, element_shape: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorListGather: _TensorListGatherClass
class _TensorListGetItemClass:
    """The element of that number.

    element_shape: what the shape of every element is compatible with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, index: _Any, element_shape: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorListGetItem: _TensorListGetItemClass
class _TensorListLengthClass:
    """How many elements a list has."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListLength: _TensorListLengthClass
class _TensorListPopBackClass:
    """The list without its last element, and that element.

    element_shape: what the shape of every element is compatible with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, element_shape: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Any: ...
TensorListPopBack: _TensorListPopBackClass
class _TensorListPushBackClass:
    """The list with one more element, at its end."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, tensor: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListPushBack: _TensorListPushBackClass
class _TensorListPushBackBatchClass:
    """The lists with one more element each; none of them is too long for it.

    input_handles: a vector of lists.
    tensor: `[lists, ...]`, for each list what becomes its last element.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handles: _Any, tensor: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListPushBackBatch: _TensorListPushBackBatchClass
class _TensorListReserveClass:
    """A list of num_elements elements, none of which is set.

    element_shape: what the shape of every element is compatible with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, element_shape: _Any, num_elements: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorListReserve: _TensorListReserveClass
class _TensorListResizeClass:
    """The list with size elements: the last ones are left out, or elements that are not set are added."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, size: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListResize: _TensorListResizeClass
class _TensorListScatterClass:
    """A list whose elements are the entries of tensor along its first dimension.

    indices: for each entry of tensor the number of the element that it becomes.
    element_shape: what the shape of every element is compatible with.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, indices: _Any, element_shape: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListScatter: _TensorListScatterClass
class _TensorListScatterIntoExistingListClass:
    """The list with other elements: the entries of tensor along its first dimension.

    indices: for each entry of tensor the number of the element that it becomes.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input_handle: _Any, tensor: _Any, indices: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListScatterIntoExistingList: _TensorListScatterIntoExistingListClass
class _TensorListScatterV2Class:
    """A list whose elements are the entries of tensor along its first dimension.

    indices: for each entry of tensor the number of the element that it becomes.
    element_shape: what the shape of every element is compatible with.
    num_elements: how long the list is at least; -1 for as long as it has to be.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, indices: _Any, element_shape: _Any, num_elements: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListScatterV2: _TensorListScatterV2Class
class _TensorListSetItemSetters:
    def resize_if_index_out_of_bounds(self, value: bool) -> _TensorListSetItemClass.Attrs: ...
class _TensorListSetItemClass(_TensorListSetItemSetters):
    """The list with another element of that number.

    resize_if_index_out_of_bounds: make the list longer if it has no element of that number.
    """
    class Attrs(_TensorListSetItemSetters, _Values):
        def __init__(self, *, resize_if_index_out_of_bounds: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input_handle: _Any, index: _Any, item: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListSetItem: _TensorListSetItemClass
class _TensorListSplitClass:
    """The list of parts of tensor along its first dimension.

    element_shape: what the shape of every element is compatible with.
    lengths: how many entries each part has.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tensor: _Any, element_shape: _Any, lengths: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorListSplit: _TensorListSplitClass
class _TensorListStackSetters:
    def num_elements(self, value: int) -> _TensorListStackClass.Attrs: ...
class _TensorListStackClass(_TensorListStackSetters):
    """All elements along a new first dimension.

    element_shape: what the shape of every element is compatible with.
    num_elements: how many there must be; -1 for any number.
    """
    class Attrs(_TensorListStackSetters, _Values):
        def __init__(self, *, num_elements: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input_handle: _Any, element_shape: _Any, element_dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TensorListStack: _TensorListStackClass
class _TensorScatterAddSetters:
    def bad_indices_policy(self, value: str | bytes) -> _TensorScatterAddClass.Attrs: ...
class _TensorScatterAddClass(_TensorScatterAddSetters):
    """The tensor with updates added at given coordinates, all of those for one place.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_TensorScatterAddSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, tensor: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorScatterAdd: _TensorScatterAddClass
class _TensorScatterMaxSetters:
    def bad_indices_policy(self, value: str | bytes) -> _TensorScatterMaxClass.Attrs: ...
class _TensorScatterMaxClass(_TensorScatterMaxSetters):
    """The tensor with updates at given coordinates where they are larger.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_TensorScatterMaxSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, tensor: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorScatterMax: _TensorScatterMaxClass
class _TensorScatterMinSetters:
    def bad_indices_policy(self, value: str | bytes) -> _TensorScatterMinClass.Attrs: ...
class _TensorScatterMinClass(_TensorScatterMinSetters):
    """The tensor with updates at given coordinates where they are smaller.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_TensorScatterMinSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, tensor: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorScatterMin: _TensorScatterMinClass
class _TensorScatterSubSetters:
    def bad_indices_policy(self, value: str | bytes) -> _TensorScatterSubClass.Attrs: ...
class _TensorScatterSubClass(_TensorScatterSubSetters):
    """The tensor with updates subtracted at given coordinates, all of those for one place.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_TensorScatterSubSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, tensor: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorScatterSub: _TensorScatterSubClass
class _TensorScatterUpdateSetters:
    def bad_indices_policy(self, value: str | bytes) -> _TensorScatterUpdateClass.Attrs: ...
class _TensorScatterUpdateClass(_TensorScatterUpdateSetters):
    """The tensor with updates at given coordinates; of several for one place the last one counts.

    indices: `[..., depth]`; each row holds coordinates along the first depth axes of the tensor.
    updates: `indices.shape[:-1] + tensor.shape[depth:]`.
    bad_indices_policy: '' and 'DEFAULT', 'ERROR' refuse an index out of range, 'IGNORE' passes over it.
    """
    class Attrs(_TensorScatterUpdateSetters, _Values):
        def __init__(self, *, bad_indices_policy: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, tensor: _Any, indices: _Any, updates: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorScatterUpdate: _TensorScatterUpdateClass
class _TensorStridedSliceUpdateSetters:
    def begin_mask(self, value: int) -> _TensorStridedSliceUpdateClass.Attrs: ...
    def end_mask(self, value: int) -> _TensorStridedSliceUpdateClass.Attrs: ...
    def ellipsis_mask(self, value: int) -> _TensorStridedSliceUpdateClass.Attrs: ...
    def new_axis_mask(self, value: int) -> _TensorStridedSliceUpdateClass.Attrs: ...
    def shrink_axis_mask(self, value: int) -> _TensorStridedSliceUpdateClass.Attrs: ...
class _TensorStridedSliceUpdateClass(_TensorStridedSliceUpdateSetters):
    """The input with a slice replaced.

    begin, end, strides: as in input[begin:end:stride, ...], an entry for each axis that is named.
    value: what broadcasts to the shape of the slice.
    begin_mask, end_mask: bit i set: entry i has no begin, or no end.
    ellipsis_mask: bit i set: entry i covers all axes that are not named.
    new_axis_mask: bit i set: entry i adds an axis of size 1.
    shrink_axis_mask: bit i set: entry i takes one element, and its axis is dropped.
    """
    class Attrs(_TensorStridedSliceUpdateSetters, _Values):
        def __init__(self, *, begin_mask: int = ..., end_mask: int = ..., ellipsis_mask: int = ..., new_axis_mask: int = ..., shrink_axis_mask: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, begin: _Any, end: _Any, strides: _Any, value: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorStridedSliceUpdate: _TensorStridedSliceUpdateClass
class _TensorSummarySetters:
    def description(self, value: str | bytes) -> _TensorSummaryClass.Attrs: ...
    def labels(self, value: _Sequence[str | bytes]) -> _TensorSummaryClass.Attrs: ...
    def display_name(self, value: str | bytes) -> _TensorSummaryClass.Attrs: ...
class _TensorSummaryClass(_TensorSummarySetters):
    """A Summary message with a tensor, under the name of the node.

    description: a SummaryDescription message in JSON, which the op does not read.
    labels, display_name: not used.
    """
    class Attrs(_TensorSummarySetters, _Values):
        def __init__(self, *, description: str | bytes = ..., labels: _Sequence[str | bytes] = ..., display_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, tensor: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorSummary: _TensorSummaryClass
class _TensorSummaryV2Class:
    """A Summary message with a tensor.

    tag: its name, a scalar.
    serialized_summary_metadata: a SummaryMetadata message, a scalar: which plug-in of TensorBoard shows the tensor.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, tag: _Any, tensor: _Any, serialized_summary_metadata: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TensorSummaryV2: _TensorSummaryV2Class
class _TextLineReaderSetters:
    def skip_header_lines(self, value: int) -> _TextLineReaderClass.Attrs: ...
    def container(self, value: str | bytes) -> _TextLineReaderClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _TextLineReaderClass.Attrs: ...
class _TextLineReaderClass(_TextLineReaderSetters):
    """A reader of lines of text. Files must be in one of `SessionConfig(file_folders=...)`.

    skip_header_lines: how many lines at the beginning of each file are left out.
    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_TextLineReaderSetters, _Values):
        def __init__(self, *, skip_header_lines: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
TextLineReader: _TextLineReaderClass
class _TextLineReaderV2Setters:
    def skip_header_lines(self, value: int) -> _TextLineReaderV2Class.Attrs: ...
    def container(self, value: str | bytes) -> _TextLineReaderV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _TextLineReaderV2Class.Attrs: ...
class _TextLineReaderV2Class(_TextLineReaderV2Setters):
    """A reader of lines of text. Files must be in one of `SessionConfig(file_folders=...)`.

    skip_header_lines: how many lines at the beginning of each file are left out.
    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_TextLineReaderV2Setters, _Values):
        def __init__(self, *, skip_header_lines: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
TextLineReaderV2: _TextLineReaderV2Class
class _TileClass:
    """The input repeated as a whole.

    multiples: how often along each axis.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, multiples: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Tile: _TileClass
class _ToBoolClass:
    """Whether a scalar is not zero, or not the empty text; of another tensor, whether it has elements."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ToBool: _ToBoolClass
class _TopKV2Setters:
    def sorted(self, value: bool) -> _TopKV2Class.Attrs: ...
    def index_type(self, value: _DTypeLike) -> _TopKV2Class.Attrs: ...
class _TopKV2Class(_TopKV2Setters):
    """The k largest elements along the last axis.

    input: `[..., n]`, rank 1 or more.
    k: how many, at most n.
    sorted: whether they must come in order; they do in any case, the largest first.
    values: `[..., k]`; of equal elements the first come first, what is not a number comes last.
    indices: the positions of the values along the last axis.
    """
    class Attrs(_TopKV2Setters, _Values):
        def __init__(self, *, sorted: bool = ..., index_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, k: _Any, attrs: Attrs | None = None) -> _Any: ...
TopKV2: _TopKV2Class
class _TransposeClass:
    """The input with its axes in another order.

    perm: axis i of the output is axis perm[i] of the input.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, perm: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Transpose: _TransposeClass
class _TridiagonalMatMulClass:
    """The products of tridiagonal matrices with others.

    superdiag: `[..., 1, n]`, the elements above the diagonal; the last one counts nowhere.
    maindiag: `[..., 1, n]`.
    subdiag: `[..., 1, n]`, the elements below the diagonal; the first one counts nowhere.
    rhs: `[..., n, columns]`.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, superdiag: _Any, maindiag: _Any, subdiag: _Any, rhs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TridiagonalMatMul: _TridiagonalMatMulClass
class _TridiagonalSolveSetters:
    def partial_pivoting(self, value: bool) -> _TridiagonalSolveClass.Attrs: ...
    def perturb_singular(self, value: bool) -> _TridiagonalSolveClass.Attrs: ...
class _TridiagonalSolveClass(_TridiagonalSolveSetters):
    """The X for which a tridiagonal matrix times X is rhs; not a number for a singular matrix.

    diagonals: `[..., 3, n]`: the elements above the diagonal, of which the last one counts nowhere, the diagonal, and
        the elements below it, of which the first one counts nowhere.
    rhs: `[..., n, columns]`, with the same leading dimensions.
    partial_pivoting: exchange rows, which makes results exact for all matrices; without it, only for those with a
        heavy diagonal.
    perturb_singular: change singular matrices by a little, so that there is a finite result; with partial_pivoting.
    """
    class Attrs(_TridiagonalSolveSetters, _Values):
        def __init__(self, *, partial_pivoting: bool = ..., perturb_singular: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, diagonals: _Any, rhs: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TridiagonalSolve: _TridiagonalSolveClass
class _TruncateDivClass:
    """x / y rounded toward 0; a zero y is an error for integers. Complex numbers have no kernel."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TruncateDiv: _TruncateDivClass
class _TruncateModClass:
    """The rest of x / y rounded toward 0, which has the sign of x; a zero y is an error for integers."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
TruncateMod: _TruncateModClass
class _TruncatedNormalSetters:
    def seed(self, value: int) -> _TruncatedNormalClass.Attrs: ...
    def seed2(self, value: int) -> _TruncatedNormalClass.Attrs: ...
class _TruncatedNormalClass(_TruncatedNormalSetters):
    """Numbers of the standard normal distribution; those beyond -2 and 2 are drawn again.

    seed, seed2: where the stream begins; another one in each Session if both are 0.
    """
    class Attrs(_TruncatedNormalSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _Any, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
TruncatedNormal: _TruncatedNormalClass
class _UnicodeDecodeSetters:
    def errors(self, value: _Literal['strict', 'replace', 'ignore']) -> _UnicodeDecodeClass.Attrs: ...
    def replacement_char(self, value: int) -> _UnicodeDecodeClass.Attrs: ...
    def replace_control_characters(self, value: bool) -> _UnicodeDecodeClass.Attrs: ...
    def Tsplits(self, value: _DTypeLike) -> _UnicodeDecodeClass.Attrs: ...
class _UnicodeDecodeClass(_UnicodeDecodeSetters):
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
    class Attrs(_UnicodeDecodeSetters, _Values):
        def __init__(self, *, errors: _Literal['strict', 'replace', 'ignore'] = ..., replacement_char: int = ..., replace_control_characters: bool = ..., Tsplits: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_encoding: str | bytes, attrs: Attrs | None = None) -> _Any: ...
UnicodeDecode: _UnicodeDecodeClass
class _UnicodeDecodeWithOffsetsSetters:
    def errors(self, value: _Literal['strict', 'replace', 'ignore']) -> _UnicodeDecodeWithOffsetsClass.Attrs: ...
    def replacement_char(self, value: int) -> _UnicodeDecodeWithOffsetsClass.Attrs: ...
    def replace_control_characters(self, value: bool) -> _UnicodeDecodeWithOffsetsClass.Attrs: ...
    def Tsplits(self, value: _DTypeLike) -> _UnicodeDecodeWithOffsetsClass.Attrs: ...
class _UnicodeDecodeWithOffsetsClass(_UnicodeDecodeWithOffsetsSetters):
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
    class Attrs(_UnicodeDecodeWithOffsetsSetters, _Values):
        def __init__(self, *, errors: _Literal['strict', 'replace', 'ignore'] = ..., replacement_char: int = ..., replace_control_characters: bool = ..., Tsplits: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_encoding: str | bytes, attrs: Attrs | None = None) -> _Any: ...
UnicodeDecodeWithOffsets: _UnicodeDecodeWithOffsetsClass
class _UnicodeEncodeSetters:
    def errors(self, value: _Literal['ignore', 'replace', 'strict']) -> _UnicodeEncodeClass.Attrs: ...
    def replacement_char(self, value: int) -> _UnicodeEncodeClass.Attrs: ...
class _UnicodeEncodeClass(_UnicodeEncodeSetters):
    """A string of each row of code points.

    input_values: a vector of code points.
    input_splits: a vector: string i is made of `input_values[input_splits[i]:input_splits[i + 1]]`.
    errors: what becomes of numbers that are no code points, and of surrogates: 'replace' by replacement_char, 'ignore'
        drops them, 'strict' refuses them.
    replacement_char: a code point.
    output: a vector of one string less than input_splits has numbers.
    """
    class Attrs(_UnicodeEncodeSetters, _Values):
        def __init__(self, *, errors: _Literal['ignore', 'replace', 'strict'] = ..., replacement_char: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input_values: _Any, input_splits: _Any, output_encoding: _Literal['UTF-8', 'UTF-16-BE', 'UTF-32-BE'], attrs: Attrs | None = None) -> _Tensor: ...
UnicodeEncode: _UnicodeEncodeClass
class _UnicodeTranscodeSetters:
    def errors(self, value: _Literal['strict', 'replace', 'ignore']) -> _UnicodeTranscodeClass.Attrs: ...
    def replacement_char(self, value: int) -> _UnicodeTranscodeClass.Attrs: ...
    def replace_control_characters(self, value: bool) -> _UnicodeTranscodeClass.Attrs: ...
class _UnicodeTranscodeClass(_UnicodeTranscodeSetters):
    """Each string in another encoding.

    input_encoding: the name of an encoding, such as UTF-8, UTF-16-BE, US-ASCII or Shift-JIS: what
        Python knows.
    errors: what becomes of bytes that are no character: 'replace' by replacement_char, 'ignore' drops them, 'strict'
        refuses the string.
    replacement_char: a code point.
    replace_control_characters: treat code points below 32 as errors too.
    """
    class Attrs(_UnicodeTranscodeSetters, _Values):
        def __init__(self, *, errors: _Literal['strict', 'replace', 'ignore'] = ..., replacement_char: int = ..., replace_control_characters: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, input_encoding: str | bytes, output_encoding: _Literal['UTF-8', 'UTF-16-BE', 'UTF-32-BE'], attrs: Attrs | None = None) -> _Tensor: ...
UnicodeTranscode: _UnicodeTranscodeClass
class _UniformCandidateSamplerSetters:
    def seed(self, value: int) -> _UniformCandidateSamplerClass.Attrs: ...
    def seed2(self, value: int) -> _UniformCandidateSamplerClass.Attrs: ...
class _UniformCandidateSamplerClass(_UniformCandidateSamplerSetters):
    """Classes, all equally likely.

    true_classes: `[batch, num_true]`, the classes that belong to each example, in [0, range_max).
    num_sampled: how many are drawn, the same ones for the whole batch.
    unique: whether no class is drawn twice; a class that was is drawn again.
    range_max: the number of classes; with unique at least num_sampled.
    seed, seed2: where the stream begins; another one in each Session if both are 0.
    sampled_candidates: a vector of classes.
    true_expected_count: for each true class how often it is expected among so many draws.
    sampled_expected_count: the same for each candidate.
    """
    class Attrs(_UniformCandidateSamplerSetters, _Values):
        def __init__(self, *, seed: int = ..., seed2: int = ...) -> None: ...
    def __call__(self, scope: _Scope, true_classes: _Any, num_true: int, num_sampled: int, unique: bool, range_max: int, attrs: Attrs | None = None) -> _Any: ...
UniformCandidateSampler: _UniformCandidateSamplerClass
class _UniqueSetters:
    def out_idx(self, value: _DTypeLike) -> _UniqueClass.Attrs: ...
class _UniqueClass(_UniqueSetters):
    """The distinct elements of a vector in the order of their first appearance.

    idx: for each element of x its place in y.
    """
    class Attrs(_UniqueSetters, _Values):
        def __init__(self, *, out_idx: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Any: ...
Unique: _UniqueClass
class _UniqueV2Setters:
    def out_idx(self, value: _DTypeLike) -> _UniqueV2Class.Attrs: ...
class _UniqueV2Class(_UniqueV2Setters):
    """The distinct slices along an axis in the order of their first appearance.

    idx: for each of x its place in y.
    axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
    y: of the shape of x but for that axis.
    """
    class Attrs(_UniqueV2Setters, _Values):
        def __init__(self, *, out_idx: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, axis: _Any, attrs: Attrs | None = None) -> _Any: ...
UniqueV2: _UniqueV2Class
class _UniqueWithCountsSetters:
    def out_idx(self, value: _DTypeLike) -> _UniqueWithCountsClass.Attrs: ...
class _UniqueWithCountsClass(_UniqueWithCountsSetters):
    """The distinct elements of a vector in the order of their first appearance, counted.

    idx: for each of x its place in y.
    count: how often each of y is in x.
    """
    class Attrs(_UniqueWithCountsSetters, _Values):
        def __init__(self, *, out_idx: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Any: ...
UniqueWithCounts: _UniqueWithCountsClass
class _UniqueWithCountsV2Setters:
    def out_idx(self, value: _DTypeLike) -> _UniqueWithCountsV2Class.Attrs: ...
class _UniqueWithCountsV2Class(_UniqueWithCountsV2Setters):
    """The distinct slices along an axis in the order of their first appearance,
    counted.

    idx: for each of x its place in y.
    axis: which axis, a vector of one number; of none for a vector x. Two slices are equal if all their elements are.
    y: of the shape of x but for that axis.
    count: how often each of y is in x.
    """
    class Attrs(_UniqueWithCountsV2Setters, _Values):
        def __init__(self, *, out_idx: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, axis: _Any, attrs: Attrs | None = None) -> _Any: ...
UniqueWithCountsV2: _UniqueWithCountsV2Class
class _UnpackSetters:
    def axis(self, value: int) -> _UnpackClass.Attrs: ...
class _UnpackClass(_UnpackSetters):
    """A tensor taken apart along an axis, which the outputs do not have.

    num: how many there are, the size of the axis.
    """
    class Attrs(_UnpackSetters, _Values):
        def __init__(self, *, axis: int = ...) -> None: ...
    def __call__(self, scope: _Scope, value: _Any, num: int, attrs: Attrs | None = None) -> list[_Tensor]: ...
Unpack: _UnpackClass
class _UnravelIndexClass:
    """The coordinates of elements that are given by their numbers in row-major order.

    indices: a number, or a vector of one or more.
    dims: the sizes of the array, a vector of positive numbers.
    output: `[rank]`, or `[rank, indices]` for a vector.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, indices: _Any, dims: _Any, attrs: Attrs | None = None) -> _Tensor: ...
UnravelIndex: _UnravelIndexClass
class _UnsortedSegmentJoinSetters:
    def separator(self, value: str | bytes) -> _UnsortedSegmentJoinClass.Attrs: ...
class _UnsortedSegmentJoinClass(_UnsortedSegmentJoinSetters):
    """The strings of each segment joined, in their order.

    segment_ids: of the shape of the first axes of inputs; each in [0, num_segments).
    num_segments: a scalar.
    separator: put between two strings.
    output: `[num_segments] + inputs.shape[segment_ids.rank:]`; a segment of no strings is ''.
    """
    class Attrs(_UnsortedSegmentJoinSetters, _Values):
        def __init__(self, *, separator: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, inputs: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
UnsortedSegmentJoin: _UnsortedSegmentJoinClass
class _UnsortedSegmentMaxClass:
    """Entry i of the output holds the largest elements of the entries of data whose segment id is i, the lowest
    finite number if there is none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
UnsortedSegmentMax: _UnsortedSegmentMaxClass
class _UnsortedSegmentMinClass:
    """Entry i of the output holds the smallest elements of the entries of data whose segment id is i, the largest
    finite number if there is none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
UnsortedSegmentMin: _UnsortedSegmentMinClass
class _UnsortedSegmentProdClass:
    """Entry i of the output is the product of the entries of data whose segment id is i, 1 if there is
    none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
UnsortedSegmentProd: _UnsortedSegmentProdClass
class _UnsortedSegmentSumClass:
    """Entry i of the output is the sum of the entries of data whose segment id is i, 0 if there is none.

    segment_ids: in any order; its shape is that of the first dimensions of data. A negative id drops its entry.
    num_segments: how many entries the output has, a scalar; larger than every id.
    output: num_segments entries of the shape of data's remaining dimensions.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, data: _Any, segment_ids: _Any, num_segments: _Any, attrs: Attrs | None = None) -> _Tensor: ...
UnsortedSegmentSum: _UnsortedSegmentSumClass
class _UnstageSetters:
    def capacity(self, value: int) -> _UnstageClass.Attrs: ...
    def memory_limit(self, value: int) -> _UnstageClass.Attrs: ...
    def container(self, value: str | bytes) -> _UnstageClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _UnstageClass.Attrs: ...
class _UnstageClass(_UnstageSetters):
    """Take the oldest tuple out of a staging area; waits while there is none.

    capacity: how many tuples there may be; 0: any number.
    memory_limit: how many bytes they may have together; 0: any number.
    dtypes: of the tensors of a tuple.
    container: where the staging area lives; '' is the default container.
    shared_name: nodes with the same one use the same staging area; '' means one of the node's own.
    """
    class Attrs(_UnstageSetters, _Values):
        def __init__(self, *, capacity: int = ..., memory_limit: int = ..., container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, dtypes: _Sequence[_DTypeLike], attrs: Attrs | None = None) -> list[_Tensor]: ...
Unstage: _UnstageClass
class _UpperBoundSetters:
    def out_type(self, value: _DTypeLike) -> _UpperBoundClass.Attrs: ...
class _UpperBoundClass(_UpperBoundSetters):
    """For each value how many elements of its sorted row are not larger.

    sorted_inputs: `[rows, n]`, each row sorted.
    values: `[rows, m]`.
    output: `[rows, m]`, numbers in [0, n].
    """
    class Attrs(_UpperBoundSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, sorted_inputs: _Any, values: _Any, attrs: Attrs | None = None) -> _Tensor: ...
UpperBound: _UpperBoundClass
class _VarHandleOpSetters:
    def container(self, value: str | bytes) -> _VarHandleOpClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _VarHandleOpClass.Attrs: ...
    def debug_name(self, value: str | bytes) -> _VarHandleOpClass.Attrs: ...
    def allowed_devices(self, value: _Sequence[str | bytes]) -> _VarHandleOpClass.Attrs: ...
class _VarHandleOpClass(_VarHandleOpSetters):
    """The handle of a variable, which has no value before something is assigned to it.

    container: where the variable lives; '' is the default container.
    shared_name: nodes with the same one refer to the same variable; '' means the node's own name.
    debug_name: has no effect.
    dtype: of every value that the variable may have.
    shape: that every value must be compatible with.
    allowed_devices: has no effect.
    """
    class Attrs(_VarHandleOpSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ..., debug_name: str | bytes = ..., allowed_devices: _Sequence[str | bytes] = ...) -> None: ...
    def __call__(self, scope: _Scope, dtype: _DTypeLike, shape: _ShapeLike, attrs: Attrs | None = None) -> _Tensor: ...
VarHandleOp: _VarHandleOpClass
class _VarIsInitializedOpClass:
    """Whether a variable has a value."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, resource: _Any, attrs: Attrs | None = None) -> _Tensor: ...
VarIsInitializedOp: _VarIsInitializedOpClass
class _VariableSetters:
    def container(self, value: str | bytes) -> _VariableClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _VariableClass.Attrs: ...
class _VariableClass(_VariableSetters):
    """A reference to a variable; a shape of rank 0 says nothing of its values.

    shape: that every value must be compatible with.
    container: where the variable lives; '' is the default container.
    shared_name: nodes with the same one refer to the same variable; '' means the node's own name.
    """
    class Attrs(_VariableSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _ShapeLike, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
Variable: _VariableClass
class _VariableShapeSetters:
    def out_type(self, value: _DTypeLike) -> _VariableShapeClass.Attrs: ...
class _VariableShapeClass(_VariableShapeSetters):
    """The shape of a variable's value as a vector."""
    class Attrs(_VariableShapeSetters, _Values):
        def __init__(self, *, out_type: _DTypeLike = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
VariableShape: _VariableShapeClass
class _VariableV2Setters:
    def container(self, value: str | bytes) -> _VariableV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _VariableV2Class.Attrs: ...
class _VariableV2Class(_VariableV2Setters):
    """A reference to a variable, which has no value before something is assigned to it.

    shape: that every value must be compatible with.
    container: where the variable lives; '' is the default container.
    shared_name: nodes with the same one refer to the same variable; '' means the node's own name.
    """
    class Attrs(_VariableV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, shape: _ShapeLike, dtype: _DTypeLike, attrs: Attrs | None = None) -> _Tensor: ...
VariableV2: _VariableV2Class
class _WhereClass:
    """The coordinates of all elements that are true or not 0, `[number, rank]`, in the order of the elements."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, input: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Where: _WhereClass
class _WhileSetters:
    def output_shapes(self, value: _Sequence[_ShapeLike]) -> _WhileClass.Attrs: ...
    def parallel_iterations(self, value: int) -> _WhileClass.Attrs: ...
class _WhileClass(_WhileSetters):
    """What becomes of input when body is applied to it as long as cond is true of it.

    cond: a function of the loop's variables that gives one value, judged as that of If is.
    body: a function that gives new values for the loop's variables.
    parallel_iterations: has no effect.
    output_shapes: the shapes of the results, as far as they are always the same.
    """
    class Attrs(_WhileSetters, _Values):
        def __init__(self, *, output_shapes: _Sequence[_ShapeLike] = ..., parallel_iterations: int = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Sequence[_Any], cond: _Any, body: _Any, attrs: Attrs | None = None) -> list[_Tensor]: ...
While: _WhileClass
class _WholeFileReaderSetters:
    def container(self, value: str | bytes) -> _WholeFileReaderClass.Attrs: ...
    def shared_name(self, value: str | bytes) -> _WholeFileReaderClass.Attrs: ...
class _WholeFileReaderClass(_WholeFileReaderSetters):
    """A reader of whole files: the key is the name, the value the content. Files must be in one of `SessionConfig(file_folders=...)`.

    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_WholeFileReaderSetters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
WholeFileReader: _WholeFileReaderClass
class _WholeFileReaderV2Setters:
    def container(self, value: str | bytes) -> _WholeFileReaderV2Class.Attrs: ...
    def shared_name(self, value: str | bytes) -> _WholeFileReaderV2Class.Attrs: ...
class _WholeFileReaderV2Class(_WholeFileReaderV2Setters):
    """A reader of whole files: the key is the name, the value the content. Files must be in one of `SessionConfig(file_folders=...)`.

    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own.
    """
    class Attrs(_WholeFileReaderV2Setters, _Values):
        def __init__(self, *, container: str | bytes = ..., shared_name: str | bytes = ...) -> None: ...
    def __call__(self, scope: _Scope, attrs: Attrs | None = None) -> _Tensor: ...
WholeFileReaderV2: _WholeFileReaderV2Class
class _WriteFileClass:
    """Write a file, which a crash leaves as it was or complete. Missing folders above it are made.

    filename: a scalar: a path in one of `SessionConfig(file_folders=...)`.
    contents: a scalar.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, filename: _Any, contents: _Any, attrs: Attrs | None = None) -> _Node: ...
WriteFile: _WriteFileClass
class _XdivyClass:
    """x / y, element by element, but 0 where x is 0, for any y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Xdivy: _XdivyClass
class _Xlog1pyClass:
    """x * log(1 + y), element by element, but 0 where x is 0, for any y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Xlog1py: _Xlog1pyClass
class _XlogyClass:
    """x * log(y), element by element, but 0 where x is 0, for any y."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, y: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Xlogy: _XlogyClass
class _ZerosLikeClass:
    """Zeros of the input's shape and dtype."""
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, attrs: Attrs | None = None) -> _Tensor: ...
ZerosLike: _ZerosLikeClass
class _ZetaClass:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k >= 0; not a number for x < 1.

    q: may be negative, but no integer then, if x is an integer. Gradients are with respect to q alone.
    """
    class Attrs(_Values): ...
    def __call__(self, scope: _Scope, x: _Any, q: _Any, attrs: Attrs | None = None) -> _Tensor: ...
Zeta: _ZetaClass
class __FusedBatchNormExSetters:
    def epsilon(self, value: float) -> __FusedBatchNormExClass.Attrs: ...
    def exponential_avg_factor(self, value: float) -> __FusedBatchNormExClass.Attrs: ...
    def activation_mode(self, value: str | bytes) -> __FusedBatchNormExClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> __FusedBatchNormExClass.Attrs: ...
    def is_training(self, value: bool) -> __FusedBatchNormExClass.Attrs: ...
class __FusedBatchNormExClass(__FusedBatchNormExSetters):
    """FusedBatchNormV3, the addition of a tensor and an activation.

    The arguments are those of FusedBatchNormV3, and

    side_input: nothing, or one tensor of the shape of x that is added before the activation.
    activation_mode: Identity or Relu, or Relu6, which only our own passes write.
    """
    class Attrs(__FusedBatchNormExSetters, _Values):
        def __init__(self, *, epsilon: float = ..., exponential_avg_factor: float = ..., activation_mode: str | bytes = ..., data_format: _Literal['NHWC', 'NCHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, x: _Any, scale: _Any, offset: _Any, mean: _Any, variance: _Any, side_input: _Sequence[_Any], attrs: Attrs | None = None) -> _Any: ...
_FusedBatchNormEx: __FusedBatchNormExClass
class __FusedBatchNormGradExSetters:
    def epsilon(self, value: float) -> __FusedBatchNormGradExClass.Attrs: ...
    def num_side_inputs(self, value: int) -> __FusedBatchNormGradExClass.Attrs: ...
    def activation_mode(self, value: str | bytes) -> __FusedBatchNormGradExClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW']) -> __FusedBatchNormGradExClass.Attrs: ...
    def is_training(self, value: bool) -> __FusedBatchNormGradExClass.Attrs: ...
class __FusedBatchNormGradExClass(__FusedBatchNormGradExSetters):
    """Gradient of _FusedBatchNormEx.

    The arguments are those of FusedBatchNormGradV3, and

    offset: `[channels]`, not looked at.
    y: the result of the forward op, of the shape of x: where the activation cut it off, y_backprop counts as 0.
    activation_mode: Identity, Relu or Relu6.
    side_input_backprop: the gradient of side_input, if there is one.
    """
    class Attrs(__FusedBatchNormGradExSetters, _Values):
        def __init__(self, *, epsilon: float = ..., num_side_inputs: int = ..., activation_mode: str | bytes = ..., data_format: _Literal['NHWC', 'NCHW', 'NDHWC', 'NCDHW'] = ..., is_training: bool = ...) -> None: ...
    def __call__(self, scope: _Scope, y_backprop: _Any, x: _Any, scale: _Any, reserve_space_1: _Any, reserve_space_2: _Any, reserve_space_3: _Any, offset: _Any, y: _Any, attrs: Attrs | None = None) -> _Any: ...
_FusedBatchNormGradEx: __FusedBatchNormGradExClass
class __FusedConv2DSetters:
    def explicit_paddings(self, value: _Sequence[int]) -> __FusedConv2DClass.Attrs: ...
    def data_format(self, value: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C']) -> __FusedConv2DClass.Attrs: ...
    def filter_format(self, value: _Literal['HWIO', 'OIHW', 'OIHW_VECT_I']) -> __FusedConv2DClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> __FusedConv2DClass.Attrs: ...
    def use_cudnn_on_gpu(self, value: bool) -> __FusedConv2DClass.Attrs: ...
    def fused_ops(self, value: _Sequence[str | bytes]) -> __FusedConv2DClass.Attrs: ...
    def epsilon(self, value: float) -> __FusedConv2DClass.Attrs: ...
    def leakyrelu_alpha(self, value: float) -> __FusedConv2DClass.Attrs: ...
class __FusedConv2DClass(__FusedConv2DSetters):
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
    class Attrs(__FusedConv2DSetters, _Values):
        def __init__(self, *, explicit_paddings: _Sequence[int] = ..., data_format: _Literal['NHWC', 'NCHW', 'NCHW_VECT_C'] = ..., filter_format: _Literal['HWIO', 'OIHW', 'OIHW_VECT_I'] = ..., dilations: _Sequence[int] = ..., use_cudnn_on_gpu: bool = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, args: _Sequence[_Any], host_args: _Sequence[_Any], num_args: int, strides: _Sequence[int], padding: _Literal['SAME', 'VALID', 'EXPLICIT'], attrs: Attrs | None = None) -> _Tensor: ...
_FusedConv2D: __FusedConv2DClass
class __FusedConv3DSetters:
    def data_format(self, value: _Literal['NDHWC', 'NCDHW']) -> __FusedConv3DClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> __FusedConv3DClass.Attrs: ...
    def padding_list(self, value: _Sequence[int]) -> __FusedConv3DClass.Attrs: ...
    def fused_ops(self, value: _Sequence[str | bytes]) -> __FusedConv3DClass.Attrs: ...
    def epsilon(self, value: float) -> __FusedConv3DClass.Attrs: ...
    def leakyrelu_alpha(self, value: float) -> __FusedConv3DClass.Attrs: ...
class __FusedConv3DClass(__FusedConv3DSetters):
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
    class Attrs(__FusedConv3DSetters, _Values):
        def __init__(self, *, data_format: _Literal['NDHWC', 'NCDHW'] = ..., dilations: _Sequence[int] = ..., padding_list: _Sequence[int] = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, args: _Sequence[_Any], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
_FusedConv3D: __FusedConv3DClass
class __FusedDepthwiseConv2dNativeSetters:
    def data_format(self, value: _Literal['NHWC', 'NCHW']) -> __FusedDepthwiseConv2dNativeClass.Attrs: ...
    def dilations(self, value: _Sequence[int]) -> __FusedDepthwiseConv2dNativeClass.Attrs: ...
    def fused_ops(self, value: _Sequence[str | bytes]) -> __FusedDepthwiseConv2dNativeClass.Attrs: ...
    def epsilon(self, value: float) -> __FusedDepthwiseConv2dNativeClass.Attrs: ...
    def leakyrelu_alpha(self, value: float) -> __FusedDepthwiseConv2dNativeClass.Attrs: ...
class __FusedDepthwiseConv2dNativeClass(__FusedDepthwiseConv2dNativeSetters):
    """DepthwiseConv2dNative and what follows it.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels, multiplier]`.
    args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
    variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
    fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
    epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
    output: `[batch, out_rows, out_cols, in_channels * multiplier]`.
    """
    class Attrs(__FusedDepthwiseConv2dNativeSetters, _Values):
        def __init__(self, *, data_format: _Literal['NHWC', 'NCHW'] = ..., dilations: _Sequence[int] = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ...) -> None: ...
    def __call__(self, scope: _Scope, input: _Any, filter: _Any, args: _Sequence[_Any], strides: _Sequence[int], padding: _Literal['SAME', 'VALID'], attrs: Attrs | None = None) -> _Tensor: ...
_FusedDepthwiseConv2dNative: __FusedDepthwiseConv2dNativeClass
class __FusedMatMulSetters:
    def transpose_a(self, value: bool) -> __FusedMatMulClass.Attrs: ...
    def transpose_b(self, value: bool) -> __FusedMatMulClass.Attrs: ...
    def fused_ops(self, value: _Sequence[str | bytes]) -> __FusedMatMulClass.Attrs: ...
    def epsilon(self, value: float) -> __FusedMatMulClass.Attrs: ...
    def leakyrelu_alpha(self, value: float) -> __FusedMatMulClass.Attrs: ...
class __FusedMatMulClass(__FusedMatMulSetters):
    """MatMul and what follows it.

    a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
    b: `[inner, cols]`, or `[cols, inner]` with transpose_b.
    args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
    variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
    fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
    epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu.
    product: `[rows, cols]`.
    """
    class Attrs(__FusedMatMulSetters, _Values):
        def __init__(self, *, transpose_a: bool = ..., transpose_b: bool = ..., fused_ops: _Sequence[str | bytes] = ..., epsilon: float = ..., leakyrelu_alpha: float = ...) -> None: ...
    def __call__(self, scope: _Scope, a: _Any, b: _Any, args: _Sequence[_Any], attrs: Attrs | None = None) -> _Tensor: ...
_FusedMatMul: __FusedMatMulClass
def __getattr__(name: str) -> _Any: ...
def __dir__() -> list[str]: ...
