"""tutorial::moving_rms for PyTorch in one Python file: torch on the CPU, Triton on a GPU."""

import numpy as np
import torch
from torch.nn.functional import conv_transpose1d

try:
    import triton
    import triton.language as tl
except ImportError:  # PyTorch for CPUs comes without it
    triton = None


@torch.library.custom_op("tutorial::moving_rms", mutates_args=(), device_types="cpu")
def moving_rms(x: torch.Tensor, size: int, epsilon: float = 1e-6) -> torch.Tensor:
    shape(x, size)  # outside of torch.compile nothing else checks the arguments
    return (x.unfold(1, size, 1).square().mean(-1) + epsilon).sqrt()


@moving_rms.register_fake
def shape(x, size, epsilon=1e-6):
    torch._check(x.dim() == 2, lambda: f"x must have 2 dimensions, got {x.dim()}")
    torch._check(1 <= size <= x.shape[1], lambda: f"x must have at least size = {size} samples, got {x.shape[1]}")
    return x.new_empty(x.shape[0], x.shape[1] - size + 1)


def remember(ctx, inputs, output):
    x, ctx.size, _ = inputs
    ctx.save_for_backward(x, output)


def gradient(ctx, dy):
    x, y = ctx.saved_tensors
    scaled = (dy / (ctx.size * y)).unsqueeze(1)
    return x * conv_transpose1d(scaled, x.new_ones(1, 1, ctx.size)).squeeze(1), None, None


moving_rms.register_autograd(gradient, setup_context=remember)

if triton is not None:

    @triton.jit
    def kernel(x, y, total, n, count, size, epsilon, BLOCK: tl.constexpr):
        i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        window = x + i // count * n + i % count
        squares = tl.zeros((BLOCK,), y.dtype.element_ty)
        for k in range(size):
            sample = tl.load(window + k, mask=i < total, other=0.0)
            squares += sample * sample
        tl.store(y + i, tl.sqrt(squares / size + epsilon), mask=i < total)

    @moving_rms.register_kernel("cuda")
    def on_gpu(x, size, epsilon=1e-6):
        x, y = x.contiguous(), shape(x, size)
        if y.numel():
            kernel[(triton.cdiv(y.numel(), 256),)](x, y, y.numel(), x.shape[1], y.shape[1], size, epsilon, BLOCK=256)
        return y


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
