__global__ void k(int *a) { __shared__ int s[32]; if (threadIdx.x == 0) s[32 / blockDim.x] = 1; }
void f(int *a, bool c) { dim3 b; if (c) goto L; b.x = 32; L: k<<<1, b>>>(a); }
