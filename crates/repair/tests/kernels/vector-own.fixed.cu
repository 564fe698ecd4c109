__global__ void k(float4 *a, float4 *b) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    b[t] = s[63 - t];
}
