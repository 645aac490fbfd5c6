// A bias for each channel, and its gradient: a sum over everything else.

#include "numbers.cuh"
#include "channels.cuh"
#include "reduce.cuh"

constexpr int BLOCK = 256;
constexpr int JOIN = 1024;  // threads that join parts: LANES channels at a time
constexpr int LANES = 32;

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    add_last(const T* __restrict__ x, const T* __restrict__ bias, T* __restrict__ y, Channels s) {
    constexpr int ROWS = sizeof(T) * N >= 8 ? 4 : 8;
    RowPart part = row_part<N>(s);
    if (!part.active) return;
    Wide<T> b[N];
#pragma unroll
    for (int i = 0; i < N; i++) b[i] = widen(bias[part.column + i]);
    for (int64 row = part.first; row < part.end; row += int64(ROWS) * part.step) {
        Vec<T, N> value[ROWS];
#pragma unroll
        for (int u = 0; u < ROWS; u++) {
            int64 at = row + int64(u) * part.step;
            if (at < part.end) value[u] = load<T, N>(x + at * s.channels + part.column);
        }
#pragma unroll
        for (int u = 0; u < ROWS; u++) {
            int64 at = row + int64(u) * part.step;
            if (at < part.end) {
#pragma unroll
                for (int i = 0; i < N; i++) value[u].value[i] = narrow<T>(widen(value[u].value[i]) + b[i]);
                store<T, N>(y + at * s.channels + part.column, value[u]);
            }
        }
    }
}

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    add_first(const T* __restrict__ x, const T* __restrict__ bias, T* __restrict__ y, Channels s) {
    constexpr int VECTORS = sizeof(T) * N >= 8 ? 4 : 8;
    PlanePart part = plane_part<N>(s);
    Wide<T> b = widen(bias[part.channel]);
    while (part.first < part.end) {
        Vec<T, N> value[VECTORS];
        int64 places[VECTORS];
#pragma unroll
        for (int u = 0; u < VECTORS; u++) {
            places[u] = part.first < part.end ? part.at() * N : -1;
            if (places[u] >= 0) value[u] = load<T, N>(x + places[u]);
            part.next();
        }
#pragma unroll
        for (int u = 0; u < VECTORS; u++) {
            if (places[u] >= 0) {
#pragma unroll
                for (int i = 0; i < N; i++) value[u].value[i] = narrow<T>(widen(value[u].value[i]) + b);
                store<T, N>(y + places[u], value[u]);
            }
        }
    }
}

// partial: [splits, channels].
template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    sum_last(const T* __restrict__ dy, double* __restrict__ partial, Channels s) {
    __shared__ double shared[N * BLOCK];
    constexpr int ROWS = sizeof(T) * N >= 8 ? 4 : 8;
    RowPart part = row_part<N>(s);
    Wide<T> sum[N] = {};
    for (int64 row = part.first; row < part.end; row += int64(ROWS) * part.step) {
        Vec<T, N> value[ROWS];
#pragma unroll
        for (int u = 0; u < ROWS; u++) {
            int64 at = row + int64(u) * part.step;
            if (at < part.end) value[u] = load<T, N>(dy + at * s.channels + part.column);
        }
        Wide<T> some[N] = {};  // of these rows, so that long sums have fewer terms
#pragma unroll
        for (int u = 0; u < ROWS; u++) {
            if (row + int64(u) * part.step < part.end) {
#pragma unroll
                for (int i = 0; i < N; i++) some[i] += widen(value[u].value[i]);
            }
        }
#pragma unroll
        for (int i = 0; i < N; i++) sum[i] += some[i];
    }
    double total[N];
#pragma unroll
    for (int i = 0; i < N; i++) total[i] = sum[i];
    sum_rows<N, BLOCK>(total, shared, s.width, part.step);
    if (part.active && threadIdx.x < uint32(s.width)) {
        int64 split = blockIdx.x / uint32(s.chunks);
#pragma unroll
        for (int i = 0; i < N; i++) partial[split * s.channels + part.column + i] = total[i];
    }
}

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    sum_first(const T* __restrict__ dy, double* __restrict__ partial, Channels s) {
    __shared__ double shared[BLOCK];
    constexpr int VECTORS = sizeof(T) * N >= 8 ? 4 : 8;
    PlanePart part = plane_part<N>(s);
    Wide<T> sum = 0;
    while (part.first < part.end) {
        Vec<T, N> value[VECTORS];
        bool there[VECTORS];
#pragma unroll
        for (int u = 0; u < VECTORS; u++) {
            there[u] = part.first < part.end;
            if (there[u]) value[u] = load<T, N>(dy + part.at() * N);
            part.next();
        }
        Wide<T> some = 0;
#pragma unroll
        for (int u = 0; u < VECTORS; u++) {
            if (there[u]) {
#pragma unroll
                for (int i = 0; i < N; i++) some += widen(value[u].value[i]);
            }
        }
        sum += some;
    }
    double total[1] = {double(sum)};
    sum_rows<1, BLOCK>(total, shared, 1, int32(blockDim.x));
    if (threadIdx.x == 0) partial[blockIdx.x] = total[0];  // block: channel + channels * split
}

template <typename T>
__global__ void __launch_bounds__(JOIN)
    sum_parts(const double* __restrict__ partial, T* __restrict__ sum, int64 channels, int32 splits) {
    __shared__ double shared[JOIN];
    int32 lane = int32(threadIdx.x) % LANES, row = int32(threadIdx.x) / LANES;
    int64 c = int64(blockIdx.x) * LANES + lane;
    double total[1] = {0.0};
    if (c < channels)
        for (int32 split = row; split < splits; split += JOIN / LANES) total[0] += partial[split * channels + c];
    sum_rows<1, JOIN>(total, shared, LANES, JOIN / LANES);
    if (row == 0 && c < channels) sum[c] = narrow<T>(Wide<T>(total[0]));
}
