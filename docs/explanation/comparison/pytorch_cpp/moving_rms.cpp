#include <torch/library.h>
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>

at::Tensor moving_rms_cpu(const at::Tensor& input, int64_t size, double epsilon) {
  TORCH_CHECK(input.dim() == 2, "x must have 2 dimensions, got ", input.dim());
  TORCH_CHECK(1 <= size && size <= input.size(1), "x must have at least size = ", size, " samples, got ", input.size(1));
  const at::Tensor x = input.contiguous();
  const int64_t n = x.size(1), count = n - size + 1;
  at::Tensor y = at::empty({x.size(0), count}, x.options());
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "moving_rms", [&] {
    const scalar_t* from = x.const_data_ptr<scalar_t>();
    scalar_t* to = y.mutable_data_ptr<scalar_t>();
    at::parallel_for(0, y.numel(), 4096, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const scalar_t* window = from + i / count * n + i % count;
        scalar_t squares = 0;
        for (int64_t k = 0; k < size; ++k) squares += window[k] * window[k];
        to[i] = std::sqrt(squares / size + static_cast<scalar_t>(epsilon));
      }
    });
  });
  return y;
}

TORCH_LIBRARY(tutorial_cpp, m) {
  m.def("moving_rms(Tensor x, int size, float epsilon=1e-6) -> Tensor");
}

TORCH_LIBRARY_IMPL(tutorial_cpp, CPU, m) {
  m.impl("moving_rms", &moving_rms_cpu);
}
