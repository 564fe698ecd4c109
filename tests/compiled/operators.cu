// lists FOO
#ifdef FOO
__device__ int2 operator+(int2 a, int2 b) { return make_int2(0, 0); }
#else
__device__ int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, 0); }
#endif
__global__ void k(int *p) {
  int2 a = make_int2(threadIdx.x, 0), b = make_int2(1, 0);
  p[(a + b).x] = threadIdx.x;
}
