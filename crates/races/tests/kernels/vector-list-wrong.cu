// wrong:Race --blockDim=64 --gridDim=1
// Elements that a list does not give are zero.
typedef int v4 __attribute__((ext_vector_type(4)));
__global__ void k(int *out) {
  v4 v = {5};
  if (v.y == 0) out[0] = threadIdx.x;
}
