// A constant taken out of a product, before a function of which nothing is known.
//:: real: both 1 4, n=4
__global__ void old(const float *x, float *y, int n) { float v = x[threadIdx.x]; y[threadIdx.x] = 0.5f * v * (1.0f + tanhf(0.75f * (v + 0.25f * v * v * v))); }
__global__ void fresh(const float *x, float *y, int n) { float v = x[threadIdx.x], c = v * v * v; y[threadIdx.x] = v * fmaf(0.5f, tanhf(fmaf(0.1875f, c, 0.75f * v)), 0.5f); }
