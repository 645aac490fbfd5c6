// Softmax, its logarithm and the cross entropies: each row by a team of threads, read once where it fits the registers
// of the team, twice otherwise.
//
// A team is a power of two of neighbouring threads: a part of a warp, or all of a block.  All threads of a block stay
// together, also those whose team has no row, so that they may wait for each other.

#include "numbers.cuh"
#include "wide_math.cuh"

constexpr int MOST = 256;  // threads of a block
constexpr int HELD = 4;    // vectors that a thread keeps, or reads at once

struct Rows {
    int64 rows, classes;
    int32 team;
    int32 logarithm;  // softmax: its logarithm
};

// -- what a team knows together ---------------------------------------------------------------------------------------

struct Sum {
    template <typename W>
    static __device__ __forceinline__ W of(W a, W b) { return a + b; }
};

struct Largest {
    template <typename W>
    static __device__ __forceinline__ W of(W a, W b) { return larger(a, b); }
};

template <typename Operation, typename W>
__device__ __forceinline__ W together(W value, int32 team, W* shared) {
    for (int32 lanes = min(team, 32) / 2; lanes; lanes /= 2)
        value = Operation::of(value, __shfl_xor_sync(0xffffffffu, value, lanes));
    if (team > 32) {  // all of the block: each warp tells the others
        int32 warp = int32(threadIdx.x) / 32, lane = int32(threadIdx.x) % 32, warps = team / 32;
        if (lane == 0) shared[warp] = value;
        __syncthreads();
        value = shared[lane % warps];
        for (int32 lanes = warps / 2; lanes; lanes /= 2)
            value = Operation::of(value, __shfl_xor_sync(0xffffffffu, value, lanes));
        __syncthreads();
    }
    return value;
}

// Row `row` of `x` as one thread of its team reads it: vectors lane, lane + team ...  A row that is not kept may begin
// and end anywhere: what lies before and behind its vectors is read one by one.
template <typename T, int N, bool KEEP>
struct Row {
    typedef Wide<T> W;
    const T* x;
    int64 head, vectors, classes;
    int32 lane, team;
    bool there;
    Vec<T, N> kept[KEEP ? HELD : 1];

    __device__ __forceinline__ Row(const T* all, int64 row, const Rows& s) {
        there = row < s.rows;
        classes = there ? s.classes : 0;
        int64 first = row * classes;
        x = all + first;
        head = KEEP ? 0 : min((N - first % N) % N, classes);
        vectors = (classes - head) / N;
        team = s.team;
        lane = int32(threadIdx.x) % team;
        if (KEEP) {
#pragma unroll
            for (int v = 0; v < HELD; v++)
                if (at(v) < vectors) kept[v] = load<T, N>(x + at(v) * N);
        }
    }

    __device__ __forceinline__ int64 at(int v) const { return lane + int64(v) * team; }

    // Calls f(element, vector) for each vector of this thread, of N elements or of one.
    template <typename F>
    __device__ __forceinline__ void each(F f) const {
        if (KEEP) {
#pragma unroll
            for (int v = 0; v < HELD; v++)
                if (at(v) < vectors) f(at(v) * N, kept[v]);
            return;
        }
        if (lane < head) f(int64(lane), load<T, 1>(x + lane));
        for (int64 first = lane; first < vectors; first += int64(HELD) * team) {
            Vec<T, N> some[HELD];
#pragma unroll
            for (int v = 0; v < HELD; v++) {
                int64 vector = first + int64(v) * team;
                if (vector < vectors) some[v] = load<T, N>(x + head + vector * N);
            }
#pragma unroll
            for (int v = 0; v < HELD; v++) {
                int64 vector = first + int64(v) * team;
                if (vector < vectors) f(head + vector * N, some[v]);
            }
        }
        int64 rest = head + vectors * N + lane;
        if (rest < classes) f(rest, load<T, 1>(x + rest));
    }
};

#define LENGTH(vector) int(sizeof(vector) / sizeof(vector.value[0]))

// What exponentials are relative to: -infinity, where nothing is larger, would not be a number when subtracted.
template <typename W>
__device__ __forceinline__ W base_of(W largest) {
    return largest == -infinity<W>() ? W(0) : largest;
}

// The largest of a row, and the sum of exp(x - largest).
template <typename T, int N, bool KEEP>
__device__ __forceinline__ void normaliser(const Row<T, N, KEEP>& row, Wide<T>* shared, Wide<T>& largest, Wide<T>& sum) {
    typedef Wide<T> W;
    W high = -infinity<W>(), total = W(0);
    if (KEEP) {
        row.each([&](int64, const auto& x) {
#pragma unroll
            for (int i = 0; i < LENGTH(x); i++) high = larger(widen(x.value[i]), high);
        });
        largest = together<Largest>(high, row.team, shared);
        row.each([&](int64, const auto& x) {
#pragma unroll
            for (int i = 0; i < LENGTH(x); i++) total += exp_of(widen(x.value[i]) - largest);
        });
    } else {  // both at once: sums are made relative to a new largest one
        row.each([&](int64, const auto& x) {
            W before = high;
#pragma unroll
            for (int i = 0; i < LENGTH(x); i++) high = larger(widen(x.value[i]), high);
            if (high != before) total *= exp_of(before - base_of(high));
#pragma unroll
            for (int i = 0; i < LENGTH(x); i++) total += exp_of(widen(x.value[i]) - base_of(high));
        });
        largest = together<Largest>(high, row.team, shared);
        if (high != largest) total *= exp_of(high - base_of(largest));
    }
    sum = together<Sum>(total, row.team, shared);
}

__device__ __forceinline__ int64 row_of_team(int32 team) {
    return int64(blockIdx.x) * (blockDim.x / uint32(team)) + threadIdx.x / uint32(team);
}

// -- softmax ----------------------------------------------------------------------------------------------------------

template <typename T, int N, bool KEEP>
__global__ void __launch_bounds__(MOST, 2) softmax(const T* __restrict__ x, T* __restrict__ y, Rows s) {
    typedef Wide<T> W;
    __shared__ W shared[32];
    int64 number = row_of_team(s.team);
    Row<T, N, KEEP> row(x, number, s);
    W largest, sum;
    normaliser(row, shared, largest, sum);
    T* to = y + number * s.classes;
    W logarithm = log_of(sum), share = W(1) / sum;
    row.each([&](int64 at, const auto& value) {
        constexpr int M = LENGTH(value);
        Vec<T, M> result;
#pragma unroll
        for (int i = 0; i < M; i++) {
            W moved = widen(value.value[i]) - largest;
            result.value[i] = narrow<T>(s.logarithm ? moved - logarithm : exp_of(moved) * share);
        }
        store<T, M>(to + at, result);
    });
}

// -- cross entropy ----------------------------------------------------------------------------------------------------

// A class of probability 0 costs nothing, however unlikely it is.
template <typename T, int N, bool KEEP>
__global__ void __launch_bounds__(MOST, 2)
    cross_entropy(const T* __restrict__ x, const T* __restrict__ labels, T* __restrict__ loss, T* __restrict__ backprop,
                  Rows s) {
    typedef Wide<T> W;
    __shared__ W shared[32];
    int64 number = row_of_team(s.team), first = number * s.classes;
    Row<T, N, KEEP> row(x, number, s);
    W largest, sum, cost = W(0);
    normaliser(row, shared, largest, sum);
    W logarithm = log_of(sum), share = W(1) / sum;
    row.each([&](int64 at, const auto& value) {
        constexpr int M = LENGTH(value);
        Vec<T, M> label = load<T, M>(labels + first + at), result;
#pragma unroll
        for (int i = 0; i < M; i++) {
            W moved = widen(value.value[i]) - largest, wanted = widen(label.value[i]);
            cost += wanted == W(0) ? W(0) : wanted * (logarithm - moved);
            result.value[i] = narrow<T>(exp_of(moved) * share - wanted);
        }
        store<T, M>(backprop + first + at, result);
    });
    cost = together<Sum>(cost, row.team, shared);
    if (row.there && row.lane == 0) loss[number] = narrow<T>(cost);
}

// labels: one class for each row. For one that does not exist nothing of the row is a number.
template <typename T, typename I, int N, bool KEEP>
__global__ void __launch_bounds__(MOST, 2)
    sparse_cross_entropy(const T* __restrict__ x, const I* __restrict__ labels, T* __restrict__ loss,
                         T* __restrict__ backprop, Rows s) {
    typedef Wide<T> W;
    __shared__ W shared[32];
    int64 number = row_of_team(s.team), first = number * s.classes;
    Row<T, N, KEEP> row(x, number, s);
    W largest, sum;
    normaliser(row, shared, largest, sum);
    if (!row.there) return;  // nobody waits for anybody any more
    W logarithm = log_of(sum), share = W(1) / sum;
    int64 wanted = int64(labels[number]);
    bool known = wanted >= 0 && wanted < s.classes;
    if (!known) share = not_a_number<W>();
    row.each([&](int64 at, const auto& value) {
        constexpr int M = LENGTH(value);
        Vec<T, M> result;
#pragma unroll
        for (int i = 0; i < M; i++) {
            W moved = widen(value.value[i]) - largest;
            result.value[i] = narrow<T>(exp_of(moved) * share - (at + i == wanted ? W(1) : W(0)));
        }
        store<T, M>(backprop + first + at, result);
    });
    if (row.lane == 0)
        loss[number] = narrow<T>(known ? logarithm - (widen(x[first + wanted]) - largest) : not_a_number<W>());
}
