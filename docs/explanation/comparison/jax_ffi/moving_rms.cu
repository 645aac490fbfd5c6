#include <cstdint>
#include <cuda_runtime_api.h>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

template <typename T>
__global__ void moving_rms(const T* x, T* y, int64_t total, int64_t n, int64_t count, int64_t size, T epsilon) {
  const int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i >= total) return;
  const T* window = x + i / count * n + i % count;
  T squares = 0;
  for (int64_t k = 0; k < size; ++k) squares += window[k] * window[k];
  y[i] = sqrt(squares / size + epsilon);
}

template <ffi::DataType type>
ffi::Error MovingRms(cudaStream_t stream, ffi::Buffer<type, 2> x, ffi::ResultBuffer<type, 2> y, int64_t size,
                     double epsilon) {
  using T = ffi::NativeType<type>;
  const int64_t n = x.dimensions()[1], count = y->dimensions()[1], total = y->element_count();
  if (size < 1 || count != n - size + 1) return ffi::Error::InvalidArgument("y must have n - size + 1 samples");
  if (total == 0) return ffi::Error::Success();
  moving_rms<T><<<(total + 255) / 256, 256, 0, stream>>>(x.typed_data(), y->typed_data(), total, n, count, size,
                                                         static_cast<T>(epsilon));
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess ? ffi::Error::Success() : ffi::Error::Internal(cudaGetErrorString(error));
}

#define MOVING_RMS(name, type)                                                  \
  XLA_FFI_DEFINE_HANDLER_SYMBOL(name, MovingRms<ffi::type>, ffi::Ffi::Bind()    \
                                .Ctx<ffi::PlatformStream<cudaStream_t>>()       \
                                .Arg<ffi::BufferR2<ffi::type>>()                \
                                .Ret<ffi::BufferR2<ffi::type>>()                \
                                .Attr<int64_t>("size").Attr<double>("epsilon"))
MOVING_RMS(MovingRmsF32Cuda, F32);
MOVING_RMS(MovingRmsF64Cuda, F64);
