// Channels first and channels last: [n][c][h][w] and [n][h][w][c].
__global__ void to_last(float *out, const float *in, int N, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N * C * H * W)
        return;
    int w = i % W;
    int h = (i / W) % H;
    int c = (i / (W * H)) % C;
    int n = i / (W * H * C);
    out[n * H * W * C + h * W * C + w * C + c] = in[i];
}

__global__ void to_first(float *out, const float *in, int C, int HW) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int s = blockIdx.y;
    int n = blockIdx.z;
    if (c < C && s < HW)
        out[(n * C + c) * HW + s] = in[(n * HW + s) * C + c];
}

// The row is as long as the image is high less one.
__global__ void to_last_wrong(float *out, const float *in, int N, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N * C * H * W)
        return;
    int w = i % W;
    int h = (i / W) % H;
    int c = (i / (W * H)) % C;
    int n = i / (W * H * C);
    out[n * H * W * C + h * (W - 1) * C + w * C + c] = in[i];
}
