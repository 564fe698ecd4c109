// A number has one value in all launches.
//:old scale 1 8; scale 1 8
//:new square 1 8
//:: reordered:
__global__ void scale(float *x, float a) { x[threadIdx.x] = x[threadIdx.x] * a; }
__global__ void square(float *x, float a) { x[threadIdx.x] = x[threadIdx.x] * (a * a); }
