"""Cases, which are what is measured, and rows, which are the results of a case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from math import exp, log
from pathlib import Path
from typing import Any

from graphops.apps.bench.measuring import Measured, difference
from graphops.apps.bench.sides.graph_tasks import GROWING
from graphops.apps.bench.sides.layers import LAYOUTS, Layer, layer_data
from graphops.apps.bench.sides.training_graphs import NETWORKS

OURS = "graphops"
_ANOTHER_RESULT = 0.3  # beyond this relative difference a peer computes something else, and its time means nothing


@dataclass(frozen=True)
class Case:
    """One thing to measure.

    Attributes:
        suite, name: which.
        group: with whom it is averaged: for layers dense, small_channel or depthwise.
        dtype, pass_, layout: of layers; else empty.
        flops: of a call, if they are known.
        data: what is sent to the sides.
        bytes: that a call must read and write at least, if they count.
        tolerance: relative difference between the sides' results beyond which the report says so.
        most_rounds: fewer turns than usual, for what takes long.
    """

    suite: str
    name: str
    data: Mapping[str, Any]
    group: str = ""
    dtype: str = ""
    pass_: str = ""
    layout: str = ""
    flops: int = 0
    tolerance: float = 0.0
    most_rounds: int = 1000
    bytes: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from others."""
        return self.suite, self.name, self.dtype, self.pass_, self.layout


@dataclass
class Row:
    """A case with what each side took.

    Attributes:
        case: which.
        sides: name -> what it took; ``graphops`` is ours.
    """

    case: Case
    sides: dict[str, Measured] = field(default_factory=dict)

    @property
    def ours(self) -> Measured:
        return self.sides.get(OURS, Measured(refused="was not measured"))

    def counts(self, name: str) -> bool:
        """Whether a peer's time can be compared with ours."""
        theirs = self.sides[name]
        return theirs.seconds is not None and not theirs.refused and not self.difference(name) > _ANOTHER_RESULT

    def difference(self, name: str) -> float:
        """Between our result and that of a peer, relative; where either gave no numbers, 0."""
        return difference(self.ours.sample, self.sides[name].sample)

    def peer(self, name: str | None = None) -> tuple[str, Measured] | None:
        """The peer that took least, or the named one; ``None`` if none computed the case."""
        able = [
            (peer, measured)
            for peer, measured in self.sides.items()
            if peer != OURS and name in (None, peer) and self.counts(peer)
        ]
        return min(able, key=lambda item: item[1].seconds or 0.0, default=None)

    def ratio(self, name: str | None = None) -> float | None:
        """A peer's time over ours: above 1, ours is faster. Without a name, that of the quickest peer."""
        best = self.peer(name)
        if best is None or not self.ours.seconds or not best[1].seconds or self.ours.refused:
            return None
        return best[1].seconds / self.ours.seconds

    @property
    def doubtful(self) -> bool:
        """Whether no peer that ran agrees with our result."""
        gaps = [self.difference(name) for name, side in self.sides.items() if name != OURS and side.sample]
        return bool(gaps) and bool(self.ours.sample) and not min(gaps) <= self.case.tolerance

    def rate(self, name: str = OURS) -> float | None:
        """GFLOP/s."""
        side = self.sides.get(name)
        if side is None or not side.seconds or side.refused or side.at_least or not self.case.flops:
            return None
        return self.case.flops / side.seconds / 1e9

    def share(self, ceilings: Mapping[str, float]) -> float | None:
        """Our part of what the machine could do: the least time that the ceilings allow, over ours.

        Args:
            ceilings: by dtype, GFLOP/s; with "copy", GB/s, memory is a limit, too.
        """
        rate, bandwidth = ceilings.get(self.case.dtype), ceilings.get("copy")
        ours = self.ours
        if not ours.seconds or ours.refused or ours.at_least or not rate or not self.case.flops:
            return None
        least = self.case.flops / rate / 1e9
        if bandwidth and self.case.bytes:
            least = max(least, self.case.bytes / bandwidth / 1e9)
        return least / ours.seconds

    def data(self) -> dict[str, Any]:
        """For JSON."""
        case = self.case
        found = {
            "suite": case.suite, "case": case.name, "class": case.group, "dtype": case.dtype, "pass": case.pass_,
            "layout": case.layout, "flops": case.flops, "ratio": self.ratio(), "tolerance": case.tolerance,
        }  # fmt: skip
        if case.bytes:
            found["bytes"] = case.bytes
        return {**found, "sides": {name: measured.data() for name, measured in self.sides.items()}}


def row_from(data: Mapping[str, Any]) -> Row:
    """The inverse of :meth:`Row.data`.

    Raises:
        KeyError, TypeError: it is something else.
    """
    case = Case(
        data["suite"], data["case"], {}, data["class"], data["dtype"], data["pass"], data["layout"], data["flops"],
        data["tolerance"], bytes=data.get("bytes", 0),
    )  # fmt: skip
    return Row(case, {name: Measured(**measured) for name, measured in data["sides"].items()})


def geometric_mean(values: Iterable[float | None]) -> float | None:
    """Of those that are there; ``None`` of none."""
    logs = [log(value) for value in values if value]
    return exp(sum(logs) / len(logs)) if logs else None


# -- layers -----------------------------------------------------------------------------------------------------------

TOLERANCES = {"float64": 1e-9, "float32": 1e-3, "half": 0.03, "bfloat16": 0.06}


def layer_cases(
    layers: Iterable[Layer], dtypes: Iterable[str], passes: Iterable[str], layouts: Iterable[str]
) -> list[Case]:
    """All combinations, a dtype at a time."""
    everything = list(layers)
    return [
        _layer_case("layers", layer, dtype, pass_, layout)
        for dtype in dtypes
        for layout in layouts
        for layer in everything
        for pass_ in passes
    ]


def pair_cases(layers: Iterable[Layer], dtypes: Iterable[str], passes: Iterable[str]) -> list[Case]:
    """Ours against ours: channels first beside channels last, and, where the window is more than a point and the
    strides are 1, dilated by 2 (or as the layer is) beside not dilated."""
    cases = []
    layer_list = list(layers)
    for dtype in dtypes:
        for layer in layer_list:
            for pass_ in passes:
                last, first = (_layer_data(layer, dtype, pass_, layout) for layout in LAYOUTS)
                cases.append(_pair("layout", layer, dtype, pass_, first, last, layer.flops))
                if set(layer.strides) == {1} and max(layer.reaches) > 1 and layer.padding == "SAME":
                    dense = _dilated(layer, 1)
                    wide = layer if max(layer.dilations) > 1 else _dilated(layer, 2)
                    apart, together = (_layer_data(one, dtype, pass_, "channels_last") for one in (wide, dense))
                    cases.append(_pair("dilation", layer, dtype, pass_, apart, together, layer.flops))
    return cases


def _dilated(layer: Layer, rate: int) -> Layer:
    return Layer(**{**vars(layer), "dilations": (rate,) * layer.rank})


def _pair(
    what: str, layer: Layer, dtype: str, pass_: str, data: dict[str, Any], twin: dict[str, Any], flops: int
) -> Case:
    group = f"{what} {layer.rank}-D {layer.class_}"
    return Case("pairs", layer.name, {**data, "twin": twin}, group, dtype, pass_, what, flops, TOLERANCES[dtype])


def _layer_data(layer: Layer, dtype: str, pass_: str, layout: str) -> dict[str, Any]:
    return {"kind": "layer", "layer": layer_data(layer), "pass": pass_, "dtype": dtype, "layout": layout}


def _layer_case(suite: str, layer: Layer, dtype: str, pass_: str, layout: str) -> Case:
    data = _layer_data(layer, dtype, pass_, layout)
    return Case(suite, layer.name, data, layer.class_, dtype, pass_, layout, layer.flops, TOLERANCES[dtype])


# -- the other suites -------------------------------------------------------------------------------------------------

_SMALL = (
    "one_op_callable", "one_op_run", "elementwise_400_callable", "elementwise_400_run", "tiny_conv_callable",
    "tiny_conv_run", "tiny_conv_eager",
)  # fmt: skip
_SIZES = {1_000: 5, 10_000: 3, 100_000: 1}  # nodes -> rounds


def small_cases() -> list[Case]:
    """What the executor costs."""
    return [_graph_case("small", name, {"kind": "small", "name": name}) for name in _SMALL]


def training_cases() -> list[Case]:
    """A step of each network."""
    return [_graph_case("training", name, {"kind": "training", "name": name}) for name in NETWORKS]


def scaling_cases() -> list[Case]:
    """Graphs that grow."""
    return [
        _graph_case("scaling", f"{shape}_{count}", {"kind": "scaling", "shape": shape, "count": count}, rounds)
        for shape in GROWING
        for count, rounds in _SIZES.items()
    ]


def network_cases(paths: Iterable[Path], batch: int) -> list[Case]:
    """Frozen graphs in files; one that is just ``frozen.pb`` goes by its folder's name, and a batch is part of it."""
    return [
        _graph_case(
            "networks",
            (path.resolve().parent.name if path.stem == "frozen" else path.stem) + (f"_{batch}" if batch > 1 else ""),
            {"kind": "network", "path": str(path.resolve()), "batch": batch},
        )
        for path in paths
    ]


def _graph_case(suite: str, name: str, data: dict[str, Any], most_rounds: int = 1000) -> Case:
    return Case(suite, name, data, suite, "float32", tolerance=1e-3, most_rounds=most_rounds)


def chosen(cases: Iterable[Case], patterns: Iterable[str]) -> list[Case]:
    """Those whose name fits a pattern (``*`` and ``?``); all without patterns."""
    wanted = list(patterns)
    return [case for case in cases if not wanted or any(fnmatchcase(case.name, pattern) for pattern in wanted)]
