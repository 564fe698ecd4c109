// wrong:Race --blockDim=64 --gridDim=1
struct Two { float *cur, *next; __device__ void flip() { float *t = cur; cur = next; next = t; } };
__global__ void k(float *A, float *B, int n) {
  Two b = { A, A + 32 };
  for (int s = 0; s < n; ++s) {
    b.next[threadIdx.x] = b.cur[63 - threadIdx.x];
    __syncthreads();
    b.flip();
  }
}
