// Three digits in another order: [b][t][c] becomes [c][b][t].
__global__ void permute(float *out, const float *in, int B, int T, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * T * C) {
        int b = i / (T * C);
        int t = i / C % T;
        int c = i % C;
        out[(c * B + b) * T + t] = in[i];
    }
}

// The digit `t` has the radix `T`.
__global__ void permute_wrong(float *out, const float *in, int B, int T, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * T * C) {
        int b = i / (T * C);
        int t = i / C % T;
        int c = i % C;
        out[(c * B + b) * (T - 1) + t] = in[i];
    }
}
