// wrong K301: the second array begins within the first
// options: --block 32 --grid *

__global__ void twice(const int *in, int *out) {
  extern __shared__ int memory[];
  int *first = memory;
  int *second = memory + 16;
  first[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  second[threadIdx.x] = 2 * first[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = second[31 - threadIdx.x];
}
