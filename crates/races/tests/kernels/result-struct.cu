// verified --blockDim=64 --gridDim=2
__device__ int4 make(int x) {
  __ensures(__return_val_int4().y == x);
  int4 r;
  r.x = 0; r.y = x; r.z = 0; r.w = 0;
  return r;
}
__global__ void k(int *p) {
  int4 r = make(threadIdx.x);
  p[blockIdx.x * 64 + r.y] = 1;
}
