// alpinist races --stable bmm_store.cu
__global__ void k(float *C, int B, int M, int N) {
  int b = blockIdx.z, row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (row < M && col < N) C[b * M * N + row * N + col] = 1;
}
void f(float *C, int B, int M, int N) { dim3 t(32, 32); dim3 g((N + 31) / 32, (M + 31) / 32, B); k<<<g, t>>>(C, B, M, N); }
