// wrong:Race --blockDim=64 --gridDim=1
typedef void (*Op)(float *, int);
__global__ void k(float *A) {
  Op f = [](float *a, int i) { a[i / 2] = 1.0f; };
  f(A, threadIdx.x);
}
