// The new kernel leaves `x` as it was.
//:old scale 1 8; add 1 8
//:new fused 1 8
//:: different: n=8
__global__ void scale(float *x, float a, int n) { if (threadIdx.x < n) x[threadIdx.x] *= a; }
__global__ void add(const float *x, float *y, int n) { if (threadIdx.x < n) y[threadIdx.x] += x[threadIdx.x]; }
__global__ void fused(const float *x, float *y, float a, int n) { if (threadIdx.x < n) y[threadIdx.x] += x[threadIdx.x] * a; }
