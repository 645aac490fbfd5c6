"""``import tensorflow`` gives graphops, in this process: :func:`install`.

Modules of TensorFlow, its inner ones too, become modules whose names are those of :mod:`graphops.compat.v1`.  An
installed TensorFlow is not touched, nor looked for.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

from graphops.compat.before_1_0 import NAMES
from graphops.compat.module_names import VERSION_1, is_package, places
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import FailedPreconditionError

_TENSORFLOW: Final = "tensorflow"


def install(pre_1_0: bool = False) -> None:
    """Let ``import tensorflow`` and everything below it give graphops, for the rest of this process.

    A second call does nothing.

    Args:
        pre_1_0: whether the names, and the orders of arguments, are those before TensorFlow 1.0 where they differ.

    Raises:
        FailedPreconditionError: TensorFlow itself was imported before.
    """
    if any(isinstance(each, _Finder) for each in sys.meta_path):
        return
    if _TENSORFLOW in sys.modules:
        raise FailedPreconditionError("graphops.compat.install() must come before the first import of tensorflow")
    sys.meta_path.insert(0, _Finder(NAMES if pre_1_0 else {}))


class _Finder(MetaPathFinder, Loader):
    """Finds ``tensorflow`` and what is below it.

    Args:
        first: names after ``tensorflow.`` that are something else than in compat.v1.
    """

    def __init__(self, first: Mapping[str, Any]) -> None:
        self._first = first

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != _TENSORFLOW:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Names(spec.name, self._first)

    def exec_module(self, module: ModuleType) -> None:
        """The names are found when somebody asks for them."""


class _Names(ModuleType):
    """A module of TensorFlow, with the names that graphops has.

    Args:
        first: see :class:`_Finder`.
    """

    def __init__(self, name: str, first: Mapping[str, Any]) -> None:
        super().__init__(name, f"{name}, as graphops.compat.v1 has it.")
        self._first = first

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__version__":
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'", name=name)
        found = self._found(self.__name__.partition(".")[2], name)
        setattr(self, name, found)
        return found

    def __dir__(self) -> list[str]:
        modules = [_module(place) for place in places(self.__name__.partition(".")[2])]
        return sorted({*super().__dir__(), *(name for module in modules if module is not None for name in dir(module))})

    def _found(self, below: str, name: str) -> Any:
        whole = f"{below}.{name}".lstrip(".")
        if whole in self._first:
            return self._first[whole]
        if not any(each.startswith(f"{whole}.") for each in self._first):
            for place in places(below):
                module = _module(place)
                if module is not None and _has(module, name):
                    return getattr(module, name)
        is_inner = below.startswith("python.") and is_package(below)  # all of these packages have modules alone
        if is_inner or is_package(whole) or any(_exists(place) for place in places(whole) if place != below):
            return import_module(f"{_TENSORFLOW}.{whole}")
        raise missing(below, name)


def _has(module: Any, name: str) -> bool:
    """Whether a module offers a name, rather than uses it."""
    offered = getattr(module, "__all__", None)
    if offered is None or "__dir__" in vars(module):
        offered = dir(module)
    return name in offered


def _exists(place: str) -> bool:
    return _module(place) is not None


def _module(place: str) -> Any:
    """A module of ``compat.v1``, or an object that stands for one; ``None`` where there is none."""
    if not place:
        return import_module(VERSION_1)
    try:
        return import_module(f"{VERSION_1}.{place}")
    except ModuleNotFoundError as error:
        if error.name is None or not f"{VERSION_1}.{place}".startswith(error.name):
            raise  # a package that the module needs
    found: Any = import_module(VERSION_1)
    for part in place.split("."):
        if part not in dir(found):
            return None
        found = getattr(found, part)
    return found
