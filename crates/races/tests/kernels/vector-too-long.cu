// unknown:K203 --blockDim=64 --gridDim=1
// Elements are written one by one.
typedef int many __attribute__((ext_vector_type(4294967295)));
__global__ void k(int *out) {
  many v = (many)(5);
  if (v.y == 0) out[0] = threadIdx.x;
}
