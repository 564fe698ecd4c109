// verified --blockDim=64 --gridDim=2
struct Ops { float (*load)(const float *, int); void (*store)(float *, int, float); };
__device__ float plain(const float *a, int i) { return a[i]; }
__device__ float mirrored(const float *a, int i) { return a[127 - i]; }
__device__ void put(float *a, int i, float x) { a[i] = x; }
__device__ void run(const Ops *ops, const float *in, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  ops->store(out, i, ops->load(in, i));
}
__global__ void k(const float *in, float *out, int m) {
  Ops ops;
  ops.load = m ? mirrored : plain;
  ops.store = put;
  run(&ops, in, out);
}
