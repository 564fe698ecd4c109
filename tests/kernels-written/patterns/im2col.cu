// Patches of an image as columns, and the image of columns again.
__global__ void im2col(float *col, const float *im, int n, int height, int width, int ksize, int pad, int stride, int hc, int wc) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < n) {
        int w_out = at % wc;
        int rest = at / wc;
        int h_out = rest % hc;
        int c_in = rest / hc;
        int c_out = c_in * ksize * ksize;
        int h_in = h_out * stride - pad;
        int w_in = w_out * stride - pad;
        float *to = col + (c_out * hc + h_out) * wc + w_out;
        const float *from = im + (c_in * height + h_in) * width + w_in;
        for (int i = 0; i < ksize; ++i)
            for (int j = 0; j < ksize; ++j) {
                int h = h_in + i, w = w_in + j;
                *to = (h >= 0 && w >= 0 && h < height && w < width) ? from[i * width + j] : 0;
                to += hc * wc;
            }
    }
}

__global__ void im2col_three(float *col, const float *im, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z;
    if (x < width && y < height)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                int h = y + i - 1, w = x + j - 1;
                float v = h >= 0 && h < height && w >= 0 && w < width ? im[(c * height + h) * width + w] : 0;
                col[(((c * 3 + i) * 3 + j) * height + y) * width + x] = v;
            }
}

// The patch has two rows less than are written.
__global__ void im2col_three_wrong(float *col, const float *im, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z;
    if (x < width && y < height)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                col[(((c + i) * 3 + j) * height + y) * width + x] += im[(c * height + y) * width + x];
}

// The pointer goes on by a row.
__global__ void im2col_wrong(float *col, const float *im, int n, int ksize, int hc, int wc) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < n) {
        int w_out = at % wc;
        int rest = at / wc;
        int h_out = rest % hc;
        int c_in = rest / hc;
        float *to = col + (c_in * ksize * ksize * hc + h_out) * wc + w_out;
        for (int i = 0; i < ksize; ++i)
            for (int j = 0; j < ksize; ++j) {
                *to = im[at];
                to += wc;
            }
    }
}
