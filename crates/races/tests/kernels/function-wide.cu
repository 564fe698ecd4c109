// verified --blockDim=32 --gridDim=32
__global__ void k(int *a) {
  unsigned n = blockDim.x * gridDim.x;
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 100; i++) a[id] = i;
  for (int j = 0; j < 100; j++) a[id + j * n] = j;
  __function_wide_invariant(__write_implies(a, (__write_offset_bytes(a) / sizeof(int)) % n == id));
}
