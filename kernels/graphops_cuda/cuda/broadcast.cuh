// Where the operands of an element of a result are, when their shapes broadcast.

#pragma once
#include "numbers.cuh"

constexpr int MOST_AXES = 6;
constexpr int MOST_OPERANDS = 3;

// Neighbouring axes along which all operands go on, or all stay, are one here; axes of size 1 are none.
struct Broadcast {
    int64 count;                              // elements of the result
    int32 rank;                               // 1 or more
    int32 vectors;                            // whether whole vectors can be moved
    int32 inner[MOST_OPERANDS];               // strides along the last axis: 1, or 0 for an element that is repeated
    int64 size[MOST_AXES];                    // of the result
    int64 stride[MOST_OPERANDS][MOST_AXES];   // in elements
};

template <typename I, int OPERANDS>
__device__ __forceinline__ void find(const Broadcast& b, I rest, int64 (&at)[OPERANDS]) {
#pragma unroll
    for (int k = 0; k < OPERANDS; k++) at[k] = 0;
    for (int axis = b.rank - 1; axis > 0; axis--) {
        I size = I(b.size[axis]);
        I index = rest % size;
        rest /= size;
#pragma unroll
        for (int k = 0; k < OPERANDS; k++) at[k] += int64(index) * b.stride[k][axis];
    }
#pragma unroll
    for (int k = 0; k < OPERANDS; k++) at[k] += int64(rest) * b.stride[k][0];
}

// The places of the operands of element `place`. Divisions of 32 bits take a quarter of the time.
template <int OPERANDS>
__device__ __forceinline__ void places(const Broadcast& b, int64 place, int64 (&at)[OPERANDS]) {
    if (b.count <= 0x7fffffff) {
        find<uint32>(b, uint32(place), at);
    } else {
        find<int64>(b, place, at);
    }
}

// N neighbours of an operand, or N times one element.
template <typename T, int N>
__device__ __forceinline__ Vec<T, N> operand(const T* address, int32 inner) {
    if (inner) return load<T, N>(address);
    Vec<T, N> same;
    T value = *address;
#pragma unroll
    for (int i = 0; i < N; i++) same.value[i] = value;
    return same;
}
