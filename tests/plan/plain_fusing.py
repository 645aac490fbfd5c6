"""Fusing that does not depend on the libraries that are installed."""

from __future__ import annotations

import pytest

from graphops.plan.choose import kernel_choice
from graphops.plan.passes import fuse
from graphops_registry.kernel_def import candidates


def fuse_with_plain_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains are fused whichever kernels there are, and the plain ones run."""

    def plain(op, device, attrs):
        return [definition for definition in candidates(op, device, attrs) if definition.is_plain]

    monkeypatch.setattr(fuse, "_has_kernels", lambda root, op, attrs: True)
    monkeypatch.setattr(kernel_choice, "candidates", plain)
