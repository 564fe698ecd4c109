__global__ void k(int *a, int n) { if (n > 4) a[0] = threadIdx.x; }
void f(int *a, int n, int m) { if (n <= 4) { while (m-->n++) ; k<<<1,64>>>(a, n); } }
//= 2 elsewhere: k<<<1, 64>>>(a = a, n = ?)
