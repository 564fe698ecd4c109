#ifndef PLAIN
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    a[t] = s[63 - t];
}
#endif
