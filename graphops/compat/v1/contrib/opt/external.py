"""``tf.contrib.opt``: optimizers outside the graph, which ask it for the loss and its gradient."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops_registry.errors import InvalidArgumentError, UnimplementedError

Array = np.ndarray[Any, Any]


class ExternalOptimizerInterface:
    """Base of such optimizers. A subclass has :meth:`_minimize`.

    Args:
        var_list: what is changed; default the trainable variables.
        equalities, inequalities: tensors that have to be 0, or not below 0.
        var_to_bounds: for variables the least and the largest value.
        optimizer_kwargs: for the optimizer.
    """

    def __init__(
        self,
        loss: Any,
        var_list: Iterable[Any] | None = None,
        equalities: Sequence[Any] | None = None,
        inequalities: Sequence[Any] | None = None,
        var_to_bounds: Mapping[Any, tuple[Any, Any]] | None = None,
        **optimizer_kwargs: Any,
    ) -> None:
        self._loss = loss
        self._vars = tf.trainable_variables() if var_list is None else list(var_list)
        self._equalities, self._inequalities = list(equalities or ()), list(inequalities or ())
        self.optimizer_kwargs = optimizer_kwargs
        self._sizes = [int(np.prod([int(s) for s in each.shape.as_list()], dtype=np.int64)) for each in self._vars]
        self._gradient = self._flat_gradient(loss)
        self._constraint_gradients = [
            [self._flat_gradient(each) for each in listed] for listed in (self._equalities, self._inequalities)
        ]
        self._bounds = None if var_to_bounds is None else self._packed_bounds(var_to_bounds)
        self._places = [tf.placeholder(each.dtype.base_dtype, each.shape) for each in self._vars]
        self._assign = tf.group(
            *[tf.assign(each, place) for each, place in zip(self._vars, self._places, strict=True)]
        )  # fmt: skip

    def _flat_gradient(self, loss: Any) -> Any:
        found = tf.gradients(loss, self._vars)
        parts = [
            tf.zeros([size], each.dtype) if gradient is None else tf.reshape(gradient, [-1])
            for gradient, each, size in zip(found, self._vars, self._sizes, strict=True)
        ]
        return tf.concat(parts, 0)

    def _packed_bounds(self, bounds: Mapping[Any, tuple[Any, Any]]) -> list[tuple[float, float]]:
        packed: list[tuple[float, float]] = []
        for each, size in zip(self._vars, self._sizes, strict=True):
            low, high = bounds.get(each, (-np.inf, np.inf))
            shape = [int(s) for s in each.shape.as_list()]
            lows, highs = (np.broadcast_to(np.asarray(value, float), shape).ravel() for value in (low, high))
            if len(lows) != size:
                raise InvalidArgumentError(f"bounds of '{each.op.name}' must have its shape, got {bounds[each]!r}")
            packed.extend(zip(lows.tolist(), highs.tolist(), strict=True))
        return packed

    def _feeds(self, packed: Array) -> dict[Any, Array]:
        found, begin = {}, 0
        for each, place, size in zip(self._vars, self._places, self._sizes, strict=True):
            part = packed[begin : begin + size].reshape([int(s) for s in each.shape.as_list()])
            found[place] = part.astype(each.dtype.base_dtype.as_numpy_dtype)
            begin += size
        return found

    def minimize(
        self,
        session: Any = None,
        feed_dict: Any = None,
        fetches: Sequence[Any] | None = None,
        step_callback: Callable[[Array], Any] | None = None,
        loss_callback: Callable[..., Any] | None = None,
        **run_kwargs: Any,
    ) -> None:
        """Change the variables until the loss is smallest.

        Args:
            session: default the one that is open.
            fetches: what ``loss_callback`` gets.
            step_callback: called with all values as a vector after each step.
            loss_callback: called with the values of ``fetches`` at each evaluation of the loss.
        """
        opened = session or tf.get_default_session()
        wanted = list(fetches or ())

        def evaluated(tensors: Sequence[Any], x: Array) -> list[Any]:
            opened.run(self._assign, self._feeds(x))
            found: list[Any] = opened.run(list(tensors), feed_dict, **run_kwargs)
            return found

        def loss_and_gradient(x: Array) -> tuple[Any, Array]:
            loss, gradient, *others = evaluated([self._loss, self._gradient, *wanted], x)
            if loss_callback is not None:
                loss_callback(*others)
            return loss, np.asarray(gradient)

        def single(tensor: Any) -> Callable[[Array], Any]:
            return lambda x: evaluated([tensor], x)[0]

        pairs = [
            [(single(each), single(gradient)) for each, gradient in zip(listed, gradients, strict=True)]
            for listed, gradients in zip(
                (self._equalities, self._inequalities), self._constraint_gradients, strict=True
            )
        ]
        start = np.concatenate([np.ravel(value) for value in opened.run(self._vars)] or [np.zeros(0)])
        result = self._minimize(
            initial_val=start, loss_grad_func=loss_and_gradient, equality_funcs=[f for f, _ in pairs[0]],
            equality_grad_funcs=[g for _, g in pairs[0]], inequality_funcs=[f for f, _ in pairs[1]],
            inequality_grad_funcs=[g for _, g in pairs[1]], packed_bounds=self._bounds, step_callback=step_callback,
            optimizer_kwargs=self.optimizer_kwargs,
        )  # fmt: skip
        opened.run(self._assign, self._feeds(np.asarray(result)))

    def _minimize(self, **arguments: Any) -> Array:
        """The best vector, from ``initial_val`` by ``loss_grad_func`` and the others that ``minimize`` gives."""
        raise NotImplementedError


class ScipyOptimizerInterface(ExternalOptimizerInterface):
    """An optimizer of ``scipy.optimize.minimize``; by default L-BFGS-B, with constraints SLSQP.

    ``method`` and ``options`` go there: ``ScipyOptimizerInterface(loss, method="L-BFGS-B", options={"maxiter": 50})``.

    Raises:
        UnimplementedError: when used, SciPy is not installed, or constraints with another method.
    """

    _DEFAULT_METHOD = "L-BFGS-B"

    def _minimize(self, **arguments: Any) -> Array:
        try:
            optimize = import_module("scipy.optimize")
        except ImportError:
            raise UnimplementedError(
                "ScipyOptimizerInterface needs SciPy, which is not installed: pip install scipy"
            ) from None
        given = dict(arguments["optimizer_kwargs"])
        constraints = [
            {"type": kind, "fun": function, "jac": gradient}
            for kind, functions, gradients in (
                ("eq", arguments["equality_funcs"], arguments["equality_grad_funcs"]),
                ("ineq", arguments["inequality_funcs"], arguments["inequality_grad_funcs"]),
            )
            for function, gradient in zip(functions, gradients, strict=True)
        ]
        method = given.pop("method", "SLSQP" if constraints else self._DEFAULT_METHOD)
        if constraints and method != "SLSQP":
            raise UnimplementedError(f"constraints need method 'SLSQP' of SciPy, got '{method}'")
        if constraints:
            given["constraints"] = constraints
        if arguments["step_callback"] is not None:
            given["callback"] = arguments["step_callback"]
        if arguments["packed_bounds"] is not None:
            given["bounds"] = arguments["packed_bounds"]

        def loss_and_gradient(x: Array) -> tuple[float, Array]:
            loss, gradient = arguments["loss_grad_func"](x)
            return float(loss), gradient.astype(np.float64)

        start = arguments["initial_val"].astype(np.float64)
        result = optimize.minimize(loss_and_gradient, start, jac=True, method=method, **given)
        tf.logging.info("Optimization terminated with: %s (%s steps)", result.message, getattr(result, "nit", "?"))
        return np.asarray(result.x)
