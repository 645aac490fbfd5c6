// Local response normalisation over channels, which come last, and its gradient. Each thread computes one element; the
// few others of its row that it looks at lie in the cache.

#include "numbers.cuh"

struct Response {
    int64 count, channels;
    int32 radius;
    float bias, alpha, beta, factor;  // factor: 2 * alpha * beta
};

struct Window {
    int64 at, low, high;  // of the element, and the elements low ... high - 1 around it in its row
};

__device__ __forceinline__ bool window_of(const Response& s, Window& window) {
    window.at = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (window.at >= s.count) return false;
    int64 channel = window.at % s.channels, row = window.at - channel;
    window.low = row + max(channel - s.radius, int64(0));
    window.high = row + min(channel + s.radius + 1, s.channels);
    return true;
}

template <typename T>
__device__ __forceinline__ float norm_of(const T* __restrict__ x, const Response& s, const Window& window) {
    float squares = 0.0f;
    for (int64 at = window.low; at < window.high; at++) {
        float value = widen(x[at]);
        squares += value * value;
    }
    return s.bias + s.alpha * squares;
}

template <typename T>
__global__ void forward(const T* __restrict__ x, T* __restrict__ y, Response s) {
    Window window;
    if (!window_of(s, window)) return;
    y[window.at] = narrow<T>(widen(x[window.at]) * powf(norm_of(x, s, window), -s.beta));
}

// norm: that of each element; share: dy * y / norm.
template <typename T>
__global__ void shares(const T* __restrict__ dy, const T* __restrict__ x, const T* __restrict__ y,
                       float* __restrict__ norm, float* __restrict__ share, Response s) {
    Window window;
    if (!window_of(s, window)) return;
    float around = norm_of(x, s, window);
    norm[window.at] = around;
    share[window.at] = widen(dy[window.at]) * widen(y[window.at]) / around;
}

template <typename T>
__global__ void backward(const T* __restrict__ dy, const T* __restrict__ x, const float* __restrict__ norm,
                         const float* __restrict__ share, T* __restrict__ dx, Response s) {
    Window window;
    if (!window_of(s, window)) return;
    float around = 0.0f;
    for (int64 at = window.low; at < window.high; at++) around += share[at];
    float own = widen(dy[window.at]) * powf(norm[window.at], -s.beta);
    dx[window.at] = narrow<T>(own - s.factor * widen(x[window.at]) * around);
}
