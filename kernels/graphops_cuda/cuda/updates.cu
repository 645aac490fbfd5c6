// Steps of optimizers: every variable of a step is read once and written once, whatever the step does in between.
//
// The arithmetic is that of training.py and training_adaptive.py, in the accumulator dtype, rounded once.

#include "wide_math.cuh"

__device__ __forceinline__ float root(float x) { return sqrtf(x); }
__device__ __forceinline__ double root(double x) { return sqrt(x); }

template <typename W>
__device__ __forceinline__ W sign_of(W x) {
    return x > W(0) ? W(1) : x < W(0) ? W(-1) : x == W(0) ? W(0) : x;
}

// The larger one, `x` where `y` is not a number.
template <typename W>
__device__ __forceinline__ W kept_or_larger(W x, W y) {
    return y > x ? y : x;
}

// A rule: `v` are the values of the variables, which it replaces, `g` is the gradient, `s` are its scalars in the order
// of the op's inputs. VARIABLES are read, the first CHANGED of them written.

struct GradientDescent {
    static constexpr int VARIABLES = 1, CHANGED = 1, SCALARS = 1;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        v[0] = v[0] - g * s[0];
    }
};

template <bool NESTEROV>
struct Momentum {
    static constexpr int VARIABLES = 2, CHANGED = 2, SCALARS = 2;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W lr = s[0], momentum = s[1];
        v[1] = v[1] * momentum + g;
        v[0] = NESTEROV ? v[0] - (g * lr + v[1] * momentum * lr) : v[0] - v[1] * lr;
    }
};

template <bool NESTEROV>
struct KerasMomentum {
    static constexpr int VARIABLES = 2, CHANGED = 2, SCALARS = 2;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W lr = s[0], momentum = s[1];
        v[1] = v[1] * momentum - g * lr;
        v[0] = NESTEROV ? v[0] + (v[1] * momentum - g * lr) : v[0] + v[1];
    }
};

template <bool NESTEROV>
struct Adam {
    static constexpr int VARIABLES = 3, CHANGED = 3, SCALARS = 6;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W beta1_power = s[0], beta2_power = s[1], lr = s[2], beta1 = s[3], beta2 = s[4], epsilon = s[5];
        W alpha = lr * root(W(1) - beta2_power) / (W(1) - beta1_power);
        v[1] = v[1] + (g - v[1]) * (W(1) - beta1);
        v[2] = v[2] + (g * g - v[2]) * (W(1) - beta2);
        W direction = NESTEROV ? g * (W(1) - beta1) + v[1] * beta1 : v[1];
        v[0] = v[0] - direction * alpha / (root(v[2]) + epsilon);
    }
};

struct AdamWithAmsgrad {
    static constexpr int VARIABLES = 4, CHANGED = 4, SCALARS = 6;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W beta1_power = s[0], beta2_power = s[1], lr = s[2], beta1 = s[3], beta2 = s[4], epsilon = s[5];
        W alpha = lr * root(W(1) - beta2_power) / (W(1) - beta1_power);
        v[1] = v[1] + (g - v[1]) * (W(1) - beta1);
        v[2] = v[2] + (g * g - v[2]) * (W(1) - beta2);
        v[3] = kept_or_larger(v[3], v[2]);
        v[0] = v[0] - v[1] * alpha / (root(v[3]) + epsilon);
    }
};

struct AdaMax {
    static constexpr int VARIABLES = 3, CHANGED = 3, SCALARS = 5;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W beta1_power = s[0], lr = s[1], beta1 = s[2], beta2 = s[3], epsilon = s[4];
        v[1] = v[1] + (g - v[1]) * (W(1) - beta1);
        v[2] = kept_or_larger(beta2 * v[2], abs_of(g));
        v[0] = v[0] - lr / (W(1) - beta1_power) * (v[1] / (v[2] + epsilon));
    }
};

template <bool SLOTS>
struct Adagrad {
    static constexpr int VARIABLES = 2, CHANGED = SLOTS ? 2 : 1, SCALARS = 1;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        if (SLOTS) v[1] = v[1] + g * g;
        v[0] = v[0] - g * s[0] / root(v[1]);
    }
};

template <bool SLOTS>
struct AdagradV2 {
    static constexpr int VARIABLES = 2, CHANGED = SLOTS ? 2 : 1, SCALARS = 2;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        if (SLOTS) v[1] = v[1] + g * g;
        v[0] = v[0] - g * s[0] / (root(v[1]) + s[1]);
    }
};

struct Adadelta {
    static constexpr int VARIABLES = 3, CHANGED = 3, SCALARS = 3;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W lr = s[0], rho = s[1], epsilon = s[2];
        v[1] = v[1] * rho + g * g * (W(1) - rho);
        W update = g * root(v[2] + epsilon) / root(v[1] + epsilon);
        v[2] = v[2] * rho + update * update * (W(1) - rho);
        v[0] = v[0] - update * lr;
    }
};

struct RMSProp {
    static constexpr int VARIABLES = 3, CHANGED = 3, SCALARS = 4;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W lr = s[0], rho = s[1], momentum = s[2], epsilon = s[3];
        v[1] = v[1] + (g * g - v[1]) * (W(1) - rho);
        v[2] = v[2] * momentum + g * lr / root(v[1] + epsilon);
        v[0] = v[0] - v[2];
    }
};

struct CenteredRMSProp {
    static constexpr int VARIABLES = 4, CHANGED = 4, SCALARS = 4;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W lr = s[0], rho = s[1], momentum = s[2], epsilon = s[3];
        v[2] = v[2] + (g * g - v[2]) * (W(1) - rho);
        v[1] = v[1] + (g - v[1]) * (W(1) - rho);
        v[3] = v[3] * momentum + g * lr / root(v[2] - v[1] * v[1] + epsilon);
        v[0] = v[0] - v[3];
    }
};

struct AddSign {
    static constexpr int VARIABLES = 2, CHANGED = 2, SCALARS = 4;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W lr = s[0], alpha = s[1], sign_decay = s[2], beta = s[3];
        v[1] = v[1] * beta + g * (W(1) - beta);
        v[0] = v[0] - lr * (alpha + sign_decay * (sign_of(g) * sign_of(v[1]))) * g;
    }
};

struct PowerSign {
    static constexpr int VARIABLES = 2, CHANGED = 2, SCALARS = 4;
    template <typename W>
    static __device__ __forceinline__ void step(W* v, W g, const W* s) {
        W lr = s[0], logbase = s[1], sign_decay = s[2], beta = s[3];
        v[1] = v[1] * beta + g * (W(1) - beta);
        v[0] = v[0] - lr * exp_of(logbase * sign_decay * (sign_of(g) * sign_of(v[1]))) * g;
    }
};

// `v0` to `v3` are the variables, `s0` to `s5` the scalars, `n0` to `n3` the new values. Those that the rule does not
// have may be any address.
template <typename Rule, typename T, int N>
__global__ void update(const T* v0, const T* v1, const T* v2, const T* v3, const T* gradient, const T* s0, const T* s1,
                       const T* s2, const T* s3, const T* s4, const T* s5, T* n0, T* n1, T* n2, T* n3, int64 count) {
    typedef Wide<T> W;
    const T* old[4] = {v0, v1, v2, v3};
    T* now[4] = {n0, n1, n2, n3};
    const T* scalars[6] = {s0, s1, s2, s3, s4, s5};
    W s[Rule::SCALARS];
#pragma unroll
    for (int k = 0; k < Rule::SCALARS; k++) s[k] = widen(*scalars[k]);

    int64 first = (int64(blockIdx.x) * blockDim.x + threadIdx.x) * N;
    W v[4];
    if (first + N <= count) {
        Vec<T, N> value[Rule::VARIABLES], g = load<T, N>(gradient + first);
#pragma unroll
        for (int k = 0; k < Rule::VARIABLES; k++) value[k] = load<T, N>(old[k] + first);
#pragma unroll
        for (int i = 0; i < N; i++) {
#pragma unroll
            for (int k = 0; k < Rule::VARIABLES; k++) v[k] = widen(value[k].value[i]);
            Rule::step(v, widen(g.value[i]), s);
#pragma unroll
            for (int k = 0; k < Rule::VARIABLES; k++) value[k].value[i] = narrow<T>(v[k]);
        }
#pragma unroll
        for (int k = 0; k < Rule::CHANGED; k++) store<T, N>(now[k] + first, value[k]);
        return;
    }
    for (int64 at = first; at < count; at++) {
#pragma unroll
        for (int k = 0; k < Rule::VARIABLES; k++) v[k] = widen(old[k][at]);
        Rule::step(v, widen(gradient[at]), s);
#pragma unroll
        for (int k = 0; k < Rule::CHANGED; k++) now[k][at] = narrow<T>(v[k]);
    }
}
