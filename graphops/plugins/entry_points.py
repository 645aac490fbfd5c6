"""Finding plug-ins by their entry points, and loading them. If one fails, nothing of it stays.

This module is imported when plug-ins are loaded; :mod:`graphops.plugins.packages` describes when that is.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import metadata
from typing import Final, TypeAlias

from graphops.plugins.installed import ENTRY_POINT_GROUP, VARIABLE, wanted_plugins
from graphops.plugins.plugin import Plugin, contents, file_of
from graphops_registry.device_def import device_types
from graphops_registry.errors import AlreadyExistsError
from graphops_registry.kernel_def import KernelDef, derive_plain_kernels, kernels_of, overlap
from graphops_registry.registrations import Registrations, registrations, restore

_Load: TypeAlias = tuple[Plugin, Registrations, Registrations]  # what was registered before it, and after it
_OWN: Final = frozenset({"graphops", "graphops_registry", "graphops_cpu", "graphops_cuda"})
_loads: list[_Load] = []


def load_plugins(plugins: list[Plugin]) -> list[str]:
    """Load the selected plug-ins and append them to ``plugins``; returns the warnings for users.

    Those that are in the list were loaded before an interruption.
    """
    wanted = wanted_plugins()
    complaints: list[str] = []
    found: list[tuple[Plugin, metadata.EntryPoint]] = []
    for entry, distribution, version in _entry_points(complaints):
        plugin = Plugin(entry.name, entry.value, distribution=distribution, version=version)
        found.append((replace(plugin, skipped=wanted is not None and entry.name not in wanted), entry))
    names = [plugin.name for plugin, _ in found]
    complaints += [
        f"{VARIABLE} names the plug-in '{name}', which is not installed; there are {', '.join(names) or 'none'}"
        for name in sorted(wanted or ())
        if name not in names
    ]
    done = {(plugin.name, plugin.value, plugin.distribution) for plugin in plugins}  # before an interruption
    modules: dict[str, Plugin] = {plugin.value: plugin for plugin in plugins if plugin.status == "loaded"}
    for plugin, entry in found:
        if (plugin.name, plugin.value, plugin.distribution) in done:
            continue
        if not plugin.skipped and entry.value in modules:
            other = modules[entry.value]
            error = f"its module is the one of the plug-in '{other.name}' of {other.source}, which is loaded"
            plugin = replace(plugin, error=error)
        elif not plugin.skipped:
            _loads.append(_load(plugin, entry))
            plugin = _loads[-1][0]
        if plugin.error is not None:
            complaints.append(f"the plug-in '{plugin.name}' ({plugin.value}) was not loaded: {plugin.error}")
        elif not plugin.skipped:
            modules[entry.value] = plugin
        plugins.append(plugin)
    described = {load[0]: plugin for load, plugin in zip(_loads, _described(_loads), strict=True)}
    plugins[:] = [described.get(plugin, plugin) for plugin in plugins]
    return complaints


def _entry_points(complaints: list[str]) -> Iterator[tuple[metadata.EntryPoint, str | None, str | None]]:
    """The group's entry points, each with name and version of its distribution; unreadable packages are passed over."""
    seen: set[object] = set()
    for distribution in metadata.distributions():
        try:
            found = [entry for entry in distribution.entry_points if entry.group == ENTRY_POINT_GROUP]
            if not found:  # nor is anything else of it read
                continue
            said = distribution.metadata  # in which reading what is missing is an error of later Pythons
            name = said["Name"] if "Name" in said else None  # noqa: SIM401 - it has no get for type checkers
            version = said["Version"] if "Version" in said else None  # noqa: SIM401
            if name and _normal(name) in seen:  # further back on sys.path: never imported
                continue
        except Exception as error:  # a file of some package is damaged
            where = os.path.abspath(getattr(distribution, "_path", "an installed package"))
            complaint = f"the entry points of {where} cannot be read: {_one_line(error)}"
            complaints += [complaint] if complaint not in complaints else []
            continue
        seen |= {_normal(name)} if name else set()
        for entry in found:
            if name or (entry.name, entry.value) not in seen:  # a folder may be on sys.path twice
                yield entry, name, version
            seen.add((entry.name, entry.value))


def _load(plugin: Plugin, entry: metadata.EntryPoint) -> _Load:
    """Load one; nothing of it stays if it fails."""
    before, modules, start = registrations(), set(sys.modules), time.perf_counter()
    try:
        if entry.pattern.match(entry.value) is None:
            raise ValueError(f"an entry point must be 'module' or 'module:function', got '{entry.value}'")
        target = entry.load()
        if callable(target):
            target()
        _check_kernels_for_gpus(registrations().new_kernels(before))
        _derive_plain_kernels()
    except BaseException as error:  # SystemExit too: a package that is imported must not end the program
        after = registrations()
        restore(before)
        _forget_modules(plugin, set(sys.modules) - modules, before, after)
        if isinstance(error, KeyboardInterrupt):
            raise
        text = "".join(traceback.format_exception(error))
        plugin = replace(plugin, error=_one_line(error), traceback=text)
    seconds = time.perf_counter() - start
    return replace(plugin, seconds=seconds), before, registrations()


def _described(loads: Sequence[_Load]) -> list[Plugin]:
    """The plug-ins, each with what it registered."""
    found = contents([(plugin.module, before, after) for plugin, before, after in loads if plugin.error is None])
    own = iter(found)
    return [plugin if plugin.error is not None else replace(plugin, **next(own)._asdict()) for plugin, _, _ in loads]


def _check_kernels_for_gpus(kernels: Sequence[KernelDef]) -> None:
    """Refuse on every machine what would be in the way of a plain kernel on one that has a GPU.

    Raises:
        AlreadyExistsError: a kernel for GPUs with the priority of a plain one.
    """
    for kernel in kernels:
        for plain in kernels_of(kernel.op, "CPU") if kernel.device == "GPU" and not kernel.is_plain else ():
            same = (plain.priority, plain.label) == (kernel.priority, kernel.label)
            if plain.is_plain and same and overlap(plain, kernel):
                rule = f"have another priority than {plain.priority}, that of the plain kernel, which runs there too"
                raise AlreadyExistsError(
                    f"kernel {kernel.cls.__qualname__} for op '{kernel.op}' on GPU must {rule}, "
                    f"but {kernel.defined_at} repeats {plain.defined_at}"
                ).concerns(op=kernel.op)


def _derive_plain_kernels() -> None:
    """Register the plain kernels of plug-ins for GPUs too, where there are any."""
    for device in device_types():
        if device.type == "GPU" and device.count:
            derive_plain_kernels(device.type, device.xp)


def _forget_modules(plugin: Plugin, new: set[str], before: Registrations, after: Registrations) -> None:
    """Take a failed plug-in's modules out of ``sys.modules``, and those whose ops went with it: a later import
    must run them again."""
    files = {file_of(op) for op in after.new_ops(before)}
    classes = {kernel.cls.__module__.partition(".")[0] for kernel in after.new_kernels(before)}
    tops = {plugin.module.partition(".")[0], *classes}
    tops |= {name.partition(".")[0] for name in new if getattr(sys.modules.get(name), "__file__", None) in files}
    for name in new:
        if name.partition(".")[0] in tops - _OWN:
            sys.modules.pop(name, None)


def _one_line(error: BaseException) -> str:
    """``RuntimeError: what it says``."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = "its text cannot be made"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def same_name(name: str, other: str) -> bool:
    """Whether two names of distributions are one: in any case, with ``-``, ``_`` or ``.`` between their words."""
    return _normal(name) == _normal(other)


def _normal(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")


def load_alone(package: str) -> Plugin:
    """A module that no entry point names, as if one did."""
    if not all(part.isidentifier() for part in package.split(".")):
        return Plugin(package, package, "there is no plug-in, distribution or module of that name")
    return _described([_load(Plugin(package, package), metadata.EntryPoint(package, package, ENTRY_POINT_GROUP))])[0]
