#include <torch/library.h>
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

template <typename T>
__global__ void moving_rms(const T* x, T* y, int64_t total, int64_t n, int64_t count, int64_t size, T epsilon) {
  const int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i >= total) return;
  const T* window = x + i / count * n + i % count;
  T squares = 0;
  for (int64_t k = 0; k < size; ++k) squares += window[k] * window[k];
  y[i] = sqrt(squares / size + epsilon);
}

at::Tensor moving_rms_cuda(const at::Tensor& input, int64_t size, double epsilon) {
  TORCH_CHECK(input.dim() == 2, "x must have 2 dimensions, got ", input.dim());
  TORCH_CHECK(1 <= size && size <= input.size(1), "x must have at least size = ", size, " samples, got ", input.size(1));
  const c10::cuda::CUDAGuard guard(input.device());
  const at::Tensor x = input.contiguous();
  at::Tensor y = at::empty({x.size(0), x.size(1) - size + 1}, x.options());
  if (y.numel() == 0) return y;
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "moving_rms", [&] {
    moving_rms<scalar_t><<<(y.numel() + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.const_data_ptr<scalar_t>(), y.mutable_data_ptr<scalar_t>(), y.numel(), x.size(1), y.size(1), size,
        static_cast<scalar_t>(epsilon));
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  });
  return y;
}

TORCH_LIBRARY_IMPL(tutorial_cpp, CUDA, m) {
  m.impl("moving_rms", &moving_rms_cuda);
}
