template <typename T, int M> __global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; void *args[] = {&a}; cudaLaunchKernel((const void *)k<float, 16>, dim3(1), dim3(64), args, 0, 0); }
