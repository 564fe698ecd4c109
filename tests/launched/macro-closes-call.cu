#define GRID 1, 64, args, 0, 0); foo(0
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void foo(int, int, void **, int, int);
int main() { int *a; void *args[] = {&a}; cudaLaunchKernel((void *)k, GRID, 16, args, 0, 0); }
