#include "moving_rms.h"

template <typename T>
__global__ void MovingRmsKernel(const T* x, T* y, int64_t total, int64_t n, int64_t count, int64_t size, T epsilon) {
  const int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i >= total) return;
  const T* window = x + i / count * n + i % count;
  T squares = 0;
  for (int64_t k = 0; k < size; ++k) squares += window[k] * window[k];
  y[i] = sqrt(squares / size + epsilon);
}

template <typename T>
struct MovingRms<Eigen::GpuDevice, T> {
  void operator()(const Eigen::GpuDevice& device, const T* x, T* y, int64_t total, int64_t n, int64_t count,
                  int64_t size, T epsilon) {
    MovingRmsKernel<T><<<(total + 255) / 256, 256, 0, device.stream()>>>(x, y, total, n, count, size, epsilon);
  }
};

template struct MovingRms<Eigen::GpuDevice, float>;
template struct MovingRms<Eigen::GpuDevice, double>;
