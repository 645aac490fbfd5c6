// Depthwise convolutions: y[n, o, c * M + m] = sum over k of x[n, o * stride + k * dilation - before, c] * w[k, c, m].
// Filters are TensorFlow's, (rows, columns, C, M); x and y have their channels last or first.

#include "depthwise.cuh"

// Adds a row of the input to the sums of the output rows that it is part of: as kernel row j * S + PHASE to the one
// that is j rows before the newest, whose sums are number `newest` of a ring.
template <typename T, int V, int K, int S, int WIDTH, int COLUMNS, int DEPTH>
__device__ __forceinline__ void add_row(Wide<T> (&sum)[DEPTH][WIDTH][V], const Packed<T, V> (&row)[COLUMNS],
                                        const Wide<T> (&weight)[K * K][V], int newest, int phase) {
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
        Wide<T> value[V];
#pragma unroll
        for (int v = 0; v < V; ++v) {
            value[v] = row[c].wide(v);
        }
#pragma unroll
        for (int j = 0; j < DEPTH; ++j) {
#pragma unroll
            for (int o = 0; o < WIDTH; ++o) {
                const int k = j * S + phase, q = c - o * S;
                if (k < K && q >= 0 && q < K) {
#pragma unroll
                    for (int v = 0; v < V; ++v) {
                        sum[(newest + DEPTH - j) % DEPTH][o][v] += value[v] * weight[k * K + q][v];
                    }
                }
            }
        }
    }
}

// Goes down the rows of a strip.  y: where the first of its `rows` goes; y_row: bytes from row to row.
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__device__ __forceinline__ void march(DepthwiseRows<T> input, T* y, uint32 y_row, uint32 out_mask,
                                      const Wide<T> (&weight)[K * K][V], int32 rows, bool at_once) {
    const int COLUMNS = (WIDTH - 1) * S + K;
    const int DEPTH = (K + S - 1) / S;  // output rows that an input row is part of
    Wide<T> sum[DEPTH][WIDTH][V] = {};
    DepthwiseQueue<T, V, COLUMNS> queue;
    queue.fill(input);
    // DEPTH steps at a time, so that each sum stays where it is.
    for (int32 i = 1 - DEPTH; i < rows; i += DEPTH) {
#pragma unroll
        for (int step = 0; step < DEPTH; ++step) {
#pragma unroll
            for (int phase = 0; phase < S; ++phase) {
                const int now = step * S + phase;
                queue.fetch(input, now);
                add_row<T, V, K, S, WIDTH, COLUMNS, DEPTH>(sum, queue.row[now % queue.SIZE], weight, step, phase);
            }
            const int done = (step + 1) % DEPTH;
            if (uint32(i + step) < uint32(rows)) {
                store_columns<T, V, WIDTH, FIRST>(y, input.step, sum[done], out_mask, at_once);
                y = after(y, y_row);
            }
#pragma unroll
            for (int o = 0; o < WIDTH; ++o) {
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    sum[done][o][v] = 0;
                }
            }
        }
        queue.template begin_again<DEPTH * S>();
    }
}

// One by one.  x, y: a plane.  w: the filter of the thread's channels.
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__device__ __forceinline__ void carefully(const T* x, const T* w, T* y, const DepthwiseMarch& m,
                                          const DepthwisePlace& place, int32 rows) {
    const int64 position = FIRST ? 1 : m.channels;
#pragma unroll 1
    for (int32 n = 0; n < rows * WIDTH; ++n) {
        const int32 row = place.row_phase + m.row_dilation * (place.from + n / WIDTH);
        const int32 column = place.column_phase + m.column_dilation * (place.column + n % WIDTH);
        if (column >= m.out_columns) {
            continue;
        }
        Wide<T> sum[V] = {};
#pragma unroll 1
        for (int tap = 0; tap < K * K; ++tap) {
            const int32 in_row = row * S + tap / K * m.row_dilation - m.before_rows;
            const int32 in_column = column * S + tap % K * m.column_dilation - m.before_columns;
            if (is_within(in_row, m.in_rows) && is_within(in_column, m.in_columns)) {
                const Vec<T, V> value = load<T, V>(x + (int64(in_row) * m.in_columns + in_column) * position);
                const Vec<T, V> weight = load<T, V>(w + int64(tap) * m.channels);
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    sum[v] += widen(value.value[v]) * widen(weight.value[v]);
                }
            }
        }
        store_narrow<T, V>(y + (int64(row) * m.out_columns + column) * position, sum);
    }
}

// Multiplier 1.  In positions of a phase, output i reads inputs i * S + k.
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__global__ void __launch_bounds__(MarchLimits<K>::THREADS, MarchLimits<K>::BLOCKS)
    forward(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, const DepthwiseMarch m) {
    const int COLUMNS = (WIDTH - 1) * S + K;
    DepthwisePlace place;
    if (!find_place<V, WIDTH, FIRST>(m, place)) {
        return;
    }
    const int32 rows = min(place.to, positions_of(place.row_phase, m.row_dilation, m.out_rows)) - place.from;
    if (rows <= 0) {
        return;
    }
    x += origin<FIRST>(place, m.in_rows, m.in_columns, m.channels);
    y += origin<FIRST>(place, m.out_rows, m.out_columns, m.channels);
    w += place.channel;
    Wide<T> weight[K * K][V];
    if (!load_filter<T, V, K * K>(weight, w, m.channels)) {
        carefully<T, V, K, S, WIDTH, FIRST>(x, w, y, m, place, rows);
        return;
    }
    const int32 position = FIRST ? 1 : m.channels;
    const int32 out_top = place.row_phase + m.row_dilation * place.from, top = out_top * S - m.before_rows;
    const int32 out_left = place.column_phase + m.column_dilation * place.column;
    const int32 left = out_left * S - m.before_columns;
    DepthwiseRows<T> input;
    input.begin(x, m.in_rows, m.in_columns, position, top, top + m.row_dilation * ((rows - 1) * S + K - 1) + 1,
                m.row_dilation, left, m.column_dilation);
    input.mask = columns_that_exist<COLUMNS>(left, m.column_dilation, m.in_columns);
    const uint32 out_mask = columns_that_exist<WIDTH>(out_left, m.column_dilation, m.out_columns);
    const int64 length = int64(position) * m.out_columns;
    march<T, V, K, S, WIDTH, FIRST>(input, y + out_top * length + int64(out_left) * position,
                                    uint32(length * m.row_dilation * sizeof(T)), out_mask, weight, rows, m.at_once);
}

// Anything: a thread computes V outputs, neighbours along the channels; V > 1 with multiplier 1 and channels last only.
template <typename T, int V, bool FIRST>
__global__ void __launch_bounds__(DEPTHWISE_THREADS, 4)
    forward_any(const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y, const DepthwiseSizes s) {
    const int64 index = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index >= s.count) {
        return;
    }
    const int32 filters = s.channels * s.multiplier;
    const DepthwiseElement out = find_element<V, FIRST>(index, s.out_rows, s.out_columns, filters);
    const DepthwiseArray in = array_of<FIRST>(out.image, out.channel / s.multiplier, s.in_rows, s.in_columns,
                                              s.channels);
    const int32 top = out.row * s.row_stride - s.before_rows, left = out.column * s.column_stride - s.before_columns;
    Wide<T> sum[V] = {};
    const int32 first_column = first_position(left, s.column_dilation);
    int64 r = first_position(top, s.row_dilation);
    for (int64 row = top + r * s.row_dilation; r < s.kernel_rows && row < s.in_rows; ++r, row += s.row_dilation) {
        const T* x_row = x + in.origin + row * in.row;
        const T* w_row = w + r * s.kernel_columns * filters + out.channel;
        int64 q = first_column;
        for (int64 column = left + q * s.column_dilation; q < s.kernel_columns && column < s.in_columns;
             ++q, column += s.column_dilation) {
            const Vec<T, V> value = load<T, V>(x_row + column * in.column), weight = load<T, V>(w_row + q * filters);
#pragma unroll
            for (int v = 0; v < V; ++v) {
                sum[v] += widen(value.value[v]) * widen(weight.value[v]);
            }
        }
    }
    store_narrow<T, V>(y + index * V, sum);
}
