// The language of CUDA for the C++ compiler of the host: its keywords, its built-in variables and the functions that
// our kernels may use.  Put before a source of ours; what waits for other threads is left to block_on_host.cpp.
//
// Only what the kernels may use on every architecture is here: a kernel that needs more does not compile.

#pragma once
#define GRAPHOPS_ON_HOST 1

#include <math.h>

#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
// On the host the thread's own storage of a library holds nothing but this, so that it can be found and spoilt.
#define __shared__ static thread_local

// Of ours: the compiler puts no check of addresses in.
#define GRAPHOPS_UNCHECKED __attribute__((no_sanitize("thread"), noinline))

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

// -- what the host keeps for the threads ----------------------------------------------------------------------------

namespace graphops_host {

struct Place {  // of the thread that runs
    uint3 thread, block;
    dim3 block_size, grid_size;
};

enum WarpOperation { shuffle, shuffle_up, shuffle_down, shuffle_xor, ballot, any, all, sync_warp };
enum BarrierOperation { sync, sync_count, sync_and, sync_or };
enum Access { reads, writes, atomic };

struct Host {  // functions of block_on_host.cpp; `line` is where the source calls
    int (*barrier)(BarrierOperation operation, int predicate, int line);
    unsigned long long (*warp)(WarpOperation operation, unsigned mask, unsigned long long value, int lane, int width,
                               int line);
    void (*fail)(const char* what, int line);  // does not return
    void* (*dynamic_shared)();
    // Before each access of memory that is more than a variable of the thread; `from` is an address in the code.
    void (*access)(Access kind, unsigned long address, unsigned long size, void* from);
};

}  // namespace graphops_host

#ifndef GRAPHOPS_HOST_RUNTIME

// All else stays inside: libraries of two sources may have kernels of one name.
#define GRAPHOPS_EXPORTED __attribute__((visibility("default")))

extern "C" {
GRAPHOPS_EXPORTED graphops_host::Host graphops_functions = {};
GRAPHOPS_EXPORTED graphops_host::Place graphops_place = {};
// That the thread's own storage exists once this has been called.
GRAPHOPS_EXPORTED char* graphops_shared() {
    static thread_local char first;
    return &first;
}
}

#define threadIdx (const_cast<const uint3&>(graphops_place.thread))
#define blockIdx (const_cast<const uint3&>(graphops_place.block))
#define blockDim (const_cast<const dim3&>(graphops_place.block_size))
#define gridDim (const_cast<const dim3&>(graphops_place.grid_size))
constexpr int warpSize = 32;

// -- barriers -------------------------------------------------------------------------------------------------------

inline void __syncthreads(int line = __builtin_LINE()) {
    graphops_functions.barrier(graphops_host::sync, 0, line);
}
inline int __syncthreads_count(int predicate, int line = __builtin_LINE()) {
    return graphops_functions.barrier(graphops_host::sync_count, predicate, line);
}
inline int __syncthreads_and(int predicate, int line = __builtin_LINE()) {
    return graphops_functions.barrier(graphops_host::sync_and, predicate, line);
}
inline int __syncthreads_or(int predicate, int line = __builtin_LINE()) {
    return graphops_functions.barrier(graphops_host::sync_or, predicate, line);
}
inline void __syncwarp(unsigned mask = 0xffffffffu, int line = __builtin_LINE()) {
    graphops_functions.warp(graphops_host::sync_warp, mask, 0, 0, 32, line);
}
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

// -- what the threads of a warp tell each other ---------------------------------------------------------------------

namespace graphops_host {

template <typename T>
T exchange(WarpOperation operation, unsigned mask, T value, int lane, int width, int line) {
    static_assert(std::is_arithmetic<T>::value && (sizeof(T) == 4 || sizeof(T) == 8), "a shuffle moves 4 or 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    bits = graphops_functions.warp(operation, mask, bits, lane, width, line);
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

}  // namespace graphops_host

template <typename T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32, int line = __builtin_LINE()) {
    return graphops_host::exchange(graphops_host::shuffle, mask, value, lane, width, line);
}
template <typename T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, int line = __builtin_LINE()) {
    return graphops_host::exchange(graphops_host::shuffle_up, mask, value, int(delta), width, line);
}
template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, int line = __builtin_LINE()) {
    return graphops_host::exchange(graphops_host::shuffle_down, mask, value, int(delta), width, line);
}
template <typename T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32, int line = __builtin_LINE()) {
    return graphops_host::exchange(graphops_host::shuffle_xor, mask, value, lanes, width, line);
}
inline unsigned __ballot_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
    return unsigned(graphops_functions.warp(graphops_host::ballot, mask, predicate != 0, 0, 32, line));
}
inline int __any_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
    return int(graphops_functions.warp(graphops_host::any, mask, predicate != 0, 0, 32, line));
}
inline int __all_sync(unsigned mask, int predicate, int line = __builtin_LINE()) {
    return int(graphops_functions.warp(graphops_host::all, mask, predicate != 0, 0, 32, line));
}

// -- atomic operations: no other thread runs between two barriers, so that plain ones do ----------------------------

namespace graphops_host {
template <typename T>
using Given = typename std::common_type<T>::type;  // the pointer alone says which T it is

template <typename T>
void check_atomic(T* address, void* from) {
    graphops_functions.access(atomic, reinterpret_cast<unsigned long>(address), sizeof(T), from);
}
}  // namespace graphops_host


#define GRAPHOPS_ATOMIC(name, result)                                                                                \
    template <typename T>                                                                                            \
    GRAPHOPS_UNCHECKED T name(T* address, graphops_host::Given<T> value) {                                           \
        graphops_host::check_atomic(address, __builtin_return_address(0));                                           \
        T old = *address;                                                                                            \
        *address = T(result);                                                                                        \
        return old;                                                                                                  \
    }
GRAPHOPS_ATOMIC(atomicAdd, old + value)
GRAPHOPS_ATOMIC(atomicSub, old - value)
GRAPHOPS_ATOMIC(atomicExch, value)
GRAPHOPS_ATOMIC(atomicMax, old < value ? value : old)
GRAPHOPS_ATOMIC(atomicMin, value < old ? value : old)
GRAPHOPS_ATOMIC(atomicAnd, old & value)
GRAPHOPS_ATOMIC(atomicOr, old | value)
GRAPHOPS_ATOMIC(atomicXor, old ^ value)
GRAPHOPS_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
#undef GRAPHOPS_ATOMIC

template <typename T>
GRAPHOPS_UNCHECKED T atomicCAS(T* address, graphops_host::Given<T> compare, graphops_host::Given<T> value) {
    graphops_host::check_atomic(address, __builtin_return_address(0));
    T old = *address;
    if (old == compare) *address = value;
    return old;
}

// -- bits -----------------------------------------------------------------------------------------------------------

namespace graphops_host {

template <typename To, typename From>
To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "both must have as many bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof(To));
    return to;
}

}  // namespace graphops_host

template <typename T>
T __ldg(const T* address) {
    return *address;
}
inline unsigned __float_as_uint(float value) { return graphops_host::same_bits<unsigned>(value); }
inline int __float_as_int(float value) { return graphops_host::same_bits<int>(value); }
inline float __uint_as_float(unsigned bits) { return graphops_host::same_bits<float>(bits); }
inline float __int_as_float(int bits) { return graphops_host::same_bits<float>(bits); }
inline long long __double_as_longlong(double value) { return graphops_host::same_bits<long long>(value); }
inline double __longlong_as_double(long long bits) { return graphops_host::same_bits<double>(bits); }
inline int __popc(unsigned value) { return __builtin_popcount(value); }
inline int __popcll(unsigned long long value) { return __builtin_popcountll(value); }
inline int __clz(int value) { return value ? __builtin_clz(unsigned(value)) : 32; }
inline int __clzll(long long value) { return value ? __builtin_clzll((unsigned long long)value) : 64; }
inline int __ffs(int value) { return __builtin_ffs(value); }
inline int __ffsll(long long value) { return __builtin_ffsll(value); }
inline unsigned __umulhi(unsigned a, unsigned b) { return unsigned((unsigned long long)a * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    __extension__ typedef unsigned __int128 wide;
    return (unsigned long long)(wide(a) * b >> 64);
}

// -- arithmetic -----------------------------------------------------------------------------------------------------

inline float rsqrtf(float x) { return float(1.0 / sqrt(double(x))); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float __expf(float x) { return expf(x); }
inline float __logf(float x) { return logf(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dmul_rn(double x, double y) { return x * y; }

// Of floats the one that is a number, as fmin and fmax.
template <typename A, typename B, typename C = std::common_type_t<A, B>,
          typename = std::enable_if_t<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value>>
constexpr C min(A a, B b) {
    if constexpr (std::is_floating_point<C>::value) return C(fmin(C(a), C(b)));
    return C(b) < C(a) ? C(b) : C(a);
}
template <typename A, typename B, typename C = std::common_type_t<A, B>,
          typename = std::enable_if_t<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value>>
constexpr C max(A a, B b) {
    if constexpr (std::is_floating_point<C>::value) return C(fmax(C(a), C(b)));
    return C(a) < C(b) ? C(b) : C(a);
}

// -- vectors --------------------------------------------------------------------------------------------------------

#define GRAPHOPS_VECTORS(T, name)                                                                              \
    struct alignas(2 * sizeof(T)) name##2 {                                                                    \
        T x, y;                                                                                                \
    };                                                                                                         \
    struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) name##4 {                                          \
        T x, y, z, w;                                                                                          \
    };                                                                                                         \
    inline name##2 make_##name##2(T x, T y) { return {x, y}; }                                                 \
    inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
GRAPHOPS_VECTORS(float, float)
GRAPHOPS_VECTORS(double, double)
GRAPHOPS_VECTORS(int, int)
GRAPHOPS_VECTORS(unsigned, uint)
GRAPHOPS_VECTORS(short, short)
GRAPHOPS_VECTORS(unsigned short, ushort)
GRAPHOPS_VECTORS(signed char, char)
GRAPHOPS_VECTORS(unsigned char, uchar)
GRAPHOPS_VECTORS(long long, longlong)
GRAPHOPS_VECTORS(unsigned long long, ulonglong)
#undef GRAPHOPS_VECTORS

// -- one thread of a kernel -----------------------------------------------------------------------------------------

namespace graphops_host {

template <typename T>
GRAPHOPS_UNCHECKED T read(const void* address) {
    static_assert(std::is_trivially_copyable<T>::value, "a parameter is copied to the device byte by byte");
    typename std::aligned_storage<sizeof(T), alignof(T)>::type copy;
    __builtin_memcpy(&copy, address, sizeof(T));
    return *reinterpret_cast<T*>(&copy);
}

template <typename... A, std::size_t... I>
GRAPHOPS_UNCHECKED void call(void (*kernel)(A...), void** arguments, std::index_sequence<I...>) {
    (void)arguments;
    kernel(graphops_host::read<A>(arguments[I])...);
}

template <typename... A>
GRAPHOPS_UNCHECKED void call(void (*kernel)(A...), void** arguments) {
    graphops_host::call(kernel, arguments, std::index_sequence_for<A...>());
}

struct Parameter {
    const char* type;  // "... [with T = <type>]"
    long long size, alignment;
};

template <typename T>
const char* type_name() {
    return __PRETTY_FUNCTION__;
}

// Writes at most `room` parameters; returns how many there are.
template <typename... A>
GRAPHOPS_UNCHECKED int parameters(void (*)(A...), Parameter* into, int room) {
    const Parameter all[] = {{type_name<A>(), sizeof(A), alignof(A)}..., {nullptr, 0, 0}};
    for (int i = 0; i < int(sizeof...(A)) && i < room; i++) into[i] = all[i];
    return sizeof...(A);
}

}  // namespace graphops_host

// -- what the compiler's checks call (-fsanitize=...): each is given the place in the source first ------------------

namespace graphops_host {
struct SourceLocation {
    const char* file;
    unsigned line, column;
};
[[noreturn]] inline void undefined(void* where, const char* what) {
    graphops_functions.fail(what, int(static_cast<SourceLocation*>(where)->line));
    __builtin_unreachable();
}
}  // namespace graphops_host

#define GRAPHOPS_UNDEFINED_2(name, what)                                        \
    extern "C" [[noreturn]] void __ubsan_handle_##name##_abort(void* where, void*) { \
        graphops_host::undefined(where, what);                                  \
    }
#define GRAPHOPS_UNDEFINED_3(name, what)                                               \
    extern "C" [[noreturn]] void __ubsan_handle_##name##_abort(void* where, void*, void*) { \
        graphops_host::undefined(where, what);                                         \
    }
GRAPHOPS_UNDEFINED_2(out_of_bounds, "an index is outside its array")
GRAPHOPS_UNDEFINED_2(type_mismatch_v1, "an address is not a multiple of its type's alignment, or null")
GRAPHOPS_UNDEFINED_3(add_overflow, "a sum overflows its type")
GRAPHOPS_UNDEFINED_3(sub_overflow, "a difference overflows its type")
GRAPHOPS_UNDEFINED_3(mul_overflow, "a product overflows its type")
GRAPHOPS_UNDEFINED_2(negate_overflow, "a negated number overflows its type")
GRAPHOPS_UNDEFINED_3(divrem_overflow, "an integer is divided by zero, or the quotient overflows its type")
GRAPHOPS_UNDEFINED_3(shift_out_of_bounds, "a shift is negative or too wide, or overflows its type")
#undef GRAPHOPS_UNDEFINED_2
#undef GRAPHOPS_UNDEFINED_3

// The compiler calls these before each access where it is told to look for races (-fsanitize=thread); the library that
// would define them is not linked.
#define GRAPHOPS_ACCESS(name, kind, size)                                                            \
    extern "C" GRAPHOPS_UNCHECKED void __tsan_##name(void* address) {                                \
        graphops_functions.access(graphops_host::kind, reinterpret_cast<unsigned long>(address), size, \
                                   __builtin_return_address(0));                                     \
    }
#define GRAPHOPS_ACCESSES(size)           \
    GRAPHOPS_ACCESS(read##size, reads, size) \
    GRAPHOPS_ACCESS(write##size, writes, size)
#define GRAPHOPS_UNALIGNED(size)                    \
    GRAPHOPS_ACCESS(unaligned_read##size, reads, size) \
    GRAPHOPS_ACCESS(unaligned_write##size, writes, size)
GRAPHOPS_ACCESSES(1)
GRAPHOPS_ACCESSES(2)
GRAPHOPS_ACCESSES(4)
GRAPHOPS_ACCESSES(8)
GRAPHOPS_ACCESSES(16)
GRAPHOPS_UNALIGNED(2)
GRAPHOPS_UNALIGNED(4)
GRAPHOPS_UNALIGNED(8)
GRAPHOPS_UNALIGNED(16)
extern "C" GRAPHOPS_UNCHECKED void __tsan_read_range(void* address, unsigned long size) {
    graphops_functions.access(graphops_host::reads, reinterpret_cast<unsigned long>(address), size,
                               __builtin_return_address(0));
}
extern "C" GRAPHOPS_UNCHECKED void __tsan_write_range(void* address, unsigned long size) {
    graphops_functions.access(graphops_host::writes, reinterpret_cast<unsigned long>(address), size,
                               __builtin_return_address(0));
}
extern "C" void __tsan_init() {}
#undef GRAPHOPS_ACCESS
#undef GRAPHOPS_ACCESSES
#undef GRAPHOPS_UNALIGNED

#endif
