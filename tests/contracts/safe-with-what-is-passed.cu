// wrong
// help: safe if blockDim.x == 16 && blockDim.y == 16 && gridDim.x == 4 && gridDim.y == 4 && width == 64 && height == 64; the launch in line 10 has that
// Rows are as long as there are columns where a launch passes as many of both, as the first one does.
__global__ void scaled(float *a, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) a[x + y * height] *= 2;
}

void run(float *a, int width, int height) {
    scaled<<<dim3(4, 4), dim3(16, 16)>>>(a, 64, 64);
    scaled<<<dim3(4, 4), dim3(16, 16)>>>(a, 64, 32);
    scaled<<<dim3(4, 4), dim3(16, 16)>>>(a, width, height);
}
