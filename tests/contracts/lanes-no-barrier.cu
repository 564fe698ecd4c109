// wrong
// Lanes read what others have written, and no barrier is between them.
__global__ void turned(float *y, const float *a) {
    __shared__ float kept[8][32];
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * 8 + threadIdx.y;
    if (threadIdx.y < 8) {
        kept[threadIdx.y][lane] = a[row * 32 + lane];
        y[row * 32 + lane] = kept[threadIdx.y][31 - lane];
    }
}
