#define double float
extern __shared__ double d[];
__global__ void k(int *a) { d[threadIdx.x * 2] = 1; }
int main() { int *a; k<<<1, 64, 64 * sizeof(double)>>>(a); }
