// Integer arithmetic that wraps, in another form.
//:: exact: both 1 8, n=8
__global__ void old(const unsigned *x, unsigned *y, int n) { unsigned v = x[threadIdx.x]; y[threadIdx.x] = (v + 3u) * 5u - v; }
__global__ void fresh(const unsigned *x, unsigned *y, int n) { unsigned v = x[threadIdx.x]; y[threadIdx.x] = (v << 2) + 15u; }
