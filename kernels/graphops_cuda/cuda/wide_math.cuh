// Functions of numbers as they are computed with, float or double, by one name each.

#pragma once
#include "numbers.cuh"

__device__ __forceinline__ float exp_of(float x) { return expf(x); }
__device__ __forceinline__ double exp_of(double x) { return exp(x); }
__device__ __forceinline__ float expm1_of(float x) { return expm1f(x); }
__device__ __forceinline__ double expm1_of(double x) { return expm1(x); }
__device__ __forceinline__ float log_of(float x) { return logf(x); }
__device__ __forceinline__ double log_of(double x) { return log(x); }
__device__ __forceinline__ float log1p_of(float x) { return log1pf(x); }
__device__ __forceinline__ double log1p_of(double x) { return log1p(x); }
__device__ __forceinline__ float abs_of(float x) { return fabsf(x); }
__device__ __forceinline__ double abs_of(double x) { return fabs(x); }

template <typename W>
__device__ __forceinline__ W infinity() {
    return W(bits_to_float(0x7f800000u));
}

template <typename W>
__device__ __forceinline__ W not_a_number() {
    return W(bits_to_float(0x7fc00000u));
}

// The larger one; what is not a number is larger than everything.
template <typename W>
__device__ __forceinline__ W larger(W a, W b) {
    return a > b || a != a ? a : b;
}
