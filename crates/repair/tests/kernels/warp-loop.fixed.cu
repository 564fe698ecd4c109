__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        for (int o = 16; o > 0; o >>= 1) {
            __syncwarp();
            if (t < o)
                s[t] += s[t + o];
        }
    }
    if (t == 0)
        a[0] = s[0];
}
