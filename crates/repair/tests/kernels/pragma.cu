// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        sum += s[(threadIdx.x + i) % 64];
    out[threadIdx.x] = sum;
}
