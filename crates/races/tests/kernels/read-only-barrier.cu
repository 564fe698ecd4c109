// verified --blockDim=64 --gridDim=1
// Nobody writes the flag: all threads see one value, whenever they look.
__global__ void k(int *flag, int *out) {
  int a = *flag;
  int b = *flag;
  if (*flag) __syncthreads();
  if (a != b) out[0] = threadIdx.x;
}
