// cuBLAS as a shared library: functions with the types of the real ones, which call what was installed.
//
// So that a program that calls the real library by its C interface is tested with the types that it passes.

#include <cstddef>
#include <cstdint>
#include <cstring>

typedef int (*Create)(void** handle);
typedef int (*SetStream)(void* handle, void* stream);
typedef int (*SetWorkspace)(void* handle, void* workspace, size_t size);
typedef int (*SetMathMode)(void* handle, int mode);
typedef int (*Gemm)(void* handle, int transa, int transb, int64_t m, int64_t n, int64_t k, const void* alpha, const void* A,
                    int Atype, int64_t lda, int64_t strideA, const void* B, int Btype, int64_t ldb, int64_t strideB,
                    const void* beta, void* C, int Ctype, int64_t ldc, int64_t strideC, int64_t batchCount,
                    int computeType, int algo);

static Create create;
static SetStream set_stream;
static SetWorkspace set_workspace;
static SetMathMode set_math_mode;
static Gemm gemm;
static char text[4000];

extern "C" {

void graphops_install(Create a, SetStream b, SetWorkspace c, SetMathMode d, Gemm e) {
    create = a;
    set_stream = b;
    set_workspace = c;
    set_math_mode = d;
    gemm = e;
}

void graphops_set_text(const char* said) { strncpy(text, said, sizeof(text) - 1); }

int cublasCreate_v2(void** handle) { return create(handle); }

// Called when a thread or the whole process ends, when there may be nobody left to ask.
int cublasDestroy_v2(void*) { return 0; }

int cublasSetStream_v2(void* handle, void* stream) { return set_stream(handle, stream); }

int cublasSetWorkspace_v2(void* handle, void* workspace, size_t size) { return set_workspace(handle, workspace, size); }

int cublasSetMathMode(void* handle, int mode) { return set_math_mode(handle, mode); }

const char* cublasGetStatusString(int) { return text; }

int cublasGemmStridedBatchedEx_64(void* handle, int transa, int transb, int64_t m, int64_t n, int64_t k,
                                  const void* alpha, const void* A, int Atype, int64_t lda, int64_t strideA,
                                  const void* B, int Btype, int64_t ldb, int64_t strideB, const void* beta, void* C,
                                  int Ctype, int64_t ldc, int64_t strideC, int64_t batchCount, int computeType,
                                  int algo) {
    return gemm(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype,
                ldc, strideC, batchCount, computeType, algo);
}
}
