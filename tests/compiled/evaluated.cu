// lists FOO
constexpr int width() {
#ifdef FOO
  return 0;
#else
  return 1;
#endif
}
struct S { char c[width() + 1]; };
__global__ void k(int *p) { p[threadIdx.x * (sizeof(S) - 1)] = threadIdx.x; }
