// Sums of rows that share an id, in an order that never changes.
//
// The ids are sorted, `order` says which row stands where. A thread adds up one column of a chunk of `chunk` places:
// runs of an id that begin and end in the chunk are sums already; the first run, if it goes on from the chunk before,
// is left in `head`, and the last one, if it begins here, in `tail`. A second kernel joins those.

#include "numbers.cuh"

// A number as it is added: in double, or as an integer of 64 bits, which wraps.
template <typename W, typename T>
struct Term {
    static __device__ __forceinline__ W of(T value) { return W(value); }
};

template <typename W>
struct Term<W, half_t> {
    static __device__ __forceinline__ W of(half_t value) { return W(widen(value)); }
};

template <typename W>
struct Term<W, bfloat16_t> {
    static __device__ __forceinline__ W of(bfloat16_t value) { return W(widen(value)); }
};

struct Sizes {
    int64 length;   // rows that are added
    int64 columns;
    int64 chunks;
    int64 chunk;    // places in each of them, but for the last
};

template <typename T, typename W>
__global__ void sum_chunks(const T* __restrict__ data, const int64* __restrict__ order, const int64* __restrict__ ids,
                           W* __restrict__ total, W* __restrict__ head, W* __restrict__ tail, Sizes s) {
    int64 item = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (item >= s.chunks * s.columns) return;
    int64 column = item % s.columns, first = item / s.columns * s.chunk;
    int64 end = min(first + s.chunk, s.length);
    int64 id = ids[first];
    bool goes_on = first > 0 && ids[first - 1] == id;
    W sum = 0;
    for (int64 place = first; place < end; place++) {
        int64 next = ids[place];
        if (next != id) {
            if (goes_on) {
                head[item] = sum;
            } else {
                total[id * s.columns + column] = sum;
            }
            id = next;
            goes_on = false;
            sum = 0;
        }
        sum += Term<W, T>::of(data[order[place] * s.columns + column]);
    }
    if (goes_on) {
        head[item] = sum;
    } else {
        tail[item] = sum;
    }
}

template <typename W>
__global__ void join_chunks(const int64* __restrict__ ids, W* __restrict__ total, const W* __restrict__ head,
                            const W* __restrict__ tail, Sizes s) {
    int64 item = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (item >= s.chunks * s.columns) return;
    int64 column = item % s.columns, chunk = item / s.columns, first = chunk * s.chunk;
    int64 id = ids[min(first + s.chunk, s.length) - 1];
    if (ids[first] == id && first > 0 && ids[first - 1] == id) return;  // the last run began before
    W sum = tail[item];
    for (int64 next = chunk + 1; next < s.chunks && ids[next * s.chunk] == id; next++)
        sum += head[next * s.columns + column];
    total[id * s.columns + column] = sum;
}
