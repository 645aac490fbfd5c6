// Philox4x32-10 and the distributions of philox.py: a thread makes one group of values from one block of random bits,
// or from as many as it takes.

#include "numbers.cuh"

enum Distribution { uniform, normal, truncated_normal, integers };

struct Start {
    int64 size;      // values that are wanted
    uint64 key;
    uint64 low;      // the counter of the first group
    uint64 high;
    uint64 first;    // of integers the lowest, and how many there are from it on; 0: all that the dtype has
    uint64 length;
};

struct Block {
    uint32 word[4];
};

__device__ __forceinline__ Block philox(uint64 key, uint64 low, uint64 high) {
    uint32 k0 = uint32(key), k1 = uint32(key >> 32);
    uint32 c0 = uint32(low), c1 = uint32(low >> 32), c2 = uint32(high), c3 = uint32(high >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        uint64 product0 = uint64(c0) * 0xD2511F53u, product1 = uint64(c2) * 0xCD9E8D57u;
        c0 = uint32(product1 >> 32) ^ c1 ^ k0;
        c1 = uint32(product1);
        c2 = uint32(product0 >> 32) ^ c3 ^ k1;
        c3 = uint32(product0);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return {{c0, c1, c2, c3}};
}

// The lowest bits of a word behind the binary point: exact.
__device__ __forceinline__ float fraction(uint32 word, int bits) {
    return float(word & ((1u << bits) - 1)) * (1.0f / float(1u << bits));
}

__device__ __forceinline__ double fraction(uint32 high, uint32 low) {
    return double(uint64(high & 0xfffffu) << 32 | low) * (1.0 / 4503599627370496.0);
}

// How many values a block gives, and how many bits of a word a uniform number has.
template <typename T>
struct Group {
    static constexpr int SIZE = sizeof(T) == 8 ? 2 : 4, BITS = 23;
};
template <>
struct Group<half_t> {
    static constexpr int SIZE = 4, BITS = 10;
};
template <>
struct Group<bfloat16_t> {
    static constexpr int SIZE = 4, BITS = 7;
};

constexpr double TWO_PI = 6.283185307179586;

// Two normal values from two uniform ones. Functions in double precision, rounded once.
__device__ __forceinline__ void box_muller(const uint32* word, float* value) {
    float u = fraction(word[0], 23);
    u = u > 1.0e-7f ? u : 1.0e-7f;
    float radius = sqrtf(-2.0f * float(log(double(u))));
    double angle = double(float(TWO_PI * double(fraction(word[1], 23))));
    value[0] = float(sin(angle)) * radius;
    value[1] = float(cos(angle)) * radius;
}

__device__ __forceinline__ void normal_values(const Block& block, float* value) {
    box_muller(block.word, value);
    box_muller(block.word + 2, value + 2);
}

__device__ __forceinline__ void normal_values(const Block& block, double* value) {
    double u = fraction(block.word[0], block.word[1]);
    double radius = sqrt(-2.0 * log(u > 1.0e-7 ? u : 1.0e-7));
    double angle = TWO_PI * fraction(block.word[2], block.word[3]);
    value[0] = sin(angle) * radius;
    value[1] = cos(angle) * radius;
}

__device__ __forceinline__ void uniform_values(const Block& block, float* value, int bits) {
#pragma unroll
    for (int i = 0; i < 4; i++) value[i] = fraction(block.word[i], bits);
}

__device__ __forceinline__ void uniform_values(const Block& block, double* value, int) {
    value[0] = fraction(block.word[0], block.word[1]);
    value[1] = fraction(block.word[2], block.word[3]);
}

template <int KIND, typename T>
__global__ void fill(T* __restrict__ result, Start s) {
    constexpr int SIZE = Group<T>::SIZE;
    int64 group = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (group * SIZE >= s.size) return;
    Wide<T> value[SIZE];
    if (KIND == truncated_normal) {
        uint64 before = uint64(group) * uint64(64 * SIZE);  // blocks that belong to the groups before
        for (int filled = 0; filled < SIZE; before++) {
            uint64 low = s.low + before;
            Wide<T> found[SIZE];
            normal_values(philox(s.key, low, s.high + (low < s.low)), found);
#pragma unroll
            for (int i = 0; i < SIZE; i++) {
                if (filled < SIZE && found[i] > Wide<T>(-2) && found[i] < Wide<T>(2)) value[filled++] = found[i];
            }
        }
    } else {
        uint64 low = s.low + uint64(group);
        Block block = philox(s.key, low, s.high + (low < s.low));
        if (KIND == uniform) {
            uniform_values(block, value, Group<T>::BITS);
        } else {
            normal_values(block, value);
        }
    }
#pragma unroll
    for (int i = 0; i < SIZE; i++)
        if (group * SIZE + i < s.size) result[group * SIZE + i] = narrow<T>(value[i]);
}

template <typename T>
__global__ void fill_integers(T* __restrict__ result, Start s) {
    constexpr int SIZE = Group<T>::SIZE;
    int64 group = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (group * SIZE >= s.size) return;
    uint64 low = s.low + uint64(group);
    Block block = philox(s.key, low, s.high + (low < s.low));
#pragma unroll
    for (int i = 0; i < SIZE; i++) {
        uint64 bits = SIZE == 4 ? block.word[i] : block.word[i * 2 % 4] | uint64(block.word[(i * 2 + 1) % 4]) << 32;
        if (s.length) bits = bits % s.length + s.first;
        if (group * SIZE + i < s.size) result[group * SIZE + i] = T(bits);
    }
}
