// A kernel behind the loop depends on its own line.
//:: --unroll 1@k --block 8 --grid 2

__global__ void sum(int *out) {
  int s = 0;
  for (int k = 0; k < 3; ++k) s += k;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void line(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = __LINE__;
}
