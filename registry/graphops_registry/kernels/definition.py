"""A registered kernel: its class, and what it is registered for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Final

from graphops_registry.dtypes import DType, dtype_names
from graphops_registry.kernels.faults import broken
from graphops_registry.kernels.prepared import ComputePrepared, Prepared
from graphops_registry.kernels.spec import KernelSpec, Shape

DEPENDS_ON_SHAPES: Final = "depends on the shapes"


@dataclass(frozen=True, slots=True, eq=False)
class KernelDef:
    """A registered kernel class and what it is registered for."""

    op: str
    device: str
    cls: type[Any]
    types: Mapping[str, tuple[DType, ...]]
    priority: int
    label: str
    host_inputs: frozenset[str]
    host_outputs: frozenset[str]
    uses: frozenset[str]
    defined_at: str
    is_plain: bool = field(default=False)

    @property
    def name(self) -> str:
        """``graphops_cpu.plain.nn_conv.Conv3D``."""
        return f"{self.cls.__module__}.{self.cls.__qualname__}"

    def takes(self, attrs: Mapping[str, Any]) -> bool:
        """Whether the type constraints hold."""
        for attr, allowed in self.types.items():
            value = attrs[attr]
            values = value if isinstance(value, tuple) else (value,)
            if any(dtype not in allowed for dtype in values):
                return False
        return True

    def why_not(self, attrs: Mapping[str, Any], shapes: Sequence[Shape] | None) -> str | None:
        """``None`` if the kernel can do it, a reason, or :data:`DEPENDS_ON_SHAPES` when ``shapes`` is ``None``."""
        unsupported = getattr(self.cls, "unsupported", None)
        reason = unsupported(attrs, shapes) if unsupported is not None else None
        return self._reason("unsupported(attrs, shapes)", reason)

    def refuses(self, spec: KernelSpec) -> str | None:
        """A reason why the kernel does not compute ``spec``, or ``None``: what ``unsupported(attrs, shapes)`` and
        ``refuses(spec)`` of its class say, both optional."""
        reason = self.why_not(spec.attrs, spec.shapes)
        if reason is None and (refuses := getattr(self.cls, "refuses", None)) is not None:
            reason = self._reason("refuses(spec)", refuses(spec))
        return reason

    def _reason(self, what: str, answer: Any) -> str | None:
        """Check that a reason is ``None`` or text: with ``False`` the kernel would never run, without any error."""
        if answer is None or isinstance(answer, str):
            return answer
        raise broken(self.cls, what, "return None or a reason", answer)

    @property
    def looks_at_shapes(self) -> bool:
        """Whether what it can do, or how well, may depend on the shapes."""
        return any(hasattr(self.cls, name) for name in ("refuses", "priority_for"))

    def priority_for(self, spec: KernelSpec) -> int:
        """Its priority for these shapes: what its class's ``priority_for(spec)`` says, else the registered one."""
        own: Callable[[KernelSpec], int] | None = getattr(self.cls, "priority_for", None)
        if own is None:
            return self.priority
        priority = own(spec)
        if not isinstance(priority, Real):
            raise broken(self.cls, "priority_for(spec)", "return a number", priority)
        return priority

    def worth_timing(self, spec: KernelSpec) -> bool:
        """Whether it may be the fastest kernel for ``spec`` on some processors and not on others, and saves enough time
        there to be timed: what its class's ``worth_timing(spec)`` says, which is optional."""
        own: Callable[[KernelSpec], bool] | None = getattr(self.cls, "worth_timing", None)
        return own is not None and bool(own(spec))

    def starts_slowly(self, spec: KernelSpec) -> bool:
        """Whether its first use in a process, now, takes longer than another kernel takes to compute ``spec`` once:
        what its class's ``starts_slowly(spec)`` says, which is optional."""
        own: Callable[[KernelSpec], bool] | None = getattr(self.cls, "starts_slowly", None)
        return own is not None and bool(own(spec))

    def make(self, attrs: Mapping[str, Any]) -> Any:
        """An instance for a node with these attrs."""
        return self.cls(attrs)

    def prepare(self, kernel: Any, spec: KernelSpec) -> Prepared:
        """Make ``kernel``, an instance of this class, ready for ``spec``."""
        if hasattr(kernel, "prepare"):
            prepared: Prepared = kernel.prepare(spec)
            if not callable(getattr(prepared, "run", None)):
                raise broken(kernel, "prepare(spec)", "return a Prepared", prepared)
            if len(getattr(prepared, "output_shapes", ())) != len(spec.output_dtypes):
                rule = f"return a Prepared with output_shapes for {len(spec.output_dtypes)} outputs"
                raise broken(kernel, "prepare(spec)", rule, getattr(prepared, "output_shapes", None))
            return prepared
        return ComputePrepared(kernel, spec, getattr(self.cls, "views", {}), bool(self.uses))

    def text(self) -> str:
        """``graphops_cpu.plain.nn_conv.Conv3D: device CPU; T in [float16, float32]; priority 10``."""
        parts = [f"device {self.device}"]
        parts += [f"{attr} in [{dtype_names(allowed)}]" for attr, allowed in self.types.items()]
        if self.label:
            parts.append(f"label '{self.label}'")
        if self.priority:
            parts.append(f"priority {self.priority}")
        return f"{self.name}: {'; '.join(parts)}"
