// wrong: blockDim.x == 1024 && blockDim.y == 1 && blockDim.z == 1
// A sum over a block of one dimension that forgets the number of the warp.
__global__ void summed(float *y, const float *a) {
    int lane = threadIdx.x % 32;
    float sum = a[blockIdx.x * 32 + lane];
    for (int by = 16; by > 0; by /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, by);
    }
    if (lane == 0) y[blockIdx.x] = sum;
}
