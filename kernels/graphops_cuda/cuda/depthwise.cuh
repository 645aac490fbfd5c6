// What the passes of a depthwise convolution with channel multiplier 1 share.
//
// Letters: K kernel rows and columns, S stride, both equal along rows and columns; V channels that a thread moves and
// computes at once; WIDTH strip of positions along a row that a thread computes; FIRST: channels before rows.
//
// A thread *marches*: it owns V channels of one strip, goes down the rows, loads each row of the strip once, and
// keeps in registers the sums of all rows that this row is part of.  So all that is read more than once are the few
// columns that neighbouring strips share (threads of one block: from L1) and the rows at the ends of a chunk.  The next
// two rows are on their way while one is added up.
//
// A convolution of stride 1 with dilation D is D * D interleaved ones without: those are its *phases*.  Along an axis
// the positions of a phase p are p + D * i, and everything below counts in i.
//
// Padding takes no part in a convolution, but it is zeros that a march multiplies, which is the same unless they meet
// infinity.  Where that may be so, a thread computes its results one by one, *carefully*.

#pragma once
#include "numbers.cuh"

struct DepthwiseMarch {
    int64 items;  // strips along y (or, channels first, x) of all blocks together: images, chunks, phases, strips
    int64 share;  // of the filter's gradient: items for each split
    int32 channels;
    int32 in_rows, in_columns, out_rows, out_columns;
    int32 before_rows, before_columns;  // padding
    int32 row_dilation, column_dilation;
    int32 row_phases, column_phases;
    int32 first_row, rows;       // what is marched over: positions of a phase, the same for all
    int32 first_column, strips;  // where the first strip begins, in positions of a phase, and how many there are
    int32 chunk, chunks;         // rows that one thread marches over, and how many such pieces there are
    int32 channel_blocks;        // blocks side by side along the channels
    int32 at_once;               // channels first: whether a strip of results is a vector in memory
};

const int DEPTHWISE_THREADS = 256;  // of a block, at most

// Of marches: threads of a block, at most, and how many blocks are to fit on a multiprocessor; larger kernels need the
// registers for their filters.
template <int K>
struct MarchLimits {
    static const int THREADS = K <= 3 ? 256 : 128;
    static const int BLOCKS = K == 5 ? 3 : 2;
};

// Where a thread works.
struct DepthwisePlace {
    int64 plane;  // image; channels first: image * channels + channel
    int32 channel;
    int32 row_phase, column_phase;
    int32 column;    // where its strip begins, in positions of a phase
    int32 from, to;  // the rows that it is to compute, in positions of a phase
};

// index = index / size, and what remains; with 32 bits where they do, as 64 take many times as long.
__device__ __forceinline__ int32 split_off(int64& index, int32 size) {
    if (index <= 0x7fffffff) {
        const uint32 whole = uint32(index) / uint32(size);
        const int32 rest = int32(uint32(index) - whole * uint32(size));
        index = whole;
        return rest;
    }
    const int64 whole = index / size;
    const int32 rest = int32(index - whole * size);
    index = whole;
    return rest;
}

// Item number `item` of all.  Items that follow each other are neighbours along a row, then phases of the same rows.
template <int WIDTH>
__device__ __forceinline__ void find_place(const DepthwiseMarch& m, int64 item, DepthwisePlace& place) {
    place.column = m.first_column + split_off(item, m.strips) * WIDTH;
    place.column_phase = split_off(item, m.column_phases);
    place.row_phase = split_off(item, m.row_phases);
    place.from = split_off(item, m.chunks) * m.chunk;
    place.to = m.first_row + min(place.from + m.chunk, m.rows);
    place.from += m.first_row;
    place.plane = item;
}

// The place of a thread of the forward pass and the input's gradient; false: it has nothing to do.  Blocks are numbered
// so that those that run together read the same pixels (blocks along the channels), then the same rows.
template <int V, int WIDTH, bool FIRST>
__device__ __forceinline__ bool find_place(const DepthwiseMarch& m, DepthwisePlace& place) {
    int64 block = blockIdx.x;
    int64 item;
    if (FIRST) {
        item = block * blockDim.x + threadIdx.x;
        place.channel = 0;
    } else {
        place.channel = (split_off(block, m.channel_blocks) * int32(blockDim.x) + int32(threadIdx.x)) * V;
        item = block * blockDim.y + threadIdx.y;
    }
    if (item >= m.items || place.channel >= m.channels) {
        return false;
    }
    find_place<WIDTH>(m, item, place);
    if (FIRST) {
        int64 plane = place.plane;
        place.channel = split_off(plane, m.channels);
    }
    return true;
}

// The offset of row 0, column 0 of a thread's channels in an array of (rows, columns) positions.
template <bool FIRST>
__device__ __forceinline__ int64 origin(const DepthwisePlace& place, int32 rows, int32 columns, int32 channels) {
    const int64 before = place.plane * rows * columns;
    return FIRST ? before : before * channels + place.channel;
}

// Bit c says whether column first + c * step is one of `columns`.
template <int COUNT>
__device__ __forceinline__ uint32 columns_that_exist(int32 first, int32 step, int32 columns) {
    uint32 mask = 0;
#pragma unroll
    for (int c = 0; c < COUNT; ++c) {
        const int32 column = first + c * step;
        mask |= uint32(column >= 0 && column < columns) << c;
    }
    return mask;
}

// V elements as they are in memory, in whole registers: 16-bit numbers stay in pairs, or alone in 32 bits, until they
// are widened, or the compiler packs and unpacks them around every load.
template <typename T, int V, int PER_WORD = (sizeof(T) > 2 ? 0 : V % 2 == 0 ? 2 : 1)>
struct Packed {
    Vec<T, V> vector;
    __device__ __forceinline__ Packed() : vector() {}
    __device__ __forceinline__ void load_from(const T* address) { vector = load<T, V>(address); }
    __device__ __forceinline__ Wide<T> wide(int v) const { return widen(vector.value[v]); }
};

template <typename T, int V>
struct Packed<T, V, 2> {
    Vec<uint32, V / 2> words;
    __device__ __forceinline__ Packed() : words() {}
    __device__ __forceinline__ void load_from(const T* address) {
        words = load<uint32, V / 2>(reinterpret_cast<const uint32*>(address));
    }
    __device__ __forceinline__ Wide<T> wide(int v) const {
        T value;
        value.bits = uint16(words.value[v / 2] >> (v % 2 * 16));
        return widen(value);
    }
};

template <typename T>
struct Packed<T, 1, 1> {
    uint32 word;
    __device__ __forceinline__ Packed() : word(0) {}
    __device__ __forceinline__ void load_from(const T* address) { word = address->bits; }
    __device__ __forceinline__ Wide<T> wide(int) const {
        T value;
        value.bits = uint16(word);
        return widen(value);
    }
};

// The address so many bytes after another.  32 bits: as many of these are held in registers as a strip has columns.
template <typename T>
__device__ __forceinline__ T* after(T* address, uint32 bytes) {
    return (T*)((char*)address + bytes);
}

// The first i >= 0 with offset + i * dilation >= 0.
__device__ __forceinline__ int32 first_position(int32 offset, int32 dilation) {
    return offset >= 0 ? 0 : (-offset + dilation - 1) / dilation;
}

__device__ __forceinline__ bool is_within(int32 position, int32 size) { return uint32(position) < uint32(size); }

// Of positions phase, phase + dilation, ... < size: how many there are.
__device__ __forceinline__ int32 positions_of(int32 phase, int32 dilation, int32 size) {
    return (size - phase + dilation - 1) / dilation;
}

// The rows of a strip that are read, one after the other.
template <typename T>
struct DepthwiseRows {
    const T* at;     // the first row to come that exists
    uint32 next;     // bytes from row to row of the phase
    uint32 step;     // bytes from column to column of the phase
    int32 dilation;  // rows from row to row of the phase
    int32 row, end;  // the row to come, which may be one of padding, and where all ends
    uint32 mask;     // the columns that exist

    // Rows first, first + apart, ... < last of an array of (rows, columns), columns left, left + beside, ...
    __device__ __forceinline__ void begin(const T* array, int32 rows, int32 columns, int32 position, int32 first,
                                          int32 last, int32 apart, int32 left, int32 beside) {
        const int64 length = int64(columns) * position;
        row = first;
        end = max(min(rows, last), 0);
        dilation = apart;
        next = uint32(length * apart * sizeof(T));
        step = uint32(position * beside * sizeof(T));
        const int32 existing = first + first_position(first, apart) * apart;
        at = array + existing * length + int64(left) * position;
    }

    // Loads the row to come, zeros for padding, and goes on.  That `at` only moves past rows that exist also keeps the
    // compiler from holding the offsets of all columns of all rows of an unrolled loop in registers.
    template <int V, int COUNT>
    __device__ __forceinline__ void take(Packed<T, V> (&target)[COUNT]) {
        const bool some = is_within(row, end);
        const uint32 wanted = some ? mask : 0;
#pragma unroll
        for (int c = 0; c < COUNT; ++c) {
            target[c] = Packed<T, V>();
            if (wanted >> c & 1) {
                target[c].load_from(after(at, c * step));
            }
        }
        at = after(at, some ? next : 0);
        row += dilation;
    }
};

const int DEPTHWISE_AHEAD = 2;  // rows that are on their way while one is added up

// Rows in the order in which they are read: row number `now` of an unrolled loop, and those that follow it, are in a
// ring, of which nothing moves while the loop runs.
template <typename T, int V, int COUNT>
struct DepthwiseQueue {
    static const int SIZE = DEPTHWISE_AHEAD + 1;
    Packed<T, V> row[SIZE][COUNT];

    __device__ __forceinline__ void fill(DepthwiseRows<T>& rows) {
#pragma unroll
        for (int r = 0; r < DEPTHWISE_AHEAD; ++r) {
            rows.take(row[r]);
        }
    }

    __device__ __forceinline__ void fetch(DepthwiseRows<T>& rows, int now) {
        rows.take(row[(now + DEPTHWISE_AHEAD) % SIZE]);
    }

    // Row number ROWS becomes number 0.
    template <int ROWS>
    __device__ __forceinline__ void begin_again() {
        if (ROWS % SIZE == 0) {
            return;
        }
        DepthwiseQueue old = *this;
#pragma unroll
        for (int r = 0; r < DEPTHWISE_AHEAD; ++r) {
            const int from = (r + ROWS) % SIZE;
#pragma unroll
            for (int c = 0; c < COUNT; ++c) {
                row[r][c] = old.row[from][c];
            }
        }
    }
};

// The filter (taps, channels) of V channels; whether all of it is finite.
template <typename T, int V, int TAPS>
__device__ __forceinline__ bool load_filter(Wide<T> (&weight)[TAPS][V], const T* filter, int32 channels) {
    Wide<T> nothing = 0;
#pragma unroll
    for (int tap = 0; tap < TAPS; ++tap) {
        const Vec<T, V> vector = load<T, V>(filter + int64(tap) * channels);
#pragma unroll
        for (int v = 0; v < V; ++v) {
            weight[tap][v] = widen(vector.value[v]);
            nothing += weight[tap][v] * Wide<T>(0);  // NaN from infinity and NaN
        }
    }
    return nothing == Wide<T>(0);
}

template <typename T, int V>
__device__ __forceinline__ void store_narrow(T* address, const Wide<T> (&value)[V]) {
    Vec<T, V> vector;
#pragma unroll
    for (int v = 0; v < V; ++v) {
        vector.value[v] = narrow<T>(value[v]);
    }
    store<T, V>(address, vector);
}

// Results of positions that are `step` bytes apart: those in `mask`, or all at once where that is allowed.
template <typename T, int V, int COUNT, bool FIRST>
__device__ __forceinline__ void store_columns(T* address, uint32 step, const Wide<T> (&value)[COUNT][V], uint32 mask,
                                              bool at_once) {
    if (FIRST && COUNT > 1 && at_once) {
        Vec<T, FIRST ? COUNT : 1> vector;
#pragma unroll
        for (int c = 0; c < (FIRST ? COUNT : 1); ++c) {
            vector.value[c] = narrow<T>(value[c][0]);
        }
        store(address, vector);
        return;
    }
#pragma unroll
    for (int c = 0; c < COUNT; ++c) {
        if (mask >> c & 1) {
            store_narrow<T, V>(after(address, c * step), value[c]);
        }
    }
}

// -- any strides, dilations, kernels and multipliers ------------------------------------------------------------------

struct DepthwiseSizes {
    int64 count;      // results: elements, or vectors of them
    int64 positions;  // of the filter's gradient: images * out_rows * out_columns
    int64 share;      // of the filter's gradient: positions for each split
    int64 element_blocks;  // of the filter's gradient: blocks side by side along the filter
    int32 channels, multiplier;
    int32 in_rows, in_columns, out_rows, out_columns;
    int32 kernel_rows, kernel_columns;
    int32 row_stride, column_stride;
    int32 row_dilation, column_dilation;
    int32 before_rows, before_columns;
};

// Where one element or vector of an array (image, rows, columns, channels) or (image, channels, rows, columns) is.
struct DepthwiseElement {
    int64 image;
    int32 row, column, channel;
};

template <int V, bool FIRST>
__device__ __forceinline__ DepthwiseElement find_element(int64 index, int32 rows, int32 columns, int32 channels) {
    DepthwiseElement e;
    if (FIRST) {
        e.column = split_off(index, columns);
        e.row = split_off(index, rows);
        e.channel = split_off(index, channels);
    } else {
        e.channel = split_off(index, channels / V) * V;
        e.column = split_off(index, columns);
        e.row = split_off(index, rows);
    }
    e.image = index;
    return e;
}

// Offsets of an array of (rows, columns) positions: its image's channel, and the steps along rows and columns.
struct DepthwiseArray {
    int64 origin, row, column;
};

template <bool FIRST>
__device__ __forceinline__ DepthwiseArray array_of(int64 image, int32 channel, int32 rows, int32 columns,
                                                   int32 channels) {
    DepthwiseArray a;
    a.column = FIRST ? 1 : channels;
    a.row = a.column * columns;
    a.origin = FIRST ? (image * channels + channel) * rows * columns : image * rows * a.row + channel;
    return a;
}
