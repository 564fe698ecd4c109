// wrong:Race --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 7.
__device__ void write(int *A, int tid, int temp) { A[tid] = temp; }
__device__ int read(int *A, int tid) { return A[tid + 1]; }
__global__ void race(int *A) {
  int tid = threadIdx.x;
  int temp = read(A, tid);
  write(A, tid, temp);
}
