__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }
void f(int *a, int n) { if (n <= 4) { unsigned b = n; k<<<b / 4, 64>>>(a); } }
