// fixed: -DSIZES= -Dn=1024 --block=256 --grid=2
#ifndef SIZES
#define SIZES , int n
#endif

// Steps of transforms by butterflies: complex numbers, and Hadamard's in shared memory.
__global__ void fourier_step(float *re, float *im, int half SIZES) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (half > 0 && t < n / 2) {
        int at = t / half * 2 * half + t % half;
        float wr = cosf(3.14159f * (t % half) / half), wi = -sinf(3.14159f * (t % half) / half);
        float xr = re[at + half] * wr - im[at + half] * wi;
        float xi = re[at + half] * wi + im[at + half] * wr;
        re[at + half] = re[at] - xr;
        im[at + half] = im[at] - xi;
        re[at] += xr;
        im[at] += xi;
    }
}

__global__ void stockham_step(float2 *out, const float2 *in, int half SIZES) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (half > 0 && t < n / 2) {
        float2 x = in[t], y = in[t + n / 2];
        int at = t / half * 2 * half + t % half;
        out[at] = make_float2(x.x + y.x, x.y + y.y);
        out[at + half] = make_float2(x.x - y.x, x.y - y.y);
    }
}

__global__ void hadamard(float *a) {
    __shared__ float s[512];
    int t = threadIdx.x;
    float *row = a + blockIdx.x * 512;
    if (t < 256) {
        s[t] = row[t];
        s[t + 256] = row[t + 256];
    }
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        if (t < 256) {
            int at = t / half * 2 * half + t % half;
            float x = s[at], y = s[at + half];
            s[at] = x + y;
            s[at + half] = x - y;
        }
    }
    __syncthreads();
    if (t < 256) {
        row[t] = s[t];
        row[t + 256] = s[t + 256];
    }
}

__global__ void hadamard_masks(float *a) {
    __shared__ float s[512];
    int t = threadIdx.x;
    float *row = a + blockIdx.x * 512;
    if (t < 256) {
        s[t] = row[t];
        s[t + 256] = row[t + 256];
    }
    for (int half = 256; half > 0; half >>= 1) {
        __syncthreads();
        if (t < 256) {
            int low = t & (half - 1);
            int at = ((t - low) << 1) + low;
            float x = s[at], y = s[at + half];
            s[at] = x + y;
            s[at + half] = x - y;
        }
    }
    __syncthreads();
    if (t < 256) {
        row[t] = s[t];
        row[t + 256] = s[t + 256];
    }
}

// Pairs begin at each element.
__global__ void fourier_step_wrong(float *re, float *im, int half SIZES) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (half > 0 && t < n / 2) {
        int at = t;
        float xr = re[at + half];
        re[at + half] = re[at] - xr;
        re[at] += xr;
    }
}

// No barrier between two steps.
__global__ void hadamard_wrong(float *a) {
    __shared__ float s[512];
    int t = threadIdx.x;
    float *row = a + blockIdx.x * 512;
    if (t < 256) {
        s[t] = row[t];
        s[t + 256] = row[t + 256];
    }
    __syncthreads();
    for (int half = 1; half < 512; half *= 2)
        if (t < 256) {
            int at = t / half * 2 * half + t % half;
            float x = s[at], y = s[at + half];
            s[at] = x + y;
            s[at + half] = x - y;
        }
    __syncthreads();
    if (t < 256) {
        row[t] = s[t];
        row[t + 256] = s[t + 256];
    }
}

// The result lies in halves that overlap.
__global__ void stockham_step_wrong(float2 *out, const float2 *in, int half SIZES) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (half > 0 && t < n / 2) {
        float2 x = in[t], y = in[t + n / 2];
        int at = t / half * half + t % half;
        out[at] = make_float2(x.x + y.x, x.y + y.y);
        out[at + half] = make_float2(x.x - y.x, x.y - y.y);
    }
}
