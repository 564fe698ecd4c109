__global__ void fast(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void slow(int *a) { }
#define LAUNCH( \
    slow, n) slow<<<1, n>>>(a)
int main() { int *a; fast<<<1, 32>>>(a); LAUNCH(fast, 64); }
