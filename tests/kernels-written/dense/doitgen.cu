// fixed: -DSIZES= -Dnr=64 -Dnq=64 -Dnp=64 --block=32,8 --grid=2,8
#ifndef SIZES
#define SIZES , int nr, int nq, int np
#endif

__global__ void sums(float *sum, const float *a, const float *c4, int r SIZES) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int q = blockIdx.y * blockDim.y + threadIdx.y;
    if (p < np && q < nq) {
        sum[r * (nq * np) + q * np + p] = 0.0f;
        for (int s = 0; s < np; s++)
            sum[r * (nq * np) + q * np + p] += a[r * (nq * np) + q * np + s] * c4[s * np + p];
    }
}

__global__ void back(float *a, const float *sum SIZES) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int q = blockIdx.y * blockDim.y + threadIdx.y;
    if (p < np && q < nq)
        for (int r = 0; r < nr; r++)
            a[r * (nq * np) + q * np + p] = sum[r * (nq * np) + q * np + p];
}

__global__ void sums_wrong(float *a, const float *c4 SIZES) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int q = blockIdx.y * blockDim.y + threadIdx.y;
    if (p < np && q < nq)
        for (int r = 0; r < nr; r++)
            a[r * (nq * np) + q * np + p] += a[r * (nq * np) + q * np] * c4[p];
}
