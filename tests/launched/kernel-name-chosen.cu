__global__ void fast(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void slow(int *a) { }
int main(int c) { int *a; void *args[] = {&a}; fast<<<1, 32>>>(a); cudaLaunchKernel((void *)(c ? fast : slow), dim3(1), dim3(64), args, 0, 0); }
