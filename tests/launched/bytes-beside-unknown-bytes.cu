__global__ void k(int *a) { extern __shared__ int d[]; d[threadIdx.x] = 1; }
int main(int n) { int *a; k<<<1, 32>>>(a); k<<<1, 32, n>>>(a); }
