// Functions of numbers in their accumulator dtype, float or double, by the names of the ops. What they answer for what
// is not a number, for infinities and at 0 is what the plain kernels answer.

#pragma once
#include "numbers.cuh"

// How a result is stored: rounded to a dtype, or as the truth value that it is.
template <typename O>
struct Result {
    static __device__ __forceinline__ O from(Wide<O> value) { return narrow<O>(value); }
};

template <>
struct Result<bool> {
    static __device__ __forceinline__ bool from(bool value) { return value; }
};

#define GRAPHOPS_FUNCTION(NAME, OF_FLOAT, OF_DOUBLE)                               \
    struct NAME {                                                                  \
        static __device__ __forceinline__ float apply(float x) { return OF_FLOAT; }     \
        static __device__ __forceinline__ double apply(double x) { return OF_DOUBLE; }  \
    };

GRAPHOPS_FUNCTION(Abs, fabsf(x), fabs(x))
GRAPHOPS_FUNCTION(Sqrt, sqrtf(x), sqrt(x))
GRAPHOPS_FUNCTION(Rsqrt, 1.0f / sqrtf(x), 1.0 / sqrt(x))
GRAPHOPS_FUNCTION(Exp, expf(x), exp(x))
GRAPHOPS_FUNCTION(Expm1, expm1f(x), expm1(x))
GRAPHOPS_FUNCTION(Log, logf(x), log(x))
GRAPHOPS_FUNCTION(Log1p, log1pf(x), log1p(x))
GRAPHOPS_FUNCTION(Tanh, tanhf(x), tanh(x))
GRAPHOPS_FUNCTION(Sigmoid, 1.0f / (1.0f + expf(-x)), 1.0 / (1.0 + exp(-x)))
GRAPHOPS_FUNCTION(Floor, floorf(x), floor(x))
GRAPHOPS_FUNCTION(Ceil, ceilf(x), ceil(x))
GRAPHOPS_FUNCTION(Rint, rintf(x), rint(x))
GRAPHOPS_FUNCTION(Sin, sinf(x), sin(x))
GRAPHOPS_FUNCTION(Cos, cosf(x), cos(x))
GRAPHOPS_FUNCTION(Tan, tanf(x), tan(x))
GRAPHOPS_FUNCTION(Asin, asinf(x), asin(x))
GRAPHOPS_FUNCTION(Acos, acosf(x), acos(x))
GRAPHOPS_FUNCTION(Atan, atanf(x), atan(x))
GRAPHOPS_FUNCTION(Sinh, sinhf(x), sinh(x))
GRAPHOPS_FUNCTION(Cosh, coshf(x), cosh(x))
GRAPHOPS_FUNCTION(Asinh, asinhf(x), asinh(x))
GRAPHOPS_FUNCTION(Acosh, acoshf(x), acosh(x))
GRAPHOPS_FUNCTION(Atanh, atanhf(x), atanh(x))
GRAPHOPS_FUNCTION(Erf, erff(x), erf(x))
GRAPHOPS_FUNCTION(Erfc, erfcf(x), erfc(x))

#define GRAPHOPS_ANY_WIDTH(NAME, RESULT, PARAMETERS, ...)                      \
    struct NAME {                                                              \
        template <typename W>                                                  \
        static __device__ __forceinline__ RESULT apply PARAMETERS {            \
            __VA_ARGS__                                                        \
        }                                                                      \
    };

GRAPHOPS_ANY_WIDTH(Neg, W, (W x), return -x;)
GRAPHOPS_ANY_WIDTH(Square, W, (W x), return x * x;)
GRAPHOPS_ANY_WIDTH(Reciprocal, W, (W x), return W(1) / x;)
GRAPHOPS_ANY_WIDTH(Sign, W, (W x), return x > W(0) ? W(1) : x < W(0) ? W(-1) : x == W(0) ? W(0) : x;)
GRAPHOPS_ANY_WIDTH(IsNan, bool, (W x), return x != x;)
GRAPHOPS_ANY_WIDTH(IsInf, bool, (W x), return x == x && x - x != x - x;)
GRAPHOPS_ANY_WIDTH(IsFinite, bool, (W x), return x - x == W(0);)

GRAPHOPS_ANY_WIDTH(Add, W, (W x, W y), return x + y;)
GRAPHOPS_ANY_WIDTH(Sub, W, (W x, W y), return x - y;)
GRAPHOPS_ANY_WIDTH(Mul, W, (W x, W y), return x * y;)
GRAPHOPS_ANY_WIDTH(Div, W, (W x, W y), return x / y;)
GRAPHOPS_ANY_WIDTH(MulNoNan, W, (W x, W y), return y == W(0) ? W(0) : x * y;)
GRAPHOPS_ANY_WIDTH(DivNoNan, W, (W x, W y), return y == W(0) ? W(0) : x / y;)
GRAPHOPS_ANY_WIDTH(SquaredDifference, W, (W x, W y), W d = x - y; return d * d;)
// What is not a number is both larger and smaller than everything.
GRAPHOPS_ANY_WIDTH(Maximum, W, (W x, W y), return x != x ? x : y != y ? y : x > y ? x : y;)
GRAPHOPS_ANY_WIDTH(Minimum, W, (W x, W y), return x != x ? x : y != y ? y : x < y ? x : y;)

GRAPHOPS_ANY_WIDTH(Less, bool, (W x, W y), return x < y;)
GRAPHOPS_ANY_WIDTH(LessEqual, bool, (W x, W y), return x <= y;)
GRAPHOPS_ANY_WIDTH(Greater, bool, (W x, W y), return x > y;)
GRAPHOPS_ANY_WIDTH(GreaterEqual, bool, (W x, W y), return x >= y;)
GRAPHOPS_ANY_WIDTH(Equal, bool, (W x, W y), return x == y;)
GRAPHOPS_ANY_WIDTH(NotEqual, bool, (W x, W y), return x != y;)

struct FloorDiv {
    static __device__ __forceinline__ float apply(float x, float y) { return floorf(x / y); }
    static __device__ __forceinline__ double apply(double x, double y) { return floor(x / y); }
};

struct TruncateDiv {
    static __device__ __forceinline__ float apply(float x, float y) { return truncf(x / y); }
    static __device__ __forceinline__ double apply(double x, double y) { return trunc(x / y); }
};

struct TruncateMod {
    static __device__ __forceinline__ float apply(float x, float y) { return fmodf(x, y); }
    static __device__ __forceinline__ double apply(double x, double y) { return fmod(x, y); }
};

// The remainder with the divisor's sign.
GRAPHOPS_ANY_WIDTH(FloorMod, W, (W x, W y), W rest = TruncateMod::apply(x, y);
                   return rest != W(0) && (rest < W(0)) != (y < W(0)) ? rest + y : rest;)

struct Pow {
    static __device__ __forceinline__ float apply(float x, float y) { return powf(x, y); }
    static __device__ __forceinline__ double apply(double x, double y) { return pow(x, y); }
};

struct Atan2 {
    static __device__ __forceinline__ float apply(float x, float y) { return atan2f(x, y); }
    static __device__ __forceinline__ double apply(double x, double y) { return atan2(x, y); }
};

// Gradients: y is what the function gave, dy the gradient of that.
GRAPHOPS_ANY_WIDTH(SigmoidGrad, W, (W y, W dy), return dy * y * (W(1) - y);)
GRAPHOPS_ANY_WIDTH(TanhGrad, W, (W y, W dy), return dy * (W(1) - y * y);)
GRAPHOPS_ANY_WIDTH(SqrtGrad, W, (W y, W dy), return dy == W(0) ? dy : dy * W(0.5) / y;)
GRAPHOPS_ANY_WIDTH(RsqrtGrad, W, (W y, W dy), return dy == W(0) ? dy : dy * W(-0.5) * (y * y * y);)
GRAPHOPS_ANY_WIDTH(ReciprocalGrad, W, (W y, W dy), return dy == W(0) ? dy : -dy * (y * y);)

// A bound that is not a number bounds nothing; the low one wins.
GRAPHOPS_ANY_WIDTH(ClipByValue, W, (W t, W low, W high), W lowered = t > high ? high : t;
                   return lowered < low ? low : lowered;)

// The next number towards y, by its bits: arithmetic takes the smallest numbers for 0, for CuPy compiles it so.
struct NextAfter {
    static __device__ __forceinline__ float apply(float x, float y) {
        const uint32 sign = 0x80000000u, infinite = 0x7f800000u;
        uint32 a = float_to_bits(x), b = float_to_bits(y);
        if ((a & ~sign) > infinite || (b & ~sign) > infinite) return bits_to_float(0x7fc00000u);
        if (a == b || !((a | b) & ~sign)) return y;
        if (!(a & ~sign)) return bits_to_float((b & sign) | 1u);
        bool grows = (a & sign) == (b & sign) && b > a;
        return bits_to_float(grows ? a + 1 : a - 1);
    }
};
