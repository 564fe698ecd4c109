// Tiles with a margin, of one dimension and of two.
#define R 3
__global__ void line(float *out, const float *in, int n) {
    __shared__ float s[256 + 2 * R];
    int i = blockIdx.x * 256 + threadIdx.x;
    int t = threadIdx.x + R;
    s[t] = i < n ? in[i] : 0;
    if (threadIdx.x < R) {
        s[t - R] = i >= R && i - R < n ? in[i - R] : 0;
        s[t + 256] = i + 256 < n ? in[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int d = -R; d <= R; d++)
        sum += s[t + d];
    if (i < n)
        out[i] = sum;
}

__global__ void square(float *out, const float *in, int w, int h) {
    __shared__ float s[18][18];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    for (int k = ty * 16 + tx; k < 18 * 18; k += 256) {
        int gx = (int)(blockIdx.x * 16) + k % 18 - 1, gy = (int)(blockIdx.y * 16) + k / 18 - 1;
        s[k / 18][k % 18] = gx >= 0 && gx < w && gy >= 0 && gy < h ? in[gy * w + gx] : 0;
    }
    __syncthreads();
    if (x < w && y < h)
        out[y * w + x] = s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2];
}

// The margin is as wide as the tile reads, and its first thread is left out.
__global__ void line_wrong(float *out, const float *in, int n) {
    __shared__ float s[256 + 2 * R];
    int i = blockIdx.x * 256 + threadIdx.x;
    int t = threadIdx.x + R;
    s[t] = i < n ? in[i] : 0;
    if (threadIdx.x <= R) {
        s[t - R] = i >= R && i - R < n ? in[i - R] : 0;
        s[t + 256 - 1] = i + 256 < n ? in[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int d = -R; d <= R; d++)
        sum += s[t + d];
    if (i < n)
        out[i] = sum;
}

// No barrier.
__global__ void square_wrong(float *out, const float *in, int w, int h) {
    __shared__ float s[18][18];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    for (int k = ty * 16 + tx; k < 18 * 18; k += 256)
        s[k / 18][k % 18] = in[k];
    if (x < w && y < h)
        out[y * w + x] = s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2];
}
