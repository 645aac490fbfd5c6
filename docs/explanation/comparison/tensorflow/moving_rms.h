#pragma once
#if GOOGLE_CUDA
#define EIGEN_USE_GPU
#endif
#define EIGEN_USE_THREADS
#include <cstdint>

#include "unsupported/Eigen/CXX11/Tensor"

template <typename Device, typename T>
struct MovingRms {
  void operator()(const Device& device, const T* x, T* y, int64_t total, int64_t n, int64_t count, int64_t size,
                  T epsilon);
};
