// wrong:only_by_overflow --blockDim=256 --gridDim=*
// Rows of a matrix: where `row * width + column` overflows, two threads may write one place.
__global__ void scale(float *a, int width) {
    int row = blockIdx.x;
    for (int column = threadIdx.x; column < width; column += 256)
        a[row * width + column] *= 2.0f;
}
