// violates K310: the launch has less dynamic shared memory than its blocks use, also where their size is given
// options: --block 256

__global__ void reversed(int *out) {
  extern __shared__ int kept[];
  kept[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[blockDim.x - 1 - threadIdx.x];
}

void start(int *out) {
  reversed<<<4, 256, 256>>>(out);
}
