// repaired:23,not-needed:1 --blockDim=64 --gridDim=1
// The barrier under the condition is reached by all once what the condition reads is ordered; and it makes
// threads pass different numbers of barriers until then, so that accesses in the loop seem to race.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 1;
    int seen = s[0];
    if (seen > 3) __syncthreads();
    for (int i = 0; i < 10; i++) {
        s[t] = i;
        __syncthreads();
        int now = s[0];
        __syncthreads();
        if (now > 3) out[t] = now;
        else if (t == 0) out[0] = now;
    }
}
