"""Where a run queues its work on devices: on which lane each step goes, what it waits for, and when memory is free.

A lane does its work in order.  Between lanes three things must be said: a step waits for what another lane computes for
it; memory is given back only when every lane that read it has done so, seen from the lane that it was allocated on; and
in the end the caller's own lane, or the caller, waits for all.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphops.placement import Placed
from graphops.plan.held import hold
from graphops.plan.step import Step, Transfer
from graphops_registry.device_def import DeviceType, Lane, device_types, owner_of

COPY_IN: Final = -1
COPY_OUT: Final = -2
LARGE: Final = 1 << 18  # bytes from which on a copy is worth a lane of its own

if TYPE_CHECKING:
    from graphops.plan.make import Plan

_Key = tuple[str, int, int]  # device type, index, number of the lane


class Queue:
    """The lanes of one run, in the thread that runs it. As a context: a failure leaves the lanes idle."""

    def __init__(self) -> None:
        self._lanes: dict[_Key, Lane] = {}
        self._callers: dict[tuple[str, int], tuple[Lane, Any]] = {}  # and a point when the run began
        self._entered: Lane | None = None
        self._source: dict[int, tuple[Lane, Any]] = {}  # register -> the lane that computes it, and a point after that
        self._home: dict[int, Lane] = {}  # register -> the lane that its memory goes back to
        self._users: dict[int, dict[Lane, None]] = {}  # register -> other lanes that use its memory
        self._kept: list[Any] = []  # what is not this run's own, but read by it

    # -- lanes --------------------------------------------------------------------------------------------------------

    def lane(self, device: DeviceType, index: int, number: int) -> Lane:
        """A lane of this run; it begins after what the caller had queued before the run."""
        key = (device.type, index, number)
        found = self._lanes.get(key)
        if found is None:
            caller = self._callers.get(key[:2])
            if caller is None:
                lane = device.current(index)
                caller = self._callers[key[:2]] = (lane, lane.mark())
            found = self._lanes[key] = device.lane(number, index)
            found.wait(caller[1])
        return found

    def enter(self, lane: Lane | None) -> None:
        """Queue on ``lane`` from now on; ``None``: on the caller's own again."""
        if lane is self._entered:
            return
        if self._entered is not None:
            self._entered.__exit__(None, None, None)
            self._entered = None
        if lane is not None:
            lane.__enter__()
            self._entered = lane

    # -- steps --------------------------------------------------------------------------------------------------------

    def before(self, step: Step) -> Lane:
        """Queue on the step's lane, after what its inputs come from."""
        where = step.where
        lane = self.lane(where.device, where.index, step.lane)
        self.enter(lane)
        for register in step.inputs:
            self._join(register, lane)
        return lane

    def before_call(self, step: Step, devices: Sequence[Placed]) -> Lane:
        """Queue on the lane that the functions take for their caller's, after what their arguments come from."""
        where = devices[0]
        lane = self.lane(where.device, where.index, 0)
        self.enter(lane)
        for register in step.inputs:
            self._join(register, lane)
        if len(devices) > 1:  # on other devices they would not wait for the arguments
            self.synchronize()
        return lane

    def after(self, step: Step, outputs: Sequence[Any], aliases: Any) -> None:
        """Note where the step's outputs come from, and whose memory they are."""
        lane = self._entered
        if lane is None:
            return
        foreign = step.calls or "resources" in step.kernels.uses
        if foreign:
            self._kept.append(outputs)
        for position, register in enumerate(step.outputs):
            if register < 0:
                continue
            self._source[register] = (lane, lane.mark() if register in step.marks else None)
            if position in aliases:
                self._share(register, step.inputs[aliases[position]], lane)
            elif not foreign:
                self._home[register] = lane

    def note(self, register: int, lane: Lane) -> None:
        """``register`` is computed on ``lane``, in memory that is not given back."""
        self._source[register] = (lane, None)

    def keep(self, values: Sequence[Any]) -> None:
        """Hold on to what is read in this run but is not its own until all is done."""
        self._kept.append(list(values))

    def free(self, step: Step) -> None:
        """The step was the last one to use some registers: their memory may be used again when all have read it."""
        for register in step.free:
            home = self._home.pop(register, None)
            users = self._users.pop(register, None)
            self._source.pop(register, None)
            if home is not None and users:
                for user in users:
                    if user is not home:
                        home.wait(user.mark())

    def _share(self, register: int, source: int, lane: Lane) -> None:
        """``register`` is a view of the memory of ``source``."""
        home = self._home.get(source)
        if home is not None:
            self._home[register] = home
            self._users[register] = {lane: None}

    def _join(self, register: int, lane: Lane) -> None:
        """Let ``lane`` wait for what computes ``register``."""
        source = self._source.get(register)
        if source is not None and source[0] is not lane:
            other, mark = source
            if mark is None:
                mark = other.mark()
                self._source[register] = (other, mark)
            lane.wait(mark)
        home = self._home.get(register)
        if home is not None and home is not lane:
            self._users.setdefault(register, {})[lane] = None

    # -- copies -------------------------------------------------------------------------------------------------------

    def bring(self, value: Any, register: int, where: Placed) -> Any:
        """A fed value at the device that wants it."""
        owner = owner_of(value)
        device, index = where.device, where.index
        if owner is device and device.index_of(value) == index:
            return value
        lane = self._copy_lane(device, index, value)
        self.enter(lane)
        if owner is device:
            result = device.copy_across(value, index)
        else:
            result = device.copy_in(value if owner is None or owner.is_host else owner.copy_out(value), index)
        self._made(register, lane)
        return result

    def transfer(self, transfer: Transfer, value: Any) -> Any:
        """A value at the other place."""
        device = transfer.device
        if transfer.to_host:
            return self._start_out(transfer, value)()
        if transfer.anywhere:
            where = Placed(device, transfer.index)
            source = self._source.get(transfer.source)
            if source is not None:
                self._source[transfer.target] = source
            return self.bring(value, transfer.target, where)
        if transfer.across is None:
            lane = self._copy_lane(device, transfer.index, value)
            self.enter(lane)
            result = device.copy_in(value, transfer.index)
        else:
            lane = self.lane(device, transfer.index, 0)
            self.enter(lane)
            self._join(transfer.source, lane)
            result = device.copy_across(value, transfer.index)
        self._made(transfer.target, lane)
        return result

    def _copy_lane(self, device: DeviceType, index: int, value: Any) -> Lane:
        return self.lane(device, index, COPY_IN if value.nbytes >= LARGE else 0)

    def _made(self, register: int, lane: Lane) -> None:
        self._home[register] = lane
        self._source[register] = (lane, lane.mark())

    def _start_out(self, transfer: Transfer, value: Any) -> Callable[[], Any]:
        owner = owner_of(value)
        if owner is None or owner.is_host:
            return lambda: value
        device = owner if transfer.anywhere else transfer.device
        source = self._source.get(transfer.source)
        if source is not None and value.nbytes < LARGE:
            lane = source[0]
        else:
            lane = self.lane(device, device.index_of(value), COPY_OUT)
        self.enter(lane)
        self._join(transfer.source, lane)
        return device.start_copy_out(value)

    # -- the end ------------------------------------------------------------------------------------------------------

    def results(self, plan: Plan, registers: list[Any], on_devices: bool) -> list[Any]:
        """The values of the plan's fetches: on the host, and everything is done; or, with ``on_devices``, where they
        are, for the caller's lanes."""
        if on_devices:
            return self._hand_over(plan.fetches, [registers[register] for register in plan.fetches])
        started = [(t.target, self._start_out(t, registers[t.source])) for t in plan.final]
        self.enter(None)
        for target, finish in started:
            registers[target] = finish()
        self.synchronize()
        return [registers[register] for register in plan.fetches]

    def __enter__(self) -> Queue:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if error is None:
            return
        self.abandon()
        for device in device_types():  # what fails after its work was queued, nobody knows of which node
            explained = device.explain_error(error)
            if explained is not None:
                raise explained from error

    def _hand_over(self, registers: Sequence[int], values: list[Any]) -> list[Any]:
        """Copies of fetched ``values`` that belong to the caller's lanes; nothing is waited for here."""
        self.enter(None)
        result = []
        for register, value in zip(registers, values, strict=True):
            owner = owner_of(value)
            if owner is None or owner.is_host:
                result.append(value)
                continue
            index = owner.index_of(value)
            source = self._source.get(register)
            caller = self._callers[owner.type, index][0] if source is not None else owner.current(index)
            if source is not None:
                caller.wait(source[1] if source[1] is not None else source[0].mark())
            with caller:
                result.append(owner.copy(value))
        marks = {key: caller.mark() for key, (caller, _) in self._callers.items()}
        for key, lane in self._lanes.items():
            lane.wait(marks[key[:2]])
        if self._kept:
            hold(self._lanes.values(), self._kept)
        return result

    def join(self) -> None:
        """Let the lane of number 0 of each device wait for the others."""
        for (kind, index, number), lane in self._lanes.items():
            main = self._lanes.get((kind, index, 0))
            if number and main is not None:
                main.wait(lane.mark())

    def synchronize(self) -> None:
        """Wait until everything is done."""
        for lane in self._lanes.values():
            lane.synchronize()

    def abandon(self) -> None:
        """The run failed: leave the lanes, and let nothing be used again that they still use."""
        with contextlib.suppress(Exception):
            self.enter(None)
        for lane in self._lanes.values():
            with contextlib.suppress(Exception):  # the device may be lost
                lane.synchronize()
