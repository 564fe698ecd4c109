// verified: length(a) >= w * h && length(b) >= w * h
// Rows and columns are guarded, so that arrays have as many elements as the matrix.
__global__ void transposed(float *a, const float *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        a[y * w + x] = b[x * h + y];
    }
}
