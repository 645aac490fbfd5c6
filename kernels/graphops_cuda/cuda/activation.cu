// Activations and their gradients: one pass, as wide as memory is.

#include "numbers.cuh"
#include "wide_math.cuh"

// Which function: the numbers are those of nn_activation.py.
enum Activation {
    relu, relu6, leaky_relu, elu, selu, softplus, softsign,
};

constexpr int UNROLL = 4;  // vectors that each thread has in flight

#define SELU_SCALE 1.0507009873554804934193349852946
#define SELU_SCALE_ALPHA 1.7580993408473768599402175208123

// What is not a number stays so: comparisons with it are false.
template <int KIND, typename W>
__device__ __forceinline__ W activated(W x, W alpha) {
    switch (KIND) {
        case relu: return x <= W(0) ? W(0) : x;
        case relu6: return x <= W(0) ? W(0) : x >= W(6) ? W(6) : x;
        case leaky_relu: return x > W(0) ? x : x * alpha;
        case elu: return x < W(0) ? expm1_of(x) : x;
        case selu: return x < W(0) ? W(SELU_SCALE_ALPHA) * expm1_of(x) : W(SELU_SCALE) * x;
        case softplus: return (x <= W(0) ? W(0) : x) + log1p_of(exp_of(-abs_of(x)));
        default: return x / (abs_of(x) + W(1));
    }
}

// `f` are the features, for elu and selu the outputs. A gradient that is infinite times 0 is not a number, as in
// TensorFlow.
template <int KIND, typename W>
__device__ __forceinline__ W slope(W dy, W f, W alpha) {
    switch (KIND) {
        case relu: return dy * (f > W(0) ? W(1) : W(0));
        case relu6: return dy * (f > W(0) && f < W(6) ? W(1) : W(0));
        case leaky_relu: return f > W(0) ? dy : dy * alpha;
        case elu: return f < W(0) ? dy * (f + W(1)) : dy;
        case selu: return f < W(0) ? dy * (f + W(SELU_SCALE_ALPHA)) : dy * W(SELU_SCALE);
        case softplus: return dy / (exp_of(-f) + W(1));
        default: {
            W size = abs_of(f) + W(1);
            return dy / (size * size);
        }
    }
}

// A block computes UNROLL * blockDim.x vectors of N elements; the first one also what is left over at the end.
template <typename T, int KIND, int N>
__global__ void forward(const T* __restrict__ x, T* __restrict__ y, int64 count, Wide<T> alpha) {
    int64 vectors = count / N;
    int64 first = int64(blockIdx.x) * (UNROLL * blockDim.x) + threadIdx.x;
    Vec<T, N> value[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        int64 at = first + u * int64(blockDim.x);
        if (at < vectors) value[u] = load<T, N>(x + at * N);
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        int64 at = first + u * int64(blockDim.x);
        if (at < vectors) {
#pragma unroll
            for (int i = 0; i < N; i++)
                value[u].value[i] = narrow<T>(activated<KIND>(widen(value[u].value[i]), alpha));
            store<T, N>(y + at * N, value[u]);
        }
    }
    int64 rest = vectors * N + threadIdx.x;
    if (N > 1 && blockIdx.x == 0 && rest < count) y[rest] = narrow<T>(activated<KIND>(widen(x[rest]), alpha));
}

template <typename T, int KIND, int N>
__global__ void backward(const T* __restrict__ dy, const T* __restrict__ f, T* __restrict__ dx, int64 count,
                         Wide<T> alpha) {
    int64 vectors = count / N;
    int64 first = int64(blockIdx.x) * (UNROLL * blockDim.x) + threadIdx.x;
    Vec<T, N> gradient[UNROLL], value[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        int64 at = first + u * int64(blockDim.x);
        if (at < vectors) {
            gradient[u] = load<T, N>(dy + at * N);
            value[u] = load<T, N>(f + at * N);
        }
    }
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        int64 at = first + u * int64(blockDim.x);
        if (at < vectors) {
#pragma unroll
            for (int i = 0; i < N; i++)
                value[u].value[i] =
                    narrow<T>(slope<KIND>(widen(gradient[u].value[i]), widen(value[u].value[i]), alpha));
            store<T, N>(dx + at * N, value[u]);
        }
    }
    int64 rest = vectors * N + threadIdx.x;
    if (N > 1 && blockIdx.x == 0 && rest < count)
        dx[rest] = narrow<T>(slope<KIND>(widen(dy[rest]), widen(f[rest]), alpha));
}
