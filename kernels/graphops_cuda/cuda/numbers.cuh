// Numbers as kernels see them: half and bfloat16 as 16 bits that are widened to float to be computed with, vectors
// that are moved with one instruction, and the dtype that sums are kept in.
//
// Nothing here needs a header of the toolkit, so that NVRTC compiles it wherever it is installed, and nothing needs an
// instruction newer than sm_75 without another way beside it.

#pragma once

typedef unsigned char uint8;
typedef signed char int8;
typedef unsigned short uint16;
typedef unsigned int uint32;
typedef int int32;
typedef long long int64;
typedef unsigned long long uint64;

struct alignas(2) half_t {
    uint16 bits;
};

struct alignas(2) bfloat16_t {
    uint16 bits;
};

__device__ __forceinline__ float bits_to_float(uint32 bits) {
#ifdef GRAPHOPS_ON_HOST
    float value;
    __builtin_memcpy(&value, &bits, 4);
    return value;
#else
    return __uint_as_float(bits);
#endif
}

__device__ __forceinline__ uint32 float_to_bits(float value) {
#ifdef GRAPHOPS_ON_HOST
    uint32 bits;
    __builtin_memcpy(&bits, &value, 4);
    return bits;
#else
    return __float_as_uint(value);
#endif
}

// -- widening: exact ------------------------------------------------------------------------------------------------

__device__ __forceinline__ float widen(float value) { return value; }
__device__ __forceinline__ double widen(double value) { return value; }
__device__ __forceinline__ int32 widen(int32 value) { return value; }
__device__ __forceinline__ int64 widen(int64 value) { return value; }

__device__ __forceinline__ float widen(bfloat16_t value) { return bits_to_float(uint32(value.bits) << 16); }

__device__ __forceinline__ float widen(half_t value) {
#ifdef GRAPHOPS_ON_HOST
    _Float16 number;
    __builtin_memcpy(&number, &value.bits, 2);
    return float(number);
#else
    float wide;
    asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(value.bits));
    return wide;
#endif
}

// -- narrowing: to the nearest, ties to even -------------------------------------------------------------------------

template <typename T>
struct Narrow;

template <>
struct Narrow<float> {
    typedef float wide;
    static __device__ __forceinline__ float from(float value) { return value; }
};

template <>
struct Narrow<double> {
    typedef double wide;
    static __device__ __forceinline__ double from(double value) { return value; }
};

template <>
struct Narrow<int32> {
    typedef int32 wide;
    static __device__ __forceinline__ int32 from(int32 value) { return value; }
};

template <>
struct Narrow<int64> {
    typedef int64 wide;
    static __device__ __forceinline__ int64 from(int64 value) { return value; }
};

template <>
struct Narrow<half_t> {
    typedef float wide;
    static __device__ __forceinline__ half_t from(float value) {
        half_t result;
#ifdef GRAPHOPS_ON_HOST
        _Float16 number = _Float16(value);
        __builtin_memcpy(&result.bits, &number, 2);
#else
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
#endif
        return result;
    }
};

template <>
struct Narrow<bfloat16_t> {
    typedef float wide;
    static __device__ __forceinline__ bfloat16_t from(float value) {
        bfloat16_t result;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(result.bits) : "f"(value));
#else
        uint32 bits = float_to_bits(value);
        if ((bits & 0x7fffffffu) > 0x7f800000u) {
            result.bits = uint16((bits >> 16) | 0x40u);  // NaN stays NaN
        } else {
            result.bits = uint16((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
        }
#endif
        return result;
    }
};

// The dtype that T is computed in, and back.
template <typename T>
using Wide = typename Narrow<T>::wide;

template <typename T>
__device__ __forceinline__ T narrow(Wide<T> value) {
    return Narrow<T>::from(value);
}

// -- vectors: N elements that are moved at once; the address must be a multiple of their size --------------------------

template <typename T, int N>
struct alignas(sizeof(T) * N) Vec {
    T value[N];
};

template <typename T, int N>
__device__ __forceinline__ Vec<T, N> load(const T* address) {
    return *reinterpret_cast<const Vec<T, N>*>(address);
}

template <typename T, int N>
__device__ __forceinline__ void store(T* address, const Vec<T, N>& vector) {
    *reinterpret_cast<Vec<T, N>*>(address) = vector;
}
