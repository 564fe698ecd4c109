// A loop in a template of the device that two kernels reach, with a pragma above it; a third kernel has nothing to do with it.
//:: --unroll 1@k --block 8 --grid 2
//:: --merge 2@k --block 8 --grid 2
//:: --merge 3@k --block 8 --grid 2
//:: --merge 2@k

__global__ void line(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = __LINE__;
}

template <int N>
__device__ int power(int base) {
  int r = 1;
#pragma unroll
  for (int k = 0; k < N; ++k) {
    r *= base;  // once more
  }
  return r;
}

__global__ void third(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = power<4>(in[i]);
}

__global__ void second(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = power<4>(in[i]) + power<4>(i);
}
