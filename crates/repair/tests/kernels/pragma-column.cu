// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        out[threadIdx.x] += s[63 - threadIdx.x] * i;
    }
}
