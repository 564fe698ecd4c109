// fixed: -DSIZES= -Dn=2048 -Dm=2048 --block=256 --grid=8
#ifndef SIZES
#define SIZES , int n, int m
#endif

// `correlation` and `covariance`.
__global__ void mean_of(float *mean, const float *data SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i * m + j];
        mean[j] /= n;
    }
}

__global__ void deviation_of(float *dev, const float *mean, const float *data SIZES) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        dev[j] = 0;
        for (int i = 0; i < n; i++)
            dev[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
        dev[j] = sqrtf(dev[j] / n);
        if (dev[j] <= 0.005f)
            dev[j] = 1;
    }
}

__global__ void centred(float *data, const float *mean, const float *dev SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < m; j++)
            data[i * m + j] = (data[i * m + j] - mean[j]) / (sqrtf((float)n) * dev[j]);
}

__global__ void covariance(float *cov, const float *data SIZES) {
    int j1 = blockIdx.x * blockDim.x + threadIdx.x;
    if (j1 < m)
        for (int j2 = j1; j2 < m; j2++) {
            cov[j1 * m + j2] = 0;
            for (int i = 0; i < n; i++)
                cov[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
            cov[j2 * m + j1] = cov[j1 * m + j2];
        }
}

__global__ void correlation(float *corr, const float *data SIZES) {
    int j1 = blockIdx.x * blockDim.x + threadIdx.x;
    if (j1 < m - 1) {
        corr[j1 * m + j1] = 1;
        for (int j2 = j1 + 1; j2 < m; j2++) {
            corr[j1 * m + j2] = 0;
            for (int i = 0; i < n; i++)
                corr[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
            corr[j2 * m + j1] = corr[j1 * m + j2];
        }
    }
}

// The whole square is mirrored.
__global__ void covariance_wrong(float *cov, const float *data SIZES) {
    int j1 = blockIdx.x * blockDim.x + threadIdx.x;
    if (j1 < m)
        for (int j2 = 0; j2 < m; j2++) {
            cov[j1 * m + j2] = data[j1] * data[j2];
            cov[j2 * m + j1] = cov[j1 * m + j2];
        }
}

// The mean is computed where it is used.
__global__ void centred_wrong(float *data, float *mean SIZES) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < m; j++) {
            mean[j] += data[i * m + j];
            data[i * m + j] -= mean[j];
        }
}
