// Images made larger, pooling, and what goes back.
__global__ void nearest(float *out, const float *in, int w, int h, int f) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z;
    if (x < w * f && y < h * f)
        out[(c * h * f + y) * (w * f) + x] = in[(c * h + y / f) * w + x / f];
}

__global__ void square_of_thread(float *out, const float *in, int w, int h, int f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int x = i % w, y = i / w;
    for (int dy = 0; dy < f; dy++)
        for (int dx = 0; dx < f; dx++)
            out[(y * f + dy) * (w * f) + x * f + dx] = in[i];
}

__global__ void pool(float *out, int *arg, const float *in, int n, int H, int W, int oh, int ow, int k, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = i % ow, y = i / ow % oh, c = i / ow / oh;
    const float *plane = in + c * H * W;
    float most = -1e30f;
    int at = -1;
    for (int dy = 0; dy < k; dy++)
        for (int dx = 0; dx < k; dx++) {
            int yy = y * s + dy, xx = x * s + dx;
            if (yy < H && xx < W && plane[yy * W + xx] > most)
                most = plane[yy * W + xx], at = yy * W + xx;
        }
    out[i] = most;
    arg[i] = at;
}

__global__ void mean_back(float *grad, const float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        for (int k = 0; k < 4; k++)
            grad[(2 * y + k / 2) * 2 * w + 2 * x + k % 2] += out[y * w + x] / 4;
}

// Windows overlap.
__global__ void mean_back_wrong(float *grad, const float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        for (int k = 0; k < 9; k++)
            grad[(2 * y + k / 3) * (2 * w + 1) + 2 * x + k % 3] += out[y * w + x] / 9;
}

// Squares are one larger than their distance.
__global__ void square_of_thread_wrong(float *out, const float *in, int w, int h, int f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int x = i % w, y = i / w;
    for (int dy = 0; dy < f; dy++)
        for (int dx = 0; dx <= f; dx++)
            out[(y * f + dy) * (w * f) + x * f + dx] = in[i];
}
