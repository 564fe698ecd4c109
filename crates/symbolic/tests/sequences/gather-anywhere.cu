// An index may be of an element that the first launch has written: a function of what was there before both would be wrong.
//:old scale 1 8; gather 1 8
//:new gather 1 8; scale 1 8
//:: refused:
__global__ void scale(float *x) { x[threadIdx.x] *= 2.0f; }
__global__ void gather(const float *x, const int *at, float *y) { y[threadIdx.x] = x[at[threadIdx.x]]; }
