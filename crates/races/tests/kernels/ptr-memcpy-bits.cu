// verified --blockDim=64 --gridDim=2
__global__ void k(float *A) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned u; float f = A[i]; memcpy(&u, &f, 4); u ^= 0x80000000u; memcpy(&f, &u, 4); A[i] = f;
}
