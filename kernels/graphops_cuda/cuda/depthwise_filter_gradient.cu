// The filter's gradient of depthwise convolutions: dw[k, c, m] sums x[n, o * stride + k * dilation - before, c] *
// dy[n, o, c * M + m] over all n and o.
//
// In two stages, so that the same numbers are added in the same order each time: blocks add up shares of the positions
// into partial (splits, taps, C * M) in the wide dtype, and `sum_partials` adds those.

#include "depthwise.cuh"

// Adds values over threadIdx.y, in pairs that depend on blockDim alone; threads with threadIdx.y = 0 get the sums.
// shared: COUNT * THREADS numbers, which may be used again when it returns.  All threads of the block, THREADS at most,
// must call it.
template <typename W, int COUNT, int THREADS>
__device__ __forceinline__ void add_over_y(W (&value)[COUNT], W* shared) {
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    int half = 1;
    while (half * 2 < int(blockDim.y)) {
        half *= 2;
    }
#pragma unroll
    for (int n = 0; n < COUNT; ++n) {
        shared[n * THREADS + thread] = value[n];
    }
    __syncthreads();
    for (; half > 0; half /= 2) {
        if (int(threadIdx.y) < half && int(threadIdx.y) + half < int(blockDim.y)) {
#pragma unroll
            for (int n = 0; n < COUNT; ++n) {
                value[n] += shared[n * THREADS + thread + half * int(blockDim.x)];
                shared[n * THREADS + thread] = value[n];
            }
        }
        __syncthreads();
    }
}

// Adds the products of a row of x and the rows of dy that meet it: the row of dy that is `age` rows before the newest,
// number `newest` of a ring, meets it in kernel row age * S + phase.
template <typename T, int V, int K, int S, int WIDTH, int COLUMNS, int DEPTH>
__device__ __forceinline__ void add_products(Wide<T> (&sum)[K][K * V], const Packed<T, V> (&row)[COLUMNS],
                                             const Packed<T, V> (&gradient)[DEPTH][WIDTH], int newest, int phase) {
    Wide<T> value[COLUMNS][V];
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c) {
#pragma unroll
        for (int v = 0; v < V; ++v) {
            value[c][v] = row[c].wide(v);
        }
    }
#pragma unroll
    for (int age = 0; age < DEPTH; ++age) {
        const int k = age * S + phase;
        if (k >= K) {
            continue;
        }
#pragma unroll
        for (int o = 0; o < WIDTH; ++o) {
            Wide<T> factor[V];
#pragma unroll
            for (int v = 0; v < V; ++v) {
                factor[v] = gradient[(newest + DEPTH - age) % DEPTH][o].wide(v);
            }
#pragma unroll
            for (int q = 0; q < K; ++q) {
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    sum[k < K ? k : 0][q * V + v] += value[o * S + q][v] * factor[v];
                }
            }
        }
    }
}

// Goes down the rows of a strip of x and dy.
template <typename T, int V, int K, int S, int WIDTH>
__device__ __forceinline__ void march(Wide<T> (&sum)[K][K * V], DepthwiseRows<T> input, DepthwiseRows<T> gradient,
                                      int32 rows) {
    const int COLUMNS = (WIDTH - 1) * S + K;
    const int DEPTH = (K + S - 1) / S;  // rows of dy that a row of x meets
    Packed<T, V> met[DEPTH][WIDTH], next[COLUMNS], next_met[WIDTH];
    input.take(next);
    gradient.take(next_met);
    // DEPTH steps at a time, so that each row of dy stays where it is.
    for (int32 i = 1 - DEPTH; i < rows; i += DEPTH) {
#pragma unroll
        for (int step = 0; step < DEPTH; ++step) {
#pragma unroll
            for (int o = 0; o < WIDTH; ++o) {
                met[step][o] = next_met[o];
            }
            gradient.take(next_met);
#pragma unroll
            for (int phase = 0; phase < S; ++phase) {
                Packed<T, V> here[COLUMNS];
#pragma unroll
                for (int c = 0; c < COLUMNS; ++c) {
                    here[c] = next[c];
                }
                input.take(next);
                add_products<T, V, K, S, WIDTH, COLUMNS, DEPTH>(sum, here, met, step, phase);
            }
        }
    }
}

// Item number `item` of a thread's channels, and its rows.
template <int WIDTH, bool FIRST>
__device__ __forceinline__ int32 find_strip(const DepthwiseMarch& m, int64 item, int32 channel, DepthwisePlace& place) {
    find_place<WIDTH>(m, item, place);
    place.channel = channel;
    if (FIRST) {
        place.plane = place.plane * m.channels + channel;
    }
    return min(place.to, positions_of(place.row_phase, m.row_dilation, m.out_rows)) - place.from;
}

// One by one: the products of a strip, added to sum (taps, V).
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__device__ __forceinline__ void carefully(Wide<T> (&sum)[K * K * V], const T* x, const T* dy, const DepthwiseMarch& m,
                                          const DepthwisePlace& place, int32 rows) {
    const int64 position = FIRST ? 1 : m.channels;
#pragma unroll 1
    for (int32 n = 0; n < rows * WIDTH; ++n) {
        const int32 row = place.row_phase + m.row_dilation * (place.from + n / WIDTH);
        const int32 column = place.column_phase + m.column_dilation * (place.column + n % WIDTH);
        if (column >= m.out_columns) {
            continue;
        }
        const Vec<T, V> factor = load<T, V>(dy + (int64(row) * m.out_columns + column) * position);
#pragma unroll 1
        for (int tap = 0; tap < K * K; ++tap) {
            const int32 in_row = row * S + tap / K * m.row_dilation - m.before_rows;
            const int32 in_column = column * S + tap % K * m.column_dilation - m.before_columns;
            if (is_within(in_row, m.in_rows) && is_within(in_column, m.in_columns)) {
                const Vec<T, V> value = load<T, V>(x + (int64(in_row) * m.in_columns + in_column) * position);
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    sum[tap * V + v] += widen(value.value[v]) * widen(factor.value[v]);
                }
            }
        }
    }
}

template <typename W, int ROWS, int COUNT>
__device__ __forceinline__ bool all_finite(const W (&value)[ROWS][COUNT]) {
    W nothing = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
#pragma unroll
        for (int n = 0; n < COUNT; ++n) {
            nothing += value[row][n] * W(0);  // NaN from infinity and NaN
        }
    }
    return nothing == W(0);
}

// Multiplier 1.  Blocks are (channels, items); channels first, each has one channel.  A thread keeps its sums from one
// strip to the next.
template <typename T, int V, int K, int S, int WIDTH, bool FIRST>
__global__ void __launch_bounds__(MarchLimits<K>::THREADS, MarchLimits<K>::BLOCKS)
    filter_gradient(const T* __restrict__ x, const T* __restrict__ dy, Wide<T>* __restrict__ partial,
                    const DepthwiseMarch m) {
    const int COLUMNS = (WIDTH - 1) * S + K;
    __shared__ Wide<T> shared[K * V * MarchLimits<K>::THREADS];
    int64 split = blockIdx.x;
    const int32 channel = (split_off(split, m.channel_blocks) * int32(blockDim.x) + int32(threadIdx.x)) * V;
    const int64 begin = split * m.share + threadIdx.y;
    const int64 stop = channel < m.channels ? min((split + 1) * m.share, m.items) : 0;
    const int32 position = FIRST ? 1 : m.channels;

    Wide<T> sum[K][K * V] = {};
    for (int64 item = begin; item < stop; item += blockDim.y) {
        DepthwisePlace place;
        const int32 rows = find_strip<WIDTH, FIRST>(m, item, channel, place);
        const int32 out_top = place.row_phase + m.row_dilation * place.from;
        const int32 out_left = place.column_phase + m.column_dilation * place.column;
        const int32 top = out_top * S - m.before_rows, left = out_left * S - m.before_columns;
        DepthwiseRows<T> input, gradient;
        gradient.begin(dy + origin<FIRST>(place, m.out_rows, m.out_columns, m.channels), m.out_rows, m.out_columns,
                       position, out_top, out_top + m.row_dilation * (rows - 1) + 1, m.row_dilation, out_left,
                       m.column_dilation);
        gradient.mask = columns_that_exist<WIDTH>(out_left, m.column_dilation, m.out_columns);
        input.begin(x + origin<FIRST>(place, m.in_rows, m.in_columns, m.channels), m.in_rows, m.in_columns, position,
                    top, top + m.row_dilation * ((rows - 1) * S + K - 1) + 1, m.row_dilation, left, m.column_dilation);
        input.mask = columns_that_exist<COLUMNS>(left, m.column_dilation, m.in_columns);
        march<T, V, K, S, WIDTH>(sum, input, gradient, rows);
    }
    if (!all_finite(sum)) {  // perhaps for a product of padding and infinity
        Wide<T> exact[K * K * V] = {};
#pragma unroll 1
        for (int64 item = begin; item < stop; item += blockDim.y) {
            DepthwisePlace place;
            const int32 rows = find_strip<WIDTH, FIRST>(m, item, channel, place);
            carefully<T, V, K, S, WIDTH, FIRST>(exact, x + origin<FIRST>(place, m.in_rows, m.in_columns, m.channels),
                                                dy + origin<FIRST>(place, m.out_rows, m.out_columns, m.channels), m,
                                                place, rows);
        }
#pragma unroll
        for (int k = 0; k < K; ++k) {
#pragma unroll
            for (int n = 0; n < K * V; ++n) {
                sum[k][n] = exact[k * K * V + n];
            }
        }
    }
#pragma unroll
    for (int k = 0; k < K; ++k) {
        add_over_y<Wide<T>, K * V, MarchLimits<K>::THREADS>(sum[k], shared);
        if (threadIdx.y == 0 && channel < m.channels) {
#pragma unroll
            for (int q = 0; q < K; ++q) {
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    partial[((split * K + k) * K + q) * m.channels + channel + v] = sum[k][q * V + v];
                }
            }
        }
    }
}

// Anything: threads along x have an element of the filter each, those along y share the positions of their split.
template <typename T, bool FIRST>
__global__ void __launch_bounds__(DEPTHWISE_THREADS, 4)
    filter_gradient_any(const T* __restrict__ x, const T* __restrict__ dy, Wide<T>* __restrict__ partial,
                        const DepthwiseSizes s) {
    __shared__ Wide<T> shared[DEPTHWISE_THREADS];
    const int64 split = blockIdx.x / s.element_blocks;
    const int64 element = (blockIdx.x - split * s.element_blocks) * blockDim.x + threadIdx.x;
    const int32 filters = s.channels * s.multiplier;
    Wide<T> sum[1] = {0};
    int64 at = split * s.share + threadIdx.y;
    const int64 stop = element < s.count ? min((split + 1) * s.share, s.positions) : 0;
    if (at < stop) {
        int64 tap = element;
        const int32 filter = split_off(tap, filters);
        const int32 q = split_off(tap, s.kernel_columns), r = int32(tap);
        const DepthwiseArray in = array_of<FIRST>(0, filter / s.multiplier, s.in_rows, s.in_columns, s.channels);
        const DepthwiseArray out = array_of<FIRST>(0, filter, s.out_rows, s.out_columns, filters);
        const int64 in_image = int64(s.in_rows) * s.in_columns * s.channels;
        const int64 out_image = int64(s.out_rows) * s.out_columns * filters;
        const int64 top = int64(r) * s.row_dilation - s.before_rows;
        const int64 left = int64(q) * s.column_dilation - s.before_columns;
        // Positions are counted as (image, row, column); each step adds blockDim.y to them, with carries.
        int64 image = at, step = blockDim.y;
        int32 column = split_off(image, s.out_columns), row = split_off(image, s.out_rows);
        const int32 columns = split_off(step, s.out_columns), rows = split_off(step, s.out_rows);
        for (; at < stop; at += blockDim.y) {
            const int64 in_row = top + int64(row) * s.row_stride, in_column = left + int64(column) * s.column_stride;
            if (in_row >= 0 && in_row < s.in_rows && in_column >= 0 && in_column < s.in_columns) {
                const T value = x[image * in_image + in.origin + in_row * in.row + in_column * in.column];
                const T factor = dy[image * out_image + out.origin + row * out.row + column * out.column];
                sum[0] += widen(value) * widen(factor);
            }
            column += columns;
            row += rows;
            image += step;
            if (column >= s.out_columns) {
                column -= s.out_columns;
                ++row;
            }
            if (row >= s.out_rows) {
                row -= s.out_rows;
                ++image;
            }
        }
    }
    add_over_y<Wide<T>, 1, DEPTHWISE_THREADS>(sum, shared);
    if (threadIdx.y == 0 && element < s.count) {
        partial[split * s.count + element] = sum[0];
    }
}

// partial (splits, count) summed over splits.  Threads along y take every blockDim.y-th split.
template <typename T>
__global__ void __launch_bounds__(DEPTHWISE_THREADS, 4)
    sum_partials(const Wide<T>* __restrict__ partial, T* __restrict__ dw, int64 count, int32 splits) {
    __shared__ Wide<T> shared[DEPTHWISE_THREADS];
    const int64 element = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    Wide<T> sum[1] = {0};
    if (element < count) {
#pragma unroll 4
        for (int32 split = threadIdx.y; split < splits; split += blockDim.y) {
            sum[0] += partial[split * count + element];
        }
    }
    add_over_y<Wide<T>, 1, DEPTHWISE_THREADS>(sum, shared);
    if (threadIdx.y == 0 && element < count) {
        dw[element] = narrow<T>(sum[0]);
    }
}
