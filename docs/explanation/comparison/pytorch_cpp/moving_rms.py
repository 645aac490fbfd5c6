"""tutorial_cpp::moving_rms for PyTorch: C++ on the CPU, CUDA on a GPU, compiled at the first import."""

from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import conv_transpose1d
from torch.utils.cpp_extension import load

here = Path(__file__).parent
sources = [here / "moving_rms.cpp", *([here / "moving_rms.cu"] if torch.cuda.is_available() else [])]
load("moving_rms", [str(source) for source in sources], extra_cflags=["-O3"], is_python_module=False)
moving_rms = torch.ops.tutorial_cpp.moving_rms


@torch.library.register_fake("tutorial_cpp::moving_rms")
def shape(x, size, epsilon=1e-6):
    torch._check(x.dim() == 2, lambda: f"x must have 2 dimensions, got {x.dim()}")
    torch._check(1 <= size <= x.shape[1], lambda: f"x must have at least size = {size} samples, got {x.shape[1]}")
    return x.new_empty(x.shape[0], x.shape[1] - size + 1)


def remember(ctx, inputs, output):
    x, ctx.size, *_ = inputs
    ctx.save_for_backward(x, output)


def gradient(ctx, dy):
    x, y = ctx.saved_tensors
    scaled = (dy / (ctx.size * y)).unsqueeze(1)
    return x * conv_transpose1d(scaled, x.new_ones(1, 1, ctx.size)).squeeze(1), None, None


torch.library.register_autograd("tutorial_cpp::moving_rms", gradient, setup_context=remember)


def by_windows(x, size, epsilon=1e-6):
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), size, axis=1)
    return np.sqrt(np.mean(windows**2, axis=-1) + epsilon)


if __name__ == "__main__":
    for device in ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]:
        for dtype, tolerance in [(torch.float32, 1e-5), (torch.float64, 1e-12)]:
            for size in [1, 4, 9]:
                x = torch.randn(2, 9, dtype=dtype, device=device, requires_grad=True)
                torch.library.opcheck(moving_rms, (x, size))
                expected = by_windows(x.detach().cpu().numpy(), size)
                np.testing.assert_allclose(moving_rms(x, size).detach().cpu(), expected, rtol=tolerance)
        torch.autograd.gradcheck(moving_rms, (x.detach().requires_grad_(), 4))
        torch.autograd.gradgradcheck(moving_rms, (x.detach().requires_grad_(), 4))
    print("checked")
