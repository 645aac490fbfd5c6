// Columns of a convolution, for matrix products.
//
// im2col gathers, for each output position, the input elements that its window covers, with zeros where it covers
// padding; col2im adds up, for each input element, what the columns hold for it.  Both gather: each thread writes what
// nobody else writes, and the order of sums is that of the kernel's positions, so that results repeat bit for bit.
//
// Images are (images, S0, S1, S2, channels), columns (groups, positions, K0, K1, K2, channels of a group); a convolution
// of two dimensions has a last axis of size 1.

#include "numbers.cuh"

struct Window {
    int32 input[3], output[3], kernel[3], stride[3], dilation[3], before[3];
};

// Output positions [first, first + positions) of all images; `units` are the vectors of a group's channels.
struct Gather {
    int64 first;
    uint32 positions, units, groups;
    Window window;
};

__device__ __forceinline__ bool inside(int32 at, int32 size) { return uint32(at) < uint32(size); }

template <typename U>
__global__ void im2col(const U* __restrict__ x, U* __restrict__ columns, Gather gather) {
    const Window& w = gather.window;
    const uint32 taps = uint32(w.kernel[0] * w.kernel[1] * w.kernel[2]);
    const uint32 index = blockIdx.x * blockDim.x + threadIdx.x;  // the host keeps the columns of a launch below 2^31
    if (index >= gather.groups * gather.positions * taps * gather.units) {
        return;
    }
    const uint32 unit = index % gather.units;
    uint32 rest = index / gather.units;
    const uint32 tap = rest % taps;
    rest /= taps;
    const int64 position = gather.first + rest % gather.positions;
    const uint32 group = rest / gather.positions;

    int64 image;
    int32 out[3];
    if (position <= 0x7fffffff) {  // 64-bit divisions take several times longer
        uint32 left = uint32(position);
        out[2] = int32(left % uint32(w.output[2]));
        left /= uint32(w.output[2]);
        out[1] = int32(left % uint32(w.output[1]));
        left /= uint32(w.output[1]);
        out[0] = int32(left % uint32(w.output[0]));
        image = left / uint32(w.output[0]);
    } else {
        int64 left = position;
        out[2] = int32(left % w.output[2]);
        left /= w.output[2];
        out[1] = int32(left % w.output[1]);
        left /= w.output[1];
        out[0] = int32(left % w.output[0]);
        image = left / w.output[0];
    }
    const uint32 k2 = tap % uint32(w.kernel[2]);
    const uint32 k01 = tap / uint32(w.kernel[2]);
    const uint32 k1 = k01 % uint32(w.kernel[1]);
    const uint32 k0 = k01 / uint32(w.kernel[1]);
    const int32 at0 = out[0] * w.stride[0] - w.before[0] + int32(k0) * w.dilation[0];
    const int32 at1 = out[1] * w.stride[1] - w.before[1] + int32(k1) * w.dilation[1];
    const int32 at2 = out[2] * w.stride[2] - w.before[2] + int32(k2) * w.dilation[2];
    U value = U();
    if (inside(at0, w.input[0]) && inside(at1, w.input[1]) && inside(at2, w.input[2])) {
        const int64 place = ((image * w.input[0] + at0) * w.input[1] + at1) * w.input[2] + at2;
        value = x[(place * gather.groups + group) * gather.units + unit];
    }
    columns[index] = value;
}

// Rows [row, row + rows) of the first axis of images [image, image + images), from columns of those images and of output
// rows [out_row, out_row + out_rows), which are all that meet them.
struct Fold {
    int64 image;
    uint32 images, units, groups;
    int32 row, rows, out_row, out_rows;
    Window window;
};

// The output that reads input position `at` with kernel position `k`, or -1.
__device__ __forceinline__ int32 output_for(const Window& w, int axis, int32 at, int32 k) {
    const int32 reach = at + w.before[axis] - k * w.dilation[axis];
    if (reach < 0) {
        return -1;
    }
    const int32 out = reach / w.stride[axis];
    return out * w.stride[axis] == reach && out < w.output[axis] ? out : -1;
}

template <typename T, int V>
__global__ void col2im(const Wide<T>* __restrict__ columns, T* __restrict__ dx, Fold fold) {
    const Window& w = fold.window;
    const uint32 channels = fold.groups * fold.units;  // in vectors
    const uint32 index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= fold.images * uint32(fold.rows) * uint32(w.input[1]) * uint32(w.input[2]) * channels) {
        return;
    }
    const uint32 channel = index % channels;
    const uint32 group = channel / fold.units;
    const uint32 unit = channel % fold.units;
    uint32 rest = index / channels;
    const int32 at2 = int32(rest % uint32(w.input[2]));
    rest /= uint32(w.input[2]);
    const int32 at1 = int32(rest % uint32(w.input[1]));
    rest /= uint32(w.input[1]);
    const int32 at0 = fold.row + int32(rest % uint32(fold.rows));
    const int64 image = rest / uint32(fold.rows);

    Wide<T> sum[V];
#pragma unroll
    for (int v = 0; v < V; ++v) {
        sum[v] = Wide<T>(0);
    }
    const int64 positions = int64(fold.images) * fold.out_rows * w.output[1] * w.output[2];
    const int64 taps = int64(w.kernel[0]) * w.kernel[1] * w.kernel[2];
    for (int32 k0 = 0; k0 < w.kernel[0]; ++k0) {
        const int32 out0 = output_for(w, 0, at0, k0) - fold.out_row;
        if (!inside(out0, fold.out_rows)) {
            continue;
        }
        for (int32 k1 = 0; k1 < w.kernel[1]; ++k1) {
            const int32 out1 = output_for(w, 1, at1, k1);
            if (out1 < 0) {
                continue;
            }
            for (int32 k2 = 0; k2 < w.kernel[2]; ++k2) {
                const int32 out2 = output_for(w, 2, at2, k2);
                if (out2 < 0) {
                    continue;
                }
                const int64 position = ((image * fold.out_rows + out0) * w.output[1] + out1) * w.output[2] + out2;
                const int64 tap = (int64(k0) * w.kernel[1] + k1) * w.kernel[2] + k2;
                const int64 place = ((group * positions + position) * taps + tap) * fold.units + unit;
                const Vec<Wide<T>, V> part = load<Wide<T>, V>(columns + place * V);
#pragma unroll
                for (int v = 0; v < V; ++v) {
                    sum[v] += part.value[v];
                }
            }
        }
    }
    Vec<T, V> result;
#pragma unroll
    for (int v = 0; v < V; ++v) {
        result.value[v] = narrow<T>(sum[v]);
    }
    const int64 place = (((fold.image + image) * w.input[0] + at0) * w.input[1] + at1) * w.input[2] + at2;
    store<T, V>(dx + (place * channels + channel) * V, result);
}
