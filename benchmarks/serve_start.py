"""Seconds from the start of ``graphops serve`` to its first right answer, beside TensorFlow behind Starlette.

``python benchmarks/serve_start.py --peer-python PYTHON [--rounds 5] [--models mobilenet]``. PYTHON is as for
``serve_load.py``. A start that is not measured fills the caches of each server; the table has the medians of the rest.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from serve_load import MAKE, PEER, ROOT

PORT = 18521


def start(command: list[str], env: dict[str, str], body: bytes) -> tuple[float, float]:
    """Seconds from the start of a process to its first answer, and from a second request to its answer."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while time.perf_counter() - begin < 300:
            if _is_ready() and _answers(body):
                first = time.perf_counter() - begin
                again = time.perf_counter()
                assert _answers(body)
                return first, time.perf_counter() - again
            if process.poll() is not None:
                break
            time.sleep(0.005)
        raise RuntimeError(f"{command[0]} does not answer")
    finally:
        process.kill()
        process.wait()


def _is_ready() -> bool:
    """Whether the server says so. To ask with the request itself would give it 200 pictures a second to refuse."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _answers(body: bytes) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    try:
        connection.request("POST", "/v1/models/m:predict", body)
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer-python", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--models", nargs="+", default=["mobilenet"], choices=["mlp", "mlp1024", "mobilenet"])
    args = parser.parse_args()
    paths = os.pathsep.join(str(ROOT / part) for part in ("", "kernels", "registry"))
    env = {**os.environ, "PYTHONPATH": paths, "PORT": str(PORT), "TF_CPP_MIN_LOG_LEVEL": "2",
           "CUDA_VISIBLE_DEVICES": ""}  # fmt: skip
    print("| model | server | first start s | first answer s | next answer ms |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for kind in args.models:
            model = Path(folder) / kind / "1"
            subprocess.run([args.peer_python, "-c", MAKE, kind, str(model)], check=True, env=env,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
            shape = (1, 96, 96, 3) if kind == "mobilenet" else (1, 64)
            body = json.dumps({"instances": np.random.default_rng(0).random(shape).round(4).tolist()}).encode()
            own = [sys.executable, "-m", "graphops", "serve", "--model_name", "m", "--model_base_path",
                   str(model.parent), "--rest_api_port", str(PORT)]  # fmt: skip
            commands = {"graphops": own, "graphops, a worker": [*own, "--workers", "1"],
                        "TensorFlow": [args.peer_python, "-c", PEER, str(model)]}  # fmt: skip
            for name, command in commands.items():
                cold, _ = start(command, env, body)
                rounds = [start(command, env, body) for _ in range(args.rounds)]
                first, again = (statistics.median(column) for column in zip(*rounds, strict=True))
                print(f"| {kind} | {name} | {cold:.2f} | {first:.2f} | {again * 1e3:.1f} |", flush=True)


if __name__ == "__main__":
    main()
