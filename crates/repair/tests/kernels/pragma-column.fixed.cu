__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; i++) {
        out[threadIdx.x] += s[63 - threadIdx.x] * i;
    }
}
