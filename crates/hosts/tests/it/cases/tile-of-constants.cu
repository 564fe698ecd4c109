#include <cuda_runtime.h>
template <int BM, int BN, int TM, int TN> __global__ void gemm(int M, int N, const float *A, float *C) { C[threadIdx.x] = A[M * N]; }
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
struct Params { int rows, cols; float *data; };
__global__ void with_struct(Params p) { p.data[threadIdx.x] = p.rows; }
void run(int M, int N) {
  const int BM = 64, BN = 64;
  constexpr unsigned TM = 8, TN = 8;
  float *A, *C;
  cudaMalloc(&A, sizeof(float) * M * N);
  cudaMalloc(&C, sizeof(float) * M * N);
  dim3 grid(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
  dim3 block((BM * BN) / (TM * TN));
  gemm<BM, BN, TM, TN><<<grid, block>>>(M, N, A, C);
  Params p = {M, N, C};
  with_struct<<<grid, dim3{XS * 2, 1, 1}>>>(p);
}
//@ blockDim.x == 64
//@ gridDim.x * 64 >= N
//@ length(C) >= M * N
//= 14 elsewhere: gemm<64, 64, 8, 8><<<uint32((N + 64 - 1) / 64) x uint32((M + 64 - 1) / 64), 64>>>(M = M, N = N, A = [uint64(uint64(4 * uint64(M)) * uint64(N))]@10, C = [uint64(uint64(4 * uint64(M)) * uint64(N))]@11) | meets, meets, if M >= 0 && N >= 0
//= 16 unread with_struct: clang does not understand this: use of undeclared identifier 'XS'
