__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void o(int *a) { a[threadIdx.x] = 1; }
void *pick(void (*)(int *)) { return (void *)k; }
void f(int *a) { void *args[] = {&a}; k<<<1, 32>>>(a); cudaLaunchKernel(pick(o), 1, 64, args, 0, 0); }
