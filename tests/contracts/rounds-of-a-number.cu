// verified: gridDim.x * blockDim.x <= 1024
// A thread goes down a column of an array whose rows have a fixed length.
__global__ void prefix(unsigned *values, unsigned *sums, int rows) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int i = column; i < rows * 1024; i += 1024) {
        unsigned value = values[i];
        values[i] = sum;
        sum += value;
    }
    sums[column] = sum;
}
