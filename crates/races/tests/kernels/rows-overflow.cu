// verified:Fits --blockDim=256 --gridDim=*
// Rows of a matrix: that `row * width + column` does not overflow is taken for granted, and said.
__global__ void scale(float *a, int width) {
    int row = blockIdx.x;
    for (int column = threadIdx.x; column < width; column += 256)
        a[row * width + column] *= 2.0f;
}
