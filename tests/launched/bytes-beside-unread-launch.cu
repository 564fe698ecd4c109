__global__ void k(int *a) { extern __shared__ int d[]; d[threadIdx.x] = 1; }
int pick(int);
int main(int n) { int *a; k<<<1, 32>>>(a); k<<<1, pick(n), 4096>>>(a); }
