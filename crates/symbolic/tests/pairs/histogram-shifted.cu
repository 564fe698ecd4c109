// The last bin is the first one.
//:: different: both 1 8, n=8
__global__ void old(const unsigned char *x, unsigned *h, int n) { atomicAdd(&h[x[threadIdx.x] % 8], 1u); }
__global__ void fresh(const unsigned char *x, unsigned *h, int n) { atomicAdd(&h[x[threadIdx.x] % 7], 1u); }
