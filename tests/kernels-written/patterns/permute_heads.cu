// Heads of an attention, apart and together again: [b][n][h][d] and [b][h][n][d].
__global__ void together(float *out, const float *in, int B, int N, int NH, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * NH * N * d) {
        int b = i / (NH * N * d);
        int rest = i % (NH * N * d);
        int h = rest / (N * d);
        rest = rest % (N * d);
        int n = rest / d;
        int e = rest % d;
        out[((b * N + n) * NH + h) * d + e] = in[i];
    }
}

__global__ void apart(float *q, float *k, float *v, const float *in, int B, int N, int NH, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * NH * N * d)
        return;
    int b = i / (NH * N * d);
    int rest = i % (NH * N * d);
    int h = rest / (N * d);
    rest = rest % (N * d);
    int n = rest / d;
    int e = rest % d;
    int from = b * N * 3 * NH * d + n * 3 * NH * d + h * d + e;
    q[i] = in[from];
    k[i] = in[from + NH * d];
    v[i] = in[from + 2 * NH * d];
}

// The number of the head is left out where rows are counted.
__global__ void together_wrong(float *out, const float *in, int B, int N, int NH, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * NH * N * d) {
        int b = i / (NH * N * d);
        int rest = i % (NH * N * d);
        int h = rest / (N * d);
        rest = rest % (N * d);
        int n = rest / d;
        int e = rest % d;
        out[(b * N + n) * NH * d + h + e] = in[i];
    }
}
