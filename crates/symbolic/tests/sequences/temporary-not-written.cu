// What a temporary contains at first nobody gave, although both sides find the same there.
//:old copy 1 8; add 1 8
//:new copy 1 8; add 1 8
//:temporary tmp
//:: unset: n=7
__global__ void copy(const float *x, float *tmp, int n) { if (threadIdx.x < n) tmp[threadIdx.x] = x[threadIdx.x]; }
__global__ void add(const float *tmp, float *y) { y[threadIdx.x] = tmp[threadIdx.x] + 1.0f; }
