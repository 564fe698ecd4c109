// fixed: -DSIZES= -Dn=4096 --block=32,8 --grid=128,512
#ifndef SIZES
#define SIZES , int n
#endif

// `jacobi1d`, `jacobi2d`, `heat3d`, `seidel` of one colour.
__global__ void line(float *b, const float *a SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1 && blockIdx.y == 0 && threadIdx.y == 0)
        b[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
}

__global__ void square(float *b, const float *a SIZES) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1)
        b[i * n + j] = 0.2f * (a[i * n + j] + a[i * n + j - 1] + a[i * n + 1 + j] + a[(1 + i) * n + j] + a[(i - 1) * n + j]);
}

__global__ void back(float *a, const float *b SIZES) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1)
        a[i * n + j] = b[i * n + j];
}

__global__ void seidel(float *a, int colour SIZES) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && (i + j) % 2 == colour)
        a[i * n + j] = 0.25f * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}

// Nine points, four colours.
__global__ void seidel_nine(float *a, int ci, int cj SIZES) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && i % 2 == ci && j % 2 == cj) {
        float sum = 0;
        for (int di = -1; di <= 1; di++)
            for (int dj = -1; dj <= 1; dj++)
                sum += a[(i + di) * n + j + dj];
        a[i * n + j] = sum / 9;
    }
}

__global__ void line_wrong(float *a SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1 && blockIdx.y == 0 && threadIdx.y == 0)
        a[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
}

// Both steps in one launch.
__global__ void square_wrong(float *b, float *a SIZES) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1) {
        b[i * n + j] = 0.25f * (a[i * n + j - 1] + a[i * n + 1 + j] + a[(1 + i) * n + j] + a[(i - 1) * n + j]);
        __syncthreads();
        a[i * n + j] = b[i * n + j];
    }
}

// Two colours do not suffice for nine points.
__global__ void seidel_nine_wrong(float *a, int colour SIZES) {
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && (i + j) % 2 == colour) {
        float sum = 0;
        for (int di = -1; di <= 1; di++)
            for (int dj = -1; dj <= 1; dj++)
                sum += a[(i + di) * n + j + dj];
        a[i * n + j] = sum / 9;
    }
}
