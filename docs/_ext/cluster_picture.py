"""Draws how large clusters scale: ``python docs/_ext/cluster_picture.py`` writes ``docs/images/cost_of_a_cluster.svg``.

The simulator computes the curves, from costs that ``benchmarks/cluster_model.py`` measured, on links of 10 Gbit/s.
"""

from __future__ import annotations

import math
from pathlib import Path

from graphops.apps.bench.simulator import Costs, independent, simulate

PICTURE = Path(__file__).resolve().parents[1] / "images" / "cost_of_a_cluster.svg"

COSTS = Costs(client=5e-6, scheduler=0.45e-3, worker=0.6e-3, latency=2.4e-3, bandwidth=1.2e9)
TASKS = 4  # for each worker
_SECONDS = {0.1: "#d1495b", 1.0: "#1b6ca8", 10.0: "#3a9b6f"}  # of a task: the colour of its curve
_WORKERS = [round(10 ** (at / 4)) for at in range(17)]  # 1 to 10,000
_LEFT, _TOP, _WIDTH, _HEIGHT = 56, 40, 480, 240
_STYLE = ".t{font-size:12px;font-weight:600;fill:#1c1c1c}.l{font-size:11px;fill:#555}.g{stroke:#e8e8e8;stroke-width:1}"


def share(seconds: float, workers: int) -> float:
    """The time without any cost over the simulated one."""
    return TASKS * seconds / simulate(independent(TASKS * workers, seconds), workers, COSTS)


def picture() -> str:
    """The picture: the share of the ideal speed against the number of workers, a curve for each length of a task."""
    width, height = _LEFT + _WIDTH + 90, _TOP + _HEIGHT + 52
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="Helvetica, Arial, sans-serif">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" class="t">share of the ideal speed, {TASKS} tasks for each worker</text>',
    ]
    for tenths in (0, 2, 4, 6, 8, 10):
        y = _y(tenths / 10)
        parts.append(f'<path d="M{_LEFT} {y:g}h{_WIDTH}" class="g"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:g}" class="l" text-anchor="end">{tenths / 10:g}</text>')
    for workers in (1, 10, 100, 1000, 10_000):
        x = _x(workers)
        parts.append(f'<path d="M{x:g} {_TOP}v{_HEIGHT}" class="g"/>')
        parts.append(f'<text x="{x:g}" y="{_TOP + _HEIGHT + 18}" class="l" text-anchor="middle">{workers:,}</text>')
    middle = _LEFT + _WIDTH / 2
    parts.append(f'<text x="{middle:g}" y="{_TOP + _HEIGHT + 40}" class="l" text-anchor="middle">workers</text>')
    for seconds, colour in _SECONDS.items():
        shares = [share(seconds, workers) for workers in _WORKERS]
        points = " ".join(f"{_x(n):.1f},{_y(value):.1f}" for n, value in zip(_WORKERS, shares, strict=True))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        at = f'x="{_LEFT + _WIDTH + 8}" y="{_y(shares[-1]) + 4:.1f}"'
        parts.append(f'<text {at} class="l" fill="{colour}">tasks of {seconds:g} s</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _x(workers: int) -> float:
    return _LEFT + _WIDTH * math.log10(workers) / 4


def _y(value: float) -> float:
    return _TOP + _HEIGHT * (1 - value)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
