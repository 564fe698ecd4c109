// violates: gridDim.y <= gridDim.x
// The grid has more blocks in its second dimension, so that diagonals meet.
__global__ void filled(float *out, int width) {
    unsigned column = (blockIdx.y + blockIdx.x) % gridDim.x;
    if (threadIdx.x == 0 && column < width && width > 0) out[blockIdx.x * width + column] = 1;
}

void run(float *out) {
    filled<<<dim3(3, 2), 64>>>(out, 8); // launch: meets the contract
    filled<<<dim3(2, 3), 64>>>(out, 8); // launch: violates `gridDim.y <= gridDim.x`
}
