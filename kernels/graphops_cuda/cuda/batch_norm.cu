// Batch normalisation and its gradient: one pass over x for the statistics, one for the result.
//
// A thread looks at a few rows at a time: it sums them, then their squared deviations from their own mean, and joins
// both to what it had before by the formula of T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for Computing the
// Sample Variance, The American Statistician 37 (1983).  What it sums are differences to the mean of its first rows, so
// that no digits are lost however large the mean is beside the deviation.  Threads, blocks and parts of a channel are
// joined in float64.

#include "numbers.cuh"
#include "wide_math.cuh"
#include "channels.cuh"
#include "reduce.cuh"

constexpr int BLOCK = 256;   // threads of those that sum, at most
constexpr int JOIN = 1024;   // threads that join parts: LANES channels at a time
constexpr int LANES = 32;

// Vectors in flight: enough to fill the way to the memory, few enough for their registers.
constexpr int FEW = 2, SOME = 4, MANY = 8;

// What was added up of one channel: the sum of x - shift, and the sum of squared deviations from the mean.
struct Moments {
    float shift, sum, squares;
};

// Joins `beyond`, the sum of (x - shift), and the squared deviations of `added` elements to `count` before.
__device__ __forceinline__ void join(Moments& m, float beyond, float squares, float count, float before, float added,
                                     float share, float after) {
    float change = beyond * share - m.sum * before;
    m.squares += squares + change * change * (count * added * after);
    m.sum += beyond;
}

__device__ __forceinline__ float finite_or_zero(float x) { return abs_of(x) < infinity<float>() ? x : 0.0f; }

// The mean and the squared deviations of `count` elements, from a Moments.
__device__ __forceinline__ double mean_of(const Moments& m, double count) {
    return count > 0.0 ? double(m.shift) + double(m.sum) / count : 0.0;
}

// -- the statistics of x ----------------------------------------------------------------------------------------------

// ROWS rows of N channels, joined to what there is of them.
template <typename T, int N, int ROWS>
__device__ __forceinline__ void add_rows(const T* __restrict__ x, int64 stride, Moments (&m)[N], int32& count) {
    Vec<T, N> value[ROWS];
#pragma unroll
    for (int b = 0; b < ROWS; b++) value[b] = load<T, N>(x + b * stride);
    constexpr float share = 1.0f / ROWS;
    float have = float(count), before = count ? 1.0f / have : 0.0f, after = 1.0f / (have + ROWS);
#pragma unroll
    for (int i = 0; i < N; i++) {
        if (!count) {
            float sum = 0.0f;
#pragma unroll
            for (int b = 0; b < ROWS; b++) sum += widen(value[b].value[i]);
            m[i].shift = finite_or_zero(sum * share);
        }
        float sum = 0.0f, squares = 0.0f;
#pragma unroll
        for (int b = 0; b < ROWS; b++) sum += widen(value[b].value[i]) - m[i].shift;
        float mean = sum * share;
#pragma unroll
        for (int b = 0; b < ROWS; b++) {
            float deviation = (widen(value[b].value[i]) - m[i].shift) - mean;
            squares += deviation * deviation;
        }
        join(m[i], sum, squares, have, before, ROWS, share, after);
    }
    count += ROWS;
}

// Channels last. partial: [splits, 2, channels], the means and the sums of squared deviations.
template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    moments_last(const T* __restrict__ x, double* __restrict__ partial, Channels s) {
    __shared__ double shared[N * BLOCK];
    constexpr int ROWS = N >= 8 ? SOME : MANY;
    RowPart part = row_part<N>(s);
    Moments m[N] = {};
    int32 count = 0;
    int64 stride = s.channels * part.step, row = part.first;
    const T* from = x + row * s.channels + part.column;
    for (; row + int64(ROWS - 1) * part.step < part.end; row += int64(ROWS) * part.step, from += ROWS * stride)
        add_rows<T, N, ROWS>(from, stride, m, count);
    for (; row < part.end; row += part.step, from += stride) add_rows<T, N, 1>(from, stride, m, count);

    // All columns of the block have the same rows.
    int64 split = blockIdx.x / uint32(s.chunks);
    double rows = double(begin_of(s.rows, s.splits, split + 1) - begin_of(s.rows, s.splits, split));
    double mean[N], total[N];
#pragma unroll
    for (int i = 0; i < N; i++) {
        mean[i] = mean_of(m[i], count);
        total[i] = count * mean[i];
    }
    sum_rows<N, BLOCK>(total, shared, s.width, part.step);
    double squares[N];
#pragma unroll
    for (int i = 0; i < N; i++) {
        total[i] /= rows;
        double change = mean[i] - total[i];
        squares[i] = count ? m[i].squares + change * change * count : 0.0;
    }
    sum_rows<N, BLOCK>(squares, shared, s.width, part.step);
    if (part.active && threadIdx.x < uint32(s.width)) {
        double* into = partial + 2 * split * s.channels + part.column;
#pragma unroll
        for (int i = 0; i < N; i++) {
            into[i] = total[i];
            into[s.channels + i] = squares[i];
        }
    }
}

// The same for channels first: VECTORS vectors of one channel at a time.
template <typename T, int N, int VECTORS>
__device__ __forceinline__ void add_vectors(const T* __restrict__ x, PlanePart& part, Moments& m, int32& count) {
    constexpr int ADDED = N * VECTORS;
    Vec<T, N> value[VECTORS];
#pragma unroll
    for (int b = 0; b < VECTORS; b++) {
        value[b] = load<T, N>(x + part.at() * N);
        part.next();
    }
    constexpr float share = 1.0f / ADDED;
    float have = float(count), before = count ? 1.0f / have : 0.0f, after = 1.0f / (have + ADDED);
    if (!count) {
        float sum = 0.0f;
#pragma unroll
        for (int b = 0; b < VECTORS; b++)
#pragma unroll
            for (int i = 0; i < N; i++) sum += widen(value[b].value[i]);
        m.shift = finite_or_zero(sum * share);
    }
    float sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int b = 0; b < VECTORS; b++)
#pragma unroll
        for (int i = 0; i < N; i++) sum += widen(value[b].value[i]) - m.shift;
    float mean = sum * share;
#pragma unroll
    for (int b = 0; b < VECTORS; b++)
#pragma unroll
        for (int i = 0; i < N; i++) {
            float deviation = (widen(value[b].value[i]) - m.shift) - mean;
            squares += deviation * deviation;
        }
    join(m, sum, squares, have, before, ADDED, share, after);
    count += ADDED;
}

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    moments_first(const T* __restrict__ x, double* __restrict__ partial, Channels s) {
    __shared__ double shared[BLOCK];
    constexpr int VECTORS = N >= 4 ? SOME : MANY;
    PlanePart part = plane_part<N>(s);
    Moments m = {};
    int32 count = 0;
    while (part.first + int64(VECTORS - 1) * part.step < part.end) add_vectors<T, N, VECTORS>(x, part, m, count);
    while (part.first < part.end) add_vectors<T, N, 1>(x, part, m, count);

    int64 split = int64(blockIdx.x) / s.channels, vectors = s.rows * part.plane;
    double elements = double(begin_of(vectors, s.splits, split + 1) - begin_of(vectors, s.splits, split)) * N;
    double mean = mean_of(m, count), total[1] = {count * mean};
    sum_rows<1, BLOCK>(total, shared, 1, int32(blockDim.x));
    total[0] /= elements;
    double change = mean - total[0], squares[1] = {count ? m.squares + change * change * count : 0.0};
    sum_rows<1, BLOCK>(squares, shared, 1, int32(blockDim.x));
    if (threadIdx.x == 0) {
        partial[2 * split * s.channels + part.channel] = total[0];
        partial[(2 * split + 1) * s.channels + part.channel] = squares[0];
    }
}

// -- from the parts of each channel to what the passes over x need ----------------------------------------------------

struct Averages {
    float epsilon;
    float share, kept;  // of the batch, and of the averages before, in the new averages
    int32 vector;       // elements of what the splits count
};

// Each channel by JOIN / LANES threads. gain: scale / sqrt(variance + epsilon).
__global__ void __launch_bounds__(JOIN)
    statistics(const double* __restrict__ partial, const float* __restrict__ scale, const float* __restrict__ mean,
               const float* __restrict__ variance, float* __restrict__ new_mean, float* __restrict__ new_variance,
               float* __restrict__ batch_mean, float* __restrict__ batch_variance, float* __restrict__ gain, Channels s,
               Averages a) {
    __shared__ double shared[JOIN];
    int32 lane = int32(threadIdx.x) % LANES, row = int32(threadIdx.x) / LANES;
    int64 c = int64(blockIdx.x) * LANES + lane;
    int64 things = s.rows * (s.pixels / a.vector);  // a vector of channels counts its rows, and a.vector is 1
    double count = double(s.rows) * double(s.pixels);
    double total[1] = {0.0}, squares[1] = {0.0};
    if (c < s.channels) {
        for (int32 split = row; split < s.splits; split += JOIN / LANES) {
            double part = double(begin_of(things, s.splits, split + 1) - begin_of(things, s.splits, split)) * a.vector;
            total[0] += part * partial[2 * split * s.channels + c];
        }
    }
    sum_rows<1, JOIN>(total, shared, LANES, JOIN / LANES);
    double m = total[0] / count;
    if (c < s.channels) {
        for (int32 split = row; split < s.splits; split += JOIN / LANES) {
            double part = double(begin_of(things, s.splits, split + 1) - begin_of(things, s.splits, split)) * a.vector;
            double change = partial[2 * split * s.channels + c] - m;
            squares[0] += partial[(2 * split + 1) * s.channels + c] + part * change * change;
        }
    }
    sum_rows<1, JOIN>(squares, shared, LANES, JOIN / LANES);
    if (row || c >= s.channels) return;
    float v = float(squares[0] / count), average = float(m);
    float sample = v * float(count / (count > 1.0 ? count - 1.0 : 1.0));
    batch_mean[c] = average;
    batch_variance[c] = v;
    new_mean[c] = a.kept != 0.0f ? a.kept * mean[c] + a.share * average : average;
    new_variance[c] = a.kept != 0.0f ? a.kept * variance[c] + a.share * sample : sample;
    gain[c] = 1.0f / sqrtf(v + a.epsilon) * scale[c];
}

// Outside of training: copies of what is given, and the gain.
__global__ void given_statistics(const float* __restrict__ scale, const float* __restrict__ mean,
                                 const float* __restrict__ variance, float* __restrict__ new_mean,
                                 float* __restrict__ new_variance, float* __restrict__ batch_mean,
                                 float* __restrict__ batch_variance, float* __restrict__ gain, int64 channels,
                                 float epsilon) {
    int64 c = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    batch_mean[c] = new_mean[c] = mean[c];
    float v = variance[c];
    batch_variance[c] = new_variance[c] = v;
    gain[c] = 1.0f / sqrtf(v + epsilon) * scale[c];
}

// -- y ----------------------------------------------------------------------------------------------------------------

// ADD: `side`, a tensor like x, is added; then, if that is asked for, a Relu.
template <typename T>
__device__ __forceinline__ T finished(float y, int32 relu) {
    return narrow<T>(relu && y <= 0.0f ? 0.0f : y);
}

template <typename T, int N, bool ADD>
__global__ void __launch_bounds__(BLOCK, 3)
    normalise_last(const T* __restrict__ x, const T* __restrict__ side, const float* __restrict__ mean,
                   const float* __restrict__ gain, const float* __restrict__ offset, T* __restrict__ y, Channels s,
                   int32 relu) {
    constexpr int ROWS = ADD ? (N >= 8 ? FEW : SOME) : (N >= 4 ? SOME : MANY);
    RowPart part = row_part<N>(s);
    if (!part.active) return;
    float m[N], g[N], o[N];
#pragma unroll
    for (int i = 0; i < N; i++) {
        m[i] = mean[part.column + i];
        g[i] = gain[part.column + i];
        o[i] = offset[part.column + i];
    }
    for (int64 row = part.first; row < part.end; row += int64(ROWS) * part.step) {
        Vec<T, N> value[ROWS], other[ADD ? ROWS : 1];
#pragma unroll
        for (int b = 0; b < ROWS; b++) {
            int64 at = row + int64(b) * part.step;
            if (at < part.end) {
                value[b] = load<T, N>(x + at * s.channels + part.column);
                if (ADD) other[b] = load<T, N>(side + at * s.channels + part.column);
            }
        }
#pragma unroll
        for (int b = 0; b < ROWS; b++) {
            int64 at = row + int64(b) * part.step;
            if (at < part.end) {
#pragma unroll
                for (int i = 0; i < N; i++) {
                    float result = (widen(value[b].value[i]) - m[i]) * g[i] + o[i];
                    if (ADD) result += widen(other[b].value[i]);
                    value[b].value[i] = finished<T>(result, relu);
                }
                store<T, N>(y + at * s.channels + part.column, value[b]);
            }
        }
    }
}

template <typename T, int N, bool ADD>
__global__ void __launch_bounds__(BLOCK, 3)
    normalise_first(const T* __restrict__ x, const T* __restrict__ side, const float* __restrict__ mean,
                    const float* __restrict__ gain, const float* __restrict__ offset, T* __restrict__ y, Channels s,
                    int32 relu) {
    constexpr int VECTORS = ADD ? FEW : (N >= 4 ? SOME : MANY);
    PlanePart part = plane_part<N>(s);
    float m = mean[part.channel], g = gain[part.channel], o = offset[part.channel];
    while (part.first < part.end) {
        Vec<T, N> value[VECTORS], other[ADD ? VECTORS : 1];
        int64 places[VECTORS];
#pragma unroll
        for (int b = 0; b < VECTORS; b++) {
            places[b] = part.first < part.end ? part.at() * N : -1;
            if (places[b] >= 0) {
                value[b] = load<T, N>(x + places[b]);
                if (ADD) other[b] = load<T, N>(side + places[b]);
            }
            part.next();
        }
#pragma unroll
        for (int b = 0; b < VECTORS; b++) {
            if (places[b] >= 0) {
#pragma unroll
                for (int i = 0; i < N; i++) {
                    float result = (widen(value[b].value[i]) - m) * g + o;
                    if (ADD) result += widen(other[b].value[i]);
                    value[b].value[i] = finished<T>(result, relu);
                }
                store<T, N>(y + places[b], value[b]);
            }
        }
    }
}

// -- the gradient -----------------------------------------------------------------------------------------------------

// partial: [splits, 2, channels], the sums of dy and of dy * (x - mean).
template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    gradient_sums_last(const T* __restrict__ dy, const T* __restrict__ x, const float* __restrict__ mean,
                       double* __restrict__ partial, Channels s) {
    __shared__ double shared[N * BLOCK];
    constexpr int ROWS = N >= 8 ? FEW : (N >= 4 ? SOME : MANY);
    RowPart part = row_part<N>(s);
    float m[N], sum[N] = {}, product[N] = {};
    if (part.active) {
#pragma unroll
        for (int i = 0; i < N; i++) m[i] = mean[part.column + i];
    }
    for (int64 row = part.first; row < part.end; row += int64(ROWS) * part.step) {
        Vec<T, N> gradient[ROWS], value[ROWS];
#pragma unroll
        for (int b = 0; b < ROWS; b++) {
            int64 at = row + int64(b) * part.step;
            if (at < part.end) {
                gradient[b] = load<T, N>(dy + at * s.channels + part.column);
                value[b] = load<T, N>(x + at * s.channels + part.column);
            }
        }
        float some[N] = {}, products[N] = {};  // of these rows, so that long sums have fewer terms
#pragma unroll
        for (int b = 0; b < ROWS; b++) {
            if (row + int64(b) * part.step < part.end) {
#pragma unroll
                for (int i = 0; i < N; i++) {
                    float g = widen(gradient[b].value[i]);
                    some[i] += g;
                    products[i] += g * (widen(value[b].value[i]) - m[i]);
                }
            }
        }
#pragma unroll
        for (int i = 0; i < N; i++) {
            sum[i] += some[i];
            product[i] += products[i];
        }
    }
    int64 split = blockIdx.x / uint32(s.chunks);
    double* into = partial + 2 * split * s.channels + part.column;
    bool writes = part.active && threadIdx.x < uint32(s.width);
    double total[N];
#pragma unroll
    for (int i = 0; i < N; i++) total[i] = sum[i];
    sum_rows<N, BLOCK>(total, shared, s.width, part.step);
#pragma unroll
    for (int i = 0; i < N; i++) {
        if (writes) into[i] = total[i];
        total[i] = product[i];
    }
    sum_rows<N, BLOCK>(total, shared, s.width, part.step);
#pragma unroll
    for (int i = 0; i < N; i++)
        if (writes) into[s.channels + i] = total[i];
}

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    gradient_sums_first(const T* __restrict__ dy, const T* __restrict__ x, const float* __restrict__ mean,
                        double* __restrict__ partial, Channels s) {
    __shared__ double shared[2 * BLOCK];
    constexpr int VECTORS = N >= 4 ? SOME : MANY;
    PlanePart part = plane_part<N>(s);
    float m = mean[part.channel], sum = 0.0f, product = 0.0f;
    while (part.first < part.end) {
        Vec<T, N> gradient[VECTORS], value[VECTORS];
        bool there[VECTORS];
#pragma unroll
        for (int b = 0; b < VECTORS; b++) {
            there[b] = part.first < part.end;
            if (there[b]) {
                gradient[b] = load<T, N>(dy + part.at() * N);
                value[b] = load<T, N>(x + part.at() * N);
            }
            part.next();
        }
        float some = 0.0f, products = 0.0f;
#pragma unroll
        for (int b = 0; b < VECTORS; b++) {
            if (there[b]) {
#pragma unroll
                for (int i = 0; i < N; i++) {
                    float g = widen(gradient[b].value[i]);
                    some += g;
                    products += g * (widen(value[b].value[i]) - m);
                }
            }
        }
        sum += some;
        product += products;
    }
    double total[2] = {sum, product};
    sum_rows<2, BLOCK>(total, shared, 1, int32(blockDim.x));
    if (threadIdx.x == 0) {
        int64 split = int64(blockIdx.x) / s.channels;
        partial[2 * split * s.channels + part.channel] = total[0];
        partial[(2 * split + 1) * s.channels + part.channel] = total[1];
    }
}

// dscale, doffset, and of each channel: [3, channels] the mean of dy, the factor of x - mean, and that of all.
__global__ void __launch_bounds__(JOIN)
    gradient_statistics(const double* __restrict__ partial, const float* __restrict__ scale,
                        const float* __restrict__ variance, float* __restrict__ dscale, float* __restrict__ doffset,
                        float* __restrict__ factors, Channels s, float epsilon) {
    __shared__ double shared[2 * JOIN];
    int32 lane = int32(threadIdx.x) % LANES, row = int32(threadIdx.x) / LANES;
    int64 c = int64(blockIdx.x) * LANES + lane;
    double total[2] = {0.0, 0.0};
    if (c < s.channels) {
        for (int32 split = row; split < s.splits; split += JOIN / LANES) {
            total[0] += partial[2 * split * s.channels + c];
            total[1] += partial[(2 * split + 1) * s.channels + c];
        }
    }
    sum_rows<2, JOIN>(total, shared, LANES, JOIN / LANES);
    if (row || c >= s.channels) return;
    double count = double(s.rows) * double(s.pixels);
    float inverse = 1.0f / sqrtf(variance[c] + epsilon);
    doffset[c] = float(total[0]);
    dscale[c] = float(total[1]) * inverse;
    factors[c] = float(total[0] / count);
    factors[s.channels + c] = float(total[1] / count) * inverse * inverse;
    factors[2 * s.channels + c] = scale[c] * inverse;
}

// TRAINING: the statistics depend on x.
template <typename T, int N, bool TRAINING>
__global__ void __launch_bounds__(BLOCK, 3)
    gradient_last(const T* __restrict__ dy, const T* __restrict__ x, const float* __restrict__ mean,
                  const float* __restrict__ factors, T* __restrict__ dx, Channels s) {
    constexpr int ROWS = N >= 8 ? FEW : SOME;
    RowPart part = row_part<N>(s);
    if (!part.active) return;
    float m[N], average[N], slope[N], gain[N];
#pragma unroll
    for (int i = 0; i < N; i++) {
        int64 c = part.column + i;
        gain[i] = factors[2 * s.channels + c];
        if (TRAINING) {
            m[i] = mean[c];
            average[i] = factors[c];
            slope[i] = factors[s.channels + c];
        }
    }
    for (int64 row = part.first; row < part.end; row += int64(ROWS) * part.step) {
        Vec<T, N> gradient[ROWS], value[ROWS];
#pragma unroll
        for (int b = 0; b < ROWS; b++) {
            int64 at = row + int64(b) * part.step;
            if (at < part.end) {
                gradient[b] = load<T, N>(dy + at * s.channels + part.column);
                if (TRAINING) value[b] = load<T, N>(x + at * s.channels + part.column);
            }
        }
#pragma unroll
        for (int b = 0; b < ROWS; b++) {
            int64 at = row + int64(b) * part.step;
            if (at < part.end) {
#pragma unroll
                for (int i = 0; i < N; i++) {
                    float g = widen(gradient[b].value[i]);
                    if (TRAINING) g = g - average[i] - (widen(value[b].value[i]) - m[i]) * slope[i];
                    gradient[b].value[i] = narrow<T>(g * gain[i]);
                }
                store<T, N>(dx + at * s.channels + part.column, gradient[b]);
            }
        }
    }
}

template <typename T, int N, bool TRAINING>
__global__ void __launch_bounds__(BLOCK, 3)
    gradient_first(const T* __restrict__ dy, const T* __restrict__ x, const float* __restrict__ mean,
                   const float* __restrict__ factors, T* __restrict__ dx, Channels s) {
    constexpr int VECTORS = N >= 8 ? FEW : SOME;
    PlanePart part = plane_part<N>(s);
    float gain = factors[2 * s.channels + part.channel], m = 0.0f, average = 0.0f, slope = 0.0f;
    if (TRAINING) {
        m = mean[part.channel];
        average = factors[part.channel];
        slope = factors[s.channels + part.channel];
    }
    while (part.first < part.end) {
        Vec<T, N> gradient[VECTORS], value[VECTORS];
        int64 places[VECTORS];
#pragma unroll
        for (int b = 0; b < VECTORS; b++) {
            places[b] = part.first < part.end ? part.at() * N : -1;
            if (places[b] >= 0) {
                gradient[b] = load<T, N>(dy + places[b]);
                if (TRAINING) value[b] = load<T, N>(x + places[b]);
            }
            part.next();
        }
#pragma unroll
        for (int b = 0; b < VECTORS; b++) {
            if (places[b] >= 0) {
#pragma unroll
                for (int i = 0; i < N; i++) {
                    float g = widen(gradient[b].value[i]);
                    if (TRAINING) g = g - average - (widen(value[b].value[i]) - m) * slope;
                    gradient[b].value[i] = narrow<T>(g * gain);
                }
                store<T, N>(dx + places[b], gradient[b]);
            }
        }
    }
}
