__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<
#ifdef SMALL
  1, 32,
#else
  1, 64,
#endif
  0>>>(a); }
