// Matrices turned around: out[batch][col][row] = in[batch][row][col], each side with strides of its own, so that axes of
// arrays of any rank can change places.
//
// A block moves a tile through shared memory: it reads along the columns and writes along the rows, both without gaps.

#include "numbers.cuh"

constexpr int TILE = 32;
constexpr int ROWS_AT_ONCE = 8;

// Sizes and strides in elements; columns of `in` and rows of `out` lie next to each other.
struct Turn {
    int64 rows, cols, batch;
    int64 in_row, in_batch;
    int64 out_col, out_batch;
};

template <typename T>
__global__ void transpose(const T* __restrict__ in, T* __restrict__ out, Turn turn) {
    __shared__ T tile[TILE][TILE + 1];  // one more, so that a column does not lie in one bank
    const uint32 tiles_across = uint32((turn.cols + TILE - 1) / TILE);
    const uint32 tiles_down = uint32((turn.rows + TILE - 1) / TILE);
    const uint32 across = blockIdx.x % tiles_across;
    const uint32 rest = blockIdx.x / tiles_across;
    const int64 row0 = int64(rest % tiles_down) * TILE;
    const int64 col0 = int64(across) * TILE;
    const int64 batch = rest / tiles_down;
    const int lane = threadIdx.x;

    const T* from = in + batch * turn.in_batch;
    for (int line = threadIdx.y; line < TILE; line += ROWS_AT_ONCE) {
        if (row0 + line < turn.rows && col0 + lane < turn.cols) {
            tile[line][lane] = from[(row0 + line) * turn.in_row + col0 + lane];
        }
    }
    __syncthreads();
    T* to = out + batch * turn.out_batch;
    for (int line = threadIdx.y; line < TILE; line += ROWS_AT_ONCE) {
        if (col0 + line < turn.cols && row0 + lane < turn.rows) {
            to[(col0 + line) * turn.out_col + row0 + lane] = tile[lane][line];
        }
    }
}
