// wrong: blockDim.x == 1024 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x * blockDim.x <= 1024
// A thread reads what its neighbour writes.
__global__ void k(unsigned *a, int rows) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = c; i < rows * 1024; i += 1024) a[i] = a[i + 1];
}
