// Sums of what the threads of a block hold, always in the same order. All threads of the block take part.

#pragma once
#include "numbers.cuh"
#include "wide_math.cuh"

// The sums over threads t, t + width, t + 2 * width ... of each of N values; `rows` threads are added up, those from
// width * rows on are left out. Every thread gets the sums of its own column.
template <int N, int BLOCK>
__device__ __forceinline__ void sum_rows(double (&values)[N], double (&shared)[N * BLOCK], int32 width, int32 rows) {
    int32 thread = int32(threadIdx.x), row = thread / width;
#pragma unroll
    for (int i = 0; i < N; i++) shared[i * BLOCK + thread] = values[i];
    __syncthreads();
    int32 half = 1;
    while (half < rows) half *= 2;
    for (half /= 2; half; half /= 2) {
        if (row < half && row + half < rows) {
#pragma unroll
            for (int i = 0; i < N; i++) shared[i * BLOCK + thread] += shared[i * BLOCK + thread + half * width];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < N; i++) values[i] = shared[i * BLOCK + thread % width];
    __syncthreads();
}
