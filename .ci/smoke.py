"""What an installed graphops must do alone, without its extras: ``python .ci/smoke.py SOURCES``, outside the checkout.

SOURCES is the checkout's folder ``kernels/graphops_cuda/cuda``, whose files the installed package must have.
"""

import sys

import graphops as go

loaded = {name.split(".")[0] for name in sys.modules}
extra = loaded & {"cupy", "cudnn", "tensorflow", "networkx", "google", "sklearn", "matplotlib", "tqdm"}
if extra:
    sys.exit(f"import graphops loads {extra}")

x = go.constant([1.0, 2.0])
with go.Session() as session:
    if session.run(go.raw_ops.AddN(inputs=[x, x])).tolist() != [2.0, 4.0]:
        sys.exit("the installed package computes something else")

from pathlib import Path

from graphops.apps.bench.sides.layers import default_layers, load_layers
from graphops_cuda.runtime.source import FOLDER

if not load_layers(default_layers()):
    sys.exit("the installed package has no layers to measure")

here = {path.name for path in FOLDER.iterdir() if path.is_file()}
if here != {path.name for path in Path(sys.argv[1]).iterdir() if path.is_file()}:
    sys.exit(f"the installed package has other CUDA sources than the checkout: {sorted(here)}")

package = Path(go.__file__).parent
missing = [name for name in ("build/ops.pyi", "session/eager.pyi", "py.typed") if not (package / name).exists()]
if missing:
    sys.exit(f"the installed package lacks {', '.join(missing)}")
print(go.__version__, "from", go.__file__)
