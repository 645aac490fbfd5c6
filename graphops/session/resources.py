"""The state of a Session: variables by name, and everything else that ops keep from one run to the next.

Kernels get a :class:`ResourceStore` as ``ctx.resources``; you get a :class:`Variables` as ``session.variables``.
Values of variables are immutable arrays.  A change installs a new array, so a reader never sees a value that is half
written and needs no lock.  Rows, and the new values of an optimizer's step, are written into the array itself where
nothing has a reference to it (:meth:`ResourceStore.update_rows`, :meth:`ResourceStore.update_in_place`); who asks for
the value meanwhile waits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, TypeVar
from weakref import WeakSet, getweakrefcount

import numpy as np

from graphops.build.convert import to_array
from graphops.graph.not_pickled import NotPickled
from graphops.plan.devices.deferred_release import hold, note_read
from graphops_registry.device_def import owner_of, raise_explained
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    nearest,
)
from graphops_registry.locks import new_rlock
from graphops_registry.resource import TABLE, VARIABLE, Array, ResourceHandle, full_name, handle_array
from graphops_registry.shape import TensorShape

T = TypeVar("T")
Key = tuple[str, str]  # container, name
_MOST_LOCKS: Final = 256  # locks for variables that are replaced together
_CHANGING: Final = np.empty(0)  # stands for a value while it is written


class _Variable:
    """A variable in the store.

    Attributes:
        dtype: of every value it may have.
        shape: that every value must be compatible with.
        value: an immutable array where the ops that use it run; ``None`` until it is initialised.
        version: of the value, 0 until there is one.
        ready: a point on the lane of a device at which the value is there; ``None`` where it is at once.
        lock: held while the value is replaced.
        hidden: the value while it is written, or looked at for that.
    """

    __slots__ = ("dtype", "hidden", "lock", "ready", "shape", "value", "version")

    def __init__(self, dtype: DType, shape: TensorShape) -> None:
        self.dtype = dtype
        self.shape = shape
        self.value: Array | None = None
        self.version = 0
        self.ready: Any = None
        self.lock = new_rlock()
        self.hidden: Array | None = None

    def publish(self, array: Array, version: int) -> None:
        """Make ``array`` the value; ``lock`` is held. On a device it may still be being computed on the current lane,
        and the old value may still be read there."""
        old = self.value
        if isinstance(array, np.ndarray):
            self.value, self.version = array, version  # a reader that has just got the old value may still wait for it
            self.hidden = None
            return
        owner = owner_of(array)
        lane = None if owner is None else owner.current(owner.index_of(array))
        if lane is not None and old is not None and not isinstance(old, np.ndarray):
            hold([lane], old)
        self.ready = None if lane is None else lane.mark()
        self.value, self.version = array, version

    def now(self) -> Array | None:
        """The value, on a device perhaps still being computed."""
        value = self.value
        if value is _CHANGING:
            with self.lock:
                value = self.unlocked()
        return value

    def unlocked(self) -> Array | None:
        """The value, for whoever keeps other threads from writing it."""
        value, hidden = self.value, self.hidden
        if value is _CHANGING and hidden is not None:
            # A signal came between. NumPy and machine code are not interrupted, so the array is as it was before or as
            # it is after; who reads it must not see it change.
            value = hidden.copy()
            value.flags.writeable = False
        return value

    def hide(self, values: list[Any], at: int) -> bool:
        """Hide the value, ``values[at]``, from everybody else, if it is NumPy's and only that list refers to it;
        ``lock`` is held. The caller gives it back by :meth:`show`, whether it was hidden or not. If a signal ends the
        caller before that, ``hidden`` is still the value.
        """
        flags = values[at].flags if type(values[at]) is np.ndarray else None
        if flags is None or not (flags.owndata and flags.c_contiguous):
            return False
        del flags  # a reference
        self.hidden = values[at]
        self.value = _CHANGING
        return _references(values, at) == _ALONE and not getweakrefcount(values[at])

    def show(self, array: Array) -> None:
        """The value is ``array``, if it was hidden."""
        if self.value is _CHANGING:
            array.flags.writeable = False
            self.value = array
        self.hidden = None

    def write_rows(self, ids: Array, rows: Array, version: int) -> bool:
        """Write rows of the value, if that is NumPy's and no one else can see it; ``lock`` is held.

        Who gets the value from now on waits for the lock.  Who got it before has a reference to it, and caches of what
        was made of it have a weak one.
        """
        held: list[Any] = [self.value]
        if held[0] is _CHANGING:  # since a signal; whoever reads it gets a copy
            return False
        try:
            if not self.hide(held, 0):
                return False
            self.version = version  # before: whoever keeps something by it must not take the old for the new
            held[0].flags.writeable = True
            held[0].reshape(-1, rows.shape[1])[ids] = rows
            return True
        finally:
            self.show(held[0])

    def read(self, *, unlocked: bool = False) -> Array | None:
        """The value; what is queued on the current lane from now on waits until it is there.

        Args:
            unlocked: as for :meth:`unlocked`.
        """
        value, ready = self.unlocked() if unlocked else self.now(), self.ready
        if ready is not None and value is not None:
            owner = owner_of(value)
            if owner is not None:
                owner.current(owner.index_of(value)).wait(ready)
                note_read(value)
        return value


def _references(held: list[Any], at: int) -> int:
    return sys.getrefcount(held[at])


_ALONE: Final = _references([object()], 0) + 1  # the count of what only the list and ``hidden`` refer to


class ResourceStore(NotPickled):
    """All state of a Session, or of several that share it. Any number of threads may use it.

    Attributes:
        variables: the variables by name, for users.
    """

    instead = "hand on session.variables.snapshot(), and restore() it there"
    memory_limit = None  # of the run that sees the store; see graphops.plan.accounts

    def __init__(self) -> None:
        self._entries: dict[Key, _Variable] = {}
        self._states: dict[Hashable, Any] = {}
        self._lock = new_rlock()
        self._several = new_rlock()  # held for a moment, while several values are replaced or read as one
        self._versions = count(1)  # for the whole store: a name that is used again never repeats a version
        self._sessions: WeakSet[Any] = WeakSet()  # those that are open
        self.variables = Variables(self)

    def with_own_states(self) -> ResourceStore:
        """A store with the same variables, and counters of random ops and other states of its own."""
        store = ResourceStore()
        store._entries, store._lock = self._entries, self._lock
        store._several, store._versions = self._several, self._versions
        return store

    def open_for(self, session: Any) -> None:
        """Note a Session that uses this store."""
        self._sessions.add(session)

    def close_for(self, session: Any) -> None:
        """A Session is closed: without another one, threads behind states (iterators) end."""
        self._sessions.discard(session)
        if not self._sessions:
            for state in list(self._states.values()):
                close = getattr(state, "close", None)
                if close is not None:
                    close()

    # -- variables, for kernels --------------------------------------------------------------------------------

    def read(self, handle: ResourceHandle) -> Array:
        """The current value. Do not write to it.

        Raises:
            FailedPreconditionError: it is not initialised.
            InvalidArgumentError: it has another dtype or shape than the handle says.
        """
        if handle.kind != VARIABLE and isinstance(handle, bytes):
            return handle_array(handle)  # a reference to the name of a tensor array is its own value
        entry = self._find(handle)
        return self._value(entry, handle)

    def assign(self, handle: ResourceHandle, value: Array) -> None:
        """Install ``value``, as a copy unless it is immutable.

        Raises:
            InvalidArgumentError: another dtype or shape than the variable has.
        """
        array = _immutable_copy(value)
        _check(handle.dtype.base, handle, array)
        entry = self._find(handle, create=True)
        with entry.lock:
            self._install(entry, handle, array)

    def update(self, handle: ResourceHandle, function: Callable[[Array], Array]) -> None:
        """Replace the value by ``function(value)``, a fresh array, with no other change in between.

        Raises:
            FailedPreconditionError: it is not initialised.
            InvalidArgumentError: another dtype or shape than the variable has.
        """
        entry = self._find(handle)
        with entry.lock:
            self._install(entry, handle, _immutable(function(self._value(entry, handle))))

    def update_rows(
        self, handle: ResourceHandle, function: Callable[[Array], tuple[Array, Array, Array] | None]
    ) -> None:
        """Replace rows of the value, with no other change in between: in place where nothing else can see it.

        Args:
            function: gets the value, and gives it back, or a copy on another device. It sees it as a matrix with rows
                of some length, and gives the numbers of different rows and what goes there, of the value's dtype.
                ``None`` for nothing to do.

        Raises:
            FailedPreconditionError: it is not initialised.
        """
        entry = self._find(handle)
        with entry.lock:
            value = self._value(entry, handle)
            found = function(value)
            if found is None:
                return
            seen, ids, rows = found
            moved = None if seen is value else seen
            del value, found, seen  # references
            if moved is None:
                with self._several:  # who reads several values holds this, and must not wait for the lock of one
                    if entry.write_rows(ids, rows, next(self._versions)):
                        return
            new = (self._value(entry, handle) if moved is None else moved).copy()
            new.reshape(-1, rows.shape[1])[ids] = rows
            self._install(entry, handle, _immutable(new))

    def update_all(self, handles: Sequence[ResourceHandle], function: Callable[..., Sequence[Array | None]]) -> None:
        """Replace the values of several variables, all or none, by ``function(*values)``.

        Args:
            function: gives a fresh array for each variable, or ``None`` for one that stays as it is.

        Raises:
            FailedPreconditionError: one is not initialised.
            InvalidArgumentError: the same variable twice; another dtype or shape than a variable has.
        """
        entries, locks = self._different(handles)

        def change() -> None:
            values = [self._value(entry, handle) for entry, handle in zip(entries, handles, strict=True)]
            self._replace(entries, handles, function(*values))

        _locked(locks, change)

    def update_in_place(
        self,
        handles: Sequence[ResourceHandle],
        changes: Sequence[bool],
        function: Callable[[Sequence[Array], Sequence[Array | None]], None],
    ) -> None:
        """Replace the values of several variables, all or none: in place where nothing else can see any of them.

        Args:
            changes: for each variable whether its value is replaced.
            function: ``function(old, new)`` writes the new values: each array of ``new`` has the shape and the dtype of
                the old value, and may be the same array; it is ``None`` for a variable that stays as it is. Once it
                writes it must not fail.

        Raises:
            FailedPreconditionError: one is not initialised.
            InvalidArgumentError: the same variable twice.
        """
        entries, locks = self._different(handles)

        def change() -> None:
            values = [self._value(entry, handle) for entry, handle in zip(entries, handles, strict=True)]
            changing = [at for at, changed in enumerate(changes) if changed]
            with self._several:  # who reads several values holds this, and must not wait for the lock of one
                try:
                    if all(entries[at].hide(values, at) for at in changing):
                        for at in changing:
                            # Before: whoever keeps something by its version must not take the old for the new.
                            entries[at].version = next(self._versions)
                            values[at].flags.writeable = True
                        function(values, [value if each else None for value, each in zip(values, changes, strict=True)])
                        return
                finally:
                    for at in changing:
                        entries[at].show(values[at])
            new = [
                np.empty(value.shape, entry.dtype.numpy_dtype) if changed else None
                for entry, value, changed in zip(entries, values, changes, strict=True)
            ]
            function(values, new)
            self._replace(entries, handles, new)

        _locked(locks, change)

    def _different(self, handles: Sequence[ResourceHandle]) -> tuple[list[_Variable], list[Any]]:
        """The entries of different variables, and their locks in the order in which to take them."""
        entries = [self._find(handle) for handle in handles]
        by_key = {handle.key: entry for handle, entry in zip(handles, entries, strict=True)}
        if len(by_key) != len(handles):
            raise InvalidArgumentError(f"variables must be different ones to be updated at once, got "
                                       f"{', '.join(handle.text for handle in handles)}")  # fmt: skip
        return entries, [by_key[key].lock for key in sorted(by_key)]

    def _replace(
        self, entries: Sequence[_Variable], handles: Sequence[ResourceHandle], values: Sequence[Array | None]
    ) -> None:
        """Make fresh arrays the values of their variables, all or none; the variables' locks are held."""
        changes = [
            (entry, handle, _immutable(new))
            for entry, handle, new in zip(entries, handles, values, strict=True)
            if new is not None
        ]
        for entry, handle, new in changes:
            _check(entry.dtype, handle, new, entry.shape)
        self._publish(changes)

    def _publish(self, changes: Sequence[tuple[_Variable, ResourceHandle, Array]]) -> None:
        """Make new values those of their variables, all or none; the variables' locks are held."""
        before = [(entry, entry.value, entry.version, entry.ready) for entry, _, _ in changes]
        with self._several:
            try:
                for entry, _, new in changes:
                    entry.publish(new, next(self._versions))
            except BaseException:  # KeyboardInterrupt, too, comes between any two of them
                for entry, value, version, ready in before:
                    entry.value, entry.version, entry.ready = value, version, ready
                raise

    def is_initialized(self, handle: ResourceHandle) -> bool:
        """Whether the variable has a value."""
        entry = self._entries.get(handle.key)
        return entry is not None and entry.value is not None

    def destroy(self, handle: ResourceHandle, *, ignore_missing: bool = True) -> None:
        """Forget the variable or the table.

        Raises:
            NotFoundError: there is none, and ``ignore_missing`` is false.
        """
        with self._lock:
            if handle.kind == TABLE:
                entry = self._states.pop((TABLE, *handle.key), None)
            else:
                entry = self._entries.pop(handle.key, None)
        if entry is None and not ignore_missing:
            raise NotFoundError(f"{handle.text} must exist to be destroyed, got no such resource")

    def value_now(self, handle: ResourceHandle) -> Array | None:
        """The value as it is, without waiting for a device; ``None`` if there is none."""
        entry = self._entries.get(handle.key)
        return None if entry is None else entry.now()

    def version(self, handle: ResourceHandle) -> int:
        """A number that grows with each change of the value, 0 as long as there is none."""
        entry = self._entries.get(handle.key)
        return 0 if entry is None else entry.version

    def _find(self, handle: ResourceHandle, create: bool = False) -> _Variable:
        if handle.kind != VARIABLE:
            raise InvalidArgumentError(f"a variable must be read through its own handle, got that of {handle.text}")
        entry = self._entries.get(handle.key)
        if entry is None:
            if not create:
                raise _uninitialised(handle)
            with self._lock:
                entry = self._entries.setdefault(handle.key, _Variable(handle.dtype.base, handle.shape))
        if entry.dtype is not handle.dtype.base:
            rule = f"have the dtype that it was made with, {entry.dtype.name}"
            raise InvalidTypeError(f"{handle.text} must {rule}, got a handle of {handle.dtype.name}")
        if entry.shape.dims is None:  # restored by name before any op used it
            entry.shape = handle.shape
        return entry

    def _value(self, entry: _Variable, handle: ResourceHandle) -> Array:
        value = entry.read()
        if value is None:
            raise _uninitialised(handle)
        if handle.shape.dims != value.shape and not handle.shape.is_compatible_with(value.shape):
            raise InvalidArgumentError(f"{handle.text} must have shape {handle.shape}, got {tuple(value.shape)}")
        return value

    def _install(self, entry: _Variable, handle: ResourceHandle, array: Array) -> None:
        """Publish ``array``, which is immutable; the caller holds ``entry.lock``."""
        _check(entry.dtype, handle, array, entry.shape)
        entry.publish(array, next(self._versions))

    def _assign_all(self, handles: Sequence[ResourceHandle], values: Sequence[Array]) -> None:
        """Install values that were checked before, with no other change in between."""
        fresh = list(map(_immutable_copy, values))
        entries = [self._find(handle, create=True) for handle in handles]
        everything = list(zip(entries, handles, fresh, strict=True))
        for first in range(0, len(everything), _MOST_LOCKS):
            changes = everything[first : first + _MOST_LOCKS]
            locks = {handle.key: entry.lock for entry, handle, _ in changes}

            def change(changes: Sequence[tuple[_Variable, ResourceHandle, Array]] = changes) -> None:
                for entry, handle, new in changes:
                    _check(entry.dtype, handle, new, entry.shape)
                self._publish(changes)

            _locked([locks[key] for key in sorted(locks)], change)

    def values_together(self) -> dict[str, Array]:
        """The values of all initialised variables as they were at one moment: no update of several is seen half."""
        with self._several:  # nobody writes without it; who has a variable's lock may be waiting for it
            values = {full_name(key): entry.read(unlocked=True) for key, entry in list(self._entries.items())}
        return {name: value for name, value in values.items() if value is not None}

    # -- other state -------------------------------------------------------------------------------------------

    def state(self, key: Hashable, make: Callable[[], T]) -> T:
        """The object kept under ``key``, made by ``make`` at the first call."""
        found = self._states.get(key)
        if found is None:
            with self._lock:
                found = self._states.get(key)
                if found is None:
                    found = self._states[key] = make()
        result: T = found
        return result

    def states(self, first: Hashable) -> list[tuple[Any, Any]]:
        """The objects kept under tuples that begin with ``first``, each with its key."""
        found = list(self._states.items())
        return [(key, state) for key, state in found if isinstance(key, tuple) and key[0] == first]

    # -- for the framework -------------------------------------------------------------------------------------

    @property
    def bytes(self) -> int:
        """What the values of all variables occupy."""
        values = [entry.now() for entry in list(self._entries.values())]
        return sum(int(value.nbytes) for value in values if value is not None)

    def lookup(self, name: str) -> ResourceHandle:
        """The handle of the variable that users know as ``name`` (``container:name`` outside the default container).

        Raises:
            NotFoundError: there is none, or it is not initialised.
        """
        names = self.names()
        key = names.get(name) or names.get(name.removesuffix(":0"))
        entry = None if key is None else self._entries.get(key)
        if key is None or entry is None:
            error = NotFoundError(f"variable '{name}' must be initialised, got no such variable{nearest(name, names)}")
            error.add_note(f"initialised: {', '.join(sorted(names)) or 'none'}")
            raise error
        return ResourceHandle(*key, VARIABLE, entry.dtype, entry.shape)

    def names(self) -> dict[str, Key]:
        """The initialised variables by the names that users know them by, in the order of their making."""
        return {full_name(key): key for key, entry in list(self._entries.items()) if entry.value is not None}

    def set_values(self, values: Mapping[str, Any], *, create: bool) -> None:
        """Assign to variables by name, all or none; each value goes where the old one was.

        Args:
            create: whether a name without a variable makes one, of the value's dtype and shape.

        Raises:
            NotFoundError: no such variable, and ``create`` is false.
            InvalidArgumentError: a value of another dtype or shape.
        """
        names = self.names()
        handles: list[ResourceHandle] = []
        arrays: list[Array] = []
        for name, value in values.items():
            if not isinstance(name, str):
                raise InvalidTypeError(f"the name of a variable must be a string, got {name!r}")
            if name not in names and name.removesuffix(":0") not in names and create:
                array = to_array(value, None, f"the value of variable '{name}'")
                container, _, plain = name.removesuffix(":0").rpartition(":")
                handle = ResourceHandle(container, plain, VARIABLE, as_dtype(array.dtype), TensorShape(None))
            else:
                handle = self.lookup(name)
                array = to_array(value, handle.dtype, f"the value of {handle.text}", feed=True)
            if not handle.shape.is_compatible_with(array.shape):
                rule = f"have shape {handle.shape}"
                raise InvalidArgumentError(f"the value of {handle.text} must {rule}, got {array.shape}")
            handles.append(handle)
            arrays.append(array)
        try:
            there = [_where(self._entries.get(h.key), array) for h, array in zip(handles, arrays, strict=True)]
            self._assign_all(handles, there)
        except Exception as error:
            raise_explained(error)
            raise


class Variables(NotPickled, Mapping[str, Any]):
    """The initialised variables of a Session by name; each value that is read is the reader's own NumPy array.

    >>> session.variables["w"] = [[1.0, 2.0]]      # dtype and shape must be the variable's
    >>> before = session.variables.snapshot()      # costs nothing: values never change, they are replaced
    >>> session.variables.restore(before)

    Attributes:
        store: the store behind it, which ``Session(variables=...)`` shares.
    """

    instead = "hand on session.variables.snapshot(), and restore() it there"

    def __init__(self, store: ResourceStore) -> None:
        self.store = store

    def __getitem__(self, name: str) -> Any:
        """A copy of the value.

        Raises:
            NotFoundError: no such variable, or not initialised.
        """
        return self._on_host(name).copy()

    def __setitem__(self, name: str, value: Any) -> None:
        """Assign to an initialised variable.

        Raises:
            NotFoundError: no such variable, or not initialised.
            InvalidArgumentError: a value of another dtype or shape.
        """
        self.store.set_values({name: value}, create=False)

    def __iter__(self) -> Iterator[str]:
        return iter(self.store.names())

    def __len__(self) -> int:
        return len(self.store.names())

    def __contains__(self, name: object) -> bool:
        names = self.store.names()
        return isinstance(name, str) and (name in names or name.removesuffix(":0") in names)

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except NotFoundError:
            return default

    def snapshot(self) -> dict[str, np.ndarray[Any, Any]]:
        """All values as they were at one moment, read-only."""
        try:
            return {name: _to_host(value).view() for name, value in self.store.values_together().items()}
        except Exception as error:
            raise_explained(error)
            raise

    def _on_host(self, name: str) -> np.ndarray[Any, Any]:
        try:
            return _to_host(self.store.read(self.store.lookup(name)))
        except Exception as error:
            raise_explained(error)
            raise

    def restore(self, values: Mapping[str, Any]) -> None:
        """Assign many values, all or none; a variable that does not exist yet is made, others stay as they are.

        Raises:
            InvalidArgumentError: a value of another dtype or shape than the variable has.
        """
        self.store.set_values(values, create=True)

    @property
    def nbytes(self) -> int:
        """What the values of all variables occupy."""
        return self.store.bytes

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}: {value.dtype}{value.shape}" for name, value in self.snapshot().items())
        return f"<graphops.Variables {shown or 'none'}>"


def _locked(locks: Sequence[Any], function: Callable[[], None], at: int = 0) -> None:
    """Call ``function`` with all ``locks`` held; two threads must name them in the same order.

    One ``with`` for each: nothing else releases a lock whenever KeyboardInterrupt comes.
    """
    if at == len(locks):
        function()
        return
    with locks[at]:
        _locked(locks, function, at + 1)


def _uninitialised(handle: ResourceHandle) -> FailedPreconditionError:
    error = FailedPreconditionError(f"{handle.text} must be initialised before it is used, got no value")
    error.add_note("fix: run its initializer first, session.run(go.global_variables_initializer())")
    return error


def _check(dtype: DType, handle: ResourceHandle, array: Array, declared: TensorShape | None = None) -> None:
    if array.dtype != dtype.numpy_dtype:
        raise InvalidTypeError(f"the value of {handle.text} must have dtype {dtype.name}, got {array.dtype}")
    for shape in (handle.shape,) if declared is None or declared is handle.shape else (handle.shape, declared):
        if shape.dims != array.shape and not shape.is_compatible_with(array.shape):
            raise InvalidArgumentError(f"the value of {handle.text} must have shape {shape}, got {tuple(array.shape)}")


def _immutable_copy(value: Array) -> Array:
    """``value`` itself if it is immutable, otherwise an immutable copy."""
    if not isinstance(value, np.ndarray):
        owner = owner_of(value)
        return (
            value.copy() if owner is None else owner.copy(value)
        )  # a device array may be shared, which it does not tell
    if value.flags.writeable or value.base is not None:
        value = value.copy()
        value.flags.writeable = False
    return value


def _immutable(fresh: Array) -> Array:
    """An array that was just made for the store, closed to writing."""
    if isinstance(fresh, np.generic):
        fresh = np.asarray(fresh)
    if isinstance(fresh, np.ndarray):
        if fresh.base is not None:
            return _immutable_copy(fresh)
        fresh.flags.writeable = False
    return fresh


def _to_host(value: Array) -> np.ndarray[Any, Any]:
    owner = owner_of(value)
    result: np.ndarray[Any, Any] = value if owner is None or owner.is_host else owner.copy_out(value)
    return result


def _where(entry: _Variable | None, array: np.ndarray[Any, Any]) -> Array:
    """``array`` on the device that the variable's present value is on."""
    value = None if entry is None else entry.now()
    owner = None if value is None else owner_of(value)
    if owner is None or owner.is_host:
        return array
    return owner.copy_in(array, owner.index_of(value))
