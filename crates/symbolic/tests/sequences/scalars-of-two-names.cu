//:old scale 1 8; shift 1 8
//:new both 1 8
//:name shift.a=b
//:: exact:
__global__ void scale(float *x, float a) { x[threadIdx.x] *= a; }
__global__ void shift(float *x, float a) { x[threadIdx.x] += a; }
__global__ void both(float *x, float a, float b) { x[threadIdx.x] = x[threadIdx.x] * a + b; }
