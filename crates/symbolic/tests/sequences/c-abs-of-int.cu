// In C `abs` takes an int; of the float no execution says what `abs` gives.
//:old k
//:new absolute 1 8
//:: open:
__global__ void absolute(const float *x, float *y) { y[threadIdx.x] = abs(x[threadIdx.x]); }
