__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
#i\
fdef __linux__
#define N 64
#else
#define N 32
#endif
void g(int *a) { k<<<1, N>>>(a); }
