#define PUT(i, v) s[i] = (v)
#define BLOCK(i, v) { s[i] = (v); }
__global__ void k(int *a) {
    __shared__ int s[192];
    int t = threadIdx.x;
    for (int i = 0; i < 64; i++) {
        __syncthreads();
        PUT((t + i) % 64, i);
    }
    for (int i = 0; i < 64; i++) {
        __syncthreads();
        BLOCK(64 + (t + i) % 64, i)
    }
    for (int i = 0; i < 64; i++) { __syncthreads(); PUT(128 + (t + i) % 64, i); }
}
