__global__ void kernel(int *a) { }
__global__ void fast_kernel(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
#define LAUNCH(x) x##kernel<<<1, 64>>>(a)
int main() { int *a; fast_kernel<<<1, 32>>>(a); LAUNCH(fast_); }
