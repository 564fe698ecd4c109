// Three bytes a pixel, four bytes in a word, planes.
__global__ void grey(unsigned char *out, const unsigned char *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        int at = y * w + x;
        out[at] = (in[3 * at] + in[3 * at + 1] + in[3 * at + 2]) / 3;
    }
}

__global__ void invert(unsigned char *a, int w, int h, int channels) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        for (int c = 0; c < channels; c++)
            a[(y * w + x) * channels + c] = 255 - a[(y * w + x) * channels + c];
}

__global__ void to_planes(float *planes, const uchar4 *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    uchar4 p = in[y * w + x];
    planes[y * w + x] = p.x;
    planes[w * h + y * w + x] = p.y;
    planes[2 * w * h + y * w + x] = p.z;
}

__global__ void halves(unsigned char *out, const unsigned char *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w / 2 && y < h / 2) {
        const unsigned char *p = in + 2 * y * w + 2 * x;
        out[y * (w / 2) + x] = (p[0] + p[1] + p[w] + p[w + 1]) / 4;
    }
}

// A pixel has four bytes, and the next begins behind three.
__global__ void invert_wrong(unsigned char *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        for (int c = 0; c < 4; c++)
            a[(y * w + x) * 3 + c] = 255 - a[(y * w + x) * 3 + c];
}

// The second plane begins one row too early.
__global__ void to_planes_wrong(float *planes, const uchar4 *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    uchar4 p = in[y * w + x];
    planes[y * w + x] = p.x;
    planes[w * (h - 1) + y * w + x] = p.y;
}
