// conditional --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
#ifndef PLAIN
    s[t] = a[t];
    a[t] = s[63 - t];
#endif
}
