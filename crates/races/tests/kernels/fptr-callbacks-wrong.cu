// wrong:Race --blockDim=64 --gridDim=2
struct Ops { float (*load)(const float *, int); void (*store)(float *, int, float); };
__device__ float plain(const float *a, int i) { return a[i]; }
__device__ void put(float *a, int i, float x) { a[i] = x; }
__device__ void put_half(float *a, int i, float x) { a[i / 2] = x; }
__global__ void k(const float *in, float *out, int m) {
  Ops ops = { plain, put };
  if (m == 7) ops.store = put_half;
  int i = blockIdx.x * 64 + threadIdx.x;
  ops.store(out, i, ops.load(in, i));
}
