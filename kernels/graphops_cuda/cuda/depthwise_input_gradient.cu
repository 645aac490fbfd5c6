// The input's gradient of depthwise convolutions: dx[n, p, c] sums dy[n, o, c * M + m] * w[k, c, m] over all o, k and m
// with o * stride + k * dilation - before = p.

#include "depthwise.cuh"

// Adds a row of dy to the sums of the K rows of dx that it reaches, which begin at number `first` of a ring.  In
// positions of a phase, dy's element i reaches elements i * S ... i * S + K - 1 of dx; a strip of dx begins with what
// column BACK of dy reaches first.
template <typename T, int V, int K, int S, int WIDTH, int COLUMNS, int RING>
__device__ __forceinline__ void add_row(Wide<T> (&sum)[RING][WIDTH * S][V], const Packed<T, V> (&row)[COLUMNS],
                                        const Wide<T> (&weight)[K * K][V], int first) {
    const int BACK = COLUMNS - WIDTH;
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
        Wide<T> value[V];
#pragma unroll
        for (int v = 0; v < V; ++v) {
            value[v] = row[c].wide(v);
        }
#pragma unroll
        for (int k = 0; k < K; ++k) {
#pragma unroll
            for (int p = 0; p < WIDTH * S; ++p) {
                const int q = p - (c - BACK) * S;
                if (q >= 0 && q < K) {
#pragma unroll
                    for (int v = 0; v < V; ++v) {
                        sum[(first + k) % RING][p][v] += value[v] * weight[k * K + q][v];
                    }
                }
            }
        }
    }
}

// Goes down the rows of dy.  dx: where the first row of the strip goes.  in_row: its number; with stride 2 it may be
// -1, and dx is where the next one goes.
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__device__ __forceinline__ void march(DepthwiseRows<T> gradient, T* dx, uint32 dx_row, int32 in_row, int32 in_rows,
                                      uint32 in_mask, const Wide<T> (&weight)[K * K][V], int32 rows, bool at_once) {
    const int BACK = (K + S - 1) / S - 1;
    const int COLUMNS = WIDTH + BACK;
    const int RING = (K + S - 1) / S * S;
    Wide<T> sum[RING][WIDTH * S][V] = {};
    DepthwiseQueue<T, V, COLUMNS> queue;
    queue.fill(gradient);
    // As many steps at a time as bring the ring back to where it was, so that each sum stays where it is.
    for (int32 i = -BACK; i < rows; i += RING / S) {
#pragma unroll
        for (int step = 0; step < RING / S; ++step) {
            queue.fetch(gradient, step);
            add_row<T, V, K, S, WIDTH, COLUMNS, RING>(sum, queue.row[step % queue.SIZE], weight, step * S);
            const bool complete = uint32(i + step) < uint32(rows);
#pragma unroll
            for (int e = 0; e < S; ++e) {
                const int done = step * S + e;
                if (complete && (S == 1 || is_within(in_row, in_rows))) {
                    store_columns<T, V, WIDTH * S, FIRST>(dx, gradient.step, sum[done], in_mask, at_once);
                    dx = after(dx, dx_row);
                }
                in_row += complete ? 1 : 0;
#pragma unroll
                for (int p = 0; p < WIDTH * S; ++p) {
#pragma unroll
                    for (int v = 0; v < V; ++v) {
                        sum[done][p][v] = 0;
                    }
                }
            }
        }
        queue.template begin_again<RING / S>();
    }
}

// One by one.  dx, dy: a plane.  w: the filter of the thread's channels.
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__device__ __forceinline__ void carefully(const T* w, const T* dy, T* dx, const DepthwiseMarch& m,
                                          const DepthwisePlace& place, int32 rows) {
    const int64 position = FIRST ? 1 : m.channels;
#pragma unroll 1
    for (int32 n = 0; n < rows * S * WIDTH * S; ++n) {
        const int32 i = n / (WIDTH * S), p = n % (WIDTH * S);
        const int32 top = (place.row_phase + m.row_dilation * (place.from + i / S)) * S + i % S;  // row + before
        const int32 left = (place.column_phase + m.column_dilation * place.column) * S + m.column_dilation * p;
        const int32 row = top - m.before_rows, column = left - m.before_columns;
        if (!is_within(row, m.in_rows) || !is_within(column, m.in_columns)) {
            continue;
        }
        Wide<T> sum[V] = {};
#pragma unroll 1
        for (int tap = 0; tap < K * K; ++tap) {
            const int32 down = top - tap / K * m.row_dilation, across = left - tap % K * m.column_dilation;
            if (down >= 0 && down % S == 0 && down / S < m.out_rows && across >= 0 && across % S == 0 &&
                across / S < m.out_columns) {
                const Vec<T, V> value = load<T, V>(dy + (int64(down / S) * m.out_columns + across / S) * position);
                const Vec<T, V> weight = load<T, V>(w + int64(tap) * m.channels);
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    sum[v] += widen(value.value[v]) * widen(weight.value[v]);
                }
            }
        }
        store_narrow<T, V>(dx + (int64(row) * m.in_columns + column) * position, sum);
    }
}

// Multiplier 1.  Marches over the rows of dy: each row completes S rows of dx, and no product is computed in vain.
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__global__ void __launch_bounds__(MarchLimits<K>::THREADS, MarchLimits<K>::BLOCKS)
    input_gradient(const T* __restrict__ w, const T* __restrict__ dy, T* __restrict__ dx, const DepthwiseMarch m) {
    const int BACK = (K + S - 1) / S - 1;  // elements of dy before its own that one of dx reads
    const int COLUMNS = WIDTH + BACK;
    DepthwisePlace place;
    if (!find_place<V, WIDTH, FIRST>(m, place)) {
        return;
    }
    if (S == 1) {  // rows of padding before and after; with other strides there is no dilation, and half a step of them
        const int32 offset = m.before_rows - place.row_phase;
        place.from = max(place.from, first_position(-offset, m.row_dilation));
        place.to = min(place.to, positions_of(-offset, m.row_dilation, m.in_rows));
        if (place.from >= place.to) {
            return;
        }
    }
    const int32 rows = place.to - place.from;
    dy += origin<FIRST>(place, m.out_rows, m.out_columns, m.channels);
    dx += origin<FIRST>(place, m.in_rows, m.in_columns, m.channels);
    w += place.channel;
    Wide<T> weight[K * K][V];
    if (!load_filter<T, V, K * K>(weight, w, m.channels)) {
        carefully<T, V, K, S, WIDTH, FIRST>(w, dy, dx, m, place, rows);
        return;
    }
    const int32 position = FIRST ? 1 : m.channels;
    const int32 top = place.row_phase + m.row_dilation * (place.from - BACK);
    const int32 left = place.column_phase + m.column_dilation * (place.column - BACK);
    DepthwiseRows<T> gradient;
    gradient.begin(dy, m.out_rows, m.out_columns, position, top,
                   place.row_phase + m.row_dilation * (place.to - 1) + 1, m.row_dilation, left, m.column_dilation);
    gradient.mask = columns_that_exist<COLUMNS>(left, m.column_dilation, m.out_columns);
    const int32 in_row = (place.row_phase + m.row_dilation * place.from) * S - m.before_rows;
    const int32 in_left = (place.column_phase + m.column_dilation * place.column) * S - m.before_columns;
    const uint32 in_mask = columns_that_exist<WIDTH * S>(in_left, m.column_dilation, m.in_columns);
    const int64 length = int64(position) * m.in_columns;
    march<T, V, K, S, WIDTH, FIRST>(gradient, dx + max(in_row, 0) * length + int64(in_left) * position,
                                    uint32(length * m.row_dilation * sizeof(T)), in_row, m.in_rows, in_mask, weight,
                                    rows, m.at_once);
}

// Anything: a thread computes V elements of dx, neighbours along the channels; V > 1 with multiplier 1 and channels
// last only.  Of kernel positions, those that the stride leaves out are passed over row by row.
template <typename T, int V, bool FIRST>
__global__ void __launch_bounds__(DEPTHWISE_THREADS, 4)
    input_gradient_any(const T* __restrict__ w, const T* __restrict__ dy, T* __restrict__ dx, const DepthwiseSizes s) {
    const int64 index = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index >= s.count) {
        return;
    }
    const int32 filters = s.channels * s.multiplier;
    const DepthwiseElement in = find_element<V, FIRST>(index, s.in_rows, s.in_columns, s.channels);
    const DepthwiseArray out = array_of<FIRST>(in.image, in.channel * s.multiplier, s.out_rows, s.out_columns, filters);
    const int64 out_channel = FIRST ? int64(s.out_rows) * s.out_columns : 1;
    Wide<T> sum[V] = {};
    int64 top = int64(in.row) + s.before_rows;  // o * stride for kernel row 0, less by a dilation for each further one
    for (int32 r = 0; r < s.kernel_rows && top >= 0; ++r, top -= s.row_dilation) {
        const int32 row = int32(top) / s.row_stride;
        if (row * s.row_stride != top || row >= s.out_rows) {
            continue;
        }
        int64 left = int64(in.column) + s.before_columns;
        for (int32 q = 0; q < s.kernel_columns && left >= 0; ++q, left -= s.column_dilation) {
            const int32 column = int32(left) / s.column_stride;
            if (column * s.column_stride != left || column >= s.out_columns) {
                continue;
            }
            const T* gradient = dy + out.origin + row * out.row + column * out.column;
            const T* weights = w + (int64(r) * s.kernel_columns + q) * filters + int64(in.channel) * s.multiplier;
            for (int32 j = 0; j < s.multiplier; ++j) {
                const Vec<T, V> value = load<T, V>(gradient + j * out_channel), weight = load<T, V>(weights + j);
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    sum[v] += widen(value.value[v]) * widen(weight.value[v]);
                }
            }
        }
    }
    store_narrow<T, V>(dx + index * V, sum);
}
