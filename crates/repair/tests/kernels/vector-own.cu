// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(float4 *a, float4 *b) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    b[t] = s[63 - t];
}
