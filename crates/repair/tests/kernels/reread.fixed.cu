__global__ void k(int *a, int n) {
    __shared__ int s[1];
    __shared__ int u[128];
    int t = threadIdx.x;
    if (t == 0)
        s[0] = n;
    __syncthreads();
    u[s[0] + t] = t;
    a[t] = u[s[0] + t];
}
