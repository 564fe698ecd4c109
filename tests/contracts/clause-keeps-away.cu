// wrong
// What races is done only where rows are short: a clause that keeps all threads away from it says nothing.
__global__ void rows(int *a, int *seen, int width, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        a[row * width] = row;
    }
    if (width < gridDim.x * blockDim.x) {
        seen[0] = row;
    }
}
