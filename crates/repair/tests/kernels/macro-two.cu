// in-macro --blockDim=64 --gridDim=1
#define TWO(i) s[i] = a[i]; a[i] = s[63 - (i)]
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    TWO(threadIdx.x);
}
