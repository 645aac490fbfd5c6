// Pools over up to three spatial axes and their gradients. Tensors are [batch, A, B, W, channels]; what has its channels
// first is seen as one channel of more images.
//
// A gradient is gathered: each element of the input asks the windows that it lies in, in the order of their taps, so
// that results repeat bit for bit.  Which tap was a window's maximum is found once, by `winners`.

#include "numbers.cuh"
#include "wide_math.cuh"

constexpr int BLOCK = 256;

struct Pool {
    int64 channels;
    int64 count;             // places that the kernel computes: outputs, or inputs for a gradient
    int64 places;            // of a block
    int32 in[3], out[3], kernel[3], stride[3], before[3];
    int32 width, chunks;     // threads side by side, one for each vector of channels, and blocks side by side
};

// Where a thread is: an image and three coordinates, and how far its next place is.
struct Place {
    int64 image, end, at, column;  // at: the number of the place; column: the first of N channels
    int32 a, b, w;
    int32 on_images, on_a, on_b, on_w, step;

    __device__ __forceinline__ void next(const int32 (&sizes)[3]) {
        at += step;
        w += on_w;
        b += on_b;
        a += on_a;
        image += on_images;
        if (w >= sizes[2]) {
            w -= sizes[2];
            b += 1;
        }
        if (b >= sizes[1]) {
            b -= sizes[1];
            a += 1;
        }
        if (a >= sizes[0]) {
            a -= sizes[0];
            image += 1;
        }
    }
};

// Block chunk + chunks * part; thread lane + width * row.
template <int N>
__device__ __forceinline__ Place first_place(const Pool& s, const int32 (&sizes)[3]) {
    uint32 width = uint32(s.width), row = threadIdx.x / width;
    Place p;
    p.column = (int64(blockIdx.x % uint32(s.chunks)) * width + threadIdx.x % width) * N;
    p.step = int32(blockDim.x / width);
    int64 begin = int64(blockIdx.x / uint32(s.chunks)) * s.places;
    p.at = begin + row;
    p.end = min(begin + s.places, s.count);
    if (p.column >= s.channels || row >= uint32(p.step)) p.end = 0;
    p.w = int32(p.at % sizes[2]);
    int64 rest = p.at / sizes[2];
    p.b = int32(rest % sizes[1]);
    rest /= sizes[1];
    p.a = int32(rest % sizes[0]);
    p.image = rest / sizes[0];
    p.on_w = p.step % sizes[2];
    int32 on = p.step / sizes[2];
    p.on_b = on % sizes[1];
    on /= sizes[1];
    p.on_a = on % sizes[0];
    p.on_images = on / sizes[0];
    return p;
}

// What of the window of output o lies in the input along an axis: taps low ... high - 1, the first at element `start`.
struct Span {
    int32 start, low, high;
};

__device__ __forceinline__ Span window_of(const Pool& s, int axis, int32 o) {
    Span span;
    span.start = int32(int64(o) * s.stride[axis] - s.before[axis]);
    span.low = max(-span.start, 0);
    span.high = min(s.kernel[axis], s.in[axis] - span.start);
    return span;
}

// The outputs low ... high - 1 whose windows element i lies in along an axis.
__device__ __forceinline__ Span windows_with(const Pool& s, int axis, int32 i) {
    Span span;
    span.start = i + s.before[axis];
    int32 first = span.start - s.kernel[axis] + 1;
    span.low = first <= 0 ? 0 : (first - 1) / s.stride[axis] + 1;
    span.high = min(span.start / s.stride[axis] + 1, s.out[axis]);
    return span;
}

__device__ __forceinline__ int64 input_row(const Pool& s, int64 image, int32 a, int32 b) {
    return ((image * s.in[0] + a) * s.in[1] + b) * s.in[2];
}

__device__ __forceinline__ int64 output_row(const Pool& s, int64 image, int32 a, int32 b) {
    return ((image * s.out[0] + a) * s.out[1] + b) * s.out[2];
}

// -- forward ----------------------------------------------------------------------------------------------------------

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3) maximum(const T* __restrict__ x, T* __restrict__ y, Pool s) {
    for (Place p = first_place<N>(s, s.out); p.at < p.end; p.next(s.out)) {
        Span a = window_of(s, 0, p.a), b = window_of(s, 1, p.b), w = window_of(s, 2, p.w);
        Wide<T> best[N];
#pragma unroll
        for (int i = 0; i < N; i++) best[i] = -infinity<Wide<T>>();
        for (int32 ka = a.low; ka < a.high; ka++)
            for (int32 kb = b.low; kb < b.high; kb++) {
                const T* row =
                    x + (input_row(s, p.image, a.start + ka, b.start + kb) + w.start) * s.channels + p.column;
#pragma unroll 4
                for (int32 kw = w.low; kw < w.high; kw++) {
                    Vec<T, N> value = load<T, N>(row + kw * s.channels);
#pragma unroll
                    for (int i = 0; i < N; i++) best[i] = larger(widen(value.value[i]), best[i]);
                }
            }
        Vec<T, N> result;
#pragma unroll
        for (int i = 0; i < N; i++) result.value[i] = narrow<T>(best[i]);
        store<T, N>(y + p.at * s.channels + p.column, result);
    }
}

__device__ __forceinline__ int64 elements_of(const Span& a, const Span& b, const Span& w) {
    return int64(max(a.high - a.low, 0)) * max(b.high - b.low, 0) * max(w.high - w.low, 0);
}

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3) average(const T* __restrict__ x, T* __restrict__ y, Pool s) {
    for (Place p = first_place<N>(s, s.out); p.at < p.end; p.next(s.out)) {
        Span a = window_of(s, 0, p.a), b = window_of(s, 1, p.b), w = window_of(s, 2, p.w);
        Wide<T> sum[N] = {};
        for (int32 ka = a.low; ka < a.high; ka++)
            for (int32 kb = b.low; kb < b.high; kb++) {
                const T* row =
                    x + (input_row(s, p.image, a.start + ka, b.start + kb) + w.start) * s.channels + p.column;
#pragma unroll 4
                for (int32 kw = w.low; kw < w.high; kw++) {
                    Vec<T, N> value = load<T, N>(row + kw * s.channels);
#pragma unroll
                    for (int i = 0; i < N; i++) sum[i] += widen(value.value[i]);
                }
            }
        Wide<T> count = Wide<T>(max(elements_of(a, b, w), int64(1)));
        Vec<T, N> result;
#pragma unroll
        for (int i = 0; i < N; i++) result.value[i] = narrow<T>(sum[i] / count);
        store<T, N>(y + p.at * s.channels + p.column, result);
    }
}

// -- which tap was the maximum ----------------------------------------------------------------------------------------

// Taps are numbered as they lie in the window, also those outside of the input.
__device__ __forceinline__ int32 tap_of(const Pool& s, int32 ka, int32 kb, int32 kw) {
    return (ka * s.kernel[1] + kb) * s.kernel[2] + kw;
}

// The first tap with the maximum of each channel, -1 where no tap lies in the input; what is not a number is the
// maximum if it comes first, and never otherwise.
template <typename T, int N>
__device__ __forceinline__ void find_winners(const T* __restrict__ x, const Pool& s, const Place& p, int32 (&tap)[N],
                                             Wide<T> (&best)[N]) {
    Span a = window_of(s, 0, p.a), b = window_of(s, 1, p.b), w = window_of(s, 2, p.w);
#pragma unroll
    for (int i = 0; i < N; i++) {
        tap[i] = -1;
        best[i] = Wide<T>(0);
    }
    for (int32 ka = a.low; ka < a.high; ka++)
        for (int32 kb = b.low; kb < b.high; kb++) {
            const T* row = x + (input_row(s, p.image, a.start + ka, b.start + kb) + w.start) * s.channels + p.column;
#pragma unroll 4
            for (int32 kw = w.low; kw < w.high; kw++) {
                Vec<T, N> value = load<T, N>(row + kw * s.channels);
                int32 here = tap_of(s, ka, kb, kw);
#pragma unroll
                for (int i = 0; i < N; i++) {
                    Wide<T> number = widen(value.value[i]);
                    bool better = tap[i] < 0 || number > best[i];
                    best[i] = better ? number : best[i];
                    tap[i] = better ? here : tap[i];
                }
            }
        }
}

// index: of each output, as I; the last number of an unsigned I for none.
template <typename T, typename I, int N>
__global__ void __launch_bounds__(BLOCK, 3) winners(const T* __restrict__ x, I* __restrict__ index, Pool s) {
    for (Place p = first_place<N>(s, s.out); p.at < p.end; p.next(s.out)) {
        int32 tap[N];
        Wide<T> best[N];
        find_winners<T, N>(x, s, p, tap, best);
        Vec<I, N> result;
#pragma unroll
        for (int i = 0; i < N; i++) result.value[i] = I(tap[i]);
        store<I, N>(index + p.at * s.channels + p.column, result);
    }
}

// -- gradients --------------------------------------------------------------------------------------------------------

template <typename T, typename I, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    maximum_gradient(const I* __restrict__ index, const T* __restrict__ dy, T* __restrict__ dx, Pool s) {
    for (Place p = first_place<N>(s, s.in); p.at < p.end; p.next(s.in)) {
        Span a = windows_with(s, 0, p.a), b = windows_with(s, 1, p.b), w = windows_with(s, 2, p.w);
        Wide<T> sum[N] = {};
        for (int32 oa = a.high - 1; oa >= a.low; oa--)
            for (int32 ob = b.high - 1; ob >= b.low; ob--) {
                int64 row = output_row(s, p.image, oa, ob);
#pragma unroll 2
                for (int32 ow = w.high - 1; ow >= w.low; ow--) {
                    int64 from = (row + ow) * s.channels + p.column;
                    Vec<I, N> winner = load<I, N>(index + from);
                    Vec<T, N> gradient = load<T, N>(dy + from);
                    I tap = I(tap_of(s, a.start - oa * s.stride[0], b.start - ob * s.stride[1],
                                     w.start - ow * s.stride[2]));
#pragma unroll
                    for (int i = 0; i < N; i++)
                        if (winner.value[i] == tap) sum[i] += widen(gradient.value[i]);
                }
            }
        Vec<T, N> result;
#pragma unroll
        for (int i = 0; i < N; i++) result.value[i] = narrow<T>(sum[i]);
        store<T, N>(dx + p.at * s.channels + p.column, result);
    }
}

template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3) average_gradient(const T* __restrict__ dy, T* __restrict__ dx, Pool s) {
    for (Place p = first_place<N>(s, s.in); p.at < p.end; p.next(s.in)) {
        Span a = windows_with(s, 0, p.a), b = windows_with(s, 1, p.b), w = windows_with(s, 2, p.w);
        Wide<T> sum[N] = {};
        for (int32 oa = a.high - 1; oa >= a.low; oa--)
            for (int32 ob = b.high - 1; ob >= b.low; ob--) {
                int64 row = output_row(s, p.image, oa, ob);
                Span of_a = window_of(s, 0, oa), of_b = window_of(s, 1, ob);
#pragma unroll 2
                for (int32 ow = w.high - 1; ow >= w.low; ow--) {
                    Vec<T, N> gradient = load<T, N>(dy + (row + ow) * s.channels + p.column);
                    Wide<T> share = Wide<T>(1) / Wide<T>(elements_of(of_a, of_b, window_of(s, 2, ow)));
#pragma unroll
                    for (int i = 0; i < N; i++) sum[i] += widen(gradient.value[i]) * share;
                }
            }
        Vec<T, N> result;
#pragma unroll
        for (int i = 0; i < N; i++) result.value[i] = narrow<T>(sum[i]);
        store<T, N>(dx + p.at * s.channels + p.column, result);
    }
}

// -- what is where the maximum was ------------------------------------------------------------------------------------

// Where the winner `tap` of an output lies in the input.
__device__ __forceinline__ int64 input_place(const Pool& s, const Place& p, int32 tap) {
    int32 kw = tap % s.kernel[2], kb = tap / s.kernel[2] % s.kernel[1], ka = tap / s.kernel[2] / s.kernel[1];
    Span a = window_of(s, 0, p.a), b = window_of(s, 1, p.b), w = window_of(s, 2, p.w);
    return input_row(s, p.image, a.start + ka, b.start + kb) + w.start + kw;
}

// The gradient of the gradient: what `values`, like x, has at each maximum; 0 where there is none.
template <typename T, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    picked(const T* __restrict__ x, const T* __restrict__ values, T* __restrict__ y, Pool s) {
    for (Place p = first_place<N>(s, s.out); p.at < p.end; p.next(s.out)) {
        int32 tap[N];
        Wide<T> best[N];
        find_winners<T, N>(x, s, p, tap, best);
        Vec<T, N> result;
#pragma unroll
        for (int i = 0; i < N; i++)
            result.value[i] = tap[i] < 0 ? narrow<T>(Wide<T>(0))
                                         : values[input_place(s, p, tap[i]) * s.channels + p.column + i];
        store<T, N>(y + p.at * s.channels + p.column, result);
    }
}

// The maxima and where they are: the number of the element in its image, or in the batch.
template <typename T, typename I, int N>
__global__ void __launch_bounds__(BLOCK, 3)
    maximum_and_place(const T* __restrict__ x, T* __restrict__ y, I* __restrict__ places, Pool s, int32 in_batch) {
    for (Place p = first_place<N>(s, s.out); p.at < p.end; p.next(s.out)) {
        int32 tap[N];
        Wide<T> best[N];
        find_winners<T, N>(x, s, p, tap, best);
        Vec<T, N> result;
        int64 first = input_row(s, p.image, 0, 0), to = p.at * s.channels + p.column;
#pragma unroll
        for (int i = 0; i < N; i++) {
            result.value[i] = narrow<T>(best[i]);
            int64 place = tap[i] < 0 ? first : input_place(s, p, tap[i]);
            places[to + i] = I((in_batch ? place : place - first) * s.channels + p.column + i);
        }
        store<T, N>(y + to, result);
    }
}
