__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        __syncwarp();
        auto next = s[t] + s[t + 16];
        __syncwarp();
        s[t] = next;
        __syncwarp();
        auto next2 = s[t] + s[t + 8];
        __syncwarp();
        s[t] = next2;
    }
    __syncthreads();
    a[t] = s[0];
}
