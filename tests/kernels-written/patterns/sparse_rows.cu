// Products of a sparse matrix and a vector: rows of CSR by threads and by warps, ELL, and coordinates.
__global__ void row_of_thread(float *y, const float *val, const int *col, const int *ptr, const float *x, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float sum = 0;
        for (int k = ptr[r]; k < ptr[r + 1]; k++)
            sum += val[k] * x[col[k]];
        y[r] = sum;
    }
}

__global__ void row_of_warp(float *y, const float *val, const int *col, const int *ptr, const float *x, int rows) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int r = t / 32, lane = t % 32;
    if (r < rows) {
        float sum = 0;
        for (int k = ptr[r] + lane; k < ptr[r + 1]; k += 32)
            sum += val[k] * x[col[k]];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (lane == 0)
            y[r] = sum;
    }
}

__global__ void ell(float *y, const float *val, const int *col, const float *x, int rows, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        y[r] = 0;
        for (int k = 0; k < width; k++)
            y[r] += val[k * rows + r] * x[col[k * rows + r]];
    }
}

__global__ void coordinates(float *y, const float *val, const int *row, const int *col, const float *x, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        atomicAdd(&y[row[k]], val[k] * x[col[k]]);
}

__global__ void to_ell(float *val, int *col, const float *a, int rows, int columns, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int k = 0;
    for (int c = 0; c < columns; c++)
        if (a[r * columns + c] != 0 && k < width) {
            val[k * rows + r] = a[r * columns + c];
            col[k * rows + r] = c;
            k++;
        }
}

// All lanes write the row's sum.
__global__ void row_of_warp_wrong(float *y, const float *val, const int *col, const int *ptr, const float *x, int rows) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int r = t / 32, lane = t % 32;
    if (r < rows)
        for (int k = ptr[r] + lane; k < ptr[r + 1]; k += 32)
            y[r] += val[k] * x[col[k]];
}

__global__ void coordinates_wrong(float *y, const float *val, const int *row, const int *col, const float *x, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        y[row[k]] += val[k] * x[col[k]];
}

// A row of the wrong length.
__global__ void ell_wrong(float *val, int rows, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        for (int k = 0; k < width; k++)
            val[k * (rows - 1) + r] *= 2;
}
