// verified --blockDim=64 --gridDim=2
struct V { float x, y, z; };
typedef V (*Op)(V, float);
__device__ V scale(V v, float s) { v.x *= s; v.y *= s; v.z *= s; return v; }
__device__ V shift(V v, float s) { v.x += s; return v; }
__global__ void k(V *A, int which) {
  Op f = which ? scale : shift;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  A[i] = f(A[i], 2.0f);
}
