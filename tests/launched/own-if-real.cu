__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }
int f(int *a, int n, int m) { if (n < 64 || m == 0) { k<<<1,64>>>(a, n); return 1; } return 0; }
