// fixed: -DSIZES= -Dn=65536 --block=256 --grid=256
#ifndef SIZES
#define SIZES , int n
#endif

__global__ void step(int *data, int j, int k SIZES) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned other = i ^ (unsigned)j;
    if (other > i && i < n && other < n) {
        int a = data[i], b = data[other];
        if (((i & k) == 0) == (a > b)) {
            data[i] = b;
            data[other] = a;
        }
    }
}

__global__ void in_shared(int *data) {
    __shared__ int s[256];
    unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t < 256)
        s[t] = data[i];
    __syncthreads();
    for (unsigned k = 2; k <= 256; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned other = t ^ j;
            if (t < 256 && other > t) {
                int a = s[t], b = s[other];
                if (((t & k) == 0) == (a > b)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
            __syncthreads();
        }
    if (t < 256)
        data[i] = s[t];
}

__global__ void step_wrong(int *data, int j SIZES) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned other = i + (unsigned)j;
    if (other > i && other < n) {
        int a = data[i], b = data[other];
        if (a > b) {
            data[i] = b;
            data[other] = a;
        }
    }
}
