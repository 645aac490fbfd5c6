"""Declarations of how an op is called, from which ``graphops check`` and tests make calls.

A package keeps its declarations in a module ``checks`` beside its ops; ``graphops check PACKAGE`` imports it::

    from graphops.testing import register_checks

    def by_loops(x, size, stride):
        ...

    shapes = [(2, 7, 3), (1, 5, 2)]
    register_checks("Vendor>Mean", {"x": shapes}, {"size": [1, 3], "stride": [1, 2]}, reference=by_loops)
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from graphops.testing.cases import OpCase, cases, check_attr_values
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, nearest
from graphops_registry.op_def import OpDef, lookup_op

Reference = Callable[..., Any]
Keep = Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True)
class OpChecks:
    """A declaration made by :func:`register_checks`.

    Attributes:
        op: the op's name.
        rows: inputs by argument, one mapping for each alternative, each as :func:`~graphops.testing.cases` takes it.
        attrs: for each attr the values to try.
        reference: a function of the inputs and attrs, by keyword, that gives the expected outputs, or ``None``.
        keep: says of a combination of attrs whether there is such a case, or ``None``.
        gradients: to which order gradients are compared with differences where the op has them; ``True`` for 2.
        defined_at: ``file:line`` of the declaration.
    """

    op: str
    rows: tuple[Mapping[str, Any], ...]
    attrs: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    reference: Reference | None = None
    keep: Keep | None = None
    gradients: int = True
    defined_at: str = ""

    def cases(self, dtypes: Sequence[object] | None = None, *, seed: int = 0) -> Iterator[OpCase]:
        """The calls, over all dtypes that the OpDef allows, or over those of ``dtypes``."""
        for row in self.rows:
            yield from cases(self.op, row, self.attrs, dtypes=dtypes, keep=self.keep, seed=seed)


_declared: dict[str, list[OpChecks]] = {}
_lock = threading.Lock()


def register_checks(
    op: str,
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Sequence[Any]] | None = None,
    *,
    reference: Reference | None = None,
    keep: Keep | None = None,
    gradients: int = True,
) -> OpChecks:
    """Declare calls of ``op`` for ``graphops check``; a second declaration of an op adds to the first.

    Args:
        op: its name; the op must be registered.
        inputs: for each input a shape (a tuple), an array, or a function of (dtype, random generator) that makes one;
            or a list of such alternatives. Alternatives of several inputs go together, the first with the first; an
            input with one of them goes with all. A list argument takes a list of these; a list of lists is a list of
            alternatives.
        attrs: for each attr the values to try, as for :func:`~graphops.testing.cases`.
        reference: the expected outputs as a function of inputs and attrs by keyword; it gets only those attrs that
            the case names. Plain loops in float64 are best.
        keep: says of a combination of attrs, by name, whether there is such a case.
        gradients: ``True`` compares gradients of first and second order with differences where the op has them, 1
            those of first order alone, ``False`` none, if these inputs are kinks, say.

    Raises:
        NotFoundError: no such op.
        InvalidArgumentError: inputs that the op does not have, or lacks; numbers of alternatives that do not fit.
        InvalidTypeError: attrs that it does not have, values that are no list, or a reference that is no function.
    """
    op_def = lookup_op(op).op_def
    check_attr_values(op_def, attrs or {}, "register_checks()")
    for what, function in (("reference", reference), ("keep", keep)):
        if function is not None and not callable(function):
            raise InvalidTypeError(
                f"{what} of register_checks() for op '{op}' must be a function, got {function!r}"
            ).concerns(op=op)
    frame = sys._getframe(1)  # noqa: SLF001 - has no other name
    declared = OpChecks(
        op,
        tuple(_rows(op_def, inputs)),
        dict(attrs or {}),
        reference,
        keep,
        gradients,
        f"{frame.f_code.co_filename}:{frame.f_lineno}",
    )
    with _lock:
        present = _declared.setdefault(op, [])
        present[:] = [each for each in present if each.defined_at != declared.defined_at]  # a module that is reloaded
        present.append(declared)
    return declared


def registered_checks(op: str) -> list[OpChecks]:
    """What was declared for ``op``, in order; empty if nothing was."""
    return list(_declared.get(op, ()))


def _rows(op_def: OpDef, inputs: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """One mapping for each alternative."""
    names = [arg.name for arg in op_def.inputs]
    for name in inputs:
        if name not in names:
            raise InvalidArgumentError(
                f"inputs of register_checks() must name the inputs of op '{op_def.name}', got '{name}'"
                f"{nearest(name, names)}"
            ).concerns(op=op_def.name, argument=name)
    for name in names:
        if name not in inputs:
            raise InvalidArgumentError(
                f"{name} of op '{op_def.name}' must be given to register_checks(), got nothing"
            ).concerns(op=op_def.name, argument=name)
    alternatives = {arg.name: _alternatives(inputs[arg.name], arg.is_list) for arg in op_def.inputs}
    count = max((len(each) for each in alternatives.values()), default=1)
    for name, each in alternatives.items():
        if len(each) not in (1, count):
            rule = f"have 1 or {count} alternatives in register_checks()"
            raise InvalidArgumentError(f"{name} of op '{op_def.name}' must {rule}, got {len(each)}").concerns(
                op=op_def.name, argument=name
            )
    for index in range(count):
        yield {name: each[index if len(each) > 1 else 0] for name, each in alternatives.items()}


def _alternatives(given: Any, is_list: bool) -> list[Any]:
    if is_list:
        return list(given) if given and all(isinstance(item, list) for item in given) else [given]
    if not isinstance(given, list):
        return [given]
    if all(isinstance(item, Integral) for item in given):  # a shape that is written as a list
        return [tuple(given)]
    return given
