// verified --blockDim=64 --gridDim=1
// The half of one array that is written is `cur`, 0 and 64 in turn, however often the loop runs.
__global__ void k(int *o, const int *in, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, x = 0, cur = 0;
    for (int i = 0; i < n; i++) {
        s[cur + t] = in[i * 64 + t];
        __syncthreads();
        x += s[cur + 63 - t];
        cur = 64 - cur;
    }
    o[t] = x;
}
