// [n][c * r * r][h][w] becomes [n][c][h * r][w * r], and back.
__global__ void shuffle(float *out, const float *in, int N, int C, int H, int W, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N * C * r * r * H * W)
        return;
    int w = i % W;
    int h = i / W % H;
    int rx = i / (W * H) % r;
    int ry = i / (W * H * r) % r;
    int c = i / (W * H * r * r) % C;
    int n = i / (W * H * r * r * C);
    out[((n * C + c) * (H * r) + h * r + ry) * (W * r) + w * r + rx] = in[i];
}

__global__ void unshuffle(float *out, const float *in, int H, int W, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z;
    if (x < W * r && y < H * r) {
        int to = ((c * r + y % r) * r + x % r) * H * W + (y / r) * W + x / r;
        out[to] = in[(c * H * r + y) * W * r + x];
    }
}

// `ry` and `rx` are added to the same digit.
__global__ void shuffle_wrong(float *out, const float *in, int N, int C, int H, int W, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N * C * r * r * H * W)
        return;
    int w = i % W;
    int h = i / W % H;
    int rx = i / (W * H) % r;
    int ry = i / (W * H * r) % r;
    int c = i / (W * H * r * r) % C;
    int n = i / (W * H * r * r * C);
    out[((n * C + c) * (H * r) + h * r) * (W * r) + w * r + rx + ry] = in[i];
}
