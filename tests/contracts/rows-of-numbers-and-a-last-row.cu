// verified: gridDim.x * blockDim.x <= 514
// No small launch has 512 rows: that threads come to them is asked of the solver.
__global__ void last_row(double *field) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (y == 512) {
        field[x] = 0;
        field[512 * 514 + x] = 1;
    } else {
        field[y * 514 + x] = 2;
    }
}
