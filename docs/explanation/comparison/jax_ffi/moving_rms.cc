#include <cmath>
#include <cstdint>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

template <ffi::DataType type>
ffi::Error MovingRms(ffi::Buffer<type, 2> x, ffi::ResultBuffer<type, 2> y, int64_t size, double epsilon) {
  using T = ffi::NativeType<type>;
  const int64_t n = x.dimensions()[1], count = y->dimensions()[1];
  if (size < 1 || count != n - size + 1) return ffi::Error::InvalidArgument("y must have n - size + 1 samples");
  const T* from = x.typed_data();
  T* to = y->typed_data();
  for (int64_t i = 0; i < static_cast<int64_t>(y->element_count()); ++i) {
    const T* window = from + i / count * n + i % count;
    T squares = 0;
    for (int64_t k = 0; k < size; ++k) squares += window[k] * window[k];
    to[i] = std::sqrt(squares / size + static_cast<T>(epsilon));
  }
  return ffi::Error::Success();
}

#define MOVING_RMS(name, type)                                                  \
  XLA_FFI_DEFINE_HANDLER_SYMBOL(name, MovingRms<ffi::type>, ffi::Ffi::Bind()    \
                                .Arg<ffi::BufferR2<ffi::type>>()                \
                                .Ret<ffi::BufferR2<ffi::type>>()                \
                                .Attr<int64_t>("size").Attr<double>("epsilon"))
MOVING_RMS(MovingRmsF32, F32);
MOVING_RMS(MovingRmsF64, F64);
