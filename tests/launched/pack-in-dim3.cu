__global__ void k(int *a) { __shared__ int s[64]; if (threadIdx.z > 0) s[threadIdx.x * 100] = 1; }
template <class... D> void go(int *a, D... dims) { dim3 b(dims..., 2); k<<<1, b>>>(a); }
int main() { int *a; go(a, 8, 4); }
