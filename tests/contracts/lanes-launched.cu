// violates: blockDim.x == 32
// The second launch has rows of two warps, each of which writes the sum of its row.
__global__ void summed(float *y, const float *a, int columns) {
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int at = lane; at < columns; at += 32) sum += a[row * columns + at];
    for (int by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(0xffffffff, sum, by);
    if (lane == 0) y[row] = sum;
}

void run(float *y, const float *a, int blocks, int columns) {
    summed<<<blocks, dim3(32, 4)>>>(y, a, columns);
    summed<<<blocks, dim3(64, 4)>>>(y, a, columns); // launch: violates `blockDim.x == 32`
}
