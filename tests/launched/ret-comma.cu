int g(int);
__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
int f(int *a, int n) { if (n > 4) return k<<<1,64>>>(a, n), 1; return 0; }
