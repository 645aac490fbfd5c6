// Functions of one, two or three tensors, element by element: one pass each, computed in the accumulator dtype and
// rounded once. Operands broadcast.

#include "numbers.cuh"
#include "broadcast.cuh"
#include "scalar_functions.cuh"

template <typename F, typename T, typename O, int N>
__global__ void unary(const T* __restrict__ x, O* __restrict__ y, int64 count) {
    int64 first = (int64(blockIdx.x) * blockDim.x + threadIdx.x) * N;
    if (first + N <= count) {
        Vec<T, N> in = load<T, N>(x + first);
        Vec<O, N> out;
#pragma unroll
        for (int i = 0; i < N; i++) out.value[i] = Result<O>::from(F::apply(widen(in.value[i])));
        store<O, N>(y + first, out);
        return;
    }
    for (int64 at = first; at < count; at++) y[at] = Result<O>::from(F::apply(widen(x[at])));
}

template <typename F, typename T, typename O, int N>
__global__ void binary(const T* __restrict__ x, const T* __restrict__ y, O* __restrict__ out, Broadcast b) {
    int64 first = (int64(blockIdx.x) * blockDim.x + threadIdx.x) * N;
    int64 at[2];
    if (b.vectors && first + N <= b.count) {
        places(b, first, at);
        Vec<T, N> left = operand<T, N>(x + at[0], b.inner[0]), right = operand<T, N>(y + at[1], b.inner[1]);
        Vec<O, N> result;
#pragma unroll
        for (int i = 0; i < N; i++)
            result.value[i] = Result<O>::from(F::apply(widen(left.value[i]), widen(right.value[i])));
        store<O, N>(out + first, result);
        return;
    }
    for (int64 place = first; place < first + N && place < b.count; place++) {
        places(b, place, at);
        out[place] = Result<O>::from(F::apply(widen(x[at[0]]), widen(y[at[1]])));
    }
}

template <typename F, typename T, int N>
__global__ void ternary(const T* __restrict__ x, const T* __restrict__ y, const T* __restrict__ z,
                        T* __restrict__ out, Broadcast b) {
    int64 first = (int64(blockIdx.x) * blockDim.x + threadIdx.x) * N;
    int64 at[3];
    if (b.vectors && first + N <= b.count) {
        places(b, first, at);
        Vec<T, N> in0 = operand<T, N>(x + at[0], b.inner[0]);
        Vec<T, N> in1 = operand<T, N>(y + at[1], b.inner[1]), in2 = operand<T, N>(z + at[2], b.inner[2]);
#pragma unroll
        for (int i = 0; i < N; i++)
            in0.value[i] = narrow<T>(F::apply(widen(in0.value[i]), widen(in1.value[i]), widen(in2.value[i])));
        store<T, N>(out + first, in0);
        return;
    }
    for (int64 place = first; place < first + N && place < b.count; place++) {
        places(b, place, at);
        out[place] = narrow<T>(F::apply(widen(x[at[0]]), widen(y[at[1]]), widen(z[at[2]])));
    }
}

// The sum of `many` tensors of one shape, at most eight, added in their order.
template <typename T, int N>
__global__ void sum_of_many(const T* __restrict__ x0, const T* __restrict__ x1, const T* __restrict__ x2,
                            const T* __restrict__ x3, const T* __restrict__ x4, const T* __restrict__ x5,
                            const T* __restrict__ x6, const T* __restrict__ x7, T* __restrict__ y, int64 count,
                            int32 many) {
    const T* x[8] = {x0, x1, x2, x3, x4, x5, x6, x7};
    int64 first = (int64(blockIdx.x) * blockDim.x + threadIdx.x) * N;
    if (first + N <= count) {
        Wide<T> total[N];
        Vec<T, N> in = load<T, N>(x0 + first);
#pragma unroll
        for (int i = 0; i < N; i++) total[i] = widen(in.value[i]);
#pragma unroll
        for (int k = 1; k < 8; k++) {
            if (k >= many) break;
            in = load<T, N>(x[k] + first);
#pragma unroll
            for (int i = 0; i < N; i++) total[i] += widen(in.value[i]);
        }
#pragma unroll
        for (int i = 0; i < N; i++) in.value[i] = narrow<T>(total[i]);
        store<T, N>(y + first, in);
        return;
    }
    for (int64 at = first; at < count; at++) {
        Wide<T> total = widen(x0[at]);
#pragma unroll
        for (int k = 1; k < 8; k++)
            if (k < many) total += widen(x[k][at]);
        y[at] = narrow<T>(total);
    }
}
