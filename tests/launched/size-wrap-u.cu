__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }
void f(int *a, int n) { if (n <= 256) { k<<<(n + 255u) / 256u, 64>>>(a); } }
