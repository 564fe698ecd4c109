// wrong
// The call that races is kept from all threads, another call of the same function is not.
__device__ void put(float *p, int i, float v) { p[i] = v; }
__global__ void k(float *out, float *err, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  put(out, i, i * w);
  if (i >= w) put(err, 0, i);
}
void f(float *out, float *e, int w) { k<<<(w + 255) / 256, 256>>>(out, e, w); }
