"""Queueing the work of a run on devices: the lane of each step, what the step waits for, and when memory is free.

A lane does its work in order.  Between lanes there are three rules.  A step waits for its inputs from other lanes.
Memory is freed on its lane only after that lane has waited for every other lane that reads it.  At the end the
caller's own lane, or the caller, waits for all lanes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.plan.devices.deferred_release import collect, hold
from graphops.plan.placement import Placed
from graphops.plan.step import Step, Transfer
from graphops_registry.device_def import DeviceType, Lane, owner_of, raise_explained

COPY_IN: Final = -1
COPY_OUT: Final = -2
LARGE: Final = 1 << 18  # bytes; a copy of at least so many gets a lane of its own

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
        self._kept: list[Any] = []  # arrays that the run reads but does not own
        self._collected: list[Any] | None = None  # where values of variables that are read went before

    # -- lanes --------------------------------------------------------------------------------------------------------

    def lane(self, device: DeviceType, index: int, number: int) -> Lane:
        """A lane of this run; it begins after what the caller had queued before the run."""
        key = (device.type, index, number)
        found = self._lanes.get(key)
        if found is None:
            _, begin = self._caller(device, index)
            found = self._lanes[key] = device.lane(number, index)
            found.wait(begin)
        return found

    def _caller(self, device: DeviceType, index: int) -> tuple[Lane, Any]:
        """The lane that the caller uses on a device, and a point on it before all that the run does."""
        found = self._callers.get((device.type, index))
        if found is None:
            lane = device.current(index)
            found = self._callers[device.type, index] = (lane, lane.mark())
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
        if step.hands_on:
            for other in self._lanes.values():
                if other is not lane:
                    lane.wait(other.mark())
        return lane

    def before_call(self, step: Step, devices: Sequence[Placed]) -> Lane:
        """Queue on the lane that the functions take for their caller's, after what their arguments come from."""
        where = devices[0]
        lane = self.lane(where.device, where.index, 0)
        self.enter(lane)
        for register in step.inputs:
            self._join(register, lane)
        if len(devices) > 1:  # on another device a function would not wait for its arguments
            self.synchronize()
        return lane

    def after(self, step: Step, outputs: Sequence[Any], aliases: Any) -> None:
        """Note where the step's outputs come from, and whose memory they are."""
        lane = self._entered
        if lane is None:
            return
        foreign = step.calls or step.hands_on or "resources" in step.kernels.uses
        if foreign:
            self._kept.append(outputs)
        for position, register in enumerate(step.outputs):
            if register < 0:
                continue
            self._source[register] = (lane, lane.mark() if register in step.marks else None)
            if step.calls:
                self._note_result(outputs[position], register, lane)
            elif position in aliases:
                self._share(register, step.inputs[aliases[position]], lane)
            elif not foreign:
                self._home[register] = lane

    def wait_for_step(self) -> None:
        """Wait until what was queued for the step is done."""
        if self._entered is not None:
            self._entered.synchronize()

    def _note_result(self, value: Any, register: int, lane: Lane) -> None:
        """What functions give that compute on other devices belongs to the lanes that this thread uses there."""
        owner = owner_of(value)
        if owner is None or owner.is_host:
            return
        index = owner.index_of(value)
        if (owner, index) != (lane.device, lane.index):
            there = self._caller(owner, index)[0]
            self._source[register] = (there, there.mark())

    def note(self, register: int, lane: Lane, given_back: bool) -> None:
        """``register`` is computed on ``lane``, in memory that is its own or that is never given back."""
        self._source[register] = (lane, None)
        if given_back:
            self._home[register] = lane

    def keep(self, values: Sequence[Any]) -> None:
        """Hold on to what is read in this run but is not its own until all is done."""
        self._kept.append(list(values))

    def keep_plan(self, plan: Plan, fed: Sequence[Any]) -> None:
        """Hold on to a plan's constants and recordings until all is done, and to fed arrays of devices: another
        library's may be freed on streams of its own."""
        self._kept += [plan, *(value for value in fed if not isinstance(value, np.ndarray))]

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

    def join_to(self, registers: Iterable[int], lane: Lane) -> None:
        """Let ``lane`` wait for what computes ``registers``."""
        for register in registers:
            self._join(register, lane)

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

    def bring(self, value: Any, register: int, where: Placed, source: int | None = None) -> Any:
        """A fed value, or that of the register ``source``, at the device that reads it."""
        owner = owner_of(value)
        device, index = where.device, where.index
        if owner is device and device.index_of(value) == index:
            return value
        lane = self._copy_lane(device, index, value)
        self.enter(lane)
        if source is not None:
            self._join(source, lane)
        if owner is device:
            result = device.copy_across(value, index)
        else:
            result = device.copy_in(value if owner is None or owner.is_host else owner.copy_out(value), index)
        self._made(register, lane)
        return result

    def transfer(self, transfer: Transfer, value: Any) -> Any:
        """A copy of a value on the other device."""
        device = transfer.device
        if transfer.to_host:
            return self._start_out(transfer, value)()
        if transfer.anywhere:
            where = Placed(device, transfer.index)
            source = self._source.get(transfer.source)
            if source is not None:
                self._source[transfer.target] = source
            return self.bring(value, transfer.target, where, transfer.source)
        if transfer.across is None:
            lane = self._copy_lane(device, transfer.index, value)
            self.enter(lane)
            result = device.copy_in(value, transfer.index)
        else:
            lane = self.lane(device, transfer.index, 0)
            if not value.flags.c_contiguous:  # it is gathered where it is
                there = self.lane(device, transfer.across, 0)
                self.enter(there)
                self._join(transfer.source, there)
                value = device.copy(value)
                self._kept.append(value)
                lane.wait(there.mark())
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
            return self._hand_over([registers[register] for register in plan.fetches])
        started = [(t.target, self._start_out(t, registers[t.source])) for t in plan.final]
        self.enter(None)
        for target, finish in started:
            registers[target] = finish()
        self.synchronize()
        return [registers[register] for register in plan.fetches]

    def __enter__(self) -> Queue:
        self._collected = collect(self._kept)
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        collect(self._collected)
        if error is not None:
            self.abandon()
            raise_explained(error)  # no one knows which node's queued work failed

    def _hand_over(self, values: list[Any]) -> list[Any]:
        """Copies of fetched ``values`` that belong to the caller's lanes; nothing is waited for here.

        The caller's lanes wait for all of the run, not only for what is fetched: it may change or free what it fed.
        """
        self.enter(None)
        for value in values:
            owner = owner_of(value)
            if owner is not None and not owner.is_host:
                self._caller(owner, owner.index_of(value))
        ends = [lane.mark() for lane in self._lanes.values()]
        for caller, _ in self._callers.values():
            for end in ends:
                caller.wait(end)
        result = []
        for value in values:
            owner = owner_of(value)
            if owner is None or owner.is_host:
                result.append(value)
                continue
            with self._caller(owner, owner.index_of(value))[0]:
                result.append(owner.copy(value))
        ends = [caller.mark() for caller, _ in self._callers.values()]
        for lane in self._lanes.values():
            for end in ends:
                lane.wait(end)
        if self._kept:
            hold(self._lanes.values(), self._kept)
        return result

    def join(self) -> None:
        """Let the caller's lane of each device wait for those of the run."""
        for key, lane in self._lanes.items():
            self._callers[key[:2]][0].wait(lane.mark())

    def synchronize(self) -> None:
        """Wait until everything is done."""
        for lane in self._lanes.values():
            lane.synchronize()

    def abandon(self) -> None:
        """The run failed: leave the lanes, and keep all memory that they still use from being used again."""
        with contextlib.suppress(Exception):
            self.enter(None)
        for lane in self._lanes.values():
            with contextlib.suppress(Exception):  # the device may be lost
                lane.synchronize()
