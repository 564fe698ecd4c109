#include <nccl.h>
#include <cuda_runtime.h>
__device__ unsigned long long ticks[1024];
__device__ int lock = 0;
__managed__ int managed_counter;
__constant__ int offsets[64];
static __device__ const float table[4] = {0.25f, 0.5f, 0.75f, 1.0f};

__device__ unsigned lane_id() { unsigned r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
__global__ void uses_asm(int *out) { out[threadIdx.x] = lane_id(); }
__global__ void timed(float *x, int n) {
  long long t0 = clock64();
  if (threadIdx.x < n) x[threadIdx.x] *= table[threadIdx.x & 3];
  __syncthreads();
  if (threadIdx.x == 0) ticks[blockIdx.x] = clock64() - t0;
}
__global__ void spin_lock(int *data) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      *(volatile int *)data += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}
__global__ void gather(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offsets[i & 63]];
  if (i == 0) managed_counter++;
}
__global__ void calls_by_pointer(int *p, int (*f)(int)) { p[threadIdx.x] = f(threadIdx.x); }
__global__ void child(int *p) { p[threadIdx.x] = 1; }
__global__ void parent(int *p) { if (threadIdx.x == 0) { printf("launching %d\n", 1); } __syncthreads(); p[0] = 2; }
void all_reduce(ncclComm_t comm, float *buf, size_t n, cudaStream_t s) { NCCLCHECK(ncclAllReduce(buf, buf, n, ncclFloat, ncclSum, comm, s)); timed<<<1024, 128, 0, s>>>(buf, 128); }
