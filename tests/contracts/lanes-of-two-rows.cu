// verified: blockDim.x == 32
// Each warp has two rows of sixteen elements.
__global__ void product(float *y, const float *a, const float *x, int rows) {
    int lane = threadIdx.x & 31;
    int at = lane % 16;
    int row = (blockIdx.x * blockDim.y + threadIdx.y) * 2 + lane / 16;
    if (row >= rows) return;
    float sum = a[row * 16 + at] * x[at];
    for (int by = 8; by > 0; by /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, by);
    }
    if (at == 0) y[row] = sum;
}
