// How blocks share a tensor whose channels have something of their own: a bias, statistics, a sum.
//
// Channels last: [rows, channels].  Channels first: [images, channels, pixels].  A block takes a part of the elements of
// some channels (last) or of one (first), the same on every device and in every run, so that sums repeat bit for bit.

#pragma once
#include "numbers.cuh"

struct Channels {
    int64 rows;      // channels last: rows; channels first: images
    int64 channels;
    int64 pixels;    // channels first: elements of a plane; channels last: 1
    int32 splits;    // parts that rows, or the elements of a channel, are cut into
    int32 width;     // channels last: threads of a block side by side, one for each vector of channels
    int32 chunks;    // channels last: blocks side by side
};

// Where part `split` of `count` things begins; part `splits` begins at their end.
__device__ __forceinline__ int64 begin_of(int64 count, int32 splits, int64 split) {
    return count / splits * split + min(count % splits, split);
}

// -- channels last ----------------------------------------------------------------------------------------------------

// The rows first, first + step ... < end at `column`; none for a thread that has nothing to do.
struct RowPart {
    int64 column, first, end;
    int32 step;
    bool active;
};

// Block chunk + chunks * split; thread lane + width * row.
template <int N>
__device__ __forceinline__ RowPart row_part(const Channels& s) {
    uint32 block = blockIdx.x, thread = threadIdx.x, width = uint32(s.width);
    int64 split = block / uint32(s.chunks), chunk = block % uint32(s.chunks);
    uint32 row = thread / width;
    RowPart part;
    part.column = (chunk * width + thread % width) * N;
    part.step = int32(blockDim.x / width);
    part.first = begin_of(s.rows, s.splits, split) + row;
    part.end = begin_of(s.rows, s.splits, split + 1);
    part.active = part.column < s.channels && row < uint32(part.step);
    if (!part.active) part.first = part.end;
    return part;
}

// -- channels first ---------------------------------------------------------------------------------------------------

// Vectors first, first + step ... < end among those of `channel`, and where they are.
struct PlanePart {
    int64 channel, first, end;
    int64 image, column;       // of the vector at hand; column counts vectors
    int64 images_on, columns_on;  // what a step adds
    int64 plane, stride;       // vectors of a plane, and from one image to the next
    int32 step;

    __device__ __forceinline__ int64 at() const { return image * stride + channel * plane + column; }
    __device__ __forceinline__ void next() {
        first += step;
        image += images_on;
        column += columns_on;
        if (column >= plane) {
            column -= plane;
            image += 1;
        }
    }
};

// Block channel + channels * split.
template <int N>
__device__ __forceinline__ PlanePart plane_part(const Channels& s) {
    PlanePart part;
    int64 split = int64(blockIdx.x) / s.channels;
    part.channel = int64(blockIdx.x) % s.channels;
    part.plane = s.pixels / N;
    part.stride = part.plane * s.channels;
    int64 vectors = s.rows * part.plane;
    part.step = int32(blockDim.x);
    part.first = begin_of(vectors, s.splits, split) + threadIdx.x;
    part.end = begin_of(vectors, s.splits, split + 1);
    part.image = part.first / part.plane;
    part.column = part.first % part.plane;
    part.images_on = part.step / part.plane;
    part.columns_on = part.step % part.plane;
    return part;
}
