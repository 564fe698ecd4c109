__global__ void k(int *a) { if (threadIdx.z > 0) a[0] = threadIdx.x; }
#define L(...) k<<<1, dim3(__VA_ARGS__, 2)>>>(a)
int main() { int *a; L(8, 4); }
