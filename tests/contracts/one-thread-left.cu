// wrong
// A clause that leaves one thread of many to a statement says nothing of it.
__global__ void k(float *total, float *buf, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  buf[i * 2] = i * w;
  if (i % w == 0) total[0] = i;
}
void f(float *t, float *b, int w) { k<<<16, 256>>>(t, b, w); }
