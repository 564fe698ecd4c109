// fixed: -DSIZES= -Dnx=1024 -Dny=2048 --block=256 --grid=8
#ifndef SIZES
#define SIZES , int nx, int ny
#endif

__global__ void s_of(const float *a, const float *r, float *s SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < ny) {
        s[j] = 0.0f;
        for (int i = 0; i < nx; i++)
            s[j] += r[i] * a[i * ny + j];
    }
}

__global__ void q_of(const float *a, const float *p, float *q SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx) {
        q[i] = 0.0f;
        for (int j = 0; j < ny; j++)
            q[i] += a[i * ny + j] * p[j];
    }
}

__global__ void both_at_once_wrong(const float *a, const float *p, const float *r, float *q, float *s SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nx)
        for (int j = 0; j < ny; j++) {
            s[j] += r[i] * a[i * ny + j];
            q[i] += a[i * ny + j] * p[j];
        }
}
