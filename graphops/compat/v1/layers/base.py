"""The base of layers: variables in a scope of the layer's name, losses of regularizers, updates.

Names and scopes are TensorFlow 1's, so checkpoints of its scripts load: ``dense/kernel``, ``dense_1/kernel``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from inspect import Parameter, signature
from typing import Any

from graphops.build.as_tensor import as_tensor
from graphops.build.initializers import Zeros
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.nest import flatten
from graphops.train.collection_keys import GraphKeys
from graphops.train.get_variable import get_variable
from graphops.train.variable_scope import variable_scope
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

ZEROS = Zeros


class Layer:
    """A function of tensors with variables that are made at the first call. A subclass has ``call``, and ``build`` if
    it has variables.

    Args:
        trainable: whether its variables are.
        name: of its variable scope; default the name of the class, made unique.
        dtype: of its variables; default that of the first input.

    Raises:
        InvalidTypeError: an unknown keyword.
    """

    def __init__(self, trainable: bool = True, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None:
        scope, self._reuse = kwargs.pop("_scope", None), kwargs.pop("_reuse", None)
        self._activity: Any = kwargs.pop("activity_regularizer", None)
        if kwargs:
            raise InvalidTypeError(f"{type(self).__name__} takes no keyword '{next(iter(kwargs))}'")
        self.trainable, self.built, self.dtype = trainable, False, dtype
        self._given_name = name
        self._base_name = _snake(type(self).__name__)
        self._scope: Any = None
        self._variables: list[tuple[Any, bool]] = []  # each with whether it is trainable
        self._losses: list[Any] = []
        self._updates: list[Any] = []
        if scope:
            with variable_scope(scope, reuse=self._reuse) as opened:
                self._scope = opened

    @property
    def name(self) -> str:
        """Its name; that of its scope as soon as there is one."""
        return self._given_name or (self._base_name if self._scope is None else self._scope.name.rsplit("/")[-1])

    @property
    def scope_name(self) -> str:
        """The name of its variable scope.

        Raises:
            InvalidArgumentError: it was not called yet.
        """
        if self._scope is None:
            raise InvalidArgumentError(f"layer '{self.name}' must be called before it has a scope")
        name: str = self._scope.name
        return name

    @property
    def variables(self) -> list[Any]:
        """All its variables, those that are trained first."""
        return [*self.trainable_variables, *self.non_trainable_variables]

    @property
    def trainable_variables(self) -> list[Any]:
        return [variable for variable, trained in self._variables if trained and self.trainable]

    @property
    def non_trainable_variables(self) -> list[Any]:
        return [variable for variable, trained in self._variables if not (trained and self.trainable)]

    weights, trainable_weights, non_trainable_weights = variables, trainable_variables, non_trainable_variables

    @property
    def losses(self) -> list[Any]:
        """The losses of its regularizers."""
        return list(self._losses)

    @property
    def updates(self) -> list[Any]:
        """What a training step must run beside the optimizer's step."""
        return list(self._updates)

    def build(self, input_shape: Any) -> None:
        """Make the variables for an input of that shape."""
        self.built = True

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        """The outputs."""
        return inputs

    def add_weight(
        self,
        name: str,
        shape: Sequence[int],
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        trainable: bool = True,
        constraint: Any = None,
        **kwargs: Any,
    ) -> Any:
        """A variable of the layer; for ``build``."""
        trained = trainable and self.trainable
        before = {id(variable) for variable in get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES)}
        made = get_variable(
            name, [int(size) for size in shape], dtype or self.dtype, initializer, None, trained, constraint=constraint
        )
        if regularizer is not None and id(made) not in before:  # one that is reused has its loss
            with get_default_graph().name_scope(f"{name}/Regularizer"):
                self._add_loss(regularizer(made))
        self._variables.append((made, trainable))
        return made

    add_variable = add_weight

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Losses that belong to the layer, and to the collection of regularization losses."""
        for loss in losses if isinstance(losses, (list, tuple)) else [losses]:
            self._add_loss(loss)

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Updates that belong to the layer, and to the collection UPDATE_OPS."""
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            self._updates.append(update)
            get_default_graph().add_to_collection(GraphKeys.UPDATE_OPS, update)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        scope = kwargs.pop("scope", None)
        given = inputs if isinstance(inputs, (list, tuple, dict)) else as_tensor(inputs)
        if self._scope is None:
            default = self._given_name or self._base_name  # made unique: a second object has variables of its own
            with variable_scope(scope, default_name=default, reuse=self._reuse if scope else None) as opened:
                self._scope = opened
        with variable_scope(self._scope, reuse=self.built or self._reuse):
            if not self.built:
                first = flatten(given)[0]
                if self.dtype is None and isinstance(first, Tensor):
                    self.dtype = first.dtype.base
                self.build(given.shape if isinstance(given, Tensor) else [each.shape for each in flatten(given)])
                self.built = True
            outputs = self.call(given, *args, **kwargs)
            if self._activity is not None:
                for output in flatten(outputs):
                    self._add_loss(self._activity(output))
        return outputs

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The outputs."""
        return self(inputs, *args, **kwargs)

    def _add_loss(self, loss: Any) -> None:
        if loss is not None:
            self._losses.append(loss)
            get_default_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)


def functional(layer: Any, name: str) -> Callable[..., Any]:
    """The function that makes a layer and calls it: ``dense(inputs, units, ..., name=None, reuse=None)``."""
    taken = [
        each for each in signature(layer.__init__).parameters.values() if each.kind is Parameter.POSITIONAL_OR_KEYWORD
    ]
    names = [each.name for each in taken[1:]]

    def function(inputs: Any, *args: Any, reuse: bool | None = None, **kwargs: Any) -> Any:
        if len(args) > len(names):
            *args, reuse = args  # type: ignore[assignment]
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        scope = given.get("name")
        return layer(**given, _scope=scope, _reuse=reuse)(inputs)

    kept = [Parameter("inputs", Parameter.POSITIONAL_OR_KEYWORD), *taken[1:]]
    kept.append(Parameter("reuse", Parameter.POSITIONAL_OR_KEYWORD, default=None))
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"``{layer.__name__}(...)(inputs)``, in the variable scope ``name``."
    function.__signature__ = signature(function).replace(parameters=kept)  # type: ignore[attr-defined]
    return function


def activated(activation: Any, value: Any) -> Any:
    """``activation(value)``, or the value where there is none."""
    return value if activation is None else activation(value)


def known(shape: Any, axis: int, layer: str) -> int:
    """A size that must be known.

    Raises:
        InvalidArgumentError: it is not.
    """
    dims = None if shape.rank is None else [None if each is None else int(each) for each in shape.as_list()]
    size = None if dims is None or not -len(dims) <= axis < len(dims) else dims[axis]
    if size is None:
        raise InvalidArgumentError(f"the input of {layer} must have a known size along axis {axis}, got shape {shape}")
    return size


def sizes(value: Any, count: int, layer: str, name: str) -> tuple[int, ...]:
    """``value`` for each of ``count`` axes.

    Raises:
        InvalidArgumentError: it is neither an integer nor so many.
    """
    found = (value,) * count if not isinstance(value, (list, tuple)) else tuple(value)
    if len(found) != count:
        raise InvalidArgumentError(f"{name} of {layer} must be an integer or {count} of them, got {value!r}")
    return tuple(int(each) for each in found)


def _snake(name: str) -> str:
    spaced = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    text = re.sub("([a-z])([A-Z])", r"\1_\2", spaced).lower()
    return f"private{text}" if text.startswith("_") else text
